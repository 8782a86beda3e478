//! The queens search: time to count whole boards, each with its counts and its node count.

use cavalcade::engine::Run;
use cavalcade::queens::{QueensQuestion, QueensSearch};
use criterion::{Criterion, criterion_group, criterion_main};

fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("queens/search");
    group.sample_size(10);
    for (side, all, fundamental, nodes) in
        [(12, "14200", "1787", 224_552), (14, "365596", "45752", 6_932_735)]
    {
        let search = QueensSearch::new(QueensQuestion::new(side).expect("a small board"));
        group.bench_function(side.to_string(), |bencher| {
            bencher.iter(|| {
                let outcome = Run::new(&search).threads(1).execute().expect("no unit fails");
                assert_eq!(outcome.tally.weighted().to_string(), all);
                assert_eq!(outcome.tally.visited().to_string(), fundamental);
                assert_eq!(outcome.tally.nodes(), nodes);
            });
        });
    }
}

criterion_group!(benches, boards);
criterion_main!(benches);
