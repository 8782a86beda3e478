//! `Unit`: a part of an enumeration that is run as a whole and counted once.

use std::fmt;

use super::tally::Tally;

/// One unit: the path of choices that leads to its root.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Its place in the plan, from 0.
    pub id: usize,
    /// The choices from the root of the search, in the method's own terms: the first
    /// squares of a tour, the columns of the first queens.
    pub path: Vec<u32>,
    /// How many solutions each solution of this unit stands for by symmetry, where the
    /// unit decides it.
    pub weight: u64,
    /// The part of the whole tree that it is taken for, from the number of choices on
    /// its path: the shares of a plan add up to at most 1. It only feeds the progress.
    pub share: f64,
}

impl fmt::Display for Unit {
    /// `#3 [0 8 14]`: the number and the path.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path: Vec<_> = self.path.iter().map(u32::to_string).collect();
        write!(f, "#{} [{}]", self.id, path.join(" "))
    }
}

/// A part of a unit that is being run, for another thread: the same kind of path. What the
/// parts of a unit and the rest of it count is in sum what the unit would have counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The choices from the root of the search.
    pub path: Vec<u32>,
    /// The part of the unit that it is taken for.
    pub share: f64,
}

impl Part {
    /// The part as a unit that can be run: with the number and the weight of its whole.
    pub fn of(self, whole: &Unit) -> Unit {
        let Part { path, share } = self;
        Unit { path, share: whole.share * share, id: whole.id, weight: whole.weight }
    }
}

/// All units of an enumeration.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The units, in the order of their ids.
    pub units: Vec<Unit>,
    /// What was visited above the units' roots while they were made. With it, nodes and
    /// solutions are those of the whole tree, however deep it was split.
    pub trunk: Tally,
}

/// A plan takes so many times the bytes of its units: while it is made there are others, and the
/// allocator keeps books.
const TIMES: usize = 5;
const OF_TIMES: usize = 2;

impl Plan {
    /// The bytes that it takes, about.
    pub fn bytes(&self) -> u64 {
        let paths: usize = self.units.iter().map(|unit| size_of_val(&unit.path[..])).sum();
        Plan::least_bytes(self.units.len()) + (paths * TIMES / OF_TIMES) as u64
    }

    /// The bytes of so many units, whatever their paths.
    pub fn least_bytes(units: usize) -> u64 {
        (units.saturating_mul(size_of::<Unit>()) / OF_TIMES).saturating_mul(TIMES) as u64
    }
}
