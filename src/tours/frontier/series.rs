//! `Sweeps`: the series of sweeps that count one question, in wider and wider arithmetic.

use std::cell::Cell;

use super::arithmetic::{Arithmetic, RESIDUES, Word, combined, moduli};
use super::backend::Portable;
use super::checkpoints::Bytes;
use super::context::{Ended, SweepContext, Swept};
#[cfg(target_arch = "x86_64")]
use super::simd::{Vector, is_available};
use super::state::Key;
use super::sweep::{sweep, sweep_slim};
use crate::count::Count;

/// Below so much memory, layers keep the wide form.
const WORTH_SLIM: u64 = 1 << 28;

/// Bounds up to which numbers are expected to fit in words of 64 and of 128 bits: they have
/// about half as many bits as the bound, those of strips 0.6 times.
pub(super) const WORD_BITS: u64 = 115;
pub(super) const DOUBLE_BITS: u64 = 210;

/// With so much memory, two layers in words of 64 bits that take more are kept slim.
pub(super) fn slim_from(memory: u64) -> u64 {
    // SlimEntry layers have many partitions, each with a block for each thread.
    if memory < WORTH_SLIM { u64::MAX } else { memory / 2 }
}

/// Sweeps of one plan in any arithmetic.
pub(super) struct Sweeps<'a> {
    pub context: SweepContext<'a>,
    /// Uses no special instructions.
    pub portable: bool,
    /// Sweeps that are expected to come, the one under way included.
    pub left: &'a Cell<usize>,
    /// The states of each layer of the last sweep.
    pub profile: Vec<u64>,
}

impl Sweeps<'_> {
    /// Sweeps in the narrowest arithmetic that holds the numbers: 64 bits if they may
    /// suffice, then 128, then residues, of which `bits`, a bound of the numbers' bits, tells
    /// how many suffice.
    pub(super) fn count(&mut self, bits: u64) -> Result<Count, Ended> {
        if bits <= WORD_BITS {
            match self.nth(0, Sweeps::sweep_words) {
                Ok(swept) => return Ok(Count::from(swept.total)),
                Err(Ended::Overflow) => {}
                Err(ended) => return Err(ended),
            }
        }
        if bits <= DOUBLE_BITS {
            match self.nth(1, |sweeps| sweeps.sweep(Word::<u128>::default())) {
                Ok(swept) => return Ok(Count::from(swept.total)),
                Err(Ended::Overflow) => {}
                Err(ended) => return Err(ended),
            }
        }
        let mut residues = Vec::new();
        let groups = moduli(bits);
        let all = groups.len();
        for (group, number) in groups.into_iter().zip(2..) {
            self.left.set(all + 2 - number as usize);
            let swept: Swept<[u64; RESIDUES]> = self.nth(number, |sweeps| sweeps.sweep(group))?;
            residues.push((group, swept.total));
        }
        Ok(combined(&residues))
    }

    /// The sweep of this number, unless it is known what it came to.
    fn nth<V: Bytes + Copy>(
        &mut self,
        number: u64,
        sweep: impl FnOnce(&mut Self) -> Result<Swept<V>, Ended>,
    ) -> Result<Swept<V>, Ended> {
        let swept = match self.context.checkpoints.begin(number)? {
            Some(known) => known,
            None => {
                let swept = sweep(self);
                self.context.checkpoints.end(&swept)?;
                swept
            }
        }?;
        self.profile.clone_from(&swept.profile);
        Ok(swept)
    }

    /// One sweep with the narrowest key and the best backend.
    fn sweep<A: Arithmetic>(&mut self, arithmetic: A) -> Result<Swept<A::Value>, Ended> {
        if self.context.plan.width > <u64 as Key>::SLOTS {
            return sweep::<Portable<u128>, A>(&mut self.context, arithmetic);
        }
        #[cfg(target_arch = "x86_64")]
        if !self.portable && is_available() {
            return sweep::<Vector, A>(&mut self.context, arithmetic);
        }
        sweep::<Portable<u64>, A>(&mut self.context, arithmetic)
    }

    /// One sweep in words of 64 bits.
    fn sweep_words(&mut self) -> Result<Swept<u64>, Ended> {
        if self.context.plan.width > <u64 as Key>::SLOTS {
            return sweep::<Portable<u128>, _>(&mut self.context, Word::<u64>::default());
        }
        let most = slim_from(self.context.limits.memory);
        #[cfg(target_arch = "x86_64")]
        if !self.portable && is_available() {
            return sweep_slim::<Vector>(&mut self.context, most);
        }
        sweep_slim::<Portable<u64>>(&mut self.context, most)
    }
}
