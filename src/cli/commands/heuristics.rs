//! `cavalcade heuristics`: how often each tie rule finds a tour, as CSV.

use std::io::Write;

use cavalcade::board::{Board, Graph, Piece};
use cavalcade::engine::Random;
use cavalcade::tours::{Kind, TieRule, Tour, divide, warnsdorff};

use crate::cli::args::HeuristicsArgs;
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::session::terminal;

/// The largest side: 16 million squares.
const MAX_SIDE: usize = 4096;

/// Tries every rule on every board.
pub fn run(args: &HeuristicsArgs) -> anyhow::Result<Verdict> {
    let sizes = sizes(&args.sizes)?;
    let mut out = terminal::out();
    writeln!(out, "side,rule,starts,tours,share,mean_squares_left")?;
    for side in sizes {
        let board = Board::rectangle(side, side)?;
        let graph = Graph::of(&board, &Piece::knight(2));
        let starts = starts(graph.len(), args.starts as usize, args.seed);
        for name in TieRule::NAMES {
            let starts = if name == "squirrel" { &[0][..] } else { &starts };
            let (mut tours, mut left) = (0, 0);
            for (i, &start) in starts.iter().enumerate() {
                let seed = args.seed.wrapping_add(i as u64);
                let tie = TieRule::named(name, seed).expect("the names are the rules'");
                let squares = warnsdorff(&graph, Some(&board), start, tie);
                left += graph.len() - squares.len();
                // A tour counts when its checker says so.
                tours += usize::from(Tour::on_graph(&graph, Kind::Open, &squares).is_ok());
            }
            row(&mut out, side, name, starts.len(), tours, left)?;
        }
        let found = divide(side, side, Kind::Open).unwrap_or_default();
        let tours = usize::from(Tour::on_graph(&graph, Kind::Open, &found).is_ok());
        row(&mut out, side, "divide", 1, tours, graph.len() - found.len())?;
    }
    Ok(Verdict::Agrees)
}

fn row(
    out: &mut impl Write,
    side: usize,
    name: &str,
    starts: usize,
    tours: usize,
    left: usize,
) -> std::io::Result<()> {
    let share = tours as f64 / starts as f64;
    let left = left as f64 / starts as f64;
    writeln!(out, "{side},{name},{starts},{tours},{share:.4},{left:.2}")?;
    out.flush()
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
    use super::{sizes, starts};

    #[test]
    fn sizes_are_ranges_or_lists() {
        assert_eq!(sizes("5..7").unwrap(), [5, 6, 7]);
        assert_eq!(sizes("8,100").unwrap(), [8, 100]);
        for text in ["", "7..5", "0..3", "8,,9", "5000", "a"] {
            assert!(sizes(text).is_err(), "{text:?}");
        }
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
