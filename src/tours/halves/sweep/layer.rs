//! `Layer`: the states before a step, grouped by degrees, in blocks. [`BlockPool`] provides the
//! blocks and counts their bytes.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::ring::Number;
use crate::engine::{on_large_pages, return_spare_memory};
use crate::simd::Machine;
use crate::tours::halves::degrees::{
    Degrees, Mirror, Numbering, Packed, Ranked, SlotMap, Stored, stored,
};
use crate::tours::halves::machine::list_bits;
use crate::tours::halves::matching::{all_ranks, matchings};

/// The states of a block, unless one group needs more: slightly more than all matchings of seven
/// pairs.
const STATES: usize = 33 << 12;
/// If memory is short, blocks are smaller, so that this many blocks still fit.
const BLOCKS: usize = 1 << 10;
/// The least states of a block.
const LEAST: usize = 1 << 10;
/// Freed bytes are returned to the system once they exceed this, or this fraction of the limit.
const WORTH: u64 = 128 << 20;
const WORTH_OF_LIMIT: u64 = 8;

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

    /// The number of states that still fit.
    pub fn left(&self) -> usize {
        let ranks = match self.form {
            Form::Sparse => self.ranks.capacity(),
            Form::Dense | Form::Marked => usize::MAX,
        };
        self.numbers.capacity().min(ranks) - self.numbers.len()
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
    states: usize,
}

impl<V> BlockPool<V> {
    /// The expected unused bytes of partly filled blocks: one of each format for this many parts,
    /// where memory is not short.
    pub fn unwritten_bytes(parts: usize) -> f64 {
        let both = size_of::<u32>() + 2 * size_of::<V>();
        (parts * STATES * both) as f64 / 2.0
    }

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
            // If one of the two vectors is missing, unused vectors of the other kind are freed; if
            // memory is short, also those that are too small.
            if numbers.is_none() {
                let bytes = states * size_of::<V>();
                self.release_some(&mut free.ranks, bytes);
                self.release_some(&mut free.numbers, self.excess(bytes));
            }
            if ranks.is_none() {
                let bytes = states * size_of::<u32>();
                self.release_some(&mut free.numbers, bytes);
                self.release_some(&mut free.ranks, self.excess(bytes));
            }
            (ranks, numbers)
        };
        // Pages that are not written take no memory.
        let ranks = ranks.or_else(|| self.room(states))?;
        let numbers = numbers.or_else(|| self.room(states))?;
        Some(Block { ranks, numbers, form, part: 0 })
    }

    /// The bytes above the limit if `more` bytes were added.
    fn excess(&self, more: usize) -> usize {
        (self.bytes() + more as u64).saturating_sub(self.limit) as usize
    }

    fn room<T>(&self, items: usize) -> Option<Vec<T>> {
        let bytes = (items * size_of::<T>()) as u64;
        let fits = self.bytes.fetch_add(bytes, Relaxed) + bytes <= self.limit;
        if !fits {
            self.uncount(bytes);
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
        self.uncount(bytes);
        self.freed.fetch_add(bytes, Relaxed);
    }

    /// Returns freed memory to the system if it is much.
    pub fn tidy(&self) {
        if self.freed.load(Relaxed) >= WORTH.min(self.limit / WORTH_OF_LIMIT) {
            self.freed.store(0, Relaxed);
            return_spare_memory();
        }
    }

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

    /// Counts other data as blocks in use. Frees all unused vectors, and returns freed memory to the
    /// system.
    pub fn charge(&self, bytes: u64) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        free.ranks.drain(..).for_each(|ranks| self.release(&ranks));
        free.numbers.drain(..).for_each(|numbers| self.release(&numbers));
        self.bytes.fetch_add(bytes, Relaxed);
        self.freed.store(0, Relaxed);
        return_spare_memory();
    }

    /// No longer counts these bytes.
    pub fn uncount(&self, bytes: u64) {
        let before = self.bytes.fetch_sub(bytes, Relaxed);
        debug_assert!(before >= bytes, "{bytes} of {before} bytes are released");
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

/// The position of a group's states.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    pub block: u32,
    /// The first of the group's numbers in the block.
    pub start: u32,
    pub len: u32,
    /// An upper bound of their sum that includes closed cycles.
    pub bound: f64,
}

