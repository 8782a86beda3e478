//! Pajek files of networks.

use std::collections::HashSet;

use super::draft::{Draft, Read, Word, amount, at, joined, lines, words};

/// True if a line begins with a keyword for edges.
pub(super) fn is_meant(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start().to_ascii_lowercase();
        line.starts_with("*edges") || line.starts_with("*arcs")
    })
}

/// Pajek: `*Vertices 3` with labels, `*Edges` or `*Arcs` (or lists of either). Values are ignored.
pub(super) fn read(text: &str, _: bool) -> Read<Draft> {
    let (mut count, mut named) = (None, Draft::new(false));
    let mut edges = Vec::new();
    let (mut section, mut sections) = (String::new(), HashSet::new());
    let mut kinds = None;
    for (line, content) in lines(text) {
        let words = words(content);
        let wrong = at(line, 0);
        let keyword = words[0].text.to_ascii_lowercase();
        if keyword.starts_with('*') && !sections.insert(keyword.clone()) {
            return Err(wrong(format!("a second {keyword}: another graph or another relation")));
        }
        match (&keyword[..], &section[..]) {
            (comment, _) if comment.starts_with('%') => {}
            ("*network", _) => {}
            ("*vertices", _) => {
                let number = words.get(1).map_or("", |word| word.text);
                count = Some((amount(number).map_err(&wrong)?, line));
                section = keyword;
            }
            ("*edges" | "*arcs" | "*edgeslist" | "*arcslist", _) => {
                let arcs = keyword.starts_with("*arcs");
                if *kinds.get_or_insert(arcs) != arcs {
                    return Err(wrong("edges and arcs in one file".into()));
                }
                section = keyword;
            }
            (other, _) if other.starts_with('*') => {
                return Err(wrong(format!("{} is not read", words[0].text)));
            }
            (number, "*vertices") => {
                if number != (named.len() + 1).to_string() {
                    return Err(wrong(format!("vertex {} belongs here", named.len() + 1)));
                }
                let label = label(content, words.get(1)).unwrap_or(number);
                let vertex = named.vertex(label).map_err(&wrong)?;
                if vertex + 1 != named.len() || number != named.len().to_string() {
                    return Err(wrong(format!("two vertices are called {label:?}")));
                }
            }
            (_, "*edges" | "*arcs") if words.len() >= 2 => edges.push((line, words[0], words[1])),
            (_, "*edgeslist" | "*arcslist") => {
                edges.extend(words[1..].iter().map(|&to| (line, words[0], to)));
            }
            _ => return Err(wrong("no edge, and in no section".into())),
        }
    }
    let Some((count, line)) = count else {
        return Err(at(0, 0)("*Vertices is missing".into()));
    };
    let mut draft = Draft::numbered(1, count, kinds == Some(true)).map_err(at(line, 0))?;
    edges.iter().try_for_each(|(line, from, to)| joined(&mut draft, *line, from, to))?;
    if named.len() == 0 {
        return Ok(draft);
    }
    if named.len() != count {
        let problem = format!("{count} vertices are announced, {} have a line", named.len());
        return Err(at(line, 0)(problem));
    }
    (named.edges, named.directed) = (draft.edges, draft.directed);
    Ok(named)
}

/// The label of a vertex: a word, or text in quotes.
fn label<'t>(line: &'t str, second: Option<&Word<'t>>) -> Option<&'t str> {
    let second = second?.text;
    match second.starts_with('"') {
        false => Some(second),
        true => line.split('"').nth(1),
    }
}
