//! `cavalcade draw FILE`: pictures of solutions that were listed.

use std::io::{IsTerminal, stdin};
use std::path::Path;

use cavalcade::Error;
use cavalcade::board::{Board, Piece};
use cavalcade::draw::Checker;
use cavalcade::question::{Instance, Question, Tours};
use cavalcade::render::{Format, Sheet, SolutionsRead};
use cavalcade::tours::Kind;

use crate::cli::args::DrawArgs;
use crate::cli::input::{file, instance};
use crate::cli::listing::Target;
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::session::terminal;

/// What nobody asked for otherwise: what can be looked at where it goes.
fn format(args: &DrawArgs) -> Format {
    let usual = match args.output {
        None if terminal::is_read() => Format::Framed,
        _ => Format::Svg,
    };
    args.format.unwrap_or(usual)
}

/// Reads, checks and draws.
pub fn run(args: &DrawArgs) -> anyhow::Result<Verdict> {
    let is_stdin = args.file == Path::new("-");
    if is_stdin && stdin().is_terminal() {
        let problem = "a listing is missing; write cavalcade draw FILE, or send one through a pipe";
        return Err(Usage(problem.into()).into());
    }
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let question = match (&args.question, &args.board) {
        (Some(text), _) => Some(text.parse::<Question>()?),
        (None, Some(board)) => {
            Some(Question::Tours(Tours::new(instance::read(board, &args.piece)?, kind)))
        }
        (None, None) => None,
    };
    let bytes = file::bytes(&args.file, file::LARGE)?;
    let shown = if is_stdin { "stdin".into() } else { args.file.display().to_string() };
    // Boards that are seen have two axes.
    let piece = match question {
        None => instance::piece(&args.piece, 2)?,
        Some(_) => Piece::knight(2),
    };
    let seen = |board: &str| -> Result<Question, Error> {
        let board = board.parse::<Board>()?;
        Ok(Question::Tours(Tours::new(Instance::Board(board, piece.clone()), kind)))
    };
    let read = SolutionsRead::from(&bytes, &shown, question, &seen)?;
    let question = &read.question;
    if args.closed && !matches!(question, Question::Tours(tours) if tours.kind() == kind) {
        return Err(Usage(format!("--closed: {shown} holds solutions of {question}")).into());
    }
    let checker = Checker::of(question)?;
    let sheet = Sheet::of(question).numbers(args.numbers.into()).by_symmetry(args.by_symmetry);
    let target = Target { format: format(args), output: args.output.as_deref() };
    let mut listing = target.open(sheet)?;
    for (line, squares) in &read.solutions {
        checker.check(squares).map_err(|error| {
            let of = match question {
                Question::Tours(tours) => format!("{} {}", tours.kind().word(), tours.instance()),
                other => other.to_string(),
            };
            Usage(format!("{shown}, line {line}: {error} ({of})"))
        })?;
        listing.put(squares).map_err(|error| target.refused(error))?;
    }
    target.close(listing)?;
    Ok(Verdict::Agrees)
}
