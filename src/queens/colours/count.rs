//! `ColourCount`: the enumeration whose units are batches of row sets.

use super::batch::{Batch, Found, Layer};
use super::plain;
use super::walk::Work;
use super::worker::{OfOdd, Worker};
use crate::engine::{Beat, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor};
use crate::error::Error;
use crate::simd::{Backend, Vectors};

/// The count of one board's placements; it shows no solution to a visitor.
///
/// ```
/// use cavalcade::engine::Run;
/// use cavalcade::queens::ColourCount;
/// let outcome = Run::new(&ColourCount::new(12)?).execute()?;
/// assert_eq!(outcome.tally.weighted().to_string(), "14200");
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ColourCount {
    side: u32,
    vectors: Vectors,
    /// The size of a unit: sets of odd rows, which share memory, and pairs of row sets.
    grain: (usize, usize),
}

impl ColourCount {
    /// The count for `side` queens.
    ///
    /// # Errors
    /// [`Error::Queens`] below 6 and beyond 32 queens.
    pub fn new(side: usize) -> Result<ColourCount, Error> {
        if !(MIN_SIDE..=MAX_SIDE).contains(&side) {
            return Err(Error::Queens {
                problem: format!(
                    "{side} queens by colours: the method takes {MIN_SIDE} to {MAX_SIDE}"
                ),
                remedy: "use the search",
            });
        }
        // On an odd board one list of black boards is used for all sets of odd rows of a unit.
        let grain = match (side, side % 2) {
            (..=18, 0) => (4, 64),
            (..=18, _) => (8, 64),
            (19, _) => (16, 256),
            (20, _) => (4, 256),
            (21, _) => (16, 512),
            (22..=24, _) => (4, 512),
            (25, _) => (16, 256),
            (26, _) => (2, 256),
            (_, 0) => (1, 64),
            _ => (8, 64),
        };
        Ok(ColourCount { side: side as u32, vectors: Vectors::Native, grain })
    }

    /// Splits the count into at least `units` units, if there are enough pairs of row sets.
    pub fn split(mut self, units: usize) -> ColourCount {
        let (mut together, mut pairs) = self.grain;
        while pairs > 1 && Batch::all(self.side, pairs, together).count() < units {
            pairs /= 2;
            together = together.min(pairs);
        }
        self.grain = (together, pairs);
        self
    }

    /// Uses other vector instructions; the count is the same.
    pub fn vectors(mut self, vectors: Vectors) -> ColourCount {
        self.vectors = vectors;
        self
    }

    /// The predicted memory of a run on `threads` threads, in bytes.
    pub fn memory(&self, threads: usize) -> u64 {
        threads as u64 * bytes(self.side as usize)
    }
}

fn beat(work: Work, found: &Found, done: f64) -> Beat {
    let solutions: u128 = (0..).zip(found).map(|(weight, found)| weight * found).sum();
    let solutions = u64::try_from(solutions).unwrap_or(u64::MAX);
    Beat { nodes: work.sifted + work.tests, solutions, done }
}

/// Placements by weight; as nodes, pairs of row sets, sifted boards and tested items.
fn tally(pairs: u64, work: Work, found: &Found) -> Tally {
    let mut tally = Tally::default();
    for (weight, &found) in (0..).zip(found) {
        tally.find(weight, found);
    }
    for (depth, nodes) in [pairs, work.sifted, work.tests].into_iter().enumerate() {
        tally.enter(depth, nodes);
    }
    tally
}

impl Enumeration for ColourCount {
    type Solution = [u8];

