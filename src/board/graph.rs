//! `Graph`: the moves that methods work on, from a board with a piece or from a list of edges.
//!
//! Undirected and simple: a cell reached by two moves is one neighbour, and a move back to its own
//! cell (around a circle) is not an edge.

use super::board::Board;
use super::piece::Piece;
use crate::error::Error;

/// An undirected simple graph on the vertices `0..len`.
///
/// ```
/// use cavalcade::board::{Board, Graph, Piece};
/// let graph = Graph::of(&Board::rectangle(3, 3)?, &Piece::knight(2));
/// assert_eq!(graph.neighbours(0), [5, 7]);
/// assert_eq!(graph.degree(4), 0);
/// assert_eq!(graph.components().len(), 2);
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// Where the neighbours of each vertex begin in `targets`; one entry more than vertices.
    offsets: Vec<usize>,
    targets: Vec<u32>,
}

impl Graph {
    /// The moves of a piece on the empty board.
    pub fn of(board: &Board, piece: &Piece) -> Graph {
        let mut graph = Graph { offsets: vec![0], targets: Vec::new() };
        let mut near = Vec::new();
        let mut at = vec![0; board.rank()];
        // Boards may have millions of cells, so nothing is allocated per cell.
        for site in board.sites_in_order() {
            if let Some(cell) = site {
                near.clear();
                for step in piece.steps() {
                    board.ride(&at, step, |there| {
                        let fresh = there != cell;
                        if fresh {
                            near.push(there as u32);
                        }
                        fresh
                    });
                }
                near.sort_unstable();
                near.dedup();
                graph.targets.extend(&near);
                graph.offsets.push(graph.targets.len());
            }
            board.advance(&mut at);
        }
        graph
    }

    /// The graph of `vertices` vertices and the given edges; an edge given twice is one edge.
    ///
    /// # Errors
    /// [`Error::Edge`] for a loop and for a vertex that does not exist.
    pub fn from_edges(vertices: usize, edges: &[(usize, usize)]) -> Result<Graph, Error> {
        let mut lists = vec![Vec::new(); vertices];
        for &(from, to) in edges {
            if from == to || from.max(to) >= vertices {
                return Err(Error::Edge { from, to, vertices });
            }
            lists[from].push(to as u32);
            lists[to].push(from as u32);
        }
        Ok(Graph::from_lists(lists))
    }

    fn from_lists(lists: Vec<Vec<u32>>) -> Graph {
        let mut graph = Graph { offsets: vec![0], targets: Vec::new() };
        for mut list in lists {
            list.sort_unstable();
            list.dedup();
            graph.targets.extend(list);
            graph.offsets.push(graph.targets.len());
        }
        graph
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// True if the graph has no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The neighbours of a vertex in ascending order.
    pub fn neighbours(&self, vertex: usize) -> &[u32] {
        &self.targets[self.offsets[vertex]..self.offsets[vertex + 1]]
    }

    /// Every edge once, its smaller end first, in ascending order.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.len()).flat_map(|from| {
            let above = self.neighbours(from).iter().map(|&to| to as usize);
            above.filter(move |&to| to > from).map(move |to| (from, to))
        })
    }

    /// The number of neighbours of a vertex.
    pub fn degree(&self, vertex: usize) -> usize {
        self.neighbours(vertex).len()
    }

    /// True if an edge joins the two vertices.
    pub fn joins(&self, from: usize, to: usize) -> bool {
        self.neighbours(from).binary_search(&(to as u32)).is_ok()
    }

    /// The connected components, each ascending, in the order of their first vertices.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.len()];
        let mut components = Vec::new();
        for root in 0..self.len() {
            if std::mem::replace(&mut seen[root], true) {
                continue;
            }
            let mut component = vec![root];
            let mut next = 0;
            while next < component.len() {
                for &near in self.neighbours(component[next]) {
                    if !std::mem::replace(&mut seen[near as usize], true) {
                        component.push(near as usize);
                    }
                }
                next += 1;
            }
            component.sort_unstable();
            components.push(component);
        }
        components
    }

    /// The colour classes: a colour for each vertex such that every edge joins two colours,
    /// the first vertex of each component `false`; `None` if there is an odd cycle.
    pub fn colours(&self) -> Option<Vec<bool>> {
        let mut colours: Vec<Option<bool>> = vec![None; self.len()];
        for root in 0..self.len() {
            if colours[root].is_some() {
                continue;
            }
            colours[root] = Some(false);
            let mut open = vec![root];
            while let Some(vertex) = open.pop() {
                let other = colours[vertex].map(|colour| !colour);
                for &near in self.neighbours(vertex) {
                    let near = near as usize;
                    if colours[near].is_none() {
                        colours[near] = other;
                        open.push(near);
                    } else if colours[near] != other {
                        return None;
                    }
                }
            }
        }
        colours.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Graph;
    use crate::board::{Board, Piece};

    fn graph(board: &str, piece: &str) -> Graph {
        let board: Board = board.parse().unwrap();
        Graph::of(&board, &Piece::named(piece, board.rank()).unwrap())
    }

    #[test]
    fn edges_go_both_ways_and_no_cell_is_its_own_neighbour() {
        for board in ["4x5", "torus:2x4", "torus:1x3", "cylinder:3x3", "2x3x4"] {
            for piece in Piece::NAMES {
                let graph = graph(board, piece);
                for v in 0..graph.len() {
                    for &w in graph.neighbours(v) {
                        assert_ne!(v, w as usize, "{board} {piece}");
                        assert!(graph.joins(w as usize, v), "{board} {piece}: {v}-{w}");
                    }
                }
            }
        }
    }

    #[test]
    fn degrees_of_the_chessboard() {
        let edges = |piece| (0..64).map(|v| graph("8x8", piece).degree(v)).sum::<usize>() / 2;
        assert_eq!(
            [edges("knight"), edges("king"), edges("rook"), edges("bishop")],
            [168, 210, 448, 280]
        );
        assert_eq!(edges("queen"), 448 + 280);
    }

    #[test]
    fn a_rider_goes_around_a_circle_and_stops_at_home() {
        assert_eq!(graph("torus:5x5", "rook").degree(0), 8);
        assert_eq!(graph("cylinder:4x5", "rook").degree(0), 7);
    }

    #[test]
    fn riders_do_not_jump_over_holes() {
        let board = "1x5".parse::<Board>().unwrap().without(|at| at[1] == 2);
        let rook = Graph::of(&board, &Piece::named("rook", 2).unwrap());
        assert_eq!(rook.components(), [[0, 1], [2, 3]]);
    }

    #[test]
    fn knights_change_colour_and_kings_do_not() {
        let colours = graph("5x5", "knight").colours().unwrap();
        assert_eq!(colours.iter().filter(|&&colour| !colour).count(), 13);
        assert_eq!(graph("5x5", "king").colours(), None);
        assert_eq!(graph("torus:3x3", "wazir").colours(), None);
    }

    #[test]
    fn edge_lists_are_checked() {
        let square = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 1)]).unwrap();
        assert_eq!(square.degree(0), 2);
        assert!(Graph::from_edges(4, &[(1, 1)]).is_err());
        assert!(Graph::from_edges(4, &[(1, 4)]).is_err());
    }
}
