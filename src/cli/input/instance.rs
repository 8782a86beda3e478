//! Reads the boards, pieces, graphs and keypads of a command line, including those in files.

use std::path::{Path, PathBuf};

use cavalcade::Error;
use cavalcade::board::{Board, BoardMap, GraphReading, NamedGraph, Piece, meant, wraps};
use cavalcade::question::Instance;
use cavalcade::walks::Keypad;

use super::file;
use crate::cli::args::{GraphArgs, PieceArgs};
use crate::cli::session::exit::Usage;

/// Reads a board with its piece: `8x8`, `@map.txt` (also after `torus:` or `cylinder:`), or
/// `graph:FILE`, undirected. `@-` and `graph:-` read stdin.
pub fn read(text: &str, piece: &PieceArgs) -> anyhow::Result<Instance> {
    let instance = of_tours(text, piece, &GraphArgs::default())?;
    match instance.is_directed() {
        false => Ok(instance),
        true => {
            let problem = format!("{text} is a directed graph, which only tours counts and lists");
            Err(Usage(format!("{problem}; give an undirected one")).into())
        }
    }
}

/// Reads a board, or a graph that may be directed.
pub fn of_tours(text: &str, piece: &PieceArgs, graph: &GraphArgs) -> anyhow::Result<Instance> {
    if let Some(path) = text.strip_prefix("graph:") {
        let (text, how) = (graph_text(path, piece)?, reading(piece, graph));
        return Ok(Instance::Graph(NamedGraph::read(&text, path, how)?));
    }
    on_graphs_only(piece, graph)?;
    let board: Board = match map(text)? {
        Some(map) if map.is_bare() => map.board,
        Some(_) => {
            let problem = format!("{text} marks squares, which only tours takes");
            return Err(Usage(format!("{problem}; draw . in their place")).into());
        }
        None => text.parse()?,
    };
    let piece = self::piece(piece, board.rank())?;
    Ok(Instance::on(board, piece)?)
}

/// An error if a knight is on a board of one axis, where it has no move: a side was forgotten.
pub fn has_rows(text: &str, instance: &Instance) -> Result<(), Usage> {
    match instance {
        Instance::Board(board, piece) if board.rank() == 1 && piece.name() == "knight" => {
            let remedy = "write rows x columns, as 6x6, or a piece that moves along one axis";
            Err(Usage(format!("board \"{text}\": a second side is missing; {remedy}")))
        }
        _ => Ok(()),
    }
}

/// The map that a text names as `@map.txt`, also after `torus:` or `cylinder:`.
pub fn map(text: &str) -> anyhow::Result<Option<BoardMap>> {
    let (prefix, body) = text.split_once(':').unwrap_or(("", text));
    let map = body.strip_prefix('@').zip(wraps(prefix).filter(|_| !text.starts_with(':')));
    let Some((path, wraps)) = map else { return Ok(None) };
    let drawn = file::text(Path::new(path), file::LARGE)?;
    Ok(Some(BoardMap::read(&drawn, path, wraps)?))
}

/// The graphs of a file, at least one, for `--each`.
pub fn each(text: &str, piece: &PieceArgs, graph: &GraphArgs) -> anyhow::Result<Vec<Instance>> {
    let Some(path) = text.strip_prefix("graph:") else {
        on_graphs_only(piece, graph)?;
        unreachable!("--each was given");
    };
    let (text, how) = (graph_text(path, piece)?, reading(piece, graph));
    let graphs = NamedGraph::each(&text, path, how)?;
    Ok(graphs.into_iter().map(Instance::Graph).collect())
}

fn reading<'a>(piece: &'a PieceArgs, graph: &GraphArgs) -> GraphReading<'a> {
    GraphReading { format: piece.graph_format.as_deref(), directed: graph.directed }
}

/// The text of a graph file.
fn graph_text(path: &str, piece: &PieceArgs) -> anyhow::Result<String> {
    if piece.is_given() {
        return Err(Usage("a graph has its own moves; leave out the piece".into()).into());
    }
    let text = file::text(Path::new(path), file::LARGE);
    text.map_err(|error| match neighbour(Path::new(path)) {
        Some(near) => error.context(format!("did you mean graph:{}?", near.display())),
        None => error,
    })
}

/// Refuses graph flags for a board.
fn on_graphs_only(piece: &PieceArgs, graph: &GraphArgs) -> Result<(), Usage> {
    let flags = [
        ("graph-format", piece.graph_format.is_some()),
        ("directed", graph.directed),
        ("each", graph.each),
    ];
    match flags.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((flag, _)) => Err(Usage(format!(
            "--{flag} has no effect on a board; write graph:FILE, or leave it out"
        ))),
    }
}

/// An existing file that the path may have meant: misspelled, or without its ending, as in
/// `graph:petersen`.
fn neighbour(path: &Path) -> Option<PathBuf> {
    if path.exists() || path.as_os_str().is_empty() {
        return None;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let name = path.file_name()?.to_str()?;
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let files = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut files: Vec<String> = files.collect();
    files.sort();
    let whole = files.iter().find(|file| Path::new(file).file_stem().is_some_and(|s| s == name));
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    let near = whole.map(String::as_str).or_else(|| meant(name, &names))?;
    Some(folder.map_or_else(|| near.into(), |folder| folder.join(near)))
}

/// Reads a keypad by name or as `@FILE`, with its piece.
pub fn keypad(name: &str, piece: &PieceArgs) -> anyhow::Result<Instance> {
    on_graphs_only(piece, &GraphArgs::default())?;
    let keypad = match name.strip_prefix('@') {
        Some(path) => {
            let drawing = file::text(Path::new(path), file::SMALL)?;
            Keypad::from_drawing(&drawing, name, path)?.named_by_content()
        }
        None => Keypad::named(name).ok_or_else(|| {
            let names = Keypad::names().collect::<Vec<_>>();
            let near = meant(name, &names).map(|near| format!("did you mean {near}? "));
            let (near, names) = (near.unwrap_or_default(), names.join(", "));
            let problem = format!("--keypad {name}: no keypad is called that");
            Usage(format!("{problem}; {near}write {names} or @FILE"))
        })?,
    };
    Ok(Instance::Keypad(keypad, self::piece(piece, 2)?))
}

/// The piece that the flags name, on boards of `rank` axes.
pub fn piece(args: &PieceArgs, rank: usize) -> anyhow::Result<Piece> {
    if let Some(name) = &args.piece {
        return Ok(Piece::from_name(name, rank)?);
    }
    if let Some(path) = &args.moves {
        return Ok(Piece::from_moves(
            &file::text(path, file::SMALL)?,
            &path.display().to_string(),
            rank,
        )?);
    }
    let leapers: Result<Vec<_>, Error> =
        args.leaper.iter().map(|text| Piece::leaper_from_text(text, rank)).collect();
    match &leapers?[..] {
        [] => Ok(Piece::knight(rank)),
        leapers => Ok(Piece::union(leapers)),
    }
}
