//! An answer as text for people, wrapped at the width of a terminal.

use std::io::{Result, Write};

use super::grid::Grid;
use crate::convention::Convention;
use crate::count::Count;
use crate::published::{Check, Table};
use crate::question::{Instance, Question};
use crate::solve::Answer;
use crate::tours::{Sorted, Symmetric};

/// The first line is like `6x6 knight, open tours: directed 6,637,920`. Further lines have the
/// other counts, published values, notes, and the tours by a statistic.
pub fn text(answer: &Answer, width: usize, out: &mut impl Write) -> Result<()> {
    let label = answer.question.label();
    let what = match label.family {
        "tours" => format!("{} {}, {} tours", label.board, moved(answer, &label.piece), label.kind),
        "walks" => format!("{} {}, {}s", label.board, moved(answer, &label.piece), label.kind),
        _ => format!("{} {}s", label.board, label.piece),
    };
    let count = |(convention, count): &(Convention, Count)| {
        format!("{} {}", convention.text(), count.grouped())
    };
    let mut counts = answer.counts.iter().map(count);
    writeln!(out, "{what}: {}", counts.next().unwrap_or_default())?;
    let others: Vec<_> = counts.map(|other| tied(&other)).collect();
    if !others.is_empty() {
        wrapped(&format!("  {}", others.join(&format!("{TIED}· "))), width, out)?;
    }
    let published = verdict(&answer.published).unwrap_or_else(|| {
        let known = Count::from(Table::embedded().rows().len() as u64).grouped();
        format!("published: none in the built-in list of {known} counts")
    });
    wrapped(&format!("  {published}"), width, out)?;
    if let Some(reason) = &answer.obstacle {
        wrapped(&format!("  there can be none: {reason}"), width, out)?;
    }
    for note in notes(answer) {
        wrapped(&format!("  {note}"), width, out)?;
    }
    answer.histogram.as_ref().map_or(Ok(()), |sorted| text_histogram(answer, sorted, width, out))
}

/// The piece; for a graph, whether it is directed.
fn moved<'a>(answer: &Answer, piece: &'a str) -> &'a str {
    match answer.question.instance() {
        Some(Instance::Graph(graph)) if graph.is_directed() => "directed graph",
        Some(Instance::Graph(_)) => "undirected graph",
        _ => piece,
    }
}

/// Notes on the meaning of the counts: moves that are not counted separately, the definition of a
/// length, whether counts of half turns include quarter turns.
pub fn notes(answer: &Answer) -> Vec<String> {
    use Convention::{KeptBergholtian, KeptByHalfTurn, KeptEulerian};
    let question = &answer.question;
    let merged = question.instance().and_then(|instance| instance.merged().sentence());
    let length = match question {
        Question::Walks(walks) => {
            let squares = walks.length();
            Some(format!("length {squares} counts the squares: the moves are {}", squares - 1))
        }
        _ => None,
    };
    let is_turned = match question {
        Question::Tours(tours) => tours.selection().symmetric == Some(Symmetric::HalfTurn),
        _ => false,
    };
    let turned = [KeptByHalfTurn, KeptEulerian, KeptBergholtian];
    let is_turned = is_turned || answer.counts.iter().any(|(counted, _)| turned.contains(counted));
    let turned = is_turned
        .then(|| "kept by a half-turn: those that a quarter-turn keeps are included".into());
    merged.into_iter().chain(length).chain(turned).collect()
}

/// The comparison with published counts: "agrees with OEIS A165134 and OEIS A308131", or the first
/// that differs; `None` if nothing is published.
pub fn verdict(checks: &[Check]) -> Option<String> {
    if let Some(Check { convention, value, source, .. }) = checks.iter().find(|c| !c.agrees) {
        return Some(format!("DISAGREES with {source}: {} {}", convention.text(), value.grouped()));
    }
    let mut sources: Vec<&str> = Vec::new();
    for check in checks {
        if !sources.contains(&check.source.as_str()) {
            sources.push(&check.source);
        }
    }
    match &sources[..] {
        [] => None,
        [one] => Some(format!("agrees with {one}")),
        [most @ .., last] => Some(format!("agrees with {} and {last}", most.join(", "))),
    }
}

/// The cost: `search: 34,633,504 nodes in 0.30 s on 2 threads, 115 million a second`, and the total
/// of all runs if there were several. `None` if nothing was visited.
pub fn cost(answer: &Answer) -> Option<String> {
    let Answer { method, nodes, run_nodes, seconds, threads, .. } = answer;
    let grouped = |nodes: u64| Count::from(nodes).grouped();
    let all = (nodes != run_nodes).then(|| format!("{} nodes in all runs", grouped(*nodes)));
    if *run_nodes == 0 {
        return all.map(|all| format!("{method}: {all}, none in this one"));
    }
    let plural = if *threads == 1 { "" } else { "s" };
    let nodes = grouped(*run_nodes);
    let time = match seconds {
        0.01.. => format!("{seconds:.2} s"),
        _ => "less than 0.01 s".into(),
    };
    // A short run does not measure the speed.
    let rate = match *run_nodes as f64 / 1e6 / seconds {
        rate if rate >= 0.05 && *seconds >= 0.01 => format!(", {rate:.1} million a second"),
        _ => String::new(),
    };
    let all = all.map_or(String::new(), |all| format!("; {all}"));
    Some(format!("{method}: {nodes} nodes in {time} on {threads} thread{plural}{rate}{all}"))
}

