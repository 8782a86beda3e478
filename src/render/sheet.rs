//! `Sheet`: display options for the solutions of a question, for all formats.

use super::boards::Boards;
use super::cells::Cells;
use super::frame::Frame;
use super::framed::Framed;
use crate::draw::{MOST_SQUARES, Numbers, Pictures};
use crate::question::{Instance, Question, Walks};
use crate::walks::WalkQuestion;

/// Display options. Tours are shown in the box of their board, those of a graph by the names of
/// vertices, placements on their board, and walks by the numbers or names of squares.
#[derive(Clone, Copy, Debug)]
#[must_use = "a sheet is what a listing is written on"]
pub struct Sheet<'q> {
    what: What<'q>,
    first: usize,
    ascii: bool,
    coloured: bool,
    names: bool,
    codes: bool,
    sorted: bool,
    numbers: Numbers,
}

/// The listed solutions.
#[derive(Clone, Copy, Debug)]
enum What<'q> {
    Question(&'q Question),
    /// Placements by columns, on boards with this number of rows.
    Columns(usize),
}

impl<'q> Sheet<'q> {
    /// The default for a question: tours numbered from 1, walks by numbers.
    pub fn of(question: &'q Question) -> Sheet<'q> {
        Sheet::on(What::Question(question))
    }

    /// For placements on boards of any size, given as the column of each row's queen, from 0. They
    /// are not drawn, and their compact format is lines.
    pub fn of_columns(side: usize) -> Sheet<'static> {
        Sheet::on(What::Columns(side))
    }

    fn on(what: What<'_>) -> Sheet<'_> {
        Sheet {
            what,
            first: 1,
            ascii: false,
            coloured: false,
            names: false,
            codes: false,
            sorted: false,
            numbers: Numbers::Auto,
        }
    }

    /// Sorts pictures of several solutions by symmetry.
    pub fn by_symmetry(self, sorted: bool) -> Sheet<'q> {
        Sheet { sorted, ..self }
    }

    /// Sets whether squares of pictures are numbered.
    pub fn numbers(self, numbers: Numbers) -> Sheet<'q> {
        Sheet { numbers, ..self }
    }

    /// Numbers the squares of tours from `first`.
    pub fn numbered_from(self, first: usize) -> Sheet<'q> {
        Sheet { first, ..self }
    }

    /// Draws boards of placements in ASCII.
    pub fn ascii(self) -> Sheet<'q> {
        Sheet { ascii: true, ..self }
    }

    /// Colours framed boards by terminal escape codes.
    pub fn coloured(self, coloured: bool) -> Sheet<'q> {
        Sheet { coloured, ..self }
    }

    /// Lists walks by the names of squares. (Named vertices of a graph are always listed by name.)
    pub fn names(self, names: bool) -> Sheet<'q> {
        Sheet { names, ..self }
    }

    /// Lists the code after each walk.
    pub fn codes(self, codes: bool) -> Sheet<'q> {
        Sheet { codes, ..self }
    }

    /// The question, unless the placements are given by columns.
    pub(super) fn question(&self) -> Option<&'q Question> {
        match self.what {
            What::Question(question) => Some(question),
            What::Columns(_) => None,
        }
    }

    /// The boards for drawings in text, if any.
    pub(super) fn boards(&self) -> Option<Boards> {
        let What::Question(question) = self.what else { return None };
        match question {
            Question::Tours(tours) => {
                let board = tours.instance().board()?;
                let lengths: Vec<_> = board.axes().iter().map(|axis| axis.length).collect();
                Some(Boards::numbered(&lengths, board.sites_in_order().collect(), self.first))
            }
            Question::Queens(queens) => {
                let (queen, empty) = if self.ascii { ("Q", ".") } else { ("⍟", "·") };
                Some(Boards::placed([queens.height(), queens.width()], queen, empty))
            }
            Question::Walks(_) => None,
        }
    }

    /// True if solutions have a small number of rows and columns. Otherwise
    /// [`Format::Framed`](super::Format::Framed) writes lines.
    pub fn has_frames(&self) -> bool {
        self.framed().is_some()
    }

    /// The boards with frames.
    pub(super) fn framed(&self) -> Option<Framed> {
        match self.what {
            What::Question(question) => Framed::of(question, self.first, self.ascii, self.coloured),
            What::Columns(side) => (side * side <= MOST_SQUARES)
                .then(|| Framed::of_columns(side, self.ascii, self.coloured)),
        }
    }

    /// The pictures for solutions; true if solutions are given by columns.
    pub(super) fn pictures(&self) -> (Pictures, bool) {
        let (pictures, columns) = match self.what {
            What::Question(question) => (Pictures::of(question), false),
            What::Columns(side) => (Pictures::of_columns(side), true),
        };
        let pictures = pictures.numbered_from(self.first).numbers(self.numbers);
        (if self.sorted { pictures.by_symmetry() } else { pictures }, columns)
    }

    /// The walks whose codes are listed, if requested.
    pub(super) fn coded(&self) -> Option<WalkQuestion> {
        match self.question() {
            Some(Question::Walks(walks)) if self.codes => {
                Some(walks.prepared().expect("the length was checked"))
            }
            _ => None,
        }
    }

    /// The cells for solutions that are not drawn.
    pub(super) fn cells(&self, frame: &'static Frame) -> Cells {
        let columns = |word: &str, n: usize| (1..=n).map(|i| format!("{word}{i}")).collect();
        let question = match self.what {
            What::Question(question) => question,
            What::Columns(side) => {
                let numbers = (1..=side).map(|column| column.to_string());
                return Cells::new(frame, " ", columns("row", side), numbers);
            }
        };
        match question {
            Question::Tours(tours) => {
                let squares = tours.instance().len();
                Cells::new(frame, " ", columns("square", squares), names(tours.instance(), frame))
            }
            Question::Queens(queens) => {
                let numbers = (0..=queens.width()).map(|column| column.to_string());
                let cells = Cells::new(frame, " ", columns("row", queens.height()), numbers);
                cells.of_queens(queens.height(), queens.width())
            }
            Question::Walks(walks) => {
                let cells = self.walks(walks, frame, columns("square", walks.length()));
                match self.coded() {
                    Some(coded) => cells.coded(coded),
                    None => cells,
                }
            }
        }
    }

    fn walks(&self, walks: &Walks, frame: &'static Frame, columns: Vec<String>) -> Cells {
        let instance = walks.instance();
        let named = matches!(instance, Instance::Graph(graph) if graph.names().is_some());
        if !self.names && !named {
            let numbers = (0..instance.len()).map(|square| square.to_string());
            return Cells::new(frame, ", ", columns, numbers);
        }
        let apart = match instance {
            Instance::Keypad(..) => "",
            _ if self.names => " ",
            _ => ", ",
        };
        Cells::new(frame, apart, columns, names(instance, frame))
    }
}

/// The names of the squares for cells.
fn names<'i>(
    instance: &'i Instance,
    frame: &'static Frame,
) -> impl Iterator<Item = String> + use<'i> {
    (0..instance.len()).map(|square| (frame.name)(&instance.square_name(square)))
}
