//! Live degrees: those that are reached in a layer and from which the meeting is reached.
//!
//! A pass forwards over sets of degrees finds what is reached, before any matching is looked at;
//! a pass backwards, from what is made to what it is made of, finds what of it leads to the
//! meeting, or to a part of it that is a slice, and takes as long as that is large. What is dead
//! by its degrees is never made, so that no rule has to find it out.

use super::crew::{Crew, Pause};
use crate::simd::{Job, Machine};
use crate::tours::halves::degrees::{DegreeSet, Degrees, Numbering, Packed, SharedSet};
use crate::tours::halves::plan::{HalfPlan, Plan, Step};

/// Words of a set that a thread takes at a time.
const WORDS: usize = 1 << 9;

/// Degrees of each layer of both halves.
#[derive(Debug)]
pub struct Live {
    /// By layer of the upper half.
    pub upper: Vec<Packed>,
    /// By layer of the lower half, if it is swept.
    pub lower: Option<Vec<Packed>>,
    /// Those of the upper half's last layer that meet one of the lower half.
    pub met: Packed,
}

impl Live {
    /// The bytes of all sets.
    pub fn bytes(&self) -> usize {
        let halves = self.upper.iter().chain(self.lower.iter().flatten());
        halves.map(Packed::bytes).sum()
    }
}

/// All degrees that are reached; none if it was ended before its time, or a half's take more
/// bytes than that.
pub fn reached(plan: &Plan, crew: Crew, most: usize, pause: Pause<'_>) -> Option<Live> {
    let upper = forwards(&plan.upper, crew, most, pause)?;
    let lower = match &plan.lower {
        Some(half) => Some(forwards(half, crew, most, pause)?),
        None => None,
    };
    let known = lower.as_ref().unwrap_or(&upper)[plan.joint.layer].unpacked();
    let [above, below] = plan.numbers();
    let met = SharedSet::new(above.len());
    let last = upper[plan.upper.last()].unpacked();
    let work = |_: &mut (), (at, words): (usize, &[u64])| {
        DegreeSet::each_of(at * WORDS, words, |number| {
            let partner = plan.joint.partner(above.degrees(number));
            let other = partner.and_then(|partner| below.find(partner));
            if other.is_some_and(|other| known.has(other)) {
                met.put(number);
            }
        });
        true
    };
    let whole = crew.spread(|| (), last.words().chunks(WORDS).enumerate(), work, pause).1;
    drop((known, last));
    let met = Packed::new(met.done());
    whole.then_some(Live { upper, lower, met })
}

/// What of this lives for the meetings that are wanted, by the degrees of the upper half, from a layer
/// of that on; none if it was ended before its time.
pub fn live(
    plan: &Plan,
    reached: &Live,
    from: usize,
    wants: impl Fn(Degrees) -> bool + Sync,
    crew: Crew,
    pause: Pause<'_>,
) -> Option<Live> {
    let [above, below] = plan.numbers();
    let [met, wanted] = [above, below].map(|numbers| SharedSet::new(numbers.len()));
    let all = reached.met.unpacked();
    let work = |_: &mut (), (at, words): (usize, &[u64])| {
        DegreeSet::each_of(at * WORDS, words, |number| {
            let d = above.degrees(number);
            if let Some(partner) = plan.joint.partner(d).filter(|_| wants(d)) {
                met.put(number);
                wanted.put(below.number(partner));
            }
        });
        true
    };
    if !crew.spread(|| (), all.words().chunks(WORDS).enumerate(), work, pause).1 {
        return None;
    }
    drop(all);
    let (met, wanted) = (met.done(), wanted.done());
    let packed = Packed::of(&met);
    let mut back = |half, reached, from, last, also: Option<(usize, &DegreeSet)>| {
        leading(half, reached, from, last, also, crew, pause)
    };
    let (upper, lower) = match (&plan.lower, &reached.lower) {
        (Some(half), Some(below)) => {
            let lower = back(half, below, 0, wanted, None)?;
            (back(&plan.upper, &reached.upper, from, met, None)?, Some(lower))
        }
        _ => {
            let also = Some((plan.joint.layer, &wanted));
            (back(&plan.upper, &reached.upper, from, met, also)?, None)
        }
    };
    Some(Live { upper, lower, met: packed })
}

