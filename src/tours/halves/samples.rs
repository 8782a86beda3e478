//! Counts that tests are made with.

use super::counting::Counting;
use super::forecast::{Numbers, Outlook};
use super::matching::Maps;
use super::plan::{Net, Plan};
use super::schedule::Problem;
use super::sweep::{Crew, Layer, Live, Number, PART_STATES, live, reached};
use crate::board::{Board, Piece};
use crate::simd::{Backend, Portable, Vectors};
use crate::tours::{Kind, TourQuestion};

/// The plan of a board's knight's tours.
pub fn plan(board: &str, kind: Kind) -> Plan {
    let board: Board = board.parse().expect("a board");
    let question = TourQuestion::new(&board, &Piece::knight(2), kind);
    let net = Net::new(question.graph(), kind, question.ends());
    let (symmetries, shape) = (question.symmetries(), question.shape());
    Plan::new(&net, question.graph(), symmetries, shape, 20).expect("frontiers of 20 cells")
}

/// So many threads of this processor.
pub fn crew(threads: usize) -> Crew {
    Crew { threads, backend: Backend::new(Vectors::Native) }
}

/// All that lives of a plan.
pub fn all_live(plan: &Plan) -> Live {
    let reached = reached(plan, crew(2), usize::MAX, &mut || true).expect("nobody ends it");
    live(plan, &reached, 0, |_| true, crew(2), &mut || true).expect("nobody ends it")
}

/// A plan with all that a count of it needs.
pub struct Sample {
    pub plan: Plan,
    pub live: Live,
    pub outlook: Outlook,
    pub maps: Maps,
}

impl Sample {
    /// Of a plan.
    pub fn of(plan: Plan) -> Sample {
        let live = all_live(&plan);
        let outlook = Outlook::new(&plan, &live, None);
        Sample { maps: Maps::new(4), outlook, live, plan }
    }

    /// Of a board's knight's tours.
    pub fn new(board: &str, kind: Kind) -> Sample {
        Sample::of(plan(board, kind))
    }

    /// What is swept, with much memory.
    pub fn problem(&self, numbers: Numbers, threads: usize) -> Problem<'_> {
        let (plan, crew, room) = (&self.plan, crew(threads), (1u64 << 32) as f64);
        Problem { plan, crew, numbers, room, spills: false }
    }

    /// A count by two threads, with much memory.
    pub fn counting(&self) -> Counting<'_> {
        Counting {
            problem: self.problem(Numbers::Words, 2),
            live: &self.live,
            outlook: &self.outlook,
            maps: &self.maps,
            bits: 200,
            part_states: PART_STATES,
            keeper: None,
            only: None,
        }
    }
}

/// The number, and the states of each layer.
pub fn counted(counting: &Counting<'_>) -> (String, Vec<u64>) {
    let (count, profile) = counting.count(&mut |_| true).expect("nothing ends it");
    (count.to_string(), profile)
}

/// The states of a layer by their group, without those that are zero.
pub fn listed<V: Number>(layer: &Layer<'_, V>) -> Vec<(usize, u32, V)> {
    let (mut all, mut place) = (Vec::new(), 0);
    for word in 0..layer.index.words() {
        let mut left = layer.index.bits(word);
        while left != 0 {
            let number = 64 * word + left.trailing_zeros() as usize;
            left &= left - 1;
            let (pairs, mut room) = (layer.numbers.degrees(number).pairs(), Vec::new());
            let (ranks, numbers) = layer.states(Portable, place, pairs, &mut room);
            let states = ranks.iter().zip(numbers).filter(|(_, n)| **n != V::default());
            all.extend(states.map(|(&rank, &number)| (place, rank, number)));
            place += 1;
        }
    }
    all
}
