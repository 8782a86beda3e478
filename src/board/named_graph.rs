//! `NamedGraph`: a graph, directed or not, with the names that its author gave the vertices.
//!
//! Its text is the graph without names: `graph:` followed by graph6 or, if that is shorter, by the
//! number of vertices and the edges, `graph:6;0-1;1-2`. The text of a directed graph has digraph6
//! or its arcs, `digraph:6;0-1;1-2`. Names are stored separately, because they are not part of the
//! question.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use super::graph::Graph;
use super::graph6::{self, MAX_VERTICES};
use crate::error::Error;

const REMEDY: &str = "write graph6, or the number of vertices and the edges, as graph:3;0-1;1-2";
const DIRECTED: &str =
    "write digraph6, or the number of vertices and the arcs, as digraph:3;0-1;1-2";

/// A graph and the names of its vertices.
///
/// ```
/// use cavalcade::board::{Graph, NamedGraph};
/// let square = NamedGraph::from(Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)])?);
/// assert_eq!(square.to_string(), "graph:Cl");
/// assert_eq!("graph:4;0-1;1-2;2-3;0-3".parse::<NamedGraph>()?, square);
/// let names = ["a", "b", "c", "d"].map(String::from);
/// let square = square.named(names.to_vec())?;
/// assert_eq!((square.name(2), square.vertex("d")?), ("c".into(), 3));
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGraph {
    /// For a directed graph, the edges without their directions.
    graph: Graph,
    /// The arcs of a directed graph, ascending and distinct.
    arcs: Option<Vec<[u32; 2]>>,
    /// `None` if the names are the numbers from 0.
    names: Option<Vec<String>>,
}

impl From<Graph> for NamedGraph {
    /// The graph with the numbers from 0 as names.
    fn from(graph: Graph) -> NamedGraph {
        NamedGraph { graph, arcs: None, names: None }
    }
}

