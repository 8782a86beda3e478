//! `Draft`: the vertices and edges of a graph file while it is read, and `Wrong`, the first
//! position that cannot be read.

use std::collections::{HashMap, HashSet};

use crate::board::graph::Graph;
use crate::board::graph6::{MAX_EDGES, MAX_VERTICES};
use crate::board::named_graph::{NamedGraph, fit};
use crate::error::Error;

/// A position in a text and the problem there. Line and character count from 0.
#[derive(Clone, Debug)]
pub(super) struct Wrong {
    pub line: usize,
    pub at: usize,
    pub problem: String,
}

/// What a reader returns.
pub(super) type Read<T> = Result<T, Wrong>;

/// Adds a position to a problem.
pub(super) fn at(line: usize, at: usize) -> impl Fn(String) -> Wrong {
    move |problem| Wrong { line, at, problem }
}

/// Vertices and edges in the order of the file.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// The vertex of each name, unless the vertices are a range of numbers.
    vertices: HashMap<String, usize>,
    /// The first number and the number of vertices, if they are a range of numbers.
    range: Option<(usize, usize)>,
    pub edges: Vec<[u32; 2]>,
    /// True if the edges are arcs.
    pub directed: bool,
}

impl Draft {
    /// A draft without vertices.
    pub fn new(directed: bool) -> Draft {
        Draft { directed, ..Draft::default() }
    }

    /// The vertices `first..first + count`, and no others.
    pub fn numbered(first: usize, count: usize, directed: bool) -> Result<Draft, String> {
        if count > MAX_VERTICES {
            return Err(format!("{count} vertices, more than {MAX_VERTICES}"));
        }
        Ok(Draft { range: Some((first, count)), ..Draft::new(directed) })
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.range.map_or(self.vertices.len(), |(_, count)| count)
    }

    /// The vertex with this name. A new name makes a new vertex, unless the vertices are a range.
    pub fn vertex(&mut self, name: &str) -> Result<usize, String> {
        if let Some((first, count)) = self.range {
            let number: Option<usize> = name.parse().ok().filter(|_| is_number(name));
            let vertex = number.and_then(|number| number.checked_sub(first));
            return vertex.filter(|&vertex| vertex < count).ok_or_else(|| {
                format!("{name:?} is none of the vertices {first} to {}", first + count.max(1) - 1)
            });
        }
        if let Some(&vertex) = self.vertices.get(name) {
            return Ok(vertex);
        }
        fit(name)?;
        let signed = name.starts_with(['+', '-', '.']) || name.as_bytes()[0].is_ascii_digit();
        if signed && !is_number(name) && name.parse::<f64>().is_ok() {
            return Err(format!("{name} is neither a vertex number from 0 on nor a name"));
        }
        let vertex = self.vertices.len();
        if vertex >= MAX_VERTICES {
            return Err(format!("more than {MAX_VERTICES} vertices"));
        }
        self.vertices.insert(name.into(), vertex);
        Ok(vertex)
    }

    /// The vertex of a known name.
    pub fn known(&self, name: &str) -> Result<usize, String> {
        self.vertices.get(name).copied().ok_or_else(|| format!("no vertex is called {name:?}"))
    }

    /// An edge between two vertices, or an arc from the first to the second.
    pub fn edge(&mut self, from: usize, to: usize) -> Result<(), String> {
        if from == to {
            return Err("an edge from a vertex to itself".into());
        }
        if self.edges.len() >= MAX_EDGES as usize {
            return Err(format!("more than {MAX_EDGES} edges"));
        }
        self.edges.push([from as u32, to as u32]);
        Ok(())
    }

    /// Refuses an undirected graph with an edge in one direction only, for a matrix or a list that
    /// must have both directions.
    pub fn is_symmetric(&self) -> Result<(), String> {
        let arcs: HashSet<[u32; 2]> = self.edges.iter().copied().collect();
        let single = self.edges.iter().find(|&&[from, to]| !arcs.contains(&[to, from]));
        match single.filter(|_| !self.directed) {
            None => Ok(()),
            Some(&[from, to]) => {
                let [from, to] = [from, to].map(|vertex| self.name(vertex as usize));
                Err(format!("{from} leads to {to} and not back: it is a directed graph"))
            }
        }
    }

    fn name(&self, vertex: usize) -> String {
        match self.range {
            Some((first, _)) => (first + vertex).to_string(),
            None => {
                let named = self.vertices.iter().find(|&(_, &known)| known == vertex);
                named.map(|(name, _)| name.clone()).unwrap_or_default()
            }
        }
    }

    /// The smallest and the largest number, if every name is a number up to 2^63.
    pub fn numbers(&self) -> Option<(u64, u64)> {
        let number = |name: &String| name.parse::<u64>().ok().filter(|_| is_number(name));
        let numbers: Option<Vec<u64>> = self.vertices.keys().map(number).collect();
        let numbers = numbers?;
        Some((*numbers.iter().min()?, *numbers.iter().max()?))
    }

