//! `cavalcade status FILE…`: progress of journals and checkpoints.

mod checkpoints;
mod journals;

use std::io::Write;
use std::time::{Duration, SystemTime};

use cavalcade::Count;
use cavalcade::journal::ranges;
use cavalcade::render::{Format, grid, signed};
use cavalcade::report::speed;
use cavalcade::solve::{Found, Journals, find_journals};
use serde_json::{Value, json};

use self::checkpoints::{Kept, shown};
use crate::cli::args::StatusArgs;
use crate::cli::input::journals::{by_question, none};
use crate::cli::output::{Output, Place, Report, Writer};
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::session::terminal::{self, plain};
use crate::cli::words::{at, counted, date};

/// Prints the status once, or repeatedly until no unit is missing.
pub fn run(args: &StatusArgs) -> anyhow::Result<Verdict> {
    let output = Output::of(&args.printed)?;
    let Some(seconds) = args.watch else { return look(args, &output, output.begin()?) };
    if output.format != Format::Text || output.place != Place::Stdout {
        let problem = "--watch prints text on stdout; leave out --format and --output";
        return Err(Usage(problem.into()).into());
    }
    loop {
        terminal::new_page();
        let mut out = output.begin()?;
        let time = at(SystemTime::now()).strftime("%Y-%m-%d %H:%M:%S").to_string();
        writeln!(out, "{time}, every {seconds} s; Ctrl-C ends")?;
        if look(args, &output, out)? == Verdict::Agrees {
            return Ok(Verdict::Agrees);
        }
        terminal::out().flush()?;
        std::thread::sleep(Duration::from_secs(seconds.into()));
    }
}

/// Describes each folder of checkpoints, then the journals of each question.
fn look(args: &StatusArgs, output: &Output, mut out: Writer) -> anyhow::Result<Verdict> {
    let files = &args.files;
    let kept = Kept::among(files)?;
    let found = find_journals(files)?;
    if kept.is_empty() && found.is_empty() {
        if args.watch.is_none() {
            return Err(none(files).into());
        }
        writeln!(out, "no journal is there yet")?;
        out.end()?;
        return Ok(Verdict::Incomplete);
    }
    let mut complete = kept.iter().all(Kept::has_ended);
    if output.format == Format::Text {
        kept.iter().try_for_each(|kept| kept.text(&mut out))?;
        for journals in by_question(found) {
            complete &= tell(&journals?, &mut out)?;
        }
    } else {
        let mut values = Vec::new();
        for journals in by_question(found) {
            let (value, whole) = journals::value(&journals?)?;
            values.push(value);
            complete &= whole;
        }
        report(&values, &kept).write(output.format, &mut out, |_| Ok(()))?;
    }
    out.end()?;
    Ok(if complete { Verdict::Agrees } else { Verdict::Incomplete })
}

/// The same information for programs and documents.
fn report(values: &[Value], kept: &[Kept]) -> Report {
    let status = |questions: &[Value], kept: &[Value]| {
        signed("status", json!({ "questions": questions, "checkpoints": kept }))
    };
    let kept: Vec<Value> = kept.iter().map(Kept::json).collect();
    let grids = [journals::table(values), checkpoints::table(&kept)];
    let questions = values.iter().map(|one| status(std::slice::from_ref(one), &[]));
    let folders = kept.iter().map(|one| status(&[], std::slice::from_ref(one)));
    Report {
        json: status(values, &kept),
        lines: questions.chain(folders).collect(),
        sentences: Vec::new(),
        grids: grids.into_iter().filter(|grid| !grid.is_empty()).collect(),
    }
}

/// Describes one question; true if no unit is missing.
fn tell(journals: &Journals, out: &mut Writer) -> anyhow::Result<bool> {
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
