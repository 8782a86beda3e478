//! `QuadrantCount`: the enumeration whose units are batches of row sets.

use std::sync::OnceLock;

use crate::engine::{BEAT, Beat, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor};
use crate::error::Error;
use crate::simd::{Backend, Job, Machine, Vectors};

use super::halves::{Long, Quadrants, WithColumn, half_boards, half_boards_with_middle};
use super::layout::Layout;
use super::near::MIDDLE;
use super::pairs::{CLASSES, Matches, Pairs};
use super::recount::recount;
use super::rows::{RowSet, first_number, numbers};
use super::slice::{Codes, MAX_HALF, Slice, Slices, partial_boards};

/// The smallest board that the method takes.
pub const MIN_SIDE: usize = 6;
/// The largest board: on larger ones a sieve's row offset takes more than 16 bits.
pub const MAX_SIDE: usize = 2 * MAX_HALF;

/// The number of row sets in a unit.
const BATCH: usize = 64;

/// The most bytes of cached slices. Up to 21 queens all slices fit; beyond, row sets take so long
/// that most slices may be computed again.
const MOST_CACHE_BYTES: u64 = 256 << 20;

/// Slices may take this part of their memory; the rest is lost to fragmentation of the allocator.
const PART: u64 = 3;
const PER_BYTE: u64 = 4;

/// The count of one board's placements; it shows no solution to a visitor.
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
    /// The most bytes of cached slices.
    cache_bytes: u64,
    slices: OnceLock<Slices>,
}

impl QuadrantCount {
    /// The count for `side` queens.
    ///
    /// # Errors
    /// [`Error::Queens`] below 6 and beyond 26 rows.
    pub fn new(side: usize) -> Result<QuadrantCount, Error> {
        if !(MIN_SIDE..=MAX_SIDE).contains(&side) {
            return Err(Error::Queens {
                problem: format!(
                    "{side} rows by quadrants: the method takes {MIN_SIDE} to {MAX_SIDE}"
                ),
                remedy: "use the search",
            });
        }
        Ok(QuadrantCount::of(Layout::for_side(side, false)))
    }

    /// Counts amazons, which attack as queen and as knight.
    pub fn with_amazons(self) -> QuadrantCount {
        QuadrantCount::of(Layout::for_side(self.side(), true)).vectors(self.vectors)
    }

    fn of(layout: Layout) -> QuadrantCount {
        let cache_bytes = Slice::bytes_of_all(layout).min(MOST_CACHE_BYTES);
        QuadrantCount { layout, vectors: Vectors::Native, cache_bytes, slices: OnceLock::new() }
    }

    /// Uses other vector instructions; the count is the same.
    pub fn vectors(mut self, vectors: Vectors) -> QuadrantCount {
        self.vectors = vectors;
        self
    }

    /// Caches fewer slices, so that `threads` threads fit in `bytes` bytes, if possible.
    pub fn within(self, bytes: u64, threads: usize) -> QuadrantCount {
        let cache_bytes = bytes.saturating_sub(threads as u64 * self.memory_of_thread());
        QuadrantCount { cache_bytes: (cache_bytes / PER_BYTE * PART).min(self.cache_bytes), ..self }
    }

    /// The memory of a run on `threads` threads in bytes: the cached slices, and the working memory
    /// of each thread.
    pub fn memory(&self, threads: usize) -> u64 {
        self.cache_bytes / PART * PER_BYTE + threads as u64 * self.memory_of_thread()
    }

    /// The slices of a row set, and the lists of half boards, which are longest for the sets in the
    /// middle: measured for these up to 25 queens and 24 amazons.
    pub(in crate::queens) fn memory_of_thread(&self) -> u64 {
        let Layout { half, odd, .. } = self.layout;
        let slice = Slice::bytes_of_all(self.layout) >> half;
        let slices = if odd { half as u64 + 3 } else { 4 };
        // With amazons, fewer quadrants join to relatively more half boards.
        let lists = match (self.layout.amazons, odd) {
            (false, false) => self.boards() / 6,
            (false, true) | (true, false) => self.boards() / 3,
            (true, true) => self.boards(),
        };
        // The largest slices are twice the size of average ones.
        2 * slices * slice + lists + (3 << 20)
    }

    /// The number of partial boards of a quadrant.
    pub(in crate::queens) fn boards(&self) -> u64 {
        partial_boards(self.layout)
    }

