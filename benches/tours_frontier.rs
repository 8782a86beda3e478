//! `frontier` on whole boards, with the SIMD backend if available and with the portable one;
//! asserts counts and numbers of states.

use cavalcade::board::{Board, Piece};
use cavalcade::engine::Run;
use cavalcade::tours::{FrontierCount, Kind, TourQuestion};
use criterion::{Criterion, criterion_group, criterion_main};

fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tours/frontier");
    group.sample_size(10);
    for (text, kind, total, classes) in [
        ("6x6", Kind::Open, "6637920", 126_880),
        ("6x7", Kind::Closed, "1067638", 66_479),
        ("6x8", Kind::Closed, "55488142", 1_498_715),
        ("7x7", Kind::Open, "165575218320", 10_309_460),
        ("5x40", Kind::Closed, "772473271844923268504474277422663237674924998", 1_243_856),
    ] {
        let board: Board = text.parse().expect("a board");
        let question = TourQuestion::new(&board, &Piece::knight(2), kind);
        let count = || FrontierCount::new(question.clone()).expect("a narrow board").threads(1);
        for (name, count) in [("vector", count()), ("portable", count().portable())] {
            if name == "portable" && text == "7x7" {
                continue;
            }
            group.bench_function(format!("{text} {}/{name}", kind.word()), |bencher| {
                bencher.iter(|| {
                    let outcome = Run::new(&count).threads(1).execute().expect("no unit fails");
                    assert_eq!(outcome.tally.weighted().to_string(), total);
                    assert_eq!(outcome.tally.nodes(), classes);
                });
            });
        }
    }
}

criterion_group!(benches, boards);
criterion_main!(benches);
