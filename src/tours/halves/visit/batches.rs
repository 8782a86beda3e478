//! `Batches`: which degree vectors of the meeting a unit takes.
//!
//! A unit's systems are those of its degree vectors, on both sides. Vectors that a symmetry of
//! the plan turns into each other are in one unit: where one side is the image of the other, a
//! unit enumerates its systems once for both. Otherwise they are spread by a hash of the least
//! of them, so that units are alike.

use super::side::Side;
use crate::tours::halves::degrees::DegreeSet;
use crate::tours::halves::plan::Plan;

/// Degree vectors that meet, by unit.
#[derive(Debug)]
pub struct Batches {
    /// The upper number, the lower one, and the hash of their orbit.
    met: Vec<[u32; 3]>,
    /// Different orbits.
    pub orbits: usize,
}

/// The degree vectors of a unit on both sides.
#[derive(Debug)]
pub struct Batch {
    pub upper: DegreeSet,
    pub lower: DegreeSet,
}

impl Batches {
    /// All degree vectors that are reached on both sides.
    pub fn new(plan: &Plan, upper: &Side, lower: &Side) -> Batches {
        let last = upper.last();
        let known = lower.reached(plan.joint.layer).unpack();
        let by_flip = plan.lower.is_none() && plan.joint.layer == last;
        let involution = by_flip && plan.joint.is_involution();
        let lower_half = plan.lower.as_ref().unwrap_or(&plan.upper);
        let both =
            plan.upper.mirrors[last].as_ref().zip(lower_half.mirrors[plan.joint.layer].as_ref());
        let mirror = both.filter(|(a, b)| plan.joint.keeps_mirror(a, b)).map(|(mirror, _)| mirror);
        let mut met = Vec::new();
        let mut orbits = std::collections::HashSet::new();
        upper.reached(last).each(|number| {
            let d = upper.base.degrees(number);
            let Some(partner) = plan.joint.partner(d) else { return };
            let other = lower.base.number(partner);
            if !known.has(other) {
                return;
            }
            let mut least = number;
            let mut see = |number: usize| least = least.min(number);
            if let Some(mirror) = mirror {
                see(upper.base.number(mirror.degrees(d)));
            }
            if involution {
                see(other);
                if let Some(mirror) = mirror {
                    see(upper.base.number(mirror.degrees(partner)));
                }
            }
            orbits.insert(least as u32);
            met.push([number as u32, other as u32, hash(least)]);
        });
        Batches { met, orbits: orbits.len() }
    }

    /// The degree vectors of a unit out of so many.
    pub fn of(&self, unit: usize, units: usize, upper: &Side, lower: &Side) -> Batch {
        let mut batch = Batch {
            upper: DegreeSet::new(upper.base.len()),
            lower: DegreeSet::new(lower.base.len()),
        };
        for &[number, other, hash] in &self.met {
            if hash as usize % units == unit {
                batch.upper.put(number as usize);
                batch.lower.put(other as usize);
            }
        }
        batch
    }
}

fn hash(number: usize) -> u32 {
    ((number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}
