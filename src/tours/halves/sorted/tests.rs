//! Sorting by sweeps agrees with sorting tour by tour.

use crate::board::{Board, Piece};
use crate::engine::{Enumeration, Histogram, Run, Silent};
use crate::tours::halves::sorted::{SortedHalves, count_by_statistic};
use crate::tours::question::{Ends, Kind, TourQuestion};
use crate::tours::search::{SortedSearch, TourSearch};
use crate::tours::statistic::Statistic;

const SLOPES: [Statistic; 4] =
    [Statistic::Rising, Statistic::Steep, Statistic::SteepRising, Statistic::FlatRising];

fn question(board: &str, piece: &str, kind: Kind) -> TourQuestion {
    let board: Board = board.parse().unwrap();
    TourQuestion::new(&board, &Piece::named(piece, 2).unwrap(), kind)
}

fn swept(question: &TourQuestion, statistic: Statistic, split: usize) -> Histogram {
    let count = count_by_statistic(question, statistic).unwrap().threads(2).split(split);
    histogram(&SortedHalves::new(count, &statistic.to_string()))
}

fn histogram<E: Enumeration>(sorted: &E) -> Histogram {
    let tally = Run::new(sorted).threads(1).execute().unwrap().tally;
    assert_eq!(tally.histogram().total(), tally.weighted());
    tally.histogram().clone()
}

fn visited(question: &TourQuestion, statistic: Statistic) -> Histogram {
    let search = TourSearch::new(question.clone().without_symmetry()).unwrap();
    histogram(&SortedSearch::new(search, statistic).unwrap())
}

#[test]
fn sorting_by_slopes_agrees_with_visiting_tours() {
    for (board, piece, kind) in [
        ("5x6", "knight", Kind::Closed),
        ("6x5", "knight", Kind::Closed),
        ("6x6", "knight", Kind::Closed),
        ("3x10", "knight", Kind::Closed),
        ("5x5", "knight", Kind::Open),
        ("3x4", "knight", Kind::Open),
        ("4x5", "knight", Kind::Open),
        ("4x4", "king", Kind::Closed),
        ("3x4", "king", Kind::Open),
        ("4x6", "wazir", Kind::Closed),
    ] {
        assert_sorted(&question(board, piece, kind), &format!("{board} {piece}"));
    }
    // Holes in the middle and at two corners.
    for (board, is_hole) in [
        ("5x5", (|at| at == [2, 2]) as fn(&[usize]) -> bool),
        ("5x6", |at| at == [0, 0] || at == [4, 5]),
        ("6x6", |at| at[0] % 5 == 0 && at[1] % 5 == 0),
    ] {
        let board = board.parse::<Board>().unwrap().without(is_hole);
        for kind in [Kind::Open, Kind::Closed] {
            let question = TourQuestion::new(&board, &Piece::knight(2), kind);
            if kind == Kind::Closed || board.len() < 30 {
                assert_sorted(&question, &board.to_string());
            }
        }
    }
}

fn assert_sorted(question: &TourQuestion, name: &str) {
    for statistic in SLOPES {
        let expected = visited(question, statistic);
        let found = swept(question, statistic, 1);
        assert_eq!(found.counts(), expected.counts(), "{name} by {statistic}");
        assert!(found.least().is_none() && found.most().is_none());
    }
}

#[test]
fn sorted_slices_add_up() {
    for (board, kind) in [("6x6", Kind::Closed), ("4x5", Kind::Open)] {
        let question = question(board, "knight", kind);
        for statistic in [Statistic::Rising, Statistic::Steep] {
            let whole = swept(&question, statistic, 1);
            assert_eq!(swept(&question, statistic, 6), whole, "{board} by {statistic}");
        }
    }
}

#[test]
fn sorting_works_with_given_ends() {
    let question = question("5x5", "knight", Kind::Open);
    for ends in [Ends::From(0), Ends::From(12), Ends::Between(0, 24)] {
        let question = question.clone().with_ends(ends).unwrap();
        for statistic in SLOPES {
            let expected = visited(&question, statistic);
            assert!(!expected.is_empty());
            assert_eq!(swept(&question, statistic, 1).counts(), expected.counts(), "{ends:?}");
        }
    }
}

/// With less memory the result is equal, or an error. A statistic of pairs of moves is refused.
#[test]
fn sorting_with_less_memory_agrees() {
    let question = question("6x6", "knight", Kind::Closed);
    let tally = |memory: u64| {
        let count =
            count_by_statistic(&question, Statistic::Steep).unwrap().threads(1).memory(memory);
        let sorted = SortedHalves::new(count, "steep");
        Run::new(&sorted).threads(1).execute().map(|outcome| outcome.tally)
    };
    let whole = tally(1 << 32).unwrap();
    let some = (17..24).filter_map(|bits| tally(1 << bits).ok());
    let some: Vec<_> =
        some.inspect(|tally| assert_eq!(tally.histogram(), whole.histogram())).collect();
    assert!(!some.is_empty() && some.len() < 7, "{} of 7", some.len());
    let refused = count_by_statistic(&question, Statistic::Crossings).unwrap_err().to_string();
    assert!(refused.contains("pairs of moves"), "{refused}");
}

/// The recount uses other primes, and its total is the count.
#[test]
fn a_recount_sorts_equally() {
    let question = question("5x6", "knight", Kind::Closed);
    let count = count_by_statistic(&question, Statistic::FlatRising).unwrap().threads(1);
    let sorted = SortedHalves::new(count, "flat-rising");
    let unit = sorted.plan().units.remove(0);
    let again = sorted.recount(&unit, &mut Silent).unwrap();
    assert_eq!(again.histogram(), &swept(&question, Statistic::FlatRising, 1));
    assert_eq!(again.weighted(), 8u64.into());
}
