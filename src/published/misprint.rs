//! Known misprints and the correct counts, so that a verifier can identify them.

use std::sync::LazyLock;

use super::record::Record;
use crate::convention::Convention;
use crate::count::Count;
use crate::error::Error;
use crate::question::Question;

static EMBEDDED: LazyLock<Vec<Misprint>> = LazyLock::new(|| {
    Misprint::all(include_str!("erroneous.csv")).expect("the embedded table is read by the tests")
});

/// A printed count that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misprint {
    /// The question, upright.
    pub question: Question,
    /// The convention.
    pub convention: Convention,
    /// The printed count.
    pub wrong: Count,
    /// The correct count.
    pub right: Count,
    /// The publication.
    pub source: String,
}

impl Misprint {
    /// The misprints built into the program.
    pub fn embedded() -> &'static [Misprint] {
        &EMBEDDED
    }

    /// Reads a table from CSV text with a header line.
    ///
    /// # Errors
    /// [`Error::PublishedRow`] with the first line that cannot be read.
    pub fn all(text: &str) -> Result<Vec<Misprint>, Error> {
        let columns = ["question", "convention", "wrong", "right", "source"];
        let misprint = |record: &Record| {
            Ok(Misprint {
                question: record.value::<Question>(0)?.upright(),
                convention: record.value(1)?,
                wrong: record.value(2)?,
                right: record.value(3)?,
                source: record.text(4).into(),
            })
        };
        Record::all(text, &columns)?.iter().map(misprint).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Misprint;
    use crate::published::Table;
    use crate::published::record::Record;

    #[test]
    fn every_question_is_in_its_canonical_text() {
        let records = Record::all(include_str!("erroneous.csv"), &["question"]).unwrap();
        assert_eq!(records.len(), Misprint::embedded().len());
        for (record, misprint) in records.iter().zip(Misprint::embedded()) {
            assert_eq!(record.text(0), misprint.question.to_string());
        }
    }

    #[test]
    fn no_misprint_is_among_the_published_counts() {
        let misprints = Misprint::embedded();
        assert!(misprints.len() > 10);
        for Misprint { question, convention, wrong, right, source } in misprints {
            assert_ne!(wrong, right, "{source}");
            for row in Table::embedded().lookup(question) {
                if row.convention == *convention {
                    assert_eq!(row.value, *right, "{source}");
                }
            }
        }
    }
}
