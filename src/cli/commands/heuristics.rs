//! `cavalcade heuristics`: how often each tie rule finds a tour.

use cavalcade::render::Grid;
use cavalcade::tours::Tried;
use serde_json::{Value, json};

use crate::cli::args::{HeuristicsArgs, Watched};
use crate::cli::output::{Output, Report};
use crate::cli::session::Session;
use crate::cli::session::exit::{Usage, Verdict};

/// The largest side: 16 million squares.
const MAX_SIDE: usize = 4096;

const COLUMNS: [&str; 6] = ["side", "rule", "starts", "tours", "share", "mean_squares_left"];

pub fn run(args: &HeuristicsArgs) -> anyhow::Result<Verdict> {
    let sizes = sizes(&args.sizes)?;
    let watched = Watched { shown: args.shown, ..Watched::default() };
    let session = Session::new(&watched, Output::of(&args.printed)?)?;
    let all = sizes.iter().map(|&side| Tried::tries(side, args.starts)).sum();
    let tried = session.steps("heuristics", Some(all), "start", false, |done| {
        Tried::all(&sizes, args.starts, args.seed, &session.stop, done)
    });
    let rows = tried.map_err(|error| session.unfinished(error, None))?;
    let report = report(&rows, args.seed);
    session.output.write(&report, |out| Ok(report.grids[0].text(out)?))?;
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

fn report(rows: &[Tried], seed: u64) -> Report {
    let values: Vec<_> = rows.iter().map(value).collect();
    let grid = Grid::new(&COLUMNS, &[1]).rows(rows.iter().map(cells).collect());
    let json = json!({ "seed": seed, "rows": values });
    Report::new("heuristics", json, grid).by_lines("heuristic", values)
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
