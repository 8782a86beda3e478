//! A layer as frames: its spans, then block after block the ranks and the numbers.
//!
//! What is read is no layer of this half until all of it was looked at: each span inside its
//! block, each rank one of its degrees' matchings, each number one of the ring.

use crate::engine::Put;
use crate::error::Error;
use crate::tours::frontier::Bytes;
use crate::tours::halves::degrees::Degrees;
use crate::tours::halves::matching::places;
use crate::tours::halves::sweep::block::{Block, Form, Pool};
use crate::tours::halves::sweep::layer::{Kept, Layer, Span};
use crate::tours::halves::sweep::partition::{MOST as MOST_PARTS, Partition};
use crate::tours::halves::sweep::ring::{Number, Ring};

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
