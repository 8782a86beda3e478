//! Journals with changed numbers and words and valid checksums: no panic, and no other total unless
//! the counts themselves and their sums were changed. The input describes the changes; see `mutate`.

#![no_main]

#[path = "../../tests/suite/journal/mutate.rs"]
mod mutate;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use cavalcade::Count;
use cavalcade::journal::replay;
use cavalcade::method::Means;
use cavalcade::question::Question;
use cavalcade::solve::{Found, Journals};
use libfuzzer_sys::fuzz_target;

use mutate::{Mutated, mutated};

const QUESTIONS: [(&str, &str); 8] = [
    ("queens queen 6x6", "search"),
    ("queens queen 8x8 k=5", "variants"),
    ("queens queen 6x6", "quadrants"),
    ("tours open knight 3x4", "search"),
    ("tours closed wazir 4x4", "frontier"),
    ("tours open graph:DQc", "search"),
    ("walks any knight 3x3 length=5", "transfer"),
    ("walks self-avoiding knight 3x4 length=4", "search"),
];

struct Kept {
    question: Question,
    journal: Vec<u8>,
    total: Count,
}

/// A journal for each question, made once.
fn kept() -> &'static [Kept] {
    static KEPT: OnceLock<Vec<Kept>> = OnceLock::new();
    KEPT.get_or_init(|| {
        let path = std::env::temp_dir().join(format!("cavalcade-fuzz-{}", std::process::id()));
        let kept = |(question, method): (&str, &str)| {
            let question: Question = question.parse().expect("it is one");
            let method = method.parse().expect("it is one");
            let solve = question.solve().method(method).threads(1).journal(&path);
            solve.run().expect("it is small");
            let journal = std::fs::read(&path).expect("it was written");
            std::fs::remove_file(&path).expect("it is ours");
            let total = merged(&journal).expect("it is whole").1;
            Kept { question, journal, total }
        };
        QUESTIONS.into_iter().map(kept).collect()
    })
}

/// The question and the total of a complete journal, by every function that reads journals.
fn merged(journal: &[u8]) -> Option<(Question, Count)> {
    let path = PathBuf::from("j");
    let replay = replay(journal, Path::new("j"), None).ok()?;
    let means = Means { memory: 64 << 20, ..Means::default() };
    let journals = Journals::of(vec![Found { path, replay }], &means).ok()?;
    let merge = journals.merge(true).ok()?;
    let total = merge.total().ok()?;
    let _ = (merge.took(), total.nodes(), journals.counts(&total));
    let is_whole = merge.missing().is_empty() && journals.answer(&merge).is_ok();
    is_whole.then(|| (journals.question().clone(), total.weighted()))
}

fuzz_target!(|bytes: &[u8]| {
    let mut numbers = bytes.iter().map(|&byte| usize::from(byte));
    let mut choose = |below: usize| {
        // Two bytes, because one has too few values.
        let high = if below > 256 { numbers.next().unwrap_or(0) << 8 } else { 0 };
        (high + numbers.next().unwrap_or(0)) % below
    };
    let kept = &kept()[choose(QUESTIONS.len())];
    let Mutated { bytes, forged } = mutated(&kept.journal, choose);
    if let Some((question, total)) = merged(&bytes).filter(|_| !forged) {
        assert!(question != kept.question || total == kept.total, "{total} for {question}");
    }
});
