//! The ways in which both halves meet, whatever cycles that makes: no count is larger.
//!
//! Their number needs no matchings: the ways to a group are those to its sources together.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::crew::{Crew, Pause};
use super::live::Live;
use crate::tours::halves::degrees::{Degrees, Numbering, Packed, Ranked};
use crate::tours::halves::plan::{HalfPlan, Plan};

/// Words of a set that a thread takes at a time.
const WORDS: usize = 1 << 9;

/// The bits that a count has at most, as far as floating-point numbers tell; none if it was ended
/// before its time.
pub fn bits_of_ways(plan: &Plan, live: &Live, crew: Crew, pause: Pause<'_>) -> Option<f64> {
    let upper = Ways::to(&plan.upper, &live.upper, plan.upper.last(), crew, pause)?;
    let at = plan.joint.layer;
    let lower = match (&plan.lower, &live.lower) {
        (Some(half), Some(live)) => Some(Ways::to(half, live, at, crew, pause)?),
        _ if at < plan.upper.last() => Some(Ways::to(&plan.upper, &live.upper, at, crew, pause)?),
        _ => None,
    };
    let (lower, mut sum) = (lower.as_ref().unwrap_or(&upper), 0.0);
    live.met.each(|number| {
        let d = plan.upper.numbers(plan.upper.last()).degrees(number);
        if let Some(partner) = plan.joint.partner(d) {
            sum += upper.of(d) * lower.of(partner);
        }
    });
    Some(f64::log2(sum.max(1.0)))
}

/// The ways to come to the groups of a layer.
struct Ways<'a> {
    half: &'a HalfPlan,
    layer: usize,
    index: Ranked,
    /// By place in the index.
    ways: Vec<f64>,
}

impl<'a> Ways<'a> {
    /// To those that live.
    fn to(
        half: &'a HalfPlan,
        live: &[Packed],
        last: usize,
        crew: Crew,
        pause: Pause<'_>,
    ) -> Option<Ways<'a>> {
        let first = Ranked::new(&live[0].unpacked());
        let ways = vec![1.0; first.count()];
        let mut now = Ways { half, layer: 0, index: first, ways };
        for (layer, live) in live.iter().enumerate().take(last + 1).skip(1) {
            let index = Ranked::new(&live.unpacked());
            let numbers = half.numbers(layer);
            let ways: Vec<AtomicU64> = (0..index.count()).map(|_| AtomicU64::new(0)).collect();
            let work = |_: &mut (), first: usize| {
                for word in first..index.words().min(first + WORDS) {
                    now.put(numbers, word, index.bits(word), &ways[index.before(word)..]);
                }
                true
            };
            let words = (0..index.words()).step_by(WORDS);
            if !crew.spread(|| (), words, work, pause).1 {
                return None;
            }
            let ways = ways.into_iter().map(|ways| f64::from_bits(ways.into_inner())).collect();
            now = Ways { half, layer, index, ways };
        }
        Some(now)
    }

    /// Puts the ways to the groups of a word of the next layer.
    fn put(&self, numbers: &Numbering, word: usize, bits: u64, ways: &[AtomicU64]) {
        let mut left = bits;
        for ways in &ways[..bits.count_ones() as usize] {
            let number = 64 * word + left.trailing_zeros() as usize;
            left &= left - 1;
            let mut sum = 0.0;
            let step = &self.half.steps[self.layer];
            step.sources(numbers.degrees(number), |source, _| sum += self.of(source));
            ways.store(f64::to_bits(sum), Relaxed);
        }
    }

    /// The ways to these degrees.
    fn of(&self, d: Degrees) -> f64 {
        let stored = self.half.stored(self.layer, d);
        let place = stored.and_then(|stored| self.index.place(stored.number));
        place.map_or(0.0, |place| self.ways[place])
    }
}

#[cfg(test)]
mod tests {
    use super::bits_of_ways;
    use crate::tours::Kind;
    use crate::tours::halves::samples::{Sample, crew};

    /// The subgraphs of degree 2 were counted by an elimination of the squares in another program;
    /// those of open tours go through the apex.
    #[test]
    fn ways_are_all_subgraphs_of_degree_two() {
        for (board, ways) in
            [("6x6", 36_236.0f64), ("6x8", 171_887_538.0), ("7x8", 129_539_267_870.0)]
        {
            let sample = Sample::new(board, Kind::Closed);
            let bits = bits_of_ways(&sample.plan, &sample.live, crew(2), &mut || true).unwrap();
            let seen = ways.log2();
            assert!(bits <= seen + 1e-6 && bits > seen - 0.5, "{board}: {bits} {seen}");
        }
        for (board, kind, tours) in [
            ("5x6", Kind::Open, 18_784.0f64),
            ("6x6", Kind::Open, 3_318_960.0),
            ("5x5", Kind::Open, 864.0),
            ("cylinder:5x6", Kind::Closed, 92_708_416.0),
        ] {
            let sample = Sample::new(board, kind);
            let bits = bits_of_ways(&sample.plan, &sample.live, crew(1), &mut || true).unwrap();
            assert!((tours.log2()..tours.log2() + 9.0).contains(&bits), "{board}: {bits}");
        }
    }
}
