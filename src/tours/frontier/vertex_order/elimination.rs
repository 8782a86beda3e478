//! `EliminationOrder`: the order in which the vertices are eliminated.

use crate::board::Permutation;

/// A vertex order and its symmetry.
#[derive(Clone, Debug)]
pub struct EliminationOrder {
    pub vertices: Vec<u32>,
    /// An automorphism of order two under which many prefixes are symmetric.
    pub mirror: Option<Permutation>,
    /// The number of first vertices that an automorphism of order two maps to the last ones. An
    /// open tour with both ends among the first ones is the image of one with both among the last.
    pub flip: usize,
    /// The most cells in the frontier at a time, including the vertex being eliminated.
    pub width: usize,
    /// The cost: the sum over the layers of `cost::states_on`, halved where symmetric.
    pub cost: f64,
}
