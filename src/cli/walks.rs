//! `cavalcade walks`: counts by transfer or search, tables, listings, codes.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

use cavalcade::Error;
use cavalcade::answer::{Answer, Convention};
use cavalcade::board::Piece;
use cavalcade::engine::{Beat, Enumeration, Halt, Visitor};
use cavalcade::published::{Published, Table};
use cavalcade::render::{self, grid, verdict};
use cavalcade::walks::{Keypad, Limit, WalkQuestion, WalkSearch, WalkTransfer};
use clap::Parser;

use super::args::{Args, Command, Format, WalkMethod, WalksArgs};
use super::ask;
use super::exit::{Usage, Verdict};
use super::ground::{Ground, read, read_piece};
use super::question::Question;
use super::session::{Session, note};

/// Counts or lists.
pub fn run(args: &WalksArgs) -> anyhow::Result<Verdict> {
    let place = Place::read(args)?;
    let question = place.question(args, args.length as usize)?;
    if let Some(walk) = args.code.as_deref().filter(|walk| !walk.is_empty()) {
        let squares = place.walk(walk)?;
        question.check(&squares).map_err(|error| {
            let remedy = "write squares a move apart, as many as --length says, within the limits";
            Usage(format!("--code {walk}: {error}; {remedy}"))
        })?;
        writeln!(io::stdout(), "{}", question.code(&squares))?;
        return Ok(Verdict::Agrees);
    }
    if args.names && !args.list && args.output.is_none() || args.code.is_some() && !args.list {
        let remedy = "add --list, or give --code a walk";
        return Err(Usage(format!("--names and --code say how to list: {remedy}")).into());
    }
    let keeps = args.keep.journal.is_some() || args.part.is_asked();
    if keeps && (args.list || args.output.is_some() || args.by_start) {
        let problem = "--journal, --shard and --split go with a plain count; leave them out here";
        return Err(Usage(problem.into()).into());
    }
    if let Some(folder) = &args.output {
        return files(args, &place, question, folder);
    }
    if args.list {
        let mut out = BufWriter::new(io::stdout().lock());
        list(args, &place, &question, args.first.unwrap_or(u64::MAX), &mut out)?;
        out.flush()?;
        return Ok(Verdict::Agrees);
    }
    let session = Session::new(&args.common)?;
    if args.by_start {
        return by_start(args, &place, &question, &session);
    }
    if args.self_avoiding {
        if args.part.is_asked() {
            let problem = "--shard and --split go with one length; --self-avoiding counts them all";
            return Err(Usage(problem.into()).into());
        }
        return lengths(args, &place, &session.kept_in_folder(&args.keep));
    }
    let question = counted(args, question)?;
    session.kept(&args.keep, &args.part)?.report(&question, args.format)
}

/// What is asked of one length.
pub fn question(args: &WalksArgs) -> anyhow::Result<Question> {
    Ok(counted(args, Place::read(args)?.question(args, args.length as usize)?)?)
}

/// The question with its method.
fn counted(args: &WalksArgs, question: WalkQuestion) -> Result<Question, Usage> {
    let searches = match args.method {
        WalkMethod::Auto => question.is_self_avoiding(),
        WalkMethod::Search => true,
        WalkMethod::Transfer => false,
    };
    let method = if searches { WalkMethod::Search } else { WalkMethod::Transfer };
    Question::Walks(Box::new(question), method).cut(args.part.split)
}

/// The arguments that ask the question of a published row: "letters18 length 10 at most 2 of
/// AEIO from A" on its board.
pub fn published(row: &Published) -> Option<WalksArgs> {
    let mut words: Vec<String> = vec!["cavalcade".into(), "walks".into()];
    let (place, rest) = row.board.split_once(' ')?;
    let keypad = Keypad::named(place).is_some();
    words.extend(keypad.then(|| "--keypad".into()));
    words.push(place.into());
    let mut rest = rest.split(' ');
    while let Some(word) = rest.next() {
        let value = rest.next()?;
        match (word, value) {
            ("at", "most") => {
                let (most, _, keys) = (rest.next()?, rest.next()?, rest.next()?);
                words.extend(["--at-most".into(), format!("{most}:{keys}")]);
            }
            _ => words.extend([format!("--{word}"), value.into()]),
        }
    }
    words.extend((row.kind == "self-avoiding walk").then(|| "--self-avoiding".into()));
    match Args::try_parse_from(words).ok()?.command {
        Command::Walks(args) => Some(args),
        _ => None,
    }
}

/// Where to walk: a board or graph, or a keypad with names for its squares.
struct Place {
    ground: Ground,
    keypad: Option<Keypad>,
}

impl Place {
    fn read(args: &WalksArgs) -> anyhow::Result<Place> {
        let Some(name) = &args.keypad else {
            let board = args.board.as_deref().unwrap_or_default();
            return Ok(Place { ground: Ground::read(board, &args.piece)?, keypad: None });
        };
        let keypad = match name.strip_prefix('@') {
            Some(path) => Keypad::from_drawing(&read(Path::new(path))?, name, path)?,
            None => Keypad::named(name).ok_or_else(|| {
                let names: Vec<_> = Keypad::names().collect();
                let names = names.join(", ");
                Usage(format!("--keypad {name}: no keypad is called that; write {names} or @FILE"))
            })?,
        };
        let piece: Piece = read_piece(&args.piece, 2)?;
        Ok(Place { ground: Ground::Board(keypad.board().clone(), piece), keypad: Some(keypad) })
    }

