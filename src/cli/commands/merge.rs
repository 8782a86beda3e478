//! `cavalcade merge FILE…`: the total of a question's journals, or the missing units.

use std::io::Write;
use std::ops::Range;

use cavalcade::journal::{Merge, ranges, shards};
use cavalcade::render::{Format, Grid, answer_value, question_value, signed};
use cavalcade::solve::{Answer, Journals, find_journals};
use serde_json::{Value, json};

use crate::cli::args::MergeArgs;
use crate::cli::document::Document;
use crate::cli::input::journals;
use crate::cli::page::Place;
use crate::cli::session::exit::Verdict;
use crate::cli::session::{Session, part};
use crate::cli::words::counted;

/// Adds the counts and compares the total with published ones.
pub fn run(args: &MergeArgs) -> anyhow::Result<Verdict> {
    let found = find_journals(&args.files)?;
    let place = Place::file(args.out.output.as_deref())?;
    let session = Session::new(&args.common)?.writing(place)?;
    if let (true, true, Some(of)) = (found.is_empty(), args.missing, args.of) {
        // No journal has a line yet, so the question is unknown and all shards are missing.
        let ids = ranges(&[0..of as usize]);
        let document = part::missing(None, Some(of.into()), &ids);
        document.write(args.format, session.page()?, |page| Ok(writeln!(page, "{ids}")?))?;
        session.note("no journal has begun");
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
        let document = part::missing(Some(journals.question()), args.of.map(u64::from), &ids);
        document.write(args.format, session.page()?, |page| Ok(writeln!(page, "{ids}")?))?;
        session.note(&sources);
        if missing.is_empty() {
            // Impossible sums are reported here, too.
            merge.total()?;
            return Ok(Verdict::Agrees);
        }
        return Ok(Verdict::Incomplete);
    }
    if !missing.is_empty() {
        if args.format != Format::Text {
            report(&journals, &merge, None)?.write(args.format, session.page()?, |_| Ok(()))?;
        }
        let missing = shortened(&ranges(&missing));
        session.note(&format!("{sources}; units {missing} are missing"));
        return Ok(Verdict::Incomplete);
    }
    let answer = journals.answer(&merge)?;
    match args.format {
        Format::Json | Format::Jsonl => {
            let report = report(&journals, &merge, Some(&answer))?;
            report.write(args.format, session.page()?, |_| Ok(()))?;
            return Ok(session.tell(&answer));
        }
        _ => {}
    }
    let verdict = session.print(&answer, args.format)?;
    if args.format == Format::Text {
        session.note(&format!("{sources}; {} confirmed by another record", merge.confirmed()));
    }
    Ok(verdict)
}

/// The answer's fields if no unit is missing, and a list of the merged journals.
fn report(
    journals: &Journals,
    merge: &Merge<'_>,
    answer: Option<&Answer>,
) -> anyhow::Result<Document> {
    let missing = merge.missing();
    let mut json = signed("merge", json!({ "question": question_value(journals.question()) }));
    if let (Value::Object(json), Some(Value::Object(answer))) =
        (&mut json, answer.map(answer_value))
    {
        for (field, value) in answer.into_iter().filter(|(field, _)| field != "type") {
            json.insert(field, value);
        }
    }
    json["merged"] = json!({
        "journals": journals.found().len(),
        "units": journals.units(),
        "done": merge.done(),
        "missing": ranges(&missing),
        "confirmed": merge.confirmed(),
        "solutions_so_far": merge.total()?.weighted().to_string(),
    });
    let mut grid = Grid::new(&["question", "journals", "units", "done", "missing"], &[0, 4]);
    grid.push(vec![
        journals.question().to_string(),
        journals.found().len().to_string(),
        journals.units().to_string(),
        merge.done().to_string(),
        ranges(&missing),
    ]);
    Ok(Document { json, lines: Vec::new(), sentences: Vec::new(), grids: vec![grid] })
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
