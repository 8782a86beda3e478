//! For comparison: path extension with the local dead-end rule, on 64-bit sets.
//!
//! The path starts at a neighbour of a corner and visits the corner and its other neighbour, so
//! each undirected closed tour is visited once. When the path leaves a square, a free neighbour
//! with one exit left must be entered next. Two of them, or one without exit, end the branch.
//! Written from the description of the method, the fastest of its kind that we know of.

/// Undirected closed tours of a graph of up to 64 vertices whose vertex 0 has two
/// neighbours; calls `visit` with the squares of each and stops when it returns false.
pub fn closed(near: &[u64], visit: &mut impl FnMut(&[u8]) -> bool) {
    let first = near[0].trailing_zeros() as usize;
    let last = 63 - near[0].leading_zeros() as usize;
    let all = if near.len() == 64 { !0 } else { (1u64 << near.len()) - 1 };
    let mut search = Search { near, end: 1 << last, path: [0; 64], visit };
    search.path[1] = first as u8;
    search.extend(first, all & !1 & !(1 << first), 2);
}

struct Search<'a, F> {
    near: &'a [u64],
    end: u64,
    path: [u8; 64],
    visit: &'a mut F,
}

impl<F: FnMut(&[u8]) -> bool> Search<'_, F> {
    /// False if the visitor stopped the search.
    fn extend(&mut self, here: usize, free: u64, depth: usize) -> bool {
        if free == self.end {
            if self.near[here] & free == 0 {
                return true;
            }
            self.path[depth] = free.trailing_zeros() as u8;
            return (self.visit)(&self.path[..=depth]);
        }
        if self.near[self.end.trailing_zeros() as usize] & free == 0 {
            return true;
        }
        let mut moves = self.near[here] & free & !self.end;
        let mut forced = 0u64;
        let mut rest = moves;
        while rest != 0 {
            let next = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let exits = self.near[next] & free;
            if exits == 0 {
                return true;
            }
            if exits & (exits - 1) == 0 {
                forced |= 1 << next;
            }
        }
        if forced != 0 {
            if forced & (forced - 1) != 0 {
                return true;
            }
            moves = forced;
        }
        while moves != 0 {
            let next = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            self.path[depth] = next as u8;
            if !self.extend(next, free & !(1 << next), depth + 1) {
                return false;
            }
        }
        true
    }
}
