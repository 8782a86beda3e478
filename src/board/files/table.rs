//! Tables of edges: a header names the columns, `source,target`. Other columns are ignored, except
//! Gephi's `Type`.

use super::draft::{Draft, Read, Word, Wrong, at, joined};

/// Names of the columns with an edge's ends.
const ENDS: [[&str; 2]; 10] = [
    ["source", "target"],
    ["from", "to"],
    ["src", "dst"],
    ["tail", "head"],
    ["node1", "node2"],
    ["node_1", "node_2"],
    ["vertex1", "vertex2"],
    ["source_id", "target_id"],
    ["fromnodeid", "tonodeid"],
    ["u", "v"],
];

/// The line of the header, the separator, the columns of the ends, and that of the type.
fn header(text: &str) -> Option<(usize, u8, [usize; 2], Option<usize>)> {
    let is_comment = |line: &str| ["#", "//", "%"].iter().any(|c| line.starts_with(c));
    let mut lines = text.lines().enumerate();
    let (l, line) = lines.find(|(_, line)| !line.trim().is_empty() && !is_comment(line))?;
    let by = [b',', b';', b'\t'].into_iter().find(|&by| line.contains(char::from(by)));
    let by = by.unwrap_or(b' ');
    let columns: Vec<String> = line.split(char::from(by)).map(cell).collect();
    let column = |name: &str| columns.iter().position(|column| column == name);
    let ends = ENDS.iter().find_map(|[from, to]| Some([column(from)?, column(to)?]))?;
    // Vertices may have these names, too; then the words occur again in another row.
    let others = lines.map(|(_, line)| line.split(char::from(by)).map(cell).collect::<Vec<_>>());
    let again = |row: Vec<String>| row != columns && row.iter().any(|w| columns.contains(w));
    let is_edge = columns.len() == 2 && { others }.any(again);
    (!is_edge).then(|| (l, by, ends, column("type")))
}

fn cell(text: &str) -> String {
    text.trim().trim_matches('"').to_ascii_lowercase()
}

/// True if the first line names the columns with an edge's ends.
pub(super) fn is_meant(text: &str) -> bool {
    header(text).is_some()
}

pub(super) fn read(text: &str, directed: bool) -> Read<Draft> {
    let Some((top, by, ends, kind)) = header(text) else {
        return Err(at(0, 0)("no header names the ends, as source,target".into()));
    };
    let mut draft = Draft::new(directed);
    let mut kinds = None;
    // Lines before the header are not rows.
    let body: Vec<&str> = text.lines().skip(top + 1).collect();
    let body = body.join("\n");
    let trim = csv::Trim::All;
    let mut rows = csv::ReaderBuilder::new();
    rows.delimiter(by).has_headers(false).flexible(true).trim(trim).comment(Some(b'#'));
    let head = text.lines().nth(top).unwrap_or("");
    let columns: Vec<String> = head.split(char::from(by)).map(cell).collect();
    let width = columns.len();
    for row in rows.from_reader(body.as_bytes()).records() {
        let row = row.map_err(|error| {
            let line = error.position().map_or(0, csv::Position::line) as usize;
            Wrong { line: top + line, at: 0, problem: "a row cannot be read".into() }
        })?;
        let line = top + row.position().map_or(0, csv::Position::line) as usize;
        if row.iter().map(cell).eq(columns.iter().cloned()) {
            return Err(at(line, 0)("the header again".into()));
        }
        if row.len() != width {
            return Err(at(line, 0)(format!(
                "columns: {}, where the header has {width}",
                row.len()
            )));
        }
        let [from, to] = ends.map(|end| Word { at: 0, text: &row[end] });
        joined(&mut draft, line, &from, &to)?;
        if let Some(kind) = kind {
            let arcs = match &row[kind].to_ascii_lowercase()[..] {
                "directed" => true,
                "undirected" => false,
                other => return Err(at(line, 0)(format!("{other:?} is no type of an edge"))),
            };
            if *kinds.get_or_insert(arcs) != arcs {
                return Err(at(line, 0)("edges of both types".into()));
            }
            draft.directed = arcs;
        }
    }
    Ok(draft)
}
