//! Lists of edges: two names on a line, `0 1`, `a,b`, `a -> b`. An optional first line gives the
//! number of vertices, or those of vertices and edges.

use super::draft::{Draft, Read, Word, Wrong, amount, at, is_number, rows};
use crate::board::graph6::MAX_VERTICES;

const COMMENTS: &[&str] = &["//", "%"];

/// The edges of some lines.
struct List {
    draft: Draft,
    /// The line of each edge.
    lines: Vec<u32>,
    /// The first line with a word that is not a number, and the number of such lines.
    named: Option<(usize, usize)>,
    /// True if edges are written as arrows.
    arrows: Option<bool>,
}

pub(super) fn read(text: &str, directed: bool) -> Read<Draft> {
    let Some((line, first)) = rows(text, COMMENTS).next() else {
        return Err(at(text.lines().count(), 0)("there is no edge".into()));
    };
    let number = |word: &Word<'_>| amount(word.text).map_err(at(line, word.at));
    let first_is = |words: usize| first.len() == words && first.iter().all(|w| is_number(w.text));
    if first_is(1) {
        return announced(list(text, 1, directed)?, number(&first[0])?, line);
    }
    if first.len() == 2 && first[0].text.eq_ignore_ascii_case("*vertices") {
        return announced(list(text, 1, directed)?, number(&first[1])?, line);
    }
    if first_is(2)
        && let (Ok(vertices), Ok(edges)) = (amount(first[0].text), amount(first[1].text))
    {
        let rest = list(text, 1, directed)?;
        let second = rows(text, COMMENTS).nth(1);
        if second.is_some_and(|(_, second)| {
            second.iter().map(|w| w.text).eq(first.iter().map(|w| w.text))
        }) {
            return Err(at(line, 0)("the first two lines are the same".into()));
        }
        match heads(&rest, vertices, edges) {
            Some(true) => return announced(rest, vertices, line),
            Some(false) => {
                let found = rest.lines.len();
                return Err(at(line, 0)(format!(
                    "\"{vertices} {edges}\" is {vertices} vertices and {edges} edges, but {found} \
                     edges follow, or it is an edge"
                )));
            }
            None => {}
        }
    }
    let list = list(text, 0, directed)?;
    if let Some((line, named)) = list.named
        && list.lines.len() > 3 * named - 1
    {
        return Err(at(line, 0)(
            "names, where most lines have numbers: a header, or an edge".into(),
        ));
    }
    Ok(list.draft)
}

/// True if the first line gives the numbers of vertices and edges, false if it may be meant so but
/// does not match, `None` if it is an edge.
fn heads(rest: &List, vertices: usize, edges: usize) -> Option<bool> {
    let (found, named) = (rest.lines.len(), rest.draft.len());
    let mut distinct: Vec<[u32; 2]> = rest.draft.edges.clone();
    distinct.iter_mut().for_each(|edge| edge.sort_unstable());
    distinct.sort_unstable();
    distinct.dedup();
    let (in_range, reaches) = match rest.draft.numbers() {
        Some((least, most)) => {
            let first = usize::from(least > 0);
            (most < (vertices + first) as u64, most <= vertices as u64)
        }
        None => {
            (false, [vertices, edges].iter().all(|n| rest.draft.known(&n.to_string()).is_err()))
        }
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

/// The edges with this number of vertices. If all names are numbers, every number of the range is a
/// vertex; it begins at 1 if the largest number equals the number of vertices.
fn announced(list: List, vertices: usize, line: usize) -> Read<Draft> {
    if vertices > MAX_VERTICES {
        return Err(at(line, 0)(format!("{vertices} vertices, more than {MAX_VERTICES}")));
    }
    let List { draft, lines, named, .. } = list;
    if draft.edges.is_empty() && vertices > 0 {
        return Draft::numbered(0, vertices, draft.directed).map_err(at(line, 0));
    }
    let Some((least, most)) = draft.numbers().filter(|_| named.is_none()) else {
        return match draft.len() == vertices {
            true => Ok(draft),
            false => {
                let problem = format!("{vertices} vertices are announced, {} named", draft.len());
                Err(at(line, 0)(problem))
            }
        };
    };
    let first = usize::from(most == vertices as u64);
    let wrong = |number: u64, problem: String| {
        let vertex = draft.known(&number.to_string()).unwrap_or_default() as u32;
        let edge = draft.edges.iter().position(|edge| edge.contains(&vertex));
        Wrong { line: edge.map_or(0, |edge| lines[edge] as usize), at: 0, problem }
    };
    if (vertices as u64) < most && draft.len() != vertices {
        return Err(wrong(most, format!("a vertex beyond the {vertices} that the file announces")));
    }
    if (vertices as u64) < most {
        return Ok(draft);
    }
    if least < first as u64 {
        let problem = format!("vertex 0 beside vertex {most}, and only {vertices} are announced");
        return Err(wrong(0, problem));
    }
    draft.spread(first, vertices).map_err(at(line, 0))
}

/// The edges of all lines with words except the first `skipped`.
fn list(text: &str, skipped: usize, directed: bool) -> Read<List> {
    let draft = Draft::new(directed);
    let mut list = List { draft, lines: Vec::new(), named: None, arrows: None };
    for (line, words) in rows(text, COMMENTS).skip(skipped) {
        let (ends, sign) = ends(&words);
        let arrow = sign == "->";
        if list.arrows.is_some_and(|before| before != arrow) {
            return Err(at(line, 0)("arrows are on some lines only".into()));
        }
        list.arrows = Some(arrow);
        list.draft.directed = arrow || (list.draft.directed && sign != "--");
        match ends[..] {
            [from, to] => {
                let place = at(line, to.at);
                let a = list.draft.vertex(from.text).map_err(at(line, from.at))?;
                let b = list.draft.vertex(to.text).map_err(&place)?;
                list.draft.edge(a, b).map_err(&place)?;
                list.lines.push(line as u32);
                if ends.iter().any(|word| !is_number(word.text)) {
                    let (first, count) = list.named.unwrap_or((line, 0));
                    list.named = Some((first, count + 1));
                }
            }
            [_, _, third, ..] => {
                return Err(at(line, third.at)("an edge has two ends, not more".into()));
            }
            _ => return Err(at(line, words[0].at)("an edge has one end only".into())),
        }
    }
    Ok(list)
}

/// The ends of an edge, and the optional sign between them: `a b`, `a -- b`, `a -> b`, `a->b`.
fn ends<'t>(words: &[Word<'t>]) -> (Vec<Word<'t>>, &'t str) {
    match words {
        [from, sign, to] if matches!(sign.text, "->" | "--") => (vec![*from, *to], sign.text),
        // networkx writes an edge without data so.
        [from, to, data] if data.text == "{}" => (vec![*from, *to], ""),
        [one] => match one.text.split_once("->") {
            Some((from, to)) if !from.is_empty() && !to.is_empty() => {
                let behind = one.at + from.chars().count() + 2;
                (vec![Word { at: one.at, text: from }, Word { at: behind, text: to }], "->")
            }
            _ => (vec![*one], ""),
        },
        _ => (words.to_vec(), ""),
    }
}
