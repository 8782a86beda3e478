//! `cavalcade tours BOARD` with `--random`, `--index` or `--rank`: tours by number. Only undirected
//! tours have numbers.

use std::io::Write;

use cavalcade::Error;
use cavalcade::engine::Random;
use cavalcade::error::Shortage;
use cavalcade::question::{Instance, Question, Tours};
use cavalcade::render::{Format, Grid, Sheet, SolutionsRead, question_value};
use cavalcade::tours::{FrontierCount, Numbering, Tour, TourRanking};
use serde_json::json;

use super::one;

use crate::cli::args::ToursArgs;
use crate::cli::input::file;
use crate::cli::output::Report;
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::session::{Session, note};

/// The resolution of the progress of a sweep.
const STEPS: u64 = 1000;

/// Runs the task of the flag that is given.
pub fn run(args: &ToursArgs, session: &Session, asked: &Tours) -> anyhow::Result<Verdict> {
    let numbering = match args.method.as_str() {
        "frontier" => Numbering::Frontier,
        "union" => Numbering::Union,
        _ => Numbering::Auto,
    };
    // An explicit numbering excludes random flips.
    let flips = args.random.filter(|_| numbering == Numbering::Auto);
    if asked.instance().len() > FrontierCount::most_vertices(asked.instance().board())
        && let Some(seed) = flips
    {
        return one::show_flipped(session, asked, seed);
    }
    let tours = asked.prepared();
    if let Some(reason) = asked.obstacle(&tours) {
        return Err(Usage(format!("{} has no tour: {reason}", asked.instance().name())).into());
    }
    // A file that cannot be read is an error before the work begins.
    let listed = args.rank.as_deref().map(|path| file::text(path, file::LARGE)).transpose()?;
    let what = format!("numbers of the tours of {}", asked.instance().name());
    let means = session.means();
    session.asks(&Question::Tours(asked.clone()));
    let ranking = session.steps(&what, Some(STEPS), "step", false, |done| {
        let mut progress = |part| done((part * STEPS as f64) as u64);
        TourRanking::watched(tours.clone(), numbering, &means, &mut progress)
    });
    let ranking = match (ranking, flips) {
        (Err(error @ Error::Stopped { .. }), _) => return Err(session.unfinished(error, None)),
        (
            Err(
                Error::TooManyClasses { .. }
                | Error::Short(Shortage::Least { .. })
                | Error::OutOfMemory { .. }
                | Error::MethodTooSmall { .. }
                | Error::NoMethod { .. },
            ),
            Some(seed),
        ) => {
            return one::show_flipped(session, asked, seed);
        }
        (ranking, _) => ranking?,
    };
    if !ranking.is_empty() {
        note(&words(&ranking, args.random.is_some()));
    }
    if let Some(text) = listed {
        return ranks(session, asked, &ranking, &text);
    }
    let tour = match (&args.index, args.random) {
        (Some(index), _) => ranking.unrank(index),
        (None, seed) => ranking.random(&mut Random::new(seed.unwrap_or_default())),
    };
    let board = asked.label().board;
    let tour = tour.ok_or_else(|| match &args.index {
        Some(index) => {
            let tours = ranking.len();
            Usage(format!("--index {index}: {board} has {tours} tours, numbered from 0"))
        }
        None => Usage(format!("--random: {board} has no tour")),
    })?;
    session.output.show(Sheet::of(&Question::Tours(asked.clone())), [tour.squares()])?;
    Ok(Verdict::Agrees)
}

/// Explains the numbers, for a note on stderr.
fn words(ranking: &TourRanking, is_drawn: bool) -> String {
    let all = ranking.len().grouped();
    if is_drawn {
        return format!("drawn from {all} undirected tours, all equally likely");
    }
    let way = if ranking.numbering() == Numbering::Union { "union" } else { "frontier" };
    format!("{all} undirected tours, numbered as by --method {way}")
}

/// Prints the number of each tour in a listing.
fn ranks(
    session: &Session,
    asked: &Tours,
    ranking: &TourRanking,
    text: &str,
) -> anyhow::Result<Verdict> {
    let tours = asked.prepared();
    let question = Question::Tours(asked.clone());
    let numbered = listed(&question, asked.instance(), text)?.map(|found| {
        let (line, squares) = found?;
        let wrong = |error| Usage(format!("--rank, line {line}: {error}"));
        let tour = Tour::check(&tours, &squares).map_err(wrong)?;
        let rank = ranking.rank(&tour).expect("a tour of the question has a number");
        anyhow::Ok((line, rank.to_string()))
    });
    if session.output.format == Format::Text {
        // Each number is printed when it is known.
        let mut out = session.output.begin()?;
        for found in numbered {
            let (_, rank): (usize, _) = found?;
            writeln!(out, "{rank}")?;
        }
        out.end()?;
        return Ok(Verdict::Agrees);
    }
    let found: Vec<(usize, String)> = numbered.collect::<Result<_, _>>()?;
    let question = question_value(&question);
    let of = |(line, rank): &(usize, String)| json!({ "line": line, "rank": rank });
    let all: Vec<_> = found.iter().map(of).collect();
    let json = json!({ "question": question, "tours": ranking.len().to_string(), "ranks": all });
    let grid = Grid::of(&["line", "rank"], &[], &all);
    let lines = found
        .iter()
        .map(|(line, rank)| json!({ "question": question, "line": line, "rank": rank }));
    session.output.write(&Report::new("ranks", json, grid).by_lines("rank", lines), |_| Ok(()))?;
    Ok(Verdict::Agrees)
}

/// A line number, and the squares of the tour there.
type Line = anyhow::Result<(usize, Vec<u32>)>;

/// The tours of a file. The file has a tour on each line, or is a grid or
/// a listing in brackets.
fn listed<'t>(
    question: &Question,
    instance: &'t Instance,
    text: &'t str,
) -> anyhow::Result<Box<dyn Iterator<Item = Line> + 't>> {
    if text.trim_start().starts_with('[') {
        let same = |_: &str| Ok(question.clone());
        let read = SolutionsRead::from(text.as_bytes(), "--rank", Some(question.clone()), &same)?;
        return Ok(Box::new(read.solutions.into_iter().map(Ok)));
    }
    // Plain numbers are squares from 0. The vertices of a graph have names, though, and a
    // board of one axis names its squares by letters.
    let is_graph = matches!(instance, Instance::Graph(_));
    let square = move |word: &str| match word.parse() {
        Ok(number) if !is_graph => Ok(number),
        _ => instance.square(word).map(|square| square as u32),
    };
    Ok(Box::new(text.lines().zip(1..).map(move |(text, line)| {
        let squares: Result<_, _> = text.split_whitespace().map(square).collect();
        Ok((line, squares.map_err(|error| Usage(format!("--rank, line {line}: {error}")))?))
    })))
}
