//! METHOD torus: as many queens as rows on a torus, as an exact cover, by classes of pairs.
//!
//! A torus of n rows has n columns, n diagonals of each direction, and n queens stand on each of
//! these 4n *lines* exactly once. So the search takes the line with the fewest open squares, and
//! ends as soon as one without a queen has none (`open`); lines with one open square only are
//! taken at once.
//!
//! Besides shifts the torus has symmetries that the plane board has not (`maps`): all squares
//! multiplied by a number that has an inverse, and (r, c) to (r + c, r − c). They take lines into
//! lines, so of each class of placements under all of these one is searched for. It is shifted
//! and mapped such that a pair of queens in neighbouring rows stands on (0, 0) and (1, c): every
//! placement has such pairs, the first of its classes of pairs is taken, and pairs of classes
//! before it are forbidden as if queens attacked along them. Of the ways to do so the one is
//! counted whose queen in the row between the two (n + 1 over 2, as twice it is 1) stands first;
//! what would bring an earlier one there is closed from the beginning, and a complete placement is
//! compared with its images (`class`).
//!
//! A unit is a placement of the first queens: its path is c, the column of the queen between, and
//! the squares, row · n + column, of the choices after it.

mod board;
mod class;
mod count;
mod counting;
mod descent;
mod maps;
mod open;
mod plain;
#[cfg(test)]
mod tests;

pub use count::TorusCount;
pub use counting::TORUS;
