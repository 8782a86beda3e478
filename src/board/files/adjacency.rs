//! Lists of neighbours, `1: 2 3`.

use super::draft::{Draft, Read, Word, at, listed, rows};

/// A line for each vertex: its name, an optional colon, and its neighbours.
pub(super) fn read(text: &str, directed: bool) -> Read<Draft> {
    let mut draft = Draft::new(directed);
    let mut heads = std::collections::HashSet::new();
    let mut has_colons = None;
    for (line, words) in rows(text) {
        let (head, near) = parted(&words);
        if *has_colons.get_or_insert(near.is_some()) != near.is_some() {
            return Err(at(line, 0)("a colon is on some lines only".into()));
        }
        let from = listed(&mut draft, line, &head)?;
        if !heads.insert(from) {
            return Err(at(line, head.at)(format!("a second line of {}", head.text)));
        }
        for word in near.unwrap_or(words[1..].to_vec()) {
            let to = listed(&mut draft, line, &word)?;
            draft.edge(from, to).map_err(at(line, word.at))?;
        }
    }
    Ok(draft)
}

/// True if the first line has a colon after its first name.
pub(super) fn has_colons(text: &str) -> bool {
    rows(text).next().is_some_and(|(_, words)| parted(&words).1.is_some())
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
