//! One answer as a JSON object on one line. Counts are strings: they pass 2^53.

use std::io::{Result, Write};

use serde_json::{Map, Value, json as value};

use super::frame::Frame;
use crate::board::Merged;
use crate::question::Question;
use crate::solve::Answer;
use crate::tours::SymmetryKind;

/// Solutions as an array of arrays.
pub(super) static FRAME: Frame = Frame {
    head: |_| "[".into(),
    first: "\n[",
    next: ",\n[",
    apart: Some(","),
    before_code: ",",
    close: "]",
    foot: "\n]\n",
    empty: "]\n",
    name: |name| Value::from(name).to_string(),
};

/// An array on a line for each solution.
pub(super) static BY_LINES: Frame = Frame {
    head: |_| String::new(),
    first: "[",
    next: "[",
    apart: Some(","),
    before_code: ",",
    close: "]\n",
    foot: "",
    empty: "",
    name: |name| Value::from(name).to_string(),
};

/// The counts by first square, by its name. (Those of walks are answers of their own.)
fn by_start(answer: &Answer) -> Option<Value> {
    let Question::Tours(tours) = &answer.question else { return None };
    let name = |square| tours.instance().square_name(square);
    let counts = answer.by_start.as_ref()?.iter().enumerate();
    Some(counts.map(|(square, count)| (name(square), Value::from(count.to_string()))).collect())
}

/// Writes the answer; the README documents the fields.
pub fn json(answer: &Answer, out: &mut impl Write) -> Result<()> {
    let label = answer.question.label();
    let counts: Map<String, Value> =
        answer.counts.iter().map(|(c, count)| (c.to_string(), count.to_string().into())).collect();
    let published: Vec<Value> = answer
        .published
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
    let mut object = value!({
        "question": {
            "family": label.family,
            "board": label.board,
            "piece": label.piece,
            "kind": label.kind,
            "text": answer.question.to_string(),
        },
        "counts": counts,
        "method": answer.method,
        "nodes": answer.nodes,
        "seconds": (answer.seconds * 1e6).round() / 1e6,
        "threads": answer.threads,
        "published": published,
        "obstacle": answer.obstacle,
    });
    if let Some(instance) = answer.question.instance() {
        let Merged { pairs, loops } = instance.merged();
        object["question"]["merged"] = value!({ "pairs": pairs, "loops": loops });
    }
    if let Some(by_start) = by_start(answer) {
        object["by_start"] = by_start;
    }
    if let Some(classes) = &answer.classes {
        let kind = |kind: &SymmetryKind| {
            value!({
                "name": kind.name,
                "classes": kind.classes.to_string(),
                "undirected": kind.tours.to_string(),
            })
        };
        object["symmetries"] = classes.symmetric.iter().map(kind).collect();
    }
    writeln!(out, "{object}")
}