/// A span as it is stored. The system provides zeroed pages, so the first write to a page is the
/// thread's own.
pub type PackedSpan = [u32; 4];

impl Span {
    /// The stored form. The bound is rounded up to the upper 32 of its bits.
    #[inline(always)]
    pub fn packed(self) -> PackedSpan {
        let upper = self.bound.to_bits().div_ceil(1 << 32) as u32;
        [self.block, self.start, self.len, upper]
    }

    #[inline(always)]
    pub fn of([block, start, len, upper]: PackedSpan) -> Span {
        Span { block, start, len, bound: f64::from_bits(u64::from(upper) << 32) }
    }
}

/// The states of a layer. If the layer has a mirror, only one of two groups that are images of each
/// other is stored.
#[derive(Debug)]
pub struct Layer<'p, V> {
    pub index: Ranked,
    pub numbers: &'p Numbering,
    mirror: Option<&'p Mirror>,
    pub spans: Vec<PackedSpan>,
    /// The number of states, including freed ones.
    pub states: u64,
    pub blocks: Vec<Block<V>>,
    /// By batch: the set of parts that have blocks on disk.
    pub spilled: Vec<u64>,
    /// The key of those files.
    pub file_key: FileKey,
    /// True if the layer was loaded from an earlier run.
    pub is_loaded: bool,
}

/// Identifies the files of a layer: the part of the sweep that made it, and the number of cuts.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileKey {
    /// Words that distinguish this part from all others.
    pub words: [u64; 5],
    /// The number of cuts that lead to this part.
    pub depth: u64,
}

impl<'p, V> Layer<'p, V> {
    pub fn new(live: &Packed, numbers: &'p Numbering, mirror: Option<&'p Mirror>) -> Layer<'p, V> {
        let index = Ranked::new(&live.unpacked());
        let spans = on_large_pages(vec![PackedSpan::default(); index.count()]);
        Layer {
            index,
            numbers,
            mirror,
            spans,
            states: 0,
            blocks: Vec::new(),
            spilled: Vec::new(),
            file_key: FileKey::default(),
            is_loaded: false,
        }
    }

    pub fn mirror(&self) -> Option<&'p SlotMap> {
        self.mirror.map(|mirror| &mirror.slots)
    }

    /// The stored representative of these degrees.
    #[inline(always)]
    pub fn stored(&self, d: Degrees) -> Option<Stored> {
        stored(self.mirror, self.numbers, d)
    }

    /// The place of these degrees, and true if their mirror image is stored.
    #[inline(always)]
    pub fn find(&self, d: Degrees) -> Option<(usize, bool)> {
        let Stored { number, mirrored, .. } = self.stored(d)?;
        self.index.place(number).map(|place| (place, mirrored))
    }

    #[inline(always)]
    pub fn span(&self, place: usize) -> Span {
        Span::of(self.spans[place])
    }

    /// Prefetches the first states of the group at a place.
    #[inline(always)]
    pub fn prefetch(&self, machine: impl Machine, place: usize) {
        let Span { block, start, .. } = self.span(place);
        if let Some(block) = self.blocks.get(block as usize) {
            machine.prefetch(&block.numbers, start as usize);
            machine.prefetch(&block.ranks, start as usize);
        }
    }

    /// True if some blocks of this part are on disk.
    pub fn is_spilled(&self, part: usize) -> bool {
        self.spilled.iter().any(|parts| parts >> part & 1 != 0)
    }

    /// The numbers of the blocks of a part that are in memory, in ascending order.
    pub fn in_memory(&self, part: usize) -> Vec<usize> {
        let blocks = self.blocks.iter().enumerate();
        let own = blocks.filter(|(_, block)| block.part == part && !block.numbers.is_empty());
        own.map(|(number, _)| number).collect()
    }

    /// Removes the blocks of a part, except those whose numbers are in `kept`, which is sorted.
    pub fn take_blocks(&mut self, part: usize, kept: &[usize]) -> impl Iterator<Item = Block<V>> {
        let blocks = self.blocks.iter_mut().enumerate();
        let goes = move |(number, block): &(usize, &mut Block<V>)| {
            block.part == part && kept.binary_search(number).is_err()
        };
        blocks.filter(goes).map(|(_, block)| std::mem::take(block))
    }
}

