//! `cavalcade._cavalcade`: the library as Python's native module. It calls the library and converts
//! its results; `python/cavalcade` is the documented interface.
//!
//! ```text
//! cavalcade (Python) ── parts, options ──► Question ──► cavalcade::question
//!        ▲                                   │ count, ranking, estimate, verify: wait::interruptible
//!        │                                   ▼
//!        └── dicts, tuples, bytes ◄── answer · ranking · stream (a thread, a bounded buffer)
//! ```

mod answer;
mod errors;
mod options;
mod parts;
mod question;
mod ranking;
mod square;
mod stream;
mod verify;
mod wait;

/// The native module.
#[pyo3::pymodule]
mod _cavalcade {
    use cavalcade::published::{Published, Table};
    use cavalcade::question::BoardRange;
    use pyo3::prelude::*;
    use pyo3::types::PyDict;

    #[pymodule_export]
    use crate::question::PyQuestion;
    #[pymodule_export]
    use crate::ranking::Ranking;
    #[pymodule_export]
    use crate::stream::Stream;

    use crate::answer::number;
    use crate::errors::raise;
    use crate::square::{Memory, Read, graph_text};
    use crate::verify::Wanted;

    /// The largest number of cells of a board.
    #[pymodule_export]
    const MAX_CELLS: usize = cavalcade::board::MAX_CELLS;

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "a module's attribute in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// The canonical text of a graph with this number of vertices and these names, if any.
    #[pyfunction]
    fn graph(
        py: Python<'_>,
        vertices: usize,
        edges: Vec<(usize, usize)>,
        names: Option<Vec<String>>,
        directed: bool,
    ) -> PyResult<String> {
        graph_text(vertices, &edges, names, directed).map_err(|error| raise(py, &error))
    }

    /// Reads a graph file.
    #[pyfunction]
    fn read_graph(
        py: Python<'_>,
        text: &str,
        file: &str,
        format: Option<&str>,
        directed: bool,
    ) -> PyResult<Read> {
        let read = crate::square::read_graph(text, file, format, directed);
        read.map_err(|error| raise(py, &error))
    }

    /// The boards of a range of sides, or only those with equal sides.
    #[pyfunction]
    fn boards(py: Python<'_>, family: &str, square: bool) -> PyResult<Vec<String>> {
        let range: Result<BoardRange, _> = family.parse();
        let range = range.map_err(|error| raise(py, &error))?.of_boards();
        let sizes = range.sizes().into_iter();
        let sizes = sizes.filter(|sides| !square || sides.iter().all(|side| *side == sides[0]));
        Ok(sizes.map(|sides| range.board(&sides)).collect())
    }

    /// Counts the requested published counts again within a time limit in seconds.
    #[pyfunction]
    fn verify<'py>(
        py: Python<'py>,
        wanted: Wanted,
        budget: f64,
        threads: Option<usize>,
        given: Option<Memory>,
    ) -> PyResult<Bound<'py, PyDict>> {
        crate::verify::verify(py, wanted, budget, threads, given.as_ref())
    }

    /// The published counts of a question, or all: question, convention, value, source.
    #[pyfunction]
    #[expect(clippy::type_complexity, reason = "a row")]
    fn published<'py>(
        py: Python<'py>,
        question: Option<&str>,
    ) -> PyResult<Vec<(String, &'static str, Bound<'py, PyAny>, &'static str)>> {
        let table = Table::embedded();
        let rows = match question {
            None => table.rows().iter().collect(),
            Some(text) => table.lookup(&text.parse().map_err(|error| raise(py, &error))?),
        };
        let row = |row: &'static Published| {
            let value = number(py, &row.value)?;
            Ok((row.question.to_string(), row.convention.word(), value, row.source.as_str()))
        };
        rows.into_iter().map(row).collect()
    }
}
