//! Fundamental counts and kinds of symmetry, compared with sorting every tour.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use cavalcade::board::{Board, Graph, Permutation, Piece};
use cavalcade::convention::Convention;
use cavalcade::engine::{Beat, Enumeration, Visitor};
use cavalcade::method::Means;
use cavalcade::published::{Published, Table};
use cavalcade::question::Question;
use cavalcade::tours::{
    Classes, FrontierCount, Kind, OneOfEach, Strategy as Searching, TourQuestion, TourSearch,
    Visited, classes,
};
use cavalcade::{Count, Error};
use proptest::prelude::{ProptestConfig, Strategy, any, proptest};

use crate::oracle;
use crate::support::{board, tally};

fn question(board: &Board, kind: Kind) -> TourQuestion {
    TourQuestion::new(board, &Piece::knight(board.rank()), kind)
}

fn of(question: &TourQuestion) -> Classes {
    let search = TourSearch::new(question.clone()).unwrap();
    let counts = question.counts(&tally(&search, 2));
    let undirected = counts.iter().find(|(c, _)| c.word() == "undirected").unwrap();
    let found = classes(question, &undirected.1, &Means::default());
    found.unwrap_or_else(|e| panic!("{:?} {}: {e}", question.label(), undirected.1)).unwrap()
}

/// The classes by order of the stabiliser, from all tours of the oracle.
fn by_sorting(question: &TourQuestion) -> (usize, BTreeMap<usize, usize>) {
    let graph = question.graph();
    let kind = question.kind();
    let edges = |tour: &[u32]| -> BTreeSet<[u32; 2]> {
        let mut edges: BTreeSet<_> =
            tour.windows(2).map(|e| [e[0].min(e[1]), e[0].max(e[1])]).collect();
        if kind == Kind::Closed {
            let (first, last) = (tour[0], tour[tour.len() - 1]);
            edges.insert([first.min(last), first.max(last)]);
        }
        edges
    };
    let tours: BTreeSet<_> = oracle::tours(graph, kind).iter().map(|tour| edges(tour)).collect();
    let elements = question.symmetries().elements();
    let (mut classes, mut sizes) = (0, BTreeMap::new());
    for tour in &tours {
        let image = |g: &Permutation| -> BTreeSet<[u32; 2]> {
            let turn = |[a, b]: &[u32; 2]| [g[*a as usize], g[*b as usize]];
            tour.iter().map(turn).map(|[a, b]| [a.min(b), a.max(b)]).collect()
        };
        let images: Vec<_> = elements.iter().map(image).collect();
        if images.iter().min() == Some(tour) {
            classes += 1;
            let kept = images.iter().filter(|image| *image == tour).count();
            *sizes.entry(kept).or_insert(0) += 1;
        }
    }
    (classes, sizes)
}

fn assert_sorts(question: &TourQuestion) {
    let (expected, sizes) = by_sorting(question);
    let found = of(question);
    let label = question.label();
    assert_eq!(found.fundamental, Count::from(expected as u64), "{label:?}");
    let asymmetric = sizes.get(&1).copied().unwrap_or(0);
    assert_eq!(found.asymmetric, Count::from(asymmetric as u64), "{label:?}");
    let symmetric: Count = found.symmetric.iter().map(|kind| kind.classes.clone()).sum();
    assert_eq!(symmetric, Count::from((expected - asymmetric) as u64), "{label:?}");
}

#[test]
fn the_kinds_of_the_six_by_six_board() {
    // Jelliss: 5 + 17 + 1223 = 1245.
    let found = of(&question(&board("6x6"), Kind::Closed));
    let kinds: Vec<_> =
        found.symmetric.iter().map(|k| (k.name.as_str(), k.classes.clone())).collect();
    let half: Count = kinds[1..].iter().map(|(_, classes)| classes.clone()).sum();
    assert_eq!(kinds[0], ("quarter-turn", 5u64.into()));
    assert!(kinds[1..].iter().all(|(name, _)| name.starts_with("half-turn")));
    assert_eq!(half, 17u64.into());
    assert_eq!(found.asymmetric, 1223u64.into());
    assert_eq!(found.fundamental, 1245u64.into());
}

