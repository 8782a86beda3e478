//! The classes of a question's undirected tours under its symmetries.
//!
//! A tour's stabiliser is the symmetries that keep it as a set of edges; its class has as
//! many members as the group has cosets of the stabiliser. Each symmetric tour is kept by
//! some element of prime order, so visiting the tours of one such element of each
//! conjugacy class finds them all, up to conjugation; a tour found there has its stabiliser
//! computed, and is counted once for all the elements that would have found it. What is
//! left of the total has classes of full size. Burnside's lemma, for which elements of
//! composite order are searched as well, must give the same number of classes.
//!
//! A symmetry that keeps a closed tour either keeps its direction (Eulerian, for a half
//! turn) or reverses it (Bergholtian; the words are Jelliss's). An open tour is kept by
//! reversal only: a symmetry that keeps its ends keeps every square between them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::conjugacy::{Conjugates, conjugacy_classes, powers};
use super::fixed::{Heard, Search, Subpaths};
use super::kinds::{KindKey, is_prime, kind, names};
use crate::board::{Bits, Permutation, Wide};
use crate::convention::Convention;
use crate::count::Count;
use crate::engine::Stop;
use crate::error::Error;
use crate::tours::question::{Kind, TourQuestion};

/// The tours of one kind of symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryKind {
    /// What keeps them: "half-turn, Eulerian", "quarter-turn", "reflection".
    pub name: String,
    /// Undirected tours.
    pub tours: Count,
    /// Their classes.
    pub classes: Count,
}

/// All classes of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Classes {
    /// The number of classes: the fundamental tours.
    pub fundamental: Count,
    /// The kinds of symmetric tours that occur, smallest class first.
    pub symmetric: Vec<SymmetryKind>,
    /// The classes of tours without symmetry.
    pub asymmetric: Count,
    /// The nodes of the searches for symmetric tours.
    pub nodes: u64,
}

impl Classes {
    /// The counts by convention, from the classes of a question.
    pub fn counts(&self, question: &TourQuestion) -> Vec<(Convention, Count)> {
        let sum = |wanted: &dyn Fn(&str) -> bool, of: &dyn Fn(&SymmetryKind) -> Count| {
            let mut sum = Count::ZERO;
            self.symmetric.iter().filter(|kind| wanted(&kind.name)).for_each(|k| sum += &of(k));
            sum
        };
        let tours = |kind: &SymmetryKind| kind.tours.clone();
        let classes = |kind: &SymmetryKind| kind.classes.clone();
        let quarter = |name: &str| name.contains("quarter-turn");
        let half = |name: &str| name.contains("half-turn");
        let mut counts = vec![
            (Convention::Fundamental, self.fundamental.clone()),
            (Convention::Asymmetric, self.asymmetric.clone()),
        ];
        if question.is_plane() {
            counts.extend([
                (Convention::HalfTurn, sum(&|name| half(name) || quarter(name), &tours)),
                (Convention::HalfTurnClasses, sum(&half, &classes)),
                (Convention::QuarterTurn, sum(&quarter, &tours)),
                (Convention::QuarterTurnClasses, sum(&quarter, &classes)),
            ]);
        }
        if question.is_plane() && question.kind() == Kind::Closed {
            let named = |part: &'static str| move |name: &str| name.contains(part);
            counts.extend([
                (Convention::Eulerian, sum(&|n| n.contains("Eulerian") || quarter(n), &tours)),
                (Convention::Bergholtian, sum(&named("Bergholtian"), &tours)),
                (
                    Convention::Axial,
                    sum(&|name| name.split(" and ").any(|n| n == "reflection"), &tours),
                ),
            ]);
        }
        counts
    }
}

/// The classes of a question, given the number of its undirected tours; `None` if it was
/// stopped.
///
/// # Errors
/// [`Error::TooManySymmetries`] if the group is not complete, and [`Error::ToursAsked`] if the
/// numbers do not fit together, which means that the total is wrong.
///
/// ```
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::engine::Stop;
/// use cavalcade::tours::{Kind, TourQuestion, classes};
/// let board = Board::rectangle(6, 6)?;
/// let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
/// let classes = classes(&question, &9862u64.into(), &Stop::new())?.expect("it was not stopped");
/// assert_eq!(classes.fundamental.to_string(), "1245");
/// assert_eq!(classes.asymmetric.to_string(), "1223");
/// # Ok::<(), cavalcade::Error>(())
/// ```
pub fn classes(
    question: &TourQuestion,
    undirected: &Count,
    stop: &Stop,
) -> Result<Option<Classes>, Error> {
    if !question.group().is_complete() {
        return Err(Error::TooManySymmetries { purpose: "sort its tours by them" });
    }
    let kept = match question.graph().len() {
        0..=64 => all_kept::<u64>(question, stop),
        65..=128 => all_kept::<u128>(question, stop),
        _ => all_kept::<Wide<4>>(question, stop),
    };
    let Some(kept) = kept else { return Ok(None) };
    let wrong = Error::ToursAsked {
        problem: "the number of tours does not fit the symmetric ones among them",
        remedy: "count the tours again",
    };
    sort(question, undirected, kept).ok_or(wrong).map(Some)
}

