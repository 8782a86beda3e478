//! `Net`: the graph whose Hamiltonian cycles are the tours.

use crate::board::Graph;
use crate::tours::question::{Ends, Kind};

/// A graph, and for open tours an apex beside it: a vertex that stands for the outside.
///
/// An open tour with the apex between its ends is a cycle. Free ends: the apex is next to
/// every square. A given end: its edge to the apex is taken in every cycle. Both ends given:
/// the apex has these two edges and no other.
#[derive(Clone, Debug)]
pub struct Net {
    near: Vec<Vec<u32>>,
    apex: Option<u32>,
    /// Squares whose edge to the apex is taken.
    forced: Vec<u32>,
    /// True for white vertices, if it is connected and every edge joins white and black; but for an
    /// apex that has a white neighbour and a black one in every tour.
    white: Option<Vec<bool>>,
}

impl Net {
    /// The cycles of this graph that are its tours of this kind with these ends.
    pub fn new(graph: &Graph, kind: Kind, ends: Ends) -> Net {
        let size = graph.len();
        let mut near: Vec<Vec<u32>> = (0..size).map(|v| graph.neighbours(v).to_vec()).collect();
        let white = graph.colours().filter(|_| graph.components().len() == 1);
        if kind == Kind::Closed {
            return Net { near, apex: None, forced: Vec::new(), white };
        }
        let apex = size as u32;
        let (forced, free) = match ends {
            Ends::Free => (Vec::new(), true),
            Ends::From(end) => (vec![end], true),
            Ends::Between(a, b) => (vec![a, b], false),
        };
        let whites = white.iter().flatten().filter(|&&white| white).count();
        let is_even = 2 * whites == size;
        // With one more of a colour, that is the colour of both ends; with as many of each, an
        // end that is given is not of the other's.
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
            // The apex is of the colour that its neighbours are not of.
            white.push(!colour);
            Some(white)
        });
        joined.iter().for_each(|&v| near[v as usize].push(apex));
        near.push(joined);
        Net { near, apex: Some(apex), forced, white }
    }

    /// The vertices, the apex included.
    pub fn len(&self) -> usize {
        self.near.len()
    }

    /// The neighbours of a vertex by edges that a tour may take or not.
    pub fn near(&self, v: u32) -> &[u32] {
        &self.near[v as usize]
    }

    /// The vertex outside, if there is one: it is never eliminated.
    pub fn apex(&self) -> Option<u32> {
        self.apex
    }

    /// The colours of all vertices, true for white, if it is connected and bipartite; or of all
    /// but the apex, if that has a neighbour of each colour in every tour.
    pub fn white(&self) -> Option<&[bool]> {
        self.white.as_deref()
    }

    /// True if the edge of this square to the apex is taken in every tour.
    pub fn is_forced(&self, v: u32) -> bool {
        self.forced.contains(&v)
    }
}
