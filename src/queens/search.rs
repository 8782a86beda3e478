//! METHOD search: bitboard depth-first search, row by row; it visits one placement of
//! each class under rotation and reflection, with the size of the class as its weight.
//!
//! The visited placement is the least of its class in the order of its columns. Its first
//! row's queen, in column m, is then no farther from a corner than the queen of any other
//! border line, from either of the two corners: m is less than half the side, and the
//! queens of the first column, the last column and the last row keep m squares off the
//! corners. That is a mask for each row ([`Frame`]), so almost no other placement is ever
//! reached; the few whose borders tie are compared at the end. (Takaken 2003 prunes for
//! the same purpose by another rule.) A unit is the columns of the first two queens.

use std::ops::{ControlFlow, Range};

use super::placement::Placement;
use super::question::QueensQuestion;
use super::recount::recount;
use crate::board::Bits;
use crate::engine::{BEAT, Beat, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor};

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

    /// The masks for the placements whose first queen stands in column `first`.
    fn frame(&self, first: usize) -> Frame {
        let side = self.question.side();
        let reduced = self.question.is_reduced();
        let mut frame = Frame { side, reduced, rows: vec![u64::all_below(side); side + 1] };
        if reduced && side > 1 {
            let (last, sides) = (side - 1, u64::EMPTY.with(0).with(side - 1));
            for row in (1..side).filter(|&row| row < first || row > last - first) {
                frame.rows[row] &= !sides;
            }
            frame.rows[last] &= u64::all_below(side - first) & !u64::all_below(first);
        }
        frame.rows[0] = u64::single(first);
        frame
    }
}

impl Enumeration for QueensSearch {
    type Solution = [u8];

    fn method(&self) -> &'static str {
        "search"
    }

    fn fingerprint(&self) -> String {
        let classes = if self.question.is_reduced() { "classes" } else { "all" };
        format!("queens {0}x{0}, search, {classes}, split 2", self.question.side())
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
            let seconds = Queens::default().with(first).free(self.frame(first).rows[1]);
            for second in seconds.iter() {
                let share = share / seconds.len() as f64;
                let path = vec![first as u32, second as u32];
                plan.units.push(Unit { id: plan.units.len(), path, weight: 1, share });
            }
        }
        plan
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let mut columns = [0; MAX_SIDE];
        let mut queens = Queens::default();
        for (place, &column) in columns.iter_mut().zip(&unit.path) {
            *place = column as u8;
            queens = queens.with(column as usize);
        }
        let mut frame = self.frame(unit.path[0] as usize);
        if let Some(&second) = unit.path.get(1) {
            frame = frame.with_second(second as usize);
        }
        let mut search = Search {
            frame,
            unit,
            visitor,
            columns,
            profile: [0; MAX_SIDE + 1],
            found: [0; 9],
            nodes: 0,
        };
        Halt::on_break(search.place(queens, unit.path.len()))?;
        let mut tally = Tally::default();
        for (weight, &found) in search.found.iter().enumerate() {
            tally.find(weight as u64, found);
        }
        for (depth, &nodes) in search.profile.iter().enumerate() {
            tally.enter(depth, nodes);
        }
        Ok(tally)
    }

    fn other_way(&self) -> Option<&'static str> {
        Some("placing queen by queen without masks")
    }

    fn recount(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        recount(self.question.side(), self.question.is_reduced(), &unit.path, visitor)
    }

    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        let firsts = self.first_columns();
        if firsts.is_empty() {
            return 1.0;
        }
        let mut sum = 0.0;
        for _ in 0..probes {
            let first = random.below(firsts.len());
            let mut frame = self.frame(first);
            let mut queens = Queens::default().with(first);
            let mut width = firsts.len() as f64;
            sum += 1.0 + width;
            for row in 1..self.question.side() {
                let free = queens.free(frame.rows[row]);
                let Some(column) = free.iter().nth(random.below(free.len().max(1))) else { break };
                if row == 1 {
                    frame = frame.with_second(column);
                }
                width *= free.len() as f64;
                sum += width;
                queens = queens.with(column);
            }
        }
        sum / f64::from(probes)
    }
}

