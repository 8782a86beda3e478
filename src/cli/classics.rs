//! `cavalcade classics`, and the classic orders of `cavalcade tours`.

use std::io::Write;
use std::ops::ControlFlow;

use cavalcade::Count;
use cavalcade::board::Piece;
use cavalcade::engine::Stop;
use cavalcade::queens::{QueensQuestion, QueensSearch};
use cavalcade::render::{Listing, grid};
use cavalcade::tours::{Classic, Kind, ORDERS, Order, Tour, TourQuestion};
use clap::Parser;

use super::args::{Args, ClassicsArgs, Command, ToursArgs};
use super::exit::{Usage, Verdict};
use super::ground::Ground;
use super::listing::{Listing as QueensListing, Style};
use super::session::note;
use super::tour_listing;

/// A listing that is published, with the command that reproduces it.
struct Published {
    file: &'static str,
    arguments: &'static str,
    text: &'static str,
}

macro_rules! listing {
    ($file:literal, $arguments:literal) => {
        Published {
            file: $file,
            arguments: $arguments,
            text: include_str!(concat!("../../tests/golden/classics/", $file)),
        }
    };
}

/// Every published listing.
const LISTINGS: [Published; 21] = [
    listing!("kt-3x4-all.txt", "tours 3x4 --all --order kt"),
    listing!("kt-5x5-first3.txt", "tours 5x5 --first 3 --order kt"),
    listing!("kt-8x8-first1.txt", "tours 8x8 --first 1 --order kt"),
    listing!("gkt-3-leaper1-all.txt", "tours 3 --leaper 1 --all --order gkt"),
    listing!("gkt-3x3x4x5-first1.txt", "tours 3x3x4x5 --first 1 --order gkt"),
    listing!("gkt-4x5x5-leaper122-first1.txt", "tours 4x5x5 --leaper 1,2,2 --first 1 --order gkt"),
    listing!("gkt-torus-3x3-first1.txt", "tours torus:3x3 --first 1 --order gkt"),
    listing!("gkt-torus-3x3x3-first1.txt", "tours torus:3x3x3 --first 1 --order gkt"),
    listing!("gkt-torus-4x4-first1.txt", "tours torus:4x4 --first 1 --order gkt"),
    listing!("kt-aw-8x8.txt", "tours 8x8 --first 1 --order kt-aw"),
    listing!("ktourw-apl-8x8.txt", "tours 8x8 --first 1 --order ktourw-apl"),
    listing!("ktourw-j-8x8.txt", "tours 8x8 --first 1 --order ktourw-j"),
    listing!("ktour-j-8x8.txt", "tours 8x8 --first 1 --order ktour-j"),
    listing!("queens-1-unique.txt", "queens 1 --unique"),
    listing!("queens-2-unique.txt", "queens 2 --unique"),
    listing!("queens-3-unique.txt", "queens 3 --unique"),
    listing!("queens-4-unique.txt", "queens 4 --unique"),
    listing!("queens-5-unique.txt", "queens 5 --unique"),
    listing!("queens-6-unique.txt", "queens 6 --unique"),
    listing!("queens-7-unique.txt", "queens 7 --unique"),
    listing!("queens-8-unique.txt", "queens 8 --unique"),
];

/// Lists the classics and checks that each listing comes out as published.
pub fn run(_: &ClassicsArgs) -> anyhow::Result<Verdict> {
    let mut out = std::io::stdout().lock();
    let orders = ORDERS.iter().map(|order| vec![order.name.into(), order.source.into()]);
    let queens = vec!["queens --unique".into(), "Dyalog dfns workspace, queens".into()];
    let header = vec!["order".into(), "source".into()];
    grid(header, orders.chain([queens]).collect(), &[0, 1], &mut out)?;
    writeln!(out)?;
    let mut rows = Vec::new();
    let mut equal = 0;
    for published in &LISTINGS {
        let same = made(published.arguments)? == published.text.as_bytes();
        equal += usize::from(same);
        let verdict = if same { "equal" } else { "DIFFERS" };
        let command = format!("cavalcade {}", published.arguments);
        rows.push(vec![published.file.into(), verdict.into(), command]);
    }
    let header = ["published listing", "ours is", "by"].map(String::from).to_vec();
    grid(header, rows, &[0, 1, 2], &mut out)?;
    writeln!(out, "{equal} of {} listings are equal byte for byte", LISTINGS.len())?;
    let agrees = equal == LISTINGS.len();
    Ok(if agrees { Verdict::Agrees } else { Verdict::Disagrees })
}

