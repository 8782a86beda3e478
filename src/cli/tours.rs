//! `cavalcade tours BOARD`.

use cavalcade::board::Board;
use cavalcade::tours::Kind;

use super::args::ToursArgs;
use super::exit::Verdict;
use super::question::Question;
use super::session::Session;

/// Counts the tours of one board.
pub fn run(args: &ToursArgs) -> anyhow::Result<Verdict> {
    let question = question(args)?;
    Session::new(&args.common)?.kept(&args.keep, &args.part)?.report(&question, args.format)
}

/// What is asked.
pub fn question(args: &ToursArgs) -> anyhow::Result<Question> {
    let board: Board = args.board.parse()?;
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    Ok(Question::tours(&board, kind, args.method)?)
}
