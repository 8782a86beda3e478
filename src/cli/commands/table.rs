//! `cavalcade table`: the tables of counts, each cell computed now and compared.

use std::io::Write;
use std::ops::RangeInclusive;

use cavalcade::Error;
use cavalcade::convention::Convention;
use cavalcade::method::Choice;
use cavalcade::published::Check;
use cavalcade::question::{Instance, Queens, Question, Tours};
use cavalcade::render::{Results, grid, verdict};
use cavalcade::solve::{Answer, Prepared};
use cavalcade::tours::{Kind, MAX_VERTICES};

use crate::cli::args::{Family, TableArgs};
use crate::cli::listing::not_stdout;
use crate::cli::session::Session;
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::session::terminal;

type Sizes = RangeInclusive<usize>;

/// What is to be computed.
#[derive(Debug, PartialEq)]
struct Plan {
    tours: Option<(Sizes, Sizes)>,
    queens: Option<Sizes>,
}

/// Computes the tables, writes their files as it goes, and prints each when it is whole.
pub fn run(args: &TableArgs) -> anyhow::Result<Verdict> {
    not_stdout(&args.output)?;
    let plan = plan(args.family, args.range.as_deref(), args.max.as_deref())?;
    let session = Session::new(&args.common)?.watching(&args.watched)?;
    let session = session.kept_in_folder(&args.keep);
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    // All questions are put before any is answered: bad ones cost no work.
    let tours = plan.tours.map(|(rows, columns)| ToursTable::new(&session, rows, columns, kind));
    let tours = tours.transpose()?;
    let queens = plan.queens.map(|sizes| QueensTable::new(&session, sizes, &args.method));
    let queens = queens.transpose()?;
    let open = |wanted: bool, name| wanted.then(|| Results::open(&args.output, name)).transpose();
    let tours_file = open(tours.is_some(), "tours.csv")?;
    let queens_file = open(queens.is_some(), "queens.csv")?;
    let mut agrees = true;
    if let (Some(table), Some(file)) = (tours, tours_file) {
        agrees &= table.compute(&session, file)?;
    }
    if let (Some(table), Some(file)) = (queens, queens_file) {
        agrees &= table.compute(&session, file)?;
    }
    Ok(if agrees { Verdict::Agrees } else { Verdict::Disagrees })
}

fn plan(family: Option<Family>, range: Option<&str>, max: Option<&str>) -> Result<Plan, Usage> {
    let mut plan = Plan { tours: Some((0..=6, 0..=6)), queens: Some(0..=16) };
    match (max, max.and_then(|max| max.split_once(['x', 'X']))) {
        (Some(_), Some((rows, columns))) if family != Some(Family::Queens) => {
            plan.tours = Some((0..=size(rows)?, 0..=size(columns)?));
        }
        (Some(most), None) if family != Some(Family::Tours) => plan.queens = Some(0..=size(most)?),
        (Some(most), _) => {
            return Err(Usage(format!("--max {most}: write RxC for tours and N for queens")));
        }
        (None, _) => {}
    }
    if let Some(range) = range {
        let sizes = sizes(range)?;
        plan = Plan { tours: Some((sizes.clone(), sizes.clone())), queens: Some(sizes) };
    }
    match family {
        Some(Family::Tours) => plan.queens = None,
        Some(Family::Queens) => plan.tours = None,
        None => {}
    }
    Ok(plan)
}

fn sizes(text: &str) -> Result<Sizes, Usage> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let sizes = size(from)?..=size(to.trim_start_matches('='))?;
    if sizes.is_empty() {
        return Err(Usage(format!(
            "range {text}: nothing from {from} to {to}; write the smaller first"
        )));
    }
    Ok(sizes)
}

fn size(text: &str) -> Result<usize, Usage> {
    let size = text.parse().ok().filter(|&size| size <= MAX_VERTICES);
    let remedy = format!("write a number up to {MAX_VERTICES}, or a range such as 0..6");
    size.ok_or_else(|| Usage(format!("size \"{text}\": {remedy}")))
}

/// A table's file. Where it cannot be written the table is computed to its end all the same, and
/// printed: nothing that was counted is lost.
struct Kept {
    file: Results,
    /// Why the file lacks something.
    failure: Option<Error>,
}

