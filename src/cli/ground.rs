//! `Ground`: the board and the piece, or the graph, that a command line names; files read.

use std::path::Path;

use cavalcade::Error;
use cavalcade::board::{Board, Graph, MAX_CELLS, NamedGraph, Piece, wraps};
use cavalcade::render::Sheet;
use cavalcade::tours::{Kind, Obstacle, TourQuestion, obstacle};

use super::args::PieceArgs;
use super::exit::Usage;

/// Where to move and how.
#[derive(Clone, Debug)]
pub enum Ground {
    /// A piece on a board.
    Board(Board, Piece),
    /// A graph from a file with its vertices' names, and its own name in tables.
    Graph(NamedGraph, String),
}

impl Ground {
    /// The board, if it is one.
    pub fn board(&self) -> Option<&Board> {
        match self {
            Ground::Board(board, _) => Some(board),
            Ground::Graph(..) => None,
        }
    }

    /// Reads a board: `8x8`, `@map.txt` (behind `torus:` or `cylinder:` too), `graph:FILE`.
    pub fn read(text: &str, piece: &PieceArgs) -> anyhow::Result<Ground> {
        if let Some(path) = text.strip_prefix("graph:") {
            if piece.piece.is_some() || !piece.leaper.is_empty() || piece.moves.is_some() {
                return Err(Usage("a graph has its own moves; leave out the piece".into()).into());
            }
            let content = read(Path::new(path))?;
            let graph = NamedGraph::from_file(&content, path)?;
            return Ok(Ground::Graph(graph, format!("graph:{path}#{:08x}", digest(&content))));
        }
        let (prefix, body) = text.split_once(':').unwrap_or(("", text));
        let map = body.strip_prefix('@').zip(wraps(prefix).filter(|_| !text.starts_with(':')));
        let board: Board = match map {
            Some((path, wraps)) => Board::from_map(&read(Path::new(path))?, path, wraps)?,
            None => text.parse()?,
        };
        let piece = read_piece(piece, board.rank())?;
        Ok(Ground::Board(board, piece))
    }

    /// The number of squares.
    pub fn len(&self) -> usize {
        match self {
            Ground::Board(board, _) => board.len(),
            Ground::Graph(graph, _) => graph.graph().len(),
        }
    }

    /// The board's name.
    pub fn name(&self) -> String {
        match self {
            Ground::Board(board, _) => board.to_string(),
            Ground::Graph(_, name) => name.clone(),
        }
    }

    /// The box that tours are drawn in; the vertices of a graph stand in a row.
    pub fn sheet(&self) -> Sheet {
        match self {
            Ground::Board(board, _) => Sheet {
                lengths: board.axes().iter().map(|axis| axis.length).collect(),
                sites: board.sites_in_order().collect(),
            },
            Ground::Graph(graph, _) => {
                let vertices = graph.graph().len();
                Sheet { lengths: vec![vertices], sites: (0..vertices).map(Some).collect() }
            }
        }
    }

    /// The moves.
    pub fn graph(&self) -> Graph {
        match self {
            Ground::Board(board, piece) => Graph::of(board, piece),
            Ground::Graph(graph, _) => graph.graph().clone(),
        }
    }

    /// The tours.
    pub fn tours(&self, kind: Kind) -> TourQuestion {
        match self {
            Ground::Board(board, piece) => TourQuestion::new(board, piece, kind),
            Ground::Graph(graph, name) => TourQuestion::of_graph(graph.graph().clone(), name, kind),
        }
    }

    /// Why there can be no tour, in words.
    pub fn obstacle(&self, graph: &Graph, kind: Kind) -> Option<String> {
        let rectangle = match self {
            Ground::Board(board, piece) => Obstacle::rectangle(board, piece),
            Ground::Graph(..) => None,
        };
        let found = obstacle(graph, kind, rectangle)?;
        Some(found.sentence(|vertex| self.square_name(vertex)))
    }

    /// What a square is called.
    pub fn square_name(&self, vertex: usize) -> String {
        match self {
            Ground::Board(board, _) => board.square_name(vertex),
            Ground::Graph(graph, _) => graph.name(vertex),
        }
    }

    /// The square of a name.
    pub fn square(&self, name: &str) -> Result<usize, Error> {
        match self {
            Ground::Board(board, _) => board.square(name),
            Ground::Graph(graph, _) => graph.vertex(name),
        }
    }
}

/// The piece of the flags on boards of `rank` axes.
pub fn read_piece(args: &PieceArgs, rank: usize) -> anyhow::Result<Piece> {
    if let Some(name) = &args.piece {
        return Ok(Piece::from_name(name, rank)?);
    }
    if let Some(path) = &args.moves {
        return Ok(Piece::from_moves(&read(path)?, &path.display().to_string(), rank)?);
    }
    let leapers: Result<Vec<_>, Error> =
        args.leaper.iter().map(|text| Piece::leaper_from_text(text, rank)).collect();
    match &leapers?[..] {
        [] => Ok(Piece::knight(rank)),
        leapers => Ok(Piece::union(leapers)),
    }
}

/// The text of a file that a user names.
pub fn read(path: &Path) -> anyhow::Result<String> {
    let bytes = std::fs::read(path).map_err(|error| Error::io("read", path, error))?;
    if bytes.len() > MAX_CELLS * 2 {
        return Err(Usage(format!("{} is too long to be read", path.display())).into());
    }
    let text = String::from_utf8(bytes);
    Ok(text.map_err(|_| Usage(format!("{} is no text in UTF-8", path.display())))?)
}

/// Tells one content of a file from another in a question's name (FNV-1a).
fn digest(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
