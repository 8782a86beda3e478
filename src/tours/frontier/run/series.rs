//! `Sweeps`: the series of sweeps that count one question, in wider and wider arithmetic.

use std::cell::Cell;

use super::context::SweepContext;
use super::whole::{sweep, sweep_slim};
use crate::count::Count;
use crate::tours::frontier::layers::{Ended, Swept, slim_from};
use crate::tours::frontier::numbers::{
    Arithmetic, Bytes, DOUBLE_BITS, RESIDUES, WORD_BITS, Word, combined, moduli,
};
use crate::tours::frontier::state::Key;
use crate::tours::frontier::transition::Portable;
#[cfg(target_arch = "x86_64")]
use crate::tours::frontier::transition::{Vector, is_available};

/// Sweeps of one plan in any arithmetic.
pub struct Sweeps<'a> {
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
    pub fn count(&mut self, bits: u64) -> Result<Count, Ended> {
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
