//! The machine that a process runs on: cores, threads, memory, time.
//!
//! Nothing is guessed: values that the system does not provide are `None`. Memory is read on Linux
//! only. The functions only read, except those that return freed memory and request large pages.

#[cfg(target_os = "linux")]
mod cgroup;
mod clock;
mod pages;
mod resources;
mod trim;

pub use clock::ThreadClock;
pub use pages::on_large_pages;
pub use resources::{address_space, available_memory, cores, ignores, peak_memory, startable};
pub use trim::return_spare_memory;
