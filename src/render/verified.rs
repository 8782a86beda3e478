//! Rows of results from the JSON of `verify`, as one document or by lines.

use serde_json::Value;

use super::rows::COLUMNS;
use crate::convention::Convention;
use crate::count::Count;
use crate::question::Question;

/// The counts of a verify run as rows of [`COLUMNS`], one for each question, convention and method,
/// without nodes, seconds and threads. `None` if the text is not from such a run.
///
/// ```
/// use cavalcade::render::verified;
/// let text = r#"{"type":"comparison","question":{"text":"queens queen 6x6"},
///     "method":"search","count":"4","published":{"convention":"all"}}"#;
/// let rows = verified(&text.replace('\n', "")).expect("it is one");
/// assert_eq!(rows[0][..6], ["queens", "6x6", "queen", "placement", "all", "4"]);
/// ```
pub fn verified(text: &str) -> Option<Vec<Vec<String>>> {
    let whole = serde_json::from_str::<Value>(text).ok();
    let compared = match whole {
        Some(Value::Object(object)) if object.get("type")? == "verify" => {
            object.get("rows")?.as_array()?.clone()
        }
        _ => {
            let values = text.lines().map(serde_json::from_str::<Value>);
            let values = values.collect::<Result<Vec<_>, _>>().ok()?;
            let is_one = |value: &Value| value.get("type").is_some_and(|of| of == "comparison");
            values.iter().all(is_one).then_some(values)?
        }
    };
    let mut rows: Vec<Vec<String>> = Vec::new();
    for value in &compared {
        let row = row(value)?;
        // A count has several comparisons if several sources publish it.
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    (!rows.is_empty()).then_some(rows)
}

fn row(value: &Value) -> Option<Vec<String>> {
    let text = |value: &Value, name: &str| value.get(name)?.as_str().map(String::from);
    let question: Question = text(value.get("question")?, "text")?.parse().ok()?;
    let convention: Convention = text(value.get("published")?, "convention")?.parse().ok()?;
    let count: Count = text(value, "count")?.parse().ok()?;
    let method = text(value, "method")?;
    let label = question.label();
    let mut row = vec![String::new(); COLUMNS.len()];
    let known = [
        label.family.into(),
        label.board,
        label.piece,
        label.kind.to_string(),
        convention.to_string(),
        count.to_string(),
        method,
    ];
    row[..known.len()].clone_from_slice(&known);
    row[COLUMNS.len() - 1] = question.to_string();
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::verified;

    fn line(question: &str, method: &str, count: &str) -> String {
        format!(
            r#"{{"type":"comparison","question":{{"text":"{question}"}},"method":"{method}","count":"{count}","published":{{"convention":"all"}}}}"#
        )
    }

    #[test]
    fn both_forms_of_a_run_are_read_and_each_count_once() {
        let one = line("queens queen 6x6", "search", "4");
        let lines = format!("{one}\n{one}\n{}\n", line("queens queen 6x6", "quadrants", "4"));
        let rows = verified(&lines).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[1][6], "quadrants");
        let whole = format!(r#"{{"type":"verify","rows":[{one},{one}]}}"#);
        assert_eq!(verified(&whole).unwrap(), rows[..1]);
    }

    #[test]
    fn texts_without_a_run_give_none() {
        let wrong_count = line("queens queen 6x6", "search", "-4");
        let wrong_question = line("queens queen 6", "search", "4");
        let of = r#"{"type":"answer","counts":{}}"#;
        let empty = r#"{"type":"verify","rows":[]}"#;
        for text in ["", "{}", "[]", "x", of, empty, &wrong_count, &wrong_question] {
            assert!(verified(text).is_none(), "{text}");
        }
    }
}
