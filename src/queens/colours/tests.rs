//! Each part of the method, compared with simple implementations.

use std::ops::ControlFlow;

use proptest::prelude::{any, prop_assert_eq, proptest};

use super::batch::{Batch, Found, Layer, Symmetry};
use super::class::{Board, Row, Sets};
use super::list::{Boards, Listed, Slice};
use super::machine::{passing, sieve, sift, transpose, turn};
use super::plain;
use super::slots::{CELLS, Check, Counters, Slots, Tables};
use super::tree::{REST, Tree, TreeInput};
use super::walk::{CountMode, Counts, Walk, Work};
use super::worker::Worker;
use crate::queens::lanes::Lanes;
use crate::simd::{Backend, Job, Machine};

fn plainly(layer: &Layer, odd_rows: u32, even_rows: u32) -> Found {
    let found = plain::count(layer, odd_rows, even_rows, &mut || ControlFlow::Continue(()));
    found.continue_value().unwrap_or_default()
}

/// The results of a worker for all pairs of row sets of a layer, and those of a simple loop.
fn worked(layer: &Layer, cut: bool) -> (Found, Found) {
    let mut expected = Found::default();
    let mut worker = Worker::new(layer, layer.odd_rows[0]);
    if cut {
        worker.cut();
    }
    let even_rows = layer.even_rows(layer.odd_rows[0]);
    let together = worker.together(&even_rows);
    for even_rows in even_rows.chunks(together) {
        let of_even = worker.of_even(even_rows);
        for &odd_rows in &layer.odd_rows {
            let of_odd = worker.of_odd(odd_rows);
            let flow = worker.meet(Backend::Portable, &of_odd, &of_even, even_rows, &mut |_, _| {
                ControlFlow::Continue(())
            });
            assert!(flow.is_continue());
            for &even_rows in even_rows {
                let found = plainly(layer, odd_rows, even_rows);
                expected.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
            }
        }
    }
    (*worker.done().1, expected)
}

/// Boards with a tree for each queen of the first row.
const CUT: [(u32, bool); 3] = [(9, true), (11, true), (12, true)];

#[test]
fn every_layer_is_what_counting_board_by_board_finds() {
    for (side, cut) in [6, 7, 9, 10, 11, 12].map(|side| (side, false)).into_iter().chain(CUT) {
        for layer in Layer::all(side).filter(|layer| !layer.odd_rows.is_empty()) {
            // For odd boards, only the black boards in even rows are listed.
            for lists_even in [true, false].into_iter().take(if layer.is_odd() { 1 } else { 2 }) {
                let layer = Layer { lists_even, ..layer.clone() };
                let (found, expected) = worked(&layer, cut);
                let queens = layer.queens;
                assert_eq!(found, expected, "{side} queens, {queens} on even rows, {lists_even}");
            }
        }
    }
}

/// With 20 queens and three white ones in even rows, a stretch takes several slabs of black boards;
/// with 17, white boards have several slabs.
#[test]
fn boards_of_many_slabs_are_each_taken_once() {
    let mut all = 0;
    for (side, queens) in [(17, 4), (17, 5), (20, 3), (20, 4)] {
        let layer = Layer::new(side, queens);
        let odd_rows = layer.odd_rows[1];
        let even_rows = &layer.even_rows(odd_rows)[40..42];
        let layer = layer.like(odd_rows, even_rows[1]);
        let mut worker = Worker::new(&layer, odd_rows);
        let (of_odd, of_even) = (worker.of_odd(odd_rows), worker.of_even(even_rows));
        let go_on = &mut |_, _: &Found| ControlFlow::Continue(());
        assert!(worker.meet(Backend::Portable, &of_odd, &of_even, even_rows, go_on).is_continue());
        let [one, other] = [0, 1].map(|at| plainly(&layer, odd_rows, even_rows[at]));
        let expected: Vec<u128> = one.iter().zip(other).map(|(one, other)| one + other).collect();
        all += expected.iter().sum::<u128>();
        assert_eq!(worker.done().1[..], expected, "{side} {queens}");
    }
    assert!(all > 0);
}