    /// The graph. Vertices that are all numbers are sorted by number; others are in the order of
    /// the file.
    pub fn finish(self) -> Result<NamedGraph, Error> {
        let count = self.len();
        let wrong = |problem| Error::Text {
            what: "graph",
            text: String::new(),
            at: 1,
            problem,
            remedy: "give at least one vertex, and each number in one way",
        };
        if count == 0 {
            return Err(wrong("there is no vertex".to_string()));
        }
        let mut names: Vec<(String, usize)> = match self.range {
            Some((0, _)) => Vec::new(),
            Some((first, _)) => (0..count).map(|v| ((first + v).to_string(), v)).collect(),
            None => self.vertices.into_iter().collect(),
        };
        names.sort_unstable_by_key(|&(_, vertex)| vertex);
        if self.range.is_none() && names.iter().all(|(name, _)| is_number(name)) {
            let value = |name: &str| {
                let digits = name.trim_start_matches('0');
                (digits.len(), digits.to_string())
            };
            names.sort_by_cached_key(|(name, _)| value(name));
            let twice = names.windows(2).find(|pair| value(&pair[0].0) == value(&pair[1].0));
            if let Some([(one, _), (other, _)]) = twice {
                return Err(wrong(format!("{one} and {other} are the same number")));
            }
        }
        let mut places: Vec<usize> = (0..count).collect();
        names.iter().enumerate().for_each(|(place, &(_, vertex))| places[vertex] = place);
        let ends = |&[from, to]: &[u32; 2]| (places[from as usize], places[to as usize]);
        let edges: Vec<_> = self.edges.iter().map(ends).collect();
        let graph = match self.directed {
            false => NamedGraph::from(Graph::from_edges(count, &edges)?),
            true => NamedGraph::directed(count, &edges)?,
        };
        match names.is_empty() {
            true => Ok(graph),
            false => graph.named(names.into_iter().map(|(name, _)| name).collect()),
        }
    }
}

/// True for a word of digits.
pub(super) fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number of vertices, edges or entries.
pub(super) fn amount(word: &str) -> Result<usize, String> {
    let is_amount = is_number(word) && (word == "0" || !word.starts_with('0'));
    let amount = word.parse().ok().filter(|_| is_amount);
    amount.ok_or_else(|| format!("{word:?} is no number"))
}

/// A word of a line and the position of its first character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    pub at: usize,
    pub text: &'t str,
}

/// The words of a line, separated by blanks and commas.
pub(super) fn words(line: &str) -> Vec<Word<'_>> {
    let mut at = 0;
    let mut words = Vec::new();
    for text in line.split(|c: char| c.is_whitespace() || c == ',') {
        if !text.is_empty() {
            words.push(Word { at, text });
        }
        at += text.chars().count() + 1;
    }
    words
}

/// Signs of a comment at the start of a line or after a blank.
const COMMENTS: [&str; 3] = ["#", "//", "%"];

/// The lines that have words, with their numbers, without comments.
pub(super) fn rows(text: &str) -> impl Iterator<Item = (usize, Vec<Word<'_>>)> {
    let rows = text.lines().enumerate().map(|(l, line)| {
        let mut words = words(line);
        let is_comment = |word: &Word<'_>| COMMENTS.iter().any(|sign| word.text.starts_with(sign));
        words.truncate(words.iter().position(is_comment).unwrap_or(words.len()));
        (l, words)
    });
    rows.filter(|(_, words)| !words.is_empty())
}

/// The lines that have words, with their numbers and text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(l, line)| (l, line.trim_end()));
    lines.filter(|(_, line)| !line.trim().is_empty())
}

/// The words of a line, if there are exactly `count`.
pub(super) fn exactly(line: usize, words: &[Word<'_>], count: usize) -> Read<()> {
    match words.len() == count {
        true => Ok(()),
        false => Err(at(line, 0)(format!("words: {}, where {count} belong", words.len()))),
    }
}

/// The two ends of an edge.
pub(super) fn joined(draft: &mut Draft, line: usize, from: &Word<'_>, to: &Word<'_>) -> Read<()> {
    let (a, b) = (listed(draft, line, from)?, listed(draft, line, to)?);
    draft.edge(a, b).map_err(at(line, to.at))
}

/// The vertex of a word in a list. Signs of other notations, as in `(0`, `1;` and `{}`, are errors.
pub(super) fn listed(draft: &mut Draft, line: usize, word: &Word<'_>) -> Read<usize> {
    let (name, count) = (word.text, |sign| word.text.matches(sign).count());
    let is_paired =
        ["()", "[]", "{}", "<>"].iter().all(|pair| count(&pair[..1]) == count(&pair[1..]));
    let is_sign = |c: char| c.is_ascii_punctuation() && c != '_';
    if !is_paired || name.ends_with([';', ':']) || name.chars().all(is_sign) {
        return Err(at(line, word.at)(format!("{name:?} is no vertex in a list")));
    }
    draft.vertex(name).map_err(at(line, word.at))
}
