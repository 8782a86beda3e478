//! Line wrapping of sentences.

use std::io::{Result, Write};

/// The width of text in characters, if the terminal's is unknown.
pub const WIDTH: usize = 80;

/// A space inside a name or a count, at which no line is broken.
pub(super) const TIED: char = '\u{a0}';

/// Joins words that must stay on one line.
pub(super) fn tied(text: &str) -> String {
    text.replace(' ', &TIED.to_string())
}

/// Writes a sentence on lines of at most `width` characters, and indents all but the first. Lines
/// are broken at blanks only, and not after "OEIS"; a longer word gets a line of its own.
///
/// # Errors
/// Those of the writer.
pub fn wrapped(sentence: &str, width: usize, out: &mut impl Write) -> Result<()> {
    let words = sentence.trim_start_matches(' ');
    let indent = " ".repeat(sentence.len() - words.len());
    let words = words.replace("OEIS ", &tied("OEIS "));
    let mut line = indent.clone();
    for word in words.split(' ') {
        let is_begun = !line.trim_start().is_empty();
        if is_begun && line.chars().count() + 1 + word.chars().count() > width {
            writeln!(out, "{line}")?;
            line = format!("{indent}  ");
        } else if is_begun {
            line.push(' ');
        }
        line += &word.replace(TIED, " ");
    }
    writeln!(out, "{line}")
}
