//! The automorphisms of any graph, by a chain of stabilisers.
//!
//! Base vertices are fixed one after the other. At each level a colouring, refined by the colours
//! of the neighbours, distinguishes vertices relative to the fixed ones. For each vertex with the
//! colour of the next base vertex, a search looks for one automorphism that keeps the fixed
//! vertices and maps the base vertex there. These automorphisms are representatives of the cosets
//! of each stabiliser in the one before, so every automorphism is a unique product of one
//! representative from each level (Sims, 1970; colour refinement after Weisfeiler and Leman). Meant
//! for graphs of some hundred vertices that one draws on a board, not for hard cases of the
//! isomorphism problem.

use std::collections::BTreeMap;

use super::graph::Graph;
use super::permutation::Permutation;

/// The most vertices of a graph that is searched.
const MOST_VERTICES: usize = 4096;

/// The most images that are tried: about a second of work.
const MOST_TRIALS: usize = 1 << 23;

/// The coset representatives of each level, the identity first, from the whole group to the last
/// non-trivial stabiliser; `None` if the search takes too long.
pub(super) fn transversals(graph: &Graph) -> Option<Vec<Vec<Permutation>>> {
    let n = graph.len();
    if n > MOST_VERTICES {
        return None;
    }
    let mut trials = 0;
    let mut colours = vec![0; n];
    let mut levels = Vec::new();
    loop {
        refine(graph, &mut colours);
        let mut cells: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (v, &colour) in colours.iter().enumerate() {
            cells.entry(colour).or_default().push(v);
        }
        let Some(cell) = cells.values().find(|cell| cell.len() > 1) else {
            return Some(levels);
        };
        let base = cell[0];
        let order = breadth_first(graph, base);
        let images = cell.iter().filter_map(|&image| {
            let map = vec![NONE; n];
            let mut search = Search { graph, colours: &colours, order: &order, map, trials };
            let found = search.assign(image, &mut vec![false; n]);
            trials = search.trials;
            found.then(|| search.map.into_boxed_slice())
        });
        let mut level: Vec<Permutation> = images.collect();
        if trials > MOST_TRIALS {
            return None;
        }
        if level.len() > 1 {
            // The first image is the base vertex itself. The search may have found any automorphism
            // that fixes it; the identity is used instead.
            level[0] = (0..n as u32).collect();
            levels.push(level);
        }
        colours[base] = n as u32;
    }
}

/// Splits colours by the colours of the neighbours until nothing changes. Automorphisms that
/// preserve the old colours preserve the new ones.
fn refine(graph: &Graph, colours: &mut [u32]) {
    let mut count = 0;
    loop {
        let signature = |v: usize| {
            let mut near: Vec<u32> =
                graph.neighbours(v).iter().map(|&w| colours[w as usize]).collect();
            near.sort_unstable();
            (colours[v], near)
        };
        let signatures: Vec<_> = (0..graph.len()).map(signature).collect();
        let mut names: BTreeMap<_, u32> = signatures.iter().map(|s| (s, 0)).collect();
        for (i, name) in names.values_mut().enumerate() {
            *name = i as u32;
        }
        for (colour, signature) in colours.iter_mut().zip(&signatures) {
            *colour = names[signature];
        }
        if names.len() == count {
            return;
        }
        count = names.len();
    }
}

/// All vertices, each but the first of a component after one of its neighbours.
fn breadth_first(graph: &Graph, root: usize) -> Vec<usize> {
    let mut order = vec![root];
    let mut seen = vec![false; graph.len()];
    seen[root] = true;
    let mut next = 0;
    let mut fresh = 0;
    while order.len() < graph.len() {
        if next == order.len() {
            while seen[fresh] {
                fresh += 1;
            }
            seen[fresh] = true;
            order.push(fresh);
        }
        for &w in graph.neighbours(order[next]) {
            if !std::mem::replace(&mut seen[w as usize], true) {
                order.push(w as usize);
            }
        }
        next += 1;
    }
    order
}

const NONE: u32 = u32::MAX;

/// A partial map under construction.
struct Search<'a> {
    graph: &'a Graph,
    colours: &'a [u32],
    /// The order in which vertices get their images.
    order: &'a [usize],
    map: Vec<u32>,
    /// Images tried so far, over all maps.
    trials: usize,
}

