//! The other ways in which units are counted.

use cavalcade::engine::{Enumeration, Silent};
use cavalcade::queens::{QueensQuestion, QueensSearch};
use cavalcade::tours::{Ends, Kind, Strategy, TourQuestion, TourSearch};

use super::queens;
use crate::support::board;

fn by(strategy: Strategy, text: &str, kind: Kind) -> TourSearch {
    let board = board(text);
    let knight = cavalcade::board::Piece::knight(board.rank());
    TourSearch::by(TourQuestion::new(&board, &knight, kind), strategy).unwrap()
}

fn linked(text: &str, kind: Kind) -> TourSearch {
    by(Strategy::Link, text, kind)
}

fn extended(text: &str, kind: Kind) -> TourSearch {
    by(Strategy::Extend, text, kind)
}

#[test]
fn units_counted_in_the_other_way_are_the_same() {
    fn assert_same<E: Enumeration>(search: &E) {
        assert!(search.other_way().is_some());
        for unit in &search.plan().units {
            let run = search.run(unit, &mut Silent).unwrap();
            let other = search.recount(unit, &mut Silent).unwrap();
            assert_eq!(run.found(), other.found(), "{}, {unit}", search.fingerprint());
        }
    }
    for side in 1..=9 {
        assert_same(&queens(side));
        assert_same(&QueensSearch::new(QueensQuestion::new(side).unwrap().without_symmetry()));
    }
    for text in ["3x4", "4x5", "3x8", "torus:3x4", "cylinder:3x5", "2x3x4"] {
        assert_same(&linked(text, Kind::Open));
        assert_same(&linked(text, Kind::Closed));
    }
    assert_same(&linked("6x6", Kind::Closed));
    let from_centre = |ends| {
        let question = linked("5x5", Kind::Open).question().clone();
        TourSearch::by(question.with_ends(ends).unwrap(), Strategy::Link).unwrap()
    };
    assert_same(&from_centre(Ends::From(12)));
    assert_same(&from_centre(Ends::Between(0, 12)));
    for text in ["1x1", "3x4", "4x5", "5x5", "3x8", "torus:3x4", "cylinder:3x5"] {
        assert_same(&extended(text, Kind::Open));
        assert_same(&extended(text, Kind::Closed));
    }
    assert_same(&extended("5x6", Kind::Closed));
}
