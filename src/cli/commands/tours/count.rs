//! An answer about tours, with its tables.

use std::io::Write;
use std::path::Path;

use cavalcade::Count;
use cavalcade::board::letters;
use cavalcade::convention::Convention;
use cavalcade::draw::heat_map;
use cavalcade::files::WholeFile;
use cavalcade::question::{Instance, Question};
use cavalcade::render::{self, Format, Grid, Results, grid};
use cavalcade::solve::Answer;
use cavalcade::tours::{Classes, SymmetryKind};

use crate::cli::output::Writer;
use crate::cli::session::exit::Verdict;
use crate::cli::session::{Session, note};

/// Prints the answer and the tables and writes their files. An answer is printed even if a file
/// cannot be written.
pub fn report(session: &Session, answer: &Answer) -> anyhow::Result<Verdict> {
    let Question::Tours(asked) = &answer.question else { unreachable!("tours were asked for") };
    let folder = session.output.folder();
    let written =
        folder.map(|folder| write_files(session, folder, asked.instance(), answer)).transpose();
    let verdict = print(session, asked.instance(), answer)?;
    written?;
    Ok(verdict)
}

fn print(session: &Session, instance: &Instance, answer: &Answer) -> anyhow::Result<Verdict> {
    let format = session.output.format;
    if let (Some(squares), true) = (Squares::of(answer), format.is_picture()) {
        let picture = heat_map(instance, squares.counts, &squares.title(instance));
        session.output.draw(picture)?;
        return Ok(session.tell(answer));
    }
    let mut out = session.output.begin()?;
    match (format, table(instance, answer)) {
        (Format::Csv, Some((_, table))) => table.csv(&mut out)?,
        (Format::Markdown, Some((_, table))) => table.markdown(&mut out)?,
        (Format::Text, _) => text(instance, answer, &mut out)?,
        _ => render::answers(format, out.width(), [answer], &mut out)?,
    }
    out.end()?;
    if let (Some(reason), false) = (&answer.obstacle, format == Format::Text) {
        note(&format!("there can be none: {reason}"));
    }
    Ok(session.tell(answer))
}

fn text(instance: &Instance, answer: &Answer, out: &mut Writer) -> anyhow::Result<()> {
    let width = out.width();
    match &answer.classes {
        None => render::text(answer, width, out)?,
        Some(classes) => {
            // The table of symmetry kinds has the other counts.
            let mut line = answer.clone();
            let main = [Convention::Fundamental, Convention::Undirected, Convention::Directed];
            line.counts.retain(|(convention, _)| main.contains(convention));
            line.counts.sort_by_key(|(c, _)| main.iter().position(|one| one == c));
            line.published.retain(|check| main.contains(&check.convention));
            render::text(&line, width, out)?;
            let undirected = answer.count(Convention::Undirected).cloned().unwrap_or_default();
            text_kinds(classes, &undirected, out)?;
        }
    }
    if let Some(squares) = Squares::of(answer) {
        squares.text(instance, out)?;
    }
    Ok(())
}

/// The requested table, and the name for its file.
fn table(instance: &Instance, answer: &Answer) -> Option<(String, Grid)> {
    if let Some(squares) = Squares::of(answer) {
        return Some((format!("{}s", squares.which), squares.grid(instance)));
    }
    let sorted = answer.histogram.as_ref()?;
    let name = format!("{}-{}", sorted.statistic, answer.question.label().kind);
    Some((name, render::histogram(sorted)))
}

/// Writes the counts to the results file, and the table to a file of its own.
fn write_files(
    session: &Session,
    folder: &Path,
    instance: &Instance,
    answer: &Answer,
) -> anyhow::Result<()> {
    Results::open(folder, "tours.csv", session.lockless)?.put(answer)?;
    let Some((name, table)) = table(instance, answer) else { return Ok(()) };
    let board = answer.question.label().board.replace([':', '/'], "-");
    let path = folder.join(format!("{name}-{board}.csv"));
    let mut text = Vec::new();
    table.csv(&mut text)?;
    let mut file = WholeFile::create_like(&path)?;
    file.write_all(&text).map_err(|e| cavalcade::Error::io("write", &path, e))?;
    Ok(file.keep()?)
}

fn text_kinds(found: &Classes, undirected: &Count, out: &mut impl Write) -> anyhow::Result<()> {
    let header = ["exactly this group", "classes", "undirected tours"].map(String::from).to_vec();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut rest = undirected.clone();
    for SymmetryKind { name, tours, classes } in &found.symmetric {
        rows.push(vec![name.clone(), classes.grouped(), tours.grouped()]);
        rest = rest.less(tours).expect("the symmetric tours are some of all");
    }
    rows.push(vec!["none".into(), found.asymmetric.grouped(), rest.grouped()]);
    rows.push(vec!["all".into(), found.fundamental.grouped(), undirected.grouped()]);
    Ok(grid(header, rows, &[0], out)?)
}

/// Open tours by first or last square.
struct Squares<'a> {
    /// "start" or "end".
    which: &'static str,
    /// Directed tours for each square.
    counts: &'a [Count],
}

impl Squares<'_> {
    /// The table of an answer, if it has one.
    fn of(answer: &Answer) -> Option<Squares<'_>> {
        let starts = answer.by_start.as_ref().map(|counts| Squares { which: "start", counts });
        starts.or(answer.by_end.as_ref().map(|counts| Squares { which: "end", counts }))
    }

    /// The title of its picture.
    fn title(&self, instance: &Instance) -> String {
        let (board, piece) = (instance.name(), instance.piece_name());
        let square = if self.which == "start" { "first" } else { "last" };
        format!("{board} {piece}, open tours by {square} square")
    }

    fn grid(&self, instance: &Instance) -> Grid {
        let row = |(square, count): (usize, &Count)| {
            vec![instance.square_name(square), count.to_string()]
        };
        let rows = self.counts.iter().enumerate().map(row).collect();
        Grid::new(&[self.which, "directed"], &[0]).rows(rows)
    }

    /// The board with letters for columns and numbers for rows, or a list if the board does not
    /// have two axes.
    fn text(&self, instance: &Instance, out: &mut impl Write) -> anyhow::Result<()> {
        let board = instance.board();
        let sides: Vec<usize> =
            board.map_or(Vec::new(), |board| board.axes().iter().map(|axis| axis.length).collect());
        let (header, lines) = if let (Some(board), &[rows, columns]) = (board, &sides[..]) {
            let line = |row: usize| {
                let count = |column| {
                    board
                        .cell(&[row, column])
                        .map_or(String::new(), |cell| self.counts[cell].grouped())
                };
                std::iter::once((rows - row).to_string()).chain((0..columns).map(count)).collect()
            };
            let header = std::iter::once(self.which.into()).chain((0..columns).map(letters));
            (header.collect(), (0..rows).map(line).collect())
        } else {
            let line = |(square, count): (usize, &Count)| {
                vec![instance.square_name(square), count.grouped()]
            };
            (
                vec![self.which.into(), "directed".into()],
                self.counts.iter().enumerate().map(line).collect(),
            )
        };
        Ok(render::grid(header, lines, &[], out)?)
    }
}
