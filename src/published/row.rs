//! One row of the published table, in the words of this program's questions.

use csv::StringRecord;

use crate::answer::Convention;
use crate::count::Count;
use crate::error::Error;

/// A published count of a question that this program can ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The family of the question: "tours", "queens".
    pub family: &'static str,
    /// The board: "5x6", rows first.
    pub board: String,
    /// The piece.
    pub piece: String,
    /// The kind within the family.
    pub kind: &'static str,
    /// What the count counts.
    pub convention: Convention,
    /// The published value.
    pub value: Count,
    /// Who published it, without the index of the term.
    pub source: String,
}

impl Published {
    /// Reads one record; `None` if it is about a question that cannot be asked.
    pub(super) fn read(record: &StringRecord) -> Result<Option<Published>, Error> {
        let line = record.position().map_or(0, csv::Position::line);
        let field = |i: usize, name: &str| {
            let problem = format!("no {name}");
            record.get(i).ok_or(Error::PublishedRow { line, problem })
        };
        let (piece, board, dims) = (field(0, "piece")?, field(1, "board")?, field(2, "dims")?);
        let (topology, kind) = (field(3, "topology")?, field(4, "kind")?);
        let (convention, note) = (field(5, "convention")?, field(8, "note")?);
        let Some(asked) = asked(piece, board, dims, topology, kind, convention, note) else {
            return Ok(None);
        };
        let value = field(6, "value")?
            .parse()
            .map_err(|error: Error| Error::PublishedRow { line, problem: error.to_string() })?;
        Ok(Some(Published {
            family: asked.family,
            board: asked.board,
            piece: asked.piece.into(),
            kind: asked.kind,
            convention: asked.convention,
            value,
            source: without_index(field(7, "source")?).into(),
        }))
    }
}

/// A question in the words of its label, and what it counts.
struct Asked {
    family: &'static str,
    board: String,
    piece: &'static str,
    kind: &'static str,
    convention: Convention,
}

/// The question that a row answers; `None` if it cannot be asked.
fn asked(
    piece: &str,
    board: &str,
    dims: &str,
    topology: &str,
    kind: &str,
    convention: &str,
    note: &str,
) -> Option<Asked> {
    if kind == "walk" {
        return walk(board, dims, convention);
    }
    let (family, kind) = match (piece, kind) {
        ("queen" | "amazon (superqueen Q+N)", "placement") => ("queens", "placement"),
        (_, "open") => ("tours", "open"),
        (_, "closed") => ("tours", "closed"),
        _ => return None,
    };
    let piece = match piece {
        "knight" => "knight",
        "king" => "king",
        "rook" => "rook",
        "wazir (grid)" => "wazir",
        "queen" => "queen",
        "amazon (superqueen Q+N)" => "amazon",
        _ => return None,
    };
    let convention = match convention {
        "directed" => Convention::Directed,
        "undirected" => Convention::Undirected,
        // Tours up to symmetry and, for open ones, reversal.
        "fundamental" | "fundamental (D4 classes)" | "fundamental (derived)" => {
            Convention::Fundamental
        }
        "fundamental (undirected)" | "fundamental (D4 classes of undirected)" => {
            Convention::Fundamental
        }
        "n queens, all" | "n pieces, all" => Convention::All,
        "n queens, fundamental (D4)" | "n pieces, fundamental" => Convention::Fundamental,
        "n queens, fundamental (D4 and shifts)" => Convention::Fundamental,
        "n queens, fixed by 180-degree rotation" => Convention::HalfTurn,
        "n queens, fixed by 90-degree rotation" => Convention::QuarterTurn,
        "n queens, fundamental asymmetric" => Convention::Asymmetric,
        "n queens, fundamental with 180-degree symmetry only" => Convention::HalfTurnClasses,
        "n queens, fundamental with 90-degree symmetry" => Convention::QuarterTurnClasses,
        _ => return None,
    };
    // A308131 counts no open tour on one square, and some tables count a closed one there,
    // by conventions of their own.
    if dims == "1x1" && (note.contains("1x1 counted as 0") || kind == "closed") {
        return None;
    }
    let board = match (board, topology) {
        ("square" | "rectangle" | "strip", "plane") => dims.into(),
        ("square", "torus") => format!("torus:{dims}"),
        ("ragged strip (column by column)", "plane") => strip(dims)?,
        _ => return None,
    };
    Some(Asked { family, board, piece, kind, convention })
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
        ("keypad", pad) if pad.starts_with("18-key pad") => ("letters18", "walk"),
        ("keypad", pad) if pad.starts_with("phone pad") => ("phone", "walk"),
        ("square", dims) if convention.contains("self-avoiding walks with") => {
            (dims, "self-avoiding walk")
        }
        _ => return None,
    };
    let length = after("length ").or(after("walks with ")).and_then(number)?;
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

/// "OEIS A165134(6)" is the source "OEIS A165134" at its sixth term.
fn without_index(source: &str) -> &str {
    let index = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == ',');
    match source.strip_suffix(')').and_then(|s| s.rsplit_once('(')) {
        Some((name, inner)) if name.starts_with("OEIS") && index(inner) => name,
        _ => source,
    }
}

/// The board with the smaller side first: transposed boards have the same counts.
pub(super) fn upright(board: &str) -> String {
    let (prefix, body) = board.strip_prefix("torus:").map_or(("", board), |body| ("torus:", body));
    let sides: Option<Vec<u64>> = body.split('x').map(|side| side.parse().ok()).collect();
    match sides.as_deref() {
        Some(&[rows, columns]) if rows > columns => format!("{prefix}{columns}x{rows}"),
        _ => board.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{strip, upright, walk, without_index};

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
    fn sources_lose_the_index_of_the_term_only() {
        assert_eq!(without_index("OEIS A165134(6)"), "OEIS A165134");
        assert_eq!(without_index("OEIS A319284(3,0)"), "OEIS A319284");
        assert_eq!(without_index("2 x A001230(4)"), "2 x A001230(4)");
        assert_eq!(without_index("Knuth (2025)"), "Knuth (2025)");
    }

    #[test]
    fn boards_are_turned_upright() {
        assert_eq!(upright("6x5"), "5x6");
        assert_eq!(upright("3x12"), "3x12");
        assert_eq!(upright("torus:6x5"), "torus:5x6");
        assert_eq!(upright("cylinder:6x5"), "cylinder:6x5");
        assert_eq!(upright("strip:5,3"), "strip:5,3");
    }
}
