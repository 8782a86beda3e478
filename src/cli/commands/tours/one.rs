//! One tour of any board or graph: `tours --first 1`, and `tours --random` where tours cannot be
//! numbered.

use cavalcade::engine::Random;
use cavalcade::question::{Question, Tours};
use cavalcade::render::Sheet;
use cavalcade::solve::{FoundBy, OneTour};
use cavalcade::tours::{Tour, flips_for, shuffled};
use cavalcade::{Count, Error};

use super::construct::{A_SQUARE, gave_up};
use crate::cli::args::ToursArgs;
use crate::cli::session::exit::{NotFound, Verdict};
use crate::cli::session::{Session, note};

/// The seed of the rotation heuristic.
const SEED: u64 = 1;

/// True if the flags allow any tour.
pub fn is_asked(args: &ToursArgs) -> bool {
    let searched = args.strategy != "auto" || args.unique;
    args.first == Some(1) && args.method == "auto" && !searched && args.is_free()
}

/// Finds and prints a tour.
pub fn show(session: &Session, asked: &Tours) -> anyhow::Result<Verdict> {
    let question = Question::Tours(asked.clone());
    let sheet = Sheet::of(&question);
    match look(session, asked, SEED)? {
        Ok((squares, how)) => {
            // A tour is printed only if the checker accepts it.
            Tour::on_graph(&asked.instance().graph(), asked.kind(), &squares)?;
            session.output.show(sheet, [&squares[..]])?;
            match how {
                FoundBy::Search => note("1 tour listed"),
                how => note(&format!("1 tour listed, {}", words(how))),
            }
        }
        Err(reason) => {
            session.output.show(sheet, [])?;
            note(&format!("there can be none: {reason}"));
        }
    }
    Ok(Verdict::Agrees)
}

/// Constructs a tour, randomises it by random flips, and prints it.
pub fn show_flipped(session: &Session, asked: &Tours, seed: u64) -> anyhow::Result<Verdict> {
    let (instance, kind) = (asked.instance(), asked.kind());
    let (graph, name) = (instance.graph(), instance.name());
    let mut random = Random::new(seed);
    let (first, how) = look(session, asked, seed)?
        .map_err(|reason| NotFound(format!("--random: {name} has no tour: {reason}")))?;
    let flips = flips_for(graph.len());
    let what = format!("flips of a tour of {name}");
    let made = session.steps(&what, Some(flips), "flip", false, |done| {
        let mut finished = 0;
        let mut progress = |made: u64| {
            // A closed tour may need more flips until its ends meet.
            finished = made.min(flips);
            done(finished);
        };
        let made = shuffled(&graph, kind, &first, flips, &mut random, &session.stop, &mut progress);
        if made.is_some() {
            progress(flips);
        }
        let (what, finished, units) = (what.clone(), finished as usize, flips as usize);
        made.ok_or(Error::Stopped { what, finished, units })
    });
    let (tour, flips) = made.map_err(|error| session.unfinished(error, None))?;
    // A tour is printed only if the checker accepts it.
    let tour = Tour::on_graph(&graph, kind, &tour)?.undirected();
    session.output.show(Sheet::of(&Question::Tours(asked.clone())), [tour.squares()])?;
    let (how, flips) = (words(how), Count::from(flips).grouped());
    note(&format!(
        "{how}, and {flips} random flips by the seed {seed}: the tours of this board cannot be ranked \
         here, and not all are equally likely"
    ));
    Ok(Verdict::Agrees)
}

/// Searches for a tour. Returns its squares, or the reason why there is none.
fn look(
    session: &Session,
    asked: &Tours,
    seed: u64,
) -> anyhow::Result<Result<(Vec<u32>, FoundBy), String>> {
    let name = asked.instance().name();
    let what = format!("looking for a tour of {name}");
    let (means, squares) = (session.means(), asked.instance().len() as u64);
    session.fits(&what, squares.saturating_mul(A_SQUARE))?;
    let found = session.steps(&what, Some(OneTour::ROTATIONS), "rotation", false, |done| {
        asked.one(seed, &means, done)
    });
    match found.map_err(|error| session.unfinished(error, None))? {
        OneTour::Found { squares, how } => Ok(Ok((squares, how))),
        OneTour::None { reason } => Ok(Err(reason)),
        OneTour::GivenUp { rotations } => Err(gave_up(&name, rotations, seed).into()),
        _ => unreachable!("there is no other way to end"),
    }
}

/// A phrase for the way in which a tour was found.
fn words(how: FoundBy) -> &'static str {
    match how {
        FoundBy::Divide => "joined of blocks",
        FoundBy::Rotations => "found by rotations",
        FoundBy::Sweep => "the first of a sweep",
        _ => "the first that the search finds",
    }
}
