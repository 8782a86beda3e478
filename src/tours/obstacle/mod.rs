//! Reasons why there can be no tour, found quickly, without a search.
//!
//! Each reason is a proof: the graph has several components, its colours are unbalanced, a vertex
//! has too few edges, one or two vertices are a bottleneck, or a theorem applies. No reason does
//! not mean that there is a tour. To add a reason: a variant with its sentence and a test in
//! [`obstacle`]; the oracle then checks it (`tests/suite/obstacles.rs`).

mod chains;
mod cuts;
mod degrees;

use std::fmt;

use super::question::Kind;
use crate::board::{Board, Graph, Piece};

/// Why a graph has no tour. Vertices are given by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// There is no vertex.
    Empty,
    /// One or two squares do not form a circle.
    TooSmall,
    /// Schwenk, "Which rectangular chessboards have a knight's tour?" (1991).
    Schwenk(&'static str),
    /// This vertex has no edge. The piece may have moves back to its own square.
    Isolated(usize),
    /// These vertices have only one neighbour; a path can have two of them, a circle none.
    DeadEnds(Vec<usize>),
    /// The graph has this number of components.
    Parts(usize),
    /// Moves change the colour, and these are the numbers of vertices of each colour.
    Colours(usize, usize),
    /// Removing this vertex leaves this number of components.
    Bottleneck(usize, usize),
    /// Removing these two vertices leaves this number of components.
    Cut([usize; 2], usize),
    /// Three neighbours of this vertex can only be visited through it.
    Forced(usize, [usize; 3]),
    /// Edges that every tour uses leave this vertex with fewer than two edges.
    Stuck(usize),
    /// These vertices need two edges each, and their neighbours provide only this number.
    Starved(Vec<usize>, usize),
}

/// The reason why `graph` has no tour of this kind, if one is found. `rectangle` gives the sides of
/// a plane board without holes and with a knight, to which theorems apply.
///
/// ```
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::tours::{Kind, Obstacle, TourQuestion, obstacle};
/// let (board, knight) = (Board::rectangle(4, 9)?, Piece::knight(2));
/// let question = TourQuestion::new(&board, &knight, Kind::Closed);
/// let sides = Obstacle::rectangle(&board, &knight);
/// let reason = obstacle(question.graph(), Kind::Closed, sides).unwrap();
/// assert!(matches!(reason, Obstacle::Schwenk(_)));
/// # Ok::<(), cavalcade::Error>(())
/// ```
pub fn obstacle(graph: &Graph, kind: Kind, rectangle: Option<(usize, usize)>) -> Option<Obstacle> {
    let size = graph.len();
    if size == 0 {
        return Some(Obstacle::Empty);
    }
    if kind == Kind::Open && size == 1 {
        return None;
    }
    if size < 3 && kind == Kind::Closed {
        return Some(Obstacle::TooSmall);
    }
    if let Some(sides) = rectangle.filter(|_| kind == Kind::Closed)
        && let Some(case) = schwenk(sides)
    {
        return Some(Obstacle::Schwenk(case));
    }
    if let Some(alone) = (0..size).find(|&v| graph.degree(v) == 0) {
        return Some(Obstacle::Isolated(alone));
    }
    let ends: Vec<usize> = (0..size).filter(|&v| graph.degree(v) == 1).collect();
    if ends.len() > if kind == Kind::Open { 2 } else { 0 } {
        return Some(Obstacle::DeadEnds(ends));
    }
    let parts = graph.components().len();
    if parts > 1 {
        return Some(Obstacle::Parts(parts));
    }
    if let Some(colours) = graph.colours() {
        let dark = colours.iter().filter(|&&colour| colour).count();
        if dark.abs_diff(size - dark) > usize::from(kind == Kind::Open) {
            return Some(Obstacle::Colours(size - dark, dark));
        }
    }
    let forced = |v: usize| forced(graph, v).map(|three| Obstacle::Forced(v, three));
    if kind == Kind::Closed
        && let Some(reason) = (0..size).find_map(forced)
    {
        return Some(reason);
    }
    if kind == Kind::Closed
        && let Some(vertex) = chains::stuck(graph)
    {
        return Some(Obstacle::Stuck(vertex));
    }
    // An open tour may begin in one component and end in another.
    let most = if kind == Kind::Open { 2 } else { 1 };
    if let Some((v, parts)) = cuts::bottleneck(graph, None, most) {
        return Some(Obstacle::Bottleneck(v, parts));
    }
    if let Some((vertices, room)) = degrees::starved(graph, 2 * (most - 1)) {
        return Some(Obstacle::Starved(vertices, room));
    }
    cuts::pair(graph, most + 1).map(|(pair, parts)| Obstacle::Cut(pair, parts))
}

