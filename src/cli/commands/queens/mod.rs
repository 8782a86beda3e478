//! `cavalcade queens N`: counts or lists the placements of one board.

mod one;

use cavalcade::board::Board;
use cavalcade::convention::Convention;
use cavalcade::method::{Choice, Vectors};
use cavalcade::queens::{MAX_SIDE, Square, VariantQuestion};
use cavalcade::question::{Queens, Question};
use cavalcade::render::{Results, Sheet};

use crate::cli::args::{QueensArgs, QueensPiece};
use crate::cli::commands::sample;
use crate::cli::input::{file, memory};
use crate::cli::modes::queens::QueensTask;
use crate::cli::modes::{self, Given};
use crate::cli::output::Output;
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::session::invocation::is_variable;
use crate::cli::session::{SHARED, Session, note};
use crate::cli::words::counted;

pub fn run(args: &QueensArgs, given: &Given) -> anyhow::Result<Verdict> {
    let size = size(args)?;
    if let Some(side) = one::made(args, given, size)? {
        return one::make(args, side);
    }
    let asked = asked(args, given, size)?;
    if one::is_completed(args, asked.variant()) {
        return one::finish(args, asked.variant());
    }
    match modes::queens::task(given) {
        QueensTask::Classes | QueensTask::List => list(args, asked),
        QueensTask::Random | QueensTask::Sample | QueensTask::Count => count(args, asked),
    }
}

/// The rows and columns of the board.
fn size(args: &QueensArgs) -> Result<[usize; 2], Usage> {
    let text = &args.side;
    let (rows, columns) = text.split_once('x').unwrap_or((text, text));
    match (rows.parse(), columns.parse()) {
        (Ok(rows), Ok(columns)) => Ok([rows, columns]),
        _ => Err(Usage(format!(
            "queens \"{text}\": not a number of queens; write 0 to {MAX_SIDE}, or rows and columns \
             such as 5x8"
        ))),
    }
}

/// The question that the flags describe.
fn asked(args: &QueensArgs, given: &Given, size: [usize; 2]) -> anyhow::Result<Queens> {
    let [rows, columns] = size;
    let is_varied = given.first_of(one::VARIED).is_some() || rows != columns;
    let mut question = match is_varied {
        true => VariantQuestion::of_size(rows, columns)?,
        false => Queens::new(rows)?.variant().clone(),
    };
    if args.torus {
        question = question.on_torus()?;
    }
    if args.piece == QueensPiece::Amazon {
        question = question.with_amazons();
    }
    if let Some(rows) = args.first_rows {
        question = question.in_first_rows(rows)?;
    }
    if args.touching {
        question = question.with_touching()?;
    }
    if let Some(path) = &args.regions {
        let text = file::text(path, file::SMALL)?;
        question = question.with_regions_of(&text, &path.display().to_string())?;
    }
    let board = Board::rectangle(rows, columns)?;
    question = question.with_holes(&squares(&board, columns, &args.holes)?)?;
    question = question.with_placed(&squares(&board, columns, &args.place)?)?;
    if let Some(k) = args.k {
        question = question.with_queens(k)?;
    }
    if let Some(turn) = args.symmetric {
        question = question.kept_by(turn)?;
    }
    if args.shifts {
        question = question.up_to_shifts()?;
    }
    Ok(Queens::of(question))
}

/// The named squares of a board with this number of columns.
fn squares(
    board: &Board,
    columns: usize,
    names: &[String],
) -> Result<Vec<Square>, cavalcade::Error> {
    let square = |name: &String| board.square(name).map(|cell| (cell / columns, cell % columns));
    names.iter().map(square).collect()
}

fn count(args: &QueensArgs, asked: Queens) -> anyhow::Result<Verdict> {
    let share = args.sample;
    let takes_folder = args.part.shard.is_none() && share.is_none();
    let output = Output::checked(args.format, args.output.as_deref(), takes_folder)?;
    let session = Session::new(&args.watched, output)?.kept(&args.part)?.verbose(args.verbose);
    let question = Question::Queens(asked.clone());
    let choice = choice(args, &session, &asked, &question)?;
    explain(&asked);
    let solve = session.solve(&question, choice).vectors(args.vectors);
    let prepared = solve.prepare()?;
    let name = prepared.choice().name();
    let vectors = ["quadrants", "colours"].contains(&name);
    if args.vectors != Vectors::Native && !vectors && !is_variable("vectors") {
        let problem = "it is for --method quadrants and colours";
        return Err(Usage(format!("--vectors has no effect on {name}; {problem}")).into());
    }
    if vectors {
        let needs = memory::text(prepared.cost()?.bytes as u64);
        session.detail(&format!("{name} needs about {needs}"));
    }
    if session.shares() {
        return session.report(solve);
    }
    if let Some(share) = share {
        return sample::run(&session, &prepared, share);
    }
    let open = |folder| Results::open(folder, "queens.csv", session.lockless);
    let results = session.output.folder().map(open).transpose()?;
    session.warn(&prepared, SHARED);
    let answer = session.answer(&prepared)?;
    let written = results.map(|mut results| results.put(&answer)).transpose();
    // The answer is printed even if the results file cannot be written.
    let verdict = session.print(&answer)?;
    if let (true, Some(all)) = (asked.variant().has_regions(), answer.count(Convention::All)) {
        note(match all.to_string().as_str() {
            "0" => "the puzzle has no solution",
            "1" => "the puzzle has exactly one solution",
            _ => "the puzzle has more than one solution",
        });
    }
    written?;
    Ok(verdict)
}