/// What a documented command prints.
fn made(arguments: &str) -> anyhow::Result<Vec<u8>> {
    let words = std::iter::once("cavalcade").chain(arguments.split(' '));
    let mut shown = Vec::new();
    match Args::try_parse_from(words)?.command {
        Command::Tours(args) => {
            let task = Task::new(&args, args.list.order.as_deref().unwrap_or_default())?;
            let (ground, first) = (&task.ground, task.order.counts_from);
            let name = |square| ground.square_name(square);
            let form = args.format.form();
            task.list(Listing::new(form, ground.sheet(), name, first, &mut shown))?;
        }
        Command::Queens(args) => {
            let side = args.side.parse()?;
            let style = Style { format: args.format, ascii: args.ascii, side };
            let search = QueensSearch::new(QueensQuestion::new(side)?);
            QueensListing::new(style, u64::MAX, &mut shown, &Stop::new()).run(&search)?;
        }
        other => return Err(Usage(format!("{other:?} is no listing")).into()),
    }
    Ok(shown)
}

/// One listing to be made.
struct Task {
    order: &'static Order,
    ground: Ground,
    most: u64,
}

/// `tours … --order NAME`: lists and counts what was examined.
pub fn list(args: &ToursArgs, order: &str) -> anyhow::Result<Verdict> {
    let quiet = args.common.quiet;
    let task = Task::new(args, order)?;
    let listing = tour_listing::open(&task.ground, args, task.order.counts_from)?;
    let (shown, examined) = task.list(listing)?;
    let name = task.order.name;
    if args.list.stats {
        let (shown, examined) = (Count::from(shown).grouped(), Count::from(examined).grouped());
        let plural = if shown == "1" { "" } else { "s" };
        note(quiet, &format!("{name}: {examined} items examined, {shown} tour{plural}"));
    }
    if shown == 0 && !task.order.retreats {
        note(quiet, &format!("{name}: the rule ran into a dead end, and it never goes back"));
    }
    Ok(Verdict::Agrees)
}

impl Task {
    fn new(args: &ToursArgs, name: &str) -> anyhow::Result<Task> {
        let order = Order::named(name).ok_or_else(|| {
            let names: Vec<_> = ORDERS.iter().map(|order| order.name).collect();
            Usage(format!("--order {name}: no order is called that; write {}", names.join(", ")))
        })?;
        if args.closed {
            return Err(
                Usage("the classic orders list open tours; leave out --closed".into()).into()
            );
        }
        if args.explore.needs_search() || args.explore.from.is_some() || args.chart.is_asked() {
            let problem = "--order lists all tours in its own order; leave out the other flags, or \
                           leave out --order";
            return Err(Usage(problem.into()).into());
        }
        let mut ground = Ground::read(&args.board, &args.piece)?;
        let Ground::Board(board, piece) = &mut ground else {
            return Err(Usage("the classic orders are for boards, not for graphs".into()).into());
        };
        let given = &args.piece;
        if order.name == "gkt"
            && given.piece.is_none()
            && given.leaper.is_empty()
            && given.moves.is_none()
        {
            // gkt's own piece is the leaper 1,2 padded with 1, not the knight padded with 0.
            *piece = Piece::leaper(&[1, 2], board.rank())?;
        }
        let most = if args.list.all { u64::MAX } else { args.list.first.unwrap_or(1) };
        Ok(Task { order, ground, most })
    }

    /// Writes the tours, each checked first; their number and that of the items examined.
    fn list<W: Write>(&self, mut listing: Listing<W>) -> anyhow::Result<(u64, u64)> {
        let Ground::Board(board, piece) = &self.ground else { return Ok((0, 0)) };
        let question = TourQuestion::new(board, piece, Kind::Open);
        let classic = Classic::new(self.order, board, piece)?;
        let (mut shown, mut failure) = (0u64, None);
        let examined = classic.search(|squares| {
            let written = Tour::check(&question, squares).map_err(anyhow::Error::from);
            let written = written.and_then(|tour| {
                Ok(listing.put(tour.squares().iter().map(|&square| square as usize))?)
            });
            shown += u64::from(written.is_ok());
            if let Err(error) = written {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            if shown == self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match failure {
            Some(error) => Err(error),
            None => {
                listing.end()?;
                Ok((shown, examined))
            }
        }
    }
}
