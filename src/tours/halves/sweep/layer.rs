//! `Layer`: the states before a step, grouped by degrees.

use super::block::{Block, Form};
use super::ring::Number;
use crate::engine::on_large_pages;
use crate::simd::Machine;
use crate::tours::halves::degrees::{
    Degrees, Mirror, Numbering, Packed, Ranked, SlotMap, Stored, stored,
};
use crate::tours::halves::machine::list_bits;
use crate::tours::halves::matching::{all_ranks, matchings};

/// The position of a group's states.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    pub block: u32,
    /// The first of the group's numbers in the block.
    pub start: u32,
    /// The number of stored numbers.
    pub len: u32,
    /// An upper bound of their sum that includes closed cycles.
    pub bound: f64,
}

/// A span as it is stored. The system provides zeroed pages, so the first write to a page is the
/// thread's own.
pub type PackedSpan = [u32; 4];

impl Span {
    /// The stored form. The bound is rounded up to the upper 32 of its bits.
    #[inline(always)]
    pub fn packed(self) -> PackedSpan {
        let upper = self.bound.to_bits().div_ceil(1 << 32) as u32;
        [self.block, self.start, self.len, upper]
    }

    /// The span of a stored form.
    #[inline(always)]
    pub fn of([block, start, len, upper]: PackedSpan) -> Span {
        Span { block, start, len, bound: f64::from_bits(u64::from(upper) << 32) }
    }
}

/// The states of a layer. If the layer has a mirror, only one of two groups that are images of each
/// other is stored.
#[derive(Debug)]
pub struct Layer<'p, V> {
    /// The places of the groups.
    pub index: Ranked,
    pub numbers: &'p Numbering,
    mirror: Option<&'p Mirror>,
    pub spans: Vec<PackedSpan>,
    /// The number of states, including freed ones.
    pub states: u64,
    pub blocks: Vec<Block<V>>,
    /// By batch: the set of parts that have blocks on disk.
    pub spilled: Vec<u64>,
    /// The key of those files.
    pub file_key: FileKey,
    /// True if the layer was loaded from an earlier run.
    pub is_loaded: bool,
}

/// Identifies the files of a layer: the part of the sweep that made it, and the number of cuts.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileKey {
    /// Words that distinguish this part from all others.
    pub words: [u64; 5],
    /// The number of cuts that lead to this part.
    pub depth: u64,
}

impl<'p, V> Layer<'p, V> {
    /// A layer with these live degrees and no states.
    pub fn new(live: &Packed, numbers: &'p Numbering, mirror: Option<&'p Mirror>) -> Layer<'p, V> {
        let index = Ranked::new(&live.unpacked());
        let spans = on_large_pages(vec![PackedSpan::default(); index.count()]);
        Layer {
            index,
            numbers,
            mirror,
            spans,
            states: 0,
            blocks: Vec::new(),
            spilled: Vec::new(),
            file_key: FileKey::default(),
            is_loaded: false,
        }
    }

    pub fn mirror(&self) -> Option<&'p SlotMap> {
        self.mirror.map(|mirror| &mirror.slots)
    }

    /// The stored representative of these degrees.
    #[inline(always)]
    pub fn stored(&self, d: Degrees) -> Option<Stored> {
        stored(self.mirror, self.numbers, d)
    }

    /// The place of these degrees, and true if their mirror image is stored.
    #[inline(always)]
    pub fn find(&self, d: Degrees) -> Option<(usize, bool)> {
        let Stored { number, mirrored, .. } = self.stored(d)?;
        self.index.place(number).map(|place| (place, mirrored))
    }

    #[inline(always)]
    pub fn span(&self, place: usize) -> Span {
        Span::of(self.spans[place])
    }

    /// Prefetches the first states of the group at a place.
    #[inline(always)]
    pub fn prefetch(&self, machine: impl Machine, place: usize) {
        let Span { block, start, .. } = self.span(place);
        if let Some(block) = self.blocks.get(block as usize) {
            machine.prefetch(&block.numbers, start as usize);
            machine.prefetch(&block.ranks, start as usize);
        }
    }

    /// True if some blocks of this part are on disk.
    pub fn is_spilled(&self, part: usize) -> bool {
        self.spilled.iter().any(|parts| parts >> part & 1 != 0)
    }

    /// The numbers of the blocks of a part that are in memory, in ascending order.
    pub fn in_memory(&self, part: usize) -> Vec<usize> {
        let blocks = self.blocks.iter().enumerate();
        let own = blocks.filter(|(_, block)| block.part == part && !block.numbers.is_empty());
        own.map(|(number, _)| number).collect()
    }

    /// Removes the blocks of a part, except those whose numbers are in `kept`, which is sorted.
    pub fn take_blocks(&mut self, part: usize, kept: &[usize]) -> impl Iterator<Item = Block<V>> {
        let blocks = self.blocks.iter_mut().enumerate();
        let goes = move |(number, block): &(usize, &mut Block<V>)| {
            block.part == part && kept.binary_search(number).is_err()
        };
        blocks.filter(goes).map(|(_, block)| std::mem::take(block))
    }
}

