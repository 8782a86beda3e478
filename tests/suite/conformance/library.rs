//! The library's calls around a count: samples, recounts, the contents of an answer.

use std::path::Path;

use cavalcade::Error;
use cavalcade::convention::Convention;
use cavalcade::engine::{Progress, Shard, Stop};
use cavalcade::method::{Choice, Means};
use cavalcade::question::Question;
use cavalcade::solve::{Answer, Journals, Place, Solve, Watch, find_journals};
use cavalcade::tours::Ends;

use super::asked;
use super::checks::Heard;
use super::questions::{TOURS, WALKS};
use crate::support::scratch;

fn question(text: &str) -> Question {
    text.parse().unwrap()
}

fn by(text: &str) -> Choice {
    text.parse().unwrap()
}

#[test]
fn a_sample_of_every_unit_is_the_whole() {
    for (text, choice) in [
        ("tours open knight 4x5", "search split=40"),
        ("tours closed knight 3x10", "search split=40 symmetry=off"),
        ("tours closed knight 3x10", "search split=1"),
        ("tours open wazir 1x2", "frontier"),
        ("queens queen 0x0", "search"),
        ("queens queen 8x8", "search split=40"),
        ("walks any knight 3x4 length=5", "search split=40"),
    ] {
        let solve = question(text).solve().method(by(choice)).threads(2);
        let prepared = solve.prepare().unwrap();
        let whole = prepared.run(Watch::default()).unwrap();
        let plan = prepared.plan();
        let sample = prepared.sample(1.0, None).unwrap();
        assert_eq!((sample.sampled, sample.units), (plan.units.len(), plan.units.len()));
        let expected = whole.counts.iter().map(|(_, count)| count.to_string().parse::<f64>());
        let expected = expected.map(Result::unwrap).fold(0.0, f64::max);
        let tours = text.contains("closed");
        // Closed tours are counted undirected.
        let times = if tours { 0.5 } else { 1.0 };
        assert!((sample.expected - expected * times).abs() < 1e-6, "{text}: {sample:?}");
        assert!(sample.error < 1e-6, "{text}: nothing is left to chance: {sample:?}");
        assert_eq!(sample.times.len(), sample.sampled);
        assert!(sample.times.is_sorted() && sample.time_at(1.0) >= sample.time_at(0.5));
        assert!((sample.thread_seconds_of_all() - sample.thread_time().as_secs_f64()).abs() < 1e-9);
    }
}

#[test]
fn a_sample_is_near_the_whole_and_reproducible() {
    let prepared = question("queens queen 10x10").solve().threads(2).method(by("search split=400"));
    let prepared = prepared.prepare().unwrap();
    let [one, other] = [1, 2].map(|_| prepared.sample(0.5, None).unwrap());
    assert_eq!(
        (one.expected, one.error, one.sampled),
        (other.expected, other.error, other.sampled)
    );
    assert!(one.sampled < one.units && one.error > 0.0, "{one:?}");
    assert!((one.expected - 724.0).abs() < 4.0 * one.error, "{one:?}");
    let few = prepared.sample(0.0, None).unwrap();
    assert_eq!(few.sampled, 2, "less tells no error");
}

#[test]
fn an_empty_or_stopped_sample_is_an_error() {
    let obstacle = question("tours closed knight 3x4").solve().prepare().unwrap();
    assert!(obstacle.obstacle().is_some());
    assert!(matches!(obstacle.sample(1.0, None), Err(Error::ToursAsked { .. })));
    let stop = Stop::new();
    stop.request();
    let stopped = question("queens queen 8x8").solve().stop(&stop).prepare().unwrap();
    assert!(matches!(stopped.sample(1.0, None), Err(Error::Stopped { .. })));
}

