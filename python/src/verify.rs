//! Published counts, counted again, for Python.

use std::time::{Duration, Instant};

use cavalcade::Error;
use cavalcade::engine::Stop;
use cavalcade::machine::cores;
use cavalcade::method::Means;
use cavalcade::published::Published;
use cavalcade::solve::Answer;
use cavalcade::verify::{Candidate, Candidates, Summary, Verified};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::number;
use crate::errors::raise;
use crate::options::memory;
use crate::square::Memory;
use crate::wait::{Watched, interruptible};

/// The requested published counts.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Wanted {
    family: Option<String>,
    boards: Option<String>,
    closed: bool,
    piece: Option<String>,
    torus: bool,
    cylinder: bool,
    holes: bool,
}

impl Wanted {
    fn read(self) -> Result<cavalcade::verify::Wanted, Error> {
        let mut wanted = cavalcade::verify::Wanted::default();
        if let Some(family) = &self.family {
            wanted = wanted.of_family(family)?;
        }
        if let Some(boards) = &self.boards {
            wanted = wanted.of_boards(boards.parse()?);
        }
        wanted = wanted.closed(self.closed).of_piece(self.piece).with_holes(self.holes);
        Ok(wanted.on_torus(self.torus).on_cylinder(self.cylinder))
    }
}

/// Counts the requested questions that fit in the time, on this number of threads.
fn run(
    rows: &[&Published],
    budget: Duration,
    threads: usize,
    memory: u64,
    stop: &Stop,
) -> Result<Verified, Error> {
    let begun = Instant::now();
    let means = Means { threads, memory, stop: stop.clone(), ..Means::default() };
    // At most half of the time is for predicting which questions fit in the rest.
    let is_over = || stop.is_requested() || begun.elapsed() >= budget / 2;
    let candidates = Candidates::of(rows, &means, &is_over);
    let count = |next: &Candidate| -> Result<Option<(Answer, Duration)>, Error> {
        let began = Instant::now();
        let solve = next.question.solve().method(next.choice()).count_anyway();
        match solve.threads(threads).memory(memory).stop(stop).run() {
            Ok(answer) => Ok(Some((answer, began.elapsed()))),
            Err(Error::Stopped { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    };
    Verified::run(candidates, || budget.saturating_sub(begun.elapsed()), count)
}

/// The fields of `cavalcade.Verified`.
pub fn verify<'py>(
    py: Python<'py>,
    wanted: Wanted,
    budget: f64,
    threads: Option<usize>,
    given: Option<&Memory>,
) -> PyResult<Bound<'py, PyDict>> {
    let refuse = |error: Error| raise(py, &error);
    let wanted = wanted.read().map_err(refuse)?;
    let rows = wanted.rows();
    if rows.is_empty() {
        return Err(refuse(Error::ToursAsked {
            problem: "nothing is published here about such boards",
            remedy: "count them",
        }));
    }
    let memory = memory(given).map_err(refuse)?;
    let (threads, stop) = (threads.unwrap_or_else(cores), Stop::new());
    let budget = Duration::from_secs_f64(budget);
    let watched = Watched { limit: Some(budget), callback: None };
    let (asked, halt) = (rows.clone(), stop.clone());
    let work = move || run(&asked, budget, threads, memory, &halt);
    let verified = interruptible(py, &stop, watched, work)?;

    let fields = PyDict::new(py);
    let compared: PyResult<Vec<_>> = verified
        .comparisons()
        .iter()
        .map(|one| {
            let label = one.question.label();
            let ours = one.ours.as_ref().map(|ours| number(py, ours)).transpose()?;
            Ok((
                one.question.to_string(),
                (label.family, label.board, label.piece, label.kind),
                one.check.convention.word(),
                ours,
                number(py, &one.check.value)?,
                one.check.source.as_str(),
                one.check.agrees,
                one.method,
            ))
        })
        .collect();
    fields.set_item("rows", compared?)?;
    let Summary { published, compared, wrong, waiting, beyond, unasked, .. } =
        verified.summary(&wanted, &rows);
    fields.set_item("published", published)?;
    fields.set_item("compared", compared)?;
    fields.set_item("wrong", wrong)?;
    fields.set_item("waiting", waiting)?;
    fields.set_item("beyond", beyond)?;
    fields.set_item("unasked", unasked)?;
    let two = verified.two_methods();
    fields.set_item("confirmed", two.confirmed)?;
    fields.set_item("by_one_method", two.alone)?;
    fields.set_item("differ", two.differ)?;
    let misprints = verified.misprints();
    let misprints: PyResult<Vec<_>> = misprints
        .iter()
        .map(|found| {
            let misprint = found.misprint;
            let (ours, wrong) = (number(py, &found.ours)?, number(py, &misprint.wrong)?);
            let text = misprint.question.to_string();
            Ok((text, misprint.convention.word(), ours, wrong, misprint.source.as_str()))
        })
        .collect();
    fields.set_item("misprints", misprints?)?;
    Ok(fields)
}
