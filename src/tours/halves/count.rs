//! `Counting`: one sweep of both halves, and the meeting.

use super::expected::Numbers;
use super::matching::Maps;
use super::meeting::{ByDegrees, Meeting, Met};
use super::plan::Plan;
use super::sweep::{
    Crew, HalfSweep, Keeper, Layer, Live, Meet, Passes, Pause, Pool, Ring, Sums, Unfinished,
    Within, Words,
};
use crate::error::Error;
use crate::method::LayerReport;

/// What is counted and with what.
pub struct Counting<'a> {
    /// Both halves.
    pub plan: &'a Plan,
    /// The degrees that live.
    pub live: &'a Live,
    /// Acts as tables.
    pub maps: &'a Maps,
    /// The threads.
    pub crew: Crew,
    /// Bytes for states.
    pub memory: u64,
    /// Bits that the count cannot pass, known otherwise.
    pub bits: u64,
    /// What states are counted in.
    pub numbers: Numbers,
    /// States of a part for each thread, about.
    pub part_states: u64,
    /// What each half is swept in.
    pub passes: [Option<Passes>; 2],
    /// Who keeps layers of it.
    pub keeper: Option<Keeper<'a>>,
}

/// How a count ended.
#[derive(Debug)]
pub enum Ended {
    /// Somebody asked for it.
    Stopped,
    /// There was no memory for the layer after this one.
    Memory(LayerReport),
    /// A layer could not be kept, or read.
    Failed(Error),
}

/// What is said where there was no memory for the layer after this one.
pub fn no_room(at: &LayerReport, what: String, limit: u64) -> Error {
    let LayerReport { layer, layers, states: classes, .. } = *at;
    Error::OutOfMemory { what, layer, layers, classes, limit }
}

/// Hears how far it is; false ends it.
pub type Hear<'a> = &'a mut dyn FnMut(&LayerReport) -> bool;

