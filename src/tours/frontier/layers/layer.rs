//! `Layer`: the states between two steps.

use super::block::Block;
use super::entry::{Entry, Spread};
use crate::tours::frontier::state::Key;

/// States of one layer by partition; each is there once.
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
        let spread = self.spread;
        let lists = self.partitions.iter().enumerate();
        lists.flat_map(move |(partition, blocks)| {
            blocks.iter().flatten().map(move |&packed| {
                let (tag, value) = E::unpack(packed);
                (E::key(tag, partition, spread), value)
            })
        })
    }

    pub fn len(&self) -> usize {
        self.partitions.iter().flatten().map(Vec::len).sum()
    }

    /// The states with the `count` least hashes: the same on every run.
    pub fn sample(&self, count: usize) -> Vec<E::Key> {
        let mut keys: Vec<E::Key> = Vec::new();
        for (partition, blocks) in self.partitions.iter().enumerate() {
            let key = |&packed| E::key(E::unpack(packed).0, partition, self.spread);
            keys.extend(blocks.iter().flatten().map(key));
            if keys.len() >= count {
                break;
            }
        }
        sorted_sample(keys, self.spread, count)
    }

    /// The blocks with their partitions; the last ones are taken first.
    pub fn into_blocks(self) -> Vec<(usize, Block<E>)> {
        let partitions = self.partitions.into_iter().enumerate();
        let blocks =
            partitions.flat_map(|(at, blocks)| blocks.into_iter().map(move |block| (at, block)));
        blocks.collect()
    }
}

/// The keys with the `count` least hashes.
pub fn sorted_sample<K: Key>(mut keys: Vec<K>, spread: Spread, count: usize) -> Vec<K> {
    keys.sort_unstable_by_key(|key| (key.mixed(spread.salt), *key));
    keys.truncate(count);
    keys
}
