//! `Pieces`: a count in as many pieces as the memory asks for.
//!
//! How much room states take is known when they are there and not before. What turns out not to
//! fit is cut into a few slices, each counted alone, and what does not fit of those again.

use super::cost::{FOR_STATES, StateEstimate};
use super::count::{Counting, Ended, Hear};
use super::expected::Numbers;
use super::late::Choice;
use super::matching::Maps;
use super::plan::Plan;
use super::sweep::{Crew, Keeper, Live, PART_STATES, Passes, Slices, live};
use std::ops::AddAssign;

use crate::count::Count;
use crate::method::LayerReport;

/// What cycles come to, their number for example, and the states of each layer that went into it.
pub type Counted<T = Count> = Result<(T, Vec<u64>), Ended>;

/// How one piece is counted.
pub type Way<'a, T = Count> = &'a dyn Fn(&Counting<'_>, Hear<'_>) -> Counted<T>;

/// What pieces come to adds up.
pub trait Total: Default + for<'a> AddAssign<&'a Self> {}

impl<T: Default + for<'a> AddAssign<&'a T>> Total for T {}

/// Pieces that something is cut into at a time, about.
const PIECES: usize = 2;

/// Of the memory, what states have if sets and tables leave less.
const LEAST: f64 = 0.5;

/// The part of the memory that passes are planned for: some take so much more than expected.
pub const PLANNED: f64 = 0.85;

/// Of what was expected of passes that took more than there is, the parts that the next ones are
/// expected to take, one after the other, and what serves if there are none.
const LESS: [f64; 3] = [0.8, 0.7, 0.6];
const LITTLE_LESS: f64 = 0.9;

/// The part of the memory that what is made of a layer may take before it is put down.
const PUT_DOWN: f64 = 0.25;

/// So many times as many parts are wanted of what is put down.
const FINER: u64 = 16;

/// What a count is made with.
#[derive(Clone, Copy)]
pub struct Pieces<'a> {
    /// Both halves.
    pub plan: &'a Plan,
    /// Acts as tables.
    pub maps: &'a Maps,
    /// The threads.
    pub crew: Crew,
    /// Bytes for everything.
    pub memory: u64,
    /// Bits that the count cannot pass.
    pub bits: u64,
    /// Who keeps layers.
    pub keeper: Option<Keeper<'a>>,
    /// True if it has what does not fit in memory, too.
    pub spills: bool,
    /// So many times the bytes of residues, if what is counted is not a number: one for numbers.
    pub larger: f64,
    /// Hears of the states that one sweep takes from here on, once it is known how it is swept.
    pub expects: &'a dyn Fn(f64),
}

