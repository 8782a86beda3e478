//! Every tour shown as a union of two half boards, or sorted by its crossings, on one thread: whole
//! boards with their counts and nodes, and two small units of 8×8.

use std::hint::black_box;

use cavalcade::board::{Board, Piece};
use cavalcade::engine::{Enumeration, Plan, Run, Tally};
use cavalcade::tours::{Kind, MoveSet, Statistic, TourQuestion, UnionSearch};
use criterion::{Criterion, criterion_group, criterion_main};

/// All units, or the first ones.
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

criterion_group!(benches, boards);
criterion_main!(benches);
