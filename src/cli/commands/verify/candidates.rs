//! What can be verified, and what it is expected to take.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use cavalcade::convention::{Convention, Label};
use cavalcade::method::{Choice, Means};
use cavalcade::published::Published;
use cavalcade::question::Question;
use cavalcade::solve::Answer;

use crate::cli::session::Session;
use crate::cli::session::exit::Unfinished;

/// Symmetric tours that are looked for in a second, in nodes.
const NODES_A_SECOND: f64 = 5e7;

/// A question, by one method.
pub struct Candidate {
    pub question: Question,
    method: &'static str,
    /// The method's own measure.
    work: f64,
    /// What the answer is expected to take.
    pub seconds: f64,
}

/// Everything about which something is published, once by each method that can answer it, the
/// cheapest first; and the questions that nobody had the time to put a price on by `until`.
pub fn candidates(
    rows: &[&Published],
    means: &Means,
    until: Instant,
) -> (Vec<Candidate>, Vec<Question>) {
    // Whether plain counts are published, and counts up to symmetry.
    let mut wanted: BTreeMap<String, (&Question, [bool; 2])> = BTreeMap::new();
    for Published { question, convention, .. } in rows {
        let by_class = matches!(question, Question::Tours(_)) && !is_plain(*convention);
        let (_, wants) = wanted.entry(question.to_string()).or_insert((question, [false; 2]));
        wants[usize::from(by_class)] = true;
    }
    // A sweep thinks about its order before it tells what it would cost: the smallest first.
    let mut wanted: Vec<_> = wanted.into_values().collect();
    wanted.sort_by_key(|(question, _)| question.size());
    let wanted = Mutex::new(wanted.into_iter());
    let candidates = Mutex::new(Vec::new());
    let unpriced = Mutex::new(Vec::new());
    let ask = || {
        loop {
            let next = wanted.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((question, [plain, by_class])) = next else { return };
            if Instant::now() >= until {
                unpriced.lock().unwrap_or_else(PoisonError::into_inner).push(question.clone());
                continue;
            }
            let methods = by_methods(question, means);
            let classes = by_classes(question, &methods).filter(|_| by_class);
            let methods = methods.into_iter().filter(|_| plain);
            let mut candidates = candidates.lock().unwrap_or_else(PoisonError::into_inner);
            candidates.extend(methods.chain(classes));
        }
    };
    thread::scope(|scope| {
        for _ in 1..means.threads {
            // Those that are there take over the work of one that is not.
            let _ = thread::Builder::new().spawn_scoped(scope, ask);
        }
        ask();
    });
    let mut candidates = candidates.into_inner().unwrap_or_else(PoisonError::into_inner);
    candidates.sort_by_cached_key(Candidate::name);
    candidates.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    (candidates, unpriced.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// True for counts of tours that every method has.
fn is_plain(convention: Convention) -> bool {
    matches!(convention, Convention::Directed | Convention::Undirected)
}

/// The question by each method that can answer it: none if it is too large for all.
fn by_methods(question: &Question, means: &Means) -> Vec<Candidate> {
    let methods = question.automatic_methods(means).unwrap_or_default();
    let able = methods.into_iter().filter_map(|method| {
        let cost = method.cost.ok().filter(|cost| cost.bytes <= means.memory as f64)?;
        let (question, method) = (question.clone(), method.name);
        Some(Candidate { question, method, work: cost.work, seconds: cost.expected_seconds() })
    });
    able.collect()
}

/// Tours up to symmetry, by the cheapest of the methods.
fn by_classes(question: &Question, methods: &[Candidate]) -> Option<Candidate> {
    let Question::Tours(tours) = question else { return None };
    let cheapest = methods.iter().min_by(|a, b| a.seconds.total_cmp(&b.seconds))?;
    // The symmetric tours are searched for, in a tree of about the square root of the whole.
    let searched = methods.iter().find(|candidate| candidate.method == "search")?.work;
    let symmetric = searched.sqrt() * tours.prepared().symmetries().order() as f64;
    Some(Candidate {
        question: Question::Tours(tours.clone().by_class()),
        method: cheapest.method,
        work: cheapest.work + symmetric,
        seconds: cheapest.seconds + symmetric / NODES_A_SECOND,
    })
}

impl Candidate {
    fn is_by_class(&self) -> bool {
        matches!(&self.question, Question::Tours(tours) if tours.counts_classes())
    }

    /// What it is called in the table.
    pub fn name(&self) -> String {
        let Label { board, piece, kind, .. } = self.question.label();
        let method = if self.is_by_class() { "classes" } else { self.method };
        format!("{board} {piece} {kind}, {method}")
    }

    /// Counts; nothing if the time is over first.
    pub fn answer(&self, session: &Session) -> anyhow::Result<Option<Answer>> {
        let solve = session.solve(&self.question, Choice::of(self.method)).count_anyway();
        let mut answer = match session.answer(&solve.prepare()?) {
            Ok(answer) => answer,
            Err(error) if is_stop(&error) && !session.interrupted() => return Ok(None),
            Err(error) => return Err(error),
        };
        if self.is_by_class() {
            // Other lines tell these.
            answer.counts.retain(|(convention, _)| !is_plain(*convention));
            answer.published.retain(|check| !is_plain(check.convention));
        }
        Ok(Some(answer))
    }
}

/// True if the run was asked to end.
fn is_stop(error: &anyhow::Error) -> bool {
    error.downcast_ref().is_some_and(Unfinished::is_stop)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use cavalcade::method::Means;
    use cavalcade::published::Table;

    use super::candidates;

    #[test]
    fn what_there_is_no_time_to_price_is_left() {
        let rows: Vec<_> = Table::embedded().rows().iter().collect();
        let (candidates, unpriced) = candidates(&rows, &Means::default(), Instant::now());
        assert!(candidates.is_empty());
        assert!(unpriced.len() > 100);
    }
}
