//! Periods as a whole: a [`Transfer`] maps the numbers of states over one repetition, and [`cross`]
//! applies it.
//!
//! A sweep crosses a period one repetition at a time, always by the steps of the first repetition,
//! with the slots renamed in between. The states are therefore the same whether a [`Transfer`] or layers carry their numbers, and a
//! sweep has the same profile with much memory and with little.
//!
//! After a while the states of a strip are the same in each repetition, with the same successors
//! every time. So all reachable states are computed once and numbered; from then on a step is the
//! product of a sparse matrix and the vector of numbers (the transfer-matrix method; Stanley,
//! "Enumerative combinatorics" I, 4.7). The matrix does not depend on the arithmetic, so sweeps in
//! several arithmetics share it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::ControlFlow;

use super::layers::{Ended, Layer, Spread, Sweep, SweepState};
use super::numbers::Arithmetic;
use super::plan::{Period, SweepPlan};
use super::state::{FrontierState, Key, MAX_SLOTS, mirrored};
use super::transition::{Backend, Edges, FreeTerminals, Mate, Sink};
use crate::engine::in_parallel;

/// Bytes per state of a repetition while its transfer is built, besides two keys and a number: its
/// place in two tables, and about four transitions forward and back.
const STATE_BYTES: usize = 60;
/// The number of repetitions from which a transfer is worth building.
const WORTH: usize = 3;

/// Steps over the rest of a period if its transfer is known or fits in memory, otherwise over the
/// repetition that begins here.
pub fn cross<B: Backend, A: Arithmetic>(
    sweep: &mut Sweep<'_, '_, B, A>,
    period: Period,
    reached: &mut SweepState<B::Key, A::Value>,
    arithmetic: A,
    transfers: &mut Vec<Transfer>,
) -> Result<(), Ended> {
    let Period { start, length, .. } = period;
    sweep.ahead = reached.at - start;
    rename(sweep, &mut reached.layer, reached.at, start);
    if transfers.iter().all(|transfer| transfer.period != period)
        && let Some(most) = most_states(sweep, period, reached)
    {
        let states = reached.layer.entries().map(|(key, _)| key);
        let mut flow = ControlFlow::Continue(());
        let transfer = Transfer::new::<B>(sweep.plan, period, states, |states| {
            flow = (sweep.watch)(&sweep.report);
            flow.is_continue() && states <= most
        });
        if flow.is_break() {
            return Err(Ended::Stopped);
        }
        transfers.extend(transfer.inspect(|transfer| sweep.budget.hold(transfer.bytes())));
    }
    let known = transfers.iter().find(|transfer| transfer.period == period);
    let named = match known.and_then(|known| Some((known, numbers(known, reached)?))) {
        Some((transfer, numbers)) => {
            carry(sweep, transfer, numbers, reached, arithmetic)?;
            start
        }
        None => {
            for at in start..start + length {
                sweep.advance(reached, at)?;
            }
            start + length
        }
    };
    sweep.ahead = 0;
    rename(sweep, &mut reached.layer, named, reached.at);
    Ok(())
}

/// The most states that a transfer may have, if it is worth building: the states hardly grow any
/// more, and fill at most half of the remaining memory.
fn most_states<B: Backend, A: Arithmetic>(
    sweep: &Sweep<'_, '_, B, A>,
    period: Period,
    reached: &SweepState<B::Key, A::Value>,
) -> Option<usize> {
    let before = reached.profile.len().checked_sub(period.length)?;
    let states: u64 = reached.profile[before..].iter().sum();
    let is_steady = reached.layer.len() as u64 <= reached.profile[before] * 11 / 10;
    let is_used = period.end() - reached.at >= WORTH * period.length;
    let each = STATE_BYTES + 2 * size_of::<B::Key>() + size_of::<A::Value>();
    let most = sweep.budget.bytes_left() / 2 / each as u64;
    (is_steady && is_used && states < most).then_some(most as usize)
}

