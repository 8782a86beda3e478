//! The question that a published row is about, in the words of this program.
//!
//! A row that cannot be asked has a reason, and `verify` tells how many there are of each.

use crate::answer::Convention;

/// A question in the words of its label, and what it counts.
pub(super) struct Asked {
    pub family: &'static str,
    pub board: String,
    pub piece: &'static str,
    pub kind: &'static str,
    pub convention: Convention,
}

/// Why the question of a row cannot be asked here.
pub type Unasked = &'static str;

/// The question that a row answers, or why it cannot be asked.
pub(super) fn asked(
    piece: &str,
    board: &str,
    dims: &str,
    topology: &str,
    kind: &str,
    convention: &str,
    note: &str,
) -> Result<Asked, Unasked> {
    if kind == "walk" {
        return walk(board, dims, convention).ok_or("walks of a kind that is not known here");
    }
    let (family, kind) = match (piece, kind) {
        ("queen" | "amazon (superqueen Q+N)", "placement") => ("queens", "placement"),
        (_, "open") => ("tours", "open"),
        (_, "closed") => ("tours", "closed"),
        _ => return Err("a kind that is not known here"),
    };
    let piece = match piece {
        "knight" => "knight",
        "king" => "king",
        "rook" => "rook",
        "wazir (grid)" => "wazir",
        "queen" => "queen",
        "amazon (superqueen Q+N)" => "amazon",
        "fers-wazir (alternating)" => return Err("two pieces that move in turn"),
        _ => return Err("a piece that is not known here"),
    };
    // A308131 counts no open tour on one square, and some tables count a closed one there.
    if dims == "1x1" && (note.contains("1x1 counted as 0") || kind == "closed") {
        return Err("one square, where the source has a convention of its own");
    }
    if (dims, topology, kind) == ("2x2", "torus", "closed") {
        return Err("parallel moves around a torus of two, which the source counts apart");
    }
    let mut board = match (board, topology) {
        ("square" | "rectangle" | "strip", "plane") => dims.into(),
        ("square", "torus") => format!("torus:{dims}"),
        ("ragged strip (column by column)", "plane") => {
            strip(dims).ok_or("a strip of a form that is not known here")?
        }
        _ => return Err("a board that is not known here"),
    };
    if let Some(square) = convention.strip_prefix("directed, start at row ") {
        let name = start(dims, square).ok_or("a square of a form that is not known here")?;
        board = format!("{board} from {name}");
    }
    let convention = counted(convention)?;
    Ok(Asked { family, board, piece, kind, convention })
}

/// What counts as one.
fn counted(convention: &str) -> Result<Convention, Unasked> {
    let prefix = ["n queens, ", "n pieces, "];
    let text = prefix.iter().find_map(|prefix| convention.strip_prefix(prefix));
    Ok(match text.unwrap_or(convention) {
        "directed" => Convention::Directed,
        text if text.starts_with("directed, start at") => Convention::Directed,
        "undirected" => Convention::Undirected,
        "all" => Convention::All,
        // Tours up to symmetry and, for open ones, reversal.
        "fundamental" | "fundamental (D4 classes)" | "fundamental (derived)" => {
            Convention::Fundamental
        }
        "fundamental (undirected)" | "fundamental (D4 classes of undirected)" => {
            Convention::Fundamental
        }
        "fundamental (D4)" | "fundamental (D4 and shifts)" => Convention::Fundamental,
        "fundamental (rotations, reflections, translations)" => Convention::Fundamental,
        "fundamental (directed)" => Convention::FundamentalDirected,
        "fixed by 180-degree rotation" | "undirected tours with 180-degree symmetry" => {
            Convention::HalfTurn
        }
        "fixed by 90-degree rotation" => Convention::QuarterTurn,
        "fundamental asymmetric" | "D4 classes of size 8 (asymmetric)" => Convention::Asymmetric,
        "fundamental with 180-degree symmetry only" => Convention::HalfTurnClasses,
        "D4 classes of size 4 (180-degree symmetric)" => Convention::HalfTurnClasses,
        "fundamental with 90-degree symmetry" => Convention::QuarterTurnClasses,
        "undirected, Eulerian symmetry (180 degrees preserving direction)" => Convention::Eulerian,
        "undirected, Bergholtian symmetry (180 degrees reversing)" => Convention::Bergholtian,
        "undirected, axial (reflection) symmetry" => Convention::Axial,
        "classes under D4 and torus shifts" => {
            return Err("placements on the plane up to shifts around the torus");
        }
        text if text.starts_with("backtrack nodes") => {
            return Err("nodes of a plain backtrack search by rows, which no method here is");
        }
        _ => return Err("a convention that is not known here"),
    })
}

