//! Graphs from files. `FORMATS` has a line for each format: its name, how a text is recognised, and
//! its reader.
//!
//! A text that only one format can produce is read in that format. For lists of numbers, all
//! possible formats are tried, and different results are an error. Readers do not guess: text that
//! a reader does not understand is an error with line and character.

mod adjacency;
mod dimacs;
mod dot;
mod draft;
mod edge_list;
mod graphbase;
mod graphml;
mod hcp;
mod json;
mod matrix;
mod matrix_market;
mod metis;
mod nauty;
mod pajek;
mod table;
#[cfg(test)]
mod tests;

use draft::{Draft, Read, Wrong};

use super::named_graph::NamedGraph;
use super::suggestion::meant;
use crate::error::Error;

/// The way in which a format is recognised.
#[derive(Clone, Copy)]
enum Known {
    /// By marks that no other format has.
    By(fn(&str) -> bool),
    /// By reading it without an error.
    ByReading,
}

struct Format {
    name: &'static str,
    known: Known,
    read: fn(&str, bool) -> Read<Draft>,
    /// An example line of the format.
    remedy: &'static str,
}

const fn format(
    name: &'static str,
    known: Known,
    read: fn(&str, bool) -> Read<Draft>,
    remedy: &'static str,
) -> Format {
    Format { name, known, read, remedy }
}

/// All formats. If several recognise a text by marks, the first one reads it.
const FORMATS: [Format; 16] = [
    format("json", Known::By(is_json), json::read, JSON),
    format("graph6", Known::By(|t| is_nauty(t, "graph6")), nauty::graph6, "write one graph6 line"),
    format(
        "sparse6",
        Known::By(|t| is_nauty(t, "sparse6")),
        nauty::sparse6,
        "write one sparse6 line",
    ),
    format(
        "digraph6",
        Known::By(|t| is_nauty(t, "digraph6")),
        nauty::digraph6,
        "write one digraph6 line",
    ),
    format(
        "graphml",
        Known::By(|t| ["<?xml", "<graphml", "<!--"].iter().any(|s| t.trim_start().starts_with(s))),
        graphml::read,
        "write nodes with an id, and edges with source and target",
    ),
    format(
        "dot",
        Known::By(dot::is_meant),
        dot::read,
        "write graph { a -- b } or digraph { a -> b }",
    ),
    format(
        "graphbase",
        Known::By(|t| t.starts_with("* GraphBase graph")),
        graphbase::read,
        "write it as gb_save does",
    ),
    format(
        "matrix-market",
        Known::By(|t| starts(t, &["%%MatrixMarket"])),
        matrix_market::read,
        "write rows, columns and entries, then two numbers for each entry",
    ),
    format(
        "pajek",
        Known::By(pajek::is_meant),
        pajek::read,
        "write *Vertices N, then *Edges or *Arcs",
    ),
    format("hcp", Known::By(is_tsplib), hcp::read, HCP),
    format("dimacs", Known::By(is_dimacs), dimacs::read, "write p edge N M, then e U V or a U V"),
    format(
        "adjacency-list",
        Known::By(adjacency::has_colons),
        adjacency::read,
        "write a vertex, a colon and its neighbours on each line",
    ),
    format(
        "table",
        Known::By(table::is_meant),
        table::read,
        "write a header, as source,target, and rows",
    ),
    format(
        "matrix",
        Known::By(matrix::is_meant),
        matrix::read,
        "write as many rows as columns of 0 and 1",
    ),
    format("edge-list", Known::ByReading, edge_list::read, EDGES),
    format("metis", Known::ByReading, metis::read, "write N M, then the neighbours of each vertex"),
];

const EDGES: &str = "write two vertex numbers on each line, from 0 or from 1 on";
const JSON: &str = "write \"nodes\" with \"id\", and \"edges\" or \"links\", or \"adjacency\"";
const HCP: &str = "write TYPE, DIMENSION, EDGE_DATA_SECTION, the edges and -1";

/// True if a brace and a quote are first. A brace also begins a graph6 line of 60 vertices.
fn is_json(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('{').map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with(['"', '}']))
}

fn is_nauty(text: &str, name: &str) -> bool {
    // A comment is an error of the reader.
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.and_then(nauty::named) == Some(name)
}

fn starts(text: &str, words: &[&str]) -> bool {
    let text = text.trim_start().as_bytes();
    let begins = |word: &&str| {
        text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
    };
    words.iter().any(begins)
}

/// True if the text begins with a keyword of TSPLIB and its colon.
fn is_tsplib(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    let keyword = first.split_once(':').map_or(first, |(keyword, _)| keyword).trim();
    ["NAME", "TYPE", "COMMENT", "DIMENSION", "EDGE_DATA_FORMAT", "EDGE_DATA_SECTION"]
        .contains(&keyword)
}

/// True if a line `p edge 5 6` is first, or follows comments.
fn is_dimacs(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let first = lines.find(|words| !matches!(words[..], [] | ["c", ..]));
    first.is_some_and(|words| words.len() == 4 && words[0] == "p")
}

/// Options for reading a graph file.
#[derive(Clone, Copy, Debug, Default)]
pub struct GraphReading<'a> {
    /// The format, one of [`NamedGraph::formats`]; recognised by the text if `None`.
    pub format: Option<&'a str>,
    /// True if edges are directed, for formats that leave this open.
    pub directed: bool,
}

