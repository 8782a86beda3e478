//! Large pages for large arrays.
//!
//! Random access to hundreds of megabytes makes the processor look up most pages in memory, and the
//! system allocate 4 KiB pages one by one. Pages of 2 MiB avoid both.

/// The size of a large page; the advised range is aligned to it.
#[cfg(target_os = "linux")]
const PAGE: usize = 2 << 20;
/// The size in bytes from which an array is large.
#[cfg(target_os = "linux")]
const LARGE: usize = 16 << 20;

/// Asks the system to put an array on large pages if it is large. Call it before filling the array:
/// pages that are already in use stay where they are.
pub fn on_large_pages<T>(items: Vec<T>) -> Vec<T> {
    #[cfg(target_os = "linux")]
    {
        let (start, bytes) = (items.as_ptr() as usize, items.capacity() * size_of::<T>());
        let (first, end) = (start.next_multiple_of(PAGE), (start + bytes) / PAGE * PAGE);
        if bytes >= LARGE {
            use rustix::mm::{Advice, madvise};
            #[expect(unsafe_code, reason = "a system call that only gives a hint")]
            // SAFETY: the range lies inside the array's own allocation, and the advice leaves its
            // content unchanged.
            let advised = unsafe { madvise(first as *mut _, end - first, Advice::LinuxHugepage) };
            // A failure is harmless: the system has no large pages.
            advised.ok();
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::on_large_pages;

    #[test]
    fn an_advised_array_keeps_its_content() {
        for len in [0, 1, 1000, 5_000_000, 5_000_001] {
            let items = on_large_pages(vec![7u64; len]);
            assert!(items.len() == len && items.iter().all(|&item| item == 7));
            let room = on_large_pages(Vec::<u64>::with_capacity(len));
            assert!(room.is_empty() && room.capacity() >= len);
        }
    }
}
