//! An upper bound of every count: the number of 2-factors, that is of subgraphs in which every
//! vertex has two edges.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::live::Live;
use super::thread_pool::{Pause, ThreadPool};
use crate::tours::halves::degrees::{Degrees, Numbering, Packed, Ranked};
use crate::tours::halves::plan::{HalfPlan, Plan};

/// The words of a set that a thread takes at a time.
const WORDS: usize = 1 << 9;

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
            let work = |_: &mut (), first: usize| {
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
    fn put(&self, numbers: &Numbering, word: usize, bits: u64, counts: &[AtomicU64]) {
        let mut left = bits;
        for counts in &counts[..bits.count_ones() as usize] {
            let number = 64 * word + left.trailing_zeros() as usize;
            left &= left - 1;
            let mut sum = 0.0;
            let step = &self.half.steps[self.layer];
            step.sources(numbers.degrees(number), |source, _| sum += self.of(source));
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
    use crate::tours::halves::samples::{Sample, thread_pool};

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
