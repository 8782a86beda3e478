//! `Cells`: a solution as a row of cells whose texts are made once.

use super::draft::{Draft, Texts};
use super::frame::Frame;
use crate::tours::Spelling;
use crate::walks::WalkQuestion;

/// Rows of cells for the solutions of a question.
#[derive(Debug)]
pub(super) struct Cells {
    frame: &'static Frame,
    /// Each text, followed by the cell separator, and again followed by the end of a row.
    texts: Texts,
    /// The number of texts for a cell.
    choices: usize,
    /// The bytes of the cell separator.
    apart: usize,
    columns: Vec<String>,
    /// Set if the squares are those of queens, with one cell for each row of the board.
    queens: Option<Queens>,
    /// The question whose walks have codes.
    codes: Option<WalkQuestion>,
}

/// Placements, converted to columns by row.
#[derive(Debug)]
pub(super) struct Queens {
    width: usize,
    /// For each row the column of its queen from 1, or 0.
    columns: Vec<u32>,
}

impl Queens {
    pub(super) fn new(height: usize, width: usize) -> Queens {
        Queens { width, columns: vec![0; height] }
    }

    /// The columns of the queens on these squares, by row.
    pub(super) fn columns(&mut self, squares: &[u32]) -> &[u32] {
        self.columns.fill(0);
        for &square in squares {
            let square = square as usize;
            self.columns[square / self.width] = (square % self.width) as u32 + 1;
        }
        &self.columns
    }
}

impl Cells {
    /// Rows with these columns and cell texts.
    pub(super) fn new(
        frame: &'static Frame,
        apart: &'static str,
        columns: Vec<String>,
        texts: impl Iterator<Item = String>,
    ) -> Cells {
        let apart = frame.apart.unwrap_or(apart);
        let texts: Vec<String> = texts.collect();
        let choices = texts.len();
        let inner = texts.iter().map(|text| format!("{text}{apart}"));
        // A row followed by a code ends in the plain text.
        let last = texts.iter().flat_map(|text| [format!("{text}{}", frame.close), text.clone()]);
        let texts = Texts::new(inner.chain(last), choices);
        Cells { frame, texts, choices, apart: apart.len(), columns, queens: None, codes: None }
    }

    /// Changes the cells to columns of queens.
    pub(super) fn of_queens(mut self, height: usize, width: usize) -> Cells {
        self.queens = Some(Queens::new(height, width));
        self
    }

    /// Adds the code of each walk as the last column.
    pub(super) fn coded(mut self, walks: WalkQuestion) -> Cells {
        self.columns.push("code".into());
        self.codes = Some(walks);
        self
    }

    /// The text before all rows.
    pub(super) fn head(&self) -> String {
        (self.frame.head)(&self.columns)
    }

    /// The text after all rows.
    pub(super) fn foot(&self, listed: u64) -> &'static str {
        // An empty list of placements has its closing bracket on a separate line.
        if listed == 0 && self.queens.is_none() { self.frame.empty } else { self.frame.foot }
    }

    /// The spelling of a row, if the row consists of the texts of squares and fixed text around
    /// them.
    pub(super) fn spelling(&self) -> Option<Spelling<u8>> {
        let texts = (0..self.choices).map(|square| self.texts.text(square));
        (self.queens.is_none() && self.codes.is_none()).then(|| {
            let [next, close] = [self.frame.next, self.frame.close].map(str::as_bytes);
            Spelling::new(texts).framed(next, self.apart, close)
        })
    }

    /// Rows with this spelling, adjusted because the first row of a listing begins differently.
    pub(super) fn spelled<'r>(&self, rows: &'r [u8], first: bool) -> [&'r [u8]; 2] {
        match first {
            true => [self.frame.first.as_bytes(), &rows[self.frame.next.len()..]],
            false => [&[], rows],
        }
    }

    /// Adds the row of a solution.
    pub(super) fn put(&mut self, squares: &[u32], first: bool, row: &mut Draft) {
        let Cells { frame, texts, choices, queens, codes, .. } = self;
        row.put(if first { frame.first } else { frame.next }.as_bytes());
        let cells = match queens {
            Some(queens) => queens.columns(squares),
            None => squares,
        };
        if let [inner @ .., last] = cells {
            row.put_all(texts, inner);
            let coded = usize::from(codes.is_some());
            row.put_one(texts, *choices + 2 * *last as usize + coded);
        }
        if let Some(walks) = codes {
            row.put(frame.before_code.as_bytes());
            row.put((frame.name)(&walks.code(squares).to_string()).as_bytes());
        }
        if cells.is_empty() || codes.is_some() {
            row.put(frame.close.as_bytes());
        }
    }
}