impl NamedGraph {
    /// A directed graph of `vertices` vertices, with the numbers from 0 as names. Each arc leads
    /// from its first vertex to its second.
    ///
    /// ```
    /// use cavalcade::board::NamedGraph;
    /// let triangle = NamedGraph::directed(3, &[(0, 1), (1, 2), (2, 0)])?;
    /// assert_eq!(triangle.to_string(), "digraph:&BP_");
    /// assert_eq!("digraph:3;0-1;1-2;2-0".parse::<NamedGraph>()?, triangle);
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Edge`] for a loop and for a vertex that does not exist.
    pub fn directed(vertices: usize, arcs: &[(usize, usize)]) -> Result<NamedGraph, Error> {
        let graph = Graph::from_edges(vertices, arcs)?;
        let mut arcs: Vec<_> = arcs.iter().map(|&(a, b)| [a as u32, b as u32]).collect();
        arcs.sort_unstable();
        arcs.dedup();
        Ok(NamedGraph { graph, arcs: Some(arcs), names: None })
    }

    /// The arcs of a directed graph, ascending; `None` for an undirected one.
    pub fn arcs(&self) -> Option<&[[u32; 2]]> {
        self.arcs.as_deref()
    }

    /// True if it is directed.
    pub fn is_directed(&self) -> bool {
        self.arcs.is_some()
    }

    /// Names the vertices, in order.
    ///
    /// # Errors
    /// [`Error::Text`] unless there is one name for each vertex, all different and of valid
    /// characters.
    pub fn named(self, names: Vec<String>) -> Result<NamedGraph, Error> {
        let wrong = |text: &str, problem: String| Error::Text {
            what: "vertex",
            text: text.into(),
            at: 1,
            problem,
            remedy: "give every vertex a name of its own",
        };
        if names.len() != self.graph.len() {
            let (given, vertices) = (names.len(), self.graph.len());
            let first = names.first().map_or("", |name| name);
            return Err(wrong(first, format!("{given} names for {vertices} vertices")));
        }
        let mut seen = HashSet::new();
        for name in &names {
            fit(name).map_err(|problem| wrong(name, problem))?;
            if !seen.insert(name) {
                return Err(wrong(name, "two vertices have this name".into()));
            }
        }
        let numbers = names.iter().enumerate().all(|(v, name)| *name == v.to_string());
        Ok(NamedGraph { names: (!numbers).then_some(names), ..self })
    }

    /// The graph; of a directed one, its edges without their directions.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The names of the vertices in order; `None` if they are the numbers from 0.
    pub fn names(&self) -> Option<&[String]> {
        self.names.as_deref()
    }

    /// The name of a vertex.
    pub fn name(&self, vertex: usize) -> String {
        match &self.names {
            None => vertex.to_string(),
            Some(names) => names[vertex].clone(),
        }
    }

    /// The vertex with this name.
    ///
    /// # Errors
    /// [`Error::Text`] if there is no such vertex.
    pub fn vertex(&self, name: &str) -> Result<usize, Error> {
        let (vertex, problem) = match &self.names {
            None => {
                let digits = name.bytes().all(|byte| byte.is_ascii_digit());
                let vertex = name.parse().ok().filter(|&v| digits && v < self.graph.len());
                (vertex, format!("the graph has the vertices 0 to {}", self.graph.len().max(1) - 1))
            }
            Some(names) => {
                let (first, last) = (names.first(), names.last());
                let ends = [first, last].map(|name| name.map_or("", |name| name));
                let vertex = names.iter().position(|known| known == name);
                (vertex, format!("the graph has the vertices {} to {}", ends[0], ends[1]))
            }
        };
        vertex.ok_or_else(|| Error::Text {
            what: "vertex",
            text: name.into(),
            at: 1,
            problem,
            remedy: "write one of them",
        })
    }
}

/// Checks a vertex name; the error says why it is invalid. Blanks, commas and `#` separate names in
/// files, `=` separates a name from attributes, and quotes would need quoting in listings.
pub(super) fn fit(name: &str) -> Result<(), String> {
    let foreign =
        |c: char| c.is_whitespace() || c.is_control() || ",#=\"\\\u{feff}\u{200b}".contains(c);
    match name.chars().find(|&c| foreign(c)) {
        _ if name.is_empty() => Err("a name is missing".into()),
        Some(character) => Err(format!("{character:?} is not allowed in a vertex name")),
        None => Ok(()),
    }
}

impl fmt::Display for NamedGraph {
    /// The text of the graph without the names. (A graph of more than 2^20 vertices, or of none,
    /// prints but is refused when read.)
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |number: usize| number.checked_ilog10().unwrap_or(0) as usize + 1;
        let vertices = self.graph.len();
        if let Some(arcs) = &self.arcs {
            let length = |&[a, b]: &[u32; 2]| 2 + digits(a as usize) + digits(b as usize);
            let listed: usize = arcs.iter().map(length).sum();
            if graph6::arcs_len(vertices) <= digits(vertices) + listed {
                return write!(f, "digraph:{}", graph6::write_arcs(vertices, arcs));
            }
            write!(f, "digraph:{vertices}")?;
            return arcs.iter().try_for_each(|[from, to]| write!(f, ";{from}-{to}"));
        }
        let edges: usize = self.graph.edges().map(|(a, b)| 2 + digits(a) + digits(b)).sum();
        if self.graph.graph6_len() <= digits(vertices) + edges {
            return write!(f, "graph:{}", self.graph.to_graph6());
        }
        write!(f, "graph:{vertices}")?;
        self.graph.edges().try_for_each(|(from, to)| write!(f, ";{from}-{to}"))
    }
}

impl FromStr for NamedGraph {
    type Err = Error;

    /// Reads a graph's text; the names are the vertices' numbers.
    fn from_str(text: &str) -> Result<NamedGraph, Error> {
        let directed = text.strip_prefix("digraph:");
        let wrong = |(at, problem): (usize, String)| Error::Text {
            what: "graph",
            text: text.into(),
            at: at + 1,
            problem,
            remedy: if directed.is_some() { DIRECTED } else { REMEDY },
        };
        let missing = || wrong((0, "\"graph:\" must precede it".into()));
        let body = directed.or(text.strip_prefix("graph:")).ok_or_else(missing)?;
        let behind = text.len() - body.len();
        let wrong = |(at, problem)| wrong((behind + at, problem));
        if body.starts_with(|c: char| c.is_ascii_digit()) {
            let (vertices, edges) = read_list(body).map_err(wrong)?;
            return match directed {
                Some(_) => NamedGraph::directed(vertices, &edges),
                None => Ok(Graph::from_edges(vertices, &edges)?.into()),
            };
        }
        if directed.is_none() {
            return Ok(graph6::read(body).map_err(wrong)?.into());
        }
        let missing = || wrong((0, "\"&\" must precede digraph6".into()));
        let body = body.strip_prefix('&').ok_or_else(missing)?;
        let (vertices, arcs) = graph6::read_arcs(body).map_err(|(at, why)| wrong((at + 1, why)))?;
        NamedGraph::directed(vertices, &arcs)
    }
}

