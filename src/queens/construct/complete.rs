//! METHOD complete: a placement that extends given queens and avoids holes, or a proof that there
//! is none.
//!
//! Every row and every column must hold a queen. The search always continues at the row or column
//! with the fewest free squares, so forced queens come first, and a row or column without a free
//! square ends the branch (the rule of Golomb and Baumert 1965). Completing a placement is
//! NP-complete (I. P. Gent, C. Jefferson, P. Nightingale 2017): the answer may take long, but it is
//! exact. The search restarts with twice as many nodes each time and another order of the squares,
//! so one bad choice near the root costs little. A search that ends without a placement is the
//! proof.

use crate::board::Bits;
use crate::engine::{Random, Stop};
use crate::error::Error;
use crate::queens::question::MAX_SIDE;
use crate::queens::variants::{Square, VariantQuestion};

/// The nodes of the first search.
const FIRST_NODES: u64 = 1 << 12;

/// Nodes between two checks of the stop request.
const LOOK: u64 = 1 << 14;

/// The result of a search for one placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The column of each row's queen; `None` if there is no placement.
    pub columns: Option<Vec<u8>>,
    /// The nodes of all searches, including the interrupted ones.
    pub nodes: u64,
}

/// Finds one placement of as many queens as rows, on any board and of either piece, that respects
/// the question's given queens and holes.
///
/// ```
/// use cavalcade::engine::Stop;
/// use cavalcade::queens::{VariantQuestion, complete};
/// let around = |squares| VariantQuestion::new(8)?.with_placed(squares);
/// assert!(complete(&around(&[(0, 0)])?, &Stop::new())?.columns.is_some());
/// assert!(complete(&around(&[(0, 0), (1, 2)])?, &Stop::new())?.columns.is_none());
/// # Ok::<(), cavalcade::Error>(())
/// ```
///
/// # Errors
/// [`Error::Queens`] if the question has fewer queens than rows, or wants symmetric placements; and
/// [`Error::Stopped`].
pub fn complete(question: &VariantQuestion, stop: &Stop) -> Result<Completion, Error> {
    complete_watched(question, stop, &mut |_| {})
}

/// Like [`complete`]; `progress` receives the number of visited nodes from time to time.
pub fn complete_watched(
    question: &VariantQuestion,
    stop: &Stop,
    progress: &mut dyn FnMut(u64),
) -> Result<Completion, Error> {
    if question.queens() < question.side() {
        return Err(Error::Queens {
            problem: format!("{question}: a completion fills all rows"),
            remedy: "use the method variants",
        });
    }
    if question.turn().is_some() {
        return Err(Error::Queens {
            problem: format!("{question}: a completion ignores symmetry"),
            remedy: "use the method variants",
        });
    }
    let mut search = Search::new(question, stop, progress);
    let start = search.start(question);
    let mut limit = FIRST_NODES;
    loop {
        search.left = limit;
        match search.place(&start) {
            End::Found => return Ok(search.completion(true)),
            End::None => return Ok(search.completion(false)),
            End::Limit => limit *= 2,
            End::Stopped => {
                let what = format!("completing {question}");
                return Err(Error::Stopped { what, finished: 0, units: 1 });
            }
        }
    }
}

/// How a search ended.
enum End {
    Found,
    None,
    /// The node limit was reached.
    Limit,
    Stopped,
}

/// The squares that no queen attacks, by row and by column, and the rows and columns without a
/// queen.
#[derive(Clone)]
struct Free {
    rows: [u64; MAX_SIDE],
    columns: [u64; MAX_SIDE],
    open_rows: u64,
    open_columns: u64,
}

/// A row or a column.
#[derive(Clone, Copy)]
enum Line {
    Row(usize),
    Column(usize),
}

struct Search<'s> {
    side: usize,
    /// For each square, the squares of each row that a queen there attacks. By symmetry, these are
    /// also the squares of each column.
    attacks: Vec<Vec<u64>>,
    columns: Vec<u8>,
    random: Random,
    stop: &'s Stop,
    progress: &'s mut dyn FnMut(u64),
    nodes: u64,
    /// The remaining node limit.
    left: u64,
}

impl<'s> Search<'s> {
    fn new(
        question: &VariantQuestion,
        stop: &'s Stop,
        progress: &'s mut dyn FnMut(u64),
    ) -> Search<'s> {
        let side = question.side();
        let attacks = (0..side * side).map(|at| question.attacks((at / side, at % side)));
        Search {
            side,
            attacks: attacks.collect(),
            columns: vec![0; side],
            random: Random::new(1),
            stop,
            progress,
            nodes: 0,
            left: 0,
        }
    }

    fn completion(self, found: bool) -> Completion {
        Completion { columns: found.then_some(self.columns), nodes: self.nodes }
    }

    /// The board with the given queens and without the holes.
    fn start(&mut self, question: &VariantQuestion) -> Free {
        let all = u64::all_below(self.side);
        let mut free = Free {
            rows: [all; MAX_SIDE],
            columns: [all; MAX_SIDE],
            open_rows: all,
            open_columns: all,
        };
        for &(row, column) in question.holes() {
            free.rows[row] = free.rows[row].without(column);
            free.columns[column] = free.columns[column].without(row);
        }
        for &square in question.placed() {
            self.columns[square.0] = square.1 as u8;
            free = self.with(&free, square);
        }
        free
    }

    /// The free squares after another queen.
    fn with(&self, free: &Free, (row, column): Square) -> Free {
        let mut next = free.clone();
        next.open_rows = next.open_rows.without(row);
        next.open_columns = next.open_columns.without(column);
        let by_rows = &self.attacks[row * self.side + column];
        let by_columns = &self.attacks[column * self.side + row];
        for line in 0..self.side {
            next.rows[line] &= !by_rows[line];
            next.columns[line] &= !by_columns[line];
        }
        next
    }

    /// The row or column without a queen that has the fewest free squares, and their number.
    fn tightest(free: &Free) -> Option<(usize, Line)> {
        let rows = free.open_rows.iter().map(|row| (free.rows[row].len(), Line::Row(row)));
        let columns = free
            .open_columns
            .iter()
            .map(|column| (free.columns[column].len(), Line::Column(column)));
        rows.chain(columns).min_by_key(|(squares, _)| *squares)
    }

    fn place(&mut self, free: &Free) -> End {
        let Some((squares, line)) = Self::tightest(free) else { return End::Found };
        if squares == 0 {
            return End::None;
        }
        let mut choices: Vec<Square> = match line {
            Line::Row(row) => free.rows[row].iter().map(|column| (row, column)).collect(),
            Line::Column(column) => free.columns[column].iter().map(|row| (row, column)).collect(),
        };
        while !choices.is_empty() {
            if self.left == 0 {
                return End::Limit;
            }
            self.left -= 1;
            self.nodes += 1;
            if self.nodes.is_multiple_of(LOOK) {
                if self.stop.is_requested() {
                    return End::Stopped;
                }
                (self.progress)(self.nodes);
            }
            let square = choices.swap_remove(self.random.below(choices.len()));
            self.columns[square.0] = square.1 as u8;
            match self.place(&self.with(free, square)) {
                End::None => {}
                other => return other,
            }
        }
        End::None
    }
}
