//! The report of `verify`: counts compared with published ones.

use std::collections::HashSet;
use std::io::Write;

use cavalcade::convention::{Convention, Label};
use cavalcade::published::Table;
use cavalcade::question::Question;
use cavalcade::render::{Format, Grid, check_value, question_value};
use cavalcade::verify::{Comparison, Left, Misprinted, Summary, TwoMethods, Verified, Wanted};
use serde_json::{Value, json};

use crate::cli::args::VerifyArgs;
use crate::cli::output::Report;
use crate::cli::session::exit::Verdict;
use crate::cli::session::{Session, note};
use crate::cli::words::about;

/// Writes the summary and, if requested, the comparisons.
pub fn write(
    session: &Session,
    args: &VerifyArgs,
    wanted: &Wanted,
    summary: &Summary,
    verified: &Verified,
) -> anyhow::Result<Verdict> {
    let two = args.confirm.then(|| verified.two_methods());
    let by_two = if args.confirm { verified.by_two() } else { HashSet::new() };
    let mut sentences = sentences(verified, wanted, &args.budget, summary);
    sentences.extend(two.as_ref().map(|two| sentence(summary, two)));
    let misprints = misprints(&verified.misprints());
    let all = verified.comparisons();
    let json = json(verified, &args.budget, summary, two.as_ref());
    let mut report = Report::new("verify", json, grid(all, &by_two));
    report = report.by_lines("comparison", all.iter().map(value));
    report.sentences = sentences;
    report.grids.push(misprints.clone());
    session.output.write(&report, |out| {
        report.sentences.iter().try_for_each(|sentence| out.say(sentence))?;
        if !misprints.is_empty() {
            writeln!(out)?;
            misprints.text(out)?;
        }
        let wrong = grid(verified.wrong(), &by_two);
        let shown = if args.rows { grid(all, &by_two) } else { wrong };
        if args.rows || !shown.is_empty() {
            writeln!(out)?;
            shown.text(out)?;
        }
        Ok(())
    })?;
    if session.output.format == Format::Text && !args.rows {
        note("--rows shows each comparison");
    }
    let agrees = summary.wrong == 0 && two.is_none_or(|two| two.differ.is_empty());
    Ok(match (agrees, summary.compared) {
        (false, _) => Verdict::Disagrees,
        (true, 0) => Verdict::Incomplete,
        (true, _) => Verdict::Agrees,
    })
}

/// The number of published counts compared, and reasons why others were not.
fn sentences(verified: &Verified, wanted: &Wanted, budget: &str, summary: &Summary) -> Vec<String> {
    let Summary { published, compared, wrong, waiting, beyond, .. } = summary;
    let verdict = match (compared, wrong) {
        (0, _) => "nothing was compared".to_string(),
        (_, 0) => "all agree".to_string(),
        (_, wrong) => format!("{wrong} DISAGREE"),
    };
    let answers = verified.answers().len();
    let mut sentences = vec![format!(
        "{compared} of {published} published counts compared, with {answers} answers computed \
             here: {verdict}",
    )];
    if !verified.left().is_empty() {
        let next = verified.next().map_or(String::new(), next);
        sentences.push(format!("{waiting} more: not compared within the budget of {budget}{next}"));
    }
    if *beyond > 0 {
        sentences.push(format!("{beyond} more: boards too large for every method here"));
    }
    if wanted.is_all() {
        let unasked = Table::embedded().unasked();
        sentences.extend(unasked.iter().map(|(why, rows)| format!("{rows} more: {why}")));
    }
    sentences
}

fn json(verified: &Verified, budget: &str, summary: &Summary, two: Option<&TwoMethods>) -> Value {
    let two = two.map(|two| {
            let TwoMethods { confirmed, alone, differ, .. } = two;
            let compared = summary.by_two;
            json!({ "compared": compared, "confirmed": confirmed, "by_one_method": alone, "differ": differ })
        });
    json!({
        "budget": budget,
        "published": summary.published,
        "compared": summary.compared,
        "answers": verified.answers().len(),
        "disagree": summary.wrong,
        "do_not_fit": summary.waiting,
        "too_large": summary.beyond,
        "cannot_be_asked": summary.unasked,
        "two_methods": two,
        "rows": verified.comparisons().iter().map(value).collect::<Vec<_>>(),
    })
}

