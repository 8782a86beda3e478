//! What was counted, held against what is published.

use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::time::{Duration, Instant};

use cavalcade::convention::Label;
use cavalcade::published::{Check, Misprint, Published, Table};
use cavalcade::question::Question;
use cavalcade::render::{Format, Grid, check_value, question_value, signed};
use cavalcade::solve::Answer;
use serde_json::{Value, json};

use super::candidates::Candidate;
use super::wanted::Wanted;
use crate::cli::args::VerifyArgs;
use crate::cli::document::Document;
use crate::cli::second::are_independent;
use crate::cli::session::Session;
use crate::cli::session::exit::Verdict;

/// Seconds that are taken as measured before anything is, so that short answers, which take as
/// long as their threads and plans do, do not pass for the speed of this machine.
const ASSUMED: f64 = 1.0;

/// One comparison.
#[derive(Clone)]
struct Line {
    question: Question,
    what: String,
    method: &'static str,
    ours: String,
    check: Check,
}

impl Line {
    fn value(&self) -> Value {
        let mut value = json!({
            "question": question_value(&self.question),
            "method": self.method,
            "count": self.ours,
        });
        value["published"] = check_value(&self.check);
        value
    }
}

/// What was counted so far, and what is left.
#[derive(Default)]
pub struct Verified {
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

impl Verified {
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
            self.lines.push(Line {
                question: answer.question.clone(),
                what: what.clone(),
                method: answer.method,
                ours,
                check: check.clone(),
            });
        }
        self.answers.push(answer);
        Ok(())
    }

    /// Questions that do not fit.
    pub fn leave(&mut self, questions: Vec<Question>) {
        self.left.extend(questions);
    }

    /// Writes the summary, and the comparisons where they are wanted.
    pub fn write(
        &self,
        args: &VerifyArgs,
        wanted: &Wanted,
        rows: &[&Published],
        session: &Session,
    ) -> anyhow::Result<Verdict> {
        let summary = self.summary(&args.budget, wanted, rows);
        let second = args.confirm.then(|| self.second());
        let sentences = summary.sentences.iter().cloned();
        let sentences: Vec<_> = sentences.chain(second.as_ref().map(Second::sentence)).collect();
        let misprints = self.misprints();
        let document = Document {
            json: self.json(&summary, second.as_ref(), &args.budget),
            lines: self.lines.iter().map(|line| signed("comparison", line.value())).collect(),
            sentences: sentences.clone(),
            grids: vec![self.grid(), misprints.grid.clone()],
        };
        document.write(args.format, session.page()?, |page| {
            sentences.iter().try_for_each(|sentence| wrapped(sentence, page))?;
            if !misprints.grid.is_empty() {
                writeln!(page)?;
                misprints.grid.text_within(WIDTH, page)?;
            }
            let wrong = Verified { lines: self.wrong(), ..Verified::default() };
            if args.rows {
                writeln!(page)?;
                self.grid().text_within(WIDTH, page)?;
            } else if !wrong.lines.is_empty() {
                writeln!(page)?;
                wrong.grid().text_within(WIDTH, page)?;
            }
            Ok(())
        })?;
        if args.format == Format::Text && !args.rows {
            session.note("--rows shows each comparison");
        }
        let agrees = summary.wrong == 0 && second.is_none_or(|second| second.differ.is_empty());
        Ok(if agrees { Verdict::Agrees } else { Verdict::Disagrees })
    }

    /// The comparisons that do not agree.
    fn wrong(&self) -> Vec<Line> {
        self.lines.iter().filter(|line| !line.check.agrees).cloned().collect()
    }

    /// The comparisons as a table.
    fn grid(&self) -> Grid {
        let cells = |Line { what, method, ours, check, .. }: &Line| {
            let said = if check.agrees { "yes" } else { "NO" };
            // A value that is ours is told once.
            let value = match check.agrees {
                true => ours.clone(),
                false => format!("{ours}, published {}", check.value),
            };
            let (convention, source) = (check.convention.to_string(), check.source.clone());
            vec![what.clone(), (*method).into(), convention, value, source, said.into()]
        };
        let header = ["question", "method", "convention", "counted here", "source", "agrees"];
        Grid::new(&header, &[0, 1, 2, 4, 5]).rows(self.lines.iter().map(cells).collect())
    }

    /// What is known to be misprinted, beside what was counted here.
    fn misprints(&self) -> Misprints {
        let header = ["known misprint", "convention", "counted here", "printed", "where"];
        let mut found = Misprints { grid: Grid::new(&header, &[0, 1, 4]), wrong: 0 };
        for misprint in Misprint::embedded() {
            let about = |answer: &&Answer| answer.question.upright() == misprint.question;
            let mut counts = self.answers.iter().filter(about);
            let Some(ours) = counts.find_map(|answer| answer.count(misprint.convention)) else {
                continue;
            };
            found.wrong += usize::from(*ours != misprint.right);
            let Label { board, piece, kind, .. } = misprint.question.label();
            found.grid.push(vec![
                format!("{board} {piece} {kind}"),
                misprint.convention.to_string(),
                ours.to_string(),
                misprint.wrong.to_string(),
                misprint.source.clone(),
            ]);
        }
        found
    }

    /// How many published counts were compared, and why the others were not.
    fn summary(&self, budget: &str, wanted: &Wanted, rows: &[&Published]) -> Summary {
        let table = Table::embedded();
        let told = |answer: &Answer| {
            let question = answer.question.upright();
            answer.counts.iter().map(|(c, _)| (question.clone(), *c)).collect::<Vec<_>>()
        };
        let answered: HashSet<_> = self.answers.iter().flat_map(told).collect();
        let left: HashSet<_> = self.left.iter().map(Question::upright).collect();
        let is_answered =
            |row: &&&Published| answered.contains(&(row.question.clone(), row.convention));
        let (compared, rest): (Vec<&&Published>, Vec<_>) = rows.iter().partition(is_answered);
        let waiting = rest.iter().filter(|row| left.contains(&row.question)).count();
        let beyond = rest.len() - waiting;
        let unasked = if wanted.is_all() { table.unasked().values().sum() } else { 0 };
        let wrong = self.wrong().len() + self.misprints().wrong;
        let verdict = match wrong {
            0 => "all agree".to_string(),
            wrong => format!("{wrong} DISAGREE"),
        };
        let published = rows.len() + unasked;
        let mut sentences = vec![format!(
            "{} of {published} published counts compared, with {} answers computed here: {verdict}",
            compared.len(),
            self.answers.len(),
        )];
        if !self.left.is_empty() {
            let left = self.left.len();
            let next = self.next.as_ref().map(|(what, needs)| {
                format!("; the next, {what}, takes about {}", indicatif::HumanDuration(*needs))
            });
            let next = next.unwrap_or_default();
            sentences
                .push(format!("{waiting} more: {left} more questions do not fit {budget}{next}"));
        }
        if beyond > 0 {
            sentences.push(format!("{beyond} more: boards too large for every method here"));
        }
        if wanted.is_all() {
            let more = table.unasked().iter().map(|(why, rows)| format!("{rows} more: {why}"));
            sentences.extend(more);
        }
        let compared = compared.len();
        Summary { published, compared, wrong, waiting, beyond, unasked, sentences }
    }

    /// Which questions were answered by two independent methods.
    fn second(&self) -> Second {
        let mut by_question: BTreeMap<String, Vec<&Answer>> = BTreeMap::new();
        for answer in &self.answers {
            by_question.entry(answer.question.counted().to_string()).or_default().push(answer);
        }
        let mut second = Second::default();
        for (question, answers) in by_question {
            let pairs = answers
                .iter()
                .enumerate()
                .flat_map(|(i, one)| answers[i + 1..].iter().map(move |other| (*one, *other)));
            let independent: Vec<_> =
                pairs.filter(|(one, other)| are_independent(one.method, other.method)).collect();
            match independent.iter().any(|(one, other)| differ(one, other)) {
                _ if independent.is_empty() => second.alone.push(question),
                true => second.differ.push(question),
                false => second.confirmed += 1,
            }
        }
        second
    }

    fn json(&self, summary: &Summary, second: Option<&Second>, budget: &str) -> Value {
        let Summary { published, compared, wrong, waiting, beyond, unasked, .. } = summary;
        let second = second.map(|Second { confirmed, alone, differ }| {
            json!({ "confirmed": confirmed, "by_one_method": alone, "differ": differ })
        });
        signed(
            "verify",
            json!({
                "budget": budget,
                "published": published,
                "compared": compared,
                "answers": self.answers.len(),
                "disagree": wrong,
                "do_not_fit": waiting,
                "too_large": beyond,
                "cannot_be_asked": unasked,
                "two_methods": second,
                "rows": self.lines.iter().map(Line::value).collect::<Vec<_>>(),
            }),
        )
    }
}

