//! `Symmetries`: a group of permutations of the cells that keep the board and its moves.
//!
//! The group is computed: every isometry of the box (reflections, exchanges of equal axes,
//! shifts along circles, and all that they compose) that maps cells to cells and moves to
//! moves. A rectangle gets four, a square eight, a cube 48, a torus its shifts as well, and a
//! hole takes away what it breaks.

use std::collections::{BTreeSet, HashSet};

use super::automorphism::transversals;
use super::board::Board;
use super::graph::Graph;
use super::isometry::{Isometries, keeps};
use super::permutation::Permutation;
use crate::count::Count;

/// A group of more elements is not listed; a subgroup of it is. That is still exact: it joins
/// fewer starts into one, and never two that differ.
const MAX_ORDER: usize = 1 << 14;

/// Nor is a group listed whose elements have more images than this: 256 MiB of them.
const MAX_IMAGES: usize = 1 << 26;

/// An orbit of the group: the things that it moves onto each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbit<T> {
    /// The least of them.
    pub representative: T,
    /// How many they are.
    pub size: u64,
}

/// A group of symmetries with all its elements, the identity first.
///
/// ```
/// use cavalcade::board::{Board, Graph, Piece, Symmetries};
/// let board = Board::rectangle(6, 6)?;
/// let group = Symmetries::of(&board, &Graph::of(&board, &Piece::knight(2)));
/// assert_eq!(group.order(), 8);
/// let orbits = group.orbits(0..36, |permutation, cell| permutation[cell] as usize);
/// assert_eq!(orbits.len(), 6);
/// assert_eq!(orbits.iter().map(|orbit| orbit.size).sum::<u64>(), 36);
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Symmetries {
    elements: Vec<Permutation>,
    complete: bool,
}

impl Symmetries {
    /// The group of the identity alone, on `cells` cells.
    pub fn trivial(cells: usize) -> Symmetries {
        Symmetries { elements: vec![(0..cells as u32).collect()], complete: true }
    }

    /// The symmetries of a board that also keep the moves of `graph`: all isometries that do.
    pub fn of(board: &Board, graph: &Graph) -> Symmetries {
        debug_assert_eq!(board.len(), graph.len());
        let isometries = Isometries::new(board, graph);
        let levels = isometries.levels();
        let limit = MAX_ORDER.min(MAX_IMAGES / board.len().max(1));
        let order = levels.iter().try_fold(1usize, |order, level| order.checked_mul(level.len()));
        if order.is_none_or(|order| order > limit) {
            return Symmetries { complete: false, ..Symmetries::of_axes(board, graph) };
        }
        // On boards of few cells several isometries can move them alike.
        let mut seen = HashSet::new();
        let permutations = isometries.products(&levels);
        let elements = permutations.filter(|permutation| seen.insert(permutation.clone()));
        Symmetries { elements: elements.collect(), complete: true }
    }

    /// What the symmetries of single axes generate: reflections, shifts of circles by one, and
    /// exchanges of equal axes. Only on boards with holes, and for moves that prefer a
    /// direction, is this less than the group. Searches go by it: a larger one would cut them
    /// into other units than those that journals keep.
    pub fn of_axes(board: &Board, graph: &Graph) -> Symmetries {
        let mut group = Symmetries::trivial(board.len());
        let mut kept = Vec::new();
        for generator in of_single_axes(board).into_iter().filter(|p| keeps(p, graph)) {
            kept.push(generator);
            match Symmetries::closure(board.len(), &kept) {
                Some(elements) => group.elements = elements,
                None => {
                    kept.pop();
                    group.complete = false;
                }
            }
        }
        group
    }

    /// The automorphisms of a graph, of whatever it is the graph. Of a graph with more than 4,096
    /// vertices, and where the search takes too long, only the identity, which is not complete.
    pub fn of_graph(graph: &Graph) -> Symmetries {
        let mut group = Symmetries::trivial(graph.len());
        let Some(levels) = transversals(graph) else {
            return Symmetries { complete: false, ..group };
        };
        // From the smallest stabiliser up: each is a group, and so is what fits the list.
        for level in levels.iter().rev() {
            if group.order() * level.len() > MAX_ORDER {
                return Symmetries { complete: false, ..group };
            }
            let times = |g: &Permutation| -> Vec<Permutation> {
                let after = |h: &Permutation| h.iter().map(|&v| g[v as usize]).collect();
                group.elements.iter().map(after).collect()
            };
            group.elements = level.iter().flat_map(times).collect();
        }
        group
    }

