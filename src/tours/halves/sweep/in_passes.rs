//! A half whose first layers are never whole: see [`Passes`].

use super::block::Block;
use super::disk::{Found, Record, Saved, Spot};
use super::expand::Unfinished;
use super::layer::{Kept, Layer};
use super::parts::Parts;
use super::passes::Passes;
use super::ring::Ring;
use super::stage::{HalfSweep, Meet, Stage};
use super::way::{End, Failed, Swept, Way, at_first};

/// As many parts as there are.
const MANY: u64 = 1 << 20;

/// What a layer has, whatever lives of it in the pass that comes.
type Made<V> = (Vec<Kept>, u64, Vec<Block<V>>);

impl<'a, R: Ring> Way<'_, 'a, R> {
    /// All layers, up to the one where passes add up pass by pass.
    pub fn in_passes(
        self,
        passes: &Passes,
        meet: Option<Meet<'_, R::Value>>,
        record: &mut Record<'_, '_>,
    ) -> Result<Swept<'a, R::Value>, Failed> {
        let Way { sweep, pool, keep, joint, .. } = self;
        let find = |file, at: Option<usize>| -> Result<Option<Found>, Failed> {
            let found = record.find(file, sweep.plan.last()).map_err(at_first)?;
            Ok(found.filter(|found| at.is_none_or(|at| found.spot.at == at)))
        };
        let added_up = find(Saved::Sum, Some(passes.sum()))?;
        let common = find(Saved::Shared, Some(passes.shared()))?;
        let done = added_up.as_ref().map_or(0, |found| found.spot.pass).min(passes.count());
        let are_done = done == passes.count();
        let mut begun =
            find(Saved::Layer, None)?.filter(|&Found { spot: Spot { at, pass, .. }, .. }| {
                pass == done && are_done == (at >= passes.sum())
            });
        if are_done && let Some(found) = &begun {
            return self.go_on(Some(found), meet, record);
        }
        self.resume([&added_up, &common, &begun].into_iter().flatten(), record)?;
        let next = Stage::new(sweep.layers(), passes.sum(), keep, joint, MANY);
        let mut sum = match &added_up {
            Some(found) => self.load(Saved::Sum, found, Some(&next.parts), record)?,
            None => sweep.layer(passes.sum()),
        };
        let mut shared = None;
        for pass in done..passes.count() {
            let mut pause = || record.hear(0, None);
            let live = passes.live(pass, sweep.plan, sweep.live, sweep.crew, &mut pause);
            let live = live.ok_or(Unfinished::Stopped).map_err(at_first)?;
            let own = HalfSweep { live: &live, passes: None, ..sweep };
            let has_all = |layer: usize| live[layer].count() == sweep.live[layer].count();
            let is_shared = (0..=passes.shared()).all(has_all);
            let keep = if is_shared { Some(passes.shared()) } else { keep };
            let way = Way { sweep: own, keep, joint: None, ..self };
            let least = if is_shared { passes.shared() } else { 0 };
            let start = match begun.take().filter(|found| found.spot.at > least) {
                Some(found) => way.begun(&found, record)?,
                None if is_shared => way.shared(&mut shared, common.as_ref(), record)?,
                None => way.first()?,
            };
            let (layer, parts, of) = (passes.sum(), &next.parts, Some(&sum));
            let end = End { layer, parts, sum: of, pass: Some(pass) };
            let made = way.run(start, Some(end), None, record)?;
            if is_shared && let Some(kept) = made.kept {
                shared = Some((kept.spans, kept.states, kept.blocks));
            }
            let Layer { spans, states, blocks, .. } = made.last;
            (sum.spans, sum.states) = (spans, states);
            pool.give_back(std::mem::replace(&mut sum.blocks, blocks));
            pool.tidy();
            let spot = Spot { at: passes.sum(), pass: pass + 1, ..Spot::default() };
            record.save(Saved::Sum, spot, &sum).and_then(|_| record.forget()).map_err(at_first)?;
        }
        if let Some((_, _, blocks)) = shared {
            pool.give_back(blocks);
        }
        self.run((sum, next), None, meet, record)
    }

    /// The layer that all passes begin from, as it was made before, or is kept, or made now.
    fn shared(
        self,
        made: &mut Option<Made<R::Value>>,
        found: Option<&Found>,
        record: &mut Record<'_, '_>,
    ) -> Result<(Layer<'a, R::Value>, Stage), Failed> {
        let layer = self.keep.expect("it is shared");
        let common = match (made.take(), found) {
            (Some((spans, states, blocks)), _) => {
                let mut common = self.sweep.layer(layer);
                (common.spans, common.states, common.blocks) = (spans, states, blocks);
                common
            }
            (None, Some(found)) => self.load(Saved::Shared, found, None, record)?,
            (None, None) => {
                let parts = Parts::whole();
                let end = End { layer, parts: &parts, sum: None, pass: None };
                let common = self.run(self.first()?, Some(end), None, record)?.last;
                let spot = Spot { at: layer, ..Spot::default() };
                record.save(Saved::Shared, spot, &common).map_err(at_first)?;
                common
            }
        };
        let stage = Stage::new(
            self.sweep.layers(),
            layer,
            self.keep,
            None,
            self.sweep.wanted(common.states),
        );
        Ok((common, stage))
    }
}
