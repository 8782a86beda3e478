//! Every method compared with brute force on random questions of every family: graphs of up to ten
//! vertices, boards of up to twelve cells in every topology, queens and walks.

use std::collections::{BTreeMap, BTreeSet};

use cavalcade::Error;
use cavalcade::convention::Convention;
use cavalcade::queens::Turn;
use cavalcade::question::{Instance, Question};
use cavalcade::solve::Answer;
use cavalcade::tours::{Ends, Kind};

use super::checks::{Known, Subject};
use super::listing::assert_listed;
use super::questions::{Asked, ready};
use super::{assert_counts, methods};
use crate::oracle;
use crate::random_questions::Dice;
use crate::support::note;

/// The largest group whose symmetries are all listed.
const LISTED: usize = 1 << 14;

/// The numbers of compared answers by method, and of questions with solutions.
#[derive(Default)]
struct Compared {
    by_method: BTreeMap<String, usize>,
    with_solutions: usize,
    classes: usize,
}

/// Compares a question by every method, whole and split, listed, and up to symmetry.
fn compare(question: &Question, compared: &mut Compared) {
    let asked = Asked::of(question.to_string().leak());
    compared.with_solutions += usize::from(!asked.all.is_empty());
    for choice in asked.ways() {
        let make = |means: &_| ready(&asked.question, &choice, means).unwrap().enumeration;
        let subject = Subject { make: &make, split: &|_| None, total: asked.total };
        let known = Known::of(&subject).unwrap_or_else(|how| panic!("{question}, {choice}: {how}"));
        assert_eq!(known.tally.weighted(), asked.total.into(), "{question}, {choice}");
        assert_counts(&asked, &choice, &known.tally);
        *compared.by_method.entry(choice.name().into()).or_default() += 1;
    }
    assert_listed(&asked);
    let answer = question.solve().threads(2).run().unwrap();
    assert_answer(&asked, &answer);
    if let Question::Tours(tours) = question {
        compared.classes += usize::from(assert_classes(&asked, tours));
    }
}

/// Checks the counts of an answer, even if an obstacle gave it.
fn assert_answer(asked: &Asked, answer: &Answer) {
    let convention = match &asked.question {
        Question::Tours(tours) if tours.kind() == Kind::Open => Convention::Directed,
        Question::Tours(_) => Convention::Undirected,
        Question::Queens(queens) => match queens.variant().turn() {
            None => Convention::All,
            Some(Turn::Half) => Convention::KeptByHalfTurn,
            Some(Turn::Quarter) => Convention::KeptByQuarterTurn,
        },
        _ => Convention::Sequences,
    };
    let expected =
        if convention == Convention::Undirected { asked.total } else { asked.all.len() as u64 };
    assert_eq!(answer.count(convention), Some(&expected.into()), "{}", asked.question);
}

/// Tours up to symmetry, unless their ends are fixed.
fn assert_classes(asked: &Asked, tours: &cavalcade::question::Tours) -> bool {
    if tours.ends() != Ends::Free {
        return false;
    }
    let graph = tours.instance().graph();
    let group = match tours.instance() {
        Instance::Board(board, _) => oracle::isometries(board, &graph),
        _ => oracle::automorphisms(&graph),
    };
    // Sorting takes time proportional to tours times symmetries.
    if group.len() * asked.all.len() > 200_000 {
        return false;
    }
    let (_, expected) = oracle::tour_classes(&asked.all, tours.kind(), &group);
    let answer = match Question::Tours(tours.clone().by_class()).solve().run() {
        // Too many symmetries to list, as for a star of ten vertices, which has no tours.
        Err(Error::TooManySymmetries { .. }) if group.len() > LISTED => return false,
        answer => answer.unwrap_or_else(|error| panic!("{}: {error}", asked.question)),
    };
    let found = answer.count(Convention::Fundamental);
    assert_eq!(found, Some(&(expected as u64).into()), "{}: {:?}", asked.question, answer.counts);
    expected > 0
}

fn compare_many(cases: usize, seed: u64) -> Compared {
    let mut dice = Dice::new(seed);
    let mut compared = Compared::default();
    for _ in 0..cases {
        compare(&dice.question(), &mut compared);
    }
    let answered: BTreeSet<_> = compared.by_method.keys().map(String::as_str).collect();
    for text in ["tours open wazir 1x2", "queens queen 4x4", "walks any wazir 1x5 length=2"] {
        for method in methods(&text.parse().unwrap()) {
            assert!(answered.contains(method), "{method} answered no random question");
        }
    }
    compared
}

#[test]
fn random_questions_by_every_method() {
    let compared = compare_many(500, 2026);
    let answers: usize = compared.by_method.values().sum();
    assert!(answers > 1000, "{:?}", compared.by_method);
    assert!(compared.with_solutions > 150, "{} have solutions", compared.with_solutions);
    assert!(compared.classes > 30, "{} were sorted into classes", compared.classes);
}

/// `cargo test --release --test suite -- --ignored --nocapture twenty_thousand`: a minute.
#[test]
#[ignore = "a minute"]
fn twenty_thousand_random_questions() {
    let parts: Vec<_> =
        (0..2).map(|part| std::thread::spawn(move || compare_many(10_000, 77 + part))).collect();
    for part in parts {
        let Compared { by_method, with_solutions, classes } = part.join().unwrap();
        let answers: usize = by_method.values().sum();
        note(&format!(
            "{answers} answers {by_method:?}; {with_solutions} questions have solutions, {classes} were sorted"
        ));
        assert!(answers > 20_000);
    }
}
