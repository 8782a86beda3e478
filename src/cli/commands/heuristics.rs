//! `cavalcade heuristics`: how often each tie rule finds a tour.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use cavalcade::Error;
use cavalcade::board::{Board, Graph, Piece};
use cavalcade::engine::{Random, Stop};
use cavalcade::render::{Format, Grid, signed};
use cavalcade::tours::{Kind, TieRule, Tour, divide, warnsdorff};
use serde_json::{Value, json};

use crate::cli::args::{Common, HeuristicsArgs};
use crate::cli::document::Document;
use crate::cli::page::Place;
use crate::cli::session::Session;
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::session::terminal;

/// The largest side: 16 million squares.
const MAX_SIDE: usize = 4096;

/// The rule that is made for one start, the first corner.
const CORNERED: &str = "squirrel";

/// The columns of the table.
const COLUMNS: [&str; 6] = ["side", "rule", "starts", "tours", "share", "mean_squares_left"];

/// What one rule came to on one board.
struct Row {
    side: usize,
    rule: &'static str,
    starts: usize,
    tours: usize,
    /// Squares that were not visited, of all starts.
    left: usize,
}

/// Tries every rule on every board.
pub fn run(args: &HeuristicsArgs) -> anyhow::Result<Verdict> {
    let sizes = sizes(&args.sizes)?;
    let place = Place::file(args.out.output.as_deref())?;
    place.check()?;
    let common = Common { quiet: args.quiet, ..Common::default() };
    let session = Session::new(&common)?.showing(args.shown);
    // On stdout rows of CSV are written as they are found.
    let mut out = (args.format == Format::Csv && place == Place::Stdout).then(terminal::out);
    if let Some(out) = &mut out {
        writeln!(out, "{}", COLUMNS.join(","))?;
    }
    let (mut rows, mut failure) = (Vec::new(), None);
    let mut put = |row: Row| {
        if let Some(out) = &mut out {
            let written = writeln!(out, "{}", row.cells().join(","));
            failure = written.and_then(|()| out.flush()).err();
        }
        rows.push(row);
        if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let all = sizes.iter().map(|&side| tries(side, args.starts)).sum();
    let is_undrawn = args.format == Format::Csv && place == Place::Stdout && terminal::is_read();
    let tried = session.steps("heuristics", Some(all), "start", is_undrawn, |done| {
        try_all(&sizes, args, &session.stop, done, &mut put).map_err(|error| match error {
            Error::Stopped { what, .. } => {
                let finished = done.load(Ordering::Relaxed) as usize;
                Error::Stopped { what, finished, units: all as usize }
            }
            error => error,
        })
    });
    tried.map_err(|error| session.unfinished(error, None))?;
    if let Some(failure) = failure {
        return Err(failure.into());
    }
    if out.is_none() {
        let document = document(&rows, args.seed);
        document.write(args.format, place.page()?, |page| Ok(document.grids[0].text(page)?))?;
    }
    Ok(Verdict::Agrees)
}

/// Hands each row on when it is known.
fn try_all(
    sizes: &[usize],
    args: &HeuristicsArgs,
    stop: &Stop,
    done: &AtomicU64,
    put: &mut dyn FnMut(Row) -> ControlFlow<()>,
) -> Result<(), Error> {
    for &side in sizes {
        let board = Board::rectangle(side, side)?;
        let graph = Graph::of(&board, &Piece::knight(2));
        let all = starts(graph.len(), args.starts as usize, args.seed);
        let empty = |rule| Row { side, rule, starts: 0, tours: 0, left: 0 };
        for rule in TieRule::NAMES {
            let starts = if rule == CORNERED { &[0][..] } else { &all };
            let mut row = empty(rule);
            for (i, &start) in starts.iter().enumerate() {
                let seed = args.seed.wrapping_add(i as u64);
                let tie = TieRule::named(rule, seed).expect("the names are the rules'");
                row.add(&graph, &warnsdorff(&graph, Some(&board), start, tie));
                done.fetch_add(1, Ordering::Relaxed);
                if stop.is_requested() {
                    return Err(Error::Stopped {
                        what: "heuristics".into(),
                        finished: 0,
                        units: 0,
                    });
                }
            }
            if put(row).is_break() {
                return Ok(());
            }
        }
        let mut row = empty("divide");
        row.add(&graph, &divide(side, side, Kind::Open).unwrap_or_default());
        done.fetch_add(1, Ordering::Relaxed);
        if put(row).is_break() {
            return Ok(());
        }
    }
    Ok(())
}

/// How often something is tried on a board: each rule, and divide and conquer.
fn tries(side: usize, most: u32) -> u64 {
    let starts = ((side * side) as u64).min(most.into());
    let free = TieRule::NAMES.iter().filter(|rule| **rule != CORNERED).count() as u64;
    free * starts + 2
}

impl Row {
    /// Adds what one start came to. A tour counts when its checker says so.
    fn add(&mut self, graph: &Graph, squares: &[u32]) {
        self.starts += 1;
        self.left += graph.len() - squares.len();
        self.tours += usize::from(Tour::on_graph(graph, Kind::Open, squares).is_ok());
    }

    /// The share of the starts that led to a tour, and the squares left at the mean.
    fn means(&self) -> [f64; 2] {
        [self.tours, self.left].map(|sum| sum as f64 / self.starts as f64)
    }

    fn cells(&self) -> Vec<String> {
        let [share, left] = self.means();
        let numbers = [self.starts, self.tours].map(|number| number.to_string());
        let [starts, tours] = numbers;
        let side = self.side.to_string();
        vec![side, self.rule.into(), starts, tours, format!("{share:.4}"), format!("{left:.2}")]
    }

    fn value(&self) -> Value {
        let [share, left] = self.means();
        json!({
            "side": self.side,
            "rule": self.rule,
            "starts": self.starts,
            "tours": self.tours,
            "share": share,
            "mean_squares_left": left,
        })
    }
}

fn document(rows: &[Row], seed: u64) -> Document {
    let values: Vec<_> = rows.iter().map(Row::value).collect();
    let grid = Grid::new(&COLUMNS, &[1]).rows(rows.iter().map(Row::cells).collect());
    let json = json!({ "seed": seed, "rows": values });
    Document {
        json: signed("heuristics", json),
        lines: values.into_iter().map(|value| signed("heuristic", value)).collect(),
        sentences: Vec::new(),
        grids: vec![grid],
    }
}

/// All squares, or a random sample of them.
fn starts(squares: usize, most: usize, seed: u64) -> Vec<usize> {
    let mut all: Vec<usize> = (0..squares).collect();
    if squares > most {
        let mut random = Random::new(seed);
        for i in 0..most {
            all.swap(i, i + random.below(squares - i));
        }
        all.truncate(most);
    }
    all
}

/// `5..40` or `8,100,1000`.
fn sizes(text: &str) -> Result<Vec<usize>, Usage> {
    let wrong = |what: &str| {
        Usage(format!("--sizes {text}: {what}; write sides up to {MAX_SIDE}, as 5..40 or 8,100"))
    };
    let side = |text: &str| {
        let side = text.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
        side.ok_or_else(|| wrong(&format!("\"{text}\" is no side")))
    };
    let sizes: Vec<usize> = match text.split_once("..") {
        Some((from, to)) => (side(from)?..=side(to)?).collect(),
        None => text.split(',').map(side).collect::<Result<_, _>>()?,
    };
    if sizes.is_empty() {
        return Err(wrong("nothing from the first to the second"));
    }
    Ok(sizes)
}

#[cfg(test)]
mod tests {
    use super::{sizes, starts, tries};

    #[test]
    fn sizes_are_ranges_or_lists() {
        assert_eq!(sizes("5..7").unwrap(), [5, 6, 7]);
        assert_eq!(sizes("8,100").unwrap(), [8, 100]);
        for text in ["", "7..5", "0..3", "8,,9", "5000", "a"] {
            assert!(sizes(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn every_try_is_known_before() {
        assert_eq!((tries(5, 64), tries(100, 64)), (5 * 25 + 2, 5 * 64 + 2));
    }

    #[test]
    fn samples_hold_no_square_twice() {
        assert_eq!(starts(9, 64, 1), (0..9).collect::<Vec<_>>());
        let mut sample = starts(1000, 64, 1);
        sample.sort_unstable();
        sample.dedup();
        assert_eq!(sample.len(), 64);
    }
}
