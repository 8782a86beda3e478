//! What a long run would come to, told before it begins.

use cavalcade::Error;
use cavalcade::convention::Convention;
use cavalcade::engine::Random;
use cavalcade::question::Question;
use cavalcade::solve::{Candidate, Prepared};
use cavalcade::tours::{Estimate, FrontierCount, Kind, MAX_VERTICES, TourQuestion, estimate};

use crate::cli::args::ToursArgs;
use crate::cli::input::memory;
use crate::cli::session::{Session, predicted};
use crate::cli::words::{LONG, time};

/// Random descents for the size of a large search: many, to meet the heavy branches.
const PROBES: u32 = 4000;

/// What takes one part of so many is worth a word.
const MANY: f64 = 100.0;

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
        predicted(&args.board, seconds, cost.bytes).iter().for_each(|line| session.note(line));
        return Ok(());
    }
    let tours = asked.prepared();
    let found = estimate(&tours, SAMPLES, &mut Random::new(1))?;
    session.note(&format!(
        "{} would take about {}: {}; {}",
        args.board,
        time(seconds),
        expected(&tours, &found),
        instead(session, prepared, args, seconds)?,
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
    prepared: &Prepared,
    args: &ToursArgs,
    seconds: f64,
) -> anyhow::Result<String> {
    let advice = format!(
        "cavalcade estimate {}{} tells more of their number in seconds",
        args.board,
        if args.closed { " --closed" } else { "" },
    );
    let question = prepared.question();
    let sooner = |candidate: &Candidate| match &candidate.cost {
        Ok(cost) => cost.expected_seconds() * MANY < seconds,
        // What slices take is known after a look of a minute, which auto has had.
        Err(Error::TooManyClasses { .. }) => candidate.name == "halves" && args.method != "auto",
        Err(_) => false,
    };
    let methods = question.automatic_methods(&session.means())?;
    if let Some(Candidate { name, cost, .. }) = methods.iter().find(|&method| sooner(method)) {
        let what = format!("--method {name}");
        return Ok(match cost {
            Ok(cost) => {
                let needs = memory::text(cost.bytes as u64);
                format!("{what} counts them sooner, in {needs} of memory")
            }
            Err(_) => {
                format!("{what} may count them sooner, in slices that fit in memory; {advice}")
            }
        });
    }
    let Question::Tours(asked) = question else { return Ok(advice) };
    let Ok(sweep) = FrontierCount::new(asked.prepared()) else { return Ok(advice) };
    let estimate = sweep.memory(session.memory).estimate();
    let swept = estimate.seconds() / session.threads as f64;
    if swept * MANY >= seconds || estimate.bytes > MANY * session.memory as f64 {
        return Ok(advice);
    }
    let needs = memory::text(estimate.bytes as u64);
    Ok(format!("--method frontier counts them sooner, but needs {needs} of memory; {advice}"))
}
