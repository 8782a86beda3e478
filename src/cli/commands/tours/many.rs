//! Tables of many counts: tours of every graph in a file, and tours through each move.

use std::io::Write;

use cavalcade::draw::move_map;
use cavalcade::method::Choice;
use cavalcade::question::{Instance, Question, Tours};
use cavalcade::render::{Grid, answer_value, question_value, signed};
use cavalcade::solve::{Answer, MoveCounts};
use cavalcade::tours::Kind;
use serde_json::{Value, json};

use crate::cli::args::ToursArgs;
use crate::cli::document::Document;
use crate::cli::listing::Target;
use crate::cli::page::Place;
use crate::cli::session::Session;
use crate::cli::session::exit::Verdict;

/// `tours graph:FILE --each`: counts the tours of each graph.
pub fn each(args: &ToursArgs, graphs: Vec<Instance>, choice: &Choice) -> anyhow::Result<Verdict> {
    let place = Place::file(args.explore.output.as_deref())?;
    place.check()?;
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let session = Session::new(&args.common)?.watching(&args.watched)?;
    let count = graphs.len() as u64;
    let questions = graphs.into_iter().map(|graph| Question::Tours(Tours::new(graph, kind)));
    let answers = session.many(&args.board, Some(count), choice, |answer| {
        questions.map(|question| answer(&question)).collect::<Result<Vec<_>, _>>()
    })?;
    let grid = graphs_grid(&answers);
    let lines: Vec<Value> = answers.iter().enumerate().map(line).collect();
    let document = Document {
        json: signed("graphs", json!({ "graphs": lines })),
        lines,
        sentences: Vec::new(),
        grids: vec![grid.clone()],
    };
    document.write(args.format, place.page()?, |page| Ok(grid.text(page)?))?;
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
pub fn by_move(
    args: &ToursArgs,
    session: &Session,
    question: &Question,
) -> anyhow::Result<Verdict> {
    let place = Place::file(args.explore.output.as_deref())?;
    place.check()?;
    let instance = question.instance().expect("tours have squares");
    let label = question.label();
    let what = format!("{} {}, {} tours by move", label.board, label.piece, label.kind);
    let counts = question.counts_by_move()? as u64;
    let found = session
        .many(&what, Some(counts), &Choice::default(), |count| question.by_move_of(count))?;
    if args.format.is_picture() {
        let target = Target { format: args.format, output: place.as_file() };
        target.draw(move_map(instance, &found.moves, &what))?;
        return Ok(Verdict::Agrees);
    }
    let MoveCounts { convention, total, .. } = &found;
    let sentence = format!("{what}, {convention}, {} in all:", total.grouped());
    let document = document(question, &found, sentence.clone());
    document.write(args.format, place.page()?, |page| {
        writeln!(page, "{sentence}")?;
        Ok(moves_grid(instance, &found, true).text(page)?)
    })?;
    Ok(Verdict::Agrees)
}

fn document(question: &Question, found: &MoveCounts, sentence: String) -> Document {
    let instance = question.instance().expect("tours have squares");
    let moves: Vec<_> = found
        .moves
        .iter()
        .map(|([from, to], tours)| {
            let [from, to] = [*from, *to].map(|square| instance.square_name(square));
            json!({ "from": from, "to": to, "tours": tours.to_string() })
        })
        .collect();
    let json = json!({
        "question": question_value(question),
        "convention": found.convention.word(),
        "total": found.total.to_string(),
        "moves": moves,
    });
    let grids = vec![moves_grid(instance, found, false)];
    Document { json: signed("moves", json), lines: Vec::new(), sentences: vec![sentence], grids }
}

/// A row for each move; `grouped` separates thousands for people.
fn moves_grid(instance: &Instance, found: &MoveCounts, grouped: bool) -> Grid {
    let row = |([from, to], tours): &([usize; 2], cavalcade::Count)| {
        let [from, to] = [*from, *to].map(|square| instance.square_name(square));
        vec![from, to, if grouped { tours.grouped() } else { tours.to_string() }]
    };
    let header = ["from", "to", found.convention.word()];
    Grid::new(&header, &[0, 1]).rows(found.moves.iter().map(row).collect())
}
