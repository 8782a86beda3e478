//! Boards, pieces and keypads that a command line names; what stands in files is read here.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use cavalcade::Error;
use cavalcade::board::{Board, MAX_CELLS, NamedGraph, Piece, wraps};
use cavalcade::question::Instance;
use cavalcade::walks::Keypad;

use crate::cli::args::PieceArgs;
use crate::cli::session::exit::Usage;

/// Reads a board with its piece: `8x8`, `@map.txt` (behind `torus:` or `cylinder:` too),
/// `graph:FILE`; `@-` and `graph:-` come through stdin.
pub fn read(text: &str, piece: &PieceArgs) -> anyhow::Result<Instance> {
    if let Some(path) = text.strip_prefix("graph:") {
        if piece.is_given() {
            return Err(Usage("a graph has its own moves; leave out the piece".into()).into());
        }
        return Ok(Instance::Graph(NamedGraph::from_file(&file(Path::new(path))?, path)?));
    }
    let (prefix, body) = text.split_once(':').unwrap_or(("", text));
    let map = body.strip_prefix('@').zip(wraps(prefix).filter(|_| !text.starts_with(':')));
    let board: Board = match map {
        Some((path, wraps)) => Board::from_map(&file(Path::new(path))?, path, wraps)?,
        None => text.parse()?,
    };
    let piece = read_piece(piece, board.rank())?;
    Ok(Instance::Board(board, piece))
}

/// Reads a keypad by its name, or `@FILE`, with its piece.
pub fn keypad(name: &str, piece: &PieceArgs) -> anyhow::Result<Instance> {
    let keypad = match name.strip_prefix('@') {
        Some(path) => {
            let drawing = file(Path::new(path))?;
            Keypad::from_drawing(&drawing, name, path)?.named_by_content()
        }
        None => Keypad::named(name).ok_or_else(|| {
            let names = Keypad::names().collect::<Vec<_>>().join(", ");
            Usage(format!("--keypad {name}: no keypad is called that; write {names} or @FILE"))
        })?,
    };
    Ok(Instance::Keypad(keypad, read_piece(piece, 2)?))
}

/// The piece of the flags on boards of `rank` axes.
fn read_piece(args: &PieceArgs, rank: usize) -> anyhow::Result<Piece> {
    if let Some(name) = &args.piece {
        return Ok(Piece::from_name(name, rank)?);
    }
    if let Some(path) = &args.moves {
        return Ok(Piece::from_moves(&file(path)?, &path.display().to_string(), rank)?);
    }
    let leapers: Result<Vec<_>, Error> =
        args.leaper.iter().map(|text| Piece::leaper_from_text(text, rank)).collect();
    match &leapers?[..] {
        [] => Ok(Piece::knight(rank)),
        leapers => Ok(Piece::union(leapers)),
    }
}

/// The text of a file that a user names; of `-`, what comes through stdin.
pub fn file(path: &Path) -> anyhow::Result<String> {
    static STDIN_READ: AtomicBool = AtomicBool::new(false);
    let mut bytes = Vec::new();
    let most = MAX_CELLS as u64 * 2 + 1;
    let read = if path != Path::new("-") {
        File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    } else if STDIN_READ.swap(true, Ordering::Relaxed) {
        return Err(Usage("-: stdin can be read once; give a file for the other".into()).into());
    } else {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes)
    };
    read.map_err(|error| Error::io("read", path, error))?;
    if bytes.len() > MAX_CELLS * 2 {
        return Err(Usage(format!("{} is too long to be read", path.display())).into());
    }
    let text = String::from_utf8(bytes);
    Ok(text.map_err(|_| Usage(format!("{} is no text in UTF-8", path.display())))?)
}