#[test]
fn published_symmetric_tours() {
    let tours = |text: &str, kind: Kind, name: &str| -> u64 {
        let found = of(&question(&board(text), kind));
        let of_kind = found.symmetric.iter().find(|kind| kind.name == name);
        of_kind.map_or(0, |kind| u64::try_from(&kind.tours).unwrap())
    };
    // Knuth, TAOCP pre-fascicle 8a, answer 138; OEIS A169766, A169767 for three rows.
    assert_eq!(tours("5x6", Kind::Closed, "reflection"), 4);
    assert_eq!(tours("3x10", Kind::Closed, "reflection"), 4);
    assert_eq!(tours("3x10", Kind::Closed, "half-turn, Bergholtian"), 4);
    assert_eq!(tours("3x14", Kind::Closed, "half-turn, Eulerian"), 16);
    assert_eq!(tours("3x18", Kind::Closed, "half-turn, Bergholtian"), 152);
    assert_eq!(tours("3x18", Kind::Closed, "reflection"), 276);
    assert_eq!(tours("5x8", Kind::Closed, "half-turn, Bergholtian"), 22);
    assert_eq!(tours("6x7", Kind::Closed, "half-turn, Bergholtian"), 38);
}

#[test]
fn published_fundamental_counts() {
    for (text, kind, count) in [
        ("5x5", Kind::Open, 112u64),
        ("3x4", Kind::Open, 3),
        ("3x12", Kind::Open, 14_350),
        ("4x5", Kind::Open, 22),
        ("4x7", Kind::Open, 1603),
        ("5x6", Kind::Closed, 3),
        ("3x12", Kind::Closed, 44),
        ("3x18", Kind::Closed, 37_070),
        ("6x7", Kind::Closed, 267_183),
        ("5x8", Kind::Closed, 11_056),
    ] {
        assert_eq!(
            of(&question(&board(text), kind)).fundamental,
            Count::from(count),
            "{text} {kind:?}"
        );
    }
}

/// Compares every published number of classes or of symmetric tours that is at most `limit`, and
/// returns how many there were.
fn compare_published(limit: u64) -> usize {
    let mut asked: BTreeMap<String, (TourQuestion, Vec<&Published>)> = BTreeMap::new();
    for row in Table::embedded().rows() {
        let known = [
            Convention::Fundamental,
            Convention::FundamentalDirected,
            Convention::KeptEulerian,
            Convention::KeptBergholtian,
            Convention::KeptByReflection,
        ];
        if let (Question::Tours(tours), true) = (&row.question, known.contains(&row.convention)) {
            let about = asked.entry(row.question.to_string());
            about.or_insert_with(|| (tours.prepared(), Vec::new())).1.push(row);
        }
    }
    let mut compared = 0;
    for (text, (question, rows)) in asked {
        if rows.iter().any(|row| row.value > limit.into()) {
            continue;
        }
        // By the other method, which is fast on strips.
        let counts = question.counts(&tally(&FrontierCount::new(question.clone()).unwrap(), 1));
        let count = |convention| &counts.iter().find(|(c, _)| *c == convention).unwrap().1;
        let undirected = count(Convention::Undirected);
        let found = classes(&question, undirected, &Means::default()).unwrap().unwrap();
        let of = |name: &str| -> Count {
            let kinds = found.symmetric.iter().filter(|kind| kind.name == name);
            kinds.map(|kind| kind.tours.clone()).sum()
        };
        for row in rows {
            let ours = match row.convention {
                Convention::FundamentalDirected => {
                    let order = question.symmetries().order() as u64;
                    count(Convention::Directed).clone().divided_exactly_by(order).unwrap()
                }
                Convention::Fundamental => found.fundamental.clone(),
                Convention::KeptEulerian => of("half-turn, Eulerian"),
                Convention::KeptBergholtian => of("half-turn, Bergholtian"),
                _ => of("reflection"),
            };
            assert_eq!(ours, row.value, "{text}, {}", row.convention);
            compared += 1;
        }
    }
    compared
}

