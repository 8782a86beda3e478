//! DIMACS files of graphs.

use super::draft::{Draft, Read, Word, amount, at, exactly, joined, lines, words};

/// DIMACS: `p edge 5 6`, then `e 1 2` or `a 1 2`.
pub(super) fn read(text: &str, directed: bool) -> Read<Draft> {
    let mut draft: Option<(Draft, usize, usize)> = None;
    let mut arcs = None;
    for (line, content) in lines(text) {
        let words = words(content);
        match (words[0].text, &mut draft) {
            ("c", _) => {}
            ("p", None) => {
                exactly(line, &words, 4)?;
                let number = |word: &Word<'_>| amount(word.text).map_err(at(line, word.at));
                let (vertices, edges) = (number(&words[2])?, number(&words[3])?);
                let empty =
                    Draft::numbered(1, vertices, directed).map_err(at(line, words[2].at))?;
                draft = Some((empty, edges, line));
            }
            (kind @ ("e" | "a"), Some((draft, ..))) => {
                if words.len() == 4 {
                    let problem = format!("\"{kind} u v w\" has a weight, which is not read");
                    return Err(at(line, words[3].at)(problem));
                }
                exactly(line, &words, 3)?;
                if *arcs.get_or_insert(kind == "a") != (kind == "a") {
                    return Err(at(line, 0)("edges and arcs in one file".into()));
                }
                draft.directed |= kind == "a";
                joined(draft, line, &words[1], &words[2])?;
            }
            ("p", Some(_)) => return Err(at(line, 0)("a second line \"p\"".into())),
            ("e" | "a", None) => return Err(at(line, 0)("no line \"p\" is before it".into())),
            (other, _) => return Err(at(line, 0)(format!("a line \"{other}\" is not read"))),
        }
    }
    let Some((draft, edges, line)) = draft else {
        return Err(at(0, 0)("a line \"p edge VERTICES EDGES\" is missing".into()));
    };
    // Some files have each edge in both directions, counted once.
    let found = draft.edges.len();
    if found != edges && found != 2 * edges {
        return Err(at(line, 0)(format!("{edges} edges are announced, {found} follow")));
    }
    if found == 2 * edges {
        draft.is_symmetric().map_err(at(line, 0))?;
    }
    Ok(draft)
}
