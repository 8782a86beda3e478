//! `SweepPlan`: the vertex order turned into steps before any state exists, and the steps that
//! repeat.
//!
//! A cell gets a slot when its first neighbour is eliminated and keeps it until it is eliminated
//! itself. Then the slot passes to a new cell, its successor cell, or becomes free. So nothing is
//! ever shifted, and a state changes only at the step's edges.
//!
//! Two steps are equivalent if they differ only in the names of slots (and possibly by an exchange
//! of colours): the vertices near both have their neighbours at the same distances in the order.
//! Results for one step carry over to the other: the successors of a state correspond to the
//! successors of the renamed state, and a rule that drops a state in one drops the renamed state in
//! the other.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::state::MAX_SLOTS;
use super::transition::{
    FreeTerminals, LANES, MOST_CELLS, OUTSIDE, Residual, Starved, Step, TerminalRule,
};
use super::vertex_order::EliminationOrder;
use crate::board::{Graph, Permutation};
use crate::tours::question::Kind;

/// All steps of a sweep.
#[derive(Clone, Debug)]
pub struct SweepPlan {
    pub steps: Vec<Step>,
    pub goal: Goal,
    /// The most slots in use at a time.
    pub width: usize,
    /// True if the graph has two colours.
    pub coloured: bool,
    /// The periods of the steps.
    pub periods: Vec<Period>,
    white: Vec<bool>,
    pub near: Vec<Vec<u32>>,
}

impl SweepPlan {
    /// The steps of an order whose width is at most [`MAX_SLOTS`]. The graph must be connected, and
    /// its colour classes, if it has two, must allow a tour of this kind.
    pub fn new(graph: &Graph, order: &EliminationOrder, goal: &Goal) -> SweepPlan {
        let colours = graph.colours();
        let white: Vec<bool> = match &colours {
            Some(colours) => colours.iter().map(|&colour| !colour).collect(),
            None => vec![true; graph.len()],
        };
        let near = (0..graph.len()).map(|v| graph.neighbours(v).to_vec()).collect();
        let mut plan = SweepPlan {
            steps: Vec::with_capacity(graph.len()),
            goal: goal.clone(),
            width: 0,
            coloured: colours.is_some(),
            periods: Vec::new(),
            white,
            near,
        };
        let mut builder = Builder::new(&plan, order);
        let steps = order.vertices.iter().map(|&v| builder.eliminate(v)).collect();
        plan.width = builder.width;
        plan.steps = steps;
        plan.periods = periods(&plan, order.mirror.as_ref());
        plan
    }

    pub fn period(&self, at: usize) -> Option<Period> {
        self.periods.iter().copied().find(|period| period.has(at))
    }

    /// The remaining cells after a step, for learning cuts: the frontier and the next vertices in
    /// the order, as many as a flow can have.
    pub fn residual(&self, at: usize) -> Vec<Residual> {
        let step = &self.steps[at];
        let mut cells: Vec<(u32, Option<u32>)> =
            step.frontier.iter().map(|&(cell, slot)| (cell, Some(u32::from(slot)))).collect();
        let later = self.steps[at + 1..].iter().map(|step| step.vertex);
        let outside = later.filter(|v| !step.frontier.iter().any(|(cell, _)| cell == v));
        cells.extend(
            outside.map(|cell| (cell, None)).take(MOST_CELLS - cells.len().min(MOST_CELLS)),
        );
        let mut done = vec![false; self.near.len()];
        self.steps[..=at].iter().for_each(|step| done[step.vertex as usize] = true);
        let mut place = vec![None; self.near.len()];
        cells.iter().enumerate().for_each(|(i, &(cell, _))| place[cell as usize] = Some(i));
        let residual = |&(cell, slot): &(u32, Option<u32>)| {
            let near = self.near[cell as usize].iter().filter(|&&w| !done[w as usize]);
            let places: Vec<Option<usize>> = near.map(|&w| place[w as usize]).collect();
            let white = self.white[cell as usize];
            Residual {
                slot,
                near: places.iter().flatten().fold(0, |set, &i| set | 1 << i),
                leaks: places.iter().any(Option::is_none),
                demands: white,
                supplies: !self.coloured || !white,
                must_end: self.goal.fixed.contains(&cell),
            }
        };
        cells.iter().map(residual).collect()
    }
}

