//! Options of a count from Python.

use std::path::PathBuf;
use std::time::Duration;

use cavalcade::Error;
use cavalcade::engine::Stop;
use cavalcade::error::Shortage;
use cavalcade::machine::{available_memory, cores, startable};
use cavalcade::method::{Choice, Means, Vectors};
use cavalcade::question::Question;
use cavalcade::solve::Solve;
use pyo3::prelude::*;

use crate::square::Memory;

/// The largest accepted number of threads; more is a mistake.
const MANY: usize = 1024;

/// Resources of a count, and where it saves its state.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Options {
    method: String,
    threads: Option<usize>,
    memory: Option<Memory>,
    journal: Option<PathBuf>,
    checkpoint: Option<PathBuf>,
    scratch: Option<PathBuf>,
    salvage: bool,
    vectors: Option<String>,
    by_start: bool,
    timeout: Option<f64>,
}

/// Three quarters of the memory that is available to this process, as in the binary.
pub fn memory(given: Option<&Memory>) -> Result<u64, Error> {
    match given {
        Some(memory) => memory.bytes(),
        None => Ok(available_memory().map_or(4 << 30, |bytes| bytes / 4 * 3)),
    }
}

/// The error for an invalid value of an option.
fn wrong(what: &'static str, text: String, remedy: &'static str) -> Error {
    let problem = format!("no {what}");
    Error::Text { what, text, at: 1, problem, remedy }
}

impl Options {
    /// Worker threads.
    pub fn threads(&self) -> Result<usize, Error> {
        match self.threads {
            Some(0) => Err(wrong("threads", "0".into(), "give 1 or more")),
            // The system may refuse this many threads, so ask it first.
            Some(threads) if threads > MANY => match startable(threads) {
                made if made < threads => {
                    let source = "the system gives no more".into();
                    Err(Shortage::Threads { threads: threads - made, source }.into())
                }
                _ => Ok(threads),
            },
            Some(threads) => Ok(threads),
            None => Ok(cores()),
        }
    }

    /// The time limit.
    pub fn limit(&self) -> Result<Option<Duration>, Error> {
        let Some(seconds) = self.timeout else { return Ok(None) };
        let limit = Duration::try_from_secs_f64(seconds);
        let limit = limit.map_err(|_| wrong("timeout", seconds.to_string(), "give seconds"));
        limit.map(Some)
    }

    /// Refuses options that have no effect.
    pub fn check(&self) -> Result<(), Error> {
        if self.salvage && self.journal.is_none() {
            return Err(Error::ToursAsked {
                problem: "salvage leaves out damaged lines of a journal, and there is none",
                remedy: "give a journal",
            });
        }
        Ok(())
    }

    /// The resources of each of several counts.
    pub fn means(&self, stop: &Stop) -> Result<Means, Error> {
        let (threads, memory) = (self.threads()?, memory(self.memory.as_ref())?);
        Ok(Means { threads, memory, stop: stop.clone(), ..Means::default() })
    }

    /// The question with these options.
    pub fn solve<'a>(&self, question: &Question, stop: &Stop) -> Result<Solve<'a>, Error> {
        let choice: Choice = self.method.parse()?;
        let mut solve = question.solve().method(choice).stop(stop).salvage(self.salvage);
        solve = solve.threads(self.threads()?).memory(memory(self.memory.as_ref())?);
        if let Some(file) = &self.journal {
            solve = solve.journal(file);
        }
        if let Some(folder) = &self.checkpoint {
            solve = solve.checkpoint(folder);
        }
        if let Some(folder) = &self.scratch {
            solve = solve.scratch(folder);
        }
        if self.by_start {
            solve = solve.by_start();
        }
        solve = match self.vectors.as_deref() {
            None | Some("native") => solve,
            Some("narrow") => solve.vectors(Vectors::Narrow),
            Some("none") => solve.vectors(Vectors::None),
            Some(other) => {
                return Err(wrong("vectors", other.into(), "write native, narrow or none"));
            }
        };
        Ok(solve)
    }
}
