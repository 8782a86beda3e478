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

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use super::fixed::{Search, State};
use crate::board::{Bits, Permutation, Symmetries, Wide};
use crate::count::Count;
use crate::engine::Stop;
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

/// The classes of a question, given the number of its undirected tours; `None` if it was
/// stopped, if the group is not complete, or if the numbers do not fit together, which
/// means that the total is wrong.
///
/// ```
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::engine::Stop;
/// use cavalcade::tours::{Kind, TourQuestion, classes};
/// let board = Board::rectangle(6, 6)?;
/// let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
/// let classes = classes(&question, &9862u64.into(), &Stop::new()).expect("it adds up");
/// assert_eq!(classes.fundamental.to_string(), "1245");
/// assert_eq!(classes.asymmetric.to_string(), "1223");
/// # Ok::<(), cavalcade::Error>(())
/// ```
pub fn classes(question: &TourQuestion, undirected: &Count, stop: &Stop) -> Option<Classes> {
    match question.graph().len() {
        0..=64 => classes_at::<u64>(question, undirected, stop),
        65..=128 => classes_at::<u128>(question, undirected, stop),
        _ => classes_at::<Wide<4>>(question, undirected, stop),
    }
}

/// A larger group would take longer to sort into conjugacy classes than to search.
const MAX_ORDER: usize = 2048;

/// What tells kinds of symmetric tours apart: the size of the stabiliser, how many of its
/// elements have prime order, and its name.
type KindKey = (usize, u64, String);

fn classes_at<B: Bits>(
    question: &TourQuestion,
    undirected: &Count,
    stop: &Stop,
) -> Option<Classes> {
    let group = question.symmetries();
    if !group.is_complete() || group.order() > MAX_ORDER {
        return None;
    }
    let graph = question.graph();
    let set = |v| graph.neighbours(v).iter().fold(B::EMPTY, |set, &w| set.with(w as usize));
    let near: Vec<B> = (0..graph.len()).map(set).collect();
    let mut found: BTreeMap<KindKey, u64> = BTreeMap::new();
    let mut fixed_by_others = Count::ZERO;
    let mut nodes = 0;
    for Conjugates { element, members } in conjugacy_classes(group) {
        let cyclic = powers(element);
        if cyclic.len() == 1 {
            continue;
        }
        let mut kept = 0u64;
        let see = |links: &[[u8; 2]], ends| {
            kept += 1;
            if is_prime(cyclic.len()) {
                *found.entry(kind(question, links, ends)).or_default() += members;
            }
        };
        nodes += visit_kept(question, &near, &cyclic, stop, see)?;
        fixed_by_others += &(Count::from(kept) * members);
    }
    let order = group.order() as u64;
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
    let by_burnside = (undirected.clone() + fixed_by_others).divided_exactly_by(order)?;
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
            stop,
            found: |links: &[[u8; 2]]| see(links, ends),
            links: vec![[0; 2]; vertices],
            nodes: 0,
        };
        let mut state = State::start(vertices);
        if let Some([a, b]) = ends {
            search.join_ends(&mut state, a, b);
        }
        if search.run(&state) == ControlFlow::Break(()) {
            return None;
        }
        nodes += search.nodes;
    }
    Some(nodes)
}

/// The kind of a tour's symmetry.
fn kind(question: &TourQuestion, links: &[[u8; 2]], ends: Option<[usize; 2]>) -> KindKey {
    let has = |a: usize, b: usize| links[a].contains(&(b as u8));
    let keeps = |g: &&Permutation| {
        let image = |v: usize| g[v] as usize;
        ends.is_none_or(|[s, e]| [image(s), image(e)] == [e, s] || image(s) == s && image(e) == e)
            && links
                .iter()
                .enumerate()
                .all(|(v, near)| near.iter().all(|&w| has(image(v), image(usize::from(w)))))
    };
    let stabiliser: Vec<&Permutation> =
        question.symmetries().elements().iter().filter(keeps).collect();
    let orders: Vec<usize> = stabiliser.iter().map(|g| powers(g).len()).collect();
    let primes = orders.iter().filter(|&&order| is_prime(order)).count() as u64;
    let mut names: BTreeSet<String> = BTreeSet::new();
    for (g, &order) in stabiliser.iter().zip(&orders).filter(|(_, order)| **order > 1) {
        names.insert(match question.symmetry_name(g) {
            Some(name) => name.into(),
            None => format!("symmetry of order {order}"),
        });
    }
    if names.contains("quarter-turn") {
        names.remove("half-turn");
    }
    let mut name = names.into_iter().collect::<Vec<_>>().join(" and ");
    if name == "half-turn" && ends.is_none() {
        let turn = stabiliser.iter().zip(&orders).find(|(_, order)| **order == 2);
        let keeps = turn.is_some_and(|(g, _)| keeps_direction(links, g));
        name += if keeps { ", Eulerian" } else { ", Bergholtian" };
    }
    (stabiliser.len(), primes, name)
}

/// True if a symmetry of a closed tour keeps its direction.
fn keeps_direction(links: &[[u8; 2]], g: &Permutation) -> bool {
    let image = |v: usize| g[v] as usize;
    let first = usize::from(links[0][0]);
    // Along the tour from 0 to its image: the step after the image is that of the image of
    // the first step, or the one back.
    let (mut before, mut here) = (usize::from(links[0][1]), 0);
    loop {
        let [a, b] = links[here].map(usize::from);
        let next = if here == 0 { first } else { a + b - before };
        if here == image(0) {
            return next == image(first);
        }
        (before, here) = (here, next);
    }
}

/// One element of a conjugacy class, and how many they are.
struct Conjugates<'a> {
    element: &'a Permutation,
    members: u64,
}

fn conjugacy_classes(group: &Symmetries) -> Vec<Conjugates<'_>> {
    let elements = group.elements();
    let number: HashMap<&Permutation, usize> =
        elements.iter().enumerate().map(|(i, g)| (g, i)).collect();
    let mut seen = vec![false; elements.len()];
    let mut classes = Vec::new();
    for (i, element) in elements.iter().enumerate() {
        if seen[i] {
            continue;
        }
        let mut members = 0;
        for h in elements {
            // h g h⁻¹ takes h(v) to h(g(v)).
            let mut conjugate = vec![0; h.len()].into_boxed_slice();
            for v in 0..h.len() {
                conjugate[h[v] as usize] = h[element[v] as usize];
            }
            let found = number.get(&conjugate).expect("a group holds its conjugates");
            members += u64::from(!std::mem::replace(&mut seen[*found], true));
        }
        classes.push(Conjugates { element, members });
    }
    classes
}

/// The cyclic group of an element, the identity first.
fn powers(element: &Permutation) -> Vec<Permutation> {
    let identity: Permutation = (0..element.len() as u32).collect();
    let mut powers = vec![identity];
    loop {
        let last = powers.last().expect("it begins with one");
        let next: Permutation = last.iter().map(|&v| element[v as usize]).collect();
        if next == powers[0] {
            return powers;
        }
        powers.push(next);
    }
}

fn is_prime(n: usize) -> bool {
    n > 1 && (2..n).all(|d| !n.is_multiple_of(d))
}