    /// The number and kind of the pieces, in words.
    pub(in crate::queens) fn pieces(&self) -> String {
        let piece = if self.layout.amazons { "amazons" } else { "queens" };
        format!("{} {piece}", self.side())
    }

    fn side(&self) -> usize {
        2 * self.layout.half + usize::from(self.layout.odd)
    }

    /// The row sets of the board that represent others, from the number `first` on. On odd boards
    /// every set does.
    fn sets(&self, first: u32) -> impl Iterator<Item = u32> {
        let Layout { half, odd, .. } = self.layout;
        numbers(half, first).filter(move |&set| odd || RowSet::of(set, half).flips() > 0)
    }

    fn count<const AMAZONS: bool>(
        &self,
        unit: &Unit,
        visitor: &mut impl Visitor<[u8]>,
    ) -> Result<Tally, Halt> {
        let half = self.layout.half;
        let slices = self.slices.get_or_init(|| Slices::new(self.layout, self.cache_bytes));
        let mut worker = Worker::new(slices, self.layout);
        let (first, batch) = (unit.path[0], unit.path[1] as usize);
        let mut tally = Tally::default();
        let mut beaten = 0;
        let backend = Backend::new(self.vectors);
        for (done, number) in (1..).zip(self.sets(first).take(batch)) {
            let set = RowSet::of(number, half);
            backend.enter(CountSet::<AMAZONS> { worker: &mut worker, set });
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
        let piece = if self.layout.amazons { "amazons" } else { "queens" };
        format!("{piece} {0}x{0}, quadrants, batches of {BATCH}", self.side())
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
        if self.layout.amazons {
            self.count::<true>(unit, visitor)
        } else {
            self.count::<false>(unit, visitor)
        }
    }

    fn other_way(&self) -> Option<&'static str> {
        Some("placing queen by queen in the half of each row")
    }

    fn recount(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let sets: Vec<u32> = self.sets(unit.path[0]).take(unit.path[1] as usize).collect();
        recount(self.side(), self.layout.amazons, &sets, visitor)
    }

    /// Not random. The tests dominate: from 18 queens on there is about one for 2000 pairs of
    /// partial boards, or for 300 on odd boards, and somewhat fewer for amazons.
    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        let boards = self.boards() as f64;
        let pairs = match (self.layout.amazons, self.layout.odd) {
            (false, false) => 2000.0,
            (false, true) => 300.0,
            (true, false) => 3000.0,
            (true, true) => 500.0,
        };
        boards * boards / pairs
    }
}

/// The state of one thread, and its counts.
struct Worker<'a> {
    slices: &'a Slices,
    layout: Layout,
    east: Codes,
    /// By class.
    west: [Codes; CLASSES],
    scratch: WithColumn,
    pairs: Pairs,
    /// Pairs found by weight, at most 8.
    found: [u64; 9],
    /// Row sets, half boards, items tested against a sieve.
    nodes: [u64; 3],
}

