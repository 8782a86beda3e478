//! The search orders of classic programs for tours, as data.
//!
//! Each program consists of a list of starts, a list of neighbours, a ranking and a tie rule;
//! `classic.rs` executes them. The "exits" of a square are its unvisited neighbours, with the
//! current square counted as visited (Warnsdorff 1823). To add a classic: a row in [`ORDERS`], its
//! listing in `tests/golden/classics`.

/// The starts of a program, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// On every square, in the order of their numbers.
    Every,
    /// On the first square only.
    First,
    /// On the octant row ≤ column < ⌈side / 2⌉ of a square board.
    Octant,
}

/// The order in which the neighbours of a square are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// By their numbers.
    Ascending,
    /// Along these knight's moves.
    Moves(&'static [[i32; 2]; 8]),
    /// On bounded boards by their numbers; around circles along the piece's moves, signs before
    /// permutations, where a square that two moves reach is listed twice.
    Listed,
}

/// Which neighbour is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// The one with the fewest exits.
    FewestExits,
    /// No ranking.
    None,
}

/// Which of equal neighbours is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The first in the order of the neighbours.
    First,
    /// The last.
    Last,
}

/// One program's rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Its name.
    pub name: &'static str,
    /// Its source.
    pub source: &'static str,
    /// Its starts.
    pub starts: Starts,
    /// How it lists neighbours.
    pub neighbours: Neighbours,
    /// How it ranks them.
    pub ranking: Ranking,
    /// How it breaks ties.
    pub tie: Tie,
    /// True if it backtracks; Warnsdorff's bare rule does not.
    pub retreats: bool,
    /// True if it abandons a branch as soon as an unvisited square has no unvisited neighbour,
    /// unless that square is the last.
    pub looks_out: bool,
    /// The number of the first square in its listings.
    pub counts_from: usize,
}

const KT: Order = Order {
    name: "kt",
    source: "Dyalog dfns workspace, kt",
    starts: Starts::Every,
    neighbours: Neighbours::Ascending,
    ranking: Ranking::FewestExits,
    tie: Tie::Last,
    retreats: true,
    looks_out: false,
    counts_from: 1,
};

const KTOUR_J: Order = Order {
    name: "ktour-j",
    source: "J essay \"Knight's Tour\", depth first with the dead-end rule",
    starts: Starts::Octant,
    neighbours: Neighbours::Moves(&J_MOVES),
    ranking: Ranking::None,
    tie: Tie::Last,
    retreats: true,
    looks_out: true,
    counts_from: 0,
};

const J_MOVES: [[i32; 2]; 8] =
    [[2, 1], [2, -1], [1, 2], [1, -2], [-1, 2], [-1, -2], [-2, 1], [-2, -1]];

/// Every classic.
pub const ORDERS: [Order; 7] = [
    KT,
    Order {
        name: "gkt",
        source: "Dyalog dfns workspace, kt generalised to any rank, piece and torus",
        neighbours: Neighbours::Listed,
        ..KT
    },
    Order {
        name: "kt-aw",
        source: "Arthur Whitney's coding in the notes of kt",
        starts: Starts::First,
        neighbours: Neighbours::Moves(&[
            [1, 2],
            [1, -2],
            [-1, 2],
            [-1, -2],
            [2, 1],
            [-2, 1],
            [2, -1],
            [-2, -1],
        ]),
        counts_from: 0,
        ..KT
    },
    Order {
        name: "ktourw-apl",
        source: "Roger Hui, Warnsdorff's rule in APL",
        starts: Starts::First,
        neighbours: Neighbours::Moves(&[
            [2, 1],
            [2, -1],
            [-2, 1],
            [-2, -1],
            [1, 2],
            [-1, 2],
            [1, -2],
            [-1, -2],
        ]),
        tie: Tie::First,
        retreats: false,
        counts_from: 0,
        ..KT
    },
    Order {
        name: "ktourw-j",
        source: "J essay \"Knight's Tour\", Warnsdorff's rule",
        starts: Starts::First,
        neighbours: Neighbours::Moves(&J_MOVES),
        tie: Tie::First,
        retreats: false,
        counts_from: 0,
        ..KT
    },
    KTOUR_J,
    Order {
        name: "ktour-j-plain",
        source: "J essay \"Knight's Tour\", depth first without the dead-end rule",
        looks_out: false,
        ..KTOUR_J
    },
];

impl Order {
    /// The classic with this name.
    pub fn named(name: &str) -> Option<&'static Order> {
        ORDERS.iter().find(|order| order.name == name)
    }
}
