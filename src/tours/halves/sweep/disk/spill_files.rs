//! `SpillFiles`: layers that do not fit in memory.
//!
//! A layer is made part by part. Whenever its blocks exceed the limit, they are written as a batch:
//! one file for each part of the next stage, which reads these files when it reaches the part. The
//! files of a layer are kept until the next layer is saved, so that one complete layer exists at
//! any time.
//!
//! [`SavePolicy`] decides which layers are saved.

use super::checkpoint_files::{BATCH, CheckpointFiles, Found, MISSING, SavedLayer};
use super::layer_frames::{BlockReader, NO_LAYER, ReadError, read_frames, states_of, write_block};
use crate::engine::Put;
use crate::error::Error;
use crate::tours::frontier::Bytes;
use crate::tours::halves::machine::{Pause, ThreadPool};
use crate::tours::halves::sweep::expand::Interrupted;
use crate::tours::halves::sweep::layer::{Block, BlockPool};
use crate::tours::halves::sweep::layer::{FileKey, Layer};
use crate::tours::halves::sweep::partition::{Class, MOST as MOST_PARTS};
use crate::tours::halves::sweep::ring::Ring;
use crate::tours::halves::sweep::worker::Workers;

/// Where a layer goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It must stay in memory.
    Memory,
    /// What exceeds the limit goes to disk.
    Both,
    /// It goes to disk as a whole, because it stays while others are made.
    Disk,
}

/// When blocks may go to disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpillWhen {
    PartEnds,
    LayerEnds,
    MemoryIsFull,
}

/// The spill files of a half.
#[derive(Clone, Copy, Debug)]
pub struct SpillFiles<'s> {
    /// Its limit is the bytes of blocks above which a batch is written.
    checkpoint: CheckpointFiles<'s>,
    /// Where the layer goes that is being made.
    place: Place,
    thread_pool: ThreadPool,
}

impl<'s> SpillFiles<'s> {
    /// The key of the files written here.
    pub fn file_key(&self) -> FileKey {
        self.checkpoint.file_key
    }

    /// Writes the blocks of all workers as a batch if they exceed the limit, if memory is full, or at
    /// the end of a layer that goes to disk as a whole. True if it wrote them.
    pub fn spill<V: Bytes + Copy + Send + Sync>(
        &self,
        layer: usize,
        spilled: &mut Vec<u64>,
        workers: &mut Workers<'_, V>,
        pool: &BlockPool<V>,
        when: SpillWhen,
    ) -> Result<bool, Error> {
        let mut blocks: Vec<_> = workers.blocks().collect();
        let least = match (self.place, self.checkpoint.spills, when) {
            (Place::Memory, ..) | (_, None, _) => return Ok(false),
            (_, _, SpillWhen::MemoryIsFull) | (Place::Disk, _, SpillWhen::LayerEnds) => 1,
            (_, Some(limit), _) => limit,
        };
        if blocks.iter().map(|(_, block)| block.bytes()).sum::<u64>() < least {
            return Ok(false);
        }
        let mut parts: Vec<Vec<(u32, Block<V>)>> = Vec::new();
        parts.resize_with(MOST_PARTS, Vec::new);
        for (number, block) in &mut blocks {
            if !block.numbers.is_empty() {
                parts[block.part].push((*number, std::mem::take(block)));
            }
        }
        let number = spilled.len();
        let write = |(part, blocks): (usize, Vec<(u32, Block<V>)>)| {
            let (name, head) = file(self.file_key(), [layer, number, part]);
            let mut fill = |put: Put<'_>| {
                put(&head)?;
                blocks.iter().try_for_each(|(number, block)| write_block(put, *number, block))
            };
            let CheckpointFiles { store, shares, .. } = self.checkpoint;
            let wrote = match shares {
                true => store.write_briefly(&name, &mut fill),
                false => store.write(&name, &mut fill),
            };
            pool.recycle(blocks.into_iter().map(|(_, block)| block));
            wrote.map(|()| 1u64 << part)
        };
        let parts = parts.into_iter().enumerate().filter(|(_, blocks)| !blocks.is_empty());
        spilled.push(self.on_threads(parts, write)?.into_iter().fold(0, |set, part| set | part));
        Ok(true)
    }

    /// The results for all items, or the first error.
    fn on_threads<I: Send, T: Send, E: Send>(
        &self,
        items: impl Iterator<Item = I> + Send,
        work: impl Fn(I) -> Result<T, E> + Sync,
    ) -> Result<Vec<T>, E> {
        let work = |done: &mut Vec<Result<T, E>>, item, _: Pause<'_>| {
            done.push(work(item));
            done.last().is_some_and(Result::is_ok)
        };
        let (done, _) = self.thread_pool.for_each(Vec::new, items, work, &mut || true);
        done.into_iter().flatten().collect()
    }

    /// Loads the blocks of a part from files.
    pub fn load_part<R: Ring>(
        &self,
        at: usize,
        within: Class<'_>,
        layer: &mut Layer<'_, R::Value>,
        ring: R,
        pool: &BlockPool<R::Value>,
    ) -> Result<(), Interrupted> {
        let (file_key, part, store) = (layer.file_key, within.number, self.checkpoint.store);
        let file = |number| file(file_key, [at, number, part]);
        let wrong = |number| Interrupted::Failed(store.wrong(&file(number).0, NO_LAYER));
        let read = |number: usize| {
            let (name, head) = file(number);
            let mut blocks = BlockReader::new(pool);
            let frames = read_frames(store, &name, |number, frame| match number {
                0 if frame == head => Ok(()),
                0 => Err(ReadError::Invalid),
                _ => blocks.take(frame),
            })?;
            let missing = || Interrupted::Failed(store.wrong(&name, MISSING));
            if frames > 0 { Ok((number, blocks)) } else { Err(missing()) }
        };
        let found = self.on_threads(batches_of(layer, part), read)?;
        let last = found.last().map(|&(number, _)| number);
        for (number, blocks) in found {
            blocks.end(&mut layer.blocks).map_err(|_| wrong(number))?;
        }
        // Blocks written by this run need no check.
        if let Some(number) = last.filter(|_| layer.is_loaded) {
            let states = states_of(ring, layer, Some(within.partition), |other| other == part);
            states.ok_or_else(|| wrong(number))?;
        }
        Ok(())
    }

    /// Deletes the files of a part, unless a later run may resume from them.
    pub fn remove_part<V>(
        &self,
        at: usize,
        part: usize,
        layer: &Layer<'_, V>,
    ) -> Result<(), Error> {
        let CheckpointFiles { store, shares, .. } = self.checkpoint;
        let remove = |number| store.remove(&file(layer.file_key, [at, number, part]).0);
        if shares { batches_of(layer, part).try_for_each(remove) } else { Ok(()) }
    }

    /// Deletes the files of all layers but one, if they have this key.
    pub fn clear(&self, but: usize) -> Result<(), Error> {
        let (store, all) = (self.checkpoint.store, self.checkpoint.batches());
        let kept = format!("{all}{but}-");
        for name in store.names()? {
            if name.starts_with(&all) && !name.starts_with(&kept) {
                store.remove(&name)?;
            }
        }
        Ok(())
    }
}

