//! Tours of small rectangles, the blocks of `divide.rs`.
//!
//! Path extension with the rules of `prune.rs`, the square with the fewest exits first. A descent
//! that takes too long is restarted with other ties.
//!
//! A tour with an edge from the bottom of the last column, (2, n−1), to (0, n−2) is extended by
//! four columns: the edge is replaced by a path over the 3×4 board from its corner (0, 0) to (1,
//! 0), each a move from one of the loose ends. Both corners of the new columns have only two
//! neighbours, so the extended tour has the required edge again (after Schwenk 1991).
//!
//! A knight on an outer row (0, 3) always moves to an inner one (1, 2), and there are as many inner
//! as outer squares. So a tour moves from inner to inner once, and otherwise alternates; colours
//! alternate as well. It therefore visits all squares of one class (outer squares of one colour,
//! inner ones of the other), makes the one inner move, and visits all of the other class. Each
//! class has one outer and one inner square in a column, O(j) and I(j), joined where columns differ
//! by 1 or 2. Three columns are swept as O(0) I(1) O(2) I(0) O(1) I(2), from which O(3) is a move;
//! the last few columns are searched for paths whose ends are two columns apart.

use super::wall::Wall;
use crate::board::{Bits, Board, Graph, Piece};
use crate::engine::Random;
use crate::tours::prune::{Choices, choices};

/// Nodes after which a descent is restarted.
const PATIENCE: u32 = 20_000;

/// Descents after which the block is abandoned.
const DESCENTS: u64 = 200;

/// The largest block.
pub(super) const MAX_CELLS: usize = 128;

/// Where the tour of a block begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    /// It returns to its first square.
    Closed,
    /// Anywhere.
    Open,
}

/// A knight's tour of `rows` by `columns`, at most [`MAX_CELLS`] squares, if one is found; other
/// seeds give other tours.
pub(super) fn block(rows: usize, columns: usize, shape: Shape, seed: u64) -> Option<Vec<u32>> {
    let board = Board::rectangle(rows, columns).ok()?;
    let graph = Graph::of(&board, &Piece::knight(2));
    let set = |v| graph.neighbours(v).iter().fold(0, |set: u128, &w| set.with(w as usize));
    let near: Vec<u128> = (0..graph.len()).map(set).collect();
    let all = u128::all_below(near.len());
    let mut random = Random::new(seed);
    for descent in 0..DESCENTS {
        let mut search =
            Search { near: &near, random: &mut random, left: PATIENCE, path: Vec::new() };
        let start = match shape {
            Shape::Closed => {
                let sides: Vec<usize> = near[0].iter().collect();
                let &[last, first, ..] = &sides[..] else { return None };
                search.path.push(0);
                search.path.push(first as u32);
                if search.extend(first, all.without(0).without(first), u128::single(last)) {
                    return Some(search.path);
                }
                continue;
            }
            Shape::Open => descent as usize % near.len(),
        };
        search.path.push(start as u32);
        if search.extend(start, all.without(start), 0) {
            return Some(search.path);
        }
    }
    None
}

struct Search<'a> {
    near: &'a [u128],
    random: &'a mut Random,
    left: u32,
    path: Vec<u32>,
}

impl Search<'_> {
    /// True if the path is now a tour.
    fn extend(&mut self, head: usize, free: u128, end: u128) -> bool {
        if free.at_most_one() {
            let last = free.first().filter(|&last| self.near[head].contains(last));
            self.path.extend(last.map(|last| last as u32));
            return self.path.len() == self.near.len();
        }
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        let Choices { moves, tight } = choices(self.near, head, free, end);
        let mut ranked: Vec<(usize, usize, usize)> = moves
            .iter()
            .map(|next| ((self.near[next] & free).len(), self.random.below(1 << 16), next))
            .collect();
        ranked.sort_unstable();
        for (_, _, next) in ranked {
            self.path.push(next as u32);
            let depth = self.path.len();
            if self.extend(next, free.without(next), end | tight.without(next)) {
                return true;
            }
            self.path.truncate(depth - 1);
        }
        false
    }
}

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
pub(super) fn closed_of_three(columns: usize) -> Option<Vec<u32>> {
    let first = if columns % 4 == 2 { 10 } else { 12 };
    (columns.is_multiple_of(2) && columns >= first)
        .then(|| grow(first, columns, Shape::Closed))
        .flatten()
}

