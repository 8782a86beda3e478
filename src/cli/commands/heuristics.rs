//! `cavalcade heuristics`: how often each tie rule finds a tour.

use std::sync::atomic::Ordering;

use cavalcade::render::{Grid, signed};
use cavalcade::tours::Tried;
use serde_json::{Value, json};

use crate::cli::args::{Common, HeuristicsArgs};
use crate::cli::document::Document;
use crate::cli::page::Place;
use crate::cli::session::Session;
use crate::cli::session::exit::{Usage, Verdict};

/// The largest side: 16 million squares.
const MAX_SIDE: usize = 4096;

const COLUMNS: [&str; 6] = ["side", "rule", "starts", "tours", "share", "mean_squares_left"];

pub fn run(args: &HeuristicsArgs) -> anyhow::Result<Verdict> {
    let sizes = sizes(&args.sizes)?;
    let place = Place::file(args.out.output.as_deref())?;
    place.check()?;
    let common = Common { quiet: args.quiet, ..Common::default() };
    let session = Session::new(&common)?.showing(args.shown);
    let all = sizes.iter().map(|&side| Tried::tries(side, args.starts)).sum();
    let tried = session.steps("heuristics", Some(all), "start", false, |done| {
        let mut hear = |tries| done.store(tries, Ordering::Relaxed);
        Tried::all(&sizes, args.starts, args.seed, &session.stop, &mut hear)
    });
    let rows = tried.map_err(|error| session.unfinished(error, None))?;
    let document = document(&rows, args.seed);
    document.write(args.format, place.page()?, |page| Ok(document.grids[0].text(page)?))?;
    Ok(Verdict::Agrees)
}

fn cells(tried: &Tried) -> Vec<String> {
    let [share, left] = tried.means();
    let [side, starts, tours] =
        [tried.side, tried.starts, tried.tours].map(|number| number.to_string());
    vec![side, tried.rule.into(), starts, tours, format!("{share:.4}"), format!("{left:.2}")]
}

fn value(tried: &Tried) -> Value {
    let [share, left] = tried.means();
    json!({
        "side": tried.side,
        "rule": tried.rule,
        "starts": tried.starts,
        "tours": tried.tours,
        "share": share,
        "mean_squares_left": left,
    })
}

fn document(rows: &[Tried], seed: u64) -> Document {
    let values: Vec<_> = rows.iter().map(value).collect();
    let grid = Grid::new(&COLUMNS, &[1]).rows(rows.iter().map(cells).collect());
    let json = json!({ "seed": seed, "rows": values });
    Document {
        json: signed("heuristics", json),
        lines: values.into_iter().map(|value| signed("heuristic", value)).collect(),
        sentences: Vec::new(),
        grids: vec![grid],
    }
}

/// Parses `5..40` or `8,100,1000`.
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
    use super::sizes;

    #[test]
    fn sizes_are_ranges_or_lists() {
        assert_eq!(sizes("5..7").unwrap(), [5, 6, 7]);
        assert_eq!(sizes("8,100").unwrap(), [8, 100]);
        for text in ["", "7..5", "0..3", "8,,9", "5000", "a"] {
            assert!(sizes(text).is_err(), "{text:?}");
        }
    }
}
