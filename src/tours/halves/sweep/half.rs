//! `HalfSweep`: all layers of a half, one after the other.

use super::block::Pool;
use super::disk::{Keeper, Record, Saved, Spot, Watch};
use super::ring::Ring;
use super::stage::{HalfSweep, Meet};
use super::turns::Turns;
use super::way::{Failed, Swept, Way, at_first};
use super::worker::Rested;

impl<'a> HalfSweep<'a> {
    /// Sweeps the half, and keeps a layer besides the last if there is one to keep. If somebody
    /// meets the parts of the last layer, it is gone then. With a keeper it goes on from what
    /// was kept there.
    pub fn run<R: Ring>(
        self,
        ring: R,
        pool: &Pool<R::Value>,
        keep: Option<usize>,
        meet: Option<Meet<'_, R::Value>>,
        keeper: Option<Keeper<'_>>,
        watch: Watch<'_>,
    ) -> Result<Swept<'a, R::Value>, Failed> {
        let turns = Turns::of(self.plan.mirrored(), self.plan.slots);
        let rested = Rested::default();
        let joint = meet.as_ref().map(|meet| meet.joint);
        let way = Way { sweep: self, ring, pool, turns: &turns, rested: &rested, keep, joint };
        let mut record = Record::new(keeper, watch);
        let last = self.plan.last();
        let found = record.find(Saved::Last, last).map_err(at_first)?;
        if let Some(found) = found.filter(|found| joint.is_none() && found.spot.at == last) {
            let kept = way.kept(last, &record)?;
            let last = way.load(Saved::Last, &found, None, &record)?;
            return way.resume([&found], &mut record).map(|()| Swept { last, kept });
        }
        let swept = match self.passes {
            None => way.at_once(meet, &mut record)?,
            Some(passes) => way.in_passes(passes, meet, &mut record)?,
        };
        if joint.is_none() {
            let spot = Spot { at: last, ..Spot::default() };
            record.save(Saved::Last, spot, &swept.last).map_err(at_first)?;
        }
        Ok(swept)
    }
}

#[cfg(test)]
mod tests {
    use super::super::layer::Layer;
    use super::super::ring::{Modulo, Words};
    use super::super::stage::{PART_STATES, Stage};
    use super::{HalfSweep, Pool, Ring};
    use crate::tours::Kind;
    use crate::tours::halves::matching::Maps;
    use crate::tours::halves::plan::Plan;
    use crate::tours::halves::samples::{all_live, crew, plan};

    /// The states of a layer by their group, without those that are zero.
    fn listed<V: Copy + Default + PartialEq>(layer: &Layer<'_, V>) -> Vec<(usize, u32, V)> {
        let of = |place: usize| {
            let (ranks, numbers) = layer.states(place);
            let states = ranks.iter().zip(numbers).filter(|(_, n)| **n != V::default());
            states.map(|(&rank, &number)| (place, rank, number)).collect::<Vec<_>>()
        };
        (0..layer.spans.len()).flat_map(of).collect()
    }

    /// What a sweep comes to with parts of so many states; the bytes that it took.
    fn swept<R: Ring>(plan: &Plan, ring: R, part_states: u64, threads: usize) -> (String, u64) {
        let (live, crew) = (all_live(plan), crew(threads));
        let maps = Maps::new(3);
        let half = HalfSweep {
            plan: &plan.upper,
            live: &live.upper,
            maps: &maps,
            crew,
            part_states,
            passes: None,
        };
        let joint = plan.joint.layer;
        let keep = (plan.lower.is_none() && joint < plan.upper.last()).then_some(joint);
        let pool = Pool::new(4 << 30);
        let mut states = Vec::new();
        let mut watch = |layer: usize, more: Option<u64>| {
            states.extend(more.map(|more| (layer, more)));
            true
        };
        let done = half.run(ring, &pool, keep, None, None, &mut watch).unwrap();
        let kept = done.kept.as_ref().map(listed);
        (format!("{states:?} {kept:?} {:?}", listed(&done.last)), pool.bytes())
    }

    #[test]
    fn layers_in_parts_are_those_in_one() {
        let mut parted = 0;
        for (board, kind) in [
            ("6x8", Kind::Closed),
            ("4x8", Kind::Open),
            ("3x8", Kind::Closed),
            ("6x9", Kind::Open),
            ("5x5", Kind::Open),
            ("6x6", Kind::Closed),
            ("cylinder:6x6", Kind::Closed),
            ("cylinder:5x4", Kind::Closed),
            ("torus:4x4", Kind::Open),
        ] {
            let plan = plan(board, kind);
            let (whole, _) = swept(&plan, Words, PART_STATES, 1);
            let in_parts = |threads| swept(&plan, Words, 1, threads).0;
            assert!(in_parts(1) == whole && in_parts(3) == whole, "{board}");
            let prime = Modulo::new(2_147_483_647);
            assert_eq!(swept(&plan, prime, 1, 2).0, swept(&plan, prime, PART_STATES, 1).0);
            let live = all_live(&plan);
            let maps = Maps::new(3);
            let (half, live) = (&plan.upper, &live.upper);
            let sweep = HalfSweep {
                plan: half,
                live,
                maps: &maps,
                crew: crew(1),
                part_states: 1,
                passes: None,
            };
            for first in 0..half.last() {
                let Stage { steps, parts, .. } =
                    Stage::new(sweep.layers(), first, None, None, sweep.wanted(1000));
                parted += usize::from(steps.len() > 1 && parts.count() > 1);
            }
        }
        assert!(parted > 10, "{parted} stages of several steps were in parts");
    }
}
