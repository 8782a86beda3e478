//! `Published`: one row of the table.

use super::record::Record;
use crate::convention::Convention;
use crate::count::Count;
use crate::error::Error;
use crate::question::Question;

/// A published count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The question, upright.
    pub question: Question,
    /// What the count counts.
    pub convention: Convention,
    /// The published value.
    pub value: Count,
    /// The publication.
    pub source: String,
}

impl Published {
    /// The columns of its file. The note in the next column is for readers.
    pub(super) const COLUMNS: [&str; 4] = ["question", "convention", "value", "source"];

    /// Reads a record about this question.
    pub(super) fn read(record: &Record, question: Question) -> Result<Published, Error> {
        Ok(Published {
            question,
            convention: record.value(1)?,
            value: record.value(2)?,
            source: record.text(3).into(),
        })
    }
}
