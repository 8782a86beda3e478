//! `TourQuestion`: a graph, open or closed tours, and their ends and selection.
//!
//! An open tour visits every square once, even if its ends are a move apart. A closed tour returns
//! to its first square, which is not marked: a closed tour of n squares gives n undirected open
//! ones. OEIS A165134 (open, directed), A001230 (closed, undirected). A single square is one open
//! tour, directed or not, and no closed one.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

pub use super::kind::{Ends, Kind};
use super::selected::{GadgetGraph, Selection};
use crate::board::{Board, Graph, Permutation, Piece, Symmetries};
use crate::convention::{Convention, Label};
use crate::count::Count;
use crate::engine::Tally;
use crate::error::Error;

/// A graph, the kind of its tours, and the symmetries that a method may use.
#[derive(Clone, Debug)]
pub struct TourQuestion {
    graph: Graph,
    group: Symmetries,
    symmetries: Symmetries,
    kind: Kind,
    /// The board of the graph, if it has one.
    shape: Option<Board>,
    ends: Ends,
    board: String,
    piece: String,
    /// The coordinates of each vertex, on a plane board of two axes.
    places: Option<Vec<[usize; 2]>>,
    /// The selected tours.
    selection: Selection,
    /// The gadget graph for given moves, alternating moves or arcs.
    gadget: Option<GadgetGraph>,
    notes: Notes,
}

impl TourQuestion {
    /// The tours of a piece on a board, with the board's symmetries.
    pub fn new(board: &Board, piece: &Piece, kind: Kind) -> TourQuestion {
        let graph = Graph::of(board, piece);
        TourQuestion {
            group: Symmetries::of(board, &graph),
            symmetries: Symmetries::of_axes(board, &graph),
            graph,
            kind,
            shape: Some(board.clone()),
            ends: Ends::Free,
            board: board.to_string(),
            piece: piece.name().into(),
            places: plane_places(board),
            selection: Selection::default(),
            gadget: None,
            notes: Notes::default(),
        }
    }

    /// The tours of any graph, with its automorphisms; `name` is shown in place of a board.
    pub fn of_graph(graph: Graph, name: &str, kind: Kind) -> TourQuestion {
        let group = Symmetries::of_graph(&graph);
        TourQuestion {
            symmetries: group.clone(),
            group,
            graph,
            kind,
            ends: Ends::Free,
            board: name.into(),
            piece: "graph".into(),
            places: None,
            shape: None,
            selection: Selection::default(),
            gadget: None,
            notes: Notes::default(),
        }
    }

    /// Renames the board: for keypads.
    pub fn called(mut self, name: &str) -> TourQuestion {
        self.board = name.into();
        self
    }

    /// Only open tours with these ends; keeps the symmetries that preserve the ends.
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if an end is no square, if both ends are the same, or if the tours are
    /// closed.
    pub fn with_ends(mut self, ends: Ends) -> Result<TourQuestion, Error> {
        ends.check(self.graph.len(), self.kind)?;
        match ends {
            Ends::Free => {}
            Ends::From(s) => self.symmetries = self.symmetries.stabiliser(s as usize),
            Ends::Between(s, e) => {
                self.symmetries = self.symmetries.keeping_pair(s as usize, e as usize);
            }
        }
        self.ends = ends;
        self.notes = Notes::default();
        Ok(self)
    }

    /// Only the selected tours. If the selection consists of moves, the question becomes one about
    /// all closed tours of another graph, which every method answers.
    pub fn selecting(mut self, selection: Selection) -> TourQuestion {
        if selection.is_by_moves() {
            let (graph, gadget) = GadgetGraph::of(&self.graph, self.kind, self.ends, &selection);
            let piece = std::mem::take(&mut self.piece);
            let mut through = TourQuestion::of_graph(graph, &self.board, Kind::Closed);
            (through.piece, through.gadget) = (piece, Some(gadget));
            (through.selection, through.shape) = (selection, None);
            return through;
        }
        self.selection = selection;
        self.notes = Notes::default();
        self
    }

    /// The question about all open tours of the same squares: a closed tour with a first square is
    /// one of them.
    pub fn opened(&self) -> TourQuestion {
        let mut open = self.clone();
        (open.kind, open.selection, open.notes) =
            (Kind::Open, Selection::default(), Notes::default());
        open
    }

    /// The selection.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// The gadget graph that replaces the original one, if any; it is needed to read the tours.
    pub fn gadget(&self) -> Option<&GadgetGraph> {
        self.gadget.as_ref()
    }

