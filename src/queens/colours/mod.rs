//! METHOD colours: counts placements by the colours of the squares; it visits none.
//!
//! All squares of a diagonal have one colour, so queens on white squares and queens on black ones
//! attack each other only along rows and columns. The number of placements is therefore the sum,
//! over the rows R and columns C of the white queens, of W(R, C) B(not R, not C), where W and B
//! count the placements of white and of black queens on given rows and columns. Each colour
//! consists of two colour classes, by the parity of the rows: these share diagonals, but neither
//! rows nor columns. So W(R, C) is the number of pairs of boards, one of each class, that share no
//! diagonal.
//!
//! For each R, a set of even rows and a set of odd rows, both colours are counted by C into arrays,
//! which are then multiplied. The boards of one class, the *outer* one, in the odd rows, are listed
//! by their columns, *cells*. The boards of the other, *inner* class form a tree, with the rows in
//! the middle of the board first. On the way down, boards of the list that a queen attacks are
//! sifted out; at a leaf up to 512 of them are tested at a time (`walk`). A tree covers several
//! sets of even rows whose boards begin in the same way, so they share most sifts. White boards are
//! counted by odd columns in adjacent counters, black ones by even columns, and transposed where
//! they are combined.
//!
//! On an odd board, symmetry leaves only a quarter of the odd columns but all even ones. The black
//! lists are therefore of the class in odd columns, which is the class in even rows, and the black
//! trees of the class in odd rows: lists are short and quickly sifted. On an even board a unit does
//! the same if the class in even rows has fewer boards and its tree would cover one row set only.
//!
//! Arrays of 16 bits suffice. A counter that might overflow is detected, and its row set is counted
//! again in the plain way, which is also used by `recheck`. Symmetry: see `batch`.
//!
//! The method takes megabytes where the quadrants take gigabytes, and its time grows less with each
//! queen. A unit is a batch of row sets. Its path is the number of white queens in even rows,
//! followed by the first set and the number of sets for odd rows and for even rows.

mod batch;
mod class;
mod count;
mod list;
mod machine;
mod meet;
mod plain;
#[cfg(target_arch = "x86_64")]
mod simd;
mod slots;
#[cfg(test)]
mod tests;
mod tree;
mod walk;
mod worker;

pub use count::{ColourCount, NODES_A_SECOND};
