//! `cavalcade queens N`.

use cavalcade::queens::MAX_SIDE;

use super::args::QueensArgs;
use super::exit::{Usage, Verdict};
use super::question::Question;
use super::session::Session;

/// Counts the placements of one board.
pub fn run(args: &QueensArgs) -> anyhow::Result<Verdict> {
    let question = question(args)?;
    Session::new(&args.common)?.kept(&args.keep, &args.part)?.report(&question, args.format)
}

/// What is asked.
pub fn question(args: &QueensArgs) -> anyhow::Result<Question> {
    let side = args.side.parse().map_err(|_| {
        Usage(format!("queens \"{}\": not a number of queens; write 0 to {MAX_SIDE}", args.side))
    })?;
    Ok(Question::queens(side, args.method)?)
}
