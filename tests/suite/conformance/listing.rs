//! Listings: every solution once, each verified, and filters.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use cavalcade::Error;
use cavalcade::convention::Convention;
use cavalcade::method::Choice;
use cavalcade::queens::{NO_QUEEN, Placement};
use cavalcade::question::{Queens, Question};
use cavalcade::solve::Solutions;
use cavalcade::tours::{Ends, Kind, Tour};

use super::asked;
use super::questions::{Asked, QUEENS, TOURS, WALKS, rules};
use crate::oracle;

/// The solutions of a listing, in order.
fn listed(solutions: Solutions<'_>, name: &str) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    let take = |squares: &[u32]| {
        all.push(squares.to_vec());
        ControlFlow::Continue(())
    };
    let told = solutions.for_each(take).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(told, all.len() as u64, "{name}");
    all
}

/// The oracle's solutions in the form of listings: undirected tours from their smaller end, or from
/// square 0 towards its smaller neighbour.
fn wanted(asked: &Asked) -> BTreeSet<Vec<u32>> {
    let once = |tour: &&Vec<u32>| match &asked.question {
        Question::Tours(tours) if tours.ends() == Ends::Free => {
            let last = tour[tour.len() - 1];
            tour.len() == 1
                || if tours.kind() == Kind::Open { tour[0] < last } else { tour[1] < last }
        }
        _ => true,
    };
    asked.all.iter().filter(once).cloned().collect()
}

/// Checks one solution by the library's own check, or by definition.
fn assert_is_one(asked: &Asked, squares: &[u32]) {
    match &asked.question {
        Question::Tours(tours) => {
            Tour::on_graph(&tours.instance().graph(), tours.kind(), squares).unwrap();
        }
        Question::Walks(walks) => walks.prepared().unwrap().check(squares).unwrap(),
        Question::Queens(queens)
            if queens.variant().is_full_plane() && queens.piece() == "queen" =>
        {
            Placement::check(&columns(queens, squares)).unwrap();
        }
        Question::Queens(queens) => {
            let rules = rules(queens);
            let at = |&square: &u32| (square as usize / rules.side, square as usize % rules.side);
            let squares: Vec<_> = squares.iter().map(at).collect();
            assert!(squares.iter().all(|at| !rules.holes.contains(at)), "{}", asked.text);
            assert!(rules.placed.iter().all(|at| squares.contains(at)), "{}", asked.text);
            let apart =
                |(i, &one): (usize, &_)| squares[..i].iter().all(|&o| !rules.attack(one, o));
            assert!(squares.iter().enumerate().all(apart), "{}: {squares:?}", asked.text);
        }
        _ => panic!("{}: what is a solution?", asked.text),
    }
}

/// The column of the queen in each row.
fn columns(queens: &Queens, squares: &[u32]) -> Vec<u8> {
    let mut columns = vec![NO_QUEEN; queens.side()];
    for &square in squares {
        columns[square as usize / queens.side()] = (square as usize % queens.side()) as u8;
    }
    columns
}

fn has_ends(question: &Question) -> bool {
    matches!(question, Question::Tours(tours) if tours.ends() != Ends::Free)
}

/// The orders in which a question's solutions can be listed.
fn orders(asked: &Asked) -> Vec<Choice> {
    let mut orders = vec![Choice::of("search")];
    if matches!(asked.question, Question::Tours(_)) {
        orders.extend(["link", "extend"].map(|s| Choice::of("search").with("strategy", s)));
        orders.push(Choice::of("frontier"));
    }
    orders
}

/// Every way to list a question's solutions gives each exactly once.
pub fn assert_listed(asked: &Asked) {
    let wanted = wanted(asked);
    for choice in orders(asked) {
        let name = format!("{}, {choice}", asked.text);
        if choice.name() == "frontier" && has_ends(&asked.question) {
            let listing = asked.question.solutions().method(choice).first(1);
            let told = matches!(listing, Err(Error::ToursAsked { .. })) || wanted.is_empty();
            assert!(told, "{name}: numbers are those of all tours");
            continue;
        }
        let all = listed(asked.question.solutions().method(choice.clone()), &name);
        all.iter().for_each(|squares| assert_is_one(asked, squares));
        let set: BTreeSet<_> = all.iter().cloned().collect();
        assert_eq!(set.len(), all.len(), "{name}: a solution is repeated");
        assert_eq!(set, wanted, "{name}");
        let three = asked.question.solutions().method(choice).first(3).unwrap();
        let three: Vec<_> = three.iter().map(|solution| solution.squares().to_vec()).collect();
        assert_eq!(three, all[..all.len().min(3)], "{name}: the first of them");
    }
}

#[test]
fn listings_have_exactly_the_counted_solutions() {
    [TOURS, QUEENS, WALKS].into_iter().flat_map(asked).for_each(assert_listed);
}

