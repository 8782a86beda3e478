//! `cavalcade queens N`.

use cavalcade::queens::MAX_SIDE;

use super::args::QueensArgs;
use super::exit::{Usage, Verdict};
use super::question::Question;
use super::session::Session;

/// Counts the placements of one board.
pub fn run(args: &QueensArgs) -> anyhow::Result<Verdict> {
    let side = args.side.parse().map_err(|_| {
        Usage(format!("queens \"{}\": not a number of queens; write 0 to {MAX_SIDE}", args.side))
    })?;
    let question = Question::queens(side, args.method)?;
    Session::new(&args.common)?.report(&question, args.format)
}
