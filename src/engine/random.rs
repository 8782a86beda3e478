//! `Random`: the random numbers of estimates, samples and ties, the same on every machine.

/// A small random number generator (Steele, Lea and Flood's SplitMix64): the same seed
/// gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number below `bound`, which must not be 0; the bias is below 2^-32 for bounds
    /// below 2^32.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        ((u128::from(z) * bound as u128) >> 64) as usize
    }
}
