//! `Worker`: the memory of a thread that expands a layer.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::layer::Span;
use super::layer::{Block, BlockPool, Form};
use super::ring::Number;
use crate::simd::Machine;
use crate::tours::halves::degrees::Degrees;
use crate::tours::halves::machine::{count_nonzero, list_bits};
use crate::tours::halves::matching::{LISTED, PairingOp};

/// Longer lists are freed after a stage, in bytes. The few largest groups are made by different
/// threads, and otherwise each thread would keep hundreds of megabytes for them.
const KEPT: usize = 8 << 20;
/// Free places after the last state, for writing a whole vector or the places of a word.
const BEYOND: usize = 64;
/// The numbers of a dense group that are copied together.
const CHUNK: usize = 1 << 10;
/// A list is divided into ranges of 2^`RANGE` ranks; a range with fewer numbers than one in
/// 2^`SPARSE` ranks is sorted.
const RANGE: u32 = 21;
const SPARSE: u32 = 6;

#[derive(Clone, Copy)]
pub struct Target {
    pub d: Degrees,
    /// The place in its piece.
    pub at: u32,
    /// The end of its sources in the list of sources.
    pub end: u32,
}

#[derive(Clone, Copy)]
pub struct Source {
    /// First the number of the stored group; later its place.
    pub at: u32,
    /// The ends of the stored degrees.
    pub ends: u32,
    pub mirrored: bool,
    pub op: PairingOp,
    /// The number of marked edges that the step takes.
    pub weight: u8,
}

impl Source {
    /// True if the mirror image of its matchings is stored and differs from them.
    pub fn needs_mirror(&self, pairs: usize) -> bool {
        self.mirrored && pairs > 1
    }
}

/// The blocks that a thread has filled or is filling.
pub struct WorkerBlocks<V> {
    /// With their numbers in the layer.
    pub blocks: Vec<(u32, Block<V>)>,
    /// By part and format: the block that is being filled.
    open: Vec<[Option<usize>; Form::COUNT]>,
}

/// A group whose numbers are added.
#[derive(Clone, Copy)]
pub struct Summed {
    pub part: usize,
    pub pairs: usize,
    /// An upper bound of its nonzero numbers.
    pub given: usize,
    /// An upper bound of the sum of its numbers.
    pub bound: f64,
}

pub struct Worker<V> {
    /// The blocks of the current layer.
    pub made: WorkerBlocks<V>,
    pub array: Vec<V>,
    /// Temporary memory for a group that is not yet in a block.
    pub ranks: Vec<u32>,
    pub numbers: Vec<V>,
    /// One word for each 64 matchings.
    marks: Vec<u64>,
    pub unfolded: Vec<u32>,
    pub reordered: Vec<u32>,
    pub mapped: Vec<u32>,
    pub list: Vec<(u32, V)>,
    pub targets: Vec<Target>,
    pub sources: Vec<Source>,
    /// The states made since the last count.
    pub states: u64,
    pub full: bool,
}

impl<V> Default for Worker<V> {
    fn default() -> Worker<V> {
        Worker {
            made: WorkerBlocks::new(0),
            array: Vec::new(),
            ranks: Vec::new(),
            numbers: Vec::new(),
            marks: Vec::new(),
            unfolded: Vec::new(),
            reordered: Vec::new(),
            mapped: Vec::new(),
            list: Vec::new(),
            targets: Vec::new(),
            sources: Vec::new(),
            states: 0,
            full: false,
        }
    }
}

impl<V> WorkerBlocks<V> {
    /// No blocks, for this many parts.
    fn new(parts: usize) -> WorkerBlocks<V> {
        WorkerBlocks { blocks: Vec::new(), open: vec![[None; Form::COUNT]; parts] }
    }

    /// The block of a part and format that is being filled, if this many states fit.
    pub fn with_room(&self, part: usize, form: Form, room: usize) -> Option<usize> {
        self.open[part][form as usize].filter(|&at| self.blocks[at].1.left() >= room)
    }
}