/// The widest line of text.
const WIDTH: u16 = 80;

/// What is known to be misprinted; `wrong` of our counts are not the right ones either.
struct Misprints {
    grid: Grid,
    wrong: usize,
}

/// How many published counts were compared.
struct Summary {
    published: usize,
    compared: usize,
    wrong: usize,
    waiting: usize,
    beyond: usize,
    unasked: usize,
    sentences: Vec<String>,
}

/// Questions by how many methods answered them.
#[derive(Default)]
struct Second {
    /// By two independent ones at least, which agree.
    confirmed: usize,
    /// By one.
    alone: Vec<String>,
    /// By two, which differ.
    differ: Vec<String>,
}

impl Second {
    fn sentence(&self) -> String {
        let Second { confirmed, alone, differ } = self;
        let said = match differ.len() {
            0 => "their counts are the same".to_string(),
            differ => format!("{differ} questions DIFFER between methods"),
        };
        let of = confirmed + alone.len() + differ.len();
        let two = confirmed + differ.len();
        let alone = alone.len();
        format!(
            "{two} of {of} questions answered by two independent methods: {said}; {alone} by one only"
        )
    }
}

/// True if two answers give different counts by one convention.
fn differ(one: &Answer, other: &Answer) -> bool {
    one.counts
        .iter()
        .any(|(convention, count)| other.count(*convention).is_some_and(|counted| counted != count))
}

