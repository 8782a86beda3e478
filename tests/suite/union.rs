//! Tours as unions of two half boards: each is a tour, none is repeated, none is missing, for any
//! units; compared with the linking search.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;

use cavalcade::board::{Board, Graph, Piece};
use cavalcade::engine::{Beat, Enumeration, Halt, Run, Silent, Visitor};
use cavalcade::method::Choice;
use cavalcade::question::Question;
use cavalcade::tours::{
    Ends, Kind, MoveSet, Spelling, TourQuestion, TourSearch, UnionSearch, Visited,
};

use crate::support::{board, tally};

/// Boards with a flip, even and uneven, without one, odd ones, holes, other pieces, wrapped.
const QUESTIONS: [(&str, &str, Kind); 20] = [
    ("6x6", "knight", Kind::Closed),
    ("5x6", "knight", Kind::Closed),
    ("3x10", "knight", Kind::Closed),
    ("5x5", "knight", Kind::Open),
    ("4x5", "knight", Kind::Open),
    ("3x7", "knight", Kind::Open),
    ("4x7", "knight", Kind::Open),
    ("3x4", "knight", Kind::Open),
    ("torus:4x4", "knight", Kind::Closed),
    ("cylinder:3x5", "knight", Kind::Open),
    ("3x4", "king", Kind::Closed),
    ("3x3", "king", Kind::Open),
    ("4x6", "wazir", Kind::Closed),
    ("4x5", "wazir", Kind::Open),
    ("2x3x2", "wazir", Kind::Closed),
    (".../.#./...", "king", Kind::Closed),
    ("..../.#../....", "king", Kind::Open),
    ("#...../....../....../....../.....#", "knight", Kind::Open),
    ("#...../....../....../......", "knight", Kind::Open),
    ("2x4", "rook", Kind::Closed),
];

fn question(board: &Board, piece: &str, kind: Kind) -> TourQuestion {
    TourQuestion::new(board, &Piece::named(piece, board.rank()).unwrap(), kind)
}

fn of(&(text, piece, kind): &(&str, &str, Kind)) -> TourQuestion {
    question(&board(text), piece, kind)
}

/// True if the squares are a tour of the question, each square once and each step a move.
fn is_tour(question: &TourQuestion, squares: &[u32]) -> bool {
    let graph = question.graph();
    let mut sorted = squares.to_vec();
    sorted.sort_unstable();
    let joined = |a: u32, b: u32| graph.neighbours(a as usize).contains(&b);
    let [first, last] = [squares[0], squares[squares.len() - 1]];
    sorted.into_iter().eq(0..graph.len() as u32)
        && squares.windows(2).all(|two| joined(two[0], two[1]))
        && (question.kind() == Kind::Open || joined(last, first))
}

/// All tours by unions, each checked.
fn united(question: &TourQuestion, search: &UnionSearch) -> BTreeSet<Vec<u32>> {
    let all = Mutex::new(BTreeSet::new());
    let see = |tour: &MoveSet| {
        let mut squares = Vec::new();
        search.moves().squares_into(tour, &mut squares);
        assert!(is_tour(question, &squares), "{squares:?}");
        assert_eq!(tour.numbers().count(), moves_of(question, &squares, search).len());
        assert!(all.lock().unwrap().insert(squares), "a tour came twice");
    };
    let outcome = Run::new(search).threads(2).observe_solutions(see).execute().unwrap();
    let all = all.into_inner().unwrap();
    assert_eq!(outcome.tally.visited().to_string(), all.len().to_string());
    all
}

/// The numbers of the moves of a tour; the ends of an open one count.
fn moves_of(question: &TourQuestion, squares: &[u32], search: &UnionSearch) -> Vec<usize> {
    let mut steps: Vec<[u32; 2]> = squares.windows(2).map(|two| [two[0], two[1]]).collect();
    let [first, last] = [squares[0], squares[squares.len() - 1]];
    match question.kind() {
        Kind::Closed => steps.push([last, first]),
        Kind::Open => {
            let outside = squares.len() as u32;
            steps.extend([[first, outside], [last, outside]]);
        }
    }
    steps.iter().map(|&[a, b]| search.moves().number(a, b).unwrap()).collect()
}

/// All tours by the linking search or path extension.
fn searched(question: &TourQuestion) -> BTreeSet<Vec<u32>> {
    struct Keep(BTreeSet<Vec<u32>>);
    impl Visitor<Visited> for Keep {
        fn solution(&mut self, tour: &Visited) -> ControlFlow<()> {
            self.0.insert(tour.squares().into_iter().map(u32::from).collect());
            ControlFlow::Continue(())
        }
        fn beat(&mut self, _: Beat) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }
    let search = TourSearch::new(question.clone().without_symmetry()).unwrap();
    let mut keep = Keep(BTreeSet::new());
    for unit in search.plan().units {
        search.run(&unit, &mut keep).unwrap();
    }
    keep.0
}

