//! An answer about tours, with the tables that were asked for.

use std::io::Write;
use std::path::Path;

use cavalcade::Count;
use cavalcade::convention::Convention;
use cavalcade::draw::heat_map;
use cavalcade::question::{Instance, Question};
use cavalcade::render::{Format, Results, WholeFile, grid};
use cavalcade::solve::Answer;
use cavalcade::tours::{Classes, SymmetryKind};

use super::starts;
use crate::cli::args::ToursArgs;
use crate::cli::listing::Target;
use crate::cli::session::Session;
use crate::cli::session::exit::Verdict;
use crate::cli::session::terminal;

/// Prints the answer and the tables, and writes their files: what was counted is printed even if
/// they cannot be written.
pub fn report(
    args: &ToursArgs,
    session: &Session,
    answer: &Answer,
    format: Format,
) -> anyhow::Result<Verdict> {
    let Question::Tours(asked) = &answer.question else { unreachable!("tours were asked for") };
    let folder = args.explore.output.as_ref();
    let written = folder.map(|folder| write_files(folder, asked.instance(), answer)).transpose();
    let verdict = print(session, asked.instance(), answer, format)?;
    written?;
    Ok(verdict)
}

fn print(
    session: &Session,
    instance: &Instance,
    answer: &Answer,
    format: Format,
) -> anyhow::Result<Verdict> {
    if let (Some(table), true) = (&answer.by_start, format.is_picture()) {
        let (board, piece) = (instance.name(), instance.piece_name());
        let title = format!("{board} {piece}, open tours by first square");
        Target { format, output: None }.draw(heat_map(instance, table, &title))?;
        return Ok(session.tell(answer));
    }
    if let (Some(table), Format::Csv) = (&answer.by_start, format) {
        starts::csv(instance, table, &mut terminal::out())?;
        return Ok(session.tell(answer));
    }
    let verdict = match (format, &answer.classes) {
        (Format::Text, Some(classes)) => {
            // The table of kinds tells the rest.
            let mut line = answer.clone();
            let main = [Convention::Directed, Convention::Undirected, Convention::Fundamental];
            line.counts.retain(|(convention, _)| main.contains(convention));
            line.published.retain(|check| main.contains(&check.convention));
            let verdict = session.print(&line, format)?;
            let undirected = answer.count(Convention::Undirected).cloned().unwrap_or_default();
            text_kinds(classes, &undirected)?;
            verdict
        }
        _ => session.print(answer, format)?,
    };
    if let (Some(table), Format::Text) = (&answer.by_start, format) {
        starts::text(instance, table, &mut terminal::out())?;
    }
    if let Some(reason) = &answer.obstacle {
        let sentence = format!("there can be none: {reason}");
        match format {
            Format::Text => writeln!(terminal::out(), "{sentence}")?,
            _ => session.note(&sentence),
        }
    }
    Ok(verdict)
}

/// The counts in the results file, and those by start in a file of the board's own.
fn write_files(folder: &Path, instance: &Instance, answer: &Answer) -> anyhow::Result<()> {
    Results::open(folder, "tours.csv")?.put(answer)?;
    let Some(table) = &answer.by_start else { return Ok(()) };
    let board = answer.question.label().board.replace([':', '/'], "-");
    let path = folder.join(format!("starts-{board}.csv"));
    let mut text = Vec::new();
    starts::csv(instance, table, &mut text)?;
    let mut file = WholeFile::create(&path)?;
    file.write_all(&text).map_err(|e| cavalcade::Error::io("write", &path, e))?;
    Ok(file.keep()?)
}

fn text_kinds(found: &Classes, undirected: &Count) -> anyhow::Result<()> {
    let mut out = terminal::out();
    let header = ["symmetry", "classes", "undirected tours"].map(String::from).to_vec();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut rest = undirected.clone();
    for SymmetryKind { name, tours, classes } in &found.symmetric {
        rows.push(vec![name.clone(), classes.grouped(), tours.grouped()]);
        rest = rest.less(tours).expect("the symmetric tours are some of all");
    }
    rows.push(vec!["none".into(), found.asymmetric.grouped(), rest.grouped()]);
    rows.push(vec!["all".into(), found.fundamental.grouped(), undirected.grouped()]);
    grid(header, rows, &[0], &mut out)?;
    out.flush()?;
    Ok(())
}
