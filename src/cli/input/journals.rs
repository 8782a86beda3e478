//! The journals named on the command line.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cavalcade::Error;
use cavalcade::method::Means;
use cavalcade::solve::{Found, Journals};

use super::memory;
use crate::cli::session::exit::Usage;

/// The error for finding none.
pub fn none(named: &[PathBuf]) -> Usage {
    let named: Vec<_> = named.iter().map(|path| path.display().to_string()).collect();
    Usage(format!("no journal is in {}", named.join(" or ")))
}

/// Groups journals by question and by division into units.
pub fn by_question(found: Vec<Found>) -> impl Iterator<Item = Result<Journals, Error>> {
    let mut questions: BTreeMap<_, Vec<Found>> = BTreeMap::new();
    for found in found {
        let header = &found.replay.header;
        let key = (header.question.clone(), header.method.clone(), header.plan);
        questions.entry(key).or_default().push(found);
    }
    let means = Means { memory: memory::default(), ..Means::default() };
    questions.into_values().map(move |found| Journals::of(found, &means))
}
