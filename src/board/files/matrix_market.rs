//! Matrix Market files of adjacency matrices.

use super::draft::{Draft, Read, amount, at, exactly, joined, lines, words};

/// Matrix Market: coordinates of the entries of a square matrix.
pub(super) fn read(text: &str, directed: bool) -> Read<Draft> {
    let mut lines = lines(text);
    let (top, header) = lines.next().unwrap_or((0, ""));
    let header = header.to_ascii_lowercase();
    let header: Vec<&str> = header.split_whitespace().collect();
    let (values, is_symmetric) = match header[..] {
        ["%%matrixmarket", "matrix", "coordinate", field, symmetry] => match (field, symmetry) {
            ("pattern", "symmetric") => (0, true),
            ("pattern", "general") => (0, false),
            ("real" | "integer", "symmetric") => (1, true),
            ("real" | "integer", "general") => (1, false),
            _ => return Err(at(top, 0)(format!("{field} {symmetry} is not read"))),
        },
        _ => return Err(at(top, 0)("only \"matrix coordinate\" is read".into())),
    };
    let mut lines = lines.filter(|(_, line)| !line.starts_with('%'));
    let (place, sizes) = lines.next().unwrap_or((top + 1, ""));
    let sizes = words(sizes);
    exactly(place, &sizes, 3)?;
    let number = |i: usize| amount(sizes[i].text).map_err(at(place, sizes[i].at));
    let (rows, columns, entries) = (number(0)?, number(1)?, number(2)?);
    if rows != columns {
        return Err(at(place, 0)(format!("{rows} rows and {columns} columns are no graph")));
    }
    let directed = directed && !is_symmetric;
    let mut draft = Draft::numbered(1, rows, directed).map_err(at(place, 0))?;
    let mut found = 0;
    for (line, content) in lines {
        let words = words(content);
        exactly(line, &words, 2 + values)?;
        if let Some(value) = words.get(2)
            && value
                .text
                .parse::<f64>()
                .is_ok_and(|value| value != 0.0 && value.is_finite())
                .eq(&false)
        {
            return Err(at(line, value.at)(format!("{:?} is no edge's value", value.text)));
        }
        joined(&mut draft, line, &words[0], &words[1])?;
        found += 1;
    }
    if found != entries {
        return Err(at(place, 0)(format!("{entries} entries are announced, {found} follow")));
    }
    if !is_symmetric {
        draft.is_symmetric().map_err(at(place, 0))?;
    }
    Ok(draft)
}
