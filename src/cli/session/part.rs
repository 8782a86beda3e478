//! Output about a shard: the sum of its units, or the shards that remain. Neither answers the
//! question.

use cavalcade::Count;
use cavalcade::convention::Label;
use cavalcade::engine::Shard;
use cavalcade::question::Question;
use cavalcade::render::{Grid, question_value};
use cavalcade::solve::{Prepared, Units};
use cavalcade::tours::Statistic;
use serde_json::{Value, json};

use crate::cli::output::Report;
use crate::cli::words;

/// The counted units of a shard, as a report and for people. Sorted tours are in the first of the
/// two tables.
pub fn counted(prepared: &Prepared, shard: Shard, units: &Units) -> (Report, String) {
    let question = prepared.question();
    let (solutions, nodes) = (units.tally.weighted(), units.tally.nodes());
    let sorted = units.tally.histogram();
    let mut json = json!({
        "question": question_value(question),
        "shard": shard.to_string(),
        "method": prepared.choice().name(),
        "units": units.units,
        "solutions": solutions.to_string(),
        "nodes": nodes,
    });
    let columns = ["question@/question/text", "shard", "method", "units", "solutions", "nodes"];
    let mut grids = vec![Grid::of(&columns, &[0, 1, 2], std::slice::from_ref(&json))];
    let Label { family, board, kind, .. } = question.label();
    let (solutions, nodes) = (solutions.grouped(), Count::from(nodes).grouped());
    let units = words::counted(units.units as u64, "unit");
    let mut text = format!(
        "shard {shard} of {family} {board} {kind}: {units} · {solutions} solutions · {nodes} nodes"
    );
    if let Some(statistic) = prepared.choice().option(Statistic::OPTION) {
        let row = |(value, tours): (&u32, &Count)| vec![value.to_string(), tours.to_string()];
        let rows: Vec<Vec<String>> = sorted.counts().iter().map(row).collect();
        let pairs = rows.iter().map(|row| (row[0].clone(), Value::from(row[1].clone())));
        json["histogram"] = pairs.collect();
        grids.insert(0, Grid::new(&[statistic, "solutions"], &[]).rows(rows));
        let mut table = Vec::new();
        grids[0].text(&mut table).expect("memory takes what is written");
        text += &format!("\n{}", String::from_utf8_lossy(table.trim_ascii_end()));
    }
    (Report { grids, ..Report::new("shard", json, Grid::default()) }, text)
}

/// Missing units, or the shards of `of` that contain them, in the syntax of job queues. The
/// question is printed if a journal names it.
pub fn missing(question: Option<&Question>, of: Option<u64>, missing: &str) -> Report {
    let question = question.map(question_value);
    let json = json!({ "question": question, "of": of, "missing": missing });
    let what = if of.is_some() { "missing shards" } else { "missing units" };
    let columns = ["question@/question/text", &format!("{what}@/missing")];
    let grid = Grid::of(&columns, &[0, 1], std::slice::from_ref(&json));
    Report::new("missing", json, grid)
}
