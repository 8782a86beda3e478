//! `cavalcade tours BOARD`.

mod construct;
mod count;
mod many;
mod one;
mod ranking;
mod warning;

use cavalcade::Error;
use cavalcade::method::Choice;
use cavalcade::question::{Instance, Question, Tours};
use cavalcade::render::{Results, Sheet};
use cavalcade::solve::OneTour;
use cavalcade::tours::{Ends, Figure, Kind, Obstacle, Selection, Statistic, Sums};

use crate::cli::args::ToursArgs;
use crate::cli::classic;
use crate::cli::commands::sample;
use crate::cli::input::instance;
use crate::cli::modes::tours::TourTask;
use crate::cli::modes::{self, Given};
use crate::cli::output::Output;
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::session::{Session, note};
use crate::cli::words::counted;

pub fn run(args: &ToursArgs, given: &Given) -> anyhow::Result<Verdict> {
    let task = modes::tours::task(given);
    answered(args, given, task).map_err(|error| warning::too_large(args, task, error))
}

fn answered(args: &ToursArgs, given: &Given, task: TourTask) -> anyhow::Result<Verdict> {
    use TourTask as T;
    match task {
        T::Each => {
            let graphs = instance::each(&args.board, &args.piece, &args.graph)?;
            let choice = choice(args, task, &graphs[0])?;
            return many::each(args, graphs, &choice);
        }
        T::Order => return classic::list(args),
        T::Rotation | T::RandomTies | T::Ties | T::Divide | T::Neural => {
            return construct::run(args);
        }
        _ => {}
    }
    let asked = asked(args, given, task)?;
    let choice = choice(args, task, asked.instance())?;
    let path = args.output.as_deref();
    let output = match task {
        T::Number | T::List | T::ListByNumber => Output::listing(args.format, path),
        T::Rank | T::ByMove | T::Sample => Output::checked(args.format, path, false)?,
        _ => Output::checked(args.format, path, args.part.shard.is_none())?,
    };
    let session = Session::new(&args.watched, output)?;
    let session = match task {
        T::StartsSwept | T::ByMove | T::Ends => session.kept_in_folder(&args.part.keep),
        _ => session.kept(&args.part)?,
    };
    let session = session.sweeping(&args.sweep);
    let question = Question::Tours(asked.clone());
    session.asks(&question);
    match task {
        T::Number | T::Rank => ranking::run(args, &session, &asked),
        T::List if one::is_asked(args) => one::show(&session, &asked),
        T::List | T::ListByNumber => list(args, &session, &question, choice),
        T::ByMove => many::by_move(&session, &question),
        _ => count(args, task, &session, &question, choice),
    }
}

/// Counts all tours, or those of a shard.
fn count(
    args: &ToursArgs,
    task: TourTask,
    session: &Session,
    question: &Question,
    choice: Choice,
) -> anyhow::Result<Verdict> {
    if let Some(folder) = session.output.folder() {
        // An unusable folder is an error before the count begins.
        Results::open(folder, "tours.csv", session.lockless)?;
    }
    if task == TourTask::Ends {
        return count::report(session, &many::by_end(args, session, question, &choice)?);
    }
    if args.by_start
        && let Some(choice) = many::sweep(args, session, question)?
    {
        return count::report(session, &many::by_start(session, question, &choice)?);
    }
    let mut solve = session.solve(question, choice);
    if args.visit {
        solve = solve.visit_each();
    }
    if args.by_start {
        solve = solve.by_start();
    }
    if session.shares() {
        return session.report(solve);
    }
    if let Question::Tours(asked) = &question {
        warning::look(session, asked, args)?;
    }
    let prepared = session.prepared(solve)?;
    if prepared.obstacle().is_none() {
        if let Some(share) = args.sample {
            return sample::run(session, &prepared, share);
        }
        warning::warn(session, &prepared, args)?;
    }
    count::report(session, &session.answer(&prepared)?)
}

fn lists(task: TourTask) -> bool {
    matches!(task, TourTask::List | TourTask::ListByNumber)
}

/// The question that the flags describe.
fn asked(args: &ToursArgs, given: &Given, task: TourTask) -> anyhow::Result<Tours> {
    let instance = instance::of_tours(&args.board, &args.piece, &args.graph)?;
    if let (true, Some(flag)) = (instance.is_directed(), given.first_of(UNDIRECTED)) {
        let problem = format!("{flag} is for undirected graphs and boards");
        let remedy = "leave it out, or give an undirected graph";
        return Err(Usage(format!("{problem}; {remedy}")).into());
    }
    instance::has_rows(&args.board, &instance)?;
    fits(args, task, &instance)?;
    let square = |name: &String| instance.square(name).map(|square| square as u32);
    let selection = selection(args, &instance)?;
    let ends = match (&args.from, &args.to) {
        // For closed tours `--from` is the first square printed, not an end.
        (None, _) => Ends::Free,
        (Some(_), None) if args.closed && lists(task) => Ends::Free,
        (Some(_), None) if args.closed && args.is_numbered() => Ends::Free,
        (Some(_), _) if args.closed => {
            let problem = "--from does not go with --closed on a count: closed tours have no ends";
            return Err(
                Usage(format!("{problem}; write one of them, or list with --first K")).into()
            );
        }
        (Some(from), None) => Ends::From(square(from)?),
        (Some(from), Some(to)) => Ends::Between(square(from)?, square(to)?),
    };
    let tours = Tours::new(instance, args.kind()).ending(ends)?.selecting(selection)?;
    let classes = args.unique && !lists(task);
    Ok(if classes { tours.by_class() } else { tours })
}