    /// Forbids the use of symmetry: slower, for comparison.
    pub fn without_symmetry(mut self) -> TourQuestion {
        self.symmetries = Symmetries::trivial(self.graph.len());
        self.notes = Notes::default();
        self
    }

    /// Restricts the symmetries to those for which `keeps` is true; they must form a group.
    pub(super) fn keeping(mut self, keeps: impl Fn(&Permutation) -> bool) -> TourQuestion {
        self.symmetries = self.symmetries.keeping(keeps);
        self.notes = Notes::default();
        self
    }

    /// Refuses a graph that is too large for a method.
    pub(super) fn fits(&self, method: &'static str, limit: usize) -> Result<(), Error> {
        let size = self.graph.len();
        if size <= limit {
            return Ok(());
        }
        let (what, unit, remedy) = (self.label().board, "squares", "give a smaller board");
        Err(Error::MethodTooSmall { what, size, unit, method, limit, remedy })
    }

    /// The graph whose vertices the tour visits.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The board whose cells are the vertices, if any: it suggests vertex orders.
    pub fn shape(&self) -> Option<&Board> {
        self.shape.as_ref()
    }

    /// All symmetries, up to which fundamental tours are counted: isometries of a board,
    /// automorphisms of a graph.
    pub fn group(&self) -> &Symmetries {
        &self.group
    }

    /// The symmetries that a method may use: a subgroup that keeps the ends.
    pub fn symmetries(&self) -> &Symmetries {
        &self.symmetries
    }

    /// The cached result of a method.
    pub(super) fn notes(&self) -> &Notes {
        &self.notes
    }

    /// True if these squares in order are a tour of the graph, ignoring selections.
    pub(super) fn is_tour(&self, squares: &[u32]) -> bool {
        let mut seen = vec![false; self.graph.len()];
        let once = squares.iter().all(|&square| {
            seen.get_mut(square as usize).is_some_and(|seen| !std::mem::replace(seen, true))
        });
        let joined = |a: u32, b: u32| self.graph.neighbours(a as usize).contains(&b);
        once && squares.len() == self.graph.len()
            && squares.windows(2).all(|pair| joined(pair[0], pair[1]))
            && (self.kind == Kind::Open || joined(squares[squares.len() - 1], squares[0]))
    }

    /// True on a plane board of two axes.
    pub fn is_plane(&self) -> bool {
        self.places.is_some()
    }

    fn square_name(&self, vertex: u32) -> String {
        match &self.shape {
            Some(board) => board.square_name(vertex as usize),
            None => vertex.to_string(),
        }
    }

