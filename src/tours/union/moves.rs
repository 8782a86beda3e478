//! `MoveSet`, `Moves`: a tour as the set of its moves, and its squares in order.

use std::ops::{BitAnd, BitOr, BitXor};

use crate::tours::halves::degrees::bits;
use crate::tours::halves::plan::AugmentedGraph;

/// The words of a set.
const WORDS: usize = 4;

/// The most moves of a set.
pub const MOST_MOVES: usize = 64 * WORDS;

/// A set of moves by their numbers: see [`Moves`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveSet {
    words: [u64; WORDS],
}

impl MoveSet {
    /// The words. The first moves are the lowest bits of the first word.
    #[inline(always)]
    pub fn words(&self) -> &[u64; WORDS] {
        &self.words
    }

    /// True if the move is in the set.
    #[inline(always)]
    pub fn has(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 != 0
    }

    /// True if the sets have a common move.
    #[inline(always)]
    pub fn meets(&self, other: &MoveSet) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// The number of common moves.
    #[inline(always)]
    pub fn common(&self, other: &MoveSet) -> u32 {
        self.words.iter().zip(&other.words).map(|(a, b)| (a & b).count_ones()).sum()
    }

    /// The set with one more move.
    pub fn with(mut self, number: usize) -> MoveSet {
        self.words[number / 64] |= 1 << (number % 64);
        self
    }

    /// The numbers of the moves, ascending.
    pub fn numbers(self) -> impl Iterator<Item = usize> {
        let words = self.words.into_iter().enumerate();
        words.flat_map(|(at, word)| bits(word).map(move |bit| 64 * at + bit))
    }
}

macro_rules! wordwise {
    ($operator:ident, $name:ident) => {
        impl $operator for MoveSet {
            type Output = MoveSet;

            #[inline(always)]
            fn $name(self, other: MoveSet) -> MoveSet {
                MoveSet { words: std::array::from_fn(|at| self.words[at].$name(other.words[at])) }
            }
        }
    };
}

wordwise!(BitOr, bitor);
wordwise!(BitAnd, bitand);
wordwise!(BitXor, bitxor);

/// Replaces each move by another, one byte of a set at a time.
#[derive(Clone, Debug)]
pub(super) struct Replacement {
    /// By byte and its value.
    tables: Vec<[MoveSet; 256]>,
}

impl Replacement {
    /// Replaces the move with number k by `by[k]`.
    pub(super) fn new(by: &[usize]) -> Replacement {
        let table = |moves: &[usize]| {
            std::array::from_fn(|byte| {
                let chosen = moves.iter().enumerate().filter(|(bit, _)| byte >> bit & 1 != 0);
                chosen.fold(MoveSet::default(), |set, (_, &number)| set.with(number))
            })
        };
        Replacement { tables: by.chunks(8).map(table).collect() }
    }

    /// The set of the replacements.
    #[inline]
    pub(super) fn of(&self, set: MoveSet) -> MoveSet {
        let bytes = set.words.iter().flat_map(|word| word.to_le_bytes());
        let images = self.tables.iter().zip(bytes).map(|(table, byte)| table[usize::from(byte)]);
        images.fold(MoveSet::default(), MoveSet::bitor)
    }
}

/// The moves of a question's graph. They are numbered by their smaller square and then by the
/// larger one. An open tour has two more moves, from its ends to a vertex outside the board.
#[derive(Clone, Debug)]
pub struct Moves {
    pairs: Vec<[u8; 2]>,
    /// By vertex: the moves that are incident to it.
    at: Vec<MoveSet>,
    /// The number of squares, without the outside vertex.
    squares: usize,
}

