//! `rotated`: one tour of any graph, by local search.
//!
//! All squares form a row; two neighbours of the row without an edge are a gap. An end of the row
//! takes an edge to an inner square and gives up the edge or gap beyond it; the squares between are
//! reversed (a rotation, Pósa 1976). A rotation that gives up a gap leaves one gap fewer. If the
//! ends of the row are joined, the row is a circle, which is opened at a gap: again one fewer.
//! Otherwise the rotation whose new end was left longest ago is made, so that the ends move around.
//! From time to time the ends are exchanged with another gap, and after many rotations without
//! progress the search restarts.

use std::collections::VecDeque;

use super::super::question::Kind;
use super::path::Path;
use crate::board::Graph;
use crate::engine::{Random, Stop};

/// Rotations between two checks of the stop request, with a progress report.
const LOOK: u64 = 1 << 10;

/// Rotations without progress after which the search continues at another gap.
const ELSEWHERE: u64 = 50;

/// Rotations without progress after which the search restarts: per square, and a constant.
const PATIENCE: [u64; 2] = [100, 10_000];

/// The most neighbours of a square that are considered, starting at a random one.
const SHOWN: usize = 64;

/// A tour of the graph, open or closed, within a limit of rotations; `None` if none was found or
/// the search was stopped. `report` receives the number of rotations from time to time. The same seed
/// finds the same tour.
///
/// ```
/// use cavalcade::board::{Board, Graph, Piece};
/// use cavalcade::engine::{Random, Stop};
/// use cavalcade::tours::{Kind, Tour, rotated};
/// let graph = Graph::of(&"8x8x8".parse::<Board>()?, &Piece::knight(3));
/// let (random, stop) = (&mut Random::new(1), Stop::new());
/// let tour = rotated(&graph, Kind::Closed, 100_000, random, &stop, &mut |_| {}).unwrap();
/// assert!(Tour::on_graph(&graph, Kind::Closed, &tour).is_ok());
/// # Ok::<(), cavalcade::Error>(())
/// ```
pub fn rotated(
    graph: &Graph,
    kind: Kind,
    most: u64,
    random: &mut Random,
    stop: &Stop,
    report: &mut dyn FnMut(u64),
) -> Option<Vec<u32>> {
    let size = graph.len();
    if size == 0 || (kind == Kind::Closed && size < 3) {
        return None;
    }
    let patience = PATIENCE[0] * size as u64 + PATIENCE[1];
    let mut rotations = 0;
    while rotations < most {
        let mut row = Row::of(graph, kind, random);
        let mut idle = 0;
        while idle < patience && rotations < most {
            if row.is_tour() {
                return Some(row.path.squares());
            }
            if rotations.is_multiple_of(LOOK) {
                if stop.is_requested() {
                    return None;
                }
                report(rotations);
            }
            if idle > 0 && idle.is_multiple_of(ELSEWHERE) {
                row.go_elsewhere(random);
            }
            rotations += 1;
            idle = if row.rotate(random) { 0 } else { idle + 1 };
        }
    }
    None
}

/// All squares in a row, and its gaps.
struct Row<'g> {
    graph: &'g Graph,
    kind: Kind,
    path: Path,
    gaps: Vec<[u32; 2]>,
    /// For each square, the rotation after which it was last an end.
    left: Vec<u64>,
    rotations: u64,
}

