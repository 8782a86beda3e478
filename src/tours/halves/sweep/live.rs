//! Live degrees: the degrees of each layer that are reachable and lead to the meeting.
//!
//! A forward pass over sets of degrees finds the reachable ones, before any matching is computed. A
//! backward pass, from targets to sources, finds those that lead to the meeting, or to one class of
//! it. Its time is proportional to the size of that class. Degrees that are not live are never
//! made.
//!
//! [`two_factor_bits`] is an upper bound of every count: the number of 2-factors, that is of
//! subgraphs in which every vertex has two edges.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::simd::{Job, Machine};
use crate::tours::halves::degrees::{
    DegreeSet, Degrees, Numbering, Packed, Ranked, SharedSet, bits,
};
use crate::tours::halves::machine::{Pause, ThreadPool};
use crate::tours::halves::plan::{HalfPlan, Plan};

/// The words of a set that a thread takes at a time.
const WORDS: usize = 1 << 9;

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

/// Gives each number of a set; false if `pause` stopped it.
fn for_each_number(
    set: &DegreeSet,
    thread_pool: ThreadPool,
    pause: Pause<'_>,
    give: impl Fn(usize) + Sync,
) -> bool {
    let work = |_: &mut (), (at, words): (usize, &[u64]), _: Pause<'_>| {
        DegreeSet::each_of(at * WORDS, words, &give);
        true
    };
    thread_pool.for_each(|| (), set.words().chunks(WORDS).enumerate(), work, pause).1
}

/// All reachable degrees; none if `pause` stopped it.
pub fn reached(plan: &Plan, thread_pool: ThreadPool, pause: Pause<'_>) -> Option<Live> {
    let upper = forwards(&plan.upper, thread_pool, pause)?;
    let lower = match &plan.lower {
        Some(half) => Some(forwards(half, thread_pool, pause)?),
        None => None,
    };
    let known = lower.as_ref().unwrap_or(&upper)[plan.interface.layer].unpacked();
    let [above, below] = plan.numbers();
    let meeting = SharedSet::new(above.len());
    let last = upper[plan.upper.last()].unpacked();
    let whole = for_each_number(&last, thread_pool, pause, |number| {
        let partner = plan.interface.partner(above.degrees(number));
        let other = partner.and_then(|partner| below.find(partner));
        if other.is_some_and(|other| known.has(other)) {
            meeting.put(number);
        }
    });
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
    let whole = for_each_number(&reached.meeting.unpacked(), thread_pool, pause, |number| {
        let d = above.degrees(number);
        if let Some(partner) = plan.interface.partner(d).filter(|_| wants(d)) {
            meeting.put(number);
            wanted.put(below.number(partner));
        }
    });
    if !whole {
        return None;
    }
    let (meeting, wanted) = (meeting.done(), wanted.done());
    let packed = Packed::new(meeting.clone());
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

/// The reachable degrees by layer; none if `pause` stopped it.
pub fn forwards(half: &HalfPlan, thread_pool: ThreadPool, pause: Pause<'_>) -> Option<Vec<Packed>> {
    let mut now = DegreeSet::new(half.numbers(0).len());
    now.put(half.numbers(0).number(Degrees::vacant(half.slots)));
    let mut layers = Vec::new();
    for layer in 0..half.last() {
        let next = found(half, layer, &now, Find::Successors, thread_pool, pause)?;
        layers.push(Packed::briefly(std::mem::replace(&mut now, next)));
    }
    layers.push(Packed::briefly(now));
    Some(layers)
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
    // The stored representatives of a layer's degrees.
    let stored = |layer: usize, set: DegreeSet| match &half.mirrors[layer] {
        Some(_) => found(half, layer, &set, Find::Stored, thread_pool, &mut || true),
        None => Some(set),
    };
    let mut next = stored(half.last(), last)?;
    let mut layers = Vec::new();
    for layer in (0..=half.last()).rev() {
        if let Some((_, wanted)) = also.filter(|&(wanted, _)| wanted == layer) {
            next.unite(&stored(layer, wanted.clone())?);
        }
        let Some(before) = layer.checked_sub(1).filter(|&before| before >= from) else { break };
        let all = reached[before].unpacked();
        let sources = found(half, layer, &next, Find::Sources(&all), thread_pool, pause)?;
        layers.push(Packed::new(std::mem::replace(&mut next, sources)));
    }
    layers.push(Packed::new(next));
    layers.resize_with(half.last() + 1, Packed::default);
    layers.reverse();
    Some(layers)
}

/// What a pass over degrees of a layer finds.
#[derive(Clone, Copy)]
enum Find<'a> {
    /// Their successors in the next layer.
    Successors,
    /// Their stored representatives.
    Stored,
    /// Those of their sources in the layer before that are in this set.
    Sources(&'a DegreeSet),
}

/// The degrees that a pass over a set finds; none if `pause` stopped it.
fn found(
    half: &HalfPlan,
    layer: usize,
    set: &DegreeSet,
    find: Find<'_>,
    thread_pool: ThreadPool,
    pause: Pause<'_>,
) -> Option<DegreeSet> {
    let to = match find {
        Find::Successors => layer + 1,
        Find::Stored => layer,
        Find::Sources(_) => layer - 1,
    };
    let found = SharedSet::new(half.numbers(to).len());
    let work = |_: &mut (), (at, words): (usize, &[u64]), _: Pause<'_>| {
        let (first, found) = (at * WORDS, &found);
        thread_pool.backend.enter(Pass { half, layer, find, first, words, found });
        true
    };
    let whole = thread_pool.for_each(|| (), set.words().chunks(WORDS).enumerate(), work, pause).1;
    whole.then(|| found.done())
}

