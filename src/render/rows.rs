//! Answers as CSV rows, one for each convention.

use std::io::{Result, Write};

use crate::answer::Answer;
use crate::published::Check;

/// The header.
pub const COLUMNS: [&str; 14] = [
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
];

/// The rows of one answer, each as long as [`COLUMNS`]. Published value, source and verdict
/// are empty where nothing is published; several sources of one value stand in one field,
/// and one that disagrees stands before all that agree.
pub(super) fn rows(answer: &Answer, checks: &[Check]) -> Vec<Vec<String>> {
    let row = |(convention, count): &(_, crate::count::Count)| {
        let about: Vec<_> = checks.iter().filter(|check| check.convention == *convention).collect();
        let shown = about.iter().find(|check| !check.agrees).or(about.first());
        let sources = about.iter().filter(|check| Some(&check.value) == shown.map(|s| &s.value));
        vec![
            answer.label.family.into(),
            answer.label.board.clone(),
            answer.label.piece.clone(),
            answer.label.kind.into(),
            convention.to_string(),
            count.to_string(),
            answer.method.into(),
            answer.nodes.to_string(),
            format!("{:.3}", answer.seconds),
            answer.threads.to_string(),
            shown.map(|check| check.value.to_string()).unwrap_or_default(),
            sources.map(|check| check.source.as_str()).collect::<Vec<_>>().join("; "),
            shown.map(|check| check.agrees.to_string()).unwrap_or_default(),
            env!("CARGO_PKG_VERSION").into(),
        ]
    };
    answer.counts.iter().map(row).collect()
}

/// Writes the header and the rows of some answers.
pub fn csv<'a>(
    answers: impl IntoIterator<Item = (&'a Answer, &'a [Check])>,
    out: &mut impl Write,
) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS)?;
    for row in answers.into_iter().flat_map(|(answer, checks)| rows(answer, checks)) {
        writer.write_record(row)?;
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::rows;
    use crate::answer::{Answer, Convention, Label};
    use crate::published::Check;

    #[test]
    fn a_source_that_disagrees_is_the_one_that_is_shown() {
        let answer = Answer {
            label: Label {
                family: "tours",
                board: "5x5".into(),
                piece: "knight".into(),
                kind: "open",
            },
            counts: vec![
                (Convention::Directed, 1728u64.into()),
                (Convention::Undirected, 864u64.into()),
            ],
            method: "search",
            nodes: 8786,
            seconds: 0.25,
            threads: 2,
        };
        let check = |value: u64, source: &str| Check {
            convention: Convention::Directed,
            value: value.into(),
            source: source.into(),
            agrees: value == 1728,
        };
        let shown = |checks: &[Check]| rows(&answer, checks)[0][10..13].join("|");
        assert_eq!(shown(&[check(1728, "A"), check(1728, "B")]), "1728|A; B|true");
        assert_eq!(shown(&[check(1728, "A"), check(1730, "B")]), "1730|B|false");
        assert_eq!(rows(&answer, &[check(1728, "A")])[1][10..13].join("|"), "||");
    }
}
