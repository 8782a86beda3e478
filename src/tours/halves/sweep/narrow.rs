//! The live degrees of a slice: those from which its part of the meeting is reached.
//!
//! The degrees that live at all are known, so a pass backwards suffices, from what is made to
//! what it is made of; it takes as long as the slice is large.

use super::crew::{Crew, Pause};
use super::live::{Live, WORDS, meetings, unite};
use crate::tours::halves::degrees::{Base3, DegreeSet, Degrees, Packed, SharedSet};
use crate::tours::halves::machine::{Job, Machine};
use crate::tours::halves::plan::{HalfPlan, Plan, Step};

/// What lives for the meetings that are wanted, by the degrees of the upper half; none if it
/// was ended before its time.
pub fn narrowed(
    plan: &Plan,
    whole: &Live,
    wants: impl Fn(Degrees) -> bool,
    crew: Crew,
    pause: Pause<'_>,
) -> Option<Live> {
    let lower_half = plan.lower.as_ref();
    let upper_base = Base3::new(plan.upper.slots);
    let lower_base = Base3::new(lower_half.unwrap_or(&plan.upper).slots);
    let bases = [&upper_base, &lower_base];
    let (met, wanted) = meetings(plan, bases, &whole.met, wants, None);
    let packed = Packed::of(&met);
    let mut back = |half, base, live, from: DegreeSet, also: Option<(usize, &DegreeSet)>| {
        Back { half, base, live, crew }.run(from, also, pause)
    };
    Some(match (lower_half, &whole.lower) {
        (Some(half), Some(live)) => {
            let lower = back(half, &lower_base, live, wanted, None)?;
            let upper = back(&plan.upper, &upper_base, &whole.upper, met, None)?;
            Live { upper, lower: Some(lower), met: packed }
        }
        _ => {
            let also = Some((plan.joint.layer, &wanted));
            let upper = back(&plan.upper, &upper_base, &whole.upper, met, also)?;
            Live { upper, lower: None, met: packed }
        }
    })
}

/// A half that is gone through backwards.
struct Back<'a> {
    half: &'a HalfPlan,
    base: &'a Base3,
    live: &'a [Packed],
    crew: Crew,
}

impl Back<'_> {
    /// By layer, what leads to a part of the last one, or to what is wanted of another.
    fn run(
        self,
        from: DegreeSet,
        also: Option<(usize, &DegreeSet)>,
        pause: Pause<'_>,
    ) -> Option<Vec<Packed>> {
        let Back { half, base, live, crew } = self;
        let mut next = from;
        let mut layers = Vec::new();
        for layer in (0..=half.last()).rev() {
            if let Some((_, wanted)) = also.filter(|&(wanted, _)| wanted == layer) {
                unite(&mut next, wanted);
            }
            let Some(step) = layer.checked_sub(1).map(|before| &half.steps[before]) else { break };
            let (all, found) = (live[layer - 1].unpack(), SharedSet::new(base.len()));
            let work = |_: &mut (), (at, words): (usize, &[u64])| {
                let first = at * WORDS;
                crew.backend.enter(Trace { step, base, first, words, all: &all, found: &found });
                true
            };
            let pieces = next.words().chunks(WORDS).enumerate();
            if !crew.spread(|| (), pieces, work, pause).1 {
                return None;
            }
            layers.push(Packed::briefly(std::mem::replace(&mut next, found.done())));
        }
        layers.push(Packed::briefly(next));
        layers.reverse();
        Some(layers)
    }
}

/// Puts what degrees are made of into a set, if it lives at all.
struct Trace<'a> {
    step: &'a Step,
    base: &'a Base3,
    first: usize,
    words: &'a [u64],
    all: &'a DegreeSet,
    found: &'a SharedSet,
}

impl Job for Trace<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Machine) {
        let Trace { step, base, first, words, all, found } = self;
        DegreeSet::each_of(first, words, |number| {
            step.sources(base.degrees(number), |before, _| {
                let before = base.number(before);
                if all.has(before) {
                    found.put(before);
                }
            });
        });
    }
}
