//! The count by two halves compared with the oracle, with the frontier, and with itself: without
//! each of its symmetries, with every kind of instructions, and with any number of threads.

use cavalcade::board::{Board, Graph, Piece};
use cavalcade::engine::Run;
use cavalcade::method::{Choice, Vectors};
use cavalcade::question::Question;
use cavalcade::tours::{Ends, FrontierCount, HalvesCount, Kind, TourQuestion};
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert_eq, proptest};

use crate::oracle;
use crate::support::{board, folder};

const KINDS: [Kind; 2] = [Kind::Open, Kind::Closed];

fn question(board: &Board, piece: &str, kind: Kind) -> TourQuestion {
    TourQuestion::new(board, &Piece::named(piece, board.rank()).unwrap(), kind)
}

/// The weighted count, and the states.
fn counted(count: &HalvesCount) -> (String, u64) {
    let outcome = Run::new(count).threads(1).execute().unwrap();
    (outcome.tally.weighted().to_string(), outcome.tally.nodes())
}

/// The counts by halves with and without symmetries.
fn both(question: &TourQuestion) -> [String; 2] {
    let count = |question: TourQuestion| counted(&HalvesCount::new(question).unwrap()).0;
    [count(question.clone()), count(question.clone().without_symmetry())]
}

fn assert_agrees_with_the_oracle(question: &TourQuestion) {
    let mut all = oracle::tours(question.graph(), question.kind());
    all.retain(|tour| match question.ends() {
        Ends::Free => true,
        Ends::From(from) => tour[0] == from,
        Ends::Between(from, to) => tour[0] == from && tour[tour.len() - 1] == to,
    });
    let closed = question.kind() == Kind::Closed;
    let expected = if closed { all.len() / 2 } else { all.len() }.to_string();
    assert_eq!(both(question), [expected.clone(), expected], "{:?}", question.label());
}

#[test]
fn every_rectangle_to_twenty_squares_agrees_with_the_oracle() {
    for rows in 1..=20 {
        for columns in 1..=20 / rows {
            let board = Board::rectangle(rows, columns).unwrap();
            for kind in KINDS.into_iter().filter(|_| board.len() > 2) {
                assert_agrees_with_the_oracle(&question(&board, "knight", kind));
            }
        }
    }
}

#[test]
fn other_topologies_holes_and_pieces_agree_with_the_oracle() {
    for (text, piece) in [
        ("torus:3x4", "knight"),
        ("torus:2x4", "knight"),
        ("cylinder:3x5", "knight"),
        ("cylinder:4x3", "knight"),
        ("2x2x4", "knight"),
        ("3x5", "king"),
        ("4x4", "king"),
        ("5x3", "wazir"),
        ("4x5", "wazir"),
        ("3x4", "rook"),
        ("2x3", "queen"),
        ("4x5", "camel"),
        ("cylinder:3x4", "king"),
        (".../.#./...", "wazir"),
        ("..#../...../#...#", "king"),
        ("....#./.....#/......", "knight"),
        ("#..../...../....#", "knight"),
    ] {
        for kind in KINDS {
            assert_agrees_with_the_oracle(&question(&board(text), piece, kind));
        }
    }
}

#[test]
fn tours_with_given_ends_agree_with_the_oracle() {
    for (text, piece) in [("3x4", "knight"), ("3x4", "king"), ("cylinder:3x3", "king")] {
        let free = question(&board(text), piece, Kind::Open);
        let size = free.graph().len() as u32;
        for from in 0..size {
            let one = free.clone().with_ends(Ends::From(from)).unwrap();
            assert_agrees_with_the_oracle(&one);
            for to in (from % 3..size).step_by(3).filter(|&to| to != from) {
                let two = free.clone().with_ends(Ends::Between(from, to)).unwrap();
                assert_agrees_with_the_oracle(&two);
            }
        }
    }
}

