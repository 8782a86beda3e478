//! `cavalcade tours BOARD`.

use cavalcade::engine::Tally;
use cavalcade::published::Table;
use cavalcade::render::Results;
use cavalcade::tours::Kind;

use super::args::{Method, ToursArgs};
use super::chart;
use super::classics;
use super::construct;
use super::exit::{Usage, Verdict};
use super::explore;
use super::ground::Ground;
use super::outlook;
use super::question::Question;
use super::session::Session;

/// Counts the tours of one board.
pub fn run(args: &ToursArgs) -> anyhow::Result<Verdict> {
    refuse_what_would_be_ignored(args)?;
    if let Some(order) = &args.list.order {
        return classics::list(args, order);
    }
    if let method @ (Method::Warnsdorff | Method::Divide | Method::Neural) = args.method {
        return construct::run(args, method);
    }
    let (ground, question) = read(args)?;
    let (Question::Tours(tours, _) | Question::Cut(tours, _)) = &question else {
        unreachable!("read asks for tours");
    };
    let lists = args.list.is_asked();
    // Shards are added up from journals, which only a search writes.
    let reason = match args.explore.no_symmetry || args.part.is_asked() {
        true => None,
        false => ground.obstacle(tours.graph(), tours.kind()),
    };
    if let (true, Some(reason)) = (args.chart.is_asked(), &reason) {
        return Err(Usage(format!("{} has no tour: {reason}", ground.name())).into());
    }
    if args.chart.is_asked() || lists && args.method == Method::Frontier && reason.is_none() {
        return chart::run(args, &ground, tours);
    }
    let swept = args.method == Method::Frontier && !args.explore.needs_search();
    if lists || args.explore.is_asked() && !swept {
        return explore::run(args, &ground, reason);
    }
    let format = explore::counts_format(args)?;
    let session = Session::new(&args.common)?.kept(&args.keep, &args.part)?.sweeping(&args.sweep);
    if let Some(reason) = reason {
        let answer = session.no_tours(tours.label(), tours.counts(&Tally::default()));
        if let Some(folder) = &args.explore.output {
            let mut file = Results::open(folder, "tours.csv")?;
            file.put(&answer, &Table::embedded().check(&answer))?;
        }
        let verdict = session.print(&answer, format)?;
        session.say_why_none(&reason, format)?;
        return Ok(verdict);
    }
    outlook::warn(&session, &question, args)?;
    if let Some(folder) = &args.explore.output {
        let mut file = Results::open(folder, "tours.csv")?;
        let answer = question.answer(&session)?;
        file.put(&answer, &Table::embedded().check(&answer))?;
        return session.print(&answer, format);
    }
    session.report(&question, format)
}

/// Only counts are kept in journals, and only the search tells more than a number.
fn refuse_what_would_be_ignored(args: &ToursArgs) -> Result<(), Usage> {
    let lists = args.list.is_asked() || args.list.order.is_some();
    let constructs = matches!(args.method, Method::Warnsdorff | Method::Divide | Method::Neural);
    let explores = args.explore.is_asked();
    let asks = |explores| lists || constructs || explores || args.chart.is_asked();
    let swept = args.method == Method::Frontier && !args.explore.needs_search();
    if args.keep.journal.is_some() && asks(false) {
        return Err(Usage("--journal keeps the units of a count; leave it out here".into()));
    }
    if let (true, Some(flag)) = (args.keep.journal.is_some(), args.explore.other_units()) {
        return Err(Usage(format!(
            "{flag} counts other units than those that a journal keeps; leave out {flag} or --journal"
        )));
    }
    if args.part.is_asked() && asks(explores && !swept) {
        return Err(Usage(
            "--shard and --split go with a plain count; leave them out here, or the other flags"
                .into(),
        ));
    }
    let chosen = args.explore.needs_search() || args.list.is_asked() && args.explore.from.is_some();
    if args.method == Method::Frontier && chosen {
        return Err(Usage("the frontier method visits no tour; write --method search".into()));
    }
    if args.method == Method::Pairs && (args.closed || asks(explores)) {
        let remedy = "leave out --closed and the other flags, or write --method frontier";
        return Err(Usage(format!("--method pairs counts open tours with free ends; {remedy}")));
    }
    let kept = args.sweep.checkpoint.is_some() || args.sweep.scratch.is_some();
    if kept && (args.method != Method::Frontier || asks(false)) {
        let remedy = "write --method frontier; the search keeps its units with --journal";
        return Err(Usage(format!(
            "--checkpoint and --scratch keep the layers of a sweep; {remedy}"
        )));
    }
    if args.explore.output.is_some() && args.part.shard.is_some() {
        return Err(Usage("--output goes with a whole count; leave out --shard".into()));
    }
    Ok(())
}

/// What is asked.
pub fn question(args: &ToursArgs) -> anyhow::Result<Question> {
    Ok(read(args)?.1)
}

fn read(args: &ToursArgs) -> anyhow::Result<(Ground, Question)> {
    let ground = Ground::read(&args.board, &args.piece)?;
    if let Ground::Board(board, piece) = &ground
        && board.rank() == 1
        && piece.name() == "knight"
    {
        let text = &args.board;
        let remedy = "write rows x columns, as 6x6, or a piece that moves along one axis";
        return Err(Usage(format!("board \"{text}\": a second side is missing; {remedy}")).into());
    }
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let question = Question::on(&ground, kind, args.method)?.cut(args.part.split)?;
    let question = question.ending(explore::ends(&args.explore, &ground)?)?;
    Ok((ground, question))
}
