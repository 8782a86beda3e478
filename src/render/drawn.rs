//! `Drawn`: a listing as a picture, or as a sheet of pictures.

use std::io::{Error as IoError, ErrorKind, Result};

use super::format::Format;
use super::sheet::Sheet;
use crate::draw::Pictures;
use crate::walks::WalkQuestion;

/// Collects solutions, and draws them at the end.
#[derive(Debug)]
pub(super) struct Drawn {
    pictures: Pictures,
    format: Format,
    /// True if solutions are given as columns of queens.
    columns: bool,
    /// The question whose walks have codes.
    codes: Option<WalkQuestion>,
}

impl Drawn {
    pub(super) fn new(sheet: Sheet<'_>, format: Format) -> Drawn {
        let (pictures, columns) = sheet.pictures();
        Drawn { pictures, format, columns, codes: sheet.coded() }
    }

    pub(super) fn put(&mut self, squares: &[u32]) -> Result<()> {
        let note = self.codes.as_ref().map(|walks| walks.code(squares).to_string());
        let put = match self.columns {
            true => self.pictures.put_columns(squares),
            false => self.pictures.put_with(squares, note.unwrap_or_default()),
        };
        put.map_err(|error| IoError::new(ErrorKind::InvalidInput, error))
    }

    pub(super) fn end(&self) -> Result<Vec<u8>> {
        picture(self.format, self.pictures.svg())
    }
}

/// Converts SVG to a picture in this format.
///
/// # Errors
/// An error of kind `Unsupported` if the program was built without the format.
pub fn picture(format: Format, svg: String) -> Result<Vec<u8>> {
    match format {
        Format::Png => png(&svg),
        _ => Ok(svg.into_bytes()),
    }
}

#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>> {
    crate::draw::png(svg).map_err(|error| IoError::new(ErrorKind::InvalidInput, error))
}

#[cfg(not(feature = "png"))]
fn png(_: &str) -> Result<Vec<u8>> {
    Err(IoError::new(ErrorKind::Unsupported, "the program was built without the feature png"))
}