impl<V> Worker<V> {
    /// A block of a part and format in which this many states fit, and its number.
    pub fn block(
        &mut self,
        pool: &BlockPool<V>,
        part: usize,
        form: Form,
        room: usize,
        fresh: &AtomicU32,
    ) -> Option<(&mut Block<V>, u32)> {
        let found = self.made.with_room(part, form, room);
        let WorkerBlocks { blocks, open } = &mut self.made;
        let at = found.unwrap_or(blocks.len());
        if found.is_none() {
            let Some(mut block) = pool.take(form, room) else {
                self.full = true;
                return None;
            };
            block.part = part;
            // A large group takes a block of its own; the other one is filled further.
            let open = &mut open[part][form as usize];
            if open.is_none_or(|open| blocks[open].1.left() + room < block.left()) {
                *open = Some(at);
            }
            blocks.push((fresh.fetch_add(1, Relaxed), block));
        }
        let (number, block) = &mut blocks[at];
        Some((block, *number))
    }

    /// Frees lists that are unusually long.
    pub fn trim(&mut self) {
        trim(&mut self.ranks);
        trim(&mut self.numbers);
        trim(&mut self.unfolded);
        trim(&mut self.reordered);
        trim(&mut self.mapped);
        trim(&mut self.list);
    }
}

impl<V: Number> Worker<V> {
    /// Stores the group in the array, which is indexed by rank, and clears the array; none if no
    /// block was available.
    #[inline(always)]
    pub fn store(
        &mut self,
        machine: impl Machine,
        pool: &BlockPool<V>,
        array: &mut [V],
        summed: Summed,
        fresh: &AtomicU32,
    ) -> Option<Span> {
        let Summed { part, pairs, given, bound } = summed;
        let (size, given) = (array.len(), given.min(array.len()));
        if pairs <= LISTED && Form::is_dense::<V>(size, given) {
            let states = count_nonzero(array);
            if Form::is_dense::<V>(size, states) {
                let (block, number) = self.block(pool, part, Form::Dense, size, fresh)?;
                let start = block.numbers.len() as u32;
                // The second loop finds each chunk in the cache.
                for chunk in array.chunks_mut(CHUNK) {
                    block.numbers.extend_from_slice(chunk);
                    chunk.fill(V::default());
                }
                self.states += states as u64;
                return Some(Span { block: number, start, len: size as u32, bound });
            }
        }
        // Usually a block has room for the largest possible result, so the group is written there.
        // Otherwise it is written to temporary memory first.
        let form = Form::least::<V>(size, given);
        let room = given + BEYOND + if form == Form::Marked { V::of_marks(size) } else { 0 };
        let open = self.made.with_room(part, form, room);
        let (mut ranks, mut numbers) = match open {
            Some(at) => {
                let (ranks, numbers) = self.made.blocks[at].1.take_vectors();
                // A block without ranks must not get room for them, which nobody counts.
                (
                    if form == Form::Sparse { ranks } else { std::mem::take(&mut self.ranks) },
                    numbers,
                )
            }
            None => (std::mem::take(&mut self.ranks), std::mem::take(&mut self.numbers)),
        };
        let start = numbers.len();
        ranks.reserve(if form == Form::Sparse { given + BEYOND } else { 0 });
        numbers.reserve(room);
        self.marks.clear();
        V::compact(machine, array, &mut numbers, &mut self.marks);
        let states = numbers.len() - start;
        self.states += states as u64;
        let best = Form::least::<V>(size, states);
        let span = |block, start| Span { block, start, len: states as u32, bound };
        match best {
            Form::Marked => {
                self.marks.iter().for_each(|&word| V::put_marks(word, &mut numbers));
            }
            _ => {
                for (at, &word) in self.marks.iter().enumerate() {
                    if word != 0 {
                        list_bits(machine, word, 64 * at as u32, &mut ranks);
                    }
                }
            }
        }
        if let Some(at) = open {
            let (number, block) = &mut self.made.blocks[at];
            if best == form {
                block.numbers = numbers;
                *(if form == Form::Sparse { &mut block.ranks } else { &mut self.ranks }) = ranks;
                return Some(span(*number, start as u32));
            }
            // There are fewer states than possible, so another format takes less.
            self.numbers.extend_from_slice(&numbers[start..]);
            numbers.truncate(start);
            block.numbers = std::mem::replace(&mut numbers, std::mem::take(&mut self.numbers));
        }
        let (block, number) = self.block(pool, part, best, numbers.len(), fresh)?;
        let start = block.numbers.len() as u32;
        block.ranks.append(&mut ranks);
        block.numbers.append(&mut numbers);
        (self.ranks, self.numbers) = (ranks, numbers);
        Some(span(number, start))
    }