/// Where queens may stand so that the placement can be the least of its class.
struct Frame {
    side: usize,
    reduced: bool,
    /// The columns open to each row's queen, and to none behind the last row.
    rows: Vec<u64>,
}

impl Frame {
    /// The masks once the second queen stands too. With the first in the corner, the
    /// placement ties with its reflection in the diagonal and with no other image; the
    /// second row's queen against the second column's tells which is less, so that
    /// column's queen stands below row `second`.
    fn with_second(mut self, second: usize) -> Frame {
        if self.reduced && self.rows[0] == u64::single(0) {
            self.rows[2..=second].iter_mut().for_each(|row| *row &= !u64::single(1));
        }
        self
    }

    /// The weight of a complete placement: the size of its class, or `None` if another
    /// placement of the class is the least.
    fn weight(&self, columns: &[u8]) -> Option<u64> {
        if !self.reduced {
            return Some(1);
        }
        let (first, last) = (usize::from(columns[0]), self.side - 1);
        let at = |row: usize, column: usize| usize::from(columns[row]) == column;
        let tied = at(last, first)
            || at(last, last - first)
            || [first, last - first].iter().any(|&row| at(row, 0) || at(row, last));
        if first == 0 && self.side > 1 || !tied {
            return Some(8);
        }
        let placement = Placement::check(columns).expect("the search places no attacking queens");
        placement.is_fundamental().then(|| placement.class_size())
    }
}

/// The columns and diagonals that the queens of the rows above attack in the next row.
#[derive(Clone, Copy, Default)]
struct Queens {
    columns: u64,
    left: u64,
    right: u64,
}

impl Queens {
    #[inline(always)]
    fn free(self, mask: u64) -> u64 {
        mask & !(self.columns | self.left | self.right)
    }

    #[inline(always)]
    fn with(self, column: usize) -> Queens {
        let queen = u64::single(column);
        Queens {
            columns: self.columns | queen,
            left: (self.left | queen) << 1,
            right: (self.right | queen) >> 1,
        }
    }
}

/// One unit being searched.
struct Search<'a, V> {
    frame: Frame,
    unit: &'a Unit,
    visitor: &'a mut V,
    columns: [u8; MAX_SIDE],
    profile: [u64; MAX_SIDE + 1],
    /// Placements by weight, which is at most 8.
    found: [u64; 9],
    nodes: u64,
}

impl<V: Visitor<[u8]>> Search<'_, V> {
    /// Visits every placement that continues the queens of the first `row` rows.
    fn place(&mut self, queens: Queens, row: usize) -> ControlFlow<()> {
        self.profile[row] = self.profile[row].wrapping_add(1);
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(BEAT) {
            self.beat()?;
        }
        if row == self.frame.side {
            return self.arrive();
        }
        for column in queens.free(self.frame.rows[row]).iter() {
            self.columns[row] = column as u8;
            self.place(queens.with(column), row + 1)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(never)]
    fn arrive(&mut self) -> ControlFlow<()> {
        let columns = &self.columns[..self.frame.side];
        let Some(weight) = self.frame.weight(columns) else {
            return ControlFlow::Continue(());
        };
        self.found[weight as usize] = self.found[weight as usize].wrapping_add(1);
        self.visitor.solution(columns)
    }

    #[inline(never)]
    fn beat(&mut self) -> ControlFlow<()> {
        let solutions =
            (0..).zip(self.found).map(|(weight, found): (u64, u64)| weight * found).sum();
        self.visitor.beat(Beat { nodes: self.nodes, solutions, done: self.done() })
    }

    /// The part of the unit that lies before the queens as they stand.
    fn done(&self) -> f64 {
        let (mut done, mut width) = (0.0, 1.0);
        let mut queens = Queens::default();
        for (row, &column) in self.columns[..self.frame.side].iter().enumerate() {
            let free = queens.free(self.frame.rows[row]);
            if row >= self.unit.path.len() {
                width /= free.len().max(1) as f64;
                done += width * (free & u64::all_below(usize::from(column))).len() as f64;
            }
            if width < 1e-6 {
                break;
            }
            queens = queens.with(usize::from(column));
        }
        done
    }
}
