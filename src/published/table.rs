//! The table of published counts, looked up by question.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use super::record::Record;
use super::row::Published;
use crate::convention::Convention;
use crate::count::Count;
use crate::error::Error;
use crate::question::Question;

static EMBEDDED: LazyLock<Table> = LazyLock::new(|| {
    Table::read(include_str!("counts.csv"), include_str!("unasked.csv"))
        .expect("the embedded tables are read by the tests")
});

/// Published counts, in the order of their file.
#[derive(Clone, Debug)]
pub struct Table {
    rows: Vec<Published>,
    /// The rows about each upright question, by its text; each value and source once.
    about: HashMap<String, Vec<usize>>,
    unasked: BTreeMap<String, usize>,
}

/// A published count compared with ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The convention of both.
    pub convention: Convention,
    /// The published value.
    pub value: Count,
    /// The publication.
    pub source: String,
    /// True if ours is equal.
    pub agrees: bool,
}

impl Table {
    /// The table built into the program.
    pub fn embedded() -> &'static Table {
        &EMBEDDED
    }

    /// Reads published counts, and those that cannot be expressed, from CSV texts with header
    /// lines.
    ///
    /// # Errors
    /// [`Error::PublishedRow`] with the first line that cannot be read.
    pub fn read(counts: &str, unasked: &str) -> Result<Table, Error> {
        let mut table = Table { rows: Vec::new(), about: HashMap::new(), unasked: BTreeMap::new() };
        // Half of the rows share their question with another row: each text is parsed once.
        let mut questions: HashMap<String, Question> = HashMap::new();
        for record in Record::all(counts, &Published::COLUMNS)? {
            let question = match questions.get(record.text(0)) {
                Some(question) => question.clone(),
                None => {
                    let question = record.value::<Question>(0)?.upright();
                    questions.insert(record.text(0).into(), question.clone());
                    question
                }
            };
            table.add(Published::read(&record, question)?);
        }
        for record in Record::all(unasked, &["why"])? {
            *table.unasked.entry(record.text(0).into()).or_default() += 1;
        }
        Ok(table)
    }

    fn add(&mut self, row: Published) {
        let about = self.about.entry(row.question.to_string()).or_default();
        // Two terms of one sequence may concern a board and its transpose.
        let repeats = |other: &Published| {
            (other.convention, &other.value, &other.source)
                == (row.convention, &row.value, &row.source)
        };
        if !about.iter().any(|&place| repeats(&self.rows[place])) {
            about.push(self.rows.len());
        }
        self.rows.push(row);
    }

    /// All rows whose questions can be expressed.
    pub fn rows(&self) -> &[Published] {
        &self.rows
    }

    /// The reasons why further published counts cannot be expressed, and the number of counts for
    /// each.
    pub fn unasked(&self) -> &BTreeMap<String, usize> {
        &self.unasked
    }

    /// The published counts of a question or of its transpose, each value and source once.
    pub fn lookup(&self, question: &Question) -> Vec<&Published> {
        let text = question.upright().to_string();
        // Vertex names change no count, unless options after them use them.
        let key = match text.rsplit_once(' ') {
            Some((unnamed, last)) if last.starts_with("names=") => unnamed,
            _ => &text,
        };
        let about = self.about.get(key);
        about.into_iter().flatten().map(|&place| &self.rows[place]).collect()
    }

    /// Compares counts with everything published about their question.
    pub fn check(&self, question: &Question, counts: &[(Convention, Count)]) -> Vec<Check> {
        let compare = |row: &Published| {
            let ours = counts.iter().find(|(convention, _)| *convention == row.convention);
            ours.map(|(convention, ours)| Check {
                convention: *convention,
                value: row.value.clone(),
                source: row.source.clone(),
                agrees: *ours == row.value,
            })
        };
        self.lookup(question).into_iter().filter_map(compare).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Table;
    use crate::convention::Convention;
    use crate::published::record::Record;
    use crate::question::Question;

    fn question(text: &str) -> Question {
        text.parse().unwrap()
    }

    #[test]
    fn every_row_is_a_question_in_its_canonical_text() {
        let records = Record::all(include_str!("counts.csv"), &["question"]).unwrap();
        let rows = Table::embedded().rows();
        assert_eq!(rows.len(), records.len());
        for (record, row) in records.iter().zip(rows) {
            // Rows are made upright as they are read, so the text was upright before.
            assert_eq!(record.text(0), row.question.to_string());
            assert_eq!(record.text(1), row.convention.word());
            assert_eq!(row.question, row.question.upright());
        }
    }

    #[test]
    fn every_published_count_has_a_question_or_a_reason() {
        let table = Table::embedded();
        assert_eq!((table.rows().len(), table.unasked().values().sum()), (1634, 4));
        assert!(table.unasked().keys().all(|why| why.len() > 20), "{:?}", table.unasked());
    }

    #[test]
    fn sources_of_one_question_agree_with_each_other() {
        let mut values = BTreeMap::new();
        for row in Table::embedded().rows() {
            let key = (row.question.to_string(), row.convention);
            let first = values.entry(key.clone()).or_insert(&row.value);
            assert_eq!(*first, &row.value, "{key:?} by {}", row.source);
        }
        assert!(values.len() > 700, "only {} values", values.len());
    }

    #[test]
    fn named_vertices_are_the_same_graph() {
        let table = Table::embedded();
        let row = table.rows().iter().find(|row| row.source == "OEIS A071983").unwrap();
        let names: Vec<_> = (1..=15).map(|n| n.to_string()).collect();
        let named = question(&format!("{} names={}", row.question, names.join(",")));
        assert_eq!(table.lookup(&named), [row]);
        let through = question(&format!("{named} through=1-15"));
        assert!(table.lookup(&through).is_empty());
    }

    #[test]
    fn a_check_says_which_source_agrees() {
        let check = |directed: u64| {
            let counts = [(Convention::Directed, directed.into())];
            Table::embedded().check(&question("tours open knight 6x5"), &counts)
        };
        let checks = check(37568);
        assert!(checks.iter().any(|check| check.source == "OEIS A306282" && check.agrees));
        assert!(checks.iter().all(|check| check.convention == Convention::Directed));
        assert!(check(37570).iter().all(|check| !check.agrees));
    }

    #[test]
    fn a_value_of_one_source_is_found_once() {
        for row in Table::embedded().rows() {
            let found = Table::embedded().lookup(&row.question);
            assert_eq!(found.iter().filter(|other| **other == row).count(), 1, "{row:?}");
        }
    }

    #[test]
    fn pieces_and_kinds_are_not_mixed_up() {
        let count = |text| Table::embedded().lookup(&question(text)).len();
        assert!(count("tours closed knight 8x8") > 1);
        assert_eq!(count("tours closed camel 8x8"), 0);
        assert_eq!(count("tours closed knight torus:8x8"), 0);
        assert_eq!(count("tours open knight 5x5 from=c3 to=a1"), 0);
        assert!(count("queens queen 8x8") > 1);
        assert_eq!(count("queens queen 8x8 k=5"), 0);
    }

    #[test]
    fn a_bad_row_is_named_by_its_line() {
        let header = "question,convention,value,source,note\n";
        let good = "tours open knight 3x4,directed,16,somebody,x\n";
        let read = |rows: &str| Table::read(&format!("{header}{good}{rows}"), "why\n");
        assert_eq!(read("").unwrap().rows().len(), 1);
        for (row, named) in [
            ("tours open knight 6x6,directed,many,somebody,x\n", "many"),
            ("tours open knight 6x6,sideways,1,somebody,x\n", "sideways"),
            ("tours ajar knight 6x6,directed,1,somebody,x\n", "ajar"),
            ("tours open knight 6x6,directed\n", "fields"),
        ] {
            let error = read(row).unwrap_err().to_string();
            assert!(error.contains("line 3") && error.contains(named), "{error}");
        }
        let error = Table::read("piece,board\n", "why\n").unwrap_err().to_string();
        assert!(error.contains("line 1") && error.contains("question"), "{error}");
    }
}
