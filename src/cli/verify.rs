//! `cavalcade verify`: every published count that fits a time budget, computed and compared.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use cavalcade::answer::{Answer, Label};
use cavalcade::published::{Check, Misprint, Published, Table};
use cavalcade::render::grid;

use super::args::VerifyArgs;
use super::exit::{Stopped, Unfinished, Usage, Verdict};
use super::inquiry::Inquiry;
use super::session::Session;

/// Random descents for each estimate: enough to put the searches in order.
const PROBES: u32 = 200;

/// The speed that is assumed before the first search is measured, in nodes a second.
const NODES_A_SECOND: f64 = 5e7;

/// An inquiry with the nodes that it is expected to visit.
struct Candidate {
    inquiry: Inquiry,
    nodes: f64,
}

/// Runs the cheapest first until the budget is used up.
pub fn run(args: &VerifyArgs) -> anyhow::Result<Verdict> {
    let budget = humantime::parse_duration(&args.budget).map_err(|error| {
        Usage(format!("--budget \"{}\": {error}; write a time such as 60s, 10m or 2h", args.budget))
    })?;
    let session = Session::new(&args.common)?;
    let deadline = Instant::now() + budget;
    let mut candidates = candidates(Table::embedded().rows())?;
    candidates.sort_by(|a, b| a.nodes.total_cmp(&b.nodes));
    let report = count_all(&session, candidates, deadline)?;
    report.print(&args.budget)
}

/// Everything about which something is published, once by each method.
fn candidates(rows: &[Published]) -> anyhow::Result<Vec<Candidate>> {
    let mut seen = BTreeSet::new();
    let mut candidates = Vec::new();
    for inquiry in rows.iter().flat_map(Inquiry::about) {
        if seen.insert((inquiry.label(), inquiry.name())) {
            let nodes = inquiry.estimated_nodes(PROBES)?;
            candidates.push(Candidate { inquiry, nodes });
        }
    }
    Ok(candidates)
}

/// One line of the table.
struct Line {
    what: String,
    ours: String,
    check: Check,
}

#[derive(Default)]
struct Report {
    lines: Vec<Line>,
    answers: Vec<Answer>,
    /// The cheapest question that did not fit, with its expected time.
    next: Option<(String, Duration)>,
    /// The questions that did not fit.
    left: Vec<Label>,
}

fn count_all(
    session: &Session,
    candidates: Vec<Candidate>,
    deadline: Instant,
) -> anyhow::Result<Report> {
    let mut report = Report::default();
    let (mut nodes, mut seconds) = (0.0, 0.0);
    let (over, alarm) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        // Estimates can be far off: the alarm ends the search that overruns.
        scope.spawn(move || {
            let rest = deadline.saturating_duration_since(Instant::now());
            if alarm.recv_timeout(rest) == Err(mpsc::RecvTimeoutError::Timeout) {
                session.stop.request();
            }
        });
        for Candidate { inquiry, nodes: expected } in candidates {
            let speed = if seconds > 0.5 { nodes / seconds } else { NODES_A_SECOND };
            let needs = Duration::try_from_secs_f64(expected / speed).unwrap_or(Duration::MAX);
            let label = inquiry.label();
            let method = inquiry.name();
            let what = format!("{} {} {}, {method}", label.board, label.piece, label.kind);
            let fits = needs <= deadline.saturating_duration_since(Instant::now());
            if !report.left.is_empty() || !fits {
                report.left.push(label);
                report.next.get_or_insert((what, needs));
                continue;
            }
            let answer = match inquiry.answer(session) {
                Ok(answer) => answer,
                Err(error) if is_stop(&error) && !session.interrupted() => {
                    report.left.push(label);
                    report.next.get_or_insert((what, needs));
                    continue;
                }
                Err(error) => {
                    drop(over);
                    return Err(error);
                }
            };
            nodes += answer.nodes as f64;
            seconds += answer.seconds;
            for check in Table::embedded().check(&answer) {
                let ours = answer.count(check.convention).map(ToString::to_string);
                report.lines.push(Line {
                    what: what.clone(),
                    ours: ours.unwrap_or_default(),
                    check,
                });
            }
            report.answers.push(answer);
        }
        drop(over);
        Ok(report)
    })
}

