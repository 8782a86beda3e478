//! `tours` and `queens --sample P%`: counts a random fraction of the units and extrapolates.

use cavalcade::Error;
use cavalcade::convention::Convention;
use cavalcade::render::{Grid, question_value};
use cavalcade::solve::{Prepared, Sample};
use serde_json::json;

use crate::cli::output::{Report, Writer};
use crate::cli::session::Session;
use crate::cli::session::exit::Verdict;

/// The noun for the counted solutions.
fn things(prepared: &Prepared) -> &'static str {
    if prepared.question().label().family == "queens" { "placements" } else { "tours" }
}

/// Runs `share` of the units and prints the extrapolation. After an interruption it uses the units
/// that are finished.
pub fn run(session: &Session, prepared: &Prepared, share: f64) -> anyhow::Result<Verdict> {
    let label = prepared.question().label();
    let what = match label.family {
        "queens" => format!("{}, {}s by {}", label.board, label.piece, prepared.choice().name()),
        _ => format!("{} {}, {} tours", label.board, label.piece, label.kind),
    };
    let guess = prepared.estimator();
    let sampled = session.watched(
        &what,
        move || guess(100) * share,
        |progress| prepared.sample(share, Some(progress)),
    );
    let sample = sampled.map_err(|error| session.unfinished(error, None))?;
    let report = report(prepared, share, &sample);
    session.output.write(&report, |out| text(&what, things(prepared), &sample, out))?;
    if sample.sampled < sample.drawn {
        let (finished, units) = (sample.sampled, sample.drawn);
        let what = format!("the sample ({what}); the figures rest on these");
        return Err(session.unfinished(Error::Stopped { what, finished, units }, None));
    }
    Ok(Verdict::Agrees)
}

fn text(what: &str, things: &str, sample: &Sample, out: &mut Writer) -> anyhow::Result<()> {
    out.say(&format!("{what}: {:.5e} ± {:.1e}", sample.expected, sample.error))?;
    let (visited, Sample { sampled, units, .. }) = (sample.visited.grouped(), sample);
    out.say(&format!("  from {sampled} of {units} units; {visited} {things} visited"))?;
    let [median, nine_tenths, most] = seconds(sample);
    let rate = match sample.visited_a_second() {
        rate if rate.is_finite() => {
            format!(", {:.1} million visited a second on a thread", rate / 1e6)
        }
        _ => String::new(),
    };
    out.say(&format!(
        "  a unit takes {median:.3} s at the median, {nine_tenths:.3} s at nine tenths, {most:.3} s \
         at most; all would take {:.1} ± {:.1} thread hours{rate}",
        sample.thread_seconds_of_all() / 3600.0,
        sample.thread_seconds_error() / 3600.0,
    ))?;
    Ok(())
}

/// Seconds of a unit: median, 90th percentile, maximum.
fn seconds(sample: &Sample) -> [f64; 3] {
    [0.5, 0.9, 1.0].map(|part| sample.time_at(part).as_secs_f64())
}

fn report(prepared: &Prepared, share: f64, sample: &Sample) -> Report {
    let (question, method) = (prepared.question(), prepared.choice().name());
    let convention = match (things(prepared), question.label().kind) {
        ("placements", _) => Convention::All,
        (_, "closed") => Convention::Undirected,
        _ => Convention::Directed,
    };
    let convention = convention.word();
    let [median, nine_tenths, most] = seconds(sample);
    let json = json!({
        "question": question_value(question),
        "convention": convention,
        "method": method,
        "share": share,
        "units": sample.units,
        "drawn": sample.drawn,
        "sampled": sample.sampled,
        things(prepared): { "estimate": sample.expected, "standard_error": sample.error },
        "visited": sample.visited.to_string(),
        "unit_seconds": { "median": median, "nine_tenths": nine_tenths, "most": most },
        "core_seconds_of_all": sample.thread_seconds_of_all(),
        "core_seconds_error": sample.thread_seconds_error(),
        "visited_a_core_second": sample.visited_a_second(),
    });
    let mut row = json.clone();
    // Unlike JSON, a table shows whole numbers without a fraction.
    row["estimate"] = sample.expected.to_string().into();
    row["standard error"] = sample.error.to_string().into();
    let columns = [
        "question@/question/text",
        "convention",
        "method",
        "units",
        "sampled",
        "estimate",
        "standard error",
        "visited",
    ];
    Report::new("sample", json, Grid::of(&columns, &[0, 1, 2], &[row]))
}
