//! `Backend`, `Job`, `Machine`: kinds of processors, and code compiled for them.

/// The vector instructions that a run may use. They never change a count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Vectors {
    /// The widest that the processor has.
    #[default]
    Native,
    /// AVX2 at most, as if there were no AVX-512.
    Narrow,
    /// Only those that every processor of the architecture has.
    None,
}

/// A processor with the AVX-512 features of Intel's Ice Lake or AMD's Zen 4.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Avx512(pub(super) ());

/// A processor with AVX2, BMI1 and BMI2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Avx2(pub(super) ());

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// The kind of processor that a run uses.
#[derive(Clone, Copy, Debug)]
pub enum Backend {
    /// AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// Any processor.
    Portable,
}

impl Backend {
    /// The best backend that the processor has and the argument allows.
    pub fn new(vectors: Vectors) -> Backend {
        #[cfg(target_arch = "x86_64")]
        {
            if let (Vectors::Native, Some(machine)) = (vectors, Avx512::detect()) {
                return Backend::Avx512(machine);
            }
            if let (Vectors::Native | Vectors::Narrow, Some(machine)) = (vectors, Avx2::detect()) {
                return Backend::Avx2(machine);
            }
        }
        let _ = vectors;
        Backend::Portable
    }

    /// Its name, for reports.
    pub fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512(_) => "AVX-512",
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2(_) => "AVX2",
            Backend::Portable => "portable",
        }
    }

    /// Runs a job in code compiled for the processor.
    #[inline(always)]
    pub fn enter<T: Job>(self, job: T) -> T::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512(machine) => machine.enter(job),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2(machine) => machine.enter(job),
            Backend::Portable => portable(job),
        }
    }

    /// The backends that this processor can run, for tests that compare them.
    #[cfg(test)]
    pub fn all() -> [Backend; 3] {
        [Vectors::None, Vectors::Narrow, Vectors::Native].map(Backend::new)
    }
}

/// Not inlined, because callers are compiled several times.
#[inline(never)]
fn portable<T: Job>(job: T) -> T::Output {
    job.run(Portable)
}

/// Work that is compiled for each backend.
pub trait Job {
    /// The result.
    type Output;
    /// Does the work. Mark it and everything that it calls often `#[inline(always)]`.
    fn run(self, machine: impl Machine) -> Self::Output;
}

/// One kind of processor, and its vectors of 32-bit words. A mask has a bit for each lane.
pub trait Machine: Copy {
    /// A word of 32 bits in each lane.
    type Words: Copy;

    /// The number of lanes.
    const LANES: usize;

    /// Which backend it is: a constant, so a `match` on it costs nothing.
    fn backend(self) -> Backend;

    /// Prefetches an item, if the processor has an instruction for that.
    #[inline(always)]
    fn prefetch<T>(self, _items: &[T], _at: usize) {}

    /// A vector with this word in each lane.
    fn splat(self, word: u32) -> Self::Words;

    /// The first words of a slice of at least [`Machine::LANES`].
    fn load(self, from: &[u32]) -> Self::Words;

    /// The words of a slice of any length, up to the number of lanes; zero in the other lanes.
    fn load_part(self, from: &[u32]) -> Self::Words;

    /// Writes the words of the lanes in the mask to the beginning of a slice, in their order. The
    /// rest of the first [`Machine::LANES`] words of the slice is overwritten.
    fn pack(self, words: Self::Words, mask: u32, to: &mut [u32]);

    /// Bitwise or.
    fn or(self, one: Self::Words, other: Self::Words) -> Self::Words;

    /// Bitwise and.
    fn and(self, one: Self::Words, other: Self::Words) -> Self::Words;

    /// The bits of `one` that are not in `other`.
    fn less(self, one: Self::Words, other: Self::Words) -> Self::Words;

    /// The lowest bit of each word.
    fn lowest(self, words: Self::Words) -> Self::Words;

    /// Each word shifted up by one bit.
    fn left(self, words: Self::Words) -> Self::Words;

    /// Each word shifted down by one bit.
    fn right(self, words: Self::Words) -> Self::Words;

    /// Each word shifted down by the word of its lane, which is below 32.
    fn shifted(self, words: Self::Words, by: Self::Words) -> Self::Words;

    /// The lanes whose word is not zero.
    fn some(self, words: Self::Words) -> u32;

    /// The lanes of a mask whose word has a bit that is in neither of two others.
    #[inline(always)]
    fn some_less(self, mask: u32, words: Self::Words, others: [Self::Words; 2]) -> u32 {
        mask & self.some(self.less(words, self.or(others[0], others[1])))
    }

    /// The lanes of a mask in which neither pair of words has a bit in common.
    #[inline(always)]
    fn apart(self, mask: u32, one: [Self::Words; 2], other: [Self::Words; 2]) -> u32 {
        let common = [0, 1].map(|pair| self.and(one[pair], other[pair]));
        mask & !self.some(self.or(common[0], common[1]))
    }
}
