//! What a `Session` prints: the answer to a question, or what a shard of it came to.

use std::io::Write;

use cavalcade::Count;
use cavalcade::convention::Label;
use cavalcade::engine::Shard;
use cavalcade::journal::ranges;
use cavalcade::machine;
use cavalcade::render::{self, Format};
use cavalcade::solve::{Answer, Prepared, Solve, Units};

use super::Session;
use super::exit::Verdict;
use super::terminal;
use crate::cli::input::memory;
use crate::cli::words::counted;

impl Session {
    /// Counts one question, prints it in the format asked for, and compares.
    pub fn report(&self, solve: Solve<'_>, format: Format) -> anyhow::Result<Verdict> {
        let prepared = solve.prepare()?;
        if let Some(shard) = self.shard {
            return match self.lists_shards {
                true => self.report_left(&prepared),
                false => self.report_shard(&prepared, shard),
            };
        }
        self.print(&self.answer(&prepared)?, format)
    }

    /// Prints an answer in the format asked for, and what it cost.
    pub fn print(&self, answer: &Answer, format: Format) -> anyhow::Result<Verdict> {
        let mut page = self.page()?;
        render::answers(format, [answer], &mut page)?;
        page.end()?;
        Ok(self.tell(answer))
    }

    /// Says what an answer cost that is printed, and whether it agrees.
    pub fn tell(&self, answer: &Answer) -> Verdict {
        self.note(&render::cost(answer));
        self.tell_memory();
        if answer.agrees() { Verdict::Agrees } else { Verdict::Disagrees }
    }

    /// Prints the shards that are left, as job queues take them.
    fn report_left(&self, prepared: &Prepared) -> anyhow::Result<Verdict> {
        let left = prepared.shards_left()?;
        writeln!(terminal::out(), "{}", ranges(&left))?;
        Ok(if left.is_empty() { Verdict::Agrees } else { Verdict::Incomplete })
    }

    /// Counts the units of a shard and tells of them: their sum answers no question yet.
    fn report_shard(&self, prepared: &Prepared, shard: Shard) -> anyhow::Result<Verdict> {
        let Units { tally, units, .. } = self.run(prepared, |watch| prepared.run_shard(watch))?;
        let Label { family, board, kind, .. } = prepared.question().label();
        let mut out = terminal::out();
        let (solutions, nodes) = (tally.weighted().grouped(), Count::from(tally.nodes()).grouped());
        let what = format!("shard {shard} of {family} {board} {kind}");
        let units = counted(units as u64, "unit");
        writeln!(out, "{what}: {units} · {solutions} solutions · {nodes} nodes")?;
        out.flush()?;
        self.tell_memory();
        Ok(Verdict::Agrees)
    }

    fn tell_memory(&self) {
        if let Some(peak) = machine::peak_memory() {
            self.detail(&format!("peak memory {}", memory::text(peak)));
        }
    }
}
