//! Walks by search and by transfer matrix; asserts counts and nodes.

use cavalcade::board::{Board, Piece};
use cavalcade::engine::{Enumeration, Run};
use cavalcade::walks::{Keypad, Limit, WalkQuestion, WalkSearch, WalkTransfer};
use criterion::{Criterion, criterion_group, criterion_main};

fn counts(enumeration: &impl Enumeration) -> (String, u64) {
    let outcome = Run::new(enumeration).threads(1).execute().expect("no unit fails");
    (outcome.tally.weighted().to_string(), outcome.tally.nodes())
}

fn walks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("walks");
    group.sample_size(10);
    let chess = Board::rectangle(8, 8).expect("a board");
    let question = WalkQuestion::new(&chess, &Piece::knight(2), 9).expect("a length");
    let search = WalkSearch::new(question.self_avoiding());
    let expected = ("16784384".to_string(), NODES_SEARCH);
    group.bench_function("search, 9 squares, self-avoiding", |bencher| {
        bencher.iter(|| assert_eq!(counts(&search), expected));
    });
    let pad = Keypad::named("letters18").expect("a known pad");
    let key = |name: &str| pad.keys().iter().position(|key| key == name);
    let limit = Limit::parse("2:AEIO", key).expect("a limit");
    let question = WalkQuestion::new(pad.board(), &Piece::knight(2), 32).expect("a length");
    let transfer = WalkTransfer::new(question.limited(vec![limit])).expect("few states");
    let expected = ("129891093550589788".to_string(), NODES_TRANSFER);
    group.bench_function("transfer, 32 keys", |bencher| {
        bencher.iter(|| assert_eq!(counts(&transfer), expected));
    });
}

/// The nodes of the search and the additions of the transfer matrix.
const NODES_SEARCH: u64 = 3_403_573;
const NODES_TRANSFER: u64 = 4_706;

criterion_group!(benches, walks);
criterion_main!(benches);
