//! A computed table in each format.

use std::collections::BTreeSet;
use std::io::Write;

use cavalcade::convention::Convention;
use cavalcade::published::Check;
use cavalcade::question::Sizes;
use cavalcade::render::{self, Format, Grid, answer_value, signed, verdict};
use cavalcade::solve::Answer;
use cavalcade::verify::Confirmation;
use serde_json::{Value, json};

use super::compute::{Cell, Computed};
use crate::cli::args::Family;
use crate::cli::output::Writer;

/// The note of `table queens` about the empty board.
const EMPTY_BOARD: &str = "\
N = 0: the empty board has one placement here, as in OEIS A000170. The dfns listing
shows no empty board; fundamental placements as it counts them:";

/// The count by a convention, in digits without separators.
fn digits(answer: &Answer, convention: Convention) -> String {
    answer.count(convention).map(ToString::to_string).unwrap_or_default()
}

impl Cell {
    fn disagrees(&self) -> bool {
        !self.answer.agrees() || self.second.as_ref().is_some_and(|second| !second.agrees())
    }

    /// The count, followed by `!` if a published value or a second method differs.
    fn shown(&self, convention: Convention) -> String {
        let mark = if self.disagrees() { "!" } else { "" };
        digits(&self.answer, convention) + mark
    }
}

impl Computed {
    /// True if no published count and no second method differs.
    pub fn agrees(&self) -> bool {
        !self.cells.iter().any(Cell::disagrees)
    }

    /// The title, for example `Open knight's tours, directed, rows by columns`.
    fn title(&self) -> String {
        let plan = &self.plan;
        match plan.family {
            Family::Queens => plan.title.clone(),
            Family::Tours if plan.is_matrix() => {
                format!("{}, {}, rows by columns", plan.title, plan.convention)
            }
            Family::Tours => format!("{}, {}", plan.title, plan.convention),
        }
    }

    /// The cells as a grid for people.
    fn grid(&self) -> Grid {
        let convention = self.plan.convention;
        if self.plan.family == Family::Queens {
            let row = |cell: &Cell| {
                let fundamental = digits(&cell.answer, Convention::Fundamental);
                vec![cell.sides[0].to_string(), fundamental, cell.shown(Convention::All)]
            };
            let rows = self.cells.iter().map(row).collect();
            return Grid::new(&["N", "fundamental", "all"], &[]).rows(rows);
        }
        if !self.plan.is_matrix() {
            let name = |cell: &Cell| match self.plan.square {
                true => cell.sides[0].to_string(),
                false => {
                    let sides: Vec<_> = cell.sides.iter().map(ToString::to_string).collect();
                    sides.join("x")
                }
            };
            let rows = self.cells.iter().map(|cell| vec![name(cell), cell.shown(convention)]);
            let header = [if self.plan.square { "N" } else { "board" }, convention.word()];
            return Grid::new(&header, &[]).rows(rows.collect());
        }
        let columns: Vec<String> = self.plan.ranges[1].clone().map(|c| c.to_string()).collect();
        let header: Vec<&str> =
            std::iter::once("").chain(columns.iter().map(String::as_str)).collect();
        let line = |cells: &[Cell]| {
            let mut line = vec![cells[0].sides[0].to_string()];
            line.extend(cells.iter().map(|cell| cell.shown(convention)));
            line.resize(header.len(), String::new());
            line
        };
        let rows = self.cells.chunks(columns.len()).map(line).collect();
        Grid::new(&header, &[]).rows(rows)
    }

    /// The number of cells that agree with published values, and with a second method.
    fn sentences(&self) -> Vec<String> {
        let checks: Vec<Check> =
            self.cells.iter().flat_map(|cell| cell.answer.published.clone()).collect();
        let published = self.cells.iter().filter(|cell| !cell.answer.published.is_empty()).count();
        let all = self.cells.len();
        let mut sentences = vec![match verdict(&checks) {
            None => format!("none of {all} cells is published"),
            Some(said) => format!("{published} of {all} cells are published; this table {said}"),
        }];
        sentences.extend(self.confirmed());
        sentences
    }

    /// A sentence about second methods, if any ran.
    fn confirmed(&self) -> Option<String> {
        let seconds: Vec<(&Cell, &Confirmation)> =
            self.cells.iter().filter_map(|cell| Some((cell, cell.second.as_ref()?))).collect();
        if seconds.is_empty() {
            return None;
        }
        let both: BTreeSet<String> = seconds
            .iter()
            .filter_map(|(cell, second)| {
                Some(format!("{} and {}", cell.answer.method, second.method()?))
            })
            .collect();
        let (two, one): (Vec<_>, Vec<_>) =
            seconds.iter().partition(|(_, second)| second.method().is_some());
        let wrong = two.iter().filter(|(_, second)| !second.agrees()).count();
        let said = match (two.len(), wrong) {
            (0, _) => String::new(),
            (_, 0) => ": all agree".into(),
            (_, wrong) => format!(": {wrong} DIFFER"),
        };
        let by: Vec<_> = both.into_iter().collect();
        let by = if by.is_empty() { String::new() } else { format!(", {}", by.join(", ")) };
        let mut text = format!(
            "{} of {} cells counted by two independent methods{by}{said}",
            two.len(),
            seconds.len()
        );
        if !one.is_empty() {
            let boards: Vec<_> =
                one.iter().map(|(cell, _)| cell.answer.question.label().board).collect();
            text += &format!("; by one method only, as there is no other: {}", boards.join(", "));
        }
        Some(text)
    }