/// The ranks of a group as they are stored.
#[derive(Clone, Copy, Debug)]
pub enum Ranks<'l, V> {
    All,
    /// In ascending order.
    Listed(&'l [u32]),
    /// A bitmap, stored as numbers.
    Marked(&'l [V]),
}

impl<'l, V: Number> Ranks<'l, V> {
    /// The ranks as a list, decoded into `buffer` if they are a bitmap; none if they are all.
    #[inline(always)]
    pub fn listed<'r>(self, machine: impl Machine, buffer: &'r mut Vec<u32>) -> Option<&'r [u32]>
    where
        'l: 'r,
    {
        match self {
            Ranks::All => None,
            Ranks::Listed(ranks) => Some(ranks),
            Ranks::Marked(marks) => {
                buffer.clear();
                for (at, numbers) in marks.chunks(64 / V::BITS.max(1)).enumerate() {
                    list_bits(machine, V::marks(numbers), 64 * at as u32, buffer);
                }
                Some(buffer)
            }
        }
    }
}

impl<V: Number> Layer<'_, V> {
    /// The ranks and numbers of the group at a place; `pairs` is its number of pairs.
    #[inline(always)]
    pub fn group(&self, place: usize, pairs: usize) -> (Ranks<'_, V>, &[V]) {
        let Span { block, start, len, .. } = self.span(place);
        let range = start as usize..start as usize + len as usize;
        match self.blocks.get(block as usize) {
            Some(block) => match block.form() {
                Form::Sparse => (Ranks::Listed(&block.ranks[range.clone()]), &block.numbers[range]),
                Form::Dense => (Ranks::All, &block.numbers[range]),
                Form::Marked => {
                    let end = range.end + V::of_marks(matchings(pairs));
                    (Ranks::Marked(&block.numbers[range.end..end]), &block.numbers[range])
                }
            },
            None => (Ranks::Listed(&[]), &[]),
        }
    }

    /// Like [`Layer::group`], with the ranks as a list. Some of the numbers may be zero.
    #[inline(always)]
    pub fn states<'r>(
        &'r self,
        machine: impl Machine,
        place: usize,
        pairs: usize,
        buffer: &'r mut Vec<u32>,
    ) -> (&'r [u32], &'r [V]) {
        let (ranks, numbers) = self.group(place, pairs);
        (ranks.listed(machine, buffer).unwrap_or_else(|| all_ranks(numbers.len())), numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::{BlockPool, Form, LEAST, Span};

    #[test]
    fn returned_blocks_are_reused_in_any_format() {
        let each = LEAST as u64;
        let pool: BlockPool<u64> = BlockPool::new(24 * each);
        let sparse = pool.take(Form::Sparse, 1).unwrap();
        assert_eq!(sparse.left(), LEAST);
        assert_eq!(pool.bytes(), 12 * each);
        pool.recycle([sparse]);
        let first = pool.take(Form::Dense, 7).unwrap();
        assert!(
            first.form() == Form::Dense && first.left() >= LEAST && first.ranks.capacity() == 0
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

    #[test]
    fn a_packed_bound_is_slightly_larger() {
        for bound in [0.0, 1.0, 3.0, 12_345.678, 9_007_199_254_740_991.0, 1.1e300] {
            let span = Span { block: 1, start: 2, len: 3, bound };
            let Span { block, start, len, bound: packed } = Span::of(span.packed());
            assert_eq!((block, start, len), (1, 2, 3));
            assert!(bound <= packed && packed <= bound * (1.0 + 1e-6), "{bound} {packed}");
        }
    }
}
