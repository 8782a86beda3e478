//! Pruning at prefixes gives the same result as filtering the whole listing.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cavalcade::Count;
use cavalcade::board::{Graph, Piece};
use cavalcade::engine::{Beat, Enumeration, Random, Visitor};
use cavalcade::queens::{NO_QUEEN, VariantQuestion, VariantSearch};
use cavalcade::question::Question;
use cavalcade::tours::{Kind, Strategy, TourQuestion, TourSearch, Visited};
use cavalcade::walks::{WalkQuestion, WalkSearch};
use proptest::prelude::{any, prop_assert_eq, proptest};

use crate::support::board;

/// A filter that depends on all numbers of a prefix in order, and passes most of them.
fn keeps(seed: u64, prefix: &[u32]) -> bool {
    let mix = |sum: u64, &at: &u32| (sum ^ u64::from(at) ^ sum >> 29).wrapping_mul(0x9E37_79B9);
    Random::new(prefix.iter().fold(seed | 1, mix)).below(6) != 0
}

/// How a prefix is passed to the filter.
type Hand = fn(&[u32]) -> Vec<u32>;

/// Collects the solutions of a search; with pruning, only those that pass the filter.
struct Look<'a, S: ?Sized, const PRUNES: bool> {
    sequence: &'a dyn Fn(&S) -> Vec<u32>,
    seed: u64,
    hand: Hand,
    entered: BTreeSet<Vec<u32>>,
    found: Vec<Vec<u32>>,
    /// A prefix that came without the shorter one, or below a rejected one.
    orphan: Option<Vec<u32>>,
}

impl<S: ?Sized, const PRUNES: bool> Visitor<S> for Look<'_, S, PRUNES> {
    const PREFIXES: bool = PRUNES;

    fn enter(&mut self, prefix: &[u32]) -> bool {
        let prefix = (self.hand)(prefix);
        let shorter = &prefix[..prefix.len().saturating_sub(1)];
        if !shorter.is_empty() && !self.entered.contains(shorter) {
            self.orphan = Some(prefix.clone());
        }
        let kept = keeps(self.seed, &prefix);
        if kept {
            self.entered.insert(prefix);
        }
        kept
    }

    fn solution(&mut self, solution: &S) -> ControlFlow<()> {
        self.found.push((self.sequence)(solution));
        ControlFlow::Continue(())
    }

    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Compares a pruned search with its whole listing filtered afterwards, and returns the difference;
/// `sequence` gives the choices of a solution in the order of the search.
fn compare<E: Enumeration>(
    search: &E,
    sequence: &dyn Fn(&E::Solution) -> Vec<u32>,
    seed: u64,
    hand: Hand,
) -> Result<usize, String> {
    fn look<S: ?Sized, const PRUNES: bool>(
        sequence: &dyn Fn(&S) -> Vec<u32>,
        seed: u64,
        hand: Hand,
    ) -> Look<'_, S, PRUNES> {
        let (entered, found) = (BTreeSet::new(), Vec::new());
        Look { sequence, seed, hand, entered, found, orphan: None }
    }
    assert!(search.prunes_prefixes());
    let (mut expected, mut total) = (0, 0);
    for unit in &search.plan().units {
        let mut whole = look::<_, false>(sequence, seed, hand);
        let all = search.run(unit, &mut whole).unwrap();
        let mut pruned = look::<_, true>(sequence, seed, hand);
        let tally = search.run(unit, &mut pruned).unwrap();
        let wanted = |found: &Vec<u32>| (1..=found.len()).all(|to| keeps(seed, &found[..to]));
        total += whole.found.len();
        whole.found.retain(wanted);
        expected += whole.found.len();
        if let Some(orphan) = pruned.orphan {
            return Err(format!("{orphan:?} came without its prefix"));
        }
        if pruned.found != whole.found {
            return Err(format!("{:?} instead of {:?}", pruned.found, whole.found));
        }
        if tally.visited() != Count::from(pruned.found.len() as u64) || tally.nodes() > all.nodes()
        {
            return Err(format!("{tally:?} of {all:?}"));
        }
    }
    assert!(expected <= total);
    Ok(expected)
}

/// The squares of a visited tour in the order of path extension.
fn in_order(question: &TourQuestion, tour: &Visited) -> Vec<u32> {
    let mut squares: Vec<u32> = tour.squares().into_iter().map(u32::from).collect();
    if question.kind() == Kind::Open {
        if tour.is_backwards() {
            squares.reverse();
        }
        return squares;
    }
    // A closed tour begins at the first square of least degree, towards the smaller neighbour.
    let graph = question.graph();
    let start = (0..graph.len()).min_by_key(|&v| graph.degree(v)).unwrap();
    let at = squares.iter().position(|&square| square as usize == start).unwrap();
    squares.rotate_left(at);
    if squares[1] > squares[squares.len() - 1] {
        squares[1..].reverse();
    }
    squares
}

fn tours(question: TourQuestion, seed: u64, hand: Hand) -> Result<usize, String> {
    let search = TourSearch::by(question.clone(), Strategy::Extend).unwrap().split(3);
    compare(&search, &|tour| in_order(&question, tour), seed, hand)
}

fn as_it_is(prefix: &[u32]) -> Vec<u32> {
    prefix.to_vec()
}

fn graph(vertices: usize, pattern: u64) -> Graph {
    let pairs = (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b)));
    let kept = pairs.enumerate().filter(|(i, _)| pattern >> (i % 64) & 1 != 0);
    Graph::from_edges(vertices, &kept.map(|(_, pair)| pair).collect::<Vec<_>>()).unwrap()
}

