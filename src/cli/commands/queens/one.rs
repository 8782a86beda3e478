//! One placement without counting or listing others: by a pattern, at random, or by completing
//! given queens.

use cavalcade::Count;
use cavalcade::queens::{
    Completion, MAX_SIDE, VariantQuestion, at_random, complete_watched, pattern,
};
use cavalcade::question::{Queens, Question};
use cavalcade::render::{Format, Sheet};

use crate::cli::args::QueensArgs;
use crate::cli::modes::Given;
use crate::cli::output::Output;
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::session::{Session, note};
use crate::cli::words::counted;

/// The most rows of an empty board for which the search finds its first placement quickly.
const SEARCHED: usize = 28;

/// The most rows of a board with queens or holes for which it does.
const COMPLETED: usize = 16;

/// Bytes of a row in a placement and its text; 315 were measured.
const A_ROW: u64 = 330;

/// A constructed placement.
struct Made {
    /// The column of each row's queen.
    columns: Option<Vec<u32>>,
    /// How it was found.
    how: String,
}

/// Flags of variants, which no pattern satisfies.
pub const VARIED: &str = "torus symmetric k first-rows shifts regions touching place holes";

/// The side of a square board whose placement can be constructed without a search: queens of any
/// number, and no flag that a pattern cannot satisfy.
pub fn made(
    args: &QueensArgs,
    given: &Given,
    [rows, columns]: [usize; 2],
) -> Result<Option<usize>, Usage> {
    let is_plain = given.first_of(VARIED).or(given.first_of("piece method unique")).is_none();
    match args.random.is_some() || is_plain && args.first == Some(1) && rows > SEARCHED {
        true if rows == columns => Ok(Some(rows)),
        true if args.random.is_some() => {
            let problem = "the local search is for square boards alone; leave it out";
            Err(Usage(format!("--random at {rows}x{columns}: {problem}")))
        }
        _ => Ok(None),
    }
}

fn output(args: &QueensArgs) -> Output {
    Output::listing(args.format, args.output.as_deref())
}

/// Constructs a placement and lists it.
pub fn make(args: &QueensArgs, side: usize) -> anyhow::Result<Verdict> {
    let session = Session::new(&args.watched, output(args))?;
    let how = match args.random {
        Some(seed) => format!("exchanged at random by the seed {seed}; not all are equally likely"),
        None => "the pattern of Pauls 1874; --method search lists them in order".into(),
    };
    let what = format!("a placement of {side} queens");
    session.fits(&what, (side as u64).saturating_mul(A_ROW))?;
    let made = session.steps(&what, Some(1), "placement", false, |done| {
        let columns = match args.random {
            Some(seed) => at_random(side, seed, &session.stop)?,
            None => pattern(side)?,
        };
        done(1);
        Ok(columns)
    });
    let columns = made.map_err(|error| session.unfinished(error, None))?;
    show(args, &session, side, Made { columns, how })
}

/// True if one placement around given queens is wanted, on a board that may be too large for a
/// search row by row.
pub fn is_completed(args: &QueensArgs, question: &VariantQuestion) -> bool {
    let whole = question.queens() == question.side()
        && question.turn().is_none()
        && !question.is_up_to_shifts()
        && !question.has_regions()
        && !question.is_touching();
    let first = args.first == Some(1) && args.method == "auto" && !args.unique;
    let plain = question.is_full_plane() && !question.is_amazons();
    whole && first && !plain && question.side() > COMPLETED
}

/// Completes a placement and lists it, or reports that there is none.
pub fn finish(args: &QueensArgs, question: &VariantQuestion) -> anyhow::Result<Verdict> {
    let session = Session::new(&args.watched, output(args))?;
    session.asks(&Question::Queens(Queens::of(question.clone())));
    let completed = session.steps(&question.to_string(), None, "node", false, |done| {
        let completed = complete_watched(question, &session.stop, done)?;
        done(completed.nodes);
        Ok(completed)
    });
    let Completion { columns, nodes } =
        completed.map_err(|error| session.unfinished(error, None))?;
    let nodes = Count::from(nodes).grouped();
    let made = match columns {
        Some(columns) => {
            let columns = Some(columns.into_iter().map(u32::from).collect());
            Made { columns, how: format!("completed after {nodes} nodes") }
        }
        None => Made {
            columns: None,
            how: format!("{question}: there is none: a search of {nodes} nodes is complete"),
        },
    };
    show(args, &session, question.side(), made)
}

fn show(args: &QueensArgs, session: &Session, side: usize, made: Made) -> anyhow::Result<Verdict> {
    let columns = made.columns;
    let listed = if side > MAX_SIDE {
        if args.ascii {
            let problem = format!("--ascii: boards of more than {MAX_SIDE} rows are not drawn");
            return Err(Usage(problem + "; leave it out").into());
        }
        if args.format == Format::Binary {
            let problem = "--format binary: boards of this size have no compact form";
            return Err(Usage(format!("{problem}; write --format lines")).into());
        }
        session.output.show(Sheet::of_columns(side), columns.as_deref())?
    } else {
        let question = Question::Queens(Queens::new(side)?);
        let sheet = Sheet::of(&question);
        let sheet = if args.ascii { sheet.ascii() } else { sheet };
        let square = |(row, column)| (row * side) as u32 + column;
        let squares =
            columns.map(|all| all.into_iter().enumerate().map(square).collect::<Vec<_>>());
        session.output.show(sheet, squares.as_deref())?
    };
    note(&made.how);
    note(&format!("{} listed", counted(listed, "placement")));
    Ok(Verdict::Agrees)
}