impl<'g> Row<'g> {
    fn of(graph: &'g Graph, kind: Kind, random: &mut Random) -> Row<'g> {
        let squares = cover(graph, random);
        let gaps = squares.windows(2).map(|pair| [pair[0], pair[1]]);
        let gaps = gaps.filter(|[a, b]| !graph.joins(*a as usize, *b as usize)).collect();
        let left = vec![0; graph.len()];
        Row { graph, kind, path: Path::of(squares), gaps, left, rotations: 0 }
    }

    fn joins(&self, one: u32, other: u32) -> bool {
        self.graph.joins(one as usize, other as usize)
    }

    fn closes(&self) -> bool {
        let [first, last] = self.path.ends();
        self.joins(first, last)
    }

    fn is_tour(&self) -> bool {
        self.gaps.is_empty() && (self.kind == Kind::Open || self.closes())
    }

    /// Opens the row at a gap, as if its ends were joined.
    fn open_at(&mut self, [one, other]: [u32; 2]) {
        let follows = self.path.beside(one, true) == Some(other);
        self.path.begin_at(if follows { one } else { other });
    }

    /// Exchanges the ends with a gap.
    fn go_elsewhere(&mut self, random: &mut Random) {
        if self.gaps.is_empty() || self.closes() {
            return;
        }
        let (i, ends) = (random.below(self.gaps.len()), self.path.ends());
        let gap = std::mem::replace(&mut self.gaps[i], ends);
        self.open_at(gap);
    }

    /// Makes one rotation, if possible; true if it removed a gap.
    fn rotate(&mut self, random: &mut Random) -> bool {
        if self.closes() {
            if self.gaps.is_empty() {
                return false;
            }
            let gap = self.gaps.swap_remove(random.below(self.gaps.len()));
            self.open_at(gap);
            return true;
        }
        self.rotations += 1;
        let at_front = random.below(2) == 0;
        let [first, last] = self.path.ends();
        let (end, other) = if at_front { (first, last) } else { (last, first) };
        let beside = self.path.beside(end, !at_front);
        let near = self.graph.neighbours(end as usize);
        let from = if near.len() > SHOWN { random.below(near.len()) } else { 0 };
        let mut best = None;
        for &square in near[from..].iter().chain(&near[..from]).take(SHOWN) {
            if Some(square) == beside {
                continue;
            }
            let next = self.path.beside(square, at_front).expect("the end is beyond it");
            if !self.joins(next, square) {
                let gap =
                    self.gaps.iter().position(|gap| gap.contains(&next) && gap.contains(&square));
                self.gaps.swap_remove(gap.expect("it is a gap"));
                self.path.turn(at_front, square);
                return true;
            }
            let wait = if self.joins(next, other) { 0 } else { self.left[next as usize] + 1 };
            let key = (wait, random.below(1 << 16));
            if best.is_none_or(|(least, _)| key < least) {
                best = Some((key, square));
            }
        }
        if let Some((_, square)) = best {
            self.path.turn(at_front, square);
            self.left[end as usize] = self.rotations;
        }
        false
    }
}

/// All squares, in paths that follow Warnsdorff's rule in both directions, starting at squares with
/// few neighbours.
fn cover(graph: &Graph, random: &mut Random) -> Vec<u32> {
    let mut starts: Vec<u32> = (0..graph.len() as u32).collect();
    for i in (1..starts.len()).rev() {
        starts.swap(i, random.below(i + 1));
    }
    starts.sort_by_key(|&square| graph.degree(square as usize));
    let mut free: Vec<u32> = (0..graph.len()).map(|square| graph.degree(square) as u32).collect();
    let mut is_used = vec![false; graph.len()];
    let take = |square: u32, free: &mut [u32], is_used: &mut [bool]| {
        is_used[square as usize] = true;
        graph.neighbours(square as usize).iter().for_each(|&near| free[near as usize] -= 1);
    };
    let mut squares = Vec::with_capacity(graph.len());
    for start in starts {
        if is_used[start as usize] {
            continue;
        }
        take(start, &mut free, &mut is_used);
        let mut path = VecDeque::from([start]);
        for at_front in [false, true] {
            loop {
                let end = if at_front { path[0] } else { path[path.len() - 1] };
                let near = graph.neighbours(end as usize).iter();
                let near = near.filter(|&&near| !is_used[near as usize]);
                let next = near.min_by_key(|&&near| (free[near as usize], random.below(1 << 16)));
                let Some(&next) = next else { break };
                take(next, &mut free, &mut is_used);
                if at_front { path.push_front(next) } else { path.push_back(next) }
            }
        }
        squares.extend(path);
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::rotated;
    use crate::board::Graph;
    use crate::engine::{Random, Stop};
    use crate::tours::{Kind, Tour};

    fn found(graph: &Graph, kind: Kind, seed: u64) -> Option<Vec<u32>> {
        let (random, stop) = (&mut Random::new(seed), Stop::new());
        rotated(graph, kind, 200_000, random, &stop, &mut |_| {})
    }

    /// A circle hidden among the edges of a random matching.
    fn hidden(size: usize, random: &mut Random) -> Graph {
        let mut circle: Vec<usize> = (0..size).collect();
        (1..size).rev().for_each(|i| circle.swap(i, random.below(i + 1)));
        let mut edges: Vec<_> = (0..size).map(|i| (circle[i], circle[(i + 1) % size])).collect();
        (1..size).rev().for_each(|i| circle.swap(i, random.below(i + 1)));
        edges.extend(circle.chunks_exact(2).map(|pair| (pair[0], pair[1])));
        Graph::from_edges(size, &edges).unwrap()
    }

    #[test]
    fn a_hidden_tour_of_few_edges_is_found() {
        let mut random = Random::new(4);
        for size in [4, 10, 100, 1000] {
            for kind in [Kind::Open, Kind::Closed] {
                let graph = hidden(size, &mut random);
                let tour = found(&graph, kind, size as u64).expect("there is one");
                assert!(Tour::on_graph(&graph, kind, &tour).is_ok(), "{size} {kind:?}");
                assert_eq!(found(&graph, kind, size as u64), Some(tour));
            }
        }
    }

    #[test]
    fn rotations_find_a_tour_of_every_small_graph_that_has_one() {
        let mut random = Random::new(6);
        let mut tours = 0;
        for _ in 0..100 {
            let size = 1 + random.below(7);
            let pairs = (0..size).flat_map(|v| (0..v).map(move |w| (v, w)));
            let edges: Vec<_> = pairs.filter(|_| random.below(2) == 0).collect();
            let graph = Graph::from_edges(size, &edges).unwrap();
            for kind in [Kind::Open, Kind::Closed] {
                let found = {
                    let (random, stop) = (&mut Random::new(1), Stop::new());
                    rotated(&graph, kind, 3000, random, &stop, &mut |_| {})
                };
                assert_eq!(found.is_some(), has_tour(&graph, kind), "{edges:?} {kind:?}");
                tours += usize::from(found.is_some());
            }
        }
        assert!(tours > 30, "{tours}");
    }

    fn has_tour(graph: &Graph, kind: Kind) -> bool {
        fn extends(graph: &Graph, kind: Kind, path: &mut Vec<u32>) -> bool {
            if path.len() == graph.len() {
                return Tour::on_graph(graph, kind, path).is_ok();
            }
            (0..graph.len() as u32).any(|next| {
                let fits = !path.contains(&next)
                    && path.last().is_none_or(|&last| graph.joins(last as usize, next as usize));
                fits && {
                    path.push(next);
                    let found = extends(graph, kind, path);
                    path.pop();
                    found
                }
            })
        }
        extends(graph, kind, &mut Vec::new())
    }

    #[test]
    fn a_stop_gives_no_tour() {
        let stop = Stop::new();
        stop.request();
        let graph = hidden(1000, &mut Random::new(2));
        let random = &mut Random::new(1);
        assert_eq!(rotated(&graph, Kind::Closed, 1 << 20, random, &stop, &mut |_| {}), None);
    }
}
