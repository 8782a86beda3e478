//! Compares the visiting methods with two simple searches, on the same work in the same run.
//!
//! No method uses symmetry, so rates are visited tours a second. `cargo bench --bench tours_peers`
//! prints a line for each method and asserts its count.

#[path = "peers/tours_local_rule.rs"]
mod tours_local_rule;
#[path = "peers/tours_plain.rs"]
mod tours_plain;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use cavalcade::board::{Board, Graph, Piece};
use cavalcade::engine::{Beat, Enumeration, Unit, Visitor};
use cavalcade::tours::{Kind, TourQuestion, TourSearch, Visited};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Receives the edges of a limited number of tours.
struct Edges {
    left: u64,
    met: u64,
}

impl Visitor<Visited> for Edges {
    fn solution(&mut self, tour: &Visited) -> ControlFlow<()> {
        black_box(tour.edges());
        self.met += 1;
        if self.met == self.left { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn search(board: &str) -> TourSearch {
    let board: Board = board.parse().expect("a board");
    let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
    TourSearch::new(question.without_symmetry()).expect("a small board")
}

/// Visits up to `limit` tours with their edges and returns their number.
fn visit(search: &TourSearch, units: &[Unit], limit: u64) -> u64 {
    let mut edges = Edges { left: limit, met: 0 };
    for unit in units {
        if search.run(unit, &mut edges).is_err() {
            break;
        }
    }
    edges.met
}

/// Counts until a number of tours is reached. Checked at beats, so it may count a few more.
struct UpTo {
    limit: u64,
    /// The tours of earlier units, and including the current one.
    before: u64,
    met: u64,
}

impl Visitor<Visited> for UpTo {
    const NEEDS_SOLUTIONS: bool = false;

    fn solution(&mut self, _: &Visited) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn beat(&mut self, beat: Beat) -> ControlFlow<()> {
        self.met = self.before + beat.solutions;
        if self.met >= self.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Counts tours up to a limit and returns the number: all tours, or slightly more than the limit.
fn count(search: &TourSearch, units: &[Unit], limit: u64) -> u64 {
    let mut counter = UpTo { limit, before: 0, met: 0 };
    for unit in units {
        let Ok(tally) = search.run(unit, &mut counter) else { return counter.met };
        counter.before += u64::try_from(&tally.visited()).expect("it fits");
    }
    counter.before
}

/// The time to count `expected` tours of a board that has exactly this number or many more.
fn timed_count(board: &str, expected: u64, limit: u64) -> Duration {
    // A new search with an empty cache.
    let search = search(board);
    let units = search.plan().units;
    let began = Instant::now();
    let met = count(&search, &units, limit);
    let took = began.elapsed();
    assert!(met == expected || limit == expected && (limit..limit * 21 / 20).contains(&met));
    took.mul_f64(expected as f64 / met as f64)
}

fn local_rule(near: &[u64], limit: u64) -> u64 {
    let mut met = 0;
    tours_local_rule::closed(near, &mut |squares| {
        black_box(squares);
        met += 1;
        met < limit
    });
    met
}

fn peers(criterion: &mut Criterion) {
    const MILLION: u64 = 1_000_000;
    let mut group = criterion.benchmark_group("tours/peers");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    for (board, tours, limit) in
        [("6x7", 1_067_638, u64::MAX), ("6x8", 55_488_142, u64::MAX), ("8x8", 0, 10 * MILLION)]
    {
        let graph = Graph::of(&board.parse().expect("a board"), &Piece::knight(2));
        let lists: Vec<Vec<usize>> = (0..graph.len())
            .map(|v| graph.neighbours(v).iter().map(|&w| w as usize).collect())
            .collect();
        let near: Vec<u64> =
            lists.iter().map(|list| list.iter().fold(0, |set, &w| set | 1 << w)).collect();
        let search = search(board);
        // The plan is for the whole board, even if only a part is visited.
        let units = search.plan().units;
        let expected = limit.min(if tours == 0 { limit } else { tours });
        group.throughput(Throughput::Elements(expected));
        group.bench_function(format!("{board} closed, linking, edges"), |bencher| {
            bencher.iter(|| assert_eq!(visit(&search, &units, limit), expected));
        });
        group.bench_function(format!("{board} closed, linking, counting"), |bencher| {
            bencher
                .iter_custom(|times| (0..times).map(|_| timed_count(board, expected, limit)).sum());
        });
        // The whole 6x8 board takes too long with this method.
        let met = if board == "6x8" { 3 * MILLION } else { expected };
        group.throughput(Throughput::Elements(met));
        group.bench_function(format!("{board} closed, local rule"), |bencher| {
            bencher.iter(|| assert_eq!(local_rule(&near, met), met));
        });
        if board == "6x7" {
            group.throughput(Throughput::Elements(100));
            group.bench_function("6x7 closed, plain backtracking, the first 100", |bencher| {
                bencher.iter(|| assert_eq!(tours_plain::closed(&lists, 100), 100));
            });
        }
    }
}

criterion_group!(benches, peers);
criterion_main!(benches);
