//! `Period`: steps that repeat, as those of a strip do column by column.
//!
//! Two steps are alike if they differ in the names of slots only (and perhaps the colours are
//! exchanged): the vertices near both have their neighbours at the same distances in the
//! order. So what is true of one is true of the other: the successors of a state are those of
//! the state with its slots renamed, and a rule that drops it here drops it there.

use std::collections::HashMap;

use super::expand::Spare;
use super::plan::{Step, SweepPlan, TerminalRule};
use super::state::MAX_SLOTS;
use crate::board::Permutation;
use crate::tours::question::Kind;

/// Fewer repetitions are not worth a name.
const LEAST: usize = 4;
/// Longer periods are not looked for.
const LONGEST: usize = 512;
/// Wider frontiers have layers that may have to be on disk, and transfers that fit nowhere.
const WIDEST_CLOSED: usize = 14;
const WIDEST_OPEN: usize = 12;

/// Steps that are `times` times the same `length` ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Period {
    pub start: usize,
    pub length: usize,
    pub times: usize,
}

impl Period {
    pub(super) fn end(&self) -> usize {
        self.start + self.length * self.times
    }

    /// True for each step of it.
    pub(super) fn has(&self, at: usize) -> bool {
        (self.start..self.end()).contains(&at)
    }

    /// True for each step with which a repetition begins.
    pub(super) fn begins(&self, at: usize) -> bool {
        self.has(at) && (at - self.start).is_multiple_of(self.length)
    }
}

/// The slots before one step by those before another that is like it.
pub(super) fn renaming(plan: &SweepPlan, from: usize, to: usize) -> [u8; MAX_SLOTS] {
    let mut position = vec![0; plan.steps.len()];
    plan.steps.iter().enumerate().for_each(|(at, step)| position[step.vertex as usize] = at);
    let ordered = |at: usize| {
        let cells = plan.steps[at - 1].frontier.iter();
        let mut slots: Vec<(usize, u8)> =
            cells.map(|&(cell, slot)| (position[cell as usize] - at, slot)).collect();
        slots.sort_unstable();
        slots
    };
    // What a key says of a slot outside the frontier is the same everywhere.
    let mut slots = std::array::from_fn(|slot| slot as u8);
    for ((distance, old), (same, new)) in ordered(from).into_iter().zip(ordered(to)) {
        debug_assert_eq!(distance, same, "the steps are alike");
        slots[usize::from(old)] = new;
    }
    slots
}

/// The periods of a plan, the longest first; none overlaps another.
pub(super) fn periods(plan: &SweepPlan, mirror: Option<&Permutation>) -> Vec<Period> {
    let widest = match plan.goal.kind {
        Kind::Closed => WIDEST_CLOSED,
        Kind::Open => WIDEST_OPEN,
    };
    if plan.width > widest {
        return Vec::new();
    }
    let likeness = Likeness::of(plan, mirror);
    let steps = plan.steps.len();
    let mut found = Vec::new();
    for length in 1..=(steps / LEAST).min(LONGEST) {
        for exchanged in [false, true] {
            let is_like = likeness.runs(length, exchanged);
            let mut at = 1;
            while at < is_like.len() {
                let run = is_like[at..].iter().take_while(|&&like| like).count();
                // The mirror of the step before the first one is that of a repetition, too.
                let whole = (run + length).saturating_sub(1) / length;
                if run > 0 && whole >= LEAST {
                    found.push(Period { start: at + 1, length, times: whole });
                }
                at += run + 1;
            }
        }
    }
    found.sort_by_key(|period| (usize::MAX - period.length * period.times, period.length));
    let mut chosen: Vec<Period> = Vec::new();
    for period in found {
        if chosen.iter().all(|other| period.end() <= other.start || other.end() <= period.start) {
            chosen.push(period);
        }
    }
    chosen
}

/// What of the steps has to be the same in others that are like them.
struct Likeness<'a> {
    plan: &'a SweepPlan,
    /// A number for the distances of each vertex's neighbours, by step.
    shapes: Vec<usize>,
    white: Vec<bool>,
    /// The longest distance.
    reach: usize,
}

impl<'a> Likeness<'a> {
    fn of(plan: &'a SweepPlan, mirror: Option<&Permutation>) -> Self {
        let steps = &plan.steps;
        let mut position = vec![0i64; steps.len()];
        steps.iter().zip(0..).for_each(|(step, at)| position[step.vertex as usize] = at);
        let mut reach = 0;
        let mut numbers = HashMap::new();
        let shape = |(step, at): (&Step, i64)| {
            let distance = |v: u32| position[v as usize] - at;
            let near = plan.near[step.vertex as usize].iter();
            let mut near: Vec<i64> = near.map(|&w| distance(w)).collect();
            near.sort_unstable();
            reach = near.iter().fold(reach, |reach, d| reach.max(d.unsigned_abs() as usize));
            let image = mirror.map(|mirror| distance(mirror[step.vertex as usize]));
            let next = numbers.len();
            *numbers.entry((near, image, step.must_end)).or_insert(next)
        };
        let shapes = steps.iter().zip(0..).map(shape).collect();
        let white = steps.iter().map(|step| step.ends.white).collect();
        Likeness { plan, shapes, white, reach }
    }

    /// True for each step that is like the one a length later.
    fn runs(&self, length: usize, exchanged: bool) -> Vec<bool> {
        let steps = &self.plan.steps;
        let pairs = steps.len() - length;
        let mut is_like = vec![false; pairs];
        let mut same = 0;
        for at in (0..pairs).rev() {
            let later = at + length;
            let alike = self.shapes[at] == self.shapes[later]
                && (self.white[at] == self.white[later]) != exchanged;
            same = if alike { same + 1 } else { 0 };
            // A step sees the cells that are next to those of its frontier.
            is_like[at] =
                same > 2 * self.reach && self.plan.are_alike(&steps[at], &steps[later], exchanged);
        }
        is_like
    }
}

impl SweepPlan {
    /// True if the steps agree in what is not near them.
    fn are_alike(&self, a: &Step, b: &Step, exchanged: bool) -> bool {
        let exchange = |spare: Spare| match exchanged {
            true => Spare { white: spare.black, black: spare.white },
            false => spare,
        };
        let allowed = |ends: &TerminalRule| (ends.first, ends.second, ends.doubles);
        let as_ends = self.goal.kind == Kind::Closed
            || allowed(&a.ends) == allowed(&b.ends)
                && exchange(a.ends.quota) == b.ends.quota
                && exchange(a.ends.reserved) == b.ends.reserved;
        // The colours of closed tours say what states there are: those of other balance differ.
        let balance = if exchanged { -a.ends.balance } else { a.ends.balance };
        a.outside
            && b.outside
            && a.mirror.is_some() == b.mirror.is_some()
            && (!self.coloured || balance == b.ends.balance)
            && as_ends
    }
}
