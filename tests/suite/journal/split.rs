//! Splits: other units, the same totals and nodes; and journals of another split are refused.

use cavalcade::board::Piece;
use cavalcade::engine::{Enumeration, Tally};
use cavalcade::queens::{ColourCount, QueensQuestion, QueensSearch};
use cavalcade::tours::Kind;
use cavalcade::walks::{WalkQuestion, WalkSearch};

use super::{queens, tours};
use crate::support::{board, cavalcade, scratch, tally};

/// The tallies of a search for several splits, and the number of units of the last one.
fn tallies<E: Enumeration>(cuts: &[usize], cut: impl Fn(usize) -> E) -> (Vec<Tally>, usize) {
    let tallies = cuts.iter().map(|&units| tally(&cut(units), 2)).collect();
    let most = cuts.iter().map(|&units| cut(units).plan().units.len()).max();
    (tallies, most.unwrap())
}

fn assert_same(tallies: &[Tally]) {
    for tally in tallies {
        assert_eq!(tally, &tallies[0]);
    }
}

#[test]
fn splitting_queens_keeps_count_and_nodes() {
    let cuts = [1, 50, 1000, 100_000];
    for side in 0..=11 {
        let question = QueensQuestion::new(side).unwrap();
        for question in [question, question.without_symmetry(), question.with_amazons()] {
            let (tallies, _) = tallies(&cuts, |units| QueensSearch::new(question).split(units));
            assert_same(&tallies);
            let uncut = QueensSearch::new(question);
            assert_eq!(tallies[0], tally(&uncut, 1));
            let deepest = uncut.clone().split(100_000).fingerprint();
            assert!(side < 9 || deepest != uncut.fingerprint(), "{deepest}");
        }
    }
    let deepest = QueensSearch::new(QueensQuestion::new(64).unwrap()).split(5000);
    assert!(deepest.plan().units.len() >= 5000);
}

#[test]
fn splitting_colours_keeps_the_count() {
    for side in 6..=13 {
        let colours = ColourCount::new(side).unwrap();
        let most = colours.split(usize::MAX).plan().units.len();
        for units in [1, 2, 20, 1000, 100_000] {
            let split = colours.split(units);
            let planned = split.plan().units.len();
            assert!(planned >= units.min(most), "{side}: {planned} units of {units}");
            let (split, whole) = (tally(&split, 2).weighted(), tally(&colours, 1).weighted());
            assert_eq!(split, whole, "{side} in {planned}");
        }
    }
}

#[test]
fn splitting_tours_and_walks_keeps_the_count() {
    let cuts = [1, 100, 20_000];
    let (found, most) = tallies(&cuts, |units| tours("5x6", Kind::Open).split(units));
    assert_same(&found);
    assert!(most > 150, "{most} units");
    let question = WalkQuestion::new(&board("4x4"), &Piece::knight(2), 9).unwrap();
    for question in [question.clone(), question.self_avoiding()] {
        let (found, most) = tallies(&cuts, |units| WalkSearch::new(question.clone()).split(units));
        assert_same(&found);
        assert!(most > 300, "{most} units");
    }
}

#[test]
fn the_split_is_in_the_fingerprint() {
    let default = queens(10).fingerprint();
    let deeper = queens(10).split(1000).fingerprint();
    assert!(default.ends_with("split 2") && deeper.ends_with("split 4"), "{default}, {deeper}");
    assert_eq!(queens(10).split(1).fingerprint(), default);
}

/// On the command line, journals are resumed, merged and rechecked with the split that they name;
/// another split is refused.
#[test]
fn a_journal_of_another_split_is_refused() {
    let folder = scratch();
    for (question, method, split, other, total) in [
        ("queens 9", "search", "500", "2", "all 352"),
        ("queens 12", "colours", "500", "2", "all 14,200"),
        ("tours 5x5", "search", "50", "9", "directed 1,728"),
        ("walks 4x4 --length 6", "search", "900", "9", "sequences"),
    ] {
        let run = |command: &str| {
            let words: Vec<_> = command.split(' ').collect();
            let output = cavalcade(&words, folder.path());
            let text = [output.stdout, output.stderr].concat();
            (output.status.code(), String::from_utf8(text).unwrap())
        };
        let journal = format!("{}-{method}.journal", &question[..5]);
        let ask = |split: &str, more: &str| {
            let keep = format!("--split {split} --journal {journal}{more} -q");
            run(&format!("{question} --method {method} {keep}"))
        };
        let (code, text) = ask(split, "");
        assert!(code == Some(0) && text.contains(total), "{text}");
        let (code, text) = run(&format!("merge {journal} -q"));
        assert!(code == Some(0) && text.contains(total), "{text}");
        let (code, text) = run(&format!("recheck {journal} --sample 100% -q"));
        assert!(code == Some(0) && text.contains("all agree"), "{text}");
        let (code, text) = ask(other, "");
        assert!(code == Some(4) && text.contains("ask as it was asked"), "{text}");
        let (code, text) = ask(split, "-parts --shard 1/3");
        assert!(code == Some(0) && text.contains("shard 1/3"), "{text}");
        // Only searches can be split; nine queens are searched anyway.
        let question = question.replace("queens 9", "queens 12");
        let (code, text) = run(&format!("{question} --split 5"));
        assert!(code == Some(2) && text.contains("--method search"), "{text}");
    }
}

#[test]
fn resuming_uses_the_method_and_split_of_the_journal() {
    for (question, kept, total) in [
        ("tours 5x6", "--method halves --split 4", "directed 37,568"),
        ("tours 5x5", "--method search --split 2000", "directed 1,728"),
        ("tours 5x6 --closed", "--method union --split 3", "undirected 8"),
        ("queens 10", "--method search --split 1000", "all 724"),
        ("queens 8", "--method colours --split 9", "all 92"),
        ("walks 4x4 --length 9", "--method search --split 2000", "walks"),
        ("tours 5x5 --histogram crossings", "--method search --split 2000", "directed 1,728"),
    ] {
        let folder = scratch();
        let run = |more: &str| {
            let line = format!("{question} --journal j {more}");
            let output = cavalcade(&line.split_whitespace().collect::<Vec<_>>(), folder.path());
            let [out, errors] =
                [output.stdout, output.stderr].map(|b| String::from_utf8(b).unwrap());
            (output.status.code(), out, errors)
        };
        let first = run(kept);
        assert!(first.0 == Some(0) && first.1.contains(total), "{question}: {first:?}");
        let method = kept.split(" --split").next().unwrap();
        for named in ["", method, kept] {
            let again = run(named);
            assert_eq!((again.0, &again.1), (Some(0), &first.1), "{question} {named}: {}", again.2);
        }
        // A given split must agree; the error names both.
        let (code, _, errors) = run(&format!("{method} --split 1"));
        assert_eq!(code, Some(4), "{question}: {errors}");
        assert!(errors.contains(" there is \"") && errors.contains(" here"), "{errors}");
    }
}

/// Merging reads units from disk and needs no memory for counting them.
#[test]
fn merging_ignores_the_memory_limit_of_units() {
    let folder = scratch();
    let run = |line: &str| {
        let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), folder.path());
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        (output.status.code(), text)
    };
    assert_eq!(run("queens 8 --method colours --journal j").0, Some(0));
    let (code, text) = run("queens 8 --method colours --memory 14M --threads 1");
    assert!(code == Some(2) && text.contains("needs"), "{text}");
    let (code, text) = run("merge j --memory 14M --threads 1");
    assert!(code == Some(0) && text.contains("all 92"), "{text}");
}
