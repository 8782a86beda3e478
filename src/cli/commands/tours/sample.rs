//! `tours --sample P%`: a share of the units at random, and what the whole would be by it.

use std::io::Write;

use cavalcade::solve::Prepared;

use crate::cli::session::Session;
use crate::cli::session::exit::Verdict;
use crate::cli::session::terminal;

/// Runs `share` of the units and prints the extrapolation.
pub fn run(session: &Session, prepared: &Prepared, share: f64) -> anyhow::Result<Verdict> {
    let label = prepared.question().label();
    let what = format!("{} {}, {} tours", label.board, label.piece, label.kind);
    let guess = prepared.estimator();
    let sampled = session.watched(
        &what,
        move || guess(100),
        |progress| prepared.sample(share, Some(progress)),
    );
    let sample = sampled.map_err(|error| session.unfinished(error, None))?;
    let mut out = terminal::out();
    writeln!(
        out,
        "{what}: {:.5e} ± {:.1e} from {} of {} units; {} tours visited",
        sample.expected,
        sample.error,
        sample.sampled,
        sample.units,
        sample.visited.grouped(),
    )?;
    let at = |part| sample.time_at(part).as_secs_f64();
    writeln!(
        out,
        "a unit takes {:.3} s at the median, {:.3} s at nine tenths, {:.3} s at most; \
         all would take {:.1} thread hours, {:.1} million visited a second on a thread",
        at(0.5),
        at(0.9),
        at(1.0),
        sample.thread_seconds_of_all() / 3600.0,
        sample.visited_a_second() / 1e6,
    )?;
    out.flush()?;
    Ok(Verdict::Agrees)
}
