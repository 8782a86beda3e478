//! `Answer`: the counts of a question by convention, and their cost.
//!
//! All families use this type, so that code which prints and stores answers is independent of the
//! family.

use crate::convention::Convention;
use crate::count::Count;
use crate::published::{Check, Table};
use crate::question::Question;
use crate::tours::{Classes, Sorted};
use crate::walks::WalkQuestion;

/// An answered question.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The counts, the usual convention first.
    pub counts: Vec<(Convention, Count)>,
    /// The method, or `obstacle` if a proof shows that there is no solution.
    pub method: &'static str,
    /// The nodes visited in all runs.
    pub nodes: u64,
    /// The nodes of this run.
    pub run_nodes: u64,
    /// Wall-clock time of this run.
    pub seconds: f64,
    /// The sum of the thread time of all units, in all runs.
    pub thread_seconds: f64,
    /// Worker threads of this run.
    pub threads: usize,
    /// The version of the program.
    pub version: &'static str,
    /// Published counts, compared with these.
    pub published: Vec<Check>,
    /// The proof that there is no solution, if one is known.
    pub obstacle: Option<String>,
    /// The tours by symmetry, if requested.
    pub classes: Option<Classes>,
    /// The tours by the value of a statistic, if requested.
    pub histogram: Option<Sorted>,
    /// The counts by first square, if requested.
    pub by_start: Option<Vec<Count>>,
    /// The counts by last square, if requested.
    pub by_end: Option<Vec<Count>>,
}

impl Answer {
    /// An answer without cost, compared with published counts.
    pub(super) fn of(
        question: Question,
        counts: Vec<(Convention, Count)>,
        method: &'static str,
    ) -> Answer {
        let published = Table::embedded().check(&question, &counts);
        Answer {
            question,
            counts,
            method,
            nodes: 0,
            run_nodes: 0,
            seconds: 0.0,
            thread_seconds: 0.0,
            threads: 1,
            version: env!("CARGO_PKG_VERSION"),
            published,
            obstacle: None,
            classes: None,
            by_start: None,
            by_end: None,
            histogram: None,
        }
    }

    /// Adds these counts and repeats the comparison.
    pub(super) fn add(&mut self, counts: Vec<(Convention, Count)>) {
        self.counts.extend(counts);
        self.published = Table::embedded().check(&self.question, &self.counts);
    }

    /// Separate answers for walks from each square, if they were counted by first square, each
    /// compared with published counts. Each has the cost of the whole.
    pub fn from_each_square(&self) -> Vec<Answer> {
        let Question::Walks(walks) = &self.question else { return Vec::new() };
        let from = |(square, count): (usize, &Count)| {
            let walks = walks.clone().from(square).expect("a square was counted");
            let mut answer = Answer { question: Question::Walks(walks), ..self.clone() };
            (answer.counts, answer.by_start) = (Vec::new(), None);
            answer.add(WalkQuestion::counts(count.clone()));
            answer
        };
        self.by_start.iter().flatten().enumerate().map(from).collect()
    }

    /// The cost of all nodes as seconds and a number of threads: those of this run if it visited
    /// all nodes, else the thread time of all runs on one thread.
    pub fn cost(&self) -> (f64, usize) {
        match self.run_nodes < self.nodes {
            true => (self.thread_seconds, 1),
            false => (self.seconds, self.threads),
        }
    }

    /// The count by one convention, if the question has it.
    pub fn count(&self, convention: Convention) -> Option<&Count> {
        self.counts.iter().find(|(c, _)| *c == convention).map(|(_, count)| count)
    }

    /// True if no published count differs.
    pub fn agrees(&self) -> bool {
        self.published.iter().all(|check| check.agrees)
    }
}
