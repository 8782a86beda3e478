//! Lists of neighbours, `1: 2 3`, and matrices of 0 and 1.

use super::draft::{Draft, Read, Word, at, rows, words};

const COMMENTS: &[&str] = &["//", "%"];

/// A line for each vertex: its name, a colon that may be missing, and its neighbours.
pub(super) fn list(text: &str, directed: bool) -> Read<Draft> {
    let mut draft = Draft::new(directed);
    let mut heads = std::collections::HashSet::new();
    let mut has_colons = None;
    for (line, words) in rows(text, COMMENTS) {
        let (head, near) = parted(&words);
        if *has_colons.get_or_insert(near.is_some()) != near.is_some() {
            return Err(at(line, 0)("a colon is on some lines only".into()));
        }
        let from = draft.vertex(head.text).map_err(at(line, head.at))?;
        if !heads.insert(from) {
            return Err(at(line, head.at)(format!("a second line of {}", head.text)));
        }
        for word in near.unwrap_or(words[1..].to_vec()) {
            let to = draft.vertex(word.text).map_err(at(line, word.at))?;
            draft.edge(from, to).map_err(at(line, word.at))?;
        }
    }
    Ok(draft)
}

/// True if the first line has a colon behind its first name.
pub(super) fn has_colons(text: &str) -> bool {
    rows(text, COMMENTS).next().is_some_and(|(_, words)| parted(&words).1.is_some())
}

/// The vertex, and its neighbours if there is a colon: `1: 2`, `1 : 2`, `1:2`.
fn parted<'t>(words: &[Word<'t>]) -> (Word<'t>, Option<Vec<Word<'t>>>) {
    let head = words[0];
    if words.get(1).is_some_and(|word| word.text == ":") {
        return (head, Some(words[2..].to_vec()));
    }
    let Some((name, rest)) = head.text.split_once(':') else { return (head, None) };
    let behind = head.at + name.chars().count() + 1;
    let rest = Word { at: behind, text: rest };
    let glued = Some(rest).filter(|word| !word.text.is_empty());
    let near = glued.into_iter().chain(words[1..].iter().copied()).collect();
    (Word { text: name, ..head }, Some(near))
}

/// True for as many rows as columns of 0 and 1. Two rows of two words are two edges, too.
pub(super) fn is_matrix(text: &str) -> bool {
    let plain = plain(text);
    let rows: Vec<_> = rows(&plain, COMMENTS).collect();
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
pub(super) fn matrix(text: &str, directed: bool) -> Read<Draft> {
    let plain = plain(text);
    let rows: Vec<_> = rows(&plain, COMMENTS).collect();
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

/// METIS: `n m`, then a line for each vertex with its neighbours from 1 on. A blank line is a
/// vertex without any.
pub(super) fn metis(text: &str, directed: bool) -> Read<Draft> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('%'));
    let (top, head) = lines.find(|(_, line)| !line.trim().is_empty()).unwrap_or((0, ""));
    let head = words(head);
    let number = |i: usize| {
        let word: Word<'_> = head.get(i).copied().unwrap_or(Word { at: 0, text: "" });
        super::draft::amount(word.text).map_err(at(top, word.at))
    };
    let (vertices, edges) = (number(0)?, number(1)?);
    if let Some(format) = head.get(2).filter(|word| word.text.bytes().any(|b| b != b'0')) {
        return Err(at(top, format.at)(format!("format {}: weights are not read", format.text)));
    }
    let mut draft = Draft::numbered(1, vertices, directed).map_err(at(top, 0))?;
    let mut next = 0;
    for (line, near) in lines {
        if next >= vertices {
            if near.trim().is_empty() {
                continue;
            }
            return Err(at(line, 0)(format!("a line more than {vertices} vertices")));
        }
        for word in words(near) {
            let to = draft.vertex(word.text).map_err(at(line, word.at))?;
            draft.edge(next, to).map_err(at(line, word.at))?;
        }
        next += 1;
    }
    if next < vertices || draft.edges.len() != 2 * edges {
        let found = draft.edges.len();
        return Err(at(top, 0)(format!(
            "{vertices} vertices and {edges} edges are announced, {next} lines and {found} \
             neighbours follow"
        )));
    }
    draft.is_symmetric().map_err(at(top, 0))?;
    Ok(draft)
}
