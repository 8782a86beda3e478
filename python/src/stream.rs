//! Streams of solutions: a search on its own thread fills a bounded buffer, from which Python takes
//! lists or blocks of bytes.

use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cavalcade::Error;
use cavalcade::engine::Stop;
use cavalcade::method::Choice;
use cavalcade::question::Question;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyList, PyTuple};

use crate::errors::{exception_of, raise};
use crate::wait::{LOOK, no_thread, thread};

/// Rows that the search may be ahead of the reader, unless the reader requests more at a time.
const AHEAD: usize = 1 << 14;

/// State shared by the search and the reader.
struct Buffer {
    rows: Mutex<Rows>,
    /// Signalled when the search has added a row or has ended.
    filled: Condvar,
    /// Signalled when there is space again.
    emptied: Condvar,
}

#[derive(Default)]
struct Rows {
    /// The squares of all solutions, one after another.
    squares: Vec<u32>,
    /// The number of squares of a solution.
    width: usize,
    rows: usize,
    /// The capacity in rows.
    room: usize,
    /// The number of rows that the reader waits for.
    wanted: usize,
    /// True if the reader has closed the stream.
    closed: bool,
    ended: bool,
    failed: Option<Error>,
}

impl Buffer {
    fn lock(&self) -> MutexGuard<'_, Rows> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a solution when there is space.
    fn put(&self, squares: &[u32]) -> ControlFlow<()> {
        let mut rows = self.lock();
        while rows.rows >= rows.room && !rows.closed {
            rows = self.emptied.wait(rows).unwrap_or_else(PoisonError::into_inner);
        }
        if rows.closed {
            return ControlFlow::Break(());
        }
        rows.width = squares.len();
        rows.squares.extend_from_slice(squares);
        rows.rows += 1;
        if rows.rows == rows.wanted {
            self.filled.notify_one();
        }
        ControlFlow::Continue(())
    }

    /// Increases the capacity to at least this number of rows; the search may be waiting for it.
    fn widen(&self, rows: usize) {
        let mut held = self.lock();
        held.room = held.room.max(rows);
        self.emptied.notify_one();
    }

    fn end(&self, failed: Option<Error>) {
        let mut rows = self.lock();
        rows.ended = true;
        rows.failed = failed;
        self.filled.notify_one();
    }

    /// Waits until this number of rows is there, the search has ended, or a short time is over.
    fn wait(&self, wanted: usize, most: Duration) -> bool {
        let mut rows = self.lock();
        rows.wanted = wanted.min(rows.room);
        let lacks = |rows: &mut Rows| rows.rows < rows.wanted && !rows.ended;
        let waited = self.filled.wait_timeout_while(rows, most, lacks);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// Takes up to this number of the available rows.
    fn take(&self, most: usize) -> (Vec<u32>, usize) {
        let mut rows = self.lock();
        let taken = rows.rows.min(most);
        let width = rows.width;
        let squares = if taken == rows.rows {
            std::mem::take(&mut rows.squares)
        } else {
            rows.squares.drain(..taken * width).collect()
        };
        rows.rows -= taken;
        self.emptied.notify_one();
        (squares, taken)
    }
}

/// Ends the buffer even if the search panics.
struct Ending(Arc<Buffer>, Option<Error>, bool);

impl Drop for Ending {
    fn drop(&mut self) {
        let failed = self.1.take().or_else(|| {
            let message = "the search for solutions panicked".into();
            let unit = "listing".into();
            (!self.2).then_some(Error::UnitPanicked { id: 0, unit, message })
        });
        self.0.end(failed);
    }
}

/// The solutions of a question as a stream.
#[pyclass(frozen, module = "cavalcade._cavalcade")]
pub struct Stream {
    buffer: Arc<Buffer>,
    stop: Stop,
    /// Threads do not survive a fork.
    process: u32,
}

/// Which solutions are requested.
pub struct Wanted {
    pub method: Choice,
    pub memory: u64,
    pub one_of_each_class: bool,
}

impl Stream {
    /// Starts the search.
    pub fn begin(py: Python<'_>, question: Question, wanted: Wanted) -> PyResult<Stream> {
        let rows = Rows { room: AHEAD, ..Rows::default() };
        let (filled, emptied) = (Condvar::new(), Condvar::new());
        let buffer = Arc::new(Buffer { rows: Mutex::new(rows), filled, emptied });
        let stop = Stop::new();
        let (sink, halt) = (Arc::clone(&buffer), stop.clone());
        let search = move || {
            let mut ending = Ending(Arc::clone(&sink), None, false);
            let Wanted { method, memory, one_of_each_class } = wanted;
            let mut solutions = question.solutions().method(method).memory(memory).stop(&halt);
            if one_of_each_class {
                solutions = solutions.one_of_each_class();
            }
            ending.1 = solutions.for_each(|squares| sink.put(squares)).err();
            ending.2 = true;
        };
        let started = thread("cavalcade-solutions").spawn(search);
        started.map_err(|error| no_thread(py, error))?;
        Ok(Stream { buffer, stop, process: std::process::id() })
    }

