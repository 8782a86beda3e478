//! Large arrays on large pages.
//!
//! What is read here and there in hundreds of megabytes has the processor look up most of the pages
//! in memory, and the system hand them out one by one: of 4 KiB, where it has some of 2 MiB, too.

/// The size of a large page, to which the range is cut.
#[cfg(target_os = "linux")]
const PAGE: usize = 2 << 20;
/// Bytes from which an array is large.
#[cfg(target_os = "linux")]
const LARGE: usize = 16 << 20;

/// The same array, which the system is asked to put on large pages if it is large: before it is
/// filled, as what is there already stays where it is.
pub fn on_large_pages<T>(items: Vec<T>) -> Vec<T> {
    #[cfg(target_os = "linux")]
    {
        let (start, bytes) = (items.as_ptr() as usize, items.capacity() * size_of::<T>());
        let (first, end) = (start.next_multiple_of(PAGE), (start + bytes) / PAGE * PAGE);
        if bytes >= LARGE {
            use rustix::mm::{Advice, madvise};
            #[expect(unsafe_code, reason = "a call of the system that only gives a hint")]
            // SAFETY: the range is inside of what the array has of its own; what is in it stays
            // as it is.
            let advised = unsafe { madvise(first as *mut _, end - first, Advice::LinuxHugepage) };
            // A system without such pages says so, and nothing is the worse for it.
            advised.ok();
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::on_large_pages;

    #[test]
    fn an_array_stays_as_it_is() {
        for len in [0, 1, 1000, 5_000_000, 5_000_001] {
            let items = on_large_pages(vec![7u64; len]);
            assert!(items.len() == len && items.iter().all(|&item| item == 7));
            let room = on_large_pages(Vec::<u64>::with_capacity(len));
            assert!(room.is_empty() && room.capacity() >= len);
        }
    }
}
