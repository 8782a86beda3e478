//! Making a question ready, which may take minutes where slices of a large board are looked at.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

use cavalcade::Error;
use cavalcade::solve::{Prepared, Solve};

use super::session::Session;
use crate::cli::words::counted;

/// Who waits longer is told what for.
const A_WHILE: Duration = Duration::from_secs(10);

impl Session {
    /// Makes it ready; says what it waits for if that takes a while.
    ///
    /// # Errors
    /// As [`Solve::prepare`].
    pub fn prepared(&self, solve: Solve<'_>) -> Result<Prepared, Error> {
        let (ready, waits) = channel::<()>();
        scope(|scope| {
            let tell = move || {
                if waits.recv_timeout(A_WHILE) == Err(RecvTimeoutError::Timeout) {
                    self.note(
                        "looking at what it would take, slice by slice: minutes on large boards",
                    );
                }
            };
            // Without a thread nothing is told.
            let _ = Builder::new().spawn_scoped(scope, tell);
            let prepared = solve.prepare();
            drop(ready);
            if let Ok(fewer) = prepared.as_ref().map(Prepared::threads)
                && fewer < self.threads
            {
                let of = counted(self.threads as u64, "thread");
                self.note(&format!("there is memory for {fewer} of {of}"));
            }
            prepared
        })
    }
}
