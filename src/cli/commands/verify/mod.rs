//! `cavalcade verify`: every published count that fits a time budget, computed and compared.

mod candidates;
mod report;
mod wanted;

use std::sync::mpsc;
use std::time::Instant;

use cavalcade::published::Table;

use candidates::{Candidate, candidates};
use report::Verified;
use wanted::Wanted;

use crate::cli::args::VerifyArgs;
use crate::cli::page::Place;
use crate::cli::session::Session;
use crate::cli::session::exit::{Usage, Verdict};

/// Runs the cheapest first until the budget is used up.
pub fn run(args: &VerifyArgs) -> anyhow::Result<Verdict> {
    let budget = humantime::parse_duration(&args.budget).map_err(|error| {
        Usage(format!("--budget \"{}\": {error}; write a time such as 60s, 10m or 2h", args.budget))
    })?;
    let wanted = Wanted::of(args)?;
    let place = Place::file(args.out.output.as_deref())?;
    let session = Session::new(&args.common)?.watching(&args.watched)?.writing(place)?;
    let now = Instant::now();
    let deadline = now.checked_add(budget).ok_or_else(|| {
        Usage(format!("--budget \"{}\": longer than any clock runs; write less", args.budget))
    })?;
    // Half of the time at most for finding out what fits the rest.
    let rows: Vec<_> = Table::embedded().rows().iter().filter(|row| wanted.has(row)).collect();
    if rows.is_empty() {
        let problem = "nothing is published here about such boards";
        return Err(Usage(format!("{problem}; cavalcade table counts them")).into());
    }
    let (candidates, unpriced) = candidates(&rows, &session.means(), now + budget / 2);
    let mut report = count_all(&session, candidates, deadline)?;
    report.leave(unpriced);
    report.write(args, &wanted, &rows, &session)
}

fn count_all(
    session: &Session,
    candidates: Vec<Candidate>,
    deadline: Instant,
) -> anyhow::Result<Verified> {
    let mut report = Verified::default();
    let (over, alarm) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        // Estimates can be far off: the alarm ends the search that overruns.
        let ring = move || {
            let rest = deadline.saturating_duration_since(Instant::now());
            if alarm.recv_timeout(rest) == Err(mpsc::RecvTimeoutError::Timeout) {
                session.stop.request();
            }
        };
        // Without a thread for it the last search may take longer.
        let _ = std::thread::Builder::new().spawn_scoped(scope, ring);
        let mut candidates = candidates.into_iter();
        let outcome = candidates.try_for_each(|next| report.count(session, next, deadline));
        drop(over);
        outcome
    })?;
    Ok(report)
}
