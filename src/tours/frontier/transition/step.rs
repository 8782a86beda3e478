//! `Step`: the constants of a step, as slots.

use crate::tours::frontier::state::MAX_SLOTS;
use crate::tours::question::Kind;

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
