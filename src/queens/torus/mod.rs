//! METHOD torus: as many queens as rows on a torus, as an exact cover, by classes of pairs.
//!
//! A torus of n rows has n columns and n diagonals of each direction, and each of these 4n *lines*
//! holds exactly one of the n queens. The search takes the line with the fewest open squares. It
//! ends as soon as a line without a queen has no open square (`open`), and places the queen
//! immediately if there is only one.
//!
//! Besides shifts the torus has symmetries that the plane board lacks (`maps`): multiplication of
//! all squares by a unit, and (r, c) to (r + c, r − c). They take lines to lines, so the search
//! looks for one placement of each class under all of these. It is shifted and mapped so that a
//! pair of queens in neighbouring rows is on (0, 0) and (1, c). Every placement has such pairs; the
//! first class among its pairs is taken, and pairs of earlier classes are forbidden as if queens
//! attacked along them. Of the remaining images, the one whose queen in the row between the two
//! (row (n + 1) / 2, since twice it is 1) comes first is counted. Squares that would lead to an
//! earlier one are closed from the beginning, and a complete placement is compared with its images
//! (`board`).
//!
//! A unit is a placement of the first queens: its path is c, the column of the queen between, and
//! the squares, row · n + column, of the following choices.

mod board;
mod count;
mod descent;
mod maps;
mod open;
mod plain;
#[cfg(test)]
mod tests;

pub use count::TorusCount;
