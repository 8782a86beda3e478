//! `cavalcade classics`, and the classic orders of `cavalcade tours`.

use std::io::{BufWriter, Write};
use std::ops::ControlFlow;

use cavalcade::Count;
use cavalcade::board::{Board, Piece};
use cavalcade::render::{between, grid, numbers};
use cavalcade::tours::{Classic, Kind, ORDERS, Order, Tour, TourQuestion};
use clap::Parser;

use super::args::{Args, ClassicsArgs, Command, ToursArgs};
use super::exit::{Usage, Verdict};
use super::ground::Ground;
use super::session::Session;

/// A listing that is published, with the command that reproduces it.
struct Listing {
    file: &'static str,
    arguments: &'static str,
    text: &'static str,
}

macro_rules! listing {
    ($file:literal, $arguments:literal) => {
        Listing {
            file: $file,
            arguments: $arguments,
            text: include_str!(concat!("../../tests/golden/classics/", $file)),
        }
    };
}

/// Every published listing of tours.
const LISTINGS: [Listing; 13] = [
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
];

/// Lists the classics and checks that each listing comes out as published.
pub fn run(_: &ClassicsArgs) -> anyhow::Result<Verdict> {
    let mut out = std::io::stdout().lock();
    let orders = ORDERS.iter().map(|order| vec![order.name.into(), order.source.into()]).collect();
    grid(vec!["order".into(), "source".into()], orders, &[0, 1], &mut out)?;
    writeln!(out)?;
    let mut rows = Vec::new();
    let mut equal = 0;
    for listing in &LISTINGS {
        let mut shown = Vec::new();
        let task = Task::parse(listing.arguments)?;
        task.list(&mut shown)?;
        let same = shown == listing.text.as_bytes();
        equal += usize::from(same);
        let verdict = if same { "equal" } else { "DIFFERS" };
        let command = format!("cavalcade {}", listing.arguments);
        rows.push(vec![listing.file.into(), verdict.into(), command]);
    }
    let header = ["published listing", "ours is", "by"].map(String::from).to_vec();
    grid(header, rows, &[0, 1, 2], &mut out)?;
    writeln!(out, "{equal} of {} listings are equal byte for byte", LISTINGS.len())?;
    let agrees = equal == LISTINGS.len();
    Ok(if agrees { Verdict::Agrees } else { Verdict::Disagrees })
}

/// One listing to be made.
struct Task {
    order: &'static Order,
    board: Board,
    piece: Piece,
    most: Option<u64>,
}

/// `tours … --order NAME`: lists and counts what was examined.
pub fn list(args: &ToursArgs, order: &str) -> anyhow::Result<Verdict> {
    let session = Session::new(&args.common)?;
    let task = Task::new(args, order)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let (shown, examined) = task.list(&mut out)?;
    out.flush()?;
    if args.list.stats {
        let (shown, examined) = (Count::from(shown).grouped(), Count::from(examined).grouped());
        let plural = if shown == "1" { "" } else { "s" };
        session
            .note(&format!("{}: {examined} items examined, {shown} tour{plural}", task.order.name));
    }
    if shown == 0 && !task.order.retreats {
        session.note(&format!(
            "{}: the rule ran into a dead end, and it never goes back",
            task.order.name
        ));
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
        let Ground::Board(board, mut piece) = Ground::read(&args.board, &args.piece)? else {
            return Err(Usage("the classic orders are for boards, not for graphs".into()).into());
        };
        let given = &args.piece;
        if order.name == "gkt"
            && given.piece.is_none()
            && given.leaper.is_empty()
            && given.moves.is_none()
        {
            // gkt's own piece is the leaper 1,2 padded with 1, not the knight padded with 0.
            piece = Piece::leaper(&[1, 2], board.rank())?;
        }
        let most = if args.list.all { None } else { Some(args.list.first.unwrap_or(1)) };
        Ok(Task { order, board, piece, most })
    }

    /// The task of a documented command.
    fn parse(arguments: &str) -> anyhow::Result<Task> {
        let words = std::iter::once("cavalcade").chain(arguments.split(' '));
        match Args::try_parse_from(words)?.command {
            Command::Tours(args) => {
                let order = args.list.order.clone().unwrap_or_default();
                Task::new(&args, &order)
            }
            other => Err(Usage(format!("{other:?} is no listing of tours")).into()),
        }
    }

    /// Writes the tours, each checked first; their number and that of the items examined.
    fn list(&self, out: &mut impl Write) -> anyhow::Result<(u64, u64)> {
        let question = TourQuestion::new(&self.board, &self.piece, Kind::Open);
        let classic = Classic::new(self.order, &self.board, &self.piece)?;
        let lengths: Vec<_> = self.board.axes().iter().map(|axis| axis.length).collect();
        let (mut shown, mut failure) = (0u64, None);
        if self.most == Some(0) {
            return Ok((0, 0));
        }
        let examined = classic.search(|squares| {
            let written = Tour::check(&question, squares).map_err(anyhow::Error::from);
            let written = written.and_then(|tour| {
                if shown > 0 {
                    out.write_all(between(lengths.len()).as_bytes())?;
                }
                Ok(self.write(&tour, &lengths, out)?)
            });
            shown += u64::from(written.is_ok());
            if let Err(error) = written {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            if Some(shown) == self.most {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        match failure {
            Some(error) => Err(error),
            None => Ok((shown, examined)),
        }
    }

    fn write(&self, tour: &Tour, lengths: &[usize], out: &mut impl Write) -> std::io::Result<()> {
        let mut number = vec![0; self.board.len()];
        for (i, &square) in tour.squares().iter().enumerate() {
            number[square as usize] = i + self.order.counts_from;
        }
        numbers(lengths, self.board.sites_in_order().map(|cell| cell.map(|c| number[c])), out)
    }
}
