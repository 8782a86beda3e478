//! One answer as a line for people.

use std::io::{Result, Write};

use crate::answer::Answer;
use crate::count::Count;
use crate::published::Check;

/// `6x6 knight, open tours: directed 6,637,920 · undirected 3,318,960 · agrees with …`
pub fn text(answer: &Answer, checks: &[Check], out: &mut impl Write) -> Result<()> {
    let label = &answer.label;
    let what = match label.family {
        "tours" => format!("{} {}, {} tours", label.board, label.piece, label.kind),
        _ => format!("{} {}s", label.board, label.piece),
    };
    let counts: Vec<_> =
        answer.counts.iter().map(|(c, count)| format!("{c} {}", count.grouped())).collect();
    writeln!(out, "{what}: {} · {}", counts.join(" · "), verdict(checks))
}

/// What the published counts say: "agrees with OEIS A165134 and OEIS A308131", or the first
/// that does not agree, or that there is none.
pub fn verdict(checks: &[Check]) -> String {
    if let Some(Check { convention, value, source, .. }) = checks.iter().find(|c| !c.agrees) {
        return format!("DISAGREES with {source}: {convention} {}", value.grouped());
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

/// What an answer cost: `search: 34,633,504 nodes in 0.30 s on 2 threads, 115 million a second`.
pub fn cost(answer: &Answer) -> String {
    let Answer { method, nodes, seconds, threads, .. } = answer;
    let plural = if *threads == 1 { "" } else { "s" };
    let rate = *nodes as f64 / seconds.max(1e-9) / 1e6;
    let nodes = Count::from(*nodes).grouped();
    format!(
        "{method}: {nodes} nodes in {seconds:.2} s on {threads} thread{plural}, {rate:.1} million a second"
    )
}
