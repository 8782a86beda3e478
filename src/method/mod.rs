//! Methods as listed in tables: their names, their cost, and how they are prepared, for any
//! enumeration.
//!
//! Each family has one table, `METHODS`, of the [`Method`]s that count its questions. To add a
//! method: write a module that implements [`Enumeration`](crate::engine::Enumeration) and exports a
//! constant of type [`Method`], and add a line to the table.

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

/// Counts by convention, the usual one first.
pub type Counts = Vec<(Convention, Count)>;

/// A method for the questions of a family.
pub struct Method<Q: 'static> {
    /// Its name.
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// The most squares or vertices that the method accepts, given the shape of the board, if any.
    pub limit: fn(Option<&Board>) -> usize,
    /// True if `auto` may select it.
    pub automatic: bool,
    /// True if it saves the layers of a sweep to [`Means::checkpoints`].
    pub keeps_layers: bool,
    /// The time to classify the solutions by the statistic of this name, relative to a count;
    /// `None` if the method cannot.
    pub sorts: fn(&str) -> Option<f64>,
    /// The predicted cost, or why the method cannot answer.
    pub cost: fn(&Q, &Means) -> Result<Cost, Error>,
    /// Prepares the method for a question.
    pub ready: fn(&Q, &Choice, &Means) -> Result<Ready, Error>,
}

impl<Q> Method<Q> {
    /// A method for boards of any size that `auto` may select, without layers and statistics.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        cost: fn(&Q, &Means) -> Result<Cost, Error>,
        ready: fn(&Q, &Choice, &Means) -> Result<Ready, Error>,
    ) -> Method<Q> {
        Method {
            name,
            about,
            limit: |_| usize::MAX,
            automatic: true,
            keeps_layers: false,
            sorts: |_| None,
            cost,
            ready,
        }
    }
}

/// The predicted cost of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Cost {
    /// Nodes, states or additions: the method's own measure of work.
    pub work: f64,
    /// Bytes of memory at the peak.
    pub bytes: f64,
    /// Seconds on the available threads: the lower and the upper end of the prediction.
    pub seconds: [f64; 2],
}

impl Cost {
    /// `seconds` of one thread, spread over `threads`, with an error of at most a factor of
    /// `within`.
    pub fn new(work: f64, bytes: f64, seconds: f64, threads: usize, within: f64) -> Cost {
        let wall = seconds / threads.max(1) as f64;
        Cost { work, bytes, seconds: [wall / within, wall * within] }
    }

    /// The geometric mean of the two ends.
    pub fn expected_seconds(&self) -> f64 {
        (self.seconds[0] * self.seconds[1]).sqrt()
    }
}

/// Computes counts from a complete tally.
type Conclude = dyn Fn(&Tally, &Means) -> Result<Counts, Error> + Send + Sync;

/// A method prepared for a question.
#[derive(Clone)]
pub struct Ready {
    /// Its units.
    pub enumeration: Arc<dyn AnyEnumeration>,
    conclude: Arc<Conclude>,
    choice: Option<Choice>,
    needs: Option<Needs>,
    cost: Option<Arc<CostOfUnits>>,
}

/// Predicts the cost of all units.
type CostOfUnits = dyn Fn() -> Result<Cost, Error> + Send + Sync;

/// The memory that units take.
#[derive(Clone)]
struct Needs {
    what: String,
    common: u64,
    each: u64,
}

impl Ready {
    /// A prepared method whose counts are computed by `conclude`.
    pub fn new(
        enumeration: impl AnyEnumeration + 'static,
        conclude: impl Fn(&Tally, &Means) -> Result<Counts, Error> + Send + Sync + 'static,
    ) -> Ready {
        let (enumeration, conclude) = (Arc::new(enumeration), Arc::new(conclude));
        Ready { enumeration, conclude, choice: None, needs: None, cost: None }
    }

    /// Records options that the method chose itself, so that a journal contains them.
    pub fn by(self, choice: Choice) -> Ready {
        Ready { choice: Some(choice), ..self }
    }

    /// Declares that running units takes `common` bytes, and `each` more for each thread.
    pub fn needing(self, what: String, common: u64, each: u64) -> Ready {
        Ready { needs: Some(Needs { what, common, each }), ..self }
    }

    /// Declares that all units do not have the cost of the method's whole count.
    pub fn costing(self, cost: impl Fn() -> Result<Cost, Error> + Send + Sync + 'static) -> Ready {
        Ready { cost: Some(Arc::new(cost)), ..self }
    }

    /// The cost of all units, if that is not the cost of the method's whole count.
    pub fn cost(&self) -> Option<Result<Cost, Error>> {
        self.cost.as_ref().map(|cost| cost())
    }

    /// The number of threads for which there is memory.
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

    /// The method with all options that decide its units, if they differ from the choice that it
    /// was prepared with.
    pub fn choice(&self) -> Option<&Choice> {
        self.choice.as_ref()
    }

    /// The counts by convention, from the tally of all units.
    ///
    /// # Errors
    /// If the tally cannot be the total, or if a further count that is needed was stopped.
    pub fn conclude(&self, tally: &Tally, means: &Means) -> Result<Counts, Error> {
        (self.conclude)(tally, means)
    }
}

impl fmt::Debug for Ready {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Ready").field(&self.enumeration.fingerprint()).finish()
    }
}
