//! `colours` with each instruction set; asserts counts and nodes.
//! `cargo bench --bench queens_colours`.

use cavalcade::engine::Run;
use cavalcade::method::Vectors;
use cavalcade::queens::ColourCount;
use criterion::{Criterion, criterion_group, criterion_main};

fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("queens/colours");
    group.sample_size(10);
    for (side, all, nodes) in
        [(14, 365_596, 290_547), (16, 14_772_512, 6_332_517), (17, 95_815_104, 73_311_259)]
    {
        for vectors in [Vectors::Native, Vectors::Narrow, Vectors::None] {
            let name = format!("{side} {vectors:?}");
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    let colours = ColourCount::new(side).expect("a board of the method");
                    let colours = colours.vectors(vectors);
                    let outcome = Run::new(&colours).threads(1).execute().expect("no unit fails");
                    assert_eq!(outcome.tally.weighted(), u64::into(all));
                    assert_eq!(outcome.tally.nodes(), nodes);
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, boards);
criterion_main!(benches);
