//! The tables of `tours --by-start` and `--by-end`: open tours by their first or last square.

use std::io::Write;

use cavalcade::Count;
use cavalcade::board::letters;
use cavalcade::method::Choice;
use cavalcade::question::{Instance, Question};
use cavalcade::render::{self, Grid};
use cavalcade::solve::Answer;

use super::warning;
use crate::cli::args::ToursArgs;
use crate::cli::session::Session;

/// The method for a count without visiting tours: the requested one, or, if the flags do not
/// require the search, one that counts all tours faster.
pub fn sweep(
    args: &ToursArgs,
    session: &Session,
    question: &Question,
) -> anyhow::Result<Option<Choice>> {
    let choice = Choice::of(&args.method);
    let searched = match choice.is_auto() {
        true => {
            args.needs_search() || args.part.split.is_some() || args.part.keep.journal.is_some()
        }
        false => choice.name() == "search",
    };
    if searched {
        return Ok(None);
    }
    let prepared = session.solve(question, choice.clone()).prepare()?;
    if prepared.obstacle().is_some() || prepared.choice().name() == "search" {
        return Ok(None);
    }
    warning::warn(session, &prepared, args)?;
    Ok(Some(choice))
}

/// Counts all tours, and those that end on one square of each orbit.
pub fn by_end(
    args: &ToursArgs,
    session: &Session,
    question: &Question,
    choice: &Choice,
) -> anyhow::Result<Answer> {
    let prepared = session.solve(question, choice.clone()).prepare()?;
    if prepared.obstacle().is_none() {
        warning::warn(session, &prepared, args)?;
    }
    let what = what(question, "last");
    session.many(&what, None, choice, |count| question.by_end(count))
}

/// Counts all tours, and those from one square of each orbit, without visiting tours.
pub fn by_start(session: &Session, question: &Question, choice: &Choice) -> anyhow::Result<Answer> {
    let what = what(question, "first");
    session.many(&what, None, choice, |count| question.by_start(count))
}

fn what(question: &Question, which: &str) -> String {
    let label = question.label();
    format!("{} {}, {} tours by {which} square", label.board, label.piece, label.kind)
}

/// Open tours by first or last square.
pub struct Squares<'a> {
    /// "start" or "end".
    pub which: &'static str,
    /// Directed tours for each square.
    pub counts: &'a [Count],
}

impl Squares<'_> {
    /// The table of an answer, if it has one.
    pub fn of(answer: &Answer) -> Option<Squares<'_>> {
        let starts = answer.by_start.as_ref().map(|counts| Squares { which: "start", counts });
        starts.or(answer.by_end.as_ref().map(|counts| Squares { which: "end", counts }))
    }

    /// The title of its picture.
    pub fn title(&self, instance: &Instance) -> String {
        let (board, piece) = (instance.name(), instance.piece_name());
        let square = if self.which == "start" { "first" } else { "last" };
        format!("{board} {piece}, open tours by {square} square")
    }

    pub fn grid(&self, instance: &Instance) -> Grid {
        let row = |(square, count): (usize, &Count)| {
            vec![instance.square_name(square), count.to_string()]
        };
        let rows = self.counts.iter().enumerate().map(row).collect();
        Grid::new(&[self.which, "directed"], &[0]).rows(rows)
    }

    /// The board with letters for columns and numbers for rows, or a list if the board does not
    /// have two axes.
    pub fn text(&self, instance: &Instance, out: &mut impl Write) -> anyhow::Result<()> {
        let board = instance.board();
        let sides: Vec<usize> =
            board.map_or(Vec::new(), |board| board.axes().iter().map(|axis| axis.length).collect());
        let (header, lines) = if let (Some(board), &[rows, columns]) = (board, &sides[..]) {
            let line = |row: usize| {
                let count = |column| {
                    board
                        .cell(&[row, column])
                        .map_or(String::new(), |cell| self.counts[cell].grouped())
                };
                std::iter::once((rows - row).to_string()).chain((0..columns).map(count)).collect()
            };
            let header = std::iter::once(self.which.into()).chain((0..columns).map(letters));
            (header.collect(), (0..rows).map(line).collect())
        } else {
            let line = |(square, count): (usize, &Count)| {
                vec![instance.square_name(square), count.grouped()]
            };
            (
                vec![self.which.into(), "directed".into()],
                self.counts.iter().enumerate().map(line).collect(),
            )
        };
        Ok(render::grid(header, lines, &[], out)?)
    }
}
