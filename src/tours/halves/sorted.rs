//! Tours sorted by the number of their moves with a given slope, without visiting them.
//!
//! Each counted move has weight x, and the weight of a tour is the product over its moves: x to the
//! number of its counted moves. The sum over all tours is a polynomial in x. Its coefficients are
//! the wanted numbers of tours, and its degree is at most the number of moves of a tour. A sweep
//! evaluates the polynomial at sixteen values of x, one cache line, modulo a prime of 31 bits: the
//! contribution of a source is multiplied by the weights of the edges that the step takes. The
//! coefficients follow by interpolation, and the numbers from their residues.
//!
//! The sweep may use the symmetries that map counted moves to counted moves. The same method sorts
//! the closed tours of any graph by the number of their edges in a given set.

use super::counting::{Counted, Counting, OnLayer};
use super::forecast::NumberType;
use super::machine::Packed;
use super::schedule::Problem;
use super::sweep::{BlockPool, Interrupted, Number, Ring, SideBySide, Sums, primes};
use crate::count::{Count, power};
use crate::error::Error;
use crate::tours::frontier::Bytes;

/// The values that are computed together: a cache line.
pub const LANES: usize = 16;

/// One more than the most edges that a step takes.
const POWERS: usize = 3;

/// The value at each point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(64))]
pub struct Point(pub [u32; LANES]);

impl Bytes for Point {
    const LEN: usize = <[u32; LANES]>::LEN;
    fn put(self, out: &mut Vec<u8>) {
        self.0.put(out);
    }
    fn get(bytes: &[u8]) -> Point {
        Point(Bytes::get(bytes))
    }
}

impl Packed for Point {}

impl Number for Point {
    const BITS: usize = 0;
}

/// A power of x at each point, and 2^32 times the power divided by the prime, rounded down (Shoup's
/// multiplication).
#[derive(Clone, Copy, Debug)]
pub struct Power {
    values: [u32; LANES],
    quotients: [u32; LANES],
}

/// The powers of x that a step multiplies by.
#[derive(Clone, Debug)]
pub struct Powers {
    prime: u32,
    /// 2^62 divided by the prime, rounded down.
    inverse: u32,
    all: [Power; POWERS],
}

impl Powers {
    /// The powers of these points, which are below the prime.
    pub fn new(prime: u32, x: [u32; LANES]) -> Powers {
        let p = u64::from(prime);
        let power = |exponent: usize| {
            let values = x.map(|x| (0..exponent).fold(1, |power, _| power * u64::from(x) % p));
            let quotients = values.map(|value| ((value << 32) / p) as u32);
            Power { values: values.map(|value| value as u32), quotients }
        };
        Powers { prime, inverse: ((1 << 62) / p) as u32, all: std::array::from_fn(power) }
    }
}

/// The ring of values at the points of these powers.
#[derive(Clone, Copy, Debug)]
pub struct Points<'a>(pub &'a Powers);

/// Reduces a number below twice the prime.
#[inline(always)]
fn reduced(number: u32, prime: u32) -> u32 {
    number.min(number.wrapping_sub(prime))
}

impl<'a> Ring for Points<'a> {
    type Factor = Option<&'a Power>;
    const WIDE: bool = true;
    const ONE: Point = Point([1; LANES]);
    const NAME: &'static str = "residues of 31 bits at 16 places";
    #[inline(always)]
    fn factor(self, edges: u8) -> Option<&'a Power> {
        (edges > 0).then(|| &self.0.all[usize::from(edges)])
    }
    #[inline(always)]
    fn weighed(self, mut a: Point, by: Option<&'a Power>) -> Point {
        let Some(Power { values, quotients }) = by else { return a };
        let prime = self.0.prime;
        for (lane, n) in a.0.iter_mut().enumerate() {
            // The exact quotient, or one less.
            let quotient = (u64::from(*n) * u64::from(quotients[lane])) >> 32;
            let product = n.wrapping_mul(values[lane]);
            *n = reduced(product.wrapping_sub((quotient as u32).wrapping_mul(prime)), prime);
        }
        a
    }
    fn modulus(self) -> u64 {
        u64::from(self.0.prime)
    }
    fn has(self, a: Point) -> bool {
        a.0.iter().all(|&n| n < self.0.prime)
    }
}

