//! `AugmentedGraph`: a graph whose Hamiltonian cycles are the tours.

use crate::board::Graph;
use crate::tours::question::{Ends, Kind};

/// The graph, with an additional vertex, the apex, for open tours.
///
/// The apex joins the two ends of an open tour, which becomes a cycle. If the ends are free, the
/// apex is adjacent to every square. If one end is given, every cycle takes its edge to the apex.
/// If both ends are given, the apex has these two edges only.
#[derive(Clone, Debug)]
pub struct AugmentedGraph {
    near: Vec<Vec<u32>>,
    apex: Option<u32>,
    /// Squares whose edge to the apex is forced.
    forced: Vec<u32>,
    /// True for white vertices, if the graph is connected and bipartite. The apex has no colour if
    /// it has a white and a black neighbour in every tour.
    white: Option<Vec<bool>>,
}

impl AugmentedGraph {
    /// The graph whose Hamiltonian cycles are the tours of this kind with these ends.
    pub fn new(graph: &Graph, kind: Kind, ends: Ends) -> AugmentedGraph {
        let size = graph.len();
        let mut near: Vec<Vec<u32>> = (0..size).map(|v| graph.neighbours(v).to_vec()).collect();
        let white = graph.colours().filter(|_| graph.components().len() == 1);
        if kind == Kind::Closed {
            return AugmentedGraph { near, apex: None, forced: Vec::new(), white };
        }
        let apex = size as u32;
        let (forced, free) = match ends {
            Ends::Free => (Vec::new(), true),
            Ends::From(end) => (vec![end], true),
            Ends::Between(a, b) => (vec![a, b], false),
        };
        let whites = white.iter().flatten().filter(|&&white| white).count();
        let is_even = 2 * whites == size;
        // If a colour has one more square than the other, both ends have that colour. If both have
        // equally many, the ends have different colours.
        let colour = white.as_ref().and_then(|white| match forced[..] {
            [end] if is_even => Some(!white[end as usize]),
            _ => (whites.abs_diff(size - whites) == 1).then_some(2 * whites > size),
        });
        let may_end = |&v: &u32| {
            let own = white.as_ref().map(|white| white[v as usize]);
            free && !forced.contains(&v) && colour.is_none_or(|colour| own == Some(colour))
        };
        let joined: Vec<u32> = (0..apex).filter(may_end).collect();
        let white = white.and_then(|mut white| {
            let mut ends = joined.iter().chain(&forced).map(|&v| white[v as usize]);
            let colour = ends.next()?;
            if ends.any(|end| end != colour) {
                return is_even.then_some(white);
            }
            // The apex has the opposite colour of its neighbours.
            white.push(!colour);
            Some(white)
        });
        joined.iter().for_each(|&v| near[v as usize].push(apex));
        near.push(joined);
        AugmentedGraph { near, apex: Some(apex), forced, white }
    }

    /// The number of vertices, including the apex.
    pub fn len(&self) -> usize {
        self.near.len()
    }

    /// The neighbours by edges that are not forced.
    pub fn near(&self, v: u32) -> &[u32] {
        &self.near[v as usize]
    }

    /// The apex of open tours. It is never eliminated.
    pub fn apex(&self) -> Option<u32> {
        self.apex
    }

    /// The colours of all vertices, true for white, if the graph is connected and bipartite. The
    /// apex is omitted if it has a neighbour of each colour in every tour.
    pub fn white(&self) -> Option<&[bool]> {
        self.white.as_deref()
    }

    /// True if every tour takes the edge from this square to the apex.
    pub fn is_forced(&self, v: u32) -> bool {
        self.forced.contains(&v)
    }
}
