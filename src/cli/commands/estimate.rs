//! `cavalcade estimate BOARD`: tours and nodes from random descents.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Instant;

use cavalcade::convention::Convention;
use cavalcade::engine::{Enumeration, Random, Stop};
use cavalcade::method::Choice;
use cavalcade::published::Table;
use cavalcade::question::{Question, Tours};
use cavalcade::render::{Grid, question_value, signed};
use cavalcade::tours::{Estimate, Kind, TourSearch, estimate_watched};
use serde_json::json;

use crate::cli::args::EstimateArgs;
use crate::cli::document::Document;
use crate::cli::input::instance;
use crate::cli::page::{Page, Place};
use crate::cli::session::Session;
use crate::cli::session::exit::Verdict;
use crate::cli::session::note;
use crate::cli::words::{number, time};

/// The nodes that the search visits in a second on one core.
const NODES_A_SECOND: f64 = 5e7;

/// Knuth's probes are taken in groups, whose spread tells the error.
const GROUPS: u32 = 50;

/// The probes of each group.
const PROBES: u32 = 200;

/// What is known of a question without counting it.
struct Known {
    question: Question,
    convention: Convention,
    /// Why there is none, where that is clear.
    obstacle: Option<String>,
    /// The tours, and the nodes of the search with their standard error.
    found: Option<(Estimate, [f64; 2])>,
}

/// Prints both estimates.
pub fn run(args: &EstimateArgs) -> anyhow::Result<Verdict> {
    let place = Place::file(args.out.output.as_deref())?;
    place.check()?;
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let asked = Tours::new(instance::read(&args.board, &args.piece)?, kind);
    let question = Question::Tours(asked.clone());
    let prepared = question.solve().method(Choice::of("search")).prepare()?;
    let convention = if args.closed { Convention::Undirected } else { Convention::Directed };
    let obstacle = prepared.obstacle().map(String::from);
    let began = Instant::now();
    let found = match obstacle {
        Some(_) => None,
        None => Some(found(args, &asked)?),
    };
    let known = Known { question, convention, obstacle, found };
    known.report(args).write(args.format, place.page()?, |page| known.text(page))?;
    if let Some((found, _)) = &known.found {
        let took = began.elapsed().as_secs_f64();
        note(args.common.quiet, &format!("{} clouds, {took:.2} s", found.clouds));
    }
    Ok(Verdict::Agrees)
}

/// The tours, and the nodes of the search.
fn found(args: &EstimateArgs, asked: &Tours) -> anyhow::Result<(Estimate, [f64; 2])> {
    let question = asked.prepared();
    let mut random = Random::new(args.seed);
    let session = Session::new(&args.common)?.showing(args.shown);
    let what = asked.label().board;
    let steps = Some(u64::from(args.samples));
    let found = session.steps(&what, steps, "random path", false, |done| {
        let mut hear = |part| {
            let paths = part * f64::from(args.samples);
            done.store(paths as u64, Ordering::Relaxed);
        };
        // The session ends what has nothing to save.
        estimate_watched(&question, args.samples, &mut random, &Stop::new(), &mut hear)
    })?;
    let search = TourSearch::new(question)?;
    let probes = Some(u64::from(GROUPS * PROBES));
    let means: Vec<f64> = session.steps(&what, probes, "random probe", false, |done| {
        let group = |_| {
            let mean = search.probe(PROBES, &mut random);
            done.fetch_add(PROBES.into(), Ordering::Relaxed);
            mean
        };
        Ok((0..GROUPS).map(group).collect())
    })?;
    let mean = means.iter().sum::<f64>() / f64::from(GROUPS);
    let spread: f64 = means.iter().map(|m| (m - mean) * (m - mean)).sum();
    let error = (spread / f64::from(GROUPS * (GROUPS - 1))).sqrt();
    Ok((found, [mean, error]))
}

impl Known {
    /// `8x8 knight, closed tours`.
    fn what(&self) -> String {
        let label = self.question.label();
        format!("{} {}, {} tours", label.board, label.piece, label.kind)
    }

    fn text(&self, out: &mut Page) -> anyhow::Result<()> {
        let (what, convention) = (self.what(), self.convention);
        let Some((found, [nodes, nodes_error])) = &self.found else {
            writeln!(out, "{what}: none: {}", self.obstacle.as_deref().unwrap_or_default())?;
            return Ok(());
        };
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
        for row in Table::embedded().lookup(&self.question) {
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
        writeln!(
            out,
            "search: about {} ± {} nodes, {} on one core",
            number(*nodes),
            number(*nodes_error),
            time(nodes / NODES_A_SECOND),
        )?;
        Ok(())
    }

    fn report(&self, args: &EstimateArgs) -> Document {
        let published = Table::embedded().lookup(&self.question).into_iter();
        let published: Vec<_> = published
            .filter(|row| row.convention == self.convention)
            .map(|row| json!({ "value": row.value.to_string(), "source": row.source }))
            .collect();
        let mut json = signed(
            "estimate",
            json!({
                "question": question_value(&self.question),
                "convention": self.convention.word(),
                "obstacle": self.obstacle,
                "seed": args.seed,
                "published": published,
                "tours": null,
                "search": null,
            }),
        );
        let mut grid =
            Grid::new(&["question", "what", "estimate", "standard error", "low", "high"], &[0, 1]);
        if let Some((found, [nodes, nodes_error])) = &self.found {
            let (low, high) = found.interval();
            json["tours"] = json!({
                "estimate": found.mean,
                "standard_error": found.error,
                "interval_95": [low, high],
                "samples": found.samples,
                "arrived": found.tours,
            });
            json["search"] = json!({
                "nodes": nodes,
                "standard_error": nodes_error,
                "seconds_on_one_core": nodes / NODES_A_SECOND,
            });
            let text = self.question.to_string();
            let row = |what: &str, numbers: &[f64]| {
                let mut row = vec![text.clone(), what.into()];
                row.extend(numbers.iter().map(|number| format!("{number:.6e}")));
                row.resize(6, String::new());
                row
            };
            let tours = format!("{} tours", self.convention);
            grid.push(row(&tours, &[found.mean, found.error, low, high]));
            grid.push(row("nodes of the search", &[*nodes, *nodes_error]));
        }
        let sentence = match &self.obstacle {
            Some(reason) => format!("{}: none: {reason}", self.what()),
            None => format!("{}, from {} random paths:", self.what(), args.samples),
        };
        Document { json, lines: Vec::new(), sentences: vec![sentence], grids: vec![grid] }
    }
}
