//! The cells of a table, each computed now, by one method or by two.

use cavalcade::Error;
use cavalcade::method::{Choice, Cost};
use cavalcade::render::Results;
use cavalcade::solve::{Answer, Prepared};
use cavalcade::verify::{Confirmation, second_method};

use super::family::{Plan, Spot};
use crate::cli::args::Family;
use crate::cli::session::{Session, predicted};

/// Boards of so many squares take no time that is worth a word.
const SMALL: usize = 36;

/// A computed cell.
pub struct Cell {
    pub sides: Vec<usize>,
    pub answer: Answer,
    /// What a second method says, where one was asked for.
    pub second: Option<Confirmation>,
}

/// A table whose questions have been put: bad ones cost no work.
pub struct Ready {
    pub plan: Plan,
    spots: Vec<(Spot, Prepared)>,
    confirm: bool,
}

/// A table as far as it was computed.
pub struct Computed {
    pub plan: Plan,
    pub cells: Vec<Cell>,
    /// Where its rows are gathered, or why they are not all there.
    pub file: Option<Result<Results, Error>>,
    /// What ended it before its last cell.
    pub broken_off: Option<anyhow::Error>,
}

impl Ready {
    /// Puts the questions.
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
        let prepared = |spot: &Spot| {
            let solve = session.solve(&spot.question, choice());
            // A table shows that there is none by counting.
            let solve = if plan.family == Family::Tours { solve.count_anyway() } else { solve };
            Ok((spot.clone(), session.prepared(solve)?))
        };
        // The largest first: what is too large is refused before the others are looked at.
        let spots = plan.spots.iter().rev().map(prepared).collect::<Result<Vec<_>, Error>>()?;
        Ok(Ready { plan, spots: spots.into_iter().rev().collect(), confirm })
    }

    /// What all of it would take, unless it is soon over.
    fn predicted(&self) -> Option<String> {
        let large = self.spots.iter().filter(|(spot, _)| spot.question.size() > SMALL);
        let costs: Vec<_> = large.filter_map(|(_, prepared)| prepared.cost().ok()).collect();
        let bytes = costs.iter().map(|cost| cost.bytes).fold(0.0, f64::max);
        predicted(&self.plan.title, costs.iter().map(Cost::expected_seconds).sum(), bytes)
    }

    /// Computes cell after cell and puts each into the file. Where that cannot be written the
    /// table is computed to its end all the same: nothing that was counted is lost.
    pub fn compute(self, session: &Session, mut file: Option<Results>) -> Computed {
        self.predicted().iter().for_each(|line| session.note(line));
        let (mut cells, mut failure, mut broken_off) = (Vec::new(), None, None);
        for (Spot { sides, .. }, prepared) in self.spots {
            let answered = session.answer(&prepared).and_then(|answer| {
                if let Some(file) = &mut file {
                    failure = file.put(&answer).err();
                }
                let second = match self.confirm {
                    true => Some(confirm(session, &answer)?),
                    false => None,
                };
                Ok(Cell { sides, answer, second })
            });
            match answered {
                Ok(cell) => cells.push(cell),
                Err(error) => {
                    broken_off = Some(error);
                    break;
                }
            }
        }
        let file = match failure {
            Some(error) => Some(Err(error)),
            None => file.map(Ok),
        };
        Computed { plan: self.plan, cells, file, broken_off }
    }
}

/// Answers the question once more by the cheapest method that is independent of the first.
fn confirm(session: &Session, answer: &Answer) -> anyhow::Result<Confirmation> {
    let Some(method) = second_method(answer, &session.means()) else {
        return Ok(Confirmation::None);
    };
    let solve = session.unkept(&answer.question, Choice::of(method)).count_anyway();
    Ok(Confirmation::of(answer, &session.answer(&solve.prepare()?)?))
}
