//! Squares, boards and amounts of memory from Python.

use cavalcade::Error;
use cavalcade::board::{Board, Graph, GraphReading, NamedGraph, Piece};
use cavalcade::question::Instance;
use cavalcade::walks::Keypad;
use pyo3::prelude::*;

/// A square by its name, its number, or its coordinates from 0.
#[derive(FromPyObject)]
pub enum Square {
    /// `a1`, a key, a vertex.
    Name(String),
    /// From 0, in the order of the board.
    Number(usize),
    /// Row, then column; one number for each axis.
    At(Vec<usize>),
}

fn no_square(text: String, problem: &str) -> Error {
    Error::Text {
        what: "square",
        text,
        at: 1,
        problem: problem.into(),
        remedy: "give a name, a number from 0, or row and column from 0",
    }
}

impl Square {
    /// Its number on an instance.
    pub fn on(&self, instance: &Instance) -> Result<usize, Error> {
        match self {
            Square::Name(name) => instance.square(name),
            Square::Number(number) if *number < instance.len() => Ok(*number),
            Square::Number(number) => {
                Err(no_square(number.to_string(), "the instance has fewer squares"))
            }
            Square::At(at) => {
                let board = instance.board().filter(|board| board.rank() == at.len());
                let cell = board.and_then(|board| board.cell(at));
                cell.ok_or_else(|| no_square(format!("{at:?}"), "it is not on the board"))
            }
        }
    }

    /// Row and column on a board of two axes without holes.
    pub fn row_and_column(&self, board: &Board) -> Result<(usize, usize), Error> {
        let cell = match self {
            Square::Name(name) => board.square(name)?,
            Square::Number(number) if *number < board.len() => *number,
            Square::Number(number) => {
                return Err(no_square(number.to_string(), "the instance has fewer squares"));
            }
            Square::At(at) => {
                let cell = if board.rank() == at.len() { board.cell(at) } else { None };
                cell.ok_or_else(|| no_square(format!("{at:?}"), "it is not on the board"))?
            }
        };
        let at = board.coordinates(cell);
        Ok((at[0], at[1]))
    }
}

/// Reads a board and a piece, a keypad and a piece, or a graph, whose vertices may have names.
pub fn instance(place: &str, piece: &str, names: Option<Vec<String>>) -> Result<Instance, Error> {
    if place.starts_with("graph:") || place.starts_with("digraph:") {
        let graph: NamedGraph = place.parse()?;
        let graph = match names {
            Some(names) => graph.named(names)?,
            None => graph,
        };
        return Ok(Instance::Graph(graph));
    }
    if let Some(keypad) = Keypad::from_text(place)? {
        return Ok(Instance::Keypad(keypad, Piece::parse(piece, 2)?));
    }
    let board: Board = place.parse()?;
    let piece = Piece::parse(piece, board.rank())?;
    Ok(Instance::Board(board, piece))
}

/// The board without these squares.
pub fn without(instance: Instance, holes: &[Square]) -> Result<Instance, Error> {
    if holes.is_empty() {
        return Ok(instance);
    }
    let cells: Result<Vec<_>, _> = holes.iter().map(|hole| hole.on(&instance)).collect();
    let cells = cells?;
    match instance {
        Instance::Board(board, piece) => {
            let holes: Vec<_> = cells.into_iter().map(|cell| board.coordinates(cell)).collect();
            let board = board.without(|at| holes.iter().any(|hole| hole == at));
            Ok(Instance::Board(board, piece))
        }
        _ => Err(Error::ToursAsked {
            problem: "only a board has holes",
            remedy: "leave out the vertices or keys",
        }),
    }
}

/// The canonical text of a graph with these names of vertices, if any.
pub fn graph_text(
    vertices: usize,
    edges: &[(usize, usize)],
    names: Option<Vec<String>>,
    directed: bool,
) -> Result<String, Error> {
    let graph = match directed {
        true => NamedGraph::directed(vertices, edges)?,
        false => NamedGraph::from(Graph::from_edges(vertices, edges)?),
    };
    let text = graph.to_string();
    // The text is parsed again, so that invalid names are refused.
    text.parse::<NamedGraph>()?;
    match names {
        Some(names) => graph.named(names).map(|_| text),
        None => Ok(text),
    }
}

/// The number of vertices of a graph file, its edges or arcs, its names unless they are the numbers
/// from 0, and true if it is directed.
pub type Read = (usize, Vec<(usize, usize)>, Option<Vec<String>>, bool);

/// Reads the text of a graph file; without `format` it recognises the format.
pub fn read_graph(
    text: &str,
    file: &str,
    format: Option<&str>,
    directed: bool,
) -> Result<Read, Error> {
    let graph = NamedGraph::read(text, file, GraphReading { format, directed })?;
    let edges = match graph.arcs() {
        Some(arcs) => arcs.iter().map(|&[a, b]| (a as usize, b as usize)).collect(),
        None => graph.graph().edges().collect(),
    };
    let names = graph.names().map(<[String]>::to_vec);
    Ok((graph.graph().len(), edges, names, graph.is_directed()))
}

/// An amount of memory: bytes, or a text such as `4GB`, `500M`, `1.5g`.
#[derive(FromPyObject)]
pub enum Memory {
    /// Bytes.
    Bytes(u64),
    /// A number and a unit, in powers of 1024.
    Text(String),
}

impl Memory {
    /// The bytes.
    pub fn bytes(&self) -> Result<u64, Error> {
        let (text, bytes) = match self {
            Memory::Bytes(bytes) => (bytes.to_string(), *bytes as f64),
            Memory::Text(text) => {
                let upper = text.trim().to_ascii_uppercase();
                let upper = upper.strip_suffix('B').unwrap_or(&upper);
                let shift = match upper.chars().last() {
                    Some('K') => 10,
                    Some('M') => 20,
                    Some('G') => 30,
                    Some('T') => 40,
                    _ => 0,
                };
                let number = if shift == 0 { upper } else { &upper[..upper.len() - 1] };
                let number = number.trim().parse().unwrap_or(f64::NAN);
                (text.clone(), number * f64::from(shift).exp2())
            }
        };
        // No layer of a sweep fits in less than a megabyte.
        if bytes.is_finite() && bytes >= f64::from(1 << 20) {
            return Ok(bytes as u64);
        }
        Err(Error::Text {
            what: "memory",
            text,
            at: 1,
            problem: "no amount of a megabyte or more".into(),
            remedy: "write bytes, or a text such as 16G or 500M",
        })
    }
}
