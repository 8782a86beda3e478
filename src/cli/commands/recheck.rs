//! `cavalcade recheck FILE…`: random units of journals, recomputed and compared.

use std::io::Write;

use cavalcade::convention::Label;
use cavalcade::method::Means;
use cavalcade::question::Question;
use cavalcade::render::{Grid, question_value};
use cavalcade::solve::{Journals, Recheck, find_journals, scratch_folder};
use serde_json::json;

use crate::cli::args::RecheckArgs;
use crate::cli::input::journals;
use crate::cli::output::{Output, Report, Writer};
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::session::terminal::plain;
use crate::cli::session::{Session, note};

pub fn run(args: &RecheckArgs) -> anyhow::Result<Verdict> {
    let share = args.sample;
    let found = find_journals(&args.files)?;
    if found.is_empty() {
        return Err(journals::none(&args.files).into());
    }
    let session = Session::new(&args.watched, Output::of(&args.printed)?)?;
    let disk = args.disk;
    let checkpoints = args.scratch.as_deref().map(|folder| scratch_folder(folder, disk));
    let journals = Journals::of(found, &Means { checkpoints, disk, ..session.means() })?;
    let method = journals.choice().name();
    if args.scratch.is_some() && method != "halves" {
        let problem = format!("--scratch has no effect on units of {method}; leave it out");
        return Err(Usage(problem).into());
    }
    let Label { board, piece, kind, .. } = journals.question().label();
    session.asks(journals.question());
    let run = |progress: &_| journals.recheck(share, args.seed, Some(progress));
    // The cost of recounting a unit in another way has not been measured.
    let outcome = session.watched(&format!("{board} {piece} {kind}"), || 0.0, run);
    let recheck = outcome.map_err(|error| session.unfinished(error, None))?;
    let report = report(journals.question(), &recheck, share, args.seed);
    session.output.write(&report, |out| tell(&recheck, out))?;
    if let Some(next) = next(&recheck, share) {
        note(next);
    }
    Ok(match (recheck.differing.len(), recheck.units) {
        (1.., _) => Verdict::Differs,
        (0, 0) => Verdict::Incomplete,
        _ => Verdict::Agrees,
    })
}

/// A phrase for the way in which units were counted again.
fn way(recheck: &Recheck) -> &'static str {
    recheck.way.unwrap_or("the same method once more")
}

fn tell(recheck: &Recheck, out: &mut Writer) -> anyhow::Result<()> {
    for difference in &recheck.differing {
        writeln!(out, "{}", plain(difference))?;
    }
    let Recheck { units, recorded, differing, .. } = recheck;
    let verdict = match (differing.len(), units) {
        (0, 0) => "nothing compared".into(),
        (0, _) => "all agree".into(),
        (wrong, _) => format!("{wrong} DIFFER"),
    };
    let way = way(recheck);
    Ok(out.say(&format!("{verdict}: {units} of {recorded} recorded units, recomputed by {way}"))?)
}

fn report(question: &Question, recheck: &Recheck, share: f64, seed: u64) -> Report {
    let Recheck { units, recorded, differing, .. } = recheck;
    let json = json!({
        "question": question_value(question),
        "share": share,
        "seed": seed,
        "recorded": recorded,
        "recomputed": units,
        "way": recheck.way,
        "differing": differing,
    });
    let mut grid = Grid::new(&["question", "recorded", "recomputed", "differing", "way"], &[0, 4]);
    let numbers = [recorded, units, &differing.len()].map(ToString::to_string);
    grid.push([&[question.to_string()][..], &numbers, &[way(recheck).into()]].concat());
    Report { sentences: differing.clone(), ..Report::new("recheck", json, grid) }
}

/// The advice for this outcome.
fn next(recheck: &Recheck, share: f64) -> Option<&'static str> {
    match (recheck.differing.len(), recheck.units, recheck.recorded) {
        (1.., ..) => Some(
            "one of the machines counts wrongly: recheck the same journals on another one; if it \
             says the same, take the journals of the process that is named away and run their \
             command again, which counts their units anew",
        ),
        (0, _, 0) => Some("no unit is recorded yet: recheck when status shows one"),
        _ if share < 1.0 => {
            Some("--sample 100% rechecks all, another --seed others; merge adds up")
        }
        _ => Some("merge adds them up"),
    }
}

#[cfg(test)]
mod tests {
    use cavalcade::question::Question;
    use cavalcade::solve::{Journals, find_journals};

    use super::next;

    #[test]
    fn every_outcome_has_its_advice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let question: Question = "queens queen 6x6".parse().unwrap();
        question.solve().journal(&path).run().unwrap();
        let journals = Journals::of(find_journals(&[path]).unwrap(), &Default::default()).unwrap();
        let mut whole = journals.recheck(1.0, 1, None).unwrap();
        assert_eq!(next(&whole, 1.0), Some("merge adds them up"));
        assert!(next(&whole, 0.5).unwrap().contains("--sample 100%"));
        whole.differing.push("unit 3".into());
        assert!(next(&whole, 1.0).unwrap().contains("run their command again"));
        // The smallest sample is one unit.
        let one = journals.recheck(1e-9, 1, None).unwrap();
        assert_eq!((one.units, one.differing.len()), (1, 0));
        whole.differing.clear();
        (whole.units, whole.recorded) = (0, 0);
        assert!(next(&whole, 1.0).unwrap().contains("no unit is recorded"));
    }
}
