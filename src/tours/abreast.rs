//! `Abreast`: tours that wait until some are together, then walked side by side.
//!
//! A walk along a tour is one load after the other, each of which waits for the one before:
//! alone it takes as long as a search takes to find half a dozen tours. Of several side by side,
//! one goes on while the others wait. A tour is given by the exclusive or of the two neighbours
//! of each square, which the ends of an open tour have, too, as if a move joined them.

/// So many tours are walked at a time: their places and the squares before are in registers.
const TOURS: usize = 6;

/// For each square of a tour the exclusive or of its neighbours.
pub type Links = [u8; MOST];

/// Squares are bytes.
const MOST: usize = 256;

/// Tours of one graph on their way to being read.
#[derive(Debug)]
pub struct Abreast {
    vertices: usize,
    links: Box<[Links; TOURS]>,
    /// The square to begin with, and the one before it.
    here: [u8; TOURS],
    before: [u8; TOURS],
    held: usize,
    /// The squares of each tour in order.
    rows: Box<[[u32; MOST]; TOURS]>,
}

impl Abreast {
    /// For tours of so many squares.
    pub fn new(vertices: usize) -> Abreast {
        Abreast {
            vertices,
            links: Box::new([[0; MOST]; TOURS]),
            here: [0; TOURS],
            before: [0; TOURS],
            held: 0,
            rows: Box::new([[0; MOST]; TOURS]),
        }
    }

    /// Takes a tour, to be read from `here` on, away from `before`; true if no more can be
    /// taken before these are read.
    #[inline]
    pub fn put(&mut self, links: &Links, before: u8, here: u8) -> bool {
        let at = self.held % TOURS;
        if self.vertices <= 64 {
            // Of a length that is known, it is a move or two.
            self.links[at][..64].copy_from_slice(&links[..64]);
        } else {
            self.links[at] = *links;
        }
        (self.before[at], self.here[at]) = (before, here);
        self.held = at + 1;
        self.held == TOURS
    }

    /// The tours that were taken, in that order, each as its squares; then there are none.
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
    use super::{Abreast, TOURS};

    #[test]
    fn tours_are_read_in_the_order_in_which_they_came() {
        // Cycles of five squares, step by step wider, one of them read the other way.
        let cycles = [[0, 1, 2, 3, 4], [0, 2, 4, 1, 3], [0, 3, 1, 4, 2], [4, 3, 2, 1, 0]];
        let cycles: Vec<[u8; 5]> = cycles.into_iter().cycle().take(2 * TOURS + 3).collect();
        let mut abreast = Abreast::new(5);
        let mut seen: Vec<Vec<u32>> = Vec::new();
        for cycle in &cycles {
            let mut links = [0; 256];
            for i in 0..5 {
                links[usize::from(cycle[i])] = cycle[(i + 1) % 5] ^ cycle[(i + 4) % 5];
            }
            if abreast.put(&links, cycle[4], cycle[0]) {
                seen.extend(abreast.read().map(<[u32]>::to_vec));
            }
        }
        seen.extend(abreast.read().map(<[u32]>::to_vec));
        let expected: Vec<_> = cycles.iter().map(|cycle| cycle.map(u32::from).to_vec()).collect();
        assert_eq!(seen, expected);
        assert_eq!(abreast.read().count(), 0);
    }
}
