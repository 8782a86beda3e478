//! METHOD classic: a depth-first engine that follows the rules of the classic programs.
//!
//! One item is examined per round: a path, given by its last square and its depth. It is a tour, is
//! dropped, or is replaced by its children. The number of rounds is the measure that the J essay
//! reports for its programs. Nothing is pruned beyond the program's own rule, so the listings agree
//! line by line.

use std::ops::ControlFlow;

use super::classics::{Neighbours, Order, Ranking, Starts, Tie};
use crate::board::{Board, Graph, Piece};
use crate::error::Error;

/// Items between two progress reports.
const LOOK: u64 = 1 << 16;

/// A classic program prepared for a board.
#[derive(Clone, Debug)]
pub struct Classic {
    order: &'static Order,
    /// The neighbours of each square as the program lists them, some of them twice.
    lists: Vec<Vec<u32>>,
    starts: Vec<u32>,
}

impl Classic {
    /// Prepares `order` for a piece on a board.
    ///
    /// # Errors
    /// [`Error::Text`] if the program does not support the board or the piece.
    pub fn new(order: &'static Order, board: &Board, piece: &Piece) -> Result<Classic, Error> {
        let refused = |problem: &str, remedy| Error::Text {
            what: "order",
            text: order.name.into(),
            at: 1,
            problem: problem.into(),
            remedy,
        };
        let lists = match order.neighbours {
            Neighbours::Listed if board.axes().iter().any(|axis| axis.wraps) => {
                listed(board, piece)
            }
            Neighbours::Ascending | Neighbours::Listed => {
                let graph = Graph::of(board, piece);
                (0..graph.len()).map(|v| graph.neighbours(v).to_vec()).collect()
            }
            Neighbours::Moves(moves) => {
                if *piece != Piece::knight(2) {
                    let problem = "the program is for knights on boards of two axes";
                    return Err(refused(problem, "take kt or gkt for other pieces"));
                }
                let to = |cell, [row, column]: &[i32; 2]| board.step(cell, &[*row, *column]);
                let list = |cell: usize| {
                    let reached = moves.iter().filter_map(|step| to(cell, step));
                    reached.filter(|&there| there != cell).map(|there| there as u32).collect()
                };
                (0..board.len()).map(list).collect()
            }
        };
        let every = 0..board.len();
        let starts = match (order.starts, board.axes()) {
            (Starts::Every, _) => every.map(|cell| cell as u32).collect(),
            (Starts::First, _) => every.take(1).map(|cell| cell as u32).collect(),
            (Starts::Octant, [rows, columns]) if rows.length == columns.length => {
                let half = rows.length.div_ceil(2);
                let inside = |&cell: &usize| matches!(board.coordinates(cell)[..], [r, c] if r <= c && c < half);
                every.filter(inside).map(|cell| cell as u32).collect()
            }
            (Starts::Octant, _) => {
                return Err(refused("the program is for square boards", "take another order"));
            }
        };
        Ok(Classic { order, lists, starts })
    }

    /// Shows `visit` every tour in the program's order until it breaks off; returns the number of
    /// examined items.
    pub fn search(&self, visit: impl FnMut(&[u32]) -> ControlFlow<()>) -> u64 {
        self.search_watched(visit, &mut |_| ControlFlow::Continue(()))
    }

    /// Like `search`; `report` receives the number of examined items from time to time, and may break
    /// off.
    pub fn search_watched(
        &self,
        mut visit: impl FnMut(&[u32]) -> ControlFlow<()>,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> u64 {
        let size = self.lists.len();
        let mut state = Trail::new(&self.lists);
        // Items are taken from the end, so the first start is last.
        let mut items: Vec<(usize, u32)> = self.starts.iter().rev().map(|&s| (0, s)).collect();
        let mut children = Vec::new();
        let mut examined = 0u64;
        while let Some((depth, square)) = items.pop() {
            examined += 1;
            if examined.is_multiple_of(LOOK) && report(examined).is_break() {
                break;
            }
            while state.path.len() > depth {
                state.leave();
            }
            state.enter(square);
            if state.path.len() == size {
                if visit(&state.path).is_break() {
                    break;
                }
                continue;
            }
            if self.order.looks_out && state.stranded > 0 {
                if state.path.len() + 1 == size {
                    // It was a neighbour when two squares were left, so a move leads there.
                    let last = (0..size).find(|&v| !state.visited[v]).map(|v| v as u32);
                    let last = last.expect("one square is not on the path");
                    let broken = visit(&[&state.path[..], &[last]].concat()).is_break();
                    if broken {
                        break;
                    }
                }
                continue;
            }
            self.children(&state, square as usize, &mut children);
            items.extend(children.iter().rev().map(|&child| (depth + 1, child)));
        }
        examined
    }

    /// The squares to try after `square`, in order.
    fn children(&self, state: &Trail<'_>, square: usize, children: &mut Vec<u32>) {
        children.clear();
        let fresh = |&&child: &&u32| !state.visited[child as usize];
        children.extend(self.lists[square].iter().filter(fresh));
        if self.order.tie == Tie::Last {
            children.reverse();
        }
        if self.order.ranking == Ranking::FewestExits {
            children.sort_by_key(|&child| state.exits[child as usize]);
        }
        let mut kept = 0;
        for i in 0..children.len() {
            if !children[..kept].contains(&children[i]) {
                children[kept] = children[i];
                kept += 1;
            }
        }
        children.truncate(if self.order.retreats { kept } else { kept.min(1) });
    }
}

/// A path with the exits of every square.
struct Trail<'a> {
    lists: &'a [Vec<u32>],
    path: Vec<u32>,
    visited: Vec<bool>,
    /// The unvisited neighbours of each square, with multiplicity.
    exits: Vec<u32>,
    /// The number of unvisited squares without exits.
    stranded: usize,
}

