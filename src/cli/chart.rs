//! `cavalcade tours BOARD` with `--random`, `--index` or `--rank`: tours by their numbers.
//!
//! A tour is undirected here, as its number is; it is written as its squares from 0.

use std::io::Write;
use std::path::Path;

use cavalcade::Error;
use cavalcade::engine::Random;
use cavalcade::tours::{Tour, TourChart, TourQuestion};

use super::args::ChartArgs;
use super::exit::{Usage, Verdict};

/// Answers the one flag that is given.
pub fn run(question: &TourQuestion, args: &ChartArgs, memory: u64) -> anyhow::Result<Verdict> {
    let chart = TourChart::new(question.clone(), memory)?;
    let mut out = std::io::stdout().lock();
    if let Some(path) = &args.rank {
        for (line, text) in read(path)?.lines().enumerate() {
            writeln!(out, "{}", rank(question, &chart, text, line + 1)?)?;
        }
        return Ok(Verdict::Agrees);
    }
    let tour = match (args.index, args.random) {
        (Some(index), _) => chart.tour(index),
        (None, seed) => chart.random(&mut Random::new(seed.unwrap_or_default())),
    };
    let board = question.label().board;
    let tour = tour.ok_or_else(|| match args.index {
        Some(index) => {
            let tours = chart.len();
            Usage(format!("--index {index}: {board} has {tours} tours, numbered from 0"))
        }
        None => Usage(format!("--random: {board} has no tour")),
    })?;
    let squares: Vec<_> = tour.squares().iter().map(u32::to_string).collect();
    writeln!(out, "{}", squares.join(" "))?;
    Ok(Verdict::Agrees)
}

fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|source| Error::io("read", path, source))
}

fn rank(
    question: &TourQuestion,
    chart: &TourChart,
    text: &str,
    line: usize,
) -> anyhow::Result<u128> {
    let squares: Result<Vec<u32>, _> = text.split_whitespace().map(str::parse).collect();
    let squares = squares.map_err(|_| {
        Usage(format!("--rank, line {line}: write the squares as numbers from 0, e.g. 0 5 7"))
    })?;
    let tour = Tour::check(question, &squares)
        .map_err(|error| Usage(format!("--rank, line {line}: {error}")))?;
    Ok(chart.index(&tour).expect("a tour of the question has a number"))
}
