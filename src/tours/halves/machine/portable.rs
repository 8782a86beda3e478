//! `Machine`: the loops that differ, for one kind of processor; and `Portable`, for any.

/// A piece of work to be compiled for a machine.
pub trait Job {
    /// What it works out.
    type Output;
    /// Does it; to be inlined into [`Machine::enter`], with everything that it calls often.
    fn run(self, machine: impl Machine) -> Self::Output;
}

/// Lanes of [`Machine::sums`].
pub const LANES: usize = 1024;

/// Lanes that are worked out together: so many, or a multiple, are.
pub const TOGETHER: usize = 128;

/// What [`Machine::sums`] looks up.
#[derive(Clone, Copy, Debug)]
pub struct Lookups<'a> {
    /// Each of 16 bytes, the first the lowest.
    pub tables: &'a [u128],
    /// As long as each other.
    pub planes: &'a [&'a [u8]],
    pub width: u16,
}

/// How one kind of processor does it. Every machine gives the same results.
pub trait Machine: Copy {
    /// Runs a job with the processor's instructions allowed to the compiler.
    fn enter<T: Job>(self, job: T) -> T::Output;

    /// Has an item fetched that will be wanted soon, if there is such an instruction.
    fn prefetch<T>(self, _items: &[T], _at: usize) {}

    /// Appends what is not zero in an array, and 64 marks for each 64 places of it, a bit for each
    /// place that is not zero; and clears the array.
    fn compact_u64(self, array: &mut [u64], numbers: &mut Vec<u64>, marks: &mut Vec<u64>);

    /// The same for numbers of 32 bits.
    fn compact_u32(self, array: &mut [u32], numbers: &mut Vec<u32>, marks: &mut Vec<u64>);

    /// The same for numbers of 16 bits.
    fn compact_u16(self, array: &mut [u16], numbers: &mut Vec<u16>, marks: &mut Vec<u64>);

    /// The same for numbers of 8 bits.
    fn compact_u8(self, array: &mut [u8], numbers: &mut Vec<u8>, marks: &mut Vec<u64>);

    /// Appends the places of the bits that are set in a word, the lowest of which has place `first`.
    #[inline(always)]
    fn places(self, word: u64, first: u32, places: &mut Vec<u32>) {
        let mut left = word;
        while left != 0 {
            places.push(first + left.trailing_zeros());
            left &= left - 1;
        }
    }

    /// In each lane of the planes, a multiple of [`TOGETHER`] and at most [`LANES`], the sum modulo 256 of `base`,
    /// of the first plane, and of what the tables have at the lane's entries in the other planes,
    /// which are below 16; and the least and the largest sum. Each two lanes are written as one
    /// number, the second `width` times.
    fn sums(self, lookups: &Lookups<'_>, base: u8, pairs: &mut [u16; LANES / 2]) -> [u8; 2];
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Machine for Portable {
    fn enter<T: Job>(self, job: T) -> T::Output {
        job.run(self)
    }

    #[inline(always)]
    fn compact_u64(self, array: &mut [u64], numbers: &mut Vec<u64>, marks: &mut Vec<u64>) {
        compact(array, numbers, marks);
    }

    #[inline(always)]
    fn compact_u32(self, array: &mut [u32], numbers: &mut Vec<u32>, marks: &mut Vec<u64>) {
        compact(array, numbers, marks);
    }

    #[inline(always)]
    fn compact_u16(self, array: &mut [u16], numbers: &mut Vec<u16>, marks: &mut Vec<u64>) {
        compact(array, numbers, marks);
    }

    #[inline(always)]
    fn compact_u8(self, array: &mut [u8], numbers: &mut Vec<u8>, marks: &mut Vec<u64>) {
        compact(array, numbers, marks);
    }

    #[inline(always)]
    fn sums(self, lookups: &Lookups<'_>, base: u8, pairs: &mut [u16; LANES / 2]) -> [u8; 2] {
        let Lookups { tables, planes, width } = *lookups;
        let mut sums = [0u8; LANES];
        let sums = &mut sums[..planes[0].len()];
        sums.iter_mut().zip(planes[0]).for_each(|(sum, own)| *sum = own.wrapping_add(base));
        for (table, plane) in tables.iter().zip(&planes[1..]) {
            let table = table.to_le_bytes();
            for (sum, &at) in sums.iter_mut().zip(*plane) {
                *sum = sum.wrapping_add(table[usize::from(at % 16)]);
            }
        }
        for (pair, two) in pairs.iter_mut().zip(sums.as_chunks().0) {
            let [first, second] = two.map(u16::from);
            *pair = first.wrapping_add(second.wrapping_mul(width));
        }
        let extremes = [sums.iter().min(), sums.iter().max()];
        extremes.map(|sum| sum.copied().unwrap_or_default())
    }
}

/// See [`Machine::compact_u64`].
#[inline(always)]
pub fn compact<V: Copy + Default + PartialEq>(
    array: &mut [V],
    numbers: &mut Vec<V>,
    marks: &mut Vec<u64>,
) {
    let zero = V::default();
    for chunk in array.chunks_mut(64) {
        let mut word = 0;
        for (at, n) in chunk.iter().enumerate() {
            word |= u64::from(*n != zero) << at;
        }
        marks.push(word);
        while word != 0 {
            let n = &mut chunk[word.trailing_zeros() as usize];
            numbers.push(*n);
            *n = zero;
            word &= word - 1;
        }
    }
}
