//! `Bits`: a set of cells as machine words.
//!
//! Kernels are generic over the set and are compiled once for each width; the caller
//! chooses the width once per run: `u64` up to 64 cells, `u128` up to 128, [`Wide`] beyond.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of cells numbered from 0.
///
/// The squares that a knight reaches from the corner of a 4×4 board:
///
/// ```
/// use cavalcade::board::Bits;
/// let knight_from_corner = u64::EMPTY.with(6).with(9);
/// //  . . . .
/// //  . . X .
/// //  . X . .
/// //  . . . .
/// assert_eq!(knight_from_corner, 0b0000_0010_0100_0000);
/// assert_eq!(knight_from_corner.len(), 2);
/// assert_eq!(knight_from_corner.iter().collect::<Vec<_>>(), [6, 9]);
/// assert_eq!(knight_from_corner.without(6).first(), Some(9));
/// ```
pub trait Bits:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// The number of cells that the set can hold.
    const CAPACITY: usize;
    /// The set without a cell.
    const EMPTY: Self;

    /// The set with the one cell `cell`.
    fn single(cell: usize) -> Self;
    /// True if `cell` is in the set.
    fn contains(self, cell: usize) -> bool;
    /// The number of cells.
    fn len(self) -> usize;
    /// True if the set is empty.
    fn is_empty(self) -> bool;
    /// True if the set has fewer than two cells.
    fn at_most_one(self) -> bool;
    /// The lowest cell.
    fn first(self) -> Option<usize>;
    /// The set without its lowest cell.
    fn without_first(self) -> Self;
    /// The lowest cell, below the capacity; unspecified for an empty set. For kernels that know
    /// that the set is not empty.
    fn lowest(self) -> usize;
    /// A hash of the set.
    fn fold(self) -> u64;
    /// 1 if `cell` is in the set, 0 otherwise; without a branch.
    fn bit(self, cell: usize) -> usize;
    /// Every cell if `cell` is in the set, none otherwise; without a branch.
    fn all_if(self, cell: usize) -> Self;

    /// The cells `0..count`.
    fn all_below(count: usize) -> Self {
        (0..count).fold(Self::EMPTY, Self::with)
    }

    /// The set and `cell`.
    #[inline(always)]
    fn with(self, cell: usize) -> Self {
        self | Self::single(cell)
    }

    /// The set without `cell`.
    #[inline(always)]
    fn without(self, cell: usize) -> Self {
        self & !Self::single(cell)
    }

    /// The cells in ascending order.
    #[inline(always)]
    fn iter(self) -> Cells<Self> {
        Cells(self)
    }
}

/// The cells of a set in ascending order.
pub struct Cells<B>(B);

impl<B: Bits> Iterator for Cells<B> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let cell = self.0.first()?;
        self.0 = self.0.without_first();
        Some(cell)
    }
}

macro_rules! bits_of_integer {
    ($integer:ty) => {
        impl Bits for $integer {
            const CAPACITY: usize = <$integer>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn single(cell: usize) -> Self {
                debug_assert!(cell < Self::CAPACITY);
                (1 as $integer).wrapping_shl(cell as u32)
            }
            #[inline(always)]
            fn contains(self, cell: usize) -> bool {
                self & Self::single(cell) != 0
            }
            #[inline(always)]
            fn len(self) -> usize {
                self.count_ones() as usize
            }
            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline(always)]
            fn at_most_one(self) -> bool {
                self & self.wrapping_sub(1) == 0
            }
            #[inline(always)]
            fn first(self) -> Option<usize> {
                if self == 0 { None } else { Some(self.trailing_zeros() as usize) }
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize & (Self::CAPACITY - 1)
            }
            #[inline(always)]
            fn fold(self) -> u64 {
                self as u64 ^ (self.wrapping_shr(Self::BITS / 2) as u64).rotate_left(32)
            }
            #[inline(always)]
            fn bit(self, cell: usize) -> usize {
                (self.wrapping_shr(cell as u32) & 1) as usize
            }
            #[inline(always)]
            fn all_if(self, cell: usize) -> Self {
                (0 as $integer).wrapping_sub(self.wrapping_shr(cell as u32) & 1)
            }
        }
    };
}

bits_of_integer!(u64);
bits_of_integer!(u128);

