//! The table of `tours --by-start`: open tours by their first square.

use std::io::Write;
use std::sync::atomic::Ordering;

use cavalcade::Count;
use cavalcade::board::letters;
use cavalcade::method::Choice;
use cavalcade::question::{Instance, Question};
use cavalcade::render::{self, Grid};
use cavalcade::solve::Answer;

use super::warning;
use crate::cli::args::ToursArgs;
use crate::cli::session::Session;

/// The method that counts without a visit, if one is asked for, or if nothing asks for the search
/// and another method counts all tours sooner.
pub fn sweep(
    args: &ToursArgs,
    session: &Session,
    question: &Question,
) -> anyhow::Result<Option<Choice>> {
    let choice = Choice::of(&args.method);
    let searched = match choice.is_auto() {
        true => {
            args.explore.needs_visits() || args.part.split.is_some() || args.keep.journal.is_some()
        }
        false => choice.name() == "search",
    };
    if searched {
        return Ok(None);
    }
    let prepared = session.solve(question, choice).prepare()?;
    if prepared.obstacle().is_some() || prepared.choice().name() == "search" {
        return Ok(None);
    }
    warning::warn(session, &prepared, args)?;
    Ok(Some(Choice::of(&args.method)))
}

/// Counts all, and those from a square of each orbit.
pub fn count(session: &Session, question: &Question, choice: &Choice) -> anyhow::Result<Answer> {
    let label = question.label();
    let what = format!("{} {}, {} tours by first square", label.board, label.piece, label.kind);
    let found = session.steps(&what, None, "count", false, |done| {
        let mut hear = |counted: usize, _| done.store(counted as u64, Ordering::Relaxed);
        question.by_start(choice, &session.means(), &mut hear)
    });
    found.map_err(|error| session.unfinished(error, None))
}

/// A row for each square.
pub fn grid(instance: &Instance, table: &[Count]) -> Grid {
    let row =
        |(square, count): (usize, &Count)| vec![instance.square_name(square), count.to_string()];
    Grid::new(&["start", "directed"], &[0]).rows(table.iter().enumerate().map(row).collect())
}

/// The board with the columns' letters above and the rows' numbers beside it, or a list if it
/// is no board of two axes.
pub fn text(instance: &Instance, table: &[Count], out: &mut impl Write) -> anyhow::Result<()> {
    let board = instance.board();
    let sides: Vec<usize> =
        board.map_or(Vec::new(), |board| board.axes().iter().map(|axis| axis.length).collect());
    let (header, lines) = if let (Some(board), &[rows, columns]) = (board, &sides[..]) {
        let line = |row: usize| {
            let count = |column| {
                board.cell(&[row, column]).map_or(String::new(), |cell| table[cell].grouped())
            };
            std::iter::once((rows - row).to_string()).chain((0..columns).map(count)).collect()
        };
        let header = std::iter::once("start".into()).chain((0..columns).map(letters));
        (header.collect(), (0..rows).map(line).collect())
    } else {
        let line =
            |(square, count): (usize, &Count)| vec![instance.square_name(square), count.grouped()];
        (vec!["start".into(), "directed".into()], table.iter().enumerate().map(line).collect())
    };
    Ok(render::grid(header, lines, &[], out)?)
}
