//! `Meeting`: combines white and black boards by their counts.
//!
//! White boards are counted by slabs of cells, which are sets of odd columns, with a row of
//! counters for each set of even columns. If the black boards in odd rows are listed, black ones
//! are counted the other way round: tiles of 32 by 32 counters are combined, after transposing the
//! black one. If the black boards in even rows are listed, they are counted in the same way as
//! white ones, but their cells have an order of their own: rows of 32 counters are combined, after
//! gathering the black ones.

use super::batch::{Found, Layer, Symmetry};
use super::class::Sets;
use super::list::Boards;
use super::machine::turn;
use super::slots::{CELLS, Counters};
use crate::simd::{Backend, Job, Machine};

/// A counter that may have overflowed.
const FULL: u16 = u16::MAX;

/// How the counters of two lists of boards are combined.
pub(super) struct Meeting {
    symmetry: Symmetry,
    odd_columns: Vec<u32>,
    order: Order,
}

/// Where the black boards for a white one are.
enum Order {
    /// In slabs of sets of even columns. For each white cell: the number of the black boards' odd
    /// columns. For each black cell: the number of the white boards' even columns, and whether they
    /// tie.
    ByEven { odd_numbers: Vec<usize>, even: Vec<(usize, bool)> },
    /// In slabs of sets of odd columns. For each white cell: the black cell. By number of the white
    /// boards' even columns: whether they tie, if they are taken.
    ByOdd { cells: Vec<Option<usize>>, even: Vec<Option<bool>> },
}

impl Meeting {
    /// Prepares the meeting of two lists; `columns` number the sets of the inner boards.
    pub fn new(
        symmetry: Symmetry,
        layer: &Layer,
        (white, black): (&Boards, &Boards),
        columns: &[Sets; 2],
    ) -> Meeting {
        let [even, odd] = layer.classes.white.map(|class| class.all());
        let odd_columns = white.sets.clone();
        let sets = odd_columns.iter();
        let order = if layer.lists_even {
            let cells = sets.map(|set| black.cell(odd ^ set)).collect();
            let taken = |&set: &u32| symmetry.takes_even(set).then(|| symmetry.ties_even(set));
            Order::ByOdd { cells, even: columns[0].all.iter().map(taken).collect() }
        } else {
            let even = black.sets.iter().map(|set| {
                let set = even ^ set;
                (usize::from(columns[0].number(set)), symmetry.ties_even(set))
            });
            let odd_numbers = sets.map(|set| usize::from(columns[1].number(odd ^ set)));
            Order::ByEven { odd_numbers: odd_numbers.collect(), even: even.collect() }
        };
        Meeting { symmetry, odd_columns, order }
    }

    /// Adds the placements of a row set by weight. `white` counts the white boards with the odd
    /// columns of a slab. `black` begins with the row set's black counters for the first slab;
    /// those of the next slab are `stride` further. False if a counter is full.
    pub fn add(
        &self,
        backend: Backend,
        slab: usize,
        white: &[Counters],
        (black, stride): (&[Counters], usize),
        even_rows_tie: bool,
        found: &mut Found,
    ) -> bool {
        let odd = CELLS * slab..self.odd_columns.len().min(CELLS * (slab + 1));
        let counters = (white, black, stride);
        let (sums, whole) = match &self.order {
            Order::ByEven { odd_numbers, even } => {
                backend.enter(Tiles { counters, numbers: &odd_numbers[odd.clone()], even })
            }
            Order::ByOdd { cells, even } => {
                backend.enter(Columns { counters, cells: &cells[odd.clone()], even })
            }
        };
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

/// White counters, black ones and the stride of the black slabs.
type Both<'a> = (&'a [Counters], &'a [Counters], usize);
/// For each set of odd columns of the slab, the sums of products over even columns, separately for
/// those that tie; and false if a counter was full.
type Sums = ([[u64; CELLS]; 2], bool);

struct Tiles<'a> {
    counters: Both<'a>,
    numbers: &'a [usize],
    even: &'a [(usize, bool)],
}

impl Job for Tiles<'_> {
    type Output = Sums;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Sums {
        let (white, black, stride) = self.counters;
        let mut sums = [[0; CELLS]; 2];
        let mut most = Counters::ZERO;
        let mut tile = [Counters::ZERO; CELLS];
        for (even, black) in self.even.chunks(CELLS).zip(black.chunks(stride)) {
            turn(machine, self.numbers.iter().map(|&number| &black[number]), &mut tile);
            for (row, &(number, ties)) in tile.iter().zip(even) {
                multiply(&white[number], row, &mut sums[usize::from(ties)], &mut most);
            }
        }
        (sums, most.0.iter().all(|&most| most < FULL))
    }
}

struct Columns<'a> {
    counters: Both<'a>,
    cells: &'a [Option<usize>],
    even: &'a [Option<bool>],
}

