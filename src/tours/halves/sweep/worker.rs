//! `Worker`: what a thread that expands a layer has for itself.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::block::{Block, Form, Pool};
use super::layer::Span;
use super::ring::Number;
use crate::simd::Machine;
use crate::tours::halves::degrees::Degrees;
use crate::tours::halves::machine::list_bits;
use crate::tours::halves::matching::{Act, LISTED};

/// Bytes of a list that a worker keeps for the next layer: those of the few largest groups, which
/// one thread makes now and another later, would stand by hundreds of megabytes in each of them.
const KEPT: usize = 8 << 20;
/// Room for a vector, or a word's places, behind the last state.
const BEYOND: usize = 64;

/// A group that is to be made.
#[derive(Clone, Copy)]
pub struct Target {
    pub d: Degrees,
    /// Its place in the piece.
    pub at: u32,
    /// Its sources end here.
    pub end: u32,
}

/// A group that a target is made of.
#[derive(Clone, Copy)]
pub struct Source {
    /// The number by which it is stored; then its place.
    pub at: u32,
    /// The ends of the degrees that have it.
    pub ends: u32,
    pub mirrored: bool,
    pub act: Act,
    /// How many of the edges that are taken are told apart.
    pub weight: u8,
}

impl Source {
    /// True if the mirror image of its matchings is stored, and is not the same.
    pub fn is_turned(&self, pairs: usize) -> bool {
        self.mirrored && pairs > 1
    }
}

/// Blocks that a thread has filled, and those that it is filling.
pub struct Made<V> {
    /// By their numbers in the layer.
    pub blocks: Vec<(u32, Block<V>)>,
    /// By part and form: the one that is being filled.
    open: Vec<[Option<usize>; Form::COUNT]>,
}

/// A group whose numbers were added up.
#[derive(Clone, Copy)]
pub struct Summed {
    pub part: usize,
    pub pairs: usize,
    /// At most so many of its numbers are not zero.
    pub given: usize,
    /// At least the sum of its numbers.
    pub bound: f64,
}

/// A thread's own memory.
pub struct Worker<V> {
    /// What it makes now.
    pub made: Made<V>,
    pub array: Vec<V>,
    /// A group before it has its place in a block.
    pub ranks: Vec<u32>,
    pub numbers: Vec<V>,
    /// A word for each 64 matchings.
    marks: Vec<u64>,
    pub unfolded: Vec<u32>,
    pub turned: Vec<u32>,
    pub mapped: Vec<u32>,
    pub few: Vec<(u32, V)>,
    /// The groups of a piece.
    pub targets: Vec<Target>,
    pub sources: Vec<Source>,
    /// States that it made and that nobody has counted yet.
    pub states: u64,
    /// No block was to be had.
    pub full: bool,
}

impl<V> Default for Worker<V> {
    fn default() -> Worker<V> {
        Worker {
            made: Made::new(0),
            array: Vec::new(),
            ranks: Vec::new(),
            numbers: Vec::new(),
            marks: Vec::new(),
            unfolded: Vec::new(),
            turned: Vec::new(),
            mapped: Vec::new(),
            few: Vec::new(),
            targets: Vec::new(),
            sources: Vec::new(),
            states: 0,
            full: false,
        }
    }
}

impl<V> Made<V> {
    /// Nothing yet, of groups of so many parts.
    fn new(parts: usize) -> Made<V> {
        Made { blocks: Vec::new(), open: vec![[None; Form::COUNT]; parts] }
    }

    /// The place of the block of a part and form that is being filled, if it has so much room.
    pub fn with_room(&self, (part, form): (usize, Form), room: usize) -> Option<usize> {
        self.open[part][form as usize].filter(|&at| self.blocks[at].1.has_room(room))
    }
}

impl<V> Worker<V> {
    /// The block of a part and form that is being filled, with room for so many states, and its
    /// number.
    pub fn block(
        &mut self,
        pool: &Pool<V>,
        (part, form): (usize, Form),
        room: usize,
        fresh: &AtomicU32,
    ) -> Option<(&mut Block<V>, u32)> {
        let found = self.made.with_room((part, form), room);
        let Made { blocks, open } = &mut self.made;
        let open = &mut open[part][form as usize];
        if found.is_none() {
            let Some(mut block) = pool.take(form, room) else {
                self.full = true;
                return None;
            };
            block.part = part;
            *open = Some(blocks.len());
            blocks.push((fresh.fetch_add(1, Relaxed), block));
        }
        let (number, block) = &mut blocks[(*open)?];
        Some((block, *number))
    }

