//! Questions that can be verified, with their predicted time.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::convention::{Convention, Label};
use crate::engine::in_parallel;
use crate::method::{Choice, Means};
use crate::published::Published;
use crate::question::Question;
use crate::solve::Answer;
use crate::tours::swept_classes;

/// Nodes per second of a search for symmetric tours.
const NODES_A_SECOND: f64 = 5e7;

/// A question with a method.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The question.
    pub question: Question,
    /// The method.
    pub method: &'static str,
    /// The method's own measure.
    work: f64,
    /// The predicted seconds.
    pub seconds: f64,
}

/// The questions that can be answered, the cheapest first.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Candidates {
    /// Every question with each method that can answer it.
    pub able: Vec<Candidate>,
    /// The questions that were not estimated for lack of time.
    pub unestimated: Vec<Question>,
}

impl Candidates {
    /// Every question of the rows, with each method that can answer it with these means. No further
    /// question is estimated once `is_over`.
    pub fn of(
        rows: &[&Published],
        means: &Means,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Candidates {
        // Whether plain counts are published, and counts up to symmetry.
        let mut wanted: BTreeMap<String, (&Question, [bool; 2])> = BTreeMap::new();
        for Published { question, convention, .. } in rows {
            let by_class = matches!(question, Question::Tours(_)) && !is_plain(*convention);
            let (_, wants) = wanted.entry(question.to_string()).or_insert((question, [false; 2]));
            wants[usize::from(by_class)] = true;
        }
        // Estimating a sweep takes time for its vertex order: the smallest questions first.
        let mut wanted: Vec<_> = wanted.into_values().collect();
        wanted.sort_by_key(|(question, _)| question.size());
        let wanted = Mutex::new(wanted.into_iter());
        let found = Mutex::new(Candidates::default());
        let ask = |_: &mut ()| {
            loop {
                let next = wanted.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((question, [plain, by_class])) = next else { return };
                if is_over() {
                    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                    found.unestimated.push(question.clone());
                    continue;
                }
                let methods = by_methods(question, means);
                let classes = by_class.then(|| by_classes(question, &methods, means)).flatten();
                let methods = methods.into_iter().filter(|_| plain);
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                found.able.extend(methods.chain(classes));
            }
        };
        in_parallel(&mut vec![(); means.threads.max(1)], ask, ask);
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.able.sort_by_cached_key(Candidate::name);
        found.able.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        found
    }
}

/// True for counts of tours that every method provides.
fn is_plain(convention: Convention) -> bool {
    matches!(convention, Convention::Directed | Convention::Undirected)
}

/// The question with each method that can answer it; none if it is too large for all methods.
fn by_methods(question: &Question, means: &Means) -> Vec<Candidate> {
    let methods = question.automatic_methods(means).unwrap_or_default();
    let able = methods.into_iter().filter_map(|method| {
        let cost = method.cost.ok().filter(|cost| cost.bytes <= means.memory as f64)?;
        let (question, method) = (question.clone(), method.name);
        Some(Candidate { question, method, work: cost.work, seconds: cost.expected_seconds() })
    });
    able.collect()
}

/// Tours up to symmetry, with the cheapest of the methods.
fn by_classes(question: &Question, methods: &[Candidate], means: &Means) -> Option<Candidate> {
    let Question::Tours(tours) = question else { return None };
    let cheapest = methods.iter().min_by(|a, b| a.seconds.total_cmp(&b.seconds))?;
    let prepared = tours.prepared();
    let [work, seconds] = swept_classes(&prepared, means).or_else(|| {
        // A search for symmetric tours, whose tree has about the square root of the whole tree's
        // nodes.
        let searched = methods.iter().find(|candidate| candidate.method == "search")?.work;
        let work = searched.sqrt() * prepared.symmetries().order() as f64;
        Some([work, work / NODES_A_SECOND])
    })?;
    Some(Candidate {
        question: Question::Tours(tours.clone().by_class()),
        method: cheapest.method,
        work: cheapest.work + work,
        seconds: cheapest.seconds + seconds,
    })
}

impl Candidate {
    fn is_by_class(&self) -> bool {
        matches!(&self.question, Question::Tours(tours) if tours.counts_classes())
    }

    /// Its name in the table.
    pub fn name(&self) -> String {
        let Label { board, piece, kind, .. } = self.question.label();
        let method = if self.is_by_class() { "classes" } else { self.method };
        format!("{board} {piece} {kind}, {method}")
    }

    /// The method as a choice.
    pub fn choice(&self) -> Choice {
        Choice::of(self.method)
    }

    /// The part of an answer that is compared: from a count of classes, only the conventions that
    /// plain counts lack.
    pub(super) fn compared(&self, mut answer: Answer) -> Answer {
        if self.is_by_class() {
            answer.counts.retain(|(convention, _)| !is_plain(*convention));
            answer.published.retain(|check| !is_plain(check.convention));
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::Candidates;
    use crate::method::Means;
    use crate::verify::Wanted;

    #[test]
    fn questions_without_an_estimate_are_left() {
        let rows = Wanted::default().rows();
        let Candidates { able, unestimated } = Candidates::of(&rows, &Means::default(), &|| true);
        assert!(able.is_empty());
        assert!(unestimated.len() > 100);
    }

    #[test]
    fn the_cheapest_comes_first() {
        let wanted = Wanted::default().of_boards("3..5x4..5".parse().unwrap());
        let found = Candidates::of(&wanted.rows(), &Means::default(), &|| false);
        assert!(found.able.len() > 10 && found.unestimated.is_empty());
        assert!(found.able.is_sorted_by(|a, b| a.seconds <= b.seconds));
    }
}
