//! `Machine`: which codes avoid which keys, for one kind of processor.

/// Codes are compared so many at a time: lists are as long as a multiple of it.
pub(super) const LANES: usize = 16;

/// Keys are compared so many at a time.
pub(super) const KEYS: usize = 4;

/// A code and a key without a common bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    /// The code's place.
    pub code: u32,
    /// The key's place.
    pub key: u32,
}

/// A piece of work to be compiled for a machine.
pub(super) trait Job {
    /// Does it; to be inlined into [`Machine::enter`].
    fn run(self, machine: impl Machine);
}

/// How one kind of processor compares. Every machine gives the same pairs.
pub(super) trait Machine: Copy {
    /// Runs a job with the processor's instructions allowed to the compiler.
    fn enter(self, job: impl Job);

    /// Says that codes will be compared soon.
    #[inline(always)]
    fn prefetch(self, _codes: &[u32]) {}

    /// True if one of sixteen codes and one of four keys have no common bit.
    fn any_apart(self, codes: &[u32; LANES], keys: &[u32; KEYS]) -> bool;

    /// Appends the pairs without a common bit.
    #[inline(always)]
    fn pairs(self, codes: &[u32], keys: &[u32], pairs: &mut Vec<Pair>) {
        let (codes, keys) = (codes.as_chunks::<LANES>().0, keys.as_chunks::<KEYS>().0);
        for (some, first_code) in codes.iter().zip((0u32..).step_by(LANES)) {
            for (four, first_key) in keys.iter().zip((0u32..).step_by(KEYS)) {
                if self.any_apart(some, four) {
                    find(some, four, Pair { code: first_code, key: first_key }, pairs);
                }
            }
        }
    }
}

/// Appends the pairs of these without a common bit; the first ones stand at these places.
#[cold]
#[inline(never)]
fn find(codes: &[u32; LANES], keys: &[u32; KEYS], first: Pair, pairs: &mut Vec<Pair>) {
    for (key, place) in keys.iter().zip(first.key..) {
        // A bit for each code, which a vector comparison makes at once.
        let bit = |(code, lane): (&u32, u32)| u32::from(code & key == 0) << lane;
        let mut apart = codes.iter().zip(0..).map(bit).fold(0, |all, bit| all | bit);
        while apart != 0 {
            pairs.push(Pair { code: first.code + apart.trailing_zeros(), key: place });
            apart &= apart - 1;
        }
    }
}

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Machine for Portable {
    fn enter(self, job: impl Job) {
        job.run(self);
    }

    #[inline(always)]
    fn any_apart(self, codes: &[u32; LANES], keys: &[u32; KEYS]) -> bool {
        let zero = |key: u32| codes.iter().fold(false, |zero, code| zero | (code & key == 0));
        keys.iter().fold(false, |any, &key| any | zero(key))
    }
}

#[cfg(test)]
mod tests {
    use super::{KEYS, LANES, Machine, Pair, Portable};
    use crate::engine::Random;

    fn pairs(machine: impl Machine, codes: &[u32], keys: &[u32]) -> Vec<Pair> {
        let mut pairs = Vec::new();
        machine.pairs(codes, keys, &mut pairs);
        pairs.sort_unstable();
        pairs
    }

    #[test]
    fn every_machine_finds_the_pairs_without_a_common_bit() {
        let mut random = Random::new(7);
        for (lists, groups) in [(0, 1), (1, 0), (1, 1), (5, 3), (20, 9)] {
            let mut words = |n: usize| -> Vec<u32> {
                let sparse = |_| (random.below(1 << 32) & random.below(1 << 32)) as u32;
                (0..n).map(sparse).map(|word| word & word >> 3).collect()
            };
            let (codes, keys) = (words(lists * LANES), words(groups * KEYS));
            let expected: Vec<Pair> = (0..codes.len())
                .flat_map(|code| (0..keys.len()).map(move |key| (code, key)))
                .filter(|&(code, key)| codes[code] & keys[key] == 0)
                .map(|(code, key)| Pair { code: code as u32, key: key as u32 })
                .collect();
            assert_eq!(pairs(Portable, &codes, &keys), expected);
            #[cfg(target_arch = "x86_64")]
            {
                use crate::queens::search::endings::simd::{Avx2, Avx512};
                if let Some(machine) = Avx512::detect() {
                    assert_eq!(pairs(machine, &codes, &keys), expected);
                }
                if let Some(machine) = Avx2::detect() {
                    assert_eq!(pairs(machine, &codes, &keys), expected);
                }
            }
        }
    }
}