/// Reads `6;0-1;1-2`; or the problem and its character, from 0.
fn read_list(text: &str) -> graph6::Read<(usize, Vec<(usize, usize)>)> {
    let number = |word: &str, at: usize| {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.parse().ok().filter(|&number: &usize| digits && number <= MAX_VERTICES);
        number.ok_or_else(|| (at, format!("\"{word}\" is not a number up to {MAX_VERTICES}")))
    };
    let mut parts = text.split(';');
    let head = parts.next().unwrap_or("");
    let vertices = number(head, 0)?;
    if vertices == 0 {
        return Err((0, "0 vertices".into()));
    }
    let mut at = head.chars().count() + 1;
    let mut edges = Vec::new();
    for part in parts {
        let ends = part.split_once('-');
        let (from, to) = ends.ok_or_else(|| (at, format!("\"{part}\" is not an edge")))?;
        let behind = at + from.chars().count() + 1;
        let (from, to) = (number(from, at)?, number(to, behind)?);
        if from == to || from.max(to) >= vertices {
            return Err((at, Error::Edge { from, to, vertices }.to_string()));
        }
        edges.push((from, to));
        at += part.chars().count() + 1;
    }
    Ok((vertices, edges))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    use super::NamedGraph;
    use crate::board::Graph;

    fn graph(text: &str) -> NamedGraph {
        text.parse().unwrap()
    }

    proptest! {
        #[test]
        fn every_graph_parses_back(
            vertices in 1usize..40,
            edges in proptest::collection::vec((0usize..40, 0usize..40), 0..60),
        ) {
            let ends = edges.into_iter().filter(|&(a, b)| a != b && a.max(b) < vertices);
            let edges: Vec<_> = ends.collect();
            let graph = NamedGraph::from(Graph::from_edges(vertices, &edges).unwrap());
            let text = graph.to_string();
            prop_assert_eq!(&text.parse::<NamedGraph>().unwrap(), &graph);
            prop_assert!(text.len() <= graph.graph().to_graph6().len() + "graph:".len());
            for vertex in 0..vertices {
                prop_assert_eq!(graph.vertex(&graph.name(vertex)).unwrap(), vertex);
            }
        }
    }

    #[test]
    fn the_shorter_text_is_printed() {
        assert_eq!(graph("graph:5;0-2;4-0;1-3;3-4").to_string(), "graph:DQc");
        let long: Vec<_> = (1..100).map(|v| format!(";{}-{v}", v - 1)).collect();
        let path = format!("graph:100{}", long.concat());
        assert_eq!(graph(&path).to_string(), path);
        assert_eq!(graph("graph:1048576").to_string(), "graph:1048576");
        assert_eq!(graph("graph:1").to_string(), "graph:@");
    }

    #[test]
    fn names_are_stored_outside_the_text() {
        let names = |names: [&str; 3]| names.map(String::from).to_vec();
        let named = graph("graph:3;0-1;1-2").named(names(["x", "é-1", "2"])).unwrap();
        assert_eq!(named.to_string(), graph("graph:3;0-1;1-2").to_string());
        assert_eq!((named.name(1), named.vertex("é-1").unwrap()), ("é-1".into(), 1));
        assert_eq!(named.vertex("2").unwrap(), 2);
        assert!(named.vertex("1").is_err());
        assert_eq!(graph("graph:3;0-1").named(names(["0", "1", "2"])).unwrap().names(), None);
        for wrong in [["a", "a", "b"], ["a", "", "b"], ["a", "b,", "c"], ["a", "b=", "c"]] {
            assert!(graph("graph:3;0-1").named(names(wrong)).is_err(), "{wrong:?}");
        }
        assert!(graph("graph:2;0-1").named(names(["a", "b", "c"])).is_err());
    }

    #[test]
    fn errors_name_the_place_in_a_graph() {
        for (text, at, problem) in [
            ("", 1, "must precede it"),
            ("graph:", 7, "cut off"),
            ("graph:0", 7, "0 vertices"),
            ("graph:1048577", 7, "not a number up to"),
            ("graph:~~@???@", 7, "cut off"),
            ("graph:~~??D???", 7, "1310720 vertices"),
            ("graph:~~??C???", 15, "where 1048576"),
            ("graph:DQ", 9, "need 2"),
            ("graph:3;", 9, "not an edge"),
            ("graph:3;0-1;12", 13, "not an edge"),
            ("graph:3;0-x", 11, "\"x\""),
            ("graph:3;0-3", 9, "edge 0-3"),
            ("graph:3;1-1", 9, "edge 1-1"),
            ("graph:3 names=a", 7, "not a number"),
        ] {
            let error = text.parse::<NamedGraph>().unwrap_err().to_string();
            assert!(error.contains(&format!(", character {at}:")), "{text}: {error}");
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
