//! `Kinds`: the symmetry groups of tours, in words.

use std::collections::BTreeMap;

use super::conjugacy::{Conjugates, conjugacy_classes, powers};
use super::fixed::MOST_VERTICES;
use crate::board::{Permutation, letters};
use crate::count::is_prime;
use crate::tours::question::{Kind, TourQuestion};

/// The identity of a kind: the order of the stabiliser, the number of its elements of prime order,
/// and its name.
pub(super) type KindKey = (usize, u64, String);

/// The symmetries of a question with their names, to classify single tours.
///
/// ```
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::tours::{Kind, Kinds, TourQuestion};
/// let board = Board::rectangle(3, 4)?;
/// let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Open);
/// let kinds = Kinds::of(&question).expect("a board of two axes has few symmetries");
/// let tour = [8, 2, 5, 11, 4, 10, 1, 7, 0, 6, 9, 3];
/// assert_eq!(kinds.of_tour(&tour), (2, "half-turn".into()));
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Debug)]
pub struct Kinds {
    question: TourQuestion,
    names: Vec<Name>,
}

impl Kinds {
    /// Those of a question; `None` if its symmetries are too many to be known one by one.
    pub fn of(question: &TourQuestion) -> Option<Kinds> {
        if !question.group().is_complete() || question.graph().len() > MOST_VERTICES {
            return None;
        }
        let names = names(question, &conjugacy_classes(question.group()));
        Some(Kinds { question: question.clone(), names })
    }

    /// The number of symmetries that keep a tour of the question, including the identity, and their
    /// name; empty if there is only the identity.
    pub fn of_tour(&self, squares: &[u32]) -> (usize, String) {
        let (vertices, last) = (squares.len(), squares.len().saturating_sub(1));
        let mut links = vec![[0; 2]; vertices];
        for (at, &square) in squares.iter().enumerate() {
            let before = squares[if at == 0 { last } else { at - 1 }];
            let next = squares[if at == last { 0 } else { at + 1 }];
            links[square as usize] = [before as u8, next as u8];
        }
        let ends = match (self.question.kind(), squares) {
            (Kind::Open, [first, .., last]) => Some([*first as usize, *last as usize]),
            _ => None,
        };
        let (size, _, name) = kind(&self.question, &self.names, &links, ends);
        (size, name)
    }
}

/// The name of each symmetry: the usual one, or its order, with a letter if several conjugacy
/// classes have that order.
pub(super) fn names(question: &TourQuestion, conjugates: &[Conjugates<'_>]) -> Vec<Name> {
    let orders: Vec<usize> = conjugates.iter().map(|class| powers(class.element).len()).collect();
    let known: Vec<_> =
        conjugates.iter().map(|class| question.symmetry_name(class.element)).collect();
    let unnamed = |i: usize, order: usize| known[i].is_none() && orders[i] == order;
    let mut names = vec![Name::default(); question.group().order()];
    for (i, class) in conjugates.iter().enumerate() {
        let order = orders[i];
        let alike = (0..conjugates.len()).filter(|&j| unnamed(j, order)).count();
        let before = (0..i).filter(|&j| unnamed(j, order)).count();
        let text = match known[i] {
            Some(name) => name.into(),
            None if alike == 1 => format!("symmetry of order {order}"),
            None => format!("symmetry of order {order} ({})", letters(before)),
        };
        for &place in &class.places {
            names[place] = Name { text: text.clone(), order, is_known: known[i].is_some() };
        }
    }
    names
}

/// The name of a symmetry.
#[derive(Clone, Debug, Default)]
pub(super) struct Name {
    text: String,
    pub order: usize,
    /// True for the names of rotations and reflections, false for those of conjugacy classes.
    is_known: bool,
}

pub(super) const HALF_TURN: &str = "half-turn";
pub(super) const EULERIAN: &str = "half-turn, Eulerian";
pub(super) const BERGHOLTIAN: &str = "half-turn, Bergholtian";

impl Name {
    /// The kind of the tours that it keeps. For closed tours and a half turn, `keeps_direction`
    /// distinguishes two kinds.
    pub fn of_tours(&self, keeps_direction: Option<bool>) -> &str {
        match keeps_direction.filter(|_| self.text == HALF_TURN) {
            Some(true) => EULERIAN,
            Some(false) => BERGHOLTIAN,
            None => &self.text,
        }
    }
}

/// The kind of a tour's symmetry. A kind has a simple name only if all elements of the stabiliser
/// have the same name; otherwise the name includes their number.
pub(super) fn kind(
    question: &TourQuestion,
    names: &[Name],
    links: &[[u8; 2]],
    ends: Option<[usize; 2]>,
) -> KindKey {
    let has = |a: usize, b: usize| links[a].contains(&(b as u8));
    let keeps = |g: &Permutation| {
        let image = |v: usize| g[v] as usize;
        ends.is_none_or(|[s, e]| [image(s), image(e)] == [e, s] || image(s) == s && image(e) == e)
            && links
                .iter()
                .enumerate()
                .all(|(v, near)| near.iter().all(|&w| has(image(v), image(usize::from(w)))))
    };
    let elements = question.group().elements().iter();
    let stabiliser: Vec<(&Permutation, &Name)> =
        elements.zip(names).filter(|(g, _)| keeps(g)).collect();
    let primes = stabiliser.iter().filter(|(_, name)| is_prime(name.order as u64)).count() as u64;
    let has_quarter = stabiliser.iter().any(|(_, name)| name.text == "quarter-turn");
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for (g, name) in stabiliser.iter().filter(|(_, name)| name.order > 1) {
        let is_half = name.text == HALF_TURN;
        if is_half && has_quarter {
            continue;
        }
        let text = name.of_tours((ends.is_none() && is_half).then(|| keeps_direction(links, g)));
        let times = kinds.entry(text.into()).or_default();
        *times += usize::from(!name.is_known);
    }
    let words = kinds.into_iter().map(|(text, times)| match times {
        0 | 1 => text,
        times => format!("{times} × {text}"),
    });
    (stabiliser.len(), primes, words.collect::<Vec<_>>().join(" and "))
}

/// True if a symmetry of a closed tour keeps its direction.
pub(super) fn keeps_direction(links: &[[u8; 2]], g: &Permutation) -> bool {
    let image = |v: usize| g[v] as usize;
    let first = usize::from(links[0][0]);
    // Along the tour from 0 to its image: the step after the image is the image of the first step,
    // or the step back.
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