/// Graphs of up to nine vertices, sparse and dense.
fn graphs() -> impl Strategy<Value = Graph> {
    (3usize..10, any::<u64>(), any::<u64>()).prop_map(|(size, some, more)| {
        let pairs = (0..size).flat_map(|b| (0..b).map(move |a| (a, b)));
        let edges = pairs.enumerate().filter(|(i, _)| (some | more & (some >> 7)) >> i & 1 != 0);
        Graph::from_edges(size, &edges.map(|(_, pair)| pair).collect::<Vec<_>>()).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn random_graphs_agree_with_the_oracle(graph in graphs()) {
        for kind in KINDS {
            let question = TourQuestion::of_graph(graph.clone(), "random", kind);
            let found = oracle::tours(&graph, kind).len();
            let expected = if kind == Kind::Closed { found / 2 } else { found };
            prop_assert_eq!(both(&question), [expected.to_string(), expected.to_string()]);
        }
    }

    #[test]
    fn random_boards_agree_with_the_frontier(
        rows in 3usize..7, columns in 3usize..7, wrapped in 0u8..3, holes in any::<u64>(), kind in 0usize..2
    ) {
        let form = ["", "cylinder:", ""][usize::from(wrapped)];
        let whole = board(&format!("{form}{rows}x{columns}"));
        // A few holes; none on every third board.
        let few = |at: &[usize]| holes % 3 > 0 && (holes >> (at[0] * 8 + at[1]) & 63) == 1;
        let board = whole.without(few);
        let question = question(&board, "knight", KINDS[kind]);
        let frontier = FrontierCount::new(question.clone()).unwrap().threads(1);
        let outcome = Run::new(&frontier).threads(1).execute().unwrap();
        let expected = outcome.tally.weighted().to_string();
        let count = HalvesCount::new(question).unwrap().threads(1);
        prop_assert_eq!(counted(&count).0, expected, "{}", board);
    }
}

#[test]
fn known_counts_are_reached() {
    for (text, kind, total) in [
        ("6x6", Kind::Closed, "9862"),
        ("6x7", Kind::Closed, "1067638"),
        ("6x8", Kind::Closed, "55488142"),
        ("5x10", Kind::Closed, "13311268"),
        ("6x9", Kind::Closed, "3374967940"),
        ("5x6", Kind::Open, "37568"),
        ("6x6", Kind::Open, "6637920"),
        ("5x8", Kind::Open, "36122108"),
    ] {
        let count = HalvesCount::new(question(&board(text), "knight", kind)).unwrap();
        assert_eq!(counted(&count).0, total, "{text}");
    }
}

/// The counts exceed a word, so residues are needed; compared with the frontier.
#[test]
fn numbers_beyond_a_word_are_exact() {
    for (text, kind) in [("5x20", Kind::Closed), ("3x60", Kind::Open), ("4x30", Kind::Open)] {
        let question = question(&board(text), "knight", kind);
        let frontier = FrontierCount::new(question.clone()).unwrap();
        let expected = Run::new(&frontier).threads(1).execute().unwrap().tally.weighted();
        assert!(u64::try_from(&expected).is_err(), "{text}: it fits in a word");
        let count = HalvesCount::new(question).unwrap();
        assert_eq!(counted(&count).0, expected.to_string(), "{text}");
    }
}

#[test]
fn threads_and_processors_change_neither_count_nor_states() {
    for (text, kind) in [("6x6", Kind::Open), ("5x20", Kind::Closed), ("torus:4x4", Kind::Closed)] {
        let make = || HalvesCount::new(question(&board(text), "knight", kind)).unwrap();
        let usual = counted(&make().threads(1));
        for threads in [2, 5] {
            assert_eq!(counted(&make().threads(threads)), usual, "{text}, {threads} threads");
        }
        for vectors in [Vectors::None, Vectors::Narrow] {
            assert_eq!(counted(&make().vectors(vectors)), usual, "{text}, {vectors:?}");
        }
    }
}

/// The states saved by a mirror, a flip, and live degrees: any change of these numbers is a change
/// of the method.
#[test]
fn symmetries_save_states() {
    let question = question(&board("6x8"), "knight", Kind::Closed);
    let count = |question| counted(&HalvesCount::new(question).unwrap());
    let (with, without) = (count(question.clone()), count(question.without_symmetry()));
    assert_eq!((with.0.as_str(), with.1), ("55488142", 243_576));
    assert_eq!((without.0, without.1), (with.0, 1_679_554));
}

#[test]
fn unsupported_questions_are_refused_with_a_reason() {
    let refused = |question: TourQuestion| HalvesCount::new(question).unwrap_err().to_string();
    let small = refused(question(&board("1x2"), "wazir", Kind::Open));
    assert!(small.contains("three squares"), "{small}");
    let wide = refused(question(&board("20x20"), "knight", Kind::Closed));
    assert!(wide.contains("20 cells"), "{wide}");
    let large = refused(question(&board("3x400"), "knight", Kind::Closed));
    assert!(large.contains("1024"), "{large}");
    let none = TourQuestion::of_graph(Graph::from_edges(3, &[]).unwrap(), "three", Kind::Closed);
    assert_eq!(both(&none), ["0", "0"]);
}

#[test]
fn too_little_memory_is_an_error() {
    let count = HalvesCount::new(question(&board("6x8"), "knight", Kind::Closed)).unwrap();
    let error = Run::new(&count.memory(1 << 13)).threads(1).execute().unwrap_err();
    assert!(error.to_string().contains("successors do not fit"), "{error}");
}

/// `cargo test --release --test suite -- --ignored the_table_of_7x7`: half a minute.
#[test]
#[ignore = "half a minute: cargo test --release --test suite -- --ignored the_table_of_7x7"]
fn the_table_of_7x7_equals_the_searched_one() {
    let question: Question = "tours open knight 7x7".parse().unwrap();
    let table = std::fs::read_to_string(folder("results/starts-7x7.csv")).unwrap();
    let committed: Vec<(&str, &str)> =
        table.lines().skip(1).map(|line| line.split_once(',').unwrap()).collect();
    let instance = question.instance().unwrap();
    for method in ["auto", "halves"] {
        let choice = Choice::of(method);
        let counted = question.by_start(|part| part.solve().method(choice.clone()).run()).unwrap();
        let counted = counted.by_start.unwrap();
        assert_eq!(counted.len(), committed.len());
        for (square, (count, (name, known))) in counted.iter().zip(&committed).enumerate() {
            let found = (instance.square_name(square), count.to_string());
            assert_eq!((found.0.as_str(), found.1.as_str()), (*name, *known), "{method}");
        }
    }
}
