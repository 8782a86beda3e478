//! `Sweeps`: the series of sweeps that counts one question, in arithmetic of increasing width.

use std::cell::Cell;

use super::context::SweepContext;
use super::whole::sweep;
use crate::count::Count;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::tours::frontier::layers::{Ended, Swept};
use crate::tours::frontier::numbers::{Arithmetic, DOUBLE_BITS, WORD_BITS, Word, combined, moduli};
use crate::tours::frontier::state::Key;
use crate::tours::frontier::transition::Portable;
#[cfg(target_arch = "x86_64")]
use crate::tours::frontier::transition::Vector;

/// Sweeps of one plan in any arithmetic.
pub struct Sweeps<'a> {
    pub context: SweepContext<'a>,
    /// Uses no special instructions.
    pub portable: bool,
    /// The number of planned sweeps, including the current one.
    pub left: &'a Cell<usize>,
    /// The states of each layer of the last sweep.
    pub profile: Vec<u64>,
}

impl Sweeps<'_> {
    /// Counts in the narrowest arithmetic that holds the numbers: 64 bits if they may suffice, then
    /// 128, then residues. `bits`, an upper bound on the numbers' bits, determines how many
    /// residues are needed.
    pub fn count(&mut self, bits: u64) -> Result<Count, Ended> {
        // With a wide key, a word of 64 bits takes as much space as one of 128.
        if bits <= WORD_BITS && !self.is_wide() {
            match self.narrow(Word::<u64>::default()) {
                Err(Ended::Overflow) => {}
                swept => return Ok(Count::from(self.total(swept?))),
            }
        }
        if bits <= DOUBLE_BITS {
            match self.sweep(Word::<u128>::default()) {
                Err(Ended::Overflow) => {}
                swept => return Ok(Count::from(self.total(swept?))),
            }
        }
        let mut residues = Vec::new();
        let groups = moduli(bits);
        let all = groups.len();
        for (done, group) in groups.into_iter().enumerate() {
            self.left.set(all - done);
            let swept = self.sweep(group)?;
            residues.push((group, self.total(swept)));
        }
        Ok(combined(&residues))
    }

    /// The total of a sweep; also stores its profile.
    fn total<V>(&mut self, swept: Swept<V>) -> V {
        self.profile = swept.profile;
        swept.total
    }

    /// One sweep with the narrowest key and the best backend.
    fn sweep<A: Arithmetic>(&mut self, arithmetic: A) -> Result<Swept<A::Value>, Ended> {
        if self.is_wide() {
            return sweep::<Portable<u128>, A>(&mut self.context, arithmetic);
        }
        self.narrow(arithmetic)
    }

    /// True if states do not fit in keys of 64 bits.
    fn is_wide(&self) -> bool {
        self.context.plan.width > <u64 as Key>::SLOTS
    }

    /// One sweep with keys of 64 bits and the best backend.
    fn narrow<A: Arithmetic>(&mut self, arithmetic: A) -> Result<Swept<A::Value>, Ended> {
        #[cfg(target_arch = "x86_64")]
        if !self.portable && Avx512::detect().is_some() {
            return sweep::<Vector, A>(&mut self.context, arithmetic);
        }
        sweep::<Portable<u64>, A>(&mut self.context, arithmetic)
    }
}
