//! Layers as frames of a file, with all checks when they are loaded.

use crate::engine::Put;
use crate::error::Error;
use crate::tours::frontier::Bytes;
use crate::tours::halves::degrees::Degrees;
use crate::tours::halves::matching::matchings;
use crate::tours::halves::sweep::block::{Block, BlockPool, Form};
use crate::tours::halves::sweep::layer::{Layer, PackedSpan, Span};
use crate::tours::halves::sweep::partition::{MOST as MOST_PARTS, Partition};
use crate::tours::halves::sweep::ring::{Number, Ring};

/// The approximate bytes of a frame.
const FRAME: usize = 1 << 20;
/// An upper bound of the states of a block; there are 654,729,075 matchings of ten pairs.
const MOST_STATES: usize = 1 << 30;
/// The storage formats by their number in files.
const FORMS: [Form; Form::COUNT] = [Form::Sparse, Form::Dense, Form::Marked];
/// An upper bound of the batches of a layer.
const MOST_BATCHES: usize = 1 << 20;

/// Writes the spans of a layer and its blocks in memory. The first frame has their numbers.
pub fn write_layer<V: Bytes + Copy>(put: Put<'_>, layer: &Layer<'_, V>) -> Result<(), Error> {
    write_all(put, &layer.spans)?;
    let mut blocks = layer.blocks.iter().enumerate().filter(|(_, block)| !block.numbers.is_empty());
    blocks.try_for_each(|(number, block)| write_block(put, number as u32, block))
}

/// Writes a block and its number.
pub fn write_block<V: Bytes + Copy>(
    put: Put<'_>,
    number: u32,
    block: &Block<V>,
) -> Result<(), Error> {
    let form =
        FORMS.iter().position(|&form| form == block.form()).expect("the table has all formats")
            as u64;
    let mut head = Vec::new();
    [u64::from(number), form, block.part as u64, block.numbers.len() as u64].put(&mut head);
    put(&head)?;
    write_all(put, &block.ranks)?;
    write_all(put, &block.numbers)
}

fn write_all<T: Bytes + Copy>(put: Put<'_>, items: &[T]) -> Result<(), Error> {
    let mut frame = Vec::with_capacity(FRAME);
    for some in items.chunks(FRAME / T::LEN) {
        frame.clear();
        some.iter().for_each(|&item| item.put(&mut frame));
        put(&frame)?;
    }
    Ok(())
}

/// Appends the items of a frame; none if it is malformed or has more than `most`.
fn read_items<T: Bytes>(frame: &[u8], most: usize, items: &mut Vec<T>) -> Option<()> {
    let read = frame.chunks_exact(T::LEN);
    if !read.remainder().is_empty() || read.len() > most {
        return None;
    }
    items.extend(read.map(T::get));
    Some(())
}

/// Why a layer was not read.
#[derive(Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The frames are invalid.
    Invalid,
    OutOfMemory,
}

pub struct BlockReader<'r, V> {
    pool: &'r BlockPool<V>,
    /// The blocks so far, with their numbers.
    read: Vec<(u32, Block<V>)>,
    /// The number of states of the last block.
    states: usize,
}

