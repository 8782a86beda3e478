//! The queens search compared with the oracle, with itself, and with published totals.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use cavalcade::count::Count;
use cavalcade::engine::{Beat, Enumeration, Unit, Visitor, estimated_nodes};
use cavalcade::queens::{
    Placement, QueensQuestion, QueensSearch, Turn, TurnCount, TurnSearch, VariantQuestion,
};

use crate::oracle;
use crate::support::tally;

fn search(side: usize) -> QueensSearch {
    QueensSearch::new(QueensQuestion::new(side).unwrap())
}

fn plain(side: usize) -> QueensSearch {
    QueensSearch::new(QueensQuestion::new(side).unwrap().without_symmetry())
}

/// Keeps every solution.
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

fn visited(search: &QueensSearch) -> Vec<Vec<u8>> {
    let mut keep = Keep(Vec::new());
    for unit in &search.plan().units {
        search.run(unit, &mut keep).unwrap();
    }
    keep.0
}

#[test]
fn every_placement_and_every_class_agrees_with_the_oracle() {
    for side in 1..=10 {
        let all = oracle::queens(side);
        assert_eq!(visited(&plain(side)), all, "all of {side}");
        let classes: Vec<Vec<u8>> = all
            .iter()
            .filter(|columns| Placement::check(columns).unwrap().is_fundamental())
            .cloned()
            .collect();
        assert_eq!(visited(&search(side)), classes, "classes of {side}");
        let tally = tally(&search(side), 2);
        assert_eq!(tally.weighted().to_string(), all.len().to_string(), "{side}");
        assert_eq!(tally.visited().to_string(), classes.len().to_string(), "{side}");
    }
}

#[test]
fn images_of_classes_give_all_placements() {
    let images: BTreeSet<Placement> =
        visited(&search(8)).iter().flat_map(|c| Placement::check(c).unwrap().images()).collect();
    assert_eq!(images.len(), 92);
}

#[test]
fn published_totals() {
    let counts = |side| {
        let tally = tally(&search(side), 2);
        (tally.weighted().to_string(), tally.visited().to_string())
    };
    for (side, all, fundamental) in [
        (0, 1, 1),
        (1, 1, 1),
        (2, 0, 0),
        (3, 0, 0),
        (8, 92, 12),
        (11, 2680, 341),
        (14, 365_596, 45_752),
    ] {
        assert_eq!(counts(side), (all.to_string(), fundamental.to_string()), "{side}");
    }
}

#[test]
fn threads_change_neither_placements_nor_nodes() {
    let one = tally(&search(12), 1);
    assert_eq!(tally(&search(12), 2), one);
    assert_eq!(tally(&search(12), 8), one);
    assert_eq!(tally(&plain(12), 2).weighted(), one.weighted());
}

#[test]
fn boards_beyond_the_word_are_refused() {
    assert!(QueensQuestion::new(64).is_ok());
    let error = QueensQuestion::new(65).unwrap_err().to_string();
    assert!(error.contains("65") && error.contains("64"), "{error}");
}

#[test]
fn each_method_refuses_boards_that_are_too_large() {
    let problem = |result: Result<(), cavalcade::Error>| result.unwrap_err().to_string();
    assert!(VariantQuestion::new(64).is_ok());
    assert_eq!(
        problem(VariantQuestion::new(65).map(drop)),
        "the 65x65 board has 65 rows, and the variants method takes at most 64; give a smaller number"
    );
    assert!(TurnSearch::new(64, Turn::Half).is_ok() && TurnCount::new(32, Turn::Half).is_ok());
    assert_eq!(
        problem(TurnCount::new(33, Turn::Half).map(drop)),
        "the 33x33 board has 33 queens, and the turns method takes at most 32; give a smaller number"
    );
    assert!(
        TurnCount::new(64, Turn::Quarter).is_ok() && TurnCount::new(65, Turn::Quarter).is_err()
    );
}

#[test]
fn estimates_are_near_the_nodes() {
    let nodes = tally(&search(12), 2).nodes() as f64;
    let ratio = estimated_nodes(&search(12), 20_000) / nodes;
    assert!((0.9..1.1).contains(&ratio), "{ratio}");
}

/// The placements of a unit, and their number by weight.
fn of_unit(search: &QueensSearch, unit: &Unit) -> (BTreeSet<Vec<u8>>, BTreeMap<u64, Count>) {
    let mut keep = Keep(Vec::new());
    let tally = search.run(unit, &mut keep).unwrap();
    let shown: BTreeSet<Vec<u8>> = keep.0.iter().cloned().collect();
    assert_eq!(shown.len(), keep.0.len(), "{unit}: a solution is repeated");
    (shown, tally.found().clone())
}

/// Boards whose last rows are searched by levels, compared with the same units in the order of the
/// search.
#[test]
fn levels_agree_with_the_search_in_order() {
    for (side, split, step) in
        [(14, 300, 13), (15, 1, 11), (16, 1, 97), (17, 4000, 900), (20, 30_000, 30_000)]
    {
        for reduced in [true, false] {
            let question = QueensQuestion::new(side).unwrap();
            let question = if reduced { question } else { question.without_symmetry() };
            let search = QueensSearch::new(question).split(split);
            let in_order = search.clone().in_order();
            let step = if reduced { step } else { 6 * step };
            let units = search.plan().units;
            for unit in units.iter().skip(step / 3).step_by(step) {
                let (shown, found) = of_unit(&search, unit);
                assert_eq!((shown, found), of_unit(&in_order, unit), "{side} {unit}");
            }
        }
    }
}

#[test]
fn counts_and_nodes_of_a_board_searched_by_levels() {
    let counts = tally(&search(15), 2);
    assert_eq!((counts.weighted(), counts.visited()), (2_279_184u64.into(), 285_053u64.into()));
    assert_eq!(tally(&search(15).split(3000), 3), counts);
    let ratio = estimated_nodes(&search(15), 20_000) / counts.nodes() as f64;
    assert!((0.9..1.1).contains(&ratio), "{ratio}");
}
