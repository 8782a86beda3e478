//! `cavalcade tours BOARD`.

use cavalcade::engine::Tally;
use cavalcade::tours::Kind;

use super::args::{Method, ToursArgs};
use super::classics;
use super::construct;
use super::exit::Verdict;
use super::ground::Ground;
use super::question::Question;
use super::session::Session;

/// Counts the tours of one board.
pub fn run(args: &ToursArgs) -> anyhow::Result<Verdict> {
    if let Some(order) = &args.list.order {
        return classics::list(args, order);
    }
    if let method @ (Method::Warnsdorff | Method::Divide | Method::Neural) = args.method {
        return construct::run(args, method);
    }
    let ground = Ground::read(&args.board, &args.piece)?;
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let question = Question::on(&ground, kind, args.method)?;
    let session = Session::new(&args.common)?;
    if let (Method::Auto, Question::Tours(tours, _)) = (args.method, &question)
        && let Some(reason) = ground.obstacle(tours.graph(), kind)
    {
        let none = tours.counts(&Tally::default());
        return session.report_none(tours.label(), none, &reason, args.format);
    }
    session.report(&question, args.format)
}