#[test]
fn unions_agree_with_the_search() {
    let mut nonempty = 0;
    for asked in &QUESTIONS {
        let question = of(asked);
        let search = UnionSearch::new(question.clone()).unwrap();
        let found = united(&question, &search);
        assert!(found == searched(&question), "{asked:?}: {} tours", found.len());
        nonempty += usize::from(!found.is_empty());
    }
    assert_eq!(nonempty, QUESTIONS.len());
}

#[test]
fn unions_with_given_ends_agree_with_the_search() {
    for ends in [Ends::From(0), Ends::From(12), Ends::Between(0, 24), Ends::Between(2, 4)] {
        let question = question(&board("5x5"), "knight", Kind::Open).with_ends(ends).unwrap();
        let search = UnionSearch::new(question.clone()).unwrap();
        assert_eq!(united(&question, &search), searched(&question), "{ends:?}");
    }
    let graph = Graph::from_edges(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2), (1, 3)]);
    for kind in [Kind::Closed, Kind::Open] {
        let question = TourQuestion::of_graph(graph.as_ref().unwrap().clone(), "graph", kind);
        let search = UnionSearch::new(question.clone()).unwrap();
        let found = united(&question, &search);
        assert_eq!(found, searched(&question));
        assert!(found.len() >= 2, "{}", found.len());
    }
}

#[test]
fn any_number_of_units_partitions_the_tours() {
    for asked in &QUESTIONS[..5] {
        let question = of(asked);
        let whole = united(&question, &UnionSearch::new(question.clone()).unwrap());
        for units in [2, 7, 100_000] {
            let search = UnionSearch::new(question.clone()).unwrap().split(units);
            let planned = search.plan().units.len();
            assert!((2..=units).contains(&planned), "{asked:?}: {planned} of {units}");
            assert!(united(&question, &search) == whole, "{asked:?} in {planned} units");
        }
    }
}

#[test]
fn counting_visiting_and_sweeping_agree() {
    for asked in &QUESTIONS {
        let question = of(asked);
        let search = UnionSearch::new(question.clone()).unwrap().split(3);
        let plan = search.plan();
        let mut sum = 0;
        for unit in &plan.units {
            let mut seen = Counting(0);
            let visited = search.run(unit, &mut seen).unwrap();
            let counted = search.run(unit, &mut Silent).unwrap();
            assert_eq!((&visited, visited.visited()), (&counted, seen.0.into()), "{asked:?}");
            let swept = search.recount(unit, &mut Silent).unwrap();
            assert_eq!(swept.found(), counted.found(), "{asked:?}: unit {unit}");
            sum += seen.0;
        }
        let total = tally(&TourSearch::new(question).unwrap(), 1).weighted();
        let weight = plan.units[0].weight;
        assert_eq!((sum * weight).to_string(), total.to_string(), "{asked:?}");
    }
}

/// Counts the visited solutions.
struct Counting(u64);

