//! The moduli that a count takes: a word and primes, or primes alone, as many as its bound asks
//! for, a sweep for each. What they come to is held against the bound.

use super::count::{Counting, Ended, Hear};
use super::expected::Numbers;
use super::meeting::Met;
use super::sweep::{Measure, Measured, Modulo, Pool, Words, combined, combined_residues, primes};
use crate::count::Count;
use crate::error::Error;

/// What sums of floating-point numbers are off by at most: they are of positive numbers, and
/// fewer than 2^40 of them go into one.
const ROUNDING: f64 = 1.0 + 1e-3;

/// Bits of the bound that is known otherwise from which on sums are measured: where it is lower,
/// a word holds what all ways to meet come to.
const MEASURED: u64 = 100;
/// The largest sum of numbers of a group, four times which a word holds.
const EXACT: f64 = (1u64 << 61) as f64;

/// Primes that are left out where a number is counted once more.
pub const OTHERS: usize = 16;

impl Counting<'_> {
    /// The number of cycles through all vertices, and the states of each layer.
    pub fn count(&self, hear: Hear<'_>) -> Result<(Count, Vec<u64>), Ended> {
        let counted = self.by_sweeps(hear)?;
        // Who is killed at the end of a sweep leaves a layer that nobody goes on from.
        self.keeper.map_or(Ok(()), |keeper| keeper.clear()).map_err(Ended::Failed)?;
        Ok(counted)
    }

    fn by_sweeps(&self, hear: Hear<'_>) -> Result<(Count, Vec<u64>), Ended> {
        let mut profile = Vec::new();
        let word = match self.numbers {
            Numbers::Residues => None,
            _ => Some(self.words(&mut profile, hear)?),
        };
        self.by_residues(word, primes(), profile, hear)
    }

    /// The number modulo 2^64, and at least the number.
    fn words(&self, profile: &mut Vec<u64>, hear: Hear<'_>) -> Result<(u64, f64), Ended> {
        let pool = Pool::new(self.memory);
        if self.bits < MEASURED {
            let Met { value, bound, .. } = self.swept((0, Words, Words), &pool, profile, hear)?;
            return Ok((value, bound));
        }
        let Met { value, bound, largest } =
            self.swept((0, Words, Measured), &pool, profile, hear)?;
        let Measure { word, about } = value;
        // What was rounded off is a part of all ways to meet.
        let closer = about + bound * (ROUNDING - 1.0);
        Ok((word, if largest < EXACT { bound.min(closer) } else { bound }))
    }

    /// The same number by other moduli: primes alone, and none that [`Counting::count`] takes
    /// where it takes no more than so many.
    pub fn recount(&self, hear: Hear<'_>) -> Result<(Count, Vec<u64>), Ended> {
        self.by_residues(None, primes().skip(OTHERS), Vec::new(), hear)
    }

    /// The number modulo as many of these primes as its bound asks for, besides a word of it and
    /// its bound if these are known. Moduli tell more than the number: most of what wrong residues
    /// come to passes the bound.
    fn by_residues(
        &self,
        word: Option<(u64, f64)>,
        mut primes: impl Iterator<Item = u32>,
        mut profile: Vec<u64>,
        hear: Hear<'_>,
    ) -> Result<(Count, Vec<u64>), Ended> {
        let mut residues = Vec::new();
        let (mut told, first) = word.map_or((0.0, 0), |_| (64.0, 1));
        let mut most = word.map_or(f64::INFINITY, |(_, bound)| self.bits_of(bound));
        // One for all: what a sweep leaves behind in pieces would not serve the next.
        let pool = Pool::new(self.memory);
        while told < most {
            let prime = primes.next().expect("there are millions of primes");
            let ring = Modulo::new(prime);
            let number = first + residues.len();
            let met = self.swept((number, ring, ring), &pool, &mut profile, hear)?;
            most = most.min(self.bits_of(met.bound));
            residues.push((met.value, prime));
            told += bits_of_prime(prime);
        }
        let number = match word {
            Some((word, _)) => combined(word, &residues),
            None => combined_residues(&residues),
        };
        if number.bits() as f64 <= most + 1.0 {
            return Ok((number, profile));
        }
        // Nobody is to go on from what is kept, a part of which is wrong.
        self.keeper.map_or(Ok(()), |keeper| keeper.forget()).map_err(Ended::Failed)?;
        let bits = most.ceil();
        let what = format!("{number} by its residues, and at most 2^{bits} by its bound");
        Err(Ended::Failed(Error::Contradiction { what }))
    }

    /// The bits that a count has at most, by the bound that a sweep found; one that overflowed, no
    /// number perhaps, says nothing.
    fn bits_of(&self, bound: f64) -> f64 {
        (bound * ROUNDING).log2().min(self.bits as f64).max(0.0)
    }
}

/// The bits that a residue tells.
fn bits_of_prime(prime: u32) -> f64 {
    f64::from(prime).log2() - 1e-9
}

