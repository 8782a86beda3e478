//! `Table`: every way to fill the last six rows of a board, by the columns that it takes.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use super::ROWS;
use super::machine::LANES;
use super::ranks::Ranks;
use crate::board::Bits;

/// The boards that are worth a table: below, it takes longer than the search; above, it takes
/// hundreds of megabytes, and the search days.
pub(in crate::queens::search) const SIDES: RangeInclusive<usize> = 15..=19;

/// The diagonals of either direction that a code has room for.
const KEPT: usize = 16;

/// Permutations of six.
const PERMUTATIONS: usize = 720;

/// For each permutation the number of the column in each row, in lexicographic order; two more
/// make the row a word. Behind them [`NONE`].
static PERMUTATION: [[u8; 8]; PERMUTATIONS + 1] = {
    let mut list = [[0; 8]; PERMUTATIONS + 1];
    let mut at = 0;
    while at < PERMUTATIONS {
        let (mut left, mut row, mut ways, mut rest) = (0b11_1111u32, 0, PERMUTATIONS, at);
        while row < ROWS {
            ways /= ROWS - row;
            let mut skipped = rest / ways;
            rest %= ways;
            let mut number = left.trailing_zeros();
            let mut others = left;
            while skipped > 0 {
                others &= others - 1;
                number = others.trailing_zeros();
                skipped -= 1;
            }
            left &= !(1 << number);
            list[at][row] = number as u8;
            row += 1;
        }
        at += 1;
    }
    list
};

/// What fills the places between two lists: no permutation.
const NONE: u16 = PERMUTATIONS as u16;

/// The ways to fill the last rows, listed by their columns.
pub(super) struct Table {
    side: usize,
    ranks: Arc<Ranks>,
    /// Where the list of each set of columns begins, and the end of the last.
    starts: Vec<u32>,
    /// The diagonals on which queens above would attack: see [`Table::code`].
    codes: Vec<u32>,
    permutations: Vec<u16>,
    /// The columns of each set, in ascending order.
    columns: Arc<[[u8; 8]]>,
}

/// A way that is being made.
#[derive(Clone, Copy, Default)]
struct Way {
    columns: u64,
    left: u64,
    right: u64,
    /// The diagonals from above that meet its squares.
    met_left: u64,
    met_right: u64,
    placed: [u8; ROWS],
}

impl Table {
    /// The table of a board.
    pub fn new(side: usize) -> Table {
        let ranks = Arc::new(Ranks::new(side, ROWS));
        let mut columns = vec![[0; 8]; ranks.len()];
        let mut lengths = vec![0u32; ranks.len()];
        each_way(side, 0, Way::default(), &mut |way| lengths[ranks.of(way.columns)] += 1);
        let mut next = 0;
        let place = |length: &u32| {
            let start = next;
            next += length.next_multiple_of(LANES as u32);
            start
        };
        let mut starts: Vec<u32> = lengths.iter().map(place).collect();
        let mut table = Table {
            side,
            columns: Arc::default(),
            codes: vec![u32::MAX; next as usize],
            permutations: vec![NONE; next as usize],
            starts: Vec::new(),
            ranks,
        };
        let mut ends = starts.clone();
        each_way(side, 0, Way::default(), &mut |way| {
            let rank = table.ranks.of(way.columns);
            let at = ends[rank] as usize;
            ends[rank] += 1;
            table.codes[at] = table.code(way.met_left, way.met_right);
            table.permutations[at] = number(way);
            for (place, column) in columns[rank].iter_mut().zip(way.columns.iter()) {
                *place = column as u8;
            }
        });
        starts.push(next);
        Table { starts, columns: columns.into(), ..table }
    }

    /// Those ways only that stand on none of the squares that are closed in each row.
    pub fn without(&self, closed: &[u64]) -> Table {
        let mut table = Table {
            side: self.side,
            ranks: Arc::clone(&self.ranks),
            columns: Arc::clone(&self.columns),
            starts: Vec::with_capacity(self.starts.len()),
            codes: Vec::new(),
            permutations: Vec::new(),
        };
        for rank in 0..self.ranks.len() {
            table.starts.push(table.codes.len() as u32);
            for at in self.list(rank).filter(|&at| self.is_way(at)) {
                let way = self.way(rank, at);
                let bits = closed.iter().zip(way).map(|(row, column)| row >> (column & 63) & 1);
                if bits.fold(0, |any, bit| any | bit) == 0 {
                    table.codes.push(self.codes[at]);
                    table.permutations.push(self.permutations[at]);
                }
            }
            let whole = table.codes.len().next_multiple_of(LANES);
            table.codes.resize(whole, u32::MAX);
            table.permutations.resize(whole, NONE);
        }
        table.starts.push(table.codes.len() as u32);
        table
    }