/// "2 col 3" on a board of so many rows and columns, as the square is named here.
fn start(dims: &str, square: &str) -> Option<String> {
    let (row, column) = square.split_once(" col ")?;
    let rows: usize = dims.split_once('x')?.0.parse().ok()?;
    let (row, column): (usize, u8) = (row.parse().ok()?, column.parse().ok()?);
    let letter = char::from(column.checked_add(b'a' - 1).filter(u8::is_ascii_lowercase)?);
    Some(format!("{letter}{}", (rows + 1).checked_sub(row)?))
}

/// "3 rows, first 22 cells", as a board is written. Where the last column is full, it is a
/// rectangle.
fn strip(dims: &str) -> Option<String> {
    let (rows, cells) = dims.strip_suffix(" cells")?.split_once(" rows, first ")?;
    let (rows, cells): (usize, usize) = (rows.parse().ok()?, cells.parse().ok()?);
    Some(match cells.is_multiple_of(rows) {
        true => format!("{rows}x{}", cells / rows),
        false => format!("strip:{rows},{cells}"),
    })
}

/// Walks: their length and limits stand in the convention.
fn walk(board: &str, dims: &str, convention: &str) -> Option<Asked> {
    let number = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        (end > 0).then(|| text[..end].to_string())
    };
    let after = |word: &str| convention.split_once(word).map(|(_, rest)| rest);
    let (place, kind) = match (board, dims) {
        ("keypad", pad) if pad.starts_with("18-key pad") || pad == "keypad 18 keys" => {
            ("letters18", "walk")
        }
        ("keypad", pad) if pad.starts_with("phone pad") => ("phone", "walk"),
        ("square", dims) if convention.contains("self-avoiding walks with") => {
            (dims, "self-avoiding walk")
        }
        ("square", dims) if convention.ends_with("-cell paths") => (dims, "self-avoiding walk"),
        _ => return None,
    };
    let length = after("length ").or(after("walks with ")).or(after("directed "));
    let length = length.and_then(number)?;
    let mut board = format!("{place} length {length}");
    if let Some(most) = after("at most ").and_then(number) {
        board.push_str(&format!(" at most {most} of AEIO"));
    }
    if let Some(key) = after("start ").or(after("from key ")) {
        board.push_str(&format!(" from {}", key.chars().next()?));
    }
    let convention = Convention::Sequences;
    Some(Asked { family: "walks", board, piece: "knight", kind, convention })
}

#[cfg(test)]
mod tests {
    use super::{asked, start, strip, walk};

    #[test]
    fn strips_and_walks_are_named_as_they_are_asked() {
        assert_eq!(strip("3 rows, first 22 cells").unwrap(), "strip:3,22");
        assert_eq!(strip("5 rows, first 20 cells").unwrap(), "5x4");
        let pad = "18-key pad ABCDE/FGHIJ/KLMNO/.123.";
        for (board, dims, convention, expected) in [
            (
                "keypad",
                pad,
                "length 10, at most 2 vowels, start A",
                "letters18 length 10 at most 2 of AEIO from A",
            ),
            ("keypad", pad, "length 10, no vowel limit", "letters18 length 10"),
            (
                "keypad",
                "phone pad 123",
                "length 10 from key 1, repeats allowed",
                "phone length 10 from 1",
            ),
            ("square", "8x8", "directed self-avoiding walks with 5 cells", "8x8 length 5"),
        ] {
            assert_eq!(walk(board, dims, convention).unwrap().board, expected);
        }
    }

    #[test]
    fn squares_are_named_as_here() {
        assert_eq!(start("5x5", "1 col 3").unwrap(), "c5");
        assert_eq!(start("3x4", "3 col 1").unwrap(), "a1");
        assert_eq!(start("5x5", "1 col 0"), None);
        let row =
            asked("knight", "square", "5x5", "plane", "open", "directed, start at row 2 col 1", "");
        assert_eq!(row.ok().unwrap().board, "5x5 from a4");
    }
}
