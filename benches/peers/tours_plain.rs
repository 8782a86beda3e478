//! For comparison: the textbook backtracking search in Warnsdorff's order.
//!
//! It has no pruning except "no move left", no bit sets and no symmetry. Squares with fewer free
//! neighbours are tried first, which has no effect on an exhaustive search. Written from the
//! description of the method.

/// Closed tours of a graph from vertex 0, each visited in both directions; stops after `limit`
/// visits. Returns the number of visits.
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
