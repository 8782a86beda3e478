//! `SpillFiles`: layers that do not fit in memory.
//!
//! A layer is made part by part. Whenever its blocks exceed the limit, they are written as a batch:
//! one file for each part of the next stage, which reads these files when it reaches the part. The
//! files of a layer are kept until the next layer is saved, so that one complete layer exists at
//! any time.

use std::sync::Mutex;

use super::checkpoint_files::{CheckpointFiles, NO_LAYER};
use super::layer_frames::{BlockReader, ReadError, states_of, write_block};
use crate::engine::Put;
use crate::error::Error;
use crate::tours::frontier::Bytes;
use crate::tours::halves::sweep::block::{Block, BlockPool};
use crate::tours::halves::sweep::expand::Unfinished;
use crate::tours::halves::sweep::layer::{FileKey, Layer};
use crate::tours::halves::sweep::partition::{Class, MOST as MOST_PARTS};
use crate::tours::halves::sweep::ring::Ring;
use crate::tours::halves::sweep::thread_pool::ThreadPool;
use crate::tours::halves::sweep::worker::Workers;

/// The prefix of these files.
const BATCH: &str = "batch-";

/// The spill files of a half.
#[derive(Clone, Copy, Debug)]
pub struct SpillFiles<'s> {
    checkpoint: CheckpointFiles<'s>,
    /// The bytes of blocks above which a batch is written.
    most: u64,
    /// True if the layer must stay in memory.
    stays: bool,
    thread_pool: ThreadPool,
}

/// The key of one file: a part in a batch of a layer.
#[derive(Clone, Copy)]
struct Batch {
    file_key: FileKey,
    layer: usize,
    number: usize,
    part: usize,
}

