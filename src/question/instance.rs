//! `Instance`: a piece on a board or a keypad, or a graph.
//!
//! Input from a file is represented by its content, never by the file's name.

use std::fmt;

use super::words::Words;
use crate::board::{Board, Graph, Merged, NamedGraph, Piece, Step};
use crate::error::Error;
use crate::tours::{Kind, Obstacle, TourQuestion, obstacle};
use crate::walks::{Keypad, WalkQuestion};

/// A place and how to move there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Instance {
    /// A piece on a board.
    Board(Board, Piece),
    /// A piece on a keypad.
    Keypad(Keypad, Piece),
    /// The vertices and edges of a graph.
    Graph(NamedGraph),
}

/// The length from which texts of graphs are shortened in tables.
const LONGEST_NAME: usize = 64;

/// The most moves of a board: each takes four bytes once they are listed.
const MOST_MOVES: usize = 1 << 30;

const REMEDY: &str = "write piece and board, as knight 6x6, or graph:";

impl Instance {
    /// The knight on a rectangle.
    pub fn knight(rows: usize, columns: usize) -> Result<Instance, Error> {
        Ok(Instance::Board(Board::rectangle(rows, columns)?, Piece::knight(2)))
    }

    /// A piece on a board.
    ///
    /// # Errors
    /// [`Error::BoardTooLarge`] if its moves do not fit in any memory.
    pub fn on(board: Board, piece: Piece) -> Result<Instance, Error> {
        let instance = Instance::Board(board, piece);
        instance.has_moves_up_to(MOST_MOVES)?;
        Ok(instance)
    }

    /// Refuses a board with more than `most` moves, counted from both of their squares.
    pub(super) fn has_moves_up_to(&self, most: usize) -> Result<(), Error> {
        if self.len().saturating_mul(self.most_moves()) <= most {
            return Ok(());
        }
        let board = format!("{} {}", self.piece_name(), self.name());
        Err(Error::BoardTooLarge { board, limit: format!("{most} moves; give a smaller board") })
    }

    /// An upper bound on the moves of a square, found without listing any.
    pub fn most_moves(&self) -> usize {
        let (Some(board), Some(piece)) = (self.board(), self.piece()) else {
            let graph = self.graph();
            return (0..graph.len()).map(|vertex| graph.degree(vertex)).max().unwrap_or(0);
        };
        let longest = board.axes().iter().map(|axis| axis.length).max().unwrap_or(0);
        let reach = |step: &Step| if step.rides { longest.saturating_sub(1) } else { 1 };
        let moves = piece.steps().iter().map(reach).fold(0usize, usize::saturating_add);
        moves.min(board.len().saturating_sub(1))
    }

    /// Reads the words `knight 6x6`, `leaper(1,3) torus:8x8`, `knight letters18` or
    /// `graph:DQc`.
    pub(super) fn read(words: &mut Words<'_>) -> Result<Instance, Error> {
        let (at, piece) = words.fixed("piece or graph", REMEDY)?;
        if piece.starts_with("graph:") || piece.starts_with("digraph:") {
            return Ok(Instance::Graph(piece.parse()?));
        }
        let (_, place) = words.fixed("board", REMEDY)?;
        let read = |rank| {
            Piece::parse(piece, rank).map_err(|error| match error {
                Error::Text { problem, remedy, .. } => words.wrong(at, problem, remedy),
                other => other,
            })
        };
        if let Some(keypad) = Keypad::from_text(place)? {
            let piece = read(2)?;
            return Ok(Instance::Keypad(keypad, piece));
        }
        let board = board(place)?;
        let piece = read(board.rank())?;
        Instance::on(board, piece)
    }

    /// Takes the names of a graph's vertices from the options.
    pub(super) fn take_names(self, options: &mut Words<'_>) -> Result<Instance, Error> {
        match (self, options.value("names")?) {
            (Instance::Graph(graph), Some(names)) => {
                let names = names.split(',').map(String::from).collect();
                Ok(Instance::Graph(graph.named(names)?))
            }
            (_, Some(names)) => Err(Error::Text {
                what: "question",
                text: format!("names={names}"),
                at: 1,
                problem: "only the vertices of a graph have names".into(),
                remedy: "leave it out",
            }),
            (same, None) => Ok(same),
        }
    }

    /// The option that names the vertices, as text.
    pub(super) fn names_option(&self) -> String {
        match self {
            Instance::Graph(graph) => {
                graph.names().map(|names| format!(" names={}", names.join(","))).unwrap_or_default()
            }
            _ => String::new(),
        }
    }

