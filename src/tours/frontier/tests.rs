//! Compares the sweep with the search, a naive count and published values, and each rule with a
//! sweep without it.

use proptest::prelude::{Strategy, any, prop_assert_eq, prop_assume, proptest};

use super::layers::{Ended, Limits};
use super::method::FrontierCount;
use super::numbers::{Arithmetic, Residues, Word, moduli};
use super::plan::{Goal, SweepPlan};
use super::run::{SweepContext, sweep};
use super::transition::{Backend, Portable};
use super::vertex_order::{EliminationOrder, best_order};
use crate::board::{Board, Graph, Permutation, Piece};
use crate::count::{Count, PRIMES};
use crate::engine::{Run, Tally};
use crate::error::Error;
use crate::tours::{Kind, TourQuestion, TourSearch};

const KINDS: [Kind; 2] = [Kind::Open, Kind::Closed];

fn question(board: &str, piece: &str, kind: Kind) -> TourQuestion {
    let board: Board = board.parse().unwrap();
    TourQuestion::new(&board, &Piece::named(piece, board.rank()).unwrap(), kind)
}

fn tally(count: &FrontierCount) -> Tally {
    Run::new(count).threads(1).execute().unwrap().tally
}

fn swept(question: &TourQuestion) -> Count {
    tally(&FrontierCount::new(question.clone()).unwrap().threads(2)).weighted()
}

fn searched(question: &TourQuestion) -> Count {
    let search = TourSearch::new(question.clone()).unwrap();
    Run::new(&search).threads(2).execute().unwrap().tally.weighted()
}

/// Directed Hamiltonian paths from `start`, by end, counted naively.
fn naive_paths(graph: &Graph, start: usize) -> Vec<u64> {
    fn walk(graph: &Graph, at: usize, left: u64, ends: &mut [u64]) {
        if left == 0 {
            ends[at] += 1;
        }
        for &w in graph.neighbours(at).iter().filter(|&&w| left >> w & 1 != 0) {
            walk(graph, w as usize, left & !(1 << w), ends);
        }
    }
    let mut ends = vec![0; graph.len()];
    walk(graph, start, ((1 << graph.len()) - 1) & !(1 << start), &mut ends);
    ends
}

fn naive(graph: &Graph, kind: Kind) -> u64 {
    match kind {
        Kind::Open => (0..graph.len()).map(|v| naive_paths(graph, v).iter().sum::<u64>()).sum(),
        Kind::Closed if graph.len() < 3 => 0,
        Kind::Closed => {
            let ends = naive_paths(graph, 0);
            graph.neighbours(0).iter().map(|&w| ends[w as usize]).sum::<u64>() / 2
        }
    }
}

/// Sweeps one order with all parameters chosen by the caller.
fn raw<B: Backend, A: Arithmetic>(
    graph: &Graph,
    order: &EliminationOrder,
    kind: Kind,
    arithmetic: A,
    limits: Limits,
) -> Result<(A::Value, Vec<u64>), Ended> {
    let plan = SweepPlan::new(graph, order, &Goal { kind, fixed: Vec::new() });
    let mut watch = |_: &_| std::ops::ControlFlow::Continue(());
    let mut context =
        SweepContext { plan: &plan, limits, watch: &mut watch, transfers: Vec::new() };
    sweep::<B, A>(&mut context, arithmetic).map(|swept| (swept.total, swept.profile))
}

const ROOMY: Limits = Limits { threads: 1, memory: 1 << 28 };

/// Graphs of three to nine vertices with about half of all edges.
fn graphs() -> impl Strategy<Value = Graph> {
    (3usize..10, any::<u64>()).prop_map(|(vertices, pattern)| {
        let pairs = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b)));
        let kept = pairs.enumerate().filter(|(i, _)| pattern >> (i % 64) & 1 != 0);
        Graph::from_edges(vertices, &kept.map(|(_, pair)| pair).collect::<Vec<_>>()).unwrap()
    })
}

