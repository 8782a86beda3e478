//! `cavalcade report PATH…`: an HTML page of finished and running counts.

use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cavalcade::Error;
use cavalcade::board::Board;
use cavalcade::engine::Stop;
use cavalcade::files::check_ours;
use cavalcade::machine;
use cavalcade::question::{Checker, Instance, Question};
use cavalcade::render::{Format, Results, SolutionsRead, verified};
use cavalcade::report::{Batch, Made, Report};
use cavalcade::solve::find_journals;

use crate::cli::args::ReportArgs;
use crate::cli::input::{file, journals};
use crate::cli::output::{Output, Place};
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::session::{note, with_alarm};
use crate::cli::words::date;

/// The most solutions in the player.
const PLAYED: usize = 24;

/// Without a listing, the player shows a solution of up to this number of boards in each family,
/// each of at most `SMALL` squares.
const EXAMPLES: usize = 4;
const SMALL: usize = 64;

/// The time limit for finding one example.
const SOON: Duration = Duration::from_secs(2);

/// Writes the page once, or repeatedly.
pub fn run(args: &ReportArgs) -> anyhow::Result<Verdict> {
    let wait = args.watch.map(|seconds| Duration::from_secs(seconds.into()));
    let output = Output::checked(Format::Text, Some(&args.output), false)?;
    if output.place == Place::Stdout && wait.is_some() {
        let problem = "--watch writes a file again and again, and stdout is none";
        return Err(Usage(format!("{problem}; give --output FILE")).into());
    }
    may_be_written(&output)?;
    let listed = args.listing.as_deref().map(listing).transpose()?;
    let mut examples = None;
    loop {
        let mut report = Report::new(&args.title);
        let missing = gather(args, &mut report)?;
        if let (Some(wait), true) =
            (wait, report.is_empty() && args.paths.iter().any(|p| p.is_dir()))
        {
            note("no journal is there yet");
            thread::sleep(wait);
            continue;
        }
        if wait.is_some() && missing.is_none() {
            let problem = "--watch has nothing to wait for: no journal is among these";
            return Err(Usage(format!("{problem}; leave it out")).into());
        }
        match &listed {
            Some((question, solutions)) => report.solutions(question, solutions)?,
            None => {
                // Examples are searched for only once.
                let found = examples.get_or_insert_with(|| find_examples(&report));
                for (question, squares) in &*found {
                    report.solutions(question, std::slice::from_ref(squares))?;
                }
            }
        }
        if report.is_empty() {
            let named: Vec<_> = args.paths.iter().map(|path| path.display().to_string()).collect();
            let problem = "neither results nor journals are in";
            return Err(Usage(format!("{problem} {}", named.join(" or "))).into());
        }
        let follows = wait.filter(|_| missing == Some(true));
        if let Some(wait) = follows {
            report.reload(wait.as_secs());
        }
        let page = report.html(&made());
        may_be_written(&output)?;
        let mut out = output.begin()?;
        out.write_all(page.as_bytes())?;
        out.end()?;
        match follows {
            Some(wait) => thread::sleep(wait),
            None => return Ok(Verdict::Agrees),
        }
    }
}

/// An existing page may be replaced; any other file may not.
fn may_be_written(output: &Output) -> anyhow::Result<()> {
    let is_page = |head: &[u8]| {
        let text = String::from_utf8_lossy(head);
        text.is_empty() || text.contains("<meta name=\"generator\" content=\"cavalcade ")
    };
    if let Place::File(path) = &output.place {
        check_ours(path, "report of cavalcade", is_page)?;
    }
    output.check()
}

/// Adds the contents of all paths to the page. Returns whether units of journals are missing, if
/// there are journals.
fn gather(args: &ReportArgs, report: &mut Report) -> anyhow::Result<Option<bool>> {
    let mut journals: Vec<PathBuf> = Vec::new();
    for path in &args.paths {
        report.source(&path.display().to_string());
        let ends = |wanted: &str| path.extension().is_some_and(|extension| extension == wanted);
        if !path.is_dir() && (ends("json") || ends("jsonl")) {
            report.results(&verify_run(path)?);
            continue;
        }
        match (path.is_dir(), ends("csv")) {
            (true, _) => {
                journals.push(path.clone());
                for table in tables(path)? {
                    add_table(&table, report, false)?;
                }
            }
            (false, true) => add_table(path, report, true)?,
            (false, false) => journals.push(path.clone()),
        }
    }
    let mut missing = None;
    for journals in journals::by_question(find_journals(&journals)?) {
        let batch = Batch::of(&journals?, &date)?;
        missing = Some(missing.unwrap_or(false) | !batch.is_complete());
        report.batch(batch);
    }
    Ok(missing)
}

