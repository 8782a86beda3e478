//! What was counted, held against what is published.

use std::collections::HashSet;
use std::io::Write;
use std::time::{Duration, Instant};

use cavalcade::convention::Label;
use cavalcade::published::{Check, Misprint, Published, Table};
use cavalcade::question::Question;
use cavalcade::render::grid;
use cavalcade::solve::Answer;

use super::candidates::Candidate;
use crate::cli::session::Session;
use crate::cli::session::exit::Verdict;
use crate::cli::session::terminal;

/// Seconds that are taken as measured before anything is, so that short answers, which take as
/// long as their threads and plans do, do not pass for the speed of this machine.
const ASSUMED: f64 = 1.0;

/// One line of the table.
struct Line {
    what: String,
    ours: String,
    check: Check,
}

#[derive(Default)]
pub struct Report {
    lines: Vec<Line>,
    answers: Vec<Answer>,
    /// The seconds that the answers took, and those that were expected.
    took: f64,
    expected: f64,
    /// The cheapest question that did not fit, with its expected time.
    next: Option<(String, Duration)>,
    /// The questions that did not fit.
    left: Vec<Question>,
}

impl Report {
    /// Counts the next one, if it fits and all before it did.
    pub fn count(
        &mut self,
        session: &Session,
        next: Candidate,
        deadline: Instant,
    ) -> anyhow::Result<()> {
        let pace = (self.took + ASSUMED) / (self.expected + ASSUMED);
        let needs = Duration::try_from_secs_f64(next.seconds * pace).unwrap_or(Duration::MAX);
        let (what, began) = (next.name(), Instant::now());
        let fits = self.left.is_empty() && needs <= deadline.saturating_duration_since(began);
        let answer = if fits { next.answer(session)? } else { None };
        let Some(answer) = answer else {
            self.left.push(next.question);
            self.next.get_or_insert((what, needs));
            return Ok(());
        };
        self.took += began.elapsed().as_secs_f64();
        self.expected += next.seconds;
        for check in &answer.published {
            let ours = answer.count(check.convention).map(ToString::to_string).unwrap_or_default();
            self.lines.push(Line { what: what.clone(), ours, check: check.clone() });
        }
        self.answers.push(answer);
        Ok(())
    }

    /// Questions that do not fit.
    pub fn leave(&mut self, questions: Vec<Question>) {
        self.left.extend(questions);
    }

    pub fn print(&self, budget: &str) -> anyhow::Result<Verdict> {
        let header = ["question", "convention", "counted here", "published", "source", "agrees"];
        let cells = |Line { what, ours, check }: &Line| {
            let agrees = if check.agrees { "yes" } else { "NO" };
            let (convention, value) = (check.convention.to_string(), check.value.to_string());
            vec![what.clone(), convention, ours.clone(), value, check.source.clone(), agrees.into()]
        };
        let rows = self.lines.iter().map(cells).collect();
        let mut out = terminal::out();
        grid(header.map(String::from).to_vec(), rows, &[0, 1, 4, 5], &mut out)?;
        let wrong = self.lines.iter().filter(|line| !line.check.agrees).count();
        let wrong = wrong + self.print_misprints(&mut out)?;
        self.print_rest(budget, wrong, &mut out)?;
        Ok(if wrong == 0 { Verdict::Agrees } else { Verdict::Disagrees })
    }

    /// What is known to be misprinted, beside what was counted here; how many of our counts
    /// are not the right ones either.
    fn print_misprints(&self, out: &mut impl Write) -> anyhow::Result<usize> {
        let mut rows = Vec::new();
        let mut wrong = 0;
        for misprint in Misprint::embedded() {
            let about = |answer: &&Answer| answer.question.upright() == misprint.question;
            let mut counts = self.answers.iter().filter(about);
            let Some(ours) = counts.find_map(|answer| answer.count(misprint.convention)) else {
                continue;
            };
            wrong += usize::from(*ours != misprint.right);
            let Label { board, piece, kind, .. } = misprint.question.label();
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

    /// How many published counts were compared, and why the others were not.
    fn print_rest(&self, budget: &str, wrong: usize, out: &mut impl Write) -> anyhow::Result<()> {
        let table = Table::embedded();
        let told = |answer: &Answer| {
            let question = answer.question.upright();
            answer.counts.iter().map(|(c, _)| (question.clone(), *c)).collect::<Vec<_>>()
        };
        let answered: HashSet<_> = self.answers.iter().flat_map(told).collect();
        let left: HashSet<_> = self.left.iter().map(Question::upright).collect();
        let is_answered =
            |row: &&Published| answered.contains(&(row.question.clone(), row.convention));
        let (compared, rest): (Vec<_>, Vec<_>) = table.rows().iter().partition(is_answered);
        let waiting = rest.iter().filter(|row| left.contains(&row.question)).count();
        let unasked = table.unasked().values().sum::<usize>();
        let verdict = match wrong {
            0 => "all agree".to_string(),
            wrong => format!("{wrong} DISAGREE"),
        };
        writeln!(
            out,
            "{} of {} published counts compared, with {} answers computed here: {verdict}",
            compared.len(),
            table.rows().len() + unasked,
            self.answers.len(),
        )?;
        if !self.left.is_empty() {
            let left = self.left.len();
            let next = self.next.as_ref().map(|(what, needs)| {
                format!("; the next, {what}, takes about {}", indicatif::HumanDuration(*needs))
            });
            let next = next.unwrap_or_default();
            writeln!(out, "{waiting} more: {left} more questions do not fit {budget}{next}")?;
        }
        let beyond = rest.len() - waiting;
        if beyond > 0 {
            writeln!(out, "{beyond} more: boards too large for every method here")?;
        }
        for (why, rows) in table.unasked() {
            writeln!(out, "{rows} more: {why}")?;
        }
        Ok(())
    }
}