impl Pieces<'_> {
    /// Counts what lives, whole if its states fit in memory beside what is held there, or what
    /// does not is put down elsewhere, else by passes, else slice by slice. What it is expected to
    /// cost may be known already.
    pub fn count<T: Total>(
        &self,
        all: &Live,
        known: Option<StateEstimate>,
        held: usize,
        way: Way<'_, T>,
        hear: Hear<'_>,
    ) -> Counted<T> {
        let mut so_far = 0;
        let estimate =
            known.unwrap_or_else(|| StateEstimate::of(self.plan, all)).larger(self.larger);
        let free = self.memory as f64 - held as f64;
        let room = (free - estimate.besides).max(self.memory as f64 * LEAST) * FOR_STATES;
        let in_passes = |bytes: f64, part: f64| {
            let bytes = bytes / self.larger;
            Choice::within([bytes, bytes * part], self.plan, all)
        };
        // Words that take more than states may have would not come to their end.
        let fitting = estimate.within((estimate.besides + room).min(free));
        let fitting = fitting.or_else(|| estimate.within(free).and(Some(Numbers::Residues)));
        let (mut bytes, numbers, choice) = match fitting {
            Some(numbers) => (estimate.stored[numbers as usize], numbers, None),
            None if self.spills => {
                let numbers = estimate.spilled_in(free);
                return self.spilled(all, (room, numbers), hear, way);
            }
            None => {
                let choice = in_passes(room, PLANNED);
                // No sweep in vain where it can be cut.
                if choice.is_none()
                    && let Some(slices) = cut(self.plan, all)
                {
                    return self.each(&slices, all, (estimate, held), way, hear);
                }
                (room, Numbers::Residues, choice.or_else(|| in_passes(room, 1.0)))
            }
        };
        let mut passes = [None, None];
        if let Some(choice) = choice {
            (bytes, passes) = (choice.costs.bytes * self.larger, self.told(choice));
        }
        let whole = self.whole(all, room, numbers, passes);
        let mut done = way(&whole, &mut going_on(&mut so_far, hear));
        for less in LESS {
            let Err(Ended::Memory(_)) = done else { return done };
            // It takes more than was expected.
            let next = |less: f64| in_passes((bytes * less).min(room), 1.0);
            let Some(choice) = next(less).or_else(|| next(LITTLE_LESS)) else { break };
            bytes = choice.costs.bytes * self.larger;
            let whole = self.whole(all, room, Numbers::Residues, self.told(choice));
            done = way(&whole, &mut going_on(&mut so_far, hear));
        }
        let Err(Ended::Memory(at)) = done else { return done };
        let slices = cut(self.plan, all).ok_or(Ended::Memory(at))?;
        self.each(&slices, all, (estimate, held), way, &mut going_on(&mut so_far, hear))
    }

    /// Counts slice by slice what is expected to cost so much, with so much held besides it.
    fn each<T: Total>(
        &self,
        slices: &Slices,
        all: &Live,
        (estimate, held): (StateEstimate, usize),
        way: Way<'_, T>,
        hear: Hear<'_>,
    ) -> Counted<T> {
        let pieces = slices.shares().len();
        let (mut so_far, mut sum, mut profile) = (0, T::default(), Vec::new());
        for piece in 0..pieces {
            let mut hear = going_on(&mut so_far, hear);
            let wants = |d| slices.part_of(d) == piece;
            let mut quiet = || hear(&LayerReport::default());
            let of_it = live(self.plan, all, wants, self.crew, &mut quiet).ok_or(Ended::Stopped)?;
            let keeper = self.keeper.map(|keeper| keeper.part(piece));
            // Of those after it no more is known than of all.
            let after = estimate.states * (pieces - 1 - piece) as f64;
            let expects = |states| (self.expects)(states + after);
            let known = StateEstimate::of(self.plan, &of_it);
            expects(known.states);
            let (own, held) = (Pieces { keeper, expects: &expects, ..*self }, held + all.bytes());
            let (count, states) = own.count(&of_it, Some(known), held, way, &mut hear)?;
            sum += &count;
            profile.resize(profile.len().max(states.len()), 0);
            profile.iter_mut().zip(states).for_each(|(all, states)| *all += states);
        }
        Ok((sum, profile))
    }

    /// The passes of a choice, of which it is told what they take.
    fn told(&self, choice: Choice) -> [Option<Passes>; 2] {
        (self.expects)(choice.costs.states);
        choice.passes
    }

    /// Counts all that lives at once, with what does not fit put down elsewhere.
    fn spilled<T>(
        &self,
        live: &Live,
        (room, numbers): (f64, Numbers),
        hear: Hear<'_>,
        way: Way<'_, T>,
    ) -> Counted<T> {
        let put_down = (room * PUT_DOWN) as u64;
        let keeper = self.keeper.map(|keeper| keeper.spilling(put_down));
        let whole = self.whole(live, room, numbers, [None, None]);
        // Of many parts, as each is in memory alone.
        way(&Counting { keeper, part_states: PART_STATES / FINER, ..whole }, hear)
    }

    /// The count of all that lives at once.
    fn whole<'a>(
        &'a self,
        live: &'a Live,
        room: f64,
        numbers: Numbers,
        passes: [Option<Passes>; 2],
    ) -> Counting<'a> {
        let in_passes = passes.iter().any(Option::is_some);
        let besides = if in_passes { Choice::besides(self.plan, live) } else { 0.0 };
        Counting {
            plan: self.plan,
            live,
            numbers,
            part_states: PART_STATES,
            maps: self.maps,
            crew: self.crew,
            memory: (room - besides) as u64,
            bits: self.bits,
            passes,
            keeper: self.keeper,
        }
    }
}

