//! Graphs from files: lists of edges, and graph6.
//!
//! A list of edges has two names on each line; `#` begins a comment. Names that are all
//! numbers are the vertices' own numbers, from 0 or 1 to the largest; a line with a single
//! number (before any edge) gives the number of vertices. graph6 is McKay's format: one
//! line of printable characters, the bits of the upper triangle column by column (nauty's
//! formats.txt).

use super::graph::Graph;
use crate::error::Error;

const EDGES: &str = "write two vertex numbers on each line, from 0 or from 1 on";
const GRAPH6: &str = "write one graph6 line, or two vertex numbers on each line";

/// The largest vertex number that a file may use.
const MAX_VERTEX: usize = 1 << 20;

impl Graph {
    /// Reads a list of edges or a graph6 line; `file` is its name in messages.
    ///
    /// The smallest vertex number used is the first vertex if it is 0 or 1: a list that
    /// starts at 1 has no vertex 0.
    ///
    /// # Errors
    /// [`Error::FileText`] with the first place that is wrong.
    pub fn from_file(text: &str, file: &str) -> Result<Graph, Error> {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty());
        let numbers = |line: &str| {
            line.starts_with('#') || line.chars().all(|c| c.is_ascii_digit() || c.is_whitespace())
        };
        match first {
            Some(line) if !numbers(line) && !line.contains(char::is_whitespace) => {
                from_graph6(text, file)
            }
            _ => from_edges(text, file),
        }
    }
}

fn wrong(
    file: &str,
    line: usize,
    at: usize,
    problem: String,
    remedy: &'static str,
) -> Result<Graph, Error> {
    Err(Error::FileText { file: file.into(), line: line + 1, at: at + 1, problem, remedy })
}

fn from_edges(text: &str, file: &str) -> Result<Graph, Error> {
    let mut edges: Vec<(usize, usize, usize)> = Vec::new();
    let mut vertices: Option<usize> = None;
    for (l, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("");
        let mut numbers = Vec::new();
        let mut at = 0;
        for word in line.split(|c: char| c.is_whitespace() || c == ',') {
            let place = at;
            at += word.chars().count() + 1;
            if word.is_empty() {
                continue;
            }
            let number = word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse());
            match number {
                Some(Ok(number)) if number <= MAX_VERTEX => numbers.push((number, place)),
                Some(_) => {
                    let problem = format!("vertex {word} is beyond {MAX_VERTEX}");
                    return wrong(file, l, place, problem, EDGES);
                }
                None => {
                    let problem = format!("\"{word}\" is no vertex number");
                    return wrong(file, l, place, problem, EDGES);
                }
            }
        }
        match numbers[..] {
            [] => {}
            [(count, _)] if edges.is_empty() && vertices.is_none() => vertices = Some(count),
            [(_, at)] => return wrong(file, l, at, "an edge has one end only".into(), EDGES),
            [(from, _), (to, at)] if from == to => {
                return wrong(file, l, at, format!("an edge from {from} to itself"), EDGES);
            }
            [(from, _), (to, _)] => edges.push((from, to, l)),
            [_, _, (_, at), ..] => {
                return wrong(file, l, at, "an edge has two ends, not more".into(), EDGES);
            }
        }
    }
    let least = edges.iter().map(|&(from, to, _)| from.min(to)).min();
    let most = edges.iter().map(|&(from, to, _)| from.max(to)).max();
    let (Some(least), Some(most)) = (least, most) else {
        return match vertices {
            Some(count) if count > 0 => Graph::from_edges(count, &[]),
            _ => wrong(file, text.lines().count(), 0, "there is no edge".into(), EDGES),
        };
    };
    let needed = match vertices {
        // A stated number tells where the count starts.
        Some(count) if count == most => (1, count),
        Some(count) if count > most => (0, count),
        Some(count) => {
            let line = edges.iter().find(|&&(from, to, _)| from.max(to) > count);
            let line = line.map_or(0, |&(_, _, l)| l);
            let problem = format!("a vertex beyond the {count} that the file announces");
            return wrong(file, line, 0, problem, EDGES);
        }
        None => (least.min(1), most + 1 - least.min(1)),
    };
    let (base, count) = needed;
    if let Some(&(_, _, l)) = edges.iter().find(|&&(from, to, _)| from.min(to) < base) {
        let problem = format!("vertex 0 beside vertex {count}, and only {count} are announced");
        return wrong(file, l, 0, problem, EDGES);
    }
    let edges: Vec<_> = edges.iter().map(|&(from, to, _)| (from - base, to - base)).collect();
    Graph::from_edges(count, &edges)
}

