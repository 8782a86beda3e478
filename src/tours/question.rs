//! `TourQuestion`: which graph, open or closed, and what counts as one.
//!
//! An open tour visits every square once; one whose ends are a move apart is still one. A
//! closed tour returns to its first square, which is not marked: a closed tour of n
//! squares is n undirected open ones. OEIS A165134 (open, directed), A001230 (closed,
//! undirected). One square alone is one open tour, directed or not, and no closed one.

use crate::answer::{Convention, Label};
use crate::board::{Board, Graph, Piece, Symmetries};
use crate::count::Count;
use crate::engine::Tally;

/// Open tours are paths, closed (re-entrant) tours are cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Hamiltonian paths.
    Open,
    /// Hamiltonian cycles.
    Closed,
}

impl Kind {
    /// The word for it in output.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Open => "open",
            Kind::Closed => "closed",
        }
    }
}

/// A graph, the kind of its tours, and the symmetries that a method may use.
#[derive(Clone, Debug)]
pub struct TourQuestion {
    graph: Graph,
    symmetries: Symmetries,
    kind: Kind,
    /// The board that the graph was made on.
    shape: Option<Board>,
    board: String,
    piece: String,
}

impl TourQuestion {
    /// The tours of a piece on a board, up to whose symmetries a method may search.
    pub fn new(board: &Board, piece: &Piece, kind: Kind) -> TourQuestion {
        let graph = Graph::of(board, piece);
        TourQuestion {
            symmetries: Symmetries::of(board, &graph),
            graph,
            kind,
            shape: Some(board.clone()),
            board: board.to_string(),
            piece: piece.name().into(),
        }
    }

    /// The tours of any graph, known by `name`.
    pub fn of_graph(graph: Graph, name: &str, kind: Kind) -> TourQuestion {
        TourQuestion {
            symmetries: Symmetries::trivial(graph.len()),
            graph,
            kind,
            shape: None,
            board: name.into(),
            piece: "graph".into(),
        }
    }

    /// The same question for a method that may use no symmetry: slower, and a check.
    pub fn without_symmetry(mut self) -> TourQuestion {
        self.symmetries = Symmetries::trivial(self.graph.len());
        self
    }

    /// The graph whose vertices the tour visits.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The board whose cells are the vertices, if there is one: it suggests orders.
    pub fn shape(&self) -> Option<&Board> {
        self.shape.as_ref()
    }

    /// Automorphisms of the graph: those of the board, or the identity.
    pub fn symmetries(&self) -> &Symmetries {
        &self.symmetries
    }

    /// Open or closed.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The question's name in tables.
    pub fn label(&self) -> Label {
        Label {
            family: "tours",
            board: self.board.clone(),
            piece: self.piece.clone(),
            kind: self.kind.word(),
        }
    }

    /// The counts by convention, from a tally of directed open or undirected closed tours.
    ///
    /// # Panics
    /// If a directed count of open tours is odd: no path of two or more squares is its
    /// own reversal, so an odd count is a defect of the method.
    pub fn counts(&self, tally: &Tally) -> Vec<(Convention, Count)> {
        let tours = tally.weighted();
        let (directed, undirected) = match self.kind {
            Kind::Open if self.graph.len() == 1 => (tours.clone(), tours),
            Kind::Open => {
                let half = tours.divided_exactly_by(2).expect("directed tours come in pairs");
                (tours, half)
            }
            Kind::Closed => (tours.clone() * 2, tours),
        };
        let mut counts =
            vec![(Convention::Directed, directed), (Convention::Undirected, undirected)];
        if self.kind == Kind::Closed {
            counts.reverse();
        }
        counts
    }
}
