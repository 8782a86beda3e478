//! Output about a shard: the sum of its units, or the shards that remain. Neither answers the
//! question.

use cavalcade::Count;
use cavalcade::convention::Label;
use cavalcade::engine::Shard;
use cavalcade::question::Question;
use cavalcade::render::{Grid, question_value, signed};
use cavalcade::solve::{Prepared, Units};
use cavalcade::tours::Statistic;
use serde_json::{Value, json};

use crate::cli::document::Document;
use crate::cli::words;

/// The counted units of a shard, as a document and for people. Sorted tours are in the first of the
/// two tables.
pub fn counted(prepared: &Prepared, shard: Shard, units: &Units) -> (Document, String) {
    let question = prepared.question();
    let (solutions, nodes) = (units.tally.weighted(), units.tally.nodes());
    let sorted = units.tally.histogram();
    let method = prepared.choice().name();
    let mut json = json!({
        "question": question_value(question),
        "shard": shard.to_string(),
        "method": method,
        "units": units.units,
        "solutions": solutions.to_string(),
        "nodes": nodes,
    });
    let header = ["question", "shard", "method", "units", "solutions", "nodes"];
    let row = vec![
        question.to_string(),
        shard.to_string(),
        method.into(),
        units.units.to_string(),
        solutions.to_string(),
        nodes.to_string(),
    ];
    let Label { family, board, kind, .. } = question.label();
    let (solutions, nodes) = (solutions.grouped(), Count::from(nodes).grouped());
    let units = words::counted(units.units as u64, "unit");
    let mut text = format!(
        "shard {shard} of {family} {board} {kind}: {units} · {solutions} solutions · {nodes} nodes"
    );
    let mut grids = vec![Grid::new(&header, &[0, 1, 2]).rows(vec![row])];
    if let Some(statistic) = prepared.choice().option(Statistic::OPTION) {
        let values =
            sorted.counts().iter().map(|(value, tours)| (value.to_string(), tours.to_string()));
        let values: Vec<(String, String)> = values.collect();
        json["histogram"] = values.iter().cloned().map(|(v, n)| (v, Value::from(n))).collect();
        let rows = values.into_iter().map(|(value, tours)| vec![value, tours]).collect();
        grids.insert(0, Grid::new(&[statistic, "solutions"], &[]).rows(rows));
        let mut table = Vec::new();
        grids[0].text(&mut table).expect("memory takes what is written");
        text += &format!("\n{}", String::from_utf8_lossy(table.trim_ascii_end()));
    }
    (Document { json: signed("shard", json), grids, ..Document::default() }, text)
}

/// Missing units, or the shards of `of` that contain them, in the syntax of job queues. The
/// question is printed if a journal names it.
pub fn missing(question: Option<&Question>, of: Option<u64>, missing: &str) -> Document {
    let told = question.map(question_value);
    let json = json!({ "question": told, "of": of, "missing": missing });
    let what = if of.is_some() { "missing shards" } else { "missing units" };
    let question = question.map_or(String::new(), Question::to_string);
    let row = vec![question, missing.into()];
    let grids = vec![Grid::new(&["question", what], &[0, 1]).rows(vec![row])];
    Document { json: signed("missing", json), grids, ..Document::default() }
}
