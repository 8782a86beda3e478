//! `cavalcade tours BOARD`.

mod construct;
mod count;
mod flipped;
mod many;
mod one;
mod ranking;
mod reach;
mod squares;
mod warning;

use cavalcade::Error;
use cavalcade::method::Choice;
use cavalcade::question::{Instance, Question, Tours};
use cavalcade::render::{Results, Sheet};
use cavalcade::solve::OneTour;
use cavalcade::tours::{Ends, Figure, Kind, Obstacle, Selection, Statistic};

use crate::cli::args::ToursArgs;
use crate::cli::classic;
use crate::cli::commands::sample;
use crate::cli::input::instance;
use crate::cli::listing::Target;
use crate::cli::modes::tours::TourTask;
use crate::cli::page::Place;
use crate::cli::session::Session;
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::words::counted;

pub fn run(args: &ToursArgs, task: TourTask) -> anyhow::Result<Verdict> {
    answered(args, task).map_err(|error| reach::in_words(args, task, error))
}

fn answered(args: &ToursArgs, task: TourTask) -> anyhow::Result<Verdict> {
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
    let asked = asked(args, task)?;
    let choice = choice(args, task, asked.instance())?;
    let session = Session::new(&args.common)?.watching(&args.watched)?;
    let session = match task {
        T::StartsSwept | T::ByMove | T::Ends => session.kept_in_folder(&args.keep),
        _ => session.kept(&args.keep, &args.part)?,
    };
    let session = session.sweeping(&args.sweep);
    session.asks(&Question::Tours(asked.clone()));
    match task {
        T::Number | T::Rank => ranking::run(args, &session, &asked),
        T::List if one::is_asked(args) => one::show(args, &session, &asked),
        T::List | T::ListByNumber => list(args, &session, &Question::Tours(asked), choice),
        T::ByMove => many::by_move(args, &session, &Question::Tours(asked)),
        _ => count(args, task, session, &Question::Tours(asked), choice),
    }
}

/// Counts all tours, or those of a shard.
fn count(
    args: &ToursArgs,
    task: TourTask,
    session: Session,
    question: &Question,
    choice: Choice,
) -> anyhow::Result<Verdict> {
    let format = args.format;
    let share = args.explore.sample;
    let place = match session.shares() || share.is_some() {
        true => Place::file(args.explore.output.as_deref())?,
        false => Place::of(args.explore.output.as_deref()),
    };
    if let Some(folder) = place.folder() {
        // An unusable folder is an error before the count begins.
        Results::open(folder, "tours.csv", session.lockless)?;
    }
    let session = session.writing(place)?;
    if task == TourTask::Ends {
        let answer = squares::by_end(args, &session, question, &choice)?;
        return count::report(&session, &answer, format);
    }
    if args.explore.by_start
        && let Some(choice) = squares::sweep(args, &session, question)?
    {
        let answer = squares::by_start(&session, question, &choice)?;
        return count::report(&session, &answer, format);
    }
    let mut solve = session.solve(question, choice);
    if args.explore.visit {
        solve = solve.visit_each();
    }
    if args.explore.by_start {
        solve = solve.by_start();
    }
    if session.shares() {
        return session.report(solve, format);
    }
    if let Question::Tours(asked) = &question {
        warning::look(&session, asked, args)?;
    }
    let prepared = session.prepared(solve)?;
    if prepared.obstacle().is_none() {
        if let Some(share) = share {
            return sample::run(&session, &prepared, share, format);
        }
        warning::warn(&session, &prepared, args)?;
    }
    let answer = session.answer(&prepared)?;
    count::report(&session, &answer, format)
}

fn lists(task: TourTask) -> bool {
    matches!(task, TourTask::List | TourTask::ListByNumber)
}

/// The question that the flags describe.
fn asked(args: &ToursArgs, task: TourTask) -> anyhow::Result<Tours> {
    let instance = instance::of_tours(&args.board, &args.piece, &args.graph)?;
    if instance.is_directed() {
        has_directions(args)?;
    }
    if let Instance::Board(board, piece) = &instance
        && board.rank() == 1
        && piece.name() == "knight"
    {
        let text = &args.board;
        let remedy = "write rows x columns, as 6x6, or a piece that moves along one axis";
        return Err(Usage(format!("board \"{text}\": a second side is missing; {remedy}")).into());
    }
    fits(args, task, &instance)?;
    let square = |name: &String| instance.square(name).map(|square| square as u32);
    let selection = selection(args, &instance)?;
    let ends = match (&args.explore.from, &args.explore.to) {
        // For closed tours `--from` is the first square printed, not an end.
        (None, _) => Ends::Free,
        (Some(_), None) if args.closed && lists(task) => Ends::Free,
        (Some(_), None) if args.closed && args.find.is_numbered() => Ends::Free,
        (Some(_), _) if args.closed => {
            let problem = "--from does not go with --closed on a count: closed tours have no ends";
            return Err(
                Usage(format!("{problem}; write one of them, or list with --first K")).into()
            );
        }
        (Some(from), None) => Ends::From(square(from)?),
        (Some(from), Some(to)) => Ends::Between(square(from)?, square(to)?),
    };
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let tours = Tours::new(instance, kind).ending(ends)?.selecting(selection)?;
    let classes = args.explore.unique && !lists(task);
    Ok(if classes { tours.by_class() } else { tours })
}