#[test]
fn published_classes_of_small_boards() {
    let compared = compare_published(4_000_000_000);
    assert!(compared >= 120, "{compared}");
}

#[test]
fn small_boards_by_sorting_all_tours() {
    for text in ["1x1", "2x2", "3x4", "3x7", "4x5", "torus:3x3", "torus:2x5", "2x3x3"] {
        for kind in [Kind::Open, Kind::Closed] {
            assert_sorts(&question(&board(text), kind));
        }
    }
    for (text, piece) in [("2x3", "king"), ("3x3", "wazir"), ("2x5", "wazir"), ("2x4", "king")] {
        let piece = Piece::named(piece, 2).unwrap();
        for kind in [Kind::Open, Kind::Closed] {
            assert_sorts(&TourQuestion::new(&board(text), &piece, kind));
        }
    }
}

/// Knuth's counts (TAOCP, pre-fascicle 8a) of tours that a reflection keeps, and the classes that
/// follow from them.
#[test]
fn symmetric_tours_of_large_boards_are_counted_by_sweeps() {
    for (board, axial, fundamental) in [
        ("7x10", 18_480_426u64, 312_515_829_524_021u64),
        ("11x6", 994_660, 3_840_034_351_510),
        ("5x12", 0, 1_139_427_905),
        ("3x30", 248_816, 31_542_464_952),
    ] {
        let asked: Question = format!("tours closed knight {board} classes").parse().unwrap();
        let answer = asked.solve().run().unwrap();
        let count = |convention| answer.count(convention).unwrap().to_string();
        assert_eq!(count(Convention::KeptByReflection), axial.to_string(), "{board}");
        assert_eq!(count(Convention::Fundamental), fundamental.to_string(), "{board}");
    }
}

#[test]
fn a_wrong_total_is_detected_and_a_stop_obeyed() {
    let small = question(&board("6x6"), Kind::Closed);
    for wrong in [9863u64, 1] {
        let error = classes(&small, &wrong.into(), &Means::default()).unwrap_err().to_string();
        assert!(error.contains("contradicts"), "{error}");
    }
    // Searches and sweeps both take more than one beat.
    let means = Means::default();
    means.stop.request();
    for long in ["torus:6x6", "8x8"] {
        let found = classes(&question(&board(long), Kind::Closed), &1u64.into(), &means);
        assert_eq!(found.unwrap(), None, "{long}");
    }
}

#[test]
fn large_groups_are_supported_and_unlisted_ones_refused() {
    // All tours of a complete graph are equivalent: (n - 1)!/2 closed ones and n!/2 open ones.
    let edges: Vec<_> = (0..7).flat_map(|v| (0..v).map(move |w| (v, w))).collect();
    for (kind, tours) in [(Kind::Closed, 360u64), (Kind::Open, 2520)] {
        let graph = Graph::from_edges(7, &edges).unwrap();
        let question = TourQuestion::of_graph(graph, "K7", kind);
        assert_eq!(question.symmetries().order(), 5040);
        let found = classes(&question, &tours.into(), &Means::default()).unwrap().unwrap();
        assert_eq!(found.fundamental, 1u64.into(), "{kind:?}");
        assert_eq!(found.symmetric[0].tours, tours.into(), "{kind:?}");
    }
    let huge = question(&board("torus:3x3x3x3"), Kind::Closed);
    let error = classes(&huge, &0u64.into(), &Means::default()).unwrap_err().to_string();
    assert!(error.contains("too many symmetries"), "{error}");
    // Refused before all tours are counted, although that would be fast.
    let long: Question = "tours closed knight 3x86 classes".parse().unwrap();
    let error = long.solve().run().unwrap_err().to_string();
    assert!(error.contains("at most 256"), "{error}");
}

