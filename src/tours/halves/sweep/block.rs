//! `Block`: states in memory; and `BlockPool`, which provides blocks and counts their bytes.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::ring::Number;
use crate::engine::return_spare_memory;

/// The states of a block, unless one group needs more: slightly more than all matchings of seven
/// pairs.
const STATES: usize = 33 << 12;
/// If memory is short, blocks are smaller, so that this many blocks still fit.
const BLOCKS: usize = 1 << 10;
/// The least states of a block.
const LEAST: usize = 1 << 10;
/// Freed bytes are returned to the system once they exceed this.
const WORTH: u64 = 128 << 20;

/// The storage format of the groups in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The ranks and numbers of the matchings whose numbers are not zero.
    Sparse,
    /// The numbers of all matchings, by rank.
    Dense,
    /// The numbers that are not zero, followed by a bitmap of all matchings.
    Marked,
}

impl Form {
    pub const COUNT: usize = 3;
    /// By their numbers in files.
    pub const ALL: [Form; Form::COUNT] = [Form::Sparse, Form::Dense, Form::Marked];

    /// True if `some` nonzero numbers of `size` matchings should be stored dense. Wide numbers are
    /// dense if that takes no more bytes than a list, because it is faster. Narrow numbers are
    /// dense if a bitmap would save little.
    #[inline(always)]
    pub fn is_dense<V: Number>(size: usize, some: usize) -> bool {
        let bytes = size_of::<V>();
        match V::BITS {
            8 | 16 => 8 * some > 6 * size,
            _ => some * (size_of::<u32>() + bytes) > size * bytes,
        }
    }

    /// The smaller of the other two formats.
    #[inline(always)]
    pub fn least<V: Number>(size: usize, some: usize) -> Form {
        let ranks = size_of::<u32>() * some;
        let marks = V::of_marks(size) * size_of::<V>();
        if V::BITS > 0 && marks < ranks { Form::Marked } else { Form::Sparse }
    }
}

/// States in consecutive memory. All states of a group are in the same block.
#[derive(Debug)]
pub struct Block<V> {
    /// The ranks of a sparse block, ascending in each group.
    pub ranks: Vec<u32>,
    /// The numbers, and the bitmaps of a marked block.
    pub numbers: Vec<V>,
    form: Form,
    /// The part of the layer that all groups in the block belong to.
    pub part: usize,
}

impl<V> Default for Block<V> {
    fn default() -> Block<V> {
        Block { ranks: Vec::new(), numbers: Vec::new(), form: Form::Sparse, part: 0 }
    }
}

impl<V> Block<V> {
    pub fn form(&self) -> Form {
        self.form
    }

    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.ranks[..]) + size_of_val(&self.numbers[..])) as u64
    }

    pub fn room(&self) -> u64 {
        (self.ranks.capacity() * size_of::<u32>() + self.numbers.capacity() * size_of::<V>()) as u64
    }

    /// Takes the vectors out, so that the caller can append to them and put them back.
    pub fn take_vectors(&mut self) -> (Vec<u32>, Vec<V>) {
        (std::mem::take(&mut self.ranks), std::mem::take(&mut self.numbers))
    }

    /// True if this many more states fit.
    pub fn has_room(&self, more: usize) -> bool {
        let ranks = match self.form {
            Form::Sparse => self.ranks.capacity(),
            Form::Dense | Form::Marked => usize::MAX,
        };
        self.numbers.capacity().min(ranks) - self.numbers.len() >= more
    }
}

/// Unused vectors, the smallest last.
#[derive(Debug)]
struct Free<V> {
    ranks: Vec<Vec<u32>>,
    numbers: Vec<Vec<V>>,
}

/// Provides blocks, and counts the bytes of all of them.
#[derive(Debug)]
pub struct BlockPool<V> {
    free: Mutex<Free<V>>,
    bytes: AtomicU64,
    /// Freed bytes that the allocator may still hold.
    freed: AtomicU64,
    limit: u64,
    /// The states of a block.
    states: usize,
}

impl<V> BlockPool<V> {
    /// The expected unused bytes of partly filled blocks: one of each format for this many parts,
    /// where memory is not short.
    pub fn unwritten_bytes(parts: usize) -> f64 {
        let both = size_of::<u32>() + 2 * size_of::<V>();
        (parts * STATES * both) as f64 / 2.0
    }

    /// A pool of at most `limit` bytes.
    pub fn new(limit: u64) -> BlockPool<V> {
        let free = Mutex::new(Free { ranks: Vec::new(), numbers: Vec::new() });
        let each = BLOCKS * (size_of::<u32>() + size_of::<V>());
        let states = STATES.min(limit as usize / each).max(LEAST);
        BlockPool { free, bytes: AtomicU64::new(0), freed: AtomicU64::new(0), limit, states }
    }

    /// An empty block with room for `room` states or more, for part 0; none above the limit.
    pub fn take(&self, form: Form, room: usize) -> Option<Block<V>> {
        self.take_exact(form, room.max(self.states))
    }

