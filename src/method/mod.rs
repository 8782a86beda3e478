//! Methods as a table lists them: what they are called, what they cost, and how they are made
//! ready, whatever they enumerate.
//!
//! Each family has one table, `METHODS`, of the [`Method`]s that count its questions. To add a
//! method: a room that implements [`Enumeration`](crate::engine::Enumeration) and ends in a
//! constant of type [`Method`], and a line in the table.

mod choice;
mod dynamic;
mod layers;
mod means;

use std::fmt;
use std::sync::Arc;

use crate::board::Board;
use crate::convention::Convention;
use crate::count::Count;
use crate::engine::Tally;
use crate::error::{Error, Shortage};

pub use crate::simd::Vectors;
pub use choice::{Choice, MOST_UNITS};
pub use dynamic::{AnyEnumeration, Job, Pass};
pub use layers::{FurtherSweeps, LayerObserver, LayerReport, Layers, SweepEstimate};
pub use means::{Checkpoints, DEFAULT_MEMORY, Means};

/// Counts by what counts as one, the usual convention first.
pub type Counts = Vec<(Convention, Count)>;

/// One way to count the questions of a family.
pub struct Method<Q: 'static> {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// The most squares or other vertices that it takes, of a board of this shape if there is one.
    pub limit: fn(Option<&Board>) -> usize,
    /// True if it may be taken where nobody names a method.
    pub automatic: bool,
    /// True if it keeps the layers of a sweep where [`Means::checkpoints`] says.
    pub keeps_layers: bool,
    /// How many times as long as a count it takes to sort the solutions by a statistic of this
    /// name; none if it cannot.
    pub sorts: fn(&str) -> Option<f64>,
    /// What it would cost, or why it cannot answer.
    pub cost: fn(&Q, &Means) -> Result<Cost, Error>,
    /// The method made ready.
    pub ready: fn(&Q, &Choice, &Means) -> Result<Ready, Error>,
}

/// What an answer is expected to cost.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Cost {
    /// Nodes, states or additions: the method's own measure of work.
    pub work: f64,
    /// Bytes of memory at the peak.
    pub bytes: f64,
    /// Seconds on the threads it may use: the answer is expected between these.
    pub seconds: [f64; 2],
}

impl Cost {
    /// `seconds` of one thread, spread over `threads`, right within a factor of `within`.
    pub fn new(work: f64, bytes: f64, seconds: f64, threads: usize, within: f64) -> Cost {
        let wall = seconds / threads.max(1) as f64;
        Cost { work, bytes, seconds: [wall / within, wall * within] }
    }

    /// The middle of the interval, by factors.
    pub fn expected_seconds(&self) -> f64 {
        (self.seconds[0] * self.seconds[1]).sqrt()
    }
}

/// What makes counts of a whole tally.
type Conclude = dyn Fn(&Tally, &Means) -> Result<Counts, Error> + Send + Sync;

/// A method that is ready to count.
#[derive(Clone)]
pub struct Ready {
    /// Its units.
    pub enumeration: Arc<dyn AnyEnumeration>,
    conclude: Arc<Conclude>,
    choice: Option<Choice>,
    needs: Option<Needs>,
}

/// The memory that units take.
#[derive(Clone)]
struct Needs {
    what: String,
    common: u64,
    each: u64,
}

impl Ready {
    /// An enumeration whose tally gives these counts.
    pub fn new(
        enumeration: impl AnyEnumeration + 'static,
        conclude: impl Fn(&Tally, &Means) -> Result<Counts, Error> + Send + Sync + 'static,
    ) -> Ready {
        let (enumeration, conclude) = (Arc::new(enumeration), Arc::new(conclude));
        Ready { enumeration, conclude, choice: None, needs: None }
    }

    /// The same where the method decided on options that nobody named: a journal says them.
    pub fn by(self, choice: Choice) -> Ready {
        Ready { choice: Some(choice), ..self }
    }

    /// The same where running units takes `common` bytes, and `each` more for each thread.
    pub fn needing(self, what: String, common: u64, each: u64) -> Ready {
        Ready { needs: Some(Needs { what, common, each }), ..self }
    }

    /// The threads that may run units at a time: there is memory for all of them.
    ///
    /// # Errors
    /// [`Shortage::Least`] if there is not enough for one.
    pub fn threads(&self, means: &Means) -> Result<usize, Error> {
        let Some(Needs { what, common, each }) = &self.needs else { return Ok(means.threads) };
        match means.threads_with(*common, *each) {
            0 => {
                let (what, needed) = (what.clone(), common.saturating_add(*each));
                Err(Shortage::Least { what, needed, free: means.memory }.into())
            }
            threads => Ok(threads),
        }
    }

    /// The method with all options that decide its units, if they are not those of the choice
    /// that it was made ready with.
    pub fn choice(&self) -> Option<&Choice> {
        self.choice.as_ref()
    }

    /// The counts by convention, from the tally of all units.
    ///
    /// # Errors
    /// If the tally cannot be the total, or what has to be counted besides was stopped.
    pub fn conclude(&self, tally: &Tally, means: &Means) -> Result<Counts, Error> {
        (self.conclude)(tally, means)
    }
}

impl fmt::Debug for Ready {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Ready").field(&self.enumeration.fingerprint()).finish()
    }
}
