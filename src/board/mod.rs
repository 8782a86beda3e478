//! Boards, pieces, graphs, bit sets and symmetries, as pure values.
//!
//! Nothing here starts a thread, opens a file or reads a clock, and nothing assumes a chessboard: a
//! [`Board`] has any rank, a [`Piece`] is a set of moves, a [`Graph`] abstracts from both, and
//! [`Symmetries`] are computed.

mod arrange;
mod automorphism;
mod betza;
mod bits;
#[expect(
    clippy::module_inception,
    reason = "the file is named after its noun, like its neighbours"
)]
mod board;
mod drawing;
mod files;
mod graph;
mod graph6;
mod isometry;
mod map;
mod merged;
mod moves;
mod named_graph;
mod names;
mod parse;
mod permutation;
mod piece;
mod piece_text;
mod suggestion;
mod symmetry;

pub use arrange::Step;
pub use bits::{Bits, Wide};
pub use board::{Axis, Board, MAX_AXES, MAX_CELLS};
pub use files::GraphReading;
pub use graph::Graph;
pub use map::{BoardMap, bracketed};
pub use merged::Merged;
pub use named_graph::NamedGraph;
pub use names::{chess_name, letters};
pub use parse::wraps;
pub use permutation::Permutation;
pub use piece::{MAX_MOVES, Piece};
pub use suggestion::meant;
pub use symmetry::{Orbit, Symmetries};
