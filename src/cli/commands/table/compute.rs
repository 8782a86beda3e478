//! The cells of a table, each computed by one method or by two.

use cavalcade::Error;
use cavalcade::method::{Choice, Cost};
use cavalcade::render::Results;
use cavalcade::solve::{Answer, Prepared};
use cavalcade::verify::{Confirmation, second_method};

use super::family::{Plan, TableEntry};
use crate::cli::args::Family;
use crate::cli::session::{Session, note, predicted};

/// Boards up to this number of squares take too little time for a warning.
const SMALL: usize = 36;

/// A computed cell.
pub struct Cell {
    pub sides: Vec<usize>,
    pub answer: Answer,
    /// The result of a second method, if requested.
    pub second: Option<Confirmation>,
}

/// A table whose questions are checked: errors appear before any work is done.
pub struct Ready {
    pub plan: Plan,
    entries: Vec<(TableEntry, Prepared)>,
    confirm: bool,
}

/// A table, complete or interrupted.
pub struct Computed {
    pub plan: Plan,
    pub cells: Vec<Cell>,
    /// The results file.
    pub file: Option<Results>,
    /// The error that made the file incomplete.
    pub failure: Option<Error>,
}

impl Ready {
    /// Checks the questions.
    pub fn new(
        session: &Session,
        plan: Plan,
        method: &str,
        confirm: bool,
    ) -> anyhow::Result<Ready> {
        let choice = || match plan.family {
            Family::Tours => Choice::default(),
            Family::Queens => Choice::of(method),
        };
        let prepared = |entry: &TableEntry| {
            let solve = session.solve(&entry.question, choice());
            // Tables count even where a proof shows that there is no tour.
            let solve = if plan.family == Family::Tours { solve.count_anyway() } else { solve };
            Ok((entry.clone(), session.prepared(solve)?))
        };
        // Largest board first, so that a board beyond the limit is refused immediately.
        let entries = plan.entries.iter().rev().map(prepared).collect::<Result<Vec<_>, Error>>()?;
        Ok(Ready { plan, entries: entries.into_iter().rev().collect(), confirm })
    }

    /// The predicted time of the whole table, unless it is short.
    fn predicted(&self) -> Option<String> {
        let large = self.entries.iter().filter(|(entry, _)| entry.question.size() > SMALL);
        let costs: Vec<_> = large.filter_map(|(_, prepared)| prepared.cost().ok()).collect();
        let bytes = costs.iter().map(|cost| cost.bytes).fold(0.0, f64::max);
        predicted(&self.plan.title, costs.iter().map(Cost::expected_seconds).sum(), bytes)
    }

    /// Computes the cells in order and adds each to the file. If the file cannot be written, the
    /// table is still computed to its end, so no count is lost. Returns also the error that ended
    /// the table before its last cell.
    pub fn compute(
        self,
        session: &Session,
        file: Option<Results>,
    ) -> (Computed, Option<anyhow::Error>) {
        self.predicted().iter().for_each(|line| note(line));
        let mut table = Computed { plan: self.plan, cells: Vec::new(), file, failure: None };
        for (TableEntry { sides, .. }, prepared) in self.entries {
            let answered = session.answer(&prepared).and_then(|answer| {
                if let Some(file) = &mut table.file {
                    table.failure = file.put(&answer).err();
                }
                let second = self.confirm.then(|| confirm(session, &answer)).transpose()?;
                Ok(Cell { sides, answer, second })
            });
            match answered {
                Ok(cell) => table.cells.push(cell),
                Err(error) => return (table, Some(error)),
            }
        }
        (table, None)
    }
}

/// Counts again with the cheapest method that is independent of the first.
fn confirm(session: &Session, answer: &Answer) -> anyhow::Result<Confirmation> {
    let Some(method) = second_method(answer, &session.means()) else {
        return Ok(Confirmation::None);
    };
    let solve = session.unkept(&answer.question, Choice::of(method)).count_anyway();
    Ok(Confirmation::of(answer, &session.answer(&solve.prepare()?)?))
}