impl Kept {
    fn new(file: Results) -> Kept {
        Kept { file, failure: None }
    }

    /// Computes one cell and puts it into the file, with those that it lacks.
    fn cell(&mut self, session: &Session, prepared: &Prepared) -> anyhow::Result<Answer> {
        let answer = session.answer(prepared)?;
        self.failure = self.file.put(&answer).err();
        Ok(answer)
    }

    /// Ends with the error that ended the computation, once the table has been printed as far as
    /// the file lacks it.
    fn broken_off(
        &self,
        error: anyhow::Error,
        print: impl FnOnce() -> anyhow::Result<()>,
    ) -> anyhow::Error {
        if self.failure.is_some() {
            // What ended it is what is told.
            let _ = print();
        }
        error
    }

    /// Says where the table is, or why it is not there.
    fn end(self, agreement: &Agreement, out: &mut impl Write) -> anyhow::Result<bool> {
        let agrees = agreement.print(out)?;
        match self.failure {
            Some(error) => Err(error.into()),
            None => {
                writeln!(out, "written to {}\n", self.file.path().display())?;
                Ok(agrees)
            }
        }
    }
}

/// A matrix of rows by columns.
struct ToursTable {
    kind: Kind,
    columns: Sizes,
    rows: Vec<(usize, Vec<Prepared>)>,
}

impl ToursTable {
    fn new(
        session: &Session,
        rows: Sizes,
        columns: Sizes,
        kind: Kind,
    ) -> Result<ToursTable, cavalcade::Error> {
        let prepared = |row: usize, column: usize| {
            let tours = Tours::new(Instance::knight(row, column)?, kind);
            session.solve(&Question::Tours(tours), Choice::default()).count_anyway().prepare()
        };
        let row =
            |row| Ok((row, columns.clone().map(|c| prepared(row, c)).collect::<Result<_, _>>()?));
        let rows = rows.map(row).collect::<Result<_, cavalcade::Error>>()?;
        Ok(ToursTable { kind, columns, rows })
    }

    fn compute(self, session: &Session, file: Results) -> anyhow::Result<bool> {
        let mut kept = Kept::new(file);
        let (kind, convention) = match self.kind {
            Kind::Open => ("Open", Convention::Directed),
            Kind::Closed => ("Closed", Convention::Undirected),
        };
        let header = std::iter::once(String::new()).chain(self.columns.map(|c| c.to_string()));
        let header: Vec<_> = header.collect();
        let print = |lines: Vec<Vec<String>>| -> anyhow::Result<()> {
            let mut out = terminal::out();
            writeln!(out, "{kind} knight's tours, {convention}, rows by columns:")?;
            Ok(grid(header.clone(), lines, &[], &mut out)?)
        };
        let mut lines = Vec::new();
        let mut tally = Agreement::default();
        for (row, questions) in self.rows {
            let mut line = vec![row.to_string()];
            for prepared in questions {
                match kept.cell(session, &prepared) {
                    Ok(answer) => {
                        line.push(tally.mark(digits(&answer, convention), answer.published));
                    }
                    Err(error) => {
                        line.resize(header.len(), String::new());
                        lines.push(line);
                        return Err(kept.broken_off(error, || print(lines)));
                    }
                }
            }
            lines.push(line);
        }
        print(lines)?;
        kept.end(&tally, &mut terminal::out())
    }
}

/// What `table queens` says of the empty board.
const EMPTY_BOARD: &str = "\
N = 0: the empty board has one placement here, as in OEIS A000170. The dfns listing
shows no empty board; fundamental placements as it counts them:";

/// A line for each size.
struct QueensTable(Vec<(usize, Prepared)>);

impl QueensTable {
    fn new(session: &Session, sizes: Sizes, method: &str) -> Result<QueensTable, cavalcade::Error> {
        let prepared = |side| {
            let question = Question::Queens(Queens::new(side)?);
            Ok((side, session.solve(&question, Choice::of(method)).prepare()?))
        };
        sizes.map(prepared).collect::<Result<_, _>>().map(QueensTable)
    }

