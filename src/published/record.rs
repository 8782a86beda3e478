//! `Record`: the fields of a line, and its number for messages.

use std::str::FromStr;

use csv::{Position, Reader, StringRecord};

use crate::error::Error;

/// A line after the header.
pub(super) struct Record {
    line: u64,
    fields: StringRecord,
}

impl Record {
    /// The records of CSV text whose header begins with these columns.
    ///
    /// # Errors
    /// [`Error::PublishedRow`] with the first line that has other columns.
    pub fn all(text: &str, columns: &[&str]) -> Result<Vec<Record>, Error> {
        let wrong = |error: csv::Error| Error::PublishedRow {
            line: error.position().map_or(0, Position::line),
            problem: error.to_string(),
        };
        let mut reader = Reader::from_reader(text.as_bytes());
        if !columns.iter().copied().eq(reader.headers().map_err(wrong)?.iter().take(columns.len()))
        {
            let problem = format!("the columns are not {}", columns.join(", "));
            return Err(Error::PublishedRow { line: 1, problem });
        }
        let record = |fields: StringRecord| Record {
            line: fields.position().map_or(0, Position::line),
            fields,
        };
        reader.records().map(|fields| fields.map(record).map_err(wrong)).collect()
    }

    /// The text of a field. All records have as many fields as the header.
    pub fn text(&self, column: usize) -> &str {
        &self.fields[column]
    }

    /// The value of a field.
    ///
    /// # Errors
    /// [`Error::PublishedRow`] if it does not parse.
    pub fn value<T: FromStr<Err = Error>>(&self, column: usize) -> Result<T, Error> {
        let wrong =
            |error: Error| Error::PublishedRow { line: self.line, problem: error.to_string() };
        self.text(column).parse().map_err(wrong)
    }
}
