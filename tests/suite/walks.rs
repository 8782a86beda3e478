//! Walks: transfer and search compared with each other, the oracle, and all published counts.

use std::ops::ControlFlow;

use cavalcade::Count;
use cavalcade::board::{Board, Piece};
use cavalcade::engine::{Beat, Enumeration, Visitor};
use cavalcade::published::{Published, Table};
use cavalcade::question::Question;
use cavalcade::walks::{Limit, WalkQuestion, WalkSearch, WalkTransfer};
use proptest::prelude::{any, prop_assert_eq, proptest};

use crate::oracle;
use crate::support::{board, cavalcade, tally};

fn question(board: &Board, piece: &str, length: usize) -> WalkQuestion {
    WalkQuestion::new(board, &Piece::named(piece, board.rank()).unwrap(), length).unwrap()
}

fn limit(most: u32, squares: &[usize]) -> Limit {
    let names: Vec<_> = squares.iter().map(usize::to_string).collect();
    Limit::parse(&format!("{most}:{}", names.join(",")), |name| name.parse().ok()).unwrap()
}

/// Collects walks in order.
#[derive(Default)]
struct Collect(Vec<Vec<u32>>);

impl Visitor<[u32]> for Collect {
    fn solution(&mut self, walk: &[u32]) -> ControlFlow<()> {
        self.0.push(walk.to_vec());
        ControlFlow::Continue(())
    }
    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn listed(question: WalkQuestion) -> Vec<Vec<u32>> {
    let search = WalkSearch::new(question).every();
    let mut walks = Collect::default();
    search.plan().units.iter().for_each(|unit| drop(search.run(unit, &mut walks).unwrap()));
    walks.0
}

fn searched(question: &WalkQuestion) -> Count {
    tally(&WalkSearch::new(question.clone()), 2).weighted()
}

#[test]
fn all_methods_agree_with_the_oracle() {
    for text in ["3x4", "torus:3x4", "2x2x3", "1x1", ".../.#./..."] {
        let board = board(text);
        for piece in ["knight", "king", "rook"] {
            for length in 1..=5 {
                let plain = question(&board, piece, length);
                let every = oracle::walks(plain.graph(), length, &[], false);
                let what = format!("{text} {piece} {length}");
                assert_eq!(searched(&plain), Count::from(every.len() as u64), "{what}");
                let transfer = WalkTransfer::new(plain.clone()).unwrap();
                assert_eq!(tally(&transfer, 1).weighted(), searched(&plain), "{what}");
                assert_eq!(listed(plain.clone()), every, "{what}");
                for (start, count) in transfer.by_start().into_iter().enumerate() {
                    let expected = every.iter().filter(|w| w[0] as usize == start).count() as u64;
                    assert_eq!(count, Count::from(expected), "{what} from {start}");
                    let from = plain.clone().from(start, "it");
                    assert_eq!(searched(&from), Count::from(expected), "{what} from {start}");
                }
                let avoiding = plain.self_avoiding();
                let every = oracle::walks(avoiding.graph(), length, &[], true);
                assert_eq!(searched(&avoiding), Count::from(every.len() as u64), "{what} avoiding");
                assert_eq!(listed(avoiding), every, "{what} avoiding");
            }
        }
    }
}

proptest! {
    #[test]
    fn limits_of_all_kinds_agree_with_the_oracle(
        length in 1usize..6,
        most in [0u32..4, 0..4],
        sets in [any::<u16>(), any::<u16>()],
    ) {
        let board = board("3x4");
        let squares = |set: u16| (0..12).filter(|i| set >> i & 1 != 0 || *i == 5).collect();
        let sets: [Vec<usize>; 2] = sets.map(squares);
        let limits = vec![limit(most[0], &sets[0]), limit(most[1], &sets[1])];
        let question = question(&board, "king", length).limited(limits);
        let by_hand: Vec<_> = most.into_iter().zip(sets).collect();
        let every = oracle::walks(question.graph(), length, &by_hand, false);
        every.iter().for_each(|walk| question.check(walk).unwrap());
        let transfer = WalkTransfer::new(question.clone()).unwrap();
        prop_assert_eq!(tally(&transfer, 1).weighted(), Count::from(every.len() as u64));
        prop_assert_eq!(searched(&question), Count::from(every.len() as u64));
        prop_assert_eq!(listed(question.clone()), every);
        let avoiding = question.self_avoiding();
        let every = oracle::walks(avoiding.graph(), length, &by_hand, true);
        prop_assert_eq!(searched(&avoiding), Count::from(every.len() as u64));
    }
}

#[test]
fn transfer_refuses_what_it_cannot_count() {
    let chess = question(&board("8x8"), "knight", 3);
    assert!(WalkTransfer::new(chess.clone().self_avoiding()).is_err());
    let many = (0..20).map(|i| limit(9, &[i])).collect();
    let error = WalkTransfer::new(chess.limited(many)).unwrap_err().to_string();
    assert!(error.contains("states"), "{error}");
    assert!(WalkQuestion::new(&board("8x8"), &Piece::knight(2), 0).is_err());
}

/// All published counts of walks.
fn published() -> impl Iterator<Item = (WalkQuestion, &'static Published)> {
    Table::embedded().rows().iter().filter_map(|row| match &row.question {
        Question::Walks(walks) => Some((walks.prepared().unwrap(), row)),
        _ => None,
    })
}

#[test]
fn every_published_walk_is_recomputed() {
    let (mut keypads, mut avoiding) = (0, 0);
    for (question, row) in published() {
        if question.is_self_avoiding() {
            // Length 12 has 1,265,186,112 walks; the ignored test below covers it.
            if question.length() <= 9 {
                assert_eq!(searched(&question), row.value, "{}", row.question);
                avoiding += 1;
            }
        } else {
            let transfer = WalkTransfer::new(question).unwrap();
            assert_eq!(tally(&transfer, 1).weighted(), row.value, "{}", row.question);
            keypads += 1;
        }
    }
    assert_eq!((keypads, avoiding), (44, 9));
}

#[test]
#[ignore = "ten seconds: cargo test --release --test suite -- --ignored self_avoiding_walks"]
fn self_avoiding_walks_of_twelve_squares() {
    for (question, row) in published().filter(|(question, _)| question.is_self_avoiding()) {
        assert_eq!(searched(&question), row.value, "{}", row.question);
    }
}

#[test]
fn the_keypad_on_the_command_line() {
    let directory = tempfile::tempdir().unwrap();
    let run = |more: &[&str]| {
        let keypad = ["walks", "--keypad", "letters18", "--length", "10", "--at-most", "2:AEIO"];
        let output = cavalcade(&[&keypad, more].concat(), directory.path());
        assert!(output.status.success(), "{more:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let json: serde_json::Value = serde_json::from_str(&run(&["--format", "json"])).unwrap();
    assert_eq!(json["counts"], serde_json::json!({"sequences": "1013398"}));
    assert_eq!(run(&["--list", "--first", "1"]), "0, 7, 0, 7, 10, 1, 10, 1, 10, 1\n");
    assert_eq!(run(&["--list", "--first", "1", "--names"]), "AHAHKBKBKB\n");
    let code = "0, 7, 0, 7, 10, 1, 10, 1, 10, 1: 309514218678\n";
    assert_eq!(run(&["--list", "--first", "1", "--code"]), code);
    assert_eq!(run(&["--code", "AHAHKBKBKB"]), "309514218678\n");
    let table = run(&["--by-start", "-q"]);
    assert_eq!(table.lines().filter(|line| line.contains("agrees with Knight's tour")).count(), 19);
    run(&["--output", "keys/"]);
    let files = std::fs::read_dir(directory.path().join("keys")).unwrap().count();
    assert_eq!(files, 18);
    let from_a = std::fs::read_to_string(directory.path().join("keys/A.txt")).unwrap();
    assert_eq!(from_a.lines().count(), 30004);
}

#[test]
fn vertices_have_the_names_in_their_file() {
    let directory = tempfile::tempdir().unwrap();
    let run = |text: &str, more: &[&str]| {
        std::fs::write(directory.path().join("path.txt"), text).unwrap();
        let line = ["walks", "graph:path.txt", "--length", "3", "--list"];
        let output = cavalcade(&[&line, more].concat(), directory.path());
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{more:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    };
    let numbers = "1 2\n2 3\n3 4\n";
    assert_eq!(run(numbers, &["--names", "--from", "1"]), "1 2 1\n1 2 3\n");
    assert_eq!(run(numbers, &["--from", "1"]), "1, 2, 1\n1, 2, 3\n");
    let cities = "rome oslo\noslo bonn\nbonn 4\n";
    let walks = "oslo, rome, oslo\noslo, bonn, oslo\noslo, bonn, 4\n";
    assert_eq!(run(cities, &["--from", "oslo"]), walks);
    let tours = ["tours", "graph:path.txt", "--first", "1", "--format", "csv", "-q"];
    let output = cavalcade(&tours, directory.path());
    let header = "square1,square2,square3,square4\n";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{header}rome,oslo,bonn,4\n"));
}
