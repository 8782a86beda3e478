//! `cavalcade queens N`: counts or lists the placements of one board.

use std::fs::File;
use std::io::Write;

use cavalcade::board::Board;
use cavalcade::queens::{
    KinQuestion, KinSearch, MAX_SIDE, QuadrantCount, QueensQuestion, QueensSearch, Square,
};

use super::args::{Format, QueensArgs, QueensFormat, QueensMethod, QueensPiece};
use super::exit::{Stopped, Usage, Verdict};
use super::listing::{Listing, Style};
use super::memory;
use super::placements::Placements;
use super::question::Question;
use super::session::Session;

/// Counts or lists.
pub fn run(args: &QueensArgs) -> anyhow::Result<Verdict> {
    let side = side(args)?;
    if args.all || args.first.is_some() || args.unique {
        if args.keep.journal.is_some() || args.part.is_asked() {
            let problem = "--journal, --shard and --split go with a count; leave them out here";
            return Err(Usage(problem.into()).into());
        }
        return list(args, side, kin(args, side)?);
    }
    let format = match args.format {
        QueensFormat::Text => Format::Text,
        QueensFormat::Json => Format::Json,
        QueensFormat::Csv => Format::Csv,
        QueensFormat::Lines => return Err(listing_only("--format lines").into()),
    };
    let listing = [(args.ascii, "--ascii"), (args.output.is_some(), "--output")];
    if let Some((_, flag)) = listing.iter().find(|(given, _)| *given) {
        return Err(listing_only(flag).into());
    }
    let question = question(args)?;
    let session = Session::new(&args.common)?.verbose(args.verbose);
    let session = session.kept(&args.keep, &args.part)?;
    if kin(args, side)?.is_none() {
        explain(&session, side, args.piece);
    }
    if question.name() == "quadrants" {
        let needs = QuadrantCount::new(side)?.memory(session.means.threads);
        session.detail(&format!("quadrants needs about {}", memory::text(needs)));
    }
    session.report(&question, format)
}

/// What is asked.
pub fn question(args: &QueensArgs) -> anyhow::Result<Question> {
    let side = side(args)?;
    let placements = match kin(args, side)? {
        Some(kin) if matches!(args.method, QueensMethod::Auto | QueensMethod::Kin) => {
            Placements::Kin(kin)
        }
        Some(kin) => return Err(Usage(format!("{kin}: only --method kin answers this")).into()),
        None => Placements::plain(plain(args, side)?, args.method, args.vectors.into())?,
    };
    Ok(Question::Queens(Box::new(placements)).cut(args.part.split)?)
}

fn side(args: &QueensArgs) -> Result<usize, Usage> {
    args.side.parse().map_err(|_| {
        Usage(format!("queens \"{}\": not a number of queens; write 0 to {MAX_SIDE}", args.side))
    })
}

fn listing_only(flag: &str) -> Usage {
    Usage(format!("{flag} is for listings; add --all, --unique or --first K"))
}

/// What may surprise about the smallest boards.
fn explain(session: &Session, side: usize, piece: QueensPiece) {
    let (name, none) = match piece {
        QueensPiece::Queen => ("queen", 2..=3),
        QueensPiece::Amazon => ("amazon", 2..=9),
    };
    match side {
        0 => session.note(
            "the empty board has one placement, the empty one, as in OEIS A000170; \
             a listing of boards shows none",
        ),
        side if none.contains(&side) => {
            let they = if side == 2 { "they" } else { "two of them" };
            session.note(&format!(
                "{side} {name}s: wherever they stand on this board, {they} attack each other"
            ));
        }
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
        let board = Board::rectangle(side, side)?;
        let square = |name: &String| Ok(board.square(name)?).map(|cell| (cell / side, cell % side));
        names.iter().map(square).collect()
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
    let is_plain = kin.is_none();
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
    if is_plain {
        explain(&session, side, args.piece);
    }
    session.note(&format!("{listed} placements listed"));
    Ok(Verdict::Agrees)
}
