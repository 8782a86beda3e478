//! `cavalcade check FILE`: whether each entry of a listing is a solution, and its properties.

use std::io::Write;

use cavalcade::Error;
use cavalcade::board::Graph;
use cavalcade::question::{Checker, Instance, Question, Tours};
use cavalcade::render::Grid;
use cavalcade::tours::{Kind, Kinds, MAX_VERTICES, Sums, Tour};
use serde_json::{Value, json};

use crate::cli::args::CheckArgs;
use crate::cli::input::listed;
use crate::cli::output::{Output, Report};
use crate::cli::session::exit::Verdict;

/// The result of checking one solution.
struct Found {
    line: usize,
    /// The kind of solution, or the kind that it fails to be.
    what: String,
    /// The first rule that it breaks.
    problem: Option<String>,
    /// `magic`, `semi-magic`, or nothing.
    sums: &'static str,
    symmetry: String,
}

pub fn run(args: &CheckArgs) -> anyhow::Result<Verdict> {
    let (_, read) = listed::read("check", &args.listed)?;
    let found: Vec<Found> = match &read.question {
        Question::Tours(tours) => {
            let checks = Checks::of(tours, args.listed.closed);
            read.solutions.iter().map(|(line, squares)| checks.tour(*line, squares)).collect()
        }
        other => {
            let checker = Checker::of(other)?;
            let check = |(line, squares): &(usize, Vec<u32>)| Found {
                line: *line,
                what: other.to_string(),
                problem: checker.check(squares).err().map(|error| reason(&error)),
                sums: "",
                symmetry: String::new(),
            };
            read.solutions.iter().map(check).collect()
        }
    };
    let is_right = found.iter().all(|found| found.problem.is_none());
    Output::of(&args.printed)?.write(&report(&found), |out| {
        for found in &found {
            writeln!(out, "line {}: {}", found.line, found.words())?;
        }
        Ok(())
    })?;
    Ok(Verdict::of(is_right))
}

/// An error without its remedy, which only applies to pictures.
fn reason(error: &Error) -> String {
    let text = error.to_string();
    text.split("; ").next().unwrap_or(&text).into()
}

struct Checks<'t> {
    tours: &'t Tours,
    graph: Graph,
    /// The rules for open and for closed tours.
    kinds: [Option<Kinds>; 2],
    /// True if open tours are rejected.
    is_closed: bool,
}

impl Checks<'_> {
    fn of(tours: &Tours, is_closed: bool) -> Checks<'_> {
        let small = tours.instance().len() <= MAX_VERTICES;
        let kinds = [Kind::Open, Kind::Closed].map(|kind| {
            let tours = Tours::new(tours.instance().clone(), kind);
            small.then(|| Kinds::of(&tours.prepared())).flatten()
        });
        let is_closed = is_closed || tours.kind() == Kind::Closed;
        Checks { tours, graph: tours.instance().graph(), kinds, is_closed }
    }

    fn tour(&self, line: usize, squares: &[u32]) -> Found {
        let instance = self.tours.instance();
        let kind = match Tour::on_graph(&self.graph, Kind::Closed, squares) {
            Ok(_) => Kind::Closed,
            Err(_) if self.is_closed => Kind::Closed,
            Err(_) => Kind::Open,
        };
        let checked = Tour::on_graph(&self.graph, kind, squares);
        let problem = checked.as_ref().err().map(|error| match error {
            Error::NotATour { problem, at } => self.step(problem, *at, squares),
            other => other.to_string(),
        });
        let is_right = problem.is_none();
        let sums = if is_right { sums(instance, squares) } else { "" };
        let kinds = self.kinds[usize::from(kind == Kind::Closed)].as_ref().filter(|_| is_right);
        let symmetry = kinds.map_or(String::new(), |kinds| kinds.of_tour(squares).1);
        let what = format!("{} {} tour of {}", kind.word(), instance.piece_name(), instance.name());
        Found { line, what, problem, sums, symmetry }
    }

    /// The first wrong step, with the squares by name.
    fn step(&self, problem: &str, at: usize, squares: &[u32]) -> String {
        let name = |at: usize| match squares.get(at) {
            Some(&square) if (square as usize) < self.graph.len() => {
                self.tours.instance().square_name(square as usize)
            }
            _ => "the end".into(),
        };
        match at.checked_sub(1) {
            Some(before) if at < squares.len() => {
                format!("step {at}, from {} to {}: {problem}", name(before), name(at))
            }
            _ => format!("after {at} squares: {problem}"),
        }
    }
}

/// Whether the sums of rows, columns and diagonals are equal, on a full rectangle.
fn sums(instance: &Instance, squares: &[u32]) -> &'static str {
    let Instance::Board(board, _) = instance else { return "" };
    let [rows, columns] = board.axes() else { return "" };
    if board.has_holes() {
        return "";
    }
    match Sums::of(squares, [rows.length, columns.length]) {
        Some(Sums::Magic) => "magic",
        Some(Sums::SemiMagic) => "semi-magic",
        None => "",
    }
}

impl Found {
    fn words(&self) -> String {
        if let Some(problem) = &self.problem {
            return format!("no {}: {problem}", self.what);
        }
        let kept = match self.symmetry.as_str() {
            "" => String::new(),
            symmetry => format!("kept by {symmetry}"),
        };
        let more = [self.sums, &kept].into_iter().filter(|word| !word.is_empty());
        std::iter::once(self.what.as_str()).chain(more).collect::<Vec<_>>().join(" · ")
    }
}

fn report(found: &[Found]) -> Report {
    let value = |found: &Found| {
        let Found { line, what, problem, sums, symmetry } = found;
        json!({ "line": line, "what": what, "right": problem.is_none(), "problem": problem,
            "sums": sums, "symmetry": symmetry })
    };
    let values: Vec<_> = found.iter().map(value).collect();
    let cells = |mut value: Value| {
        value["right"] = if value["right"] == true { "yes".into() } else { "no".into() };
        value
    };
    let columns = ["line", "what", "right", "problem", "sums", "symmetry"];
    let rows: Vec<_> = values.iter().cloned().map(cells).collect();
    let json = json!({ "solutions": values });
    Report::new("check", json, Grid::of(&columns, &[], &rows)).by_lines("checked", values)
}