    /// Waits for up to this number of rows, fewer at the end, and takes them; `whole`: for all.
    fn next(&self, py: Python<'_>, rows: usize, whole: bool) -> PyResult<(Vec<u32>, usize)> {
        if self.process != std::process::id() {
            let message = "these solutions are searched for by another process, from which this \
                           one was forked; ask for them again";
            return Err(exception_of(py, "Stopped", message));
        }
        if whole {
            self.buffer.widen(rows.saturating_mul(2));
        }
        // Wait for several rows if they come fast, because every wake-up costs both threads time.
        let (wanted, soon) = (if whole { rows } else { 1 }, Duration::from_millis(1));
        if !whole {
            py.detach(|| self.buffer.wait(rows, soon));
        }
        while !py.detach(|| self.buffer.wait(wanted, LOOK)) {
            py.check_signals()?;
        }
        let (squares, taken) = self.buffer.take(rows);
        let failed = if taken == 0 { self.buffer.lock().failed.take() } else { None };
        match failed {
            Some(error) => Err(raise(py, &error)),
            None => Ok((squares, taken)),
        }
    }
}

#[pymethods]
impl Stream {
    /// Up to `most` solutions, at least one unless there are no more: a list of tuples.
    fn rows<'py>(&self, py: Python<'py>, most: usize) -> PyResult<Bound<'py, PyList>> {
        let (squares, rows) = self.next(py, most.max(1), false)?;
        let width = squares.len() / rows.max(1);
        let tuples: PyResult<Vec<_>> =
            (0..rows).map(|row| PyTuple::new(py, &squares[row * width..][..width])).collect();
        PyList::new(py, tuples?)
    }

    /// The next `rows` solutions, fewer at the end: their squares as little-endian integers of this
    /// width, and the number of solutions.
    fn block<'py>(
        &self,
        py: Python<'py>,
        rows: usize,
        bytes: usize,
    ) -> PyResult<(Bound<'py, PyByteArray>, usize)> {
        let (squares, rows) = self.next(py, rows.max(1), true)?;
        let fill = |block: &mut [u8]| {
            match bytes {
                1 => {
                    block.iter_mut().zip(&squares).for_each(|(byte, &square)| *byte = square as u8)
                }
                _ => {
                    let cells = block.chunks_exact_mut(bytes).zip(&squares);
                    cells.for_each(|(cell, square)| {
                        cell.copy_from_slice(&square.to_le_bytes()[..bytes]);
                    });
                }
            }
            Ok(())
        };
        Ok((PyByteArray::new_with(py, squares.len() * bytes, fill)?, rows))
    }

    /// Ends the search.
    fn close(&self) {
        self.stop.request();
        if self.process == std::process::id() {
            let mut rows = self.buffer.lock();
            rows.closed = true;
            rows.ended = true;
            rows.rows = 0;
            rows.squares = Vec::new();
            self.buffer.emptied.notify_one();
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.close();
    }
}
