//! Knight's tours of boards of three rows.
//!
//! A tour with an edge from the bottom of the last column, (2, n−1), to (0, n−2) is extended by
//! four columns: the edge is replaced by a path over the 3×4 board from its corner (0, 0) to (1,
//! 0), each a move from one of the loose ends. Both corners of the new columns have only two
//! neighbours, so the extended tour has the required edge again (after Schwenk 1991).

use super::block::{Shape, block};
use super::wall::Wall;

/// The 3×4 board from (0, 0) to (1, 0), as row and column.
const PATH: [(usize, usize); 12] = [
    (0, 0),
    (1, 2),
    (2, 0),
    (0, 1),
    (1, 3),
    (2, 1),
    (0, 2),
    (2, 3),
    (1, 1),
    (0, 3),
    (2, 2),
    (1, 0),
];

/// Seeds that are tried for a first board with the required edge.
const SEEDS: u64 = 100;

/// A closed tour of 3×`columns`, for even numbers of columns from 10 on.
pub(super) fn closed(columns: usize) -> Option<Vec<u32>> {
    let first = if columns % 4 == 2 { 10 } else { 12 };
    (columns.is_multiple_of(2) && columns >= first)
        .then(|| grow(first, columns, Shape::Closed))
        .flatten()
}

/// An open tour of 3×`columns`, for 4 columns and from 7 on.
pub(super) fn open(columns: usize) -> Option<Vec<u32>> {
    match columns {
        0..=6 | 8 => block(3, columns, Shape::Open, 0),
        _ if columns.is_multiple_of(2) => closed(columns),
        _ if columns % 4 == 3 => grow(7, columns, Shape::Open),
        _ => grow(9, columns, Shape::Open),
    }
}

fn grow(first: usize, columns: usize, shape: Shape) -> Option<Vec<u32>> {
    let needed = |tour: &Vec<u32>| {
        let mut wall = Wall::new(3, first);
        wall.lay(tour, (0, 0), first, shape == Shape::Closed);
        wall.has((2 * first + first - 1) as u32, (first - 2) as u32)
    };
    let base = (0..SEEDS).filter_map(|seed| block(3, first, shape, seed)).find(needed)?;
    let mut wall = Wall::new(3, columns);
    wall.lay(&base, (0, 0), first, shape == Shape::Closed);
    for left in (first..columns).step_by(4) {
        let square = |(row, column): (usize, usize)| (row * columns + left + column) as u32;
        let path: Vec<u32> = PATH.into_iter().map(square).collect();
        let foot = (2 * columns + left - 1) as u32;
        let head = (left - 2) as u32;
        wall.insert(foot, &path, head);
    }
    wall.walk(&mut |_| {})
}
