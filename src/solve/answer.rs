//! `Answer`: the counts of one question, each with its convention, and what they cost.
//!
//! Questions of every family end here, so that what prints and stores answers needs to know
//! no family.

use crate::convention::Convention;
use crate::count::Count;
use crate::published::{Check, Table};
use crate::question::Question;
use crate::tours::{Classes, Sorted};
use crate::walks::WalkQuestion;

/// One answered question.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// What was asked.
    pub question: Question,
    /// The counts, the usual convention first.
    pub counts: Vec<(Convention, Count)>,
    /// The method that counted, or `obstacle` where it was clear that there is nothing.
    pub method: &'static str,
    /// The nodes that it visited, in all runs.
    pub nodes: u64,
    /// Those of this run.
    pub run_nodes: u64,
    /// Wall-clock time of this run.
    pub seconds: f64,
    /// The time of all threads of all runs, unit by unit.
    pub thread_seconds: f64,
    /// Worker threads of this run.
    pub threads: usize,
    /// The version that counted.
    pub version: &'static str,
    /// What is published about the question, held against these counts.
    pub published: Vec<Check>,
    /// Why there is nothing to count, where that is clear.
    pub obstacle: Option<String>,
    /// The tours by their symmetry, where they are counted up to it.
    pub classes: Option<Classes>,
    /// The tours by the value of a statistic, where they were asked for.
    pub histogram: Option<Sorted>,
    /// The counts by first square, where they were asked for.
    pub by_start: Option<Vec<Count>>,
    /// The counts by last square, where they were asked for.
    pub by_end: Option<Vec<Count>>,
}

impl Answer {
    /// An answer without cost, compared with what is published.
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

    /// The same with these counts added, compared anew.
    pub(super) fn add(&mut self, counts: Vec<(Convention, Count)>) {
        self.counts.extend(counts);
        self.published = Table::embedded().check(&self.question, &self.counts);
    }

    /// The answers about the same walks from each square, where they were counted by first
    /// square, compared with what is published about each. They cost what all cost.
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

    /// What all nodes cost, as seconds on so many threads: this run's where it visited them all,
    /// else those of the threads of all runs, as if one thread had done it all.
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

    /// True if nothing that is published differs.
    pub fn agrees(&self) -> bool {
        self.published.iter().all(|check| check.agrees)
    }
}
