//! Warnings before a long run, with its predicted time; advice for counts that are too large.

use cavalcade::Error;
use cavalcade::convention::Convention;
use cavalcade::engine::Random;
use cavalcade::method::Means;
use cavalcade::question::{Question, Tours};
use cavalcade::solve::{Candidate, Prepared};
use cavalcade::tours::{Kind, MAX_VERTICES, estimate};

use crate::cli::args::ToursArgs;
use crate::cli::input::memory;
use crate::cli::modes::tours::TourTask;
use crate::cli::session::exit::Usage;
use crate::cli::session::{Session, note, predicted};
use crate::cli::words::{LONG, time};

/// Random descents for the size of a large search; many, because few branches hold most nodes.
const PROBES: u32 = 4000;

/// Another method is suggested if it takes less than one part in this number.
const MANY: f64 = 100.0;

/// Seconds of a run that a warning about memory precedes.
const A_MINUTE: f64 = 60.0;

/// Random paths for the number of tours.
const SAMPLES: u32 = 2000;

/// Warns on stderr before slices are measured, which takes minutes, if every method would take
/// months or years without slices, or if `--memory` rules out a much faster one.
pub fn look(session: &Session, asked: &Tours, args: &ToursArgs) -> anyhow::Result<()> {
    let means = session.means();
    let is_known = args.method != "auto" || asked.instance().len() > MAX_VERTICES;
    if is_known || asked.obstacle(&asked.prepared()).is_some() {
        return Ok(());
    }
    let question = Question::Tours(asked.clone());
    let Ok(Candidate { name, cost: Ok(cost), .. }) = question.quickest(&means) else {
        return Ok(());
    };
    let seconds = cost.expected_seconds();
    let line = format!("{} would take about {} by {name}", args.board, time(seconds));
    let looking = "looking for a shorter way, in slices, for some minutes";
    let more = with_more_memory(session, &question, args, seconds).filter(|_| seconds > A_MINUTE);
    if let Some(more) = more {
        note(&format!("{line}; {more}; {looking}"));
    } else if seconds > LONG {
        note(&format!("{line}: {}; {looking}; {}", expected(asked)?, advice(args)));
    }
    Ok(())
}

/// Warns on stderr before a long run, with its time and a faster alternative. For a run of months
/// or years it also gives the expected number of tours.
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
    let more = with_more_memory(session, prepared.question(), args, seconds);
    if seconds < LONG {
        let line = predicted(&args.board, seconds, cost.bytes);
        let more = more.map_or(String::new(), |more| format!("; {more}"));
        line.iter().for_each(|line| note(&format!("{line}{more}")));
        return Ok(());
    }
    let instead = match more {
        Some(more) => more,
        None => other_method(session, prepared, args, seconds)?.unwrap_or_else(|| advice(args)),
    };
    let line = format!("{} would take about {}", args.board, time(seconds));
    note(&format!("{line}: {}; {instead}", expected(asked)?));
    Ok(())
}

/// "about 2.0e16 directed tours are expected"
fn expected(asked: &Tours) -> anyhow::Result<String> {
    let tours = asked.prepared();
    let convention = match tours.kind() {
        Kind::Open => Convention::Directed,
        Kind::Closed => Convention::Undirected,
    };
    Ok(match estimate(&tours, SAMPLES, &mut Random::new(1))?.mean {
        mean if mean > 0.0 => format!("about {mean:.1e} {convention} tours are expected"),
        _ => "no tour was met in a short look".into(),
    })
}

fn advice(args: &ToursArgs) -> String {
    let closed = if args.closed { " --closed" } else { "" };
    format!("cavalcade estimate {}{closed} estimates their number in seconds", args.board)
}

/// The memory with which another method would take a small fraction of the time, if a flag allows
/// less than the machine has.
fn with_more_memory(
    session: &Session,
    question: &Question,
    args: &ToursArgs,
    seconds: f64,
) -> Option<String> {
    args.watched.common.memory.as_ref().filter(|_| args.method == "auto")?;
    let means = Means { memory: memory::default(), ..session.means() };
    let Candidate { name, cost, .. } = question.quickest(&means).ok()?;
    let cost = cost.ok().filter(|cost| cost.expected_seconds() * MANY < seconds)?;
    let needs = ((cost.bytes + memory::own() as f64) / f64::from(1 << 20)).ceil();
    let sooner = time(cost.expected_seconds());
    Some(format!("with --memory {needs}M, {name} would take about {sooner}"))
}

/// Another method that takes a small fraction of the time.
fn other_method(
    session: &Session,
    prepared: &Prepared,
    args: &ToursArgs,
    seconds: f64,
) -> anyhow::Result<Option<String>> {
    for Candidate { name, cost, .. } in prepared.question().automatic_methods(&session.means())? {
        match cost {
            Ok(cost) if cost.expected_seconds() * MANY < seconds => {
                let needs = memory::text(cost.bytes as u64);
                let sooner = format!("--method {name} counts them sooner, in {needs} of memory");
                return Ok(Some(sooner));
            }
            // The time of slices is known after a measurement of a minute, which `auto` has made.
            Err(Error::TooManyClasses { .. }) if name == "halves" && args.method != "auto" => {
                let sooner = "may count them sooner, in slices that fit in memory";
                return Ok(Some(format!("--method {name} {sooner}; {}", advice(args))));
            }
            _ => {}
        }
    }
    Ok(None)
}

/// More states than this for each byte of memory are beyond any machine.
const FAR: u64 = 100;

/// Rewrites the error of a count that is too large for every method; returns other errors unchanged.
pub fn too_large(args: &ToursArgs, task: TourTask, error: anyhow::Error) -> anyhow::Error {
    use TourTask::{Each, List, ListByNumber, Number, Rank, Sample};
    let is_other = matches!(task, List | ListByNumber | Sample | Each) || args.random.is_some();
    let reason = match error.downcast_ref::<Error>() {
        _ if is_other || args.method != "auto" => return error,
        Some(Error::MethodTooSmall { size, unit, method, limit, .. }) => {
            format!("{size} {unit} are more than the {limit} that the {method} method takes")
        }
        Some(Error::TooManyClasses { classes, limit, .. }) if classes / FAR > *limit => {
            format!("about {classes} classes of partial tours are far more than any memory holds")
        }
        _ => return error,
    };
    let what = if matches!(task, Number | Rank) { "numbered" } else { "counted" };
    let instead = match args.is_free() {
        true => "--first 1 shows one of them or says why there is none, --random 1 makes one",
        false => "give a smaller or a narrower board",
    };
    let closed = if args.closed { "closed " } else { "" };
    let problem = format!("the {closed}tours of {} cannot be {what}: {reason}", args.board);
    Usage(format!("{problem}; {instead}")).into()
}
