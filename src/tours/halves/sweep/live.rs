//! Live degrees: those that are reached in a layer and from which the meeting is reached.
//!
//! A pass forwards and a pass backwards over sets of degrees, before any matching is looked
//! at. What is dead by its degrees is never made, so that no rule has to find it out.

use super::crew::{Crew, Pause};
use crate::tours::halves::degrees::{Base3, DegreeSet, Degrees, Packed, SharedSet};
use crate::tours::halves::machine::{Job, Machine};
use crate::tours::halves::plan::{HalfPlan, Plan, Step};

/// Words of a set that a thread takes at a time.
pub(super) const WORDS: usize = 1 << 12;

/// The live degrees of each layer of both halves.
#[derive(Debug)]
pub struct Live {
    /// By layer of the upper half.
    pub upper: Vec<Packed>,
    /// By layer of the lower half, if it is swept.
    pub lower: Option<Vec<Packed>>,
    /// Those of the upper half's last layer that meet one of the lower half.
    pub met: Packed,
}

/// The live degrees; none if it was ended before its time.
pub fn live(plan: &Plan, crew: Crew, pause: Pause<'_>) -> Option<Live> {
    let upper_base = Base3::new(plan.upper.slots);
    let lower_half = plan.lower.as_ref();
    let lower_base = Base3::new(lower_half.unwrap_or(&plan.upper).slots);
    let upper = reached(&plan.upper, &upper_base, crew, pause)?;
    let lower = match lower_half {
        Some(half) => Some(reached(half, &lower_base, crew, pause)?),
        None => None,
    };
    let known = lower.as_ref().unwrap_or(&upper)[plan.joint.layer].unpack();
    let all = &upper[plan.upper.last()];
    let (met, wanted) = meetings(plan, [&upper_base, &lower_base], all, |_| true, Some(&known));
    let packed = Packed::of(&met);
    Some(match (lower_half, lower) {
        (Some(half), Some(lower)) => {
            let nothing = |_| None;
            let lower = leading(half, &lower_base, lower, wanted, nothing, crew, pause)?;
            let upper = leading(&plan.upper, &upper_base, upper, met, nothing, crew, pause)?;
            Live { upper, lower: Some(lower), met: packed }
        }
        _ => {
            let also = |layer| (layer == plan.joint.layer).then_some(&wanted);
            let upper = leading(&plan.upper, &upper_base, upper, met, also, crew, pause)?;
            Live { upper, lower: None, met: packed }
        }
    })
}

/// Who of these degrees is to meet, and who of the lower half, if it is known there.
pub(super) fn meetings(
    plan: &Plan,
    [upper_base, lower_base]: [&Base3; 2],
    upper: &Packed,
    wants: impl Fn(Degrees) -> bool,
    known: Option<&DegreeSet>,
) -> (DegreeSet, DegreeSet) {
    let mut met = DegreeSet::new(upper_base.len());
    let mut wanted = DegreeSet::new(lower_base.len());
    upper.each(|number| {
        let d = upper_base.degrees(number);
        let partner = plan.joint.partner(d).filter(|_| wants(d));
        let partner = partner.map(|partner| lower_base.number(partner));
        let is_known = |&partner: &usize| known.is_none_or(|known| known.has(partner));
        if let Some(partner) = partner.filter(is_known) {
            met.put(number);
            wanted.put(partner);
        }
    });
    (met, wanted)
}

/// The degrees that are reached, by layer.
fn reached(half: &HalfPlan, base: &Base3, crew: Crew, pause: Pause<'_>) -> Option<Vec<Packed>> {
    let mut now = DegreeSet::new(base.len());
    now.put(base.number(Degrees::vacant(half.slots)));
    let mut layers = Vec::new();
    for step in &half.steps {
        let next = SharedSet::new(base.len());
        let work = |_: &mut (), (at, words): (usize, &[u64])| {
            crew.backend.enter(Reach { step, base, first: at * WORDS, words, next: &next });
            true
        };
        let pieces = now.words().chunks(WORDS).enumerate();
        if !crew.spread(|| (), pieces, work, pause).1 {
            return None;
        }
        layers.push(Packed::briefly(now));
        now = next.done();
    }
    layers.push(Packed::briefly(now));
    Some(layers)
}

/// Those of them from which one of the last layer's `met` is reached, or that the meeting
/// looks at in an earlier layer.
fn leading<'w>(
    half: &HalfPlan,
    base: &Base3,
    mut layers: Vec<Packed>,
    met: DegreeSet,
    also: impl Fn(usize) -> Option<&'w DegreeSet>,
    crew: Crew,
    pause: Pause<'_>,
) -> Option<Vec<Packed>> {
    let mut next = met;
    if let Some(wanted) = also(half.last()) {
        unite(&mut next, wanted);
    }
    for layer in (0..half.last()).rev() {
        let mut now = layers[layer].take();
        let packed = keep_leading(&half.steps[layer], base, &mut now, &next, crew, pause)?;
        if let Some(wanted) = also(layer) {
            unite(&mut now, wanted);
        }
        layers[layer + 1] = packed;
        next = now;
    }
    layers[0] = Packed::new(next);
    Some(layers)
}

pub(super) fn unite(set: &mut DegreeSet, other: &DegreeSet) {
    set.words_mut().iter_mut().zip(other.words()).for_each(|(word, more)| *word |= more);
}

/// Work on the way backwards.
enum Backwards<'a> {
    /// The set of the next layer is put away.
    Pack,
    /// Some words of this layer's are gone through, from this one on.
    Keep(usize, &'a mut [u64]),
}

/// Keeps what leads on to a set, and puts that set away; none if it was ended before its time.
fn keep_leading(
    step: &Step,
    base: &Base3,
    now: &mut DegreeSet,
    next: &DegreeSet,
    crew: Crew,
    pause: Pause<'_>,
) -> Option<Packed> {
    let work = |packed: &mut Option<Packed>, work: Backwards<'_>| {
        match work {
            Backwards::Pack => *packed = Some(Packed::of(next)),
            Backwards::Keep(first, words) => {
                crew.backend.enter(Keep { step, base, first, words, next });
            }
        }
        true
    };
    let chunks = now.words_mut().chunks_mut(WORDS).enumerate();
    let pieces = chunks.map(|(at, words)| Backwards::Keep(at * WORDS, words));
    let pieces = std::iter::once(Backwards::Pack).chain(pieces);
    let (packed, whole) = crew.spread(|| None, pieces, work, pause);
    packed.into_iter().flatten().next().filter(|_| whole)
}

/// Puts what some degrees lead to into a set.
struct Reach<'a> {
    step: &'a Step,
    base: &'a Base3,
    first: usize,
    words: &'a [u64],
    next: &'a SharedSet,
}

impl Job for Reach<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Machine) {
        let Reach { step, base, first, words, next } = self;
        DegreeSet::each_of(first, words, |number| {
            step.successors(base.degrees(number), |d| next.put(base.number(d)));
        });
    }
}

/// Keeps the degrees that lead to one of a set.
struct Keep<'a> {
    step: &'a Step,
    base: &'a Base3,
    first: usize,
    words: &'a mut [u64],
    next: &'a DegreeSet,
}

impl Job for Keep<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Machine) {
        let Keep { step, base, first, words, next } = self;
        for (at, word) in words.iter_mut().enumerate() {
            let all = *word;
            DegreeSet::each_of(first + at, &[all], |number| {
                let mut leads = false;
                step.successors(base.degrees(number), |d| leads |= next.has(base.number(d)));
                if !leads {
                    *word &= !(1 << (number % 64));
                }
            });
        }
    }
}