/// The job for some words of a set.
struct Pass<'a> {
    half: &'a HalfPlan,
    layer: usize,
    find: Find<'a>,
    first: usize,
    words: &'a [u64],
    found: &'a SharedSet,
}

impl Job for Pass<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Machine) {
        let Pass { half, layer, find, first, words, found } = self;
        let numbers = half.numbers(layer);
        match find {
            Find::Successors => {
                let (step, next) = (&half.steps[layer], half.numbers(layer + 1));
                DegreeSet::each_of(first, words, |number| {
                    // The numbering excludes degrees in which the apex has two neighbours of one
                    // colour.
                    step.successors(numbers.degrees(number), |d| {
                        if let Some(number) = next.find(d) {
                            found.put(number);
                        }
                    });
                });
            }
            Find::Stored => DegreeSet::each_of(first, words, |number| {
                let stored = half.stored(layer, numbers.degrees(number));
                found.put(stored.expect("the mirror maps a layer to itself").number);
            }),
            Find::Sources(all) => {
                let (step, before) = (&half.steps[layer - 1], layer - 1);
                DegreeSet::each_of(first, words, |number| {
                    step.sources(numbers.degrees(number), |source, _| {
                        if let Some(source) = half.stored(before, source)
                            && all.has(source.number)
                        {
                            found.put(source.number);
                        }
                    });
                });
            }
        }
    }
}

/// The bits of the number of 2-factors, in floating point; none if `pause` stopped it.
pub fn two_factor_bits(
    plan: &Plan,
    live: &Live,
    thread_pool: ThreadPool,
    pause: Pause<'_>,
) -> Option<f64> {
    let upper = FactorCounts::to(&plan.upper, &live.upper, plan.upper.last(), thread_pool, pause)?;
    let at = plan.interface.layer;
    let lower = match (&plan.lower, &live.lower) {
        (Some(half), Some(live)) => Some(FactorCounts::to(half, live, at, thread_pool, pause)?),
        _ if at < plan.upper.last() => {
            Some(FactorCounts::to(&plan.upper, &live.upper, at, thread_pool, pause)?)
        }
        _ => None,
    };
    let (lower, mut sum) = (lower.as_ref().unwrap_or(&upper), 0.0);
    live.meeting.each(|number| {
        let d = plan.upper.numbers(plan.upper.last()).degrees(number);
        if let Some(partner) = plan.interface.partner(d) {
            sum += upper.of(d) * lower.of(partner);
        }
    });
    Some(f64::log2(sum.max(1.0)))
}

