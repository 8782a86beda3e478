//! `Page`: the template with its parts.

use askama::Template;

use super::batch::Batch;
use super::counts::{Group, Row};
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

/// How many counts there are of each kind.
#[derive(Default)]
struct Coverage {
    /// That agree with what is published, that differ, and that nobody published.
    pub published: [usize; 3],
    /// By two methods or more: those that are the same, those that are not.
    pub methods: [usize; 2],
}

impl Coverage {
    fn of<'g>(groups: impl Iterator<Item = &'g Group>) -> Coverage {
        let mut coverage = Coverage::default();
        for Row { published, confirmed, contradicted, .. } in groups.flat_map(|group| &group.rows) {
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
        Coverage::of(self.groups.iter())
    }

    /// Of each family. One alone has nothing to add to all.
    fn families(&self) -> Vec<(&str, Coverage)> {
        let mut names: Vec<&str> = self.groups.iter().map(|group| &group.family[..]).collect();
        names.dedup();
        let of = |name| (name, Coverage::of(self.groups.iter().filter(|g| g.family == name)));
        if names.len() > 1 { names.into_iter().map(of).collect() } else { Vec::new() }
    }
}
