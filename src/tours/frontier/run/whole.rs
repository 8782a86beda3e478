//! Whole sweeps, from the first step or a checkpoint to the last: in memory while layers fit
//! there, on disk while they do not, and by transfers where steps repeat.

use super::context::SweepContext;
use super::spilled::{Spilled, go_on_disk};
use crate::tours::frontier::layers::{BlockBudget, Ended, Entry, Of, Sweep, SweepState, Swept};
use crate::tours::frontier::numbers::Arithmetic;
use crate::tours::frontier::periodic::{Transfer, cross};
use crate::tours::frontier::transition::Backend;

/// Runs all steps, or those that are left of a sweep whose layer was saved: in memory while layers
/// fit there, on disk while they do not.
pub fn sweep<B: Backend, A: Arithmetic>(
    context: &mut SweepContext<'_>,
    arithmetic: A,
) -> Result<Swept<A::Value>, Ended> {
    let (most, steps) = (context.limits.spill_from, context.plan.steps.len());
    let found = context.checkpoints.load_spilled::<Of<B::Key, A::Value>>(steps)?;
    let mut spilled = found.map(|(reached, states)| Spilled { reached, states });
    let mut reached = match spilled {
        Some(_) => None,
        None => {
            let kept = context.checkpoints.load(steps)?;
            Some(kept.unwrap_or_else(|| SweepState::start(arithmetic)))
        }
    };
    loop {
        if let Some(spilled) = spilled.take() {
            // Up again only when there is much room: a layer may still grow a little.
            reached = Some(go_on_disk::<B, A, _>(context, arithmetic, spilled, most / 2)?);
        }
        let Some(start) = reached.take() else { unreachable!("it is on disk or in memory") };
        let reached = go::<B, A, _>(context, arithmetic, start, most)?;
        if reached.at == context.plan.steps.len() {
            return Ok(Swept::of(reached));
        }
        spilled = Some(Spilled::spill(reached, &mut context.checkpoints)?);
    }
}

/// Steps until none is left, or until a layer is about to take more than `most` bytes.
fn go<B: Backend, A: Arithmetic, E: Entry<Key = B::Key, Value = A::Value>>(
    context: &mut SweepContext<'_>,
    arithmetic: A,
    mut reached: SweepState<E>,
    most: u64,
) -> Result<SweepState<E>, Ended> {
    let SweepContext { plan, limits, checkpoints, watch, transfers } = context;
    let budget = BlockBudget::new(limits.memory);
    budget.adopt(reached.layer.partitions.iter().map(Vec::len).sum());
    budget.hold(transfers.iter().map(Transfer::bytes).sum());
    let mut sweep = Sweep::<B, A, E>::new(plan, &budget, limits, watch, arithmetic, &reached);
    while reached.at < plan.steps.len() {
        let (at, states) = (reached.at, reached.layer.len());
        let period = plan.period(at).filter(|period| period.begins(at));
        let expected = match period {
            Some(period) => reached.peak(period.length),
            None => reached.expected(),
        };
        let is_large = ((states + expected) * size_of::<(E::Key, E::Value)>()) as u64 > most;
        if is_large && plan.period(at).is_none() {
            break;
        }
        if states == 0 {
            reached.profile.push(0);
            reached.at = plan.steps.len();
            break;
        }
        match period {
            Some(period) => cross(&mut sweep, period, &mut reached, arithmetic, transfers)?,
            None => sweep.advance(&mut reached, at)?,
        }
        sweep.settle(&mut reached, arithmetic)?;
        checkpoints.save(&reached)?;
    }
    Ok(reached)
}