    fn compute(self, session: &Session, file: Results) -> anyhow::Result<bool> {
        let mut kept = Kept::new(file);
        let print = |lines: Vec<Vec<String>>| -> anyhow::Result<()> {
            let mut out = terminal::out();
            writeln!(out, "Non-attacking queens, N on the N×N board:")?;
            let header = ["N", "fundamental", "all"].map(String::from).to_vec();
            Ok(grid(header, lines, &[], &mut out)?)
        };
        let mut lines = Vec::new();
        let mut tally = Agreement::default();
        let mut listed = Vec::new();
        for (side, prepared) in &self.0 {
            let answer = match kept.cell(session, prepared) {
                Ok(answer) => answer,
                Err(error) => return Err(kept.broken_off(error, || print(lines))),
            };
            let fundamental = digits(&answer, Convention::Fundamental);
            listed.push(if *side == 0 { "0".into() } else { fundamental.clone() });
            let all = tally.mark(digits(&answer, Convention::All), answer.published);
            lines.push(vec![side.to_string(), fundamental, all]);
        }
        print(lines)?;
        let mut out = terminal::out();
        if self.0.first().is_some_and(|(side, _)| *side == 0) {
            writeln!(out, "{EMPTY_BOARD}\n{}", listed.join(" "))?;
        }
        kept.end(&tally, &mut out)
    }
}

/// The count by a convention, in plain digits.
fn digits(answer: &Answer, convention: Convention) -> String {
    answer.count(convention).map(ToString::to_string).unwrap_or_default()
}

/// How many cells agree with what is published about them.
#[derive(Default)]
struct Agreement {
    cells: usize,
    published: usize,
    checks: Vec<Check>,
}

impl Agreement {
    /// Counts a cell, and marks its text with `!` where a published value differs.
    fn mark(&mut self, text: String, checks: Vec<Check>) -> String {
        let wrong = checks.iter().any(|check| !check.agrees);
        self.cells += 1;
        self.published += usize::from(!checks.is_empty());
        self.checks.extend(checks);
        if wrong { format!("{text}!") } else { text }
    }

    fn print(&self, out: &mut impl Write) -> anyhow::Result<bool> {
        writeln!(
            out,
            "{} of {} cells are published; this table {}",
            self.published,
            self.cells,
            verdict(&self.checks)
        )?;
        Ok(self.checks.iter().all(|check| check.agrees))
    }
}

#[cfg(test)]
mod tests {
    use cavalcade::convention::Convention;
    use cavalcade::published::Check;

    use super::{Agreement, Family, Plan, plan};

    #[test]
    fn a_cell_that_disagrees_is_marked() {
        let check = |agrees| Check {
            convention: Convention::All,
            value: 92u64.into(),
            source: "OEIS A000170".into(),
            agrees,
        };
        let mut tally = Agreement::default();
        assert_eq!(tally.mark("92".into(), vec![check(true)]), "92");
        assert_eq!(tally.mark("96".into(), vec![check(true), check(false)]), "96!");
        assert_eq!(tally.mark("7".into(), Vec::new()), "7");
        assert_eq!((tally.cells, tally.published), (3, 2));
    }

    #[test]
    fn ranges_and_limits_mean_what_they_say() {
        let both = |max| plan(None, None, max).unwrap();
        assert_eq!(both(None), Plan { tours: Some((0..=6, 0..=6)), queens: Some(0..=16) });
        assert_eq!(both(Some("7x5")), Plan { tours: Some((0..=7, 0..=5)), queens: Some(0..=16) });
        assert_eq!(both(Some("9")), Plan { tours: Some((0..=6, 0..=6)), queens: Some(0..=9) });
        let tours = |range| plan(Some(Family::Tours), Some(range), None).unwrap().tours;
        assert_eq!(tours("3..5"), Some((3..=5, 3..=5)));
        assert_eq!(tours("4"), Some((4..=4, 4..=4)));
        assert_eq!(plan(Some(Family::Queens), Some("8"), None).unwrap().tours, None);
    }

    #[test]
    fn nonsense_is_refused() {
        for (family, range, max) in [
            (None, Some("5..3"), None),
            (None, Some("a..b"), None),
            (None, Some(""), None),
            (None, None, Some("7x")),
            (Some(Family::Tours), None, Some("7")),
            (Some(Family::Queens), None, Some("7x7")),
        ] {
            assert!(plan(family, range, max).is_err(), "{family:?} {range:?} {max:?}");
        }
    }
}
