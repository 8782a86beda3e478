//! What a long run would come to, told before it begins.

use std::time::Duration;

use cavalcade::Count;
use cavalcade::answer::Convention;
use cavalcade::engine::Random;
use cavalcade::tours::{Estimate, FrontierCount, Kind, MAX_VERTICES, TourQuestion, estimate};
use indicatif::HumanDuration;

use super::args::{Method, ToursArgs};
use super::memory;
use super::question::Question;
use super::session::Session;

/// Random descents for the size of the search: the probes of small trees are rarely far off,
/// those of large ones need many to meet the heavy branches.
const PROBES: [u32; 2] = [16, 4000];

/// Random paths for the number of tours.
const SAMPLES: u32 = 2000;

/// The nodes that the search visits in a second on one core.
pub const NODES_A_SECOND: f64 = 5e7;

/// Whoever waits longer wants to know before.
const LONG: f64 = 30.0 * 86_400.0;

/// One line on stderr before a run that would take months or years: how many tours are
/// expected, how long it would take, what to do instead.
pub fn warn(session: &Session, question: &Question, args: &ToursArgs) -> anyhow::Result<()> {
    let Question::Tours(tours, _) = question else { return Ok(()) };
    if tours.graph().len() > MAX_VERTICES {
        return Ok(());
    }
    let rate = NODES_A_SECOND * session.means.threads as f64;
    let chosen = question.chosen(&session.means);
    let mut seconds = chosen.estimated_nodes(PROBES[0])? / rate;
    if seconds > LONG / 1e3 {
        seconds = chosen.estimated_nodes(PROBES[1])? / rate;
    }
    if seconds < LONG {
        return Ok(());
    }
    let found = estimate(tours, SAMPLES, &mut Random::new(1))?;
    session.note(&format!(
        "{} would take about {}: {}; {}",
        args.board,
        time(seconds),
        expected(tours, &found),
        instead(session, tours, args, seconds * rate),
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
fn instead(session: &Session, tours: &TourQuestion, args: &ToursArgs, nodes: f64) -> String {
    let estimate = format!(
        "cavalcade estimate {}{} tells more of their number in seconds",
        args.board,
        if args.closed { " --closed" } else { "" },
    );
    let swept = Question::Tours(Box::new(tours.clone()), Method::Frontier);
    let Ok(sweep) = FrontierCount::new(tours.clone()) else { return estimate };
    let sweep = sweep.memory(session.means.memory);
    if swept.estimated_nodes(1).is_ok_and(|swept| swept * 100.0 < nodes) {
        let bytes = sweep.estimate().bytes;
        let needs = memory::text(bytes as u64);
        if bytes > 100.0 * session.means.memory as f64 {
            return estimate;
        }
        return match bytes < session.means.memory as f64 {
            true => format!("--method frontier counts them sooner, in {needs} of memory"),
            false => format!(
                "--method frontier counts them sooner, but needs {needs} of memory or a folder \
                 for --scratch; {estimate}"
            ),
        };
    }
    estimate
}

/// A time in words that suit its size.
pub fn time(seconds: f64) -> String {
    const YEAR: f64 = 365.25 * 86_400.0;
    if seconds > 1e4 * YEAR {
        return format!("{:.1e} years", seconds / YEAR);
    }
    HumanDuration(Duration::from_secs_f64(seconds)).to_string()
}

/// A count in words that suits its size.
pub fn number(value: f64) -> String {
    if value < 1e6 { Count::from(value.round() as u64).grouped() } else { format!("{value:.3e}") }
}
