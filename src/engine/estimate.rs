//! The size of a search before it is run, from random descents (Knuth 1975).

use super::enumeration::Enumeration;
use super::random::Random;

/// The nodes that a search will visit, estimated from `probes` random descents. The seed is fixed,
/// so the same enumeration gives the same estimate. The variance is large on lopsided trees.
pub fn estimated_nodes(enumeration: &impl Enumeration, probes: u32) -> f64 {
    enumeration.probe(probes.max(1), &mut Random::new(1975))
}
