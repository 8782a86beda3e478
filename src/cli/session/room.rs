//! What the system gives of the threads and the memory that are asked for.

use cavalcade::error::Shortage;
use cavalcade::{Count, machine};

use super::exit::{Usage, note};
use crate::cli::input::memory;

/// Threads besides the workers: one that shares work out, one that shows the progress.
const OTHERS: usize = 2;

/// The addresses that a thread may take before it has done anything: those of its stack, and
/// as many again. One that finds none for what it begins with ends the program.
const STACK: u64 = 4 << 20;

/// Bytes that the program takes whatever it does: its code and tables, the allocator's own. Seen:
/// 9 to 12 MiB.
const PROGRAM: u64 = 12 << 20;

/// Bytes that a thread takes besides: its stack as far as it is used, its part of the allocator.
const A_THREAD: u64 = 128 << 10;

/// No method does with less.
const LEAST: u64 = 1 << 20;

/// The threads, and the memory for what they work on: as a rule what is asked for, under a limit
/// for this process perhaps less, which is said.
pub fn given(threads: usize, told: Option<u64>, quiet: bool) -> anyhow::Result<(usize, u64)> {
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
    let own = PROGRAM + fewer as u64 * A_THREAD;
    memory::set_own(own);
    let memory = told.unwrap_or_else(memory::default);
    if told.is_some() && memory < own + LEAST {
        let least = (own + LEAST).div_ceil(1 << 20);
        let problem = "the program itself takes as much";
        return Err(Usage(format!("--memory: {problem}; write {least}M or more")).into());
    }
    let most = space.map_or(memory, |bytes| bytes.min(memory));
    if most < memory {
        let most = memory::text(most);
        note(quiet, &format!("this process may take few addresses; {most} of memory it is"));
    }
    Ok((fewer, most.saturating_sub(own).max(LEAST)))
}