/// Carries the numbers to the end of the period.
fn carry<B: Backend, A: Arithmetic>(
    sweep: &mut Sweep<'_, '_, B, A>,
    transfer: &Transfer,
    mut numbers: Vec<A::Value>,
    reached: &mut SweepState<B::Key, A::Value>,
    arithmetic: A,
) -> Result<(), Ended> {
    let Period { start, length, .. } = transfer.period;
    std::mem::take(&mut reached.layer.partitions)
        .into_iter()
        .flatten()
        .for_each(|block| sweep.workers[0].give_back(block));
    let threads = sweep.workers.len();
    let profile = &mut reached.profile;
    while reached.at < transfer.period.end() {
        sweep.ahead = reached.at - start;
        let states = numbers.iter().filter(|&&number| number != A::ZERO).count();
        sweep.begin(start, states, 0)?;
        let mut overflow = false;
        let before = profile.len();
        numbers = transfer.pass(arithmetic, numbers, threads, profile, &mut overflow);
        if overflow {
            return Err(Ended::Overflow);
        }
        sweep.report.states_so_far += profile[before + 1..].iter().sum::<u64>();
        sweep.workers[0].transitions += transfer.transitions();
        reached.at += length;
    }
    reached.layer = Layer::empty(Spread::of::<B::Key, A::Value>(start, transfer.states()));
    let there = transfer.keys().zip(numbers).filter(|&(_, number)| number != A::ZERO);
    there.for_each(|(key, number)| sweep.workers[0].put(&mut reached.layer, key, number));
    match sweep.workers[0].overflow {
        true => Err(Ended::Overflow),
        false => Ok(()),
    }
}

/// Renames a layer's slots from those before one step to those before an equivalent step.
fn rename<B: Backend, A: Arithmetic>(
    sweep: &mut Sweep<'_, '_, B, A>,
    layer: &mut Layer<B::Key, A::Value>,
    from: usize,
    to: usize,
) {
    if from == to {
        return;
    }
    let renamed = Renamed::<B>::new(sweep.plan, from, to);
    let mut next = Layer::empty(layer.spread);
    for block in std::mem::take(&mut layer.partitions).into_iter().flatten() {
        for &(key, value) in &block {
            sweep.workers[0].put(&mut next, renamed.key(key), value);
        }
        sweep.workers[0].give_back(block);
    }
    *layer = next;
}

/// The numbers of a layer's states in the order of a transfer's states; `None` if the transfer
/// lacks one.
fn numbers<K: Key, V: Copy + Default>(
    transfer: &Transfer,
    reached: &SweepState<K, V>,
) -> Option<Vec<V>> {
    let places: Numbered<K> = transfer.keys().zip(0..).collect();
    let mut numbers = vec![V::default(); places.len()];
    for (key, number) in reached.layer.entries() {
        numbers[*places.get(&key)? as usize] = number;
    }
    Some(numbers)
}

/// Steps with fewer transitions are left to one thread.
const ALONE: usize = 200_000;
/// States that are expanded between two beats.
const BEAT: usize = 1 << 14;

/// The transitions of all states that are reachable in a period.
pub struct Transfer {
    pub period: Period,
    /// The states before the period, in the slots of its first step.
    keys: Vec<u128>,
    /// The steps of one repetition; the targets of the last are the sources of the first.
    steps: Vec<StepMatrix>,
}

/// The transitions of one step by target, with multiplicity.
struct StepMatrix {
    /// Where each target's sources begin.
    starts: Vec<u32>,
    sources: Vec<u32>,
}

/// Maps states to their numbers.
pub type Numbered<K> = HashMap<K, u32, BuildHasherDefault<Mixer>>;

/// A hash function for keys, which are words; the map uses the highest and the lowest bits.
#[derive(Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are words");
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key.mixed(1).rotate_left(32);
    }
    fn write_u128(&mut self, key: u128) {
        self.0 = key.mixed(1).rotate_left(32);
    }
}

