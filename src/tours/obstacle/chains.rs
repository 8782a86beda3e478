//! Chains: every closed tour uses both edges of a vertex of degree two, and what this forces.

use crate::board::Graph;

/// Graphs with more edges, counted from both ends, are not examined.
const ARCS: usize = 1 << 22;

/// A vertex that forced edges leave with fewer than two edges, or at which they close a circle too
/// early.
pub fn stuck(graph: &Graph) -> Option<usize> {
    let size = graph.len();
    let low: Vec<usize> = (0..size).filter(|&v| graph.degree(v) <= 2).collect();
    let arcs: usize = (0..size).map(|v| graph.degree(v)).sum();
    if low.is_empty() || arcs > ARCS {
        return None;
    }
    let mut chains = Chains {
        left: (0..size).map(|v| graph.neighbours(v).to_vec()).collect(),
        forced: vec![Vec::new(); size],
        others: (0..size).collect(),
        lengths: vec![1; size],
        open: low,
    };
    while let Some(vertex) = chains.open.pop() {
        match chains.left[vertex].len() {
            0 | 1 => return Some(vertex),
            2 => {
                for near in chains.left[vertex].clone() {
                    if !chains.force(vertex, near as usize) {
                        return Some(vertex);
                    }
                }
            }
            _ => {}
        }
    }
    None
}

/// The state of the forced edges.
struct Chains {
    /// The edges that a tour may use.
    left: Vec<Vec<u32>>,
    /// The edges that every tour uses.
    forced: Vec<Vec<u32>>,
    /// The other end of the chain that ends at a vertex.
    others: Vec<usize>,
    /// The number of vertices of that chain.
    lengths: Vec<usize>,
    /// Vertices that lost an edge.
    open: Vec<usize>,
}

impl Chains {
    /// Makes every tour use an edge; false if no tour can.
    fn force(&mut self, one: usize, other: usize) -> bool {
        if self.forced[one].contains(&(other as u32)) {
            return true;
        }
        if !self.left[one].contains(&(other as u32)) {
            return false;
        }
        let ends = [self.others[one], self.others[other]];
        let length = self.lengths[one] + self.lengths[other];
        if ends[0] == other {
            // The chain closes.
            return self.lengths[one] == self.left.len();
        }
        self.forced[one].push(other as u32);
        self.forced[other].push(one as u32);
        (self.others[ends[0]], self.others[ends[1]]) = (ends[1], ends[0]);
        (self.lengths[ends[0]], self.lengths[ends[1]]) = (length, length);
        for vertex in [one, other] {
            if self.forced[vertex].len() == 2 {
                for near in self.left[vertex].clone() {
                    if !self.forced[vertex].contains(&near) {
                        self.remove(vertex, near as usize);
                    }
                }
            }
        }
        // Two vertices are joined by the chain itself.
        if length > 2 && length < self.left.len() {
            self.remove(ends[0], ends[1]);
        }
        true
    }

    fn remove(&mut self, one: usize, other: usize) {
        for [from, to] in [[one, other], [other, one]] {
            let before = self.left[from].len();
            self.left[from].retain(|&near| near as usize != to);
            if self.left[from].len() < before {
                self.open.push(from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::stuck;
    use crate::board::Graph;

    #[test]
    fn forced_edges_are_followed() {
        let stuck = |size, edges: &[(usize, usize)]| {
            stuck(&Graph::from_edges(size, edges).unwrap()).is_some()
        };
        let circle: Vec<_> = (0..6).map(|v| (v, (v + 1) % 6)).collect();
        assert!(!stuck(6, &circle));
        // Two circles that share the vertices 0 and 3 form three paths between them.
        let theta = [&circle[..], &[(0, 6), (6, 3)]].concat();
        assert!(stuck(7, &theta));
        // The forced chain 1-0-2 and its closing edge: a circle of three vertices is too short.
        let hat = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (3, 4), (4, 1)];
        assert!(!stuck(5, &hat));
        assert!(stuck(5, &hat[..6]));
    }
}
