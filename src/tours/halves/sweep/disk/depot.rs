//! `Depot`: the files of what does not fit in memory.
//!
//! A layer is made part by part, and what was made of it is put down in between, a batch at a
//! time, whenever it takes its share of the memory: a file for each part that the next stage
//! will ask for. That reads a part's files from end to end when its turn has come. The files of
//! a layer stay until the next one is saved: whatever happens, one is whole.

use std::sync::Mutex;

use super::keeper::{Keeper, NO_LAYER};
use super::layers::{Blocks, Unread, put_block, states_of};
use crate::engine::Put;
use crate::error::Error;
use crate::tours::frontier::Bytes;
use crate::tours::halves::sweep::block::{Block, Pool};
use crate::tours::halves::sweep::crew::Crew;
use crate::tours::halves::sweep::expand::Unfinished;
use crate::tours::halves::sweep::layer::{Home, Layer};
use crate::tours::halves::sweep::partition::{Class, MOST as MOST_PARTS};
use crate::tours::halves::sweep::ring::Ring;
use crate::tours::halves::sweep::worker::Workers;

/// What the names of these files begin with.
const BATCH: &str = "batch-";

/// Files of a half's layers.
#[derive(Clone, Copy, Debug)]
pub struct Depot<'s> {
    keeper: Keeper<'s>,
    /// Bytes of what was made of a layer from which on it is put down.
    most: u64,
    /// True if what is made stays in memory.
    stays: bool,
    crew: Crew,
}

/// A part of a layer's batch.
#[derive(Clone, Copy)]
struct Batch {
    home: Home,
    layer: usize,
    number: usize,
    part: usize,
}

impl<'s> Depot<'s> {
    /// Of a half, for so many bytes of a layer that is made, unless that stays in memory.
    pub fn new(keeper: Keeper<'s>, most: u64, stays: bool, crew: Crew) -> Depot<'s> {
        Depot { keeper, most, stays, crew }
    }

    fn name(&self, Batch { home, layer, number, part }: Batch) -> String {
        format!("{}{layer}-{number}-{part}", batches(home))
    }

    fn head(&self, Batch { home, layer, number, part }: Batch) -> Vec<u8> {
        let mut head = Vec::new();
        home.words.into_iter().for_each(|word| word.put(&mut head));
        [layer, number, part].into_iter().for_each(|n| (n as u64).put(&mut head));
        head
    }

    /// What the files of the layers that it puts down are known by.
    pub fn home(&self) -> Home {
        self.keeper.home()
    }

    /// Puts down what workers have made of a layer, if it is much.
    pub fn put_down<V: Bytes + Copy + Send + Sync>(
        &self,
        layer: usize,
        away: &mut Vec<u64>,
        workers: &mut Workers<'_, V>,
        pool: &Pool<V>,
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
        let number = away.len();
        let written = Mutex::new(Ok(0));
        let work = |_: &mut (), (part, blocks): (usize, Vec<(u32, Block<V>)>)| {
            let batch = Batch { home: self.home(), layer, number, part };
            let head = self.head(batch);
            let mut fill = |put: Put<'_>| {
                put(&head)?;
                blocks.iter().try_for_each(|(number, block)| put_block(put, (*number, block)))
            };
            let wrote = self.keeper.store().write(&self.name(batch), &mut fill);
            pool.give_back(blocks.into_iter().map(|(_, block)| block));
            let mut all = written.lock().expect("no thread fails with the lock");
            match (&mut *all, wrote) {
                (Ok(set), Ok(())) => *set |= 1u64 << part,
                (Ok(_), Err(error)) => *all = Err(error),
                (Err(_), _) => {}
            }
            all.is_ok()
        };
        let pieces = parts.into_iter().enumerate().filter(|(_, blocks)| !blocks.is_empty());
        self.crew.spread(|| (), pieces, work, &mut || true);
        away.push(written.into_inner().expect("no thread fails with the lock")?);
        Ok(())
    }

    /// Brings the blocks of a part back that are in files.
    pub fn bring<R: Ring>(
        &self,
        (at, within): (usize, Class<'_>),
        layer: &mut Layer<'_, R::Value>,
        (ring, pool): (R, &Pool<R::Value>),
    ) -> Result<(), Unfinished> {
        let (home, part, found) = (layer.home, within.number, Mutex::new(Ok(Vec::new())));
        let batches = layer.away.iter().enumerate().filter(|(_, parts)| **parts >> part & 1 != 0);
        let work = |_: &mut (), number: usize| {
            let read = self.read(Batch { home, layer: at, number, part }, pool);
            let mut all = found.lock().expect("no thread fails with the lock");
            match (&mut *all, read) {
                (Ok(all), Ok(blocks)) => all.push((number, blocks)),
                (Ok(_), Err(why)) => *all = Err(why),
                (Err(_), _) => {}
            }
            all.is_ok()
        };
        self.crew.spread(|| (), batches.map(|(number, _)| number), work, &mut || true);
        let wrong = |number| {
            let name = self.name(Batch { home, layer: at, number, part });
            Unfinished::Failed(self.keeper.store().wrong(&name, NO_LAYER))
        };
        let mut last = None;
        for (number, blocks) in found.into_inner().expect("no thread fails with the lock")? {
            blocks.end(&mut layer.blocks).map_err(|_| wrong(number))?;
            last = Some(number);
        }
        // What this run has put down itself is what it was.
        if let Some(number) = last.filter(|_| layer.is_read) {
            let states = states_of(ring, layer, Some(within.partition), |other| other == part);
            states.ok_or_else(|| wrong(number))?;
        }
        Ok(())
    }

    fn read<'r, V: Bytes + Copy>(
        &self,
        batch: Batch,
        pool: &'r Pool<V>,
    ) -> Result<Blocks<'r, V>, Unfinished> {
        let (name, head) = (self.name(batch), self.head(batch));
        let wrong = || self.keeper.store().wrong(&name, NO_LAYER);
        let (mut blocks, mut is_begun, mut is_full) = (Blocks::new(pool), false, false);
        let read = self.keeper.store().read(&name, &mut |frame| {
            if !std::mem::replace(&mut is_begun, true) {
                return if frame == head { Ok(true) } else { Err(wrong()) };
            }
            match blocks.take(frame) {
                Err(Unread::Wrong) => Err(wrong()),
                taken => {
                    is_full = taken.is_err();
                    Ok(!is_full)
                }
            }
        });
        match read.map_err(Unfinished::Failed)? {
            true if is_full => Err(Unfinished::Full),
            true if is_begun => Ok(blocks),
            _ => Err(Unfinished::Failed(wrong())),
        }
    }

    /// Removes the files of all layers but one, as far as they are its own.
    pub fn clear(&self, but: usize) -> Result<(), Error> {
        let (store, all) = (self.keeper.store(), batches(self.home()));
        let kept = format!("{all}{but}-");
        for name in store.names()? {
            if name.starts_with(&all) && !name.starts_with(&kept) {
                store.remove(&name)?;
            }
        }
        Ok(())
    }
}

/// What the names of these files begin with.
fn batches(home: Home) -> String {
    format!("{BATCH}{}-", home.depth)
}
