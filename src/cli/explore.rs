//! `cavalcade tours BOARD` where more is asked than the number of tours: lists, classes, starts,
//! fixed ends, cuts and samples. All of it is the search's.

use std::hint::black_box;
use std::io::Write;

use cavalcade::Count;
use cavalcade::answer::{Answer, Convention};
use cavalcade::engine::{Nobody, Observer, Tally};
use cavalcade::published::Table;
use cavalcade::render::{Results, grid};
use cavalcade::tours::{
    Classes, Ends, Kind, OneOfEach, StartTable, Strategy, SymmetryKind, TourQuestion, TourSearch,
    Visited, classes,
};

use super::args::{ExploreArgs, Format, StrategyArg, ToursArgs};
use super::exit::{Usage, Verdict};
use super::ground::Ground;
use super::session::Session;
use super::{sample, starts, tour_listing};

/// Counts or lists the tours of one board.
///
/// `obstacle` is the reason why there can be none, if one is seen.
pub fn run(args: &ToursArgs, ground: &Ground, obstacle: Option<String>) -> anyhow::Result<Verdict> {
    let flags = &args.explore;
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let question = ground.tours(kind).with_ends(ends(flags, ground)?)?;
    let session = Session::new(&args.common)?.kept(&args.keep, &args.part)?;
    if args.list.is_asked() {
        return list(args, ground, &session, question, obstacle);
    }
    let question = if flags.no_symmetry { question.without_symmetry() } else { question };
    if let Some(reason) = obstacle {
        return none(args, ground, &session, &question, &reason);
    }
    let mut search = TourSearch::by(question.clone(), strategy(flags))?;
    if !flags.cut_at.is_empty() {
        let squares = flags.cut_at.iter().map(|text| ground.square(text));
        search = search.cut_at(&squares.collect::<Result<Vec<_>, _>>()?)?;
    }
    if let Some(percent) = &flags.sample {
        let label = question.label();
        let what = format!("{} {}, {} tours", label.board, label.piece, label.kind);
        return sample::run(&session, &search, share(percent)?, &what);
    }
    count(args, ground, &session, &search)
}

fn strategy(flags: &ExploreArgs) -> Strategy {
    match flags.strategy {
        StrategyArg::Auto => Strategy::Auto,
        StrategyArg::Link => Strategy::Link,
        StrategyArg::Extend => Strategy::Extend,
    }
}

fn list(
    args: &ToursArgs,
    ground: &Ground,
    session: &Session,
    question: TourQuestion,
    obstacle: Option<String>,
) -> anyhow::Result<Verdict> {
    let (most, strategy) = (args.list.most(), strategy(&args.explore));
    if let Some(reason) = obstacle {
        tour_listing::open(ground, args, 1)?.end()?;
        session.note(&format!("there can be none: {reason}"));
        return Ok(Verdict::Agrees);
    }
    if args.explore.unique {
        let unique = OneOfEach::of(question, strategy)?;
        let listing = tour_listing::open(ground, args, 1)?;
        return tour_listing::list(session, unique.search(), Some(&unique), listing, most);
    }
    // Uncut, so that the order does not depend on how units are made even.
    let search = TourSearch::by(question.without_symmetry(), strategy)?.split(1);
    tour_listing::list(session, &search, None, tour_listing::open(ground, args, 1)?, most)
}

/// Answers about a board that has no tour.
fn none(
    args: &ToursArgs,
    ground: &Ground,
    session: &Session,
    question: &TourQuestion,
    reason: &str,
) -> anyhow::Result<Verdict> {
    let mut counts = question.counts(&Tally::default());
    if args.explore.unique {
        counts.push((Convention::Fundamental, Count::ZERO));
    }
    let answer = session.no_tours(question.label(), counts);
    let table = args.explore.by_start.then(|| vec![Count::ZERO; question.graph().len()]);
    let verdict = report(args, ground, session, &answer, table, None)?;
    session.say_why_none(reason, counts_format(args)?)?;
    Ok(verdict)
}

fn count(
    args: &ToursArgs,
    ground: &Ground,
    session: &Session,
    search: &TourSearch,
) -> anyhow::Result<Verdict> {
    let (flags, question) = (&args.explore, search.question());
    counts_format(args)?;
    if let Some(folder) = &flags.output {
        // Before anything is computed for it.
        Results::open(folder, "tours.csv")?;
    }
    let mut starts = flags.by_start.then(|| StartTable::of(search));
    let mut observers: Vec<&mut dyn Observer> = Vec::new();
    observers.extend(starts.as_mut().map(|starts| starts as &mut dyn Observer));
    let counts = |tally: &_| Ok(question.counts(tally));
    let (label, observers) = (question.label(), &mut observers[..]);
    let mut answer = if flags.visit {
        // The compiler must believe that each edge is wanted.
        let visit = |tour: &Visited| {
            black_box(tour.edges());
        };
        session.count_observed(search, label, "", &counts, observers, visit)?
    } else {
        session.count_observed(search, label, "", &counts, observers, Nobody)?
    };
    let kinds = if flags.unique { Some(sort(session, question, &mut answer)?) } else { None };
    report(args, ground, session, &answer, starts.map(|starts| starts.table()), kinds)
}