impl Counting<'_> {
    /// The cycles through all vertices by the degrees where the halves meet.
    pub fn by_degrees(&self, hear: Hear<'_>) -> Result<ByDegrees, Ended> {
        let mut found = None;
        let pool = Pool::new(self.memory);
        let with = (Words, &pool, None);
        self.halves(with, false, &mut Vec::new(), hear, |meeting, upper, lower, pause| {
            found = Some(meeting.by_degrees(upper, lower, pause)?);
            Some(())
        })?;
        Ok(found.expect("they met"))
    }

    /// The sweep of this number, of both halves or of one for both, and what they come to, in a
    /// ring of the same numbers; unless it is known what it came to.
    pub(super) fn swept<R: Ring, M: Sums<Value = R::Value>>(
        &self,
        (number, ring, meeting_ring): (usize, R, M),
        pool: &Pool<R::Value>,
        profile: &mut Vec<u64>,
        hear: Hear<'_>,
    ) -> Result<Met<M::Sum>, Ended> {
        let keeper = self.keeper.map(|keeper| keeper.sweep(number, ring.modulus()));
        let known = keeper.map_or(Ok(None), |keeper| keeper.known::<M::Sum>());
        if let Some((value, [bound, largest], states)) = known.map_err(Ended::Failed)? {
            *profile = states;
            return Ok(Met { value, bound, largest });
        }
        let mut all = Met { value: M::Sum::default(), bound: 0.0, largest: 0.0 };
        let (in_parts, with) = (self.plan.meets_itself(), (ring, pool, keeper));
        self.halves(with, in_parts, profile, hear, |meeting, upper, lower, pause| {
            let met = meeting.run(meeting_ring, upper, lower, pause)?;
            all = Met {
                value: meeting_ring.plus(all.value, met.value),
                bound: all.bound + met.bound,
                largest: all.largest.max(met.largest),
            };
            Some(())
        })?;
        if let Some(keeper) = keeper {
            let known = (all.value, [all.bound, all.largest], profile.clone());
            keeper.end(&known).map_err(Ended::Failed)?;
        }
        Ok(all)
    }

    /// Sweeps both halves, or one for both, and lets them meet: all at once, or a part of the last
    /// layer after the other, where that meets itself and is not wanted any more.
    fn halves<R: Ring>(
        &self,
        (ring, pool, keeper): (R, &Pool<R::Value>, Option<Keeper<'_>>),
        in_parts: bool,
        profile: &mut Vec<u64>,
        hear: Hear<'_>,
        mut meet: impl FnMut(
            Meeting<'_>,
            &Layer<'_, R::Value>,
            &Layer<'_, R::Value>,
            Pause<'_>,
        ) -> Option<()>,
    ) -> Result<(), Ended> {
        let Counting { plan: Plan { upper, lower, joint, .. }, live, maps, .. } = self;
        let layers = upper.last() + lower.as_ref().map_or(0, |half| half.last()) + 1;
        let mut report = LayerReport {
            layers,
            numbers: R::NAME,
            bytes_each: 4 + size_of::<R::Value>(),
            states_so_far: profile.iter().sum(),
            ..LayerReport::default()
        };
        let mut sweep = |plan, live, keep, meet: Option<Meet<'_, R::Value>>, first: usize| {
            let half = usize::from(first > 0);
            let passes = self.passes[half].as_ref();
            let words = || passes.into_iter().flat_map(Passes::words);
            let keeper = keeper.map(|keeper| keeper.half(half, words()));
            let (crew, part_states) = (self.crew, self.part_states);
            let half = HalfSweep { plan, live, maps, crew, part_states, passes };
            let mut watch = |layer: usize, states: Option<u64>| {
                (report.layer, report.bytes) = (first + layer, pool.bytes());
                if let Some(states) = states {
                    report.layer += 1;
                    report.states = states;
                    report.states_so_far += states;
                    profile.resize(profile.len().max(first + layer + 1), 0);
                    profile[first + layer] += states;
                }
                hear(&report)
            };
            let swept = half.run(ring, pool, keep, meet, keeper, &mut watch);
            swept.map_err(|(unfinished, layer, states)| {
                let layer = first + layer;
                match unfinished {
                    Unfinished::Stopped => Ended::Stopped,
                    Unfinished::Failed(error) => Ended::Failed(error),
                    Unfinished::Full => {
                        Ended::Memory(LayerReport { layer, layers, states, ..Default::default() })
                    }
                }
            })
        };
        let meeting =
            Meeting { plan: self.plan, live: &live.met, maps, crew: self.crew, within: None };
        if in_parts {
            let mut itself =
                |layer: &Layer<'_, R::Value>, within: [Within<'_>; 2], pause: Pause<'_>| {
                    meet(Meeting { within: Some(within), ..meeting }, layer, layer, pause).is_some()
                };
            let itself = Meet { joint, each: &mut itself };
            return sweep(upper, &live.upper, None, Some(itself), 0).map(drop);
        }
        let keep = (lower.is_none() && joint.layer < upper.last()).then_some(joint.layer);
        let up = sweep(upper, &live.upper, keep, None, 0)?;
        let low = match (lower, &live.lower) {
            (Some(half), Some(live)) => Some(sweep(half, live, None, None, upper.last())?.last),
            _ => up.kept,
        };
        let mut pause = || hear(&report);
        let met = meet(meeting, &up.last, low.as_ref().unwrap_or(&up.last), &mut pause);
        met.ok_or(Ended::Stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::{Counting, Keeper, Maps, Numbers, Pool, Words};
    use crate::checkpoint::DirStore;
    use crate::tours::Kind;
    use crate::tours::halves::samples::{all_live, counting, crew, plan};
    use crate::tours::halves::sweep::PART_STATES;

    #[test]
    fn what_meets_in_parts_adds_up() {
        for (board, kind) in [
            ("6x8", Kind::Closed),
            ("5x8", Kind::Closed),
            ("6x9", Kind::Closed),
            ("4x8", Kind::Open),
            ("5x6", Kind::Open),
            ("6x6", Kind::Open),
            ("cylinder:6x6", Kind::Closed),
            ("torus:4x6", Kind::Closed),
        ] {
            let plan = plan(board, kind);
            let live = all_live(&plan);
            let maps = Maps::new(4);
            let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
            let store = DirStore::open(folder.path(), board).unwrap();
            let put_down = Some(Keeper::new(&store, []).spilling(1 << 12));
            let count = |part_states, threads, numbers, keeper| {
                let (crew, all) = (crew(threads), counting(&plan, &live, &maps));
                let counting = Counting { crew, numbers, part_states, keeper, ..all };
                let (count, profile) = counting.count(&mut |_| true).unwrap();
                (count.to_string(), profile)
            };
            let whole = count(PART_STATES, 1, Numbers::Words, None);
            for threads in [1, 3] {
                assert_eq!(count(1, threads, Numbers::Words, None), whole, "{board}");
                assert_eq!(count(1, threads, Numbers::Residues, None).0, whole.0, "{board}");
            }
            // Put down, and met in finer parts.
            if ["6x8", "5x6", "6x6", "torus:4x6"].contains(&board) {
                assert_eq!(count(1, 2, Numbers::Words, put_down), whole, "{board}");
            }
        }
    }

    #[test]
    fn bounds_of_parts_add_up() {
        for (board, kind) in [("6x8", Kind::Closed), ("4x8", Kind::Open), ("5x6", Kind::Open)] {
            let plan = plan(board, kind);
            let (live, maps) = (all_live(&plan), Maps::new(4));
            let met = |part_states| {
                let counting = Counting { part_states, ..counting(&plan, &live, &maps) };
                let (pool, with) = (Pool::new(1 << 32), (0, Words, Words));
                counting.swept(with, &pool, &mut Vec::new(), &mut |_| true).unwrap()
            };
            let (whole, parts) = (met(PART_STATES), met(1));
            assert!((parts.bound / whole.bound - 1.0).abs() < 1e-9, "{board}");
            assert_eq!(parts.largest, whole.largest, "{board}");
        }
    }
}
