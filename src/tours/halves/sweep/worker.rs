//! `Worker`: what a thread that expands a layer has for itself.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::block::{Block, Form, Pool};
use crate::tours::halves::matching::Act;

/// A group that a target is made of.
#[derive(Clone, Copy)]
pub struct Source {
    /// The number by which it is stored; then its place.
    pub at: u32,
    /// The same number.
    pub stored: u32,
    pub mirrored: bool,
    pub act: Act,
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
    /// By form: the one that is being filled.
    pub open: [Option<usize>; 2],
    pub array: Vec<V>,
    pub turned: Vec<u32>,
    pub few: Vec<(u32, V)>,
    /// The groups of a piece, each with the end of its sources.
    pub targets: Vec<(u32, u32)>,
    pub sources: Vec<Source>,
    /// No block was to be had.
    pub full: bool,
}

impl<V> Worker<V> {
    /// Without blocks yet.
    pub fn new() -> Worker<V> {
        Worker {
            blocks: Vec::new(),
            open: [None; 2],
            array: Vec::new(),
            turned: Vec::new(),
            few: Vec::new(),
            targets: Vec::new(),
            sources: Vec::new(),
            full: false,
        }
    }

    /// The block of a form that is being filled, with room for so many states, and its number.
    pub fn block(
        &mut self,
        pool: &Pool<V>,
        form: Form,
        room: usize,
        fresh: &AtomicU32,
    ) -> Option<(&mut Block<V>, u32)> {
        if self.open[form as usize].is_none_or(|at| !self.blocks[at].1.has_room(room)) {
            let Some(block) = pool.take(form, room) else {
                self.full = true;
                return None;
            };
            self.open[form as usize] = Some(self.blocks.len());
            self.blocks.push((fresh.fetch_add(1, Relaxed), block));
        }
        let (number, block) = &mut self.blocks[self.open[form as usize]?];
        Some((block, *number))
    }

    /// The same, when it is there.
    pub fn filling(&mut self, form: Form) -> &mut Block<V> {
        let at = self.open[form as usize].expect("it was there a moment ago");
        &mut self.blocks[at].1
    }
}
