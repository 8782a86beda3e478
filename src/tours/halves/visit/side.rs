//! `Side`: one side of the cut: its steps with their moves, live degrees, its systems of paths.

use super::moves::{MoveSet, Moves};
use crate::engine::Random;
use crate::simd::Backend;
use crate::tours::halves::degrees::{DegreeSet, Degrees, Numbering, Packed};
use crate::tours::halves::matching::{Mates, rank};
use crate::tours::halves::plan::HalfPlan;
use crate::tours::halves::sweep::{Crew, forwards, leading};

/// One side of the cut.
#[derive(Debug)]
pub struct Side {
    half: HalfPlan,
    /// By step and the number of its choice: the moves that are taken.
    taken: Vec<Vec<MoveSet>>,
    /// By layer: the degrees that are reached.
    reached: Vec<Packed>,
    crew: Crew,
}

/// Paths on one side.
#[derive(Clone, Copy, Debug)]
pub struct System {
    /// The number of their degrees and, below it, the rank of their matching.
    pub key: u64,
    /// Their moves.
    pub moves: MoveSet,
}

/// Degrees by layer from which a wanted one is reached.
pub type Live = Vec<DegreeSet>;

impl Side {
    pub fn new(half: &HalfPlan, moves: &Moves, backend: Backend) -> Side {
        // Every system is made, not one of two images.
        let half = half.without_mirrors();
        let number = |[a, b]: [u32; 2]| moves.number(a, b).expect("the plan takes moves only");
        let set = |edges: &Vec<[u32; 2]>| {
            edges.iter().fold(MoveSet::default(), |set, &edge| set.with(number(edge)))
        };
        let taken = half.taken.iter().map(|taken| taken.iter().map(set).collect()).collect();
        // A unit has a thread of its own.
        let crew = Crew { threads: 1, backend };
        let reached = forwards(&half, crew, usize::MAX, &mut || true).expect("nobody ends it");
        Side { half, taken, reached, crew }
    }

    /// The number of steps.
    pub fn last(&self) -> usize {
        self.half.last()
    }

    /// The numbers of the degrees that a layer can have.
    pub fn numbers(&self, layer: usize) -> &Numbering {
        self.half.numbers(layer)
    }

    /// The bytes of sets of degrees of all layers.
    pub fn bytes_of_sets(&self) -> f64 {
        (0..=self.last()).map(|layer| self.numbers(layer).len() as f64 / 8.0).sum()
    }

    /// The bytes of the degrees that are reached.
    pub fn bytes_of_reached(&self) -> usize {
        self.reached.iter().map(Packed::bytes).sum()
    }

    /// The degrees that are reached in a layer.
    pub fn reached(&self, layer: usize) -> &Packed {
        &self.reached[layer]
    }

    /// The moves that are this side's to take.
    pub fn moves(&self) -> MoveSet {
        self.taken.iter().flatten().fold(MoveSet::default(), |all, &taken| all | taken)
    }

    /// The number of the degrees in the last layer of the system that a tour has on this side;
    /// none if its moves are those of no system.
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

    /// What leads to the wanted degrees, each given with its layer: those of the last one, and
    /// then those of another if there are any.
    pub fn live(&self, wanted: &[(usize, &DegreeSet)]) -> Live {
        let (last, also) = match wanted {
            &[(layer, last), ref also @ ..] if layer == self.last() => (last.clone(), also),
            also => (DegreeSet::new(self.numbers(self.last()).len()), also),
        };
        let Side { half, reached, crew, .. } = self;
        let also = also.first().copied();
        let live = leading(half, reached, 0, last, also, *crew, &mut || true);
        live.expect("nobody ends it").iter().map(Packed::unpack).collect()
    }

    /// Gives every system whose degrees are wanted in a layer, with the place of these among the
    /// wanted ones; how many these are, or none if it was ended by `give`, or by `beat`, which is
    /// told how many there are so far.
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

    /// How many systems there are in the last layer, by random descents.
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

/// The matching after two cells were joined; none if that closes a cycle.
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

/// A depth first search of one side.
struct Descent<'a> {
    side: &'a Side,
    live: &'a Live,
    wanted: &'a [(usize, &'a DegreeSet)],
    give: &'a mut dyn FnMut(usize, System) -> bool,
    beat: &'a mut dyn FnMut(u64) -> bool,
    steps: u64,
    /// The systems that were given.
    nodes: u64,
    ended: bool,
}

/// A beat comes after so many steps.
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
