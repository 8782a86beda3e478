//! Live degrees: the degrees of each layer that are reachable and lead to the meeting.
//!
//! A forward pass over sets of degrees finds the reachable ones, before any matching is computed. A
//! backward pass, from targets to sources, finds those that lead to the meeting, or to one class of
//! it. Its time is proportional to the size of that class. Degrees that are not live are never
//! made.

use super::thread_pool::{Pause, ThreadPool};
use crate::simd::{Job, Machine};
use crate::tours::halves::degrees::{DegreeSet, Degrees, Numbering, Packed, SharedSet};
use crate::tours::halves::plan::{HalfPlan, Plan, Step};

/// The words of a set that a thread takes at a time.
const WORDS: usize = 1 << 9;

/// The live degrees of both halves.
#[derive(Debug)]
pub struct Live {
    /// By layer of the upper half.
    pub upper: Vec<Packed>,
    /// By layer of the lower half, if it is swept.
    pub lower: Option<Vec<Packed>>,
    /// The degrees of the upper half's last layer that meet degrees of the lower half.
    pub meeting: Packed,
}

impl Live {
    pub fn bytes(&self) -> usize {
        let halves = self.upper.iter().chain(self.lower.iter().flatten());
        halves.map(Packed::bytes).sum()
    }
}

/// All reachable degrees; none if `pause` stopped it or if those of a half take more than `most`
/// bytes.
pub fn reached(
    plan: &Plan,
    thread_pool: ThreadPool,
    most: usize,
    pause: Pause<'_>,
) -> Option<Live> {
    let upper = forwards(&plan.upper, thread_pool, most, pause)?;
    let lower = match &plan.lower {
        Some(half) => Some(forwards(half, thread_pool, most, pause)?),
        None => None,
    };
    let known = lower.as_ref().unwrap_or(&upper)[plan.interface.layer].unpacked();
    let [above, below] = plan.numbers();
    let meeting = SharedSet::new(above.len());
    let last = upper[plan.upper.last()].unpacked();
    let work = |_: &mut (), (at, words): (usize, &[u64])| {
        DegreeSet::each_of(at * WORDS, words, |number| {
            let partner = plan.interface.partner(above.degrees(number));
            let other = partner.and_then(|partner| below.find(partner));
            if other.is_some_and(|other| known.has(other)) {
                meeting.put(number);
            }
        });
        true
    };
    let whole = thread_pool.for_each(|| (), last.words().chunks(WORDS).enumerate(), work, pause).1;
    drop((known, last));
    let meeting = Packed::new(meeting.done());
    whole.then_some(Live { upper, lower, meeting })
}

/// The reachable degrees that lead to the meetings for which `wants` is true, from layer `from` of
/// the upper half on; none if `pause` stopped it.
pub fn live(
    plan: &Plan,
    reached: &Live,
    from: usize,
    wants: impl Fn(Degrees) -> bool + Sync,
    thread_pool: ThreadPool,
    pause: Pause<'_>,
) -> Option<Live> {
    let [above, below] = plan.numbers();
    let [meeting, wanted] = [above, below].map(|numbers| SharedSet::new(numbers.len()));
    let all = reached.meeting.unpacked();
    let work = |_: &mut (), (at, words): (usize, &[u64])| {
        DegreeSet::each_of(at * WORDS, words, |number| {
            let d = above.degrees(number);
            if let Some(partner) = plan.interface.partner(d).filter(|_| wants(d)) {
                meeting.put(number);
                wanted.put(below.number(partner));
            }
        });
        true
    };
    if !thread_pool.for_each(|| (), all.words().chunks(WORDS).enumerate(), work, pause).1 {
        return None;
    }
    drop(all);
    let (meeting, wanted) = (meeting.done(), wanted.done());
    let packed = Packed::of(&meeting);
    let mut back = |half, reached, from, last, also: Option<(usize, &DegreeSet)>| {
        leading(half, reached, from, last, also, thread_pool, pause)
    };
    let (upper, lower) = match (&plan.lower, &reached.lower) {
        (Some(half), Some(below)) => {
            let lower = back(half, below, 0, wanted, None)?;
            (back(&plan.upper, &reached.upper, from, meeting, None)?, Some(lower))
        }
        _ => {
            let also = Some((plan.interface.layer, &wanted));
            (back(&plan.upper, &reached.upper, from, meeting, also)?, None)
        }
    };
    Some(Live { upper, lower, meeting: packed })
}

