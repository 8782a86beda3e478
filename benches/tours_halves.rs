//! `halves` on whole boards, with the SIMD backend if available and with the portable one, on one
//! thread and on two; asserts counts and numbers of states.

use cavalcade::board::{Board, Piece};
use cavalcade::engine::Run;
use cavalcade::method::Vectors;
use cavalcade::tours::{HalvesCount, Kind, TourQuestion};
use criterion::{Criterion, criterion_group, criterion_main};

fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tours/halves");
    group.sample_size(10);
    for (text, kind, total, states) in [
        ("6x6", Kind::Open, "6637920", 114_380),
        ("6x8", Kind::Closed, "55488142", 243_576),
        ("7x8", Kind::Closed, "34524432316", 6_608_291),
        ("7x7", Kind::Open, "165575218320", 19_382_092),
        ("8x8", Kind::Closed, "13267364410532", 151_791_365),
    ] {
        let board: Board = text.parse().expect("a board");
        let question = TourQuestion::new(&board, &Piece::knight(2), kind);
        let count = || HalvesCount::new(question.clone()).expect("a narrow board").threads(1);
        let portable = count().vectors(Vectors::None);
        for (name, count) in
            [("vector", count()), ("portable", portable), ("two threads", count().threads(2))]
        {
            if name == "portable" && states > 10_000_000 {
                continue;
            }
            group.bench_function(format!("{text} {}/{name}", kind.word()), |bencher| {
                bencher.iter(|| {
                    let outcome = Run::new(&count).threads(1).execute().expect("no unit fails");
                    assert_eq!(outcome.tally.weighted().to_string(), total);
                    assert_eq!(outcome.tally.nodes(), states);
                });
            });
        }
    }
}

criterion_group!(benches, boards);
criterion_main!(benches);