    fn name(&self, square: usize) -> String {
        match &self.keypad {
            Some(keypad) => keypad.keys()[square].clone(),
            None => self.ground.square_name(square),
        }
    }

    fn square(&self, name: &str) -> Result<usize, Error> {
        let Some(keypad) = &self.keypad else { return self.ground.square(name) };
        keypad.keys().iter().position(|key| key == name).ok_or_else(|| Error::Text {
            what: "key",
            text: name.into(),
            at: 1,
            problem: format!("{} has no such key", keypad.name()),
            remedy: "write one of its characters",
        })
    }

    /// A walk's squares: keys side by side, or names parted by blanks or commas.
    fn walk(&self, text: &str) -> Result<Vec<u32>, Error> {
        let names: Vec<&str> = match &self.keypad {
            Some(_) if !text.contains([' ', ',']) => text.split_inclusive(|_: char| true).collect(),
            _ => text.split([' ', ',']).filter(|name| !name.is_empty()).collect(),
        };
        names.into_iter().map(|name| self.square(name).map(|square| square as u32)).collect()
    }

    fn question(&self, args: &WalksArgs, length: usize) -> Result<WalkQuestion, Error> {
        let mut question = match (&self.ground, &self.keypad) {
            (Ground::Board(board, piece), None) => WalkQuestion::new(board, piece, length)?,
            (Ground::Board(board, piece), Some(keypad)) => {
                WalkQuestion::new(board, piece, length)?.named(keypad.name())
            }
            (Ground::Graph(graph, name), _) => {
                WalkQuestion::of_graph(graph.graph().clone(), name, length)?
            }
        };
        let limit = |text: &String| Limit::parse(text, |name| self.square(name).ok());
        let limits: Result<Vec<_>, _> = args.at_most.iter().map(limit).collect();
        question = question.limited(limits?);
        if args.self_avoiding {
            question = question.self_avoiding();
        }
        match &args.from {
            Some(name) => Ok(question.from(self.square(name)?, name)),
            None => Ok(question),
        }
    }
}

/// The counts of every length up to the one asked for.
fn lengths(args: &WalksArgs, place: &Place, session: &Session) -> anyhow::Result<Verdict> {
    let words = ask::quoted(&ask::without("--length", &ask::question_of(&ask::arguments())));
    let mut answers = Vec::new();
    for length in 1..=args.length as usize {
        let question = counted(args, place.question(args, length)?)?;
        let ask = format!("{words} --length {length}");
        let answer = question.answer_as(session, &ask)?;
        let empty = answer.counts.iter().all(|(_, count)| count.is_zero());
        answers.push(answer);
        if empty {
            break;
        }
    }
    if !matches!(args.format, Format::Text) {
        return for_programs(&answers, args.format);
    }
    let mut agrees = true;
    let mut rows = Vec::new();
    for (i, answer) in answers.iter().enumerate() {
        let checks = Table::embedded().check(answer);
        agrees &= checks.iter().all(|check| check.agrees);
        let count = answer.count(Convention::Sequences).map(ToString::to_string);
        rows.push(vec![(i + 1).to_string(), count.unwrap_or_default(), verdict(&checks)]);
    }
    let label = &answers[answers.len() - 1].label;
    let mut out = io::stdout().lock();
    writeln!(out, "{} {}, {}s by length:", place.ground.name(), label.piece, label.kind)?;
    grid(["squares", "walks", "published"].map(String::from).to_vec(), rows, &[2], &mut out)?;
    session.note(&render::cost(&answers[answers.len() - 1]));
    Ok(if agrees { Verdict::Agrees } else { Verdict::Disagrees })
}

/// Several answers for programs: an object on each line, or rows below one header.
fn for_programs(answers: &[Answer], format: Format) -> anyhow::Result<Verdict> {
    let checked: Vec<_> =
        answers.iter().map(|answer| (answer, Table::embedded().check(answer))).collect();
    let mut out = BufWriter::new(io::stdout().lock());
    match format {
        Format::Csv => {
            let rows = checked.iter().map(|(answer, checks)| (*answer, &checks[..]));
            render::csv(rows, &mut out)?;
        }
        Format::Text | Format::Json => {
            checked.iter().try_for_each(|(a, checks)| render::json(a, checks, &mut out))?;
        }
    }
    out.flush()?;
    let agrees = checked.iter().flat_map(|(_, checks)| checks).all(|check| check.agrees);
    Ok(if agrees { Verdict::Agrees } else { Verdict::Disagrees })
}

