//! `tours graph:FILE --each`: the tours of every graph of a file.

use cavalcade::method::Choice;
use cavalcade::question::{Instance, Question, Tours};
use cavalcade::render::{Grid, answer_value, signed};
use cavalcade::solve::Answer;
use cavalcade::tours::Kind;
use serde_json::{Value, json};

use crate::cli::args::ToursArgs;
use crate::cli::document::Document;
use crate::cli::page::Place;
use crate::cli::session::Session;
use crate::cli::session::exit::Verdict;

/// Counts the tours of one graph after the other.
pub fn run(args: &ToursArgs, graphs: Vec<Instance>, choice: &Choice) -> anyhow::Result<Verdict> {
    let place = Place::file(args.explore.output.as_deref())?;
    place.check()?;
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let session = Session::new(&args.common)?.watching(&args.watched)?;
    let count = graphs.len() as u64;
    let questions = graphs.into_iter().map(|graph| Question::Tours(Tours::new(graph, kind)));
    let answers = session.many(&args.board, Some(count), choice, |answer| {
        questions.map(|question| answer(&question)).collect::<Result<Vec<_>, _>>()
    })?;
    let grid = table(&answers);
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

/// An answer with its number.
fn line((place, answer): (usize, &Answer)) -> Value {
    let mut value = json!({ "number": place + 1 });
    if let (Value::Object(line), Value::Object(fields)) = (&mut value, answer_value(answer)) {
        line.extend(fields);
    }
    value
}

/// A row for each graph.
fn table(answers: &[Answer]) -> Grid {
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