#[cfg(test)]
mod tests {
    use super::{Counting, Ended, OTHERS, primes};
    use crate::engine::Shelf;
    use crate::error::Error;
    use crate::tours::Kind;
    use crate::tours::halves::expected::Numbers;
    use crate::tours::halves::matching::Maps;
    use crate::tours::halves::samples::{all_live, counting, plan};
    use crate::tours::halves::sweep::Keeper;

    /// What is measured is closer than all ways to meet, and never below the number.
    #[test]
    fn measured_sums_bound_the_count() {
        for (board, kind, tours) in [
            ("6x8", Kind::Closed, 55_488_142.0),
            ("5x6", Kind::Closed, 8.0),
            ("6x6", Kind::Open, 3_318_960.0),
            ("cylinder:5x6", Kind::Closed, 92_708_416.0),
        ] {
            let plan = plan(board, kind);
            let (live, maps) = (all_live(&plan), Maps::new(4));
            let bound = |bits| {
                let counting = Counting { bits, ..counting(&plan, &live, &maps) };
                counting.words(&mut Vec::new(), &mut |_| true).unwrap()
            };
            let ((word, all), (same, measured)) = (bound(64), bound(200));
            assert!(word == same && word as f64 == tours, "{board}: {word}");
            let more = (measured - tours) / all;
            assert!(1.0 / 1100.0 < more && more < 1.0 / 900.0, "{board}: {measured}");
            assert!(2.0 * measured < all, "{board}: {measured} of {all}");
        }
    }

    #[test]
    fn a_recount_is_by_primes_that_no_count_takes() {
        let plan = plan("5x6", Kind::Closed);
        let (live, maps) = (all_live(&plan), Maps::new(4));
        let taken = |is_again: bool| {
            let shelf = Shelf::default();
            let keeper = Keeper::new(&shelf, []);
            let (numbers, kept) = (Numbers::Residues, Some(keeper));
            let counting = Counting { numbers, keeper: kept, ..counting(&plan, &live, &maps) };
            let counted = match is_again {
                true => counting.recount(&mut |_| true),
                false => counting.count(&mut |_| true),
            };
            assert_eq!(counted.unwrap().0.to_string(), "8");
            let is_taken =
                |prime: u32| keeper.sweep(0, prime.into()).known::<u32>().unwrap().is_some();
            primes().take(2 * OTHERS).position(is_taken).unwrap()
        };
        assert!(taken(false) < OTHERS && taken(true) >= OTHERS);
    }

    /// Where a group may have more than a word holds all ways to meet are what bounds the count.
    #[test]
    fn what_no_word_holds_is_not_measured() {
        let plan = plan("3x120", Kind::Closed);
        let (live, maps) = (all_live(&plan), Maps::new(4));
        let bound = |bits| {
            let counting = Counting { bits, ..counting(&plan, &live, &maps) };
            counting.words(&mut Vec::new(), &mut |_| true).unwrap().1
        };
        assert_eq!(bound(64), bound(200));
    }

    /// A residue that is wrong, here one that is kept, makes a number that passes the bound.
    #[test]
    fn wrong_residues_are_told() {
        let plan = plan("6x8", Kind::Closed);
        let (live, maps) = (all_live(&plan), Maps::new(4));
        let shelf = Shelf::default();
        let keeper = Keeper::new(&shelf, []);
        let all = Counting { keeper: Some(keeper), ..counting(&plan, &live, &maps) };
        let by = |numbers| Counting { numbers, passes: [None, None], ..all }.count(&mut |_| true);
        let prime = primes().next().unwrap();
        let first = keeper.sweep(0, prime.into());
        assert_eq!(by(Numbers::Residues).unwrap().0.to_string(), "55488142");
        let (right, bounds, states) = first.known::<u32>().unwrap().unwrap();
        for wrong in [prime - right, right ^ 1 << 30] {
            first.end(&(wrong, bounds, states.clone())).unwrap();
            let told = by(Numbers::Residues);
            assert!(matches!(told, Err(Ended::Failed(Error::Contradiction { .. }))), "{told:?}");
            // It is not kept, so that who tries again counts it.
            assert_eq!(by(Numbers::Residues).unwrap().0.to_string(), "55488142");
        }
        first.end(&(0u32, bounds, states)).unwrap();
        assert!(by(Numbers::Residues).unwrap().0.is_zero());
    }

    /// Nothing to meet is a bound as any other.
    #[test]
    fn none_are_within_no_bound() {
        for (board, kind) in [("4x4", Kind::Closed), ("4x8", Kind::Closed), ("4x4", Kind::Open)] {
            let plan = plan(board, kind);
            let (live, maps) = (all_live(&plan), Maps::new(4));
            for numbers in [Numbers::Words, Numbers::Residues] {
                let counting = Counting { numbers, ..counting(&plan, &live, &maps) };
                assert!(counting.count(&mut |_| true).unwrap().0.is_zero(), "{board}");
                assert_eq!(
                    [f64::NAN, f64::INFINITY, 0.0].map(|b| counting.bits_of(b)),
                    [200.0, 200.0, 0.0]
                );
            }
        }
    }
}