/// The tours that some symmetry keeps.
struct Kept {
    /// How often each kind was found: once for each of its elements of prime order.
    found: BTreeMap<KindKey, u64>,
    /// The tours kept by each element but the identity, in sum.
    fixed: Count,
    nodes: u64,
}

/// Visits the tours of one element of each conjugacy class; `None` if it was stopped.
fn all_kept<B: Bits>(question: &TourQuestion, stop: &Stop) -> Option<Kept> {
    let graph = question.graph();
    let set = |v| graph.neighbours(v).iter().fold(B::EMPTY, |set, &w| set.with(w as usize));
    let near: Vec<B> = (0..graph.len()).map(set).collect();
    let mut all = Kept { found: BTreeMap::new(), fixed: Count::ZERO, nodes: 0 };
    let conjugates = conjugacy_classes(question.group());
    let names = names(question, &conjugates);
    for Conjugates { element, members, .. } in conjugates {
        let cyclic = powers(element);
        if cyclic.len() == 1 {
            continue;
        }
        let mut kept = 0u64;
        let see = |links: &[[u8; 2]], ends| {
            kept += 1;
            if is_prime(cyclic.len()) {
                *all.found.entry(kind(question, &names, links, ends)).or_default() += members;
            }
        };
        all.nodes += visit_kept(question, &near, &cyclic, stop, see)?;
        all.fixed += &(Count::from(kept) * members);
    }
    Some(all)
}

/// The classes from the total and the tours that are kept; `None` if they contradict.
fn sort(question: &TourQuestion, undirected: &Count, kept: Kept) -> Option<Classes> {
    let Kept { found, fixed, nodes } = kept;
    let order = question.group().order() as u64;
    let mut classes = Classes { nodes, ..Classes::default() };
    let mut symmetric: BTreeMap<(usize, String), Count> = BTreeMap::new();
    for ((size, primes, name), times) in found {
        let tours = Count::from(times).divided_exactly_by(primes)?;
        *symmetric.entry((size, name)).or_default() += &tours;
    }
    let mut left = undirected.clone();
    // The largest stabilisers have the smallest classes.
    for ((size, name), tours) in symmetric.into_iter().rev() {
        left = left.less(&tours)?;
        let of_kind = (tours.clone() * size as u64).divided_exactly_by(order)?;
        classes.fundamental += &of_kind;
        classes.symmetric.push(SymmetryKind { name, tours, classes: of_kind });
    }
    classes.asymmetric = left.divided_exactly_by(order)?;
    classes.fundamental += &classes.asymmetric.clone();
    let by_burnside = (undirected.clone() + fixed).divided_exactly_by(order)?;
    (by_burnside == classes.fundamental).then_some(classes)
}

/// Visits the tours that a cyclic group keeps; the nodes of the search, or `None` if it was
/// stopped.
fn visit_kept<B: Bits>(
    question: &TourQuestion,
    near: &[B],
    cyclic: &[Permutation],
    stop: &Stop,
    mut see: impl FnMut(&[[u8; 2]], Option<[usize; 2]>),
) -> Option<u64> {
    let vertices = near.len();
    let ends: Vec<Option<[usize; 2]>> = match question.kind() {
        Kind::Closed => vec![None],
        // Only an element that exchanges the ends keeps a path, and its square keeps all.
        Kind::Open if cyclic.len() > 2 => Vec::new(),
        Kind::Open => {
            let image = |v: usize| cyclic[1][v] as usize;
            (0..vertices).filter(|&v| v < image(v)).map(|v| Some([v, image(v)])).collect()
        }
    };
    let mut nodes = 0;
    for ends in ends {
        let mut search = Search {
            near,
            group: cyclic,
            hear: |heard: Heard<'_>| {
                match heard {
                    Heard::Tour(links) => see(links, ends),
                    Heard::Beat(_) if stop.is_requested() => return ControlFlow::Break(()),
                    Heard::Beat(_) => {}
                }
                ControlFlow::Continue(())
            },
            links: vec![[0; 2]; vertices],
            ends,
            nodes: 0,
        };
        let mut state = Subpaths::start(vertices);
        search.join_ends(&mut state);
        if search.run(&state) == ControlFlow::Break(()) {
            return None;
        }
        nodes += search.nodes;
    }
    Some(nodes)
}