/// The transitions of a step under construction, by source.
struct Growing<K> {
    numbers: Numbered<K>,
    /// The sources by number.
    keys: Vec<K>,
    /// The targets of all expanded sources, and the end of each source's targets.
    targets: Vec<u32>,
    ends: Vec<u32>,
}

impl<K: Key> Growing<K> {
    /// The number of a state, a new one if necessary.
    fn number(&mut self, key: K) -> Option<u32> {
        let next = u32::try_from(self.keys.len()).ok()?;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.keys.push(key);
        }
        Some(number)
    }

    /// The transitions sorted by target, of which there are `targets`.
    fn turned(self, targets: usize) -> StepMatrix {
        let mut starts = vec![0u32; targets + 1];
        self.targets.iter().for_each(|&target| starts[target as usize + 1] += 1);
        (0..targets).for_each(|target| starts[target + 1] += starts[target]);
        let mut next = starts.clone();
        let mut sources = vec![0; self.targets.len()];
        let mut at = 0;
        for (source, &end) in self.ends.iter().enumerate() {
            while at < end as usize {
                let place = &mut next[self.targets[at] as usize];
                sources[*place as usize] = source as u32;
                *place += 1;
                at += 1;
            }
        }
        StepMatrix { starts, sources }
    }
}

/// Collects the successors of one state with their multiplicities.
struct Successors<K>(Vec<(K, u32)>);

impl<B: Backend> Sink<B, u32> for Successors<B::Key> {
    fn successor(
        &mut self,
        backend: &B,
        state: &FrontierState<Mate<B>>,
        ways: u32,
        _: FreeTerminals,
        _: Edges,
    ) {
        self.0.push((backend.pack(state), ways));
    }
    fn complete(&mut self, _: u32, _: Edges) {
        unreachable!("a period leaves cells outside the frontier");
    }
    fn twice(&mut self, ways: u32) -> u32 {
        2 * ways
    }
}

impl Transfer {
    /// The transitions of these states and of all states reachable from them. `goes_on` receives
    /// the number of states from time to time; `None` if it returns false.
    pub fn new<B: Backend>(
        plan: &SweepPlan,
        period: Period,
        states: impl Iterator<Item = B::Key>,
        mut goes_on: impl FnMut(usize) -> bool,
    ) -> Option<Transfer> {
        let Period { start, length, .. } = period;
        let mut growing: Vec<Growing<B::Key>> = Vec::new();
        growing.resize_with(length, || Growing {
            numbers: Numbered::default(),
            keys: Vec::new(),
            targets: Vec::new(),
            ends: Vec::new(),
        });
        // Sorted, because similar states have similar successors, which are then close together in
        // each layer.
        let mut states: Vec<B::Key> = states.collect();
        states.sort_unstable();
        for key in states {
            growing[0].number(key)?;
        }
        let steps = &plan.steps[start..start + length];
        let backends: Vec<B> = steps.iter().map(|step| B::new(step, &[])).collect();
        let back = Renamed::<B>::new(plan, start + length, start);
        let mut successors = Successors(Vec::new());
        while growing[0].ends.len() < growing[0].keys.len() {
            for (i, (step, backend)) in steps.iter().zip(&backends).enumerate() {
                while let Some(&key) = growing[i].keys.get(growing[i].ends.len()) {
                    backend.expand(step, &[(key, 1)], &mut successors);
                    for (key, ways) in successors.0.drain(..) {
                        let is_last = i + 1 == length;
                        let key = if is_last { back.key(key) } else { key };
                        let target = growing[if is_last { 0 } else { i + 1 }].number(key)?;
                        (0..ways).for_each(|_| growing[i].targets.push(target));
                    }
                    let end = u32::try_from(growing[i].targets.len()).ok()?;
                    growing[i].ends.push(end);
                    let sizes = || growing.iter().map(|step| step.keys.len());
                    if growing[i].ends.len().is_multiple_of(BEAT) && !goes_on(sizes().sum()) {
                        return None;
                    }
                }
            }
        }
        let keys: Vec<u128> = growing[0].keys.iter().map(|&key| key.widened()).collect();
        let mut sizes: Vec<usize> = growing[1..].iter().map(|step| step.keys.len()).collect();
        sizes.push(keys.len());
        let turned = growing.into_iter().zip(sizes).map(|(step, targets)| step.turned(targets));
        Some(Transfer { period, keys, steps: turned.collect() })
    }