/// Our count, in digits without separators.
fn digits(comparison: &Comparison) -> String {
    comparison.ours.as_ref().map(ToString::to_string).unwrap_or_default()
}

fn value(comparison: &Comparison) -> Value {
    let mut value = json!({
        "question": question_value(&comparison.question),
        "method": comparison.method,
        "count": digits(comparison),
    });
    value["published"] = check_value(&comparison.check);
    value
}

/// The comparisons as a table, with a mark where two independent methods agree.
fn grid<'c>(
    comparisons: impl IntoIterator<Item = &'c Comparison>,
    by_two: &HashSet<(Question, Convention)>,
) -> Grid {
    let cells = |comparison: &Comparison| {
        let Comparison { what, method, check, .. } = comparison;
        let what = what.strip_suffix(&format!(", {method}")).unwrap_or(what);
        let twice = by_two.contains(&(comparison.question.upright(), check.convention));
        let said = match (check.agrees, twice) {
            (false, _) => "NO",
            (true, false) => "yes",
            (true, true) => "yes, by two methods",
        };
        let ours = digits(comparison);
        // If both values are equal, only one is printed.
        let value = match check.agrees {
            true => ours,
            false => format!("{ours}, published {}", check.value),
        };
        let (convention, source) = (check.convention.to_string(), check.source.clone());
        vec![what.into(), (*method).into(), convention, value, source, said.into()]
    };
    let header = ["question", "method", "convention", "counted here", "source", "agrees"];
    Grid::new(&header, &[0, 1, 2, 4, 5]).rows(comparisons.into_iter().map(cells).collect())
}

/// Known misprints, with our counts.
fn misprints(found: &[Misprinted]) -> Grid {
    let header = ["known misprint", "convention", "counted here", "printed", "where"];
    let row = |Misprinted { misprint, ours }: &Misprinted| {
        let Label { board, piece, kind, .. } = misprint.question.label();
        vec![
            format!("{board} {piece} {kind}"),
            misprint.convention.to_string(),
            ours.to_string(),
            misprint.wrong.to_string(),
            misprint.source.clone(),
        ]
    };
    Grid::new(&header, &[0, 1, 4]).rows(found.iter().map(row).collect())
}

/// The number of counts and questions confirmed by two methods.
fn sentence(summary: &Summary, two: &TwoMethods) -> String {
    let (by_two, by_one) = (summary.by_two, summary.compared - summary.by_two);
    let TwoMethods { confirmed, alone, differ, .. } = two;
    let said = match differ.len() {
        0 => "their counts are the same".to_string(),
        differ => format!("{differ} questions DIFFER between methods"),
    };
    let of = confirmed + alone.len() + differ.len();
    let two = confirmed + differ.len();
    let alone = alone.len();
    format!(
        "of the counts compared, {by_two} by two independent methods and {by_one} by one; {two} of \
         {of} questions answered by two: {said}; {alone} by one only"
    )
}

/// The next question in order, and why it was not answered.
fn next(Left { what, needs, left }: &Left) -> String {
    let verb = if needs <= left { "took more than the estimate of" } else { "needs" };
    format!("; the next question, {what}, {verb} {}", about(needs.as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use cavalcade::verify::Left;

    #[test]
    fn the_next_question_did_not_fit_or_took_longer() {
        let next = |needs, left| {
            let [needs, left] = [needs, left].map(Duration::from_millis);
            super::next(&Left { what: "6x7 knight open".into(), needs, left })
        };
        let question = "; the next question, 6x7 knight open,";
        assert_eq!(next(90_000, 300), format!("{question} needs about 2 minutes"));
        let longer = "took more than the estimate of less than a second";
        assert_eq!(next(300, 900), format!("{question} {longer}"));
    }
}
