//! Both strategies compared with published totals, with each other, and with a plain search.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::{
    ProptestConfig, Strategy as _, any, prop_assert, prop_assert_eq, proptest,
};

use crate::oracle;
use cavalcade::board::{Board, Graph, Piece};
use cavalcade::engine::{Beat, Enumeration, Part, Pruned, Random, Run, Silent, Tally, Visitor};
use cavalcade::tours::{Ends, Kind, StartTable, Strategy, Tour, TourQuestion, TourSearch, Visited};

fn question(board: &str, kind: Kind) -> TourQuestion {
    let board: Board = board.parse().unwrap();
    TourQuestion::new(&board, &Piece::knight(board.rank()), kind)
}

fn tally(search: &TourSearch, visitor: &mut impl Visitor<Visited>) -> Tally {
    let plan = search.plan();
    let mut sum = plan.trunk;
    for unit in &plan.units {
        sum.merge(&search.run(unit, visitor).unwrap());
    }
    sum
}

fn total(question: TourQuestion, strategy: Strategy) -> u64 {
    let search = TourSearch::by(question, strategy).unwrap();
    u64::try_from(&tally(&search, &mut Silent).weighted()).unwrap()
}

/// Verifies every tour and records it in its undirected form.
struct Keep {
    question: TourQuestion,
    tours: BTreeSet<Vec<u32>>,
    edges: Vec<[u8; 2]>,
}

impl Keep {
    fn new(question: &TourQuestion) -> Keep {
        Keep { question: question.clone(), tours: BTreeSet::new(), edges: Vec::new() }
    }
}

impl Visitor<Visited> for Keep {
    fn solution(&mut self, visited: &Visited) -> ControlFlow<()> {
        let squares: Vec<u32> = visited.squares().into_iter().map(u32::from).collect();
        let tour = Tour::check(&self.question, &squares).unwrap();
        assert_eq!(tour.undirected().squares(), squares);
        let moves = squares.len() - usize::from(self.question.kind() == Kind::Open);
        assert_eq!(visited.edges().len(), moves);
        let same = visited.unchanged();
        assert_eq!(visited.edges()[..same], self.edges[..same]);
        self.edges = visited.edges().to_vec();
        assert!(self.tours.insert(squares), "visited twice");
        ControlFlow::Continue(())
    }

    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[test]
fn published_totals_by_both_strategies_with_and_without_symmetry() {
    // OEIS A165134, A123935, A306282 (directed); A001230, A070030, A175855, A175881.
    for (board, kind, count) in [
        ("3x4", Kind::Open, 16),
        ("4x5", Kind::Open, 164),
        ("5x5", Kind::Open, 1728),
        ("5x6", Kind::Open, 37_568),
        ("4x9", Kind::Open, 379_376),
        ("3x3", Kind::Open, 0),
        ("1x1", Kind::Open, 1),
        ("4x4", Kind::Open, 0),
        ("1x1", Kind::Closed, 0),
        ("5x5", Kind::Closed, 0),
        ("5x6", Kind::Closed, 8),
        ("6x6", Kind::Closed, 9862),
        ("3x12", Kind::Closed, 176),
        ("3x16", Kind::Closed, 15_424),
    ] {
        for strategy in [Strategy::Link, Strategy::Extend] {
            let question = question(board, kind);
            let plain = question.clone().without_symmetry();
            assert_eq!(total(question, strategy), count, "{board} {kind:?} {strategy:?}");
            assert_eq!(total(plain, strategy), count, "{board} {kind:?} {strategy:?} plain");
        }
    }
}

#[test]
fn larger_totals_by_linking() {
    assert_eq!(total(question("6x6", Kind::Open), Strategy::Link), 6_637_920);
    assert_eq!(total(question("6x7", Kind::Closed), Strategy::Link), 1_067_638);
    assert_eq!(total(question("5x8", Kind::Closed), Strategy::Link), 44_202);
    assert_eq!(total(question("3x20", Kind::Closed), Strategy::Link), 1_448_416);
}

#[test]
fn hardly_any_tour_is_visited_twice() {
    // 5x5 has 112 classes: eight of weight 8, the rest of weight 16.
    let search = TourSearch::new(question("5x5", Kind::Open)).unwrap();
    let found = tally(&search, &mut Silent);
    let visited = u64::try_from(&found.visited()).unwrap();
    assert!((112..=116).contains(&visited), "{visited}");
    // 6x6: an eighth of the undirected tours, and one in fifty more.
    let search = TourSearch::new(question("6x6", Kind::Open)).unwrap();
    let visited = u64::try_from(&tally(&search, &mut Silent).visited()).unwrap();
    assert!(visited < 6_637_920 / 16 * 102 / 100, "{visited}");
}

#[test]
fn every_tour_is_shown_once_and_whole() {
    for (board, kind, count) in
        [("5x5", Kind::Open, 864), ("6x6", Kind::Closed, 9862), ("4x6", Kind::Open, 744)]
    {
        for strategy in [Strategy::Link, Strategy::Extend] {
            let question = question(board, kind).without_symmetry();
            let mut keep = Keep::new(&question);
            let search = TourSearch::by(question, strategy).unwrap();
            // Path extension shows an open tour in both directions.
            if strategy == Strategy::Extend && kind == Kind::Open {
                continue;
            }
            tally(&search, &mut keep);
            assert_eq!(keep.tours.len(), count, "{board} {strategy:?}");
        }
    }
}

#[test]
fn the_tally_does_not_depend_on_split_threads_or_visitor() {
    for (board, kind) in [("6x6", Kind::Closed), ("5x6", Kind::Open), ("4x10", Kind::Open)] {
        let search = || TourSearch::new(question(board, kind)).unwrap();
        let whole = tally(&search().split(1), &mut Silent);
        for units in [10, 300, 4000] {
            for threads in [1, 3] {
                let search = search().split(units);
                let run = Run::new(&search).threads(threads).execute().unwrap();
                assert_eq!(run.tally, whole, "{board} in {units}");
            }
        }
        struct Look;
        impl Visitor<Visited> for Look {
            fn solution(&mut self, _: &Visited) -> ControlFlow<()> {
                ControlFlow::Continue(())
            }
            fn beat(&mut self, _: Beat) -> ControlFlow<()> {
                ControlFlow::Continue(())
            }
        }
        assert_eq!(tally(&search(), &mut Look), whole, "{board}: the cache changes nothing");
    }
}

/// Takes a random number of parts at each beat, and may look at the tours.
struct PartTaker<const NEEDS_SOLUTIONS: bool> {
    random: Random,
    parts: Vec<Part>,
    seen: u64,
}

impl<const NEEDS_SOLUTIONS: bool> Visitor<Visited> for PartTaker<NEEDS_SOLUTIONS> {
    const NEEDS_SOLUTIONS: bool = NEEDS_SOLUTIONS;

