//! Lists of edges: two names on a line, `0 1`, `a,b`, `a -> b`. An optional first line gives the
//! number of vertices, or those of vertices and edges.

use std::collections::HashSet;

use super::draft::{Draft, Read, Word, amount, at, is_number, joined, rows};

pub(super) fn read(text: &str, directed: bool) -> Read<Draft> {
    let mut rows = rows(text).map(|(line, words)| (line, words.iter().map(|w| w.text).collect()));
    let Some((line, first)): Option<(usize, Vec<&str>)> = rows.next() else {
        return Err(at(text.lines().count(), 0)("there is no edge".into()));
    };
    match first[..] {
        [count] if is_number(count) => return announced(text, directed, amount(count), line),
        [word, count] if word.eq_ignore_ascii_case("*vertices") => {
            return announced(text, directed, amount(count), line);
        }
        _ => {}
    }
    if let [one, two] = first[..]
        && let (Ok(vertices), Ok(edges)) = (amount(one), amount(two))
    {
        let rest = list(text, 1, Draft::new(directed))?;
        if rows.next().is_some_and(|(_, second)| second == first) {
            return Err(at(line, 0)("the first two lines are the same".into()));
        }
        match heads(&rest, vertices, edges) {
            Some(true) => return announced(text, directed, Ok(vertices), line),
            Some(false) => {
                return Err(at(line, 0)(format!(
                    "\"{vertices} {edges}\" is {vertices} vertices and {edges} edges, but {} \
                     edges follow, or it is an edge",
                    rest.edges.len()
                )));
            }
            None => {}
        }
    }
    list(text, 0, Draft::new(directed))
}

/// True if the first line gives the numbers of vertices and edges, false if it may be meant so but
/// does not match, `None` if it is an edge.
fn heads(rest: &Draft, vertices: usize, edges: usize) -> Option<bool> {
    let (found, named) = (rest.edges.len(), rest.len());
    let distinct: HashSet<_> = rest.edges.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
    let (in_range, reaches) = match rest.numbers() {
        Some((least, most)) => {
            (most < vertices as u64 + u64::from(least > 0), most <= vertices as u64)
        }
        None => (false, [vertices, edges].iter().all(|n| rest.known(&n.to_string()).is_err())),
    };
    let counted = edges == found || edges == distinct.len();
    if counted && (in_range || named == vertices) && found > 0 {
        return Some(true);
    }
    // The numbers of edges that a connected graph can have.
    let most = vertices.saturating_mul(vertices.saturating_sub(1)) / 2;
    let is_meant = (reaches || named == vertices) && (vertices..=most + 1).contains(&(edges + 1));
    (is_meant || vertices == edges).then_some(false)
}

/// The edges after a line with the number of vertices. Numbers are a range from 0, or from 1 if the
/// largest equals the number of vertices.
fn announced(text: &str, directed: bool, count: Result<usize, String>, top: usize) -> Read<Draft> {
    let vertices = count.map_err(at(top, 0))?;
    let draft = list(text, 1, Draft::new(directed))?;
    let (named, most) = (draft.len(), draft.numbers().map(|(_, most)| most));
    if named == 0 || most.is_some_and(|most| most <= vertices as u64 || named != vertices) {
        let first = usize::from(most == Some(vertices as u64));
        return list(text, 1, Draft::numbered(first, vertices, directed).map_err(at(top, 0))?);
    }
    match named == vertices {
        true => Ok(draft),
        false => Err(at(top, 0)(format!("{vertices} vertices are announced, {named} named"))),
    }
}

/// The edges of all lines with words except the first `skipped`.
fn list(text: &str, skipped: usize, mut draft: Draft) -> Read<Draft> {
    let (mut kinds, mut named) = (None, Vec::new());
    for (line, words) in rows(text).skip(skipped) {
        let (ends, sign) = ends(&words);
        let [from, to] = ends[..] else {
            let place = ends.get(2).unwrap_or(&words[0]).at;
            return Err(at(line, place)(format!("an edge has two ends, not {}", ends.len())));
        };
        let kind = sign.trim_matches('-');
        if *kinds.get_or_insert(kind) != kind {
            return Err(at(line, 0)("arrows or data are on some lines only".into()));
        }
        draft.directed = sign == "->" || (draft.directed && sign != "--");
        joined(&mut draft, line, &from, &to)?;
        if ends.iter().any(|word| !is_number(word.text)) {
            named.push(line);
        }
    }
    match named.first() {
        Some(&line) if draft.edges.len() > 3 * named.len() - 1 => {
            Err(at(line, 0)("names, where most lines have numbers: a header, or an edge".into()))
        }
        _ => Ok(draft),
    }
}

/// The ends of an edge, and its optional sign: `a b`, `a -- b`, `a -> b`, `a->b`.
fn ends<'t>(words: &[Word<'t>]) -> (Vec<Word<'t>>, &'t str) {
    match words {
        [from, sign, to] if matches!(sign.text, "->" | "--") => (vec![*from, *to], sign.text),
        // networkx writes an edge without data so.
        [from, to, data] if data.text == "{}" => (vec![*from, *to], data.text),
        [one] => one.text.split_once("->").map_or((vec![*one], ""), |(from, to)| {
            let behind = Word { at: one.at + from.chars().count() + 2, text: to };
            (vec![Word { text: from, ..*one }, behind], "->")
        }),
        _ => (words.to_vec(), ""),
    }
}