/// A byte can hold the result of the longest run, and a counter saturates.
#[test]
fn no_sum_of_a_sieve_runs_over() {
    struct See;

    impl Job for See {
        type Output = [u16; 5];

        fn run(self, machine: impl Machine) -> [u16; 5] {
            let tables = Box::new(Tables { first: [Lanes::ALL; 256], second: [Lanes::ALL; 256] });
            let mut slots = Slots::FREE;
            assert!((0..3).all(|nth| slots.take(1, nth).is_some()));
            let mut counts = [Counters::ZERO];
            (counts[0].0[3], counts[0].0[4]) = (u16::MAX - 192, u16::MAX - 5);
            sieve(machine, (&tables, &slots), &[0; 25], &[24 << 16, 1 << 16], &mut counts);
            *counts[0].0.first_chunk().unwrap()
        }
    }
    for backend in Backend::all() {
        assert_eq!(backend.enter(See), [200, 800, 200, u16::MAX, u16::MAX], "{}", backend.name());
    }
}

/// Without inner queens every outer board passes, and no empty lane does.
#[test]
fn each_board_meets_a_class_without_queens_once() {
    let layer = Layer::new(12, 0);
    let [inner, outer] = layer.classes.white;
    let columns = Sets::new(inner.columns, layer.queens);
    let boards = Boards::new(outer, &outer.rows_of(0b01_1010, 12), |_| true);
    let takes = vec![true; 1 << inner.columns];
    let input =
        TreeInput { class: inner, members: &[Vec::new()], columns: &columns, takes: &takes };
    let (tree, _) = Tree::grow(input, 0, usize::MAX);
    for mode in [CountMode::Taken, CountMode::Sieved, CountMode::Tried(Work::default())] {
        let mut counters = [Counters::ZERO];
        let mut counts = Counts { counters: &mut counters, members: 1, columns: 1, first: 0, mode };
        Walk::new().run(Backend::Portable, (inner, &tree), boards.all(), &mut counts);
        let of_cells = boards.starts.windows(2).map(|ends| (ends[1] - ends[0]) as u16);
        let expected: Vec<u16> = of_cells.chain(std::iter::repeat(0)).take(CELLS).collect();
        assert_eq!(counters[0].0[..], expected, "{mode:?}");
    }
}

/// The weights of the representatives add up to the number of all placements.
#[test]
fn symmetries_count_each_placement_once() {
    for side in 6..=10u32 {
        let mut all = 0u64;
        let mut weighed = 0;
        each_placement(side, &mut Vec::new(), &mut |columns| {
            all += 1;
            let sets = |parity: u32, of: &dyn Fn(u32, u32) -> (u32, u32)| {
                (0..side).zip(columns).fold(0, |set, (row, &column)| {
                    let (kept, at) = of(row, column);
                    let white = (row + column) % 2 == 0;
                    set | u32::from(white && kept % 2 == parity) << (at / 2)
                })
            };
            let [even_rows, odd_rows] = [0, 1].map(|parity| sets(parity, &|row, _| (row, row)));
            let [even, odd] = [0, 1].map(|parity| sets(parity, &|_, column| (column, column)));
            let symmetry = Symmetry::new(side, odd_rows);
            let taken = [symmetry.takes_even(even_rows), symmetry.takes_even(even)];
            if taken == [true; 2] && symmetry.takes_odd(odd) && symmetry.of_rows() > 0 {
                let ties = symmetry.ties_even(even_rows);
                weighed += symmetry.weight(odd, ties, symmetry.ties_even(even));
            }
        });
        assert_eq!(weighed, all, "{side} queens");
    }
}

fn each_placement(side: u32, columns: &mut Vec<u32>, found: &mut impl FnMut(&[u32])) {
    let row = columns.len();
    if row == side as usize {
        return found(columns);
    }
    for column in 0..side {
        let attacked = (0..row).any(|above| {
            columns[above] == column || columns[above].abs_diff(column) == (row - above) as u32
        });
        if !attacked {
            columns.push(column);
            each_placement(side, columns, found);
            columns.pop();
        }
    }
}

