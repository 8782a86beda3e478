//! Tours of small rectangles, the blocks of `divide.rs`.
//!
//! Path extension with the rules of `prune.rs`, the square with the fewest exits first. A descent
//! that takes too long is restarted with other ties.

use crate::board::{Bits, Board, Graph, Piece};
use crate::engine::Random;

use super::super::prune::{Choices, choices};

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