/// A row for each value that occurs.
pub fn histogram(sorted: &Sorted) -> Grid {
    histogram_rows(sorted, Count::to_string)
}

fn histogram_rows(sorted: &Sorted, number: impl Fn(&Count) -> String) -> Grid {
    let header = [sorted.statistic.name(), sorted.convention.word()];
    let row = |(value, tours): (&u32, &Count)| vec![value.to_string(), number(tours)];
    Grid::new(&header, &[]).rows(sorted.tours.counts().iter().map(row).collect())
}

/// The histogram for people, with an example of the smallest and of the largest value.
fn text_histogram(
    answer: &Answer,
    sorted: &Sorted,
    width: usize,
    out: &mut impl Write,
) -> Result<()> {
    let instance = answer.question.instance();
    let name = |&square: &u32| {
        instance.map_or(square.to_string(), |instance| instance.square_name(square as usize))
    };
    if !sorted.tours.is_empty() {
        histogram_rows(sorted, Count::grouped).text(out)?;
    }
    for (word, extreme) in ["fewest", "most"].into_iter().zip(sorted.extremes()) {
        let Some((value, tour)) = extreme else { continue };
        let squares: Vec<String> = tour.iter().map(name).collect();
        wrapped(&format!("{word}, {value}: {}", squares.join(" ")), width, out)?;
    }
    Ok(())
}

/// The width of text in characters, if the terminal's is unknown.
pub const WIDTH: usize = 80;

/// A space inside a name or a count, at which no line is broken.
const TIED: char = '\u{a0}';

/// Joins words that must stay on one line.
fn tied(text: &str) -> String {
    text.replace(' ', &TIED.to_string())
}

/// Writes a sentence on lines of at most `width` characters, and indents all but the first. Lines
/// are broken at blanks only, and not after "OEIS"; a longer word gets a line of its own.
pub fn wrapped(sentence: &str, width: usize, out: &mut impl Write) -> Result<()> {
    let words = sentence.trim_start_matches(' ');
    let indent = " ".repeat(sentence.len() - words.len());
    let words = words.replace("OEIS ", &tied("OEIS "));
    let mut line = indent.clone();
    for word in words.split(' ') {
        let is_begun = !line.trim_start().is_empty();
        if is_begun && line.chars().count() + 1 + word.chars().count() > width {
            writeln!(out, "{line}")?;
            line = format!("{indent}  ");
        } else if is_begun {
            line.push(' ');
        }
        line += &word.replace(TIED, " ");
    }
    writeln!(out, "{line}")
}

#[cfg(test)]
mod tests {
    use super::{cost, text, verdict};
    use crate::convention::Convention;
    use crate::published::Check;
    use crate::render::tests::answer;

    fn check(source: &str, agrees: bool) -> Check {
        let convention = Convention::Directed;
        Check { convention, value: 1728u64.into(), source: source.into(), agrees }
    }

    #[test]
    fn one_disagreement_outweighs_all_agreement() {
        let verdict = |checks: &[Check]| verdict(checks).unwrap_or_default();
        assert_eq!(verdict(&[]), "");
        assert_eq!(verdict(&[check("A", true)]), "agrees with A");
        let three = [check("A", true), check("B", true), check("A", true)];
        assert_eq!(verdict(&three), "agrees with A and B");
        let mixed = [check("A", true), check("B", false)];
        assert_eq!(verdict(&mixed), "DISAGREES with B: directed 1,728");
    }

    #[test]
    fn costs_name_method_nodes_time_and_threads() {
        let mut answer = answer("tours open knight 5x5", &[]);
        (answer.nodes, answer.run_nodes) = (3_000_000, 3_000_000);
        (answer.seconds, answer.threads) = (1.5, 1);
        let cost = |answer: &_| cost(answer).unwrap_or_default();
        let all = "search: 3,000,000 nodes in 1.50 s on 1 thread, 2.0 million a second";
        assert_eq!(cost(&answer), all);
        answer.nodes = 5_000_000;
        assert_eq!(cost(&answer), format!("{all}; 5,000,000 nodes in all runs"));
        answer.seconds = 0.001;
        let soon =
            "search: 3,000,000 nodes in less than 0.01 s on 1 thread; 5,000,000 nodes in all runs";
        assert_eq!(cost(&answer), soon);
        answer.run_nodes = 0;
        assert_eq!(cost(&answer), "search: 5,000,000 nodes in all runs, none in this one");
        answer.nodes = 0;
        assert_eq!(cost(&answer), "", "nothing was visited");
    }

    #[test]
    fn the_first_line_is_the_count_and_no_line_cuts_a_number_or_a_name() {
        let mut answer = answer("queens queen 6x6", &[4, 1]);
        let sources = ["OEIS A000170", "OEIS A002562", "OEIS A260318", "a table of 1874"];
        answer.published = sources.map(|source| check(source, true)).to_vec();
        answer.counts.push((Convention::Directed, "1".repeat(60).parse().unwrap()));
        for width in [10, 40, 80, 200] {
            let mut out = Vec::new();
            text(&answer, width, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert_eq!(text.lines().next(), Some("6x6 queens: all 4"));
            for whole in ["OEIS A002562", "fundamental 1", &answer.counts[2].1.grouped()] {
                assert!(text.contains(whole), "{whole}: {text}");
            }
            let is_long = |line: &&str| line.chars().count() > width && line.trim().contains(", ");
            assert_eq!(text.lines().find(is_long), None, "{width}");
        }
    }
}
