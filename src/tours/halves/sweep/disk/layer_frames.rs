//! Layers as frames of a file, with all checks when they are loaded.

use crate::engine::{CheckpointStore, Put};
use crate::error::Error;
use crate::tours::frontier::Bytes;
use crate::tours::halves::degrees::Degrees;
use crate::tours::halves::machine::count_nonzero;
use crate::tours::halves::matching::matchings;
use crate::tours::halves::sweep::expand::Interrupted;
use crate::tours::halves::sweep::layer::{Block, BlockPool, Form};
use crate::tours::halves::sweep::layer::{Layer, Span};
use crate::tours::halves::sweep::partition::{MOST as MOST_PARTS, Partition};
use crate::tours::halves::sweep::ring::{Number, Ring};

/// The approximate bytes of a frame.
const FRAME: usize = 1 << 20;
/// An upper bound of the states of a block; there are 654,729,075 matchings of ten pairs.
const MOST_STATES: usize = 1 << 30;
/// The problem of a file with correct checksums.
pub const NO_LAYER: &str = "it is not a layer of this sweep";

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
    let mut head = Vec::new();
    [u64::from(number), block.form() as u64, block.part as u64, block.numbers.len() as u64]
        .put(&mut head);
    put(&head)?;
    write_all(put, &block.ranks)?;
    write_all(put, &block.numbers)
}

fn write_all<T: Bytes + Copy>(put: Put<'_>, items: &[T]) -> Result<(), Error> {
    let mut frame = Vec::with_capacity(FRAME);
    for some in items.chunks(FRAME / T::LEN) {
        frame.clear();
        T::put_all(some, &mut frame);
        put(&frame)?;
    }
    Ok(())
}

/// Appends the items of a frame, which are `most` or fewer.
pub fn read_items<T: Bytes>(
    frame: &[u8],
    most: usize,
    items: &mut Vec<T>,
) -> Result<(), ReadError> {
    let read = frame.chunks_exact(T::LEN);
    if !read.remainder().is_empty() || read.len() > most {
        return Err(ReadError::Invalid);
    }
    items.extend(read.map(T::get));
    Ok(())
}

/// Why a frame was not read.
#[derive(Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The frame is invalid.
    Invalid,
    OutOfMemory,
}

/// Reads all frames of a file, and returns their number, 0 if there is no file. `take` receives the
/// number of each frame, from 0.
pub fn read_frames(
    store: &dyn CheckpointStore,
    name: &str,
    mut take: impl FnMut(usize, &[u8]) -> Result<(), ReadError>,
) -> Result<usize, Interrupted> {
    let (mut frames, mut is_full) = (0, false);
    store.read(name, &mut |frame| {
        frames += 1;
        match take(frames - 1, frame) {
            Err(ReadError::Invalid) => Err(store.wrong(name, NO_LAYER)),
            taken => {
                is_full = taken.is_err();
                Ok(!is_full)
            }
        }
    })?;
    if is_full { Err(Interrupted::FULL) } else { Ok(frames) }
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
        match ranks {
            0 => read_items(frame, states - block.numbers.len(), &mut block.numbers),
            _ => read_items(frame, ranks, &mut block.ranks),
        }
    }

    /// Reads the first frame of a block.
    fn open(&mut self, frame: &[u8]) -> Result<(), ReadError> {
        let is_head = frame.len() == <[u64; 4]>::LEN;
        let [number, form, part, states] = if is_head { Bytes::get(frame) } else { [u64::MAX; 4] };
        let number = u32::try_from(number).map_err(|_| ReadError::Invalid)?;
        let form = Form::ALL.get(form as usize).copied().ok_or(ReadError::Invalid)?;
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
    let mut states = 0;
    for (place, number) in layer.index.numbers().enumerate() {
        let d = layer.numbers.degrees(number);
        let part = partition.map(|partition| partition.class(d));
        if is_looked_at(part.unwrap_or(0)) {
            states += sound_group(ring, layer, place, d, part)?;
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
    // A chunk is checked without branches.
    let has_all = |all: bool, &n: &R::Value| all & ring.has(n);
    let are_residues = || numbers.chunks(128).all(|chunk| chunk.iter().fold(true, has_all));
    let is_sound = are_listed && is_there && bound >= 0.0 && are_residues();
    is_sound.then(|| count_nonzero(numbers) as u64)
}
