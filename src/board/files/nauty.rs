//! graph6, sparse6 and digraph6 (nauty's formats.txt): a graph on each line, after an optional
//! header such as `>>graph6<<`.

use super::draft::{Draft, Read, Wrong, at};
use crate::board::graph6;

pub(super) const NAMES: [&str; 3] = ["graph6", "sparse6", "digraph6"];

/// The format of a first line, from its header or its first character.
pub(super) fn named(line: &str) -> Option<&'static str> {
    let by_header = NAMES.into_iter().find(|name| body(line, name).len() < line.len());
    let first = line.chars().next()?;
    let is_one_word = line.chars().all(|c| matches!(c, '?'..='~' | '&' | ':'));
    by_header.or(match first {
        '&' if is_one_word => Some("digraph6"),
        ':' if is_one_word => Some("sparse6"),
        '?'..='~' if is_one_word && !line[1..].contains([':', '&']) => Some("graph6"),
        _ => None,
    })
}

/// The lines with graphs, and their numbers.
pub(super) fn lines<'t>(text: &'t str, name: &'static str) -> Vec<(usize, &'t str)> {
    let lines = text.lines().enumerate().map(|(l, line)| (l, line.trim()));
    lines.filter(|(_, line)| !body(line, name).is_empty()).collect()
}

/// A line without the header of its format.
fn body<'t>(line: &'t str, name: &str) -> &'t str {
    let header = line.strip_prefix(">>").and_then(|rest| rest.strip_prefix(name));
    header.and_then(|rest| rest.strip_prefix("<<")).unwrap_or(line)
}

/// The graph of a single line.
fn one<T>(
    text: &str,
    name: &'static str,
    read: impl Fn(&str) -> Result<T, (usize, String)>,
) -> Read<T> {
    let lines = lines(text, name);
    let Some(&(l, line)) = lines.first() else {
        return Err(at(0, 0)("there is no graph".into()));
    };
    if let Some(&(second, _)) = lines.get(1) {
        let problem = format!("a second line follows the graph: {} graphs", lines.len());
        return Err(at(second, 0)(problem));
    }
    let body = body(line, name);
    let start = line.len() - body.len();
    read(body).map_err(|(place, problem)| Wrong { line: l, at: start + place, problem })
}

pub(super) fn graph6(text: &str, _: bool) -> Read<Draft> {
    let graph = one(text, "graph6", graph6::read)?;
    let mut draft = Draft::numbered(0, graph.len(), false).map_err(at(0, 0))?;
    draft.edges = graph.edges().map(|(a, b)| [a as u32, b as u32]).collect();
    Ok(draft)
}

pub(super) fn digraph6(text: &str, _: bool) -> Read<Draft> {
    one(text, "digraph6", |body| {
        let arcs = body.strip_prefix('&').ok_or((0, "\"&\" is missing".to_string()))?;
        let (vertices, arcs) = graph6::read_arcs(arcs).map_err(|(at, why)| (at + 1, why))?;
        let mut draft = Draft::numbered(0, vertices, true).map_err(|why| (0, why))?;
        arcs.iter().try_for_each(|&(a, b)| draft.edge(a, b)).map_err(|why| (0, why))?;
        Ok(draft)
    })
}

/// Each edge has a bit that advances to the next vertex, and the number of its other end.
pub(super) fn sparse6(text: &str, _: bool) -> Read<Draft> {
    one(text, "sparse6", |body| {
        let body = body.strip_prefix(':').ok_or((0, "\":\" is missing".to_string()))?;
        let (vertices, sixes) = graph6::sized(body).map_err(|(at, why)| (at + 1, why))?;
        let mut draft = Draft::numbered(0, vertices, false).map_err(|why| (0, why))?;
        let width = (usize::BITS - (vertices - 1).leading_zeros()) as usize;
        let bits = 6 * sixes.len();
        let bit = |place: usize| usize::from(sixes[place / 6] >> (5 - place % 6) & 1);
        let (mut current, mut place) = (0, 0);
        while place + width < bits && current < vertices {
            current += bit(place);
            let other = (1..=width).fold(0, |sum, i| sum << 1 | bit(place + i));
            place += 1 + width;
            if other > current {
                current = other;
            } else if current < vertices {
                draft.edge(current, other).map_err(|why| (1, why))?;
            }
        }
        // The last character is padded with ones. With the widest numbers, all of its bits may be
        // padding.
        if bits > place + 6 || (place.min(bits)..bits).any(|place| bit(place) == 0) {
            return Err((1 + body.len() - 1, "characters behind the last edge".into()));
        }
        Ok(draft)
    })
}