/// The number of terminals of each colour in a tour of a graph with these white vertices; all are
/// white if it is not bipartite.
pub fn quota(kind: Kind, white: &[bool]) -> FreeTerminals {
    let whites = white.iter().filter(|&&white| white).count();
    let [white, black] = match (kind, whites.cmp(&(white.len() - whites))) {
        (Kind::Closed, _) => [0, 0],
        (Kind::Open, Ordering::Equal) => [1, 1],
        (Kind::Open, Ordering::Greater) => [2, 0],
        (Kind::Open, Ordering::Less) => [0, 2],
    };
    FreeTerminals { white, black }
}

/// The frontier while the steps are built.
struct Builder<'a> {
    plan: &'a SweepPlan,
    order: &'a EliminationOrder,
    quota: FreeTerminals,
    slots: Vec<Option<u8>>,
    done: Vec<bool>,
    free: u64,
    at: usize,
    balance: i32,
    /// Cells of the frontier and their slots.
    frontier: Vec<(u32, u8)>,
    /// The number of eliminated vertices whose mirror image is not eliminated.
    lopsided: usize,
    width: usize,
}

impl<'a> Builder<'a> {
    fn new(plan: &'a SweepPlan, order: &'a EliminationOrder) -> Self {
        let cells = plan.near.len();
        Builder {
            plan,
            order,
            quota: quota(plan.goal.kind, &plan.white),
            slots: vec![None; cells],
            done: vec![false; cells],
            free: u64::MAX >> (64 - MAX_SLOTS),
            at: 0,
            balance: 0,
            frontier: Vec::new(),
            lopsided: 0,
            width: 0,
        }
    }

    fn take_slot(&mut self, cell: u32) -> u32 {
        let slot = self.free.trailing_zeros();
        assert!((slot as usize) < MAX_SLOTS, "the order's width was checked");
        self.free &= self.free - 1;
        self.place(cell, slot);
        slot
    }

    fn place(&mut self, cell: u32, slot: u32) {
        self.slots[cell as usize] = Some(slot as u8);
        self.frontier.push((cell, slot as u8));
    }

    fn eliminate(&mut self, vertex: u32) -> Step {
        let plan = self.plan;
        let v = vertex as usize;
        let mut fresh = 0;
        let slot = match self.slots[v] {
            Some(slot) => u32::from(slot),
            None => {
                let slot = self.take_slot(vertex);
                fresh |= 1 << slot;
                slot
            }
        };
        let colour_before = |white| {
            let of_colour = self.frontier.iter().filter(|(cell, _)| self.is_white(*cell) == white);
            of_colour.fold(0u32, |set, (_, slot)| set | 1 << slot)
        };
        let (white_before, black_before) = (colour_before(true), colour_before(false));
        let later: Vec<u32> =
            plan.near[v].iter().copied().filter(|&w| !self.done[w as usize]).collect();
        let mut new = later.iter().copied().filter(|&w| self.slots[w as usize].is_none());
        let successor_cell = new.next();
        for cell in new.collect::<Vec<_>>() {
            fresh |= 1 << self.take_slot(cell);
        }
        let in_slots = |w: &u32| self.slots[*w as usize].map(u32::from);
        let near: Vec<u32> = later.iter().filter_map(in_slots).collect();
        let near_vertices = later.iter().copied().filter(|&w| Some(w) != successor_cell).collect();
        self.width = self.width.max(self.frontier.len());

        self.slots[v] = None;
        self.done[v] = true;
        self.frontier.retain(|&(cell, _)| cell != vertex);
        match successor_cell {
            Some(cell) => self.place(cell, slot),
            None => self.free |= 1 << slot,
        }
        let ends = self.ends(vertex, white_before, black_before);
        self.balance += if self.is_white(vertex) { 2 } else { -2 };
        let mirror = self.mirror(v);
        self.at += 1;
        Step {
            kind: plan.goal.kind,
            vertex,
            slot,
            near,
            near_vertices,
            successor_cell,
            has_successor_cell: successor_cell.is_some(),
            fresh,
            outside: self.done.len() > self.at + self.frontier.len(),
            must_end: plan.goal.fixed.contains(&vertex),
            ends,
            starved: self.starved(),
            mirror,
            frontier: self.frontier.clone(),
        }
    }

    fn is_white(&self, cell: u32) -> bool {
        self.plan.white[cell as usize]
    }

