//! The status of a question's journals, for programs and in tables.

use std::collections::BTreeSet;

use cavalcade::journal::ranges;
use cavalcade::render::{Grid, counts_value, question_value};
use cavalcade::solve::{Found, Journals};
use serde_json::{Value, json};

use crate::cli::words::date;

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
    let pace = journals.pace(&merge);
    let (mut runs, mut damage) = (Vec::new(), Vec::new());
    for Found { path, replay } in journals.found() {
        let journal = path.display().to_string();
        runs.extend(replay.runs().map(|(run, units, took)| {
            json!({
                "host": run.host,
                "process": run.process,
                "version": run.version,
                "shard": run.shard.to_string(),
                "since": date(run.since),
                "threads": run.threads,
                "units": units,
                "core_seconds": took.as_secs_f64(),
                "journal": journal,
                "sealed": replay.sealed,
            })
        }));
        damage.extend(
            replay.damage.iter().map(
                |damage| json!({ "journal": journal, "line": damage.line, "what": damage.what }),
            ),
        );
    }
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
        "damage": damage,
    });
    Ok((value, missing.is_empty()))
}

/// A row for each status.
pub fn table(values: &[Value]) -> Grid {
    let row = |value: &Value| {
        let runs = value["runs"].as_array().into_iter().flatten();
        let journals: BTreeSet<_> = runs.map(|run| run["journal"].as_str()).collect();
        let mut row = value.clone();
        row["journals"] = journals.len().into();
        row
    };
    let columns = [
        "question@/question/text",
        "units",
        "done",
        "missing",
        "solutions so far@/solutions_so_far",
        "nodes",
        "journals",
    ];
    Grid::of(&columns, &[0, 3], &values.iter().map(row).collect::<Vec<_>>())
}
