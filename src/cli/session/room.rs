//! What the system gives of threads and memory.

use cavalcade::error::Shortage;
use cavalcade::{Count, Error, machine};

use super::exit::note;
use crate::cli::input::memory;

/// Threads besides the workers: one shares work out, one shows the progress.
const OTHERS: usize = 2;
/// The addresses that a thread may take before it has done anything: those of its stack, and
/// as many again. One that finds none for what it begins with ends the program.
const STACK: u64 = 4 << 20;

/// What the system gives of the threads and the memory that are asked for: as a rule all of it,
/// under a limit for this process perhaps less, which is said.
pub fn given(threads: usize, memory: u64, quiet: bool) -> Result<(usize, u64), Error> {
    // Half of the addresses is for threads, and half for what they work on.
    let space = machine::address_space().map(|bytes| bytes / 2);
    let room = space.map_or(usize::MAX, |bytes| (bytes / STACK) as usize).max(OTHERS + 1);
    let made = machine::startable(room.min(threads + OTHERS));
    let fewer = threads.min(made.saturating_sub(OTHERS));
    if fewer == 0 {
        let source = "the system gives none".into();
        return Err(Shortage::Threads { threads: OTHERS + 1 - made, source }.into());
    }
    if fewer < threads {
        let (of, s) = (Count::from(threads as u64).grouped(), if fewer == 1 { "" } else { "s" });
        note(quiet, &format!("the system has no room for {of} threads; {fewer} thread{s} it is"));
    }
    let most = space.map_or(memory, |bytes| bytes.min(memory));
    if most < memory {
        let most = memory::text(most);
        note(quiet, &format!("this process may take few addresses; {most} of memory it is"));
    }
    Ok((fewer, most))
}
