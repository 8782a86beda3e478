//! `cavalcade tours BOARD` where more is asked than the number of tours: lists, classes, starts,
//! fixed ends, cuts and samples. All of it is the search's.

use std::hint::black_box;
use std::io::Write;

use cavalcade::Count;
use cavalcade::answer::{Answer, Convention};
use cavalcade::board::Board;
use cavalcade::engine::{Nobody, Observer};
use cavalcade::published::Table;
use cavalcade::render::{Results, grid};
use cavalcade::tours::{
    Classes, Ends, Kind, StartTable, Strategy, SymmetryKind, TourQuestion, TourSearch, Visited,
    classes,
};

use super::args::{ExploreArgs, Format, StrategyArg, ToursArgs};
use super::exit::{Usage, Verdict};
use super::ground::Ground;
use super::sample;
use super::session::Session;
use super::tour_listing;

/// Counts or lists the tours of one board.
pub fn run(args: &ToursArgs) -> anyhow::Result<Verdict> {
    let Ground::Board(board, piece) = Ground::read(&args.board, &args.piece)? else {
        return Err(
            Usage("a graph has no rows and columns; ask for its number of tours".into()).into()
        );
    };
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let question = TourQuestion::new(&board, &piece, kind);
    let (list, flags) = (&args.list, &args.explore);
    let mut question = question.with_ends(ends(flags, &board)?)?;
    if flags.no_symmetry {
        question = question.without_symmetry();
    }
    let session = Session::new(&args.common)?;
    let strategy = match flags.strategy {
        StrategyArg::Auto => Strategy::Auto,
        StrategyArg::Link => Strategy::Link,
        StrategyArg::Extend => Strategy::Extend,
    };
    if list.all || list.first.is_some() {
        let at_most = list.first.unwrap_or(u64::MAX);
        // Uncut, so that the order does not depend on how units are made even.
        let search = TourSearch::by(question.without_symmetry(), strategy)?.split(1);
        return tour_listing::list(&session, &search, at_most);
    }
    let mut search = TourSearch::by(question.clone(), strategy)?;
    if !flags.cut_at.is_empty() {
        let squares =
            flags.cut_at.iter().map(|text| Ok(square(&board, "--cut-at", text)? as usize));
        search = search.cut_at(&squares.collect::<Result<Vec<_>, Usage>>()?)?;
    }
    if let Some(percent) = &flags.sample {
        let label = question.label();
        let what = format!("{} {}, {} tours", label.board, label.piece, label.kind);
        return sample::run(&session, &search, share(percent)?, &what);
    }
    let mut file =
        flags.output.as_ref().map(|folder| Results::open(folder, "tours.csv")).transpose()?;
    let mut starts = flags.by_start.then(|| StartTable::of(&search));
    let mut observers: Vec<&mut dyn Observer> = Vec::new();
    observers.extend(starts.as_mut().map(|starts| starts as &mut dyn Observer));
    let counts = |tally: &_| Ok(question.counts(tally));
    let (label, observers) = (question.label(), &mut observers[..]);
    let mut answer = if flags.visit {
        // The compiler must believe that each edge is wanted.
        let visit = |tour: &Visited| {
            black_box(tour.edges());
        };
        session.count_observed(&search, label, "", &counts, observers, visit)?
    } else {
        session.count_observed(&search, label, "", &counts, observers, Nobody)?
    };
    let kinds = if flags.unique { Some(sort(&session, &question, &mut answer)?) } else { None };
    let table = starts.map(|starts| starts.table());
    if let Some(file) = &mut file {
        file.put(&answer, &Table::embedded().check(&answer))?;
    }
    if let (Some(table), Some(folder)) = (&table, &flags.output) {
        let name = format!("starts-{}.csv", question.label().board.replace(':', "-"));
        let mut text = Vec::new();
        csv_by_start(&board, table, &mut text)?;
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|e| cavalcade::Error::io("write", &path, e))?;
    }
    if let (Some(table), Format::Csv) = (&table, args.format) {
        csv_by_start(&board, table, &mut std::io::stdout().lock())?;
        return Ok(Verdict::Agrees);
    }
    let verdict = session.print(&answer, args.format)?;
    if let Format::Text = args.format {
        kinds.map_or(Ok(()), |kinds| text_kinds(&kinds))?;
        table.map_or(Ok(()), |table| text_by_start(&board, &table))?;
    }
    Ok(verdict)
}