    /// Stores the group in the list. The list is divided into ranges of ranks, which is faster than
    /// to sort it; the numbers of a range are added in the array.
    #[inline(always)]
    pub fn store_list(
        &mut self,
        machine: impl Machine,
        pool: &BlockPool<V>,
        sum: impl Fn(V, V) -> V,
        summed: Summed,
        fresh: &AtomicU32,
    ) -> Option<Span> {
        let Worker { list, array, marks, .. } = self;
        let (mut ranks, mut numbers) =
            (std::mem::take(&mut self.ranks), std::mem::take(&mut self.numbers));
        list.sort_unstable_by_key(|&(m, _)| m >> RANGE);
        for range in list.chunk_by_mut(|a, b| a.0 >> RANGE == b.0 >> RANGE) {
            if range.len() << SPARSE < 1 << RANGE {
                range.sort_unstable_by_key(|&(m, _)| m);
                for same in range.chunk_by(|a, b| a.0 == b.0) {
                    let all = same[1..].iter().fold(same[0].1, |all, &(_, n)| sum(all, n));
                    if all != V::default() {
                        ranks.push(same[0].0);
                        numbers.push(all);
                    }
                }
                continue;
            }
            array.resize(array.len().max(1 << RANGE), V::default());
            let array = &mut array[..1 << RANGE];
            for &mut (m, n) in &mut *range {
                let place = &mut array[m as usize & ((1 << RANGE) - 1)];
                *place = sum(*place, n);
            }
            marks.clear();
            V::compact(machine, array, &mut numbers, marks);
            let first = range[0].0 >> RANGE << RANGE;
            for (at, &word) in marks.iter().enumerate() {
                if word != 0 {
                    list_bits(machine, word, first + 64 * at as u32, &mut ranks);
                }
            }
        }
        let len = numbers.len() as u32;
        self.states += u64::from(len);
        let (block, number) = self.block(pool, summed.part, Form::Sparse, numbers.len(), fresh)?;
        let start = block.numbers.len() as u32;
        block.ranks.append(&mut ranks);
        block.numbers.append(&mut numbers);
        (self.ranks, self.numbers) = (ranks, numbers);
        Some(Span { block: number, start, len, bound: summed.bound })
    }
}

fn trim<T>(list: &mut Vec<T>) {
    if list.capacity() * size_of::<T>() > KEPT {
        *list = Vec::new();
    }
}

/// Workers without work, whose memory is reused.
pub type IdleWorkers<V> = RefCell<Vec<Worker<V>>>;

pub struct Workers<'w, V> {
    /// The blocks of each worker, while other parts are expanded.
    made: RefCell<Vec<WorkerBlocks<V>>>,
    /// The number of the next block.
    pub fresh: AtomicU32,
    /// Workers that any layer may take.
    idle: &'w IdleWorkers<V>,
}

