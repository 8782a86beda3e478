//! `Backend`: the bit operations of a step, and `Sink`: the receiver of its successors.
//!
//! All backends apply the same rules, so a sweep has the same states on every machine; tests
//! compare them. Rules that drop a dead state:
//!
//! 1. *Starved cell.* Each cell still needs edges: two if it is bare, one if it is an end, and one
//!    fewer for each terminal. Each edge must come from another bare cell or end, or from outside
//!    the frontier. Cells that cannot get enough must be terminals. There may not be more such
//!    cells of each colour than available terminals, and no cell may lack two edges.
//! 2. *Learned cuts* ([`Cut`]): sets of cells that together need more edges than their
//!    neighbourhood can provide.
//!
//! Both are necessary conditions for a completion, so dropping loses no tour. A state may be
//! dropped while its mirror image is kept: its contribution is lost, but no completion would count
//! it.
//!
//! A completion gives each cell of the rest of the graph the edges that it still needs. The edges
//! that a set X of cells needs end in cells y next to X, each of which can give at most min(what y
//! needs, its neighbours in X). This is a necessary condition for any X, with one edge less for
//! each terminal that may be in X. (Hall's condition for degree-constrained subgraphs.)

use crate::tours::frontier::state::{FrontierState, Key, MAX_SLOTS};
use crate::tours::question::Kind;

/// The bit operations of one step, prepared for it.
pub trait Backend: Sync + Sized {
    /// The packed states.
    type Key: Key;

    /// Prepares for a step and the cuts that were learned for it.
    fn new(step: &Step, cuts: &[Cut]) -> Self;

    /// Unpacks a state; the second value is the set of ends without a mate.
    fn unpack(&self, key: Self::Key) -> (FrontierState<Mate<Self>>, u32);

    /// The key of a state after the step; if the frontier is symmetric, the smaller key of the
    /// state and its mirror image.
    fn pack(&self, state: &FrontierState<Mate<Self>>) -> Self::Key;

    /// False if a rule proves that the state has no completion.
    fn alive<const OPEN: bool>(&self, bare: u32, ends: u32, terminals: FreeTerminals) -> bool;

    /// Passes all successors of the states to the sink.
    #[inline]
    fn expand<V: Copy, S: Sink<Self, V>>(
        &self,
        step: &Step,
        states: &[(Self::Key, V)],
        sink: &mut S,
    ) {
        match step.kind {
            Kind::Open => self.expand_kind::<true, V, S>(step, states, sink),
            Kind::Closed => self.expand_kind::<false, V, S>(step, states, sink),
        }
    }

    /// `expand` for one kind of tours, compiled for the backend's instructions.
    fn expand_kind<const OPEN: bool, V: Copy, S: Sink<Self, V>>(
        &self,
        step: &Step,
        states: &[(Self::Key, V)],
        sink: &mut S,
    );
}

/// Receives the successors of states.
pub trait Sink<B: Backend, V> {
    /// A successor that no rule dropped.
    fn successor(
        &mut self,
        backend: &B,
        state: &FrontierState<Mate<B>>,
        count: V,
        terminals: FreeTerminals,
        edges: Edges,
    );
    /// Complete tours.
    fn complete(&mut self, count: V, edges: Edges);
    /// Twice the count, for an end that also represents its mirror image.
    fn twice(&mut self, count: V) -> V;
}

/// The mates of a backend's states.
pub type Mate<B> = <<B as Backend>::Key as Key>::Mates;

/// How many terminals of each colour may still be placed, not counting those reserved for fixed
/// ends. On a non-bipartite graph all are white.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeTerminals {
    pub white: i32,
    pub black: i32,
}

/// The edges of a transition, as indices into [`Step::near`].
pub type Edges = [u8; 2];

/// No edge.
pub const NONE: u8 = u8::MAX;
/// The edge to the successor cell.
pub const SUCCESSOR_CELL: u8 = u8::MAX - 1;
/// The most cells outside the frontier in the rule of starved cells.
pub const OUTSIDE: usize = 16;
/// The cells in the rule: an entry for each slot, then those outside.
pub const LANES: usize = MAX_SLOTS + OUTSIDE;

