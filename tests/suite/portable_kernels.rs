//! Each kernel with processor-specific code is compared with its portable version, on questions so
//! small that Miri can run both (`scripts/miri.sh`).

use cavalcade::board::Piece;
use cavalcade::engine::{Enumeration, Silent, Tally};
use cavalcade::method::Vectors;
use cavalcade::queens::{ColourCount, QuadrantCount, QueensQuestion, QueensSearch};
use cavalcade::tours::{FrontierCount, Kind, Strategy, TourQuestion, TourSearch};

use crate::support::board;

/// All units, one after the other, without a thread pool.
fn tally(method: &impl Enumeration) -> Tally {
    let plan = method.plan();
    let mut sum = plan.trunk;
    for unit in &plan.units {
        sum.merge(&method.run(unit, &mut Silent).unwrap());
    }
    sum
}

fn question(text: &str, piece: &str, kind: Kind) -> TourQuestion {
    TourQuestion::new(&board(text), &Piece::from_name(piece, 2).unwrap(), kind)
}

#[test]
fn levels_agree_on_every_processor() {
    let search = |vectors| QueensSearch::new(QueensQuestion::new(14).unwrap()).vectors(vectors);
    let portable = tally(&search(Vectors::None));
    assert_eq!(portable.weighted(), 365_596u64.into());
    for vectors in [Vectors::Narrow, Vectors::Native] {
        assert_eq!(tally(&search(vectors)), portable, "{vectors:?}");
    }
}

#[test]
fn quadrants_agree_on_every_processor() {
    for side in [6, 7] {
        let visited = tally(&QueensSearch::new(QueensQuestion::new(side).unwrap())).weighted();
        let count = |vectors| tally(&QuadrantCount::new(side).unwrap().vectors(vectors));
        let portable = count(Vectors::None);
        assert_eq!(portable.weighted(), visited, "{side} queens");
        for vectors in [Vectors::Narrow, Vectors::Native] {
            assert_eq!(count(vectors), portable, "{side} queens, {vectors:?}");
        }
    }
}

#[test]
fn amazon_quadrants_agree_on_every_processor() {
    // The smallest even board with a placement, and an odd one for its middle lines.
    for side in [7, 10] {
        let question = QueensQuestion::new(side).unwrap().with_amazons();
        let visited = tally(&QueensSearch::new(question)).weighted();
        let count =
            |vectors| tally(&QuadrantCount::new(side).unwrap().with_amazons().vectors(vectors));
        let portable = count(Vectors::None);
        assert_eq!(portable.weighted(), visited, "{side} amazons");
        for vectors in [Vectors::Narrow, Vectors::Native] {
            assert_eq!(count(vectors), portable, "{side} amazons, {vectors:?}");
        }
    }
}

#[test]
fn colours_agree_on_every_processor() {
    for side in [6, 9, 10, 11] {
        let visited = tally(&QueensSearch::new(QueensQuestion::new(side).unwrap())).weighted();
        let count = |vectors| tally(&ColourCount::new(side).unwrap().vectors(vectors));
        let portable = count(Vectors::None);
        assert_eq!(portable.weighted(), visited, "{side} queens");
        for vectors in [Vectors::Narrow, Vectors::Native] {
            assert_eq!(count(vectors), portable, "{side} queens, {vectors:?}");
        }
    }
}

#[test]
fn sweeps_agree_on_every_processor() {
    for (board, kind) in [("2x3", Kind::Open), ("2x4", Kind::Closed)] {
        // Small boards keep the search for an order short.
        let question = question(board, "king", kind);
        let walked = TourSearch::by(question.clone(), Strategy::Extend).unwrap();
        let sweep = || FrontierCount::new(question.clone()).unwrap().threads(1);
        let portable = tally(&sweep().portable());
        assert_eq!(portable.weighted(), tally(&walked).weighted(), "{board}");
        assert_eq!(tally(&sweep()), portable, "{board}");
    }
}

#[test]
fn links_agree_on_every_processor() {
    for (board, kind) in [("3x4", Kind::Open), ("cylinder:3x4", Kind::Closed)] {
        let by = |strategy| TourSearch::by(question(board, "knight", kind), strategy).unwrap();
        let walked = tally(&by(Strategy::Extend)).weighted();
        assert_eq!(tally(&by(Strategy::Link)).weighted(), walked, "{board}");
    }
}
