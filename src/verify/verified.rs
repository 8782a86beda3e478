//! The counts so far, compared with published ones.

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

/// Seconds added to both predicted and measured time when the machine's speed is computed. Short
/// answers are dominated by threads and plans and would otherwise distort it.
const ASSUMED: f64 = 1.0;

/// A published count and the one computed here.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The question that was answered.
    pub question: Question,
    /// Its name, with the requested method.
    pub what: String,
    /// The method that counted.
    pub method: &'static str,
    /// Our count, if the answer has one for that convention.
    pub ours: Option<Count>,
    /// The published count.
    pub check: Check,
}

/// The cheapest question that did not fit in the time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Its name.
    pub what: String,
    /// Its predicted time on this machine.
    pub needs: Duration,
    /// The time that was left when its turn came. A count that needs less was begun, and stopped.
    pub left: Duration,
}

/// A known misprint and the count computed here.
#[derive(Clone, Debug)]
pub struct Misprinted {
    /// The misprint.
    pub misprint: &'static Misprint,
    /// Our count.
    pub ours: Count,
}

/// Results so far, and the remaining questions.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    comparisons: Vec<Comparison>,
    answers: Vec<Answer>,
    /// The measured and the predicted seconds of the answers.
    took: f64,
    expected: f64,
    next: Option<Left>,
    /// The questions that did not fit in the time.
    left: Vec<Question>,
}

/// How many published counts were compared, and why the others were not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The published counts that were wanted.
    pub published: usize,
    /// The counts that were compared.
    pub compared: usize,
    /// The compared counts that two independent methods confirm.
    pub by_two: usize,
    /// Comparisons and known misprints that disagree.
    pub wrong: usize,
    /// Counts that did not fit in the time.
    pub waiting: usize,
    /// Counts about boards that are too large for every method.
    pub beyond: usize,
    /// Counts whose question cannot be expressed here, if everything is wanted.
    pub unasked: usize,
}

/// Questions by how many methods answered them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TwoMethods {
    /// By at least two independent methods, which agree.
    pub confirmed: usize,
    /// By one method.
    pub alone: Vec<String>,
    /// By two methods that differ.
    pub differ: Vec<String>,
}

impl Verified {
    /// Counts candidates, the cheapest first, as long as they fit in the time. `left` returns the
    /// remaining time. `count` returns the answer and the time it took, or nothing if the time ran
    /// out first.
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
        verified.left.extend(candidates.unestimated);
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

    /// Each compared published count, in the order of counting.
    pub fn comparisons(&self) -> &[Comparison] {
        &self.comparisons
    }

    /// The answers that were computed.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// The questions that did not fit in the time.
    pub fn left(&self) -> &[Question] {
        &self.left
    }

    /// The cheapest of the questions left.
    pub fn next(&self) -> Option<&Left> {
        self.next.as_ref()
    }

    /// The comparisons that disagree.
    pub fn wrong(&self) -> impl Iterator<Item = &Comparison> {
        self.comparisons.iter().filter(|comparison| !comparison.check.agrees)
    }

    /// The known misprints whose questions were counted here.
    pub fn misprints(&self) -> Vec<Misprinted> {
        let ours = |misprint: &'static Misprint| {
            let about = |answer: &&Answer| answer.question.upright() == misprint.question;
            let mut counts = self.answers.iter().filter(about);
            let ours = counts.find_map(|answer| answer.count(misprint.convention))?;
            Some(Misprinted { misprint, ours: ours.clone() })
        };
        Misprint::embedded().iter().filter_map(ours).collect()
    }

    /// How many of the wanted rows were compared, and why the others were not.
    pub fn summary(&self, wanted: &Wanted, rows: &[&Published]) -> Summary {
        let counted = |answer: &Answer| {
            let question = answer.question.upright();
            answer.counts.iter().map(|(c, _)| (question.clone(), *c)).collect::<Vec<_>>()
        };
        let answered: HashSet<(Question, Convention)> =
            self.answers.iter().flat_map(counted).collect();
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

    /// The counts that two independent methods confirm; a board and its transpose count as the
    /// upright one.
    pub fn by_two(&self) -> HashSet<(Question, Convention)> {
        let mut counted: HashMap<(Question, Convention), Vec<(&str, &Count)>> = HashMap::new();
        for answer in &self.answers {
            let question = answer.question.upright();
            for (convention, count) in &answer.counts {
                counted
                    .entry((question.clone(), *convention))
                    .or_default()
                    .push((answer.method, count));
            }
        }
        counted.retain(|_, counted| {
            let alike = |one: &(&str, &Count), other: &(&str, &Count)| {
                one.1 == other.1 && are_independent(one.0, other.0)
            };
            counted.iter().any(|one| counted.iter().any(|other| alike(one, other)))
        });
        counted.into_keys().collect()
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

/// True if the answers disagree in a shared convention.
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

    /// Verifies `range` and applies `change` to each answer.
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
    fn published_counts_are_compared_and_confirmed_by_two_methods() {
        let (wanted, verified) = verified("3..4x4", LONG, |_| {});
        let summary = verified.summary(&wanted, &wanted.rows());
        assert!(summary.compared > 5 && summary.compared == summary.published, "{summary:?}");
        // Wazirs, kings and knights are counted by the search and by sweeps; classes by one method.
        assert!((1..summary.compared).contains(&summary.by_two), "{summary:?}");
        assert_eq!((summary.wrong, summary.waiting, verified.wrong().count()), (0, 0, 0));
        assert!(
            verified.comparisons().iter().all(|one| one.ours.as_ref() == Some(&one.check.value))
        );
        let two = verified.two_methods();
        assert!(two.confirmed > 0 && two.differ.is_empty(), "{two:?}");
    }

    #[test]
    fn methods_that_differ_are_reported() {
        let one_more = |answer: &mut Answer| {
            if answer.method == "search" {
                answer.counts[0].1 += &1u64.into();
            }
        };
        let (_, verified) = verified("3x4", LONG, one_more);
        assert!(!verified.two_methods().differ.is_empty());
    }

    #[test]
    fn questions_that_do_not_fit_are_left() {
        let (wanted, verified) = verified("3..4x4", Duration::ZERO, |_| {});
        let summary = verified.summary(&wanted, &wanted.rows());
        // A question with a proven answer takes no time.
        assert!(summary.waiting > 0 && !verified.left().is_empty(), "{summary:?}");
        assert_eq!(summary.compared + summary.waiting, summary.published);
        assert!(verified.next().is_some());
    }
}