    fn ends(&self, vertex: u32, white_before: u32, black_before: u32) -> TerminalRule {
        let (cells, flip) = (self.done.len(), self.order.flip);
        let left = self.plan.goal.fixed.iter().filter(|&&cell| !self.done[cell as usize]);
        let mut reserved = FreeTerminals { white: 0, black: 0 };
        for &cell in left {
            if self.is_white(cell) { reserved.white += 1 } else { reserved.black += 1 }
        }
        TerminalRule {
            coloured: self.plan.coloured,
            white: self.is_white(vertex),
            quota: self.quota,
            reserved,
            white_before,
            black_before,
            balance: self.balance,
            first: true,
            second: self.at >= flip,
            doubles: self.at >= cells - flip,
        }
    }

    /// Records that `v` is eliminated. Returns the mirror's action on the slots if the eliminated
    /// vertices are now symmetric.
    fn mirror(&mut self, v: usize) -> Option<[u8; MAX_SLOTS]> {
        let mirror = self.order.mirror.as_ref()?;
        let image = mirror[v] as usize;
        match () {
            () if image == v => {}
            () if self.done[image] => self.lopsided -= 1,
            () => self.lopsided += 1,
        }
        if self.lopsided > 0 {
            return None;
        }
        let mut slots: [u8; MAX_SLOTS] = std::array::from_fn(|slot| slot as u8);
        for &(cell, slot) in &self.frontier {
            let image = self.slots[mirror[cell as usize] as usize];
            slots[slot as usize] = image.expect("a mirror keeps a symmetric frontier");
        }
        let moves = slots.iter().enumerate().any(|(slot, &image)| slot != image as usize);
        moves.then_some(slots)
    }

    fn starved(&self) -> Starved {
        let plan = self.plan;
        let mut starved = Starved {
            near: [0; LANES],
            if_bare: [0; LANES],
            if_end: [0; LANES],
            white: if plan.coloured { 0 } else { u64::MAX },
        };
        let mut set = |lane: usize, cell: u32, near: u32, outside: usize| {
            let needs = 2 - usize::from(plan.goal.fixed.contains(&cell));
            starved.near[lane] = near;
            starved.if_bare[lane] = needs.saturating_sub(outside) as u8;
            starved.if_end[lane] = (needs - 1).saturating_sub(outside) as u8;
            starved.white |= u64::from(plan.white[cell as usize]) << lane;
        };
        for &(cell, slot) in &self.frontier {
            let (near, outside) = self.reach(cell);
            set(usize::from(slot), cell, near, outside);
        }
        let neighbours = self.frontier.iter().flat_map(|&(cell, _)| &plan.near[cell as usize]);
        let is_outside = |&&w: &&u32| !self.done[w as usize] && self.slots[w as usize].is_none();
        let mut cells: Vec<u32> = neighbours.filter(is_outside).copied().collect();
        cells.sort_unstable();
        cells.dedup();
        let mut few: Vec<(u32, u32, u32, usize)> = Vec::new();
        for cell in cells {
            let (near, outside) = self.reach(cell);
            if outside < 2 {
                few.push((outside as u32 + near.count_ones(), cell, near, outside));
            }
        }
        few.sort_unstable();
        for (lane, &(_, cell, near, outside)) in few.iter().take(OUTSIDE).enumerate() {
            set(MAX_SLOTS + lane, cell, near, outside);
        }
        starved
    }

    /// The slots of the later neighbours, and the number of others outside the frontier.
    fn reach(&self, cell: u32) -> (u32, usize) {
        let later = self.plan.near[cell as usize].iter().filter(|&&w| !self.done[w as usize]);
        later.fold((0, 0), |(near, outside), &w| match self.slots[w as usize] {
            Some(slot) => (near | 1 << slot, outside),
            None => (near, outside + 1),
        })
    }
}

/// The tours to count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    pub kind: Kind,
    /// Fixed ends of open tours, at most two.
    pub fixed: Vec<u32>,
}

/// Fewer repetitions are not treated as a period.
const LEAST: usize = 4;
/// Longer periods are not searched for.
const LONGEST: usize = 512;
/// Layers of wider frontiers hardly fit in memory, and their transfers do not.
const WIDEST_CLOSED: usize = 14;
const WIDEST_OPEN: usize = 12;