/// The method and its options.
fn choice(
    args: &QueensArgs,
    session: &Session,
    asked: &Queens,
    question: &Question,
) -> anyhow::Result<Choice> {
    let (variant, choice) = (asked.variant(), Choice::of(&args.method));
    fits(args, asked)?;
    let name = choice.name();
    if name == "colours" && variant.is_amazons() {
        let problem = "counts queens, not amazons; use --method quadrants or search";
        return Err(Usage(format!("--method {name} {problem}")).into());
    }
    session.cut(question, choice, &args.part)
}

/// Refuses a method that does not know the question.
fn fits(args: &QueensArgs, asked: &Queens) -> Result<(), Usage> {
    let variant = asked.variant();
    let is_plain = variant.is_of_plain_queens();
    let problem = match args.method.as_str() {
        "turns" if !is_plain || variant.turn().is_none() => {
            "--method turns counts queens on the plain board; add --symmetric TURN".into()
        }
        "torus" if !variant.is_of_torus_queens() => {
            "--method torus counts as many queens as rows on a torus; add --torus or take another \
             method"
                .into()
        }
        "search" | "quadrants" | "colours" => {
            let only = match variant.turn() {
                None if is_plain => return Ok(()),
                Some(_) if is_plain => "turns or variants",
                _ if variant.is_of_torus_queens() => "torus or variants",
                _ if !variant.is_full_plane() => "variants",
                _ => return Ok(()),
            };
            format!("{variant}: only --method {only} answers this")
        }
        _ => return Ok(()),
    };
    Err(Usage(problem))
}

/// Explains surprising counts of the smallest boards.
fn explain(asked: &Queens) {
    if asked.variant().has_none() {
        note(
            "a torus whose side is divisible by 2 or 3 has no placement of as many queens as rows \
             (Pólya 1918): nothing was searched",
        );
    }
    if !asked.variant().is_full_plane() {
        return;
    }
    let (name, none) = match asked.variant().is_amazons() {
        false => ("queen", 2..=3),
        true => ("amazon", 2..=9),
    };
    match asked.side() {
        0 => note(
            "the empty board has one placement, the empty one, as in OEIS A000170; \
             a listing of boards shows none",
        ),
        side if none.contains(&side) => {
            let they = if side == 2 { "they" } else { "two of them" };
            note(&format!(
                "{side} {name}s: wherever they stand on this board, {they} attack each other"
            ));
        }
        _ => {}
    }
}

fn list(args: &QueensArgs, asked: Queens) -> anyhow::Result<Verdict> {
    fits(args, &asked)?;
    let variant = asked.variant();
    if args.method == "variants" && variant.is_full_plane() {
        let problem = "--method variants has no effect on a list of the plain board; leave it out";
        return Err(Usage(problem.into()).into());
    }
    if args.unique && !variant.is_full_plane() && !variant.is_reduced() {
        let problem = format!("{variant}: --unique needs the whole symmetry of the board");
        return Err(Usage(problem).into());
    }
    let output = Output::listing(args.format, args.output.as_deref());
    let session = Session::new(&args.watched, output)?;
    let question = Question::Queens(asked.clone());
    session.asks(&question);
    let solutions = question.solutions();
    let solutions = if args.unique { solutions.one_of_each_class() } else { solutions };
    let sheet = Sheet::of(&question).by_symmetry(args.unique);
    let sheet = if args.ascii { sheet.ascii() } else { sheet };
    let (listing, most) = (session.output.open(sheet)?, args.first.unwrap_or(u64::MAX));
    let listed = session.output.list(&session, solutions, listing, most)?;
    explain(&asked);
    note(&format!("{} listed", counted(listed, "placement")));
    Ok(Verdict::Agrees)
}
