//! DOT, Graphviz's language: nodes and edges. Attributes are ignored, subgraphs are an error.

use super::draft::{Draft, Read, at};

/// A word or a sign, with its line and character.
struct Token {
    line: usize,
    at: usize,
    text: String,
    /// True for a quoted name, which is never a keyword.
    quoted: bool,
}

const SIGNS: &[char] = &['{', '}', '[', ']', ';', ',', '=', ':'];

/// True if the text begins like a DOT graph.
pub(super) fn is_meant(text: &str) -> bool {
    let Ok(tokens) = tokens(text) else {
        let first = text.split_whitespace().next().unwrap_or("");
        return ["graph", "digraph", "strict"].contains(&first) && text.contains('{');
    };
    let word = |place: usize| tokens.get(place).map_or("", |token| &token.text);
    let start = usize::from(word(0).eq_ignore_ascii_case("strict"));
    let kind = word(start).to_ascii_lowercase();
    ["graph", "digraph"].contains(&&kind[..]) && (word(start + 1) == "{" || word(start + 2) == "{")
}

pub(super) fn read(text: &str, _: bool) -> Read<Draft> {
    let tokens = tokens(text)?;
    let mut rest = tokens.iter().peekable();
    let last = tokens.last().map_or((0, 0), |token| (token.line, token.at));
    let cut = || at(last.0, last.1)("the graph is cut off: a \"}\" is missing".into());
    rest.next_if(|token| token.text.eq_ignore_ascii_case("strict"));
    let kind = rest.next().ok_or_else(cut)?;
    let directed = kind.text.eq_ignore_ascii_case("digraph");
    if !directed && !kind.text.eq_ignore_ascii_case("graph") {
        return Err(at(kind.line, kind.at)("neither graph nor digraph".into()));
    }
    rest.next_if(|token| token.quoted || token.text != "{");
    let open = rest.next().ok_or_else(cut)?;
    if open.text != "{" {
        return Err(at(open.line, open.at)("a \"{\" is missing".into()));
    }
    let mut draft = Draft::new(directed);
    // The vertex before an edge, and the vertex of the last statement.
    let (mut tail, mut last) = (None, None);
    while let Some(token) = rest.next() {
        let wrong = at(token.line, token.at);
        let is = |text: &str| !token.quoted && token.text == text;
        let is_word = |text: &str| !token.quoted && token.text.eq_ignore_ascii_case(text);
        if tail.is_some() && (is("}") || is(";") || is("--") || is("->") || is("[")) {
            return Err(wrong("an edge has one end only".into()));
        }
        if is("}") {
            return match rest.next() {
                None => Ok(draft),
                Some(next) => Err(at(next.line, next.at)("a second graph follows".into())),
            };
        } else if is("--") || is("->") {
            if is("->") != directed {
                return Err(wrong(format!("{} in a {}", token.text, kind.text)));
            }
            tail = Some(last.take().ok_or_else(|| wrong("an edge has one end only".into()))?);
        } else if is(";") || is(",") {
            last = None;
        } else if is("[") {
            while rest.next().ok_or_else(cut)?.text != "]" {}
            last = None;
        } else if is("{") || is_word("subgraph") {
            return Err(wrong("subgraphs are not read".into()));
        } else if is(":") {
            return Err(wrong("ports are not read".into()));
        } else if rest.next_if(|next| !next.quoted && next.text == "=").is_some() {
            rest.next().ok_or_else(cut)?;
        } else if is_word("node") || is_word("edge") || is_word("graph") {
            if rest.peek().is_none_or(|next| next.quoted || next.text != "[") {
                return Err(wrong(format!("{} without attributes", token.text)));
            }
        } else if !token.quoted && token.text.starts_with(SIGNS) {
            return Err(wrong(format!("{:?} is out of place", token.text)));
        } else if !token.quoted && !token.text.chars().all(is_of_name) {
            return Err(wrong(format!("{:?} is no name without quotes", token.text)));
        } else {
            let vertex = draft.vertex(&token.text).map_err(&wrong)?;
            if let Some(from) = tail.take() {
                draft.edge(from, vertex).map_err(&wrong)?;
            }
            last = Some(vertex);
        }
    }
    Err(cut())
}

/// The words and signs, without comments.
fn tokens(text: &str) -> Read<Vec<Token>> {
    let mut tokens = Vec::new();
    let (mut in_comment, mut in_quotes) = (false, None::<Token>);
    for (line, content) in text.lines().enumerate() {
        let characters: Vec<char> = content.chars().collect();
        let mut place = 0;
        while place < characters.len() {
            let rest = &characters[place..];
            if let Some(token) = &mut in_quotes {
                match rest {
                    ['\\', '"', ..] => (token.text.push('"'), place += 2),
                    ['"', ..] => (tokens.extend(in_quotes.take()), place += 1),
                    [c, ..] => (token.text.push(*c), place += 1),
                    [] => unreachable!("characters are left"),
                };
                continue;
            }
            match (in_comment, rest) {
                (true, ['*', '/', ..]) => (in_comment, place) = (false, place + 2),
                (true, _) => place += 1,
                (_, ['/', '*', ..]) => (in_comment, place) = (true, place + 2),
                (_, ['/', '/', ..]) => break,
                (_, ['#', ..]) if place == 0 => break,
                (_, ['<', ..]) => {
                    return Err(at(line, place)("HTML is not read".into()));
                }
                (_, ['"', ..]) => {
                    let text = String::new();
                    in_quotes = Some(Token { line, at: place, text, quoted: true });
                    place += 1;
                }
                (_, [c, ..]) if c.is_whitespace() => place += 1,
                _ => {
                    let text = word(rest);
                    let length = text.chars().count();
                    tokens.push(Token { line, at: place, text, quoted: false });
                    place += length;
                }
            }
        }
    }
    match (in_quotes, in_comment) {
        (Some(token), _) => Err(at(token.line, token.at)("a quote is not closed".into())),
        (_, true) => Err(at(text.lines().count(), 0)("a comment is not closed".into())),
        _ => Ok(tokens),
    }
}

/// True for a character of names and numbers.
fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-') || c as u32 >= 0x80
}

/// The sign or the name at the start.
fn word(rest: &[char]) -> String {
    if SIGNS.contains(&rest[0]) {
        return rest[0].to_string();
    }
    if matches!(rest, ['-', '-' | '>', ..]) {
        return rest[..2].iter().collect();
    }
    let ends = |place: &usize| {
        let c = rest[*place];
        c.is_whitespace()
            || SIGNS.contains(&c)
            || matches!(c, '"' | '<' | '/')
            || matches!(rest[*place..], ['-', '-' | '>', ..])
    };
    let end = (1..rest.len()).find(ends).unwrap_or(rest.len());
    rest[..end].iter().collect()
}
