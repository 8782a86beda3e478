//! The table of published counts: every readable row, found by question.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::asked::Unasked;
use super::row::Published;
use crate::answer::{Answer, Convention, Label};
use crate::count::Count;
use crate::error::Error;

static EMBEDDED: LazyLock<Table> = LazyLock::new(|| {
    Table::read(include_str!("counts.csv")).expect("the embedded table is read by the tests")
});

/// Published counts, in the order of their file.
#[derive(Clone, Debug)]
pub struct Table {
    rows: Vec<Published>,
    unasked: BTreeMap<Unasked, usize>,
}

/// One published count held against ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What both count.
    pub convention: Convention,
    /// The published value.
    pub value: Count,
    /// Who published it.
    pub source: String,
    /// True if ours is the same.
    pub agrees: bool,
}

impl Table {
    /// The table that is built into the program.
    pub fn embedded() -> &'static Table {
        &EMBEDDED
    }

    /// Reads a table from CSV text with a header line.
    ///
    /// # Errors
    /// [`Error::PublishedRow`] with the first line that cannot be read.
    pub fn read(text: &str) -> Result<Table, Error> {
        let (mut rows, mut unasked) = (Vec::new(), BTreeMap::new());
        for record in csv::Reader::from_reader(text.as_bytes()).records() {
            let record = record.map_err(|error| Error::PublishedRow {
                line: error.position().map_or(0, csv::Position::line),
                problem: error.to_string(),
            })?;
            match Published::read(&record)? {
                Ok(row) => rows.push(row),
                Err(why) => *unasked.entry(why).or_default() += 1,
            }
        }
        Ok(Table { rows, unasked })
    }

    /// All readable rows.
    pub fn rows(&self) -> &[Published] {
        &self.rows
    }

    /// Why rows cannot be asked here, and how many there are of each.
    pub fn unasked(&self) -> &BTreeMap<Unasked, usize> {
        &self.unasked
    }

    /// The published counts of a question, each value and source once.
    pub fn lookup(&self, label: &Label) -> Vec<&Published> {
        let mut found: Vec<&Published> = Vec::new();
        for row in &self.rows {
            let repeated = |other: &&Published| {
                (&other.value, &other.source, other.convention)
                    == (&row.value, &row.source, row.convention)
            };
            if row.is_about(label) && !found.iter().any(repeated) {
                found.push(row);
            }
        }
        found
    }

    /// Compares an answer with everything published about its question.
    pub fn check(&self, answer: &Answer) -> Vec<Check> {
        let compare = |row: &Published| {
            answer.count(row.convention).map(|ours| Check {
                convention: row.convention,
                value: row.value.clone(),
                source: row.source.clone(),
                agrees: *ours == row.value,
            })
        };
        self.lookup(&answer.label).into_iter().filter_map(compare).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Table;
    use crate::answer::{Answer, Convention, Label};

    fn label(family: &'static str, board: &str, piece: &str, kind: &'static str) -> Label {
        Label { family, board: board.into(), piece: piece.into(), kind }
    }

    #[test]
    fn sources_of_one_question_agree_with_each_other() {
        let mut values = BTreeMap::new();
        for row in Table::embedded().rows() {
            let board = crate::published::row::upright(&row.board);
            let key = (row.family, board, row.piece.clone(), row.kind, row.convention);
            let first = values.entry(key.clone()).or_insert(&row.value);
            assert_eq!(*first, &row.value, "{key:?} by {}", row.source);
        }
        assert!(values.len() > 200, "only {} questions", values.len());
    }

    #[test]
    fn a_check_says_which_source_agrees() {
        let answer = |directed: u64| Answer {
            label: label("tours", "6x5", "knight", "open"),
            counts: vec![(Convention::Directed, directed.into())],
            method: "search",
            nodes: 0,
            seconds: 0.0,
            threads: 1,
        };
        let checks = Table::embedded().check(&answer(37568));
        assert!(checks.iter().any(|check| check.source == "OEIS A306282" && check.agrees));
        assert!(checks.iter().all(|check| check.convention == Convention::Directed));
        assert!(Table::embedded().check(&answer(37570)).iter().all(|check| !check.agrees));
    }

    #[test]
    fn pieces_and_kinds_are_not_mixed_up() {
        let count = |label| Table::embedded().lookup(&label).len();
        assert!(count(label("tours", "8x8", "knight", "closed")) > 1);
        assert_eq!(count(label("tours", "8x8", "camel", "closed")), 0);
        assert!(count(label("queens", "8x8", "queen", "placement")) > 1);
        assert_eq!(count(label("queens", "8x7", "queen", "placement")), 0);
    }

    #[test]
    fn every_row_is_asked_or_has_a_reason_that_somebody_thought_of() {
        let table = Table::embedded();
        let unasked: usize = table.unasked().values().sum();
        let lines = include_str!("counts.csv").lines().count() - 1;
        assert_eq!(table.rows().len() + unasked, lines);
        for (why, rows) in table.unasked() {
            assert!(!why.contains("not known here"), "{rows} rows: {why}");
        }
    }

    #[test]
    fn a_bad_row_is_named_by_its_line() {
        let header = "piece,board,dims,topology,kind,convention,value,source,note\n";
        let row = "knight,square,6x6,plane,open,directed,many,somebody,x\n";
        let error = Table::read(&format!("{header}{row}")).unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("many"), "{error}");
        assert!(Table::read(&format!("{header}knight,square\n")).is_err());
    }
}
