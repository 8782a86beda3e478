//! METIS: `n m`, then a line with the neighbours of each vertex, numbered from 1. A blank line is a
//! vertex without neighbours.

use super::draft::{Draft, Read, Word, amount, at, words};

pub(super) fn read(text: &str, directed: bool) -> Read<Draft> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('%'));
    let (top, head) = lines.find(|(_, line)| !line.trim().is_empty()).unwrap_or((0, ""));
    let head = words(head);
    let number = |i: usize| {
        let word: Word<'_> = head.get(i).copied().unwrap_or(Word { at: 0, text: "" });
        amount(word.text).map_err(at(top, word.at))
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
