//! Tours on stdout or in a file, as they are found, in constant memory.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;

use cavalcade::engine::{Beat, Enumeration, Halt, Visitor};
use cavalcade::render::Listing;
use cavalcade::tours::{Ends, OneOfEach, Tour, TourSearch, Visited};

use super::args::ToursArgs;
use super::exit::Verdict;
use super::ground::Ground;
use super::session::Session;

/// Room for what is not yet written.
const BUFFER: usize = 1 << 16;

/// A listing as the flags want it.
pub type TourListing = Listing<Box<dyn Write>>;

/// Begins a listing of the tours of a board or graph, numbered from `first` on.
pub fn open(ground: &Ground, args: &ToursArgs, first: usize) -> anyhow::Result<TourListing> {
    let out: Box<dyn Write> = match &args.explore.output {
        None => Box::new(BufWriter::with_capacity(BUFFER, std::io::stdout().lock())),
        Some(path) => {
            let file = File::create(path).map_err(|e| cavalcade::Error::io("write", path, e))?;
            Box::new(BufWriter::with_capacity(BUFFER, file))
        }
    };
    let name = |square| ground.square_name(square);
    let mut listing = Listing::new(args.format.form(), ground.sheet(), name, first, out);
    listing.begin()?;
    Ok(listing)
}

/// Lists one tour.
pub fn show(ground: &Ground, args: &ToursArgs, tour: &Tour) -> anyhow::Result<()> {
    let mut listing = open(ground, args, 1)?;
    listing.put(tour.squares().iter().map(|&square| square as usize))?;
    listing.end()?;
    Ok(())
}

/// Lists up to `most` undirected tours in the order of the search; with `unique`, one of each
/// class.
///
/// One thread: the order is the same for every run.
pub fn list(
    session: &Session,
    search: &TourSearch,
    unique: Option<&OneOfEach>,
    listing: TourListing,
    most: u64,
) -> anyhow::Result<Verdict> {
    let start = match search.question().ends() {
        Ends::Free => None,
        Ends::From(start) | Ends::Between(start, _) => Some(start as u8),
    };
    let mut lister =
        Lister { session, listing, unique, squares: Vec::new(), left: most, start, failure: None };
    let units = search.plan().units;
    let mut stopped = None;
    for (finished, unit) in units.iter().enumerate() {
        match search.run(unit, &mut lister) {
            Ok(_) => {}
            Err(Halt::Failed(error)) => return Err(error.into()),
            Err(Halt::Stopped) => {
                // The limit is reached, the writer failed, or a signal came.
                stopped = (lister.left > 0 && lister.failure.is_none()).then_some(finished);
                break;
            }
        }
    }
    if let Some(error) = lister.failure {
        return Err(error.into());
    }
    let listed = lister.listing.end()?;
    if let Some(finished) = stopped {
        let what = format!("listing {} ({listed} tours written)", search.question().label().board);
        return Err(session.stopped(what, finished, units.len()));
    }
    session.note(&written(listed, unique.is_some()));
    Ok(Verdict::Agrees)
}

/// The line on stderr behind a listing.
pub fn written(listed: u64, unique: bool) -> String {
    let plural = if listed == 1 { "" } else { "s" };
    let class = if unique { ", one of each class" } else { "" };
    format!("{listed} tour{plural} listed{class}")
}

struct Lister<'a> {
    session: &'a Session,
    listing: TourListing,
    unique: Option<&'a OneOfEach>,
    squares: Vec<u8>,
    /// Tours still to be listed.
    left: u64,
    /// The square that a tour is to be read from.
    start: Option<u8>,
    failure: Option<std::io::Error>,
}

impl Visitor<Visited> for Lister<'_> {
    fn solution(&mut self, tour: &Visited) -> ControlFlow<()> {
        if self.start.is_none() && tour.is_backwards() {
            return ControlFlow::Continue(());
        }
        tour.squares_into(&mut self.squares);
        if self.start.is_some_and(|start| self.squares[0] != start) {
            self.squares.reverse();
        }
        if self.unique.is_some_and(|unique| !unique.picks(&self.squares)) {
            return ControlFlow::Continue(());
        }
        if let Err(error) = self.listing.put(self.squares.iter().map(|&square| square.into())) {
            self.failure = Some(error);
            return ControlFlow::Break(());
        }
        self.left -= 1;
        if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        if self.session.stop.is_requested() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
