//! Memory that was freed, and that the process still holds.
//!
//! The allocator of GNU keeps what was freed in pieces, apart for each thread, and what one thread
//! freed serves no other: a process was seen to hold twice of what it used.

/// Gives the system what the allocator has to spare, where it does not by itself: with GNU's on
/// Linux.
pub fn return_spare_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        #[expect(unsafe_code, reason = "a call of the C library that may be made at any time")]
        // SAFETY: it takes no pointer, locks what it changes, and leaves alone what is in use.
        unsafe {
            libc::malloc_trim(0);
        }
    }
}