/// The degrees that are reached, by layer; none if it was ended before its time, or they take
/// more bytes than that.
pub fn forwards(half: &HalfPlan, crew: Crew, most: usize, pause: Pause<'_>) -> Option<Vec<Packed>> {
    let mut now = DegreeSet::new(half.numbers(0).len());
    now.put(half.numbers(0).number(Degrees::vacant(half.slots)));
    let (mut layers, mut bytes) = (Vec::new(), 0);
    for (layer, step) in half.steps.iter().enumerate() {
        let numbers = [half.numbers(layer), half.numbers(layer + 1)];
        let next = SharedSet::new(numbers[1].len());
        let work = |_: &mut (), (at, words): (usize, &[u64])| {
            crew.backend.enter(Reach { step, numbers, first: at * WORDS, words, next: &next });
            true
        };
        let pieces = now.words().chunks(WORDS).enumerate();
        if !crew.spread(|| (), pieces, work, pause).1 {
            return None;
        }
        layers.push(Packed::briefly(now));
        bytes += layers.last().map_or(0, Packed::bytes);
        if bytes > most {
            return None;
        }
        now = next.done();
    }
    layers.push(Packed::briefly(now));
    Some(layers)
}

/// Puts what some degrees lead to into a set.
struct Reach<'a> {
    step: &'a Step,
    numbers: [&'a Numbering; 2],
    first: usize,
    words: &'a [u64],
    next: &'a SharedSet,
}

impl Job for Reach<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Machine) {
        let Reach { step, numbers: [before, after], first, words, next } = self;
        DegreeSet::each_of(first, words, |number| {
            // The apex may have come to two neighbours of a colour.
            step.successors(before.degrees(number), |d| {
                if let Some(number) = after.find(d) {
                    next.put(number);
                }
            });
        });
    }
}

/// By layer from this one on, what is reached and leads to these degrees of the last one, or to
/// what is wanted of another; none if it was ended before its time.
pub fn leading(
    half: &HalfPlan,
    reached: &[Packed],
    from: usize,
    last: DegreeSet,
    also: Option<(usize, &DegreeSet)>,
    crew: Crew,
    pause: Pause<'_>,
) -> Option<Vec<Packed>> {
    let mut next = standing(half, half.last(), last, crew);
    let mut layers = Vec::new();
    for layer in (0..=half.last()).rev() {
        if let Some((_, wanted)) = also.filter(|&(wanted, _)| wanted == layer) {
            next.unite(&standing(half, layer, wanted.clone(), crew));
        }
        let Some(before) = layer.checked_sub(1).filter(|&before| before >= from) else { break };
        let (all, found) = (reached[before].unpacked(), SharedSet::new(half.numbers(before).len()));
        let work = |_: &mut (), (at, words): (usize, &[u64])| {
            let first = at * WORDS;
            let (all, found) = (&all, &found);
            crew.backend.enter(Trace { half, layer, first, words, all, found });
            true
        };
        let pieces = next.words().chunks(WORDS).enumerate();
        if !crew.spread(|| (), pieces, work, pause).1 {
            return None;
        }
        layers.push(Packed::new(std::mem::replace(&mut next, found.done())));
    }
    layers.push(Packed::new(next));
    layers.resize_with(half.last() + 1, Packed::default);
    layers.reverse();
    Some(layers)
}

/// What stands for these degrees of a layer.
fn standing(half: &HalfPlan, layer: usize, set: DegreeSet, crew: Crew) -> DegreeSet {
    if half.mirrors[layer].is_none() {
        return set;
    }
    let found = SharedSet::new(half.numbers(layer).len());
    let work = |_: &mut (), (at, words): (usize, &[u64])| {
        crew.backend.enter(Stand { half, layer, first: at * WORDS, words, found: &found });
        true
    };
    crew.spread(|| (), set.words().chunks(WORDS).enumerate(), work, &mut || true);
    found.done()
}

