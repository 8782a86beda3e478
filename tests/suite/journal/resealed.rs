//! Journals with impossible numbers and valid checksums are refused or counted right.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use cavalcade::engine::Random;
use cavalcade::method::Means;
use cavalcade::question::Question;
use cavalcade::solve::{Answer, Journals, find_journals};

use super::mutate::{Mutated, mutated};
use crate::support::scratch;

/// Small questions of every family and method.
const QUESTIONS: [(&str, &str); 11] = [
    ("queens queen 6x6", "search"),
    ("queens queen 8x8 k=5", "variants"),
    ("queens queen 6x6", "quadrants"),
    ("queens queen 8x8", "colours"),
    ("tours open knight 3x4", "search"),
    ("tours open knight 3x4", "search histogram=crossings"),
    ("tours closed wazir 4x4", "union histogram=right-angles split=3"),
    ("tours closed wazir 4x4", "frontier"),
    ("tours open graph:DQc", "search"),
    ("walks any knight 3x3 length=5", "transfer"),
    ("walks self-avoiding knight 3x4 length=4", "search"),
];

fn counts(answer: &Answer) -> Vec<String> {
    answer.counts.iter().map(|(convention, count)| format!("{convention} {count}")).collect()
}

/// The answer of complete journals.
fn merged(path: &Path, salvage: bool) -> Option<Answer> {
    let means = Means { memory: 64 << 20, ..Means::default() };
    let journals = Journals::of(find_journals(&[path.into()]).ok()?, &means).ok()?;
    let merge = journals.merge(salvage).ok()?;
    // The numbers that status reports even if units are missing.
    let total = merge.total().ok()?;
    let _ = (merge.took(), total.weighted(), total.nodes(), journals.counts(&total));
    if !merge.missing().is_empty() {
        return None;
    }
    journals.answer(&merge).ok()
}

#[test]
fn resealed_journals_never_crash_a_reader_or_change_a_total() {
    let place = scratch();
    let path = place.path().join("j");
    let mut journals = Vec::new();
    for (question, method) in QUESTIONS {
        let _ = fs::remove_file(&path);
        let question: Question = question.parse().unwrap();
        let solve = question.solve().method(method.parse().unwrap()).threads(1);
        solve.journal(&path).run().unwrap();
        journals.push((fs::read(&path).unwrap(), method));
    }
    let (mut answered, mut refused) = (0, 0);
    for case in 0..4000u64 {
        let (journal, method) = &journals[case as usize % journals.len()];
        fs::write(&path, journal).unwrap();
        let truth = merged(&path, false).unwrap();
        let mut random = Random::new(case);
        let Mutated { bytes, forged } = mutated(journal, |below| random.below(below));
        let read = catch_unwind(AssertUnwindSafe(|| {
            for salvage in [false, true] {
                let put = || {
                    let _ = fs::remove_file(place.path().join("j.part"));
                    fs::write(&path, &bytes).unwrap();
                };
                put();
                let merged = merged(&path, salvage);
                let by_name = gone_on(&truth, method, &path, salvage);
                put();
                // By the method that the journal names.
                let by_itself = gone_on(&truth, "auto", &path, salvage);
                let told = [merged, by_name, by_itself];
                for answer in told.iter().flatten().filter(|_| !forged) {
                    // The journal may now name another question: its own answer is right.
                    if answer.question == truth.question {
                        assert_eq!(counts(answer), counts(&truth), "{salvage}");
                    }
                }
                match told.iter().any(Option::is_some) {
                    true => answered += 1,
                    false => refused += 1,
                }
            }
        }));
        let shown = || String::from_utf8_lossy(&bytes).into_owned();
        assert!(read.is_ok(), "case {case}:\n{}", shown());
    }
    assert!(answered > 1000 && refused > 1000, "{answered} answered, {refused} refused");
}

/// The answer of a run that resumes from the journal.
fn gone_on(truth: &Answer, method: &str, path: &Path, salvage: bool) -> Option<Answer> {
    let solve = truth.question.solve().method(method.parse().unwrap()).threads(1);
    solve.journal(path).salvage(salvage).run().ok()
}