/// The ends that the flags ask for.
pub fn ends(args: &ExploreArgs, board: &Board) -> Result<Ends, Usage> {
    Ok(match (&args.from, &args.to) {
        (None, _) => Ends::Free,
        (Some(from), None) => Ends::From(square(board, "--from", from)?),
        (Some(from), Some(to)) => {
            Ends::Between(square(board, "--from", from)?, square(board, "--to", to)?)
        }
    })
}

/// The cell that a flag names by its coordinates from 1.
fn square(board: &Board, flag: &str, text: &str) -> Result<u32, Usage> {
    let wrong = || {
        let example = vec!["1"; board.rank()].join("-");
        Usage(format!(
            "{flag} \"{text}\": no such square; write row-column from 1, e.g. {flag} {example}"
        ))
    };
    let coordinate = |part: &str| part.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let at: Option<Vec<usize>> = text.split('-').map(coordinate).collect();
    let at = at.filter(|at| at.len() == board.rank()).ok_or_else(wrong)?;
    board.cell(&at).map(|cell| cell as u32).ok_or_else(wrong)
}

/// The share that `--sample` asks for, from its percentage.
fn share(text: &str) -> Result<f64, Usage> {
    let percent = text.strip_suffix('%').unwrap_or(text).parse::<f64>().ok();
    percent.filter(|percent| *percent > 0.0 && *percent <= 100.0).map(|p| p / 100.0).ok_or_else(
        || Usage(format!("--sample \"{text}\": write a percentage up to 100, e.g. --sample 1%")),
    )
}

/// Adds the fundamental count to the answer.
fn sort(
    session: &Session,
    question: &TourQuestion,
    answer: &mut Answer,
) -> anyhow::Result<Classes> {
    let undirected = answer.count(Convention::Undirected).cloned().unwrap_or_default();
    let Some(found) = classes(question, &undirected, &session.stop)? else {
        let what = format!("sorting the tours of {}", question.label().board);
        return Err(session.stopped(what, 0, 1).into());
    };
    answer.counts.push((Convention::Fundamental, found.fundamental.clone()));
    Ok(found)
}

fn text_kinds(found: &Classes) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let header = ["symmetry", "classes", "undirected tours"].map(String::from).to_vec();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut symmetric = Count::ZERO;
    for SymmetryKind { name, tours, classes } in &found.symmetric {
        rows.push(vec![name.clone(), classes.grouped(), tours.grouped()]);
        symmetric += classes;
    }
    rows.push(vec!["none".into(), found.asymmetric.grouped(), String::new()]);
    rows.push(vec!["all".into(), found.fundamental.grouped(), String::new()]);
    grid(header, rows, &[0], &mut out)?;
    out.flush()?;
    Ok(())
}

/// The name of a square: its coordinates from 1.
fn name(board: &Board, cell: usize) -> String {
    let at: Vec<String> = board.coordinates(cell).iter().map(|c| (c + 1).to_string()).collect();
    at.join("-")
}

fn csv_by_start(board: &Board, table: &[Count], out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "start,directed")?;
    for (cell, count) in table.iter().enumerate() {
        writeln!(out, "{},{count}", name(board, cell))?;
    }
    out.flush()?;
    Ok(())
}

/// A table of rows and columns, or a list if the board has another rank.
fn text_by_start(board: &Board, table: &[Count]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    if let &[rows, columns] = &board.axes().iter().map(|axis| axis.length).collect::<Vec<_>>()[..] {
        let header = std::iter::once("start".into()).chain((1..=columns).map(|c| c.to_string()));
        let line = |row: usize| {
            let cell = |column| {
                board.cell(&[row, column]).map_or(String::new(), |cell| table[cell].grouped())
            };
            std::iter::once((row + 1).to_string()).chain((0..columns).map(cell)).collect()
        };
        grid(header.collect(), (0..rows).map(line).collect(), &[], &mut out)?;
    } else {
        let line = |(cell, count): (usize, &Count)| vec![name(board, cell), count.grouped()];
        let header = vec!["start".into(), "directed".into()];
        grid(header, table.iter().enumerate().map(line).collect(), &[], &mut out)?;
    }
    out.flush()?;
    Ok(())
}
