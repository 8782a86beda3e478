//! TSPLIB files of Hamiltonian cycle problems.

use super::draft::{Draft, Read, amount, at, exactly, joined, lines, words};

/// TSPLIB: keywords with colons, then the edges, up to -1.
pub(super) fn read(text: &str, _: bool) -> Read<Draft> {
    let mut draft = None;
    let (mut by_lists, mut in_edges, mut ended, mut tail) = (false, false, false, None);
    let mut last = 0;
    for (line, content) in lines(text) {
        let wrong = at(line, 0);
        last = line + 1;
        let first = content.trim_start();
        if first.starts_with("FIXED_EDGES") {
            return Err(wrong("fixed edges are not read".into()));
        }
        if ended && first != "EOF" {
            return Err(wrong("behind the end of the edges".into()));
        }
        if first == "EOF" {
            ended = true;
        } else if !in_edges || first.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let (keyword, value) = first.split_once(':').unwrap_or((first, ""));
            match (keyword.trim(), value.trim()) {
                ("NAME" | "COMMENT", _) | ("TYPE", "HCP") => {}
                ("EDGE_DATA_FORMAT", "EDGE_LIST") => by_lists = false,
                ("EDGE_DATA_FORMAT", "ADJ_LIST") => by_lists = true,
                ("DIMENSION", _) if draft.is_some() => {
                    return Err(wrong("a second DIMENSION".into()));
                }
                ("DIMENSION", count) => {
                    let count = amount(count).map_err(&wrong)?;
                    draft = Some(Draft::numbered(1, count, false).map_err(&wrong)?);
                }
                ("EDGE_DATA_SECTION", _) if draft.is_some() => in_edges = true,
                ("EDGE_DATA_SECTION", _) => return Err(wrong("DIMENSION is missing".into())),
                ("TYPE", other) => return Err(wrong(format!("TYPE {other}: only HCP is read"))),
                (keyword, value) => {
                    return Err(wrong(format!("{:?} is not read", format!("{keyword} {value}"))));
                }
            }
        } else if let Some(draft) = &mut draft {
            let words = words(content);
            if !by_lists && words[0].text != "-1" {
                exactly(line, &words, 2)?;
            }
            for word in &words {
                match (word.text, tail) {
                    ("-1", Some(_)) if by_lists => tail = None,
                    ("-1", None) => ended = true,
                    _ if ended => return Err(at(line, word.at)("behind the last -1".into())),
                    (_, None) => tail = Some(*word),
                    (_, Some(from)) => {
                        joined(draft, line, &from, word)?;
                        tail = tail.filter(|_| by_lists);
                    }
                }
            }
        }
    }
    match draft.filter(|_| in_edges) {
        None => Err(at(last, 0)("EDGE_DATA_SECTION is missing".into())),
        Some(_) if !ended || tail.is_some() => {
            Err(at(last, 0)("the edges end without -1 or EOF: is the file cut off?".into()))
        }
        Some(draft) => Ok(draft),
    }
}
