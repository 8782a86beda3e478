//! Vectors as arrays, for any processor.

use super::machine::{Backend, Machine, Portable};

const LANES: usize = 8;

macro_rules! operations {
    ($($name:ident($($lane:ident),*) => $result:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, $($lane: [u32; LANES]),*) -> [u32; LANES] {
            std::array::from_fn(|at| {
                $(let $lane = $lane[at];)*
                $result
            })
        }
    )*};
}

impl Machine for Portable {
    type Words = [u32; LANES];

    const LANES: usize = LANES;

    #[inline(always)]
    fn backend(self) -> Backend {
        Backend::Portable
    }

    #[inline(always)]
    fn splat(self, word: u32) -> [u32; LANES] {
        [word; LANES]
    }

    #[inline(always)]
    fn load(self, from: &[u32]) -> [u32; LANES] {
        let mut words = [0; LANES];
        words.copy_from_slice(&from[..LANES]);
        words
    }

    #[inline(always)]
    fn load_part(self, from: &[u32]) -> [u32; LANES] {
        std::array::from_fn(|lane| from.get(lane).copied().unwrap_or_default())
    }

    #[inline(always)]
    fn pack(self, words: [u32; LANES], mask: u32, to: &mut [u32]) {
        let to = &mut to[..LANES];
        let mut packed = 0;
        for (lane, word) in words.into_iter().enumerate() {
            // The mask replaces a branch; `packed` is always below `LANES`.
            to[packed & (LANES - 1)] = word;
            packed += (mask >> lane & 1) as usize;
        }
    }

    operations! {
        or(one, other) => one | other;
        and(one, other) => one & other;
        less(one, other) => one & !other;
        lowest(word) => word & word.wrapping_neg();
        left(word) => word << 1;
        right(word) => word >> 1;
        shifted(word, by) => word.wrapping_shr(by);
    }

    #[inline(always)]
    fn some(self, words: [u32; LANES]) -> u32 {
        words.iter().zip(0..).fold(0, |mask, (&word, lane)| mask | u32::from(word != 0) << lane)
    }
}

/// Does nothing: the hardware prefetcher has to suffice.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub fn prefetch<T>(_: *const T) {}
