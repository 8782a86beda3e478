//! Several answers about walks in one table: `--by-start`, and the lengths of `--self-avoiding`.

use std::io::Write;

use cavalcade::convention::Convention;
use cavalcade::method::Choice;
use cavalcade::question::{Question, Walks};
use cavalcade::render::{self, Format, WIDTH, grid};
use cavalcade::solve::Answer;

use crate::cli::session::Session;
use crate::cli::session::exit::Verdict;

/// The counts of every length up to the given one.
pub fn by_length(
    session: &Session,
    asked: &Walks,
    choice: &Choice,
    format: Format,
) -> anyhow::Result<Verdict> {
    let mut answers = Vec::new();
    // The longest walks take most of the time.
    let longest = Question::Walks(asked.clone());
    let longest = session.solve(&longest, choice.clone()).prepare()?;
    session.warn(&longest, "a shorter --length ends sooner");
    for length in 1..=asked.length() {
        let question = Question::Walks(asked.clone().with_length(length)?);
        let answer = session.answer(&session.solve(&question, choice.clone()).prepare()?)?;
        let is_empty = answer.counts.iter().all(|(_, count)| count.is_zero());
        answers.push(answer);
        if is_empty {
            break;
        }
    }
    let names: Vec<_> = (1..=answers.len()).map(|length| length.to_string()).collect();
    let label = answers[0].question.label();
    let title = format!("{} {}, {}s by length:", asked.instance().name(), label.piece, label.kind);
    let verdict = print(
        session,
        &answers,
        format,
        &title,
        &Columns { header: ["squares", "walks", "published"], left: &[2], names },
    )?;
    if format == Format::Text {
        render::cost(&answers[answers.len() - 1]).iter().for_each(|cost| session.note(cost));
    }
    Ok(verdict)
}

/// The counts by starting square, and their total.
pub fn by_start(session: &Session, asked: &Walks, format: Format) -> anyhow::Result<Verdict> {
    let question = Question::Walks(asked.clone());
    let solve = session.solve(&question, Choice::default()).by_start();
    let total = session.answer(&solve.prepare()?)?;
    let mut answers = total.from_each_square();
    answers.push(total);
    let instance = asked.instance();
    let names = (0..instance.len()).map(|square| instance.square_name(square));
    let label = question.label();
    let title = format!("{} {}, {}s by starting square:", label.board, label.piece, label.kind);
    print(
        session,
        &answers,
        format,
        &title,
        &Columns {
            header: ["from", "sequences", "published"],
            left: &[0, 2],
            names: names.chain(["all".into()]).collect(),
        },
    )
}

/// A table of answers for people.
struct Columns {
    header: [&'static str; 3],
    left: &'static [usize],
    /// The name of each row.
    names: Vec<String>,
}

/// Prints the answers: a table for people, separate answers for programs.
fn print(
    session: &Session,
    answers: &[Answer],
    format: Format,
    title: &str,
    columns: &Columns,
) -> anyhow::Result<Verdict> {
    let mut out = session.page()?;
    match format {
        Format::Text => {
            let row = |(name, answer): (&String, &Answer)| {
                let count = answer.count(Convention::Sequences).map(ToString::to_string);
                let published = render::verdict(&answer.published);
                let published = published.unwrap_or_else(|| "none".into());
                vec![name.clone(), count.unwrap_or_default(), published]
            };
            let rows = columns.names.iter().zip(answers).map(row).collect();
            writeln!(out, "{title}")?;
            grid(columns.header.map(String::from).to_vec(), rows, columns.left, &mut out)?;
            let width = out.width();
            let notes = render::notes(&answers[answers.len() - 1]);
            notes.iter().try_for_each(|note| render::wrapped(note, width, &mut out))?;
        }
        _ => render::answers(format, WIDTH, answers, &mut out)?,
    }
    out.end()?;
    let agrees = answers.iter().all(Answer::agrees);
    Ok(if agrees { Verdict::Agrees } else { Verdict::Disagrees })
}
