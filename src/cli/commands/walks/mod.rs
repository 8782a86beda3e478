//! `cavalcade walks`: counts by transfer or search, tables, listings, codes.

mod tables;

use std::io::Write;
use std::path::Path;

use cavalcade::Error;
use cavalcade::files::WholeFile;
use cavalcade::method::Choice;
use cavalcade::question::{Instance, Question, Walks};
use cavalcade::render::{Format, Grid, Sheet, question_value};
use serde_json::json;

use crate::cli::args::WalksArgs;
use crate::cli::input::instance;
use crate::cli::modes::walks::WalkTask;
use crate::cli::output::{Output, Report, Writer};
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::session::{Session, note};
use crate::cli::words::counted;

pub fn run(args: &WalksArgs, task: WalkTask) -> anyhow::Result<Verdict> {
    let asked = asked(args)?;
    if task == WalkTask::Code {
        return code(&asked, args.code.as_deref().unwrap_or_default(), args);
    }
    let takes_folder = args.part.shard.is_none();
    let output = Output::checked(args.format, args.output.as_deref(), takes_folder)?;
    let session = Session::new(&args.watched, output.clone())?;
    let question = Question::Walks(asked.clone());
    session.asks(&question);
    let choice = Choice::of(&args.method);
    match (task, output.folder()) {
        (WalkTask::List, Some(_)) => {
            let problem = "--list is one list; give --output a file, or leave out --list for a \
                           file from each square";
            return Err(Usage(problem.into()).into());
        }
        (_, Some(folder)) => return write_files(args, &session, &asked, folder),
        (WalkTask::List, None) => {}
        (_, None) => counts_are_asked(args)?,
    }
    match task {
        WalkTask::List => {
            let listing = output.open(sheet(args, &question))?;
            let most = args.first.unwrap_or(u64::MAX);
            let listed = output.list(&session, question.solutions(), listing, most)?;
            note(&format!("{} listed", counted(listed, "walk")));
            Ok(Verdict::Agrees)
        }
        WalkTask::Starts => tables::by_start(&session, &asked),
        WalkTask::Lengths => {
            let session = session.kept_in_folder(&args.part.keep);
            tables::by_length(&session, &asked, &choice)
        }
        WalkTask::Code | WalkTask::Count => {
            let session = session.kept(&args.part)?;
            let choice = session.cut(&question, choice, &args.part)?;
            session.report(session.solve(&question, choice))
        }
    }
}

fn sheet<'q>(args: &WalksArgs, question: &'q Question) -> Sheet<'q> {
    Sheet::of(question).names(args.names).codes(args.code.is_some())
}

/// Refuses flags of listings on a count.
fn counts_are_asked(args: &WalksArgs) -> Result<(), Usage> {
    let flag = match (args.names, &args.code, args.format.writes_counts()) {
        (true, ..) => "--names".into(),
        (_, Some(_), _) => "--code without a walk".into(),
        (.., false) => format!("--format {}", args.format),
        _ => return Ok(()),
    };
    let instead = "it is for lists: add --list, or --output FOLDER/";
    Err(Usage(format!("{flag} has no effect on a count; {instead}")))
}

/// The question that the flags describe.
fn asked(args: &WalksArgs) -> anyhow::Result<Walks> {
    let instance = match &args.keypad {
        Some(name) => instance::keypad(name, &args.piece)?,
        None => instance::read(args.board.as_deref().unwrap_or_default(), &args.piece)?,
    };
    instance::has_rows(args.board.as_deref().unwrap_or_default(), &instance)?;
    let limits = args.at_most.iter().map(|text| Walks::limit(&instance, text));
    let limits = limits.collect::<Result<_, _>>()?;
    let from = args.from.as_deref().map(|name| instance.square(name)).transpose()?;
    let mut asked = Walks::new(instance, args.length as usize)?.limited(limits);
    if args.self_avoiding {
        asked = asked.self_avoiding();
    }
    Ok(match from {
        Some(square) => asked.from(square)?,
        None => asked,
    })
}

fn code(asked: &Walks, text: &str, args: &WalksArgs) -> anyhow::Result<Verdict> {
    let output = Output::checked(args.format, args.output.as_deref(), false)?;
    let squares = squares(asked.instance(), text)?;
    let walks = asked.prepared()?;
    walks.check(&squares).map_err(|error| {
        let remedy = "write squares a move apart, as many as --length says, within the limits";
        Usage(format!("--code {text}: {error}; {remedy}"))
    })?;
    let code = walks.code(&squares).to_string();
    let walk: Vec<_> =
        squares.iter().map(|&square| asked.instance().square_name(square as usize)).collect();
    let question = Question::Walks(asked.clone());
    let json = json!({ "question": question_value(&question), "walk": walk, "code": code });
    let row = vec![walk.join(" "), code.clone()];
    let grid = Grid::new(&["walk", "code"], &[0]).rows(vec![row]);
    output.write(&Report::new("code", json, grid), |out| Ok(writeln!(out, "{code}")?))?;
    Ok(Verdict::Agrees)
}

/// Parses the squares of a walk: keys without separators, or names separated by blanks or commas.
fn squares(instance: &Instance, text: &str) -> Result<Vec<u32>, Error> {
    let names: Vec<&str> = match instance {
        Instance::Keypad(..) if !text.contains([' ', ',']) => {
            text.split_inclusive(|_: char| true).collect()
        }
        _ => text.split([' ', ',']).filter(|name| !name.is_empty()).collect(),
    };
    names.into_iter().map(|name| instance.square(name).map(|square| square as u32)).collect()
}

/// Writes one file of walks for each starting square.
fn write_files(
    args: &WalksArgs,
    session: &Session,
    asked: &Walks,
    folder: &Path,
) -> anyhow::Result<Verdict> {
    std::fs::create_dir_all(folder).map_err(|e| Error::io("make the folder", folder, e))?;
    let starts = match asked.start() {
        Some(start) => start..start + 1,
        None => 0..asked.instance().len(),
    };
    let (mut written, mut sequences) = (0, 0);
    for square in starts {
        let name = asked.instance().square_name(square);
        let path = folder.join(file_name(&name, square, args.format));
        let question = Question::Walks(asked.clone().from(square)?);
        let output = Output::listing(args.format, Some(&path));
        let file = Writer::file(WholeFile::create_like(&path)?, &path);
        let listing = output.open_on(file, sheet(args, &question))?;
        sequences += output.list(session, question.solutions(), listing, u64::MAX)?;
        written += 1;
    }
    let (sequences, files) = (counted(sequences, "sequence"), counted(written, "file"));
    note(&format!("{sequences} in {files} in {}", folder.display()));
    Ok(Verdict::Agrees)
}

/// The file name of a square. A key may be any character: one that file names cannot contain is
/// written as its number.
fn file_name(name: &str, square: usize, format: Format) -> String {
    let ending = match format {
        Format::Text => "txt",
        Format::Markdown => "md",
        format => format.name(),
    };
    match name.chars().all(|c| c.is_alphanumeric() || c == '-') {
        true => format!("{name}.{ending}"),
        false => format!("key-{square}.{ending}"),
    }
}
