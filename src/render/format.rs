//! `Format`: the formats of answers and listings.
//!
//! To add one: a variant here, an arm in each `match` below, and a file with its writer.

use std::fmt;
use std::io::{Error as IoError, ErrorKind, Result as IoResult, Write};
use std::str::FromStr;

use super::frame::{Frame, LINES};
use super::json::{self, answer_value, json};
use super::rows::{self, csv, markdown};
use super::text::text;
use crate::error::Error;
use crate::solve::Answer;

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// For people.
    Text,
    /// For programs; counts are strings.
    Json,
    /// For tables.
    Csv,
    /// A line of JSON for each answer or solution.
    Jsonl,
    /// For documents: a table.
    Markdown,
    /// Boards in frames with coordinates and arrows; for listings only.
    Framed,
    /// A line for each solution; for listings only.
    Lines,
    /// A b-file of OEIS, `n a(n)` on each line; for tables that are one sequence.
    Bfile,
    /// A compact form for [`PackedSolutions`](super::PackedSolutions); for listings only.
    Binary,
    /// A picture, or a sheet of them; for listings only.
    Svg,
    /// A PNG picture, if the program was built with it; for listings only.
    Png,
}

impl Format {
    /// Every format; the default first.
    pub const ALL: [Format; 11] = [
        Format::Text,
        Format::Json,
        Format::Csv,
        Format::Jsonl,
        Format::Markdown,
        Format::Framed,
        Format::Lines,
        Format::Bfile,
        Format::Binary,
        Format::Svg,
        Format::Png,
    ];

    /// The format's name.
    pub fn name(self) -> &'static str {
        self.described().0
    }

    /// The description: answers first, then listings after the semicolon.
    pub fn about(self) -> &'static str {
        self.described().1
    }

    fn described(self) -> (&'static str, &'static str) {
        match self {
            Format::Text => ("text", "For people; drawn boards, and walks one a line"),
            Format::Json => ("json", "One JSON object, counts as strings; an array of arrays"),
            Format::Csv => {
                ("csv", "A header and one row for each convention; one row for each solution")
            }
            Format::Jsonl => ("jsonl", "JSON, an object a line; one array a line"),
            Format::Markdown => ("markdown", "A table; one row for each solution"),
            Format::Framed => {
                ("framed", "Listings only: boards in frames, with coordinates and arrows")
            }
            Format::Lines => ("lines", "Listings only: one solution a line"),
            Format::Bfile => {
                ("bfile", "Tables of one sequence only: a b-file of OEIS, n and a(n) on a line")
            }
            Format::Binary => ("binary", "Listings only: compact, see docs/listings.md"),
            Format::Svg => {
                ("svg", "Pictures: one, or a sheet of up to 2,000; see docs/pictures.md")
            }
            Format::Png => ("png", "The same as PNG, where the program is built with it"),
        }
    }

    /// True if answers can be written in it.
    pub fn writes_counts(self) -> bool {
        let lists = matches!(self, Format::Framed | Format::Lines | Format::Binary);
        !lists && self != Format::Bfile && !self.is_picture()
    }

    /// True if listings can be written in it.
    pub fn writes_listings(self) -> bool {
        self != Format::Bfile
    }

    /// True if tables of answers can be written in it.
    pub fn writes_tables(self) -> bool {
        self.writes_counts() || self == Format::Bfile
    }

    /// The frame of rows in listings, for text formats without drawings.
    pub(super) fn frame(self) -> &'static Frame {
        match self {
            Format::Json => &json::FRAME,
            Format::Jsonl => &json::BY_LINES,
            Format::Csv => &rows::CSV,
            Format::Markdown => &rows::MARKDOWN,
            _ => &LINES,
        }
    }

    /// True if it is text, which a terminal can show.
    pub fn is_text(self) -> bool {
        !matches!(self, Format::Binary | Format::Png)
    }

    /// True if it is a picture.
    pub fn is_picture(self) -> bool {
        matches!(self, Format::Svg | Format::Png)
    }

    /// False if the program was built without the format.
    pub fn is_built(self) -> bool {
        self != Format::Png || cfg!(feature = "png")
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = Error;

    /// Parses a name.
    fn from_str(text: &str) -> Result<Format, Error> {
        Format::ALL.into_iter().find(|format| format.name() == text).ok_or_else(|| Error::Text {
            what: "format",
            text: text.into(),
            at: 1,
            problem: "no format is called that".into(),
            remedy: "write text, json, csv, jsonl, markdown, framed, lines, bfile, binary, svg or png",
        })
    }
}

/// Writes answers: lines of text of at most `width` characters; one JSON object, or an array of
/// several; JSON by lines; or rows below one header.
///
/// # Errors
/// Those of the writer, and one of kind `Unsupported` for a format without counts.
pub fn answers<'a>(
    format: Format,
    width: usize,
    answers: impl IntoIterator<Item = &'a Answer>,
    out: &mut impl Write,
) -> IoResult<()> {
    match format {
        Format::Text => answers.into_iter().try_for_each(|answer| text(answer, width, out)),
        Format::Json => {
            let mut values: Vec<_> = answers.into_iter().map(answer_value).collect();
            match values.len() {
                1 => writeln!(out, "{}", values.remove(0)),
                _ => json::array(&values, out),
            }
        }
        Format::Jsonl => answers.into_iter().try_for_each(|answer| json(answer, out)),
        Format::Csv => csv(answers, out),
        Format::Markdown => markdown(answers, out),
        _ => {
            let problem = format!("no count is written as {format}");
            Err(IoError::new(ErrorKind::Unsupported, problem))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn every_format_is_read_by_its_name() {
        let error = "xml".parse::<Format>().unwrap_err().to_string();
        for format in Format::ALL {
            assert_eq!(format.to_string().parse::<Format>().unwrap(), format);
            assert!(error.contains(format.name()), "{error}");
            assert!(!format.about().contains('\n'));
        }
    }
}
