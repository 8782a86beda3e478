//! `quadrants` compared with Somers's program; asserts counts and nodes.
//! `cargo bench --bench queens_quadrants`.

#[path = "peers/somers.rs"]
mod somers;

use cavalcade::engine::Run;
use cavalcade::method::Vectors;
use cavalcade::queens::QuadrantCount;
use criterion::{Criterion, criterion_group, criterion_main};

fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("queens/quadrants");
    group.sample_size(10);
    for (side, all, nodes) in
        [(14, 365_596, 799_350), (16, 14_772_512, 15_426_911), (17, 95_815_104, 69_492_271)]
    {
        for vectors in [Vectors::Native, Vectors::Narrow, Vectors::None] {
            let name = format!("{side} {vectors:?}");
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    // Includes making the table, as in a user's run.
                    let quadrants = QuadrantCount::new(side).expect("a board of the method");
                    let quadrants = quadrants.vectors(vectors);
                    let outcome = Run::new(&quadrants).threads(1).execute().expect("no unit fails");
                    assert_eq!(outcome.tally.weighted(), u64::into(all));
                    assert_eq!(outcome.tally.nodes(), nodes);
                });
            });
        }
    }
    for (side, all, nodes) in [(16, 202_900, 1_215_785), (17, 1_330_622, 5_972_954)] {
        for vectors in [Vectors::Native, Vectors::Narrow, Vectors::None] {
            group.bench_function(format!("{side} amazons {vectors:?}"), |bencher| {
                bencher.iter(|| {
                    let quadrants = QuadrantCount::new(side).expect("a board of the method");
                    let quadrants = quadrants.with_amazons().vectors(vectors);
                    let outcome = Run::new(&quadrants).threads(1).execute().expect("no unit fails");
                    assert_eq!(outcome.tally.weighted(), u64::into(all));
                    assert_eq!(outcome.tally.nodes(), nodes);
                });
            });
        }
    }
    group.bench_function("14 yardstick (Somers)", |bencher| {
        bencher.iter(|| assert_eq!(somers::count(14), 365_596));
    });
    group.finish();
}

criterion_group!(benches, boards);
criterion_main!(benches);
