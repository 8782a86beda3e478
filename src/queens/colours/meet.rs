//! `Meeting`: how many white and black boards go together, from their counts.
//!
//! White boards are counted by slabs of cells that are sets of odd columns, a row of counters for
//! each set of even ones; black boards the other way round. What meets is a tile of 32 by 32
//! counters of each, of which the black one is turned.

use super::list::Boards;
use super::machine::{Counters, Job, Machine};
use super::sets::Sets;
use super::slots::CELLS;
use super::symmetry::{Found, Symmetry};

/// A counter that may have had more to count than it can hold.
const FULL: u16 = u16::MAX;

/// What is the same for all row sets with the same odd rows.
pub(super) struct Meeting {
    symmetry: Symmetry,
    /// For each white cell the number of the black boards' odd columns.
    odd_numbers: Vec<usize>,
    odd_columns: Vec<u32>,
    /// For each black cell the number of the white boards' even columns, and if they tie.
    even_numbers: Vec<(usize, bool)>,
}

impl Meeting {
    /// The meeting of the cells of two lists; the counts' rows are by these numbers.
    pub fn new(
        symmetry: Symmetry,
        (white, black): (&Boards, &Boards),
        (all_even, even): (u32, &Sets),
        (all_odd, odd): (u32, &Sets),
    ) -> Meeting {
        let odd_numbers =
            white.sets.iter().map(|set| usize::from(odd.number(all_odd ^ set))).collect();
        let even_numbers = black.sets.iter().map(|set| {
            let columns = all_even ^ set;
            (usize::from(even.number(columns)), symmetry.ties_even(columns))
        });
        let even_numbers = even_numbers.collect();
        Meeting { symmetry, odd_numbers, odd_columns: white.sets.clone(), even_numbers }
    }

    /// Adds the placements of a row set, by weight, whose white boards with the odd columns of a
    /// slab are counted in `white` and whose black ones in `black`, which begins with the row
    /// set's counters of the first slab; those of the next are `stride` further. False if a
    /// counter is full.
    pub fn add(
        &self,
        machine: impl Machine,
        slab: usize,
        white: &[Counters],
        (black, stride): (&[Counters], usize),
        even_rows_tie: bool,
        found: &mut Found,
    ) -> bool {
        let odd = CELLS * slab..self.odd_numbers.len().min(CELLS * (slab + 1));
        let numbers = &self.odd_numbers[odd.clone()];
        let (sums, whole) =
            machine.enter(Tiles { white, black, stride, numbers, even: &self.even_numbers });
        for (&columns, sums) in self.odd_columns[odd].iter().zip(transposed(&sums)) {
            for (ties, sum) in [false, true].into_iter().zip(sums) {
                let weight = self.symmetry.weight(columns, even_rows_tie, ties);
                found[weight as usize] += u128::from(sum) * u128::from(weight > 0);
            }
        }
        whole
    }
}

fn transposed(sums: &[[u64; CELLS]; 2]) -> impl Iterator<Item = [u64; 2]> {
    sums[0].iter().zip(&sums[1]).map(|(&one, &other)| [one, other])
}

struct Tiles<'a> {
    white: &'a [Counters],
    black: &'a [Counters],
    stride: usize,
    numbers: &'a [usize],
    even: &'a [(usize, bool)],
}

impl Job for Tiles<'_> {
    /// For each odd columns of the slab the sums of products over even columns, those that tie
    /// apart; and false if a counter was full.
    type Output = ([[u64; CELLS]; 2], bool);

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Self::Output {
        let mut sums = [[0; CELLS]; 2];
        let mut most = Counters::ZERO;
        let mut tile = [Counters::ZERO; CELLS];
        for (even, black) in self.even.chunks(CELLS).zip(self.black.chunks(self.stride)) {
            machine.turn(self.numbers.iter().map(|&number| &black[number]), &mut tile);
            for (row, &(number, ties)) in tile.iter().zip(even) {
                multiply(&self.white[number], row, &mut sums[usize::from(ties)], &mut most);
            }
        }
        (sums, most.0.iter().all(|&most| most < FULL))
    }
}

/// Adds the products of two rows, and takes the greatest numbers of both.
#[inline(always)]
fn multiply(one: &Counters, other: &Counters, sums: &mut [u64; CELLS], most: &mut Counters) {
    let pairs = one.0.iter().zip(&other.0);
    for (most, (&one, &other)) in most.0.iter_mut().zip(pairs.clone()) {
        *most = (*most).max(one).max(other);
    }
    for (sum, (&one, &other)) in sums.iter_mut().zip(pairs) {
        *sum += u64::from(u32::from(one) * u32::from(other));
    }
}

#[cfg(test)]
mod tests {
    use super::{CELLS, Counters, FULL, Found, Meeting, Symmetry};
    use crate::queens::colours::machine::Portable;

    const COLUMNS: usize = 40;

    /// The largest counters that are not full, and sums that leave 64 bits.
    #[test]
    fn products_are_exact_and_a_full_counter_of_either_colour_is_seen() {
        let symmetry = Symmetry::new(12, 0b00_0111);
        let odd_columns: Vec<u32> = (0..COLUMNS as u32).map(|at| at * 11 % 64).collect();
        let meeting = Meeting {
            symmetry,
            odd_numbers: (0..COLUMNS).rev().collect(),
            odd_columns,
            even_numbers: (0..COLUMNS).map(|at| (at * 7 % COLUMNS, at % 3 == 0)).collect(),
        };
        let slabs = COLUMNS.div_ceil(CELLS);
        let most = [Counters([FULL - 1; CELLS]); COLUMNS * 2];
        let before = [u128::from(u64::MAX); 9];
        let add = |slab: usize, white: &[Counters], black: &[Counters], found: &mut Found| {
            meeting.add(Portable, slab, white, (black, COLUMNS), true, found)
        };
        let mut found = before;
        assert!((0..slabs).all(|slab| add(slab, &most[..COLUMNS], &most, &mut found)));
        let mut expected = before;
        for &columns in &meeting.odd_columns {
            for &(_, ties) in &meeting.even_numbers {
                let weight = symmetry.weight(columns, true, ties);
                let product = u128::from(FULL - 1).pow(2);
                expected[weight as usize] += if weight > 0 { product } else { 0 };
            }
        }
        assert_eq!(found, expected);
        for (number, cell) in [(0, 0), (17, 31), (39, 5)] {
            let mut full = most;
            full[number].0[cell] = FULL;
            assert!(!add(0, &full[..COLUMNS], &most, &mut found), "white {number} {cell}");
            let seen: Vec<bool> =
                (0..slabs).map(|slab| add(slab, &most[..COLUMNS], &full, &mut found)).collect();
            assert!(seen.contains(&false), "black {number} {cell}");
        }
    }
}
