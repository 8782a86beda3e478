//! `Depot`: the files of what does not fit in memory.
//!
//! A layer is made part by part, and what was made of it is put down in between, a batch at a
//! time, whenever it takes its share of the memory: a file for each part that the next stage
//! will ask for. That reads a part's files from end to end when its turn has come. The files of
//! a layer stay until the next one is saved: whatever happens, one is whole.

use std::sync::Mutex;

use super::keeper::{Keeper, NO_LAYER};
use crate::engine::Put;
use crate::error::Error;
use crate::tours::frontier::Bytes;
use crate::tours::halves::degrees::Degrees;
use crate::tours::halves::matching::places;
use crate::tours::halves::sweep::block::{Block, Form, Pool};
use crate::tours::halves::sweep::crew::Crew;
use crate::tours::halves::sweep::expand::Unfinished;
use crate::tours::halves::sweep::layer::{Home, Kept, Layer, Span};
use crate::tours::halves::sweep::partition::{Class, MOST as MOST_PARTS, Partition};
use crate::tours::halves::sweep::ring::{Number, Ring};
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

/// Bytes of a frame, about.
const FRAME: usize = 1 << 20;
/// No block has more states: those of ten pairs are 654,729,075.
const MOST_STATES: usize = 1 << 30;
/// What blocks have of each group, by the number that stands for it.
const FORMS: [Form; Form::COUNT] = [Form::Sparse, Form::Dense, Form::Marked];
/// No layer is put down in more batches.
const MOST_BATCHES: usize = 1 << 20;

/// Puts a layer, of which the first frame has said how many spans and blocks there are: those of
/// its blocks that are not away.
pub fn put_layer<V: Bytes + Copy>(put: Put<'_>, layer: &Layer<'_, V>) -> Result<(), Error> {
    put_all(put, &layer.spans)?;
    let blocks = layer.blocks.iter().enumerate().filter(|(_, block)| !block.numbers.is_empty());
    blocks.map(|(number, block)| (number as u32, block)).try_for_each(|it| put_block(put, it))
}

/// Puts a block of this number.
pub fn put_block<V: Bytes + Copy>(
    put: Put<'_>,
    (number, block): (u32, &Block<V>),
) -> Result<(), Error> {
    let form = FORMS.iter().position(|&form| form == block.form()).expect("all are there") as u64;
    let mut head = Vec::new();
    [u64::from(number), form, block.part as u64, block.numbers.len() as u64].put(&mut head);
    put(&head)?;
    put_all(put, &block.ranks)?;
    put_all(put, &block.numbers)
}

fn put_all<T: Bytes + Copy>(put: Put<'_>, items: &[T]) -> Result<(), Error> {
    let mut frame = Vec::with_capacity(FRAME);
    for some in items.chunks(FRAME / T::LEN) {
        frame.clear();
        some.iter().for_each(|&item| item.put(&mut frame));
        put(&frame)?;
    }
    Ok(())
}

/// Adds the items of a frame, so many at most; none if it is no such frame.
fn take_some<T: Bytes>(frame: &[u8], most: usize, items: &mut Vec<T>) -> Option<()> {
    let read = frame.chunks_exact(T::LEN);
    if !read.remainder().is_empty() || read.len() > most {
        return None;
    }
    items.extend(read.map(T::get));
    Some(())
}

/// Why a layer was not read.
#[derive(Debug, PartialEq, Eq)]
pub enum Unread {
    /// The frames are those of no such layer.
    Wrong,
    /// There was no memory.
    Full,
}

/// Blocks that are being read.
pub struct Blocks<'r, V> {
    pool: &'r Pool<V>,
    /// What was read, by number.
    read: Vec<(u32, Block<V>)>,
    /// The states of the last one.
    states: usize,
}

impl<'r, V: Bytes + Copy> Blocks<'r, V> {
    /// None yet.
    pub fn new(pool: &'r Pool<V>) -> Blocks<'r, V> {
        Blocks { pool, read: Vec::new(), states: 0 }
    }

    /// The next frame.
    pub fn take(&mut self, frame: &[u8]) -> Result<(), Unread> {
        let states = self.states;
        let last = self.read.last_mut().map(|(_, block)| block);
        let Some(block) = last.filter(|block| !is_full(block, states)) else {
            return self.open(frame);
        };
        let ranks = if block.form() == Form::Sparse { states - block.ranks.len() } else { 0 };
        let taken = match ranks {
            0 => take_some(frame, states - block.numbers.len(), &mut block.numbers),
            _ => take_some(frame, ranks, &mut block.ranks),
        };
        taken.ok_or(Unread::Wrong)
    }

    /// A block's first frame.
    fn open(&mut self, frame: &[u8]) -> Result<(), Unread> {
        let is_head = frame.len() == <[u64; 4]>::LEN;
        let [number, form, part, states] = if is_head { Bytes::get(frame) } else { [u64::MAX; 4] };
        let number = u32::try_from(number).map_err(|_| Unread::Wrong)?;
        let form = FORMS.get(form as usize).copied().ok_or(Unread::Wrong)?;
        if part >= MOST_PARTS as u64 || states > MOST_STATES as u64 {
            return Err(Unread::Wrong);
        }
        self.states = states as usize;
        let mut block = self.pool.take_of(form, self.states).ok_or(Unread::Full)?;
        block.part = part as usize;
        self.read.push((number, block));
        Ok(())
    }

    /// Puts what was read among so many blocks, in the place of none.
    pub fn end(self, blocks: &mut [Block<V>]) -> Result<(), Unread> {
        let states = self.states;
        if self.read.last().is_some_and(|(_, block)| !is_full(block, states)) {
            return Err(Unread::Wrong);
        }
        for (number, block) in self.read {
            match blocks.get_mut(number as usize) {
                Some(place) if place.numbers.is_empty() => *place = block,
                _ => return Err(Unread::Wrong),
            }
        }
        Ok(())
    }
}

/// A layer that is being read.
pub struct Reading<'r, 'p, V> {
    layer: Layer<'p, V>,
    spans: Vec<Kept>,
    /// Blocks that there are to be.
    count: usize,
    blocks: Blocks<'r, V>,
}

impl<'r, 'p, V: Bytes + Copy + Default + PartialEq> Reading<'r, 'p, V> {
    /// Into a layer without states, of so many blocks.
    pub fn new(layer: Layer<'p, V>, pool: &'r Pool<V>, count: usize) -> Reading<'r, 'p, V> {
        Reading { layer, spans: Vec::new(), count, blocks: Blocks::new(pool) }
    }