impl Moves {
    /// The moves of a graph; none if there are more than a set can hold.
    pub(super) fn of(augmented: &AugmentedGraph) -> Option<Moves> {
        let mut pairs = Vec::new();
        for v in 0..augmented.len() as u32 {
            let free = augmented.near(v).iter().copied();
            let forced = augmented.apex().filter(|_| augmented.is_forced(v));
            let mut later: Vec<u32> = free.chain(forced).filter(|&w| w > v).collect();
            later.sort_unstable();
            later.dedup();
            pairs.extend(later.into_iter().map(|w| [v, w]));
        }
        if pairs.len() > MOST_MOVES || augmented.len() > MOST_MOVES {
            return None;
        }
        let pairs: Vec<[u8; 2]> = pairs.into_iter().map(|pair| pair.map(|v| v as u8)).collect();
        let mut at = vec![MoveSet::default(); augmented.len()];
        for (number, pair) in pairs.iter().enumerate() {
            pair.iter().for_each(|&v| at[usize::from(v)] = at[usize::from(v)].with(number));
        }
        Some(Moves {
            pairs,
            at,
            squares: augmented.len() - usize::from(augmented.apex().is_some()),
        })
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// The number of squares of a tour.
    pub fn squares(&self) -> usize {
        self.squares
    }

    /// The number of squares, plus the outside vertex of open tours.
    pub(super) fn vertices(&self) -> usize {
        self.at.len()
    }

    /// True if there is no move.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The squares that a move joins, the smaller one first; none if the move leads outside.
    pub fn squares_of(&self, number: usize) -> Option<[u32; 2]> {
        let [a, b] = self.pairs[number].map(u32::from);
        ((b as usize) < self.squares).then_some([a, b])
    }

    /// The vertices that a move joins, which may include the outside vertex.
    pub(super) fn pair(&self, number: usize) -> [u8; 2] {
        self.pairs[number]
    }

    /// The number of the move between two squares, in either order.
    pub fn number(&self, a: u32, b: u32) -> Option<usize> {
        let pair = [a.min(b), a.max(b)];
        self.pairs.binary_search_by_key(&pair, |pair| pair.map(u32::from)).ok()
    }

    /// For each vertex, the exclusive or of its neighbours in the set.
    pub(super) fn links(&self, set: MoveSet) -> [u8; 256] {
        let mut links = [0; 256];
        for number in set.numbers() {
            let [a, b] = self.pairs[number];
            links[usize::from(a)] ^= b;
            links[usize::from(b)] ^= a;
        }
        links
    }

    /// The first square of a tour as it is read, and the vertex before it. A closed tour is read
    /// from square 0 towards its smaller neighbour, an open one from its smaller end.
    pub(super) fn first(&self, tour: &MoveSet, links: &[u8; 256]) -> (u8, u8) {
        let outside = self.squares < self.at.len();
        let vertex = if outside { self.squares } else { 0 };
        let number = (self.at[vertex] & *tour).numbers().next();
        let number = number.expect("a tour visits every vertex");
        let [a, b] = self.pairs[number];
        let near = if usize::from(a) == vertex { b } else { a };
        let other = near ^ links[vertex];
        match outside {
            true => (vertex as u8, near.min(other)),
            false => (near.max(other), 0),
        }
    }

    /// Writes the squares of a tour in order. A closed tour starts at square 0 towards its smaller
    /// neighbour, an open one at its smaller end.
    pub fn squares_into(&self, tour: &MoveSet, squares: &mut Vec<u32>) {
        let links = self.links(*tour);
        let (mut before, mut here) = self.first(tour, &links);
        squares.clear();
        for _ in 0..self.squares {
            squares.push(here.into());
            (before, here) = (here, links[usize::from(here)] ^ before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MoveSet, Moves};
    use crate::board::{Board, Graph, Piece};
    use crate::tours::halves::plan::AugmentedGraph;
    use crate::tours::question::{Ends, Kind};

    fn moves(board: &str, kind: Kind, ends: Ends) -> Moves {
        let board: Board = board.parse().unwrap();
        Moves::of(&AugmentedGraph::new(&Graph::of(&board, &Piece::knight(2)), kind, ends)).unwrap()
    }

    #[test]
    fn sets_of_numbered_moves_are_tours() {
        let closed = moves("5x6", Kind::Closed, Ends::Free);
        assert_eq!(closed.len(), 2 * (4 * 4 + 3 * 5));
        for number in 0..closed.len() {
            let [a, b] = closed.squares_of(number).unwrap();
            assert_eq!(closed.number(b, a), Some(number));
        }
        let tour = [2, 0, 6, 8, 1, 7, 9, 11, 5, 3, 10, 4];
        for (kind, more) in [(Kind::Open, 12), (Kind::Closed, 0)] {
            let moves = moves("3x4", kind, Ends::Free);
            assert_eq!(moves.len(), 14 + more);
            let edges = tour.windows(2).filter_map(|two| moves.number(two[0], two[1]));
            let set = edges.fold(MoveSet::default(), MoveSet::with);
            assert!(set.numbers().all(|number| set.has(number)) && set.meets(&set));
            assert_eq!(
                set.numbers().count(),
                set.words().iter().map(|w| w.count_ones()).sum::<u32>() as usize
            );
        }
    }
}
