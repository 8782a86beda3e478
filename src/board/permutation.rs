//! `Permutation`: the effect of a symmetry on the cells of a board or the vertices of a graph.

/// A permutation of the cells: cell `c` goes to `p[c]`.
pub type Permutation = Box<[u32]>;
