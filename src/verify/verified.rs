//! What was counted, held against what is published.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use super::candidates::{Candidate, Candidates};
use super::second::are_independent;
use super::wanted::Wanted;
use crate::convention::Convention;
use crate::count::Count;
use crate::published::{Check, Misprint, Published, Table};
use crate::question::Question;
use crate::solve::Answer;

/// Seconds that are taken as measured before anything is, so that short answers, which take as
/// long as their threads and plans do, do not pass for the speed of this machine.
const ASSUMED: f64 = 1.0;

/// A published count beside one that was counted here.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The question that was answered.
    pub question: Question,
    /// What it is called, with the method that was asked for.
    pub what: String,
    /// The method that counted.
    pub method: &'static str,
    /// The count, if the answer has one by that convention.
    pub ours: Option<Count>,
    /// The published count.
    pub check: Check,
}

/// The cheapest question that did not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// What it is called.
    pub what: String,
    /// The time that it is expected to take on this machine.
    pub needs: Duration,
    /// The time that was left when its turn came. A count that needs less was begun, and stopped.
    pub left: Duration,
}

/// A count that is known to be misprinted, beside what was counted here.
#[derive(Clone, Debug)]
pub struct Misprinted {
    /// What is known of it.
    pub misprint: &'static Misprint,
    /// What was counted here.
    pub ours: Count,
}

/// What was counted so far, and what is left.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    comparisons: Vec<Comparison>,
    answers: Vec<Answer>,
    /// The seconds that the answers took, and those that were expected.
    took: f64,
    expected: f64,
    next: Option<Left>,
    /// The questions that did not fit.
    left: Vec<Question>,
}

/// How many published counts were compared, and why the others were not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The published counts that are wanted.
    pub published: usize,
    /// Those that were compared.
    pub compared: usize,
    /// Of these, those that two independent methods counted alike.
    pub by_two: usize,
    /// Comparisons and known misprints that do not agree.
    pub wrong: usize,
    /// Counts that did not fit the time.
    pub waiting: usize,
    /// Counts about boards that are too large for every method.
    pub beyond: usize,
    /// Counts that cannot be asked here, where everything is wanted.
    pub unasked: usize,
}

/// Questions by how many methods answered them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TwoMethods {
    /// By two independent ones at least, which agree.
    pub confirmed: usize,
    /// By one.
    pub alone: Vec<String>,
    /// By two, which differ.
    pub differ: Vec<String>,
}

impl Verified {
    /// Has each candidate counted as long as they fit the time, the cheapest first. `left` tells
    /// the time that is left, and `count` gives the answer and what it took; or nothing, if the
    /// time was over first.
    ///
    /// # Errors
    /// Those of `count`.
    pub fn run<E>(
        candidates: Candidates,
        left: impl Fn() -> Duration,
        mut count: impl FnMut(&Candidate) -> Result<Option<(Answer, Duration)>, E>,
    ) -> Result<Verified, E> {
        let mut verified = Verified::default();
        for next in candidates.able {
            let pace = (verified.took + ASSUMED) / (verified.expected + ASSUMED);
            let needs = Duration::try_from_secs_f64(next.seconds * pace).unwrap_or(Duration::MAX);
            let remaining = left();
            let fits = verified.left.is_empty() && needs <= remaining;
            match if fits { count(&next)? } else { None } {
                Some((answer, took)) => verified.take(&next, answer, took),
                None => {
                    let what = next.name();
                    verified.next.get_or_insert(Left { what, needs, left: remaining });
                    verified.left.push(next.question);
                }
            }
        }
        verified.left.extend(candidates.unpriced);
        Ok(verified)
    }

    fn take(&mut self, candidate: &Candidate, answer: Answer, took: Duration) {
        self.took += took.as_secs_f64();
        self.expected += candidate.seconds;
        let answer = candidate.compared(answer);
        self.comparisons.extend(answer.published.iter().map(|check| Comparison {
            question: answer.question.clone(),
            what: candidate.name(),
            method: answer.method,
            ours: answer.count(check.convention).cloned(),
            check: check.clone(),
        }));
        self.answers.push(answer);
    }

    /// Each published count that was compared, in the order in which they were counted.
    pub fn comparisons(&self) -> &[Comparison] {
        &self.comparisons
    }

    /// The answers that were computed.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// The questions that did not fit.
    pub fn left(&self) -> &[Question] {
        &self.left
    }

    /// The cheapest of them.
    pub fn next(&self) -> Option<&Left> {
        self.next.as_ref()
    }

    /// The comparisons that do not agree.
    pub fn wrong(&self) -> impl Iterator<Item = &Comparison> {
        self.comparisons.iter().filter(|comparison| !comparison.check.agrees)
    }