    /// The number of squares.
    pub fn len(&self) -> usize {
        match self {
            Instance::Board(board, _) => board.len(),
            Instance::Keypad(keypad, _) => keypad.board().len(),
            Instance::Graph(graph) => graph.graph().len(),
        }
    }

    /// True if there is no square.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The board, if it is one.
    pub fn board(&self) -> Option<&Board> {
        match self {
            Instance::Board(board, _) => Some(board),
            Instance::Keypad(keypad, _) => Some(keypad.board()),
            Instance::Graph(_) => None,
        }
    }

    /// The piece; `None` for a graph.
    pub fn piece(&self) -> Option<&Piece> {
        match self {
            Instance::Board(_, piece) | Instance::Keypad(_, piece) => Some(piece),
            Instance::Graph(_) => None,
        }
    }

    /// The name of the board in tables.
    pub fn name(&self) -> String {
        match self {
            Instance::Board(board, _) => board.to_string(),
            Instance::Keypad(keypad, _) => keypad.name().into(),
            Instance::Graph(graph) => {
                let text = graph.to_string();
                if text.len() <= LONGEST_NAME {
                    return text;
                }
                let sum = text.bytes().fold(0x811c_9dc5u32, |hash, byte| {
                    (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
                });
                format!("{}:{} vertices#{sum:08x}", self.piece_name(), graph.graph().len())
            }
        }
    }

    /// The name of the piece in tables.
    pub fn piece_name(&self) -> &str {
        let graph = if self.is_directed() { "digraph" } else { "graph" };
        self.piece().map_or(graph, Piece::name)
    }

    /// The name of a square.
    pub fn square_name(&self, square: usize) -> String {
        match self {
            Instance::Board(board, _) => board.square_name(square),
            Instance::Keypad(keypad, _) => keypad.keys()[square].clone(),
            Instance::Graph(graph) => graph.name(square),
        }
    }

    /// The square with this name.
    ///
    /// # Errors
    /// [`Error::Text`] if there is no such square.
    pub fn square(&self, name: &str) -> Result<usize, Error> {
        match self {
            Instance::Board(board, _) => board.square(name),
            Instance::Keypad(keypad, _) => {
                keypad.keys().iter().position(|key| key == name).ok_or_else(|| Error::Text {
                    what: "key",
                    text: name.into(),
                    at: 1,
                    problem: format!("{} has no such key", keypad.name()),
                    remedy: "write one of its characters",
                })
            }
            Instance::Graph(graph) => graph.vertex(name),
        }
    }

    /// The squares of a move, `a1-b3`, the smaller one first.
    ///
    /// # Errors
    /// [`Error::Text`] if it is not a move.
    pub fn edge(&self, text: &str) -> Result<[u32; 2], Error> {
        let wrong = |problem: &str| Error::Text {
            what: "move",
            text: text.into(),
            at: 1,
            problem: problem.into(),
            remedy: "write two squares that a move joins, as a1-b3",
        };
        // Coordinates contain hyphens, too; the middle one separates the squares.
        let hyphens: Vec<usize> = text.match_indices('-').map(|(at, _)| at).collect();
        let Some(&middle) = hyphens.get(hyphens.len() / 2) else {
            return Err(wrong("a hyphen is missing"));
        };
        let [a, b] = [self.square(&text[..middle])?, self.square(&text[middle + 1..])?];
        if !self.graph().joins(a, b) {
            return Err(wrong("no move joins these squares"));
        }
        Ok([a.min(b) as u32, a.max(b) as u32])
    }

    /// The moves; for a directed graph the arcs without their directions.
    pub fn graph(&self) -> Graph {
        match self {
            Instance::Board(board, piece) => Graph::of(board, piece),
            Instance::Keypad(keypad, piece) => Graph::of(keypad.board(), piece),
            Instance::Graph(graph) => graph.graph().clone(),
        }
    }

    /// The arcs of a directed graph.
    pub fn arcs(&self) -> Option<Vec<[u32; 2]>> {
        match self {
            Instance::Graph(graph) => graph.arcs().map(<[_]>::to_vec),
            _ => None,
        }
    }

    /// True for a directed graph.
    pub fn is_directed(&self) -> bool {
        matches!(self, Instance::Graph(graph) if graph.is_directed())
    }

    /// Why a directed graph can have no tour, in words: vertices without an incoming or an outgoing
    /// arc.
    pub(super) fn arcs_missing(&self, kind: Kind) -> Option<String> {
        let arcs = self.arcs()?;
        let allowed = if kind == Kind::Open { 1 } else { 0 };
        ["from", "to"].iter().enumerate().find_map(|(end, word)| {
            let mut has_arc = vec![false; self.len()];
            arcs.iter().for_each(|arc| has_arc[arc[end] as usize] = true);
            let lonely: Vec<_> = (0..self.len()).filter(|&v| !has_arc[v]).collect();
            let names = lonely.iter().take(2).map(|&vertex| self.square_name(vertex));
            let names = names.collect::<Vec<_>>().join(" or ");
            (lonely.len() > allowed).then(|| format!("no arc leads {word} {names}"))
        })
    }

    /// Coinciding moves that the graph merges.
    pub fn merged(&self) -> Merged {
        match (self.board(), self.piece()) {
            (Some(board), Some(piece)) => Merged::of(board, piece),
            _ => Merged::default(),
        }
    }

    /// The tour question in the form that methods take.
    pub(super) fn tours(&self, kind: Kind) -> TourQuestion {
        match self {
            Instance::Board(board, piece) => TourQuestion::new(board, piece, kind),
            Instance::Keypad(keypad, piece) => {
                TourQuestion::new(keypad.board(), piece, kind).called(keypad.name())
            }
            Instance::Graph(graph) => {
                TourQuestion::of_graph(graph.graph().clone(), &self.name(), kind)
            }
        }
    }

    /// The question about walks over `length` squares, in the form that methods take.
    pub(super) fn walks(&self, length: usize) -> Result<WalkQuestion, Error> {
        match self {
            Instance::Graph(graph) if graph.is_directed() => Err(Error::ToursAsked {
                problem: "walks on a directed graph are not counted",
                remedy: "give an undirected graph",
            }),
            Instance::Board(board, piece) => WalkQuestion::new(board, piece, length),
            Instance::Keypad(keypad, piece) => {
                Ok(WalkQuestion::new(keypad.board(), piece, length)?.named(keypad.name()))
            }
            Instance::Graph(graph) => {
                WalkQuestion::of_graph(graph.graph().clone(), &self.name(), length)
            }
        }
    }

    /// Why there can be no tour, in words, if a quick test proves it.
    pub fn obstacle(&self, graph: &Graph, kind: Kind) -> Option<String> {
        let rectangle = match self {
            Instance::Board(board, piece) => Obstacle::rectangle(board, piece),
            _ => None,
        };
        let found = obstacle(graph, kind, rectangle)?;
        Some(found.sentence(|vertex| self.square_name(vertex)))
    }

    /// The transposed instance, if the board is a plane or torus of two axes without holes, higher
    /// than wide, and its piece treats both axes alike.
    pub(super) fn upright(&self) -> Option<Instance> {
        let Instance::Board(board, piece) = self else { return None };
        let &[rows, columns] = board.axes() else { return None };
        let symmetric = piece.steps().iter().all(|step| {
            let swapped = [step.delta[1], step.delta[0]];
            let same =
                |other: &crate::board::Step| other.rides == step.rides && other.delta == swapped;
            piece.steps().iter().any(same)
        });
        let turns = rows.length > columns.length && rows.wraps == columns.wraps;
        if !turns || board.has_holes() || !symmetric {
            return None;
        }
        let board = Board::new(vec![columns, rows]).ok()?;
        Some(Instance::Board(board, piece.clone()))
    }
}

impl fmt::Display for Instance {
    /// `knight 6x6`, `knight letters18`, `graph:DQc`; the names of a graph's vertices are written
    /// with the options.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Instance::Board(board, piece) => write!(f, "{} {board}", piece.name()),
            Instance::Keypad(keypad, piece) => write!(f, "{} {}", piece.name(), keypad.name()),
            Instance::Graph(graph) => write!(f, "{graph}"),
        }
    }
}

/// A board from its text. Tables also contain boards without squares, such as `0x5`.
pub(super) fn board(text: &str) -> Result<Board, Error> {
    let sides: Option<Vec<usize>> = text.split('x').map(|side| side.parse().ok()).collect();
    match sides.as_deref() {
        Some(&[rows, columns]) if rows == 0 || columns == 0 => Board::rectangle(rows, columns),
        _ => text.parse(),
    }
}