/// True if the run was asked to end.
fn is_stop(error: &anyhow::Error) -> bool {
    let unfinished = error.downcast_ref::<Unfinished>();
    error.is::<Stopped>() || unfinished.is_some_and(|unfinished| unfinished.error.is::<Stopped>())
}

impl Report {
    fn print(&self, budget: &str) -> anyhow::Result<Verdict> {
        let header = ["question", "convention", "counted here", "published", "source", "agrees"];
        let cells = |Line { what, ours, check }: &Line| {
            let agrees = if check.agrees { "yes" } else { "NO" };
            let (convention, value) = (check.convention.to_string(), check.value.to_string());
            vec![what.clone(), convention, ours.clone(), value, check.source.clone(), agrees.into()]
        };
        let rows = self.lines.iter().map(cells).collect();
        let mut out = std::io::stdout().lock();
        grid(header.map(String::from).to_vec(), rows, &[0, 1, 4, 5], &mut out)?;
        let wrong = self.lines.iter().filter(|line| !line.check.agrees).count();
        let wrong = wrong + self.print_misprints(&mut out)?;
        let verdict = match wrong {
            0 => "all agree".to_string(),
            wrong => format!("{wrong} DISAGREE"),
        };
        let table = Table::embedded();
        let answered = |row: &&Published| {
            let has = |answer: &Answer| answer.count(row.convention).is_some();
            self.answers.iter().any(|answer| has(answer) && row.is_about(&answer.label))
        };
        let (compared, rest): (Vec<_>, Vec<_>) = table.rows().iter().partition(answered);
        let waits = |row: &&&Published| self.left.iter().any(|label| row.is_about(label));
        let waiting = rest.iter().filter(waits).count();
        let unasked = table.unasked().values().sum::<usize>();
        writeln!(
            out,
            "{} of {} published counts compared, with {} answers computed here: {verdict}",
            compared.len(),
            table.rows().len() + unasked,
            self.answers.len(),
        )?;
        if let Some((what, needs)) = &self.next {
            let needs = indicatif::HumanDuration(*needs);
            let left = self.left.len();
            writeln!(
                out,
                "{waiting} more: {left} more questions do not fit {budget}; the next, {what}, \
                 takes about {needs}"
            )?;
        }
        let beyond = rest.len() - waiting;
        if beyond > 0 {
            writeln!(out, "{beyond} more: boards too large for every method here")?;
        }
        for (why, rows) in table.unasked() {
            writeln!(out, "{rows} more: {why}")?;
        }
        Ok(if wrong == 0 { Verdict::Agrees } else { Verdict::Disagrees })
    }

    /// What is known to be misprinted, beside what was counted here; how many of our counts
    /// are not the right ones either.
    fn print_misprints(&self, out: &mut impl Write) -> anyhow::Result<usize> {
        let mut rows = Vec::new();
        let mut wrong = 0;
        for misprint in Misprint::embedded() {
            let about = |answer: &&Answer| answer.label == misprint.label;
            let mut counts = self.answers.iter().filter(about);
            let Some(ours) = counts.find_map(|answer| answer.count(misprint.convention)) else {
                continue;
            };
            wrong += usize::from(*ours != misprint.right);
            let Label { board, piece, kind, .. } = &misprint.label;
            rows.push(vec![
                format!("{board} {piece} {kind}"),
                misprint.convention.to_string(),
                ours.to_string(),
                misprint.wrong.to_string(),
                misprint.source.clone(),
            ]);
        }
        if !rows.is_empty() {
            let header = ["known misprint", "convention", "counted here", "printed", "where"];
            writeln!(out)?;
            grid(header.map(String::from).to_vec(), rows, &[0, 1, 4], out)?;
            writeln!(out)?;
        }
        Ok(wrong)
    }
}