    /// The name of a symmetry of a plane board of two axes; `None` for the identity, and for a
    /// symmetry that is no rotation or reflection.
    pub fn symmetry_name(&self, symmetry: &Permutation) -> Option<&'static str> {
        let places = self.places.as_ref()?;
        let rows = places.iter().map(|at| at[0]).max()?;
        let columns = places.iter().map(|at| at[1]).max()?;
        let is = |turn: &dyn Fn([usize; 2]) -> [usize; 2]| {
            places.iter().zip(symmetry).all(|(&at, &to)| turn(at) == places[to as usize])
        };
        let square = rows == columns;
        match () {
            () if is(&|at| at) => None,
            () if is(&|[r, c]| [rows - r, columns - c]) => Some("half-turn"),
            () if is(&|[r, c]| [r, columns - c]) || is(&|[r, c]| [rows - r, c]) => {
                Some("reflection")
            }
            () if !square => None,
            () if is(&|[r, c]| [c, columns - r]) || is(&|[r, c]| [rows - c, r]) => {
                Some("quarter-turn")
            }
            () if is(&|[r, c]| [c, r]) || is(&|[r, c]| [rows - c, columns - r]) => {
                Some("diagonal reflection")
            }
            () => None,
        }
    }

    /// Open or closed.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// True if the ends of its tours are fixed.
    pub fn has_ends(&self) -> bool {
        self.ends != Ends::Free
    }

    /// The ends of its open tours.
    pub fn ends(&self) -> Ends {
        self.ends
    }

    /// The number of directed tours for each counted one: two for an open tour, unless its ends are
    /// fixed.
    pub(super) fn directions(&self) -> u64 {
        let both = self.kind() == Kind::Open && !self.has_ends();
        if both { 2 } else { 1 }
    }

    /// The beginning of methods' fingerprints.
    pub(super) fn fingerprint(&self) -> String {
        let Label { board, piece, kind, .. } = self.label();
        let ends = match self.ends() {
            Ends::Free => String::new(),
            Ends::From(end) => format!(", end {end}"),
            Ends::Between(a, b) => format!(", ends {a} {b}"),
        };
        format!("tours {kind} {piece} {board}{ends}")
    }

    /// The question's name in tables.
    pub fn label(&self) -> Label {
        let (kind, ends) = match &self.gadget {
            Some(gadget) => (gadget.kind(), gadget.ends()),
            None => (self.kind, self.ends),
        };
        Label {
            family: "tours",
            board: match ends {
                Ends::Free => self.board.clone(),
                Ends::From(s) => format!("{} from {}", self.board, self.square_name(s)),
                Ends::Between(s, e) => {
                    let [s, e] = [s, e].map(|square| self.square_name(square));
                    format!("{} from {s} to {e}", self.board)
                }
            },
            piece: self.piece.clone(),
            kind: kind.word(),
        }
    }

    /// The counts by convention, from a tally of directed open or undirected closed tours.
    ///
    /// # Panics
    /// If a directed count of open tours is odd: no path of two or more squares is its own
    /// reversal, so an odd count is a defect of the method.
    pub fn counts(&self, tally: &Tally) -> Vec<(Convention, Count)> {
        self.counts_of_any(tally).expect("directed tours come in pairs")
    }

    /// The counts from a tally that may come from a file.
    pub(super) fn counts_of_any(&self, tally: &Tally) -> Result<Vec<(Convention, Count)>, Error> {
        let tours = tally.weighted();
        if let Some(gadget) = &self.gadget {
            return Ok(gadget.counts(tours));
        }
        if self.selection.is_numbered() {
            return Ok(vec![(Convention::Numbered, tours)]);
        }
        if self.ends != Ends::Free {
            return Ok(vec![(Convention::Directed, tours)]);
        }
        let (directed, undirected) = match self.kind {
            // Each tour is visited once, in one direction.
            Kind::Open if self.selection.symmetric.is_some() => (tours.clone() * 2, tours),
            Kind::Open if self.graph.len() == 1 => (tours.clone(), tours),
            Kind::Open => {
                let half = tours.divided_exactly_by(2).ok_or_else(|| Error::Contradiction {
                    what: format!("{tours} directed tours, which come in pairs"),
                })?;
                (tours, half)
            }
            Kind::Closed => (tours.clone() * 2, tours),
        };
        let mut counts =
            vec![(Convention::Directed, directed), (Convention::Undirected, undirected)];
        if self.kind == Kind::Closed {
            counts.reverse();
        }
        Ok(counts)
    }
}

/// The coordinates of the cells of a plane board of two axes, from the first row and the first
/// column with a cell: a margin of holes changes no symmetry.
fn plane_places(board: &Board) -> Option<Vec<[usize; 2]>> {
    if board.axes().iter().any(|axis| axis.wraps) {
        return None;
    }
    let places = (0..board.len()).map(|cell| board.coordinates(cell).try_into().ok());
    let mut places: Vec<[usize; 2]> = places.collect::<Option<_>>()?;
    let least = [0, 1].map(|axis| places.iter().map(|at| at[axis]).min().unwrap_or(0));
    places.iter_mut().for_each(|at| (0..2).for_each(|axis| at[axis] -= least[axis]));
    Some(places)
}

/// One cached result. It belongs to the unchanged question: a modified question has its own notes,
/// while clones share them.
#[derive(Clone, Default)]
pub struct Notes(Arc<OnceLock<Arc<dyn Any + Send + Sync>>>);

impl Notes {
    /// The cached result of this type, or the result of `make`.
    pub fn get_or<T: Any + Send + Sync>(&self, make: impl Fn() -> T) -> Arc<T> {
        let noted = self.0.get_or_init(|| Arc::new(make())).clone();
        // A result of another type stays cached, and this one is computed each time.
        noted.downcast().unwrap_or_else(|_| Arc::new(make()))
    }
}

impl fmt::Debug for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Notes")
    }
}

#[cfg(test)]
mod tests {
    use super::Notes;

    #[test]
    fn clones_share_notes() {
        let notes = Notes::default();
        assert_eq!(*notes.get_or(|| 1u8), 1);
        assert_eq!((*notes.clone().get_or(|| 2u8), *notes.get_or(|| 'x')), (1, 'x'));
        assert_eq!(*Notes::default().get_or(|| 2u8), 2);
    }
}
