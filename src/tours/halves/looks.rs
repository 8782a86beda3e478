//! Slices looked at before they are counted: what each is expected to take, and how few of them
//! fit in memory.
//!
//! A look finds what lives for a slice, which takes seconds where frontiers are wide. What was
//! found is kept with the grounds: who asks for a cost asks again when it counts.

use super::cost::{FOR_STATES, StateEstimate};
use super::expected::Numbers;
use super::grounds::{Looked, Room};
use super::late::Choice;
use super::method::HalvesCount;
use super::pieces::{PLANNED, cut};
use super::sweep::{self, Live, Pause};
use crate::engine::{Plan, Stop};

/// Slices up to which each is looked at; of more, some besides the largest, and more of them where
/// what is reached takes few bytes and a look a tenth of a second.
const ALL: usize = 32;
const SOME: [usize; 2] = [4, 16];
const FEW_BYTES: usize = 64 << 20;
/// The most slices that are made of a count to fit in memory.
const MOST_SLICES: usize = 1 << 12;
/// Passes seldom take less than one part of so many of the memory.
const BY_PASSES: f64 = 5.0;

impl HalvesCount {
    /// What the slices take, by each of a few or some of many; none if it was ended.
    pub(super) fn looked(&self, pause: Pause<'_>) -> Option<Looked> {
        self.looked_beyond(None, pause)
    }

    /// The same where the first slice may have been looked at.
    fn looked_beyond(&self, first: Option<StateEstimate>, pause: Pause<'_>) -> Option<Looked> {
        let asked = (self.split, self.room());
        if let Some(looked) = self.grounds.looks().of_slices.get(&asked) {
            return Some(looked.clone());
        }
        let reached = self.grounds.reached(self.crew(), usize::MAX, pause)?;
        let (slices, common) = (self.slices(&reached).shares().len(), self.kept(&reached));
        let first = match first {
            Some(first) => first,
            None => self.look(0, pause)?,
        };
        let mut look =
            |slice: usize| if slice == 0 { Some(first) } else { self.look(slice, pause) };
        // In the middle of as many parts of all slices, which are sorted by their size.
        let some = SOME[usize::from(reached.bytes() < FEW_BYTES)];
        let some = if slices <= ALL { slices } else { some };
        let others = (0..some).map(|at| look((2 * at + 1) * slices / (2 * some)));
        let others = others.collect::<Option<Vec<StateEstimate>>>()?;
        let estimate = StateEstimate::of_slices(&first, &others, slices, common);
        let seconds = others.iter().map(StateEstimate::seconds);
        let seconds = (slices <= ALL).then(|| seconds.collect());
        let looked = Looked { estimate, seconds };
        self.grounds.looks().of_slices.insert(asked, looked.clone());
        Some(looked)
    }

    /// What a slice takes.
    fn look(&self, slice: usize, pause: Pause<'_>) -> Option<StateEstimate> {
        let reached = self.grounds.reached(self.crew(), usize::MAX, pause)?;
        let live = self.live_of(&reached, slice, pause)?;
        self.look_at(&live, self.slices(&reached).is_finest(slice), self.kept(&reached), pause)
    }

    /// What that takes which lives, with so much held besides it: whole if that fits, else in
    /// passes if these do, else, where no number of slices would cut it, in pieces.
    fn look_at(
        &self,
        live: &Live,
        is_finest: bool,
        held: usize,
        pause: Pause<'_>,
    ) -> Option<StateEstimate> {
        let plan = &self.grounds.halves;
        let estimate = StateEstimate::of(plan, live, self.crew().threads).larger(self.larger);
        let free = self.memory as f64 * FOR_STATES - held as f64;
        if estimate.within(free).is_some() {
            return Some(estimate);
        }
        let room = (free - estimate.besides) / self.larger;
        if let Some(choice) = Choice::within([room, room * PLANNED], plan, live) {
            return Some(estimate.in_passes(&choice.costs, self.larger));
        }
        let pieces = if is_finest { cut(plan, live) } else { None };
        let Some(pieces) = pieces else { return Some(estimate) };
        let (held, free) = (held + live.bytes(), free - live.bytes() as f64);
        let mut all = Vec::new();
        for piece in 0..pieces.shares().len() {
            let wants = |d| pieces.part_of(d) == piece;
            let own = sweep::live(plan, live, wants, self.crew(), pause)?;
            let told = self.look_at(&own, true, held, pause)?;
            all.push(told);
            if told.within(free).is_none() {
                // The others do not make it fit.
                break;
            }
        }
        Some(StateEstimate::of_slices(&all[0], &all, all.len(), live.bytes()))
    }

