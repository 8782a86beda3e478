//! `cavalcade merge FILE…`: the total of one question's journals, or what is missing.

use std::collections::BTreeSet;
use std::io::Write;

use cavalcade::journal::ranges;
use cavalcade::render::Format;
use cavalcade::solve::Journals;

use crate::cli::args::MergeArgs;
use crate::cli::input::journals;
use crate::cli::session::Session;
use crate::cli::session::exit::Verdict;
use crate::cli::session::terminal;
use crate::cli::words::counted;

/// Adds up, and compares with what is published.
pub fn run(args: &MergeArgs) -> anyhow::Result<Verdict> {
    let found = journals::read(&args.files)?;
    let session = Session::new(&args.common)?;
    let journals = Journals::of(found, &session.means())?;
    let merge = journals.merge(args.salvage)?;
    let missing = merge.missing();
    let (units, files) = (journals.plan().units.len(), journals.found().len());
    let done = units - missing.len();
    let (all, files) = (counted(units as u64, "unit"), counted(files as u64, "journal"));
    let sources = format!("{done} of {all} in {files}");
    if args.missing {
        print_missing(&missing, args.of)?;
        session.note(&sources);
    } else if !missing.is_empty() {
        let missing = shortened(&ranges(&missing));
        session.note(&format!("{sources}; units {missing} are missing"));
    }
    if !missing.is_empty() {
        return Ok(Verdict::Incomplete);
    }
    if args.missing {
        // Sums that cannot be right are told here, too.
        merge.total()?;
        return Ok(Verdict::Agrees);
    }
    let verdict = session.print(&journals.answer(&merge)?, args.format)?;
    if args.format == Format::Text {
        session.note(&format!("{sources}; {} confirmed by another record", merge.confirmed()));
    }
    Ok(verdict)
}

/// The missing units, or the shards `of` so many that hold them, as job queues take them.
fn print_missing(missing: &[usize], of: Option<u32>) -> anyhow::Result<()> {
    let of = of.map_or(usize::MAX, |of| of as usize);
    let ids: BTreeSet<_> = missing.iter().map(|id| id % of).collect();
    let ids = ranges(&ids.into_iter().collect::<Vec<_>>());
    writeln!(terminal::out(), "{ids}")?;
    Ok(())
}

/// The beginning of a long list.
fn shortened(list: &str) -> String {
    match list.char_indices().nth(200) {
        Some((end, _)) => format!("{}… (--missing prints all)", &list[..end]),
        None => list.into(),
    }
}