/// The periods of the steps, the longest first; they do not overlap.
fn periods(plan: &SweepPlan, mirror: Option<&Permutation>) -> Vec<Period> {
    let widest = match plan.goal.kind {
        Kind::Closed => WIDEST_CLOSED,
        Kind::Open => WIDEST_OPEN,
    };
    if plan.width > widest {
        return Vec::new();
    }
    let likeness = Likeness::of(plan, mirror);
    let steps = plan.steps.len();
    let mut found = Vec::new();
    for length in 1..=(steps / LEAST).min(LONGEST) {
        for exchanged in [false, true] {
            let is_like = likeness.runs(length, exchanged);
            let mut at = 1;
            while at < is_like.len() {
                let run = is_like[at..].iter().take_while(|&&like| like).count();
                // The mirror of the step before the first one must also be that of a repetition.
                let whole = (run + length).saturating_sub(1) / length;
                if run > 0 && whole >= LEAST {
                    found.push(Period { start: at + 1, length, times: whole });
                }
                at += run + 1;
            }
        }
    }
    found.sort_by_key(|period| (usize::MAX - period.length * period.times, period.length));
    let mut chosen: Vec<Period> = Vec::new();
    for period in found {
        if chosen.iter().all(|other| period.end() <= other.start || other.end() <= period.start) {
            chosen.push(period);
        }
    }
    chosen
}

/// The properties that equivalent steps share.
struct Likeness<'a> {
    plan: &'a SweepPlan,
    /// For each step, a number that identifies the distances of its vertex's neighbours.
    shapes: Vec<usize>,
    white: Vec<bool>,
    /// The longest distance.
    reach: usize,
}

impl<'a> Likeness<'a> {
    fn of(plan: &'a SweepPlan, mirror: Option<&Permutation>) -> Self {
        let steps = &plan.steps;
        let mut position = vec![0i64; steps.len()];
        steps.iter().zip(0..).for_each(|(step, at)| position[step.vertex as usize] = at);
        let mut reach = 0;
        let mut numbers = HashMap::new();
        let shape = |(step, at): (&Step, i64)| {
            let distance = |v: u32| position[v as usize] - at;
            let near = plan.near[step.vertex as usize].iter();
            let mut near: Vec<i64> = near.map(|&w| distance(w)).collect();
            near.sort_unstable();
            reach = near.iter().fold(reach, |reach, d| reach.max(d.unsigned_abs() as usize));
            let image = mirror.map(|mirror| distance(mirror[step.vertex as usize]));
            let next = numbers.len();
            *numbers.entry((near, image, step.must_end)).or_insert(next)
        };
        let shapes = steps.iter().zip(0..).map(shape).collect();
        let white = steps.iter().map(|step| step.ends.white).collect();
        Likeness { plan, shapes, white, reach }
    }

    /// True for each step that is equivalent to the one `length` steps later.
    fn runs(&self, length: usize, exchanged: bool) -> Vec<bool> {
        let steps = &self.plan.steps;
        let pairs = steps.len() - length;
        let mut is_like = vec![false; pairs];
        let mut same = 0;
        for at in (0..pairs).rev() {
            let later = at + length;
            let alike = self.shapes[at] == self.shapes[later]
                && (self.white[at] == self.white[later]) != exchanged;
            same = if alike { same + 1 } else { 0 };
            // A step depends on the cells next to those of its frontier.
            is_like[at] =
                same > 2 * self.reach && self.plan.are_alike(&steps[at], &steps[later], exchanged);
        }
        is_like
    }
}

impl SweepPlan {
    /// True if the steps agree in their global properties.
    fn are_alike(&self, a: &Step, b: &Step, exchanged: bool) -> bool {
        let exchange = |terminals: FreeTerminals| match exchanged {
            true => FreeTerminals { white: terminals.black, black: terminals.white },
            false => terminals,
        };
        let allowed = |ends: &TerminalRule| (ends.first, ends.second, ends.doubles);
        let as_ends = self.goal.kind == Kind::Closed
            || allowed(&a.ends) == allowed(&b.ends)
                && exchange(a.ends.quota) == b.ends.quota
                && exchange(a.ends.reserved) == b.ends.reserved;
        // For closed tours the balance of colours determines the possible states.
        let balance = if exchanged { -a.ends.balance } else { a.ends.balance };
        a.outside
            && b.outside
            && a.mirror.is_some() == b.mirror.is_some()
            && (!self.coloured || balance == b.ends.balance)
            && as_ends
    }
}

/// From step `start` on, `length` steps that occur `times` times in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    pub start: usize,
    pub length: usize,
    pub times: usize,
}

impl Period {
    pub fn end(&self) -> usize {
        self.start + self.length * self.times
    }

    /// True for each step of the period.
    pub fn has(&self, at: usize) -> bool {
        (self.start..self.end()).contains(&at)
    }

    /// True for each step that begins a repetition.
    pub fn begins(&self, at: usize) -> bool {
        self.has(at) && (at - self.start).is_multiple_of(self.length)
    }
}
