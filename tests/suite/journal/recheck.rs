//! Recounts of units in the second way.

use std::fs;

use cavalcade::engine::{Enumeration, Silent};
use cavalcade::method::Means;
use cavalcade::queens::{QuadrantCount, QueensQuestion, QueensSearch};
use cavalcade::question::Question;
use cavalcade::solve::{Journals, find_journals};
use cavalcade::tours::{Ends, Kind, Strategy, TourQuestion, TourSearch};

use super::mutate::{fields, sealed};
use super::queens;
use crate::support::{board, cavalcade, scratch};

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
fn recounted_units_agree() {
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
    for side in 6..=10 {
        assert_same(&QuadrantCount::new(side).unwrap());
        assert_same(&QuadrantCount::new(side).unwrap().with_amazons());
    }
    for text in ["3x4", "4x5", "3x8", "torus:3x4", "cylinder:3x5", "2x3x4"] {
        assert_same(&linked(text, Kind::Open));
        assert_same(&linked(text, Kind::Closed));
    }
    assert_same(&linked("6x6", Kind::Closed));
    for strategy in [Strategy::Link, Strategy::Extend] {
        let from_centre = |ends| {
            let question = linked("5x5", Kind::Open).question().clone();
            TourSearch::by(question.with_ends(ends).unwrap(), strategy).unwrap()
        };
        assert_same(&from_centre(Ends::From(12)));
        assert_same(&from_centre(Ends::Between(0, 12)));
    }
    for text in ["1x1", "3x4", "4x5", "5x5", "3x8", "torus:3x4", "cylinder:3x5"] {
        assert_same(&extended(text, Kind::Open));
        assert_same(&extended(text, Kind::Closed));
    }
    assert_same(&extended("5x6", Kind::Closed));
}

/// Every sum is valid, but a tour is listed under a wrong value.
#[test]
fn a_tour_with_a_wrong_value_is_found() {
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

/// An extreme that is not a tour, or has another value, is refused with its file and line by every
/// reader, and named by `recheck` even though the unit's counts are right.
#[test]
fn an_impossible_extreme_is_refused_with_its_line() {
    let place = scratch();
    let run = |line: &str| {
        let output = cavalcade(&line.split_whitespace().collect::<Vec<_>>(), place.path());
        let message = [output.stderr, output.stdout].concat();
        (output.status.code(), String::from_utf8(message).unwrap())
    };
    let ask = "tours 6x6 --closed --method search --split 20 --histogram crossings --journal j";
    assert_eq!(run(ask).0, Some(0));
    let path = place.path().join("j");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<Vec<String>> = text.lines().map(fields).collect();
    let is_sorted = |line: &Vec<String>| line.len() > 11 && line[0] == "unit";
    // The unit with the extreme of all tours, and one without it.
    let ends = |line: &Vec<String>| -> u32 { line[9].split(':').next().unwrap().parse().unwrap() };
    let sorted = || lines.iter().enumerate().filter(|(_, line)| is_sorted(line));
    let (least, _) = sorted().min_by_key(|(_, line)| ends(line)).unwrap();
    let (other, _) = sorted().max_by_key(|(_, line)| ends(line)).unwrap();
    assert!(ends(&lines[least]) < ends(&lines[other]));
    let planted = |at: usize, shown: &str| {
        let mut lines = lines.clone();
        // If all tours have one value, one of the two would suffice.
        lines[at][10..12].fill(shown.into());
        fs::write(&path, sealed(&lines)).unwrap();
    };
    let stranger = lines[other][10].clone();
    for shown in [stranger.as_str(), "0,1,2", "-"] {
        planted(least, shown);
        for line in ["merge j", "status j", "recheck j --sample 100%", ask] {
            let (code, message) = run(&format!("{line} -q"));
            assert_eq!(code, Some(4), "{line}: {message}");
            let place = format!("j: line {} holds no valid tour with the fewest", least + 1);
            assert!(message.contains(&place), "{line}: {message}");
        }
    }
    // The answer shows another tour; the unit's tour is checked when the unit is sampled.
    planted(other, "0,1,2");
    let (code, message) = run("recheck j --sample 100% -q");
    assert_eq!(code, Some(4), "{message}");
    assert!(message.contains(&format!("line {}", other + 1)), "{message}");
}

#[test]
fn a_recheck_compares_at_least_one_unit_or_fails() {
    let place = scratch();
    let run = |line: &str| {
        let output = cavalcade(&line.split_whitespace().collect::<Vec<_>>(), place.path());
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    assert_eq!(run("queens 7 --method search --split 20 --journal j -q").0, Some(0));
    for seed in 0..5 {
        let (code, message) = run(&format!("recheck j --sample 0.001% --seed {seed} -q"));
        assert_eq!(code, Some(0));
        assert!(message.starts_with("all agree: 1 of "), "{message}");
    }
    let text = fs::read_to_string(place.path().join("j")).unwrap();
    let header = text.lines().next().unwrap().to_owned() + "\n";
    fs::write(place.path().join("empty.part"), header).unwrap();
    let (code, message) = run("recheck empty -q");
    assert_eq!(code, Some(3), "{message}");
    assert!(message.contains("nothing compared"), "{message}");
    // A question without units has nothing to compare.
    assert_eq!(run("queens 0 --method search --journal none -q").0, Some(0));
    assert_eq!(run("recheck none -q").0, Some(3));
}