impl Obstacle {
    /// The sides of the board, if it is a plane rectangle without holes and the piece is a knight.
    pub fn rectangle(board: &Board, piece: &Piece) -> Option<(usize, usize)> {
        match board.axes() {
            [rows, columns]
                if !rows.wraps
                    && !columns.wraps
                    && !board.has_holes()
                    && *piece == Piece::knight(2) =>
            {
                Some((rows.length, columns.length))
            }
            _ => None,
        }
    }

    /// The reason in words; `name` gives the name of a vertex.
    pub fn sentence(&self, name: impl Fn(usize) -> String) -> String {
        match self {
            Obstacle::Isolated(v) => format!("no move leads from {} to another square", name(*v)),
            Obstacle::DeadEnds(ends) => {
                format!("squares with only one neighbour: {}", shown(ends, name))
            }
            Obstacle::Bottleneck(v, parts) => {
                format!("without {} the rest has {parts} separate parts", name(*v))
            }
            Obstacle::Forced(v, [a, b, c]) => {
                let [v, a, b, c] = [v, a, b, c].map(|&v| name(v));
                format!("{a}, {b} and {c} have two neighbours each, and {v} is one of all three")
            }
            Obstacle::Cut([v, w], parts) => {
                let (v, w) = (name(*v), name(*w));
                format!("without {v} and {w} the rest has {parts} separate parts")
            }
            Obstacle::Stuck(v) => {
                let v = name(*v);
                format!("the moves that every closed tour needs leave {v} with fewer than two")
            }
            Obstacle::Starved(vertices, room) => {
                let needed = 2 * vertices.len();
                let squares = shown(vertices, name);
                format!("squares that need {needed} moves and get at most {room}: {squares}")
            }
            other => other.to_string(),
        }
    }
}

/// The number of vertices, and the names of the first ones.
fn shown(vertices: &[usize], name: impl Fn(usize) -> String) -> String {
    let count = vertices.len();
    let first: Vec<_> = vertices.iter().take(3).map(|&v| name(v)).collect();
    let more = if count > 3 { ", …" } else { "" };
    format!("{count} ({}{more})", first.join(", "))
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Empty => f.write_str("there is no square"),
            Obstacle::TooSmall => f.write_str("a closed tour needs three squares"),
            Obstacle::Schwenk(case) => write!(f, "{case} (Schwenk 1991)"),
            Obstacle::Parts(parts) => {
                write!(f, "the squares form {parts} parts with no move between them")
            }
            Obstacle::Colours(light, dark) => {
                write!(
                    f,
                    "every move changes colour, and there are {light} squares of one and {dark} of the other"
                )
            }
            numbered => f.write_str(&numbered.sentence(|v| v.to_string())),
        }
    }
}

/// Schwenk's cases for the knight on the m×n board, m ≤ n; all other rectangles have a closed tour,
/// except the 1×1 board.
fn schwenk((rows, columns): (usize, usize)) -> Option<&'static str> {
    let (m, n) = (rows.min(columns), rows.max(columns));
    match (m, n) {
        _ if m % 2 == 1 && n % 2 == 1 => Some("both sides are odd: one colour has a square more"),
        (1 | 2 | 4, _) => Some("no closed tour where the shorter side is 1, 2 or 4"),
        (3, 4 | 6 | 8) => Some("no closed tour of 3x4, 3x6 and 3x8"),
        _ => None,
    }
}

/// Three neighbours of `v` that have only two neighbours each.
fn forced(graph: &Graph, v: usize) -> Option<[usize; 3]> {
    let mut bound =
        graph.neighbours(v).iter().map(|&w| w as usize).filter(|&w| graph.degree(w) == 2);
    Some([bound.next()?, bound.next()?, bound.next()?])
}