/// Refuses flags that do not apply to a directed graph.
fn has_directions(args: &ToursArgs) -> Result<(), Usage> {
    let (explore, find) = (&args.explore, &args.find);
    let flags = [
        ("by-start", explore.by_start),
        ("by-end", explore.by_end),
        ("by-move", explore.by_move),
        ("unique", explore.unique),
        ("histogram", explore.histogram.is_some()),
        ("cut-at", !explore.cut_at.is_empty()),
        ("random", args.chart.random.is_some()),
        ("index", args.chart.index.is_some()),
        ("rank", args.chart.rank.is_some()),
        ("through", !find.through.is_empty()),
        ("alternating", find.alternating.is_some()),
        ("at", !find.at.is_empty()),
        ("magic", find.magic),
        ("semi-magic", find.semi_magic),
        ("symmetric", find.symmetric.is_some()),
    ];
    match flags.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((flag, _)) => {
            let problem = format!("--{flag} is for undirected graphs and boards");
            Err(Usage(format!("{problem}; leave it out, or give an undirected graph")))
        }
    }
}

/// Refuses a board that is too large for the method or for the data structures of the task.
fn fits(args: &ToursArgs, task: TourTask, instance: &Instance) -> anyhow::Result<()> {
    let one_will_do = one::is_asked(args) && instance.len() <= OneTour::MOST_VERTICES;
    if args.chart.random.is_some() || one_will_do {
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
    let mut selection = args.find.selection();
    let moves = args.find.through.iter().map(|text| instance.edge(text));
    selection.through = moves.collect::<Result<_, _>>()?;
    selection.through.sort_unstable();
    selection.through.dedup();
    let part = args.find.alternating.as_ref();
    selection.alternating = part.map(|part| instance.alternating(part)).transpose()?;
    let figures = args.find.at.iter().map(|text| Tours::figure(instance, text));
    selection.figures = figures.collect::<Result<_, _>>()?;
    if let (true, true, Some(from)) = (args.closed, args.find.is_numbered(), &args.explore.from) {
        let squares = vec![instance.square(from)? as u32];
        selection.figures.push(Figure { numbers: vec![1], squares });
    }
    Ok(selection)
}

/// The method and its options.
fn choice(args: &ToursArgs, task: TourTask, instance: &Instance) -> anyhow::Result<Choice> {
    let explore = &args.explore;
    let searched = explore.by_start || task == TourTask::Sample || explore.needs_search();
    let searched = searched && args.method == Choice::AUTO;
    let mut choice = Choice::of(if searched { "search" } else { &args.method });
    if let Some(units) = args.part.split {
        choice = choice.with("split", units);
    }
    if let Some(moduli) = &args.sweep.moduli {
        choice = choice.with("moduli", moduli);
    }
    if let Some(statistic) = explore.histogram {
        choice = choice.with(Statistic::OPTION, statistic);
    }
    if !explore.cut_at.is_empty() {
        let squares = explore.cut_at.iter().map(|text| instance.square(text));
        let squares: Vec<String> =
            squares.map(|square| Ok(square?.to_string())).collect::<anyhow::Result<_>>()?;
        choice = choice.with("cut-at", squares.join(","));
    }
    if explore.no_symmetry {
        choice = choice.with("symmetry", "off");
    }
    Ok(match explore.strategy {
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
    let Question::Tours(asked) = question else { unreachable!("tours are asked for") };
    let choice = if choice.is_auto() { choice.named("search") } else { choice };
    let instance = asked.instance();
    let target = Target { format: args.format, output: args.explore.output.as_deref() };
    let unique = args.explore.unique;
    let solutions = question.solutions().method(choice);
    let solutions = if unique { solutions.one_of_each_class() } else { solutions };
    let solutions = match &args.explore.from {
        Some(from) if args.closed && !args.find.is_numbered() => {
            solutions.read_from(instance.square(from)? as u32)
        }
        _ => solutions,
    };
    let listed = target.list(
        session,
        solutions,
        Sheet::of(question).by_symmetry(unique),
        args.list.first.unwrap_or(u64::MAX),
    )?;
    match asked.obstacle(&asked.prepared()) {
        Some(reason) => session.note(&format!("there can be none: {reason}")),
        None => session.note(&written(listed, unique)),
    }
    Ok(Verdict::Agrees)
}

/// The line on stderr after a listing.
fn written(listed: u64, unique: bool) -> String {
    let class = if unique { ", one of each class" } else { "" };
    format!("{} listed{class}", counted(listed, "tour"))
}
