//! `tours --random` for boards whose tours cannot be numbered: constructs one tour and randomises
//! it by random flips.

use std::sync::atomic::Ordering;

use cavalcade::Error;
use cavalcade::engine::Random;
use cavalcade::question::{Question, Tours};
use cavalcade::render::Sheet;
use cavalcade::solve::OneTour;
use cavalcade::tours::{Tour, flips_for, shuffled};

use super::construct::gave_up;
use super::one;

use crate::cli::args::ToursArgs;
use crate::cli::listing::Target;
use crate::cli::session::Session;
use crate::cli::session::exit::{NotFound, Verdict};
use cavalcade::Count;

pub fn show(
    args: &ToursArgs,
    session: &Session,
    asked: &Tours,
    seed: u64,
) -> anyhow::Result<Verdict> {
    let (instance, kind) = (asked.instance(), asked.kind());
    let graph = instance.graph();
    let mut random = Random::new(seed);
    let (first, how) = first(session, asked, seed)?;
    let flips = flips_for(graph.len());
    let what = format!("flips of a tour of {}", instance.name());
    let made = session.steps(&what, Some(flips), "flip", false, |done| {
        // A closed tour may need more flips until its ends meet.
        let mut hear = |made: u64| done.store(made.min(flips), Ordering::Relaxed);
        let made = shuffled(&graph, kind, &first, flips, &mut random, &session.stop, &mut hear);
        if made.is_some() {
            hear(flips);
        }
        let what = what.clone();
        made.ok_or_else(|| {
            let finished = done.load(Ordering::Relaxed) as usize;
            Error::Stopped { what, finished, units: flips as usize }
        })
    });
    let (tour, flips) = made.map_err(|error| session.unfinished(error, None))?;
    // A tour is printed only if the checker accepts it.
    let tour = Tour::on_graph(&graph, kind, &tour)?.undirected();
    let target = Target { format: args.format, output: args.explore.output.as_deref() };
    target.show(Sheet::of(&Question::Tours(asked.clone())), tour.squares())?;
    let flips = Count::from(flips).grouped();
    session.note(&format!(
        "{how}, and {flips} random flips by the seed {seed}: the tours of this board cannot be ranked \
         here, and not all are equally likely"
    ));
    Ok(Verdict::Agrees)
}

/// The initial tour, and how it was found.
fn first(session: &Session, asked: &Tours, seed: u64) -> anyhow::Result<(Vec<u32>, &'static str)> {
    let name = asked.instance().name();
    match one::look(session, asked, seed)? {
        OneTour::Found { squares, how } => Ok((squares, one::words(how))),
        OneTour::None { reason } => {
            Err(NotFound(format!("--random: {name} has no tour: {reason}")).into())
        }
        OneTour::GivenUp { rotations } => Err(gave_up(&name, rotations, seed).into()),
        _ => unreachable!("there is no other way to end"),
    }
}
