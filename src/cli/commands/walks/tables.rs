//! Several answers about walks in one table: `--by-start`, and the lengths of `--self-avoiding`.

use std::io::Write;

use cavalcade::convention::Convention;
use cavalcade::method::Choice;
use cavalcade::question::{Question, Walks};
use cavalcade::render::{self, Format, Grid, WIDTH};
use cavalcade::solve::Answer;

use crate::cli::session::exit::Verdict;
use crate::cli::session::{Session, note};

/// The counts of every length up to the given one.
pub fn by_length(session: &Session, asked: &Walks, choice: &Choice) -> anyhow::Result<Verdict> {
    let mut answers = Vec::new();
    // The longest walks take most of the time.
    let longest = Question::Walks(asked.clone());
    let longest = session.solve(&longest, choice.clone()).prepare()?;
    session.warn(&longest, "a shorter --length ends sooner");
    for length in 1..=asked.length() {
        let question = Question::Walks(asked.clone().with_length(length)?);
        let answer = session.answer(&session.solve(&question, choice.clone()).prepare()?)?;
        let is_empty = answer.counts.iter().all(|(_, count)| count.is_zero());
        answers.push((length.to_string(), answer));
        if is_empty {
            break;
        }
    }
    let last = &answers[answers.len() - 1].1;
    let label = last.question.label();
    let title = format!("{} {}, {}s by length:", asked.instance().name(), label.piece, label.kind);
    let grid = Grid::new(&["squares", "walks", "published"], &[2]);
    let verdict = print(session, &answers, &title, grid)?;
    if session.output.format == Format::Text {
        render::cost(last).iter().for_each(|cost| note(cost));
    }
    Ok(verdict)
}

/// The counts by starting square, and their total.
pub fn by_start(session: &Session, asked: &Walks) -> anyhow::Result<Verdict> {
    let question = Question::Walks(asked.clone());
    let solve = session.solve(&question, Choice::default()).by_start();
    let total = session.answer(&solve.prepare()?)?;
    let instance = asked.instance();
    let names = (0..instance.len()).map(|square| instance.square_name(square));
    let mut answers: Vec<_> = names.zip(total.from_each_square()).collect();
    answers.push(("all".into(), total));
    let label = question.label();
    let title = format!("{} {}, {}s by starting square:", label.board, label.piece, label.kind);
    let grid = Grid::new(&["from", "sequences", "published"], &[0, 2]);
    print(session, &answers, &title, grid)
}

/// Prints the answers by name: a table for people, separate answers for programs.
fn print(
    session: &Session,
    answers: &[(String, Answer)],
    title: &str,
    grid: Grid,
) -> anyhow::Result<Verdict> {
    let mut out = session.output.begin()?;
    let all = || answers.iter().map(|(_, answer)| answer);
    match session.output.format {
        Format::Text => {
            let row = |(name, answer): &(String, Answer)| {
                let count = answer.count(Convention::Sequences).map(ToString::to_string);
                let published = render::verdict(&answer.published);
                let published = published.unwrap_or_else(|| "none".into());
                vec![name.clone(), count.unwrap_or_default(), published]
            };
            writeln!(out, "{title}")?;
            grid.rows(answers.iter().map(row).collect()).text(&mut out)?;
            let notes = all().next_back().map(render::notes).unwrap_or_default();
            notes.iter().try_for_each(|note| out.say(note))?;
        }
        format => render::answers(format, WIDTH, all(), &mut out)?,
    }
    out.end()?;
    Ok(Verdict::of(all().all(Answer::agrees)))
}
