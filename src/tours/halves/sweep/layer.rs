//! `Layer`: the states before a step, in groups of the same degrees.

use super::block::{Block, Form};
use super::ring::Number;
use crate::engine::on_large_pages;
use crate::simd::Machine;
use crate::tours::halves::degrees::{
    Degrees, Mirror, Numbering, Packed, Ranked, SlotMap, Stored, stored,
};
use crate::tours::halves::machine::list_bits;
use crate::tours::halves::matching::{all_ranks, places};

/// Where the states of a group are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    /// The block.
    pub block: u32,
    /// The first of them in the block.
    pub start: u32,
    /// The numbers that are stored.
    pub len: u32,
    /// At least the sum of their numbers, cycles included.
    pub bound: f64,
}

/// A span as it is kept: the system has zeros for these, so that whoever writes one is the first
/// to touch it.
pub type Kept = [u32; 4];

impl Span {
    /// To be kept: the bound is rounded up to the upper half of its bits.
    #[inline(always)]
    pub fn kept(self) -> Kept {
        let upper = self.bound.to_bits().div_ceil(1 << 32) as u32;
        [self.block, self.start, self.len, upper]
    }

    /// What was kept.
    #[inline(always)]
    pub fn of([block, start, len, upper]: Kept) -> Span {
        Span { block, start, len, bound: f64::from_bits(u64::from(upper) << 32) }
    }
}

/// The states of a layer. Where the layer has a mirror, of two groups that are each other's images
/// one is there.
#[derive(Debug)]
pub struct Layer<'p, V> {
    /// The groups.
    pub index: Ranked,
    /// The numbers of degrees.
    pub numbers: &'p Numbering,
    mirror: Option<&'p Mirror>,
    /// By place in the index.
    pub spans: Vec<Kept>,
    /// How many states there are, or were.
    pub states: u64,
    /// The states.
    pub blocks: Vec<Block<V>>,
    /// By batch, the parts whose blocks of it are in files.
    pub away: Vec<u64>,
    /// What those files are known by.
    pub home: Home,
    /// True if an earlier run has made it.
    pub is_read: bool,
}

/// What files of a layer are known by: the part of the sweep that made it, and the cuts that led there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Home {
    /// What tells it from all else.
    pub words: [u64; 5],
    /// How many cuts there are.
    pub depth: u64,
}

impl<'p, V> Layer<'p, V> {
    /// The layer of these live degrees, without states.
    pub fn new(live: &Packed, numbers: &'p Numbering, mirror: Option<&'p Mirror>) -> Layer<'p, V> {
        let index = Ranked::new(&live.unpacked());
        let spans = on_large_pages(vec![Kept::default(); index.count()]);
        Layer {
            index,
            numbers,
            mirror,
            spans,
            states: 0,
            blocks: Vec::new(),
            away: Vec::new(),
            home: Home::default(),
            is_read: false,
        }
    }

    /// The mirror of the layer.
    pub fn mirror(&self) -> Option<&'p SlotMap> {
        self.mirror.map(|mirror| &mirror.slots)
    }

    /// What stands for these degrees, if they are there.
    #[inline(always)]
    pub fn stored(&self, d: Degrees) -> Option<Stored> {
        stored(self.mirror, self.numbers, d)
    }

    /// The place of these degrees, and true if their mirror image is what is there.
    #[inline(always)]
    pub fn find(&self, d: Degrees) -> Option<(usize, bool)> {
        let Stored { number, mirrored, .. } = self.stored(d)?;
        self.index.place(number).map(|place| (place, mirrored))
    }

    /// Where the states of the group at a place are.
    #[inline(always)]
    pub fn span(&self, place: usize) -> Span {
        Span::of(self.spans[place])
    }

    /// Has the processor fetch what the states of the group at a place begin with.
    #[inline(always)]
    pub fn prefetch(&self, machine: impl Machine, place: usize) {
        let Span { block, start, .. } = self.span(place);
        if let Some(block) = self.blocks.get(block as usize) {
            machine.prefetch(&block.numbers, start as usize);
            machine.prefetch(&block.ranks, start as usize);
        }
    }

    /// True if some blocks of a part are in files.
    pub fn is_away(&self, part: usize) -> bool {
        self.away.iter().any(|parts| parts >> part & 1 != 0)
    }

    /// Takes the blocks of a part away, as nobody will read them.
    pub fn without(&mut self, part: usize) -> impl Iterator<Item = Block<V>> {
        self.blocks.iter_mut().filter(move |block| block.part == part).map(std::mem::take)
    }
}

/// The ranks of a group, as they are stored.
#[derive(Clone, Copy, Debug)]
pub enum Ranks<'l, V> {
    /// Every matching has a number.
    All,
    /// In ascending order.
    Listed(&'l [u32]),
    /// Marks, as numbers.
    Marked(&'l [V]),
}

impl<'l, V: Number> Ranks<'l, V> {
    /// The ranks one by one, marks by way of `room`; none if they are all.
    #[inline(always)]
    pub fn listed<'r>(self, machine: impl Machine, room: &'r mut Vec<u32>) -> Option<&'r [u32]>
    where
        'l: 'r,
    {
        match self {
            Ranks::All => None,
            Ranks::Listed(ranks) => Some(ranks),
            Ranks::Marked(marks) => {
                room.clear();
                for (at, numbers) in marks.chunks(64 / V::BITS.max(1)).enumerate() {
                    list_bits(machine, V::marks(numbers), 64 * at as u32, room);
                }
                Some(room)
            }
        }
    }
}

impl<V: Number> Layer<'_, V> {
    /// The ranks and the numbers of the group at a place, which has so many pairs.
    #[inline(always)]
    pub fn group(&self, place: usize, pairs: usize) -> (Ranks<'_, V>, &[V]) {
        let Span { block, start, len, .. } = self.span(place);
        let range = start as usize..start as usize + len as usize;
        match self.blocks.get(block as usize) {
            Some(block) => match block.form() {
                Form::Sparse => (Ranks::Listed(&block.ranks[range.clone()]), &block.numbers[range]),
                Form::Dense => (Ranks::All, &block.numbers[range]),
                Form::Marked => {
                    let end = range.end + V::of_marks(places(pairs));
                    (Ranks::Marked(&block.numbers[range.end..end]), &block.numbers[range])
                }
            },
            None => (Ranks::Listed(&[]), &[]),
        }
    }

    /// The same with the ranks one by one, in `room` if they are stored as marks; some numbers may be
    /// zero.
    #[inline(always)]
    pub fn states<'r>(
        &'r self,
        machine: impl Machine,
        place: usize,
        pairs: usize,
        room: &'r mut Vec<u32>,
    ) -> (&'r [u32], &'r [V]) {
        let (ranks, numbers) = self.group(place, pairs);
        (ranks.listed(machine, room).unwrap_or_else(|| all_ranks(numbers.len())), numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::Span;

    #[test]
    fn a_bound_that_is_kept_is_hardly_more_and_never_less() {
        for bound in [0.0, 1.0, 3.0, 12_345.678, 9_007_199_254_740_991.0, 1.1e300] {
            let span = Span { block: 1, start: 2, len: 3, bound };
            let Span { block, start, len, bound: kept } = Span::of(span.kept());
            assert_eq!((block, start, len), (1, 2, 3));
            assert!(bound <= kept && kept <= bound * (1.0 + 1e-6), "{bound} {kept}");
        }
    }
}
