//! METHOD colours: the exact number of placements by the colours of the squares; it visits none.
//!
//! A diagonal has squares of one colour, so queens on white squares and queens on black ones meet
//! in rows and columns only: the number of placements is the sum, over the rows R and columns C of
//! the white queens, of W(R, C) B(not R, not C), the ways to put white ones there and black ones
//! elsewhere. A colour in turn is two classes of squares by the parity of their rows: they have
//! diagonals in common, but neither rows nor columns. So W(R, C) is the number of pairs of a board
//! of one class and a board of the other that share no diagonal.
//!
//! For each R, a set of even rows and one of odd rows, both colours are counted by C into arrays,
//! and these multiplied. The boards of one class, the *outer* one, in the odd rows, are listed by
//! their columns, *cells*. Those of the other, *inner* class stand in a tree, the rows in the
//! middle of the board first; on the way down boards of the list that a queen attacks are sifted
//! out, and at a leaf up to 512 of them are tested at a time (`walk`). A tree is for several sets
//! of even rows at once, whose boards begin alike, so that most sifts serve many. White boards are
//! counted by odd columns side by side, black ones by even ones, and turned where they meet.
//!
//! On an odd board symmetry leaves only a quarter of the odd columns, and every even ones. So its
//! black lists are of the class in odd columns, which is that in even rows, and its black trees of
//! the class in odd rows: lists are short, and sifted at once. On an even board it is so for a
//! unit where the class in even rows has fewer boards and its tree would be for one row set only.
//!
//! Arrays of 16 bits suffice; a counter that might be full is seen, and its row set counted again
//! in the plain way, which is also the way of `recheck`. Symmetry: see `symmetry`.
//!
//! It takes megabytes where the quadrants take gigabytes, and grows less for each further queen.
//! A unit is a batch of row sets: its path is the number of white queens in even rows, and what
//! sets of odd rows and of even ones it has (first, how many).

mod batch;
mod class;
mod count;
mod counting;
mod forecast;
mod grove;
mod list;
mod listed;
mod machine;
mod meet;
mod plain;
mod sets;
#[cfg(target_arch = "x86_64")]
mod simd;
mod slots;
mod symmetry;
mod tables;
#[cfg(test)]
mod tests;
mod tree;
mod walk;
mod work;
mod worker;

pub use count::ColourCount;
pub use counting::COLOURS;