#[test]
fn journals_are_recounted_and_a_wrong_record_is_named() {
    for (text, choice) in [
        ("tours open knight 4x5", "search split=30"),
        ("tours open knight 4x5", "search strategy=extend split=30"),
        ("tours closed wazir 4x4", "frontier"),
        ("queens queen 7x7", "search"),
        ("queens queen 8x8", "quadrants"),
        ("queens amazon 11x11", "quadrants"),
        ("queens queen 9x9", "colours"),
        ("queens queen 6x6 k=4", "variants"),
        ("walks any knight 3x4 length=4", "search"),
        ("walks any knight 3x4 length=4", "transfer"),
    ] {
        let folder = scratch();
        let path = folder.path().join("j");
        let asked = question(text);
        asked.solve().threads(2).method(by(choice)).journal(&path).run().unwrap();
        let means = Means { threads: 2, ..Means::default() };
        let found = || find_journals(std::slice::from_ref(&path)).unwrap();
        let journals = Journals::of(found(), &means).unwrap();
        assert_eq!(journals.question(), &asked);
        let recheck = journals.recheck(1.0, 1, None).unwrap();
        assert_eq!((recheck.units, recheck.recorded), (recheck.recorded, journals.units()));
        assert!(recheck.differing.is_empty(), "{text}, {choice}: {:?}", recheck.differing);
        let none = journals.recheck(0.0, 1, None).unwrap();
        assert_eq!((none.units, none.recorded), (0, recheck.recorded));
        // The same seed samples the same units.
        let some = [1, 1].map(|seed| {
            let progress = Progress::new(2);
            let units = journals.recheck(0.5, seed, Some(&progress)).unwrap().units;
            // Progress counts the sampled units only.
            let share = progress.snapshot().share;
            assert!(units == 0 || share > 0.999, "{text}, {choice}: {share} of {units} units");
            units
        });
        assert_eq!(some[0], some[1]);
        // One more solution in one record, with valid checksums.
        let mut wrong = found();
        let record = wrong[0].replay.records.last_mut().unwrap();
        record.record.tally.find(record.record.weight, 1u64);
        let unit = record.record.unit;
        let journals = Journals::of(wrong, &means).unwrap();
        let [line] = &journals.recheck(1.0, 1, None).unwrap().differing[..] else {
            panic!("{text}, {choice}: one unit is wrong");
        };
        assert!(line.contains(&format!("#{unit} ")), "{line}");
    }
}

#[test]
fn journals_sum_to_the_answer() {
    let folder = scratch();
    let asked = question("tours open knight 4x5");
    let solve = || asked.solve().threads(2).method(by("search split=30"));
    let whole = solve().run().unwrap();
    for shard in ["2/3", "0/3", "1/3"] {
        let shard: Shard = shard.parse().unwrap();
        let prepared = solve().shard(shard).keep(Place::Shards(folder.path().into()));
        let units = prepared.prepare().unwrap().run_shard(Watch::default()).unwrap();
        assert!(units.units > 0, "shard {shard}");
    }
    let found = find_journals(&[folder.path().into()]).unwrap();
    let journals = Journals::of(found, &Means::default()).unwrap();
    let merge = journals.merge(false).unwrap();
    assert!(merge.missing().is_empty());
    let answer = journals.answer(&merge).unwrap();
    assert_eq!((&answer.counts, answer.nodes), (&whole.counts, whole.nodes));
    assert_eq!(answer.method, whole.method);
}

/// A run that is stopped after its first unit, and the one that resumes it.
#[test]
fn an_answer_reports_this_run_and_all_runs() {
    let folder = scratch();
    let path = folder.path().join("j");
    let asked = question("queens queen 9x9");
    fn solve<'a>(asked: &Question, path: &Path) -> Solve<'a> {
        asked.solve().threads(1).method(by("search split=60")).journal(path)
    }
    let stop = Stop::new();
    let mut heard = Heard { stop: Some((1, stop.clone())), ..Heard::default() };
    let _ = solve(&asked, &path).stop(&stop).observe(&mut heard).run();
    let mut rest = Heard::default();
    let answer = solve(&asked, &path).observe(&mut rest).run().unwrap();
    let nodes = |heard: &Heard| heard.finished.values().map(|tally| tally.nodes()).sum::<u64>();
    assert_eq!(rest.known, heard.finished);
    assert_eq!(answer.run_nodes, nodes(&rest));
    let above = solve(&asked, &path).prepare().unwrap().plan().trunk.nodes();
    assert_eq!(answer.nodes, nodes(&rest) + nodes(&heard) + above);
    // The journal records each unit's time, to the microsecond.
    let found = find_journals(std::slice::from_ref(&path)).unwrap();
    let took: f64 = found[0].replay.records.iter().map(|r| r.record.took.as_secs_f64()).sum();
    let slack = 1e-6 * found[0].replay.records.len() as f64;
    assert!((answer.thread_seconds - took).abs() <= slack, "{} {took}", answer.thread_seconds);
    let again = solve(&asked, &path).run().unwrap();
    assert_eq!((again.run_nodes, again.nodes), (0, answer.nodes));
    assert!((again.thread_seconds - took).abs() <= slack);
    assert!(again.seconds <= again.thread_seconds + 1.0);
}

