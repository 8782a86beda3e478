//! The tour search compared with the oracle, with itself, and with published totals.

use std::collections::HashSet;
use std::ops::ControlFlow;

use cavalcade::Count;
use cavalcade::board::{Board, Piece};
use cavalcade::convention::Convention;
use cavalcade::engine::{Beat, Enumeration, Random, Silent, Visitor, estimated_nodes};
use cavalcade::tours::{
    FrontierCount, Kind, MAX_SWEPT, MAX_VERTICES, Tour, TourQuestion, TourSearch, Visited, estimate,
};
use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};

use crate::oracle;
use crate::support::{board, graph, tally};

const KINDS: [Kind; 2] = [Kind::Open, Kind::Closed];

fn question(board: &Board, piece: &str, kind: Kind) -> TourQuestion {
    TourQuestion::new(board, &Piece::named(piece, board.rank()).unwrap(), kind)
}

/// Directed tours.
fn counted(question: &TourQuestion) -> u64 {
    let search = TourSearch::new(question.clone()).unwrap();
    let counts = question.counts(&tally(&search, 2));
    let directed = counts.iter().find(|(convention, _)| *convention == Convention::Directed);
    u64::try_from(&directed.unwrap().1).unwrap()
}

/// Compares the directed tours of the search and the oracle, with and without symmetry.
fn assert_agrees_with_the_oracle(board: &Board, piece: &str, kind: Kind) {
    let question = question(board, piece, kind);
    let expected = oracle::tours(question.graph(), kind).len() as u64;
    assert_eq!(counted(&question), expected, "{board} {piece} {kind:?}");
    let plain = question.without_symmetry();
    assert_eq!(counted(&plain), expected, "{board} {piece} {kind:?} without symmetry");
}

#[test]
fn every_rectangle_to_twenty_squares_agrees_with_the_oracle() {
    for rows in 1..=20 {
        for columns in 1..=20 / rows {
            let board = Board::rectangle(rows, columns).unwrap();
            KINDS
                .into_iter()
                .for_each(|kind| assert_agrees_with_the_oracle(&board, "knight", kind));
        }
    }
}

#[test]
fn other_topologies_ranks_and_pieces_agree_with_the_oracle() {
    let knights =
        ["torus:3x4", "torus:3x3", "torus:2x4", "cylinder:3x5", "cylinder:4x3", "2x2x4", "2x3x3"];
    for text in knights {
        KINDS
            .into_iter()
            .for_each(|kind| assert_agrees_with_the_oracle(&board(text), "knight", kind));
    }
    for piece in Piece::NAMES {
        for text in ["3x3", "2x5", "1x6", "torus:2x3"] {
            KINDS
                .into_iter()
                .for_each(|kind| assert_agrees_with_the_oracle(&board(text), piece, kind));
        }
    }
    for piece in ["wazir", "ferz", "camel", "zebra", "giraffe"] {
        for text in ["4x4", "3x6", "torus:3x5", "2x2x3"] {
            KINDS
                .into_iter()
                .for_each(|kind| assert_agrees_with_the_oracle(&board(text), piece, kind));
        }
    }
}

fn boards_with_holes() -> impl Strategy<Value = Board> {
    (3usize..6, 3usize..6, any::<u32>()).prop_map(|(rows, columns, pattern)| {
        let board = Board::rectangle(rows, columns).unwrap();
        let hole = |at: &[usize]| pattern >> (at[0] * columns + at[1]) & 1 != 0;
        let kept = board.without(hole).len();
        // A random half of the squares, and never too many for the oracle.
        if kept > 14 { board.without(|at| !hole(at)) } else { board.without(hole) }
    })
}

proptest! {
    #[test]
    fn boards_with_holes_agree_with_the_oracle(board in boards_with_holes()) {
        for piece in ["knight", "wazir"] {
            for kind in KINDS {
                let question = question(&board, piece, kind);
                let expected = oracle::tours(question.graph(), kind).len() as u64;
                prop_assert_eq!(counted(&question), expected, "{} {} {:?}", board, piece, kind);
            }
        }
    }
}

