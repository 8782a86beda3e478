//! Finds the periods of a plan: runs of steps that repeat.
//!
//! Two steps are equivalent if they differ only in the names of slots (and possibly by an exchange
//! of colours): the vertices near both have their neighbours at the same distances in the order.
//! Results for one step carry over to the other: the successors of a state correspond to the
//! successors of the renamed state, and a rule that drops a state in one drops the renamed state in
//! the other.

use std::collections::HashMap;

use super::period::Period;
use crate::board::Permutation;
use crate::tours::frontier::transition::{FreeTerminals, Step, TerminalRule};
use crate::tours::question::Kind;

/// Fewer repetitions are not treated as a period.
const LEAST: usize = 4;
/// Longer periods are not searched for.
const LONGEST: usize = 512;
/// Layers of wider frontiers hardly fit in memory, and their transfers do not.
const WIDEST_CLOSED: usize = 14;
const WIDEST_OPEN: usize = 12;

/// The steps of a plan, with the data that decide whether two of them are equivalent.
pub struct Sequence<'a> {
    pub steps: &'a [Step],
    /// The neighbours of each vertex.
    pub near: &'a [Vec<u32>],
    pub kind: Kind,
    /// True if the graph has two colours.
    pub coloured: bool,
    /// The most slots in use at once.
    pub width: usize,
    pub mirror: Option<&'a Permutation>,
}

/// The periods of the steps, the longest first; they do not overlap.
pub fn periods(sequence: &Sequence<'_>) -> Vec<Period> {
    let widest = match sequence.kind {
        Kind::Closed => WIDEST_CLOSED,
        Kind::Open => WIDEST_OPEN,
    };
    if sequence.width > widest {
        return Vec::new();
    }
    let likeness = Likeness::of(sequence);
    let steps = sequence.steps.len();
    let mut found = Vec::new();
    for length in 1..=(steps / LEAST).min(LONGEST) {
        for exchanged in [false, true] {
            let is_like = likeness.runs(length, exchanged);
            let mut at = 1;
            while at < is_like.len() {
                let run = is_like[at..].iter().take_while(|&&like| like).count();
                // The mirror of the step before the first one must also be that of a repetition.
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

/// The properties that equivalent steps share.
struct Likeness<'a> {
    sequence: &'a Sequence<'a>,
    /// For each step, a number that identifies the distances of its vertex's neighbours.
    shapes: Vec<usize>,
    white: Vec<bool>,
    /// The longest distance.
    reach: usize,
}

impl<'a> Likeness<'a> {
    fn of(sequence: &'a Sequence<'a>) -> Self {
        let steps = sequence.steps;
        let mut position = vec![0i64; steps.len()];
        steps.iter().zip(0..).for_each(|(step, at)| position[step.vertex as usize] = at);
        let mut reach = 0;
        let mut numbers = HashMap::new();
        let shape = |(step, at): (&Step, i64)| {
            let distance = |v: u32| position[v as usize] - at;
            let near = sequence.near[step.vertex as usize].iter();
            let mut near: Vec<i64> = near.map(|&w| distance(w)).collect();
            near.sort_unstable();
            reach = near.iter().fold(reach, |reach, d| reach.max(d.unsigned_abs() as usize));
            let image = sequence.mirror.map(|mirror| distance(mirror[step.vertex as usize]));
            let next = numbers.len();
            *numbers.entry((near, image, step.must_end)).or_insert(next)
        };
        let shapes = steps.iter().zip(0..).map(shape).collect();
        let white = steps.iter().map(|step| step.ends.white).collect();
        Likeness { sequence, shapes, white, reach }
    }

    /// True for each step that is equivalent to the one `length` steps later.
    fn runs(&self, length: usize, exchanged: bool) -> Vec<bool> {
        let steps = self.sequence.steps;
        let pairs = steps.len() - length;
        let mut is_like = vec![false; pairs];
        let mut same = 0;
        for at in (0..pairs).rev() {
            let later = at + length;
            let alike = self.shapes[at] == self.shapes[later]
                && (self.white[at] == self.white[later]) != exchanged;
            same = if alike { same + 1 } else { 0 };
            // A step depends on the cells next to those of its frontier.
            is_like[at] = same > 2 * self.reach
                && self.sequence.are_alike(&steps[at], &steps[later], exchanged);
        }
        is_like
    }
}

impl Sequence<'_> {
    /// True if the steps agree in their global properties.
    fn are_alike(&self, a: &Step, b: &Step, exchanged: bool) -> bool {
        let exchange = |terminals: FreeTerminals| match exchanged {
            true => FreeTerminals { white: terminals.black, black: terminals.white },
            false => terminals,
        };
        let allowed = |ends: &TerminalRule| (ends.first, ends.second, ends.doubles);
        let as_ends = self.kind == Kind::Closed
            || allowed(&a.ends) == allowed(&b.ends)
                && exchange(a.ends.quota) == b.ends.quota
                && exchange(a.ends.reserved) == b.ends.reserved;
        // For closed tours the balance of colours determines the possible states.
        let balance = if exchanged { -a.ends.balance } else { a.ends.balance };
        a.outside
            && b.outside
            && a.mirror.is_some() == b.mirror.is_some()
            && (!self.coloured || balance == b.ends.balance)
            && as_ends
    }
}
