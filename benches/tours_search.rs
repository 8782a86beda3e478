//! The tour search on whole boards; asserts counts and nodes.

use std::io::Write;

use cavalcade::board::{Board, Piece};
use cavalcade::engine::{Enumeration, Run};
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

/// Load balance: the fraction of time in which the threads of a run wait.
fn idle(_: &mut Criterion) {
    for (text, kind, symmetry, total) in [
        ("6x7", Kind::Closed, true, "1067638"),
        ("6x7", Kind::Open, true, "779938932"),
        ("6x8", Kind::Closed, true, "55488142"),
        ("6x8", Kind::Closed, false, "55488142"),
    ] {
        let board: Board = text.parse().expect("a board");
        let question = TourQuestion::new(&board, &Piece::knight(2), kind);
        let question = if symmetry { question } else { question.without_symmetry() };
        let search = TourSearch::new(question).expect("a small board");
        let plan = search.plan();
        for threads in [2, 8] {
            let shares = (0..5).map(|_| {
                let run = Run::new(&search).plan(plan.clone()).threads(threads);
                let outcome = run.execute().expect("no unit fails");
                assert_eq!(outcome.tally.weighted().to_string(), total);
                outcome.idle.as_secs_f64() / threads as f64 / outcome.took.as_secs_f64()
            });
            let mut shares: Vec<f64> = shares.collect();
            shares.sort_by(f64::total_cmp);
            let uncut = if symmetry { "" } else { " uncut" };
            let text = format!("tours/idle {text} {}{uncut}, {threads} threads", kind.word());
            let [least, median, most] = [0, 2, 4].map(|i| 100.0 * shares[i]);
            let mut out = std::io::stdout();
            writeln!(out, "{text:46} {least:.2} % {median:.2} % {most:.2} %").expect("stdout");
        }
    }
}

criterion_group!(benches, boards, idle);
criterion_main!(benches);
