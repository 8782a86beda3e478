//! `Lanes`: 512 bits, one for each board that is tested in parallel.

/// The number of bits.
pub(super) const LANES: usize = 512;
const WORDS: usize = LANES / 64;

/// One bit for each of 512 boards: that of board `8 i + w` is bit `i` of word `w`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Lanes(pub [u64; WORDS]);

impl Lanes {
    pub const NONE: Lanes = Lanes([0; WORDS]);
    pub const ALL: Lanes = Lanes([!0; WORDS]);

    /// The boards `0..count`.
    #[inline(always)]
    pub fn first(count: usize) -> Lanes {
        let mut lanes = Lanes::NONE;
        for (word, bits) in lanes.0.iter_mut().enumerate() {
            let here = (count + WORDS - 1).saturating_sub(word) / WORDS;
            *bits = if here == 64 { !0 } else { (1 << here) - 1 };
        }
        lanes
    }

    #[inline(always)]
    pub fn and(mut self, other: &Lanes) -> Lanes {
        for word in 0..WORDS {
            self.0[word] &= other.0[word];
        }
        self
    }

    #[inline(always)]
    pub fn xor(mut self, other: &Lanes) -> Lanes {
        for word in 0..WORDS {
            self.0[word] ^= other.0[word];
        }
        self
    }

    #[inline(always)]
    pub fn or(mut self, other: &Lanes) -> Lanes {
        for word in 0..WORDS {
            self.0[word] |= other.0[word];
        }
        self
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

/// Transposes each of the eight 64×64 bit matrices formed by the rows' words.
#[inline(always)]
pub(super) fn transpose(rows: &mut [Lanes; 64]) {
    let mut step = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while step > 0 {
        for block in (0..64).step_by(2 * step) {
            for at in block..block + step {
                for word in 0..WORDS {
                    let (low, high) = (rows[at].0[word], rows[at + step].0[word]);
                    let swap = (low >> step ^ high) & mask;
                    rows[at].0[word] = low ^ swap << step;
                    rows[at + step].0[word] = high ^ swap;
                }
            }
        }
        step /= 2;
        mask ^= mask << step;
    }
}
