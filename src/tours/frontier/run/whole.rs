//! Whole sweeps, from the first step to the last, by layers and, where steps repeat, by transfers.

use super::context::SweepContext;
use crate::tours::frontier::layers::{BlockBudget, Ended, Of, Sweep, SweepState, Swept};
use crate::tours::frontier::numbers::Arithmetic;
use crate::tours::frontier::periodic::{Transfer, cross};
use crate::tours::frontier::transition::Backend;

/// Runs all steps, or stops at a layer without states.
pub fn sweep<B: Backend, A: Arithmetic>(
    context: &mut SweepContext<'_>,
    arithmetic: A,
) -> Result<Swept<A::Value>, Ended> {
    let SweepContext { plan, limits, watch, transfers } = context;
    let mut reached = SweepState::<Of<B::Key, A::Value>>::start(arithmetic);
    let budget = BlockBudget::new(limits.memory);
    budget.adopt(reached.layer.partitions.iter().map(Vec::len).sum());
    budget.hold(transfers.iter().map(Transfer::bytes).sum());
    let mut sweep = Sweep::<B, A, _>::new(plan, &budget, limits, watch, arithmetic);
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
