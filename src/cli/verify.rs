//! `cavalcade verify`: every published count that fits a time budget, computed and compared.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use cavalcade::published::{Check, Published, Table};
use cavalcade::render::grid;

use super::args::VerifyArgs;
use super::exit::{Stopped, Unfinished, Usage, Verdict};
use super::question::Question;
use super::session::Session;

/// Random descents for each estimate: enough to put the searches in order.
const PROBES: u32 = 200;

/// The speed that is assumed before the first search is measured, in nodes a second.
const NODES_A_SECOND: f64 = 5e7;

/// A question with the nodes that its search is expected to visit.
struct Candidate {
    question: Question,
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

/// Every question about which something is published, once.
fn candidates(rows: &[Published]) -> anyhow::Result<Vec<Candidate>> {
    let mut seen = BTreeSet::new();
    let mut candidates = Vec::new();
    for question in rows.iter().flat_map(Question::published) {
        if seen.insert((question.label(), question.name())) {
            let nodes = question.estimated_nodes(PROBES)?;
            candidates.push(Candidate { question, nodes });
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

struct Report {
    lines: Vec<Line>,
    questions: usize,
    /// The cheapest question that did not fit, with its expected time.
    next: Option<(String, Duration)>,
    left: usize,
}

fn count_all(
    session: &Session,
    candidates: Vec<Candidate>,
    deadline: Instant,
) -> anyhow::Result<Report> {
    let mut report = Report { lines: Vec::new(), questions: 0, next: None, left: 0 };
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
        for Candidate { question, nodes: expected } in candidates {
            let speed = if seconds > 0.5 { nodes / seconds } else { NODES_A_SECOND };
            let needs = Duration::try_from_secs_f64(expected / speed).unwrap_or(Duration::MAX);
            let label = question.label();
            let method = question.name();
            let what = format!("{} {} {}, {method}", label.board, label.piece, label.kind);
            let fits = needs <= deadline.saturating_duration_since(Instant::now());
            if report.left > 0 || !fits {
                report.left += 1;
                report.next.get_or_insert((what, needs));
                continue;
            }
            let answer = match question.answer(session) {
                Ok(answer) => answer,
                Err(error) if is_stop(&error) && !session.interrupted() => {
                    report.left += 1;
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
            report.questions += 1;
            for check in Table::embedded().check(&answer) {
                let ours = answer.count(check.convention).map(ToString::to_string);
                report.lines.push(Line {
                    what: what.clone(),
                    ours: ours.unwrap_or_default(),
                    check,
                });
            }
        }
        drop(over);
        Ok(report)
    })
}

/// True if the run was asked to end.
fn is_stop(error: &anyhow::Error) -> bool {
    error.downcast_ref::<Unfinished>().is_some_and(|unfinished| unfinished.error.is::<Stopped>())
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
        let verdict = match wrong {
            0 => "all agree".to_string(),
            wrong => format!("{wrong} DISAGREE"),
        };
        writeln!(
            out,
            "{} published counts of {} questions computed here: {verdict}",
            self.lines.len(),
            self.questions,
        )?;
        if let Some((what, needs)) = &self.next {
            let needs = indicatif::HumanDuration(*needs);
            let left = self.left;
            writeln!(
                out,
                "{left} more questions do not fit {budget}; the next, {what}, takes about {needs}"
            )?;
        }
        Ok(if wrong == 0 { Verdict::Agrees } else { Verdict::Disagrees })
    }
}
