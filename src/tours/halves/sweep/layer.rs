//! `Layer`: the states before a step, in groups of the same degrees.

use super::block::{Block, Form};
use super::crew::Crew;
use crate::tours::halves::degrees::{Degrees, Numbering, Packed, Ranked, SlotMap};
use crate::tours::halves::machine::{Job, Machine};
use crate::tours::halves::matching::all_ranks;

/// Words of a set that a thread takes at a time.
const WORDS: usize = 1 << 12;

/// Where the states of a group are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    /// The block.
    pub block: u32,
    /// The first of them in the block.
    pub start: u32,
    /// The numbers that are stored.
    pub len: u32,
    /// Those of them that are not zero.
    pub states: u32,
    /// At least the sum of their numbers, cycles included.
    pub bound: f64,
}

/// The states of a layer. Where the layer has a mirror, only groups whose degrees are not above
/// their mirror image are there.
#[derive(Debug)]
pub struct Layer<'p, V> {
    /// The groups.
    pub index: Ranked,
    /// The numbers of degrees.
    pub numbers: &'p Numbering,
    mirror: Option<&'p SlotMap>,
    /// By place in the index.
    pub spans: Vec<Span>,
    /// The states.
    pub blocks: Vec<Block<V>>,
}

impl<'p, V> Layer<'p, V> {
    /// The layer of these live degrees, without states.
    pub fn new(
        live: &Packed,
        numbers: &'p Numbering,
        mirror: Option<&'p SlotMap>,
        crew: Crew,
    ) -> Layer<'p, V> {
        let mut set = live.unpack();
        if let Some(mirror) = mirror {
            let pieces = set.words_mut().chunks_mut(WORDS).enumerate();
            let work = |_: &mut (), (at, words): (usize, &mut [u64])| {
                crew.backend.enter(Halve { numbers, mirror, first: at * WORDS, words });
                true
            };
            crew.spread(|| (), pieces, work, &mut || true);
        }
        let index = Ranked::new(&set);
        let spans = vec![Span::default(); index.count()];
        Layer { index, numbers, mirror, spans, blocks: Vec::new() }
    }

    /// The mirror of the layer.
    pub fn mirror(&self) -> Option<&'p SlotMap> {
        self.mirror
    }

    /// The number by which these degrees are stored, if they are, the degrees that have it, and
    /// true if these are the mirror image.
    #[inline(always)]
    pub fn stored(&self, d: Degrees) -> (usize, Degrees, bool) {
        let number = self.numbers.number(d);
        let Some(mirror) = self.mirror else { return (number, d, false) };
        let image = mirror.degrees(d);
        let other = self.numbers.number(image);
        if other < number { (other, image, true) } else { (number, d, false) }
    }

    /// The place of these degrees, and true if their mirror image is what is there.
    #[inline(always)]
    pub fn find(&self, d: Degrees) -> Option<(usize, bool)> {
        let (number, _, mirrored) = self.stored(d);
        self.index.place(number).map(|place| (place, mirrored))
    }

    /// The states of the group at a place: ranks and numbers, some of which may be zero.
    #[inline(always)]
    pub fn states(&self, place: usize) -> (&[u32], &[V]) {
        let (ranks, numbers) = self.stored_at(place);
        (ranks.unwrap_or_else(|| all_ranks(numbers.len())), numbers)
    }

    /// The same; no ranks if every matching has a number.
    #[inline(always)]
    pub fn stored_at(&self, place: usize) -> (Option<&[u32]>, &[V]) {
        let Span { block, start, len, .. } = self.spans[place];
        let range = start as usize..start as usize + len as usize;
        match self.blocks.get(block as usize) {
            Some(block) => match block.form() {
                Form::Sparse => (Some(&block.ranks[range.clone()]), &block.numbers[range]),
                Form::Dense => (None, &block.numbers[range]),
            },
            None => (Some(&[]), &[]),
        }
    }

    /// Takes the blocks of a part away, as nobody will read them.
    pub fn without(&mut self, part: usize) -> impl Iterator<Item = Block<V>> {
        self.blocks.iter_mut().filter(move |block| block.part == part).map(std::mem::take)
    }

    /// How many states there are, or were.
    pub fn len(&self) -> u64 {
        self.spans.iter().map(|span| u64::from(span.states)).sum()
    }
}

/// Keeps the degrees that are not above their mirror image.
struct Halve<'a> {
    numbers: &'a Numbering,
    mirror: &'a SlotMap,
    first: usize,
    words: &'a mut [u64],
}

impl Job for Halve<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Machine) {
        let Halve { numbers, mirror, first, words } = self;
        for (at, word) in words.iter_mut().enumerate() {
            let mut left = *word;
            while left != 0 {
                let number = 64 * (first + at) + left.trailing_zeros() as usize;
                left &= left - 1;
                if number > numbers.number(mirror.degrees(numbers.degrees(number))) {
                    *word &= !(1 << (number % 64));
                }
            }
        }
    }
}