/// The counts of a `verify` run.
fn verify_run(path: &Path) -> anyhow::Result<Vec<Vec<String>>> {
    let text = file::text(path, file::LARGE)?;
    let wrong = || {
        let problem = format!("{} holds no run of cavalcade verify", path.display());
        Usage(format!("{problem}; write one with verify --format json --output FILE"))
    };
    Ok(verified(&text).ok_or_else(wrong)?)
}

/// The tables of a folder, sorted by name.
fn tables(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let refused = |error| Error::io("read", folder, error);
    let mut tables = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(refused)? {
        let path = entry.map_err(refused)?.path();
        if path.is_file() && path.extension().is_some_and(|extension| extension == "csv") {
            tables.push(path);
        }
    }
    tables.sort();
    Ok(tables)
}

/// Adds a file of results or of counts by first square. Other files of a folder are skipped.
fn add_table(path: &Path, report: &mut Report, named: bool) -> anyhow::Result<()> {
    let name = path.file_stem().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    if let Some(board) = name.strip_prefix("starts-") {
        let text = file::text(path, file::LARGE)?;
        // Some file systems allow no colon in a name.
        let wraps = ["torus", "cylinder"].iter().find(|wraps| board.starts_with(**wraps));
        let board =
            wraps.map_or(board.into(), |w| board.replacen(&format!("{w}-"), &format!("{w}:"), 1));
        if board.parse::<Board>().is_ok_and(|board| report.starts(&board, &text)) {
            return Ok(());
        }
    }
    match Results::read_file(path) {
        Ok(results) => report.results(results.rows()),
        Err(Error::ResultsRow { line: 1, .. }) if !named => {}
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// The first solutions of a listing, checked, up to the limit of the player.
fn listing(path: &Path) -> anyhow::Result<(Question, Vec<Vec<u32>>)> {
    let bytes = file::bytes(path, file::LARGE)?;
    let shown = path.display().to_string();
    let tours =
        |board: &str| -> Result<Question, Error> { format!("tours open knight {board}").parse() };
    let mut read = SolutionsRead::from(&bytes, &shown, None, &tours)?;
    // A plain listing does not name the kind of its tours.
    let closed = read.question.to_string().replacen("tours open", "tours closed", 1);
    if let Ok(closed) = closed.parse::<Question>()
        && let Ok(checker) = Checker::of(&closed)
        && read.solutions.iter().take(PLAYED).all(|(_, squares)| checker.check(squares).is_ok())
    {
        read.question = closed;
    }
    let checker = Checker::of(&read.question)?;
    let mut solutions = Vec::new();
    for (line, squares) in read.solutions.into_iter().take(PLAYED) {
        checker
            .check(&squares)
            .map_err(|error| Usage(format!("{shown}, line {line}: {error} ({})", read.question)))?;
        solutions.push(squares);
    }
    Ok((read.question, solutions))
}

/// A solution of each of the largest small boards on the page: tours first, then placements.
fn find_examples(report: &Report) -> Vec<(Question, Vec<u32>)> {
    let is_small = |question: &Question| {
        (2..=SMALL).contains(&question.size())
            && !matches!(question.instance(), Some(Instance::Graph(_)))
    };
    let mut questions: Vec<_> = report.questions().into_iter().filter(is_small).collect();
    questions.sort_by_key(|question| std::cmp::Reverse(question.size()));
    // Counts by class and total counts have the same first solution.
    let mut seen = HashSet::new();
    questions.retain(|question| seen.insert(question.upright()));
    let of = |is_one: fn(&Question) -> bool| {
        let found = questions.iter().filter(|question| is_one(question)).filter_map(|question| {
            let squares = example(question)?;
            Some((question.clone(), squares))
        });
        found.take(EXAMPLES).collect::<Vec<_>>()
    };
    let tours = of(|question| matches!(question, Question::Tours(_)));
    let placements = of(|question| matches!(question, Question::Queens(_)));
    [tours, placements].concat()
}

/// The first solution, if it is found within the time limit.
fn example(question: &Question) -> Option<Vec<u32>> {
    let (stop, mut found) = (Stop::new(), None);
    let put = |squares: &[u32]| {
        found = Some(squares.to_vec());
        ControlFlow::Break(())
    };
    let find = || question.solutions().stop(&stop).for_each(put);
    let _ = with_alarm(SOON, || stop.request(), find);
    found
}

fn made() -> Made {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let host = gethostname::gethostname().to_string_lossy().into_owned();
    let (cores, system) = (machine::cores(), std::env::consts::OS);
    let machine = format!("{host} ({cores} cores, {} {system})", std::env::consts::ARCH);
    Made { when: date(now), machine }
}
