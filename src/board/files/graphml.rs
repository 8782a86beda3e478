//! GraphML: one graph of nodes and edges; data are ignored.

use roxmltree::{Document, Node};

use super::draft::{Draft, Read, Wrong, at};

pub(super) fn read(text: &str, _: bool) -> Read<Draft> {
    let document = Document::parse(text).map_err(|error| {
        let place = error.pos();
        let (line, at) = (place.row.max(1) - 1, place.col.max(1) - 1);
        Wrong { line: line as usize, at: at as usize, problem: "no XML from here on".into() }
    })?;
    let place = |node: Node<'_, '_>| {
        let place = document.text_pos_at(node.range().start);
        at(place.row as usize - 1, place.col as usize - 1)
    };
    let root = document.root_element();
    let graphs: Vec<_> = root.descendants().filter(|node| node.has_tag_name("graph")).collect();
    let named = |name: &str, node: &Node<'_, '_>| node.tag_name().name() == name;
    let graphs = match graphs.is_empty() {
        false => graphs,
        true => root.descendants().filter(|node| named("graph", node)).collect(),
    };
    let graph = match graphs[..] {
        [graph] if named("graphml", &root) => graph,
        [] => return Err(place(root)("no GraphML with a graph".into())),
        [_, second, ..] => return Err(place(second)("a second graph".into())),
        _ => return Err(place(root)("no GraphML".into())),
    };
    let directed = match graph.attribute("edgedefault") {
        Some("directed") => true,
        Some("undirected") => false,
        _ => return Err(place(graph)("edgedefault is neither directed nor undirected".into())),
    };
    let mut draft = Draft::new(directed);
    let (nodes, others): (Vec<_>, Vec<_>) =
        graph.children().filter(Node::is_element).partition(|node| named("node", node));
    let attribute = |node: &Node<'_, '_>, key: &str| {
        let value = node.attribute(key).map(String::from);
        value.ok_or_else(|| place(*node)(format!("{key} is missing")))
    };
    for (count, node) in nodes.iter().enumerate() {
        let vertex = draft.vertex(&attribute(node, "id")?).map_err(place(*node))?;
        if vertex != count {
            return Err(place(*node)("a second node of this id".into()));
        }
    }
    for node in others {
        match node.tag_name().name() {
            "edge" => {
                let said = node.attribute("directed").map(|said| ["true", "1"].contains(&said));
                if said.is_some_and(|said| said != directed) {
                    return Err(place(node)("edges of both directions".into()));
                }
                let end = |key| draft.known(&attribute(&node, key)?).map_err(place(node));
                let (from, to) = (end("source")?, end("target")?);
                draft.edge(from, to).map_err(place(node))?;
            }
            "data" | "desc" => {}
            other => return Err(place(node)(format!("<{other}> is not read"))),
        }
    }
    Ok(draft)
}