    /// Gives back lists that are seldom so long.
    pub fn shed(&mut self) {
        shed(&mut self.ranks);
        shed(&mut self.numbers);
        shed(&mut self.unfolded);
        shed(&mut self.turned);
        shed(&mut self.mapped);
        shed(&mut self.few);
    }
}

impl<V: Number> Worker<V> {
    /// Stores a group of which the array has the numbers by rank, and clears the array; none without
    /// a block for it.
    #[inline(always)]
    pub fn store(
        &mut self,
        machine: impl Machine,
        pool: &Pool<V>,
        array: &mut [V],
        summed: Summed,
        fresh: &AtomicU32,
    ) -> Option<Span> {
        let Summed { part, pairs, given, bound } = summed;
        let (size, given) = (array.len(), given.min(array.len()));
        if pairs <= LISTED && Form::is_dense::<V>(size, given) {
            let states = array.iter().filter(|n| **n != V::default()).count();
            if Form::is_dense::<V>(size, states) {
                let (block, number) = self.block(pool, (part, Form::Dense), size, fresh)?;
                let start = block.numbers.len() as u32;
                block.numbers.extend_from_slice(array);
                array.fill(V::default());
                self.states += states as u64;
                return Some(Span { block: number, start, len: size as u32, bound });
            }
        }
        // Most groups end in a block that has room for whatever they come to; the others are made
        // elsewhere first.
        let form = Form::least::<V>(size, given);
        let room = given + BEYOND + if form == Form::Marked { V::of_marks(size) } else { 0 };
        let open = self.made.with_room((part, form), room);
        let (mut ranks, mut numbers) = match open {
            Some(at) => self.made.blocks[at].1.lend(),
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
                (block.ranks, block.numbers) = (ranks, numbers);
                return Some(span(*number, start as u32));
            }
            // Fewer states than were given: listed elsewhere, they take less.
            self.numbers.extend_from_slice(&numbers[start..]);
            self.ranks.append(&mut ranks);
            numbers.truncate(start);
            (block.ranks, block.numbers) = (ranks, numbers);
            (ranks, numbers) = (std::mem::take(&mut self.ranks), std::mem::take(&mut self.numbers));
        }
        let (block, number) = self.block(pool, (part, best), numbers.len(), fresh)?;
        let start = block.numbers.len() as u32;
        block.ranks.append(&mut ranks);
        block.numbers.append(&mut numbers);
        (self.ranks, self.numbers) = (ranks, numbers);
        Some(span(number, start))
    }

    /// Stores a group that is given as a list, in the order of ranks.
    pub fn store_list(
        &mut self,
        pool: &Pool<V>,
        sum: impl Fn(V, V) -> V,
        summed: Summed,
        fresh: &AtomicU32,
    ) -> Option<Span> {
        let few = std::mem::take(&mut self.few);
        let (mut ranks, mut numbers) =
            (std::mem::take(&mut self.ranks), std::mem::take(&mut self.numbers));
        for same in few.chunk_by(|a, b| a.0 == b.0) {
            let all = same[1..].iter().fold(same[0].1, |all, &(_, n)| sum(all, n));
            if all != V::default() {
                ranks.push(same[0].0);
                numbers.push(all);
            }
        }
        self.few = few;
        let (len, form) = (numbers.len() as u32, (summed.part, Form::Sparse));
        self.states += u64::from(len);
        let (block, number) = self.block(pool, form, numbers.len(), fresh)?;
        let start = block.numbers.len() as u32;
        block.ranks.append(&mut ranks);
        block.numbers.append(&mut numbers);
        (self.ranks, self.numbers) = (ranks, numbers);
        Some(Span { block: number, start, len, bound: summed.bound })
    }
}