/// Paths identify batches, and the batches of a board are all pairs of row sets.
#[test]
fn batches_are_all_pairs_of_row_sets() {
    for side in [8, 9, 12] {
        for (pairs, together) in [(1, 1), (5, 2), (64, 4)] {
            let mut sum = 0;
            for (batch, pairs) in Batch::all(side, pairs, together) {
                assert_eq!(Batch::of(&batch.path()), batch);
                assert_eq!(pairs, batch.odd.len() * batch.even.len());
                sum += batch.even.len();
            }
            let sets: usize = Layer::all(side)
                .flat_map(|layer| {
                    let firsts = layer.odd_rows.iter().step_by(together);
                    firsts.map(|&first| layer.even_rows(first).len()).collect::<Vec<_>>()
                })
                .sum();
            assert_eq!(sum, sets, "{side} queens");
        }
    }
}

/// Counting boards by a sieve and counting them one by one give equal numbers.
#[test]
fn sieved_and_taken_boards_are_as_many() {
    let layer = Layer::new(13, 4);
    let ([inner, outer], all) = (layer.classes.white, [0b101_1010, 0b110_1101, 0b011_1001]);
    let members: Vec<Vec<Row>> = all.iter().map(|&rows| inner.rows_of(rows, 13)).collect();
    let members: Vec<_> = members.into_iter().filter(|rows| rows.len() == 4).collect();
    let columns = Sets::new(inner.columns, layer.queens);
    let takes = vec![true; 1 << inner.columns];
    let input = TreeInput { class: inner, members: &members, columns: &columns, takes: &takes };
    let (tree, _) = Tree::grow(input, 0, usize::MAX);
    let boards = Boards::new(outer, &outer.rows_of(0b01_1010, 13), |_| true);
    let slabs = boards.sets.len().div_ceil(CELLS);
    let each = members.len() * columns.len();
    // With repeated boards, a cell has more of them than are adjacent in memory.
    let count_from = |start: u16, taken: bool, times: usize| {
        let mut counters = vec![Counters([start; CELLS]); slabs * each];
        let mut walk = Walk::new();
        for slab in 0..if taken { 1 } else { slabs } {
            let (mode, from, to) = if taken {
                (CountMode::Taken, 0, slabs)
            } else {
                (CountMode::Sieved, slab, slab + 1)
            };
            let once = boards.slabs(from..to);
            let again = |column: &[u32]| -> Vec<u32> {
                column.iter().flat_map(|&of_board| std::iter::repeat_n(of_board, times)).collect()
            };
            let [sums, differences, cells] = [once.sums, once.differences, once.cells].map(again);
            let often = Slice { sums: &sums, differences: &differences, cells: &cells };
            let (members, columns) = (members.len(), columns.len());
            let counters = &mut counters[slab * each..];
            let mut counts = Counts { counters, members, columns, first: slab as u32, mode };
            walk.run(Backend::Portable, (inner, &tree), often, &mut counts);
        }
        counters
    };
    let count = |taken: bool, times: usize| count_from(0, taken, times);
    let taken = count(true, 1);
    assert!(taken == count(false, 1) && taken.iter().any(|row| *row != Counters::ZERO));
    for times in [2, 3, 5, 9, 40] {
        let often = count(true, times);
        assert!(often == count(false, times), "{times}");
        let expected = taken.iter().flat_map(|row| row.0).map(|count| count * times as u16);
        assert!(often.iter().flat_map(|row| row.0).eq(expected), "{times}");
    }
    // Counters saturate.
    let most = u16::MAX - 1;
    let full = count_from(most, true, 3);
    assert!(full == count_from(most, false, 3));
    let expected = taken.iter().flat_map(|row| row.0).map(|count| most.saturating_add(3 * count));
    assert!(full.iter().flat_map(|row| row.0).eq(expected));
    // Both must equal a loop over all pairs of boards.
    let mut sum = 0u64;
    for rows in &members {
        inner.each(rows, Board::default(), &mut |board| {
            let free = boards.all().diagonals().filter(|other| other & board.diagonals == 0);
            sum += free.count() as u64;
        });
    }
    let counted = taken.iter().flat_map(|row| row.0).map(u64::from).sum::<u64>();
    assert_eq!(counted, sum);
}

/// Every loop of the method, with these inputs.
#[derive(Clone, Copy)]
struct Loops<'a> {
    boards: Slice<'a>,
    diagonals: u64,
    checks: &'a [Check],
    tables: &'a Tables,
    slots: &'a Slots,
    items: &'a [u32],
    runs: &'a [u32],
    rows: &'a [Counters],
}