    /// The states before a repetition, in the order of their numbers.
    pub fn keys<K: Key>(&self) -> impl Iterator<Item = K> {
        self.keys.iter().map(|&key| K::narrowed(key))
    }

    pub fn states(&self) -> usize {
        self.keys.len()
    }

    /// The transitions of one repetition.
    pub fn transitions(&self) -> u64 {
        self.steps.iter().map(|matrix| matrix.sources.len() as u64).sum()
    }

    pub fn bytes(&self) -> u64 {
        let words = |matrix: &StepMatrix| matrix.starts.len() + matrix.sources.len();
        let words: usize = self.steps.iter().map(words).sum();
        (words * size_of::<u32>() + self.keys.len() * size_of::<u128>()) as u64
    }

    /// The numbers after one repetition, computed from those before. Adds to `profile` the states
    /// of each layer with a non-zero number, and sets `overflow` if a number does not fit.
    pub fn pass<A: Arithmetic>(
        &self,
        arithmetic: A,
        mut numbers: Vec<A::Value>,
        threads: usize,
        profile: &mut Vec<u64>,
        overflow: &mut bool,
    ) -> Vec<A::Value> {
        for matrix in &self.steps {
            profile.push(numbers.iter().filter(|&&number| number != A::ZERO).count() as u64);
            numbers = matrix.apply(arithmetic, &numbers, threads, overflow);
        }
        numbers
    }
}

impl StepMatrix {
    fn apply<A: Arithmetic>(
        &self,
        arithmetic: A,
        from: &[A::Value],
        threads: usize,
        overflow: &mut bool,
    ) -> Vec<A::Value> {
        let targets = self.starts.len() - 1;
        let mut to = vec![A::ZERO; targets];
        let helpers = if self.sources.len() < ALONE { 1 } else { threads };
        // Parts with equal numbers of transitions.
        let mut parts = Vec::with_capacity(helpers);
        let (mut rest, mut first) = (&mut to[..], 0);
        for helper in 1..=helpers {
            let share = self.sources.len() * helper / helpers;
            let end = self.starts[1..].partition_point(|&end| (end as usize) < share);
            let end = if helper == helpers { targets } else { end.max(first) };
            let (part, others) = rest.split_at_mut(end - first);
            parts.push((first, part, false));
            (rest, first) = (others, end);
        }
        let work = |(first, part, overflow): &mut (usize, &mut [A::Value], bool)| {
            let starts = self.starts[*first..].windows(2);
            for (sum, start) in part.iter_mut().zip(starts) {
                let sources = &self.sources[start[0] as usize..start[1] as usize];
                *sum = sources.iter().fold(A::ZERO, |sum, &source| {
                    arithmetic.sum(sum, from[source as usize], overflow)
                });
            }
        };
        in_parallel(&mut parts, work, work);
        *overflow |= parts.iter().any(|&(_, _, overflow)| overflow);
        to
    }
}

/// Maps the slots before one step to those before an equivalent step.
pub fn renaming(plan: &SweepPlan, from: usize, to: usize) -> [u8; MAX_SLOTS] {
    let mut position = vec![0; plan.steps.len()];
    plan.steps.iter().enumerate().for_each(|(at, step)| position[step.vertex as usize] = at);
    let ordered = |at: usize| {
        let cells = plan.steps[at - 1].frontier.iter();
        let mut slots: Vec<(usize, u8)> =
            cells.map(|&(cell, slot)| (position[cell as usize] - at, slot)).collect();
        slots.sort_unstable();
        slots
    };
    // The bits of slots outside the frontier are the same in every key.
    let mut slots = std::array::from_fn(|slot| slot as u8);
    for ((distance, old), (same, new)) in ordered(from).into_iter().zip(ordered(to)) {
        debug_assert_eq!(distance, same, "the steps are equivalent");
        slots[usize::from(old)] = new;
    }
    slots
}