impl NamedGraph {
    /// The names of the formats.
    pub fn formats() -> impl Iterator<Item = &'static str> {
        FORMATS.iter().map(|format| format.name)
    }

    /// Reads a graph in any format; `file` is its name in messages.
    ///
    /// The vertices keep the names of the file. If all names in a list of edges are numbers, the
    /// vertices are sorted by number.
    ///
    /// # Errors
    /// [`Error::FileText`] with the first position that cannot be read.
    pub fn from_file(text: &str, file: &str) -> Result<NamedGraph, Error> {
        NamedGraph::read(text, file, GraphReading::default())
    }

    /// Reads a graph with options.
    ///
    /// # Errors
    /// [`Error::FileText`]; [`Error::Text`] for an unknown format.
    pub fn read(text: &str, file: &str, how: GraphReading<'_>) -> Result<NamedGraph, Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let refused = |format: &Format, wrong: Wrong| refused(file, format, wrong);
        if let Some(format) = chosen(text, how.format)? {
            return made(text, format, how).map_err(|wrong| refused(format, wrong));
        }
        let tried = FORMATS.iter().filter(|format| matches!(format.known, Known::ByReading));
        let (mut graphs, mut first_wrong) = (Vec::new(), None);
        for format in tried.clone() {
            match made(text, format, how) {
                Ok(graph) => graphs.push((format, graph)),
                Err(wrong) => first_wrong = first_wrong.or(Some(refused(format, wrong))),
            }
        }
        // An ambiguous list of edges is an error, even if another format could read it.
        match (&graphs[..], first_wrong) {
            ([(_, graph)], _) => Ok(graph.clone()),
            ([(one, graph), rest @ ..], _) => match rest.iter().find(|(_, other)| other != graph) {
                None => Ok(graph.clone()),
                Some((other, _)) => Err(refused(
                    one,
                    Wrong {
                        line: 0,
                        at: 0,
                        problem: format!(
                            "it is an {} or of the format {}, of different graphs",
                            one.name, other.name
                        ),
                    },
                )),
            },
            ([], wrong) => {
                let names: Vec<_> = tried.map(|format| format.name).collect();
                Err(match wrong.expect("a format was tried") {
                    Error::FileText { file, line, at, problem, remedy } => {
                        let problem = format!("{problem} (formats tried: {})", names.join(", "));
                        Error::FileText { file, line, at, problem, remedy }
                    }
                    other => other,
                })
            }
        }
    }

    /// The graphs of a file, one on each line in graph6, sparse6 or digraph6. A file in any other
    /// format has one graph.
    ///
    /// # Errors
    /// Those of [`NamedGraph::read`].
    pub fn each(text: &str, file: &str, how: GraphReading<'_>) -> Result<Vec<NamedGraph>, Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match chosen(text, how.format)? {
            Some(format)
                if nauty::NAMES.contains(&format.name)
                    && !nauty::lines(text, format.name).is_empty() =>
            {
                let lines = nauty::lines(text, format.name);
                let read = |(l, line): (usize, &str)| {
                    let moved = |wrong: Wrong| Wrong { line: wrong.line + l, ..wrong };
                    made(line, format, how).map_err(|wrong| refused(file, format, moved(wrong)))
                };
                lines.into_iter().map(read).collect()
            }
            _ => Ok(vec![NamedGraph::read(text, file, how)?]),
        }
    }
}

/// The format with this name, or the one whose marks the text has.
fn chosen(text: &str, name: Option<&str>) -> Result<Option<&'static Format>, Error> {
    let Some(name) = name else {
        let is_known = |format: &&Format| match format.known {
            Known::By(known) => known(text),
            Known::ByReading => false,
        };
        return Ok(FORMATS.iter().find(is_known));
    };
    let found = FORMATS.iter().find(|format| format.name == name);
    found.map(Some).ok_or_else(|| {
        let names: Vec<_> = NamedGraph::formats().collect();
        let near = meant(name, &names).map(|near| format!("; did you mean {near}?"));
        Error::Text {
            what: "format",
            text: name.into(),
            at: 1,
            problem: format!("no format of graphs is called that{}", near.unwrap_or_default()),
            remedy: "write graph6, sparse6, digraph6, json, graphml, dot, graphbase, \
                     matrix-market, pajek, hcp, dimacs, adjacency-list, table, edge-list, matrix \
                     or metis",
        }
    })
}

/// Reads a text by a format.
fn made(text: &str, format: &Format, how: GraphReading<'_>) -> Read<NamedGraph> {
    let wrong = |problem: String| Wrong { line: 0, at: 0, problem };
    let draft = (format.read)(text, how.directed)?;
    if how.directed && !draft.directed {
        return Err(wrong(format!("the edges of this {} file have no direction", format.name)));
    }
    draft.finish().map_err(|error| match error {
        Error::Text { problem, .. } => wrong(problem),
        other => wrong(other.to_string()),
    })
}

fn refused(file: &str, format: &Format, wrong: Wrong) -> Error {
    let Wrong { line, at, problem } = wrong;
    let (file, remedy) = (file.into(), format.remedy);
    Error::FileText { file, line: line + 1, at: at + 1, problem, remedy }
}