    /// The number of a set of columns.
    #[inline(always)]
    pub fn rank(&self, columns: u64) -> usize {
        self.ranks.of(columns)
    }

    /// The list of a set of columns.
    #[inline(always)]
    pub fn list(&self, rank: usize) -> Range<usize> {
        self.starts[rank] as usize..self.starts[rank + 1] as usize
    }

    /// The codes of a list.
    #[inline(always)]
    pub fn codes(&self, list: Range<usize>) -> &[u32] {
        &self.codes[list]
    }

    /// The diagonals that attack the first of the rows, as a code: sixteen of each direction.
    /// The others lie at the sides of the board, where they meet the fewest squares: who finds
    /// a way by its code asks [`Table::way`] for its columns, and checks them.
    #[inline(always)]
    pub fn code(&self, left: u64, right: u64) -> u32 {
        let spare = self.side.saturating_sub(KEPT);
        // Either leaves out half, one more where diagonals leave the board soonest.
        let left = left >> (spare / 2);
        let right = right >> spare.div_ceil(2);
        (left & 0xffff) as u32 | (right as u32) << KEPT
    }

    /// False for what only fills a gap behind a list.
    #[inline(always)]
    pub fn is_way(&self, at: usize) -> bool {
        self.permutations[at] != NONE
    }

    /// The columns of a way of the list of this rank, the first row's first.
    #[inline(always)]
    pub fn way(&self, rank: usize, at: usize) -> [u8; 8] {
        let numbers = &PERMUTATION[usize::from(self.permutations[at])];
        numbers.map(|number| self.columns[rank][usize::from(number & 7)])
    }
}

/// The number of the permutation in which a way takes its columns.
fn number(way: &Way) -> u16 {
    let mut left = way.columns;
    way.placed.iter().zip((1..=ROWS as u16).rev()).fold(0, |number, (&column, choices)| {
        let skipped = (left & u64::all_below(usize::from(column))).len() as u16;
        left = left.without(usize::from(column));
        number * choices + skipped
    })
}

/// Hands over every way to fill the rows, in lexicographic order.
fn each_way(side: usize, row: usize, way: Way, take: &mut impl FnMut(&Way)) {
    if row == ROWS {
        return take(&way);
    }
    let attacked = way.columns | way.left | way.right;
    for column in (u64::all_below(side) & !attacked).iter() {
        let queen = u64::single(column);
        let mut next = Way {
            columns: way.columns | queen,
            left: (way.left | queen) << 1,
            right: (way.right | queen) >> 1,
            met_left: way.met_left | queen >> row,
            met_right: way.met_right | queen << row & u64::all_below(side),
            placed: way.placed,
        };
        next.placed[row] = column as u8;
        each_way(side, row + 1, next, take);
    }
}

#[cfg(test)]
mod tests {
    use super::{PERMUTATION, Table, Way, each_way};
    use crate::queens::search::endings::ROWS;

    #[test]
    fn permutations_ascend() {
        let all = &PERMUTATION[..720];
        assert!(all.is_sorted() && all[0] == [0, 1, 2, 3, 4, 5, 0, 0]);
        assert!(all.iter().all(|p| (0..6).all(|n| p[..6].contains(&n))));
    }

    #[test]
    fn every_way_is_listed_under_its_columns() {
        for side in [8, 11] {
            let table = Table::new(side);
            let mut ways = 0;
            each_way(side, 0, Way::default(), &mut |way| {
                ways += 1;
                let rank = table.rank(way.columns);
                let listed = table
                    .list(rank)
                    .find(|&at| table.is_way(at) && table.way(rank, at)[..ROWS] == way.placed);
                let at = listed.unwrap();
                assert_eq!(table.codes[at], table.code(way.met_left, way.met_right));
            });
            let listed = (0..table.ranks.len())
                .flat_map(|rank| table.list(rank).map(move |at| (rank, at)))
                .filter(|&(_, at)| table.is_way(at))
                .count();
            assert_eq!(listed, ways, "{side}");
            assert_without_closed(&table);
        }
    }

    fn assert_without_closed(table: &Table) {
        let closed = [0, 0b11, 0, 1 << 5, 0, 0b1_0101_0101];
        let fewer = table.without(&closed);
        for rank in 0..table.ranks.len() {
            let ways = |of: &Table| -> Vec<([u8; 8], u32)> {
                let ways = of.list(rank).filter(|&at| of.is_way(at));
                ways.map(|at| (of.way(rank, at), of.codes[at])).collect()
            };
            let mut expected = ways(table);
            expected.retain(|(way, _)| (0..ROWS).all(|row| closed[row] >> way[row] & 1 == 0));
            assert_eq!(ways(&fewer), expected);
            assert!(fewer.list(rank).len().is_multiple_of(super::LANES));
        }
    }
}
