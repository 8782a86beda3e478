//! The queens search compared with Somers's program on whole boards; asserts counts and nodes.

#[path = "peers/somers.rs"]
mod somers;

use cavalcade::engine::Run;
use cavalcade::method::Vectors;
use cavalcade::queens::{QueensQuestion, QueensSearch};
use criterion::{Criterion, criterion_group, criterion_main};

fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("queens/search");
    group.sample_size(10);
    for (side, all, fundamental, nodes) in [
        (12, "14200", "1787", 83_125),
        (14, "365596", "45752", 1_955_031),
        (16, "14772512", "1846955", 74_919_558),
    ] {
        for vectors in [Vectors::Native, Vectors::Narrow, Vectors::None] {
            let search = QueensSearch::new(QueensQuestion::new(side).expect("a small board"));
            let search = search.vectors(vectors);
            group.bench_function(format!("{side} {vectors:?}"), |bencher| {
                bencher.iter(|| {
                    let outcome = Run::new(&search).threads(1).execute().expect("no unit fails");
                    assert_eq!(outcome.tally.weighted().to_string(), all);
                    assert_eq!(outcome.tally.visited().to_string(), fundamental);
                    assert_eq!(outcome.tally.nodes(), nodes);
                });
            });
        }
    }
    group.bench_function("14 yardstick (Somers)", |bencher| {
        bencher.iter(|| assert_eq!(somers::count(14), 365_596));
    });
}

criterion_group!(benches, boards);
criterion_main!(benches);
