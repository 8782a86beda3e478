//! `Pieces`: a count in as many pieces as the memory asks for.
//!
//! How much room states take is known when they are there and not before. What turns out not to
//! fit is cut into a few slices, each counted alone, and what does not fit of those again.

#[cfg(test)]
mod tests;

use super::cost::{FOR_STATES, StateEstimate};
use super::count::{Counting, Ended, Hear};
use super::expected::Numbers;
use super::late::Choice;
use super::matching::Maps;
use super::plan::Plan;
use super::sweep::{Crew, Keeper, Live, PART_STATES, Passes, Slices, live};
use std::cell::Cell;
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

/// The part of the memory that passes are planned for at first: some take so much more than
/// expected.
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
    /// The part of the memory that passes are planned for, if there are such: those of a piece
    /// take about as much more than expected as those of the piece before.
    pub planned: &'a Cell<f64>,
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
        let estimate = known
            .unwrap_or_else(|| StateEstimate::of(self.plan, all, self.crew.threads))
            .larger(self.larger);
        let free = self.memory as f64 - held as f64;
        let room = (free - estimate.besides).max(self.memory as f64 * LEAST) * FOR_STATES;
        // Of which what is swept at once takes so much at most, and passes take another part.
        let in_passes = |[at_once, part]: [f64; 2]| {
            let bytes = room / self.larger;
            Choice::within([bytes * at_once, bytes * part], self.plan, all)
        };
        let noted = self.keeper.map_or(Ok(None), |keeper| keeper.noted(room));
        let noted = noted.map_err(Ended::Failed)?;
        noted.into_iter().for_each(|part| self.plan_for(part));
        // Words that take more than states may have would not come to their end.
        let fitting = estimate.within((estimate.besides + room).min(free));
        let fitting = fitting.or_else(|| estimate.within(free).and(Some(Numbers::Residues)));
        let (mut bytes, numbers, choice) = match (noted, fitting) {
            (None, Some(numbers)) => (estimate.stored[numbers as usize], numbers, None),
            (_, None) if self.spills => {
                let numbers = estimate.spilled_in(free);
                return self.spilled(all, (room, numbers), hear, way);
            }
            (noted, _) => {
                let choice = match noted {
                    Some(part) => in_passes([part; 2]),
                    None => {
                        in_passes([1.0, self.planned.get()]).or_else(|| in_passes([1.0, PLANNED]))
                    }
                };
                // No sweep in vain where it can be cut.
                if choice.is_none()
                    && let Some(slices) = cut(self.plan, all)
                {
                    return self.each(&slices, all, (estimate, held), way, hear);
                }
                (room, Numbers::Residues, choice.or_else(|| in_passes([1.0; 2])))
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
            let next = |less: f64| {
                let part = (bytes * less / room).min(1.0);
                in_passes([part; 2]).map(|choice| (part, choice))
            };
            let Some((part, choice)) = next(less).or_else(|| next(LITTLE_LESS)) else { break };
            self.note(room, part)?;
            self.plan_for(part);
            bytes = choice.costs.bytes * self.larger;
            let whole = self.whole(all, room, Numbers::Residues, self.told(choice));
            done = way(&whole, &mut going_on(&mut so_far, hear));
        }
        let Err(Ended::Memory(at)) = done else { return done };
        let slices = cut(self.plan, all).ok_or(Ended::Memory(at))?;
        self.note(room, 0.0)?;
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
            let known = StateEstimate::of(self.plan, &of_it, self.crew.threads);
            expects(known.states);
            let (own, held) = (Pieces { keeper, expects: &expects, ..*self }, held + all.bytes());
            let (count, states) = own.count(&of_it, Some(known), held, way, &mut hear)?;
            sum += &count;
            profile.resize(profile.len().max(states.len()), 0);
            profile.iter_mut().zip(states).for_each(|(all, states)| *all += states);
        }
        Ok((sum, profile))
    }

    /// Passes from here on are planned for no more than this part of the room; of none, where it
    /// is cut, nothing follows.
    fn plan_for(&self, part: f64) {
        if part > 0.0 {
            self.planned.set(part.min(self.planned.get()));
        }
    }

    /// Keeps in mind which part of the room is tried, none if it is cut: a run that goes on does
    /// not try again what was in vain.
    fn note(&self, room: f64, part: f64) -> Result<(), Ended> {
        self.keeper.map_or(Ok(()), |keeper| keeper.note(room, part)).map_err(Ended::Failed)
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
