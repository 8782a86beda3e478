//! Rows of cells from lines, CSV, JSON and JSON by lines; the question that they show.

use serde_json::Value;

use crate::error::Error;
use crate::question::{Instance, Queens, Question};

/// Makes a question about tours from the text of an inferred board.
pub(super) type Tours<'a> = &'a dyn Fn(&str) -> Result<Question, Error>;

/// The remedy for any unreadable input.
const REMEDY: &str = "give a listing as text, lines, csv, json, jsonl or binary, and its board";

pub(super) fn wrong(file: &str, line: usize, problem: impl Into<String>) -> Error {
    Error::FileText { file: file.into(), line, at: 1, problem: problem.into(), remedy: REMEDY }
}

/// A solution as written.
#[derive(Debug)]
pub(super) struct Row {
    /// The line, from 1.
    pub line: usize,
    pub cells: Vec<String>,
    /// The kind of cells according to the file's header.
    pub kind: Option<Kind>,
}

/// The kinds of columns in a CSV file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Squares,
    Columns,
}

/// Every row of a text.
pub(super) fn rows(text: &str, file: &str) -> Result<Vec<Row>, Error> {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("").trim();
    let rows = match () {
        () if first.starts_with('[') => json(text, file),
        () if first.starts_with("square1") => csv(text, file, Kind::Squares),
        () if first.starts_with("row1") => csv(text, file, Kind::Columns),
        () => Ok(lines(text)),
    }?;
    if rows.is_empty() {
        return Err(wrong(file, 1, "there is no solution"));
    }
    Ok(rows)
}

fn lines(text: &str) -> Vec<Row> {
    let row = |(i, line): (usize, &str)| {
        // A code may follow a walk.
        let line = line.rsplit_once(": ").map_or(line, |(walk, _)| walk);
        let cells = line.split([' ', ',', '\t']).filter(|cell| !cell.is_empty());
        Row { line: i + 1, cells: cells.map(String::from).collect(), kind: None }
    };
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(row).collect()
}

fn csv(text: &str, file: &str, kind: Kind) -> Result<Vec<Row>, Error> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let unread = |error: csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        wrong(file, line as usize, "this row has other columns than the header")
    };
    let header = reader.headers().map_err(unread)?;
    let coded = header.iter().next_back() == Some("code");
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(unread)?;
        let line = record.position().map_or(1, csv::Position::line) as usize;
        let cells = record.iter().take(record.len() - usize::from(coded));
        rows.push(Row { line, cells: cells.map(String::from).collect(), kind: Some(kind) });
    }
    Ok(rows)
}

/// Reads an array from each line; brackets and commas around the arrays are ignored.
fn json(text: &str, file: &str) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim().trim_end_matches(',');
        if ["[", "]", "", "[]"].contains(&line) {
            continue;
        }
        let unread = |what| wrong(file, i + 1, what);
        let cells: Vec<Value> =
            serde_json::from_str(line).map_err(|_| unread("this is no JSON array of squares"))?;
        let mut cells: Vec<String> = cells
            .into_iter()
            .map(|cell| match cell {
                Value::String(text) => Ok(text),
                Value::Number(number) => Ok(number.to_string()),
                _ => Err(unread("a square is neither a name nor a number")),
            })
            .collect::<Result<_, _>>()?;
        // The code of a walk is a string after the numbers, and longer than each of them.
        let is_code = |cells: &[String]| {
            let [walk @ .., _, code] = cells else { return false };
            let quoted = line.ends_with(&format!("\"{code}\"]"));
            quoted
                && code.bytes().all(|b| b.is_ascii_digit())
                && !line[1..].starts_with('"')
                && !walk.is_empty()
        };
        if is_code(&cells) {
            cells.pop();
        }
        rows.push(Row { line: i + 1, cells, kind: None });
    }
    Ok(rows)
}

