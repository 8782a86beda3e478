//! `Cut`: a set of cells that needs more edges than it can get, as masks of slots.
//!
//! A completion gives each cell of the rest of the graph the edges that it still needs. The edges
//! that a set X of cells needs end in cells y next to X, each of which can give at most min(what y
//! needs, its neighbours in X). This is a necessary condition for any X, with one edge less for
//! each terminal that may be in X. (Hall's condition for degree-constrained subgraphs.)

use super::step::FreeTerminals;

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
