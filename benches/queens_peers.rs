//! Compares the methods for queens with Somers's program, in one run on one thread.
//!
//! `cargo bench --bench queens_peers -- 16 18` counts each board three times by each method, in
//! turn, and prints the least CPU seconds and the speed relative to Somers's program. Asserts equal
//! counts and the known node counts. Somers's program takes 1.5 seconds for 15 queens and three
//! minutes for 18.

#[path = "peers/somers.rs"]
mod somers;

use cavalcade::engine::{Enumeration, Run};
use cavalcade::method::Vectors;
use cavalcade::queens::{QuadrantCount, QueensQuestion, QueensSearch};
use rustix::time::{ClockId, clock_gettime};

/// Nodes of the search and of the quadrants.
const NODES: [(usize, u64, u64); 5] = [
    (14, 2_625_846, 799_350),
    (15, 16_418_468, 3_145_283),
    (16, 108_503_396, 15_426_911),
    (17, 758_550_136, 69_492_271),
    (18, 5_558_669_507, 468_655_742),
];

fn main() {
    let given = std::env::args().filter_map(|word| word.parse().ok());
    let mut sides: Vec<usize> = given.collect();
    if sides.is_empty() {
        sides.push(15);
    }
    for side in sides {
        compare(side);
    }
}

#[expect(clippy::print_stdout, reason = "the report is what this bench is for")]
fn compare(side: usize) {
    let search = QueensSearch::new(QueensQuestion::new(side).expect("a board of the search"));
    let known = NODES.iter().find(|(known, ..)| *known == side);
    let mut least = [f64::INFINITY; 5];
    for _ in 0..3 {
        let (all, seconds) = timed(|| somers::count(side));
        least[0] = least[0].min(seconds);
        let (nodes, seconds) = timed(|| count(&search, all));
        least[1] = least[1].min(seconds);
        assert!(known.is_none_or(|&(_, known, _)| known == nodes), "search: {nodes} nodes");
        for (least, vectors) in
            least[2..].iter_mut().zip([Vectors::Native, Vectors::Narrow, Vectors::None])
        {
            let (nodes, seconds) = timed(|| {
                // Includes making the table, as in a user's run.
                let quadrants = QuadrantCount::new(side).expect("a board of the method");
                count(&quadrants.vectors(vectors), all)
            });
            *least = least.min(seconds);
            assert!(known.is_none_or(|&(.., known)| known == nodes), "quadrants: {nodes} nodes");
        }
    }
    let names = ["yardstick", "search", "quadrants", "quadrants, AVX2", "quadrants, portable"];
    for (name, seconds) in names.iter().zip(least) {
        println!("{side} queens  {name:<20} {seconds:>9.4} s  {:>6.2}x", least[0] / seconds);
    }
}

/// The nodes of a count, after asserting that the count is `all`.
fn count(method: &impl Enumeration, all: u64) -> u64 {
    let outcome = Run::new(method).threads(1).execute().expect("no unit fails");
    assert_eq!(outcome.tally.weighted(), all.into());
    outcome.tally.nodes()
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let began = cpu_seconds();
    let result = work();
    (result, cpu_seconds() - began)
}

/// The CPU seconds of this process so far.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
