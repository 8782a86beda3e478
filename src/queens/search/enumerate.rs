//! `QueensSearch`: the enumeration whose units are the columns of the first two queens.

use std::ops::Range;

use super::descent::{Descent, Queens};
use super::frame::Frame;
use super::tail::Tail;
use crate::board::Bits;
use crate::engine::{Enumeration, Halt, Plan, Random, Tally, Unit, Visitor};
use crate::queens::question::QueensQuestion;
use crate::queens::recount::recount;

/// The largest board that the search takes.
pub const MAX_SIDE: usize = u64::BITS as usize;

/// The search of one question's placements; `Solution` is the column of each row's queen.
///
/// ```
/// use cavalcade::engine::Run;
/// use cavalcade::queens::{QueensQuestion, QueensSearch};
/// let outcome = Run::new(&QueensSearch::new(QueensQuestion::new(10)?)).execute()?;
/// assert_eq!(outcome.tally.weighted().to_string(), "724"); // all
/// assert_eq!(outcome.tally.visited().to_string(), "92"); // fundamental
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct QueensSearch {
    question: QueensQuestion,
}

impl QueensSearch {
    /// The search for a question.
    pub fn new(question: QueensQuestion) -> QueensSearch {
        QueensSearch { question }
    }

    /// The columns where the first row's queen has to stand. The middle one of an odd
    /// board is not among them: the queens of the first and the last column would both
    /// have to stand in the middle row.
    fn first_columns(&self) -> Range<usize> {
        let side = self.question.side();
        if self.question.is_reduced() && side > 1 { 0..side / 2 } else { 0..side }
    }

    /// The columns where the second row's queen may stand.
    fn seconds(&self, first: usize) -> u64 {
        let mask = self.frame(first).rows[1];
        if self.question.is_amazons() {
            Queens::default().with::<true>(first).free::<true>(mask)
        } else {
            Queens::default().with::<false>(first).free::<false>(mask)
        }
    }

    fn frame(&self, first: usize) -> Frame {
        Frame::new(self.question.side(), self.question.is_reduced(), first)
    }
}

impl QueensSearch {
    fn descend_at_random<const AMAZON: bool>(&self, probes: u32, random: &mut Random) -> f64 {
        let firsts = self.first_columns();
        if firsts.is_empty() {
            return 1.0;
        }
        let (side, all) = (self.question.side(), u64::all_below(self.question.side()));
        let mut sum = 0.0;
        for _ in 0..probes {
            let first = random.below(firsts.len());
            let mut frame = self.frame(first);
            let mut queens = Queens::default().with::<AMAZON>(first);
            let mut width = firsts.len() as f64;
            sum += 1.0 + width;
            for row in 1..side {
                let mut live = queens.open::<AMAZON>(frame.rows[row], frame.due[row + 1]);
                if row > 1 && row + 1 < side {
                    for column in live.iter() {
                        let next = queens.with::<AMAZON>(column);
                        let open = next.open::<AMAZON>(frame.rows[row + 1], frame.due[row + 2]);
                        if !next.is_live::<AMAZON>(&frame, row + 1, open) {
                            live = live.without(column);
                        }
                    }
                }
                let Some(column) = live.iter().nth(random.below(live.len().max(1))) else { break };
                if row == 1 {
                    frame = frame.with_second(column);
                }
                width *= live.len() as f64;
                sum += width;
                queens = queens.with::<AMAZON>(column);
                if !AMAZON && row > 1 && row + 1 == Tail::first(side) {
                    let (_, found) = queens.complete(&Tail::new(&frame), all);
                    sum += width * f64::from(found.count_ones());
                    break;
                }
            }
        }
        sum / f64::from(probes)
    }
}

impl Enumeration for QueensSearch {
    type Solution = [u8];

    fn method(&self) -> &'static str {
        "search"
    }

    fn fingerprint(&self) -> String {
        let classes = if self.question.is_reduced() { "classes" } else { "all" };
        let piece = if self.question.is_amazons() { "amazons" } else { "queens" };
        format!("{piece} {0}x{0}, search, {classes}, split 2", self.question.side())
    }

    fn plan(&self) -> Plan {
        let mut plan = Plan::default();
        plan.trunk.enter(0, 1);
        let side = self.question.side();
        if side == 0 {
            plan.trunk.find(1, 1u64);
            return plan;
        }
        let firsts = self.first_columns();
        for first in firsts.clone() {
            let share = 1.0 / firsts.len() as f64;
            if side == 1 {
                plan.units.push(Unit { id: 0, path: vec![0], weight: 1, share });
                break;
            }
            plan.trunk.enter(1, 1);
            let seconds = self.seconds(first);
            for second in seconds.iter() {
                let share = share / seconds.len() as f64;
                let path = vec![first as u32, second as u32];
                plan.units.push(Unit { id: plan.units.len(), path, weight: 1, share });
            }
        }
        plan
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let mut frame = self.frame(unit.path[0] as usize);
        if let Some(&second) = unit.path.get(1) {
            frame = frame.with_second(second as usize);
        }
        let mut descent = Descent::new(frame, unit, visitor);
        Halt::on_break(if self.question.is_amazons() {
            descent.run::<true>()
        } else {
            descent.run::<false>()
        })?;
        Ok(descent.tally())
    }

    fn other_way(&self) -> Option<&'static str> {
        (!self.question.is_amazons()).then_some("placing queen by queen without masks")
    }

    fn recount(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        if self.question.is_amazons() {
            return self.run(unit, visitor);
        }
        recount(self.question.side(), self.question.is_reduced(), &unit.path, visitor)
    }

    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        if self.question.is_amazons() {
            self.descend_at_random::<true>(probes, random)
        } else {
            self.descend_at_random::<false>(probes, random)
        }
    }
}
