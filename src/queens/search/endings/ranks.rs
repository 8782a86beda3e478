//! `Ranks`: the numbers of the sets of so many columns.

use crate::board::Bits;

/// Numbers the sets of a board's columns that have one size, from 0, in the order of the sets as
/// binary numbers.
pub(super) struct Ranks {
    cut: usize,
    /// By the columns below the cut: the place among those of the same number.
    low: Vec<u16>,
    /// By the columns from the cut on: the sets before.
    high: Vec<u32>,
    len: usize,
}

impl Ranks {
    /// Of the sets of `size` columns of `side`, which are at most 32.
    pub fn new(side: usize, size: usize) -> Ranks {
        let cut = side / 2;
        let mut of_size = vec![0u16; cut + 1];
        let place = |set: usize| {
            let place = &mut of_size[set.count_ones() as usize];
            *place += 1;
            *place - 1
        };
        let low = (0..1 << cut).map(place).collect();
        let mut len = 0;
        let before = |set: usize| {
            let before = len;
            let rest = size.checked_sub(set.count_ones() as usize);
            len += rest.and_then(|rest| of_size.get(rest)).map_or(0, |&sets| u32::from(sets));
            before
        };
        let high = (0..1usize << (side - cut)).map(before).collect();
        Ranks { cut, low, high, len: len as usize }
    }

    /// How many sets there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The number of a set of this size.
    #[inline(always)]
    pub fn of(&self, set: u64) -> usize {
        let low = (set & u64::all_below(self.cut)) as usize;
        self.high[(set >> self.cut) as usize] as usize + usize::from(self.low[low])
    }
}

#[cfg(test)]
mod tests {
    use super::Ranks;

    #[test]
    fn sets_are_numbered_in_their_order() {
        for (side, size) in [(7, 0), (7, 3), (15, 6), (16, 7), (9, 9)] {
            let ranks = Ranks::new(side, size);
            let sets = (0u64..1 << side).filter(|set| set.count_ones() as usize == size);
            let numbers: Vec<usize> = sets.map(|set| ranks.of(set)).collect();
            assert_eq!(numbers, (0..ranks.len()).collect::<Vec<_>>(), "{size} of {side}");
        }
    }
}
