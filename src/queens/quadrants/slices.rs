//! `Slices`: a cache of the quadrant boards of row sets, computed on demand.
//!
//! Consecutive row sets share the southern rows and most of the northern ones, so slices are kept
//! within a memory limit. The least recently used one is dropped first.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::layout::Layout;
use super::slice::Slice;

/// The cached slices of a board.
pub(super) struct Slices {
    layout: Layout,
    /// The limit in bytes.
    cache_bytes: u64,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    slices: HashMap<u32, (Arc<Slice>, u64)>,
    bytes: u64,
    /// A clock that ticks with each request.
    now: u64,
}

impl Slices {
    /// An empty cache of at most `room` bytes.
    pub fn new(layout: Layout, cache_bytes: u64) -> Slices {
        Slices { layout, cache_bytes, kept: Mutex::default() }
    }

    /// The quadrant boards with a queen in each of these rows and in no other.
    #[inline(never)]
    pub fn get(&self, rows: u32) -> Arc<Slice> {
        if let Some(slice) = self.kept().find(rows) {
            return slice;
        }
        // Computed without the lock; two threads may compute the same slice.
        let slice = Arc::new(Slice::new(self.layout, rows));
        self.kept().keep(rows, &slice, self.cache_bytes);
        slice
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn find(&mut self, rows: u32) -> Option<Arc<Slice>> {
        self.now += 1;
        let (slice, used) = self.slices.get_mut(&rows)?;
        *used = self.now;
        Some(Arc::clone(slice))
    }

    fn keep(&mut self, rows: u32, slice: &Arc<Slice>, cache_bytes: u64) {
        if slice.bytes() > cache_bytes || self.slices.contains_key(&rows) {
            return;
        }
        self.bytes += slice.bytes();
        while self.bytes > cache_bytes {
            let oldest = self.slices.iter().min_by_key(|(_, (_, used))| *used);
            let Some((&rows, _)) = oldest else { break };
            if let Some((slice, _)) = self.slices.remove(&rows) {
                self.bytes -= slice.bytes();
            }
        }
        self.slices.insert(rows, (Arc::clone(slice), self.now));
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, Slices};

    #[test]
    fn the_least_recently_used_slice_is_dropped() {
        let layout = Layout::for_side(14, false);
        let bytes = |rows| super::Slice::new(layout, rows).bytes();
        let (first, second, third) = (0b111, 0b1011, 0b1_0011);
        let cache_bytes = bytes(first) + bytes(second) + bytes(third) - 1;
        let slices = Slices::new(layout, cache_bytes);
        let kept = || {
            let mut kept: Vec<u32> = slices.kept().slices.keys().copied().collect();
            kept.sort_unstable();
            assert!(slices.kept().bytes <= cache_bytes);
            kept
        };
        slices.get(first);
        slices.get(second);
        slices.get(first);
        assert_eq!(kept(), [first, second]);
        slices.get(third);
        assert_eq!(kept(), [first, third]);
        // A slice larger than the cache is computed each time.
        let none = Slices::new(layout, 0);
        assert_eq!(none.get(first).bytes(), bytes(first));
        assert!(none.kept().slices.is_empty());
    }
}