impl Visitor<MoveSet> for Counting {
    fn solution(&mut self, _: &MoveSet) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[test]
fn filters_receive_sets_of_moves() {
    // Closed tours of 6x6 with each move, both ways.
    let asked = QUESTIONS[0];
    let question = of(&asked);
    let search = UnionSearch::new(question.clone()).unwrap();
    let tours = searched(&question);
    for number in (0..search.moves().len()).step_by(7) {
        let seen = Mutex::new(0);
        let see = |tour: &MoveSet| *seen.lock().unwrap() += usize::from(tour.has(number));
        Run::new(&search).threads(1).observe_solutions(see).execute().unwrap();
        let has = |tour: &&Vec<u32>| moves_of(&question, tour, &search).contains(&number);
        assert_eq!(seen.into_inner().unwrap(), tours.iter().filter(has).count());
    }
}

#[test]
fn a_visitor_can_end_the_unit() {
    struct Enough(u64);
    impl Visitor<MoveSet> for Enough {
        fn solution(&mut self, _: &MoveSet) -> ControlFlow<()> {
            self.0 -= 1;
            if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
        fn beat(&mut self, _: Beat) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }
    let search = UnionSearch::new(of(&QUESTIONS[0])).unwrap();
    let mut enough = Enough(5);
    let ended = search.run(&search.plan().units[0], &mut enough);
    assert!(matches!(ended, Err(Halt::Stopped)) && enough.0 == 0);
}

/// The questions for listings: all boards above, and given ends.
fn listed() -> impl Iterator<Item = Question> {
    let free = QUESTIONS
        .iter()
        .map(|(board, piece, kind)| format!("tours {} {piece} {board}", kind.word()));
    let given = [
        "tours open knight 5x5 from=a3",
        "tours open knight 5x6 from=a1",
        "tours open knight 5x6 from=f5",
        "tours open knight 5x5 from=a1 to=e5",
        "tours open king 4x3 from=c4 to=a1",
    ];
    let texts: Vec<String> = free.chain(given.map(String::from)).collect();
    texts.into_iter().map(|text| text.parse().unwrap())
}

fn squares_of(question: &Question, method: &str) -> Vec<Vec<u32>> {
    let all = question.solutions().method(Choice::of(method)).first(usize::MAX).unwrap();
    all.iter().map(|tour| tour.squares().to_vec()).collect()
}

#[test]
fn listings_by_unions_have_the_same_tours() {
    for question in listed() {
        let (mut united, mut searched) =
            (squares_of(&question, "union"), squares_of(&question, "search"));
        united.sort();
        searched.sort();
        assert!(united == searched && !united.is_empty(), "{question}: {}", united.len());
        let two = question.solutions().method(Choice::of("union")).first(2).unwrap();
        assert_eq!(two.len(), united.len().min(2));
    }
}

/// The rows of all tours.
fn spelled(question: &Question, method: &str, spelling: &Spelling<u8>) -> Vec<String> {
    let solutions = question.solutions().method(Choice::of(method));
    assert_eq!(solutions.is_spelled_fast(), method == "union");
    let mut rows = Vec::new();
    let handed = solutions.for_each_spelled(spelling, |text, count| {
        let parts = text.chunks_exact(text.len() / count);
        assert_eq!((parts.len(), parts.remainder().len()), (count, 0));
        rows.extend(parts.map(|row| String::from_utf8(row.to_vec()).unwrap()));
        ControlFlow::Continue(())
    });
    assert_eq!(handed.unwrap(), rows.len() as u64);
    rows
}

#[test]
fn spelled_tours_are_their_squares_in_order() {
    for question in listed() {
        let tours = squares_of(&question, "union");
        // Names of one letter, of several, and of more than are copied together.
        for longest in [1, 5, 100] {
            let name = |v: usize| char::from(b'!' + v as u8).to_string().repeat(v % longest + 1);
            let names: Vec<String> = (0..tours[0].len()).map(name).collect();
            for (before, apart, behind) in [("", 0, ""), ("[", 1, "]\n")] {
                let plain = Spelling::new(names.iter().map(|name| name.as_bytes()));
                let spelling = plain.framed(before.as_bytes(), apart, behind.as_bytes());
                let row = |tour: &Vec<u32>| {
                    let text: String = tour.iter().map(|&v| names[v as usize].as_str()).collect();
                    format!("{before}{}{behind}", &text[..text.len() - apart])
                };
                let expected: Vec<String> = tours.iter().map(row).collect();
                assert!(spelled(&question, "union", &spelling) == expected, "{question}");
                let sorted = |mut rows: Vec<String>| {
                    rows.sort();
                    rows
                };
                let searched = spelled(&question, "search", &spelling);
                assert!(sorted(searched) == sorted(expected), "{question}");
            }
        }
    }
}

#[test]
fn unions_that_do_not_fit_are_refused() {
    for (text, piece, kind, reason) in [
        ("12x12", "knight", Kind::Closed, "256 moves"),
        ("9x9", "king", Kind::Open, "256 moves"),
        ("1x2", "wazir", Kind::Open, "three squares"),
        ("9x10", "knight", Kind::Closed, "no cut was found"),
    ] {
        let error = UnionSearch::new(question(&board(text), piece, kind)).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

/// `cargo test --release --test suite every_closed_tour_of_6x8 -- --ignored`: a minute, 1 GB.
#[test]
#[ignore = "a minute"]
fn every_closed_tour_of_6x8_is_valid_and_distinct() {
    let question = question(&board("6x8"), "knight", Kind::Closed);
    let search = UnionSearch::new(question.clone()).unwrap();
    let all: Mutex<Vec<u128>> = Mutex::new(Vec::new());
    let see = |tour: &MoveSet| {
        let mut squares = Vec::new();
        search.moves().squares_into(tour, &mut squares);
        assert!(is_tour(&question, &squares));
        let [low, high, none @ ..] = tour.words();
        assert_eq!(none, &[0, 0]);
        all.lock().unwrap().push(u128::from(*high) << 64 | u128::from(*low));
    };
    Run::new(&search).threads(2).observe_solutions(see).execute().unwrap();
    let mut all = all.into_inner().unwrap();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 55_488_142);
}
