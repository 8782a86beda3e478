//! `QueensSearch`: the enumeration whose units are the columns of the first queens: two, or as many
//! as make units of some minutes.

use std::ops::Range;

use super::descent::{Descent, Queens};
use super::frame::Frame;
use super::levels::{SIDES, Step, first_row};
use super::tail::Tail;
use crate::board::Bits;
use crate::engine::{Enumeration, Halt, Plan, Random, Tally, Unit, Visitor};
use crate::method::Vectors;
use crate::queens::question::QueensQuestion;
use crate::queens::recount::recount;

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
    /// The number of queens that a unit begins with, on boards with more rows.
    depth: usize,
    in_order: bool,
    vectors: Vectors,
}

/// The columns of a unit's queens and the open squares of the next row.
struct Beginning {
    path: Vec<u32>,
    queens: Queens,
    open: u64,
    share: f64,
}

impl QueensSearch {
    /// The search for a question.
    pub fn new(question: QueensQuestion) -> QueensSearch {
        QueensSearch { question, depth: 2, in_order: false, vectors: Vectors::Native }
    }

    /// Uses other vector instructions; the results are the same.
    pub fn vectors(self, vectors: Vectors) -> QueensSearch {
        QueensSearch { vectors, ..self }
    }

    /// Visits the placements of each unit in the order of their columns. Slower on boards of medium
    /// size, because their last rows are then not searched by levels.
    pub fn in_order(self) -> QueensSearch {
        QueensSearch { in_order: true, ..self }
    }

    /// True if the last rows are searched by levels.
    pub(in crate::queens) fn goes_by_levels(&self) -> bool {
        !self.in_order && !self.question.is_amazons() && SIDES.contains(&self.question.side())
    }

    /// Splits the search at the depth with at least `units` units, or at the greatest depth. The
    /// totals stay the same.
    pub fn split(mut self, units: usize) -> QueensSearch {
        self.depth = 2;
        while self.depth < self.deepest() && self.plan().units.len() < units {
            self.depth += 1;
        }
        self
    }

    /// The question.
    pub fn question(&self) -> &QueensQuestion {
        &self.question
    }

    /// A unit leaves at least one row before the last ones, which are completed at once.
    fn deepest(&self) -> usize {
        let side = self.question.side();
        if self.goes_by_levels() {
            return first_row(side) - 1;
        }
        Tail::first(side).min(side).saturating_sub(2).max(2)
    }

    /// The possible columns of the first row's queen. The middle column of an odd board is
    /// impossible: the queens of the first and the last column would both be in the middle row.
    fn first_columns(&self) -> Range<usize> {
        let side = self.question.side();
        if self.question.is_reduced() && side > 1 { 0..side / 2 } else { 0..side }
    }

    /// The beginnings with two queens.
    fn pairs<const AMAZON: bool>(&self, first: usize, share: f64) -> Vec<Beginning> {
        let queen = Queens::default().with::<AMAZON>(first);
        let seconds = queen.free::<AMAZON>(self.frame(first).rows[1]);
        let share = share / seconds.len() as f64;
        let pair = |second: usize| {
            let (path, queens) = (vec![first as u32, second as u32], queen.with::<AMAZON>(second));
            let open = queens.free::<AMAZON>(self.frame_of(&path).rows[2]);
            Beginning { path, queens, open, share }
        };
        seconds.iter().map(pair).collect()
    }

    /// The beginnings with one more queen, which the descent of a unit would place.
    fn longer<const AMAZON: bool>(&self, beginning: &Beginning) -> Vec<Beginning> {
        let frame = self.frame_of(&beginning.path);
        let below = beginning.path.len() + 1;
        let next = |column: usize| {
            let queens = beginning.queens.with::<AMAZON>(column);
            let open = queens.open::<AMAZON>(frame.rows[below], frame.due[below + 1]);
            let path = beginning.path.iter().copied().chain([column as u32]).collect();
            queens.is_live::<AMAZON>(&frame, below, open).then_some((path, queens, open))
        };
        let live: Vec<_> = beginning.open.iter().filter_map(next).collect();
        let share = beginning.share / live.len().max(1) as f64;
        let child = |(path, queens, open)| Beginning { path, queens, open, share };
        live.into_iter().map(child).collect()
    }

    /// The beginnings of all units; the nodes above them are added to the trunk.
    fn beginnings<const AMAZON: bool>(&self, trunk: &mut Tally) -> Vec<Beginning> {
        let firsts = self.first_columns();
        trunk.enter(1, firsts.len() as u64);
        let share = 1.0 / firsts.len() as f64;
        let mut level: Vec<_> =
            firsts.flat_map(|first| self.pairs::<AMAZON>(first, share)).collect();
        for depth in 2..self.depth.min(self.deepest()) {
            trunk.enter(depth, level.len() as u64);
            level = level.iter().flat_map(|beginning| self.longer::<AMAZON>(beginning)).collect();
        }
        level
    }

    /// The frame of a unit's queens.
    fn frame_of(&self, path: &[u32]) -> Frame {
        let frame = self.frame(path[0] as usize);
        match path.get(1) {
            Some(&second) => frame.with_second(second as usize),
            None => frame,
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
        let levels = if self.goes_by_levels() { first_row(side) } else { usize::MAX };
        let mut sum = 0.0;
        for _ in 0..probes {
            let first = random.below(firsts.len());
            let mut frame = self.frame(first);
            let mut queens = Queens::default().with::<AMAZON>(first);
            let mut width = firsts.len() as f64;
            sum += 1.0 + width;
            for row in 1..side {
                let mut live = queens.open::<AMAZON>(frame.rows[row], frame.due[row + 1]);
                if row + 1 < side && row >= levels {
                    let step = Step::new(&frame, row);
                    live = queens.free::<AMAZON>(frame.rows[row]);
                    for column in live.iter() {
                        if !step.is_live(queens.with::<AMAZON>(column).words()) {
                            live = live.without(column);
                        }
                    }
                } else if row > 1 && row + 1 < side {
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
                if !AMAZON && row > 1 && row + 1 == Tail::first(side) && levels > side {
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
        format!("{piece} {0}x{0}, search, {classes}, split {1}", self.question.side(), self.depth)
    }

    fn plan(&self) -> Plan {
        let mut plan = Plan::default();
        plan.trunk.enter(0, 1);
        let side = self.question.side();
        if side == 0 {
            plan.trunk.find(1, 1u64);
            return plan;
        }
        if side == 1 {
            plan.units.push(Unit { id: 0, path: vec![0], weight: 1, share: 1.0 });
            return plan;
        }
        let beginnings = if self.question.is_amazons() {
            self.beginnings::<true>(&mut plan.trunk)
        } else {
            self.beginnings::<false>(&mut plan.trunk)
        };
        let unit = |(id, Beginning { path, share, .. })| Unit { id, path, weight: 1, share };
        plan.units = (0..).zip(beginnings).map(unit).collect();
        plan
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let frame = self.frame_of(&unit.path);
        let levels = self.goes_by_levels().then_some(self.vectors);
        let mut descent = Descent::new(frame, levels, unit, visitor);
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
