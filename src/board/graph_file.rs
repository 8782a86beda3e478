//! Graphs from files: lists of edges, and graph6.
//!
//! A list of edges has two names on each line; `#` begins a comment. Names that are all
//! numbers are the vertices' own numbers, from 0 or 1 to the largest; a line with a single
//! number (before any edge) gives the number of vertices. As soon as one of the names is no
//! number all are words, and the vertices stand in the order in which they are named first.

use std::collections::HashMap;

use super::graph::Graph;
use super::graph6::{self, MAX_VERTICES};
use super::named_graph::{NamedGraph, fit};
use crate::error::Error;

const EDGES: &str = "write two vertex numbers on each line, from 0 or from 1 on";
const GRAPH6: &str = "write one graph6 line, or two vertex numbers on each line";

impl NamedGraph {
    /// Reads a list of edges or a graph6 line; `file` is its name in messages.
    ///
    /// The vertices keep the names that the file gives them. Where these are numbers, the
    /// smallest is the first vertex if it is 0 or 1: a list that starts at 1 has no vertex 0.
    ///
    /// # Errors
    /// [`Error::FileText`] with the first place that is wrong.
    pub fn from_file(text: &str, file: &str) -> Result<NamedGraph, Error> {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty());
        let list = |line: &str| {
            let parted = line.contains(|c: char| c.is_whitespace() || c == ',');
            parted || line.starts_with('#') || number(line)
        };
        match first {
            Some(line) if !list(line) => Ok(from_graph6(text, file)?.into()),
            _ => from_edges(text, file),
        }
    }
}

fn wrong(file: &str, line: usize, at: usize, problem: String, remedy: &'static str) -> Error {
    Error::FileText { file: file.into(), line: line + 1, at: at + 1, problem, remedy }
}

/// True for a word of digits.
fn number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The words of each line that has any, each with the character where it begins.
fn words(text: &str) -> impl Iterator<Item = (usize, Vec<(usize, &str)>)> {
    let lines = text.lines().enumerate().map(|(l, line)| {
        let line = line.split('#').next().unwrap_or("");
        let mut at = 0;
        let words = line.split(|c: char| c.is_whitespace() || c == ',').map(|word| {
            let place = at;
            at += word.chars().count() + 1;
            (place, word)
        });
        (l, words.filter(|(_, word)| !word.is_empty()).collect::<Vec<_>>())
    });
    lines.filter(|(_, words)| !words.is_empty())
}

/// What the lines of a list say, its vertices still by number or in the order of their names.
#[derive(Default)]
struct EdgeList<'t> {
    /// The number of vertices that the file announces, and on which line.
    announced: Option<(usize, usize)>,
    /// Each edge with its line.
    edges: Vec<(usize, usize, usize)>,
    /// The names in their order, unless all are numbers.
    names: Option<HashMap<&'t str, usize>>,
}