    /// The same, without extra room if the block is newly allocated.
    pub fn take_exact(&self, form: Form, states: usize) -> Option<Block<V>> {
        let (ranks, numbers) = {
            let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
            let numbers = best_fit(&mut free.numbers, states);
            let ranks = match form {
                Form::Sparse => best_fit(&mut free.ranks, states),
                Form::Dense | Form::Marked => Some(Vec::new()),
            };
            // If one of the two vectors is missing, unused vectors of the other kind are freed.
            if numbers.is_none() {
                self.release_some(&mut free.ranks, states * size_of::<V>());
            } else if ranks.is_none() {
                self.release_some(&mut free.numbers, states * size_of::<u32>());
            }
            (ranks, numbers)
        };
        // Pages that are not written take no memory.
        let ranks = ranks.or_else(|| self.room(states))?;
        let numbers = numbers.or_else(|| self.room(states))?;
        Some(Block { ranks, numbers, form, part: 0 })
    }

    fn room<T>(&self, items: usize) -> Option<Vec<T>> {
        let bytes = (items * size_of::<T>()) as u64;
        let fits = self.bytes.fetch_add(bytes, Relaxed) + bytes <= self.limit;
        if !fits {
            self.bytes.fetch_sub(bytes, Relaxed);
        }
        fits.then(|| Vec::with_capacity(items))
    }

    /// Frees at least this many bytes of unused vectors, if there are as many.
    fn release_some<T>(&self, idle: &mut Vec<Vec<T>>, bytes: usize) {
        let mut left = bytes;
        while left > 0
            && let Some(items) = idle.pop()
        {
            self.release(&items);
            left = left.saturating_sub(items.capacity() * size_of::<T>());
        }
    }

    fn release<T>(&self, items: &Vec<T>) {
        let bytes = (items.capacity() * size_of::<T>()) as u64;
        self.bytes.fetch_sub(bytes, Relaxed);
        self.freed.fetch_add(bytes, Relaxed);
    }

    /// Returns freed memory to the system if it is much.
    pub fn tidy(&self) {
        if self.freed.load(Relaxed) >= WORTH {
            self.freed.store(0, Relaxed);
            return_spare_memory();
        }
    }

    /// Takes back blocks that are no longer needed.
    pub fn recycle(&self, blocks: impl IntoIterator<Item = Block<V>>) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        for Block { mut ranks, mut numbers, .. } in blocks {
            ranks.clear();
            numbers.clear();
            self.put(&mut free.numbers, numbers);
            self.put(&mut free.ranks, ranks);
        }
    }

    /// Keeps a vector for later use, unless it is smaller than a block.
    fn put<T>(&self, idle: &mut Vec<Vec<T>>, room: Vec<T>) {
        if room.capacity() < self.states {
            self.release(&room);
            return;
        }
        let at = idle.partition_point(|other| other.capacity() >= room.capacity());
        idle.insert(at, room);
    }

    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// Frees all unused vectors. `bytes` is the size of the blocks still in use; blocks that were
    /// dropped are no longer counted.
    pub fn keep(&self, bytes: u64) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        (free.ranks, free.numbers) = (Vec::new(), Vec::new());
        let before = self.bytes.swap(bytes, Relaxed);
        self.freed.fetch_add(before.saturating_sub(bytes), Relaxed);
        self.tidy();
    }
}

/// The smallest unused vector with room for this many items.
fn best_fit<T>(idle: &mut Vec<Vec<T>>, items: usize) -> Option<Vec<T>> {
    let large = idle.partition_point(|room| room.capacity() >= items);
    (large > 0).then(|| idle.remove(large - 1))
}

impl<V> Drop for BlockPool<V> {
    /// Returns the memory, because the next pool may use blocks of another size.
    fn drop(&mut self) {
        let free = self.free.get_mut().unwrap_or_else(PoisonError::into_inner);
        (free.ranks, free.numbers) = (Vec::new(), Vec::new());
        *self.freed.get_mut() += *self.bytes.get_mut();
        self.tidy();
    }
}

#[cfg(test)]
mod tests {
    use super::{BlockPool, Form, LEAST};

    #[test]
    fn returned_blocks_are_reused_in_any_format() {
        let each = LEAST as u64;
        let pool: BlockPool<u64> = BlockPool::new(24 * each);
        let sparse = pool.take(Form::Sparse, 1).unwrap();
        assert!(sparse.has_room(LEAST) && !sparse.has_room(LEAST + 1));
        assert_eq!(pool.bytes(), 12 * each);
        pool.recycle([sparse]);
        let first = pool.take(Form::Dense, 7).unwrap();
        assert!(
            first.form() == Form::Dense && first.has_room(LEAST) && first.ranks.capacity() == 0
        );
        assert_eq!(pool.bytes(), 12 * each);
        // Unused vectors of ranks are freed for numbers.
        let second = pool.take(Form::Dense, 7).unwrap();
        assert_eq!(pool.bytes(), 16 * each);
        let larger = pool.take(Form::Dense, LEAST + 1);
        assert!(larger.is_none());
        // A refused block is not counted, and unused numbers are freed for ranks.
        assert_eq!(pool.bytes(), 16 * each);
        pool.recycle([first, second]);
        let sparse = pool.take(Form::Sparse, 1).unwrap();
        assert_eq!((pool.bytes(), sparse.numbers.capacity()), (12 * each, LEAST));
    }
}
