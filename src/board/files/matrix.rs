//! Matrices of 0 and 1.

use super::draft::{Draft, Read, Word, at, rows};

/// True for equally many rows and columns of 0 and 1. Two rows of two words may also be two edges.
pub(super) fn is_meant(text: &str) -> bool {
    let plain = plain(text);
    let rows: Vec<_> = rows(&plain).collect();
    let is_row = |words: &[Word<'_>]| {
        let mut digits = words.iter().flat_map(|word| word.text.chars());
        (words.len() == 1 || words.len() == rows.len() && words.len() > 2)
            && digits.clone().count() == rows.len()
            && digits.all(|c| matches!(c, '0' | '1'))
    };
    rows.len() > 1 && rows.iter().all(|(_, words)| is_row(words))
}

/// The rows without brackets.
fn plain(text: &str) -> String {
    text.replace(['[', ']'], " ")
}

/// A row for each vertex, of 0 and 1, with blanks, commas or nothing between them; brackets are
/// left aside.
pub(super) fn read(text: &str, directed: bool) -> Read<Draft> {
    let plain = plain(text);
    let rows: Vec<_> = rows(&plain).collect();
    let mut draft = Draft::numbered(0, rows.len(), directed).map_err(at(0, 0))?;
    for (row, (line, entries)) in rows.iter().enumerate() {
        let digits: Vec<Word<'_>> = match &entries[..] {
            [one] => {
                let digits = one.text.char_indices();
                let word = |(i, c): (usize, char)| &one.text[i..i + c.len_utf8()];
                let digits = digits.map(word).enumerate();
                digits.map(|(i, text)| Word { at: one.at + i, text }).collect()
            }
            several => several.to_vec(),
        };
        if digits.len() != rows.len() {
            let (given, needed) = (digits.len(), rows.len());
            let problem = format!("entries: {given}, where a matrix of {needed} rows has {needed}");
            return Err(at(*line, 0)(problem));
        }
        for (column, digit) in digits.iter().enumerate() {
            match digit.text {
                "0" => {}
                "1" => draft.edge(row, column).map_err(at(*line, digit.at))?,
                other => {
                    return Err(at(*line, digit.at)(format!("{other:?} is neither 0 nor 1")));
                }
            }
        }
    }
    draft.is_symmetric().map_err(at(rows.first().map_or(0, |&(line, _)| line), 0))?;
    Ok(draft)
}
