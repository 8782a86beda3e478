//! Queens on a torus by `torus`; asserts counts and nodes.
//! `cargo bench --bench queens_torus`.

use cavalcade::engine::Run;
use cavalcade::queens::TorusCount;
use criterion::{Criterion, criterion_group, criterion_main};

fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("queens/torus");
    group.sample_size(10);
    for (side, all, nodes) in [(17, 140_692, 12_400), (19, 820_496, 208_344)] {
        group.bench_function(side.to_string(), |bencher| {
            let torus = TorusCount::new(side).expect("a board of the method");
            bencher.iter(|| {
                let outcome = Run::new(&torus).threads(1).execute().expect("no unit fails");
                assert_eq!(outcome.tally.weighted(), u64::into(all));
                assert_eq!(outcome.tally.nodes(), nodes);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, boards);
criterion_main!(benches);