/// States with other names of their slots.
pub struct Renamed<B> {
    slots: [u8; MAX_SLOTS],
    /// The step before, whose mirror chooses between images.
    before: B,
}

impl<B: Backend> Renamed<B> {
    /// Renames from one step to an equivalent one.
    pub fn new(plan: &SweepPlan, from: usize, to: usize) -> Renamed<B> {
        Renamed { slots: renaming(plan, from, to), before: B::new(&plan.steps[to - 1], &[]) }
    }

    pub fn key(&self, key: B::Key) -> B::Key {
        self.before.pack(&mirrored(&self.before.unpack(key).0, &self.slots))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::ops::ControlFlow;

    use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, prop_assume, proptest};

    use crate::board::{Board, Graph, Piece};
    use crate::tours::frontier::layers::{Ended, Limits};
    use crate::tours::frontier::numbers::Word;
    use crate::tours::frontier::plan::{Goal, SweepPlan};
    use crate::tours::frontier::run::{SweepContext, Sweeps, sweep};
    use crate::tours::frontier::transition::Portable;
    use crate::tours::frontier::vertex_order::{EliminationOrder, best_order};
    use crate::tours::{Kind, TourQuestion};

    const ROOMY: Limits = Limits { threads: 2, memory: 1 << 30 };

    fn plan(board: &str, piece: &Piece, kind: Kind, fixed: &[u32]) -> (SweepPlan, TourQuestion) {
        let question = TourQuestion::new(&board.parse::<Board>().unwrap(), piece, kind);
        let mut kept = question.symmetries().clone();
        fixed.iter().for_each(|&end| kept = kept.stabiliser(end as usize));
        let order = best_order(question.graph(), &kept, question.shape());
        let goal = Goal { kind, fixed: fixed.to_vec() };
        (SweepPlan::new(question.graph(), &order, &goal), question)
    }

    /// The total, the states of each layer, and the number of transfers built.
    fn swept(plan: &SweepPlan, limits: Limits) -> (u128, Vec<u64>, usize) {
        let mut watch = |_: &_| ControlFlow::Continue(());
        let mut context = SweepContext { plan, limits, watch: &mut watch, transfers: Vec::new() };
        let swept = sweep::<Portable<u64>, _>(&mut context, Word::<u128>::default()).unwrap();
        (swept.total, swept.profile, context.transfers.len())
    }

    fn without_periods(plan: &SweepPlan) -> SweepPlan {
        let mut plan = plan.clone();
        plan.periods.clear();
        plan
    }

    #[test]
    fn transfers_give_the_same_numbers_and_states_as_layers() {
        let knight = Piece::knight(2);
        let (wazir, king) = (Piece::named("wazir", 2).unwrap(), Piece::named("king", 2).unwrap());
        let strips = [
            ("3x32", &knight, Kind::Closed, &[][..], None, 1),
            ("3x40", &knight, Kind::Open, &[], None, 2),
            ("30x4", &knight, Kind::Open, &[], Some(1 << 19), 2),
            ("4x30", &knight, Kind::Open, &[10], Some(1 << 19), 1),
            ("5x26", &knight, Kind::Closed, &[], Some(1 << 21), 1),
            ("4x20", &wazir, Kind::Closed, &[], None, 1),
            ("4x20", &king, Kind::Closed, &[], None, 1),
        ];
        for (board, piece, kind, fixed, little, transfers) in strips {
            let (plan, _) = plan(board, piece, kind, fixed);
            let (number, profile, made) = swept(&plan, ROOMY);
            assert!(number > 0, "{board} {kind:?}");
            assert_eq!(made, transfers, "{board} {kind:?}: {:?}", plan.periods);
            if let Some(little) = little {
                let tight = swept(&plan, Limits { memory: little, threads: 1 });
                assert_eq!(tight, (number, profile, 0), "{board} {kind:?} in little memory");
            }
            let (other, ..) = swept(&without_periods(&plan), ROOMY);
            assert_eq!(other, number, "{board} {kind:?} step by step");
        }
    }

