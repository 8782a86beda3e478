//! `cavalcade merge FILE…`: the total of one question's journals, or what is missing.

use std::collections::BTreeSet;
use std::io::Write;
use std::time::Duration;

use cavalcade::answer::Answer;
use cavalcade::engine::Enumeration;
use cavalcade::journal::ranges;

use super::args::{Format, MergeArgs};
use super::exit::Verdict;
use super::keep::{Known, merged};
use super::question::{Counts, Task};

/// Adds up, and compares with what is published.
pub fn run(args: &MergeArgs) -> anyhow::Result<Verdict> {
    let known = Known::read(&args.files, &args.common)?;
    known.with(Adding { args, known: &known })
}

struct Adding<'a> {
    args: &'a MergeArgs,
    known: &'a Known,
}

impl Task for Adding<'_> {
    type Output = Verdict;

    fn perform<E: Enumeration>(self, method: &E, counts: Counts<'_>) -> anyhow::Result<Verdict> {
        let Known { found, question, session } = self.known;
        let plan = method.plan();
        let merge = merged(found, method, &plan, self.args.salvage)?;
        let missing = merge.missing();
        let (units, files) = (plan.units.len(), found.len());
        let sources = format!("{} of {units} units in {files} journals", units - missing.len());
        if self.args.missing {
            let of = self.args.of.map_or(usize::MAX, |of| of as usize);
            let ids: BTreeSet<_> = missing.iter().map(|id| id % of).collect();
            let ids = ranges(&ids.into_iter().collect::<Vec<_>>());
            writeln!(std::io::stdout(), "{ids}")?;
            session.note(&sources);
        } else if !missing.is_empty() {
            let missing = ranges(&missing);
            let missing = shortened(&missing);
            session.note(&format!("{sources}; units {missing} are missing"));
        }
        if !missing.is_empty() {
            return Ok(Verdict::Incomplete);
        }
        let tally = merge.total()?;
        if self.args.missing {
            return Ok(Verdict::Agrees);
        }
        let took: Duration = merge.records().map(|(record, _)| record.took).sum();
        let answer = Answer {
            label: question.label(),
            counts: counts(&tally)?,
            method: method.method(),
            nodes: tally.nodes(),
            seconds: took.as_secs_f64(),
            threads: 1,
        };
        let verdict = session.print(&answer, self.args.format)?;
        if matches!(self.args.format, Format::Text) {
            let confirmed = merge.confirmed();
            session.note(&format!("{sources}; {confirmed} records confirm another"));
        }
        Ok(verdict)
    }
}

/// The beginning of a long list.
fn shortened(list: &str) -> String {
    match list.char_indices().nth(200) {
        Some((end, _)) => format!("{}… (--missing prints all)", &list[..end]),
        None => list.into(),
    }
}
