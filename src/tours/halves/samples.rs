//! Plans that tests are made with.

use super::count::Counting;
use super::expected::Numbers;
use super::machine::Backend;
use super::matching::Maps;
use super::plan::{Net, Plan};
use super::sweep::{Crew, Live, PART_STATES, live, reached};
use crate::board::{Board, Piece};
use crate::method::Vectors;
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
    live(plan, &reached, |_| true, crew(2), &mut || true).expect("nobody ends it")
}

/// A count of what lives, by two threads, with much memory.
pub fn counting<'a>(plan: &'a Plan, live: &'a Live, maps: &'a Maps) -> Counting<'a> {
    let (crew, memory, bits, numbers) = (crew(2), 1 << 32, 200, Numbers::Words);
    let (part_states, passes, keeper) = (PART_STATES, [None, None], None);
    Counting { plan, live, maps, crew, memory, bits, numbers, part_states, passes, keeper }
}