/// The reachable degrees by layer; none if `pause` stopped it or if they take more than `most`
/// bytes.
pub fn forwards(
    half: &HalfPlan,
    thread_pool: ThreadPool,
    most: usize,
    pause: Pause<'_>,
) -> Option<Vec<Packed>> {
    let mut now = DegreeSet::new(half.numbers(0).len());
    now.put(half.numbers(0).number(Degrees::vacant(half.slots)));
    let (mut layers, mut bytes) = (Vec::new(), 0);
    for (layer, step) in half.steps.iter().enumerate() {
        let numbers = [half.numbers(layer), half.numbers(layer + 1)];
        let next = SharedSet::new(numbers[1].len());
        let work = |_: &mut (), (at, words): (usize, &[u64])| {
            thread_pool.backend.enter(Reach {
                step,
                numbers,
                first: at * WORDS,
                words,
                next: &next,
            });
            true
        };
        let pieces = now.words().chunks(WORDS).enumerate();
        if !thread_pool.for_each(|| (), pieces, work, pause).1 {
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

/// The job that adds the successors of some degrees to a set.
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
            // The numbering excludes degrees in which the apex has two neighbours of one colour.
            step.successors(before.degrees(number), |d| {
                if let Some(number) = after.find(d) {
                    next.put(number);
                }
            });
        });
    }
}

/// By layer from `from` on: the reachable degrees that lead to these degrees of the last layer, or
/// to those of another layer; none if `pause` stopped it.
pub fn leading(
    half: &HalfPlan,
    reached: &[Packed],
    from: usize,
    last: DegreeSet,
    also: Option<(usize, &DegreeSet)>,
    thread_pool: ThreadPool,
    pause: Pause<'_>,
) -> Option<Vec<Packed>> {
    let mut next = representatives(half, half.last(), last, thread_pool);
    let mut layers = Vec::new();
    for layer in (0..=half.last()).rev() {
        if let Some((_, wanted)) = also.filter(|&(wanted, _)| wanted == layer) {
            next.unite(&representatives(half, layer, wanted.clone(), thread_pool));
        }
        let Some(before) = layer.checked_sub(1).filter(|&before| before >= from) else { break };
        let (all, found) = (reached[before].unpacked(), SharedSet::new(half.numbers(before).len()));
        let work = |_: &mut (), (at, words): (usize, &[u64])| {
            let first = at * WORDS;
            let (all, found) = (&all, &found);
            thread_pool.backend.enter(Trace { half, layer, first, words, all, found });
            true
        };
        let pieces = next.words().chunks(WORDS).enumerate();
        if !thread_pool.for_each(|| (), pieces, work, pause).1 {
            return None;
        }
        layers.push(Packed::new(std::mem::replace(&mut next, found.done())));
    }
    layers.push(Packed::new(next));
    layers.resize_with(half.last() + 1, Packed::default);
    layers.reverse();
    Some(layers)
}

/// The stored representatives of a layer's degrees.
fn representatives(
    half: &HalfPlan,
    layer: usize,
    set: DegreeSet,
    thread_pool: ThreadPool,
) -> DegreeSet {
    if half.mirrors[layer].is_none() {
        return set;
    }
    let found = SharedSet::new(half.numbers(layer).len());
    let work = |_: &mut (), (at, words): (usize, &[u64])| {
        thread_pool.backend.enter(Represent {
            half,
            layer,
            first: at * WORDS,
            words,
            found: &found,
        });
        true
    };
    thread_pool.for_each(|| (), set.words().chunks(WORDS).enumerate(), work, &mut || true);
    found.done()
}

/// The job that adds the representatives of degrees to a set.
struct Represent<'a> {
    half: &'a HalfPlan,
    layer: usize,
    first: usize,
    words: &'a [u64],
    found: &'a SharedSet,
}

impl Job for Represent<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Machine) {
        let Represent { half, layer, first, words, found } = self;
        DegreeSet::each_of(first, words, |number| {
            let stored = half.stored(layer, half.numbers(layer).degrees(number));
            found.put(stored.expect("the mirror maps a layer to itself").number);
        });
    }
}

/// The job that adds the reachable sources of degrees to a set.
struct Trace<'a> {
    half: &'a HalfPlan,
    /// The layer of the targets.
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
    use crate::tours::halves::samples::{all_live, plan, thread_pool};

    /// The memory limit stops the computation before all sets are found.
    #[test]
    fn reachable_degrees_respect_the_limit() {
        let plan = plan("6x8", Kind::Closed);
        let within = |most| reached(&plan, thread_pool(2), most, &mut || true);
        let upper = &within(usize::MAX).unwrap().upper;
        let (last, others) = upper.split_last().unwrap();
        let bytes: usize = others.iter().map(Packed::bytes).sum();
        assert!(last.bytes() > 0 && within(bytes).is_some() && within(bytes - 1).is_none());
    }

    /// Of two images one is live. Between two layers with a mirror, live degrees lead to stored
    /// ones.
    #[test]
    fn live_degrees_lead_to_stored_ones() {
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
                    let mut leads = layer == half.last() || layer == folded.interface.layer;
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