fn symmetric_graphs() -> impl Strategy<Value = Graph> {
    (4usize..9, any::<u32>(), 1usize..4).prop_map(|(n, pattern, turn)| {
        let pairs = (0..n).flat_map(|v| (0..v).map(move |w| (v, w)));
        let chosen = pairs.enumerate().filter(|(i, _)| pattern >> i & 1 != 0).map(|(_, e)| e);
        let turned =
            |(v, w): (usize, usize)| (0..n).map(move |k| ((v + k * turn) % n, (w + k * turn) % n));
        let edges: Vec<_> = chosen.flat_map(turned).collect();
        Graph::from_edges(n, &edges).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_graph_by_sorting_all_tours(graph in symmetric_graphs()) {
        for kind in [Kind::Open, Kind::Closed] {
            let question = TourQuestion::of_graph(graph.clone(), "any", kind);
            if question.symmetries().order() <= 400 {
                assert_sorts(&question);
            }
        }
    }
}

/// Counts the picked tours, and records the least image of each to detect repetitions.
struct Picker<'a> {
    classes: &'a OneOfEach,
    question: &'a TourQuestion,
    picked: BTreeSet<Vec<u8>>,
    listed: usize,
}

impl Visitor<Visited> for Picker<'_> {
    fn solution(&mut self, tour: &Visited) -> ControlFlow<()> {
        let squares = tour.squares();
        if tour.is_backwards() || !self.classes.picks(&squares) {
            return ControlFlow::Continue(());
        }
        self.listed += 1;
        let least = self.question.symmetries().elements().iter().map(|g| {
            let mut image: Vec<u8> = squares.iter().map(|&v| g[usize::from(v)] as u8).collect();
            let last = image.len() - 1;
            if self.question.kind() == Kind::Closed {
                let zero = image.iter().position(|&square| square == 0).unwrap();
                image.rotate_left(zero);
            }
            let back = match self.question.kind() {
                Kind::Open => image[last] < image[0],
                Kind::Closed => image[last] < image[1],
            };
            let keep = usize::from(self.question.kind() == Kind::Closed);
            if back {
                image[keep..].reverse();
            }
            image
        });
        self.picked.insert(least.min().unwrap());
        ControlFlow::Continue(())
    }

    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[test]
fn a_listing_picks_one_tour_of_each_class() {
    for (text, kind) in [
        ("3x4", Kind::Open),
        ("5x5", Kind::Open),
        ("4x6", Kind::Open),
        ("3x8", Kind::Open),
        ("6x6", Kind::Closed),
        ("3x12", Kind::Closed),
        ("2x3x4", Kind::Closed),
        ("torus:3x4", Kind::Closed),
        ("torus:4x4", Kind::Closed),
        ("torus:3x3", Kind::Open),
        (".../.#./...", Kind::Closed),
    ] {
        let question = question(&board(text), kind);
        let expected = of(&question).fundamental;
        for strategy in [Searching::Auto, Searching::Extend] {
            let classes = OneOfEach::of(question.clone(), strategy).unwrap();
            let (picked, listed) = (BTreeSet::new(), 0);
            let mut picker = Picker { classes: &classes, question: &question, picked, listed };
            let search = classes.search();
            for unit in &search.plan().units {
                search.run(unit, &mut picker).unwrap();
            }
            let found = [picker.listed, picker.picked.len()].map(|n| Count::from(n as u64));
            assert_eq!(found, [expected.clone(), expected.clone()], "{text} {strategy:?}");
        }
    }
}

#[test]
fn two_joined_vertices_have_one_symmetric_tour() {
    let graph = Graph::from_edges(2, &[(0, 1)]).unwrap();
    let found = of(&TourQuestion::of_graph(graph, "two", Kind::Open));
    assert_eq!((found.fundamental, found.asymmetric), (1u64.into(), 0u64.into()));
    assert_eq!(found.symmetric.len(), 1);
}

#[test]
fn tours_of_given_ends_are_not_sorted() {
    let one: Question = "tours open wazir 3x3 from=b2 classes".parse().unwrap();
    assert!(matches!(one.solve().run(), Err(Error::ToursAsked { .. })));
    let listing = one.solutions().one_of_each_class().first(1);
    assert!(matches!(listing, Err(Error::ToursAsked { .. })));
}