#[cfg(test)]
mod tests {
    use super::{Obstacle, obstacle};
    use crate::board::{Board, Graph, Piece};
    use crate::tours::Kind;

    fn reason(board: &str, piece: &str, kind: Kind) -> Option<Obstacle> {
        let board: Board = board.parse().unwrap();
        let piece = Piece::named(piece, board.rank()).unwrap();
        obstacle(&Graph::of(&board, &piece), kind, Obstacle::rectangle(&board, &piece))
    }

    #[test]
    fn each_reason_is_found() {
        use Kind::{Closed, Open};
        let is = |board, piece, kind, expected: Option<Obstacle>| {
            assert_eq!(reason(board, piece, kind), expected, "{board} {piece} {kind:?}");
        };
        is("1x1", "knight", Open, None);
        is("1x2", "wazir", Closed, Some(Obstacle::TooSmall));
        is("3x3", "knight", Open, Some(Obstacle::Isolated(4)));
        is("2x4", "knight", Open, Some(Obstacle::DeadEnds((0..8).collect())));
        is("4x4", "dabbaba", Open, Some(Obstacle::Parts(4)));
        is("3x3", "wazir", Closed, Some(Obstacle::Colours(5, 4)));
        is("torus:4x4", "ferz", Open, Some(Obstacle::Parts(2)));
        is("torus:2x2", "dabbaba", Open, Some(Obstacle::Isolated(0)));
        let fours = |a: [usize; 4]| (0..4).flat_map(move |i| (0..i).map(move |j| (a[i], a[j])));
        let edges: Vec<_> = fours([0, 1, 2, 3]).chain(fours([3, 4, 5, 6])).collect();
        let bow_tie = Graph::from_edges(7, &edges).unwrap();
        assert_eq!(obstacle(&bow_tie, Closed, None), Some(Obstacle::Bottleneck(3, 2)));
        assert_eq!(obstacle(&bow_tie, Open, None), None);
        is("4x5", "knight", Open, None);
        is("6x6", "knight", Closed, None);
        is("torus:4x4", "knight", Closed, None);
        // Three paths between two vertices, and three between three.
        let theta = [(0, 2), (2, 3), (3, 1), (0, 4), (4, 5), (5, 1), (0, 6), (6, 7), (7, 1)];
        let theta = Graph::from_edges(8, &theta).unwrap();
        assert_eq!(obstacle(&theta, Closed, None), Some(Obstacle::Forced(0, [2, 4, 6])));
        let cubes = (0..3).flat_map(|i| {
            let at = move |v: usize| 2 + 4 * i + v;
            let inner = fours([at(0), at(1), at(2), at(3)]);
            inner.chain([(0, at(0)), (0, at(1)), (1, at(2)), (1, at(3))])
        });
        let cubes = Graph::from_edges(14, &cubes.collect::<Vec<_>>()).unwrap();
        assert_eq!(obstacle(&cubes, Closed, None), Some(Obstacle::Cut([0, 1], 3)));
        assert_eq!(obstacle(&cubes, Open, None), None);
        // Five vertices whose only neighbours are four others, which are joined.
        let hubs = (0..4).flat_map(|hub| (4..9).map(move |v| (hub, v)));
        let hubs: Vec<_> = hubs.chain(fours([0, 1, 2, 3])).collect();
        let hubs = Graph::from_edges(9, &hubs).unwrap();
        let five = Some(Obstacle::Starved(vec![4, 5, 6, 7, 8], 8));
        assert_eq!(obstacle(&hubs, Closed, None), five);
        assert_eq!(obstacle(&hubs, Open, None), None);
        let edges = [(4, 0), (4, 1), (4, 2), (3, 0), (3, 1), (3, 2), (3, 4)];
        let star = Graph::from_edges(5, &edges).unwrap();
        assert_eq!(obstacle(&star, Closed, None), Some(Obstacle::Forced(3, [0, 1, 2])));
    }

    #[test]
    fn schwenk_names_the_cases() {
        for (rows, columns, has) in [
            (3, 4, false),
            (8, 3, false),
            (3, 10, true),
            (4, 9, false),
            (5, 7, false),
            (5, 6, true),
            (2, 9, false),
            (8, 8, true),
        ] {
            assert_eq!(super::schwenk((rows, columns)).is_none(), has, "{rows}x{columns}");
        }
    }
}
