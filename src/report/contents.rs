//! `Report`: the contents of the page, and the page itself.

use askama::Template;

use super::batch::Batch;
use super::counts::{self, Group, Row, Verdict};
use super::player::{self, Figure};
use crate::board::{Board, Piece};
use crate::convention::Convention;
use crate::draw::heat_map;
use crate::error::Error;
use crate::question::{Instance, Question};

/// The time and place at which a page was made, in words.
#[derive(Clone, Debug)]
pub struct Made {
    /// The time.
    pub when: String,
    /// The machine.
    pub machine: String,
}

/// The contents of a page.
///
/// ```
/// use cavalcade::question::Question;
/// use cavalcade::report::{Made, Report};
/// let question: Question = "queens queen 6x6".parse()?;
/// let mut report = Report::new("Six queens");
/// report.solutions(&question, &[vec![1, 9, 17, 18, 26, 34]])?;
/// let made = Made { when: "today".into(), machine: "here".into() };
/// let page = report.html(&made);
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h1>Six queens</h1>"));
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Report {
    title: String,
    sources: Vec<String>,
    groups: Vec<Group>,
    rows: Vec<Vec<String>>,
    /// Heat maps as SVG.
    maps: Vec<String>,
    batches: Vec<Batch>,
    figures: Vec<Figure>,
    /// Seconds between reloads of an open page; 0 for none.
    reload: u64,
}

impl Report {
    /// An empty page.
    pub fn new(title: &str) -> Report {
        Report { title: title.into(), ..Report::default() }
    }

    /// Names a source file or folder of the page.
    pub fn source(&mut self, name: &str) {
        self.sources.push(name.into());
    }

    /// Adds the rows of a results file.
    pub fn results(&mut self, rows: &[Vec<String>]) {
        self.rows.extend_from_slice(rows);
        self.groups = counts::groups(&self.rows);
    }

    /// Adds counts of open tours by first square from the text of a file; false if the text does
    /// not match this board.
    pub fn starts(&mut self, board: &Board, text: &str) -> bool {
        let Some(counts) = counts::starts(board, text) else { return false };
        let title = format!("{board}: open tours by first square");
        let instance = Instance::Board(board.clone(), Piece::knight(board.rank()));
        self.maps.push(heat_map(&instance, &counts, &title));
        true
    }

    /// Adds a question of a batch.
    pub fn batch(&mut self, batch: Batch) {
        self.batches.push(batch);
    }

    /// Adds solutions for the player.
    ///
    /// # Errors
    /// Those of [`Pictures::put`](crate::draw::Pictures::put).
    pub fn solutions(&mut self, question: &Question, solutions: &[Vec<u32>]) -> Result<(), Error> {
        self.figures.extend(player::figures(question, solutions)?);
        Ok(())
    }

    /// Reloads an open page at this interval in seconds.
    pub fn reload(&mut self, seconds: u64) {
        self.reload = seconds;
    }

    /// True if there is no content.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
            && self.maps.is_empty()
            && self.batches.is_empty()
            && self.figures.is_empty()
    }

    /// The questions of the counts on the page, each once, by canonical text.
    pub fn questions(&self) -> Vec<Question> {
        let mut seen = Vec::new();
        for row in &self.rows {
            if let Some(Ok(question)) = row.get(14).map(|text| text.parse::<Question>())
                && row[5] != "0"
                && !seen.contains(&question)
            {
                seen.push(question);
            }
        }
        seen
    }

    /// The page as HTML.
    pub fn html(&self, made: &Made) -> String {
        let page = Page { report: self, made };
        // askama drops the template's final newline.
        page.render().expect("text is written into memory") + "\n"
    }
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'r> {
    report: &'r Report,
    made: &'r Made,
}

/// Numbers of counts by comparison.
#[derive(Default)]
struct Coverage {
    /// Counts that agree with published ones, that differ, and without a published one.
    published: [usize; 3],
    /// Counts by two or more methods: those that agree, those that differ.
    methods: [usize; 2],
}

impl Coverage {
    fn of<'g>(groups: impl Iterator<Item = &'g Group>) -> Coverage {
        let mut coverage = Coverage::default();
        for Row { published, confirmed, contradicted, .. } in groups.flat_map(Group::counts) {
            coverage.published[*published as usize] += 1;
            coverage.methods[0] += usize::from(*confirmed);
            coverage.methods[1] += usize::from(*contradicted);
        }
        coverage
    }
}

impl Page<'_> {
    /// The numbers for all counts.
    fn coverage(&self) -> Coverage {
        Coverage::of(self.report.groups.iter())
    }

    /// The conventions in the tables.
    fn conventions(&self) -> Vec<Convention> {
        let counts = || self.report.groups.iter().flat_map(Group::counts);
        let is_there = |c: &Convention| counts().any(|row| row.convention == c.text());
        Convention::ALL.into_iter().filter(is_there).collect()
    }

    /// The numbers for each family; empty for a single family, which equals the total.
    fn families(&self) -> Vec<(&str, Coverage)> {
        let groups = &self.report.groups;
        let mut names: Vec<&str> = groups.iter().map(|group| &group.family[..]).collect();
        names.dedup();
        let of = |name| (name, Coverage::of(groups.iter().filter(|g| g.family == name)));
        if names.len() > 1 { names.into_iter().map(of).collect() } else { Vec::new() }
    }
}
