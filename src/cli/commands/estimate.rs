//! `cavalcade estimate BOARD`: tours and nodes from random descents.

use std::io::Write;
use std::time::Instant;

use cavalcade::convention::Convention;
use cavalcade::engine::{Enumeration, Random};
use cavalcade::method::Choice;
use cavalcade::published::Table;
use cavalcade::question::{Question, Tours};
use cavalcade::tours::{Kind, TourSearch, estimate};

use crate::cli::args::EstimateArgs;
use crate::cli::input::instance;
use crate::cli::session::exit::Verdict;
use crate::cli::session::note;
use crate::cli::session::terminal;
use crate::cli::words::{number, time};

/// The nodes that the search visits in a second on one core.
const NODES_A_SECOND: f64 = 5e7;

/// Knuth's probes are taken in groups, whose spread tells the error.
const GROUPS: u32 = 50;

/// The probes of each group.
const PROBES: u32 = 200;

/// Prints both estimates.
pub fn run(args: &EstimateArgs) -> anyhow::Result<Verdict> {
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let asked = Tours::new(instance::read(&args.board, &args.piece)?, kind);
    let whole = Question::Tours(asked.clone());
    let prepared = whole.solve().method(Choice::of("search")).prepare()?;
    let question = asked.prepared();
    let mut out = terminal::out();
    let label = asked.label();
    let convention = if args.closed { Convention::Undirected } else { Convention::Directed };
    let what = format!("{} {}, {} tours", label.board, label.piece, label.kind);
    if let Some(reason) = prepared.obstacle() {
        writeln!(out, "{what}: none: {reason}")?;
        return Ok(Verdict::Agrees);
    }
    let began = Instant::now();
    let mut random = Random::new(args.seed);
    let found = estimate(&question, args.samples, &mut random)?;
    let relative = if found.mean > 0.0 { 100.0 * found.error / found.mean } else { 0.0 };
    writeln!(
        out,
        "{what}: {convention} about {} ± {} ({relative:.1} %), from {} random paths, {} of which arrived",
        number(found.mean),
        number(found.error),
        found.samples,
        found.tours,
    )?;
    let (low, high) = found.interval();
    writeln!(out, "95 % interval: {} to {}", number(low), number(high))?;
    for row in Table::embedded().lookup(&whole) {
        if row.convention == convention {
            let value: f64 = row.value.to_string().parse().unwrap_or(f64::INFINITY);
            let away = (found.mean - value).abs() / found.error.max(f64::MIN_POSITIVE);
            let place = if (low..=high).contains(&value) { "inside" } else { "outside" };
            let (exact, source) = (row.value.grouped(), &row.source);
            writeln!(
                out,
                "published: {exact} ({source}), {place} the interval, {away:.1} standard errors away"
            )?;
        }
    }
    let search = TourSearch::new(question.clone())?;
    let means: Vec<f64> = (0..GROUPS).map(|_| search.probe(PROBES, &mut random)).collect();
    let mean = means.iter().sum::<f64>() / f64::from(GROUPS);
    let spread: f64 = means.iter().map(|m| (m - mean) * (m - mean)).sum();
    let error = (spread / f64::from(GROUPS * (GROUPS - 1))).sqrt();
    writeln!(
        out,
        "search: about {} ± {} nodes, {} on one core",
        number(mean),
        number(error),
        time(mean / NODES_A_SECOND),
    )?;
    let took = began.elapsed().as_secs_f64();
    note(args.common.quiet, &format!("{} clouds, {took:.2} s", found.clouds));
    Ok(Verdict::Agrees)
}