    /// The frame that tells what is away: how many batches, and the parts of each.
    pub fn take_away(&mut self, frame: &[u8]) -> Result<(), Unread> {
        let mut words = Vec::new();
        take_some(frame, MOST_BATCHES, &mut words).ok_or(Unread::Wrong)?;
        match words[..] {
            [count, ref batches @ ..] if count == batches.len() as u64 => {
                self.layer.away = batches.to_vec();
                Ok(())
            }
            _ => Err(Unread::Wrong),
        }
    }

    /// The next frame of the others.
    pub fn take(&mut self, frame: &[u8]) -> Result<(), Unread> {
        match self.layer.spans.len() - self.spans.len() {
            0 => self.blocks.take(frame),
            left => take_some(frame, left, &mut self.spans).ok_or(Unread::Wrong),
        }
    }

    /// The layer, if it is one of so many states, in blocks of these parts; what is away is
    /// looked at when it comes back.
    pub fn end<R: Ring<Value = V>>(
        self,
        ring: R,
        states: u64,
        partition: Option<&Partition>,
    ) -> Result<Layer<'p, V>, Unread> {
        let Reading { mut layer, spans, count, blocks } = self;
        // Each block was begun for a group.
        if spans.len() != layer.spans.len() || count > spans.len() {
            return Err(Unread::Wrong);
        }
        layer.spans.copy_from_slice(&spans);
        layer.blocks.resize_with(count, Block::default);
        blocks.end(&mut layer.blocks)?;
        (layer.states, layer.is_read) = (states, true);
        let is_here = |part| !layer.is_away(part);
        let found = states_of(ring, &layer, partition, is_here).ok_or(Unread::Wrong)?;
        if found == states || !layer.away.is_empty() { Ok(layer) } else { Err(Unread::Wrong) }
    }
}

/// True if a block has so many states.
fn is_full<V>(block: &Block<V>, states: usize) -> bool {
    let is_listed = block.form() != Form::Sparse || block.ranks.len() == states;
    is_listed && block.numbers.len() == states
}

/// The states of some parts, if all of their groups are such as their degrees have them.
pub fn states_of<R: Ring>(
    ring: R,
    layer: &Layer<'_, R::Value>,
    partition: Option<&Partition>,
    is_looked_at: impl Fn(usize) -> bool,
) -> Option<u64> {
    let (mut place, mut states) = (0, 0);
    for word in 0..layer.index.words() {
        let mut left = layer.index.bits(word);
        while left != 0 {
            let number = 64 * word + left.trailing_zeros() as usize;
            left &= left - 1;
            let d = layer.numbers.degrees(number);
            let part = partition.map(|partition| partition.class(d));
            if is_looked_at(part.unwrap_or(0)) {
                states += sound_group(ring, layer, place, (d, part))?;
            }
            place += 1;
        }
    }
    Some(states)
}

/// The states of the group of these degrees at a place; none if there can be no such group.
fn sound_group<R: Ring>(
    ring: R,
    layer: &Layer<'_, R::Value>,
    place: usize,
    (d, part): (Degrees, Option<usize>),
) -> Option<u64> {
    let Span { block, start, len, bound } = layer.span(place);
    let Some(block) = layer.blocks.get(block as usize) else {
        return (len == 0).then_some(0);
    };
    let (range, size) = (start as usize..start as usize + len as usize, places(d.pairs()));
    let numbers = block.numbers.get(range.clone())?;
    let are_listed = match block.form() {
        Form::Dense => len == 0 || numbers.len() == size,
        Form::Sparse => {
            let ranks = &block.ranks[range];
            ranks.is_sorted_by(|a, b| a < b) && ranks.last().is_none_or(|&m| (m as usize) < size)
        }
        Form::Marked => {
            len == 0 || {
                let marks = block.numbers.get(range.end..range.end + R::Value::of_marks(size))?;
                let words = marks.chunks(64 / R::Value::BITS.max(1)).map(R::Value::marks);
                let words: Vec<u64> = words.collect();
                let marked: u32 = words.iter().map(|word| word.count_ones()).sum();
                let beyond =
                    size % 64 > 0 && words.last().is_some_and(|last| last >> (size % 64) > 0);
                marked == len && !beyond
            }
        }
    };
    let is_there = len == 0 || part.is_none_or(|part| part == block.part);
    let is_sound = are_listed && is_there && bound >= 0.0 && numbers.iter().all(|&n| ring.has(n));
    is_sound.then(|| numbers.iter().filter(|&&n| n != R::Value::default()).count() as u64)
}
