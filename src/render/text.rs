//! One answer as a line for people.

use std::io::{Result, Write};

use super::histogram;
use crate::count::Count;
use crate::published::Check;
use crate::question::Instance;
use crate::solve::Answer;

/// `6x6 knight, open tours: directed 6,637,920 · undirected 3,318,960 · agrees with …`, a
/// line about merged moves, and the tours by a statistic.
pub fn text(answer: &Answer, out: &mut impl Write) -> Result<()> {
    let label = answer.question.label();
    let what = match label.family {
        "tours" => format!("{} {}, {} tours", label.board, moved(answer, &label.piece), label.kind),
        "walks" => format!("{} {}, {}s", label.board, moved(answer, &label.piece), label.kind),
        _ => format!("{} {}s", label.board, label.piece),
    };
    let counts: Vec<_> = answer
        .counts
        .iter()
        .map(|(c, count)| format!("{} {}", c.text(), count.grouped()))
        .collect();
    writeln!(out, "{what}: {} · {}", counts.join(" · "), verdict(&answer.published))?;
    merged(answer, out)?;
    answer.histogram.as_ref().map_or(Ok(()), |sorted| histogram::text(answer, sorted, out))
}

/// The piece; of a graph, whether it has directions.
fn moved<'a>(answer: &Answer, piece: &'a str) -> &'a str {
    match answer.question.instance() {
        Some(Instance::Graph(graph)) if graph.is_directed() => "directed graph",
        Some(Instance::Graph(_)) => "undirected graph",
        _ => piece,
    }
}

/// A line about moves that are not counted one by one, if there are any.
pub fn merged(answer: &Answer, out: &mut impl Write) -> Result<()> {
    match answer.question.instance().and_then(|instance| instance.merged().sentence()) {
        None => Ok(()),
        Some(sentence) => writeln!(out, "{sentence}"),
    }
}

/// What the published counts say: "agrees with OEIS A165134 and OEIS A308131", or the first
/// that does not agree, or that there is none.
pub fn verdict(checks: &[Check]) -> String {
    if let Some(Check { convention, value, source, .. }) = checks.iter().find(|c| !c.agrees) {
        return format!("DISAGREES with {source}: {} {}", convention.text(), value.grouped());
    }
    let mut sources: Vec<&str> = Vec::new();
    for check in checks {
        if !sources.contains(&check.source.as_str()) {
            sources.push(&check.source);
        }
    }
    match &sources[..] {
        [] => "no published value known".into(),
        [one] => format!("agrees with {one}"),
        [most @ .., last] => format!("agrees with {} and {last}", most.join(", ")),
    }
}

/// What an answer cost: `search: 34,633,504 nodes in 0.30 s on 2 threads, 115 million a second`,
/// and what all runs visited if there were others.
pub fn cost(answer: &Answer) -> String {
    let Answer { method, nodes, run_nodes, seconds, threads, .. } = answer;
    let plural = if *threads == 1 { "" } else { "s" };
    let rate = *run_nodes as f64 / seconds.max(1e-9) / 1e6;
    let grouped = |nodes: u64| Count::from(nodes).grouped();
    let all = match nodes == run_nodes {
        true => String::new(),
        false => format!("; {} in all runs", grouped(*nodes)),
    };
    let nodes = grouped(*run_nodes);
    format!(
        "{method}: {nodes} nodes in {seconds:.2} s on {threads} thread{plural}, {rate:.1} million a second{all}"
    )
}

#[cfg(test)]
mod tests {
    use super::{cost, verdict};
    use crate::convention::Convention;
    use crate::published::Check;
    use crate::render::tests::answer;

    fn check(source: &str, agrees: bool) -> Check {
        let convention = Convention::Directed;
        Check { convention, value: 1728u64.into(), source: source.into(), agrees }
    }

    #[test]
    fn one_disagreement_outweighs_all_agreement() {
        assert_eq!(verdict(&[]), "no published value known");
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
        let all = "search: 3,000,000 nodes in 1.50 s on 1 thread, 2.0 million a second";
        assert_eq!(cost(&answer), all);
        answer.nodes = 5_000_000;
        assert_eq!(cost(&answer), format!("{all}; 5,000,000 in all runs"));
    }
}
