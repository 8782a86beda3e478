//! `Batches`: which degree vectors of the meeting a unit takes.
//!
//! A unit's systems are those of its degree vectors, on both sides. Where one side is the image
//! of the other, a vector and its partner are in one unit, which enumerates its systems once for
//! both. Vectors that differ in the first slots only are together, too, as their systems begin
//! alike: so fewer steps lead to each. Otherwise they are spread by a hash, so that units are alike.

use super::side::Side;
use crate::tours::halves::degrees::{DegreeSet, Numbering};
use crate::tours::halves::plan::Plan;

/// A unit has about so many patterns of the last slots, reached or not.
const PATTERNS: usize = 128;

/// Degree vectors that meet, by unit.
#[derive(Debug)]
pub struct Batches {
    /// The upper number, the lower one, and in base 3 the least of the vectors that stay together:
    /// by this they are told apart, whatever else numbers them.
    met: Vec<[u32; 3]>,
    /// What cannot be parted: pairs of partners, or all that meet.
    pub orbits: usize,
    /// True if partners are in one unit: its systems serve both sides.
    pub by_partners: bool,
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
        let ([above, below], all) = (plan.numbers(), Numbering::all(plan.upper.slots));
        let mut met = Vec::new();
        let mut orbits = 0;
        upper.reached(last).each(|number| {
            let d = above.degrees(number);
            let Some(partner) = plan.joint.partner(d) else { return };
            let Some(other) = below.find(partner).filter(|&other| known.has(other)) else { return };
            let least = if involution && other < number { partner } else { d };
            orbits += usize::from(least == d);
            met.push([number, other, all.number(least)].map(|number| number as u32));
        });
        Batches { met, orbits, by_partners: involution }
    }

    /// The degree vectors of a unit out of so many.
    pub fn of(&self, unit: usize, units: usize, plan: &Plan) -> Batch {
        let [above, below] = plan.numbers();
        let mut batch =
            Batch { upper: DegreeSet::new(above.len()), lower: DegreeSet::new(below.len()) };
        // So many vectors stand for the same pattern of the last slots.
        let patterns = PATTERNS.saturating_mul(units);
        let mut alike = 1;
        while 3usize.pow(plan.upper.slots as u32) / (3 * alike) >= patterns {
            alike *= 3;
        }
        for &[number, other, least] in &self.met {
            if hash(least as usize / alike) as usize % units == unit {
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