    /// The computed cells, after an interruption.
    pub fn part(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "{}:", self.title())?;
        Ok(self.grid().text(out)?)
    }

    pub fn text(&self, out: &mut Writer) -> anyhow::Result<()> {
        self.part(out)?;
        if self.plan.family == Family::Queens && self.cells.first().is_some_and(|c| c.sides[0] == 0)
        {
            let listed = |cell: &Cell| match cell.sides[0] {
                0 => "0".into(),
                _ => digits(&cell.answer, Convention::Fundamental),
            };
            let listed: Vec<String> = self.cells.iter().map(listed).collect();
            writeln!(out, "{EMPTY_BOARD}\n{}", listed.join(" "))?;
        }
        for sentence in self.sentences() {
            out.say(&sentence)?;
        }
        match (&self.file, &self.failure) {
            (_, Some(_)) => return Ok(()),
            (Some(file), None) => writeln!(out, "written to {}", file.path().display())?,
            (None, None) => {}
        }
        Ok(writeln!(out)?)
    }

    fn markdown(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "{}:\n", self.title())?;
        self.grid().markdown(out)?;
        for sentence in self.sentences() {
            writeln!(out, "\n{sentence}")?;
        }
        Ok(())
    }

    fn answers(&self) -> Vec<Value> {
        let value = |cell: &Cell| {
            let mut value = answer_value(&cell.answer);
            if let Some(second) = &cell.second {
                value["confirmed"] = match second {
                    Confirmation::Counted { method, agrees } => {
                        json!({ "method": method, "agrees": agrees })
                    }
                    Confirmation::None => Value::Null,
                };
            }
            value
        };
        self.cells.iter().map(value).collect()
    }

    fn json(&self) -> Value {
        let family = match self.plan.family {
            Family::Tours => "tours",
            Family::Queens => "queens",
        };
        json!({
            "family": family,
            "title": self.title(),
            "convention": self.plan.convention.word(),
            "agrees": self.agrees(),
            "answers": self.answers(),
        })
    }

    /// A b-file: `n a(n)` on each line, with consecutive n.
    fn bfile(&self, index: usize, out: &mut impl Write) -> anyhow::Result<()> {
        let (convention, version) = (self.plan.convention, env!("CARGO_PKG_VERSION"));
        let first = &self.cells[0];
        writeln!(out, "# {}", self.title())?;
        writeln!(out, "# n = {}, a(n) is the {convention} count", self.says(index))?;
        writeln!(out, "# offset {}, computed by cavalcade {version}", first.sides[index])?;
        for cell in &self.cells {
            writeln!(out, "{} {}", cell.sides[index], digits(&cell.answer, convention))?;
        }
        Ok(())
    }

    /// The meaning of n, in words.
    fn says(&self, index: usize) -> String {
        let plan = &self.plan;
        match (plan.family, plan.square, plan.ranges.len()) {
            (Family::Queens, ..) => "the number of queens and the side of the board".into(),
            (_, true, _) => "each side of the board".into(),
            _ => {
                let side = |(i, range): (usize, &Sizes)| match i == index {
                    true => "n".into(),
                    false => range.start().to_string(),
                };
                let sides: Vec<String> = plan.ranges.iter().enumerate().map(side).collect();
                format!("one side of the board {}", sides.join("x"))
            }
        }
    }
}

/// Writes tables in a format other than text.
pub fn write(tables: &[Computed], format: Format, out: &mut impl Write) -> anyhow::Result<()> {
    match format {
        Format::Json => {
            let json: Vec<_> = tables.iter().map(Computed::json).collect();
            writeln!(out, "{}", signed("table", json!({ "tables": json })))?;
        }
        Format::Jsonl => {
            let lines = tables.iter().flat_map(Computed::answers);
            lines.into_iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        Format::Markdown => {
            for (i, table) in tables.iter().enumerate() {
                if i > 0 {
                    writeln!(out)?;
                }
                table.markdown(out)?;
            }
        }
        Format::Bfile => {
            for table in tables {
                table.bfile(table.plan.index().unwrap_or_default(), out)?;
            }
        }
        _ => {
            let answers = tables.iter().flat_map(|table| &table.cells).map(|cell| &cell.answer);
            render::answers(format, render::WIDTH, answers, out)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use cavalcade::convention::Convention;
    use cavalcade::question::Question;
    use cavalcade::verify::Confirmation;

    use super::Cell;

    #[test]
    fn a_cell_that_disagrees_is_marked() {
        let question: Question = "tours open knight 3x4".parse().unwrap();
        let answer = question.solve().run().unwrap();
        let mut cell = Cell { sides: vec![3, 4], answer, second: None };
        assert_eq!(cell.shown(Convention::Directed), "16");
        cell.second = Some(Confirmation::Counted { method: "frontier", agrees: true });
        assert_eq!(cell.shown(Convention::Directed), "16");
        cell.second = Some(Confirmation::Counted { method: "frontier", agrees: false });
        assert_eq!(cell.shown(Convention::Directed), "16!");
        cell.second = None;
        cell.answer.published[0].agrees = false;
        assert_eq!(cell.shown(Convention::Directed), "16!");
    }
}