impl Job for Columns<'_> {
    type Output = Sums;

    /// The even columns of black boards are the complements of the white ones, so their numbers
    /// count down.
    #[inline(always)]
    fn run(self, _: impl Machine) -> Sums {
        let (white, black, stride) = self.counters;
        let mut sums = [[0; CELLS]; 2];
        let mut most = Counters::ZERO;
        let places = self.cells.iter().enumerate();
        let places: Vec<(usize, usize, usize)> = places
            .filter_map(|(at, cell)| cell.map(|cell| (at, cell / CELLS * stride, cell % CELLS)))
            .collect();
        for (number, (white, even)) in white.iter().zip(self.even).enumerate() {
            let &Some(ties) = even else { continue };
            let mut row = Counters::ZERO;
            for &(at, first, lane) in &places {
                row.0[at % CELLS] = black[first + (stride - 1 - number)].0[lane];
            }
            multiply(white, &row, &mut sums[usize::from(ties)], &mut most);
        }
        (sums, most.0.iter().all(|&most| most < FULL))
    }
}

/// Adds the products of two rows, and updates the maxima of both.
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
    use super::{CELLS, Counters, FULL, Found, Meeting, Order, Symmetry};
    use crate::simd::Backend;

    const COLUMNS: usize = 40;
    const SLABS: usize = COLUMNS.div_ceil(CELLS);

    /// Checks every sum of products with the largest valid counters, and the detection of each full
    /// counter that is multiplied.
    fn is_exact(
        side: u32,
        order: Order,
        ties: impl Fn(usize) -> bool,
        places: [(usize, usize); 3],
    ) {
        let symmetry = Symmetry::new(side, 0b00_0111);
        let odd_columns: Vec<u32> = (0..COLUMNS as u32).map(|at| at * 11 % 64).collect();
        let meeting = Meeting { symmetry, odd_columns, order };
        let most = [Counters([FULL - 1; CELLS]); COLUMNS * SLABS];
        let before = [u128::from(u64::MAX); 9];
        let add = |slab: usize, white: &[Counters], black: &[Counters], found: &mut Found| {
            meeting.add(Backend::Portable, slab, white, (black, COLUMNS), true, found)
        };
        let mut found = before;
        assert!((0..SLABS).all(|slab| add(slab, &most[..COLUMNS], &most, &mut found)));
        let mut expected = before;
        for &columns in &meeting.odd_columns {
            for at in 0..COLUMNS {
                let weight = symmetry.weight(columns, true, ties(at));
                let product = u128::from(FULL - 1).pow(2);
                expected[weight as usize] += if weight > 0 { product } else { 0 };
            }
        }
        assert_eq!(found, expected, "{side}");
        for (row, cell) in places {
            let mut full = most;
            full[row].0[cell] = FULL;
            assert!(!add(0, &full[..COLUMNS], &most, &mut found), "white {row} {cell}");
            let seen: Vec<bool> =
                (0..SLABS).map(|slab| add(slab, &most[..COLUMNS], &full, &mut found)).collect();
            assert!(seen.contains(&false), "black {row} {cell}");
        }
    }

    /// The largest valid counters, and sums that exceed 64 bits.
    #[test]
    fn products_are_exact_and_full_counters_detected() {
        let even: Vec<_> = (0..COLUMNS).map(|at| (at * 7 % COLUMNS, at % 3 == 0)).collect();
        let order = Order::ByEven { odd_numbers: (0..COLUMNS).rev().collect(), even };
        is_exact(12, order, |at| at % 3 == 0, [(0, 0), (17, 31), (39, 5)]);
        let cells = (0..COLUMNS).map(|at| Some(at * 7 % COLUMNS)).collect();
        let even = (0..COLUMNS).map(|at| Some(at % 3 == 0)).collect();
        is_exact(12, Order::ByOdd { cells, even }, |at| at % 3 == 0, [(0, 0), (17, 31), (39, 5)]);
    }

    /// Numbers the complements of columns, and finds the black boards for each cell.
    #[test]
    fn columns_meet_their_complements() {
        let symmetry = Symmetry::new(13, 0b00_0111);
        let number = |slab: usize, row: usize, lane: usize| (7 * slab + 5 * row + lane) as u16;
        let counters =
            |slab: usize, row: usize| Counters(std::array::from_fn(|lane| number(slab, row, lane)));
        let black: Vec<Counters> =
            (0..2 * COLUMNS).map(|at| counters(at / COLUMNS, at % COLUMNS)).collect();
        let white: Vec<Counters> = (0..COLUMNS).map(|row| counters(3, row)).collect();
        let cells = vec![Some(33), None, Some(2)];
        let odd_columns = vec![0b1111, 0b10111, 0b11011];
        let even: Vec<_> = (0..COLUMNS).map(|row| (row != 9).then_some(false)).collect();
        let meeting = Meeting { symmetry, odd_columns, order: Order::ByOdd { cells, even } };
        let mut found = Found::default();
        assert!(meeting.add(Backend::Portable, 0, &white, (&black, COLUMNS), false, &mut found));
        let mut expected = Found::default();
        for (at, place) in [(0, (1, 1)), (2, (0, 2))] {
            let weight = symmetry.weight(meeting.odd_columns[at], false, false);
            for row in (0..COLUMNS).filter(|&row| row != 9) {
                let (slab, lane) = place;
                let both = [number(3, row, at), number(slab, COLUMNS - 1 - row, lane)];
                expected[weight as usize] += u128::from(both[0]) * u128::from(both[1]);
            }
        }
        assert_eq!(found, expected);
    }
}
