//! One row of the published table, in the words of this program's questions.

use csv::StringRecord;

use super::asked::{Unasked, asked};
use crate::answer::{Convention, Label};
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
    /// True if it is about the question of that name.
    pub fn is_about(&self, label: &Label) -> bool {
        (self.family, self.kind) == (label.family, label.kind)
            && self.piece == label.piece
            && upright(&self.board) == upright(&label.board)
    }

    /// Reads one record; or the reason, if it is about a question that cannot be asked.
    pub(super) fn read(record: &StringRecord) -> Result<Result<Published, Unasked>, Error> {
        let line = record.position().map_or(0, csv::Position::line);
        let field = |i: usize, name: &str| {
            let problem = format!("no {name}");
            record.get(i).ok_or(Error::PublishedRow { line, problem })
        };
        let (piece, board, dims) = (field(0, "piece")?, field(1, "board")?, field(2, "dims")?);
        let (topology, kind) = (field(3, "topology")?, field(4, "kind")?);
        let (convention, note) = (field(5, "convention")?, field(8, "note")?);
        let asked = match asked(piece, board, dims, topology, kind, convention, note) {
            Ok(asked) => asked,
            Err(why) => return Ok(Err(why)),
        };
        let value = field(6, "value")?
            .parse()
            .map_err(|error: Error| Error::PublishedRow { line, problem: error.to_string() })?;
        Ok(Ok(Published {
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
        assert_eq!(upright("torus:6x5"), "torus:5x6");
        assert_eq!(upright("cylinder:6x5"), "cylinder:6x5");
        assert_eq!(upright("strip:5,3"), "strip:5,3");
    }
}