/// Slices of what lives, a few; none if it cannot be cut.
pub fn cut(plan: &Plan, all: &Live) -> Option<Slices> {
    let slices = Slices::new(plan, &all.met, PIECES);
    (slices.shares().len() > 1).then_some(slices)
}

/// Hears of what follows so many states: what was in vain is told, too, and nothing taken back.
fn going_on<'h>(so_far: &'h mut u64, hear: Hear<'h>) -> impl FnMut(&LayerReport) -> bool + 'h {
    let before = *so_far;
    move |report| {
        *so_far = (*so_far).max(before + report.states_so_far);
        hear(&LayerReport { states_so_far: *so_far, ..*report })
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Choice, Counted, Ended, FOR_STATES, Keeper, Maps, PLANNED, Pieces, Slices, StateEstimate,
        live,
    };
    use crate::count::Count;
    use crate::engine::Shelf;
    use crate::method::LayerReport;
    use crate::tours::Kind;
    use crate::tours::halves::count::{Counting, Hear};
    use crate::tours::halves::samples::{all_live, crew, plan};
    use std::cell::{Cell, RefCell};

    /// Pieces of at most so many degrees that meet add up to the whole; none are wasted on what
    /// cannot be cut.
    #[test]
    fn pieces_add_up_to_the_whole() {
        for (board, kind, least) in [
            ("6x8", Kind::Closed, 20),
            ("5x8", Kind::Closed, 10),
            ("4x8", Kind::Open, 10),
            ("5x5", Kind::Open, 4),
            ("cylinder:6x6", Kind::Closed, 2),
        ] {
            let plan = plan(board, kind);
            let (all, crew) = (all_live(&plan), crew(2));
            let maps = Maps::new(4);
            let (memory, bits, keeper, spills, larger) = (1 << 32, 200, None, false, 1.0);
            let (plan, maps, expects) = (&plan, &maps, &|_| {});
            let pieces = Pieces { plan, maps, crew, memory, bits, keeper, spills, larger, expects };
            let in_pieces = |most: usize| {
                let (counted, mut heard) = (Cell::new(0), Vec::new());
                let way = |counting: &Counting<'_>, hear: Hear<'_>| -> Counted {
                    let found = counting.count(hear)?;
                    if counting.live.met.count() > most {
                        return Err(Ended::Memory(LayerReport::default()));
                    }
                    counted.set(counted.get() + 1);
                    Ok(found)
                };
                let mut hear = |report: &LayerReport| {
                    heard.push(report.states_so_far);
                    true
                };
                let done = pieces.count(&all, None, 0, &way, &mut hear);
                (done.map(|(count, states)| (count.to_string(), states)), counted.get(), heard)
            };
            let met = all.met.count();
            let (whole, one, _) = in_pieces(met);
            let (count, states) = whole.unwrap();
            assert_eq!(one, 1);
            for most in [met - 1, met / 3, met / 20] {
                let (sum, several, heard) = in_pieces(most);
                let (sum, more) = match sum {
                    Ok(sum) => sum,
                    Err(Ended::Memory(_)) if most < met / 3 => continue,
                    Err(ended) => panic!("{board}: {ended:?}"),
                };
                assert_eq!(sum, count, "{board} in {several} pieces");
                assert!(several > 1 && more.iter().sum::<u64>() >= states.iter().sum());
                // What was in vain is told, too; nothing is taken back.
                let told: Vec<_> = heard.into_iter().filter(|&so_far| so_far > 0).collect();
                assert!(told.is_sorted() && told.last() > Some(&more.iter().sum()));
                assert!(most > met / 20 || several >= least, "{board}: {several} pieces");
            }
            assert!(matches!(in_pieces(0).0, Err(Ended::Memory(_))), "{board}");
        }
    }

    /// What a piece came to is kept, and no other piece comes to it.
    #[test]
    fn pieces_that_are_kept_add_up_as_well() {
        let plan = plan("5x8", Kind::Closed);
        let (all, maps, shelf) = (all_live(&plan), Maps::new(4), Shelf::default());
        let most = all.met.count() / 3;
        let way = |counting: &Counting<'_>, hear: Hear<'_>| -> Counted {
            match counting.live.met.count() > most {
                true => Err(Ended::Memory(LayerReport::default())),
                false => counting.count(hear),
            }
        };
        let pieces = Pieces {
            plan: &plan,
            maps: &maps,
            crew: crew(1),
            memory: 1 << 32,
            bits: 200,
            keeper: Some(Keeper::new(&shelf, [])),
            spills: false,
            larger: 1.0,
            expects: &|_| {},
        };
        let (count, _) = pieces.count(&all, None, 0, &way, &mut |_| true).unwrap();
        assert_eq!(count.to_string(), "44202");
    }

    /// Who waits hears of the states of the passes that are made; those that do not fit are
    /// followed by others that are expected to take less.
    #[test]
    fn passes_are_told() {
        let (plan, crew, maps) = (plan("8x10", Kind::Closed), crew(2), Maps::new(4));
        let all = all_live(&plan);
        let slices = Slices::new(&plan, &all.met, 24);
        // Slices that are worth passes in so little memory.
        for slice in [18, 30] {
            let wants = |d| slices.part_of(d) == slice;
            let live = live(&plan, &all, wants, crew, &mut || true).unwrap();
            let known = StateEstimate::of(&plan, &live);
            let whole = Choice::within([f64::INFINITY; 2], &plan, &live).unwrap().costs.bytes;
            let room = (whole * 0.6 + Choice::besides(&plan, &live)) / PLANNED;
            let memory = (known.besides + room / FOR_STATES) as u64;
            let (told, tried) = (RefCell::new(Vec::new()), Cell::new(0));
            let way = |counting: &Counting<'_>, _: Hear<'_>| -> Counted {
                if counting.passes.iter().all(Option::is_none) {
                    return Err(Ended::Stopped);
                }
                tried.set(tried.get() + 1);
                match tried.get() {
                    2 => Ok((Count::ZERO, Vec::new())),
                    _ => Err(Ended::Memory(LayerReport::default())),
                }
            };
            let expects = &|states| told.borrow_mut().push(states);
            let (bits, keeper, spills, larger) = (200, None, false, 1.0);
            let (plan, maps) = (&plan, &maps);
            let pieces = Pieces { plan, maps, crew, memory, bits, keeper, spills, larger, expects };
            pieces.count(&live, Some(known), 0, &way, &mut |_| true).unwrap();
            let told = told.into_inner();
            assert_eq!(told.len(), 2, "{slice}");
            assert!(told[0] > known.states && told[1] > told[0], "{slice}: {told:?}");
        }
    }

    /// What fits in no way is not swept in vain: its pieces are, which are cut from what no number
    /// of slices would cut.
    #[test]
    fn what_fits_in_no_way_is_cut_at_once() {
        let (plan, crew, maps) = (plan("8x8", Kind::Closed), crew(2), Maps::new(4));
        let all = all_live(&plan);
        let slices = Slices::new(&plan, &all.met, 1 << 20);
        let live = live(&plan, &all, |d| slices.part_of(d) == 0, crew, &mut || true).unwrap();
        let (largest, swept) = (Cell::new(0), Cell::new(0));
        let way = |counting: &Counting<'_>, hear: Hear<'_>| -> Counted {
            largest.set(largest.get().max(counting.live.met.count()));
            swept.set(swept.get() + 1);
            Counting { memory: 1 << 32, passes: [None, None], ..*counting }.count(hear)
        };
        let told = RefCell::new(Vec::new());
        let (bits, keeper, spills, larger) = (200, None, false, 1.0);
        let (plan, maps, expects) = (&plan, &maps, &|states| told.borrow_mut().push(states));
        let count = |memory| {
            let pieces = Pieces { plan, maps, crew, memory, bits, keeper, spills, larger, expects };
            let (count, _) = pieces.count(&live, None, 0, &way, &mut |_| true).unwrap();
            (count.to_string(), largest.take(), swept.take())
        };
        let (whole, met) = (count(1 << 32), live.met.count());
        assert_eq!((whole.1, whole.2), (met, 1));
        let (sum, largest, swept) = count(1 << 16);
        assert!(largest < met && swept > 1, "{largest} of {met}, {swept}");
        assert_eq!(sum, whole.0);
        // Each is told of with those after it, of which there are none in the end.
        let told = told.into_inner();
        assert!(told.len() >= swept && told[0] > told[told.len() - 1], "{told:?}, {swept}");
    }
}
