//! `Piece`: the groups of a layer that a thread makes at a time.

use std::ops::Range;

use super::crew::{Crew, Pause};
use super::layer::{Kept, Layer};
use super::partition::Partition;
use crate::tours::halves::degrees::Ranked;

/// Groups of a piece, about.
const GROUPS: usize = 256;

/// The groups of some words of the index.
pub struct Piece<'a> {
    /// The words.
    pub words: Range<usize>,
    /// Where their states are.
    pub spans: &'a mut [Kept],
    /// True if there are groups of other parts than the one that is made.
    pub is_mixed: bool,
}

/// A piece before it has its spans.
#[derive(Clone, Debug)]
pub struct Outline {
    words: Range<usize>,
    /// The parts that its groups are of.
    parts: u64,
}

/// The pieces of a layer; none if it was ended.
pub fn outlines<V>(
    layer: &Layer<'_, V>,
    partition: &Partition,
    crew: Crew,
    pause: Pause<'_>,
) -> Option<Vec<Outline>> {
    let (index, numbers) = (&layer.index, layer.numbers);
    let mut outlines = Vec::new();
    let mut first = 0;
    while first < index.words() {
        let end = index.word_after(index.before(first) + GROUPS).max(first + 1);
        outlines.push(Outline { words: first..end, parts: 1 });
        first = end;
    }
    if partition.count() == 1 {
        return Some(outlines);
    }
    let of = |words: Range<usize>| {
        words.fold(0, |mut set, word| {
            let mut left = index.bits(word);
            while left != 0 {
                let number = 64 * word + left.trailing_zeros() as usize;
                set |= 1 << partition.class(numbers.degrees(number));
                left &= left - 1;
            }
            set
        })
    };
    let work = |_: &mut (), some: &mut [Outline]| {
        some.iter_mut().for_each(|outline| outline.parts = of(outline.words.clone()));
        true
    };
    crew.spread(|| (), outlines.chunks_mut(GROUPS), work, pause).1.then_some(outlines)
}

/// The pieces that have groups of a part.
pub fn pieces<'a>(
    index: &'a Ranked,
    mut spans: &'a mut [Kept],
    outlines: &'a [Outline],
    part: usize,
) -> impl Iterator<Item = Piece<'a>> + Send {
    outlines.iter().filter_map(move |outline| {
        let words = outline.words.clone();
        let groups = index.before(words.end) - index.before(words.start);
        let (own, rest) = std::mem::take(&mut spans).split_at_mut(groups);
        spans = rest;
        let is_mixed = outline.parts != 1 << part;
        let has_some = outline.parts >> part & 1 != 0;
        has_some.then_some(Piece { words, spans: own, is_mixed })
    })
}