/// Flags that do not apply to a directed graph.
const UNDIRECTED: &str = "by-start by-end by-move unique histogram cut-at random index rank through \
                          alternating at magic semi-magic symmetric";

/// Refuses a board that is too large for the method or for the data structures of the task.
fn fits(args: &ToursArgs, task: TourTask, instance: &Instance) -> anyhow::Result<()> {
    let one_will_do = one::is_asked(args) && instance.len() <= OneTour::MOST_VERTICES;
    if args.random.is_some() || one_will_do {
        return Ok(());
    }
    let lists = lists(task);
    let method = if lists && args.method == Choice::AUTO { "search" } else { &args.method };
    let question = Question::Tours(Tours::new(instance.clone(), Kind::Open));
    let (what, size, limit) = match question.fits(&Choice::of(method)) {
        Err(Error::MethodTooSmall { what, size, limit, .. }) if lists => (what, size, limit),
        fits => return Ok(fits?),
    };
    let one = match instance {
        Instance::Board(board, piece) if Obstacle::rectangle(board, piece).is_some() => "divide",
        _ if size <= OneTour::MOST_VERTICES => "rotation",
        _ => "warnsdorff",
    };
    let problem = format!("{what} has {size} squares, and lists are searched for on up to {limit}");
    Err(Usage(format!("{problem}; --method {one} looks for one tour of it")).into())
}

/// The wanted tours.
fn selection(args: &ToursArgs, instance: &Instance) -> anyhow::Result<Selection> {
    let sums = match (args.magic, args.semi_magic) {
        (true, _) => Some(Sums::Magic),
        (false, true) => Some(Sums::SemiMagic),
        (false, false) => None,
    };
    let mut selection = Selection { sums, symmetric: args.symmetric, ..Selection::default() };
    let moves = args.through.iter().map(|text| instance.edge(text));
    selection.through = moves.collect::<Result<_, _>>()?;
    selection.through.sort_unstable();
    selection.through.dedup();
    let part = args.alternating.as_ref();
    selection.alternating = part.map(|part| instance.alternating(part)).transpose()?;
    let figures = args.at.iter().map(|text| Tours::figure(instance, text));
    selection.figures = figures.collect::<Result<_, _>>()?;
    if let (true, true, Some(from)) = (args.closed, args.is_numbered(), &args.from) {
        let squares = vec![instance.square(from)? as u32];
        selection.figures.push(Figure { numbers: vec![1], squares });
    }
    Ok(selection)
}

/// The method and its options.
fn choice(args: &ToursArgs, task: TourTask, instance: &Instance) -> anyhow::Result<Choice> {
    let searched = args.by_start || task == TourTask::Sample || args.needs_search();
    let searched = searched && args.method == Choice::AUTO;
    let mut choice = Choice::of(if searched { "search" } else { &args.method });
    if let Some(units) = args.part.split {
        choice = choice.with("split", units);
    }
    if let Some(moduli) = &args.sweep.moduli {
        choice = choice.with("moduli", moduli);
    }
    if let Some(statistic) = args.histogram {
        choice = choice.with(Statistic::OPTION, statistic);
    }
    if !args.cut_at.is_empty() {
        let squares = args.cut_at.iter().map(|text| instance.square(text));
        let squares: Vec<String> =
            squares.map(|square| Ok(square?.to_string())).collect::<anyhow::Result<_>>()?;
        choice = choice.with("cut-at", squares.join(","));
    }
    if args.no_symmetry {
        choice = choice.with("symmetry", "off");
    }
    Ok(match args.strategy {
        "auto" => choice,
        strategy => choice.with("strategy", strategy),
    })
}

fn list(
    args: &ToursArgs,
    session: &Session,
    question: &Question,
    choice: Choice,
) -> anyhow::Result<Verdict> {
    let Question::Tours(asked) = question else { unreachable!("the question is about tours") };
    let choice = if choice.is_auto() { choice.named("search") } else { choice };
    let mut solutions = question.solutions().method(choice);
    if args.unique {
        solutions = solutions.one_of_each_class();
    }
    if let Some(from) = args.from.as_ref().filter(|_| args.closed && !args.is_numbered()) {
        solutions = solutions.read_from(asked.instance().square(from)? as u32);
    }
    let listing = session.output.open(Sheet::of(question).by_symmetry(args.unique))?;
    let most = args.first.unwrap_or(u64::MAX);
    let listed = session.output.list(session, solutions, listing, most)?;
    match asked.obstacle(&asked.prepared()) {
        Some(reason) => note(&format!("there can be none: {reason}")),
        None => {
            let class = if args.unique { ", one of each class" } else { "" };
            note(&format!("{} listed{class}", counted(listed, "tour")));
        }
    }
    Ok(Verdict::Agrees)
}