proptest! {
    #[test]
    fn fixed_ends_count_the_paths_between_them(graph in graphs(), a in 0usize..9, b in 0usize..9) {
        prop_assume!(a < graph.len() && b < graph.len() && a != b);
        let ends = naive_paths(&graph, a);
        let fixed = |ends: &[u32]| {
            let question = TourQuestion::of_graph(graph.clone(), "random", Kind::Open);
            tally(&FrontierCount::new(question).unwrap().ends(ends)).weighted()
        };
        prop_assert_eq!(fixed(&[a as u32]), Count::from(ends.iter().sum::<u64>()));
        prop_assert_eq!(fixed(&[a as u32, b as u32]), Count::from(ends[b]));
    }

    #[test]
    fn any_order_gives_the_same_count(graph in graphs(), seed in any::<u64>()) {
        prop_assume!(graph.components().len() == 1);
        let mut vertices: Vec<u32> = (0..graph.len() as u32).collect();
        vertices.sort_by_key(|&v| (seed ^ u64::from(v)).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let order = EliminationOrder { vertices, mirror: None, flip: 0, width: 9, cost: 0.0 };
        let balanced = graph.colours().is_none_or(|colours| {
            let dark = colours.iter().filter(|&&dark| dark).count();
            dark.abs_diff(graph.len() - dark) < 2
        });
        prop_assume!(balanced);
        let word = Word::<u64>::default();
        let swept = raw::<Portable<u64>, _>(&graph, &order, Kind::Open, word, ROOMY);
        let (total, _) = swept.unwrap();
        prop_assert_eq!(2 * total, naive(&graph, Kind::Open));
    }
}

/// Boards beyond the random questions of the conformance suite on which the search is fast.
const SMALL: [(&str, &str); 13] = [
    ("3x10", "knight"),
    ("5x6", "knight"),
    ("torus:4x4", "knight"),
    ("torus:4x4", "wazir"),
    ("cylinder:4x5", "knight"),
    ("cylinder:2x8", "king"),
    ("2x3x4", "knight"),
    ("3x3x3", "wazir"),
    ("2x2x2x2", "wazir"),
    ("4x4", "king"),
    ("3x4", "queen"),
    ("4x6", "giraffe"),
    ("6x6", "wazir"),
];

#[test]
fn small_boards_agree_with_the_search() {
    for (board, piece) in SMALL {
        for kind in KINDS {
            let question = question(board, piece, kind);
            assert_eq!(swept(&question), searched(&question), "{board} {piece} {}", kind.word());
        }
    }
}

#[test]
fn published_boards() {
    for (board, kind, tours) in [
        ("6x6", Kind::Closed, 9862u64),
        ("6x6", Kind::Open, 6_637_920),
        ("5x8", Kind::Closed, 44_202),
        ("6x7", Kind::Closed, 1_067_638),
        ("6x8", Kind::Closed, 55_488_142),
        ("torus:4x5", Kind::Closed, 5_199_764),
        ("2x3x5", Kind::Closed, 30_144),
    ] {
        assert_eq!(swept(&question(board, "knight", kind)), Count::from(tours), "{board}");
    }
}

/// 7x7 open and 7x8 closed in full: `cargo test --release -- --ignored larger_boards`, a minute.
#[test]
#[ignore = "a minute"]
fn larger_boards() {
    assert_eq!(swept(&question("7x7", "knight", Kind::Open)), Count::from(165_575_218_320u64));
    assert_eq!(swept(&question("7x8", "knight", Kind::Closed)), Count::from(34_524_432_316u64));
    assert_eq!(swept(&question("7x8", "knight", Kind::Open)), Count::from(41_332_850_120_656u64));
}

#[test]
fn threads_instructions_and_memory_change_neither_count_nor_states() {
    for (board, kind) in [("6x6", Kind::Open), ("6x7", Kind::Closed), ("3x3x3", Kind::Open)] {
        let count = || FrontierCount::new(question(board, "knight", kind)).unwrap();
        let expected = tally(&count().threads(1));
        assert_eq!(tally(&count().threads(3)), expected, "{board}");
        assert_eq!(tally(&count().threads(2).portable()), expected, "{board}");
    }
    // So little memory that the largest layers take several rounds.
    let count = FrontierCount::new(question("6x7", "knight", Kind::Closed)).unwrap();
    let tight = FrontierCount::new(question("6x7", "knight", Kind::Closed)).unwrap();
    assert_eq!(tally(&tight.threads(2).memory(1_500_000)), tally(&count));
}

#[test]
fn a_sweep_that_does_not_fit_is_an_error() {
    let count = FrontierCount::new(question("7x7", "knight", Kind::Open)).unwrap();
    let error = Run::new(&count.memory(4 << 20)).threads(1).execute().unwrap_err();
    assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
    assert!(error.to_string().contains("7x7"), "{error}");
}

#[test]
fn every_arithmetic_gives_the_same_number() {
    let board = question("6x6", "knight", Kind::Open);
    let order = best_order(board.graph(), board.symmetries(), board.shape());
    let word =
        raw::<Portable<u64>, _>(board.graph(), &order, Kind::Open, Word::<u64>::default(), ROOMY);
    let (total, profile) = word.unwrap();
    assert_eq!(total, 3_318_960);
    let double =
        raw::<Portable<u64>, _>(board.graph(), &order, Kind::Open, Word::<u128>::default(), ROOMY);
    assert_eq!(double.unwrap(), (3_318_960, profile.clone()));
    let group: Residues = moduli(1)[0];
    let residues =
        raw::<Portable<u64>, _>(board.graph(), &order, Kind::Open, group, ROOMY).unwrap();
    assert_eq!(residues, ([3_318_960; 4], profile.clone()));
    // The wider key has another hash, so other states are sampled for cuts.
    let wide =
        raw::<Portable<u128>, _>(board.graph(), &order, Kind::Open, Word::<u64>::default(), ROOMY);
    assert_eq!(wide.unwrap().0, total);
}

/// The closed tours of the 3×n board satisfy a linear recurrence of degree 21 (Knuth and Elkies
/// 1994); the counts of long strips exceed every machine word.
#[test]
fn long_strips_agree_with_their_generating_function() {
    // The closed tours of 3x2n are the coefficients of 16·TOP/BOTTOM (D. E. Knuth and N. D.
    // Elkies, 1994; OEIS A070030).
    const TOP: [i64; 18] = [
        1, 5, -34, -116, 505, 616, -3179, -4, 9536, -8176, -13392, 15360, 13888, 2784, -3328,
        -22016, 5120, 2048,
    ];
    const BOTTOM: [i64; 21] = [
        -6, -64, 200, 1000, -3016, -3488, 24256, -23776, -104_168, 203_408, 184_704, -443_392,
        -14_336, 151_296, -145_920, 263_424, -317_440, -36_864, 966_656, -573_440, -131_072,
    ];
    let modulo = |prime: u64| {
        let prime = i128::from(prime);
        let mut terms: Vec<i128> = Vec::new();
        for n in 0..=800usize {
            let top = n.checked_sub(5).and_then(|place| TOP.get(place)).copied().unwrap_or(0);
            let before = terms.iter().rev().zip(BOTTOM);
            let sum: i128 = before.map(|(term, factor)| term * i128::from(factor)).sum();
            terms.push((16 * i128::from(top) - sum).rem_euclid(prime));
        }
        terms
    };
    let [first, second] = PRIMES.map(modulo);
    for n in [5usize, 6, 9, 15, 30, 60, 100, 331, 800] {
        let count = swept(&question(&format!("3x{}", 2 * n), "knight", Kind::Closed));
        assert_eq!(count.residues().0.map(i128::from), [first[n], second[n]], "3x{}", 2 * n);
    }
}

#[test]
fn symmetries_reduce_states_and_keep_counts() {
    // The same order by rows of pairs, with its mirror, its flip, both and neither.
    let vertices: Vec<u32> =
        (0..6).flat_map(|row| [0, 5, 2, 3, 4, 1].map(|column| 6 * row + column)).collect();
    let board = question("6x6", "knight", Kind::Open);
    let mirror = board.symmetries().elements().iter().find(|p| p[0] == 5 && p[6] == 11);
    let run = |mirror: Option<&Permutation>, flip, kind| {
        let order = EliminationOrder {
            vertices: vertices.clone(),
            mirror: mirror.cloned(),
            flip,
            width: 12,
            cost: 0.0,
        };
        let (total, profile) =
            raw::<Portable<u64>, _>(board.graph(), &order, kind, Word::<u64>::default(), ROOMY)
                .unwrap();
        (total, profile.iter().sum::<u64>())
    };
    let (closed, states) = run(None, 0, Kind::Closed);
    let (mirrored_closed, fewer) = run(mirror, 0, Kind::Closed);
    assert_eq!((closed, mirrored_closed), (9862, 9862));
    assert!(fewer < states);
    let all = [(None, 0), (None, 18), (mirror, 0), (mirror, 18)];
    let open = all.map(|(mirror, flip)| run(mirror, flip, Kind::Open));
    assert!(open.iter().all(|&(total, _)| total == 3_318_960));
    assert!(open.windows(2).all(|pair| pair[0].1 != pair[1].1));
    assert!(open[1].1 < open[0].1 && open[3].1 < open[2].1 && open[2].1 < open[0].1);
}

#[test]
fn orders_have_the_stated_symmetry() {
    for board in ["8x8", "6x8", "5x9", "3x40", "torus:5x5", "cylinder:4x6"] {
        let question = question(board, "knight", Kind::Closed);
        let order = best_order(question.graph(), question.symmetries(), question.shape());
        let mut sorted = order.vertices.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(i, &v)| i == v as usize), "{board}");
        let Some(mirror) = &order.mirror else { continue };
        let keeps = |prefix: &[u32]| prefix.iter().all(|&v| prefix.contains(&mirror[v as usize]));
        assert!(keeps(&order.vertices[..order.flip]), "{board}");
        assert!(keeps(&order.vertices[order.vertices.len() - order.flip..]), "{board}");
    }
}

#[test]
fn orders_keep_the_chessboard_in_the_narrow_key() {
    for (board, width) in [("8x8", 16), ("7x7", 15), ("6x8", 13), ("5x9", 11), ("3x40", 6)] {
        let question = question(board, "knight", Kind::Closed);
        let order = best_order(question.graph(), question.symmetries(), question.shape());
        assert!(order.width <= width, "{board}: {}", order.width);
    }
}
