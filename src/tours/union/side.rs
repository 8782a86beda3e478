//! `Side`: one side of the cut, with the moves of its steps, live degrees, and systems of paths.

use super::moves::{MoveSet, Moves};
use crate::engine::Random;
use crate::simd::Backend;
use crate::tours::halves::degrees::{DegreeSet, Degrees, Numbering, Packed};
use crate::tours::halves::matching::{Mates, rank};
use crate::tours::halves::plan::{HalfPlan, Plan};
use crate::tours::halves::sweep::{ThreadPool, forwards, leading};

#[derive(Debug)]
pub struct Side {
    half: HalfPlan,
    /// By step and choice: the moves that are taken.
    taken: Vec<Vec<MoveSet>>,
    /// By layer: the reachable degrees.
    reached: Vec<Packed>,
    thread_pool: ThreadPool,
}

#[derive(Clone, Copy, Debug)]
pub struct System {
    /// The number of its degrees and, in the lower bits, the rank of its matching.
    pub key: u64,
    pub moves: MoveSet,
}

/// By layer: the degrees that lead to a wanted one.
pub type Live = Vec<DegreeSet>;

impl Side {
    pub fn new(half: &HalfPlan, moves: &Moves, backend: Backend) -> Side {
        // Every system is enumerated, not one of two images.
        let half = half.without_mirrors();
        let number = |[a, b]: [u32; 2]| moves.number(a, b).expect("the plan takes only moves");
        let set = |edges: &Vec<[u32; 2]>| {
            edges.iter().fold(MoveSet::default(), |set, &edge| set.with(number(edge)))
        };
        let taken = half.taken.iter().map(|taken| taken.iter().map(set).collect()).collect();
        // A unit runs on one thread.
        let thread_pool = ThreadPool { threads: 1, backend };
        let reached = forwards(&half, thread_pool, &mut || true).expect("no pause stops it");
        Side { half, taken, reached, thread_pool }
    }

    pub fn last(&self) -> usize {
        self.half.last()
    }

    pub fn numbers(&self, layer: usize) -> &Numbering {
        self.half.numbers(layer)
    }

    /// The bytes of a set of degrees for every layer.
    pub fn bytes_of_sets(&self) -> f64 {
        self.half.bytes_of_sets()
    }

    /// The bytes of the reachable degrees.
    pub fn bytes_of_reached(&self) -> usize {
        self.reached.iter().map(Packed::bytes).sum()
    }

    pub fn reached(&self, layer: usize) -> &Packed {
        &self.reached[layer]
    }

    /// The moves that belong to this side.
    pub fn moves(&self) -> MoveSet {
        self.taken.iter().flatten().fold(MoveSet::default(), |all, &taken| all | taken)
    }

    /// The number of the degrees in the last layer for the moves of a tour on this side; none if
    /// these moves form no system.
    pub fn vector_of(&self, tour: &MoveSet) -> Option<usize> {
        let mut d = Degrees::vacant(self.half.slots);
        for (step, taken) in self.half.steps.iter().zip(&self.taken) {
            let own = *tour & taken.iter().fold(MoveSet::default(), |all, &taken| all | taken);
            let mut next = None;
            step.branches(d, |choice, after, _| {
                if taken[choice] == own {
                    next = Some(after);
                }
            });
            d = next?;
        }
        Some(self.numbers(self.last()).number(d))
    }

    /// The degrees that lead to the wanted ones, which are given with their layers: first those of
    /// the last layer, then optionally those of another.
    pub fn live(&self, wanted: &[(usize, &DegreeSet)]) -> Live {
        let (last, also) = match wanted {
            &[(layer, last), ref also @ ..] if layer == self.last() => (last.clone(), also),
            also => (DegreeSet::new(self.numbers(self.last()).len()), also),
        };
        let Side { half, reached, thread_pool, .. } = self;
        let also = also.first().copied();
        let live = leading(half, reached, 0, last, also, *thread_pool, &mut || true);
        live.expect("no pause stops it").iter().map(|set| set.unpacked().into_owned()).collect()
    }

    /// Gives every system with wanted degrees, and the place of these degrees in `wanted`. Returns
    /// the number of systems; none if `give` or `beat` stopped the enumeration. `beat` receives the
    /// number so far.
    pub fn each(
        &self,
        live: &Live,
        wanted: &[(usize, &DegreeSet)],
        give: &mut dyn FnMut(usize, System) -> bool,
        beat: &mut dyn FnMut(u64) -> bool,
    ) -> Option<u64> {
        let (steps, nodes, ended) = (0, 0, false);
        let mut descent = Descent { side: self, live, wanted, give, beat, steps, nodes, ended };
        if let Some(start) = self.start(live) {
            descent.go(0, start, &[0; 24], MoveSet::default());
        }
        (!descent.ended).then_some(descent.nodes)
    }

    /// Estimates the number of systems in the last layer by random descents.
    pub fn estimate(&self, live: &Live, descents: u32, random: &mut Random) -> f64 {
        let Some(start) = self.start(live) else { return 0.0 };
        let one = |_| {
            let (mut width, mut d, mut mates) = (1.0, start, [0; 24]);
            for (layer, step) in self.half.steps.iter().enumerate() {
                let mut ways = Vec::new();
                step.branches(d, |_, after, cells| {
                    let number = self.numbers(layer + 1).find(after);
                    if number.is_some_and(|number| live[layer + 1].has(number)) {
                        let joined = cells.map_or(Some(mates), |cells| join(&mates, d, cells));
                        ways.extend(joined.map(|mates| (after, mates)));
                    }
                });
                if ways.is_empty() {
                    return 0.0;
                }
                width *= ways.len() as f64;
                (d, mates) = ways[random.below(ways.len())];
            }
            width
        };
        (0..descents).map(one).sum::<f64>() / f64::from(descents)
    }

