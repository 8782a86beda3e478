//! `Link`: the strategy for one question, at the width of its graph.

use std::sync::{Mutex, OnceLock, PoisonError};

use super::kernel::{Search, Workspace};
use super::root::{self, Root, split_at};
use super::state::{Adjacency, State};
use super::{cpu, split};

use crate::board::{Bits, Wide};
use crate::engine::{Halt, Plan, Random, Tally, Unit, Visitor};
use crate::tours::question::{Kind, TourQuestion};
use crate::tours::search::visited::Visited;

/// With fewer vertices the plan could reach the last edges.
pub const LEAST_VERTICES: usize = 8;

/// The number of random descents for an order of magnitude.
const ROUGH_PROBES: u32 = 16;

/// The nodes of a search of some minutes.
const HUGE: f64 = 1e10;

/// The strategy for one question, with the width that it needs.
#[derive(Debug)]
pub enum Link {
    /// Up to 64 vertices with up to eight neighbours: the optimised case.
    Word(Box<Linker<u64, 64, 3>>),
    /// Up to 64 vertices.
    WordOfMany(Box<Linker<u64, 64, 6>>),
    /// Up to 128 vertices.
    Double(Box<Linker<u128, 128, 7>>),
    /// Up to 256 vertices.
    Quadruple(Box<Linker<Wide<4>, 256, 8>>),
}

/// Calls a method of the linker of any width.
macro_rules! at_width {
    ($link:expr, $method:ident($($argument:expr),*)) => {
        match $link {
            Link::Word(linker) => linker.$method($($argument),*),
            Link::WordOfMany(linker) => linker.$method($($argument),*),
            Link::Double(linker) => linker.$method($($argument),*),
            Link::Quadruple(linker) => linker.$method($($argument),*),
        }
    };
}

impl Link {
    /// The strategy for a question of [`LEAST_VERTICES`] to 256 vertices.
    pub fn new(question: &TourQuestion) -> Link {
        let graph = question.graph();
        let degree = (0..graph.len()).map(|v| graph.degree(v)).max().unwrap_or(0);
        match graph.len() {
            0..=64 if degree <= 8 => Link::Word(Box::new(Linker::new(question))),
            0..=64 => Link::WordOfMany(Box::new(Linker::new(question))),
            65..=128 => Link::Double(Box::new(Linker::new(question))),
            _ => Link::Quadruple(Box::new(Linker::new(question))),
        }
    }

    /// Uses the choices at `vertices` as roots; false if the graph is too small for the cut.
    pub fn cut_at(&self, question: &TourQuestion, vertices: &[usize]) -> bool {
        at_width!(self, cut_at(question, vertices))
    }

    pub fn plan(&self, question: &TourQuestion, units: usize) -> Plan {
        at_width!(self, plan(question, units))
    }

    pub fn run(
        &self,
        question: &TourQuestion,
        unit: &Unit,
        visitor: &mut impl Visitor<Visited>,
    ) -> Result<Tally, Halt> {
        at_width!(self, run(question, unit, visitor))
    }

    pub fn probe(&self, question: &TourQuestion, probes: u32, random: &mut Random) -> f64 {
        at_width!(self, probe(question, probes, random))
    }
}

/// The strategy at one width: sets `B` of up to `N` vertices, `P` planes of slack.
#[derive(Debug)]
pub struct Linker<B, const N: usize, const P: usize> {
    adjacency: Adjacency<B, N>,
    roots: OnceLock<Vec<Root>>,
    /// Workspaces that no unit is using.
    workspaces: Mutex<Vec<Workspace<B, N, P>>>,
}

impl<B: Bits, const N: usize, const P: usize> Linker<B, N, P> {
    fn new(question: &TourQuestion) -> Linker<B, N, P> {
        let adjacency = Adjacency::of(question.graph());
        Linker { adjacency, roots: OnceLock::new(), workspaces: Mutex::default() }
    }

    fn roots(&self, question: &TourQuestion) -> &[Root] {
        self.roots.get_or_init(|| split::roots::<B, N, P>(&self.adjacency, question))
    }

    fn cut_at(&self, question: &TourQuestion, vertices: &[usize]) -> bool {
        let cut = |root| split_at::<B, N, P>(&self.adjacency, &root, vertices);
        let parts: Option<Vec<Vec<Root>>> =
            split::first_choices(question).into_iter().map(cut).collect();
        parts.is_some_and(|parts| self.roots.set(parts.concat()).is_ok())
    }

    fn plan(&self, question: &TourQuestion, units: usize) -> Plan {
        split::plan::<B, N, P>(&self.adjacency, self.roots(question), units)
    }

