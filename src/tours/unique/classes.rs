//! The classes of a question's undirected tours under its symmetries.
//!
//! A tour's stabiliser is the set of symmetries that keep it as a set of edges; its class has as
//! many members as the stabiliser has cosets. Each symmetric tour is kept by some element of prime
//! order. It therefore suffices to visit the tours kept by one such element of each conjugacy
//! class, up to conjugation; each tour found there has its stabiliser computed, and is weighted for
//! all the elements that would have found it. The remaining tours are in classes of full size. As a
//! check, Burnside's lemma, for which elements of composite order are searched as well, must give
//! the same number of classes.
//!
//! A symmetry that keeps a closed tour either keeps its direction (Eulerian, for a half turn) or
//! reverses it (Bergholtian; both words are Jelliss's). A symmetry that keeps an open tour reverses
//! it: if it kept the ends, it would keep every square between them.

use std::collections::BTreeMap;

use super::fixed::MOST_VERTICES;
use super::kept::{Kept, visited};
use super::kinds::{BERGHOLTIAN, EULERIAN, HALF_TURN};
use super::swept::swept;
use crate::convention::Convention;
use crate::count::Count;
use crate::error::Error;
use crate::method::Means;
use crate::tours::question::{Kind, TourQuestion};

/// The tours of one kind of symmetry: those with the same group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryKind {
    /// The name of the group: "half-turn, Eulerian", "quarter-turn", "reflection".
    pub name: String,
    /// Undirected tours.
    pub tours: Count,
    /// Their classes.
    pub classes: Count,
}

const QUARTER_TURN: &str = "quarter-turn";
const REFLECTION: &str = "reflection";

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
    /// The counts by convention, from the classes of a question. The classes of the groups sum to
    /// the fundamental ones.
    pub fn counts(&self, question: &TourQuestion) -> Vec<(Convention, Count)> {
        let kept = |by: &[&str]| -> Count {
            let has =
                |kind: &&SymmetryKind| kind.name.split(" and ").any(|part| by.contains(&part));
            self.symmetric.iter().filter(has).map(|kind| kind.tours.clone()).sum()
        };
        let group = |kind: &SymmetryKind| match &*kind.name {
            HALF_TURN | EULERIAN | BERGHOLTIAN => Convention::GroupHalfTurn,
            QUARTER_TURN => Convention::GroupQuarterTurn,
            REFLECTION => Convention::GroupReflection,
            _ => Convention::GroupOther,
        };
        let classes = |of: Convention| -> Count {
            let is_of = |kind: &&SymmetryKind| group(kind) == of;
            self.symmetric.iter().filter(is_of).map(|kind| kind.classes.clone()).sum()
        };
        let mut counts = vec![(Convention::Fundamental, self.fundamental.clone())];
        let is_plane = question.is_plane();
        if is_plane {
            // The square of a quarter-turn is a half-turn that keeps the direction.
            let half = [HALF_TURN, EULERIAN, BERGHOLTIAN, QUARTER_TURN];
            counts.push((Convention::KeptByHalfTurn, kept(&half)));
            if question.kind() == Kind::Closed {
                counts.push((Convention::KeptEulerian, kept(&[EULERIAN, QUARTER_TURN])));
                counts.push((Convention::KeptBergholtian, kept(&[BERGHOLTIAN])));
            }
            counts.push((Convention::KeptByQuarterTurn, kept(&[QUARTER_TURN])));
            counts.push((Convention::KeptByReflection, kept(&[REFLECTION])));
        }
        counts.push((Convention::GroupNone, self.asymmetric.clone()));
        let turns = [Convention::GroupHalfTurn, Convention::GroupQuarterTurn];
        let named = turns.into_iter().chain([Convention::GroupReflection]).filter(|_| is_plane);
        let groups = named.chain([Convention::GroupOther]);
        counts.extend(groups.map(|group| (group, classes(group))));
        counts
    }
}

/// Refuses a question whose tours cannot be counted by class.
///
/// # Errors
/// [`Error::TooManySymmetries`] if the group is not complete, [`Error::MethodTooSmall`] for more
/// than 256 vertices.
pub fn has_classes(question: &TourQuestion) -> Result<(), Error> {
    if !question.group().is_complete() {
        return Err(Error::TooManySymmetries { purpose: "sort its tours by them" });
    }
    question.fits("classes", MOST_VERTICES)
}

/// The classes of a question, given the number of its undirected tours; `None` if stopped.
///
/// # Errors
/// Those of [`has_classes`]; [`Error::ToursAsked`] if the numbers are inconsistent, which means
/// that the total is wrong; [`Error::OutOfMemory`].
///
/// ```
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::method::Means;
/// use cavalcade::tours::{Kind, TourQuestion, classes};
/// let board = Board::rectangle(6, 6)?;
/// let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
/// let classes = classes(&question, &9862u64.into(), &Means::default())?.expect("it was not stopped");
/// assert_eq!(classes.fundamental.to_string(), "1245");
/// assert_eq!(classes.asymmetric.to_string(), "1223");
/// # Ok::<(), cavalcade::Error>(())
/// ```
pub fn classes(
    question: &TourQuestion,
    undirected: &Count,
    means: &Means,
) -> Result<Option<Classes>, Error> {
    has_classes(question)?;
    let kept = match swept(question, means) {
        Ok(Some(kept)) => Some(kept),
        Ok(None) => visited(question, &means.stop),
        Err(Error::Stopped { .. }) => None,
        Err(error) => return Err(error),
    };
    let Some(kept) = kept else { return Ok(None) };
    let wrong = Error::ToursAsked {
        problem: "the number of tours contradicts the number of symmetric ones",
        remedy: "count the tours again",
    };
    sort(question, undirected, kept).ok_or(wrong).map(Some)
}

/// The classes from the total and the symmetric tours; `None` if they contradict each other.
fn sort(question: &TourQuestion, undirected: &Count, kept: Kept) -> Option<Classes> {
    let Kept { found, fixed, nodes } = kept;
    let order = question.group().order() as u64;
    let mut classes = Classes { nodes, ..Classes::default() };
    let mut symmetric: BTreeMap<(usize, String), Count> = BTreeMap::new();
    for ((size, primes, name), times) in found {
        let tours = times.divided_exactly_by(primes)?;
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