impl Sums for Points<'_> {
    type Value = Point;
    type Sum = Point;
    fn side_by_side<W: SideBySide>(work: W) -> W::Output {
        work.run::<1>()
    }
    #[inline(always)]
    fn add(self, mut a: Point, b: Point) -> Point {
        for (a, b) in a.0.iter_mut().zip(b.0) {
            *a = reduced(a.wrapping_add(b), self.0.prime);
        }
        a
    }
    #[inline(always)]
    fn plus(self, a: Point, b: Point) -> Point {
        self.add(a, b)
    }
    #[inline(always)]
    fn less(self, mut a: Point, b: Point) -> Point {
        for (a, b) in a.0.iter_mut().zip(b.0) {
            let difference = a.wrapping_sub(b);
            *a = difference.min(difference.wrapping_add(self.0.prime));
        }
        a
    }
    #[inline(always)]
    fn mul(self, mut a: Point, b: Point) -> Point {
        let (prime, inverse) = (self.0.prime, u64::from(self.0.inverse));
        for (a, b) in a.0.iter_mut().zip(b.0) {
            let product = u64::from(*a) * u64::from(b);
            // The exact quotient, or at most two less.
            let quotient = ((product >> 30) * inverse) >> 32;
            let rest = product - quotient * u64::from(prime);
            let rest = rest.min(rest.wrapping_sub(u64::from(prime)));
            *a = rest.min(rest.wrapping_sub(u64::from(prime))) as u32;
        }
        a
    }
}

/// The coefficients of the polynomial of least degree with these values at 0, 1, 2 and so on. There
/// are fewer values than the prime.
pub fn coefficients(values: &[u32], prime: u32) -> Vec<u32> {
    let p = u64::from(prime);
    let mut differences: Vec<u64> = values.iter().map(|&value| u64::from(value)).collect();
    // Newton's divided differences: the points are equidistant, so the divisor is the order.
    for order in 1..differences.len() {
        let inverse = power(order as u64, p - 2, p);
        for at in (order..differences.len()).rev() {
            let difference = differences[at] + p - differences[at - 1];
            differences[at] = difference % p * inverse % p;
        }
    }
    // d0 + x (d1 + (x - 1) (d2 + …)), expanded from the inside.
    let mut all: Vec<u64> = Vec::new();
    for (at, &difference) in differences.iter().enumerate().rev() {
        all.insert(0, 0);
        for lower in 0..all.len() - 1 {
            all[lower] = (all[lower] + (p - at as u64) * all[lower + 1]) % p;
        }
        all[0] = (all[0] + difference) % p;
    }
    all.into_iter().map(|n| n as u32).collect()
}

/// A lower bound of the bits of a prime.
const PRIME_BITS: u64 = 30;

/// The sweeps for each prime if a tour has at most `most` counted moves.
pub fn sweeps(most: usize) -> usize {
    (most + 1).div_ceil(LANES)
}

/// The tours by the number of their counted moves, which is at most `most`. The first `skip` primes
/// are not used.
pub fn by_value(
    counting: &Counting<'_>,
    most: usize,
    skip: usize,
    on_layer: OnLayer<'_>,
) -> Counted<Vec<Count>> {
    // The plain count takes less than one sweep that sorts, and determines the number of primes.
    let problem = Problem { numbers: NumberType::Words, ..counting.problem };
    let numbers = Counting { problem, checkpoint: None, ..*counting };
    let (all, mut profile) = match skip {
        0 => numbers.count(on_layer)?,
        _ => numbers.recount(on_layer)?,
    };
    let mut residues: Vec<Vec<(u32, u32)>> = vec![Vec::new(); most + 1];
    let pool = BlockPool::new(counting.problem.budget as u64);
    for prime in primes(31).skip(skip).take((all.bits() / PRIME_BITS + 1) as usize) {
        let values = values(counting, prime, sweeps(most), &pool, &mut profile, on_layer)?;
        let mut found = coefficients(&values, prime);
        if found.split_off(most + 1).iter().any(|&more| more != 0) {
            return Err(wrong("tours with more counted moves than a tour has moves".into()));
        }
        residues.iter_mut().zip(found).for_each(|(residues, value)| residues.push((value, prime)));
    }
    let sorted: Vec<Count> =
        residues.iter().map(|residues| Count::from_residues(residues)).collect();
    let total: Count = sorted.iter().cloned().sum();
    match total == all {
        true => Ok((sorted, profile)),
        false => Err(wrong(format!("{all} tours and {total} of them sorted"))),
    }
}

