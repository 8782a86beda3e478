//! `union` on one thread: visiting all tours, sorting them by crossings, and listing tours; whole
//! boards and two small units of 8×8. Asserts counts and nodes.

use std::hint::black_box;
use std::ops::ControlFlow;

use cavalcade::board::{Board, Piece};
use cavalcade::engine::{Enumeration, Plan, Run, Tally};
use cavalcade::method::Choice;
use cavalcade::question::Question;
use cavalcade::tours::{Kind, MoveSet, Spelling, Statistic, TourQuestion, UnionSearch};
use criterion::{Criterion, criterion_group, criterion_main};

/// Visits the first `units` units.
fn shown(search: &UnionSearch, units: usize) -> Tally {
    let see = |tour: &MoveSet| {
        black_box(tour);
    };
    let mut plan: Plan = search.plan();
    plan.units.truncate(units);
    let run = Run::new(search).plan(plan).threads(1).observe_solutions(see);
    run.execute().expect("no unit fails").tally
}

fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tours/union");
    group.sample_size(10);
    for (text, kind, units, split, total, nodes) in [
        ("6x6", Kind::Open, usize::MAX, None, "6637920", 2_653_166),
        ("6x8", Kind::Closed, usize::MAX, None, "55488142", 3_313_992),
        ("8x8", Kind::Closed, 2, Some(20_000), "521112548", 448_793),
    ] {
        let board: Board = text.parse().expect("a board");
        let question = TourQuestion::new(&board, &Piece::knight(2), kind);
        let search = UnionSearch::new(question).expect("a narrow board");
        let search = split.into_iter().fold(search, UnionSearch::split);
        let count = |tally: Tally| {
            assert_eq!((tally.weighted().to_string().as_str(), tally.nodes()), (total, nodes));
            tally
        };
        group.bench_function(format!("{text} {}", kind.word()), |bencher| {
            bencher.iter(|| count(shown(&search, units)));
        });
        let search = search.sorted_by(Statistic::Crossings).expect("a board in the plane");
        group.bench_function(format!("{text} {} by crossings", kind.word()), |bencher| {
            bencher.iter(|| {
                let mut plan = search.plan();
                plan.units.truncate(units);
                let run = Run::new(&search).plan(plan).threads(1);
                let tally = count(run.execute().expect("no unit fails").tally);
                assert_eq!(tally.histogram().total().to_string(), total);
            });
        });
    }
}

/// Lists the first closed tours of 6×8 as lines of names and as squares.
fn listed(criterion: &mut Criterion) {
    const TOURS: u64 = 10_000_000;
    let mut group = criterion.benchmark_group("tours/union");
    group.sample_size(10);
    let question: Question = "tours closed knight 6x8".parse().expect("a question");
    let union = || question.solutions().method(Choice::of("union"));
    let names = (0..48).map(|v| format!("{}{} ", char::from(b'a' + v % 8), 6 - v / 8));
    let names: Vec<String> = names.collect();
    let lines = Spelling::new(names.iter().map(|name| name.as_bytes())).framed(b"", 1, b"\n");
    let until = |seen: u64| match seen < TOURS {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    group.bench_function("6x8 closed, 10 million lines", |bencher| {
        bencher.iter(|| {
            let mut seen = 0;
            let take = |rows: &[u8], count| {
                assert_eq!(black_box(rows).len(), 144 * count);
                seen += count as u64;
                until(seen)
            };
            union().for_each_spelled(&lines, take).expect("nobody stops it");
            assert!(seen >= TOURS);
        });
    });
    group.bench_function("6x8 closed, 10 million as squares", |bencher| {
        bencher.iter(|| {
            let mut seen = 0;
            let take = |squares: &[u32]| {
                assert_eq!(black_box(squares).len(), 48);
                seen += 1;
                until(seen)
            };
            assert_eq!(union().for_each(take).expect("nobody stops it"), TOURS);
        });
    });
}

criterion_group!(benches, boards, listed);
criterion_main!(benches);
