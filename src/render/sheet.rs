//! `Sheet`: how the solutions of a question are shown, whatever the format.

use super::boards::Boards;
use super::cells::Cells;
use super::frame::Frame;
use super::framed::Framed;
use crate::draw::{MOST_SQUARES, Numbers, Pictures};
use crate::question::{Instance, Question, Walks};
use crate::walks::WalkQuestion;

/// What solutions of a question look like: tours in the box of their board, those of a graph by
/// the names of its vertices, placements on their board, walks by the numbers or names of their
/// squares.
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

/// What is listed.
#[derive(Clone, Copy, Debug)]
enum What<'q> {
    Question(&'q Question),
    /// Placements by columns, on boards of so many rows.
    Columns(usize),
}

impl<'q> Sheet<'q> {
    /// The sheet of a question: tours are numbered from 1, walks listed by numbers.
    pub fn of(question: &'q Question) -> Sheet<'q> {
        Sheet::on(What::Question(question))
    }

    /// The sheet of placements on boards of any size, which are put on it as the column of each
    /// row's queen, from 0; they are never drawn, and have no compact form but lines.
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

    /// Pictures of several solutions are sorted by symmetry.
    pub fn by_symmetry(self, sorted: bool) -> Sheet<'q> {
        Sheet { sorted, ..self }
    }

    /// Whether the squares of pictures are numbered.
    pub fn numbers(self, numbers: Numbers) -> Sheet<'q> {
        Sheet { numbers, ..self }
    }

    /// Boards of tours are numbered from `first` on.
    pub fn numbered_from(self, first: usize) -> Sheet<'q> {
        Sheet { first, ..self }
    }

    /// Boards of placements are drawn in ASCII.
    pub fn ascii(self) -> Sheet<'q> {
        Sheet { ascii: true, ..self }
    }

    /// Boards in frames are coloured, by codes that a terminal obeys.
    pub fn coloured(self, coloured: bool) -> Sheet<'q> {
        Sheet { coloured, ..self }
    }

    /// Walks are listed by the names of their squares. (Those of a graph whose vertices have
    /// names always are.)
    pub fn names(self, names: bool) -> Sheet<'q> {
        Sheet { names, ..self }
    }

    /// Each walk has its code behind it.
    pub fn codes(self, codes: bool) -> Sheet<'q> {
        Sheet { codes, ..self }
    }

    /// Whose solutions are shown, if it is a question's.
    pub(super) fn question(&self) -> Option<&'q Question> {
        match self.what {
            What::Question(question) => Some(question),
            What::Columns(_) => None,
        }
    }

    /// The boards that solutions are drawn on, if there are any.
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

    /// True if solutions have rows and columns to stand in, and not too many: what is asked for as
    /// [`Format::Framed`](super::Format::Framed) is written in lines otherwise.
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

    /// The pictures that solutions are drawn in; true if they are put there by columns.
    pub(super) fn pictures(&self) -> (Pictures, bool) {
        let (pictures, columns) = match self.what {
            What::Question(question) => (Pictures::of(question), false),
            What::Columns(side) => (Pictures::of_columns(side), true),
        };
        let pictures = pictures.numbered_from(self.first).numbers(self.numbers);
        (if self.sorted { pictures.by_symmetry() } else { pictures }, columns)
    }

    /// The walks by which codes are made, if they are wanted.
    pub(super) fn coded(&self) -> Option<WalkQuestion> {
        match self.question() {
            Some(Question::Walks(walks)) if self.codes => {
                Some(walks.prepared().expect("the length was checked"))
            }
            _ => None,
        }
    }

    /// The cells that solutions are written in otherwise.
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

/// The names of the squares, as they stand in cells.
fn names<'i>(
    instance: &'i Instance,
    frame: &'static Frame,
) -> impl Iterator<Item = String> + use<'i> {
    (0..instance.len()).map(|square| (frame.name)(&instance.square_name(square)))
}
