//! The variants of the n-queens question compared with plain backtracking on their definitions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cavalcade::engine::{Beat, Enumeration, Visitor, estimated_nodes};
use cavalcade::queens::{
    NO_QUEEN, QueensQuestion, QueensSearch, Square, Turn, VariantQuestion, VariantSearch,
};
use cavalcade::question::{Queens, Question};
use proptest::prelude::{any, prop_assert_eq, proptest};

use crate::support::{cavalcade, scratch, tally};

/// True if a queen on one square attacks the other, directly by the rules.
fn attacks(question: &VariantQuestion, one: Square, other: Square) -> bool {
    let side = question.side() as i64;
    let rows = one.0 as i64 - other.0 as i64;
    let columns = one.1 as i64 - other.1 as i64;
    let round: &[i64] = if question.is_torus() { &[-1, 0, 1] } else { &[0] };
    round.iter().flat_map(|i| round.iter().map(move |j| (i, j))).any(|(i, j)| {
        let (rows, columns) = ((rows + i * side).abs(), (columns + j * side).abs());
        let knight = question.is_amazons() && rows.min(columns) == 1 && rows.max(columns) == 2;
        rows == 0 || columns == 0 || rows == columns || knight
    })
}

/// Every placement, in the order of the search.
fn placements(question: &VariantQuestion) -> Vec<Vec<u8>> {
    fn extend(question: &VariantQuestion, columns: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
        let (row, side) = (columns.len(), question.side());
        let queens = columns.iter().filter(|&&column| column != NO_QUEEN).count();
        if row == side {
            if queens == question.queens() {
                found.push(columns.clone());
            }
            return;
        }
        let fixed = question.placed().iter().find(|square| square.0 == row);
        for column in (0..side).chain([usize::from(NO_QUEEN)]) {
            let queen = column != usize::from(NO_QUEEN);
            let stands = |(above, &c): (usize, &u8)| {
                c != NO_QUEEN && attacks(question, (above, usize::from(c)), (row, column))
            };
            let forbidden = match fixed {
                Some(square) => square.1 != column,
                None => {
                    let hole = question.holes().contains(&(row, column));
                    queen && (hole || row >= question.rows() || column >= question.width())
                }
            };
            if !(forbidden || queen && columns.iter().enumerate().any(stands)) {
                columns.push(column as u8);
                extend(question, columns, found);
                columns.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(question, &mut Vec::new(), &mut found);
    found
}

struct Keep(Vec<Vec<u8>>);

impl Visitor<[u8]> for Keep {
    fn solution(&mut self, columns: &[u8]) -> ControlFlow<()> {
        self.0.push(columns.to_vec());
        ControlFlow::Continue(())
    }
    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn visited(search: &impl Enumeration<Solution = [u8]>) -> Vec<Vec<u8>> {
    let mut keep = Keep(Vec::new());
    for unit in &search.plan().units {
        search.run(unit, &mut keep).unwrap();
    }
    keep.0
}

proptest! {
    #[test]
    fn every_question_agrees_with_the_definition(
        side in 1usize..7,
        columns in 1usize..7,
        square: bool,
        torus: bool,
        amazons: bool,
        queens in 0usize..7,
        rows in 0usize..12,
        squares in proptest::collection::vec((any::<u8>(), any::<u8>(), any::<bool>()), 0..5),
    ) {
        let width = if square { side } else { columns };
        let on_board = |(row, column): (u8, u8)| (usize::from(row) % side, usize::from(column) % width);
        let mut question = VariantQuestion::of_size(side, width).unwrap();
        if torus && side == width {
            question = question.on_torus().unwrap();
        }
        if amazons {
            question = question.with_amazons();
        }
        let rows = if side == width { rows.min(side) } else { side };
        if side == width {
            question = question.in_first_rows(rows).unwrap();
        }
        let (mut placed, mut holes) = (Vec::new(), Vec::new());
        for &(row, column, queen) in &squares {
            let at = on_board((row, column));
            if queen && at.0 < rows && placed.iter().all(|&other| !attacks(&question, at, other)) {
                placed.push(at);
            } else {
                holes.push(at);
            }
        }
        holes.retain(|hole| !placed.contains(hole));
        let queens = queens.min(rows).min(width).max(placed.len());
        let question = question.with_holes(&holes).unwrap().with_placed(&placed).unwrap();
        let question = question.with_queens(queens).unwrap();
        let expected = placements(&question);
        let search = VariantSearch::new(question.clone());
        prop_assert_eq!(tally(&search, 2).weighted(), (expected.len() as u64).into(), "{}", question);
        if !question.is_reduced() {
            prop_assert_eq!(visited(&search), expected, "{}", question);
        }
    }
}

/// The images of a placement under shifts, rotations and reflections of the torus.
fn images_on_torus(columns: &[u8]) -> BTreeSet<Vec<u8>> {
    let side = columns.len();
    let mut images = BTreeSet::new();
    let mut new = vec![columns.to_vec()];
    while let Some(image) = new.pop() {
        if images.insert(image.clone()) {
            let shifted = image.iter().map(|&c| (c + 1) % side as u8).collect();
            let mut rolled = image.clone();
            rolled.rotate_left(1);
            let mirrored = image.iter().map(|&c| side as u8 - 1 - c).collect();
            let mut turned = vec![0; side];
            for (row, &column) in image.iter().enumerate() {
                turned[usize::from(column)] = row as u8;
            }
            new.extend([shifted, rolled, mirrored, turned]);
        }
    }
    images
}

#[test]
fn a_torus_is_searched_once_for_each_class() {
    for side in [1, 5, 7, 11] {
        let question = VariantQuestion::new(side).unwrap().on_torus().unwrap();
        let classes = visited(&VariantSearch::new(question));
        let mut all = BTreeSet::new();
        for class in &classes {
            let images = images_on_torus(class);
            assert!(images.iter().filter(|image| image[0] == 0).all(|image| image >= class));
            assert!(images.into_iter().all(|image| all.insert(image)), "{class:?} twice");
        }
        // Every diagonal of a plane board is a part of one of the torus.
        let plane =
            visited(&QueensSearch::new(QueensQuestion::new(side).unwrap().without_symmetry()));
        let whole = |columns: &&Vec<u8>| {
            let distinct = |sign: usize| {
                let lines = columns
                    .iter()
                    .enumerate()
                    .map(|(row, &c)| (row * sign + usize::from(c)) % side);
                lines.collect::<BTreeSet<_>>().len() == side
            };
            distinct(1) && distinct(side - 1)
        };
        let expected: BTreeSet<_> = plane.iter().filter(whole).cloned().collect();
        assert_eq!(all, expected, "torus of {side}");
    }
}

/// Of the plane's placements that shifts, rotations and reflections of the torus exchange, the
/// least is visited, with the size of the class as its weight.
#[test]
fn the_plane_is_searched_once_for_each_class_up_to_shifts() {
    for side in 1..=9 {
        let plain = VariantQuestion::new(side).unwrap();
        let question = plain.clone().up_to_shifts().unwrap();
        let search = VariantSearch::new(question.clone());
        let mut all: BTreeSet<_> = placements(&plain).into_iter().collect();
        let placed = all.len() as u64;
        let classes = visited(&search);
        for class in &classes {
            let images = images_on_torus(class);
            assert_eq!(images.iter().find(|image| all.contains(*image)), Some(class));
            all.retain(|placement| !images.contains(placement));
        }
        assert!(all.is_empty(), "{all:?} of {side}");
        let tally = tally(&search, 2);
        assert_eq!(tally.weighted(), placed.into(), "{side}");
        assert_eq!(tally.visited(), (classes.len() as u64).into(), "{side}");
        let without = VariantSearch::new(question.without_symmetry());
        assert_eq!(visited(&without), visited(&VariantSearch::new(plain)), "{side}");
    }
}

#[test]
fn published_totals_of_variants() {
    let count = |question| tally(&VariantSearch::new(question), 2);
    for (side, all, classes) in [(5, 10, 1), (7, 28, 1), (9, 0, 0), (11, 88, 2)] {
        let tally = count(VariantQuestion::new(side).unwrap().on_torus().unwrap());
        assert_eq!(tally.weighted(), u64::into(all), "torus of {side}");
        assert_eq!(tally.visited(), u64::into(classes), "torus of {side}");
    }
    for (side, all, classes) in [(9u64, 0u64, 0u64), (10, 4, 1), (12, 156, 22), (13, 1876, 239)] {
        let question = QueensQuestion::new(side as usize).unwrap().with_amazons();
        let by_search = tally(&QueensSearch::new(question), 2);
        assert_eq!((by_search.weighted(), by_search.visited()), (all.into(), classes.into()));
        if side < 13 {
            let variant = count(VariantQuestion::new(side as usize).unwrap().with_amazons());
            assert_eq!(variant.weighted(), all.into(), "{side} amazons");
        }
    }
}

/// If 2 or 3 divides the side, nothing is searched; otherwise, and with a row left empty, there are
/// placements.
#[test]
fn a_torus_with_a_side_divisible_by_two_or_three_needs_no_search() {
    for side in [2, 3, 4, 6, 9, 14, 27, 40, 64] {
        let question = VariantQuestion::new(side).unwrap().on_torus().unwrap();
        assert!(question.has_none(), "{side}");
        let tally = tally(&VariantSearch::new(question), 2);
        assert!(tally.weighted().is_zero() && tally.nodes() == 1, "{side}");
    }
    for side in [0, 1, 5, 7, 11, 25] {
        assert!(!VariantQuestion::new(side).unwrap().on_torus().unwrap().has_none(), "{side}");
    }
    let few = VariantQuestion::new(6).unwrap().on_torus().unwrap().with_queens(4).unwrap();
    assert!(!few.has_none());
    assert!(!tally(&VariantSearch::new(few), 2).weighted().is_zero());
    assert!(!VariantQuestion::new(6).unwrap().has_none());
}

#[test]
fn estimates_of_variants_are_near_the_nodes() {
    let question = VariantQuestion::new(8).unwrap().with_queens(6).unwrap();
    let search = VariantSearch::new(question.with_placed(&[(3, 3)]).unwrap());
    let ratio = estimated_nodes(&search, 20_000) / tally(&search, 2).nodes() as f64;
    assert!((0.9..1.1).contains(&ratio), "{ratio}");
}

#[test]
fn amazons_have_estimates_too() {
    let search = QueensSearch::new(QueensQuestion::new(12).unwrap().with_amazons());
    let ratio = estimated_nodes(&search, 20_000) / tally(&search, 2).nodes() as f64;
    assert!((0.9..1.1).contains(&ratio), "{ratio}");
}

#[test]
fn the_fingerprint_is_that_of_the_first_journals() {
    let search = VariantSearch::new(VariantQuestion::new(5).unwrap());
    assert_eq!(search.fingerprint(), "queens 5x5, kin, all, split 2");
    assert_eq!(search.method(), "variants");
}

/// With fewer rows than columns the counts are those of the first rows of a square board, which are
/// published (A319284); the transposed board has the same counts. Each board is printed as it was
/// asked.
#[test]
fn rectangles_agree_with_first_rows_and_transposed_boards() {
    for (rows, columns) in [(1, 4), (2, 5), (3, 7), (5, 8), (6, 9), (7, 8)] {
        let count = |question: VariantQuestion| tally(&VariantSearch::new(question), 1).weighted();
        let of_size = |rows, columns| VariantQuestion::of_size(rows, columns).unwrap();
        let first = VariantQuestion::new(columns).unwrap().in_first_rows(rows).unwrap();
        for queens in 0..=rows {
            let few = |question: VariantQuestion| count(question.with_queens(queens).unwrap());
            let expected = few(first.clone());
            assert_eq!(few(of_size(rows, columns)), expected, "{rows}x{columns} {queens}");
            assert_eq!(few(of_size(columns, rows)), expected, "{columns}x{rows} {queens}");
        }
        for question in [of_size(rows, columns), of_size(columns, rows).with_queens(1).unwrap()] {
            let question = Question::from(Queens::of(question));
            assert_eq!(question.to_string().parse::<Question>().unwrap(), question);
        }
    }
}

#[test]
fn options_for_square_boards_are_refused_elsewhere() {
    let rectangle = || VariantQuestion::of_size(5, 8).unwrap();
    for refused in [
        rectangle().on_torus(),
        rectangle().in_first_rows(3),
        rectangle().up_to_shifts(),
        rectangle().kept_by(Turn::Half),
        rectangle().with_queens(6),
        VariantQuestion::of_size(8, 5).unwrap().with_queens(6),
        rectangle().with_holes(&[(5, 0)]),
        VariantQuestion::of_size(8, 5).unwrap().with_placed(&[(0, 5)]),
        VariantQuestion::of_size(0, 5),
        VariantQuestion::of_size(5, 65),
    ] {
        refused.unwrap_err();
    }
    for text in ["queens queen torus:5x8", "queens queen 5x8 turn=half", "queens queen 5~x8"] {
        assert!(text.parse::<Question>().is_err(), "{text}");
    }
}

/// Boards are drawn, numbered and packed by their own columns, and read back from each format.
#[test]
fn rectangles_are_listed_by_their_own_rows_and_columns() {
    let place = scratch();
    let run = |line: &str| {
        let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), place.path());
        assert_eq!(output.status.code(), Some(0), "{line}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    for board in ["5x8", "8x5"] {
        let counted = run(&format!("queens {board} -q"));
        assert_eq!(counted, format!("{board} queens: all 568\n  agrees with OEIS A319284\n"));
    }
    let drawn = run("queens 3x5 --first 1 --ascii -q");
    assert_eq!(drawn, "Q . . . .\n. . Q . .\n. . . . Q\n");
    let drawn = run("queens 5x3 --first 1 --ascii -q");
    assert_eq!(drawn, "Q . .\n. . Q\n. . .\n. Q .\n. . .\n");
    assert_eq!(run("queens 5x3 --first 1 --format lines -q"), "1 3 0 2 0\n");
    let placed = run("queens 5x3 --all --place c4 --k 2 --holes b1 --format lines -q");
    assert!(placed.lines().count() > 2 && placed.lines().all(|line| line.contains(" 3 ")));
    for format in ["lines", "csv", "json", "binary", "text"] {
        run(&format!("queens 5x3 --all --format {format} --output {format} -q"));
        let read = ["draw", format, "--question", "queens queen 5x3", "-q"];
        let output = cavalcade(&read, place.path());
        assert_eq!(output.status.code(), Some(0), "{format}: {output:?}");
        assert!(output.stdout.starts_with(b"<svg"), "{format}");
    }
    // The same number of squares, but other sides.
    let turned = ["draw", "text", "--question", "queens queen 3x5", "-q"];
    let output = cavalcade(&turned, place.path());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("3x5"), "{said}");
}
