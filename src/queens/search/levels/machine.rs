//! `Machine`: vector operations on columns for one kind of processor.

/// The most lanes of a vector.
pub(super) const MOST_LANES: usize = 16;

/// A piece of work to be compiled for a machine.
pub(super) trait Job {
    /// The result.
    type Output;
    /// Does the work; inlined into [`Machine::enter`].
    fn run(self, machine: impl Machine) -> Self::Output;
}

/// Operations of one kind of processor on the words of all lanes. A mask has a bit for each lane.
pub(super) trait Machine: Copy {
    /// A word of 32 bits in each lane.
    type Words: Copy;

    /// The number of lanes.
    const LANES: usize;

    /// Runs a job compiled with the processor's instructions.
    fn enter<T: Job>(self, job: T) -> T::Output;

    /// The same word in each lane.
    fn splat(self, word: u32) -> Self::Words;

    /// The words at the beginning of a slice of at least [`Machine::LANES`] words.
    fn load(self, from: &[u32]) -> Self::Words;

    /// Writes the words of the masked lanes to the beginning of a slice, in order; the rest of the
    /// first [`Machine::LANES`] words of the slice is overwritten.
    fn pack(self, words: Self::Words, mask: u32, to: &mut [u32]);

    fn or(self, one: Self::Words, other: Self::Words) -> Self::Words;

    fn and(self, one: Self::Words, other: Self::Words) -> Self::Words;

    /// The bits of `one` that `other` lacks.
    fn less(self, one: Self::Words, other: Self::Words) -> Self::Words;

    /// The lowest bit of each word.
    fn lowest(self, words: Self::Words) -> Self::Words;

    fn left(self, words: Self::Words) -> Self::Words;

    fn right(self, words: Self::Words) -> Self::Words;

    /// The lanes whose word is not zero.
    fn some(self, words: Self::Words) -> u32;
}

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

const LANES: usize = 8;

impl Machine for Portable {
    type Words = [u32; LANES];

    const LANES: usize = LANES;

    fn enter<T: Job>(self, job: T) -> T::Output {
        job.run(self)
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Self::Words {
        [word; LANES]
    }

    #[inline(always)]
    fn load(self, from: &[u32]) -> Self::Words {
        let mut words = [0; LANES];
        words.copy_from_slice(&from[..LANES]);
        words
    }

    #[inline(always)]
    fn pack(self, words: Self::Words, mask: u32, to: &mut [u32]) {
        let to = &mut to[..LANES];
        let mut packed = 0;
        for (lane, word) in words.into_iter().enumerate() {
            // Branch-free; there are never more words than lanes.
            to[packed & (LANES - 1)] = word;
            packed += (mask >> lane & 1) as usize;
        }
    }

    #[inline(always)]
    fn or(self, one: Self::Words, other: Self::Words) -> Self::Words {
        std::array::from_fn(|lane| one[lane] | other[lane])
    }

    #[inline(always)]
    fn and(self, one: Self::Words, other: Self::Words) -> Self::Words {
        std::array::from_fn(|lane| one[lane] & other[lane])
    }

    #[inline(always)]
    fn less(self, one: Self::Words, other: Self::Words) -> Self::Words {
        std::array::from_fn(|lane| one[lane] & !other[lane])
    }

    #[inline(always)]
    fn lowest(self, words: Self::Words) -> Self::Words {
        words.map(|word| word & word.wrapping_neg())
    }

    #[inline(always)]
    fn left(self, words: Self::Words) -> Self::Words {
        words.map(|word| word << 1)
    }

    #[inline(always)]
    fn right(self, words: Self::Words) -> Self::Words {
        words.map(|word| word >> 1)
    }

    #[inline(always)]
    fn some(self, words: Self::Words) -> u32 {
        words.iter().zip(0..).fold(0, |mask, (&word, lane)| mask | u32::from(word != 0) << lane)
    }
}