#[test]
fn one_of_each_class_gives_the_number_of_classes() {
    let mut compared = BTreeMap::<_, usize>::new();
    for asked in [TOURS, QUEENS, WALKS].into_iter().flat_map(asked) {
        let question = match &asked.question {
            Question::Tours(tours) => Question::Tours(tours.clone().by_class()),
            other => other.clone(),
        };
        let mut listing = Vec::new();
        let take = |squares: &[u32]| {
            listing.push(squares.to_vec());
            ControlFlow::Continue(())
        };
        let result = question.solutions().one_of_each_class().for_each(take);
        let answer = question.solve().count_anyway().threads(2).run();
        if has_ends(&question) {
            assert!(matches!(answer, Err(Error::ToursAsked { .. })), "{question}: {answer:?}");
            assert!(matches!(result, Err(Error::ToursAsked { .. })), "{question}: {result:?}");
            continue;
        }
        let answer = answer.unwrap_or_else(|error| panic!("{question}: {error}"));
        match (answer.count(Convention::Fundamental), result) {
            (Some(count), Ok(told)) => {
                let name = asked.text;
                assert_eq!(*count, told.into(), "{name}");
                let wanted = wanted(asked);
                assert!(listing.iter().all(|squares| wanted.contains(squares)), "{name}");
                let set: BTreeSet<_> = listing.iter().collect();
                assert_eq!(set.len() as u64, told, "{name}: a solution is repeated");
                if let Question::Queens(queens) = &asked.question {
                    let classes = oracle::classes(&asked.all, &rules(queens).symmetries());
                    assert_eq!(told, classes as u64, "{name}");
                }
                *compared.entry(answer.question.label().family).or_default() += 1;
            }
            (None, Err(Error::NoClasses { .. })) => {}
            (count, result) => panic!("{}: {count:?} counted, {result:?} listed", asked.text),
        }
    }
    assert!(compared["tours"] > 30 && compared["queens"] > 10, "{compared:?}");
}

/// Passes about five of six prefixes.
fn passes(beginning: &[u32]) -> bool {
    let mix = |sum: u32, &n: &u32| (sum ^ n.wrapping_add(0x9e37)).wrapping_mul(0x0100_0193);
    beginning.iter().fold(0x811c_9dc5, mix) >> 7 & 63 > 9
}

/// True if all prefixes pass; prefixes of placements are columns.
fn all_pass(asked: &Asked, squares: &[u32]) -> bool {
    let told = match &asked.question {
        Question::Queens(queens) => columns(queens, squares).into_iter().map(u32::from).collect(),
        _ => squares.to_vec(),
    };
    (1..=told.len()).all(|length| passes(&told[..length]))
}

#[test]
fn filtering_during_the_search_equals_filtering_afterwards() {
    let (mut kept, mut dropped) = (0, 0);
    for asked in [TOURS, QUEENS, WALKS].into_iter().flat_map(asked) {
        let name = asked.text;
        let list = |filter: &(dyn Fn(&[u32]) -> bool + Sync)| {
            let mut all = Vec::new();
            let take = |squares: &[u32]| {
                all.push(squares.to_vec());
                ControlFlow::Continue(())
            };
            let told = asked.question.solutions().for_each_whose(filter, take);
            assert_eq!(told.unwrap_or_else(|e| panic!("{name}: {e}")), all.len() as u64, "{name}");
            all
        };
        let unfiltered = list(&|_| true);
        let closed = matches!(&asked.question, Question::Tours(t) if t.kind() == Kind::Closed);
        if closed {
            // In one direction, from a square of its own.
            let Question::Tours(tours) = &asked.question else { continue };
            let graph = tours.instance().graph();
            let from_zero = |tour: &Vec<u32>| {
                let tour = Tour::on_graph(&graph, Kind::Closed, tour).unwrap();
                tour.undirected().squares().to_vec()
            };
            let set: BTreeSet<_> = unfiltered.iter().map(from_zero).collect();
            assert_eq!((set.len(), &set), (unfiltered.len(), &wanted(asked)), "{name}");
        } else {
            let set: BTreeSet<_> = unfiltered.iter().cloned().collect();
            assert_eq!(set.len(), unfiltered.len(), "{name}: a solution is repeated");
            assert_eq!(set, asked.all.iter().cloned().collect(), "{name}");
        }
        let after = unfiltered.iter().filter(|squares| all_pass(asked, squares)).cloned();
        let filtered = list(&passes);
        assert_eq!(filtered, after.collect::<Vec<_>>(), "{name}");
        kept += filtered.len();
        dropped += unfiltered.len() - filtered.len();
    }
    assert!(kept > 100 && dropped > 100, "{kept} kept, {dropped} dropped");
}