    fn solution(&mut self, tour: &Visited) -> ControlFlow<()> {
        self.seen += u64::from(!tour.edges().is_empty());
        ControlFlow::Continue(())
    }
    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn relieve(&mut self, parts: &mut dyn Iterator<Item = Part>) {
        self.parts.extend(parts.take(self.random.below(4)));
    }
}

/// The tally of a search that gives parts away at every beat, with its parts, and the number of
/// parts.
fn with_parts_taken<const NEEDS_SOLUTIONS: bool>(search: &TourSearch) -> (Tally, usize) {
    let mut taker =
        PartTaker::<NEEDS_SOLUTIONS> { random: Random::new(7), parts: Vec::new(), seen: 0 };
    let plan = search.plan();
    let (mut sum, mut parts) = (plan.trunk, 0);
    for unit in &plan.units {
        sum.merge(&search.run(unit, &mut taker).unwrap());
        while let Some(part) = taker.parts.pop() {
            assert!((0.0..=0.5).contains(&part.share));
            parts += 1;
            sum.merge(&search.run(&part.of(unit), &mut taker).unwrap());
        }
    }
    let visited = sum.visited();
    assert!(
        !NEEDS_SOLUTIONS || visited == taker.seen.into(),
        "{visited} counted, {} seen",
        taker.seen
    );
    (sum, parts)
}

#[test]
fn the_tally_does_not_depend_on_shared_parts() {
    for (board, kind, least) in [
        ("6x6", Kind::Open, 200),
        ("6x7", Kind::Closed, 50),
        ("4x10", Kind::Open, 10),
        ("3x22", Kind::Closed, 100),
    ] {
        let search = TourSearch::new(question(board, kind)).unwrap().split(1);
        let whole = tally(&search, &mut Silent);
        let (counted, parts) = with_parts_taken::<false>(&search);
        assert_eq!(counted, whole, "{board} counted in {parts} parts");
        assert!(parts >= least, "{board}: {parts} parts");
        let (seen, parts) = with_parts_taken::<true>(&search);
        assert_eq!(seen, whole, "{board} seen in {parts} parts");
        assert!(parts >= least, "{board}: {parts} parts");
        for threads in [1, 2, 8] {
            let run = Run::new(&search).threads(threads).execute().unwrap();
            assert_eq!(run.tally, whole, "{board} by {threads} threads");
        }
    }
}

#[test]
fn tours_by_start_and_by_pair_sum_to_the_total() {
    let free = question("5x5", Kind::Open);
    let from = |s| free.clone().with_ends(Ends::From(s)).unwrap();
    let starts = (0..25).map(|s| total(from(s), Strategy::Link)).collect::<Vec<_>>();
    // The table of OEIS A165134's example.
    assert_eq!(starts[..5], [304, 0, 56, 0, 304]);
    assert_eq!(starts[5..10], [0, 56, 0, 56, 0]);
    assert_eq!(starts[10..15], [56, 0, 64, 0, 56]);
    assert_eq!(starts.iter().sum::<u64>(), 1728);
    for s in [0, 6, 12] {
        assert_eq!(total(from(s), Strategy::Extend), starts[s as usize]);
        for strategy in [Strategy::Link, Strategy::Extend] {
            let to = |e| free.clone().with_ends(Ends::Between(s, e)).unwrap();
            let ends = (0..25).filter(|&e| e != s).map(|e| total(to(e), strategy));
            assert_eq!(ends.sum::<u64>(), starts[s as usize], "{s} {strategy:?}");
        }
    }
    assert!(free.clone().with_ends(Ends::From(25)).is_err());
    assert!(free.clone().with_ends(Ends::Between(3, 3)).is_err());
    assert!(question("6x6", Kind::Closed).with_ends(Ends::From(0)).is_err());
}

#[test]
fn a_cut_at_any_squares_gives_the_same_total() {
    let search = || TourSearch::new(question("6x6", Kind::Closed)).unwrap();
    let centre = [14, 15, 20, 21];
    let cut = search().cut_at(&centre).unwrap();
    assert!(cut.plan().units.len() > 100);
    assert_eq!(tally(&cut, &mut Silent).weighted().to_string(), "9862");
    assert!(search().cut_at(&[14, 15]).is_err(), "the symmetries move these");
    let open = TourSearch::new(question("5x5", Kind::Open)).unwrap().cut_at(&[12]).unwrap();
    assert_eq!(tally(&open, &mut Silent).weighted().to_string(), "1728");
}

#[test]
fn a_table_by_starts_agrees_with_single_starts() {
    for strategy in [Strategy::Link, Strategy::Extend] {
        let free = question("5x6", Kind::Open);
        let search = TourSearch::by(free.clone(), strategy).unwrap();
        let mut starts = StartTable::of(&search);
        Run::new(&search).threads(2).observe(&mut starts).execute().unwrap();
        for (square, count) in starts.table().into_iter().enumerate() {
            let from = free.clone().with_ends(Ends::From(square as u32)).unwrap();
            assert_eq!(count.to_string(), total(from, Strategy::Link).to_string(), "{square}");
        }
    }
}

#[test]
fn a_filter_sees_every_prefix_and_prunes() {
    let search = || {
        let question = question("5x5", Kind::Open).without_symmetry();
        TourSearch::by(question, Strategy::Extend).unwrap()
    };
    let keeps = |squares: &[u32]| squares[0] == 0 && squares.get(2) != Some(&14);
    let run = Run::new(&Pruned::new(search(), keeps).unwrap()).execute().unwrap();
    let all = Run::new(&Pruned::new(search(), |_: &[u32]| true).unwrap()).execute().unwrap();
    assert_eq!(all.tally, Run::new(&search()).execute().unwrap().tally);
    assert_eq!(all.tally.weighted().to_string(), "1728");
    assert!(run.tally.nodes() * 4 < all.tally.nodes());
    let count = u64::try_from(&run.tally.weighted()).unwrap();
    assert!(count > 0 && count < 304, "{count}");
    let linked = TourSearch::new(question("5x5", Kind::Open)).unwrap();
    assert!(Pruned::new(linked, |_: &[u32]| true).is_none());
}

#[test]
fn probes_are_near_the_truth() {
    let search = TourSearch::new(question("6x6", Kind::Closed)).unwrap();
    let nodes = tally(&search, &mut Silent).nodes() as f64;
    let estimate = cavalcade::engine::estimated_nodes(&search, 4000);
    assert!((estimate / nodes - 1.0).abs() < 0.2, "{estimate} for {nodes}");
}

/// Graphs of 8 to 10 vertices: random ones, most of them dense enough for tours, some of them
/// symmetric by construction.
fn graphs() -> impl proptest::strategy::Strategy<Value = Graph> {
    let size = 8usize..=10;
    (size, any::<u64>(), 20u64..90, 0usize..6).prop_map(|(n, seed, density, turn)| {
        let mut edges = Vec::new();
        let mut random = Random::new(seed);
        for v in 0..n {
            for w in 0..v {
                if (random.below(100) as u64) < density / 2 {
                    let mut edge = (v, w);
                    // Closed under a rotation by `turn`, so that symmetries occur.
                    for _ in 0..if turn > 1 { n } else { 1 } {
                        edges.push(edge);
                        edge = ((edge.0 + turn) % n, (edge.1 + turn) % n);
                    }
                }
            }
        }
        Graph::from_edges(n, &edges).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_graph_by_any_strategy(graph in graphs()) {
        for kind in [Kind::Open, Kind::Closed] {
            let found = oracle::tours(&graph, kind).len() as u64;
            let truth = if kind == Kind::Open { found } else { found / 2 };
            let question = TourQuestion::of_graph(graph.clone(), "any", kind);
            for strategy in [Strategy::Link, Strategy::Extend] {
                let plain = question.clone().without_symmetry();
                prop_assert_eq!(total(plain, strategy), truth, "{:?} {:?} plain", kind, strategy);
                prop_assert_eq!(total(question.clone(), strategy), truth, "{:?} {:?}", kind, strategy);
            }
            let plain = question.without_symmetry();
            let mut keep = Keep::new(&plain);
            let visited = tally(&TourSearch::by(plain, Strategy::Link).unwrap(), &mut keep).visited();
            prop_assert!(keep.tours.len() < 5000 || truth > 5000);
            prop_assert_eq!(visited.to_string(), keep.tours.len().to_string());
        }
    }
}