/// Gives a long list's memory back.
fn shed<T>(list: &mut Vec<T>) {
    if list.capacity() * size_of::<T>() > KEPT {
        *list = Vec::new();
    }
}

/// Workers between two steps: their memory serves for the next.
pub type Rested<V> = RefCell<Vec<Worker<V>>>;

/// What is being made of a layer, by a few threads.
pub struct Workers<'w, V> {
    /// What each of them has made in other parts.
    made: RefCell<Vec<Made<V>>>,
    /// The number of the next block.
    pub fresh: AtomicU32,
    /// Those who may come, for whichever layer.
    rested: &'w Rested<V>,
}

impl<'w, V> Workers<'w, V> {
    /// Nothing yet.
    pub fn new(rested: &'w Rested<V>) -> Workers<'w, V> {
        Workers { made: RefCell::default(), fresh: AtomicU32::new(0), rested }
    }

    /// One who comes, and goes on with what one has made of groups of so many parts.
    pub fn one(&self, parts: usize) -> Worker<V> {
        let made = self.made.borrow_mut().pop().unwrap_or_else(|| Made::new(parts));
        Worker { made, ..self.rested.borrow_mut().pop().unwrap_or_default() }
    }

    /// They rest, and leave what they made.
    pub fn leave(&mut self, used: Vec<Worker<V>>) {
        for mut worker in used {
            self.made.get_mut().push(std::mem::replace(&mut worker.made, Made::new(0)));
            self.rested.borrow_mut().push(worker);
        }
    }

    /// What they made so far, with the numbers of the blocks.
    pub fn blocks(&mut self) -> impl Iterator<Item = &mut (u32, Block<V>)> {
        self.made.get_mut().iter_mut().flat_map(|made| &mut made.blocks)
    }

    /// What they made, by the numbers of the blocks.
    pub fn done(self) -> Vec<Block<V>> {
        let made = self.made.into_inner().into_iter();
        let mut blocks: Vec<(u32, Block<V>)> = made.flat_map(|made| made.blocks).collect();
        blocks.sort_unstable_by_key(|&(number, _)| number);
        blocks.into_iter().map(|(_, block)| block).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, KEPT, Pool, Rested, Worker, Workers};

    #[test]
    fn what_rests_has_no_long_lists() {
        let lengths = |items: usize| {
            let mut worker: Worker<u32> = Worker::default();
            (worker.ranks, worker.numbers) = (vec![1; items], vec![1; items]);
            (worker.turned, worker.mapped) = (vec![1; items], vec![1; items]);
            worker.few = vec![(1, 1); items / 2];
            worker.shed();
            let Worker { ranks, numbers, turned, mapped, few, .. } = worker;
            [ranks, numbers, turned, mapped]
                .map(|list| list.capacity())
                .into_iter()
                .chain([few.capacity()])
                .collect::<Vec<usize>>()
        };
        let most = KEPT / 4;
        assert_eq!(lengths(most), [most, most, most, most, most / 2]);
        assert_eq!(lengths(most + 2), [0; 5]);
    }

    /// Whoever goes on with a layer does so in the blocks that were begun, whichever worker comes;
    /// two layers share the lists of one.
    #[test]
    fn blocks_stay_with_the_layer_and_lists_with_who_rests() {
        let rested = Rested::<u32>::default();
        let pool = Pool::new(1 << 30);
        let mut layers = [Workers::new(&rested), Workers::new(&rested)];
        for (part, layer) in [(0, 0), (0, 1), (0, 0), (1, 0)] {
            let layer = &mut layers[layer];
            let mut worker = layer.one(2);
            worker.few.push((1, 1));
            let (block, _) = worker.block(&pool, (part, Form::Sparse), 1, &layer.fresh).unwrap();
            block.numbers.push(7);
            layer.leave(vec![worker]);
        }
        let states = |layer: Workers<'_, u32>| {
            layer.done().iter().map(|block| block.numbers.len()).collect::<Vec<usize>>()
        };
        assert_eq!(layers.map(states), [vec![2, 1], vec![1]]);
        let rested: Vec<usize> = rested.take().iter().map(|worker| worker.few.len()).collect();
        assert_eq!(rested, [4]);
    }
}
