//! Freed memory that the process still holds.
//!
//! The GNU allocator keeps freed memory in separate pools for the threads, and memory freed by one
//! thread is not reused by others: a process was seen to hold twice of what it used.

/// Returns freed memory to the system, where the allocator does not do so by itself: the GNU
/// allocator on Linux.
pub fn return_spare_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        #[expect(unsafe_code, reason = "a C library call that is always allowed")]
        // SAFETY: it takes no pointer, locks the data that it changes, and leaves live allocations
        // alone.
        unsafe {
            libc::malloc_trim(0);
        }
    }
}
