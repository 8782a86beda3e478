//! Plans and counts for tests; and planted errors: each rule that a count rests on is broken once,
//! and the count shows it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::counting::Counting;
use super::degrees::{Mirror, SlotMap};
use super::forecast::{Forecasts, NumberType};
use super::matching::Maps;
use super::plan::{AugmentedGraph, Plan};
use super::schedule::{Part, Problem};
use super::sweep::{By, Layer, Live, Number, Partition, ThreadPool, live, reached};
use crate::board::{Board, Piece};
use crate::simd::{Backend, Portable, Vectors};
use crate::tours::{Kind, TourQuestion};

/// The plan for the knight's tours of a board.
pub fn plan(board: &str, kind: Kind) -> Plan {
    let board: Board = board.parse().expect("a board");
    let question = TourQuestion::new(&board, &Piece::knight(2), kind);
    let augmented = AugmentedGraph::new(question.graph(), kind, question.ends());
    let (symmetries, shape) = (question.symmetries(), question.shape());
    Plan::new(&augmented, question.graph(), symmetries, shape, 20).expect("frontiers of 20 cells")
}

pub fn thread_pool(threads: usize) -> ThreadPool {
    ThreadPool { threads, backend: Backend::new(Vectors::Native) }
}

/// All live degrees of a plan.
pub fn all_live(plan: &Plan) -> Live {
    let reached = reached(plan, thread_pool(2), &mut || true).expect("no pause stops it");
    live(plan, &reached, 0, |_| true, thread_pool(2), &mut || true).expect("no pause stops it")
}

/// A plan with its live degrees, forecasts and tables.
pub struct Sample {
    pub plan: Plan,
    pub live: Live,
    pub forecasts: Forecasts,
    pub maps: Maps,
}

impl Sample {
    pub fn of(plan: Plan) -> Sample {
        let live = all_live(&plan);
        let forecasts = Forecasts::new(&plan, &live, None);
        Sample { maps: Maps::new(4), forecasts, live, plan }
    }

    /// The sample for a board's knight's tours.
    pub fn new(board: &str, kind: Kind) -> Sample {
        Sample::of(plan(board, kind))
    }

    /// A sweep with 4 GiB.
    pub fn problem(&self, numbers: NumberType, threads: usize) -> Problem<'_> {
        let problem = Problem::new(&self.plan, &self.maps, thread_pool(threads));
        Problem { numbers, budget: (1u64 << 32) as f64, ..problem }
    }

    pub fn whole(&self) -> Part<'_> {
        Part::whole(&self.live, &self.forecasts)
    }

    /// A count with two threads and 4 GiB.
    pub fn counting(&self) -> Counting<'_> {
        let problem = self.problem(NumberType::Words, 2);
        Counting { bits: 200, ..Counting::new(problem, self.whole()) }
    }
}

/// The count, and the states of each layer.
pub fn counted(counting: &Counting<'_>) -> (String, Vec<u64>) {
    let (count, profile) = counting.count(&mut |_| true).expect("no pause stops it");
    (count.to_string(), profile)
}

/// The nonzero states of a layer by group: place, rank and number.
pub fn listed<V: Number>(layer: &Layer<'_, V>) -> Vec<(usize, u32, V)> {
    let mut all = Vec::new();
    for (place, number) in layer.index.numbers().enumerate() {
        let (pairs, mut buffer) = (layer.numbers.degrees(number).pairs(), Vec::new());
        let (ranks, numbers) = layer.states(Portable, place, pairs, &mut buffer);
        let states = ranks.iter().zip(numbers).filter(|(_, n)| **n != V::default());
        all.extend(states.map(|(&rank, &number)| (place, rank, number)));
    }
    all
}

/// 6x8: one half and its image, most layers with a mirror.
const TOURS: &str = "55488142";

fn sound() -> Plan {
    plan("6x8", Kind::Closed)
}

