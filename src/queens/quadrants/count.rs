//! `QuadrantCount`: the enumeration whose units are batches of row sets.

use std::sync::OnceLock;

use crate::engine::{BEAT, Beat, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor};
use crate::error::Error;
use crate::method::Vectors;

use super::halves::{Long, half_boards, half_boards_with_middle};
use super::layout::Layout;
use super::machine::{Codes, Job, Machine, Portable};
use super::pairs::{CLASSES, Matches, Pairs};
use super::rows::{RowSet, first_number, numbers};
use super::table::{MAX_HALF, Quadrants, partial_boards};

/// The smallest board that the method takes.
pub const MIN_SIDE: usize = 6;
/// The largest board: its table takes 10 GB, and the counting a year.
pub const MAX_SIDE: usize = 2 * MAX_HALF + 1;

/// Row sets of a unit.
const BATCH: usize = 64;

/// The count of one board's placements; it shows no solution to any visitor.
///
/// ```
/// use cavalcade::engine::Run;
/// use cavalcade::queens::QuadrantCount;
/// let outcome = Run::new(&QuadrantCount::new(12)?).execute()?;
/// assert_eq!(outcome.tally.weighted().to_string(), "14200");
/// # Ok::<(), cavalcade::Error>(())
/// ```
pub struct QuadrantCount {
    layout: Layout,
    vectors: Vectors,
    table: OnceLock<Quadrants>,
}

impl QuadrantCount {
    /// The count for `side` queens.
    ///
    /// # Errors
    /// [`Error::Queens`] below 6 and beyond 25 queens.
    pub fn new(side: usize) -> Result<QuadrantCount, Error> {
        if !(MIN_SIDE..=MAX_SIDE).contains(&side) {
            return Err(Error::Queens {
                problem: format!(
                    "{side} queens by quadrants: the method takes {MIN_SIDE} to {MAX_SIDE}"
                ),
                remedy: "use the search",
            });
        }
        let layout = Layout::for_side(side);
        Ok(QuadrantCount { layout, vectors: Vectors::Native, table: OnceLock::new() })
    }

    /// The same count with other instructions.
    pub fn vectors(mut self, vectors: Vectors) -> QuadrantCount {
        self.vectors = vectors;
        self
    }

    /// The memory that a run on `threads` threads takes, in bytes: the table of quadrants,
    /// and the lists of each thread, which are longest for the row sets in the middle.
    pub fn memory(&self, threads: usize) -> u64 {
        let lists = partial_boards(self.layout.half) * if self.layout.odd { 4 } else { 2 };
        Quadrants::bytes(self.layout.half) + threads as u64 * (lists + (1 << 20))
    }

    fn side(&self) -> usize {
        2 * self.layout.half + usize::from(self.layout.odd)
    }

    /// The row sets of the board that stand for others, from the number `first` on. On odd
    /// boards every set does.
    fn sets(&self, first: u32) -> impl Iterator<Item = u32> {
        let Layout { half, odd, .. } = self.layout;
        numbers(half, first).filter(move |&set| odd || RowSet::of(set, half).flips() > 0)
    }

    fn count(
        &self,
        machine: impl Machine,
        unit: &Unit,
        visitor: &mut impl Visitor<[u8]>,
    ) -> Result<Tally, Halt> {
        let half = self.layout.half;
        let table = self.table.get_or_init(|| Quadrants::new(self.layout));
        let mut worker = Worker::new(table, self.layout);
        let (first, batch) = (unit.path[0], unit.path[1] as usize);
        let mut tally = Tally::default();
        let mut beaten = 0;
        for (done, number) in (1..).zip(self.sets(first).take(batch)) {
            let set = RowSet::of(number, half);
            machine.enter(CountSet { worker: &mut worker, set });
            let nodes = worker.nodes.iter().sum();
            if nodes >= beaten + BEAT {
                beaten = nodes;
                let done = f64::from(done) / batch as f64;
                Halt::on_break(visitor.beat(Beat { nodes, solutions: worker.solutions(), done }))?;
            }
        }
        for (weight, &found) in (0..).zip(&worker.found) {
            tally.find(weight, found);
        }
        for (depth, &nodes) in worker.nodes.iter().enumerate() {
            tally.enter(depth, nodes);
        }
        Ok(tally)
    }
}

impl Enumeration for QuadrantCount {
    type Solution = [u8];

    fn method(&self) -> &'static str {
        "quadrants"
    }

    fn fingerprint(&self) -> String {
        format!("queens {0}x{0}, quadrants, batches of {BATCH}", self.side())
    }

    fn plan(&self) -> Plan {
        let sets: Vec<_> = self.sets(first_number(self.layout.half)).collect();
        let mut plan = Plan::default();
        for batch in sets.chunks(BATCH) {
            plan.units.push(Unit {
                id: plan.units.len(),
                path: vec![batch[0], batch.len() as u32],
                weight: 1,
                share: batch.len() as f64 / sets.len() as f64,
            });
        }
        plan
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        #[cfg(target_arch = "x86_64")]
        {
            let native = self.vectors == Vectors::Native;
            if let Some(avx512) = super::simd::Avx512::detect().filter(|_| native) {
                return self.count(avx512, unit, visitor);
            }
            let narrow = self.vectors != Vectors::None;
            if let Some(avx2) = super::simd::Avx2::detect().filter(|_| narrow) {
                return self.count(avx2, unit, visitor);
            }
        }
        self.count(Portable, unit, visitor)
    }

    /// Nothing is random here. The tests outweigh all else, and from 18 queens on they are
    /// about one for 2000 pairs of partial boards, or 300 on odd boards.
    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        let boards = partial_boards(self.layout.half) as f64;
        boards * boards / if self.layout.odd { 300.0 } else { 2000.0 }
    }
}

