//! `cavalcade queens N`: counts or lists the placements of one board.

use std::fs::File;
use std::io::Write;

use cavalcade::queens::{
    KinQuestion, KinSearch, MAX_SIDE, QueensQuestion, QueensSearch, Square, square,
};

use super::args::{Format, QueensArgs, QueensMethod, QueensPiece};
use super::ask::Ask;
use super::exit::{Stopped, Usage, Verdict};
use super::listing::{Listing, Style};
use super::question::Question;
use super::session::Session;

/// Counts or lists.
pub fn run(args: &QueensArgs) -> anyhow::Result<Verdict> {
    let side = args.side.parse().map_err(|_| {
        Usage(format!("queens \"{}\": not a number of queens; write 0 to {MAX_SIDE}", args.side))
    })?;
    let lists = args.all || args.first.is_some() || args.unique;
    let kin = kin(args, side)?;
    if lists {
        return list(args, side, kin);
    }
    let listing_only = [
        (args.ascii, "--ascii"),
        (args.output.is_some(), "--output"),
        (matches!(args.format, Format::Lines), "--format lines"),
    ];
    if let Some((_, flag)) = listing_only.iter().find(|(given, _)| *given) {
        let text = format!("{flag} is for listings; add --all, --unique or --first K");
        return Err(Usage(text).into());
    }
    let ask = match kin {
        Some(kin) if matches!(args.method, QueensMethod::Auto | QueensMethod::Kin) => Ask::Kin(kin),
        Some(kin) => {
            let text = format!("{kin}: only --method kin answers this");
            return Err(Usage(text).into());
        }
        None => Ask::plain(plain(args, side)?, args.method, args.vectors.into())?,
    };
    let session = Session::new(&args.common)?.verbose(args.verbose);
    if let Ask::Plain { .. } = ask {
        explain(&session, side);
    }
    session.report(&Question::Queens(Box::new(ask)), args.format)
}

/// What may surprise about the smallest boards.
fn explain(session: &Session, side: usize) {
    match side {
        0 => session.note(
            "the empty board has one placement, the empty one, as in OEIS A000170; \
             a listing of boards shows none",
        ),
        2 | 3 => session.note(&format!("two of any {side} queens on this board attack each other")),
        _ => {}
    }
}

fn plain(args: &QueensArgs, side: usize) -> Result<QueensQuestion, cavalcade::Error> {
    let question = QueensQuestion::new(side)?;
    let amazons = args.piece == QueensPiece::Amazon;
    Ok(if amazons { question.with_amazons() } else { question })
}

/// The question if it is more than so many queens or amazons on a plane board.
fn kin(args: &QueensArgs, side: usize) -> anyhow::Result<Option<KinQuestion>> {
    let squares = |names: &[String]| -> Result<Vec<Square>, cavalcade::Error> {
        names.iter().map(|name| square(name)).collect()
    };
    if !args.torus && args.k.is_none() && args.place.is_empty() && args.holes.is_empty() {
        return Ok(None);
    }
    let mut question = KinQuestion::new(side)?;
    if args.torus {
        question = question.on_torus();
    }
    if args.piece == QueensPiece::Amazon {
        question = question.with_amazons();
    }
    question = question.with_holes(&squares(&args.holes)?)?;
    question = question.with_placed(&squares(&args.place)?)?;
    Ok(Some(match args.k {
        Some(k) => question.with_queens(k)?,
        None => question,
    }))
}

fn list(args: &QueensArgs, side: usize, kin: Option<KinQuestion>) -> anyhow::Result<Verdict> {
    if matches!(args.method, QueensMethod::Quadrants) {
        return Err(Usage("quadrants visits no placement; list with --method search".into()).into());
    }
    let session = Session::new(&args.common)?;
    let style = Style { format: args.format, ascii: args.ascii, side };
    let most = args.first.unwrap_or(u64::MAX);
    let out: Box<dyn Write> = match &args.output {
        None => Box::new(std::io::stdout().lock()),
        Some(path) => {
            Box::new(File::create(path).map_err(|e| cavalcade::Error::io("write", path, e))?)
        }
    };
    let listing = Listing::new(style, most, out, &session.stop);
    let (listed, complete) = match kin {
        None => {
            let question = plain(args, side)?;
            let question = if args.unique { question } else { question.without_symmetry() };
            listing.run(&QueensSearch::new(question))?
        }
        Some(kin) if args.unique && !kin.is_reduced() => {
            let text = format!("{kin}: --unique needs the whole symmetry of the board");
            return Err(Usage(text).into());
        }
        Some(kin) => {
            let kin = if args.unique { kin } else { kin.without_symmetry() };
            listing.run(&KinSearch::new(kin))?
        }
    };
    if !complete {
        let what = format!("listing ({listed} placements written)");
        let signal = session.signal();
        return Err(Stopped { signal, what, finished: 0, units: 1 }.into());
    }
    explain(&session, side);
    session.note(&format!("{listed} placements listed"));
    Ok(Verdict::Agrees)
}