    /// The same count in few slices that fit in the memory that it has, and its estimate; none if
    /// small ones would not fit either, or it was ended.
    pub fn fitting(mut self, pause: Pause<'_>) -> Option<(HalvesCount, StateEstimate)> {
        let known = self.grounds.looks().fitting.get(&self.room()).copied();
        if let Some(split) = known {
            self = self.split(split);
            let estimate = self.looked(pause)?.estimate;
            return Some((self, estimate));
        }
        // Every slice is found among these.
        let reached = self.grounds.reached(self.crew(), self.memory as usize, pause)?;
        let limit = self.memory as f64 * FOR_STATES;
        let free = limit - self.kept(&reached) as f64;
        let (mut split, mut last, mut finest) = (2, 1, None);
        loop {
            self = self.split(split);
            let of = self.slices(&reached);
            let (slices, is_finest) = (of.shares().len(), of.is_finest(0));
            // The first one, which has most places, tells how far they are from it.
            let first = match finest {
                Some(first) => first,
                None => self.look(0, pause)?,
            };
            finest = is_finest.then_some(first);
            let mut bytes = first.bytes(Numbers::Residues);
            if bytes < free {
                let estimate = self.looked_beyond(Some(first), pause)?.estimate;
                if estimate.within(limit).is_some() {
                    self.grounds.looks().fitting.insert(self.room(), split);
                    return Some((self, estimate));
                }
                bytes = estimate.bytes(Numbers::Residues);
            }
            let is_last = split >= MOST_SLICES || slices == last;
            // No number of slices would cut the first one.
            if is_last || is_finest && first.within(free).is_none() {
                return None;
            }
            // Twice as many take more than half each.
            let times = (bytes / limit / BY_PASSES).powi(2).max(2.0);
            (last, split) = (slices, ((split as f64 * times) as usize).min(MOST_SLICES));
        }
    }

    /// True if it is known what fits in the memory.
    pub fn is_looked_at(&self) -> bool {
        self.grounds.looks().fitting.contains_key(&self.room())
    }

    /// The plan with shares by the seconds that slices are expected to take, if there are few: by
    /// their places they would be off by ten times where some are swept in passes.
    pub(super) fn weighed(&self, mut plan: Plan, stop: &Stop) -> Plan {
        if (2..=ALL).contains(&plan.units.len())
            && let Some(looked) = self.looked(&mut || !stop.is_requested())
            && let Some(seconds) = looked.seconds
        {
            let all: f64 = seconds.iter().sum();
            plan.units.iter_mut().zip(seconds).for_each(|(unit, own)| unit.share = own / all);
        }
        plan
    }

    fn room(&self) -> Room {
        (self.memory, self.larger.to_bits())
    }
}

#[cfg(test)]
mod tests {
    use super::{FOR_STATES, HalvesCount, Numbers, StateEstimate};
    use crate::board::{Board, Piece};
    use crate::engine::{Enumeration, Plan, Run, Stop, Unit};
    use crate::tours::{Kind, TourQuestion};

    fn closed(rows: usize, columns: usize, memory: u64) -> HalvesCount {
        let board = Board::rectangle(rows, columns).unwrap();
        let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
        HalvesCount::new(question).unwrap().threads(2).memory(memory)
    }

