//! Plans and counts for tests.

use super::counting::Counting;
use super::forecast::{Forecasts, NumberType};
use super::matching::Maps;
use super::plan::{AugmentedGraph, Plan};
use super::schedule::Problem;
use super::sweep::{Layer, Live, Number, PART_STATES, ThreadPool, live, reached};
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
    let reached =
        reached(plan, thread_pool(2), usize::MAX, &mut || true).expect("no pause stops it");
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
        let (plan, thread_pool, budget) = (&self.plan, thread_pool(threads), (1u64 << 32) as f64);
        Problem { plan, thread_pool, numbers, budget, spills: false }
    }

    /// A count with two threads and 4 GiB.
    pub fn counting(&self) -> Counting<'_> {
        Counting {
            problem: self.problem(NumberType::Words, 2),
            live: &self.live,
            forecasts: &self.forecasts,
            maps: &self.maps,
            bits: 200,
            part_states: PART_STATES,
            checkpoint: None,
            shared_slice: None,
        }
    }
}

/// The count, and the states of each layer.
pub fn counted(counting: &Counting<'_>) -> (String, Vec<u64>) {
    let (count, profile) = counting.count(&mut |_| true).expect("no pause stops it");
    (count.to_string(), profile)
}

/// The nonzero states of a layer by group: place, rank and number.
pub fn listed<V: Number>(layer: &Layer<'_, V>) -> Vec<(usize, u32, V)> {
    let (mut all, mut place) = (Vec::new(), 0);
    for word in 0..layer.index.words() {
        let mut left = layer.index.bits(word);
        while left != 0 {
            let number = 64 * word + left.trailing_zeros() as usize;
            left &= left - 1;
            let (pairs, mut buffer) = (layer.numbers.degrees(number).pairs(), Vec::new());
            let (ranks, numbers) = layer.states(Portable, place, pairs, &mut buffer);
            let states = ranks.iter().zip(numbers).filter(|(_, n)| **n != V::default());
            all.extend(states.map(|(&rank, &number)| (place, rank, number)));
            place += 1;
        }
    }
    all
}