/// By group of a layer: the number of partial subgraphs with these degrees. Matchings do not
/// matter, so the number of a group is the sum over its sources.
struct FactorCounts<'a> {
    half: &'a HalfPlan,
    layer: usize,
    index: Ranked,
    counts: Vec<f64>,
}

impl<'a> FactorCounts<'a> {
    /// Computes the numbers of the live groups of layer `last`.
    fn to(
        half: &'a HalfPlan,
        live: &[Packed],
        last: usize,
        thread_pool: ThreadPool,
        pause: Pause<'_>,
    ) -> Option<FactorCounts<'a>> {
        let first = Ranked::new(&live[0].unpacked());
        let counts = vec![1.0; first.count()];
        let mut now = FactorCounts { half, layer: 0, index: first, counts };
        for (layer, live) in live.iter().enumerate().take(last + 1).skip(1) {
            let index = Ranked::new(&live.unpacked());
            let numbers = half.numbers(layer);
            let counts: Vec<AtomicU64> = (0..index.count()).map(|_| AtomicU64::new(0)).collect();
            let work = |_: &mut (), first: usize, _: Pause<'_>| {
                for word in first..index.words().min(first + WORDS) {
                    now.put(numbers, word, index.bits(word), &counts[index.before(word)..]);
                }
                true
            };
            let words = (0..index.words()).step_by(WORDS);
            if !thread_pool.for_each(|| (), words, work, pause).1 {
                return None;
            }
            let counts =
                counts.into_iter().map(|counts| f64::from_bits(counts.into_inner())).collect();
            now = FactorCounts { half, layer, index, counts };
        }
        Some(now)
    }

    /// Sets the numbers of the groups in a word of the next layer's index.
    fn put(&self, numbers: &Numbering, word: usize, set: u64, counts: &[AtomicU64]) {
        let step = &self.half.steps[self.layer];
        for (bit, counts) in bits(set).zip(counts) {
            let mut sum = 0.0;
            step.sources(numbers.degrees(64 * word + bit), |source, _| sum += self.of(source));
            counts.store(f64::to_bits(sum), Relaxed);
        }
    }

    fn of(&self, d: Degrees) -> f64 {
        let stored = self.half.stored(self.layer, d);
        let place = stored.and_then(|stored| self.index.place(stored.number));
        place.map_or(0.0, |place| self.counts[place])
    }
}

#[cfg(test)]
mod tests {
    use super::two_factor_bits;
    use crate::tours::Kind;
    use crate::tours::halves::samples::{Sample, all_live, plan, thread_pool};

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

    /// The subgraphs of degree 2 were counted by another program, which eliminates squares. Those
    /// of open tours include the apex.
    #[test]
    fn the_bound_is_the_number_of_2_factors() {
        for (board, counts) in
            [("6x6", 36_236.0f64), ("6x8", 171_887_538.0), ("7x8", 129_539_267_870.0)]
        {
            let sample = Sample::new(board, Kind::Closed);
            let bits =
                two_factor_bits(&sample.plan, &sample.live, thread_pool(2), &mut || true).unwrap();
            let seen = counts.log2();
            assert!(bits <= seen + 1e-6 && bits > seen - 0.5, "{board}: {bits} {seen}");
        }
        for (board, kind, tours) in [
            ("5x6", Kind::Open, 18_784.0f64),
            ("6x6", Kind::Open, 3_318_960.0),
            ("5x5", Kind::Open, 864.0),
            ("cylinder:5x6", Kind::Closed, 92_708_416.0),
        ] {
            let sample = Sample::new(board, kind);
            let bits =
                two_factor_bits(&sample.plan, &sample.live, thread_pool(1), &mut || true).unwrap();
            assert!((tours.log2()..tours.log2() + 9.0).contains(&bits), "{board}: {bits}");
        }
    }
}
