//! Answers as plain Python values.

use cavalcade::Count;
use cavalcade::render::{Format, WIDTH, answers};
use cavalcade::solve::Answer;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyType};

use crate::errors::exception_of;

/// A count as a Python int of any size.
pub fn number<'py>(py: Python<'py>, count: &Count) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, &count.to_bytes());
    let int: Bound<'py, PyType> = py.get_type::<PyInt>();
    int.call_method1("from_bytes", (bytes, "little"))
}

fn numbers<'py>(py: Python<'py>, counts: &[Count]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    counts.iter().map(|count| number(py, count)).collect()
}

/// The crate's text of an answer in a format.
fn written(py: Python<'_>, format: Format, answer: &Answer) -> PyResult<String> {
    let mut out = Vec::new();
    let failed =
        |error: &dyn std::fmt::Display| exception_of(py, "InternalError", &error.to_string());
    answers(format, WIDTH, [answer], &mut out).map_err(|error| failed(&error))?;
    String::from_utf8(out).map_err(|error| failed(&error))
}

/// The fields of `cavalcade.Answer`.
pub fn fields<'py>(py: Python<'py>, answer: &Answer) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    let counts: PyResult<Vec<_>> =
        answer.counts.iter().map(|(c, count)| Ok((c.word(), number(py, count)?))).collect();
    let published: PyResult<Vec<_>> = answer
        .published
        .iter()
        .map(|check| {
            let value = number(py, &check.value)?;
            Ok((check.convention.word(), value, check.source.as_str(), check.agrees))
        })
        .collect();
    fields.set_item("counts", counts?)?;
    fields.set_item("published", published?)?;
    fields.set_item("agrees", answer.agrees())?;
    fields.set_item("method", answer.method)?;
    fields.set_item("nodes", answer.nodes)?;
    fields.set_item("run_nodes", answer.run_nodes)?;
    fields.set_item("seconds", answer.seconds)?;
    fields.set_item("thread_seconds", answer.thread_seconds)?;
    fields.set_item("threads", answer.threads)?;
    fields.set_item("version", answer.version)?;
    fields.set_item("obstacle", answer.obstacle.as_deref())?;
    let classes = match &answer.classes {
        None => None,
        Some(classes) => {
            let kinds: PyResult<Vec<_>> = classes
                .symmetric
                .iter()
                .map(|kind| {
                    let (tours, classes) = (number(py, &kind.tours)?, number(py, &kind.classes)?);
                    Ok((kind.name.as_str(), tours, classes))
                })
                .collect();
            Some(kinds?)
        }
    };
    fields.set_item("symmetric", classes)?;
    let by_start = answer.by_start.as_ref().map(|counts| numbers(py, counts)).transpose()?;
    fields.set_item("by_start", by_start)?;
    fields.set_item("text", written(py, Format::Text, answer)?)?;
    fields.set_item("json", written(py, Format::Json, answer)?)?;
    Ok(fields)
}
