//! `cavalcade tours BOARD` with `--random`, `--index` or `--rank`, and listings by the frontier
//! method: tours by their numbers. A tour is undirected here, as its number is.

use std::io::Write;
use std::path::Path;

use cavalcade::Error;
use cavalcade::engine::Random;
use cavalcade::tours::{Tour, TourQuestion, TourRanking};

use super::args::ToursArgs;
use super::exit::{Usage, Verdict};
use super::ground::Ground;
use super::session::Session;
use super::tour_listing;

/// Answers the one flag that is given.
pub fn run(args: &ToursArgs, ground: &Ground, question: &TourQuestion) -> anyhow::Result<Verdict> {
    let session = Session::new(&args.common)?;
    let ranking = TourRanking::new(question.clone(), session.means.memory)?;
    if args.list.is_asked() {
        return list(args, ground, &session, &ranking);
    }
    if let Some(path) = &args.chart.rank {
        let mut out = std::io::stdout().lock();
        for (line, text) in read(path)?.lines().enumerate() {
            writeln!(out, "{}", rank(ground, question, &ranking, text, line + 1)?)?;
        }
        return Ok(Verdict::Agrees);
    }
    let tour = match (args.chart.index, args.chart.random) {
        (Some(index), _) => ranking.unrank(index),
        (None, seed) => ranking.random(&mut Random::new(seed.unwrap_or_default())),
    };
    let board = question.label().board;
    let tour = tour.ok_or_else(|| match args.chart.index {
        Some(index) => {
            let tours = ranking.len();
            Usage(format!("--index {index}: {board} has {tours} tours, numbered from 0"))
        }
        None => Usage(format!("--random: {board} has no tour")),
    })?;
    tour_listing::show(ground, args, &tour)?;
    Ok(Verdict::Agrees)
}

/// The tours in the order of their numbers.
fn list(
    args: &ToursArgs,
    ground: &Ground,
    session: &Session,
    ranking: &TourRanking,
) -> anyhow::Result<Verdict> {
    let mut listing = tour_listing::open(ground, args, 1)?;
    for index in 0..ranking.len().min(args.list.most().into()) {
        if session.stop.is_requested() {
            listing.end()?;
            let what = format!("listing {} ({index} tours written)", ground.name());
            return Err(session.stopped(what, 0, 1));
        }
        let tour = ranking.unrank(index).expect("it is below the number of tours");
        listing.put(tour.squares().iter().map(|&square| square as usize))?;
    }
    let listed = listing.end()?;
    session.note(&tour_listing::written(listed, false));
    Ok(Verdict::Agrees)
}

fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|source| Error::io("read", path, source))
}

fn rank(
    ground: &Ground,
    question: &TourQuestion,
    ranking: &TourRanking,
    text: &str,
    line: usize,
) -> anyhow::Result<u128> {
    // Numbers alone are squares from 0; a board of one axis has letters for names.
    let square = |word: &str| match word.parse() {
        Ok(number) => Ok(number),
        Err(_) => ground.square(word).map(|square| square as u32),
    };
    let squares: Result<Vec<u32>, _> = text.split_whitespace().map(square).collect();
    let tour = squares.and_then(|squares| Tour::check(question, &squares));
    let tour = tour.map_err(|error| Usage(format!("--rank, line {line}: {error}")))?;
    Ok(ranking.rank(&tour).expect("a tour of the question has a number"))
}
