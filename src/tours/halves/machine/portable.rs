//! The loops for any processor.

/// Numbers of which most may be zero.
pub trait Number: Copy + Default + PartialEq {}

impl<V: Copy + Default + PartialEq> Number for V {}

/// [`Packed::compact`](super::Packed::compact).
#[inline(always)]
pub fn compact<V: Number>(array: &mut [V], numbers: &mut Vec<V>, marks: &mut Vec<u64>) {
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

/// How many numbers are not zero. Chunks are counted in bytes, which cannot overflow, since a checked
/// sum takes one number at a time.
#[inline(always)]
pub fn count_nonzero<V: Number>(numbers: &[V]) -> usize {
    let of = |some: u8, n: &V| some.wrapping_add(u8::from(*n != V::default()));
    numbers.chunks(128).map(|chunk| usize::from(chunk.iter().fold(0, of))).sum()
}

/// [`list_bits`](super::list_bits).
#[inline(always)]
pub fn list_bits(mut word: u64, first: u32, places: &mut Vec<u32>) {
    while word != 0 {
        places.push(first + word.trailing_zeros());
        word &= word - 1;
    }
}

/// Lanes of [`lane_sums`](super::lane_sums).
pub const LANES: usize = 1024;

/// The number of lanes that are computed together; their total is a multiple of it.
pub const TOGETHER: usize = 128;

/// What [`lane_sums`](super::lane_sums) looks up.
#[derive(Clone, Copy, Debug)]
pub struct Lookups<'a> {
    /// Each of 16 bytes, the first the lowest.
    pub tables: &'a [u128],
    /// As long as each other.
    pub planes: &'a [&'a [u8]],
    pub width: u16,
}

/// [`lane_sums`](super::lane_sums).
#[inline(always)]
pub fn lane_sums(lookups: &Lookups<'_>, base: u8, pairs: &mut [u16; LANES / 2]) -> [u8; 2] {
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
