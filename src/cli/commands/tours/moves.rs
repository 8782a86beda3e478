//! `tours --by-move`: how many tours use each move.

use std::io::Write;

use cavalcade::draw::move_map;
use cavalcade::method::Choice;
use cavalcade::question::{Instance, Question};
use cavalcade::render::{Grid, question_value, signed};
use cavalcade::solve::MoveCounts;
use serde_json::json;

use crate::cli::args::ToursArgs;
use crate::cli::document::Document;
use crate::cli::listing::Target;
use crate::cli::page::Place;
use crate::cli::session::Session;
use crate::cli::session::exit::Verdict;

/// Counts and prints.
pub fn run(args: &ToursArgs, session: &Session, question: &Question) -> anyhow::Result<Verdict> {
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
        Ok(table(instance, &found, true).text(page)?)
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
    let grids = vec![table(instance, found, false)];
    Document { json: signed("moves", json), lines: Vec::new(), sentences: vec![sentence], grids }
}

/// A row for each move; counts in groups of three digits for people.
fn table(instance: &Instance, found: &MoveCounts, grouped: bool) -> Grid {
    let row = |([from, to], tours): &([usize; 2], cavalcade::Count)| {
        let [from, to] = [*from, *to].map(|square| instance.square_name(square));
        vec![from, to, if grouped { tours.grouped() } else { tours.to_string() }]
    };
    let header = ["from", "to", found.convention.word()];
    Grid::new(&header, &[0, 1]).rows(found.moves.iter().map(row).collect())
}
