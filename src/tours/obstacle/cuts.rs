//! Cuts: one or two vertices whose removal leaves too many components (Chvátal 1973, toughness).

use crate::board::Graph;

/// The limit on steps in the search for pairs.
const PAIRS: usize = 1 << 24;

/// The first vertex whose removal leaves more than `most` components, and their number. The vertex
/// `gone` is removed before. Linear time (Hopcroft and Tarjan 1973).
pub fn bottleneck(graph: &Graph, gone: Option<usize>, most: usize) -> Option<(usize, usize)> {
    let size = graph.len();
    // The position of a vertex in the depth-first order, from 1; 0 before its visit.
    let mut order = vec![0u32; size];
    // The least position that one edge from the subtree of a vertex reaches.
    let mut low = vec![0u32; size];
    // The components that are separated by a vertex.
    let mut pieces = vec![0u32; size];
    let (mut visited, mut components) = (0, 0);
    let mut path: Vec<(u32, u32)> = Vec::new();
    for root in (0..size).filter(|&root| Some(root) != gone) {
        if order[root] > 0 {
            continue;
        }
        components += 1;
        visited += 1;
        (order[root], low[root]) = (visited, visited);
        path.push((root as u32, 0));
        while let Some((vertex, next)) = path.last_mut() {
            let here = *vertex as usize;
            let Some(&near) = graph.neighbours(here).get(*next as usize) else {
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    let parent = parent as usize;
                    low[parent] = low[parent].min(low[here]);
                    pieces[parent] += u32::from(low[here] >= order[parent]);
                }
                continue;
            };
            *next += 1;
            if Some(near as usize) == gone {
                continue;
            }
            let there = near as usize;
            if order[there] > 0 {
                low[here] = low[here].min(order[there]);
                continue;
            }
            visited += 1;
            (order[there], low[there]) = (visited, visited);
            // If it has a parent, the rest of the graph is a component, too.
            pieces[there] = 1;
            path.push((near, 0));
        }
    }
    let parts = |v: usize| components - 1 + pieces[v] as usize;
    let vertices = (0..size).filter(|&v| Some(v) != gone);
    vertices.map(|v| (v, parts(v))).find(|&(_, parts)| parts > most)
}

/// Two vertices whose removal leaves more than `most` components, and their number.
pub fn pair(graph: &Graph, most: usize) -> Option<([usize; 2], usize)> {
    let arcs: usize = (0..graph.len()).map(|v| graph.degree(v)).sum();
    if graph.len().saturating_mul(graph.len() + arcs) > PAIRS {
        return None;
    }
    (0..graph.len()).find_map(|one| {
        bottleneck(graph, Some(one), most).map(|(other, parts)| ([one, other], parts))
    })
}

#[cfg(test)]
mod tests {
    use super::{bottleneck, pair};
    use crate::board::Graph;

    /// The number of components without some vertices.
    fn parts(graph: &Graph, gone: &[usize]) -> usize {
        let size = graph.len();
        let stay: Vec<_> = (0..size).filter(|v| !gone.contains(v)).collect();
        let place = |v: usize| stay.iter().position(|&w| w == v);
        let edges: Vec<_> =
            graph.edges().filter_map(|(a, b)| Some((place(a)?, place(b)?))).collect();
        Graph::from_edges(stay.len(), &edges).unwrap().components().len()
    }

    #[test]
    fn cuts_leave_the_stated_number_of_components() {
        let mut random = crate::engine::Random::new(5);
        let mut found = [0; 2];
        for _ in 0..300 {
            let size = 3 + random.below(8);
            let edges: Vec<_> = (0..size + random.below(4))
                .map(|_| (random.below(size), random.below(size)))
                .filter(|(a, b)| a != b)
                .collect();
            let graph = Graph::from_edges(size, &edges).unwrap();
            for most in 1..4 {
                let one = (0..size).find(|&v| parts(&graph, &[v]) > most);
                let one = one.map(|v| (v, parts(&graph, &[v])));
                assert_eq!(bottleneck(&graph, None, most), one, "{edges:?}");
                found[0] += usize::from(one.is_some());
                let pairs = (0..size).flat_map(|v| (0..size).map(move |w| [v, w]));
                let mut pairs = pairs.filter(|[v, w]| v != w);
                let two = pairs.find(|pair| parts(&graph, pair) > most);
                assert_eq!(pair(&graph, most), two.map(|pair| (pair, parts(&graph, &pair))));
                found[1] += usize::from(two.is_some());
            }
        }
        assert!(found.iter().all(|&found| found > 100), "{found:?}");
    }
}