fn from_graph6(text: &str, file: &str) -> Result<Graph, Error> {
    let l = text.lines().position(|line| !line.trim().is_empty()).unwrap_or(0);
    let line = text.lines().nth(l).unwrap_or("").trim_end();
    if let Some(i) = text.lines().skip(l + 1).position(|line| !line.trim().is_empty()) {
        return wrong(file, l + 1 + i, 0, "a second line follows the graph".into(), GRAPH6);
    }
    let header = ">>graph6<<";
    let body = line.strip_prefix(header).unwrap_or(line);
    let start = line.len() - body.len();
    let mut sixes = Vec::new();
    for (i, character) in body.chars().enumerate() {
        match u32::from(character) {
            code @ 63..=126 => sixes.push(code as usize - 63),
            _ => {
                let problem = format!("'{character}' is no graph6 character");
                return wrong(file, l, start + i, problem, GRAPH6);
            }
        }
    }
    let long = |digits: &[usize]| digits.iter().fold(0, |sum, six| sum << 6 | six);
    let (vertices, bits) = match &sixes[..] {
        [63, 63, rest @ ..] if rest.len() >= 6 => (long(&rest[..6]), &rest[6..]),
        [63, rest @ ..] if rest.len() >= 3 && rest[0] != 63 => (long(&rest[..3]), &rest[3..]),
        [small, rest @ ..] if *small != 63 => (*small, rest),
        _ => return wrong(file, l, start, "the number of vertices is cut off".into(), GRAPH6),
    };
    if vertices == 0 || vertices > MAX_VERTEX {
        return wrong(file, l, start, format!("{vertices} vertices"), GRAPH6);
    }
    let pairs = vertices * (vertices - 1) / 2;
    if bits.len() != pairs.div_ceil(6) {
        let (given, needed) = (bits.len(), pairs.div_ceil(6));
        let problem =
            format!("{given} characters of edges where {vertices} vertices need {needed}");
        let at = start + sixes.len().min(sixes.len() - given + needed);
        return wrong(file, l, at, problem, GRAPH6);
    }
    let mut edges = Vec::new();
    let mut bit = 0;
    for column in 1..vertices {
        for row in 0..column {
            if bits[bit / 6] >> (5 - bit % 6) & 1 != 0 {
                edges.push((row, column));
            }
            bit += 1;
        }
    }
    Graph::from_edges(vertices, &edges)
}

#[cfg(test)]
mod tests {
    use crate::board::Graph;

    fn read(text: &str) -> Result<Graph, String> {
        Graph::from_file(text, "g").map_err(|error| error.to_string())
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
    fn graph6_is_that_of_nauty() {
        // The example of formats.txt: five vertices, edges 0-2, 0-4, 1-3, 3-4.
        let example = Graph::from_edges(5, &[(0, 2), (0, 4), (1, 3), (3, 4)]).unwrap();
        assert_eq!(read("DQc\n").unwrap(), example);
        assert_eq!(read(">>graph6<<DQc").unwrap(), example);
        let petersen = read("IheA@GUAo\n").unwrap();
        assert_eq!(petersen.len(), 10);
        assert!((0..10).all(|v| petersen.degree(v) == 3));
    }

    #[test]
    fn says_where_a_graph_is_wrong() {
        for (text, line, at, problem) in [
            ("", 1, 1, "no edge"),
            ("0 1\n1 b\n", 2, 3, "\"b\""),
            ("0\u{85}1\n0\u{2003}\u{e9} b\n", 2, 3, "\"\u{e9}\""),
            ("\u{85}", 2, 1, "no edge"),
            ("0 1\n1\n", 2, 1, "one end"),
            ("0 1\n1 2 3\n", 2, 5, "two ends"),
            ("0 1\n2 2\n", 2, 3, "itself"),
            ("0 99999999\n", 1, 3, "beyond"),
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