#[test]
fn an_answer_is_compared_with_published_counts() {
    let answer = question("tours closed knight 6x6").solve().threads(2).run().unwrap();
    assert!(answer.agrees() && !answer.published.is_empty());
    let [undirected, directed] = [Convention::Undirected, Convention::Directed]
        .map(|convention| answer.count(convention).unwrap().to_string());
    assert_eq!((undirected.as_str(), directed.as_str()), ("9862", "19724"));
    assert_eq!(answer.count(Convention::Fundamental), None);
    let mut wrong: Answer = answer.clone();
    wrong.published[0].agrees = false;
    assert!(!wrong.agrees(), "one that differs is enough");
    let unknown = question("tours open king .#/..").solve().run().unwrap();
    assert!(unknown.published.is_empty() && unknown.agrees(), "nothing differs");
    assert_eq!((unknown.version, unknown.threads > 0), (env!("CARGO_PKG_VERSION"), true));
}

#[test]
fn counts_by_first_square_agree_with_the_oracle() {
    for asked in [TOURS, WALKS].into_iter().flat_map(asked) {
        let squares = match &asked.question {
            Question::Tours(tours) if tours.ends() == Ends::Free => tours.instance().len(),
            Question::Walks(walks) if walks.start().is_none() => walks.instance().len(),
            _ => continue,
        };
        let open = !asked.text.contains("closed");
        if !open || asked.text.contains("self-avoiding") {
            continue;
        }
        let mut expected = vec![0u64; squares];
        asked.all.iter().for_each(|solution| expected[solution[0] as usize] += 1);
        let expected: Vec<_> = expected.into_iter().map(Into::into).collect();
        let solve = || asked.question.solve().threads(2).by_start();
        let answer = solve().run().unwrap_or_else(|error| panic!("{}: {error}", asked.text));
        assert_eq!(answer.by_start.as_ref(), Some(&expected), "{}", asked.text);
        for (square, answer) in answer.from_each_square().iter().enumerate() {
            assert_eq!(answer.count(Convention::Sequences), Some(&expected[square]));
            assert_eq!(answer.by_start, None);
        }
        if matches!(asked.question, Question::Tours(_)) {
            for choice in ["search strategy=extend", "search symmetry=off", "search split=9"] {
                let answer = solve().method(by(choice)).count_anyway().run().unwrap();
                assert_eq!(answer.by_start.as_ref(), Some(&expected), "{}, {choice}", asked.text);
            }
        }
    }
}

#[test]
fn class_counts_agree_for_every_method() {
    let mut symmetric = 0;
    for asked in asked(TOURS) {
        let Question::Tours(tours) = &asked.question else { continue };
        if tours.ends() != Ends::Free {
            continue;
        }
        let classes = Question::Tours(tours.clone().by_class());
        let count = |choice: &str| {
            let answer = classes.solve().threads(2).method(by(choice)).count_anyway().run();
            let answer = answer.unwrap_or_else(|error| panic!("{}, {choice}: {error}", asked.text));
            assert!(answer.agrees(), "{}, {choice}", asked.text);
            assert!(answer.count(Convention::Fundamental).is_some());
            (format!("{:?}", answer.counts), answer.classes)
        };
        let usual = count("search");
        symmetric += usual.1.as_ref().map_or(0, |classes| classes.symmetric.len());
        for choice in ["search symmetry=off", "search strategy=extend", "auto"] {
            assert_eq!(count(choice), usual, "{}, {choice}", asked.text);
        }
    }
    assert!(symmetric > 5, "some tours have symmetries");
}

#[test]
fn the_five_by_five_board_has_112_classes_without_symmetry_too() {
    let classes = question("tours open knight 5x5 classes");
    for choice in ["search", "search symmetry=off", "frontier"] {
        let answer = classes.solve().threads(2).method(by(choice)).run().unwrap();
        assert_eq!(answer.count(Convention::Fundamental), Some(&112u64.into()), "{choice}");
        assert!(answer.agrees(), "{choice}");
    }
}
