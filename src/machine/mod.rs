//! The machine that a process runs on, as far as it tells: cores, vectors, threads, memory, time.
//!
//! Never guessed: what the system does not say is `None`. Memory is read on Linux only; elsewhere
//! nobody says. All is read only, but for memory that is given back.

#[cfg(target_os = "linux")]
mod cgroup;
mod clock;
mod resources;
mod spare;
mod vectors;

pub use clock::ThreadClock;
pub use resources::{address_space, available_memory, cores, ignores, peak_memory, startable};
pub use spare::return_spare_memory;
pub use vectors::vectors;
