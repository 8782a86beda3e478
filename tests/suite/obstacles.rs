//! Reasons why there can be no tour, compared with the oracle: a board with a reason has no tour.

use cavalcade::board::{Board, Graph, Piece};
use cavalcade::tours::{Kind, Obstacle, TourQuestion, TourSearch, obstacle};
use proptest::prelude::{any, prop_assert, proptest};

use crate::oracle;
use crate::support::tally;

fn reason(board: &Board, piece: &Piece, kind: Kind) -> Option<Obstacle> {
    obstacle(&Graph::of(board, piece), kind, Obstacle::rectangle(board, piece))
}

#[test]
fn a_board_with_a_reason_has_no_tour() {
    let mut reasons = 0;
    for text in ["3x3", "3x4", "2x5", "1x4", "torus:2x4", "torus:3x3", "cylinder:3x4", "2x2x3"] {
        let board: Board = text.parse().unwrap();
        for name in Piece::NAMES {
            let piece = Piece::named(name, board.rank()).unwrap();
            for kind in [Kind::Open, Kind::Closed] {
                // Without a claim there is nothing to check.
                if let Some(reason) = reason(&board, &piece, kind) {
                    reasons += 1;
                    let tours = oracle::tours(&Graph::of(&board, &piece), kind);
                    assert!(tours.is_empty(), "{text} {name} {kind:?}: {reason}");
                }
            }
        }
    }
    assert!(reasons > 50, "only {reasons} boards had a reason");
}

/// Schwenk's theorem says exactly which rectangles have a closed knight's tour.
#[test]
fn schwenk_agrees_with_the_search_on_every_rectangle_to_thirty_squares() {
    let knight = Piece::knight(2);
    for rows in 1..=30 {
        for columns in rows..=30 / rows {
            let board = Board::rectangle(rows, columns).unwrap();
            let question = TourQuestion::new(&board, &knight, Kind::Closed);
            let none = tally(&TourSearch::new(question).unwrap(), 2).visited().is_zero();
            let told = reason(&board, &knight, Kind::Closed).is_some();
            assert_eq!(told, none, "{board}");
        }
    }
}

proptest! {
    #[test]
    fn graphs_with_a_reason_have_no_tour(vertices in 1usize..8, pattern in any::<u32>()) {
        let pairs = (0..vertices).flat_map(|v| (0..v).map(move |w| (v, w)));
        let edges: Vec<_> =
            pairs.enumerate().filter(|(i, _)| pattern >> i & 1 != 0).map(|(_, edge)| edge).collect();
        let graph = Graph::from_edges(vertices, &edges).unwrap();
        for kind in [Kind::Open, Kind::Closed] {
            let told = obstacle(&graph, kind, None);
            prop_assert!(told.is_none() || oracle::tours(&graph, kind).is_empty(), "{:?}", told);
        }
    }
}
