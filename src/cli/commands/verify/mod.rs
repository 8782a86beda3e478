//! `cavalcade verify`: every published count that fits a time budget, computed and compared.

mod report;

use std::time::{Duration, Instant};

use cavalcade::question::BoardRange;
use cavalcade::solve::Answer;
use cavalcade::verify::{Candidate, Candidates, Verified, Wanted};

use crate::cli::args::{VerifyArgs, time};
use crate::cli::output::Output;
use crate::cli::session::exit::{Unfinished, Usage, Verdict};
use crate::cli::session::{Session, with_alarm};

/// Runs the cheapest questions first until the time budget is used up.
pub fn run(args: &VerifyArgs) -> anyhow::Result<Verdict> {
    let budget = time(&args.budget).map_err(|error| {
        Usage(format!("--budget \"{}\": {error}; write a time such as 60s, 10m or 2h", args.budget))
    })?;
    let wanted = wanted(args)?;
    let session = Session::new(&args.watched, Output::of(&args.printed)?)?;
    let now = Instant::now();
    let deadline = now.checked_add(budget).ok_or_else(|| {
        Usage(format!("--budget \"{}\": longer than any clock runs; write less", args.budget))
    })?;
    let rows = wanted.rows();
    if rows.is_empty() {
        let problem = "nothing is published here about such boards";
        return Err(Usage(format!("{problem}; cavalcade table counts them")).into());
    }
    // At most half of the time goes to predicting which questions fit the rest.
    let priced = now + budget / 2;
    let candidates = Candidates::of(&rows, &session.means(), &|| Instant::now() >= priced);
    let verified = count_all(&session, candidates, deadline)?;
    report::write(&session, args, &wanted, &verified.summary(&wanted, &rows), &verified)
}

/// The questions that the flags select.
fn wanted(args: &VerifyArgs) -> anyhow::Result<Wanted> {
    let mut wanted = Wanted::default().closed(args.closed).of_piece(args.piece.clone());
    wanted = wanted.on_torus(args.torus).on_cylinder(args.cylinder).with_holes(args.holes);
    if let Some(range) = &args.range {
        wanted = wanted.of_boards(range.parse::<BoardRange>()?);
    }
    Ok(match &args.family {
        None => wanted,
        Some(family) => wanted.of_family(family)?,
    })
}

fn count_all(
    session: &Session,
    candidates: Candidates,
    deadline: Instant,
) -> anyhow::Result<Verified> {
    let left = || deadline.saturating_duration_since(Instant::now());
    // Predictions can be far too low, so the alarm ends a search that overruns.
    let run = || Verified::run(candidates, left, |next| answer(session, next));
    with_alarm(left(), || session.stop.request(), run)
}

/// The answer with its time and memory; `None` if the time runs out first.
fn answer(session: &Session, next: &Candidate) -> anyhow::Result<Option<(Answer, Duration)>> {
    let began = Instant::now();
    let solve = session.solve(&next.question, next.choice()).count_anyway();
    match session.answer(&solve.prepare()?) {
        Ok(answer) => Ok(Some((answer, began.elapsed()))),
        Err(error) if is_stop(&error) && !session.interrupted() => Ok(None),
        Err(error) => Err(error),
    }
}

/// True if the run was interrupted.
fn is_stop(error: &anyhow::Error) -> bool {
    error.downcast_ref().is_some_and(Unfinished::is_stop)
}

#[cfg(test)]
mod tests {
    use cavalcade::published::Table;
    use clap::Parser;

    use super::wanted;
    use crate::cli::args::{Args, Command};

    #[test]
    fn each_flag_chooses() {
        let rows = |line: &str| {
            let words = ["cavalcade", "verify"].into_iter().chain(line.split_whitespace());
            let Some(Command::Verify(args)) = Args::try_parse_from(words).unwrap().command else {
                unreachable!()
            };
            wanted(&args).unwrap().rows().len()
        };
        let all = Table::embedded().rows().len();
        assert_eq!(rows(""), all);
        for line in [
            "queens",
            "tours",
            "walks",
            "tours 6x6",
            "--closed",
            "--piece king",
            "--torus",
            "--holes",
        ] {
            assert!((1..all).contains(&rows(line)), "{line}");
        }
    }
}
