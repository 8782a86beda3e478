//! `EliminationOrder`: in which order the vertices are eliminated.

use crate::board::Permutation;

/// A vertex order and what it has of symmetry.
#[derive(Clone, Debug)]
pub struct EliminationOrder {
    pub vertices: Vec<u32>,
    /// An automorphism of order two under which many prefixes are symmetric.
    pub mirror: Option<Permutation>,
    /// The first so many vertices are the image of the last so many under an automorphism
    /// of order two: an open tour with both ends among the first ones is the image of one
    /// with both among the last.
    pub flip: usize,
    /// The most cells in the frontier at once, the vertex being eliminated included.
    pub width: usize,
    /// The sum over the layers of `price::states_on`, halved where symmetric.
    pub price: f64,
}
