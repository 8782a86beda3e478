//! Resuming from any subset of units, through journals on disk: after lines of a journal are lost
//! or a run was stopped, the next run gives the same result.

use std::collections::BTreeSet;
use std::path::Path;

use cavalcade::Error;
use cavalcade::engine::{Random, Stop};
use cavalcade::journal::replay;
use cavalcade::method::Choice;
use cavalcade::solve::{Answer, Solve};

use super::asked;
use super::checks::Heard;
use super::questions::{Asked, MEMORY, QUEENS, TOURS, WALKS};
use crate::support::{scratch, unlocked};

fn solve<'a>(asked: &Asked, choice: &Choice, journal: &Path) -> Solve<'a> {
    let solve = asked.question.solve().method(choice.clone()).count_anyway();
    solve.threads(2).memory(MEMORY).journal(journal)
}

/// The counts and nodes of an answer, which resuming must not change.
fn result_of(answer: &Answer) -> (String, u64) {
    (format!("{:?}", answer.counts), answer.nodes)
}

/// Replaces the journal at `path` by one that lacks some units; returns their number and nodes.
fn lose_some(path: &Path, random: &mut Random) -> (u64, usize) {
    let bytes = std::fs::read(path).unwrap();
    let units = replay(&bytes, path, None).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let (mut kept, mut lost) = (String::new(), BTreeSet::new());
    for line in text.lines().filter(|line| !line.starts_with("end\t")) {
        match line.strip_prefix("unit\t") {
            Some(unit) if random.below(2) == 0 => {
                lost.insert(unit.split('\t').next().unwrap().parse::<usize>().unwrap());
            }
            _ => kept += &format!("{line}\n"),
        }
    }
    std::fs::remove_file(path).unwrap();
    std::fs::write(path.with_extension("part"), kept).unwrap();
    let records = units.records.iter().map(|told| &told.record);
    let nodes = records.filter(|record| lost.contains(&record.unit));
    (nodes.map(|record| record.tally.nodes()).sum(), lost.len())
}

fn assert_goes_on(asked: &Asked, choice: &Choice, random: &mut Random) {
    let (folder, name) = (scratch(), format!("{}, {choice}", asked.text));
    let path = folder.path().join("whole");
    let first = unlocked(|| solve(asked, choice, &path).run()).unwrap();
    assert_eq!(first.run_nodes, first.nodes, "{name}");
    let text = std::fs::read_to_string(&path).unwrap();
    let units = text.lines().filter(|line| line.starts_with("unit\t")).count();
    let known = unlocked(|| solve(asked, choice, &path).run()).unwrap();
    assert_eq!(
        (result_of(&known), known.run_nodes),
        (result_of(&first), if units > 0 { 0 } else { first.nodes }),
        "{name}"
    );
    let (lost_nodes, lost) = lose_some(&path, random);
    let next = unlocked(|| solve(asked, choice, &path).run()).unwrap();
    assert_eq!(result_of(&next), result_of(&first), "{name}: {lost} units lost");
    let above = first.nodes; // If every unit is lost, the nodes above them belong to this run, too
    let ran = if lost == units { above } else { lost_nodes };
    assert_eq!(next.run_nodes, ran, "{name}: {lost} units lost");
    stopped(asked, choice, &folder.path().join("stopped"), (&first, units));
}

/// Stops a run before it begins, and another in its middle, and then finishes it.
fn stopped(asked: &Asked, choice: &Choice, path: &Path, (first, units): (&Answer, usize)) {
    let name = format!("{}, {choice}", asked.text);
    let mut kept = 0;
    for after in [0, 1] {
        let stop = Stop::new();
        let mut heard = Heard { stop: Some((1, stop.clone())), ..Heard::default() };
        if after == 0 {
            stop.request();
        }
        let run = unlocked(|| solve(asked, choice, path).stop(&stop).observe(&mut heard).run());
        match run {
            // The last units may finish before an observer receives the first; a method that counts
            // something else afterwards has its own end.
            Ok(answer) if after > 0 || units == 0 => {
                assert_eq!(result_of(&answer), result_of(first), "{name}")
            }
            Err(Error::Stopped { .. }) => {}
            other => panic!("{name}: {other:?}"),
        }
        assert_eq!(heard.known.len(), kept, "{name}: what was finished is kept");
        kept += heard.finished.len();
        assert!(after > 0 || kept == 0, "{name}: {kept} units after the stop");
    }
    let mut heard = Heard::default();
    let last = unlocked(|| solve(asked, choice, path).observe(&mut heard).run()).unwrap();
    assert_eq!((result_of(&last), heard.known.len()), (result_of(first), kept), "{name}");
}

fn assert_all_go_on(texts: &'static [&'static str]) {
    let mut random = Random::new(3);
    for asked in asked(texts) {
        for choice in asked.ways() {
            assert_goes_on(asked, &choice, &mut random);
        }
    }
}

#[test]
fn tour_journals_with_lost_lines_are_resumed() {
    assert_all_go_on(TOURS);
}

#[test]
fn queen_and_walk_journals_with_lost_lines_are_resumed() {
    assert_all_go_on(QUEENS);
    assert_all_go_on(WALKS);
}