impl<'s> SpillFiles<'s> {
    /// Spills layers above `most` bytes, unless the layer stays in memory.
    pub fn new(
        checkpoint: CheckpointFiles<'s>,
        most: u64,
        stays: bool,
        thread_pool: ThreadPool,
    ) -> SpillFiles<'s> {
        SpillFiles { checkpoint, most, stays, thread_pool }
    }

    fn name(&self, Batch { file_key, layer, number, part }: Batch) -> String {
        format!("{}{layer}-{number}-{part}", batches(file_key))
    }

    fn head(&self, Batch { file_key, layer, number, part }: Batch) -> Vec<u8> {
        let mut head = Vec::new();
        file_key.words.into_iter().for_each(|word| word.put(&mut head));
        [layer, number, part].into_iter().for_each(|n| (n as u64).put(&mut head));
        head
    }

    /// The key of the files written here.
    pub fn file_key(&self) -> FileKey {
        self.checkpoint.file_key()
    }

    /// Writes the blocks of all workers as a batch, if they exceed the limit.
    pub fn spill<V: Bytes + Copy + Send + Sync>(
        &self,
        layer: usize,
        spilled: &mut Vec<u64>,
        workers: &mut Workers<'_, V>,
        pool: &BlockPool<V>,
    ) -> Result<(), Error> {
        let mut blocks: Vec<_> = workers.blocks().collect();
        if self.stays || blocks.iter().map(|(_, block)| block.bytes()).sum::<u64>() < self.most {
            return Ok(());
        }
        let mut parts: Vec<Vec<(u32, Block<V>)>> = Vec::new();
        parts.resize_with(MOST_PARTS, Vec::new);
        for (number, block) in &mut blocks {
            if !block.numbers.is_empty() {
                parts[block.part].push((*number, std::mem::take(block)));
            }
        }
        let number = spilled.len();
        let written = Mutex::new(Ok(0));
        let work = |_: &mut (), (part, blocks): (usize, Vec<(u32, Block<V>)>)| {
            let batch = Batch { file_key: self.file_key(), layer, number, part };
            let head = self.head(batch);
            let mut fill = |put: Put<'_>| {
                put(&head)?;
                blocks.iter().try_for_each(|(number, block)| write_block(put, *number, block))
            };
            let wrote = self.checkpoint.store().write(&self.name(batch), &mut fill);
            pool.recycle(blocks.into_iter().map(|(_, block)| block));
            let mut all = written.lock().expect("no thread panics while it holds the lock");
            match (&mut *all, wrote) {
                (Ok(set), Ok(())) => *set |= 1u64 << part,
                (Ok(_), Err(error)) => *all = Err(error),
                (Err(_), _) => {}
            }
            all.is_ok()
        };
        let pieces = parts.into_iter().enumerate().filter(|(_, blocks)| !blocks.is_empty());
        self.thread_pool.for_each(|| (), pieces, work, &mut || true);
        spilled.push(written.into_inner().expect("no thread panics while it holds the lock")?);
        Ok(())
    }

    /// Loads the blocks of a part from files.
    pub fn load_part<R: Ring>(
        &self,
        at: usize,
        within: Class<'_>,
        layer: &mut Layer<'_, R::Value>,
        ring: R,
        pool: &BlockPool<R::Value>,
    ) -> Result<(), Unfinished> {
        let (file_key, part, found) = (layer.file_key, within.number, Mutex::new(Ok(Vec::new())));
        let batches =
            layer.spilled.iter().enumerate().filter(|(_, parts)| **parts >> part & 1 != 0);
        let work = |_: &mut (), number: usize| {
            let read = self.read(Batch { file_key, layer: at, number, part }, pool);
            let mut all = found.lock().expect("no thread panics while it holds the lock");
            match (&mut *all, read) {
                (Ok(all), Ok(blocks)) => all.push((number, blocks)),
                (Ok(_), Err(why)) => *all = Err(why),
                (Err(_), _) => {}
            }
            all.is_ok()
        };
        self.thread_pool.for_each(|| (), batches.map(|(number, _)| number), work, &mut || true);
        let wrong = |number| {
            let name = self.name(Batch { file_key, layer: at, number, part });
            Unfinished::Failed(self.checkpoint.store().wrong(&name, NO_LAYER))
        };
        let mut last = None;
        for (number, blocks) in
            found.into_inner().expect("no thread panics while it holds the lock")?
        {
            blocks.end(&mut layer.blocks).map_err(|_| wrong(number))?;
            last = Some(number);
        }
        // Blocks written by this run need no check.
        if let Some(number) = last.filter(|_| layer.is_loaded) {
            let states = states_of(ring, layer, Some(within.partition), |other| other == part);
            states.ok_or_else(|| wrong(number))?;
        }
        Ok(())
    }

    fn read<'r, V: Bytes + Copy>(
        &self,
        batch: Batch,
        pool: &'r BlockPool<V>,
    ) -> Result<BlockReader<'r, V>, Unfinished> {
        let (name, head) = (self.name(batch), self.head(batch));
        let wrong = || self.checkpoint.store().wrong(&name, NO_LAYER);
        let (mut blocks, mut is_begun, mut is_full) = (BlockReader::new(pool), false, false);
        let read = self.checkpoint.store().read(&name, &mut |frame| {
            if !std::mem::replace(&mut is_begun, true) {
                return if frame == head { Ok(true) } else { Err(wrong()) };
            }
            match blocks.take(frame) {
                Err(ReadError::Invalid) => Err(wrong()),
                taken => {
                    is_full = taken.is_err();
                    Ok(!is_full)
                }
            }
        });
        match read.map_err(Unfinished::Failed)? {
            true if is_full => Err(Unfinished::OutOfMemory),
            true if is_begun => Ok(blocks),
            _ => Err(Unfinished::Failed(wrong())),
        }
    }

    /// Deletes the files of all layers but one, if they have this key.
    pub fn clear(&self, but: usize) -> Result<(), Error> {
        let (store, all) = (self.checkpoint.store(), batches(self.file_key()));
        let kept = format!("{all}{but}-");
        for name in store.names()? {
            if name.starts_with(&all) && !name.starts_with(&kept) {
                store.remove(&name)?;
            }
        }
        Ok(())
    }
}

/// The prefix of the files with this key.
fn batches(file_key: FileKey) -> String {
    format!("{BATCH}{}-", file_key.depth)
}