    /// The elements, the identity first.
    pub fn elements(&self) -> &[Permutation] {
        &self.elements
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// False if the full group is too large to be listed and this is a subgroup of it: enough
    /// to save work, not enough to count classes.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The elements that do not move `cell`.
    pub fn stabiliser(&self, cell: usize) -> Symmetries {
        self.keeping(|p| p[cell] as usize == cell)
    }

    /// The elements of which this says so: a group, as of those that keep something.
    pub(crate) fn keeping(&self, keeps: impl Fn(&Permutation) -> bool) -> Symmetries {
        let elements = self.elements.iter().filter(|p| keeps(p)).cloned().collect();
        Symmetries { elements, complete: self.complete }
    }

    /// The elements that keep the unordered pair of `one` and `other`.
    pub fn keeping_pair(&self, one: usize, other: usize) -> Symmetries {
        self.keeping(|p| {
            let (a, b) = (p[one] as usize, p[other] as usize);
            (a, b) == (one, other) || (a, b) == (other, one)
        })
    }

    /// The orbits of `things` under the group, in ascending order; `act` says where a
    /// permutation takes a thing, and must stay within `things`.
    pub fn orbits<T: Copy + Ord>(
        &self,
        things: impl IntoIterator<Item = T>,
        act: impl Fn(&Permutation, T) -> T,
    ) -> Vec<Orbit<T>> {
        let mut left: BTreeSet<T> = things.into_iter().collect();
        let mut orbits = Vec::new();
        while let Some(&representative) = left.first() {
            let images: BTreeSet<T> =
                self.elements.iter().map(|p| act(p, representative)).collect();
            left.retain(|thing| !images.contains(thing));
            orbits.push(Orbit { representative, size: images.len() as u64 });
        }
        orbits
    }

    /// The number of orbits of a set, given how many of its things each element fixes
    /// (Burnside's lemma); `None` if the sum is not divisible by the order, which means
    /// that the numbers are wrong.
    pub fn burnside(&self, fixed: impl Fn(&Permutation) -> Count) -> Option<Count> {
        let sum: Count = self.elements.iter().map(fixed).sum();
        sum.divided_exactly_by(self.order() as u64)
    }

    /// The closure of `generators` under composition, or `None` past the limits.
    fn closure(cells: usize, generators: &[Permutation]) -> Option<Vec<Permutation>> {
        let limit = MAX_ORDER.min(MAX_IMAGES / cells.max(1));
        let mut elements = Symmetries::trivial(cells).elements;
        let mut seen: HashSet<Permutation> = elements.iter().cloned().collect();
        let mut next = 0;
        while next < elements.len() {
            for generator in generators {
                let product: Permutation =
                    elements[next].iter().map(|&cell| generator[cell as usize]).collect();
                if seen.insert(product.clone()) {
                    elements.push(product);
                }
            }
            if elements.len() > limit {
                return None;
            }
            next += 1;
        }
        Some(elements)
    }
}

/// Reflections, unit translations of circles, and exchanges of equal axes: those of them that
/// map cells to cells.
fn of_single_axes(board: &Board) -> Vec<Permutation> {
    let axes = board.axes();
    let mut all = Vec::new();
    for (i, axis) in axes.iter().enumerate().filter(|(_, axis)| axis.length > 1) {
        let mirror = |at: &mut Vec<usize>| at[i] = axis.length - 1 - at[i];
        all.extend(image(board, mirror));
        if axis.wraps {
            let shift = |at: &mut Vec<usize>| at[i] = (at[i] + 1) % axis.length;
            all.extend(image(board, shift));
        }
        for j in (i + 1..axes.len()).filter(|&j| axes[j] == *axis) {
            all.extend(image(board, |at: &mut Vec<usize>| at.swap(i, j)));
        }
    }
    all
}

fn image(board: &Board, change: impl Fn(&mut Vec<usize>)) -> Option<Permutation> {
    let moved = |cell| {
        let mut at = board.coordinates(cell);
        change(&mut at);
        board.cell(&at).map(|cell| cell as u32)
    };
    (0..board.len()).map(moved).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};

    use super::Symmetries;
    use crate::board::{Axis, Board, Graph, Piece};
    use crate::count::Count;

    fn group(board: &str) -> Symmetries {
        let board: Board = board.parse().unwrap();
        Symmetries::of(&board, &Graph::of(&board, &Piece::knight(board.rank())))
    }

