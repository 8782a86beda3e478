//! METHOD search: visits every walk, depth first, in the order of the squares' numbers.
//!
//! Without limits, a start represents its orbit under the symmetries. No pruning: every prefix that
//! can be extended is a walk.

use std::ops::ControlFlow;

use super::question::WalkQuestion;
use crate::engine::{Counter, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor};

/// The tree is split at the first level with at least this number of units.
const UNITS: usize = 256;

/// The search of one question's walks; `Solution` is the squares in order.
///
/// ```
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::engine::Run;
/// use cavalcade::walks::{WalkQuestion, WalkSearch};
/// let question = WalkQuestion::new(&Board::rectangle(8, 8)?, &Piece::knight(2), 3)?;
/// let search = WalkSearch::new(question.self_avoiding());
/// let outcome = Run::new(&search).execute()?;
/// assert_eq!(outcome.tally.weighted().to_string(), "1672");
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct WalkSearch {
    question: WalkQuestion,
    /// The limits that each square is subject to.
    limits: Vec<Vec<usize>>,
    ordered: bool,
    units: usize,
}

impl WalkSearch {
    /// The search for a question.
    pub fn new(question: WalkQuestion) -> WalkSearch {
        let counts = |square| {
            let all = question.limits().iter().enumerate();
            all.filter(|(_, limit)| limit.squares.contains(&square)).map(|(i, _)| i).collect()
        };
        let limits = (0..question.graph().len()).map(counts).collect();
        WalkSearch { question, limits, ordered: false, units: UNITS }
    }

    /// Visits every walk itself, without symmetry, in lexicographic order over the units in turn:
    /// for listings.
    pub fn every(mut self) -> WalkSearch {
        self.ordered = true;
        self
    }

    /// Splits the search at the first level with at least `units` units instead; the totals stay
    /// the same.
    pub fn split(mut self, units: usize) -> WalkSearch {
        self.units = units;
        self
    }

    fn walk(&self) -> Walk<'_> {
        Walk {
            search: self,
            path: Vec::with_capacity(self.question.length()),
            visited: vec![false; self.question.graph().len()],
            left: self.question.limits().iter().map(|limit| limit.most).collect(),
        }
    }

    /// The walks of one square, one for each orbit.
    fn roots(&self) -> Vec<Unit> {
        let unit =
            |square: usize, weight| Unit { id: 0, path: vec![square as u32], weight, share: 0.0 };
        let every = 0..self.question.graph().len();
        let units: Vec<Unit> = match self.question.start() {
            Some(start) => vec![unit(start, 1)],
            None if self.ordered => every.map(|square| unit(square, 1)).collect(),
            None => {
                let orbits =
                    self.question.symmetries().orbits(every, |p, square| p[square] as usize);
                orbits.into_iter().map(|orbit| unit(orbit.representative, orbit.size)).collect()
            }
        };
        let share = 1.0 / units.len().max(1) as f64;
        let allowed = |unit: &Unit| {
            self.limits[unit.path[0] as usize].iter().all(|&l| self.question.limits()[l].most > 0)
        };
        units.into_iter().filter(allowed).map(|unit| Unit { share, ..unit }).collect()
    }

    /// The walks one square longer, in order.
    fn grow(&self, unit: &Unit) -> Vec<Unit> {
        let mut walk = self.walk();
        unit.path.iter().for_each(|&square| walk.enter(square));
        let near = walk.next();
        let share = unit.share / near.len().max(1) as f64;
        let longer = |next| {
            let path = unit.path.iter().copied().chain([next]).collect();
            Unit { path, share, ..unit.clone() }
        };
        near.into_iter().map(longer).collect()
    }
}

impl Enumeration for WalkSearch {
    type Solution = [u32];