proptest! {
    #[test]
    fn tours_of_graphs(vertices in 1usize..9, pattern: u64, more: u64, seed: u64, closed: bool) {
        let kind = if closed { Kind::Closed } else { Kind::Open };
        let question = TourQuestion::of_graph(graph(vertices, pattern | more), "g", kind);
        let found = tours(question, seed, as_it_is);
        prop_assert_eq!(found.clone().err(), None, "{:?}", found);
    }

    #[test]
    fn tours_of_boards(number in 0usize..5, seed: u64, reduced: bool) {
        let (text, piece, kind) = [
            ("3x4", "knight", Kind::Open),
            ("3x3", "king", Kind::Open),
            ("torus:3x3", "knight", Kind::Closed),
            ("3x3", "king", Kind::Closed),
            (".../.#./...", "knight", Kind::Closed),
        ][number];
        let (board, piece) = (board(text), Piece::named(piece, 2).unwrap());
        let question = TourQuestion::new(&board, &piece, kind);
        let question = if reduced { question } else { question.without_symmetry() };
        prop_assert_eq!(tours(question, seed, as_it_is).err(), None);
    }

    #[test]
    fn walks(length in 1usize..6, avoiding: bool, every: bool, seed: u64, pattern: u64) {
        let question = WalkQuestion::of_graph(graph(6, pattern), "g", length).unwrap();
        let question = if avoiding { question.self_avoiding() } else { question };
        let search = WalkSearch::new(question).split(5);
        let search = if every { search.every() } else { search };
        prop_assert_eq!(compare(&search, &|walk| walk.to_vec(), seed, as_it_is).err(), None);
    }

    #[test]
    fn placements(
        side in 1usize..6,
        fewer in 0usize..3,
        rules in any::<[bool; 3]>(),
        squares in any::<[(usize, usize); 3]>(),
        seed: u64,
    ) {
        let [torus, amazons, reduced] = rules;
        let on = |(row, column): (usize, usize)| (row % side, column % side);
        let [placed, holes @ ..] = squares;
        let mut question = VariantQuestion::new(side).unwrap();
        question = question.with_queens(side.saturating_sub(fewer).max(1)).unwrap();
        question = if torus { question.on_torus().unwrap() } else { question };
        question = if amazons { question.with_amazons() } else { question };
        if reduced {
            question = question.with_queens(side).unwrap();
        } else {
            question = question.with_placed(&[on(placed)]).unwrap();
            let holes: Vec<_> = holes.into_iter().map(on).filter(|&hole| hole != on(placed)).collect();
            question = question.with_holes(&holes).unwrap();
        }
        let columns = |placement: &[u8]| placement.iter().map(|&column| column.into()).collect();
        let search = VariantSearch::new(question);
        prop_assert_eq!(compare(&search, &columns, seed, as_it_is).err(), None);
    }
}

#[test]
fn late_or_reversed_prefixes_are_detected() {
    let king = |kind| TourQuestion::new(&board("3x3"), &Piece::named("king", 2).unwrap(), kind);
    let late: Hand = |prefix| prefix[..prefix.len().saturating_sub(1).max(1)].to_vec();
    let reversed: Hand = |prefix| prefix.iter().rev().copied().collect();
    let walks = |seed, hand| {
        let question = WalkQuestion::of_graph(graph(6, u64::MAX), "g", 5).unwrap();
        compare(&WalkSearch::new(question).every(), &|walk| walk.to_vec(), seed, hand)
    };
    let queens = |seed, hand| {
        let question = VariantQuestion::new(5).unwrap().with_queens(3).unwrap();
        let columns = |placement: &[u8]| placement.iter().map(|&column| column.into()).collect();
        compare(&VariantSearch::new(question), &columns, seed, hand)
    };
    // A filter that rejects everything shows no difference: one seed of a few must.
    let shows = |check: &dyn Fn(u64) -> bool| (0..20).any(check);
    for hand in [late, reversed] {
        assert!(shows(&|seed| tours(king(Kind::Open), seed, hand).is_err()));
        assert!(shows(&|seed| tours(king(Kind::Closed), seed, hand).is_err()));
        assert!(shows(&|seed| walks(seed, hand).is_err()));
        assert!(shows(&|seed| queens(seed, hand).is_err()));
    }
    let left: usize = (0..20).map(|seed| walks(seed, as_it_is).unwrap()).sum();
    assert!(left > 0 && left < 20 * 6 * 5usize.pow(4), "{left}");
    let mut empty_rows = 0;
    let question = VariantQuestion::new(4).unwrap().with_queens(1).unwrap();
    let columns = |placement: &[u8]| placement.iter().map(|&column| column.into()).collect();
    let count = |placement: &[u8]| -> Vec<u32> {
        assert!(placement.contains(&NO_QUEEN));
        columns(placement)
    };
    for seed in 0..20 {
        empty_rows +=
            compare(&VariantSearch::new(question.clone()), &count, seed, as_it_is).unwrap();
    }
    assert!(empty_rows > 0);
}

#[test]
fn a_board_without_rows_has_one_placement() {
    for text in ["queens queen 0x0", "queens amazon 0x0"] {
        let question: Question = text.parse().unwrap();
        assert_eq!(question.solutions().first(2).unwrap().len(), 1, "{text}");
        let take = |_: &[u32]| ControlFlow::Continue(());
        assert_eq!(question.solutions().for_each_whose(|_| true, take).unwrap(), 1, "{text}");
    }
}
