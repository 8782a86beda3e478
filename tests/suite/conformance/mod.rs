//! The rules for every counting method. A method in its family's table is tested here with every
//! small question of the family, without further code.

mod checks;
mod defects;
mod differential;
mod library;
mod listing;
mod questions;
mod resume;
mod stop;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use cavalcade::convention::Convention;
use cavalcade::engine::Tally;
use cavalcade::journal::Header;
use cavalcade::method::{Choice, Means};
use cavalcade::question::Question;

use checks::{CHECKS, Known, Named, Subject, means, names_tell_apart};
use questions::{Asked, QUEENS, TOURS, WALKS, methods, ready, rules};

use crate::oracle;

/// The questions of a family, answered once by brute force.
fn asked(texts: &'static [&'static str]) -> &'static [Asked] {
    static ALL: OnceLock<Vec<Asked>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let texts = [TOURS, QUEENS, WALKS].concat();
        texts.into_iter().map(Asked::of).collect()
    });
    let first = all.iter().position(|asked| asked.text == texts[0]).unwrap();
    &all[first..first + texts.len()]
}

/// Every method of the family keeps every rule on every question that it answers.
fn assert_conform(texts: &'static [&'static str]) {
    let mut left: BTreeSet<_> = BTreeSet::new();
    let mut answering = BTreeSet::new();
    for asked in asked(texts) {
        left.extend(methods(&asked.question));
        for choice in asked.ways() {
            answering.insert(choice.name().to_string());
            let broken = |what: &str, how: String| -> ! {
                panic!("{}, {choice}: {what}: {how}", asked.text)
            };
            let make = |means: &Means| ready(&asked.question, &choice, means).unwrap().enumeration;
            let split = |units: usize| {
                let choice = choice.clone().with("split", units);
                Some(ready(&asked.question, &choice, &means(2)).ok()?.enumeration)
            };
            let subject = Subject { make: &make, split: &split, total: asked.total };
            let known = Known::of(&subject).unwrap_or_else(|how| broken("a run", how));
            for (what, check) in CHECKS {
                check(&subject, &known).unwrap_or_else(|how| broken(what, how));
            }
            assert_counts(asked, &choice, &known.tally);
        }
    }
    left.retain(|name| !answering.contains(*name));
    assert!(left.is_empty(), "{left:?} answer none of these questions: add one that they answer");
}

#[test]
fn methods_of_tours_conform() {
    assert_conform(TOURS);
}

#[test]
fn methods_of_queens_conform() {
    assert_conform(QUEENS);
}

#[test]
fn methods_of_walks_conform() {
    assert_conform(WALKS);
}

/// Compares the counts by convention with brute force.
fn assert_counts(asked: &Asked, choice: &Choice, tally: &Tally) {
    let means = means(2);
    let counts = ready(&asked.question, choice, &means).unwrap().conclude(tally, &means).unwrap();
    let both = asked.all.len();
    for (convention, count) in counts {
        let expected = match (&asked.question, convention) {
            (Question::Tours(_), Convention::Directed) => both,
            (Question::Tours(tours), Convention::Undirected) if tours.instance().len() == 1 => both,
            (Question::Tours(_), Convention::Undirected) => both / 2,
            (Question::Queens(_), Convention::All) => both,
            (Question::Queens(queens), Convention::Fundamental) => {
                oracle::classes(&asked.all, &rules(queens).symmetries())
            }
            (Question::Queens(queens), turned) => match turn_of(turned) {
                Some(turn) => {
                    let rules = rules(queens);
                    // Each is followed by the shifts of a torus.
                    let shifts = if rules.torus { rules.side * rules.side } else { 1 };
                    let image = &rules.symmetries()[turn * shifts];
                    asked.all.iter().filter(|set| is_kept(set, image)).count()
                }
                None => continue,
            },
            (Question::Walks(_), Convention::Sequences) => both,
            (_, other) => panic!("{}, {choice}: {other} is not checked", asked.text),
        };
        assert_eq!(count, (expected as u64).into(), "{}, {choice}: {convention}", asked.text);
    }
}

/// The index of a turn among the symmetries of a plane board; `None` for counts of classes.
fn turn_of(convention: Convention) -> Option<usize> {
    match convention {
        Convention::KeptByHalfTurn => Some(0b011),
        Convention::KeptByQuarterTurn => Some(0b101),
        Convention::GroupNone | Convention::GroupHalfTurn | Convention::GroupQuarterTurn => None,
        other => panic!("{other} is not checked"),
    }
}

fn is_kept(set: &[u32], symmetry: &[u32]) -> bool {
    set.iter().all(|&at| set.contains(&symmetry[at as usize]))
}

#[test]
fn fingerprints_and_headers_tell_questions_apart() {
    let (mut fingerprints, mut lines, mut seeds) = (Vec::new(), Vec::new(), Vec::new());
    let mut headers: Vec<(String, String, Header)> = Vec::new();
    let means = means(1);
    // Twice: the same question has the same name both times.
    for asked in [TOURS, QUEENS, WALKS, WALKS, QUEENS, TOURS].into_iter().flat_map(asked) {
        let counted = asked.question.counted().to_string();
        let plain = asked.ways();
        let cut = plain.iter().flat_map(|c| [2, 60].map(|units| c.clone().with("split", units)));
        for choice in cut.chain(plain.iter().cloned()) {
            let Ok(ready) = ready(&asked.question, &choice, &means) else { continue };
            let make = |_: &Means| ready.enumeration.clone();
            let known = Known::of(&Subject { make: &make, split: &|_| None, total: 0 }).unwrap();
            let fingerprint = ready.enumeration.fingerprint();
            let header = Header::of(&counted, &choice.to_string(), &fingerprint, &known.plan);
            let what = format!("{counted}, {choice}");
            let units = format!("{:?} {:?} {:?}", known.plan.units, known.units, known.tally);
            let meaning = format!("{counted}: {units}");
            let named = |name: String, meaning: &str| Named {
                asked: what.clone(),
                meaning: meaning.into(),
                name,
            };
            fingerprints.push(named(fingerprint, &meaning));
            seeds.push(named(header.seed().to_string(), &meaning));
            // The header line also contains the choice of method.
            lines.push(named(header.line(), &what));
            headers.push((what, meaning, header));
        }
    }
    names_tell_apart(&fingerprints).unwrap();
    names_tell_apart(&seeds).unwrap();
    names_tell_apart(&lines).unwrap();
    for (i, (what, meaning, header)) in headers.iter().enumerate() {
        for (other_what, other_meaning, other) in &headers[..i] {
            let difference = header.difference(other);
            let told = difference.is_some() || meaning == other_meaning;
            assert!(told, "{what} and {other_what} may be mixed");
            assert!(difference.is_none() || what != other_what, "{what}: {difference:?}");
        }
    }
}

#[test]
fn questions_are_answered_by_the_method_tables() {
    for asked in [TOURS, QUEENS, WALKS].into_iter().flat_map(asked) {
        let candidates = asked.question.methods().unwrap();
        let names: Vec<_> = candidates.iter().map(|candidate| candidate.name).collect();
        assert_eq!(names, methods(&asked.question), "{}", asked.text);
        let ways = asked.ways();
        for candidate in candidates {
            let answers = ways.iter().any(|choice| choice.name() == candidate.name);
            let costs = candidate.cost.is_ok();
            assert_eq!(costs, answers, "{}: {}", asked.text, candidate.name);
        }
    }
}
