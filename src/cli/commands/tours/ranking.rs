//! `cavalcade tours BOARD` with `--random`, `--index` or `--rank`: tours by their numbers. A
//! tour is undirected here, as its number is.

use std::io::Write;

use cavalcade::engine::Random;
use cavalcade::question::{Instance, Question, Tours};
use cavalcade::render::Sheet;
use cavalcade::tours::{MAX_VERTICES, Tour, TourQuestion, TourRanking};
use cavalcade::{Count, Error};

use super::flipped;

use crate::cli::args::ToursArgs;
use crate::cli::input::file;
use crate::cli::listing::Target;
use crate::cli::session::Session;
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::session::terminal;

/// Answers the one flag that is given.
pub fn run(args: &ToursArgs, session: &Session, asked: &Tours) -> anyhow::Result<Verdict> {
    if asked.instance().len() > MAX_VERTICES
        && let Some(seed) = args.chart.random
    {
        return flipped::show(args, session, asked, seed);
    }
    let (place, tours) = (asked.instance(), asked.prepared());
    if let Some(reason) = asked.obstacle(&tours) {
        return Err(Usage(format!("{} has no tour: {reason}", place.name())).into());
    }
    let ranking = match (TourRanking::new(tours.clone(), session.memory), args.chart.random) {
        (
            Err(
                Error::TooManyClasses { .. }
                | Error::OutOfMemory { .. }
                | Error::MethodTooSmall { .. },
            ),
            Some(seed),
        ) => {
            return flipped::show(args, session, asked, seed);
        }
        (ranking, _) => ranking?,
    };
    if let Some(path) = &args.chart.rank {
        let mut out = terminal::out();
        for (line, text) in file::text(path, file::LARGE)?.lines().enumerate() {
            writeln!(out, "{}", rank(place, &tours, &ranking, text, line + 1)?)?;
        }
        return Ok(Verdict::Agrees);
    }
    let tour = match (args.chart.index, args.chart.random) {
        (Some(index), _) => ranking.unrank(index),
        (None, seed) => ranking.random(&mut Random::new(seed.unwrap_or_default())),
    };
    let board = asked.label().board;
    let tour = tour.ok_or_else(|| match args.chart.index {
        Some(index) => {
            let tours = ranking.len();
            Usage(format!("--index {index}: {board} has {tours} tours, numbered from 0"))
        }
        None => Usage(format!("--random: {board} has no tour")),
    })?;
    if args.chart.random.is_some() {
        let all = Count::from(ranking.len()).grouped();
        session.note(&format!("drawn from {all} undirected tours, all equally likely"));
    }
    let target = Target { format: args.format, output: args.explore.output.as_deref() };
    target.show(Sheet::of(&Question::Tours(asked.clone())), tour.squares())?;
    Ok(Verdict::Agrees)
}

fn rank(
    instance: &Instance,
    question: &TourQuestion,
    ranking: &TourRanking,
    text: &str,
    line: usize,
) -> anyhow::Result<u128> {
    // Numbers alone are squares from 0, but the vertices of a graph have names of their own; a
    // board of one axis has letters for names.
    let is_graph = matches!(instance, Instance::Graph(_));
    let square = |word: &str| match word.parse() {
        Ok(number) if !is_graph => Ok(number),
        _ => instance.square(word).map(|square| square as u32),
    };
    let squares: Result<Vec<u32>, _> = text.split_whitespace().map(square).collect();
    let tour = squares.and_then(|squares| Tour::check(question, &squares));
    let tour = tour.map_err(|error| Usage(format!("--rank, line {line}: {error}")))?;
    Ok(ranking.rank(&tour).expect("a tour of the question has a number"))
}
