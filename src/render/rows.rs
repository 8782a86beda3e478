//! Answers and solutions as rows of CSV or of a Markdown table; answers have one row for each
//! convention.

use std::io::{Result, Write};

use super::frame::Frame;
use super::grid::{Grid, markdown_cell};
use crate::solve::Answer;

/// The header.
pub const COLUMNS: [&str; 15] = [
    "family",
    "board",
    "piece",
    "kind",
    "convention",
    "count",
    "method",
    "nodes",
    "seconds",
    "threads",
    "published",
    "source",
    "agrees",
    "version",
    "question",
];

/// The columns of an answer's rows that are shown, by number.
const SHOWN: [usize; 9] = [0, 1, 2, 3, 4, 5, 10, 11, 12];

/// Solutions as rows below a header.
pub(super) static CSV: Frame = Frame {
    head: |columns| columns.join(",") + "\n",
    first: "",
    next: "",
    apart: Some(","),
    before_code: ",",
    close: "\n",
    foot: "",
    empty: "",
    name: field,
};

/// Solutions as rows of a Markdown table.
pub(super) static MARKDOWN: Frame = Frame {
    head: |columns| format!("| {} |\n|{}\n", columns.join(" | "), "---|".repeat(columns.len())),
    first: "| ",
    next: "| ",
    apart: Some(" | "),
    before_code: " | ",
    close: " |\n",
    foot: "",
    empty: "",
    name: markdown_cell,
};

/// A field, quoted if necessary.
fn field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.into()
}

/// The rows of one answer, each as long as [`COLUMNS`]. Published value, source and verdict are
/// empty if nothing is published. Several sources of one value share a field, and a source that
/// disagrees precedes all that agree.
pub(super) fn rows(answer: &Answer) -> Vec<Vec<String>> {
    let label = answer.question.label();
    let (seconds, threads) = answer.cost();
    let row = |(convention, count): &(_, crate::count::Count)| {
        let checks = answer.published.iter();
        let about: Vec<_> = checks.filter(|check| check.convention == *convention).collect();
        let shown = about.iter().find(|check| !check.agrees).or(about.first());
        let sources = about.iter().filter(|check| Some(&check.value) == shown.map(|s| &s.value));
        vec![
            label.family.into(),
            label.board.clone(),
            label.piece.clone(),
            label.kind.into(),
            convention.to_string(),
            count.to_string(),
            answer.method.into(),
            answer.nodes.to_string(),
            format!("{seconds:.3}"),
            threads.to_string(),
            shown.map(|check| check.value.to_string()).unwrap_or_default(),
            sources.map(|check| check.source.as_str()).collect::<Vec<_>>().join("; "),
            shown.map(|check| check.agrees.to_string()).unwrap_or_default(),
            answer.version.into(),
            answer.question.to_string(),
        ]
    };
    answer.counts.iter().map(row).collect()
}

/// Writes a header and the rows of answers.
pub fn csv<'a>(answers: impl IntoIterator<Item = &'a Answer>, out: &mut impl Write) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS)?;
    for row in answers.into_iter().flat_map(rows) {
        writer.write_record(row)?;
    }
    writer.flush()
}

/// Writes answers as a table.
pub fn markdown<'a>(
    answers: impl IntoIterator<Item = &'a Answer>,
    out: &mut impl Write,
) -> Result<()> {
    let shown = |row: &Vec<String>| SHOWN.map(|column| row[column].clone()).to_vec();
    let rows = answers.into_iter().flat_map(rows).map(|row| shown(&row)).collect();
    let header = SHOWN.map(|column| COLUMNS[column]);
    Grid::new(&header, &[0, 1, 2, 3, 4, 7, 8]).rows(rows).markdown(out)
}

#[cfg(test)]
mod tests {
    use super::rows;
    use crate::convention::Convention;
    use crate::published::Check;
    use crate::render::tests::answer;

    #[test]
    fn a_resumed_run_shows_the_time_of_all_runs() {
        let mut answer = answer("tours open knight 5x5", &[1728, 864]);
        assert_eq!(rows(&answer)[0][7..10].join("|"), "8786|0.250|2");
        answer.run_nodes -= 1;
        assert_eq!(rows(&answer)[0][7..10].join("|"), "8786|0.500|1");
    }

    #[test]
    fn a_source_that_disagrees_is_the_one_that_is_shown() {
        let check = |value: u64, source: &str| Check {
            convention: Convention::Directed,
            value: value.into(),
            source: source.into(),
            agrees: value == 1728,
        };
        let shown = |row: usize, published: Vec<Check>| {
            let mut answer = answer("tours open knight 5x5", &[1728, 864]);
            answer.published = published;
            rows(&answer)[row][10..13].join("|")
        };
        assert_eq!(shown(0, vec![check(1728, "A"), check(1728, "B")]), "1728|A; B|true");
        assert_eq!(shown(0, vec![check(1728, "A"), check(1730, "B")]), "1730|B|false");
        assert_eq!(shown(1, vec![check(1728, "A")]), "||");
    }
}
