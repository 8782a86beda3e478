//! Degrees: every vertex of a closed tour has two edges. If no set of edges and half edges gives
//! each vertex two, there is no tour. The reasons `Colours` and `DeadEnds` are special cases.

use crate::board::Graph;

/// Graphs with more edges, counted from both ends, are not examined.
const ARCS: usize = 1 << 20;

/// Vertices that need two edges each, and the number of edges that their neighbours can provide, if
/// it is short by more than `tolerance`.
///
/// By augmenting paths in the double cover: each vertex requests two edges from its neighbours and
/// grants two. The vertices that are reachable from unanswered requests are the proof.
pub fn starved(graph: &Graph, tolerance: usize) -> Option<(Vec<usize>, usize)> {
    let arcs: usize = (0..graph.len()).map(|v| graph.degree(v)).sum();
    if arcs > ARCS {
        return None;
    }
    let size = graph.len();
    let mut requests = Requests { graph, granted: vec![Vec::new(); size], seen: vec![0; size] };
    let mut unanswered = Vec::new();
    let mut round = 0;
    for vertex in (0..size).flat_map(|v| [v, v]) {
        round += 1;
        if !requests.grant(vertex, round) {
            unanswered.push(vertex);
            if unanswered.len() > tolerance {
                return Some(requests.proof(unanswered));
            }
        }
    }
    None
}

/// The requests and grants.
struct Requests<'g> {
    graph: &'g Graph,
    /// For each vertex, the vertices whose requests it grants: at most two.
    granted: Vec<Vec<u32>>,
    /// The last round in which a vertex was visited.
    seen: Vec<usize>,
}

impl Requests<'_> {
    /// Grants one more edge to a vertex by a shortest augmenting path; false if no path exists.
    fn grant(&mut self, vertex: usize, round: usize) -> bool {
        // Each step: the requesting vertex, the granting one, and the step before.
        let mut steps: Vec<(u32, u32, usize)> = Vec::new();
        let mut open = vec![(vertex as u32, usize::MAX)];
        let mut next = 0;
        while let Some(&(asking, before)) = open.get(next) {
            next += 1;
            for &near in self.graph.neighbours(asking as usize) {
                let granted = &self.granted[near as usize];
                if self.seen[near as usize] == round || granted.contains(&asking) {
                    continue;
                }
                self.seen[near as usize] = round;
                steps.push((asking, near, before));
                let here = steps.len() - 1;
                if granted.len() < 2 {
                    self.take(&steps, here);
                    return true;
                }
                open.extend(granted.iter().map(|&other| (other, here)));
            }
        }
        false
    }

    /// Each vertex on the path takes over the grant that the next one gives up.
    fn take(&mut self, steps: &[(u32, u32, usize)], last: usize) {
        let mut here = last;
        while let Some(&(asking, near, before)) = steps.get(here) {
            self.granted[near as usize].push(asking);
            if let Some(&(_, earlier, _)) = steps.get(before) {
                self.granted[earlier as usize].retain(|&other| other != asking);
            }
            here = before;
        }
    }

    /// All vertices reachable from these, and the number of edges that their neighbours can
    /// provide.
    fn proof(&self, unanswered: Vec<usize>) -> (Vec<usize>, usize) {
        let size = self.graph.len();
        let (mut reached, mut asked) = (vec![false; size], vec![false; size]);
        let mut open = unanswered;
        open.iter().for_each(|&vertex| reached[vertex] = true);
        while let Some(vertex) = open.pop() {
            for &near in self.graph.neighbours(vertex) {
                let granted = &self.granted[near as usize];
                if granted.contains(&(vertex as u32))
                    || std::mem::replace(&mut asked[near as usize], true)
                {
                    continue;
                }
                for &other in granted {
                    if !std::mem::replace(&mut reached[other as usize], true) {
                        open.push(other as usize);
                    }
                }
            }
        }
        let edges = |w: usize| {
            self.graph.neighbours(w).iter().filter(|&&v| reached[v as usize]).count().min(2)
        };
        let room = (0..size).map(edges).sum();
        ((0..size).filter(|&v| reached[v]).collect(), room)
    }
}

#[cfg(test)]
mod tests {
    use super::starved;
    use crate::board::Graph;
    use crate::engine::Random;

    /// Tests every set of vertices.
    fn is_short(graph: &Graph, tolerance: usize) -> bool {
        (1u32..1 << graph.len()).any(|set| {
            let edges = |w: usize| {
                graph.neighbours(w).iter().filter(|&&v| set >> v & 1 == 1).count().min(2)
            };
            2 * set.count_ones() as usize > (0..graph.len()).map(edges).sum::<usize>() + tolerance
        })
    }

    #[test]
    fn a_proof_is_found_if_and_only_if_one_exists() {
        let mut random = Random::new(8);
        let mut found = 0;
        for _ in 0..400 {
            let size = 3 + random.below(6);
            let edges: Vec<_> = (0..size + random.below(8))
                .map(|_| (random.below(size), random.below(size)))
                .filter(|(a, b)| a != b)
                .collect();
            let graph = Graph::from_edges(size, &edges).unwrap();
            for tolerance in [0, 2] {
                let proof = starved(&graph, tolerance);
                assert_eq!(proof.is_some(), is_short(&graph, tolerance), "{edges:?} {tolerance}");
                if let Some((set, room)) = proof {
                    assert!(2 * set.len() > room + tolerance, "{edges:?} {set:?} {room}");
                    found += 1;
                }
            }
        }
        assert!(found > 100, "{found}");
    }
}