    fn run<V: Visitor<Visited>>(
        &self,
        question: &TourQuestion,
        unit: &Unit,
        visitor: &mut V,
    ) -> Result<Tally, Halt> {
        let root = split::root_of(unit, question.kind());
        let state: Option<State<B, N, P>> = root::state(&self.adjacency, &root);
        let Some(state) = state else { return Ok(Tally::default()) };
        let mut search =
            Search::new(&self.adjacency, visitor, self.take_workspace(question), unit.weight);
        let placed = search.show(&root);
        let flow = cpu::run(&mut search, &state, placed);
        let (tally, workspace) = search.end();
        self.workspaces.lock().unwrap_or_else(PoisonError::into_inner).push(workspace);
        Halt::on_break(flow)?;
        Ok(tally)
    }

    fn take_workspace(&self, question: &TourQuestion) -> Workspace<B, N, P> {
        let idle = self.workspaces.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let visited = || Visited::new(self.adjacency.vertices, question.kind() == Kind::Closed);
        idle.unwrap_or_else(|| Workspace::new(visited()))
    }

    /// Random descents from random roots. If only a few are wanted, or the question is huge, making
    /// the roots would take longer than the estimate is worth. The descents then start from the
    /// pairs of ends or from the whole question; stabilisers are not broken there, so the estimate
    /// is a few times too large.
    fn probe(&self, question: &TourQuestion, probes: u32, random: &mut Random) -> f64 {
        let roots = split::first_choices(question);
        let rough = self.mean_descent(&roots, probes.min(ROUGH_PROBES), random);
        if probes <= ROUGH_PROBES {
            return rough;
        }
        if rough > HUGE {
            return self.mean_descent(&roots, probes, random);
        }
        self.mean_descent(self.roots(question), probes, random)
    }

    fn mean_descent(&self, roots: &[Root], probes: u32, random: &mut Random) -> f64 {
        if roots.is_empty() {
            return 0.0;
        }
        let descent = |_| {
            let root = &roots[random.below(roots.len())];
            let state: Option<State<B, N, P>> = root::state(&self.adjacency, root);
            state.map_or(0.0, |state| split::probe(&self.adjacency, state, random))
        };
        let sum: f64 = (0..probes).map(descent).sum();
        sum / f64::from(probes) * roots.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::Linker;
    use crate::board::{Bits, Board, Piece, Wide};
    use crate::engine::{Silent, Tally};
    use crate::tours::question::{Ends, Kind, TourQuestion};
    use crate::tours::search::link::kernel::Search;
    use crate::tours::search::link::state::State;
    use crate::tours::search::link::{root, split};

    fn question(board: &str, piece: &str, kind: Kind) -> TourQuestion {
        let board: Board = board.parse().unwrap();
        TourQuestion::new(&board, &Piece::named(piece, board.rank()).unwrap(), kind)
    }

    fn tally<B: Bits, const N: usize, const P: usize>(question: &TourQuestion) -> Tally {
        let linker = Linker::<B, N, P>::new(question);
        let plan = linker.plan(question, 50);
        let mut sum = plan.trunk;
        for unit in &plan.units {
            sum.merge(&linker.run(question, unit, &mut Silent).unwrap());
        }
        sum
    }

    #[test]
    fn every_width_gives_the_same_tally() {
        for (board, piece, kind) in [
            ("6x6", "knight", Kind::Closed),
            ("4x7", "knight", Kind::Open),
            ("torus:4x4", "knight", Kind::Closed),
            ("3x4", "king", Kind::Closed),
            ("3x4", "king", Kind::Open),
        ] {
            let free = question(board, piece, kind);
            let corner = free.graph().len() as u32 - 1;
            let ends = match kind {
                Kind::Open => &[Ends::Free, Ends::From(0), Ends::Between(0, corner)][..],
                Kind::Closed => &[Ends::Free],
            };
            for &ends in ends {
                let question = free.clone().with_ends(ends).unwrap();
                let word = tally::<u64, 64, 3>(&question);
                assert!(!word.visited().is_zero(), "{board} {ends:?}");
                assert_eq!(tally::<u64, 64, 6>(&question), word, "{board} {ends:?}: planes");
                assert_eq!(tally::<u128, 128, 7>(&question), word, "{board} {ends:?}: 128");
                assert_eq!(tally::<Wide<4>, 256, 8>(&question), word, "{board} {ends:?}: 256");
            }
        }
    }

    #[test]
    fn the_portable_kernel_agrees() {
        let question = question("5x6", "knight", Kind::Open);
        let linker = Linker::<u64, 64, 3>::new(&question);
        for unit in linker.plan(&question, 300).units {
            let root = split::root_of(&unit, Kind::Open);
            let state: State<u64, 64, 3> = root::state(&linker.adjacency, &root).unwrap();
            let mut silent = Silent;
            let workspace = linker.take_workspace(&question);
            let mut search = Search::new(&linker.adjacency, &mut silent, workspace, unit.weight);
            let placed = search.show(&root);
            assert!(search.run(&state, placed).is_continue());
            assert_eq!(search.end().0, linker.run(&question, &unit, &mut Silent).unwrap());
        }
    }
}
