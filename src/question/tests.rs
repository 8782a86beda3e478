//! Every question has one text, which parses back to it.

use proptest::prelude::{Just, Strategy, any, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::subsequence;

use super::{Instance, Queens, Question, Tours, Walks};
use crate::board::{Axis, Board, Graph, NamedGraph, Piece};
use crate::queens::{Turn, VariantQuestion};
use crate::tours::{Ends, Kind};
use crate::walks::Keypad;

fn boards() -> impl Strategy<Value = Board> {
    let axis = (1usize..5, any::<bool>()).prop_map(|(length, wraps)| Axis { length, wraps });
    let axes = proptest::collection::vec(axis, 1..4);
    (axes, any::<u64>()).prop_map(|(axes, holes)| {
        let lengths: Vec<usize> = axes.iter().map(|axis| axis.length).collect();
        let site = move |at: &[usize]| at.iter().zip(&lengths).fold(0, |s, (i, n)| s * n + i);
        let board = Board::new(axes).unwrap();
        // The first site stays a cell; half of the boards have no hole.
        board.without(|at| holes % 2 == 1 && site(at) > 0 && holes >> (site(at) % 63) & 1 == 1)
    })
}

fn pieces(rank: usize) -> impl Strategy<Value = Piece> {
    let leaper = proptest::collection::vec(1u32..4, 1..=rank);
    let leaper = leaper.prop_map(move |parts| Piece::leaper(&parts, rank).unwrap());
    let moves =
        prop_oneof![Just("wazir\nleaper 1\n"), Just("rider 1\n"), Just("knight # and\nking"),];
    let moves = moves.prop_map(move |text| Piece::from_moves(text, "m", rank));
    let named = (0..Piece::NAMES.len()).prop_map(move |i| Piece::named(Piece::NAMES[i], rank));
    prop_oneof![
        leaper,
        named.prop_map(|piece| piece.unwrap()),
        moves.prop_filter_map("no such move on few axes", Result::ok),
    ]
}

fn graphs() -> impl Strategy<Value = NamedGraph> {
    let edges = proptest::collection::vec((0usize..7, 0usize..7), 0..12);
    (edges, any::<bool>()).prop_map(|(edges, named)| {
        let edges: Vec<_> = edges.into_iter().filter(|(a, b)| a != b).collect();
        let graph = NamedGraph::from(Graph::from_edges(7, &edges).unwrap());
        let names = ["one", "2", "3-3", "d", "Ä", "f_f", "7"].map(String::from).to_vec();
        if named { graph.named(names).unwrap() } else { graph }
    })
}

fn instances() -> impl Strategy<Value = Instance> {
    let board = boards().prop_flat_map(|board| {
        pieces(board.rank()).prop_map(move |piece| Instance::Board(board.clone(), piece))
    });
    let pads = prop_oneof![Just("123\n4.6\n"), Just("a/b\n%=c\n#é\n"), Just(".x\n y\n")];
    let drawn =
        pads.prop_map(|text| Keypad::from_drawing(text, "@pad", "pad").unwrap().named_by_content());
    let named = (0..2usize).prop_map(|i| Keypad::named(Keypad::names().nth(i).unwrap()).unwrap());
    let keypad = (prop_oneof![drawn, named], pieces(2));
    prop_oneof![
        3 => board,
        1 => keypad.prop_map(|(keypad, piece)| Instance::Keypad(keypad, piece)),
        1 => graphs().prop_map(Instance::Graph),
    ]
}

fn tours() -> impl Strategy<Value = Question> {
    let flags = (any::<bool>(), any::<bool>(), 0u32..3, any::<(u32, u32)>());
    (instances(), flags).prop_map(|(instance, (closed, classes, ends, (a, b)))| {
        let size = instance.len() as u32;
        let kind = if closed { Kind::Closed } else { Kind::Open };
        let ends = match ends {
            1 if !closed => Ends::From(a % size),
            2 if !closed && a % size != b % size => Ends::Between(a % size, b % size),
            _ => Ends::Free,
        };
        let tours = Tours::new(instance, kind).ending(ends).unwrap();
        Question::Tours(if classes { tours.by_class() } else { tours })
    })
}

fn queens() -> impl Strategy<Value = Question> {
    let squares = |side: usize| subsequence((0..side * side).collect::<Vec<_>>(), 0..=side.min(3));
    let sides = (0usize..9).prop_flat_map(move |side| (Just(side), squares(side), squares(side)));
    let variants = (any::<bool>(), any::<bool>(), 0usize..9, 0usize..4);
    (sides, variants).prop_filter_map("queens that attack each other", |(sides, variants)| {
        let ((side, placed, holes), (torus, amazons, k, turn)) = (sides, variants);
        let square = |cell: usize| (cell / side, cell % side);
        let mut question = VariantQuestion::new(side).ok()?;
        question = if torus { question.on_torus().unwrap() } else { question };
        question = if amazons { question.with_amazons() } else { question };
        let holes: Vec<_> = holes.into_iter().map(square).collect();
        let placed: Vec<_> = placed.into_iter().map(square).collect();
        question = question.with_holes(&holes).ok()?.with_placed(&placed).ok()?;
        let question = match Turn::NAMES.get(turn) {
            Some(&(_, turn)) => question.kept_by(turn).unwrap(),
            None => question,
        };
        let question = if k < side { question.with_queens(k).ok()? } else { question };
        Some(Question::Queens(Queens::of(question)))
    })
}

fn walks() -> impl Strategy<Value = Question> {
    let limits =
        proptest::collection::vec((0u32..5, proptest::collection::vec(0usize..64, 1..4)), 0..3);
    let rest = (1usize..40, any::<bool>(), any::<Option<u32>>(), limits);
    (instances(), rest).prop_map(|(instance, (length, avoiding, from, limits))| {
        let size = instance.len();
        let limit = |(most, squares): (u32, Vec<usize>)| {
            let names: Vec<_> = squares.iter().map(|v| instance.square_name(v % size)).collect();
            Walks::limit(&instance, &format!("{most}:{}", names.join(","))).unwrap()
        };
        let limits = limits.into_iter().map(limit).collect();
        let walks = Walks::new(instance.clone(), length).unwrap().limited(limits);
        let walks = if avoiding { walks.self_avoiding() } else { walks };
        Question::Walks(match from {
            Some(square) => walks.from(square as usize % size).unwrap(),
            None => walks,
        })
    })
}

proptest! {
    #[test]
    fn every_question_parses_back(question in prop_oneof![tours(), queens(), walks()]) {
        let text = question.to_string();
        let read: Question = text.parse().map_err(|e| {
            proptest::test_runner::TestCaseError::fail(format!("{text}: {e}"))
        })?;
        prop_assert_eq!(&read, &question, "{}", &text);
        prop_assert_eq!(read.to_string(), text);
    }

    #[test]
    fn transposing_twice_changes_nothing(question in tours()) {
        let upright = question.upright();
        prop_assert_eq!(upright.upright(), upright);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(tours|queens|walks) [a-z]{0,5} [ -~]{0,30}") {
        let _ = text.parse::<Question>();
    }
}

#[test]
fn questions_serialize_as_their_text() {
    let question: Question = "queens amazon torus:8x8 k=5 place=a1 holes=b5,d4".parse().unwrap();
    let json = serde_json::to_string(&question).unwrap();
    assert_eq!(json, "\"queens amazon torus:8x8 k=5 place=a1 holes=b5,d4\"");
    assert_eq!(serde_json::from_str::<Question>(&json).unwrap(), question);
    assert!(serde_json::from_str::<Question>("\"chess 8x8\"").is_err());
}

#[test]
fn boards_without_squares_are_valid_in_tables() {
    for text in ["tours open knight 0x5", "tours closed knight 0x0", "queens queen 0x0"] {
        assert_eq!(text.parse::<Question>().unwrap().to_string(), text);
    }
}

#[test]
fn errors_name_the_place_in_a_question() {
    for (text, at, problem) in [
        ("", 1, "family is missing"),
        ("chess 8x8", 1, "no family"),
        ("tours", 6, "kind is missing"),
        ("tours sideways knight 6x6", 7, "neither open nor closed"),
        ("tours open unicorn 6x6", 12, "no piece"),
        ("tours open knight 6x6 fast", 23, "\"fast\""),
        ("tours open knight 6x6 from=a1 from=b1", 31, "repeated"),
        ("queens pawn 8x8", 8, "neither queen"),
        ("queens queen 8x7x2", 14, "not a rectangle"),
        ("queens queen 8x8 k=x", 18, "not a number"),
        ("walks any knight 8x8", 1, "length= is missing"),
    ] {
        let error = text.parse::<Question>().unwrap_err().to_string();
        assert!(error.contains(&format!("character {at}:")), "{text}: {error}");
        assert!(error.contains(problem), "{text}: {error}");
    }
    for text in [
        "tours closed knight 6x6 from=a1",
        "tours open knight 6x6 from=a1 to=a1",
        "tours open knight 6x6 to=a1",
        "tours open knight 6x6 from=z9",
        "queens queen 65x65",
        "queens queen 8x8 k=9",
        "queens queen 8x8 place=a1,b2",
        "walks any knight 8x8 length=0",
        "walks any knight 8x8 length=5 limit=2:z9",
        "tours open graph:DQ",
        "tours open graph:DQc names=a,b",
    ] {
        assert!(text.parse::<Question>().is_err(), "{text}");
    }
}

#[test]
fn transposed_boards_are_one_question() {
    let upright = |text: &str| text.parse::<Question>().unwrap().upright().to_string();
    assert_eq!(upright("tours open knight 6x5"), "tours open knight 5x6");
    assert_eq!(upright("tours closed knight torus:6x5 classes"), "tours closed knight torus:5x6");
    assert_eq!(
        upright("tours open knight 3x2 from=a3 to=b1"),
        "tours open knight 2x3 from=a2 to=c1"
    );
    for same in
        ["tours open (1,0) 6x5", "tours open knight cylinder:6x5", "tours open knight strip:5,23"]
    {
        assert_eq!(upright(same), same);
    }
}
