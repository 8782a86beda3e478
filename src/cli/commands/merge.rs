//! `cavalcade merge FILE…`: the total of a question's journals, or the missing units.

use std::io::Write;
use std::ops::Range;

use cavalcade::journal::{Merge, ranges, shards};
use cavalcade::render::{Format, Grid, answer_value, question_value};
use cavalcade::solve::{Answer, Journals, find_journals};
use serde_json::{Value, json};

use crate::cli::args::{MergeArgs, Watched};
use crate::cli::input::journals;
use crate::cli::output::{Output, Report};
use crate::cli::session::exit::Verdict;
use crate::cli::session::{Session, note, part};
use crate::cli::words::counted;

/// Adds the counts and compares the total with published ones.
pub fn run(args: &MergeArgs) -> anyhow::Result<Verdict> {
    let found = find_journals(&args.files)?;
    let output = Output::of(&args.printed)?;
    let watched = Watched { common: args.common.clone(), ..Watched::default() };
    let session = Session::new(&watched, output.clone())?;
    if let (true, true, Some(of)) = (found.is_empty(), args.missing, args.of) {
        // No journal has a line yet, so the question is unknown and all shards are missing.
        let ids = ranges(&[0..of as usize]);
        let report = part::missing(None, Some(of.into()), &ids);
        output.write(&report, |out| Ok(writeln!(out, "{ids}")?))?;
        note("no journal has begun");
        return Ok(Verdict::Incomplete);
    }
    if found.is_empty() {
        return Err(journals::none(&args.files).into());
    }
    let journals = Journals::of(found, &session.means())?;
    let merge = journals.merge(args.salvage)?;
    let missing = merge.missing();
    let (units, files, done) = (journals.units(), journals.found().len(), merge.done());
    let (all, files) = (counted(units as u64, "unit"), counted(files as u64, "journal"));
    let sources = format!("{done} of {all} in {files}");
    if args.missing {
        let ids = ids(&missing, args.of);
        let report = part::missing(Some(journals.question()), args.of.map(u64::from), &ids);
        output.write(&report, |out| Ok(writeln!(out, "{ids}")?))?;
        note(&sources);
        if missing.is_empty() {
            // Impossible sums are reported here, too.
            merge.total()?;
            return Ok(Verdict::Agrees);
        }
        return Ok(Verdict::Incomplete);
    }
    if !missing.is_empty() {
        if output.format != Format::Text {
            output.write(&report(&journals, &merge, None)?, |_| Ok(()))?;
        }
        let missing = shortened(&ranges(&missing));
        note(&format!("{sources}; units {missing} are missing"));
        return Ok(Verdict::Incomplete);
    }
    let answer = journals.answer(&merge)?;
    if let Format::Json | Format::Jsonl = output.format {
        output.write(&report(&journals, &merge, Some(&answer))?, |_| Ok(()))?;
        return Ok(session.tell(&answer));
    }
    let verdict = session.print(&answer)?;
    if output.format == Format::Text {
        note(&format!("{sources}; {} confirmed by another record", merge.confirmed()));
    }
    Ok(verdict)
}

/// The answer's fields if no unit is missing, and a list of the merged journals.
fn report(
    journals: &Journals,
    merge: &Merge<'_>,
    answer: Option<&Answer>,
) -> anyhow::Result<Report> {
    let mut json = json!({ "question": question_value(journals.question()) });
    if let Some(Value::Object(answer)) = answer.map(answer_value) {
        for (field, value) in answer {
            json[field] = value;
        }
    }
    json["merged"] = json!({
        "journals": journals.found().len(),
        "units": journals.units(),
        "done": merge.done(),
        "missing": ranges(&merge.missing()),
        "confirmed": merge.confirmed(),
        "solutions_so_far": merge.total()?.weighted().to_string(),
    });
    json["type"] = "merge".into();
    let columns = [
        "question@/question/text",
        "journals@/merged/journals",
        "units@/merged/units",
        "done@/merged/done",
        "missing@/merged/missing",
    ];
    let grid = Grid::of(&columns, &[0, 4], std::slice::from_ref(&json));
    Ok(Report::new("merge", json, grid))
}

/// The missing units, or the shards of `of` that contain them, in the syntax of job queues.
fn ids(missing: &[Range<usize>], of: Option<u32>) -> String {
    of.map_or_else(|| ranges(missing), |of| ranges(&shards(missing, of as usize)))
}

/// The beginning of a long list.
fn shortened(list: &str) -> String {
    match list.char_indices().nth(200) {
        Some((end, _)) => format!("{}… (--missing prints all)", &list[..end]),
        None => list.into(),
    }
}
