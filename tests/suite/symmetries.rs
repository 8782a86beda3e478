//! The symmetries of boards, compared with every isometry of the lattice.

use std::collections::BTreeSet;

use cavalcade::Count;
use cavalcade::board::{Board, Graph, Piece, Symmetries};
use cavalcade::method::Means;
use cavalcade::tours::{Kind, TourQuestion, TourSearch, classes};

use crate::oracle;
use crate::random_questions::{Dice, TOPOLOGIES};
use crate::support::{board, tally};

#[test]
fn symmetries_of_a_thousand_boards_of_each_topology() {
    for (number, wraps) in TOPOLOGIES.into_iter().enumerate() {
        let mut dice = Dice::new(number as u64);
        let mut larger = 0;
        for _ in 0..1000 {
            let board = dice.board(wraps, if wraps.len() > 2 { 4 } else { 6 }, 30);
            let piece = dice.piece(board.rank());
            let graph = Graph::of(&board, &piece);
            let group = Symmetries::of(&board, &graph);
            let elements: BTreeSet<Vec<u32>> =
                group.elements().iter().map(|p| p.to_vec()).collect();
            assert!(group.is_complete());
            assert_eq!(elements.len(), group.order(), "{board} {}: none twice", piece.name());
            assert_eq!(elements, oracle::isometries(&board, &graph), "{board} {}", piece.name());
            let closed = |p: &Vec<u32>| {
                let after = |q: &Vec<u32>| p.iter().map(|&v| q[v as usize]).collect::<Vec<_>>();
                elements.iter().take(20).all(|q| elements.contains(&after(q)))
            };
            assert!(elements.iter().take(20).all(closed), "{board} {}", piece.name());
            larger += usize::from(group.order() > 1);
        }
        assert!(larger > 300, "{larger} boards of {wraps:?} have a symmetry");
    }
}

fn assert_classes(board: &Board, piece: &Piece, kind: Kind) -> usize {
    let question = TourQuestion::new(board, piece, kind);
    let found = oracle::tours(question.graph(), kind);
    let group = oracle::isometries(board, question.graph());
    let (tours, expected) = oracle::tour_classes(&found, kind, &group);
    let search = TourSearch::new(question.clone()).unwrap();
    let counts = question.counts(&tally(&search, 1));
    let undirected = counts.iter().find(|(c, _)| c.word() == "undirected").unwrap();
    let label = format!("{board} {} {}", piece.name(), kind.word());
    assert_eq!(undirected.1, Count::from(tours as u64), "{label}");
    let found = classes(&question, &undirected.1, &Means::default()).unwrap().unwrap();
    assert_eq!(found.fundamental, Count::from(expected as u64), "{label}");
    expected
}

/// Boards whose symmetries are not products of symmetries of single axes: half-turns,
/// antidiagonals, reflections with a shift.
#[test]
fn classes_under_composed_symmetries() {
    let cases = [
        (".#/..", "king", Kind::Open, 2),
        ("#..../...../...../....#", "knight", Kind::Open, 357),
        ("....#/...../...../...../.....", "knight", Kind::Open, 2146),
        ("2x3", "wazir+(1,-1)", Kind::Open, 10),
        ("torus:#../.../...", "rook", Kind::Closed, 3),
    ];
    for (text, piece, kind, expected) in cases {
        let board = board(text);
        let piece = Piece::parse(piece, board.rank()).unwrap();
        assert_eq!(assert_classes(&board, &piece, kind), expected, "{text} {}", piece.name());
    }
}

#[test]
fn classes_of_random_boards_with_holes() {
    for (number, wraps) in TOPOLOGIES.into_iter().enumerate() {
        let mut dice = Dice::new(100 + number as u64);
        let mut some = 0;
        for _ in 0..250 {
            let board = dice.board(wraps, 5, 9);
            let piece = dice.piece(board.rank());
            let kind = [Kind::Open, Kind::Closed][dice.below(2)];
            some += usize::from(assert_classes(&board, &piece, kind) > 0);
        }
        assert!(some > 25, "{some} boards of {wraps:?} have tours");
    }
}

/// Axes of length 1 cost nothing, and the group is not enumerated.
#[test]
fn boards_of_many_axes() {
    let flat = board(&["1"; 62].join("x"));
    let group =
        |board: &Board| Symmetries::of(board, &Graph::of(board, &Piece::knight(board.rank())));
    assert_eq!(group(&flat).order(), 1);
    let long = board(&format!("{}x3x4", ["1"; 40].join("x")));
    let count = |board: &Board| {
        tally(
            &TourSearch::new(TourQuestion::new(board, &Piece::knight(board.rank()), Kind::Open))
                .unwrap(),
            1,
        )
        .weighted()
    };
    assert_eq!(count(&long), count(&board("3x4")));
    assert_eq!(group(&long).order(), 4);
    let cube = board(&["2"; 10].join("x"));
    assert!(!group(&cube).is_complete(), "2^10 · 10! elements");
    // A move along the first axis only leaves the other axes symmetric: 2 · 2^6 · 6!.
    let cube = board(&["2"; 7].join("x"));
    let rows = Piece::parse("(1,0,0,0,0,0,0)", 7).unwrap();
    assert!(!Symmetries::of(&cube, &Graph::of(&cube, &rows)).is_complete());
    let many = "1x".repeat(64) + "1";
    assert!(many.parse::<Board>().unwrap_err().to_string().contains("more than 64 axes"));
    assert!(Piece::from_name("king", 20).unwrap_err().to_string().contains("1048576 moves"));
}
