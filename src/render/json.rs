//! One answer as a JSON object on one line. Counts are strings: they pass 2^53.

use std::io::{Result, Write};

use serde_json::{Map, Value, json as value};

use crate::answer::Answer;
use crate::published::Check;

/// Writes the answer; the README documents the fields.
pub fn json(answer: &Answer, checks: &[Check], out: &mut impl Write) -> Result<()> {
    let label = &answer.label;
    let counts: Map<String, Value> =
        answer.counts.iter().map(|(c, count)| (c.to_string(), count.to_string().into())).collect();
    let published: Vec<Value> = checks
        .iter()
        .map(|check| {
            value!({
                "convention": check.convention.word(),
                "value": check.value.to_string(),
                "source": check.source,
                "agrees": check.agrees,
            })
        })
        .collect();
    let object = value!({
        "question": {
            "family": label.family,
            "board": label.board,
            "piece": label.piece,
            "kind": label.kind,
        },
        "counts": counts,
        "method": answer.method,
        "nodes": answer.nodes,
        "seconds": (answer.seconds * 1e6).round() / 1e6,
        "threads": answer.threads,
        "published": published,
    });
    writeln!(out, "{object}")
}
