//! The other ways in which units are counted.

use std::fs;

use cavalcade::engine::{Enumeration, Silent};
use cavalcade::method::Means;
use cavalcade::queens::{QueensQuestion, QueensSearch};
use cavalcade::question::Question;
use cavalcade::solve::{Journals, find_journals};
use cavalcade::tours::{Ends, Kind, Strategy, TourQuestion, TourSearch};

use super::mutate::{fields, sealed};
use super::queens;
use crate::support::{board, scratch};

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

/// Every sum is right, and a tour stands by a value that is not its own.
#[test]
fn a_tour_that_is_told_by_another_value_is_found() {
    let place = scratch();
    let path = place.path().join("j");
    let question: Question = "tours closed knight 6x6".parse().unwrap();
    for method in ["search histogram=crossings split=20", "union histogram=crossings split=5"] {
        let _ = fs::remove_file(&path);
        question.solve().method(method.parse().unwrap()).journal(&path).run().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let mut lines: Vec<Vec<String>> = text.lines().map(fields).collect();
        let differing = |lines: &[Vec<String>]| {
            fs::write(&path, sealed(lines)).unwrap();
            let found = find_journals(std::slice::from_ref(&path)).unwrap();
            let journals = Journals::of(found, &Means::default()).unwrap();
            journals.recheck(1.0, 1, None).unwrap().differing.len()
        };
        assert_eq!(differing(&lines), 0, "{method}");
        let sorted = |line: &&mut Vec<String>| {
            line.len() > 9 && line[0] == "unit" && line[9].matches(':').count() > 2
        };
        let unit = lines.iter_mut().find(sorted).unwrap();
        let mut values: Vec<(u32, u64)> = unit[9]
            .split(',')
            .map(|entry| entry.split_once(':').unwrap())
            .map(|(value, tours)| (value.parse().unwrap(), tours.parse().unwrap()))
            .collect();
        let from = values.iter().position(|(_, tours)| *tours > 1).unwrap();
        let to = if from == 0 { 1 } else { 0 };
        values[from].1 -= 1;
        values[to].1 += 1;
        let values: Vec<String> = values.iter().map(|(v, n)| format!("{v}:{n}")).collect();
        unit[9] = values.join(",");
        assert_eq!(differing(&lines), 1, "{method}");
    }
}