/// The counts by starting square, from one sweep, and their sum.
fn by_start(
    args: &WalksArgs,
    place: &Place,
    question: &WalkQuestion,
    session: &Session,
) -> anyhow::Result<Verdict> {
    let total = Question::Walks(Box::new(question.clone()), WalkMethod::Transfer);
    let total = total.answer(session)?;
    let transfer = WalkTransfer::new(question.clone())?;
    let mut rows = Vec::new();
    let mut answers = Vec::new();
    for (square, count) in transfer.by_start().into_iter().enumerate() {
        let label = question.clone().from(square, &place.name(square)).label();
        answers.push(Answer { label, counts: WalkQuestion::counts(count), ..total.clone() });
    }
    answers.push(total);
    if !matches!(args.format, Format::Text) {
        return for_programs(&answers, args.format);
    }
    let mut agrees = true;
    for (square, answer) in answers.iter().enumerate() {
        let checks = Table::embedded().check(answer);
        agrees &= checks.iter().all(|check| check.agrees);
        let all = square == question.graph().len();
        let name = if all { "all".into() } else { place.name(square) };
        let count = answer.count(Convention::Sequences).map(ToString::to_string);
        rows.push(vec![name, count.unwrap_or_default(), verdict(&checks)]);
    }
    let label = question.label();
    let mut out = io::stdout().lock();
    writeln!(out, "{} {}, {}s by starting square:", label.board, label.piece, label.kind)?;
    grid(["from", "sequences", "published"].map(String::from).to_vec(), rows, &[0, 2], &mut out)?;
    Ok(if agrees { Verdict::Agrees } else { Verdict::Disagrees })
}

/// A file of walks for each square that one starts on.
fn files(
    args: &WalksArgs,
    place: &Place,
    question: WalkQuestion,
    folder: &Path,
) -> anyhow::Result<Verdict> {
    std::fs::create_dir_all(folder).map_err(|e| Error::io("make the folder", folder, e))?;
    let starts = match question.start() {
        Some(start) => start..start + 1,
        None => 0..question.graph().len(),
    };
    let (mut written, mut sequences) = (0, 0);
    for square in starts {
        let name = place.name(square);
        // A key may be any character: those that no file name can hold go by number.
        let plain = name.chars().all(|c| c.is_alphanumeric() || c == '-');
        let file = if plain { format!("{name}.txt") } else { format!("key-{square}.txt") };
        let path = folder.join(file);
        let failed = |e| Error::io("write", &path, e);
        let mut out = BufWriter::new(File::create(&path).map_err(failed)?);
        let from = question.clone().from(square, &name);
        let listed = list(args, place, &from, u64::MAX, &mut out);
        sequences += listed.and_then(|n| out.flush().map(|()| n)).map_err(failed)?;
        written += 1;
    }
    let line = format!("{sequences} sequences in {written} files in {}", folder.display());
    note(args.common.quiet, &line);
    Ok(Verdict::Agrees)
}

/// Writes the first `most` walks, one a line; how many there were.
fn list(
    args: &WalksArgs,
    place: &Place,
    question: &WalkQuestion,
    most: u64,
    out: &mut impl Write,
) -> io::Result<u64> {
    let names = (0..question.graph().len()).map(|square| place.name(square)).collect();
    let code = args.code.is_some();
    // The vertices of a file are called as the file calls them, asked for or not.
    let named = matches!(&place.ground, Ground::Graph(graph, _) if graph.names().is_some());
    let mut printer = Printer {
        question,
        names: if args.names || named { Some(names) } else { None },
        apart: match &place.keypad {
            Some(_) => "",
            None if args.names => " ",
            None => ", ",
        },
        code,
        most,
        written: 0,
        failure: None,
        out,
    };
    let search = WalkSearch::new(question.clone()).every();
    if most > 0 {
        for unit in search.plan().units {
            if let Err(Halt::Stopped) = search.run(&unit, &mut printer) {
                break;
            }
        }
    }
    match printer.failure {
        Some(error) => Err(error),
        None => Ok(printer.written),
    }
}

/// Writes each walk that a search comes to.
struct Printer<'a, W> {
    question: &'a WalkQuestion,
    names: Option<Vec<String>>,
    apart: &'static str,
    code: bool,
    most: u64,
    written: u64,
    failure: Option<io::Error>,
    out: &'a mut W,
}

impl<W: Write> Printer<'_, W> {
    fn write(&mut self, walk: &[u32]) -> io::Result<()> {
        for (i, &square) in walk.iter().enumerate() {
            match &self.names {
                Some(names) => {
                    let apart = if i > 0 { self.apart } else { "" };
                    write!(self.out, "{apart}{}", names[square as usize])?;
                }
                None if i > 0 => write!(self.out, ", {square}")?,
                None => write!(self.out, "{square}")?,
            }
        }
        if self.code {
            write!(self.out, ": {}", self.question.code(walk))?;
        }
        self.out.write_all(b"\n")
    }
}

impl<W: Write> Visitor<[u32]> for Printer<'_, W> {
    fn solution(&mut self, walk: &[u32]) -> ControlFlow<()> {
        if let Err(error) = self.write(walk) {
            self.failure = Some(error);
            return ControlFlow::Break(());
        }
        self.written += 1;
        if self.written == self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
