//! The sweeps that sort the tours of a piece.

use std::ops::AddAssign;

use super::points::{LANES, Point, Points, Powers};
use super::polynomial::coefficients;
use crate::count::Count;
use crate::error::Error;
use crate::tours::halves::counting::{Counted, Counting, Ended, Hear};
use crate::tours::halves::forecast::Numbers;
use crate::tours::halves::schedule::Problem;
use crate::tours::halves::sweep::{Pool, combined_residues, primes};

/// Bits that every prime tells.
const PRIME_BITS: u64 = 30;

/// Tours by how many of their moves count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ByValue(pub Vec<Count>);

impl AddAssign<&ByValue> for ByValue {
    fn add_assign(&mut self, other: &ByValue) {
        self.0.resize(self.0.len().max(other.0.len()), Count::ZERO);
        self.0.iter_mut().zip(&other.0).for_each(|(all, more)| *all += more);
    }
}

impl ByValue {
    /// All of them.
    pub fn total(&self) -> Count {
        self.0.iter().cloned().sum()
    }
}

/// Sweeps for each prime, for tours with so many moves that count at most.
pub fn sweeps(most: usize) -> usize {
    (most + 1).div_ceil(LANES)
}

/// The tours of a piece by how many of their moves count, so many at most; `skip` primes are left
/// out.
pub fn by_value(
    counting: &Counting<'_>,
    most: usize,
    skip: usize,
    hear: Hear<'_>,
) -> Counted<ByValue> {
    // The number first, which takes less than one sweep that sorts, tells how many primes do.
    let problem = Problem { numbers: Numbers::Words, ..counting.problem };
    let numbers = Counting { problem, keeper: None, ..*counting };
    let (all, mut profile) = match skip {
        0 => numbers.count(hear)?,
        _ => numbers.recount(hear)?,
    };
    let mut residues: Vec<Vec<(u32, u32)>> = vec![Vec::new(); most + 1];
    let pool = Pool::new(counting.problem.room as u64);
    for prime in primes(31).skip(skip).take((all.bits() / PRIME_BITS + 1) as usize) {
        let values = values(counting, prime, sweeps(most), &pool, &mut profile, hear)?;
        let mut found = coefficients(&values, prime);
        if found.split_off(most + 1).iter().any(|&more| more != 0) {
            return Err(wrong("tours with more moves than there are".into()));
        }
        residues.iter_mut().zip(found).for_each(|(residues, value)| residues.push((value, prime)));
    }
    let sorted = ByValue(residues.iter().map(|residues| combined_residues(residues)).collect());
    match sorted.total() == all {
        true => Ok((sorted, profile)),
        false => Err(wrong(format!("{all} tours and {} of them sorted", sorted.total()))),
    }
}

fn wrong(what: String) -> Ended {
    Ended::Failed(Error::Contradiction { what })
}

/// What all tours come to at x = 0, 1, 2 and so on, by so many sweeps.
fn values(
    counting: &Counting<'_>,
    prime: u32,
    sweeps: usize,
    pool: &Pool<Point>,
    profile: &mut Vec<u64>,
    hear: Hear<'_>,
) -> Result<Vec<u32>, Ended> {
    let mut values = Vec::new();
    for sweep in 0..sweeps {
        let powers = Powers::new(prime, std::array::from_fn(|lane| (sweep * LANES + lane) as u32));
        let ring = Points(&powers);
        values.extend(counting.swept((0, ring, ring), pool, profile, hear)?.value.0);
    }
    Ok(values)
}
