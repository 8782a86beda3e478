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
use crate::tours::halves::sweep::parts::{MOST as MOST_PARTS, Parts};
use crate::tours::halves::sweep::ring::Ring;

/// Bytes of a frame, about.
const FRAME: usize = 1 << 20;
/// No block has more states: those of ten pairs are 654,729,075.
const MOST_STATES: usize = 1 << 30;

/// Puts a layer, of which the first frame has said how many spans and blocks there are.
pub fn put_layer<V: Bytes + Copy>(put: Put<'_>, layer: &Layer<'_, V>) -> Result<(), Error> {
    put_all(put, &layer.spans)?;
    for block in &layer.blocks {
        let mut head = Vec::new();
        let form = u64::from(block.form() == Form::Dense);
        [form, block.part as u64, block.numbers.len() as u64].put(&mut head);
        put(&head)?;
        put_all(put, &block.ranks)?;
        put_all(put, &block.numbers)?;
    }
    Ok(())
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

/// A layer that is being read.
pub struct Reading<'r, 'p, V> {
    layer: Layer<'p, V>,
    pool: &'r Pool<V>,
    spans: Vec<Kept>,
    /// Blocks that there are to be.
    blocks: usize,
    /// The states of the last block.
    states: usize,
}

impl<'r, 'p, V: Bytes + Copy + Default + PartialEq> Reading<'r, 'p, V> {
    /// Into a layer without states, of so many blocks.
    pub fn new(layer: Layer<'p, V>, pool: &'r Pool<V>, blocks: usize) -> Reading<'r, 'p, V> {
        Reading { layer, pool, spans: Vec::new(), blocks, states: 0 }
    }

    /// The next frame.
    pub fn take(&mut self, frame: &[u8]) -> Result<(), Unread> {
        let left = self.layer.spans.len() - self.spans.len();
        if left > 0 {
            return take_some(frame, left, &mut self.spans).ok_or(Unread::Wrong);
        }
        let states = self.states;
        let Some(block) = self.layer.blocks.last_mut().filter(|block| !is_full(block, states))
        else {
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
        let is_head = frame.len() == <[u64; 3]>::LEN && self.layer.blocks.len() < self.blocks;
        let [form, part, states] = if is_head { Bytes::get(frame) } else { [u64::MAX; 3] };
        if form > 1 || part >= MOST_PARTS as u64 || states > MOST_STATES as u64 {
            return Err(Unread::Wrong);
        }
        self.states = states as usize;
        let form = if form == 1 { Form::Dense } else { Form::Sparse };
        let mut block = self.pool.take(form, self.states).ok_or(Unread::Full)?;
        block.part = part as usize;
        self.layer.blocks.push(block);
        Ok(())
    }

    /// The layer, if it is one of so many states, in blocks of these parts.
    pub fn end<R: Ring<Value = V>>(
        self,
        ring: R,
        states: u64,
        parts: Option<&Parts>,
    ) -> Result<Layer<'p, V>, Unread> {
        let Reading { mut layer, spans, blocks, .. } = self;
        let are_whole = spans.len() == layer.spans.len()
            && layer.blocks.len() == blocks
            && layer.blocks.last().is_none_or(|block| is_full(block, self.states));
        layer.spans.copy_from_slice(if are_whole { &spans } else { return Err(Unread::Wrong) });
        layer.states = states;
        if is_sound(ring, &layer, parts) { Ok(layer) } else { Err(Unread::Wrong) }
    }
}

/// True if a block has so many states.
fn is_full<V>(block: &Block<V>, states: usize) -> bool {
    let is_listed = block.form() == Form::Dense || block.ranks.len() == states;
    is_listed && block.numbers.len() == states
}

/// True if all groups are such as their degrees have them, and come to the layer's states.
fn is_sound<R: Ring>(ring: R, layer: &Layer<'_, R::Value>, parts: Option<&Parts>) -> bool {
    let (mut place, mut states) = (0, 0);
    for word in 0..layer.index.words() {
        let mut left = layer.index.bits(word);
        while left != 0 {
            let number = 64 * word + left.trailing_zeros() as usize;
            left &= left - 1;
            let d = layer.numbers.degrees(number);
            match sound_group(ring, layer, place, (d, parts)) {
                Some(some) => states += some,
                None => return false,
            }
            place += 1;
        }
    }
    states == layer.states
}

/// The states of the group of these degrees at a place; none if there can be no such group.
fn sound_group<R: Ring>(
    ring: R,
    layer: &Layer<'_, R::Value>,
    place: usize,
    (d, parts): (Degrees, Option<&Parts>),
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
    };
    let is_there = len == 0 || parts.is_none_or(|parts| parts.part(d) == block.part);
    let is_sound = are_listed && is_there && bound >= 0.0 && numbers.iter().all(|&n| ring.has(n));
    is_sound.then(|| numbers.iter().filter(|&&n| n != R::Value::default()).count() as u64)
}