impl<'a> Trail<'a> {
    fn new(lists: &'a [Vec<u32>]) -> Trail<'a> {
        let exits: Vec<u32> = lists.iter().map(|list| list.len() as u32).collect();
        let stranded = exits.iter().filter(|&&exits| exits == 0).count();
        Trail { lists, path: Vec::new(), visited: vec![false; lists.len()], exits, stranded }
    }

    fn enter(&mut self, square: u32) {
        let square = square as usize;
        self.path.push(square as u32);
        self.visited[square] = true;
        self.stranded -= usize::from(self.exits[square] == 0);
        for &near in &self.lists[square] {
            let near = near as usize;
            self.exits[near] -= 1;
            self.stranded += usize::from(self.exits[near] == 0 && !self.visited[near]);
        }
    }

    fn leave(&mut self) {
        let square = self.path.pop().expect("only entered squares are left") as usize;
        for &near in &self.lists[square] {
            let near = near as usize;
            self.stranded -= usize::from(self.exits[near] == 0 && !self.visited[near]);
            self.exits[near] += 1;
        }
        self.visited[square] = false;
        self.stranded += usize::from(self.exits[square] == 0);
    }
}

/// The squares that each move leads to. The program gives every choice of signs to the components
/// (plus before minus, the last component fastest), then takes the permutations of the signed
/// components in lexicographic order, and keeps the first of equal moves.
fn listed(board: &Board, piece: &Piece) -> Vec<Vec<u32>> {
    let mut steps: Vec<_> = piece.steps().iter().map(|step| step.delta.clone()).collect();
    steps.sort_by_cached_key(|delta| place(delta));
    let list = |cell: usize| {
        let reached = steps.iter().filter_map(|delta| board.step(cell, delta));
        reached.filter(|&there| there != cell).map(|there| there as u32).collect()
    };
    (0..board.len()).map(list).collect()
}

/// A move's first position in that order: the signs by component, and for each axis the component
/// along it. Among equal components the positive ones come first.
fn place(delta: &[i32]) -> (Vec<bool>, Vec<usize>) {
    let mut axes: Vec<usize> = (0..delta.len()).collect();
    axes.sort_by_key(|&axis| (delta[axis].unsigned_abs(), delta[axis] < 0, axis));
    let signs = axes.iter().map(|&axis| delta[axis] < 0).collect();
    let mut permutation = vec![0; delta.len()];
    for (component, &axis) in axes.iter().enumerate() {
        permutation[axis] = component;
    }
    (signs, permutation)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    use super::{Classic, place};
    use crate::board::{Board, Piece};
    use crate::tours::Order;

    fn classic(order: &str, board: &str) -> Classic {
        let board: Board = board.parse().unwrap();
        Classic::new(Order::named(order).unwrap(), &board, &Piece::knight(2)).unwrap()
    }

    fn first(order: &str, board: &str, most: usize) -> (Vec<Vec<u32>>, u64) {
        let mut tours = Vec::new();
        let examined = classic(order, board).search(|tour| {
            tours.push(tour.to_vec());
            if tours.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (tours, examined)
    }

    #[test]
    fn the_j_essay_examines_the_published_number_of_items() {
        let (with, examined) = first("ktour-j", "8x8", 1);
        assert_eq!(examined, 302_701);
        let (without, examined) = first("ktour-j-plain", "8x8", 1);
        assert_eq!(examined, 17_739_768);
        assert_eq!(with, without);
    }

    #[test]
    fn the_first_thousand_tours_of_kt_are_distinct() {
        let (tours, _) = first("kt", "8x8", 1000);
        assert_eq!(tours.iter().collect::<HashSet<_>>().len(), 1000);
    }

    #[test]
    fn kt_finds_every_open_tour() {
        // The source's own table: directed tours by rows and columns.
        for (board, tours) in [("3x4", 16), ("4x5", 164), ("4x6", 1488), ("5x5", 1728), ("4x4", 0)]
        {
            assert_eq!(first("kt", board, usize::MAX).0.len(), tours, "{board}");
        }
    }

    #[test]
    fn the_dead_end_rule_loses_no_tour() {
        for board in ["3x3", "4x4", "5x5"] {
            let (mut with, few) = first("ktour-j", board, usize::MAX);
            let (mut without, many) = first("ktour-j-plain", board, usize::MAX);
            with.sort();
            without.sort();
            assert_eq!(with, without, "{board}");
            assert!(few < many, "{board}: {few} items with the rule, {many} without");
        }
    }

    #[test]
    fn moves_are_listed_with_signs_by_component() {
        let mut moves: Vec<_> = Piece::knight(2).steps().iter().map(|s| s.delta.clone()).collect();
        moves.sort_by_key(|delta| place(delta));
        let expected =
            [[1, 2], [2, 1], [1, -2], [-2, 1], [-1, 2], [2, -1], [-1, -2], [-2, -1]].map(Vec::from);
        assert_eq!(moves, expected);
    }

    #[test]
    fn programs_for_other_boards_and_pieces_are_refused() {
        let rectangle = Board::rectangle(3, 4).unwrap();
        let (knight, king) = (Piece::knight(2), Piece::named("king", 2).unwrap());
        let refused = |order, piece| {
            Classic::new(Order::named(order).unwrap(), &rectangle, piece).unwrap_err().to_string()
        };
        assert!(refused("ktour-j", &knight).contains("square boards"));
        assert!(refused("kt-aw", &king).contains("knights"));
    }
}
