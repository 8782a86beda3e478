//! `Transfer`: the effect of a period's steps on the numbers of states, without the states.
//!
//! After a while the states of a strip are the same in each repetition, with the same successors
//! every time. So all reachable states are computed once and numbered; from then on a step is the
//! product of a sparse matrix and the vector of numbers (the transfer-matrix method; Stanley,
//! "Enumerative combinatorics" I, 4.7). The matrix does not depend on the arithmetic, so sweeps in
//! several arithmetics share it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::renamed::Renamed;
use crate::engine::abreast;
use crate::tours::frontier::numbers::Arithmetic;
use crate::tours::frontier::plan::{Period, SweepPlan};
use crate::tours::frontier::state::{FrontierState, Key};
use crate::tours::frontier::transition::{Backend, Edges, FreeTerminals, Mate, Sink};

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

    /// The number of these states.
    pub fn states(&self) -> usize {
        self.keys.len()
    }

    /// The transitions of one repetition.
    pub fn transitions(&self) -> u64 {
        self.steps.iter().map(|matrix| matrix.sources.len() as u64).sum()
    }

    /// The size in bytes.
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
        abreast(&mut parts, work, work);
        *overflow |= parts.iter().any(|&(_, _, overflow)| overflow);
        to
    }
}
