//! DOT, Graphviz's language: nodes and edges. Attributes are ignored, subgraphs are an error.

use super::draft::{Draft, Read, at};

/// What has been read before a token. `Vertex` and `Edge` have the vertex before it.
#[derive(Clone, Copy)]
enum Before {
    Kind,
    Title,
    Statement,
    Default,
    Attribute,
    Vertex(usize),
    Edge(usize),
    End,
}

/// True if the text begins like a DOT graph.
pub(super) fn is_meant(text: &str) -> bool {
    let mut words = tokens(text).map(|(.., token)| token.to_ascii_lowercase()).take(4);
    let kind = words.find(|word| word != "strict").unwrap_or_default();
    ["graph", "digraph"].contains(&&kind[..]) && words.any(|word| word == "{")
}

pub(super) fn read(text: &str, _: bool) -> Read<Draft> {
    use Before::{Attribute, Default, Edge, End, Kind, Statement, Title, Vertex};
    let (mut draft, mut before, mut last) = (Draft::new(false), Kind, (0, 0));
    let mut rest = tokens(text).peekable();
    while let Some((line, place, token)) = rest.next() {
        let wrong = at(line, place);
        let name = name(token);
        last = (line, place);
        if matches!(before, Statement | Vertex(_) | Attribute)
            && name.is_some()
            && rest.next_if(|next| next.2 == "=").is_some()
        {
            rest.next_if(|next| next.2 == "-");
            let value = rest.next_if(|next| self::name(next.2).is_some());
            value.ok_or_else(|| wrong("the value is missing".into()))?;
            before = if matches!(before, Attribute) { Attribute } else { Statement };
            continue;
        }
        before = match (before, &token.to_ascii_lowercase()[..], name) {
            (Kind, "strict", _) => Kind,
            (Kind, kind @ ("graph" | "digraph"), _) => {
                draft.directed = kind == "digraph";
                Title
            }
            (Title, "{", _) | (Statement | Vertex(_), ";", _) | (Attribute, "]", _) => Statement,
            (Title, _, Some(_)) => Title,
            (Statement | Vertex(_), "graph" | "node" | "edge", _) => Default,
            (Default | Vertex(_), "[", _) | (Attribute, "," | ";", _) | (Attribute, _, Some(_)) => {
                Attribute
            }
            (Statement | Vertex(_), "}", _) => End,
            (Vertex(from), "--", _) if !draft.directed => Edge(from),
            (Vertex(from), "->", _) if draft.directed => Edge(from),
            (Statement | Vertex(_) | Edge(_), _, Some(name)) => {
                let vertex = draft.vertex(name).map_err(&wrong)?;
                if let Edge(from) = before {
                    draft.edge(from, vertex).map_err(&wrong)?;
                }
                Vertex(vertex)
            }
            (Kind, ..) => return Err(wrong("neither graph nor digraph".into())),
            (End, ..) => return Err(wrong("a second graph follows".into())),
            (_, "{" | "subgraph", _) => return Err(wrong("subgraphs are not read".into())),
            _ => return Err(wrong(format!("{token:?} is out of place"))),
        };
    }
    match before {
        End => Ok(draft),
        _ => Err(at(last.0, last.1)("the graph is cut off: a \"}\" is missing".into())),
    }
}

/// A quoted name, or a word that is no keyword.
fn name(token: &str) -> Option<&str> {
    const KEYWORDS: [&str; 6] = ["strict", "graph", "digraph", "subgraph", "node", "edge"];
    let is_keyword = KEYWORDS.iter().any(|word| token.eq_ignore_ascii_case(word));
    let word = Some(token).filter(|word| !is_keyword && word.starts_with(is_of_name));
    token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).or(word)
}

/// The words, quoted names and signs with line and character. An open quote or comment is a sign.
fn tokens(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let (mut rest, mut line, mut place) = (text, 0, 0);
    let pieces = std::iter::from_fn(move || {
        let (piece, behind) = rest.split_at(length(rest));
        let token = (line, place, piece);
        let (lines, end) =
            (piece.matches('\n').count(), piece.rsplit('\n').next()?.chars().count());
        (rest, line, place) = (behind, line + lines, if lines > 0 { end } else { place + end });
        (!piece.is_empty()).then_some(token)
    });
    pieces.filter(|(.., piece)| {
        let is_comment = piece.starts_with('#') || piece.starts_with('/') && piece.len() > 1;
        !is_comment && !piece.trim().is_empty()
    })
}

/// The length of the first word, quoted name, comment, sign or other character.
fn length(text: &str) -> usize {
    let escapes = |end: usize| text[1..end].bytes().rev().take_while(|&b| b == b'\\').count();
    let is_closing = |&(end, _): &(usize, &str)| escapes(end) % 2 == 0;
    let word = || text.find(|c| !is_of_name(c)).unwrap_or(text.len());
    match text.as_bytes() {
        [b'#', ..] | [b'/', b'/', ..] => text.find('\n').unwrap_or(text.len()),
        [b'/', b'*', ..] => text[2..].find("*/").map_or(1, |end| end + 4),
        [b'"', ..] => text.match_indices('"').skip(1).find(is_closing).map_or(1, |(i, _)| i + 1),
        [b'-', b'-' | b'>', ..] => 2,
        _ => word().max(text.chars().next().map_or(0, char::len_utf8)),
    }
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.' || c as u32 >= 0x80
}