    #[test]
    fn orders_of_the_usual_boards() {
        let orders = [("6x6", 8), ("5x6", 4), ("1x1", 1), ("1x5", 2), ("3x3x3", 48), ("2x3x3", 16)];
        for (board, order) in orders.into_iter().chain([("torus:5x5", 200), ("cylinder:4x5", 20)]) {
            assert_eq!(group(board).order(), order, "{board}");
            assert!(group(board).is_complete(), "{board}");
        }
    }

    #[test]
    fn a_hole_takes_away_what_it_breaks() {
        let square = Board::rectangle(5, 5).unwrap();
        let of =
            |board: &Board| Symmetries::of(board, &Graph::of(board, &Piece::knight(2))).order();
        assert_eq!(of(&square.without(|at| at == [2, 2])), 8);
        assert_eq!(of(&square.without(|at| at == [0, 0])), 2);
        assert_eq!(of(&square.without(|at| at == [0, 1])), 1);
    }

    #[test]
    fn moves_that_prefer_an_axis_break_the_exchange_of_axes() {
        // A wazir that only runs along rows: the paths 0-1-2, 3-4-5, 6-7-8.
        let board = Board::rectangle(3, 3).unwrap();
        let rows = Graph::from_edges(9, &[(0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8)]).unwrap();
        assert_eq!(Symmetries::of(&board, &rows).order(), 4);
    }

    #[test]
    fn a_group_too_large_to_list_is_a_subgroup_and_says_so() {
        let hypercube = group("2x2x2x2x2x2x2x2");
        assert!(!hypercube.is_complete());
        assert!(hypercube.order() >= 256);
    }

    #[test]
    fn burnside_counts_necklaces() {
        // Two-coloured necklaces of 6 beads under rotation and reflection: 13.
        let ring = Board::new(vec![Axis::wrapped(6)]).unwrap();
        let group = Symmetries::of(&ring, &Graph::of(&ring, &Piece::named("wazir", 1).unwrap()));
        assert_eq!(group.order(), 12);
        let fixed = |p: &super::Permutation| {
            let cycles = Symmetries { elements: powers(p), complete: true };
            Count::from(1u64 << cycles.orbits(0..6, |p, cell| p[cell] as usize).len())
        };
        assert_eq!(group.burnside(fixed), Some(Count::from(13u64)));
        assert_eq!(
            group.burnside(|_| Count::from(1u64) + Count::from(group.order() as u64)),
            Some(Count::from(13u64))
        );
    }

    fn powers(p: &super::Permutation) -> Vec<super::Permutation> {
        let mut all = vec![p.clone()];
        while all.len() < 12 {
            let last = all.last().unwrap();
            all.push(last.iter().map(|&cell| p[cell as usize]).collect());
        }
        all
    }

    /// Plane, cylinder and torus boards of rank two or three with some holes.
    fn small_boards() -> impl Strategy<Value = Board> {
        let axis = (1usize..5, any::<bool>()).prop_map(|(length, wraps)| Axis { length, wraps });
        (proptest::collection::vec(axis, 2..4), any::<u32>()).prop_map(|(axes, pattern)| {
            let board = Board::new(axes).unwrap();
            board.without(|at| {
                pattern % 3 == 0 && pattern >> (at.iter().product::<usize>() % 31) & 1 != 0
            })
        })
    }

    proptest! {
        #[test]
        fn symmetries_form_a_group_of_automorphisms(board in small_boards()) {
            let graph = Graph::of(&board, &Piece::knight(board.rank()));
            let group = Symmetries::of(&board, &graph);
            let elements: std::collections::HashSet<_> = group.elements().iter().cloned().collect();
            prop_assert_eq!(elements.len(), group.order());
            for p in group.elements().iter().take(12) {
                for q in group.elements().iter().take(12) {
                    let product: super::Permutation = p.iter().map(|&cell| q[cell as usize]).collect();
                    prop_assert!(elements.contains(&product));
                }
                for v in 0..graph.len() {
                    for &w in graph.neighbours(v) {
                        prop_assert!(graph.joins(p[v] as usize, p[w as usize] as usize));
                    }
                }
            }
        }

        #[test]
        fn orbits_partition_and_obey_the_orbit_stabiliser_law(board in small_boards()) {
            let graph = Graph::of(&board, &Piece::knight(board.rank()));
            let group = Symmetries::of(&board, &graph);
            let orbits = group.orbits(0..board.len(), |p, cell| p[cell] as usize);
            prop_assert_eq!(orbits.iter().map(|orbit| orbit.size).sum::<u64>(), board.len() as u64);
            for orbit in &orbits {
                let stabiliser = group.stabiliser(orbit.representative);
                prop_assert_eq!(orbit.size as usize * stabiliser.order(), group.order());
            }
        }
    }
}
