//! `Unit`: a part of an enumeration that is run as a whole and counted once.

use std::fmt;

use super::tally::Tally;

/// One unit: the path of choices that leads to its root.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// The index in the plan, from 0.
    pub id: usize,
    /// The choices from the root of the search, in the method's own terms: the first
    /// squares of a tour, the columns of the first queens.
    pub path: Vec<u32>,
    /// The number of solutions that each solution of this unit stands for by symmetry, if the unit
    /// decides it.
    pub weight: u64,
    /// The estimated fraction of the whole tree, from the number of choices on the path. The
    /// fractions of a plan sum to at most 1; only progress uses them.
    pub share: f64,
}

impl fmt::Display for Unit {
    /// `#3 [0 8 14]`: the id and the path.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path: Vec<_> = self.path.iter().map(u32::to_string).collect();
        write!(f, "#{} [{}]", self.id, path.join(" "))
    }
}

/// A part of a running unit, for another thread, with the same kind of path. The tallies of the
/// parts and of the rest sum to the tally of the unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The choices from the root of the search.
    pub path: Vec<u32>,
    /// The estimated fraction of the unit.
    pub share: f64,
}

impl Part {
    /// The part as a unit that can be run, with the id and the weight of its whole.
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
    /// The tally of nodes above the units' roots, visited while the units were made. With it, nodes
    /// and solutions are those of the whole tree, however deep it was split.
    pub trunk: Tally,
}

/// A plan takes about `TIMES / OF_TIMES` times the bytes of its units: temporary units exist while
/// it is made, and the allocator has overhead.
const TIMES: usize = 5;
const OF_TIMES: usize = 2;

impl Plan {
    /// The approximate size in bytes.
    pub fn bytes(&self) -> u64 {
        let paths: usize = self.units.iter().map(|unit| size_of_val(&unit.path[..])).sum();
        Plan::least_bytes(self.units.len()) + (paths * TIMES / OF_TIMES) as u64
    }

    /// The least size in bytes of a plan with this number of units, whatever their paths.
    pub fn least_bytes(units: usize) -> u64 {
        (units.saturating_mul(size_of::<Unit>()) / OF_TIMES).saturating_mul(TIMES) as u64
    }
}