/// Puts what stands for degrees into a set.
struct Stand<'a> {
    half: &'a HalfPlan,
    layer: usize,
    first: usize,
    words: &'a [u64],
    found: &'a SharedSet,
}

impl Job for Stand<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Machine) {
        let Stand { half, layer, first, words, found } = self;
        DegreeSet::each_of(first, words, |number| {
            let stored = half.stored(layer, half.numbers(layer).degrees(number));
            found.put(stored.expect("a layer has what its mirror makes of it").number);
        });
    }
}

/// Puts what degrees are made of into a set, if it is reached at all.
struct Trace<'a> {
    half: &'a HalfPlan,
    /// Theirs.
    layer: usize,
    first: usize,
    words: &'a [u64],
    all: &'a DegreeSet,
    found: &'a SharedSet,
}

impl Job for Trace<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Machine) {
        let Trace { half, layer, first, words, all, found } = self;
        let (before, after) = (layer - 1, half.numbers(layer));
        DegreeSet::each_of(first, words, |number| {
            half.steps[before].sources(after.degrees(number), |source, _| {
                if let Some(source) = half.stored(before, source)
                    && all.has(source.number)
                {
                    found.put(source.number);
                }
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{Packed, reached};
    use crate::tours::Kind;
    use crate::tours::halves::samples::{all_live, crew, plan};

    /// Who has less memory hears so, before all is found.
    #[test]
    fn no_more_is_found_than_may_be() {
        let plan = plan("6x8", Kind::Closed);
        let within = |most| reached(&plan, crew(2), most, &mut || true);
        let upper = &within(usize::MAX).unwrap().upper;
        let (last, others) = upper.split_last().unwrap();
        let bytes: usize = others.iter().map(Packed::bytes).sum();
        assert!(last.bytes() > 0 && within(bytes).is_some() && within(bytes - 1).is_none());
    }

    /// Of two images one lives, and between two layers with a mirror only what leads to such.
    #[test]
    fn what_lives_leads_to_what_is_stored() {
        let (mut between, mut without) = (0, 0);
        for (board, kind) in [
            ("6x8", Kind::Closed),
            ("5x6", Kind::Closed),
            ("4x8", Kind::Open),
            ("5x5", Kind::Open),
            ("cylinder:6x6", Kind::Closed),
        ] {
            let folded = plan(board, kind);
            let mut plain = folded.clone();
            plain.upper = plain.upper.without_mirrors();
            plain.lower = plain.lower.map(|half| half.without_mirrors());
            let (half, live, all) = (&folded.upper, all_live(&folded), all_live(&plain));
            for layer in 0..=half.last() {
                let (own, every) = (&live.upper[layer], &all.upper[layer]);
                let numbers = half.numbers(layer);
                own.each(|number| {
                    let d = numbers.degrees(number);
                    assert!(
                        every.has(number)
                            && half.stored(layer, d).is_some_and(|stored| stored.number == number)
                    );
                    let mut leads = layer == half.last() || layer == folded.joint.layer;
                    if !leads {
                        half.steps[layer].successors(d, |next| {
                            let next = half.numbers(layer + 1).find(next);
                            leads |= next.is_some_and(|next| live.upper[layer + 1].has(next));
                        });
                    }
                    assert!(leads || half.mirrors[layer].is_some(), "{board}: {layer}, {d:?}");
                });
                if half.mirrors[layer].is_some() {
                    every.each(|number| {
                        let stored = half.stored(layer, numbers.degrees(number)).unwrap();
                        assert!(own.has(stored.number));
                    });
                } else if half.mirrors.iter().any(Option::is_some) {
                    between += own.count();
                    without += every.count();
                }
            }
        }
        assert!(4 * between < 3 * without, "{between} of {without}");
    }
}
