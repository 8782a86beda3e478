//! Constructing one tour of a million squares, with a check; a classic search; an estimate.

use std::ops::ControlFlow;

use cavalcade::board::{Board, Graph, Piece};
use cavalcade::engine::Random;
use cavalcade::tours::{
    Classic, Kind, Order, TieRule, Tour, TourQuestion, divide, estimate, warnsdorff,
};
use criterion::{Criterion, criterion_group, criterion_main};

fn large(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tours/construct");
    group.sample_size(10);
    let board = Board::rectangle(1000, 1000).expect("a board");
    let graph = Graph::of(&board, &Piece::knight(2));
    group.bench_function("1000x1000, Warnsdorff by Squirrel and Cull", |bencher| {
        bencher.iter(|| {
            let squares = warnsdorff(&graph, Some(&board), 0, TieRule::Squirrel);
            Tour::on_graph(&graph, Kind::Open, &squares).expect("a tour")
        });
    });
    group.bench_function("1000x1000 closed, divide", |bencher| {
        bencher.iter(|| {
            let squares = divide(1000, 1000, Kind::Closed).expect("a tour");
            Tour::on_graph(&graph, Kind::Closed, &squares).expect("a tour")
        });
    });
}

fn classic(criterion: &mut Criterion) {
    let board = Board::rectangle(8, 8).expect("a board");
    let order = Order::named("ktour-j").expect("a classic");
    let classic = Classic::new(order, &board, &Piece::knight(2)).expect("a square board");
    criterion.bench_function("tours/classic ktour-j 8x8", |bencher| {
        bencher.iter(|| assert_eq!(classic.search(|_| ControlFlow::Break(())), 302_701));
    });
}

fn sample(criterion: &mut Criterion) {
    let board = Board::rectangle(8, 8).expect("a board");
    let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Open);
    let mut group = criterion.benchmark_group("tours/estimate");
    group.sample_size(10);
    group.bench_function("8x8 open, 10,000 paths", |bencher| {
        bencher.iter(|| {
            let found = estimate(&question, 10_000, &mut Random::new(1)).expect("a small board");
            let away = (found.mean - 19_591_828_170_979_904.0).abs() / found.error;
            assert!(away < 4.0, "{away} errors away");
        });
    });
}

criterion_group!(benches, large, classic, sample);
criterion_main!(benches);
