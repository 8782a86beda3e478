//! METHOD warnsdorff: always to the unvisited square with the fewest exits (1823).
//!
//! Exits are the unvisited neighbours, with the current square counted as visited. The rule leaves
//! ties, and the tie rule decides how often it succeeds: from 20 squares of the 200×200 board
//! random ties led to no tour, Pohl's to 9 and Roth's to 20, and likewise on 1000×1000
//! (`results/heuristics.csv`). The rule of Squirrel and Cull is proved. The method never
//! backtracks. Linear time.

use super::squirrel::Squirrel;
use crate::board::{Board, Graph, Piece};
use crate::engine::Random;
use crate::error::Error;

/// Squares between two progress reports.
pub(super) const LOOK: usize = 1 << 14;

/// How ties are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieRule {
    /// The square with the smallest number.
    First,
    /// The square with the largest number.
    Last,
    /// The square whose own neighbours have the fewest exits in all (Pohl 1967).
    Pohl,
    /// The square farthest from the board's centre (Roth 1999).
    Roth,
    /// A random one, from a seed.
    Random(u64),
    /// The move orders of Squirrel and Cull (1996): square boards, from the first corner.
    Squirrel,
}

impl TieRule {
    /// Every rule's name.
    pub const NAMES: [&str; 6] = ["first", "last", "pohl", "roth", "random", "squirrel"];

    /// The rule with this name; `seed` is for the random one.
    pub fn named(name: &str, seed: u64) -> Option<TieRule> {
        Some(match name {
            "first" => TieRule::First,
            "last" => TieRule::Last,
            "pohl" => TieRule::Pohl,
            "roth" => TieRule::Roth,
            "random" => TieRule::Random(seed),
            "squirrel" => TieRule::Squirrel,
            _ => return None,
        })
    }

    /// Refuses boards that the rule does not support.
    ///
    /// # Errors
    /// [`Error::TieRuleBoard`] and [`Error::Text`].
    pub fn check(
        self,
        board: Option<&Board>,
        piece: Option<&Piece>,
        start: usize,
    ) -> Result<(), Error> {
        let refused = |text: &str, problem: &str, remedy| {
            let (text, problem) = (text.into(), problem.into());
            Err(Error::Text { what: "tie rule", text, at: 1, problem, remedy })
        };
        match (self, board) {
            (TieRule::Roth, None) => {
                refused("roth", "a graph has no centre", "take first, last, pohl or random")
            }
            (TieRule::Squirrel, board) => {
                let square = board.is_some_and(|board| match board.axes() {
                    [a, b] => *a == *b && !a.wraps && !board.has_holes(),
                    _ => false,
                });
                if !square || piece != Some(&Piece::knight(2)) {
                    return Err(Error::TieRuleBoard { rule: "squirrel", others: "roth or pohl" });
                }
                if start != 0 {
                    let problem = "it starts in the first corner";
                    return refused("squirrel", problem, "start there");
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Follows Warnsdorff's rule from `start` until it fails: the result is a tour if it has as many
/// squares as the graph.
///
/// ```
/// use cavalcade::board::{Board, Graph, Piece};
/// use cavalcade::tours::{TieRule, warnsdorff};
/// let board = Board::rectangle(8, 8)?;
/// let graph = Graph::of(&board, &Piece::knight(2));
/// assert_eq!(warnsdorff(&graph, Some(&board), 0, TieRule::Roth).len(), 64);
/// # Ok::<(), cavalcade::Error>(())
/// ```
pub fn warnsdorff(graph: &Graph, board: Option<&Board>, start: usize, tie: TieRule) -> Vec<u32> {
    warnsdorff_watched(graph, board, start, tie, &mut |_| {})
}

/// Like [`warnsdorff`]; `report` receives the number of visited squares from time to time.
pub fn warnsdorff_watched(
    graph: &Graph,
    board: Option<&Board>,
    start: usize,
    tie: TieRule,
    report: &mut dyn FnMut(u64),
) -> Vec<u32> {
    let mut exits: Vec<u32> = (0..graph.len()).map(|v| graph.degree(v) as u32).collect();
    let mut visited = vec![false; graph.len()];
    let mut path = Vec::with_capacity(graph.len());
    let mut breaker = Breaker::new(tie, board, start);
    let mut equals = Vec::new();
    let mut head = start;
    loop {
        path.push(head as u32);
        if path.len().is_multiple_of(LOOK) {
            report(path.len() as u64);
        }
        visited[head] = true;
        breaker.enter(head);
        let mut fewest = u32::MAX;
        equals.clear();
        for &next in graph.neighbours(head) {
            let exits = &mut exits[next as usize];
            *exits -= 1;
            if visited[next as usize] || *exits > fewest {
                continue;
            }
            if *exits < fewest {
                fewest = *exits;
                equals.clear();
            }
            equals.push(next);
        }
        head = match equals[..] {
            [] => return path,
            [one] => one as usize,
            _ => breaker.choose(head, &equals, graph, &exits, &visited) as usize,
        };
    }
}

/// The state of a tie rule.
struct Breaker<'a> {
    rule: TieRule,
    board: Option<&'a Board>,
    random: Random,
    squirrel: Option<Squirrel>,
}

impl<'a> Breaker<'a> {
    fn new(rule: TieRule, board: Option<&'a Board>, start: usize) -> Breaker<'a> {
        let seed = if let TieRule::Random(seed) = rule { seed } else { 0 };
        let side = board.map_or(0, |board| board.axes()[0].length);
        let squirrel = (rule == TieRule::Squirrel && start == 0).then(|| Squirrel::new(side));
        Breaker { rule, board, random: Random::new(seed), squirrel }
    }

    fn enter(&mut self, square: usize) {
        if let Some(squirrel) = &mut self.squirrel {
            squirrel.enter(square);
        }
    }

    /// One of `equals`, which are in ascending order.
    fn choose(
        &mut self,
        head: usize,
        equals: &[u32],
        graph: &Graph,
        exits: &[u32],
        visited: &[bool],
    ) -> u32 {
        let chosen = match self.rule {
            TieRule::First => None,
            TieRule::Last => equals.last(),
            TieRule::Random(_) => equals.get(self.random.below(equals.len())),
            TieRule::Pohl => equals.iter().min_by_key(|&&square| {
                let near = graph.neighbours(square as usize).iter();
                let fresh = near.filter(|&&next| !visited[next as usize]);
                fresh.map(|&next| exits[next as usize]).sum::<u32>()
            }),
            TieRule::Roth => self.board.and_then(|board| {
                equals.iter().rev().max_by_key(|&&square| off_centre(board, square as usize))
            }),
            TieRule::Squirrel => self.squirrel.as_ref().and_then(|squirrel| {
                equals.iter().min_by_key(|&&square| squirrel.place(head, square as usize))
            }),
        };
        *chosen.unwrap_or(&equals[0])
    }
}

/// Four times the square of the distance from the centre.
fn off_centre(board: &Board, square: usize) -> u64 {
    let away = |(at, axis): (usize, &crate::board::Axis)| (2 * at).abs_diff(axis.length - 1) as u64;
    board.coordinates(square).into_iter().zip(board.axes()).map(|pair| away(pair).pow(2)).sum()
}
