//! `LinksOf`: the neighbours on a tour, updated from visit to visit.

use super::visited::Visited;
use crate::tours::abreast::Links;

/// The links of the tour that a search shows, updated by the edges that changed. It must receive
/// every visit of a unit.
#[derive(Debug)]
pub struct LinksOf {
    links: Links,
    /// The edges of the last visit.
    edges: Vec<[u8; 2]>,
    /// The index of an edge at square 0 among them.
    at_zero: usize,
}

impl LinksOf {
    /// Before the first visit.
    pub fn new() -> LinksOf {
        LinksOf { links: [0; 256], edges: Vec::new(), at_zero: 0 }
    }

    /// The links of a tour, the square before the first one, and the first one: in the order of
    /// [`Visited::squares_into`], or from `start`, if it is given and an end.
    #[inline]
    pub fn follow(&mut self, tour: &Visited, start: Option<u8>) -> (&Links, u8, u8) {
        let edges = tour.edges_and_virtual();
        let mut same = tour.unchanged_with_virtual();
        if self.edges.len() != edges.len() || same == 0 {
            self.links = [0; 256];
            self.edges.clear();
            self.edges.resize(edges.len(), [0; 2]);
            same = 0;
        }
        for (old, &[a, b]) in self.edges[same..].iter_mut().zip(&edges[same..]) {
            let [c, d] = std::mem::replace(old, [a, b]);
            self.links[usize::from(c)] ^= d;
            self.links[usize::from(d)] ^= c;
            self.links[usize::from(a)] ^= b;
            self.links[usize::from(b)] ^= a;
        }
        let [s, e] = edges.first().copied().unwrap_or_default();
        let (before, here) = match (tour.is_closed(), start) {
            (true, _) => (self.beside_zero(same), 0),
            (false, Some(start)) => (s ^ e ^ start, start),
            (false, None) => (s.max(e), s.min(e)),
        };
        (&self.links, before, here)
    }

    /// The larger neighbour of square 0 on a closed tour.
    fn beside_zero(&mut self, same: usize) -> u8 {
        if self.at_zero >= same {
            let place = self.edges.iter().position(|edge| edge.contains(&0));
            self.at_zero = place.expect("a closed tour visits square 0");
        }
        let [a, b] = self.edges[self.at_zero];
        (a ^ b).max(a ^ b ^ self.links[0])
    }
}
