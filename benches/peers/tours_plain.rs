//! Yardstick: plain backtracking in Warnsdorff's order, as every textbook has it.
//!
//! No pruning but "no move left", no bit sets, no symmetry: squares with fewer free
//! neighbours are tried first, which changes nothing in an exhaustive search. Typed anew
//! from the description of the method.

/// Undirected closed tours of a graph, each met in both directions from vertex 0; stops
/// after `limit` meetings. Returns the meetings.
pub fn closed(near: &[Vec<usize>], limit: u64) -> u64 {
    let mut search = Search { near, free: vec![true; near.len()], found: 0, limit };
    search.free[0] = false;
    search.extend(0, 1);
    search.found
}

struct Search<'a> {
    near: &'a [Vec<usize>],
    free: Vec<bool>,
    found: u64,
    limit: u64,
}

impl Search<'_> {
    fn exits(&self, square: usize) -> usize {
        self.near[square].iter().filter(|&&next| self.free[next]).count()
    }

    fn extend(&mut self, here: usize, visited: usize) {
        if visited == self.near.len() {
            self.found += u64::from(self.near[here].contains(&0));
            return;
        }
        let mut moves: Vec<usize> =
            self.near[here].iter().copied().filter(|&next| self.free[next]).collect();
        moves.sort_by_key(|&next| self.exits(next));
        for next in moves {
            if self.found == self.limit {
                return;
            }
            self.free[next] = false;
            self.extend(next, visited + 1);
            self.free[next] = true;
        }
    }
}
