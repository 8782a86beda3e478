//! `Block`: states in memory, and `Pool`, which gives blocks and counts their bytes.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::ring::Number;
use crate::engine::return_spare_memory;

/// States of a block, unless one group needs more: all matchings of seven pairs and some more.
const STATES: usize = 33 << 12;
/// Fewer where memory is short: so many blocks that are hardly begun take a part of it only.
const BLOCKS: usize = 1 << 10;
/// But never fewer.
const LEAST: usize = 1 << 10;
/// Bytes that are worth a walk through what the allocator holds.
const WORTH: u64 = 128 << 20;

/// What a block has of each group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The matchings whose numbers are not zero: their ranks and numbers.
    Sparse,
    /// The numbers of all matchings, by rank.
    Dense,
    /// The numbers that are not zero, and behind them a mark for each matching.
    Marked,
}

impl Form {
    /// How many there are.
    pub const COUNT: usize = 3;

    /// True if so many numbers of so many matchings that are not zero are best stored dense: wide
    /// ones, if they take no more bytes than a list, and less time; narrow ones, if marks would
    /// save little.
    #[inline(always)]
    pub fn is_dense<V: Number>(size: usize, some: usize) -> bool {
        let bytes = size_of::<V>();
        match V::BITS {
            8 | 16 => 8 * some > 6 * size,
            _ => some * (size_of::<u32>() + bytes) > size * bytes,
        }
    }

    /// What takes the least, if it is not dense.
    #[inline(always)]
    pub fn least<V: Number>(size: usize, some: usize) -> Form {
        let ranks = size_of::<u32>() * some;
        let marks = V::of_marks(size) * size_of::<V>();
        if V::BITS > 0 && marks < ranks { Form::Marked } else { Form::Sparse }
    }
}

/// States next to each other. Those of one group, with the same degrees, are always in one block.
#[derive(Debug)]
pub struct Block<V> {
    /// Ranks, ascending in each group, of a sparse block.
    pub ranks: Vec<u32>,
    /// Numbers, and marks.
    pub numbers: Vec<V>,
    form: Form,
    /// The part of the layer that all groups of the block are of.
    pub part: usize,
}

impl<V> Default for Block<V> {
    fn default() -> Block<V> {
        Block { ranks: Vec::new(), numbers: Vec::new(), form: Form::Sparse, part: 0 }
    }
}

impl<V> Block<V> {
    /// What it has of each group.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The bytes of its states.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.ranks[..]) + size_of_val(&self.numbers[..])) as u64
    }

    /// The bytes that it takes.
    pub fn room(&self) -> u64 {
        (self.ranks.capacity() * size_of::<u32>() + self.numbers.capacity() * size_of::<V>()) as u64
    }

    /// What it has, to be given back with more of it.
    pub fn lend(&mut self) -> (Vec<u32>, Vec<V>) {
        (std::mem::take(&mut self.ranks), std::mem::take(&mut self.numbers))
    }

    /// True if there is room for so many more states.
    pub fn has_room(&self, more: usize) -> bool {
        let ranks = match self.form {
            Form::Sparse => self.ranks.capacity(),
            Form::Dense | Form::Marked => usize::MAX,
        };
        self.numbers.capacity().min(ranks) - self.numbers.len() >= more
    }
}

/// Room that nobody uses, the smallest last.
#[derive(Debug)]
struct Free<V> {
    ranks: Vec<Vec<u32>>,
    numbers: Vec<Vec<V>>,
}

/// What blocks are made of, and the bytes of all that there is.
#[derive(Debug)]
pub struct Pool<V> {
    free: Mutex<Free<V>>,
    bytes: AtomicU64,
    /// Bytes that were released and that the process may hold still.
    spare: AtomicU64,
    limit: u64,
    /// States of a block.
    states: usize,
}

impl<V> Pool<V> {
    /// The bytes that nobody has written yet in blocks of so many parts, one of each form, where
    /// memory is not short.
    pub fn begun(parts: usize) -> f64 {
        let both = size_of::<u32>() + 2 * size_of::<V>();
        (parts * STATES * both) as f64 / 2.0
    }

    /// Blocks of so many bytes in all at most.
    pub fn new(limit: u64) -> Pool<V> {
        let free = Mutex::new(Free { ranks: Vec::new(), numbers: Vec::new() });
        let each = BLOCKS * (size_of::<u32>() + size_of::<V>());
        let states = STATES.min(limit as usize / each).max(LEAST);
        Pool { free, bytes: AtomicU64::new(0), spare: AtomicU64::new(0), limit, states }
    }

    /// An empty block with room for so many states, of the first part; none past the limit.
    pub fn take(&self, form: Form, room: usize) -> Option<Block<V>> {
        self.take_of(form, room.max(self.states))
    }