/// The results: boards after a sift, counters, words that passed, a transposed tile, transposed
/// bits.
type Seen = (Vec<(u64, u32)>, Vec<Counters>, Vec<u8>, Vec<u16>, Vec<Lanes>);

fn with_cells(boards: Slice<'_>) -> impl Iterator<Item = (u64, u32)> {
    boards.diagonals().zip(boards.cells.iter().copied())
}

impl Job for Loops<'_> {
    type Output = Seen;

    fn run(self, machine: impl Machine) -> Seen {
        let Loops { boards, diagonals, checks, tables, slots, items, runs, rows } = self;
        let mut kept = Listed::default();
        sift(machine, boards, diagonals, checks, &mut kept);
        let mut counts = vec![Counters([u16::MAX - 300; CELLS]); 2];
        sieve(machine, (tables, slots), items, runs, &mut counts);
        let mut words = vec![0; items.len()];
        passing(machine, tables, items, &mut words);
        let mut tile = [Counters::ZERO; CELLS];
        turn(machine, rows.iter(), &mut tile);
        let turned = tile.iter().flat_map(|row| row.0).collect();
        let mut planes = *tables.second.first_chunk().unwrap();
        transpose(machine, &mut planes);
        (with_cells(kept.boards()).collect(), counts, words, turned, planes.to_vec())
    }
}

proptest! {
    #[test]
    fn every_machine_sifts_and_sieves_alike(
        boards in proptest::collection::vec(any::<[u32; 5]>(), 0..90),
        queen in any::<(u64, u64)>(),
        checks in proptest::collection::vec((0u32..16, 0u32..16, any::<[u32; 4]>()), 0..=REST),
        items in proptest::collection::vec(any::<u32>(), 24),
        seed in any::<u64>(),
    ) {
        let column = |of: fn(&[u32; 5]) -> u32| boards.iter().map(of).collect::<Vec<u32>>();
        let (sums, differences) = (column(|board| board[0] & board[1]), column(|board| board[2] & board[3]));
        let cells = column(|board| board[4]);
        let boards = Slice { sums: &sums, differences: &differences, cells: &cells };
        let checks: Vec<Check> = checks
            .iter()
            .map(|&(sum, difference, [a, b, c, d])| Check { row: Row { sum, difference }, free: a & b & c & d })
            .collect();
        let mut word = seed | 1;
        let mut lanes = || {
            Lanes(std::array::from_fn(|_| {
                word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                word ^ word >> 31
            }))
        };
        let tables =
            Box::new(Tables { first: std::array::from_fn(|_| lanes()), second: std::array::from_fn(|_| lanes()) });
        let runs = [1 | 2 << 16, 1 << 16, 1 | 21 << 16];
        let mut slots = Slots::FREE;
        for cell in (0..CELLS).filter(|_| seed % 4 > 0) {
            for nth in 0..items[cell % items.len()] as usize % 4 {
                if slots.take(cell, nth).is_none() {
                    break;
                }
            }
        }
        let rows: Vec<Counters> = tables.first[..seed as usize % (CELLS + 1)]
            .iter()
            .map(|lanes| Counters(std::array::from_fn(|at| (lanes.0[at / 4] >> (16 * (at % 4))) as u16)))
            .collect();
        let diagonals = queen.0 & queen.1 & queen.0.rotate_left(9);
        let loops = Loops { boards, diagonals, checks: &checks, tables: &tables, slots: &slots, items: &items, runs: &runs, rows: &rows };
        let seen = Backend::all().map(|backend| backend.enter(loops));
        let passes = |&(board, _): &(u64, u32)| {
            board & diagonals == 0 && checks.iter().all(|check| check.free & check.row.free_of(board) != 0)
        };
        prop_assert_eq!(&seen[0].0, &with_cells(boards).filter(passes).collect::<Vec<_>>());
        for (at, &count) in seen[0].3.iter().enumerate() {
            let row = rows.get(at % CELLS).unwrap_or(&Counters::ZERO);
            prop_assert_eq!(count, row.0[at / CELLS]);
        }
        for other in &seen[1..] {
            prop_assert_eq!(other, &seen[0]);
        }
    }
}
