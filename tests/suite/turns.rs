//! Placements that a turn keeps, counted without the others.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cavalcade::convention::Convention;
use cavalcade::engine::{Beat, Enumeration, Run, Visitor, estimated_nodes};
use cavalcade::published::Table;
use cavalcade::queens::{Placement, Turn, TurnCount, TurnSearch};
use cavalcade::question::Question;

use crate::support::{cavalcade, note, scratch, tally};

const BOTH: [Turn; 2] = [Turn::Half, Turn::Quarter];

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

fn shown<E: Enumeration<Solution = [u8]>>(search: &E) -> Vec<Vec<u8>> {
    let mut keep = Keep(Vec::new());
    for unit in &search.plan().units {
        search.run(unit, &mut keep).unwrap();
    }
    keep.0
}

#[test]
fn counting_orbits_together_agrees_with_visiting() {
    for turn in BOTH {
        for side in 0..=if turn == Turn::Half { 19 } else { 29 } {
            let by_one = tally(&TurnSearch::new(side, turn).unwrap(), 2).weighted();
            let at_once = TurnCount::new(side, turn).unwrap();
            assert_eq!(tally(&at_once, 2).weighted(), by_one, "{side} {turn}");
        }
    }
}

/// A visitor sees one placement for each weight, and the turn keeps all of them.
#[test]
fn shown_placements_are_kept_by_the_turn() {
    for turn in BOTH {
        for side in [4, 5, 7, 12, 13, 14, 15, 16, 20] {
            let count = TurnCount::new(side, turn).unwrap();
            let all = shown(&count);
            assert_eq!(tally(&count, 1).visited(), (all.len() as u64).into(), "{side} {turn}");
            let set: BTreeSet<_> = all.iter().collect();
            assert_eq!(set.len(), all.len(), "{side} {turn}: a solution is repeated");
            for columns in &all {
                assert!(Placement::check(columns).is_ok() && turn.keeps(columns), "{columns:?}");
            }
        }
    }
    // Half-turned ones: each class under the other symmetries; their images are all.
    for side in [11, 12, 13, 14] {
        let images: BTreeSet<Placement> = shown(&TurnCount::new(side, Turn::Half).unwrap())
            .iter()
            .flat_map(|columns| Placement::check(columns).unwrap().images())
            .collect();
        let all = shown(&TurnSearch::new(side, Turn::Half).unwrap());
        assert_eq!(images.len(), all.len(), "{side}");
    }
}

#[test]
fn threads_change_neither_counts_nor_nodes_of_turns() {
    for (side, turn, nodes) in [(18, Turn::Half, 84_932), (29, Turn::Quarter, 13_172)] {
        let count = TurnCount::new(side, turn).unwrap();
        let one = tally(&count, 1);
        assert_eq!(tally(&count, 3), one);
        assert_eq!(one.nodes(), nodes, "{side} {turn}");
        let ratio = estimated_nodes(&count, 20_000) / one.nodes() as f64;
        assert!((0.9..1.1).contains(&ratio), "{side} {turn}: {ratio}");
    }
}

/// The published counts of one convention, by side.
fn published(
    convention: Convention,
    sides: std::ops::RangeInclusive<usize>,
) -> Vec<(usize, String)> {
    let value = |side: usize| {
        let question: Question = format!("queens queen {side}x{side}").parse().unwrap();
        let rows = Table::embedded().lookup(&question);
        let row = rows.into_iter().find(|row| row.convention == convention)?;
        Some((side, row.value.to_string()))
    };
    sides.filter_map(value).collect()
}

fn assert_published(turn: Turn, sides: std::ops::RangeInclusive<usize>) -> usize {
    let (convention, name) = match turn {
        Turn::Half => (Convention::KeptByHalfTurn, "half"),
        Turn::Quarter => (Convention::KeptByQuarterTurn, "quarter"),
    };
    let known = published(convention, sides);
    for (side, value) in &known {
        let question: Question = format!("queens queen {side}x{side} turn={name}").parse().unwrap();
        let answer = question.solve().threads(2).run().unwrap();
        assert_eq!(answer.count(convention).unwrap().to_string(), *value, "{side} {turn}");
        assert!(answer.published.iter().all(|check| check.agrees), "{:?}", answer.published);
        assert!(!answer.published.is_empty());
        note(&format!("{side} {turn}: {value}, {:.1} s", answer.seconds));
    }
    known.len()
}

