//! JSON as networkx writes it: `node_link_data` and `adjacency_data`.

use serde_json::Value;

use super::draft::{Draft, Read, Wrong, at};

pub(super) fn read(text: &str, directed: bool) -> Read<Draft> {
    let whole: Value = serde_json::from_str(text).map_err(|error| Wrong {
        line: error.line().max(1) - 1,
        at: error.column().max(1) - 1,
        problem: "no JSON from here on".into(),
    })?;
    graph(&whole, directed).map_err(at(0, 0))
}

fn graph(whole: &Value, directed: bool) -> Result<Draft, String> {
    let is_directed = match whole.get("directed") {
        None => directed,
        Some(said) => said.as_bool().ok_or("\"directed\" is neither true nor false")?,
    };
    let mut draft = Draft::new(is_directed);
    let nodes = array(whole, "nodes")?;
    for node in nodes {
        let vertex = draft.vertex(&name(node.get("id").ok_or("a node has no \"id\"")?)?)?;
        if vertex + 1 != draft.len() || draft.len() > nodes.len() {
            return Err(format!("two nodes are called {}", node["id"]));
        }
    }
    if draft.len() != nodes.len() {
        return Err("two nodes have one \"id\"".into());
    }
    let mut keys =
        ["adjacency", "edges", "links"].into_iter().filter(|key| whole.get(key).is_some());
    let key = keys.next().unwrap_or("links");
    if let Some(other) = keys.next() {
        return Err(format!("edges in {key:?} and in {other:?}"));
    }
    if key == "adjacency" {
        let lists = array(whole, "adjacency")?;
        if lists.len() != nodes.len() {
            return Err(format!("{} nodes, and {} lists of neighbours", nodes.len(), lists.len()));
        }
        for (from, list) in lists.iter().enumerate() {
            for near in list.as_array().ok_or("a list of neighbours is no array")? {
                let to = name(near.get("id").ok_or("a neighbour has no \"id\"")?)?;
                let to = draft.known(&to)?;
                draft.edge(from, to)?;
            }
        }
        draft.is_symmetric()?;
        return Ok(draft);
    }
    for edge in array(whole, key)? {
        let end = |key: &str| name(edge.get(key).ok_or(format!("an edge has no {key:?}"))?);
        let (from, to) = (draft.known(&end("source")?)?, draft.known(&end("target")?)?);
        draft.edge(from, to)?;
    }
    Ok(draft)
}

fn array<'v>(whole: &'v Value, key: &str) -> Result<&'v Vec<Value>, String> {
    whole.get(key).and_then(Value::as_array).ok_or(format!("{key:?} is no array"))
}

/// A text, or a number that is not negative.
fn name(id: &Value) -> Result<String, String> {
    match id {
        Value::String(name) => Ok(name.clone()),
        Value::Number(number) if number.is_u64() => Ok(number.to_string()),
        other => Err(format!("{other} is no name of a vertex")),
    }
}