    #[test]
    fn periods_are_one_or_two_columns_by_colour_balance() {
        for (board, kind, periods) in [
            ("6x40", Kind::Closed, &[6][..]),
            ("6x40", Kind::Open, &[6, 6]),
            ("5x40", Kind::Closed, &[10]),
            ("40x3", Kind::Open, &[6, 6]),
            ("8x8", Kind::Closed, &[]),
        ] {
            let (plan, _) = plan(board, &Piece::knight(2), kind, &[]);
            let mut found = plan.periods.clone();
            found.sort_by_key(|period| period.start);
            let found: Vec<usize> = found.iter().map(|period| period.length).collect();
            assert_eq!(found, periods, "{board} {kind:?}");
        }
    }

    /// Three rows with the same edges in each column, and possibly one edge more or less.
    fn strips() -> impl Strategy<Value = (Graph, bool)> {
        (any::<u32>(), 0usize..400, 1usize..8).prop_map(|(pattern, place, far)| {
            const CELLS: usize = 60;
            let edges = (0..CELLS).flat_map(|a| {
                let kept = (0..9).filter(move |edge| pattern >> (a % 3 * 9 + edge) & 1 != 0);
                kept.map(move |edge| (a, a / 3 * 3 + edge)).filter(|&(a, b)| a < b && b < CELLS)
            });
            let mut edges: Vec<_> = edges.collect();
            let more = (place.saturating_sub(200), place.saturating_sub(200) + far);
            let whole = match place {
                ..200 if place < edges.len() => edges.remove(place) == (CELLS, CELLS),
                200.. if more.1 < CELLS && !edges.contains(&more) => {
                    edges.push(more);
                    false
                }
                _ => true,
            };
            (Graph::from_edges(CELLS, &edges).unwrap(), whole)
        })
    }

    proptest! {
        #[test]
        fn periodic_graphs_are_counted_correctly((graph, whole) in strips()) {
            let is_balanced = graph.colours().is_none_or(|colours| {
                2 * colours.iter().filter(|&&dark| dark).count() == graph.len()
            });
            prop_assume!(graph.components().len() == 1 && is_balanced);
            let order = EliminationOrder {
                vertices: (0..graph.len() as u32).collect(),
                mirror: None,
                flip: 0,
                width: 9,
                cost: 0.0,
            };
            let goal = Goal { kind: Kind::Closed, fixed: Vec::new() };
            let plan = SweepPlan::new(&graph, &order, &goal);
            prop_assert!(!whole || !plan.periods.is_empty());
            let (number, ..) = swept(&plan, ROOMY);
            prop_assert_eq!(number, swept(&without_periods(&plan), ROOMY).0);
        }
    }

    #[test]
    fn a_transfer_works_in_every_arithmetic() {
        let (plan, _) = plan("3x60", &Piece::knight(2), Kind::Closed, &[]);
        let mut watch = |_: &_| ControlFlow::Continue(());
        let (limits, transfers) = (ROOMY, Vec::new());
        let context = SweepContext { plan: &plan, limits, watch: &mut watch, transfers };
        let left = Cell::new(0);
        let mut sweeps = Sweeps { context, portable: false, left: &left, profile: Vec::new() };
        let words = sweeps.count(200).unwrap();
        let residues = sweeps.count(500).unwrap();
        assert_eq!(words, residues);
        assert_eq!(sweeps.context.transfers.len(), 1);
        let narrow = sweep::<Portable<u64>, _>(&mut sweeps.context, Word::<u64>::default());
        assert!(matches!(narrow, Err(Ended::Overflow)), "the number has more than 64 bits");
    }
}
