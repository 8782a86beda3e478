//! What a long run would come to, told before it begins.

use cavalcade::convention::Convention;
use cavalcade::engine::Random;
use cavalcade::question::Question;
use cavalcade::solve::Prepared;
use cavalcade::tours::{Estimate, FrontierCount, Kind, MAX_VERTICES, TourQuestion, estimate};

use crate::cli::args::ToursArgs;
use crate::cli::input::memory;
use crate::cli::session::Session;
use crate::cli::words::{LONG, time};

/// Random descents for the size of a large search: many, to meet the heavy branches.
const PROBES: u32 = 4000;

/// Random paths for the number of tours.
const SAMPLES: u32 = 2000;

/// One line on stderr before a run that would take months or years: how many tours are
/// expected, how long it would take, what to do instead.
pub fn warn(session: &Session, prepared: &Prepared, args: &ToursArgs) -> anyhow::Result<()> {
    let Question::Tours(asked) = prepared.question() else { return Ok(()) };
    if asked.instance().len() > MAX_VERTICES {
        return Ok(());
    }
    let Ok(cost) = prepared.cost() else { return Ok(()) };
    let mut seconds = cost.expected_seconds();
    if seconds > LONG / 1e3 && prepared.choice().name() == "search" {
        seconds *= prepared.estimator()(PROBES) / cost.work;
    }
    if seconds < LONG {
        return Ok(());
    }
    let tours = asked.prepared();
    let found = estimate(&tours, SAMPLES, &mut Random::new(1))?;
    session.note(&format!(
        "{} would take about {}: {}; {}",
        args.board,
        time(seconds),
        expected(&tours, &found),
        instead(session, &tours, args, seconds)?,
    ));
    Ok(())
}

/// "about 2.0e16 directed tours are expected"
fn expected(tours: &TourQuestion, found: &Estimate) -> String {
    let convention = match tours.kind() {
        Kind::Open => Convention::Directed,
        Kind::Closed => Convention::Undirected,
    };
    match found.mean {
        mean if mean > 0.0 => format!("about {mean:.1e} {convention} tours are expected"),
        _ => "no tour was met in a short look".into(),
    }
}

/// What to do instead.
fn instead(
    session: &Session,
    tours: &TourQuestion,
    args: &ToursArgs,
    seconds: f64,
) -> anyhow::Result<String> {
    let advice = format!(
        "cavalcade estimate {}{} tells more of their number in seconds",
        args.board,
        if args.closed { " --closed" } else { "" },
    );
    let Ok(sweep) = FrontierCount::new(tours.clone()) else { return Ok(advice) };
    let estimate = sweep.memory(session.memory).estimate();
    let swept = estimate.seconds() / session.threads as f64;
    if swept * 100.0 >= seconds || estimate.bytes > 100.0 * session.memory as f64 {
        return Ok(advice);
    }
    let needs = memory::text(estimate.bytes as u64);
    Ok(match estimate.bytes < session.memory as f64 {
        true => format!("--method frontier counts them sooner, in {needs} of memory"),
        false => format!(
            "--method frontier counts them sooner, but needs {needs} of memory or a folder for \
             --scratch; {advice}"
        ),
    })
}
