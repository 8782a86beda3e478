//! Boards, pieces and keypads that a command line names; what stands in files is read here.

use std::path::Path;

use cavalcade::Error;
use cavalcade::board::{Board, NamedGraph, Piece, wraps};
use cavalcade::question::Instance;
use cavalcade::walks::Keypad;

use super::file;
use crate::cli::args::PieceArgs;
use crate::cli::session::exit::Usage;

/// Reads a board with its piece: `8x8`, `@map.txt` (behind `torus:` or `cylinder:` too),
/// `graph:FILE`; `@-` and `graph:-` come through stdin.
pub fn read(text: &str, piece: &PieceArgs) -> anyhow::Result<Instance> {
    if let Some(path) = text.strip_prefix("graph:") {
        if piece.is_given() {
            return Err(Usage("a graph has its own moves; leave out the piece".into()).into());
        }
        return Ok(Instance::Graph(NamedGraph::from_file(
            &file::text(Path::new(path), file::LARGE)?,
            path,
        )?));
    }
    let (prefix, body) = text.split_once(':').unwrap_or(("", text));
    let map = body.strip_prefix('@').zip(wraps(prefix).filter(|_| !text.starts_with(':')));
    let board: Board = match map {
        Some((path, wraps)) => {
            Board::from_map(&file::text(Path::new(path), file::LARGE)?, path, wraps)?
        }
        None => text.parse()?,
    };
    let piece = self::piece(piece, board.rank())?;
    Ok(Instance::Board(board, piece))
}

/// Reads a keypad by its name, or `@FILE`, with its piece.
pub fn keypad(name: &str, piece: &PieceArgs) -> anyhow::Result<Instance> {
    let keypad = match name.strip_prefix('@') {
        Some(path) => {
            let drawing = file::text(Path::new(path), file::SMALL)?;
            Keypad::from_drawing(&drawing, name, path)?.named_by_content()
        }
        None => Keypad::named(name).ok_or_else(|| {
            let names = Keypad::names().collect::<Vec<_>>().join(", ");
            Usage(format!("--keypad {name}: no keypad is called that; write {names} or @FILE"))
        })?,
    };
    Ok(Instance::Keypad(keypad, self::piece(piece, 2)?))
}

/// The piece of the flags on boards of `rank` axes.
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
