//! The status of a question's journals, for programs and documents.

use std::time::Duration;

use cavalcade::journal::ranges;
use cavalcade::render::{counts_value, question_value};
use cavalcade::solve::{Found, Journals};
use serde_json::{Value, json};

use crate::cli::words::date;

/// The columns of [`row`], and the indices of those aligned left.
pub const COLUMNS: ([&str; 7], [usize; 2]) =
    (["question", "units", "done", "missing", "solutions so far", "nodes", "journals"], [0, 3]);

/// The status as an object, and whether no unit is missing.
pub fn value(journals: &Journals) -> anyhow::Result<(Value, bool)> {
    // Damage is reported, and the intact lines are still used.
    let merge = journals.merge(true)?;
    let missing = merge.missing();
    // A sum whose residues differ from those of its parts is an error.
    let total = merge.total()?;
    let counts = match missing.is_empty() {
        true => counts_value(&journals.counts(&total)?),
        false => Value::Null,
    };
    let (found, pace) = (journals.found(), journals.pace(&merge));
    let runs: Vec<Value> = found.iter().flat_map(runs).collect();
    let damage = found.iter().flat_map(|Found { path, replay }| {
        let told = |damage: &cavalcade::journal::Damage| {
            json!({ "journal": path.display().to_string(), "line": damage.line, "what": damage.what })
        };
        replay.damage.iter().map(told).collect::<Vec<_>>()
    });
    let value = json!({
        "question": question_value(journals.question()),
        "fingerprint": journals.fingerprint(),
        "units": journals.units(),
        "done": merge.done(),
        "missing": ranges(&missing),
        "complete": missing.is_empty(),
        "counts": counts,
        "solutions_so_far": total.weighted().to_string(),
        "nodes": total.nodes(),
        "core_seconds": merge.took().as_secs_f64(),
        "core_seconds_left": pace.left,
        "no_run_since": pace.since.map(date),
        "confirmed": merge.confirmed(),
        "runs": runs,
        "damage": damage.collect::<Vec<_>>(),
    });
    Ok((value, missing.is_empty()))
}

/// The runs that wrote a journal.
fn runs(found: &Found) -> Vec<Value> {
    let Found { path, replay } = found;
    let run = |(run, units, took): (&cavalcade::journal::Author, usize, Duration)| {
        json!({
            "host": run.host,
            "process": run.process,
            "version": run.version,
            "shard": run.shard.to_string(),
            "since": date(run.since),
            "threads": run.threads,
            "units": units,
            "core_seconds": took.as_secs_f64(),
            "journal": path.display().to_string(),
            "sealed": replay.sealed,
        })
    };
    replay.runs().map(run).collect()
}

/// The status as a row of a table.
pub fn row(value: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), String::from);
    let journals: std::collections::BTreeSet<_> =
        value["runs"].as_array().into_iter().flatten().map(|run| text(&run["journal"])).collect();
    vec![
        text(&value["question"]["text"]),
        text(&value["units"]),
        text(&value["done"]),
        text(&value["missing"]),
        text(&value["solutions_so_far"]),
        text(&value["nodes"]),
        journals.len().to_string(),
    ]
}
