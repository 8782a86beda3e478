//! `cavalcade status FILE…`: progress of journals and checkpoints.

mod checkpoints;

use std::io::Write;
use std::time::{Duration, SystemTime};

use cavalcade::Count;
use cavalcade::journal::ranges;
use cavalcade::render::{Format, Grid, grid, signed};
use cavalcade::report::speed;
use cavalcade::solve::{Found, Journals, find_journals};
use serde_json::{Value, json};

use self::checkpoints::{Kept, shown};
use crate::cli::args::StatusArgs;
use crate::cli::document::Document;
use crate::cli::input::journals;
use crate::cli::page::{Page, Place};
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::session::terminal::{self, plain};
use crate::cli::standing;
use crate::cli::words::{at, counted, date};

/// Prints the status once, or repeatedly until no unit is missing.
pub fn run(args: &StatusArgs) -> anyhow::Result<Verdict> {
    let place = Place::file(args.out.output.as_deref())?;
    let Some(seconds) = args.watch else { return look(args, place.page()?) };
    if args.format != Format::Text || place != Place::Stdout {
        let problem = "--watch: it tells as text and on stdout; leave out --format and --output";
        return Err(Usage(problem.into()).into());
    }
    loop {
        terminal::new_page();
        let mut page = place.page()?;
        let time = at(SystemTime::now()).strftime("%Y-%m-%d %H:%M:%S").to_string();
        writeln!(page, "{time}, every {seconds} s; Ctrl-C ends")?;
        if look(args, page)? == Verdict::Agrees {
            return Ok(Verdict::Agrees);
        }
        terminal::out().flush()?;
        std::thread::sleep(Duration::from_secs(seconds.into()));
    }
}

/// Describes each folder of checkpoints, then the journals of each question.
fn look(args: &StatusArgs, mut page: Page) -> anyhow::Result<Verdict> {
    let files = &args.files;
    let kept = Kept::among(files)?;
    let found = find_journals(files)?;
    if kept.is_empty() && found.is_empty() {
        if args.watch.is_none() {
            return Err(journals::none(files).into());
        }
        writeln!(page, "no journal is there yet")?;
        page.end()?;
        return Ok(Verdict::Incomplete);
    }
    let mut complete = kept.iter().all(Kept::has_ended);
    if args.format == Format::Text {
        kept.iter().try_for_each(|kept| kept.text(&mut page))?;
        for journals in journals::by_question(found) {
            complete &= tell(&journals?, &mut page)?;
        }
        page.end()?;
    } else {
        let mut standings = Vec::new();
        for journals in journals::by_question(found) {
            let (standing, whole) = standing::value(&journals?)?;
            standings.push(standing);
            complete &= whole;
        }
        report(standings, &kept).write(args.format, page, |_| Ok(()))?;
    }
    Ok(if complete { Verdict::Agrees } else { Verdict::Incomplete })
}

/// The same information for programs and documents.
fn report(standings: Vec<Value>, kept: &[Kept]) -> Document {
    let (header, left) = standing::COLUMNS;
    let rows = standings.iter().map(standing::row).collect();
    let grids = [Grid::new(&header, &left).rows(rows), checkpoints::table(kept)];
    let grids = grids.into_iter().filter(|grid| !grid.is_empty()).collect();
    let status = |questions: &[Value], kept: &[Value]| {
        signed("status", json!({ "questions": questions, "checkpoints": kept }))
    };
    let kept: Vec<Value> = kept.iter().map(Kept::json).collect();
    let questions = standings.iter().map(|one| status(std::slice::from_ref(one), &[]));
    let folders = kept.iter().map(|one| status(&[], std::slice::from_ref(one)));
    let lines = questions.chain(folders).collect();
    Document { json: status(&standings, &kept), lines, sentences: Vec::new(), grids }
}

/// Describes one question; true if no unit is missing.
fn tell(journals: &Journals, out: &mut Page) -> anyhow::Result<bool> {
    // Damage is reported below; the intact lines are still used.
    let merge = journals.merge(true)?;
    let missing = merge.missing();
    let label = journals.question().label();
    let fingerprint = journals.fingerprint();
    writeln!(out, "{} {} {}: {fingerprint}", label.family, label.board, label.kind)?;
    let (units, done) = (journals.units(), merge.done());
    write!(out, "  {done} of {} done", counted(units as u64, "unit"))?;
    if !missing.is_empty() {
        let more = missing.len().saturating_sub(8);
        let first = ranges(&missing[..missing.len() - more]);
        let more = if more > 0 { format!(" and {more} more gaps") } else { String::new() };
        write!(out, "; missing {first}{more}")?;
    }
    // A sum whose residues differ from those of its parts is an error.
    let total = merge.total()?;
    writeln!(out, "\n  counted so far, residues right:")?;
    if missing.is_empty() {
        for (convention, count) in journals.counts(&total)? {
            writeln!(out, "    {} {}", convention.text(), count.grouped())?;
        }
    } else {
        writeln!(out, "    {} solutions of the units done", total.weighted().grouped())?;
    }
    let nodes = Count::from(total.nodes()).grouped();
    let found = journals.found();
    let (rate, left) = speed(&journals.pace(&merge), &date);
    writeln!(out, "  {nodes} nodes; {rate}")?;
    if !left.is_empty() {
        let colon = if left.starts_with("no run") { "" } else { "time left: " };
        writeln!(out, "  {colon}{left}")?;
    }
    tell_authors(found, out)?;
    for Found { path, replay } in found {
        for damage in &replay.damage {
            let (path, line, what) = (shown(path), damage.line, plain(&damage.what));
            writeln!(
                out,
                "  {path}: line {line} ({what}) is damaged: with --salvage merge leaves it out, \
                 and the run that wrote it recomputes it"
            )?;
        }
    }
    Ok(missing.is_empty())
}

/// Prints a line for each run.
fn tell_authors(found: &[Found], out: &mut impl Write) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for Found { path, replay } in found {
        for (run, units, took) in replay.runs() {
            rows.push(vec![
                format!("{} {}", plain(&run.host), run.process),
                run.shard.to_string(),
                date(run.since),
                run.threads.to_string(),
                units.to_string(),
                format!("{:.1}", took.as_secs_f64()),
                shown(path),
            ]);
        }
    }
    let header = ["run", "shard", "since", "threads", "units", "core seconds", "journal"];
    grid(header.map(String::from).to_vec(), rows, &[0, 1, 2, 6], out)?;
    Ok(())
}
