//! Answers as JSON, and parts of other documents. Counts are strings, because they can exceed 2^53.

use std::io::{Result, Write};

use serde_json::{Map, Value, json as value};

use super::frame::Frame;
use super::text::notes;
use crate::board::Merged;
use crate::convention::Convention;
use crate::count::Count;
use crate::published::Check;
use crate::question::Question;
use crate::solve::{Answer, host};
use crate::tours::{Sorted, SymmetryKind};

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

/// The counts by first or last square, by the square's name. (Counts of walks by square are
/// separate answers.)
fn by_square(question: &Question, counts: &Option<Vec<Count>>) -> Option<Value> {
    let Question::Tours(tours) = question else { return None };
    let name = |square| tours.instance().square_name(square);
    let counts = counts.as_ref()?.iter().enumerate();
    Some(counts.map(|(square, count)| (name(square), Value::from(count.to_string()))).collect())
}

/// The tours by the value of a statistic, with an example of both extremes.
fn histogram(answer: &Answer, sorted: &Sorted) -> Value {
    let name = |&square: &u32| match answer.question.instance() {
        Some(instance) => instance.square_name(square as usize),
        None => square.to_string(),
    };
    let [least, most] = sorted.extremes().map(|extreme| {
        extreme.map(|(value, tour)| {
            value!({ "value": value, "tour": tour.iter().map(name).collect::<Vec<_>>() })
        })
    });
    let tours = sorted.tours.counts().iter();
    value!({
        "statistic": sorted.statistic.name(),
        "convention": sorted.convention.word(),
        "tours": tours.map(|(v, n)| (v.to_string(), n.to_string().into())).collect::<Map<_, _>>(),
        "least": least,
        "most": most,
    })
}

/// Writes the answer on a line; docs/formats.md documents the fields.
pub fn json(answer: &Answer, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{}", answer_value(answer))
}

/// Writes values as an array, each on a line.
pub fn array(values: &[Value], out: &mut impl Write) -> Result<()> {
    let lines: Vec<_> = values.iter().map(ToString::to_string).collect();
    match lines.is_empty() {
        true => writeln!(out, "[]"),
        false => writeln!(out, "[\n{}\n]", lines.join(",\n")),
    }
}

/// An object that names its kind and the version and machine that wrote it, followed by the fields
/// of the object `rest`.
pub fn signed(what: &str, rest: Value) -> Value {
    let mut object = value!({
        "type": what,
        "version": env!("CARGO_PKG_VERSION"),
        "host": host(),
    });
    if let (Value::Object(object), Value::Object(rest)) = (&mut object, rest) {
        object.extend(rest);
    }
    object
}

/// The label of a question, and its text.
pub fn question_value(question: &Question) -> Value {
    let label = question.label();
    let mut object = value!({
        "family": label.family,
        "board": label.board,
        "piece": label.piece,
        "kind": label.kind,
        "text": question.to_string(),
    });
    if let Some(instance) = question.instance() {
        let Merged { pairs, loops } = instance.merged();
        object["merged"] = value!({ "pairs": pairs, "loops": loops });
    }
    object
}

/// Counts by their conventions.
pub fn counts_value(counts: &[(Convention, Count)]) -> Value {
    let counts = counts.iter().map(|(c, count)| (c.to_string(), count.to_string().into()));
    Value::Object(counts.collect::<Map<String, Value>>())
}

/// A published count and its comparison with ours.
pub fn check_value(check: &Check) -> Value {
    value!({
        "convention": check.convention.word(),
        "value": check.value.to_string(),
        "source": check.source,
        "agrees": check.agrees,
    })
}

/// The answer as an object.
pub fn answer_value(answer: &Answer) -> Value {
    let (seconds, threads) = answer.cost();
    let mut object = signed(
        "answer",
        value!({
            "question": question_value(&answer.question),
            "counts": counts_value(&answer.counts),
            "method": answer.method,
            "nodes": answer.nodes,
            "seconds": (seconds * 1e6).round() / 1e6,
            "threads": threads,
            "published": answer.published.iter().map(check_value).collect::<Vec<_>>(),
            "obstacle": answer.obstacle,
            "notes": notes(answer),
        }),
    );
    for (name, counts) in [("by_start", &answer.by_start), ("by_end", &answer.by_end)] {
        if let Some(counts) = by_square(&answer.question, counts) {
            object[name] = counts;
        }
    }
    if let Some(sorted) = &answer.histogram {
        object["histogram"] = histogram(answer, sorted);
    }
    if let Some(classes) = &answer.classes {
        let kind = |kind: &SymmetryKind| {
            value!({
                "group": kind.name,
                "classes": kind.classes.to_string(),
                "undirected": kind.tours.to_string(),
            })
        };
        object["symmetries"] = classes.symmetric.iter().map(kind).collect();
    }
    object
}