/// Prints the answer and the tables, and writes their files.
fn report(
    args: &ToursArgs,
    ground: &Ground,
    session: &Session,
    answer: &Answer,
    table: Option<Vec<Count>>,
    kinds: Option<Classes>,
) -> anyhow::Result<Verdict> {
    if let Some(folder) = &args.explore.output {
        Results::open(folder, "tours.csv")?.put(answer, &Table::embedded().check(answer))?;
        if let Some(table) = &table {
            let board = answer.label.board.replace([':', '/'], "-");
            let path = folder.join(format!("starts-{board}.csv"));
            let mut text = Vec::new();
            starts::csv(ground, table, &mut text)?;
            std::fs::write(&path, text).map_err(|e| cavalcade::Error::io("write", &path, e))?;
        }
    }
    let format = counts_format(args)?;
    if let (Some(table), Format::Csv) = (&table, format) {
        starts::csv(ground, table, &mut std::io::stdout().lock())?;
        return Ok(Verdict::Agrees);
    }
    if !matches!(format, Format::Text) {
        return session.print(answer, format);
    }
    // The table of kinds tells the rest.
    let mut line = answer.clone();
    let main = [Convention::Directed, Convention::Undirected, Convention::Fundamental];
    line.counts.retain(|(convention, _)| main.contains(convention));
    let verdict = session.print(&line, format)?;
    let undirected = answer.count(Convention::Undirected).cloned().unwrap_or_default();
    kinds.map_or(Ok(()), |kinds| text_kinds(&kinds, &undirected))?;
    let mut out = std::io::stdout().lock();
    table.map_or(Ok(()), |table| starts::text(ground, &table, &mut out))?;
    Ok(verdict)
}

/// The format of an answer that is no listing.
pub fn counts_format(args: &ToursArgs) -> Result<Format, Usage> {
    let wrong = || Usage("--format lines is for listings; add --all or --first K".into());
    args.format.counts().ok_or_else(wrong)
}

/// The ends that the flags ask for.
pub fn ends(args: &ExploreArgs, ground: &Ground) -> Result<Ends, cavalcade::Error> {
    let square = |name: &String| ground.square(name).map(|square| square as u32);
    Ok(match (&args.from, &args.to) {
        (None, _) => Ends::Free,
        (Some(from), None) => Ends::From(square(from)?),
        (Some(from), Some(to)) => Ends::Between(square(from)?, square(to)?),
    })
}

/// The share that `--sample` asks for, from its percentage.
fn share(text: &str) -> Result<f64, Usage> {
    let percent = text.strip_suffix('%').unwrap_or(text).parse::<f64>().ok();
    percent.filter(|percent| *percent > 0.0 && *percent <= 100.0).map(|p| p / 100.0).ok_or_else(
        || Usage(format!("--sample \"{text}\": write a percentage up to 100, e.g. --sample 1%")),
    )
}

/// Adds the counts up to symmetry to an answer.
pub fn sort(
    session: &Session,
    question: &TourQuestion,
    answer: &mut Answer,
) -> anyhow::Result<Classes> {
    let undirected = answer.count(Convention::Undirected).cloned().unwrap_or_default();
    let Some(found) = classes(question, &undirected, &session.stop)? else {
        let what = format!("sorting the tours of {}", question.label().board);
        return Err(session.stopped(what, 0, 1));
    };
    answer.counts.extend(found.counts(question));
    // No symmetry but the identity keeps a path with its direction.
    if let (Kind::Open, Some(directed)) = (question.kind(), answer.count(Convention::Directed)) {
        let order = question.symmetries().order() as u64;
        if let (2.., Some(count)) = (question.graph().len(), directed.divided_exactly_by(order)) {
            answer.counts.push((Convention::FundamentalDirected, count));
        }
    }
    Ok(found)
}

fn text_kinds(found: &Classes, undirected: &Count) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let header = ["symmetry", "classes", "undirected tours"].map(String::from).to_vec();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut rest = undirected.clone();
    for SymmetryKind { name, tours, classes } in &found.symmetric {
        rows.push(vec![name.clone(), classes.grouped(), tours.grouped()]);
        rest = rest.less(tours).expect("the symmetric tours are some of all");
    }
    rows.push(vec!["none".into(), found.asymmetric.grouped(), rest.grouped()]);
    rows.push(vec!["all".into(), found.fundamental.grouped(), undirected.grouped()]);
    grid(header, rows, &[0], &mut out)?;
    out.flush()?;
    Ok(())
}
