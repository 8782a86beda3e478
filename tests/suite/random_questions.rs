//! Random boards, pieces and small questions of every family.

use std::collections::BTreeSet;

use cavalcade::board::{Axis, Board, Graph, NamedGraph, Piece};
use cavalcade::engine::Random;
use cavalcade::question::{Instance, Question};

/// Which axes wrap, for boards of two and of three axes.
pub const TOPOLOGIES: [&[bool]; 6] = [
    &[false, false],
    &[false, true],
    &[true, false],
    &[true, true],
    &[false, false, false],
    &[true, false, true],
];

const PIECES: [&str; 9] = [
    "knight",
    "wazir",
    "ferz",
    "king",
    "rook",
    "dabbaba",
    "leaper(1,1)+leaper(0,2)",
    "bishop",
    "camel",
];

pub struct Dice(Random);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(Random::new(seed))
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0.below(end)
    }

    /// True with probability 1 / `times`.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }

    /// A board of up to `cells` cells, in half of the cases with holes.
    pub fn board(&mut self, wraps: &[bool], longest: usize, cells: usize) -> Board {
        loop {
            let axis = |&wraps: &bool| Axis { length: 1 + self.below(longest), wraps };
            let whole = Board::new(wraps.iter().map(axis).collect()).unwrap();
            let share = self.below(2) * (1 + self.below(3));
            let holes: BTreeSet<usize> =
                (0..whole.len()).filter(|_| self.below(6) < share).collect();
            let board = whole.without(|at| holes.contains(&whole.cell(at).unwrap()));
            if (1..=cells).contains(&board.len()) {
                return board;
            }
        }
    }

    /// A standard piece, or one or two single moves, which need not be symmetric.
    pub fn piece(&mut self, rank: usize) -> Piece {
        if self.once_in(2) {
            return Piece::parse(self.one_of(&PIECES), rank).unwrap();
        }
        let delta = |dice: &mut Dice| -> Vec<String> {
            (0..rank).map(|_| (dice.below(4) as i32 - 1).to_string()).collect()
        };
        let moves: Vec<_> = (0..1 + self.below(2)).map(|_| delta(self)).collect();
        let still = |delta: &Vec<String>| delta.iter().all(|step| step == "0");
        if moves.iter().any(still) {
            return self.piece(rank);
        }
        let moves: Vec<_> = moves.iter().map(|delta| format!("({})", delta.join(","))).collect();
        Piece::parse(&moves.join("+"), rank).unwrap()
    }

    /// A graph of up to ten vertices, some of them with names, or a piece on a board of up to
    /// twelve cells. Dense graphs are smaller, so that brute force is feasible.
    fn instance(&mut self) -> Instance {
        loop {
            let instance = if self.once_in(3) {
                let vertices = 1 + self.below(10);
                let share = 1 + self.below(9);
                let pairs = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b)));
                let edges: Vec<_> = pairs.filter(|_| self.below(10) < share).collect();
                let graph = NamedGraph::from(Graph::from_edges(vertices, &edges).unwrap());
                let names = (1..=vertices).map(|vertex| format!("v{vertex}")).collect();
                Instance::Graph(if self.once_in(3) { graph.named(names).unwrap() } else { graph })
            } else {
                let wraps = self.one_of(&TOPOLOGIES);
                let board = self.board(wraps, 6, 12);
                let piece = self.piece(board.rank());
                Instance::Board(board, piece)
            };
            let graph = instance.graph();
            // An upper bound on the walks over all vertices.
            let moves = graph.edges().count() as f64 * 2.0 / graph.len() as f64;
            if moves.powi(graph.len() as i32 - 1) < 3e6 {
                return instance;
            }
        }
    }

    /// The words for an instance, with the names of a graph's vertices.
    fn place(instance: &Instance) -> String {
        match instance {
            Instance::Graph(graph) if graph.names().is_some() => {
                format!("{instance} names={}", graph.names().unwrap().join(","))
            }
            _ => instance.to_string(),
        }
    }

    fn square(&mut self, instance: &Instance) -> String {
        instance.square_name(self.below(instance.len()))
    }

    fn tours(&mut self) -> String {
        let instance = self.instance();
        let place = Dice::place(&instance);
        if self.once_in(2) {
            return format!("tours closed {place}");
        }
        let (from, to) = (self.square(&instance), self.square(&instance));
        match self.below(4) {
            0 => format!("tours open {place} from={from}"),
            1 if from != to => format!("tours open {place} from={from} to={to}"),
            _ => format!("tours open {place}"),
        }
    }

    fn queens(&mut self) -> String {
        let side = 1 + self.below(6);
        let piece = self.one_of(&["queen", "queen", "amazon"]);
        let torus = self.one_of(&["", "", "torus:"]);
        let squares = |dice: &mut Dice| -> String {
            let all: BTreeSet<_> =
                (0..1 + dice.below(3)).map(|_| dice.below(side * side)).collect();
            let name =
                |at: &usize| format!("{}{}", (b'a' + (at % side) as u8) as char, side - at / side);
            all.iter().map(name).collect::<Vec<_>>().join(",")
        };
        let mut text = format!("queens {piece} {torus}{side}x{side}");
        if self.once_in(2) {
            text += &format!(" k={}", self.below(side + 1));
        }
        if self.once_in(4) {
            text += self.one_of(&[" turn=half", " turn=quarter"]);
        }
        for key in ["place", "holes"] {
            if self.once_in(3) {
                text += &format!(" {key}={}", squares(self));
            }
        }
        text
    }

    fn walks(&mut self) -> String {
        let instance = self.instance();
        let kind = self.one_of(&["any", "self-avoiding"]);
        let length = 1 + self.below(5);
        let mut text = format!("walks {kind} {} length={length}", Dice::place(&instance));
        if self.once_in(3) {
            text += &format!(" from={}", self.square(&instance));
        }
        if self.once_in(3) && matches!(instance, Instance::Board(..)) {
            text += &format!(" limit={}:{}", self.below(3), self.square(&instance));
        }
        text
    }

    /// A question of any family. Invalid questions (queens on holes, given queens that attack each
    /// other) are drawn again.
    pub fn question(&mut self) -> Question {
        loop {
            let text = match self.below(4) {
                0 | 1 => self.tours(),
                2 => self.queens(),
                _ => self.walks(),
            };
            match text.parse() {
                Ok(question) => return question,
                Err(error) => assert!(text.contains("place="), "{text}: {error}"),
            }
        }
    }
}
