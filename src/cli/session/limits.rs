//! The threads and the memory that the system grants.

use cavalcade::error::Shortage;
use cavalcade::{Count, machine};

use super::exit::Usage;
use super::terminal::note;
use crate::cli::input::memory;
use crate::cli::words::counted;

/// Threads in addition to the workers: one distributes units, one shows the progress.
const OTHERS: usize = 2;

/// Address space that a new thread may need: its stack, and as much again for the allocator. A
/// thread that cannot get it ends the program.
const STACK: u64 = 4 << 20;

/// Bytes that the program always uses: its code, its tables and the allocator. Measured: 9 to 12
/// MiB.
const PROGRAM: u64 = 12 << 20;

/// Further bytes for each thread: the used part of its stack, and its part of the allocator.
const A_THREAD: u64 = 128 << 10;

/// The minimum for any method.
const LEAST: u64 = 1 << 20;

/// The number of threads, and the memory for their work: as requested, or less under a limit for
/// this process, with a note.
pub fn given(threads: usize, limit: Option<u64>) -> anyhow::Result<(usize, u64)> {
    // Half of the address space is for threads, half for their work.
    let space = machine::address_space().map(|bytes| bytes / 2);
    let most = space.map_or(usize::MAX, |bytes| (bytes / STACK) as usize).max(OTHERS + 1);
    let made = machine::startable(most.min(threads + OTHERS));
    let fewer = threads.min(made.saturating_sub(OTHERS));
    if fewer == 0 {
        let source = "the system gives none".into();
        return Err(Shortage::Threads { threads: OTHERS + 1 - made, source }.into());
    }
    if fewer < threads {
        let (of, fewer) = (Count::from(threads as u64).grouped(), counted(fewer as u64, "thread"));
        note(&format!("cannot start {of} threads; using {fewer}"));
    }
    let own = PROGRAM + fewer as u64 * A_THREAD;
    memory::set_own(own);
    let memory = limit.unwrap_or_else(memory::default);
    if limit.is_some() && memory < own + LEAST {
        let least = (own + LEAST).div_ceil(1 << 20);
        let problem = "the program itself takes as much";
        return Err(Usage(format!("--memory: {problem}; write {least}M or more")).into());
    }
    let most = space.map_or(memory, |bytes| bytes.min(memory));
    if most < memory {
        let most = memory::text(most);
        note(&format!("the address space is limited; using {most} of memory"));
    }
    Ok((fewer, most.saturating_sub(own).max(LEAST)))
}