/// The count, unless it ends in a panic or an error.
fn count(sample: &Sample) -> Option<String> {
    let run = || sample.counting().count(&mut |_| true).ok().map(|(count, _)| count.to_string());
    catch_unwind(AssertUnwindSafe(run)).ok().flatten()
}

fn count_of(plan: Plan) -> Option<String> {
    catch_unwind(AssertUnwindSafe(|| Sample::of(plan))).ok().as_ref().and_then(count)
}

/// The same map but for the images of two slots, which are exchanged.
fn exchanged(map: &SlotMap, slots: usize, [a, b]: [usize; 2]) -> SlotMap {
    let mut to: Vec<Option<u8>> = (0..slots).map(|slot| map.of(slot).map(|to| to as u8)).collect();
    to.swap(a, b);
    SlotMap::new(to)
}

#[test]
fn nothing_planted_counts_right() {
    assert_eq!(count_of(sound()).as_deref(), Some(TOURS));
}

#[test]
fn a_wrong_mirror_is_found() {
    let mut found = 0;
    let layers = sound().upper.mirrors.len();
    for layer in layers / 3..layers {
        let mut plan = sound();
        let slots = plan.upper.slots;
        let Some(mirror) = &plan.upper.mirrors[layer] else { continue };
        let mut cells = (0..slots).filter(|&slot| plan.upper.cell(layer, slot).is_some());
        let two = [(); 2].map(|()| cells.next().expect("a cell"));
        let wrong = exchanged(&mirror.slots, slots, two);
        plan.upper.mirrors[layer] = Some(Mirror::new(wrong, 0));
        assert_ne!(count_of(plan).as_deref(), Some(TOURS), "layer {layer}");
        found += 1;
    }
    assert!(found > 2, "{found}");
}

#[test]
fn a_wrong_flip_is_found() {
    for slots in [[0, 1], [2, 5], [0, 11]] {
        let mut plan = sound();
        plan.interface = plan.interface.exchanged(slots);
        assert_ne!(count_of(plan).as_deref(), Some(TOURS), "{slots:?}");
    }
}

#[test]
fn a_wrong_rank_map_is_found() {
    for pairs in 2..5 {
        let mut sample = Sample::of(sound());
        sample.maps = Maps::with_two_ranks_exchanged(pairs);
        assert_ne!(count(&sample).as_deref(), Some(TOURS), "{pairs} pairs");
    }
}

/// Residues that are taken for those of other primes: the number that they combine to is above
/// its bound. Where no sum passes 2^31 nothing is reduced, and any modulus counts right.
#[test]
fn a_wrong_narrow_modulus_is_found() {
    let sample = Sample::new("7x8", Kind::Closed);
    let problem = sample.problem(NumberType::Short, 2);
    let counting = Counting { problem, bits: 36, ..sample.counting() };
    let counted = counting.by_wrong_moduli(&mut |_| true);
    assert!(counted.is_err(), "{counted:?}");
}

/// Of an orbit of groups that meet, one is in one class, whatever the classes are: those that no
/// symmetry keeps cost more, and count the same.
#[test]
fn classes_that_are_not_closed_add_up_as_well() {
    let sample = Sample::of(sound());
    let problem = sample.problem(NumberType::Words, 2);
    let sum = |partition: &Partition| {
        let classes = (0..partition.count()).map(|class| {
            let own = problem.live(&sample.live, partition, class, 0, &mut || true);
            let own = own.expect("no pause stops it");
            let whole = Part::whole(&own, &sample.forecasts);
            counted(&Counting { whole, ..sample.counting() }).0.parse::<u64>().unwrap()
        });
        classes.sum::<u64>().to_string()
    };
    let partition =
        Partition::of_meeting(By::Degrees, &sample.plan, &sample.live.meeting, 4, usize::MAX);
    assert_eq!(sum(&partition), TOURS);
    assert_eq!(sum(&partition.not_closed()), TOURS);
}
