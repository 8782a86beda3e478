//! `cavalcade estimate BOARD`: tours and nodes from random descents.

use std::time::Instant;

use cavalcade::Error;
use cavalcade::convention::Convention;
use cavalcade::engine::{Random, Stop};
use cavalcade::method::Choice;
use cavalcade::published::{Published, Table};
use cavalcade::question::{Question, Tours};
use cavalcade::render::{Grid, question_value};
use cavalcade::solve::Candidate;
use cavalcade::tours::{Estimate, Kind, PROBES, TourSearch, estimate_watched, probed};
use serde_json::json;

use crate::cli::args::{EstimateArgs, Watched};
use crate::cli::input::{instance, memory};
use crate::cli::output::{Output, Report, Writer};
use crate::cli::session::exit::Verdict;
use crate::cli::session::{Session, note};
use crate::cli::words::{about, number};

/// Facts about a question that are known without counting.
struct Known {
    question: Question,
    convention: Convention,
    /// Why there is no tour, if a proof is known.
    obstacle: Option<String>,
    found: Option<Found>,
}

/// Results of sampling.
struct Found {
    tours: Estimate,
    /// The nodes of the search, and their standard error.
    nodes: [f64; 2],
    /// The predicted seconds of the search, from this number of nodes.
    search: Option<f64>,
    /// The method that `auto` selects, its seconds and its bytes.
    method: Result<(&'static str, f64, f64), Error>,
    /// True if slices can make another method fit in memory. Their time takes minutes to predict.
    may_be_sliced: bool,
}

pub fn run(args: &EstimateArgs) -> anyhow::Result<Verdict> {
    let output = Output::of(&args.printed)?;
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let instance = instance::read(&args.board, &args.piece)?;
    instance::has_rows(&args.board, &instance)?;
    let asked = Tours::new(instance, kind);
    let question = Question::Tours(asked.clone());
    let prepared = question.solve().method(Choice::of("search")).prepare()?;
    let convention = if args.closed { Convention::Undirected } else { Convention::Directed };
    let obstacle = prepared.obstacle().map(String::from);
    let began = Instant::now();
    let found = match obstacle {
        Some(_) => None,
        None => Some(found(args, &asked, &output)?),
    };
    let known = Known { question, convention, obstacle, found };
    output.write(&known.report(args), |out| known.text(out))?;
    if let Some(Found { tours, .. }) = &known.found {
        let took = began.elapsed().as_secs_f64();
        note(&format!("{} clouds, {took:.2} s", tours.clouds));
    }
    Ok(Verdict::Agrees)
}

fn found(args: &EstimateArgs, asked: &Tours, output: &Output) -> anyhow::Result<Found> {
    let (asked_for, question) = (Question::Tours(asked.clone()), asked.prepared());
    let mut random = Random::new(args.seed);
    let (shown, common) = (args.shown, args.common.clone());
    let session = Session::new(&Watched { shown, metrics: None, common }, output.clone())?;
    session.asks(&asked_for);
    let what = asked.label().board;
    let steps = Some(u64::from(args.samples));
    let tours = session.steps(&what, steps, "random path", false, |done| {
        let mut progress = |part| done((part * f64::from(args.samples)) as u64);
        // Nothing has to be saved here, so the session may end the process.
        estimate_watched(&question, args.samples, &mut random, &Stop::new(), &mut progress)
    })?;
    let search = TourSearch::new(question)?;
    let nodes = session.steps(&what, Some(PROBES.into()), "random probe", false, |done| {
        Ok(probed(&search, &mut random, done))
    })?;
    let means = session.means();
    let (mut searched, mut may_be_sliced) = (None, false);
    for Candidate { name, cost, .. } in asked_for.automatic_methods(&means)? {
        match cost {
            Ok(cost) if name == "search" => searched = Some(cost),
            Err(Error::TooManyClasses { .. }) => may_be_sliced |= name == "halves",
            _ => {}
        }
    }
    // The probes estimate the nodes better than the plan does.
    let search = searched.map(|cost| cost.expected_seconds() * nodes[0] / cost.work);
    let method = asked_for.quickest(&means).and_then(|Candidate { name, cost, .. }| {
        let (cost, searched) = (cost?, search.filter(|_| name == "search"));
        Ok((name, searched.unwrap_or(cost.expected_seconds()), cost.bytes))
    });
    let is_search = method.as_ref().is_ok_and(|&(name, ..)| name == "search");
    Ok(Found { tours, nodes, search, method, may_be_sliced: may_be_sliced && is_search })
}

impl Known {
    /// `8x8 knight, closed tours`.
    fn what(&self) -> String {
        let label = self.question.label();
        format!("{} {}, {} tours", label.board, label.piece, label.kind)
    }