/// The batches that have a file for this part.
fn batches_of<'l, V>(
    layer: &'l Layer<'_, V>,
    part: usize,
) -> impl Iterator<Item = usize> + Send + use<'l, V> {
    let spilled: &[u64] = &layer.spilled;
    (0..spilled.len()).filter(move |&number| spilled[number] >> part & 1 != 0)
}

/// The name and the first frame of a file: layer, batch, and part.
fn file(file_key: FileKey, [layer, number, part]: [usize; 3]) -> (String, Vec<u8>) {
    let mut head = Vec::new();
    file_key.words.put(&mut head);
    [layer, number, part].map(|n| n as u64).put(&mut head);
    (format!("{BATCH}{}-{layer}-{number}-{part}", file_key.depth), head)
}

/// Receives progress: the layer that is being expanded, and the states of the next layer once they
/// are known. If several layers are expanded part by part, it is the first of them. False stops the
/// sweep.
pub type OnProgress<'a> = &'a mut dyn FnMut(usize, Option<u64>) -> bool;

/// A layer is saved once this many times its states were made since the last save.
const WORTH: u64 = 4;

/// Decides which layers are saved, and reports progress.
pub struct SavePolicy<'k, 'w> {
    pub checkpoint: Option<CheckpointFiles<'k>>,
    on_progress: OnProgress<'w>,
    layer_states: Vec<(usize, u64)>,
    /// The states made so far, and those at the last save.
    made: u64,
    saved: u64,
}

impl<'k, 'w> SavePolicy<'k, 'w> {
    pub fn new(
        checkpoint: Option<CheckpointFiles<'k>>,
        on_progress: OnProgress<'w>,
    ) -> SavePolicy<'k, 'w> {
        SavePolicy { checkpoint, on_progress, layer_states: Vec::new(), made: 0, saved: 0 }
    }

    /// Reports the layers of the run that this one resumes; false stops the sweep.
    pub fn resume(&mut self, found: &Found) -> bool {
        let goes_on = found.layer_states.iter().all(|&(at, states)| self.report(at, Some(states)));
        self.saved = self.made;
        goes_on
    }

    /// The states of each layer so far.
    pub fn layer_states(self) -> Vec<(usize, u64)> {
        self.layer_states
    }

    /// Reports a layer, and records its states.
    pub fn report(&mut self, layer: usize, states: Option<u64>) -> bool {
        self.layer_states.extend(states.map(|states| (layer, states)));
        self.made += states.unwrap_or(0);
        (self.on_progress)(layer, states)
    }

    /// The files that layers are spilled to. They also exist without a spill limit, because an
    /// earlier run may have had less memory.
    pub fn spill_files(&self, thread_pool: ThreadPool, place: Place) -> Option<SpillFiles<'k>> {
        let checkpoint = self.checkpoint?;
        Some(SpillFiles { checkpoint, place, thread_pool })
    }

    /// Saves a layer and returns true. An ordinary layer is saved only if enough states were made
    /// since the last save.
    pub fn save<V: Bytes + Copy>(
        &mut self,
        file: SavedLayer,
        at: usize,
        wanted: u64,
        layer: &Layer<'_, V>,
    ) -> Result<bool, Error> {
        // A unit that shares its first layer starts again from that layer.
        let Some(checkpoint) = self.checkpoint.filter(|files| !files.shares) else {
            return Ok(false);
        };
        let is_dear = self.made - self.saved < WORTH * layer.states;
        if file == SavedLayer::Current && is_dear && layer.spilled.is_empty() {
            return Ok(false);
        }
        self.saved = self.made;
        checkpoint.save(file, at, wanted, &self.layer_states, layer).map(|()| true)
    }
}
