//! `cavalcade tours BOARD`.

use cavalcade::engine::Tally;
use cavalcade::tours::Kind;

use super::args::{Method, ToursArgs};
use super::chart;
use super::classics;
use super::exit::Verdict;
use super::ground::Ground;
use super::question::Question;
use super::session::Session;

/// Counts the tours of one board.
pub fn run(args: &ToursArgs) -> anyhow::Result<Verdict> {
    if let Some(order) = &args.list.order {
        return classics::list(args, order);
    }
    let (ground, question) = read(args)?;
    if let (true, Question::Tours(tours, _)) = (args.chart.is_asked(), &question) {
        return chart::run(tours, &args.chart, Session::new(&args.common)?.means.memory);
    }
    let session = Session::new(&args.common)?.kept(&args.keep, &args.part)?;
    if let (Method::Auto, Question::Tours(tours, _)) = (args.method, &question)
        && let Some(reason) = ground.obstacle(tours.graph(), tours.kind())
    {
        let none = tours.counts(&Tally::default());
        return session.report_none(tours.label(), none, &reason, args.format);
    }
    session.report(&question, args.format)
}

/// What is asked.
pub fn question(args: &ToursArgs) -> anyhow::Result<Question> {
    Ok(read(args)?.1)
}

fn read(args: &ToursArgs) -> anyhow::Result<(Ground, Question)> {
    let ground = Ground::read(&args.board, &args.piece)?;
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let question = Question::on(&ground, kind, args.method)?;
    Ok((ground, question))
}