    /// What is known to be misprinted, where it was counted here.
    pub fn misprints(&self) -> Vec<Misprinted> {
        let ours = |misprint: &'static Misprint| {
            let about = |answer: &&Answer| answer.question.upright() == misprint.question;
            let mut counts = self.answers.iter().filter(about);
            let ours = counts.find_map(|answer| answer.count(misprint.convention))?;
            Some(Misprinted { misprint, ours: ours.clone() })
        };
        Misprint::embedded().iter().filter_map(ours).collect()
    }

    /// How many of the rows that are wanted were compared, and why the others were not.
    pub fn summary(&self, wanted: &Wanted, rows: &[&Published]) -> Summary {
        let told = |answer: &Answer| {
            let question = answer.question.upright();
            answer.counts.iter().map(|(c, _)| (question.clone(), *c)).collect::<Vec<_>>()
        };
        let answered: HashSet<(Question, Convention)> =
            self.answers.iter().flat_map(told).collect();
        let left: HashSet<_> = self.left.iter().map(Question::upright).collect();
        let is_answered =
            |row: &&&Published| answered.contains(&(row.question.clone(), row.convention));
        let (compared, rest): (Vec<&&Published>, Vec<_>) = rows.iter().partition(is_answered);
        let waiting = rest.iter().filter(|row| left.contains(&row.question)).count();
        let unasked = if wanted.is_all() { Table::embedded().unasked().values().sum() } else { 0 };
        let by_two = self.by_two();
        let is_by_two =
            |row: &&&&Published| by_two.contains(&(row.question.clone(), row.convention));
        let misprinted = self.misprints();
        let wrong = misprinted.iter().filter(|one| one.ours != one.misprint.right).count();
        Summary {
            published: rows.len() + unasked,
            compared: compared.len(),
            by_two: compared.iter().filter(is_by_two).count(),
            wrong: self.wrong().count() + wrong,
            waiting,
            beyond: rest.len() - waiting,
            unasked,
        }
    }

    /// What two independent methods counted alike: of boards and their transposes, the upright.
    pub fn by_two(&self) -> HashSet<(Question, Convention)> {
        let mut told: HashMap<(Question, Convention), Vec<(&str, &Count)>> = HashMap::new();
        for answer in &self.answers {
            let question = answer.question.upright();
            for (convention, count) in &answer.counts {
                told.entry((question.clone(), *convention))
                    .or_default()
                    .push((answer.method, count));
            }
        }
        told.retain(|_, told| {
            let alike = |one: &(&str, &Count), other: &(&str, &Count)| {
                one.1 == other.1 && are_independent(one.0, other.0)
            };
            told.iter().any(|one| told.iter().any(|other| alike(one, other)))
        });
        told.into_keys().collect()
    }

    /// Which questions were answered by two independent methods.
    pub fn two_methods(&self) -> TwoMethods {
        let mut by_question: BTreeMap<String, Vec<&Answer>> = BTreeMap::new();
        for answer in &self.answers {
            by_question.entry(answer.question.counted().to_string()).or_default().push(answer);
        }
        let mut two = TwoMethods::default();
        for (question, answers) in by_question {
            let pairs = answers
                .iter()
                .enumerate()
                .flat_map(|(i, one)| answers[i + 1..].iter().map(move |other| (*one, *other)));
            let independent: Vec<_> =
                pairs.filter(|(one, other)| are_independent(one.method, other.method)).collect();
            match independent.iter().any(|(one, other)| differ(one, other)) {
                _ if independent.is_empty() => two.alone.push(question),
                true => two.differ.push(question),
                false => two.confirmed += 1,
            }
        }
        two
    }
}

/// True if two answers give different counts by one convention.
fn differ(one: &Answer, other: &Answer) -> bool {
    one.counts
        .iter()
        .any(|(convention, count)| other.count(*convention).is_some_and(|counted| counted != count))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Verified;
    use crate::error::Error;
    use crate::method::Means;
    use crate::solve::Answer;
    use crate::verify::{Candidate, Candidates, Wanted};

    const LONG: Duration = Duration::from_secs(3600);

    /// Counts what is wanted, each answer changed on its way.
    fn verified(range: &str, left: Duration, change: impl Fn(&mut Answer)) -> (Wanted, Verified) {
        let wanted = Wanted::default().of_boards(range.parse().unwrap());
        let candidates = Candidates::of(&wanted.rows(), &Means::default(), &|| false);
        let count = |candidate: &Candidate| -> Result<_, Error> {
            let mut answer =
                candidate.question.solve().method(candidate.choice()).count_anyway().run()?;
            change(&mut answer);
            Ok(Some((answer, Duration::from_millis(1))))
        };
        let verified = Verified::run(candidates, || left, count).unwrap();
        (wanted, verified)
    }

    #[test]
    fn what_is_published_is_compared_and_two_methods_confirm_it() {
        let (wanted, verified) = verified("3..4x4", LONG, |_| {});
        let summary = verified.summary(&wanted, &wanted.rows());
        assert!(summary.compared > 5 && summary.compared == summary.published, "{summary:?}");
        // Wazirs, kings and knights by the search and by sweeps; classes by one of them.
        assert!((1..summary.compared).contains(&summary.by_two), "{summary:?}");
        assert_eq!((summary.wrong, summary.waiting, verified.wrong().count()), (0, 0, 0));
        assert!(
            verified.comparisons().iter().all(|one| one.ours.as_ref() == Some(&one.check.value))
        );
        let two = verified.two_methods();
        assert!(two.confirmed > 0 && two.differ.is_empty(), "{two:?}");
    }

    #[test]
    fn methods_that_differ_are_told() {
        let one_more = |answer: &mut Answer| {
            if answer.method == "search" {
                answer.counts[0].1 += &1u64.into();
            }
        };
        let (_, verified) = verified("3x4", LONG, one_more);
        assert!(!verified.two_methods().differ.is_empty());
    }

    #[test]
    fn what_does_not_fit_is_left() {
        let (wanted, verified) = verified("3..4x4", Duration::ZERO, |_| {});
        let summary = verified.summary(&wanted, &wanted.rows());
        // What is clear costs nothing.
        assert!(summary.waiting > 0 && !verified.left().is_empty(), "{summary:?}");
        assert_eq!(summary.compared + summary.waiting, summary.published);
        assert!(verified.next().is_some());
    }
}
