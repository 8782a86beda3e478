//! Knuth's Stanford GraphBase (`.gb`): vertices with a list of arcs each. An edge is two arcs.

use super::draft::{Draft, Read, amount, at};

/// The fields of a line: quoted names and words, separated by commas.
fn fields(line: &str) -> Vec<&str> {
    let mut quoted = false;
    let parts = line.trim_end_matches(',').split(move |c| {
        quoted ^= c == '"';
        c == ',' && !quoted
    });
    parts.collect()
}

pub(super) fn read(text: &str, directed: bool) -> Read<Draft> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (top, head) = lines.next().unwrap_or((0, ""));
    let sizes = head.split_once('(').and_then(|(_, inside)| {
        let mut parts = inside.trim_end().trim_end_matches(')').split(',').skip(1);
        Some((parts.next()?.strip_suffix('V')?, parts.next()?.strip_suffix('A')?))
    });
    let (vertices, arcs) = sizes.ok_or_else(|| at(top, 0)("the sizes are missing".into()))?;
    let (vertices, arcs) =
        (amount(vertices).map_err(at(top, 0))?, amount(arcs).map_err(at(top, 0))?);
    let mut draft = Draft::new(directed);
    let (mut section, mut firsts, mut table) = ("", Vec::new(), Vec::new());
    for (line, content) in lines {
        let wrong = at(line, 0);
        if let Some(name) = content.strip_prefix("* ") {
            section = name.trim();
            continue;
        }
        let parts = fields(content);
        match section {
            "Vertices" if parts.len() >= 2 => {
                let vertex = draft.vertex(parts[0].trim_matches('"')).map_err(&wrong)?;
                if vertex != firsts.len() {
                    return Err(wrong("two vertices have one name".into()));
                }
                firsts.push(pointer(parts[1], 'A', arcs).map_err(&wrong)?);
            }
            "Arcs" if parts.len() >= 3 => {
                let to = pointer(parts[0], 'V', vertices).map_err(&wrong)?;
                let to = to.ok_or_else(|| wrong("an arc leads nowhere".into()))?;
                table.push((to, pointer(parts[1], 'A', arcs).map_err(&wrong)?, line));
            }
            "Vertices" | "Arcs" => return Err(wrong("fields are missing".into())),
            _ if section.starts_with("Checksum") => {
                return Err(wrong("behind the checksum".into()));
            }
            _ => {}
        }
    }
    if (firsts.len(), table.len()) != (vertices, arcs) || !section.starts_with("Checksum") {
        let (lines, found) = (firsts.len(), table.len());
        return Err(at(top, 0)(format!(
            "{vertices} vertices and {arcs} arcs are announced, {lines} and {found} follow, up to \
             a checksum"
        )));
    }
    let mut taken = 0;
    for (from, first) in firsts.into_iter().enumerate() {
        let mut next = first;
        while let Some(arc) = next {
            let (to, behind, line) = table[arc];
            draft.edge(from, to).map_err(at(line, 0))?;
            taken += 1;
            if taken > arcs {
                return Err(at(line, 0)("an arc comes twice in the lists".into()));
            }
            next = behind;
        }
    }
    if taken != arcs {
        return Err(at(top, 0)(format!("{arcs} arcs, of which the lists have {taken}")));
    }
    draft.is_symmetric().map_err(at(top, 0))?;
    Ok(draft)
}

/// The index in `V12` or `A7`; `None` for 0.
fn pointer(text: &str, kind: char, count: usize) -> Result<Option<usize>, String> {
    if text == "0" {
        return Ok(None);
    }
    let place = amount(text.strip_prefix(kind).unwrap_or(""))?;
    if place < count { Ok(Some(place)) } else { Err(format!("{text} is beyond the file")) }
}
