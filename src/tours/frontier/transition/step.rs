//! `Step`: everything that is known of a step beforehand, as slots.

use crate::tours::frontier::state::MAX_SLOTS;
use crate::tours::question::Kind;

/// How many terminals of each colour may still be placed, those reserved for fixed ends
/// not counted. A graph without colours has white alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spare {
    pub white: i32,
    pub black: i32,
}

/// The edges of a transition, as places in [`Step::near`].
pub type Edges = [u8; 2];

/// No edge.
pub const NONE: u8 = u8::MAX;
/// The edge to the successor cell.
pub const SUCCESSOR_CELL: u8 = u8::MAX - 1;
/// Cells outside the frontier that the rule of starved cells looks at.
pub const OUTSIDE: usize = 16;
/// The cells that the rule looks at: a place for each slot, then those outside.
pub const LANES: usize = MAX_SLOTS + OUTSIDE;

/// Everything that is known of a step beforehand.
#[derive(Clone, Debug)]
pub struct Step {
    /// The kind of the tours that are counted.
    pub kind: Kind,
    /// The vertex that is eliminated.
    pub vertex: u32,
    /// Its slot.
    pub slot: u32,
    /// The slots of its later neighbours, the successor cell's left out.
    pub near: Vec<u32>,
    /// The vertices in these slots.
    pub near_vertices: Vec<u32>,
    /// The new cell that takes over the slot.
    pub successor_cell: Option<u32>,
    /// True if there is one.
    pub has_successor_cell: bool,
    /// Slots of cells that come into the frontier before the step.
    pub fresh: u32,
    /// True if cells outside the frontier are left after the step.
    pub outside: bool,
    /// True if the vertex is a fixed end of the open tour.
    pub must_end: bool,
    /// Where the open tour may end.
    pub ends: TerminalRule,
    /// Which cells may be starved after the step.
    pub starved: Starved,
    /// The mirror's permutation of the slots, where the frontier after the step is
    /// symmetric.
    pub mirror: Option<[u8; MAX_SLOTS]>,
    /// The cells of the frontier after the step, and their slots.
    pub frontier: Vec<(u32, u8)>,
}

/// What decides about terminals at a step; closed tours have none.
#[derive(Clone, Copy, Debug)]
pub struct TerminalRule {
    /// True if the graph has two colours and they are used.
    pub coloured: bool,
    /// The colour of the vertex; white on a graph without colours.
    pub white: bool,
    /// How many terminals of each colour a tour has.
    pub quota: Spare,
    /// Fixed ends that come after the step.
    pub reserved: Spare,
    /// Slots of white and of black cells before the step.
    pub white_before: u32,
    pub black_before: u32,
    /// Twice the white vertices eliminated before the step less twice the black ones.
    pub balance: i32,
    /// The vertex may be the first of the two terminals in the order, or the second.
    pub first: bool,
    pub second: bool,
    /// As the first one it stands for its image under the flip as well.
    pub doubles: bool,
}

/// The rule of starved cells in lanes: `0..MAX_SLOTS` by slot, then cells outside.
#[derive(Clone, Debug)]
pub struct Starved {
    /// The slots of the later neighbours.
    pub near: [u32; LANES],
    /// A bare cell that reaches fewer cells in the frontier must be a terminal.
    pub if_bare: [u8; LANES],
    /// An end that reaches fewer must be a terminal; a bare cell is dead.
    pub if_end: [u8; LANES],
    /// Lanes of white cells.
    pub white: u64,
}