/// The constants of a step.
#[derive(Clone, Debug)]
pub struct Step {
    /// The kind of the tours that are counted.
    pub kind: Kind,
    /// The vertex that is eliminated.
    pub vertex: u32,
    /// Its slot.
    pub slot: u32,
    /// The slots of its later neighbours, without the successor cell's.
    pub near: Vec<u32>,
    /// The vertices in these slots.
    pub near_vertices: Vec<u32>,
    /// The new cell that takes over the slot.
    pub successor_cell: Option<u32>,
    /// True if there is a successor cell.
    pub has_successor_cell: bool,
    /// Slots of cells that enter the frontier before the step.
    pub fresh: u32,
    /// True if cells remain outside the frontier after the step.
    pub outside: bool,
    /// True if the vertex is a fixed end of the open tour.
    pub must_end: bool,
    /// Where the open tour may end.
    pub ends: TerminalRule,
    /// Which cells may be starved after the step.
    pub starved: Starved,
    /// The mirror's permutation of the slots, if the frontier after the step is symmetric.
    pub mirror: Option<[u8; MAX_SLOTS]>,
    /// The cells of the frontier after the step, and their slots.
    pub frontier: Vec<(u32, u8)>,
}

/// The constants about terminals at a step; closed tours have none.
#[derive(Clone, Copy, Debug)]
pub struct TerminalRule {
    /// True if the graph is bipartite and its colours are used.
    pub coloured: bool,
    /// The colour of the vertex; white on a non-bipartite graph.
    pub white: bool,
    /// The number of terminals of each colour in a tour.
    pub quota: FreeTerminals,
    /// Fixed ends that come after the step.
    pub reserved: FreeTerminals,
    /// Slots of white and of black cells before the step.
    pub white_before: u32,
    pub black_before: u32,
    /// Twice the number of white vertices eliminated before the step, minus twice the black ones.
    pub balance: i32,
    /// The vertex may be the first of the two terminals in the order, or the second.
    pub first: bool,
    pub second: bool,
    /// As the first terminal it also represents its image under the flip.
    pub doubles: bool,
}

/// The rule of starved cells in lanes: `0..MAX_SLOTS` by slot, then cells outside.
#[derive(Clone, Debug)]
pub struct Starved {
    /// The slots of the later neighbours.
    pub near: [u32; LANES],
    /// A bare cell that reaches fewer cells in the frontier must be a terminal.
    pub if_bare: [u8; LANES],
    /// An end that reaches fewer must be a terminal; a bare cell that reaches fewer is dead.
    pub if_end: [u8; LANES],
    /// Lanes of white cells.
    pub white: u64,
}

/// A cell of the rest of the graph, for learning cuts.
#[derive(Clone, Debug)]
pub struct Residual {
    /// Its slot, if it is in the frontier.
    pub slot: Option<u32>,
    /// Its neighbours among the residual cells.
    pub near: u64,
    /// True if it has further neighbours.
    pub leaks: bool,
    /// The sides of the flow to which it belongs.
    pub demands: bool,
    pub supplies: bool,
    /// True if it is a fixed end.
    pub must_end: bool,
}

/// A necessary condition in masks of slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cut {
    /// The cells of X in the frontier.
    pub demand: u32,
    /// Cells with at least one neighbour in X.
    pub once: u32,
    /// Cells with at least two neighbours in X.
    pub twice: u32,
    /// The edges that X needs outside the frontier, minus those provided from there.
    pub constant: i16,
    /// The colour of X.
    pub white: bool,
}

impl Cut {
    /// True if the state has no completion.
    #[inline(always)]
    pub fn kills(&self, bare: u32, ends: u32, terminals: FreeTerminals) -> bool {
        let any = bare | ends;
        let count = |cells: u32| cells.count_ones() as i32;
        let terminals = if self.white { terminals.white } else { terminals.black };
        let needs = count(bare & self.demand) + count(any & self.demand) + i32::from(self.constant);
        needs > count(any & self.once) + count(bare & self.twice) + terminals
    }

    /// The cut of a set of residual cells.
    pub fn of(residual: &[Residual], set: u64, white: bool) -> Cut {
        let mut cut = Cut { demand: 0, once: 0, twice: 0, constant: 0, white };
        for (i, cell) in residual.iter().enumerate() {
            let within = set >> i & 1 != 0;
            if within {
                match cell.slot {
                    Some(slot) => cut.demand |= 1 << slot,
                    None => cut.constant += 2,
                }
                cut.constant -= i16::from(cell.must_end);
            }
            let joined = (cell.near & set).count_ones() as i16;
            match cell.slot {
                Some(slot) => {
                    cut.once |= u32::from(joined >= 1) << slot;
                    cut.twice |= u32::from(joined >= 2) << slot;
                }
                None => cut.constant -= joined.min(2 - i16::from(cell.must_end)),
            }
        }
        cut
    }
}

/// The most cells that a flow can have.
pub const MOST_CELLS: usize = 62;
