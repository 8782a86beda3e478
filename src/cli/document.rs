//! `Document`: output other than an answer, in every format except text, which each command writes.

use std::io::Write;

use cavalcade::render::{Format, Grid};
use serde_json::Value;

use super::page::Page;

/// A document with its tables.
#[derive(Debug, Default)]
pub struct Document {
    /// The whole document as one object.
    pub json: Value,
    /// One object for each row; if empty, the whole document is the only row.
    pub lines: Vec<Value>,
    /// Sentences above the tables in Markdown.
    pub sentences: Vec<String>,
    /// The tables; CSV contains only the first.
    pub grids: Vec<Grid>,
}

impl Document {
    /// Writes the document; `text` writes it for people.
    pub fn write(
        &self,
        format: Format,
        mut page: Page,
        text: impl FnOnce(&mut Page) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        match format {
            Format::Json => writeln!(page, "{}", self.json)?,
            Format::Jsonl if self.lines.is_empty() => writeln!(page, "{}", self.json)?,
            Format::Jsonl => self.lines.iter().try_for_each(|line| writeln!(page, "{line}"))?,
            Format::Csv => self.grids.iter().take(1).try_for_each(|grid| grid.csv(&mut page))?,
            Format::Markdown => {
                for sentence in &self.sentences {
                    writeln!(page, "{sentence}\n")?;
                }
                for (i, grid) in self.grids.iter().filter(|grid| !grid.is_empty()).enumerate() {
                    if i > 0 {
                        writeln!(page)?;
                    }
                    grid.markdown(&mut page)?;
                }
            }
            _ => text(&mut page)?,
        }
        page.end()
    }
}