/// The ranks of a group as they are stored.
#[derive(Clone, Copy, Debug)]
pub enum Ranks<'l, V> {
    All,
    /// In ascending order.
    Listed(&'l [u32]),
    /// A bitmap, stored as numbers.
    Marked(&'l [V]),
}

impl<'l, V: Number> Ranks<'l, V> {
    /// The ranks as a list, decoded into `buffer` if they are a bitmap; none if they are all.
    #[inline(always)]
    pub fn listed<'r>(self, machine: impl Machine, buffer: &'r mut Vec<u32>) -> Option<&'r [u32]>
    where
        'l: 'r,
    {
        match self {
            Ranks::All => None,
            Ranks::Listed(ranks) => Some(ranks),
            Ranks::Marked(marks) => {
                buffer.clear();
                for (at, numbers) in marks.chunks(64 / V::BITS.max(1)).enumerate() {
                    list_bits(machine, V::marks(numbers), 64 * at as u32, buffer);
                }
                Some(buffer)
            }
        }
    }
}

impl<V: Number> Layer<'_, V> {
    /// The ranks and numbers of the group at a place; `pairs` is its number of pairs.
    #[inline(always)]
    pub fn group(&self, place: usize, pairs: usize) -> (Ranks<'_, V>, &[V]) {
        let Span { block, start, len, .. } = self.span(place);
        let range = start as usize..start as usize + len as usize;
        match self.blocks.get(block as usize) {
            Some(block) => match block.form() {
                Form::Sparse => (Ranks::Listed(&block.ranks[range.clone()]), &block.numbers[range]),
                Form::Dense => (Ranks::All, &block.numbers[range]),
                Form::Marked => {
                    let end = range.end + V::of_marks(matchings(pairs));
                    (Ranks::Marked(&block.numbers[range.end..end]), &block.numbers[range])
                }
            },
            None => (Ranks::Listed(&[]), &[]),
        }
    }

    /// Like [`Layer::group`], with the ranks as a list. Some of the numbers may be zero.
    #[inline(always)]
    pub fn states<'r>(
        &'r self,
        machine: impl Machine,
        place: usize,
        pairs: usize,
        buffer: &'r mut Vec<u32>,
    ) -> (&'r [u32], &'r [V]) {
        let (ranks, numbers) = self.group(place, pairs);
        (ranks.listed(machine, buffer).unwrap_or_else(|| all_ranks(numbers.len())), numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::Span;

    #[test]
    fn a_packed_bound_is_slightly_larger() {
        for bound in [0.0, 1.0, 3.0, 12_345.678, 9_007_199_254_740_991.0, 1.1e300] {
            let span = Span { block: 1, start: 2, len: 3, bound };
            let Span { block, start, len, bound: packed } = Span::of(span.packed());
            assert_eq!((block, start, len), (1, 2, 3));
            assert!(bound <= packed && packed <= bound * (1.0 + 1e-6), "{bound} {packed}");
        }
    }
}
