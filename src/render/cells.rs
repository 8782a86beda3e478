//! `Cells`: a solution as a row of cells, the texts of which are made once.

use super::draft::{Draft, Texts};
use super::frame::Frame;
use crate::tours::Spelling;
use crate::walks::WalkQuestion;

/// Rows of cells for the solutions of a question.
#[derive(Debug)]
pub(super) struct Cells {
    frame: &'static Frame,
    /// Each text with what parts it from the next cell, and again with what closes a row.
    texts: Texts,
    /// How many texts there are for a cell.
    choices: usize,
    /// The bytes that part two cells.
    apart: usize,
    columns: Vec<String>,
    /// The squares are those of queens, a cell for each row of the board.
    queens: Option<Queens>,
    /// The question by which walks have codes.
    codes: Option<WalkQuestion>,
}

/// Placements by rows.
#[derive(Debug)]
pub(super) struct Queens {
    width: usize,
    /// For each row the column of its queen, counted from 1; 0 for none.
    columns: Vec<u32>,
}

impl Queens {
    pub(super) fn new(height: usize, width: usize) -> Queens {
        Queens { width, columns: vec![0; height] }
    }

    /// The columns of the queens on these squares, by rows.
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
    /// Rows with such columns, whose cells hold these texts.
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
        // A row with a code behind it ends in the bare text.
        let last = texts.iter().flat_map(|text| [format!("{text}{}", frame.close), text.clone()]);
        let texts = Texts::new(inner.chain(last), choices);
        Cells { frame, texts, choices, apart: apart.len(), columns, queens: None, codes: None }
    }

    /// The same for placements of queens.
    pub(super) fn of_queens(mut self, height: usize, width: usize) -> Cells {
        self.queens = Some(Queens::new(height, width));
        self
    }

    /// The same with the code of each walk in the last column.
    pub(super) fn coded(mut self, walks: WalkQuestion) -> Cells {
        self.columns.push("code".into());
        self.codes = Some(walks);
        self
    }

    /// What stands before all rows.
    pub(super) fn head(&self) -> String {
        (self.frame.head)(&self.columns)
    }

    /// What stands behind all rows.
    pub(super) fn foot(&self, listed: u64) -> &'static str {
        // No placement at all is written with the closing bracket on a line of its own.
        if listed == 0 && self.queens.is_none() { self.frame.empty } else { self.frame.foot }
    }

    /// How a row is spelled, if it is the texts of its squares and what stands around them.
    pub(super) fn spelling(&self) -> Option<Spelling<u8>> {
        let texts = (0..self.choices).map(|square| self.texts.text(square));
        (self.queens.is_none() && self.codes.is_none()).then(|| {
            let [next, close] = [self.frame.next, self.frame.close].map(str::as_bytes);
            Spelling::new(texts).framed(next, self.apart, close)
        })
    }

    /// The same of rows that are spelled so, where the first ones of all begin otherwise.
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
