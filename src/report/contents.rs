//! `Report`: what is put on the page, and the page.

use askama::Template;

use super::batch::Batch;
use super::counts::{self, Group, Row, Verdict};
use super::player::{self, Figure};
use crate::board::{Board, Piece};
use crate::convention::Convention;
use crate::draw::heat_map;
use crate::error::Error;
use crate::question::{Instance, Question};

/// When and where a page was made, in words.
#[derive(Clone, Debug)]
pub struct Made {
    /// The time.
    pub when: String,
    /// The machine.
    pub machine: String,
}

/// All that a page tells.
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
    /// Heat maps, drawn.
    maps: Vec<String>,
    batches: Vec<Batch>,
    figures: Vec<Figure>,
    /// Seconds after which an open page looks for a new one; 0 for never.
    reload: u64,
}

impl Report {
    /// An empty page.
    pub fn new(title: &str) -> Report {
        Report { title: title.into(), ..Report::default() }
    }

    /// Names a file or folder that the page is made from.
    pub fn source(&mut self, name: &str) {
        self.sources.push(name.into());
    }

    /// Adds the rows of a file of results.
    pub fn results(&mut self, rows: &[Vec<String>]) {
        self.rows.extend_from_slice(rows);
        self.groups = counts::groups(&self.rows);
    }

    /// Adds the counts of open tours by first square, from the text of their file; false if it
    /// is none of this board.
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

    /// An open page looks for a new one after so many seconds.
    pub fn reload(&mut self, seconds: u64) {
        self.reload = seconds;
    }

    /// True if nothing is there to be told.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
            && self.maps.is_empty()
            && self.batches.is_empty()
            && self.figures.is_empty()
    }

    /// The questions whose counts are on the page, each once, with the canonical text.
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

    /// The page.
    pub fn html(&self, made: &Made) -> String {
        let page = Page { report: self, made };
        // A template loses its last line's end.
        page.render().expect("text is written into memory") + "\n"
    }
}

/// A report, as a page.
#[derive(Template)]
#[template(path = "page.html")]
struct Page<'r> {
    report: &'r Report,
    made: &'r Made,
}

/// How many counts there are of each kind.
#[derive(Default)]
struct Coverage {
    /// That agree with what is published, that differ, and that nobody published.
    published: [usize; 3],
    /// By two methods or more: those that are the same, those that are not.
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
    /// Of all counts.
    fn coverage(&self) -> Coverage {
        Coverage::of(self.report.groups.iter())
    }

    /// The conventions that the tables name.
    fn conventions(&self) -> Vec<Convention> {
        let counts = || self.report.groups.iter().flat_map(Group::counts);
        let is_there = |c: &Convention| counts().any(|row| row.convention == c.text());
        Convention::ALL.into_iter().filter(is_there).collect()
    }

    /// Of each family. One alone has nothing to add to all.
    fn families(&self) -> Vec<(&str, Coverage)> {
        let groups = &self.report.groups;
        let mut names: Vec<&str> = groups.iter().map(|group| &group.family[..]).collect();
        names.dedup();
        let of = |name| (name, Coverage::of(groups.iter().filter(|g| g.family == name)));
        if names.len() > 1 { names.into_iter().map(of).collect() } else { Vec::new() }
    }
}
