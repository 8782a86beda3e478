//! Counts that were printed and are wrong, with the right ones: a verifier that meets one of
//! them can say which it is.

use std::sync::LazyLock;

use super::asked::asked;
use crate::answer::{Convention, Label};
use crate::count::Count;
use crate::error::Error;

static EMBEDDED: LazyLock<Vec<Misprint>> = LazyLock::new(|| {
    Misprint::all(include_str!("erroneous.csv")).expect("the embedded table is read by the tests")
});

/// A count that was printed and is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misprint {
    /// The question.
    pub label: Label,
    /// What was counted.
    pub convention: Convention,
    /// What was printed.
    pub wrong: Count,
    /// What it should have been.
    pub right: Count,
    /// Where it was printed.
    pub source: String,
}

impl Misprint {
    /// Those that are built into the program.
    pub fn embedded() -> &'static [Misprint] {
        &EMBEDDED
    }

    /// Reads a table from CSV text with a header line.
    ///
    /// # Errors
    /// [`Error::PublishedRow`] with the first line that cannot be read.
    pub fn all(text: &str) -> Result<Vec<Misprint>, Error> {
        let mut misprints = Vec::new();
        for record in csv::Reader::from_reader(text.as_bytes()).records() {
            let wrong = |line, problem: &str| Error::PublishedRow { line, problem: problem.into() };
            let record = record.map_err(|error| {
                wrong(error.position().map_or(0, csv::Position::line), &error.to_string())
            })?;
            let line = record.position().map_or(0, csv::Position::line);
            let field = |i: usize| record.get(i).unwrap_or_default();
            let count = |i| field(i).parse().map_err(|e: Error| wrong(line, &e.to_string()));
            let [piece, dims, topology, kind, convention] = [0, 1, 2, 3, 4].map(field);
            let board = if dims.starts_with("keypad") { "keypad" } else { "square" };
            let asked = asked(piece, board, dims, topology, kind, convention, "");
            let asked = asked.map_err(|why| wrong(line, why))?;
            misprints.push(Misprint {
                label: Label {
                    family: asked.family,
                    board: asked.board,
                    piece: asked.piece.into(),
                    kind: asked.kind,
                },
                convention: asked.convention,
                wrong: count(5)?,
                right: count(6)?,
                source: field(7).into(),
            });
        }
        Ok(misprints)
    }
}

#[cfg(test)]
mod tests {
    use super::Misprint;
    use crate::published::Table;

    #[test]
    fn no_misprint_is_among_the_published_counts() {
        let misprints = Misprint::embedded();
        assert!(misprints.len() > 10);
        for Misprint { label, convention, wrong, right, source } in misprints {
            assert_ne!(wrong, right, "{source}");
            for row in Table::embedded().lookup(label) {
                if row.convention == *convention {
                    assert_eq!(row.value, *right, "{source}");
                }
            }
        }
    }
}
