//! `cavalcade tours BOARD`.

use cavalcade::board::Board;
use cavalcade::tours::Kind;

use super::args::ToursArgs;
use super::exit::Verdict;
use super::question::Question;
use super::session::Session;

/// Counts the tours of one board.
pub fn run(args: &ToursArgs) -> anyhow::Result<Verdict> {
    let board: Board = args.board.parse()?;
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let question = Question::tours(&board, kind, args.method)?;
    Session::new(&args.common)?.report(&question, args.format)
}
