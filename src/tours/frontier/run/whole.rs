//! Whole sweeps, from the first step or a checkpoint to the last: in memory while layers fit
//! there, on disk while they do not, and by transfers where steps repeat.

use super::context::SweepContext;
use super::spilled::{Spilled, go_on_disk};
use crate::tours::frontier::layers::{
    BlockBudget, Ended, Entry, SlimEntry, Sweep, SweepState, Swept, WideEntry,
};
use crate::tours::frontier::numbers::{Arithmetic, Word};
use crate::tours::frontier::periodic::{Transfer, cross};
use crate::tours::frontier::transition::Backend;
use crate::tours::question::Kind;

/// Runs all steps, or those that are left of a sweep whose layer was saved.
pub fn sweep<B: Backend, A: Arithmetic>(
    context: &mut SweepContext<'_>,
    arithmetic: A,
) -> Result<Swept<A::Value>, Ended> {
    finish::<B, A, WideEntry<B::Key, A::Value>>(context, arithmetic, || {
        SweepState::start(arithmetic)
    })
}

/// The same in words of 64 bits with narrow keys; from the first layer on that is expected
/// to take more than `most` bytes with the one before, their entries are slim.
pub fn sweep_slim<B: Backend<Key = u64>>(
    context: &mut SweepContext<'_>,
    most: u64,
) -> Result<Swept<u64>, Ended> {
    let (word, steps) = (Word::<u64>::default(), context.plan.steps.len());
    // What was kept is gone on with, however much memory there is now.
    if context.checkpoints.has::<SlimEntry>()? {
        return finish::<B, _, SlimEntry>(context, word, || SweepState::start(word));
    }
    let is_spilled = context.checkpoints.load_spilled::<WideEntry<u64, u64>>(steps)?.is_some();
    if is_spilled || most > context.limits.spill_from {
        // They are on disk, or go there before.
        return finish::<B, _, WideEntry<u64, u64>>(context, word, || SweepState::start(word));
    }
    let kept = context.checkpoints.load::<WideEntry<u64, u64>>(steps)?;
    let start = kept.unwrap_or_else(|| SweepState::start(word));
    let reached = go::<B, _, _>(context, word, start, most)?;
    if reached.at == context.plan.steps.len() {
        return Ok(Swept::of(reached));
    }
    let slim = reached.repacked::<SlimEntry>(0).ok_or(Ended::Overflow)?;
    finish::<B, _, SlimEntry>(context, word, || slim)
}

/// Steps to the end, from what was saved in such entries or else from `start`: in memory while
/// layers fit there, on disk while they do not.
fn finish<B: Backend, A: Arithmetic, E: Entry<Key = B::Key, Value = A::Value>>(
    context: &mut SweepContext<'_>,
    arithmetic: A,
    start: impl FnOnce() -> SweepState<E>,
) -> Result<Swept<A::Value>, Ended> {
    let (most, steps) = (context.limits.spill_from, context.plan.steps.len());
    let found = context.checkpoints.load_spilled::<E>(steps)?;
    let mut spilled = found.map(|(reached, states)| Spilled { reached, states });
    let mut reached = match spilled {
        Some(_) => None,
        None => Some(context.checkpoints.load::<E>(steps)?.unwrap_or_else(start)),
    };
    loop {
        if let Some(spilled) = spilled.take() {
            // Up again only when there is much room: a layer may still grow a little.
            reached = Some(go_on_disk::<B, A, E>(context, arithmetic, spilled, most / 2)?);
        }
        let Some(start) = reached.take() else { unreachable!("it is on disk or in memory") };
        let reached = go::<B, A, E>(context, arithmetic, start, most)?;
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
    reached: SweepState<E>,
    most: u64,
) -> Result<SweepState<E>, Ended> {
    match context.plan.goal.kind {
        Kind::Open => steps::<true, B, A, E>(context, arithmetic, reached, most),
        Kind::Closed => steps::<false, B, A, E>(context, arithmetic, reached, most),
    }
}

fn steps<const OPEN: bool, B, A, E>(
    context: &mut SweepContext<'_>,
    arithmetic: A,
    mut reached: SweepState<E>,
    most: u64,
) -> Result<SweepState<E>, Ended>
where
    B: Backend,
    A: Arithmetic,
    E: Entry<Key = B::Key, Value = A::Value>,
{
    let SweepContext { plan, limits, checkpoints, watch, transfers } = context;
    let budget = BlockBudget::new(limits.memory);
    budget.adopt(reached.layer.partitions.iter().map(Vec::len).sum());
    budget.hold(transfers.iter().map(Transfer::bytes).sum());
    let mut sweep = Sweep::<OPEN, B, A, E>::new(plan, &budget, limits, watch, arithmetic, &reached);
    while reached.at < plan.steps.len() {
        let (at, states) = (reached.at, reached.layer.len());
        let period = plan.period(at).filter(|period| period.begins(at));
        let expected = match period {
            Some(period) => reached.peak(period.length),
            None => reached.expected(),
        };
        let is_large = ((states + expected) * size_of::<E::Packed>()) as u64 > most;
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