    /// The published counts by its convention.
    fn published(&self) -> impl Iterator<Item = &'static Published> {
        let rows = Table::embedded().lookup(&self.question).into_iter();
        rows.filter(|row| row.convention == self.convention)
    }

    fn text(&self, out: &mut Writer) -> anyhow::Result<()> {
        let (what, convention) = (self.what(), self.convention);
        let Some(Found { tours, nodes, search, method, may_be_sliced }) = &self.found else {
            let reason = self.obstacle.as_deref().unwrap_or_default();
            return Ok(out.say(&format!("{what}: none: {reason}"))?);
        };
        let [mean, error] = [tours.mean, tours.error].map(number);
        let takes = match method {
            Ok((name, seconds, bytes)) => {
                let bytes = match *bytes as u64 {
                    0..1_000_000 => String::new(),
                    bytes => format!(", in {} of memory", memory::text(bytes)),
                };
                format!("{} by {name}{bytes}", about(*seconds))
            }
            Err(error) => format!("no method counts them here: {error}"),
        };
        out.say(&format!("{what}: {takes}; {convention} about {mean}\u{a0}±\u{a0}{error}"))?;
        let [nodes, nodes_error] = nodes.map(number);
        let times = search.map_or(String::new(), |seconds| format!("{}, ", about(seconds)));
        out.say(&format!(
            "  the search takes {times}about {nodes}\u{a0}±\u{a0}{nodes_error} nodes"
        ))?;
        if *may_be_sliced {
            let closed = if self.convention == Convention::Undirected { " --closed" } else { "" };
            let board = self.question.label().board;
            out.say(&format!(
                "  halves needs more memory than there is; cavalcade tours {board}{closed} looks \
                 for slices that fit, for some minutes, and then gives their time"
            ))?;
        }
        let relative = if tours.mean > 0.0 { 100.0 * tours.error / tours.mean } else { 0.0 };
        let (low, high) = tours.interval();
        let (samples, arrived) = (tours.samples, tours.tours);
        out.say(&format!(
            "  {relative:.1} % off, from {samples} random paths, {arrived} of which arrived; 95 % \
             interval: {} to {}",
            number(low),
            number(high)
        ))?;
        for row in self.published() {
            let value: f64 = row.value.to_string().parse().unwrap_or(f64::INFINITY);
            let away = (tours.mean - value).abs() / tours.error.max(f64::MIN_POSITIVE);
            let place = if (low..=high).contains(&value) { "inside" } else { "outside" };
            let (exact, source) = (row.value.grouped(), &row.source);
            out.say(&format!(
                "  published: {exact} ({source}), {place} the interval, {away:.1} standard errors away"
            ))?;
        }
        Ok(())
    }

    fn report(&self, args: &EstimateArgs) -> Report {
        let published = self.published();
        let published: Vec<_> = published
            .map(|row| json!({ "value": row.value.to_string(), "source": row.source }))
            .collect();
        let mut json = json!({
            "question": question_value(&self.question),
            "convention": self.convention.word(),
            "obstacle": self.obstacle,
            "seed": args.seed,
            "published": published,
            "tours": null,
            "search": null,
            "method": null,
        });
        let mut grid =
            Grid::new(&["question", "what", "estimate", "standard error", "low", "high"], &[0, 1]);
        if let Some(Found { tours: found, nodes: [nodes, nodes_error], search, method, .. }) =
            &self.found
        {
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
                "seconds": search,
            });
            json["method"] = method.as_ref().map_or(json!(null), |(name, seconds, bytes)| {
                json!({ "name": name, "seconds": seconds, "bytes": bytes })
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
            let method = method.iter().map(|&(name, seconds, _)| (name, seconds));
            for (name, seconds) in method.chain(search.map(|seconds| ("search", seconds))) {
                grid.push(row(&format!("seconds by {name}"), &[seconds]));
            }
        }
        let sentence = match &self.obstacle {
            Some(reason) => format!("{}: none: {reason}", self.what()),
            None => format!("{}, from {} random paths:", self.what(), args.samples),
        };
        Report { sentences: vec![sentence], ..Report::new("estimate", json, grid) }
    }
}