impl Row {
    /// The squares of the solution.
    pub fn squares(&self, question: &Question, file: &str) -> Result<Vec<u32>, Error> {
        let Question::Queens(queens) = question else {
            let instance = question.instance().expect("only placements have none");
            let named = matches!(instance, Instance::Graph(graph) if graph.names().is_some());
            let is_walk = matches!(question, Question::Walks(_));
            let coded = self.without_code(question);
            let numbered = is_walk && !named && coded.iter().all(|cell| number(cell).is_some());
            let texts = match instance {
                // Keys may be written without separators.
                Instance::Keypad(..) if is_walk && coded.len() == 1 => {
                    coded[0].chars().map(String::from).collect()
                }
                _ => coded.to_vec(),
            };
            if let (Instance::Graph(graph), false) = (instance, is_walk)
                && let Some(squares) = places(&texts, graph.graph().len())
            {
                return Ok(squares);
            }
            let keys = matches!(instance, Instance::Keypad(..));
            let by_number = numbered && !(keys && texts.len() != coded.len());
            let square = |text: &String| match number(text) {
                Some(square) if by_number && (square as usize) < instance.len() => Ok(square),
                _ => instance.square(text).map(|square| square as u32),
            };
            return texts
                .iter()
                .map(square)
                .collect::<Result<_, _>>()
                .map_err(|error| wrong(file, self.line, error.to_string()));
        };
        let (height, width) = (queens.height(), queens.width());
        if self.cells.len() != height {
            let problem = format!("{} columns, and the board has {height} rows", self.cells.len());
            return Err(wrong(file, self.line, problem));
        }
        let mut squares = Vec::new();
        for (row, cell) in self.cells.iter().enumerate() {
            let column = number(cell).filter(|&column| column as usize <= width);
            let Some(column) = column else {
                let problem = format!("\"{cell}\" is no column from 1 to {width}, nor 0 for none");
                return Err(wrong(file, self.line, problem));
            };
            if column > 0 {
                squares.push((row * width) as u32 + column - 1);
            }
        }
        Ok(squares)
    }

    /// The cells without the code of a walk.
    fn without_code(&self, question: &Question) -> &[String] {
        match question {
            Question::Walks(walks) if self.cells.len() == walks.length() + 1 => {
                &self.cells[..walks.length()]
            }
            _ => &self.cells,
        }
    }
}

/// Converts a text listing, which has the place of each vertex in the tour, from 1. If vertices
/// have no names, this form is recognised by the missing 0, which is a vertex but not a place.
fn places(texts: &[String], vertices: usize) -> Option<Vec<u32>> {
    let numbers: Option<Vec<u32>> = texts.iter().map(|text| number(text)).collect();
    let numbers = numbers.filter(|numbers| numbers.len() == vertices)?;
    let mut squares = vec![u32::MAX; vertices];
    for (vertex, &place) in numbers.iter().enumerate() {
        *squares.get_mut((place as usize).checked_sub(1)?)? = vertex as u32;
    }
    (!squares.contains(&u32::MAX)).then_some(squares)
}

pub(super) fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// The question that the rows answer, as far as they show it.
pub(super) fn question(rows: &[Row], file: &str, tours: Tours<'_>) -> Result<Question, Error> {
    let first = &rows[0];
    let numbers = first.cells.iter().all(|cell| number(cell).is_some());
    match first.kind {
        Some(Kind::Columns) => return Ok(Question::Queens(Queens::new(first.cells.len())?)),
        // Columns of queens are at most the number of queens.
        None if numbers && are_columns(rows) => {
            return Ok(Question::Queens(Queens::new(first.cells.len())?));
        }
        _ if numbers => {
            return Err(wrong(
                file,
                first.line,
                "these are squares by their numbers, and nothing says of which board",
            ));
        }
        _ => {}
    }
    let (mut rows_seen, mut columns_seen) = (0, 0);
    for cell in &first.cells {
        let split = cell.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(0);
        let (letters, digits) = cell.split_at(split);
        let digit = |c: char| usize::from(c.to_ascii_lowercase() as u8 - b'a') + 1;
        let column =
            letters.chars().try_fold(0usize, |n, c| n.checked_mul(26)?.checked_add(digit(c)));
        let (Some(column), Some(row), false) = (column, number(digits), letters.is_empty()) else {
            let problem = format!("the squares do not fill a rectangle: \"{cell}\" is none of it");
            return Err(wrong(file, first.line, problem));
        };
        rows_seen = rows_seen.max(row as usize);
        columns_seen = columns_seen.max(column);
    }
    if rows_seen.saturating_mul(columns_seen) != first.cells.len() {
        let problem =
            "the squares do not fill a rectangle, and nothing says of which board they are";
        return Err(wrong(file, first.line, problem));
    }
    tours(&format!("{rows_seen}x{columns_seen}"))
}

fn are_columns(rows: &[Row]) -> bool {
    rows.iter().all(|row| {
        let side = row.cells.len();
        side == rows[0].cells.len()
            && row
                .cells
                .iter()
                .all(|cell| number(cell).is_some_and(|column| column as usize <= side))
    })
}
