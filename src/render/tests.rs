//! Functions shared by the tests of this module.

use crate::convention::Convention;
use crate::solve::Answer;

/// An answer by the search with these counts, the default conventions first, without published
/// counts.
pub(super) fn answer(question: &str, counts: &[u64]) -> Answer {
    let conventions = match question.split(' ').next() {
        Some("tours") => [Convention::Directed, Convention::Undirected],
        _ => [Convention::All, Convention::Fundamental],
    };
    Answer {
        question: question.parse().unwrap(),
        counts: conventions.into_iter().zip(counts.iter().map(|&count| count.into())).collect(),
        method: "search",
        nodes: 8786,
        run_nodes: 8786,
        seconds: 0.25,
        thread_seconds: 0.5,
        threads: 2,
        version: env!("CARGO_PKG_VERSION"),
        published: Vec::new(),
        obstacle: None,
        classes: None,
        by_start: None,
        by_end: None,
        histogram: None,
    }
}