/// A sentence on lines of at most [`WIDTH`] characters.
fn wrapped(sentence: &str, page: &mut impl Write) -> std::io::Result<()> {
    let mut line = String::new();
    for word in sentence.split(' ') {
        let long = line.chars().count() + 1 + word.chars().count() > usize::from(WIDTH);
        if long && !line.is_empty() {
            writeln!(page, "{line}")?;
            line = "  ".into();
        } else if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    writeln!(page, "{line}")
}

#[cfg(test)]
mod tests {
    use super::{Line, Verified, WIDTH, wrapped};
    use cavalcade::convention::Convention;
    use cavalcade::published::Check;

    fn fits(text: &[u8]) -> bool {
        let text = std::str::from_utf8(text).unwrap();
        text.lines().all(|line| line.chars().count() <= usize::from(WIDTH))
    }

    #[test]
    fn sentences_and_rows_fit_eighty_columns() {
        let mut out = Vec::new();
        wrapped(&"a word and others ".repeat(20), &mut out).unwrap();
        assert!(fits(&out) && out.len() > 300);
        let check = Check {
            convention: Convention::FundamentalDirected,
            value: 7u64.into(),
            source: "somebody, somewhere, a long time ago, in a book of many pages".into(),
            agrees: false,
        };
        let question = "tours open knight 6x6".parse().unwrap();
        let ours = "123456789012345678901234567890".into();
        let line =
            Line { question, what: "6x6 knight open".into(), method: "frontier", ours, check };
        let report = Verified { lines: vec![line], ..Verified::default() };
        let mut out = Vec::new();
        report.grid().text_within(WIDTH, &mut out).unwrap();
        assert!(fits(&out), "{}", String::from_utf8_lossy(&out));
        assert_eq!(report.wrong().len(), 1);
    }
}
