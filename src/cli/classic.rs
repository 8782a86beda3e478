//! Listings in the order of a classic program, for `tours --order` and for `classics`.

use std::io::Write;
use std::ops::ControlFlow;

use cavalcade::board::Piece;
use cavalcade::question::{Instance, Question, Tours};
use cavalcade::render::{Listing, Sheet};
use cavalcade::tours::{Classic, Kind, Order, Tour, TourQuestion};
use cavalcade::{Count, Error};

use super::args::ToursArgs;
use super::input::instance;
use super::output::{Output, Place};
use super::session::exit::{Usage, Verdict};
use super::session::{Session, note};
use super::words::counted;

/// The programs keep a list of moves for each square and recurse once for each square.
const MOST_SQUARES: usize = 1 << 20;

pub struct ClassicListing {
    order: &'static Order,
    question: Question,
    most: u64,
}

/// `tours … --order NAME`: lists tours and counts the items examined.
pub fn list(args: &ToursArgs) -> anyhow::Result<Verdict> {
    let task = ClassicListing::new(args)?;
    let output = Output::listing(args.format, args.output.as_deref());
    let session = Session::new(&args.watched, output.clone())?;
    let mut listing = output.open(task.sheet())?;
    let what = format!("{} by {}", args.board, task.order.name);
    let listed = session.steps(&what, None, "item", output.is_shown(), |done| {
        let listed = task.list(&mut listing, &mut |examined| {
            done(examined);
            match session.stop.is_requested() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        match session.stop.is_requested() {
            true => Err(Error::Stopped { what: what.clone(), finished: 0, units: 1 }),
            false => {
                let examined = listed.as_ref().map_or(0, |(_, examined)| *examined);
                done(examined);
                Ok(listed)
            }
        }
    });
    let listed = match listed {
        Ok(listed) => listed,
        Err(error) => {
            // An interrupted listing is kept on stdout only.
            if output.place == Place::Stdout {
                output.close(listing)?;
            }
            return Err(session.unfinished(error, None));
        }
    };
    let (shown, examined) = listed.map_err(|error| match error.downcast() {
        Ok(refused) => output.refused(refused),
        Err(error) => error,
    })?;
    output.close(listing)?;
    if args.output.is_some() {
        note(&format!("{} listed", counted(shown, "tour")));
    }
    let name = task.order.name;
    if args.stats {
        let (tours, examined) = (Count::from(shown).grouped(), Count::from(examined).grouped());
        let s = if shown == 1 { "" } else { "s" };
        note(&format!("{name}: {examined} items examined, {tours} tour{s}"));
    }
    if shown == 0 && !task.order.retreats {
        note(&format!("{name}: the rule ran into a dead end, and it never goes back"));
    }
    Ok(Verdict::Agrees)
}

impl ClassicListing {
    pub fn new(args: &ToursArgs) -> anyhow::Result<ClassicListing> {
        let order = args.order.expect("the flags include an order");
        let mut instance = instance::read(&args.board, &args.piece)?;
        let Instance::Board(board, piece) = &mut instance else {
            return Err(Usage("the classic orders are for boards, not for graphs".into()).into());
        };
        if order.name == "gkt" && !args.piece.is_given() {
            // gkt's own piece is the leaper 1,2 padded with 1, not the knight padded with 0.
            *piece = Piece::leaper(&[1, 2], board.rank())?;
        }
        if instance.len() > MOST_SQUARES {
            let (name, squares) = (instance.name(), instance.len());
            let problem = format!("{name} has {squares} squares, and --order lists on up to");
            let remedy = "--method divide or warnsdorff finds one tour";
            return Err(Usage(format!("{problem} {MOST_SQUARES}; {remedy}")).into());
        }
        let most = if args.all { u64::MAX } else { args.first.unwrap_or(1) };
        let question = Question::Tours(Tours::new(instance, Kind::Open));
        Ok(ClassicListing { order, question, most })
    }

    /// The format of its tours.
    pub fn sheet(&self) -> Sheet<'_> {
        Sheet::of(&self.question).numbered_from(self.order.counts_from)
    }

    /// Checks and writes the tours. Returns their number and the number of items examined; `progress`
    /// receives both while the program runs.
    pub fn list<W: Write>(
        &self,
        listing: &mut Listing<W>,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> anyhow::Result<(u64, u64)> {
        let Question::Tours(asked) = &self.question else { return Ok((0, 0)) };
        let Instance::Board(board, piece) = asked.instance() else { return Ok((0, 0)) };
        let question = TourQuestion::new(board, piece, Kind::Open);
        let classic = Classic::new(self.order, board, piece)?;
        let (mut shown, mut failure) = (0u64, None);
        let visit = |squares: &[u32]| {
            let written = Tour::check(&question, squares).map_err(anyhow::Error::from);
            let written = written.and_then(|tour| Ok(listing.put(tour.squares())?));
            shown += u64::from(written.is_ok());
            if let Err(error) = written {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            if shown == self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let examined = classic.search_watched(visit, progress);
        match failure {
            Some(error) => Err(error),
            None => Ok((shown, examined)),
        }
    }
}