    fn method(&self) -> &'static str {
        "colours"
    }

    fn fingerprint(&self) -> String {
        let (together, pairs) = self.grain;
        format!("queens {0}x{0}, colours, batches of {pairs} by {together}", self.side)
    }

    fn plan(&self) -> Plan {
        let (together, pairs) = self.grain;
        let batches: Vec<(Batch, usize)> = Batch::all(self.side, pairs, together).collect();
        let all: usize = batches.iter().map(|(_, pairs)| pairs).sum();
        let unit = |(id, (batch, pairs)): (usize, &(Batch, usize))| Unit {
            id,
            path: batch.path(),
            weight: 1,
            share: *pairs as f64 / all as f64,
        };
        Plan { units: batches.iter().enumerate().map(unit).collect(), ..Plan::default() }
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let batch = Batch::of(&unit.path);
        let layer = Layer::new(self.side, batch.queens);
        let odd_rows = layer.odd_rows[batch.odd.clone()].to_vec();
        let even_rows = &layer.even_rows(odd_rows[0])[batch.even.clone()];
        let (layer, together) = Worker::suited(layer, odd_rows[0], even_rows);
        let mut worker = Worker::new(&layer, odd_rows[0]);
        let of_odd: Vec<OfOdd> = odd_rows.iter().map(|&rows| worker.of_odd(rows)).collect();
        let pairs = odd_rows.len() * even_rows.len();
        let mut done = 0;
        let backend = Backend::new(self.vectors);
        for even_rows in even_rows.chunks(together) {
            let of_even = worker.of_even(even_rows);
            for of_odd in &of_odd {
                let mut progress = |work: Work, found: &Found| {
                    let done = done as f64 / pairs as f64;
                    visitor.beat(beat(work, found, done))
                };
                let flow = worker.meet(backend, of_odd, &of_even, even_rows, &mut progress);
                Halt::on_break(flow)?;
                done += even_rows.len();
            }
        }
        let (work, found) = worker.done();
        Ok(tally(pairs as u64, work, found))
    }

    fn other_way(&self) -> Option<&'static str> {
        Some("counting board by board")
    }

    /// Counts board by board, without trees, vectors or sorted lists.
    fn recount(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let batch = Batch::of(&unit.path);
        let layer = Layer::new(self.side, batch.queens);
        let odd_rows = &layer.odd_rows[batch.odd.clone()];
        let even_rows = &layer.even_rows(odd_rows[0])[batch.even.clone()];
        let mut all = Found::default();
        let mut work = Work::default();
        let pairs = odd_rows.len() * even_rows.len();
        let mut done = 0;
        for &odd in odd_rows {
            for &even in even_rows {
                let found = plain::count(&layer, odd, even, &mut || {
                    work.tests += 1;
                    visitor.beat(beat(work, &all, done as f64 / pairs as f64))
                });
                let found = match found {
                    std::ops::ControlFlow::Continue(found) => found,
                    std::ops::ControlFlow::Break(()) => return Err(Halt::Stopped),
                };
                for (sum, found) in all.iter_mut().zip(found) {
                    *sum += found;
                }
                done += 1;
            }
        }
        Ok(tally(pairs as u64, work, &all))
    }

    /// Not random: a measured value for each side.
    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        SECONDS[self.side as usize - MIN_SIDE] * NODES_A_SECOND
    }
}

/// The smallest board of the method.
const MIN_SIDE: usize = 6;
/// The largest board whose diagonals fit in a word.
const MAX_SIDE: usize = 32;

/// Seconds on one core with AVX-512 for 6 queens and more: complete runs up to 21 queens, random
/// units up to 28, beyond extrapolated.
const SECONDS: [f64; 27] = [
    0.003, 0.003, 0.003, 0.003, 0.003, 0.003, 0.003, 0.007, 0.015, 0.05, 0.12, 0.6, 0.9, 6.0, 15.0,
    125.0, 360.0, 4e3, 9e3, 7.6e4, 3e5, 3.9e6, 1.9e7, 2e8, 1e9, 1e10, 6e10,
];

/// Sifted boards and tests per second.
pub const NODES_A_SECOND: f64 = 3e8;

/// The predicted memory of a thread in bytes. It exceeds the measured memory of the largest units
/// up to 28 queens, those with few white queens in even rows (in MiB 4 for 19, 5 for 20, 17 for 21,
/// 38 for 22, 33 for 23, 134 for 24, 109 for 25, 204 for 26, 533 for 27, 363 for 28); beyond it is
/// extrapolated.
fn bytes(side: usize) -> u64 {
    let megabytes: u64 = match side {
        ..=18 => 4,
        19 | 20 => 8,
        21 => 24,
        22 | 23 => 48,
        24 => 137,
        25 => 192,
        26 => 256,
        27 => 600,
        28 => 480,
        29..=30 => 2000,
        _ => 9000,
    };
    megabytes << 20
}