impl<'w, V> Workers<'w, V> {
    pub fn new(idle: &'w IdleWorkers<V>) -> Workers<'w, V> {
        Workers { made: RefCell::default(), fresh: AtomicU32::new(0), idle }
    }

    /// A worker that continues to fill the blocks of an earlier worker of this layer.
    pub fn acquire(&self, parts: usize) -> Worker<V> {
        let made = self.made.borrow_mut().pop().unwrap_or_else(|| WorkerBlocks::new(parts));
        Worker { made, ..self.idle.borrow_mut().pop().unwrap_or_default() }
    }

    /// Returns the workers, and keeps their blocks.
    pub fn release(&mut self, used: Vec<Worker<V>>) {
        for mut worker in used {
            self.made.get_mut().push(std::mem::replace(&mut worker.made, WorkerBlocks::new(0)));
            self.idle.borrow_mut().push(worker);
        }
    }

    /// The blocks so far, with their numbers.
    pub fn blocks(&mut self) -> impl Iterator<Item = &mut (u32, Block<V>)> {
        self.made.get_mut().iter_mut().flat_map(|made| &mut made.blocks)
    }

    /// All blocks in the order of their numbers.
    pub fn done(self) -> Vec<Block<V>> {
        let made = self.made.into_inner().into_iter();
        let mut blocks: Vec<(u32, Block<V>)> = made.flat_map(|made| made.blocks).collect();
        blocks.sort_unstable_by_key(|&(number, _)| number);
        blocks.into_iter().map(|(_, block)| block).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{AtomicU32, BlockPool, Form, Summed, Worker, WorkerBlocks};
    use crate::engine::Random;
    use crate::simd::Portable;
    use std::collections::BTreeMap;

    /// The block with more free places is filled further.
    #[test]
    fn a_large_group_leaves_the_other_block_open() {
        let (pool, fresh) = (BlockPool::<u64>::new(1 << 30), AtomicU32::new(0));
        let mut worker = Worker { made: WorkerBlocks::new(1), ..Worker::default() };
        let mut put = |states: usize| {
            let (block, number) = worker.block(&pool, 0, Form::Dense, states, &fresh).unwrap();
            block.numbers.extend((0..states).map(|_| 1));
            (number, block.left())
        };
        let (first, left) = put(100);
        assert!(put(left + 1).0 != first, "a large group takes a block of its own");
        assert_eq!(put(50), (first, left - 50));
        // A group after which the new block has more places left.
        assert_eq!(put(left - 50 - 10), (first, 10));
        let (other, _) = put(11);
        assert!(other != first && put(1).0 == other);
    }

    /// Two ranges of ranks have many numbers, the others few; some sums are zero.
    #[test]
    fn the_numbers_of_a_list_are_added_by_rank() {
        let (pool, fresh, mut random) =
            (BlockPool::new(1 << 30), AtomicU32::new(0), Random::new(7));
        let mut worker = Worker { made: WorkerBlocks::new(1), ..Worker::default() };
        let mut given = |count: usize, ranks: usize| {
            let some = (0..count).flat_map(|_| {
                let (m, n) = (random.below(ranks) as u32, random.below(9) as u64);
                [(m, n), (m, if n > 4 { n } else { n.wrapping_neg() })]
            });
            worker.list.extend(some);
        };
        given(100_000, 1 << 22);
        given(1000, 34_459_425);
        let mut expected = BTreeMap::new();
        for &(m, n) in &worker.list {
            let sum: &mut u64 = expected.entry(m).or_default();
            *sum = sum.wrapping_add(n);
        }
        expected.retain(|_, sum| *sum != 0);
        let summed = Summed { part: 0, pairs: 9, given: worker.list.len(), bound: 1.0 };
        let span = worker.store_list(Portable, &pool, u64::wrapping_add, summed, &fresh).unwrap();
        let (_, block) = &worker.made.blocks[0];
        let found = block.ranks.iter().copied().zip(block.numbers.iter().copied());
        assert!(expected.len() > 30_000 && span.len as usize == expected.len());
        assert!(found.eq(expected), "the sums of a list");
        assert!(worker.array.len() == 1 << 21 && worker.array.iter().all(|&n| n == 0));
    }
}
