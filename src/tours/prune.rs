//! The pruning rules of path extension, each with a proof that it loses no tour.
//!
//! A state is a path that ends in the square `head`, the set `free` of unvisited squares, and the
//! square `end` where the tour must end (a set of at most one; empty while the end is not
//! determined). In every completion each free square but the last one has two neighbours on the
//! rest of the tour, which includes `head`, and the last one has one. When the path leaves `head`,
//! only the neighbours of `head` can be affected: all other squares keep every possible neighbour.

use crate::board::{Bits, Graph};

/// The neighbours of each vertex.
pub fn near_sets<B: Bits>(graph: &Graph) -> Vec<B> {
    let set = |v| graph.neighbours(v).iter().fold(B::EMPTY, |set, &w| set.with(w as usize));
    (0..graph.len()).map(set).collect()
}

/// The choices that the rules leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choices<B> {
    /// The possible next squares.
    pub moves: B,
    /// The neighbours of the head that keep fewer than two exits: each of them that is not entered
    /// next must be the end of the tour.
    pub tight: B,
}

/// The moves from `head` that can still lead to a tour. There are at least two free squares, one of
/// them possibly the end.
///
/// The rules, in this order:
/// 1. `stranded_end`: a known end keeps a free neighbour, from which it is entered.
/// 2. The end is entered last, so it is not the next square.
/// 3. `tight`: if the path leaves `head` for another square, a neighbour with no exit can never be
///    entered again, and one with a single exit can only be the end.
/// 4. All tight squares but the next one must be the end, and there is only one end. So with a
///    known end at most one square may be tight, without one at most two, and at that bound the
///    next square is among them.
#[inline(always)]
pub(super) fn choices<B: Bits>(near: &[B], head: usize, free: B, end: B) -> Choices<B> {
    let dead = Choices { moves: B::EMPTY, tight: B::EMPTY };
    if stranded_end(near, free, end) {
        return dead;
    }
    let moves = near[head] & free & !end;
    let mut tight = B::EMPTY;
    for square in moves.iter() {
        let exits = near[square] & free;
        if exits.is_empty() {
            return dead;
        }
        if exits.at_most_one() {
            tight = tight.with(square);
        }
    }
    let ends_left = usize::from(end.is_empty());
    match tight.len() {
        count if count > 1 + ends_left => dead,
        count if count == 1 + ends_left => Choices { moves: tight, tight },
        _ => Choices { moves, tight },
    }
}

/// True if the known end can no longer be entered: while two squares are free, the square before
/// the end is free, but the end has no free neighbour.
#[inline(always)]
fn stranded_end<B: Bits>(near: &[B], free: B, end: B) -> bool {
    end.first().is_some_and(|end| (near[end] & free).is_empty())
}

/// The vertices where an open tour can start, or none if there is no open tour.
///
/// On a bipartite graph a tour alternates between the colours. If the colour classes differ by two
/// or more, there is no tour; if they differ by one, both ends are in the larger class. A
/// disconnected graph has no tour either. (A graph of one vertex has a trivial tour.)
pub(super) fn starts(graph: &Graph) -> Vec<usize> {
    let all = (0..graph.len()).collect();
    if graph.components().len() > 1 {
        return Vec::new();
    }
    let Some(colours) = graph.colours() else { return all };
    let dark = colours.iter().filter(|&&colour| colour).count();
    let light = graph.len() - dark;
    match light.abs_diff(dark) {
        0 => all,
        1 => (0..graph.len()).filter(|&v| colours[v] == (dark > light)).collect(),
        _ => Vec::new(),
    }
}

/// False if components, colours or degrees exclude a closed tour: it needs a connected graph, equal
/// colour classes, and at least three vertices, all of degree two or more.
pub(super) fn may_close(graph: &Graph) -> bool {
    let balanced = graph
        .colours()
        .is_none_or(|colours| 2 * colours.iter().filter(|&&colour| colour).count() == graph.len());
    balanced
        && graph.len() > 2
        && graph.components().len() == 1
        && (0..graph.len()).all(|v| graph.degree(v) > 1)
}

#[cfg(test)]
mod tests {
    use super::{Choices, choices, may_close, starts};
    use crate::board::{Bits, Board, Graph, Piece};

    /// Neighbour sets of a graph given by its edges.
    fn near(vertices: usize, edges: &[(usize, usize)]) -> Vec<u64> {
        let graph = Graph::from_edges(vertices, edges).unwrap();
        let set = |v| graph.neighbours(v).iter().fold(0, |set: u64, &w| set.with(w as usize));
        (0..vertices).map(set).collect()
    }

    fn set(cells: &[usize]) -> u64 {
        cells.iter().fold(0, |set: u64, &cell| set.with(cell))
    }

    const DEAD: Choices<u64> = Choices { moves: 0, tight: 0 };

    #[test]
    fn a_neighbour_without_exits_ends_the_branch() {
        // 0 is joined to 1 and 2; 2 has another neighbour, 1 does not.
        let near = near(4, &[(0, 1), (0, 2), (2, 3)]);
        assert_eq!(choices(&near, 0, set(&[1, 2, 3]), 0), DEAD);
    }

    #[test]
    fn one_tight_neighbour_may_be_the_end_while_no_end_is_known() {
        // A ring 0-1-2-3-4-0 with the head on 0: both moves are possible, both squares are tight.
        let ring = near(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]);
        let free = set(&[1, 2, 3, 4]);
        let both = set(&[1, 4]);
        assert_eq!(choices(&ring, 0, free, 0), Choices { moves: both, tight: both });
        // If 4 is the end, only 1 is possible; it is tight.
        assert_eq!(
            choices(&ring, 0, free, set(&[4])),
            Choices { moves: set(&[1]), tight: set(&[1]) }
        );
    }

    #[test]
    fn three_tight_neighbours_are_one_too_many() {
        // Three paths from 0 to the hub 4.
        let near = near(5, &[(0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (3, 4)]);
        assert_eq!(choices(&near, 0, set(&[1, 2, 3, 4]), 0), DEAD);
    }

    #[test]
    fn an_unreachable_end_is_stranded() {
        let near = near(5, &[(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (0, 4)]);
        assert_eq!(choices(&near, 0, set(&[1, 2, 3, 4]), set(&[4])), DEAD);
        assert_ne!(choices(&near, 0, set(&[1, 2, 3]), set(&[3])), DEAD);
    }

    #[test]
    fn colours_parts_and_degrees_decide_starts() {
        let knight = |board: &str| Graph::of(&board.parse::<Board>().unwrap(), &Piece::knight(2));
        assert_eq!(starts(&knight("5x5")).len(), 13);
        assert_eq!(starts(&knight("6x6")).len(), 36);
        assert_eq!(starts(&knight("3x3")).len(), 0);
        assert_eq!(starts(&knight("1x1")), [0]);
        assert!(may_close(&knight("6x6")));
        assert!(!may_close(&knight("5x5")));
        assert!(!may_close(&knight("1x1")));
        let star = Graph::from_edges(4, &[(0, 1), (0, 2), (0, 3)]).unwrap();
        assert_eq!(starts(&star).len(), 0);
    }
}