impl<'t> EdgeList<'t> {
    fn read(text: &'t str, file: &str) -> Result<EdgeList<'t>, Error> {
        // Twice, and not held: a line takes ten times as much in words.
        let named = words(text).flat_map(|(_, words)| words).any(|(_, word)| !number(word));
        let mut list = EdgeList { names: named.then(HashMap::new), ..EdgeList::default() };
        for (l, words) in words(text) {
            let bad = |at: usize, problem: String| wrong(file, l, at, problem, EDGES);
            if let [(at, word)] = words[..]
                && number(word)
                && list.edges.is_empty()
                && list.announced.is_none()
            {
                list.announced = Some((up_to_most(word).map_err(|p| bad(at, p))?, l));
                continue;
            }
            let mut ends = Vec::new();
            for &(at, word) in &words {
                ends.push((list.vertex(word).map_err(|problem| bad(at, problem))?, at, word));
            }
            match ends[..] {
                [(from, ..), (to, at, word)] if from == to => {
                    return Err(bad(at, format!("an edge from {word} to itself")));
                }
                [(from, ..), (to, ..)] => list.edges.push((from, to, l)),
                [_, _, (_, at, _), ..] => {
                    return Err(bad(at, "an edge has two ends, not more".into()));
                }
                _ => return Err(bad(words[0].0, "an edge has one end only".into())),
            }
        }
        Ok(list)
    }

    fn vertex(&mut self, word: &'t str) -> Result<usize, String> {
        let Some(names) = &mut self.names else { return up_to_most(word) };
        fit(word)?;
        let next = names.len();
        let vertex = *names.entry(word).or_insert(next);
        if vertex >= MAX_VERTICES {
            return Err(format!("more than {MAX_VERTICES} vertices"));
        }
        Ok(vertex)
    }

    /// The first vertex's number, 0 or 1, and the number of vertices, where all are numbers;
    /// or the line that contradicts, and how. There is an edge.
    fn range(&self) -> Result<(usize, usize), (usize, String)> {
        let least = self.edges.iter().map(|&(from, to, _)| from.min(to)).min().unwrap_or(0);
        let most = self.edges.iter().map(|&(from, to, _)| from.max(to)).max().unwrap_or(0);
        let (base, count) = match self.announced {
            // A stated number tells where the count starts.
            Some((count, _)) if count == most => (1, count),
            Some((count, _)) if count > most => (0, count),
            Some((count, _)) => {
                let line = self.edges.iter().find(|&&(from, to, _)| from.max(to) > count);
                let line = line.map_or(0, |&(_, _, l)| l);
                return Err((line, format!("a vertex beyond the {count} that the file announces")));
            }
            None => (least.min(1), most + 1 - least.min(1)),
        };
        if let Some(&(_, _, l)) = self.edges.iter().find(|&&(from, to, _)| from.min(to) < base) {
            return Err((
                l,
                format!("vertex 0 beside vertex {count}, and only {count} are announced"),
            ));
        }
        if count > MAX_VERTICES {
            return Err((0, format!("{count} vertices, more than {MAX_VERTICES}")));
        }
        Ok((base, count))
    }
}

/// A number that may be a vertex's.
fn up_to_most(word: &str) -> Result<usize, String> {
    let number = word.parse().ok().filter(|&number| number <= MAX_VERTICES);
    number.ok_or_else(|| format!("vertex {word} is beyond {MAX_VERTICES}"))
}

fn from_edges(text: &str, file: &str) -> Result<NamedGraph, Error> {
    let list = EdgeList::read(text, file)?;
    if list.edges.is_empty() {
        return match list.announced {
            Some((count, _)) if count > 0 => Ok(Graph::from_edges(count, &[])?.into()),
            _ => Err(wrong(file, text.lines().count(), 0, "there is no edge".into(), EDGES)),
        };
    }
    let edges = |base: usize| {
        Vec::from_iter(list.edges.iter().map(|&(from, to, _)| (from - base, to - base)))
    };
    let (graph, names) = match &list.names {
        Some(order) => {
            if let Some((count, l)) = list.announced.filter(|&(count, _)| count != order.len()) {
                let problem = format!("{count} vertices are announced, {} named", order.len());
                return Err(wrong(file, l, 0, problem, EDGES));
            }
            let mut names = vec![String::new(); order.len()];
            order.iter().for_each(|(name, &vertex)| names[vertex] = (*name).into());
            (Graph::from_edges(names.len(), &edges(0))?, names)
        }
        None => {
            let range = list.range();
            let (base, count) = range.map_err(|(l, problem)| wrong(file, l, 0, problem, EDGES))?;
            let names = (base..base + count).map(|number| number.to_string()).collect();
            (Graph::from_edges(count, &edges(base))?, names)
        }
    };
    NamedGraph::from(graph).named(names)
}

fn from_graph6(text: &str, file: &str) -> Result<Graph, Error> {
    let l = text.lines().position(|line| !line.trim().is_empty()).unwrap_or(0);
    let line = text.lines().nth(l).unwrap_or("").trim_end();
    if let Some(i) = text.lines().skip(l + 1).position(|line| !line.trim().is_empty()) {
        let problem = "a second line follows the graph".into();
        return Err(wrong(file, l + 1 + i, 0, problem, GRAPH6));
    }
    let body = line.strip_prefix(">>graph6<<").unwrap_or(line);
    let start = line.len() - body.len();
    graph6::read(body).map_err(|(at, problem)| wrong(file, l, start + at, problem, GRAPH6))
}

#[cfg(test)]
mod tests {
    use crate::board::{Graph, NamedGraph};