    /// The same with no more room than that, if none is idle.
    pub fn take_of(&self, form: Form, states: usize) -> Option<Block<V>> {
        let (ranks, numbers) = {
            let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
            let numbers = find(&mut free.numbers, states);
            let ranks = match form {
                Form::Sparse => find(&mut free.ranks, states),
                Form::Dense | Form::Marked => Some(Vec::new()),
            };
            // What is idle of the one makes way for the other.
            if numbers.is_none() {
                self.release_some(&mut free.ranks, states * size_of::<V>());
            } else if ranks.is_none() {
                self.release_some(&mut free.numbers, states * size_of::<u32>());
            }
            (ranks, numbers)
        };
        // What is not written takes no memory yet.
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

    /// Releases so many bytes, if they are there.
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
        self.spare.fetch_add(bytes, Relaxed);
    }

    /// The process gives back what was released, once it is worth the while.
    pub fn tidy(&self) {
        if self.spare.load(Relaxed) >= WORTH {
            self.spare.store(0, Relaxed);
            return_spare_memory();
        }
    }

    /// Blocks that are not needed any more.
    pub fn give_back(&self, blocks: impl IntoIterator<Item = Block<V>>) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        for Block { mut ranks, mut numbers, .. } in blocks {
            ranks.clear();
            numbers.clear();
            self.put(&mut free.numbers, numbers);
            self.put(&mut free.ranks, ranks);
        }
    }

    /// Puts room to the others, unless it is small: nobody would take it.
    fn put<T>(&self, idle: &mut Vec<Vec<T>>, room: Vec<T>) {
        if room.capacity() < self.states {
            self.release(&room);
            return;
        }
        let at = idle.partition_point(|other| other.capacity() >= room.capacity());
        idle.insert(at, room);
    }

    /// The bytes of all blocks.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// Blocks of so many bytes are there, and all others are gone.
    pub fn keep(&self, bytes: u64) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        (free.ranks, free.numbers) = (Vec::new(), Vec::new());
        let before = self.bytes.swap(bytes, Relaxed);
        self.spare.fetch_add(before.saturating_sub(bytes), Relaxed);
        self.tidy();
    }
}

/// Finds room for so many items, the least that does.
fn find<T>(idle: &mut Vec<Vec<T>>, items: usize) -> Option<Vec<T>> {
    let large = idle.partition_point(|room| room.capacity() >= items);
    (large > 0).then(|| idle.remove(large - 1))
}

impl<V> Drop for Pool<V> {
    /// What it had serves whoever comes next, who may have blocks of another size.
    fn drop(&mut self) {
        let free = self.free.get_mut().unwrap_or_else(PoisonError::into_inner);
        (free.ranks, free.numbers) = (Vec::new(), Vec::new());
        *self.spare.get_mut() += *self.bytes.get_mut();
        self.tidy();
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, LEAST, Pool, STATES};

    #[test]
    fn what_is_given_back_is_used_again_in_either_form() {
        let each = LEAST as u64;
        let pool: Pool<u64> = Pool::new(24 * each);
        let sparse = pool.take(Form::Sparse, 1).unwrap();
        assert!(sparse.has_room(LEAST) && !sparse.has_room(LEAST + 1));
        assert_eq!(pool.bytes(), 12 * each);
        pool.give_back([sparse]);
        let first = pool.take(Form::Dense, 7).unwrap();
        assert!(
            first.form() == Form::Dense && first.has_room(LEAST) && first.ranks.capacity() == 0
        );
        assert_eq!(pool.bytes(), 12 * each);
        // The ranks that nobody wants make room.
        let second = pool.take(Form::Dense, 7).unwrap();
        assert_eq!(pool.bytes(), 16 * each);
        let larger = pool.take(Form::Dense, LEAST + 1);
        assert!(larger.is_none());
        // What was refused is not counted, and numbers make way for ranks, one for the other.
        assert_eq!(pool.bytes(), 16 * each);
        pool.give_back([first, second]);
        let sparse = pool.take(Form::Sparse, 1).unwrap();
        assert_eq!((pool.bytes(), sparse.numbers.capacity()), (12 * each, LEAST));
    }

    #[test]
    fn what_does_not_fit_is_not_given() {
        let pool: Pool<u32> = Pool::new(8 * LEAST as u64 - 1);
        assert!(pool.take(Form::Sparse, 1).is_none());
        let pool: Pool<u32> = Pool::new(8 * LEAST as u64);
        assert!(pool.take(Form::Sparse, LEAST + 1).is_none());
        // Much memory has large blocks.
        let pool: Pool<u32> = Pool::new(1 << 40);
        assert_eq!(pool.take(Form::Sparse, 1).unwrap().numbers.capacity(), STATES);
    }
}
