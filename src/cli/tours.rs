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
use super::question::Question;
use super::session::Session;

/// Random descents for the warning of a search that would not end.
const PROBES: u32 = 200;
/// So few of them only tell the order of magnitude, at no cost.
const FEW_PROBES: u32 = 16;

/// The nodes that the search visits in a year on one core.
const NODES_A_YEAR: f64 = 5e7 * 3.15e7;

/// Counts the tours of one board.
pub fn run(args: &ToursArgs) -> anyhow::Result<Verdict> {
    refuse_what_would_be_ignored(args)?;
    if let Some(order) = &args.list.order {
        return classics::list(args, order);
    }
    if let method @ (Method::Warnsdorff | Method::Divide | Method::Neural) = args.method {
        return construct::run(args, method);
    }
    let swept = args.method == Method::Frontier && !args.explore.needs_search();
    if args.list.all || args.list.first.is_some() || args.explore.is_asked() && !swept {
        return explore::run(args);
    }
    let (ground, question) = read(args)?;
    if let (true, Question::Tours(tours, _)) = (args.chart.is_asked(), &question) {
        return chart::run(tours, &args.chart, Session::new(&args.common)?.means.memory);
    }
    let session = Session::new(&args.common)?.kept(&args.keep, &args.part)?.sweeping(&args.sweep);
    if let (Method::Auto, Question::Tours(tours, _)) = (args.method, &question)
        && let Some(reason) = ground.obstacle(tours.graph(), tours.kind())
    {
        let none = tours.counts(&Tally::default());
        return session.report_none(tours.label(), none, &reason, args.format);
    }
    let mut nodes = question.estimated_nodes(FEW_PROBES)?;
    if nodes > NODES_A_YEAR / 1e3 {
        nodes = question.estimated_nodes(PROBES)?;
    }
    if nodes > NODES_A_YEAR {
        let years = nodes / NODES_A_YEAR;
        session.note(&format!(
            "this search would visit about {nodes:.1e} nodes, {years:.0} years on one core; \
             cavalcade estimate {} tells the number of tours in seconds",
            args.board
        ));
    }
    if let Some(folder) = &args.explore.output {
        let mut file = Results::open(folder, "tours.csv")?;
        let answer = question.answer(&session)?;
        file.put(&answer, &Table::embedded().check(&answer))?;
        return session.print(&answer, args.format);
    }
    session.report(&question, args.format)
}

/// Only counts are kept in journals, and only the search tells more than a number.
fn refuse_what_would_be_ignored(args: &ToursArgs) -> Result<(), Usage> {
    let lists = args.list.all || args.list.first.is_some() || args.list.order.is_some();
    let constructs = matches!(args.method, Method::Warnsdorff | Method::Divide | Method::Neural);
    let explores = args.explore.is_asked();
    let keeps = args.keep.journal.is_some() || args.part.is_asked();
    let asks = |explores| lists || constructs || explores || args.chart.is_asked();
    let swept = args.method == Method::Frontier && !args.explore.needs_search();
    if keeps && asks(explores && !swept) {
        return Err(Usage(
            "--journal, --shard and --split go with a plain count; leave them out here".into(),
        ));
    }
    if args.method == Method::Frontier && (lists || args.explore.needs_search()) {
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
    let question = match &ground {
        Ground::Board(board, _) => question.ending(explore::ends(&args.explore, board)?)?,
        Ground::Graph(..) if args.explore.from.is_some() => {
            return Err(Usage("a graph has no rows and columns; leave out --from".into()).into());
        }
        Ground::Graph(..) => question,
    };
    Ok((ground, question))
}
