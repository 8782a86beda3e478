//! Tables of many counts: tours of every graph in a file, through each move, and by first or last
//! square.

use std::io::Write;

use cavalcade::Count;
use cavalcade::draw::move_map;
use cavalcade::method::Choice;
use cavalcade::question::{Instance, Question, Tours};
use cavalcade::render::{Grid, answer_value, question_value};
use cavalcade::solve::{Answer, MoveCounts};
use serde_json::{Value, json};

use super::warning;
use crate::cli::args::ToursArgs;
use crate::cli::output::{Output, Report};
use crate::cli::session::Session;
use crate::cli::session::exit::Verdict;

/// `tours graph:FILE --each`: counts the tours of each graph.
pub fn each(args: &ToursArgs, graphs: Vec<Instance>, choice: &Choice) -> anyhow::Result<Verdict> {
    let output = Output::checked(args.format, args.output.as_deref(), false)?;
    let (kind, count) = (args.kind(), graphs.len() as u64);
    let session = Session::new(&args.watched, output)?;
    let questions = graphs.into_iter().map(|graph| Question::Tours(Tours::new(graph, kind)));
    let answers = session.many(&args.board, Some(count), choice, |answer| {
        questions.map(|question| answer(&question)).collect::<Result<Vec<_>, _>>()
    })?;
    let grid = graphs_grid(&answers);
    let lines: Vec<Value> = answers.iter().enumerate().map(line).collect();
    let json = json!({ "graphs": lines });
    let report = Report { lines, ..Report::new("graphs", json, grid) };
    session.output.write(&report, |out| Ok(report.grids[0].text(out)?))?;
    Ok(Verdict::Agrees)
}

/// An answer with its number, as JSON.
fn line((place, answer): (usize, &Answer)) -> Value {
    let mut value = json!({ "number": place + 1 });
    if let (Value::Object(line), Value::Object(fields)) = (&mut value, answer_value(answer)) {
        line.extend(fields);
    }
    value
}

fn graphs_grid(answers: &[Answer]) -> Grid {
    let counts = answers.first().map_or(&[][..], |answer| &answer.counts);
    let conventions = counts.iter().map(|(convention, _)| convention.word());
    let header: Vec<&str> =
        ["number", "graph", "vertices"].into_iter().chain(conventions).collect();
    let row = |(place, answer): (usize, &Answer)| {
        let graph = answer.question.instance().map(ToString::to_string).unwrap_or_default();
        let size = answer.question.size();
        let counts = answer.counts.iter().map(|(_, count)| count.to_string());
        [(place + 1).to_string(), graph, size.to_string()].into_iter().chain(counts).collect()
    };
    Grid::new(&header, &[1]).rows(answers.iter().enumerate().map(row).collect())
}

/// `tours --by-move`: how many tours use each move.
pub fn by_move(session: &Session, question: &Question) -> anyhow::Result<Verdict> {
    let instance = question.instance().expect("tours have squares");
    let label = question.label();
    let what = format!("{} {}, {} tours by move", label.board, label.piece, label.kind);
    let counts = question.counts_by_move()? as u64;
    let found = session
        .many(&what, Some(counts), &Choice::default(), |count| question.by_move_of(count))?;
    if session.output.format.is_picture() {
        session.output.draw(move_map(instance, &found.moves, &what))?;
        return Ok(Verdict::Agrees);
    }
    let MoveCounts { convention, total, moves, .. } = &found;
    let sentence = format!("{what}, {convention}, {} in all:", total.grouped());
    // For people, thousands are separated.
    let table = |number: fn(&Count) -> String| {
        let row = |([from, to], tours): &([usize; 2], Count)| {
            vec![instance.square_name(*from), instance.square_name(*to), number(tours)]
        };
        let grid = Grid::new(&["from", "to", convention.word()], &[0, 1]);
        grid.rows(moves.iter().map(row).collect())
    };
    let values = moves.iter().map(|([from, to], tours)| {
        let [from, to] = [*from, *to].map(|square| instance.square_name(square));
        json!({ "from": from, "to": to, "tours": tours.to_string() })
    });
    let json = json!({
        "question": question_value(question),
        "convention": convention.word(),
        "total": total.to_string(),
        "moves": values.collect::<Vec<_>>(),
    });
    let sentences = vec![sentence.clone()];
    let report = Report { sentences, ..Report::new("moves", json, table(Count::to_string)) };
    session.output.write(&report, |out| {
        writeln!(out, "{sentence}")?;
        Ok(table(Count::grouped).text(out)?)
    })?;
    Ok(Verdict::Agrees)
}

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