fn wrong(what: String) -> Interrupted {
    Error::Contradiction { what }.into()
}

/// The values of the polynomial at x = 0, 1, 2 and so on, modulo a prime.
fn values(
    counting: &Counting<'_>,
    prime: u32,
    sweeps: usize,
    pool: &BlockPool<Point>,
    profile: &mut Vec<u64>,
    on_layer: OnLayer<'_>,
) -> Result<Vec<u32>, Interrupted> {
    let mut values = Vec::new();
    for sweep in 0..sweeps {
        let powers = Powers::new(prime, std::array::from_fn(|lane| (sweep * LANES + lane) as u32));
        let ring = Points(&powers);
        values.extend(counting.swept(0, ring, ring, pool, profile, on_layer)?.value.0);
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::{LANES, Point, Points, Powers};
    use crate::board::{Board, Piece};
    use crate::engine::{Enumeration, Histogram, Run, Silent};
    use crate::tours::halves::method::HalvesCount;
    use crate::tours::halves::sweep::{Ring, Sums, primes};
    use crate::tours::question::{Ends, Kind, TourQuestion};
    use crate::tours::search::{SortedSearch, TourSearch};
    use crate::tours::statistic::Statistic;

    const SLOPES: [Statistic; 4] =
        [Statistic::Rising, Statistic::Steep, Statistic::SteepRising, Statistic::FlatRising];

    fn question(board: &str, piece: &str, kind: Kind) -> TourQuestion {
        let board: Board = board.parse().unwrap();
        TourQuestion::new(&board, &Piece::named(piece, 2).unwrap(), kind)
    }

    fn swept(question: &TourQuestion, statistic: Statistic, split: usize) -> Histogram {
        let count = HalvesCount::by_statistic(question, statistic).unwrap();
        histogram(&count.threads(2).split(split))
    }

    fn histogram<E: Enumeration>(sorted: &E) -> Histogram {
        let tally = Run::new(sorted).threads(1).execute().unwrap().tally;
        assert_eq!(tally.histogram().total(), tally.weighted());
        tally.histogram().clone()
    }

    fn visited(question: &TourQuestion, statistic: Statistic) -> Histogram {
        let search = TourSearch::new(question.clone().without_symmetry()).unwrap();
        histogram(&SortedSearch::new(search, statistic).unwrap())
    }

    #[test]
    fn sorting_by_slopes_agrees_with_visiting_tours() {
        for (board, piece, kind) in [
            ("5x6", "knight", Kind::Closed),
            ("6x5", "knight", Kind::Closed),
            ("6x6", "knight", Kind::Closed),
            ("3x10", "knight", Kind::Closed),
            ("5x5", "knight", Kind::Open),
            ("3x4", "knight", Kind::Open),
            ("4x5", "knight", Kind::Open),
            ("4x4", "king", Kind::Closed),
            ("3x4", "king", Kind::Open),
            ("4x6", "wazir", Kind::Closed),
        ] {
            assert_sorted(&question(board, piece, kind), &format!("{board} {piece}"));
        }
        // Holes in the middle and at two corners.
        for (board, is_hole) in [
            ("5x5", (|at| at == [2, 2]) as fn(&[usize]) -> bool),
            ("5x6", |at| at == [0, 0] || at == [4, 5]),
            ("6x6", |at| at[0] % 5 == 0 && at[1] % 5 == 0),
        ] {
            let board = board.parse::<Board>().unwrap().without(is_hole);
            for kind in [Kind::Open, Kind::Closed] {
                let question = TourQuestion::new(&board, &Piece::knight(2), kind);
                if kind == Kind::Closed || board.len() < 30 {
                    assert_sorted(&question, &board.to_string());
                }
            }
        }
    }

    fn assert_sorted(question: &TourQuestion, name: &str) {
        for statistic in SLOPES {
            let expected = visited(question, statistic);
            let found = swept(question, statistic, 1);
            assert_eq!(found.counts(), expected.counts(), "{name} by {statistic}");
            assert!(found.least().is_none() && found.most().is_none());
        }
    }

    #[test]
    fn sorted_slices_add_up() {
        for (board, kind) in [("6x6", Kind::Closed), ("4x5", Kind::Open)] {
            let question = question(board, "knight", kind);
            for statistic in [Statistic::Rising, Statistic::Steep] {
                let whole = swept(&question, statistic, 1);
                assert_eq!(swept(&question, statistic, 6), whole, "{board} by {statistic}");
            }
        }
    }

    #[test]
    fn sorting_works_with_given_ends() {
        let question = question("5x5", "knight", Kind::Open);
        for ends in [Ends::From(0), Ends::From(12), Ends::Between(0, 24)] {
            let question = question.clone().with_ends(ends).unwrap();
            for statistic in SLOPES {
                let expected = visited(&question, statistic);
                assert!(!expected.is_empty());
                assert_eq!(swept(&question, statistic, 1).counts(), expected.counts(), "{ends:?}");
            }
        }
    }

    /// With less memory the result is equal, or an error. A statistic of pairs of moves is refused.
    #[test]
    fn sorting_with_less_memory_agrees() {
        let question = question("6x6", "knight", Kind::Closed);
        let tally = |memory: u64| {
            let count = HalvesCount::by_statistic(&question, Statistic::Steep).unwrap();
            let sorted = count.threads(1).memory(memory);
            Run::new(&sorted).threads(1).execute().map(|outcome| outcome.tally)
        };
        let whole = tally(1 << 32).unwrap();
        let some = (17..24).filter_map(|bits| tally(1 << bits).ok());
        let some: Vec<_> =
            some.inspect(|tally| assert_eq!(tally.histogram(), whole.histogram())).collect();
        assert!(!some.is_empty() && some.len() < 7, "{} of 7", some.len());
        let refused =
            HalvesCount::by_statistic(&question, Statistic::Crossings).unwrap_err().to_string();
        assert!(refused.contains("pairs of moves"), "{refused}");
    }

    /// The recount uses other primes, and its total is the count.
    #[test]
    fn a_recount_sorts_equally() {
        let question = question("5x6", "knight", Kind::Closed);
        let count = HalvesCount::by_statistic(&question, Statistic::FlatRising).unwrap();
        let sorted = count.threads(1);
        let unit = sorted.plan().units.remove(0);
        let again = sorted.recount(&unit, &mut Silent).unwrap();
        assert_eq!(again.histogram(), &swept(&question, Statistic::FlatRising, 1));
        assert_eq!(again.weighted(), 8u64.into());
    }

    proptest! {
        #[test]
        fn points_are_residues_lane_by_lane(
            a in any::<[u32; LANES]>(),
            b in any::<[u32; LANES]>(),
            x in any::<[u32; LANES]>(),
            which in 0usize..3,
            extreme in any::<bool>(),
        ) {
            // The largest primes, and the largest residues.
            let prime = primes(31).nth(which).unwrap();
            let p = u64::from(prime);
            let residue = |n: u32| if extreme && n.is_multiple_of(2) { prime - 1 - n % 5 } else { n % prime };
            let [a, b, x] = [a, b, x].map(|lanes| lanes.map(residue));
            let powers = Powers::new(prime, x);
            let ring = Points(&powers);
            let lanes = |of: &dyn Fn(u64, u64, u64) -> u64| {
                let at = |lane: usize| of(a[lane].into(), b[lane].into(), x[lane].into()) as u32;
                Point(std::array::from_fn(at))
            };
            let (one, other) = (Point(a), Point(b));
            prop_assert_eq!(ring.add(one, other), lanes(&|a, b, _| (a + b) % p));
            prop_assert_eq!(ring.less(one, other), lanes(&|a, b, _| (a + p - b) % p));
            prop_assert_eq!(ring.mul(one, other), lanes(&|a, b, _| a * b % p));
            for (edges, product) in [
                lanes(&|a, _, _| a),
                lanes(&|a, _, x| a * x % p),
                lanes(&|a, _, x| a * (x * x % p) % p),
            ].into_iter().enumerate() {
                prop_assert_eq!(ring.weighed(one, ring.factor(edges as u8)), product);
            }
        }
    }
}