impl<'a> Worker<'a> {
    fn new(slices: &'a Slices, layout: Layout) -> Worker<'a> {
        Worker {
            slices,
            layout,
            east: Codes::default(),
            west: Default::default(),
            scratch: WithColumn::default(),
            pairs: Pairs::new(layout),
            found: [0; 9],
            nodes: [0; 3],
        }
    }

    fn solutions(&self) -> u64 {
        (0..).zip(&self.found).map(|(weight, found): (u64, &u64)| weight * found).sum()
    }

    #[inline(always)]
    fn even<const AMAZONS: bool>(&mut self, machine: impl Machine, set: RowSet) {
        let Worker { slices, layout, east, west, .. } = self;
        let (flips, mirrors) = (set.flips(), set.mirrors(layout.half));
        half_boards::<AMAZONS>(machine, &Quadrants::new(slices, set), *layout, Long::None, east);
        if east.as_slice().is_empty() {
            return;
        }
        let quadrants = Quadrants::new(slices, set.complement(layout.half));
        for (codes, long) in west.iter_mut().zip([Long::None, Long::One, Long::Both]) {
            if long != Long::None || mirrors > 0 {
                half_boards::<AMAZONS>(machine, &quadrants, *layout, long, codes);
            }
        }
        self.take_west::<AMAZONS>();
        self.count_pairs::<AMAZONS>(machine, 0, [flips * mirrors, flips * 2, flips * 4]);
    }

    #[inline(always)]
    fn odd<const AMAZONS: bool>(&mut self, machine: impl Machine, set: RowSet) {
        let Worker { slices, layout, east, west, scratch, .. } = self;
        let quadrants = Quadrants::new(slices, set.complement(layout.half));
        half_boards::<AMAZONS>(machine, &quadrants, *layout, Long::Any, &mut west[0]);
        if west[0].as_slice().is_empty() {
            return;
        }
        let quadrants = Quadrants::new(slices, set);
        half_boards_with_middle::<AMAZONS>(machine, slices, *layout, &quadrants, scratch, east);
        self.take_west::<AMAZONS>();
        self.count_pairs::<AMAZONS>(machine, 0, [8, 0, 0]);
        let Worker { layout, east, .. } = self;
        let weight = set.flips() * set.mirrors(layout.half);
        if weight > 0 {
            let centre = layout.centre();
            east.clear();
            half_boards::<AMAZONS>(machine, &quadrants, *layout, Long::None, east);
            if AMAZONS {
                east.keep(|code| layout.behind(code, MIDDLE));
            }
            self.count_pairs::<AMAZONS>(machine, centre, [weight, 0, 0]);
        }
    }

    #[inline(always)]
    fn take_west<const AMAZONS: bool>(&mut self) {
        let classes = self.west.each_ref().map(Codes::as_slice);
        let halves: usize = classes.iter().map(|codes| codes.len()).sum();
        self.nodes[1] = self.nodes[1].wrapping_add(halves as u64);
        self.pairs.set_items::<AMAZONS>(classes);
    }

    /// Counts pairs of the eastern half boards, each with the additional bits `with`, and the
    /// items.
    #[inline(always)]
    fn count_pairs<const AMAZONS: bool>(
        &mut self,
        machine: impl Machine,
        with: u64,
        weights: [u64; CLASSES],
    ) {
        let east = self.east.as_slice();
        self.pairs.set_patterns(east, with);
        let Matches { of_class, tests } = self.pairs.count::<AMAZONS>(machine);
        for (weight, matches) in weights.into_iter().zip(of_class) {
            let found = &mut self.found[weight as usize];
            *found = found.wrapping_add(matches);
        }
        self.nodes[1] = self.nodes[1].wrapping_add(east.len() as u64);
        self.nodes[2] = self.nodes[2].wrapping_add(tests);
    }
}

/// The work of one row set.
struct CountSet<'w, 't, const AMAZONS: bool> {
    worker: &'w mut Worker<'t>,
    set: RowSet,
}

impl<const AMAZONS: bool> Job for CountSet<'_, '_, AMAZONS> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let CountSet { worker, set } = self;
        worker.nodes[0] = worker.nodes[0].wrapping_add(1);
        worker.east.clear();
        worker.west.iter_mut().for_each(Codes::clear);
        if worker.layout.odd {
            worker.odd::<AMAZONS>(machine, set)
        } else {
            worker.even::<AMAZONS>(machine, set)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MIN_SIDE, QuadrantCount, Vectors};
    use crate::engine::{Enumeration, Run};
    use crate::queens::{QueensQuestion, QueensSearch};

    /// Compares with the search, for each kind of instructions and without cached slices.
    fn compare(question: QueensQuestion, count: impl Fn() -> QuadrantCount) {
        let visited = Run::new(&QueensSearch::new(question)).execute().unwrap().tally.weighted();
        for vectors in [Vectors::Native, Vectors::Narrow, Vectors::None] {
            let quadrants = count().vectors(vectors);
            let counted = Run::new(&quadrants).execute().unwrap().tally;
            assert_eq!(counted.weighted(), visited, "{}, {vectors:?}", quadrants.fingerprint());
            let little = count().vectors(vectors).within(0, 1);
            assert_eq!(Run::new(&little).execute().unwrap().tally, counted);
        }
    }

    #[test]
    fn quadrants_agree_with_the_search() {
        for side in MIN_SIDE..=13 {
            let question = QueensQuestion::new(side).unwrap();
            compare(question, || QuadrantCount::new(side).unwrap());
        }
    }

    #[test]
    fn amazon_quadrants_agree_with_the_search() {
        for side in MIN_SIDE..=15 {
            let question = QueensQuestion::new(side).unwrap().with_amazons();
            compare(question, || QuadrantCount::new(side).unwrap().with_amazons());
        }
    }
}
