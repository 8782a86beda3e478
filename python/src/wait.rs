//! Runs work on its own thread while the calling thread checks for signals. Other Python threads
//! can run, and Ctrl-C stops the work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, Thread, current, park_timeout};
use std::time::{Duration, Instant};

use cavalcade::Error;
use cavalcade::engine::Stop;
use cavalcade::error::Shortage;
use pyo3::prelude::*;

use crate::errors::{exception_of, raise};

/// The interval at which the calling thread checks for signals.
pub const LOOK: Duration = Duration::from_millis(50);

/// The time that work may take to end after a request. A journal keeps the units finished by then.
/// Work that checks for a stop less often ends later, and the caller does not wait for it.
const PATIENCE: Duration = Duration::from_millis(800);

/// The stack size of a program's main thread.
const STACK: usize = 8 << 20;

/// The default interval of progress calls.
const EVERY: Duration = Duration::from_millis(200);

/// The callback with the elapsed seconds, called during the work and once at its end.
pub type Callback<'w> = Box<dyn FnMut(Python<'_>, f64) -> PyResult<()> + 'w>;

/// Time limit and progress callback.
#[derive(Default)]
pub struct Watched<'w> {
    /// The time after which the work is stopped.
    pub limit: Option<Duration>,
    /// The progress callback.
    pub callback: Option<Callback<'w>>,
}

/// Signals the calling thread that the work has ended, also after a panic.
struct End {
    over: Arc<AtomicBool>,
    caller: Thread,
}

impl Drop for End {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Release);
        self.caller.unpark();
    }
}

/// A thread for work with deep recursion.
pub fn thread(name: &str) -> Builder {
    Builder::new().name(name.into()).stack_size(STACK)
}

/// The exception if the system refuses a thread.
pub fn no_thread(py: Python<'_>, error: std::io::Error) -> PyErr {
    raise(py, &Shortage::Threads { threads: 1, source: error.into() }.into())
}

/// Runs the work on another thread. If a signal handler or `callback` raises an exception, `stop` ends
/// the work, and the exception is raised when the work has ended or the time for that is over.
pub fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    stop: &Stop,
    mut watched: Watched<'_>,
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let begun = Instant::now();
    let over = Arc::new(AtomicBool::new(false));
    let end = End { over: Arc::clone(&over), caller: current() };
    let work = move || {
        let _end = end;
        work()
    };
    let worker = thread("cavalcade").spawn(work);
    let worker = worker.map_err(|error| no_thread(py, error))?;
    let mut told_at = begun;
    let mut raised: Option<(PyErr, Instant)> = None;
    loop {
        py.detach(|| park_timeout(LOOK));
        if over.load(Ordering::Acquire) {
            break;
        }
        match raised.take() {
            Some((error, since)) if since.elapsed() >= PATIENCE => return Err(error),
            Some(still) => raised = Some(still),
            None => {
                if watched.limit.is_some_and(|limit| begun.elapsed() >= limit) {
                    stop.request();
                }
                let mut looked = py.check_signals();
                if let (Ok(()), Some(callback)) = (&looked, &mut watched.callback)
                    && told_at.elapsed() >= EVERY
                {
                    looked = callback(py, begun.elapsed().as_secs_f64());
                    told_at = Instant::now();
                }
                if let Err(error) = looked {
                    stop.request();
                    raised = Some((error, Instant::now()));
                }
            }
        }
    }
    let result = py.detach(|| worker.join());
    if let Some((error, _)) = raised {
        return Err(error);
    }
    let result = result.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        exception_of(py, "InternalError", &format!("a defect of cavalcade: {text}"))
    })?;
    let result = result.map_err(|error| raise(py, &error))?;
    if let Some(mut callback) = watched.callback {
        callback(py, begun.elapsed().as_secs_f64())?;
    }
    Ok(result)
}