    fn start(&self, live: &Live) -> Option<Degrees> {
        let mut start = None;
        live[0].each(|number| start = Some(self.numbers(0).degrees(number)));
        start
    }
}

/// The matching after two cells are joined; none if that closes a cycle.
#[inline(always)]
fn join(mates: &Mates, before: Degrees, [a, b]: [u32; 2]) -> Option<Mates> {
    let far = |slot: u32| match before.ends >> slot & 1 {
        0 => slot as u8,
        _ => mates[slot as usize % 24],
    };
    let (p, q) = (far(a), far(b));
    let mut mates = *mates;
    mates[usize::from(p) % 24] = q;
    mates[usize::from(q) % 24] = p;
    (u32::from(p) != b).then_some(mates)
}

/// A depth-first enumeration of one side.
struct Descent<'a> {
    side: &'a Side,
    live: &'a Live,
    wanted: &'a [(usize, &'a DegreeSet)],
    give: &'a mut dyn FnMut(usize, System) -> bool,
    beat: &'a mut dyn FnMut(u64) -> bool,
    steps: u64,
    nodes: u64,
    ended: bool,
}

/// The steps between beats.
const BEAT: u64 = 1 << 20;

impl Descent<'_> {
    fn go(&mut self, layer: usize, d: Degrees, mates: &Mates, moves: MoveSet) {
        self.steps += 1;
        if self.steps.is_multiple_of(BEAT) {
            self.ended |= !(self.beat)(self.nodes);
        }
        let (side, live) = (self.side, self.live);
        for (which, &(of, set)) in self.wanted.iter().enumerate() {
            if of == layer {
                let number = side.numbers(layer).number(d);
                if set.has(number) {
                    let key = (number as u64) << 32 | u64::from(rank(mates, d.ends));
                    self.nodes += 1;
                    self.ended |= !(self.give)(which, System { key, moves });
                }
            }
        }
        let Some(step) = side.half.steps.get(layer) else { return };
        let taken = &side.taken[layer];
        let (next, numbers) = (&live[layer + 1], side.numbers(layer + 1));
        step.branches(d, |choice, after, cells| {
            if self.ended || numbers.find(after).is_none_or(|number| !next.has(number)) {
                return;
            }
            let moves = moves | taken[choice];
            match cells {
                None => self.go(layer + 1, after, mates, moves),
                Some(cells) => {
                    if let Some(mates) = join(mates, d, cells) {
                        self.go(layer + 1, after, &mates, moves);
                    }
                }
            }
        });
    }
}

/// The approximate number of patterns of the last slots in a unit, reachable or not.
const PATTERNS: usize = 128;

/// The degree vectors that meet, by unit.
#[derive(Debug)]
pub struct Batches {
    /// The upper number, the lower number, and the least vector of the orbit as a number in base 3.
    /// The unit is derived from the last, so it does not depend on the numbering of layers.
    vectors: Vec<[u32; 3]>,
    /// The number of orbits that stay in one unit: pairs of partners, or single vectors.
    pub orbits: usize,
    /// True if partners are in the same unit, so that one enumeration provides both sides.
    pub by_partners: bool,
}

/// The degree vectors of a unit on both sides.
#[derive(Debug)]
pub struct Batch {
    pub upper: DegreeSet,
    pub lower: DegreeSet,
}

impl Batches {
    /// All degree vectors that are reachable on both sides.
    pub fn new(plan: &Plan, upper: &Side, lower: &Side) -> Batches {
        let last = upper.last();
        let known = lower.reached(plan.interface.layer).unpacked();
        let by_flip = plan.lower.is_none() && plan.interface.layer == last;
        let involution = by_flip && plan.interface.is_involution();
        let ([above, below], all) = (plan.numbers(), Numbering::all(plan.upper.slots));
        let mut vectors = Vec::new();
        let mut orbits = 0;
        upper.reached(last).each(|number| {
            let d = above.degrees(number);
            let Some(partner) = plan.interface.partner(d) else { return };
            let Some(other) = below.find(partner).filter(|&other| known.has(other)) else { return };
            let least = if involution && other < number { partner } else { d };
            orbits += usize::from(least == d);
            vectors.push([number, other, all.number(least)].map(|number| number as u32));
        });
        Batches { vectors, orbits, by_partners: involution }
    }

    /// The degree vectors of one of `units` units.
    pub fn of(&self, unit: usize, units: usize, plan: &Plan) -> Batch {
        let [above, below] = plan.numbers();
        let mut batch =
            Batch { upper: DegreeSet::new(above.len()), lower: DegreeSet::new(below.len()) };
        // This many vectors share a pattern of the last slots.
        let patterns = PATTERNS.saturating_mul(units);
        let mut alike = 1;
        while 3usize.pow(plan.upper.slots as u32) / (3 * alike) >= patterns {
            alike *= 3;
        }
        for &[number, other, least] in &self.vectors {
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
