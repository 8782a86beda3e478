//! `Report`: what is put on the page, and the page.

use askama::Template;

use super::batch::Batch;
use super::counts::{self, Group};
use super::page::Page;
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
#[derive(Debug)]
pub struct Report {
    title: String,
    sources: Vec<String>,
    groups: Vec<Group>,
    rows: Vec<Vec<String>>,
    maps: Vec<String>,
    batches: Vec<Batch>,
    figures: Vec<Figure>,
    reload: u64,
}

impl Report {
    /// An empty page.
    pub fn new(title: &str) -> Report {
        Report {
            title: title.into(),
            sources: Vec::new(),
            groups: Vec::new(),
            rows: Vec::new(),
            maps: Vec::new(),
            batches: Vec::new(),
            figures: Vec::new(),
            reload: 0,
        }
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
        let told = self.groups.iter().flat_map(|group| &group.rows);
        let words: std::collections::HashSet<&str> =
            told.map(|row| row.convention.as_str()).collect();
        let page = Page {
            title: &self.title,
            made: &made.when,
            machine: &made.machine,
            version: env!("CARGO_PKG_VERSION"),
            sources: &self.sources,
            batches: &self.batches,
            groups: &self.groups,
            maps: &self.maps,
            figures: &self.figures,
            conventions: Convention::ALL
                .into_iter()
                .filter(|convention| words.contains(convention.text()))
                .map(|convention| (convention.text(), convention.meaning()))
                .collect(),
            reload: self.reload,
            style: include_str!("style.css"),
            script: include_str!("player.js"),
        };
        // A template loses its last line's end.
        page.render().expect("text is written into memory") + "\n"
    }
}
