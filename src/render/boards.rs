//! `Boards`: drawings of solutions in text: tours as numbered boards, placements as boards of
//! signs.
//!
//! Texts that are equal on all boards are made once: padded numbers, the separator after each site
//! of the box, the row for a queen in each column.

use super::cells::Queens;
use super::draft::{Draft, Texts};

/// Draws solutions.
#[derive(Debug)]
pub(super) enum Boards {
    /// Each square has its number in the order of the visit.
    Numbered(Numbered),
    /// Signs for queens and empty squares.
    Placed {
        queens: Queens,
        /// The row without a queen, then the rows with a queen in each column.
        rows: Texts,
    },
}

/// Numbered boards in the format common for such listings: one empty line after a plane, two after
/// a solid, and so on.
#[derive(Debug)]
pub(super) struct Numbered {
    /// The squares or holes at the sites of the box, the last axis fastest.
    sites: Vec<Option<usize>>,
    /// Padded numbers by place in the tour; the hole; the separator after each site.
    texts: Texts,
    /// The empty lines between two tours.
    between: String,
    /// The place of each square in the current tour.
    place: Vec<usize>,
    /// The texts of the sites of the current tour.
    written: Vec<u32>,
}

impl Boards {
    /// Boards numbered from `first`, in a box with these sides and sites.
    pub(super) fn numbered(lengths: &[usize], sites: Vec<Option<usize>>, first: usize) -> Boards {
        let squares = sites.iter().flatten().count();
        let width = (first + squares).saturating_sub(1).to_string().len();
        let numbers = (first..first + squares).map(|n| format!("{n:>width$}"));
        let texts = numbers.chain([format!("{:>width$}", ".")]).chain(after(lengths));
        Boards::Numbered(Numbered {
            texts: Texts::new(texts, 0),
            written: Vec::with_capacity(2 * sites.len()),
            sites,
            between: "\n".repeat(lengths.len().saturating_sub(1).max(1)),
            place: vec![0; squares],
        })
    }

    /// Placements on a board with these rows and columns.
    pub(super) fn placed([height, width]: [usize; 2], queen: &str, empty: &str) -> Boards {
        let row = |queen_at: usize| {
            let sign = |column| if column == queen_at { queen } else { empty };
            let signs: Vec<&str> = (1..=width).map(sign).collect();
            signs.join(" ") + "\n"
        };
        let rows = Texts::new((0..=width).map(row), 0);
        Boards::Placed { queens: Queens::new(height, width), rows }
    }

    /// Adds the drawing of a solution.
    pub(super) fn put(&mut self, squares: &[u32], first: bool, text: &mut Draft) {
        match self {
            Boards::Numbered(boards) => boards.put(squares, first, text),
            Boards::Placed { queens, rows } => {
                if !first {
                    text.put(b"\n");
                }
                text.put_all(rows, queens.columns(squares));
            }
        }
    }
}

impl Numbered {
    fn put(&mut self, squares: &[u32], first: bool, text: &mut Draft) {
        if !first {
            text.put(self.between.as_bytes());
        }
        squares.iter().enumerate().for_each(|(i, &square)| self.place[square as usize] = i);
        let hole = self.place.len();
        self.written.clear();
        for (site, square) in self.sites.iter().enumerate() {
            let number = square.map_or(hole, |square| self.place[square]);
            self.written.extend([number as u32, (hole + 1 + site) as u32]);
        }
        text.put_all(&self.texts, &self.written);
    }
}

/// The separator after each site of a box: a blank inside a row, a line end after it, and one more
/// empty line for each further axis that ends there.
fn after(lengths: &[usize]) -> Vec<String> {
    let sites: usize = lengths.iter().product();
    let behind = |site: usize| {
        let mut block = 1;
        let ended = lengths.iter().rev().take_while(|&&length| {
            block *= length;
            site.is_multiple_of(block)
        });
        match ended.count() {
            0 => " ".into(),
            _ if site == sites => "\n".into(),
            ended => "\n".repeat(ended),
        }
    };
    (1..=sites).map(behind).collect()
}
