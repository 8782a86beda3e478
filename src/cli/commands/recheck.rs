//! `cavalcade recheck FILE…`: random units of journals, recomputed and compared.

use std::io::Write;

use cavalcade::convention::Label;
use cavalcade::solve::{Journals, Recheck};

use crate::cli::args::RecheckArgs;
use crate::cli::input::{journals, share};
use crate::cli::session::Session;
use crate::cli::session::exit::Verdict;
use crate::cli::session::terminal;

/// Draws, recomputes, compares.
pub fn run(args: &RecheckArgs) -> anyhow::Result<Verdict> {
    let remedy = format!("--sample {}: write a share such as 1% or 100%", args.sample);
    let share = share::parse(&args.sample, false, &remedy)?;
    let found = journals::read(&args.files)?;
    let session = Session::new(&args.common)?;
    let journals = Journals::of(found, &session.means())?;
    let Label { board, kind, .. } = journals.question().label();
    let run = |progress: &_| journals.recheck(share, args.seed, Some(progress));
    // How much a share of the units in another way comes to, nobody has measured.
    let outcome = session.watched(&format!("{board} {kind}"), || 0.0, run);
    tell(&outcome.map_err(|error| session.unfinished(error, None))?)
}

fn tell(recheck: &Recheck) -> anyhow::Result<Verdict> {
    let mut out = terminal::out();
    for difference in &recheck.differing {
        writeln!(out, "{difference}")?;
    }
    let Recheck { units, recorded, way, differing, .. } = recheck;
    let way = way.unwrap_or("the same method once more");
    let verdict = match differing.len() {
        0 => "all agree".into(),
        wrong => format!("{wrong} DIFFER"),
    };
    writeln!(out, "{units} of {recorded} recorded units recomputed by {way}: {verdict}")?;
    Ok(if differing.is_empty() { Verdict::Agrees } else { Verdict::Differs })
}
