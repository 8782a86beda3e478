//! A unit counted in the other way: by the sweep that visits nothing.

use super::side::Live;
use crate::count::Count;
use crate::method::{LayerReport, Vectors};
use crate::simd::Backend;
use crate::tours::halves::counting::Counting;
use crate::tours::halves::degrees::Packed;
use crate::tours::halves::forecast::{Numbers, Outlook};
use crate::tours::halves::matching::Maps;
use crate::tours::halves::plan::{HalfPlan, Plan};
use crate::tours::halves::schedule::Problem;
use crate::tours::halves::sweep::{self, Crew, PART_STATES};

/// No bound of its own: the sweep holds less than the unit's systems.
const MEMORY: f64 = (1u64 << 40) as f64;

/// The tours whose halves have these degrees, and the states that were made; none if it was ended
/// by `beat`, which is told of the states so far, or if there was no memory.
pub fn swept(
    plan: &Plan,
    upper: &Live,
    lower: Option<&Live>,
    beat: &mut dyn FnMut(u64) -> bool,
) -> Option<(Count, u64)> {
    // The degrees of a unit need not be their own mirror images.
    let plan = Plan {
        upper: plan.upper.without_mirrors(),
        lower: plan.lower.as_ref().map(HalfPlan::without_mirrors),
        ..plan.clone()
    };
    let packed = |live: &Live| live.iter().map(Packed::of).collect::<Vec<_>>();
    let met = Packed::of(&upper[plan.upper.last()]);
    let live = sweep::Live { upper: packed(upper), lower: lower.map(packed), met };
    let crew = Crew { threads: 1, backend: Backend::new(Vectors::Native) };
    let counting = Counting {
        problem: Problem {
            plan: &plan,
            crew,
            numbers: Numbers::Words,
            room: MEMORY,
            spills: false,
        },
        live: &live,
        outlook: &Outlook::new(&plan, &live, None),
        maps: &Maps::for_slots(plan.slots()),
        bits: 64,
        part_states: PART_STATES,
        keeper: None,
        only: None,
    };
    let mut hear = |report: &LayerReport| beat(report.states_so_far);
    let (count, profile) = counting.count(&mut hear).ok()?;
    Some((count, profile.iter().sum()))
}