    fn named(text: &str) -> Result<NamedGraph, String> {
        NamedGraph::from_file(text, "g").map_err(|error| error.to_string())
    }

    fn read(text: &str) -> Result<Graph, String> {
        named(text).map(|named| named.graph().clone())
    }

    #[test]
    fn vertices_keep_their_names() {
        let names = |text| named(text).unwrap().names().map(|names| names.join(" "));
        assert_eq!(names("0 1\n1 2\n"), None);
        assert_eq!(names("1 2\n2 3\n"), Some("1 2 3".into()));
        assert_eq!(names("3\n1 2\n2 3\n"), Some("1 2 3".into()));
        assert_eq!(names("6\n1 2\n2 3\n"), None);
        assert_eq!(names("DQc"), None);
        assert_eq!(names("rome,oslo\noslo bonn # and so on\n"), Some("rome oslo bonn".into()));
        assert_eq!(names("3\n7 a\n99999999 7\n"), Some("7 a 99999999".into()));
        let cities = named("rome oslo\noslo bonn\nbonn rome\n").unwrap();
        assert_eq!(cities.to_string(), "graph:Bw");
        assert_eq!((cities.vertex("bonn").unwrap(), cities.name(1)), (2, "oslo".into()));
        let path = named("1 2\n2 3\n3 4\n").unwrap();
        assert_eq!((path.vertex("1").unwrap(), path.name(3)), (0, "4".into()));
        assert!(path.vertex("0").is_err());
    }

    #[test]
    fn lists_of_edges_start_at_0_or_1() {
        let square = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]).unwrap();
        assert_eq!(read("0 1\n1 2\n2 3 # the last but one\n\n3,0\n").unwrap(), square);
        assert_eq!(read("1 2\n2 3\n3 4\n4 1\n").unwrap(), square);
        assert_eq!(read("# a square\n4\n1 2\n2 3\n3 4\n4 1\n").unwrap(), square);
        assert_eq!(read("6\n0 1\n").unwrap().len(), 6);
        assert_eq!(read("3\n").unwrap().len(), 3);
    }

    #[test]
    fn graph6_is_told_by_its_first_line() {
        let example = Graph::from_edges(5, &[(0, 2), (0, 4), (1, 3), (3, 4)]).unwrap();
        assert_eq!(read("DQc\n").unwrap(), example);
        assert_eq!(read(">>graph6<<DQc").unwrap(), example);
    }

    #[test]
    fn says_where_a_graph_is_wrong() {
        for (text, line, at, problem) in [
            ("", 1, 1, "no edge"),
            ("0 1\n1 b=\n", 2, 3, "'='"),
            ("0\u{85}1\n0\u{2003}\u{e9}\" b\n", 2, 3, "'\"'"),
            ("4\na b\n", 1, 1, "2 named"),
            ("a b\na\n", 2, 1, "one end"),
            ("\u{85}", 2, 1, "no edge"),
            ("0 1\n1\n", 2, 1, "one end"),
            ("0 1\n1 2 3\n", 2, 5, "two ends"),
            ("0 1\n2 2\n", 2, 3, "itself"),
            ("0 99999999\n", 1, 3, "beyond"),
            ("0 1048576\n", 1, 1, "more than 1048576"),
            ("3\n0 1\n1 7\n", 3, 1, "announces"),
            ("3\n0 1\n1 3\n", 2, 1, "vertex 0"),
            ("DQ\n", 1, 3, "need 2"),
            ("DQcc\n", 1, 4, "need 2"),
            ("D\u{e9}c\n", 1, 2, "no graph6"),
            ("~A\n", 1, 1, "cut off"),
            ("DQc\nDQc\n", 2, 1, "second line"),
        ] {
            let error = read(text).unwrap_err();
            let place = format!("g, line {line}, character {at}: ");
            assert!(error.starts_with(&place) && error.contains(problem), "{text:?}: {error}");
        }
    }
}
