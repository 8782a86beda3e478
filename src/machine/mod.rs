//! The machine that a process runs on, as far as it tells: cores, threads, memory, time.
//!
//! Never guessed: what the system does not say is `None`. Memory is read on Linux only; elsewhere
//! nobody says. All is read only, but for memory that is given back, and pages that are asked for.

#[cfg(target_os = "linux")]
mod cgroup;
mod clock;
mod pages;
mod resources;
mod spare;

pub use clock::ThreadClock;
pub use pages::on_large_pages;
pub use resources::{address_space, available_memory, cores, ignores, peak_memory, startable};
pub use spare::return_spare_memory;
