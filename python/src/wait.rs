//! Work on a thread of its own, while the caller's looks for signals: the interpreter is free
//! for others all the while, and Ctrl-C asks the work to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, Thread, current, park_timeout};
use std::time::{Duration, Instant};

use cavalcade::Error;
use cavalcade::engine::Stop;
use cavalcade::error::Shortage;
use pyo3::prelude::*;

use crate::errors::{exception_of, raise};

/// How often the calling thread looks for signals.
pub const LOOK: Duration = Duration::from_millis(50);

/// How long work may take to end once it is asked to. What is in a journal by then stays there;
/// work that looks up more seldom ends later, and nobody waits for it.
const PATIENCE: Duration = Duration::from_millis(800);

/// As much as a program's first thread has.
const STACK: usize = 8 << 20;

/// How often a run is told of if nobody says.
const EVERY: Duration = Duration::from_millis(200);

/// What is called with the seconds so far while the work goes on, and once at its end.
pub type Told<'w> = Box<dyn FnMut(Python<'_>, f64) -> PyResult<()> + 'w>;

/// When work has to end, and who hears of it meanwhile.
#[derive(Default)]
pub struct Watched<'w> {
    /// Asks for the end after so long.
    pub limit: Option<Duration>,
    /// Who hears of it.
    pub told: Option<Told<'w>>,
}

/// Tells the calling thread that the work has ended, in whatever way.
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

/// A thread for work that may go deep.
pub fn thread(name: &str) -> Builder {
    Builder::new().name(name.into()).stack_size(STACK)
}

/// What a call raises for which the system has no thread.
pub fn no_thread(py: Python<'_>, error: std::io::Error) -> PyErr {
    raise(py, &Shortage::Threads { threads: 1, source: error.into() }.into())
}

/// Does the work on another thread. A signal whose handler raises, and what `told` raises, ends
/// it by `stop`, and is raised once it has ended or too long did not.
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
                if let (Ok(()), Some(told)) = (&looked, &mut watched.told)
                    && told_at.elapsed() >= EVERY
                {
                    looked = told(py, begun.elapsed().as_secs_f64());
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
    if let Some(mut told) = watched.told {
        told(py, begun.elapsed().as_secs_f64())?;
    }
    Ok(result)
}
