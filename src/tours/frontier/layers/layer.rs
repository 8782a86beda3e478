//! `Layer`: the states between two steps.

use super::block::Block;
use super::entry::{Entry, Spread};
use crate::tours::frontier::state::Key;

/// The states of one layer by partition, each once.
pub struct Layer<E: Entry> {
    pub partitions: Vec<Vec<Block<E>>>,
    pub spread: Spread,
}

impl<E: Entry> Layer<E> {
    pub fn empty(spread: Spread) -> Layer<E> {
        let mut partitions = Vec::new();
        partitions.resize_with(spread.partitions(), Vec::new);
        Layer { partitions, spread }
    }

    /// The states and their numbers.
    pub fn entries(&self) -> impl Iterator<Item = (E::Key, E::Value)> {
        self.partitions.iter().flatten().flatten().copied()
    }

    pub fn len(&self) -> usize {
        self.partitions.iter().flatten().map(Vec::len).sum()
    }

    /// The `count` states with the least hashes: the same on every run.
    pub fn sample(&self, count: usize) -> Vec<E::Key> {
        let mut keys: Vec<E::Key> = Vec::new();
        for blocks in &self.partitions {
            keys.extend(blocks.iter().flatten().map(|entry| entry.0));
            if keys.len() >= count {
                break;
            }
        }
        keys.sort_unstable_by_key(|key| (key.mixed(self.spread.salt), *key));
        keys.truncate(count);
        keys
    }

    /// The blocks; the last ones are taken first.
    pub fn into_blocks(self) -> Vec<Block<E>> {
        self.partitions.into_iter().flatten().collect()
    }
}
