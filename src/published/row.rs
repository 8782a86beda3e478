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
        let asked = match (piece, kind) {
            ("knight", "open") => Some(("tours", "open")),
            ("knight", "closed") => Some(("tours", "closed")),
            ("queen", "placement") => Some(("queens", "placement")),
            _ => None,
        };
        let convention = match convention {
            "directed" => Some(Convention::Directed),
            "undirected" => Some(Convention::Undirected),
            "n queens, all" => Some(Convention::All),
            "n queens, fundamental (D4)" => Some(Convention::Fundamental),
            // Tours up to symmetry and, for open ones, reversal.
            "fundamental" | "fundamental (D4 classes)" | "fundamental (derived)" => {
                Some(Convention::Fundamental)
            }
            "fundamental (undirected)" | "fundamental (D4 classes of undirected)" => {
                Some(Convention::Fundamental)
            }
            _ => None,
        };
        let plane = topology == "plane" && matches!(board, "square" | "rectangle" | "strip");
        // A308131 counts no tour on one square, by a convention of its own.
        let same_convention = !(dims == "1x1" && note.contains("1x1 counted as 0"));
        let (Some((family, kind)), Some(convention), true, true) =
            (asked, convention, plane, same_convention)
        else {
            return Ok(None);
        };
        let value = field(6, "value")?
            .parse()
            .map_err(|error: Error| Error::PublishedRow { line, problem: error.to_string() })?;
        Ok(Some(Published {
            family,
            board: dims.into(),
            piece: piece.into(),
            kind,
            convention,
            value,
            source: without_index(field(7, "source")?).into(),
        }))
    }
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
    let sides: Option<Vec<u64>> = board.split('x').map(|side| side.parse().ok()).collect();
    match sides.as_deref() {
        Some(&[rows, columns]) if rows > columns => format!("{columns}x{rows}"),
        _ => board.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{upright, without_index};

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
        assert_eq!(upright("torus:6x5"), "torus:6x5");
    }
}
