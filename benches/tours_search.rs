//! The tour search: time to count whole boards, each with its count and its node count.

use cavalcade::board::{Board, Piece};
use cavalcade::engine::Run;
use cavalcade::tours::{Kind, TourQuestion, TourSearch};
use criterion::{Criterion, criterion_group, criterion_main};

fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tours/search");
    group.sample_size(10);
    for (text, kind, total, nodes) in [
        ("6x6", Kind::Open, "6637920", 288_762),
        ("6x6", Kind::Closed, "9862", 1_252),
        ("6x7", Kind::Closed, "1067638", 173_245),
    ] {
        let board: Board = text.parse().expect("a board");
        let question = TourQuestion::new(&board, &Piece::knight(2), kind);
        let search = TourSearch::new(question).expect("a small board");
        group.bench_function(format!("{text} {}", kind.word()), |bencher| {
            bencher.iter(|| {
                let outcome = Run::new(&search).threads(1).execute().expect("no unit fails");
                assert_eq!(outcome.tally.weighted().to_string(), total);
                assert_eq!(outcome.tally.nodes(), nodes);
            });
        });
    }
}

criterion_group!(benches, boards);
criterion_main!(benches);