/// A set of up to `64 * N` cells: word `i` holds the cells from `64 * i`.
///
/// ```
/// use cavalcade::board::{Bits, Wide};
/// let far = Wide::<4>::EMPTY.with(3).with(200);
/// assert_eq!(far.iter().collect::<Vec<_>>(), [3, 200]);
/// assert_eq!((!far).len(), 254);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide<const N: usize>([u64; N]);

macro_rules! by_words {
    ($operation:ident, $name:ident, $assign:tt) => {
        impl<const N: usize> $operation for Wide<N> {
            type Output = Self;
            #[inline(always)]
            fn $name(mut self, other: Self) -> Self {
                self.0.iter_mut().zip(other.0).for_each(|(word, mask)| *word $assign mask);
                self
            }
        }
    };
}

by_words!(BitAnd, bitand, &=);
by_words!(BitOr, bitor, |=);
by_words!(BitXor, bitxor, ^=);

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl<const N: usize> Bits for Wide<N> {
    const CAPACITY: usize = 64 * N;
    const EMPTY: Self = Wide([0; N]);

    #[inline(always)]
    fn single(cell: usize) -> Self {
        let mut words = [0; N];
        words[cell / 64] = 1 << (cell % 64);
        Wide(words)
    }
    #[inline(always)]
    fn contains(self, cell: usize) -> bool {
        self.0[cell / 64] & (1 << (cell % 64)) != 0
    }
    #[inline(always)]
    fn len(self) -> usize {
        self.0.iter().map(|word| word.len()).sum()
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
    #[inline(always)]
    fn at_most_one(self) -> bool {
        self.len() <= 1
    }
    #[inline(always)]
    fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }
    #[inline(always)]
    fn without_first(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word = word.without_first();
        }
        self
    }
    #[inline(always)]
    fn lowest(self) -> usize {
        self.first().unwrap_or(0)
    }
    #[inline(always)]
    fn fold(self) -> u64 {
        self.0.iter().fold(0, |fold: u64, &word| fold.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ word)
    }
    #[inline(always)]
    fn bit(self, cell: usize) -> usize {
        (self.0[cell / 64] >> (cell % 64)) as usize & 1
    }
    #[inline(always)]
    fn all_if(self, cell: usize) -> Self {
        Wide([0u64.wrapping_sub(self.0[cell / 64] >> (cell % 64) & 1); N])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::{any, proptest};

    use super::{Bits, Wide};

    /// Compares every operation with a set of the standard library.
    fn agrees_with_a_tree_set<B: Bits>(cells: &[usize], cell: usize) {
        let cells: Vec<_> = cells.iter().map(|c| c % B::CAPACITY).collect();
        let cell = cell % B::CAPACITY;
        let bits = cells.iter().fold(B::EMPTY, |bits, &c| bits.with(c));
        let mut tree: BTreeSet<_> = cells.into_iter().collect();
        assert!(bits.iter().eq(tree.iter().copied()));
        assert_eq!(bits.len(), tree.len());
        assert_eq!(bits.is_empty(), tree.is_empty());
        assert_eq!(bits.at_most_one(), tree.len() <= 1);
        assert_eq!(bits.first(), tree.first().copied());
        assert_eq!(bits.contains(cell), tree.contains(&cell));
        assert_eq!((!bits).len(), B::CAPACITY - tree.len());
        assert_eq!((bits & B::all_below(cell)).len(), tree.range(..cell).count());
        assert_eq!((bits ^ B::all_below(cell)) ^ B::all_below(cell), bits);
        assert_eq!(bits.bit(cell), usize::from(tree.contains(&cell)));
        assert_eq!(bits.all_if(cell), if tree.contains(&cell) { !B::EMPTY } else { B::EMPTY });
        assert!(bits.is_empty() || bits.lowest() == *tree.first().unwrap());
        tree.remove(&cell);
        assert!(bits.without(cell).iter().eq(tree.iter().copied()));
        tree.insert(cell);
        assert!(bits.with(cell).iter().eq(tree.iter().copied()));
    }

    proptest! {
        #[test]
        fn every_width_is_a_set(cells: Vec<usize>, cell in any::<usize>()) {
            agrees_with_a_tree_set::<u64>(&cells, cell);
            agrees_with_a_tree_set::<u128>(&cells, cell);
            agrees_with_a_tree_set::<Wide<1>>(&cells, cell);
            agrees_with_a_tree_set::<Wide<4>>(&cells, cell);
        }
    }
}