/// Keeps every solution.
struct Keep(Vec<Vec<u32>>);

impl Visitor<Visited> for Keep {
    fn solution(&mut self, tour: &Visited) -> ControlFlow<()> {
        self.0.push(tour.squares().into_iter().map(u32::from).collect());
        ControlFlow::Continue(())
    }
    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn visited(search: &TourSearch) -> Vec<Vec<u32>> {
    let mut keep = Keep(Vec::new());
    for unit in &search.plan().units {
        search.run(unit, &mut keep).unwrap();
    }
    keep.0
}

#[test]
fn every_tour_is_visited_once_and_is_a_tour() {
    let canonical = |question: &TourQuestion, squares: &[u32]| {
        Tour::check(question, squares).unwrap().undirected()
    };
    let boards = [("4x5", Kind::Open), ("3x7", Kind::Open), ("torus:3x4", Kind::Closed)];
    for (text, kind) in boards {
        let question = question(&board(text), "knight", kind).without_symmetry();
        let found = visited(&TourSearch::new(question.clone()).unwrap());
        let tours: HashSet<Tour> = found.iter().map(|s| canonical(&question, s)).collect();
        assert_eq!(tours.len(), found.len(), "{text}: some tour twice");
        let expected = oracle::tours(question.graph(), kind);
        let expected: HashSet<Tour> = expected.iter().map(|s| canonical(&question, s)).collect();
        assert_eq!(tours, expected, "{text}");
    }
    // Too large for the oracle, but each tour can still be checked, and their number.
    let closed = question(&board("6x6"), "knight", Kind::Closed).without_symmetry();
    let found = visited(&TourSearch::new(closed.clone()).unwrap());
    let tours: HashSet<Tour> = found.iter().map(|s| canonical(&closed, s)).collect();
    assert_eq!((found.len(), tours.len()), (9862, 9862));
}

#[test]
fn threads_and_split_change_neither_tours_nor_nodes() {
    for (text, kind) in [("5x6", Kind::Open), ("6x6", Kind::Closed), ("torus:4x4", Kind::Closed)] {
        let question = question(&board(text), "knight", kind);
        let search = |split| TourSearch::new(question.clone()).unwrap().split(split);
        let one = tally(&search(1024), 1);
        for threads in [2, 8] {
            assert_eq!(tally(&search(1024), threads), one, "{text} on {threads} threads");
        }
        for split in [1, 7, 100, 20_000] {
            assert_eq!(tally(&search(split), 2), one, "{text} split into {split}");
        }
    }
}

#[test]
fn published_totals() {
    let open = |text| counted(&question(&board(text), "knight", Kind::Open));
    let closed = |text| counted(&question(&board(text), "knight", Kind::Closed));
    assert_eq!(open("6x6"), 6_637_920);
    assert_eq!(open("3x10"), 6_096);
    assert_eq!(open("4x7"), 12_756);
    assert_eq!(closed("6x6"), 2 * 9_862);
    assert_eq!(closed("3x12"), 2 * 176);
    assert_eq!(closed("5x8"), 2 * 44_202);
    assert_eq!(closed("2x3x4"), 2 * 12_132);
    assert_eq!(closed("2x3x5"), 2 * 30_144);
    assert_eq!(closed("torus:4x4"), 2 * 1_344);
}

#[test]
fn wide_boards_take_the_wide_kernels() {
    // Formulas for two rows of wazir squares: a ring has one closed tour, and a 2×n strip has n² −
    // n + 2 undirected open tours for n > 1.
    for (columns, squares) in [(32, 64), (33, 66), (64, 128), (65, 130), (128, 256)] {
        let strip = Board::rectangle(2, columns).unwrap();
        assert_eq!(strip.len(), squares);
        assert_eq!(counted(&question(&strip, "wazir", Kind::Closed)), 2, "2x{columns} closed");
        let n = columns as u64;
        assert_eq!(
            counted(&question(&strip, "wazir", Kind::Open)),
            2 * (n * n - n + 2),
            "2x{columns}"
        );
    }
    let too_large = question(&Board::rectangle(1, 257).unwrap(), "wazir", Kind::Open);
    let error = TourSearch::new(too_large).unwrap_err().to_string();
    assert!(error.contains("257") && error.contains("256"), "{error}");
}

/// Records the beats of a unit.
struct Beats(Vec<Beat>);

impl Visitor<Visited> for Beats {
    fn solution(&mut self, _: &Visited) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn beat(&mut self, beat: Beat) -> ControlFlow<()> {
        self.0.push(beat);
        if self.0.len() < 12 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[test]
fn each_method_refuses_boards_that_are_too_large() {
    let strip = |length| question(&Board::rectangle(1, length).unwrap(), "wazir", Kind::Open);
    let ask = |name, question: TourQuestion| match name {
        "search" => TourSearch::new(question).map(drop),
        "estimate" => estimate(&question, 1, &mut Random::new(1)).map(drop),
        _ => FrontierCount::new(question).map(drop),
    };
    let longest = FrontierCount::most_vertices(strip(1).shape());
    for (name, limit) in
        [("search", MAX_VERTICES), ("estimate", MAX_VERTICES), ("frontier", longest)]
    {
        ask(name, strip(limit)).unwrap();
        let size = limit + 1;
        let expected = format!(
            "1x{size} has {size} squares, and the {name} method takes at most {limit}; give a \
             smaller board"
        );
        assert_eq!(ask(name, strip(size)).unwrap_err().to_string(), expected);
    }
    // Only a strip or a graph without a board may be long.
    let board = |text: &str| Some(text.parse::<Board>().unwrap());
    assert_eq!(FrontierCount::most_vertices(board("2x3000").as_ref()), longest);
    assert_eq!(FrontierCount::most_vertices(None), longest);
    for other in [board("cylinder:2x3000"), board("30x3000")] {
        assert_eq!(FrontierCount::most_vertices(other.as_ref()), MAX_SWEPT);
    }
}

#[test]
fn a_unit_reports_progress_and_can_be_stopped() {
    let question = question(&board("6x8"), "knight", Kind::Closed).without_symmetry();
    let search = TourSearch::new(question).unwrap().split(1);
    let plan = search.plan();
    let mut beats = Beats(Vec::new());
    let mut whole = Beat::default();
    for unit in &plan.units {
        let before = beats.0.len();
        let ended = search.run(unit, &mut beats);
        let heard = &beats.0[before..];
        assert!(
            heard
                .windows(2)
                .all(|pair| pair[0].done <= pair[1].done && pair[0].nodes < pair[1].nodes)
        );
        assert!(heard.iter().all(|beat| (0.0..=1.0).contains(&beat.done)));
        if ended.is_err() {
            whole = *heard.last().unwrap();
            break;
        }
    }
    assert_eq!(beats.0.len(), 12, "no unit was broken off");
    assert!(whole.done > 0.0 && whole.solutions > 0);
}

#[test]
fn estimates_are_near_the_nodes() {
    for (text, kind) in [("5x6", Kind::Open), ("6x6", Kind::Closed)] {
        let search = TourSearch::new(question(&board(text), "knight", kind)).unwrap();
        let nodes = tally(&search, 2).nodes() as f64;
        let ratio = estimated_nodes(&search, 20_000) / nodes;
        assert!((0.8..1.25).contains(&ratio), "{text}: {ratio}");
    }
}

#[test]
fn a_unit_alone_counts_what_it_counts_in_the_run() {
    let search = TourSearch::new(question(&board("5x5"), "knight", Kind::Open)).unwrap();
    let plan = search.plan();
    let sum: Count =
        plan.units.iter().map(|unit| search.run(unit, &mut Silent).unwrap().weighted()).sum();
    assert_eq!(sum, Count::from(1728u64));
    assert_eq!(graph(&board("5x5"), "knight").len(), 25);
}
