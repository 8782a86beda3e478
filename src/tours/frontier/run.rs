//! Whole sweeps, and the series of sweeps that counts one question.

use std::cell::Cell;

use super::layers::{BlockBudget, Ended, Limits, Sweep, SweepState, Swept, Watch};
use super::numbers::{Arithmetic, DOUBLE_BITS, WORD_BITS, Word, combined, moduli};
use super::periodic::{Transfer, cross};
use super::plan::SweepPlan;
use super::state::Key;
#[cfg(target_arch = "x86_64")]
use super::transition::{Backend, Portable, Vector};
use crate::count::Count;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;

/// The data of a sweep besides its states.
pub struct SweepContext<'a> {
    pub plan: &'a SweepPlan,
    pub limits: Limits,
    pub watch: Watch<'a>,
    /// Transfers built so far.
    pub transfers: Vec<Transfer>,
}

/// Runs all steps, or stops at a layer without states.
pub fn sweep<B: Backend, A: Arithmetic>(
    context: &mut SweepContext<'_>,
    arithmetic: A,
) -> Result<Swept<A::Value>, Ended> {
    let SweepContext { plan, limits, watch, transfers } = context;
    let mut reached = SweepState::start(arithmetic);
    let budget = BlockBudget::new(limits.memory);
    budget.adopt(reached.layer.partitions.iter().map(Vec::len).sum());
    budget.hold(transfers.iter().map(Transfer::bytes).sum());
    let mut sweep = Sweep::<B, A>::new(plan, &budget, limits, watch, arithmetic);
    while reached.at < plan.steps.len() {
        let at = reached.at;
        if reached.layer.len() == 0 {
            reached.profile.push(0);
            break;
        }
        match plan.period(at).filter(|period| period.begins(at)) {
            Some(period) => cross(&mut sweep, period, &mut reached, arithmetic, transfers)?,
            None => sweep.advance(&mut reached, at)?,
        }
    }
    Ok(Swept { total: sweep.total(arithmetic)?, profile: reached.profile })
}

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