    /// So few slices that each fits, found once; half as many do not.
    #[test]
    fn as_few_slices_are_made_as_fit() {
        const MEMORY: u64 = 130_000_000;
        let count = closed(8, 8, MEMORY);
        let question = count.question().clone();
        let fits = |estimate: StateEstimate| estimate.within(0.9 * MEMORY as f64).is_some();
        assert!(!fits(count.estimate()) && !count.is_looked_at());
        let (fitting, estimate) = count.fitting(&mut || true).unwrap();
        assert!(fits(estimate) && fitting.splits() > 2);
        let again = HalvesCount::new(question).unwrap().memory(MEMORY);
        assert!(again.is_looked_at());
        // What is known is not looked for again, and nobody is asked to go on.
        let (same, told) = again.fitting(&mut || false).unwrap();
        assert_eq!((same.splits(), told), (fitting.splits(), estimate));
        assert!(!fits(closed(8, 8, MEMORY).split(fitting.splits() / 2).estimate()));
        assert!(closed(8, 8, MEMORY).fitting(&mut || false).is_none());
        // Not even what is reached fits.
        assert!(closed(8, 8, 100_000).fitting(&mut || true).is_none());
    }

    /// Shares by what slices are expected to take are closer to what they take than those by
    /// their places.
    #[test]
    fn shares_tell_what_slices_take() {
        let count = closed(7, 8, 1 << 30).split(8);
        let plan = count.plan();
        let weighed = count.weigh(plan.clone(), &Stop::new());
        let mut states = Vec::new();
        for unit in &plan.units {
            let own = Plan { units: vec![Unit { id: 0, ..unit.clone() }], ..plan.clone() };
            let outcome = Run::new(&count).plan(own).threads(1).execute().unwrap();
            states.push(outcome.tally.nodes() as f64);
        }
        let all: f64 = states.iter().sum();
        let off = |units: &[Unit]| {
            let off = |(unit, seen): (&Unit, &f64)| (unit.share - seen / all).abs();
            units.iter().zip(&states).map(off).sum::<f64>()
        };
        let total: f64 = weighed.units.iter().map(|unit| unit.share).sum();
        assert!((total - 1.0).abs() < 1e-9);
        let (by_place, by_look) = (off(&plan.units), off(&weighed.units));
        assert!(by_look < by_place / 1.5, "{by_look}, {by_place}: {states:?}");
        // All have the memory that the largest takes, which is not the first one here.
        let told = count.estimate().bytes(Numbers::Residues);
        let of = |at: usize| count.look(at, &mut || true).unwrap().bytes(Numbers::Residues);
        let most = (1..plan.units.len()).map(of).fold(0.0, f64::max);
        assert!(most > of(0) && told >= most, "{told}, {most}");
        // Who is stopped leaves the shares as they are.
        let stop = Stop::new();
        stop.request();
        let other = closed(7, 8, 1 << 29).split(8);
        assert_eq!(other.weigh(plan.clone(), &stop).units, plan.units);
    }

    /// A slice that no number of slices cuts is looked at in pieces, as it is counted, and others
    /// are not.
    #[test]
    fn what_no_split_cuts_is_looked_at_in_pieces() {
        let whole = closed(8, 10, 1 << 34).split(1 << 20).look(0, &mut || true).unwrap();
        let look = |part: f64| {
            let memory = (whole.besides + whole.stored[1] * part) / FOR_STATES;
            let count = closed(8, 10, memory as u64).split(1 << 20);
            let reached = count.reached();
            let live = count.live_of(&reached, 0, &mut || true).unwrap();
            let held = count.kept(&reached);
            let [told, uncut] = [true, false]
                .map(|is_finest| count.look_at(&live, is_finest, held, &mut || true).unwrap());
            assert_eq!(count.look(0, &mut || true).unwrap(), told);
            assert!(uncut == whole && told.stored[1] < whole.stored[1], "{told:?}");
            told.states / whole.states
        };
        assert!(look(0.4) > 1.2);
        // Where the first piece does not fit, no others are looked at.
        assert!(look(0.0) < 0.8);
    }
}
