//! A unit counted in the other way: by the sweep that visits nothing.

use super::side::Live;
use crate::method::Vectors;
use crate::tours::halves::degrees::Packed;
use crate::tours::halves::machine::Backend;
use crate::tours::halves::matching::Maps;
use crate::tours::halves::meeting::Meeting;
use crate::tours::halves::plan::{HalfPlan, Plan};
use crate::tours::halves::sweep::{Crew, HalfSweep, PART_STATES, Pool, Words};

/// No bound of its own: the sweep holds less than the unit's systems.
const MEMORY: u64 = 1 << 40;

/// The tours whose halves have these degrees, modulo 2^64; none if it was ended by `beat`, which is
/// told of the states so far, or if there was no memory.
pub fn swept(
    plan: &Plan,
    upper: &Live,
    lower: Option<&Live>,
    beat: &mut dyn FnMut(u64) -> bool,
) -> Option<(u64, u64)> {
    // The degrees of a unit need not be their own mirror images.
    let (upper_half, lower_half) = (&plan.upper, plan.lower.as_ref());
    let plan = Plan {
        upper: upper_half.without_mirrors(),
        lower: lower_half.map(HalfPlan::without_mirrors),
        ..plan.clone()
    };
    let packed = |live: &Live| live.iter().map(Packed::of).collect::<Vec<_>>();
    let (upper_live, lower_live) = (packed(upper), lower.map(packed));
    let maps = Maps::for_slots(plan.slots());
    let crew = Crew { threads: 1, backend: Backend::new(Vectors::Native) };
    let pool = Pool::new(MEMORY);
    let mut states = 0;
    let mut sweep = |half, live, keep| {
        let half = HalfSweep {
            plan: half,
            live,
            maps: &maps,
            crew,
            part_states: PART_STATES,
            passes: None,
        };
        let mut watch = |_: usize, more: Option<u64>| {
            states += more.unwrap_or(0);
            beat(states)
        };
        half.run(Words, &pool, keep, None, None, &mut watch).ok()
    };
    let layer = plan.joint.layer;
    let keep = (plan.lower.is_none() && layer < plan.upper.last()).then_some(layer);
    let up = sweep(&plan.upper, &upper_live[..], keep)?;
    let low = match (&plan.lower, &lower_live) {
        (Some(half), Some(live)) => Some(sweep(half, &live[..], None)?.last),
        _ => up.kept,
    };
    let meeting = Meeting {
        plan: &plan,
        live: &upper_live[plan.upper.last()],
        maps: &maps,
        crew,
        within: None,
    };
    let mut pause = || beat(states);
    let met = meeting.run(Words, &up.last, low.as_ref().unwrap_or(&up.last), &mut pause)?;
    Some((met.value, states))
}