#[test]
fn published_counts_of_turns() {
    assert!(assert_published(Turn::Half, 0..=22) >= 10);
    assert!(assert_published(Turn::Quarter, 0..=41) >= 25);
}

/// `cargo test --release --test suite -- --ignored --nocapture large_published_counts_of_turns`:
/// some minutes.
#[test]
#[ignore = "some minutes"]
fn large_published_counts_of_turns() {
    assert!(assert_published(Turn::Half, 23..=29) >= 4);
    assert!(assert_published(Turn::Quarter, 42..=55) >= 8);
}

#[test]
fn the_command_line_asks_for_turns() {
    let folder = scratch();
    let run = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let output = cavalcade(&words, folder.path());
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (_, out, _) = run("queens 40 --symmetric quarter-turn -q");
    assert!(
        out.starts_with("40x40 turn=quarter queens: kept by a quarter-turn 77,184,000\n"),
        "{out}"
    );
    let (_, out, _) = run("queens 12 --symmetric half-turn -q");
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "12x12 turn=half queens: kept by a half-turn 80",
            "  kept by a quarter-turn 8 · classes of exactly a half-turn 18 ·",
            "    classes of exactly the quarter-turns 4"
        ]
    );
    let note = "  kept by a half-turn: those that a quarter-turn keeps are included";
    assert_eq!(lines.last(), Some(&note));
    let (_, out, _) = run("queens 16 --symmetric quarter-turn --all --format lines -q");
    assert_eq!(out.lines().count(), 64);
    // The same units from a sealed journal, and the same counts by the second way.
    let (_, whole, _) = run("queens 17 --symmetric half-turn --journal j -q");
    assert_eq!(run("queens 17 --symmetric half-turn --journal j -q").1, whole);
    let (code, _, err) = run("recheck j --sample 100%");
    assert_eq!(code, Some(0), "{err}");
    let (_, by_search, _) = run("queens 9 --symmetric half-turn --method variants -q");
    assert_eq!(by_search, run("queens 9 --symmetric half-turn --method turns -q").1);
    for line in [
        "queens 12 --symmetric half-turn --method search",
        "queens 12 --symmetric half-turn --method quadrants",
        "queens 12 --method turns",
        "queens 12 --torus --symmetric half-turn --method turns",
        "queens 33 --symmetric half-turn --method turns",
    ] {
        assert_eq!(run(line).0, Some(2), "{line}");
    }
}

/// With quarter turns, a pairing of lines stands for more placements than a class has members.
#[test]
fn turn_journals_are_resumed_merged_and_rechecked() {
    let folder = scratch();
    for (side, turn) in [(16, "half"), (16, "quarter"), (29, "quarter")] {
        let name = format!("{side}-{turn}");
        let run = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            let output = cavalcade(&words, folder.path());
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(0), "{line}: {message}");
            String::from_utf8(output.stdout).unwrap()
        };
        let ask = format!("queens {side} --symmetric {turn}-turn --journal {name} -q");
        let whole = run(&ask);
        assert_eq!(run(&ask), whole);
        assert_eq!(run(&format!("merge {name} -q")), whole);
        run(&format!("recheck {name} --sample 100% -q"));
    }
}

#[test]
fn quarter_turns_exclude_sides_of_two_or_three_mod_four() {
    for side in (2..64).filter(|side| side % 4 > 1) {
        let count = TurnCount::new(side, Turn::Quarter).unwrap();
        assert!(count.plan().units.is_empty(), "{side}");
        assert!(Run::new(&count).execute().unwrap().tally.weighted().is_zero());
    }
}
