//! `Page`: the template with its parts.

use askama::Template;

use super::batch::Batch;
use super::counts::Group;
use super::player::Figure;

/// What stands on the page.
#[derive(Template)]
#[template(path = "page.html")]
pub(super) struct Page<'r> {
    pub title: &'r str,
    pub made: &'r str,
    pub machine: &'r str,
    pub version: &'r str,
    pub sources: &'r [String],
    pub batches: &'r [Batch],
    pub groups: &'r [Group],
    /// Heat maps, drawn.
    pub maps: &'r [String],
    pub figures: &'r [Figure],
    /// What the words in the tables count, each with its meaning.
    pub conventions: Vec<(&'static str, &'static str)>,
    /// Seconds after which an open page looks for a new one; 0 for never.
    pub reload: u64,
    pub style: &'static str,
    pub script: &'static str,
}

impl Page<'_> {
    /// Counts that agree with what is published, that differ, and that nobody published.
    fn checked(&self) -> [usize; 3] {
        let mut checked = [0; 3];
        for row in self.groups.iter().flat_map(|group| &group.rows) {
            checked[row.published as usize] += 1;
        }
        checked
    }

    /// Counts by two methods or more: those that are the same, those that are not.
    fn methods(&self) -> [usize; 2] {
        let rows = || self.groups.iter().flat_map(|group| &group.rows);
        [rows().filter(|row| row.confirmed).count(), rows().filter(|row| row.contradicted).count()]
    }
}
