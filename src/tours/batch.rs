//! `TourBatch`: collects a few tours and then reads their squares in parallel.
//!
//! Reading a tour is a chain of dependent loads: for a single tour it takes as long as a search
//! takes to find half a dozen tours. Reading several tours in parallel hides the latency. A tour is
//! given by the exclusive or of the two neighbours of each square; the ends of an open tour count
//! as joined.

/// The number of tours read in parallel: their current and previous squares fit in registers.
const TOURS: usize = 6;

/// For each square of a tour, the exclusive or of its neighbours.
pub type Links = [u8; MOST];

/// The most squares: a square is a byte.
const MOST: usize = 256;

/// Tours of one graph that wait to be read.
#[derive(Debug)]
pub struct TourBatch {
    vertices: usize,
    links: Box<[Links; TOURS]>,
    /// The first square of each tour, and the square before it.
    here: [u8; TOURS],
    before: [u8; TOURS],
    held: usize,
    /// The squares of each tour in order.
    rows: Box<[[u32; MOST]; TOURS]>,
}

impl TourBatch {
    /// For tours of `vertices` squares.
    pub fn new(vertices: usize) -> TourBatch {
        TourBatch {
            vertices,
            links: Box::new([[0; MOST]; TOURS]),
            here: [0; TOURS],
            before: [0; TOURS],
            held: 0,
            rows: Box::new([[0; MOST]; TOURS]),
        }
    }

    /// Adds a tour, to be read from `here` on, away from `before`. Returns true if the tours must
    /// be read before another one is added.
    #[inline]
    pub fn put(&mut self, links: &Links, before: u8, here: u8) -> bool {
        let at = self.held % TOURS;
        if self.vertices <= 64 {
            // A copy of constant length takes one or two instructions.
            self.links[at][..64].copy_from_slice(&links[..64]);
        } else {
            self.links[at] = *links;
        }
        (self.before[at], self.here[at]) = (before, here);
        self.held = at + 1;
        self.held == TOURS
    }

    /// The squares of each added tour, in the order of adding; the collection is empty afterwards.
    pub fn read(&mut self) -> impl Iterator<Item = &[u32]> {
        let held = std::mem::take(&mut self.held);
        if held > 0 {
            self.walk();
        }
        self.rows[..held].iter().map(|row| &row[..self.vertices])
    }

    fn walk(&mut self) {
        let (mut here, mut before) = (self.here, self.before);
        let (links, rows) = (&*self.links, &mut *self.rows);
        #[expect(clippy::needless_range_loop, reason = "it is a place in every row")]
        for place in 0..self.vertices.min(MOST) {
            for t in 0..TOURS {
                rows[t][place] = here[t].into();
                let next = links[t][usize::from(here[t])] ^ before[t];
                (before[t], here[t]) = (here[t], next);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{TOURS, TourBatch};

    #[test]
    fn tours_are_read_in_order() {
        // Cycles of five squares with increasing step, one of them reversed.
        let cycles = [[0, 1, 2, 3, 4], [0, 2, 4, 1, 3], [0, 3, 1, 4, 2], [4, 3, 2, 1, 0]];
        let cycles: Vec<[u8; 5]> = cycles.into_iter().cycle().take(2 * TOURS + 3).collect();
        let mut batch = TourBatch::new(5);
        let mut seen: Vec<Vec<u32>> = Vec::new();
        for cycle in &cycles {
            let mut links = [0; 256];
            for i in 0..5 {
                links[usize::from(cycle[i])] = cycle[(i + 1) % 5] ^ cycle[(i + 4) % 5];
            }
            if batch.put(&links, cycle[4], cycle[0]) {
                seen.extend(batch.read().map(<[u32]>::to_vec));
            }
        }
        seen.extend(batch.read().map(<[u32]>::to_vec));
        let expected: Vec<_> = cycles.iter().map(|cycle| cycle.map(u32::from).to_vec()).collect();
        assert_eq!(seen, expected);
        assert_eq!(batch.read().count(), 0);
    }
}
