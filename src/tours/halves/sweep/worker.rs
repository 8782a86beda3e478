//! `Worker`: what a thread that expands a layer has for itself.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::block::{Block, Form, Pool};
use crate::tours::halves::degrees::Degrees;
use crate::tours::halves::matching::Act;

/// Bytes of a list that a worker keeps for the next layer: those of the few largest groups, which
/// one thread makes now and another later, would stand by hundreds of megabytes in each of them.
const KEPT: usize = 8 << 20;

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

/// A thread's own memory.
pub struct Worker<V> {
    /// Blocks by their numbers in the layer.
    pub blocks: Vec<(u32, Block<V>)>,
    /// By part and form: the one that is being filled.
    open: Vec<[Option<usize>; 2]>,
    pub array: Vec<V>,
    /// A group before it has its place in a block.
    pub ranks: Vec<u32>,
    pub numbers: Vec<V>,
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

impl<V> Worker<V> {
    /// Without blocks yet, for groups of so many parts.
    fn new(parts: usize) -> Worker<V> {
        Worker {
            blocks: Vec::new(),
            open: vec![[None; 2]; parts],
            array: Vec::new(),
            ranks: Vec::new(),
            numbers: Vec::new(),
            turned: Vec::new(),
            mapped: Vec::new(),
            few: Vec::new(),
            targets: Vec::new(),
            sources: Vec::new(),
            states: 0,
            full: false,
        }
    }

    /// The place of the block of a part and form that is being filled, if it has so much room.
    pub fn with_room(&self, (part, form): (usize, Form), room: usize) -> Option<usize> {
        self.open[part][form as usize].filter(|&at| self.blocks[at].1.has_room(room))
    }

    /// The block of a part and form that is being filled, with room for so many states, and its
    /// number.
    pub fn block(
        &mut self,
        pool: &Pool<V>,
        (part, form): (usize, Form),
        room: usize,
        fresh: &AtomicU32,
    ) -> Option<(&mut Block<V>, u32)> {
        let found = self.with_room((part, form), room);
        let open = &mut self.open[part][form as usize];
        if found.is_none() {
            let Some(mut block) = pool.take(form, room) else {
                self.full = true;
                return None;
            };
            block.part = part;
            *open = Some(self.blocks.len());
            self.blocks.push((fresh.fetch_add(1, Relaxed), block));
        }
        let (number, block) = &mut self.blocks[(*open)?];
        Some((block, *number))
    }

    /// Without lists that are seldom so long.
    fn rested(mut self) -> Worker<V> {
        shed(&mut self.ranks);
        shed(&mut self.numbers);
        shed(&mut self.turned);
        shed(&mut self.mapped);
        shed(&mut self.few);
        self
    }
}

/// Gives a long list's memory back.
fn shed<T>(list: &mut Vec<T>) {
    if list.capacity() * size_of::<T>() > KEPT {
        *list = Vec::new();
    }
}

/// Workers between two layers: their memory serves for the next.
pub type Rested<V> = RefCell<Vec<Worker<V>>>;

/// Who makes a layer.
pub struct Workers<'w, V> {
    /// Between two parts.
    pub idle: Vec<Worker<V>>,
    /// The number of the next block.
    pub fresh: AtomicU32,
    /// Those who may come.
    pub rested: &'w Rested<V>,
}

impl<'w, V> Workers<'w, V> {
    /// Nobody yet, but those who have rested may come.
    pub fn new(rested: &'w Rested<V>) -> Workers<'w, V> {
        Workers { idle: Vec::new(), fresh: AtomicU32::new(0), rested }
    }

    /// One more, for groups of so many parts.
    pub fn more(rested: &Rested<V>, parts: usize) -> Worker<V> {
        match rested.borrow_mut().pop() {
            Some(worker) => Worker { open: vec![[None; 2]; parts], ..worker },
            None => Worker::new(parts),
        }
    }

    /// What they made, by the numbers of the blocks; then they rest.
    pub fn done(self) -> Vec<Block<V>> {
        let mut made = Vec::new();
        for mut worker in self.idle {
            made.append(&mut worker.blocks);
            self.rested.borrow_mut().push(worker.rested());
        }
        made.sort_unstable_by_key(|&(number, _)| number);
        made.into_iter().map(|(_, block)| block).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT, Worker};

    #[test]
    fn what_rests_has_no_long_lists() {
        let lengths = |items: usize| {
            let mut worker: Worker<u32> = Worker::new(1);
            (worker.ranks, worker.numbers) = (vec![1; items], vec![1; items]);
            (worker.turned, worker.mapped) = (vec![1; items], vec![1; items]);
            worker.few = vec![(1, 1); items / 2];
            let Worker { ranks, numbers, turned, mapped, few, .. } = worker.rested();
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
}