impl<'r, V: Bytes + Copy> BlockReader<'r, V> {
    pub fn new(pool: &'r BlockPool<V>) -> BlockReader<'r, V> {
        BlockReader { pool, read: Vec::new(), states: 0 }
    }

    pub fn take(&mut self, frame: &[u8]) -> Result<(), ReadError> {
        let states = self.states;
        let last = self.read.last_mut().map(|(_, block)| block);
        let Some(block) = last.filter(|block| !is_full(block, states)) else {
            return self.open(frame);
        };
        let ranks = if block.form() == Form::Sparse { states - block.ranks.len() } else { 0 };
        let taken = match ranks {
            0 => read_items(frame, states - block.numbers.len(), &mut block.numbers),
            _ => read_items(frame, ranks, &mut block.ranks),
        };
        taken.ok_or(ReadError::Invalid)
    }

    /// Reads the first frame of a block.
    fn open(&mut self, frame: &[u8]) -> Result<(), ReadError> {
        let is_head = frame.len() == <[u64; 4]>::LEN;
        let [number, form, part, states] = if is_head { Bytes::get(frame) } else { [u64::MAX; 4] };
        let number = u32::try_from(number).map_err(|_| ReadError::Invalid)?;
        let form = FORMS.get(form as usize).copied().ok_or(ReadError::Invalid)?;
        if part >= MOST_PARTS as u64 || states > MOST_STATES as u64 {
            return Err(ReadError::Invalid);
        }
        self.states = states as usize;
        let mut block = self.pool.take_exact(form, self.states).ok_or(ReadError::OutOfMemory)?;
        block.part = part as usize;
        self.read.push((number, block));
        Ok(())
    }

    /// Puts the blocks in their places, which must be empty.
    pub fn end(self, blocks: &mut [Block<V>]) -> Result<(), ReadError> {
        let states = self.states;
        if self.read.last().is_some_and(|(_, block)| !is_full(block, states)) {
            return Err(ReadError::Invalid);
        }
        for (number, block) in self.read {
            match blocks.get_mut(number as usize) {
                Some(place) if place.numbers.is_empty() => *place = block,
                _ => return Err(ReadError::Invalid),
            }
        }
        Ok(())
    }
}

pub struct LayerReader<'r, 'p, V> {
    layer: Layer<'p, V>,
    spans: Vec<PackedSpan>,
    count: usize,
    blocks: BlockReader<'r, V>,
}

impl<'r, 'p, V: Bytes + Copy + Default + PartialEq> LayerReader<'r, 'p, V> {
    /// Reads into a layer without states; it has `count` blocks.
    pub fn new(
        layer: Layer<'p, V>,
        pool: &'r BlockPool<V>,
        count: usize,
    ) -> LayerReader<'r, 'p, V> {
        LayerReader { layer, spans: Vec::new(), count, blocks: BlockReader::new(pool) }
    }

    /// Reads the frame with the number of batches, and the parts of each.
    pub fn read_spilled(&mut self, frame: &[u8]) -> Result<(), ReadError> {
        let mut words = Vec::new();
        read_items(frame, MOST_BATCHES, &mut words).ok_or(ReadError::Invalid)?;
        match words[..] {
            [count, ref batches @ ..] if count == batches.len() as u64 => {
                self.layer.spilled = batches.to_vec();
                Ok(())
            }
            _ => Err(ReadError::Invalid),
        }
    }

    pub fn take(&mut self, frame: &[u8]) -> Result<(), ReadError> {
        match self.layer.spans.len() - self.spans.len() {
            0 => self.blocks.take(frame),
            left => read_items(frame, left, &mut self.spans).ok_or(ReadError::Invalid),
        }
    }

    /// The layer, if it has this many states, in blocks of these parts. Spilled blocks are checked
    /// when they are loaded.
    pub fn end<R: Ring<Value = V>>(
        self,
        ring: R,
        states: u64,
        partition: Option<&Partition>,
    ) -> Result<Layer<'p, V>, ReadError> {
        let LayerReader { mut layer, spans, count, blocks } = self;
        // Every block has at least one group.
        if spans.len() != layer.spans.len() || count > spans.len() {
            return Err(ReadError::Invalid);
        }
        layer.spans.copy_from_slice(&spans);
        layer.blocks.resize_with(count, Block::default);
        blocks.end(&mut layer.blocks)?;
        (layer.states, layer.is_loaded) = (states, true);
        let is_here = |part| !layer.is_spilled(part);
        let found = states_of(ring, &layer, partition, is_here).ok_or(ReadError::Invalid)?;
        if found == states || !layer.spilled.is_empty() {
            Ok(layer)
        } else {
            Err(ReadError::Invalid)
        }
    }
}

fn is_full<V>(block: &Block<V>, states: usize) -> bool {
    let is_listed = block.form() != Form::Sparse || block.ranks.len() == states;
    is_listed && block.numbers.len() == states
}

/// The states of the selected parts; none if a group is inconsistent with its degrees.
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
                states += sound_group(ring, layer, place, d, part)?;
            }
            place += 1;
        }
    }
    Some(states)
}

/// The states of a group; none if its data are invalid.
fn sound_group<R: Ring>(
    ring: R,
    layer: &Layer<'_, R::Value>,
    place: usize,
    d: Degrees,
    part: Option<usize>,
) -> Option<u64> {
    let Span { block, start, len, bound } = layer.span(place);
    let Some(block) = layer.blocks.get(block as usize) else {
        return (len == 0).then_some(0);
    };
    let (range, size) = (start as usize..start as usize + len as usize, matchings(d.pairs()));
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