    fn method(&self) -> &'static str {
        "search"
    }

    fn fingerprint(&self) -> String {
        let label = self.question.label();
        let order = self.question.symmetries().order();
        let (kind, piece, board, units) = (label.kind, label.piece, label.board, self.units);
        format!("walks {kind} {piece} {board}, search, {order} symmetries, split {units}")
    }

    fn plan(&self) -> Plan {
        let mut plan = Plan { units: self.roots(), trunk: Tally::default() };
        let mut depth = 1;
        while !plan.units.is_empty()
            && plan.units.len() < self.units
            && depth < self.question.length()
        {
            plan.trunk.enter(depth, plan.units.len() as u64);
            plan.units = plan.units.iter().flat_map(|unit| self.grow(unit)).collect();
            depth += 1;
        }
        for (id, unit) in plan.units.iter_mut().enumerate() {
            unit.id = id;
        }
        plan
    }

    fn prunes_prefixes(&self) -> bool {
        true
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u32]>) -> Result<Tally, Halt> {
        let mut counter = Counter::new(visitor, self.question.length(), unit.weight);
        let ended = self.walk().run(&unit.path, &mut counter);
        counter.finish(ended)
    }

    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        let roots = self.roots();
        if roots.is_empty() {
            return 0.0;
        }
        let mut sum = 0.0;
        for _ in 0..probes {
            let root = &roots[random.below(roots.len())];
            let mut width = roots.len() as f64;
            let mut walk = self.walk();
            walk.enter(root.path[0]);
            sum += width;
            // Beyond the largest float the estimate cannot grow.
            while walk.path.len() < self.question.length() && width.is_finite() {
                let near = walk.next();
                if near.is_empty() {
                    break;
                }
                width *= near.len() as f64;
                sum += width;
                walk.enter(near[random.below(near.len())]);
            }
        }
        sum / f64::from(probes)
    }
}

/// One unit being searched.
struct Walk<'a> {
    search: &'a WalkSearch,
    path: Vec<u32>,
    visited: Vec<bool>,
    /// The remaining visits of each limit.
    left: Vec<u32>,
}

impl Walk<'_> {
    #[inline(always)]
    fn allows(&self, square: u32) -> bool {
        let fresh = !(self.visited[square as usize] && self.search.question.is_self_avoiding());
        fresh && self.search.limits[square as usize].iter().all(|&limit| self.left[limit] > 0)
    }

    /// The squares that may follow, in order.
    fn next(&self) -> Vec<u32> {
        let head = self.path[self.path.len() - 1] as usize;
        let near = self.search.question.graph().neighbours(head).iter().copied();
        near.filter(|&square| self.allows(square)).collect()
    }

    #[inline(always)]
    fn enter(&mut self, square: u32) {
        self.path.push(square);
        self.visited[square as usize] = true;
        for &limit in &self.search.limits[square as usize] {
            self.left[limit] -= 1;
        }
    }

    /// Removes the last square. If squares may repeat, the mark is not used.
    #[inline(always)]
    fn leave(&mut self) {
        let square = self.path.pop().expect("only entered squares are left");
        self.visited[square as usize] = false;
        for &limit in &self.search.limits[square as usize] {
            self.left[limit] += 1;
        }
    }

    /// False if the visitor wants no walk that continues with `next`.
    fn wants(&mut self, next: u32, visitor: &mut impl Visitor<[u32]>) -> bool {
        self.path.push(next);
        let wanted = visitor.enter(&self.path);
        self.path.pop();
        wanted
    }

    /// Visits every walk that extends `root`.
    fn run<V>(&mut self, root: &[u32], counter: &mut Counter<'_, V>) -> ControlFlow<()>
    where
        V: Visitor<[u32]>,
    {
        let search = self.search;
        let length = search.question.length();
        root.iter().for_each(|&square| self.enter(square));
        if V::PREFIXES && !(1..=root.len()).all(|length| counter.visitor.enter(&root[..length])) {
            return ControlFlow::Continue(());
        }
        counter.enter(root.len())?;
        if root.len() == length {
            counter.find();
            return counter.visitor.solution(&self.path);
        }
        // The neighbour to try next, at each depth.
        let mut tries = vec![0; length];
        loop {
            let depth = self.path.len();
            let near = search.question.graph().neighbours(self.path[depth - 1] as usize);
            let from = tries[depth - 1];
            let Some(skipped) = near[from..].iter().position(|&next| self.allows(next)) else {
                if depth == root.len() {
                    return ControlFlow::Continue(());
                }
                tries[depth - 1] = 0;
                self.leave();
                continue;
            };
            tries[depth - 1] = from + skipped + 1;
            let next = near[from + skipped];
            if V::PREFIXES && !self.wants(next, counter.visitor) {
                continue;
            }
            counter.enter(depth + 1)?;
            if depth + 1 == length {
                counter.find();
                self.path.push(next);
                counter.visitor.solution(&self.path)?;
                self.path.pop();
            } else {
                self.enter(next);
            }
        }
    }
}