/// What one thread works with, and what it has counted.
struct Worker<'a> {
    table: &'a Quadrants,
    layout: Layout,
    east: Codes,
    /// By class.
    west: [Codes; CLASSES],
    scratch: Codes,
    pairs: Pairs,
    /// Matches by weight, which is at most 8.
    found: [u64; 9],
    /// Row sets, half boards, items tested against a sieve.
    nodes: [u64; 3],
}

impl<'a> Worker<'a> {
    fn new(table: &'a Quadrants, layout: Layout) -> Worker<'a> {
        Worker {
            table,
            layout,
            east: Codes::default(),
            west: Default::default(),
            scratch: Codes::default(),
            pairs: Pairs::new(layout),
            found: [0; 9],
            nodes: [0; 3],
        }
    }

    fn solutions(&self) -> u64 {
        (0..).zip(&self.found).map(|(weight, found): (u64, &u64)| weight * found).sum()
    }

    #[inline(always)]
    fn even(&mut self, machine: impl Machine, set: RowSet) {
        let Worker { table, layout, east, west, .. } = self;
        let (flips, mirrors) = (set.flips(), set.mirrors(layout.half));
        half_boards(machine, table, *layout, set, Long::None, east);
        if east.as_slice().is_empty() {
            return;
        }
        let rows = set.complement(layout.half);
        for (codes, long) in west.iter_mut().zip([Long::None, Long::One, Long::Both]) {
            if long != Long::None || mirrors > 0 {
                half_boards(machine, table, *layout, rows, long, codes);
            }
        }
        self.take_west();
        self.count_pairs(machine, 0, [flips * mirrors, flips * 2, flips * 4]);
    }

    #[inline(always)]
    fn odd(&mut self, machine: impl Machine, set: RowSet) {
        let Worker { table, layout, east, west, scratch, .. } = self;
        let rows = set.complement(layout.half);
        half_boards(machine, table, *layout, rows, Long::Any, &mut west[0]);
        if west[0].as_slice().is_empty() {
            return;
        }
        half_boards_with_middle(machine, table, *layout, set, scratch, east);
        self.take_west();
        self.count_pairs(machine, 0, [8, 0, 0]);
        let Worker { table, layout, east, .. } = self;
        let weight = set.flips() * set.mirrors(layout.half);
        if weight > 0 {
            let centre = layout.centre();
            east.clear();
            half_boards(machine, table, *layout, set, Long::None, east);
            self.count_pairs(machine, centre, [weight, 0, 0]);
        }
    }

    #[inline(always)]
    fn take_west(&mut self) {
        let classes = self.west.each_ref().map(Codes::as_slice);
        let halves: usize = classes.iter().map(|codes| codes.len()).sum();
        self.nodes[1] = self.nodes[1].wrapping_add(halves as u64);
        self.pairs.set_items(classes);
    }

    /// Counts the eastern half boards, each with the further bits `with`, against the items.
    #[inline(always)]
    fn count_pairs(&mut self, machine: impl Machine, with: u64, weights: [u64; CLASSES]) {
        let east = self.east.as_slice();
        self.pairs.set_patterns(east, with);
        let Matches { of_class, tests } = self.pairs.count(machine);
        for (weight, matches) in weights.into_iter().zip(of_class) {
            let found = &mut self.found[weight as usize];
            *found = found.wrapping_add(matches);
        }
        self.nodes[1] = self.nodes[1].wrapping_add(east.len() as u64);
        self.nodes[2] = self.nodes[2].wrapping_add(tests);
    }
}

/// The work of one row set.
struct CountSet<'w, 't> {
    worker: &'w mut Worker<'t>,
    set: RowSet,
}

impl Job for CountSet<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let CountSet { worker, set } = self;
        worker.nodes[0] = worker.nodes[0].wrapping_add(1);
        worker.east.clear();
        worker.west.iter_mut().for_each(Codes::clear);
        if worker.layout.odd { worker.odd(machine, set) } else { worker.even(machine, set) }
    }
}

#[cfg(test)]
mod tests {
    use super::{MIN_SIDE, QuadrantCount, Vectors};
    use crate::engine::Run;
    use crate::queens::{QueensQuestion, QueensSearch};

    #[test]
    fn counts_what_the_search_visits() {
        for side in MIN_SIDE..=13 {
            let search = QueensSearch::new(QueensQuestion::new(side).unwrap());
            let visited = Run::new(&search).execute().unwrap().tally.weighted();
            for vectors in [Vectors::Native, Vectors::Narrow, Vectors::None] {
                let quadrants = QuadrantCount::new(side).unwrap().vectors(vectors);
                let counted = Run::new(&quadrants).execute().unwrap().tally.weighted();
                assert_eq!(counted, visited, "{side} queens, {vectors:?}");
            }
        }
    }
}
