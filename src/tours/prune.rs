//! The rules that cut a path-extension search, each with the argument why it loses nothing.
//!
//! A state is a path that ends in the square `head`, the set `free` of unvisited squares,
//! and the square `end` where the tour must end (a set of at most one; empty while the
//! end may still be anywhere). In every completion each free square but the last one has
//! two neighbours on the rest of the tour, `head` included, and the last one has one.
//! Only the neighbours of `head` can change status when the path leaves it: for all
//! others nothing that they can be joined to has gone.

use crate::board::{Bits, Graph};

/// What the rules leave of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choices<B> {
    /// The squares that the path may go to next.
    pub moves: B,
    /// The neighbours of the head that keep fewer than two exits: each that is not
    /// entered next must be the end of the tour.
    pub tight: B,
}

/// The moves from `head` that can still lead to a tour. There are at least two free
/// squares, one of them possibly the end.
///
/// The rules, in this order:
/// 1. `stranded_end`: a known end keeps a free neighbour, to be entered from.
/// 2. The end is entered last, so it is no move now.
/// 3. `tight`: if the path leaves `head` for another square, a neighbour with no exit can
///    never be entered again, and one with a single exit can only be the end.
/// 4. Of the tight squares all but the next one must be the end, and there is one end: so
///    with a known end at most one may be tight, without one at most two, and at that
///    bound the next square is among them.
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

/// True if the known end can no longer be entered: the square before it is free as long
/// as two squares are, and it has no free neighbour.
#[inline(always)]
fn stranded_end<B: Bits>(near: &[B], free: B, end: B) -> bool {
    end.first().is_some_and(|end| (near[end] & free).is_empty())
}

/// The vertices where an open tour can start, or none if there is no open tour.
///
/// On a graph of two colours a tour alternates between them. Classes that differ by two
/// or more leave none; classes that differ by one leave the larger one for both ends. A
/// graph in several parts has none either. (Graphs of one vertex have their trivial tour.)
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

/// True if the graph can have a closed tour as far as parts, colours and degrees tell: one
/// part, equal colour classes, and at least three vertices of degree two or more.
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

    /// Neighbour sets of a drawn graph: the edges as pairs.
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
    fn a_neighbour_without_exit_ends_the_branch() {
        // 0 is joined to 1 and 2; 2 leads on, 1 does not.
        let near = near(4, &[(0, 1), (0, 2), (2, 3)]);
        assert_eq!(choices(&near, 0, set(&[1, 2, 3]), 0), DEAD);
    }

    #[test]
    fn one_tight_neighbour_may_be_the_end_while_no_end_is_known() {
        // A ring 0-1-2-3-4-0 with the head on 0: both ways are open, both are tight.
        let ring = near(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]);
        let free = set(&[1, 2, 3, 4]);
        let both = set(&[1, 4]);
        assert_eq!(choices(&ring, 0, free, 0), Choices { moves: both, tight: both });
        // With the end on 4 only 1 is left, tight as it is.
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
    fn an_end_that_nothing_leads_to_is_stranded() {
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