/// An open tour of 3×`columns`, for 4 columns and from 7 on.
pub(super) fn open_of_three(columns: usize) -> Option<Vec<u32>> {
    match columns {
        0..=6 | 8 => block(3, columns, Shape::Open, 0),
        _ if columns.is_multiple_of(2) => closed_of_three(columns),
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

/// The fewest columns for this construction.
pub(super) const MIN_COLUMNS: usize = 9;

/// The columns of the steps O, I, O, I, …, that sweep three columns.
const SWEEP: [usize; 6] = [0, 1, 2, 0, 1, 2];

/// A tour of the 4×`columns` board, with at least [`MIN_COLUMNS`] columns.
pub(super) fn four_rows(columns: usize) -> Option<Vec<u32>> {
    let rest = 6 + columns % 3;
    let swept = columns.checked_sub(rest)?;
    // Paths through the last columns, by the column of their last inner square.
    let ends: Vec<Option<Vec<usize>>> = (0..rest).map(|end| sweep_to(rest, end)).collect();
    let ends_two_apart = |k: usize| Some((ends.get(k)?.as_ref()?, ends.get(k + 2)?.as_ref()?));
    let (first, second) = (0..rest).find_map(ends_two_apart)?;
    let strand = |tail: &[usize]| -> Vec<usize> {
        let sweeps = (0..swept / 3).flat_map(|i| SWEEP.map(|column| 3 * i + column));
        sweeps.chain(tail.iter().map(|column| swept + column)).collect()
    };
    let square = |class: usize, (step, column): (usize, usize)| {
        let outer = step.is_multiple_of(2);
        // In the first class an even column has the rows 0 and 1, an odd one 3 and 2.
        let row = match ((class + column).is_multiple_of(2), outer) {
            (true, true) => 0,
            (true, false) => 1,
            (false, true) => 3,
            (false, false) => 2,
        };
        (row * columns + column) as u32
    };
    let there = strand(first).into_iter().enumerate().map(|at| square(0, at));
    let back = strand(second).into_iter().enumerate().map(|at| square(1, at));
    let mut squares: Vec<u32> = there.collect();
    squares.extend(back.collect::<Vec<_>>().into_iter().rev());
    Some(squares)
}

/// The columns of a path O, I, O, … through a class of this number of columns, from O(0) to I(end).
fn sweep_to(columns: usize, end: usize) -> Option<Vec<usize>> {
    fn extend(path: &mut Vec<usize>, used: &mut [[bool; 2]], end: usize) -> bool {
        let columns = used.len();
        let step = path.len();
        if step == 2 * columns {
            return path[step - 1] == end;
        }
        let here = path[step - 1];
        for next in here.saturating_sub(2)..(here + 3).min(columns) {
            if next != here && !std::mem::replace(&mut used[next][step % 2], true) {
                path.push(next);
                if extend(path, used, end) {
                    return true;
                }
                path.pop();
                used[next][step % 2] = false;
            }
        }
        false
    }
    let mut used = vec![[false; 2]; columns];
    used[0][0] = true;
    let mut path = vec![0];
    extend(&mut path, &mut used, end).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::{Shape, block};
    use crate::board::{Board, Graph, Piece};
    use crate::tours::{Kind, Tour};

    fn assert_tour(rows: usize, columns: usize, shape: Shape, kind: Kind) -> Vec<u32> {
        let graph = Graph::of(&Board::rectangle(rows, columns).unwrap(), &Piece::knight(2));
        let squares = block(rows, columns, shape, 1);
        let squares = squares.unwrap_or_else(|| panic!("{rows}x{columns} {shape:?}: none"));
        Tour::on_graph(&graph, kind, &squares).unwrap();
        squares
    }

    #[test]
    fn every_block_of_the_closed_boards_is_found() {
        for rows in 5..=10 {
            for columns in [6, 8, 10] {
                assert_tour(rows, columns, Shape::Closed, Kind::Closed);
            }
        }
        assert_tour(3, 10, Shape::Closed, Kind::Closed);
        assert_tour(3, 12, Shape::Closed, Kind::Closed);
    }

    #[test]
    fn boards_without_a_tour_have_no_block() {
        assert_tour(5, 5, Shape::Open, Kind::Open);
        assert_eq!(block(4, 4, Shape::Open, 1), None);
        assert_eq!(block(3, 8, Shape::Closed, 1), None);
    }
}
