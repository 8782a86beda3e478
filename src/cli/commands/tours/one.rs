//! `tours --first 1`: one tour of any board or graph.

use std::sync::atomic::Ordering;

use cavalcade::question::{Question, Tours};
use cavalcade::render::Sheet;
use cavalcade::solve::{How, OneTour};
use cavalcade::tours::Tour;

use super::construct::{A_SQUARE, gave_up};

use crate::cli::args::ToursArgs;
use crate::cli::listing::Target;
use crate::cli::session::Session;
use crate::cli::session::exit::Verdict;

/// The seed of the rotation heuristic.
const SEED: u64 = 1;

/// True if the flags allow any tour.
pub fn is_asked(args: &ToursArgs) -> bool {
    let searched = args.explore.strategy != "auto" || args.explore.unique;
    args.list.first == Some(1) && args.method == "auto" && !searched && is_free(args)
}

/// True if the flags exclude no tour.
pub fn is_free(args: &ToursArgs) -> bool {
    args.explore.from.is_none() && args.find.is_empty()
}

/// Finds and prints a tour.
pub fn show(args: &ToursArgs, session: &Session, asked: &Tours) -> anyhow::Result<Verdict> {
    let target = Target { format: args.format, output: args.explore.output.as_deref() };
    let question = Question::Tours(asked.clone());
    let sheet = Sheet::of(&question);
    let instance = asked.instance();
    match look(session, asked, SEED)? {
        OneTour::Found { squares, how } => {
            // A tour is printed only if the checker accepts it.
            Tour::on_graph(&instance.graph(), asked.kind(), &squares)?;
            target.show(sheet, &squares)?;
            match how {
                How::Search => session.note("1 tour listed"),
                how => session.note(&format!("1 tour listed, {}", words(how))),
            }
        }
        OneTour::None { reason } => {
            let listing = target.open(sheet)?;
            target.close(listing)?;
            session.note(&format!("there can be none: {reason}"));
        }
        OneTour::GivenUp { rotations } => {
            return Err(gave_up(&instance.name(), rotations, SEED).into());
        }
        _ => unreachable!("there is no other way to end"),
    }
    Ok(Verdict::Agrees)
}

/// Searches for a tour.
pub fn look(session: &Session, asked: &Tours, seed: u64) -> anyhow::Result<OneTour> {
    let what = format!("looking for a tour of {}", asked.instance().name());
    session.asks(&Question::Tours(asked.clone()));
    let (means, squares) = (session.means(), asked.instance().len() as u64);
    session.fits(&what, squares.saturating_mul(A_SQUARE))?;
    let found = session.steps(&what, Some(OneTour::ROTATIONS), "rotation", false, |done| {
        asked.one(seed, &means, &mut |rotations| done.store(rotations, Ordering::Relaxed))
    });
    found.map_err(|error| session.unfinished(error, None))
}

/// A phrase for the way in which a tour was found.
pub fn words(how: How) -> &'static str {
    match how {
        How::Divide => "joined of blocks",
        How::Rotations => "found by rotations",
        How::Sweep => "the first of a sweep",
        _ => "the first that the search comes to",
    }
}