impl Search<'_> {
    /// Takes the first vertex of the order to `image` and all later ones somewhere; false if no
    /// automorphism does that. The images that are left to try are kept place by place, since a
    /// call for each place would need a stack as deep as the graph is large.
    fn assign(&mut self, image: usize, used: &mut [bool]) -> bool {
        let mut left = vec![vec![image as u32]];
        while let Some(place) = left.len().checked_sub(1) {
            let v = self.order[place];
            if self.map[v] != NONE {
                // It led nowhere.
                used[std::mem::replace(&mut self.map[v], NONE) as usize] = false;
            }
            let Some(image) = left[place].pop() else {
                left.pop();
                continue;
            };
            self.trials += 1;
            if self.trials > MOST_TRIALS {
                return false;
            }
            let image = image as usize;
            if used[image] || self.colours[v] != self.colours[image] || !self.fits(v, image) {
                continue;
            }
            self.map[v] = image as u32;
            used[image] = true;
            match self.order.get(place + 1) {
                None => return true,
                Some(&next) => left.push(self.candidates(next)),
            }
        }
        false
    }

    /// The images that a vertex may have, the last one to be tried first.
    fn candidates(&self, vertex: usize) -> Vec<u32> {
        let near = self.graph.neighbours(vertex);
        let known = near.iter().map(|&w| self.map[w as usize]).find(|&image| image != NONE);
        match known {
            Some(image) => self.graph.neighbours(image as usize).iter().rev().copied().collect(),
            None => (0..self.graph.len() as u32).rev().collect(),
        }
    }

    /// True if `image` is joined to as many images as `v` to vertices that have one, and to
    /// those of the neighbours of `v`. Degrees are equal, so edges go to edges and the rest
    /// to the rest when all are assigned.
    fn fits(&self, v: usize, image: usize) -> bool {
        let known = |w: &&u32| self.map[**w as usize] != NONE;
        self.graph
            .neighbours(v)
            .iter()
            .filter(known)
            .all(|&w| self.graph.joins(image, self.map[w as usize] as usize))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::{prop_assert_eq, proptest};

    use crate::board::{Board, Graph, Permutation, Piece, Symmetries};

    fn order(vertices: usize, edges: &[(usize, usize)]) -> usize {
        Symmetries::of_graph(&Graph::from_edges(vertices, edges).unwrap()).order()
    }

    #[test]
    fn the_search_gives_up_on_large_graphs() {
        let ring: Vec<_> = (0..5000).map(|v| (v, (v + 1) % 5000)).collect();
        let large = Symmetries::of_graph(&Graph::from_edges(5000, &ring).unwrap());
        assert_eq!((large.order(), large.is_complete()), (1, false));
        // GP(1000, 10): a partial map fails late.
        let edges = |v| [(v, (v + 1) % 1000), (v, v + 1000), (v + 1000, (v + 10) % 1000 + 1000)];
        let edges: Vec<_> = (0..1000).flat_map(edges).collect();
        assert!(!Symmetries::of_graph(&Graph::from_edges(2000, &edges).unwrap()).is_complete());
    }

    #[test]
    fn a_large_graph_needs_no_deep_stack() {
        let ring: Vec<_> = (0..4000).map(|v| (v, (v + 1) % 4000)).collect();
        let graph = Graph::from_edges(4000, &ring).unwrap();
        let search = move || Symmetries::of_graph(&graph).order();
        let thread = std::thread::Builder::new().stack_size(128 << 10);
        assert!(thread.spawn(search).unwrap().join().is_ok());
    }

    #[test]
    fn orders_of_well_known_graphs() {
        let ring: Vec<_> = (0..9).map(|v| (v, (v + 1) % 9)).collect();
        assert_eq!(order(9, &ring), 18);
        assert_eq!(order(5, &[(0, 1), (0, 2), (0, 3), (0, 4)]), 24);
        assert_eq!(order(4, &[(0, 1), (2, 3)]), 8);
        assert_eq!(order(3, &[]), 6);
        assert_eq!(order(1, &[]), 1);
        // The Petersen graph, and the smallest asymmetric tree.
        let petersen: Vec<_> =
            (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]).collect();
        assert_eq!(order(10, &petersen), 120);
        assert_eq!(order(7, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (2, 6)]), 1);
    }

    #[test]
    fn board_symmetries_are_graph_automorphisms() {
        for (text, board_order) in [("6x6", 8), ("5x6", 4), ("8x8", 8), ("cylinder:4x6", 24)] {
            let board: Board = text.parse().unwrap();
            let graph = Graph::of(&board, &Piece::knight(2));
            let of_board = Symmetries::of(&board, &graph);
            let of_graph = Symmetries::of_graph(&graph);
            assert_eq!(of_board.order(), board_order, "{text}");
            assert!(of_graph.elements().iter().all(|g| keeps(g, &graph)));
            let more: BTreeSet<&Permutation> = of_graph.elements().iter().collect();
            assert!(of_board.elements().iter().all(|g| more.contains(g)), "{text}");
        }
    }

    #[test]
    fn a_group_too_large_to_list_is_a_stabiliser_of_some_vertices() {
        let edges: Vec<_> = (0..12).flat_map(|v| (0..v).map(move |w| (v, w))).collect();
        let complete = Symmetries::of_graph(&Graph::from_edges(12, &edges).unwrap());
        assert!(!complete.is_complete());
        assert_eq!(complete.order(), 5040); // 7!, with five vertices fixed
    }

    fn keeps(g: &Permutation, graph: &Graph) -> bool {
        (0..graph.len()).all(|v| {
            let near = graph.neighbours(v).iter();
            graph.degree(v) == graph.degree(g[v] as usize)
                && near.clone().all(|&w| graph.joins(g[v] as usize, g[w as usize] as usize))
        })
    }

    /// Counts automorphisms by trying all permutations.
    fn by_trying(graph: &Graph) -> usize {
        fn extend(graph: &Graph, map: &mut Vec<u32>) -> usize {
            if map.len() == graph.len() {
                return usize::from(keeps(&map.clone().into_boxed_slice(), graph));
            }
            let free: Vec<_> = (0..graph.len() as u32).filter(|v| !map.contains(v)).collect();
            let count = |v| {
                map.push(v);
                let count = extend(graph, map);
                map.pop();
                count
            };
            free.into_iter().map(count).sum()
        }
        extend(graph, &mut Vec::new())
    }

    proptest! {
        #[test]
        fn the_order_agrees_with_trying_all_permutations(n in 1usize..7, pattern: u32) {
            let pairs = (0..n).flat_map(|v| (0..v).map(move |w| (v, w)));
            let edges: Vec<_> = pairs.enumerate().filter(|(i, _)| pattern >> i & 1 != 0).map(|(_, e)| e).collect();
            let graph = Graph::from_edges(n, &edges).unwrap();
            let group = Symmetries::of_graph(&graph);
            prop_assert_eq!(group.order(), by_trying(&graph));
            proptest::prop_assert!(group.elements().iter().all(|g| keeps(g, &graph)));
        }
    }
}
