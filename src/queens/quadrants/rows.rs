//! `RowSet`: the rows that have their queen in the eastern half. The unit of the method's work.
//!
//! The set contains half of the rows, not counting the middle one; the middle row of an odd board
//! always belongs to the east.

/// A set of rows by their distance from the middle, 0 for the nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowSet {
    pub north: u32,
    pub south: u32,
}

impl RowSet {
    /// The set with this number: the northern rows are in its low bits.
    pub fn of(number: u32, half: usize) -> RowSet {
        RowSet { north: number & ((1 << half) - 1), south: number >> half }
    }

    /// The rows of the west.
    pub fn complement(self, half: usize) -> RowSet {
        let all = (1 << half) - 1;
        RowSet { north: all ^ self.north, south: all ^ self.south }
    }

    /// The number of sets that this one represents if the board may be turned upside down: itself
    /// and its flip, or none if the flip represents both.
    pub fn flips(self) -> u64 {
        match self.north.cmp(&self.south) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        }
    }

    /// The number of sets that this one represents under the exchange of east and west, apart from
    /// flips: the set and its complement.
    pub fn mirrors(self, half: usize) -> u64 {
        // In the rows where a set agrees with its flip, it disagrees with its complement and the
        // complement's flip. Without such a row the complement is the flip. Deciding by the
        // outermost row leaves the fewest half boards in the west.
        let agreed = !(self.north ^ self.south) & ((1 << half) - 1);
        match agreed.checked_ilog2() {
            None => 1,
            Some(outermost) if self.north >> outermost & 1 != 0 => 2,
            Some(_) => 0,
        }
    }
}

/// The numbers of all row sets of a board, ascending, from `first` on.
pub(super) fn numbers(half: usize, first: u32) -> impl Iterator<Item = u32> {
    let end = 1u64 << (2 * half);
    let next = |&set: &u64| {
        // The next number with as many bits (Gosper).
        let low = set & set.wrapping_neg();
        let carried = set + low;
        Some(carried | (carried ^ set) >> (2 + low.trailing_zeros()))
    };
    std::iter::successors(Some(u64::from(first)), next)
        .take_while(move |&set| set < end)
        .map(|set| set as u32)
}

/// The first number.
pub(super) fn first_number(half: usize) -> u32 {
    (1 << half) - 1
}
