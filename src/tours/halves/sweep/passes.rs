//! `Passes`: layers that are never whole, but for some of their groups at a time.
//!
//! In one layer, the gate, passes are told apart by the degrees of a few cells, best of those
//! that are eliminated last, the late ones. All that is counted goes through one group of the
//! gate. So a pass sweeps what may lead to its own and what may come of it, from the first layer
//! on, and passes add up in a later layer, from where all goes on at once. As long as the late
//! cells stay, no group is in two passes; what is before and after, passes have in common, and of
//! what is before a layer is kept, from which all begin.

use super::crew::{Crew, Pause};
use super::patterns::pattern;
use crate::tours::halves::degrees::{Degrees, Packed};
use crate::tours::halves::plan::HalfPlan;

/// Passes at most: a set of them is a word.
pub const MOST: usize = 64;

/// Where passes are told apart.
#[derive(Clone, Debug)]
pub struct Gate {
    /// The layer: if mirrors exchange the cells of any, it has one.
    pub layer: usize,
    /// The slots of the late cells, which the mirror takes to each other.
    pub slots: Vec<usize>,
    /// By pattern, the pass: the same for its mirror image.
    pub pass: Vec<u8>,
    /// How many there are.
    pub count: usize,
}

/// What of each layer is in which pass.
#[derive(Clone, Debug)]
pub struct Passes {
    /// How many there are.
    count: usize,
    /// By layer, up to the one that they add up in.
    sieves: Vec<Sieve>,
    /// A layer that is made once for all.
    shared: usize,
}

/// The passes of a layer's groups.
#[derive(Clone, Debug)]
struct Sieve {
    /// The slots of late cells.
    slots: Vec<usize>,
    /// By pattern: a set of passes.
    passes: Vec<u64>,
}

impl Passes {
    /// Of a half, up to a layer behind the gate.
    pub fn new(half: &HalfPlan, gate: &Gate, sum: usize) -> Passes {
        assert!(gate.layer < sum && gate.count <= MOST, "the gate comes first");
        let sieves = (0..sum).map(|layer| Sieve::new(half, gate, layer)).collect();
        Passes { count: gate.count, sieves, shared: 0 }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The layer that they add up in.
    pub fn sum(&self) -> usize {
        self.sieves.len()
    }

    /// The same, with a layer that is kept for all passes, which should have all groups of it and
    /// of those before.
    pub fn sharing(self, shared: usize) -> Passes {
        Passes { shared, ..self }
    }

    /// The layer that is made once for all that have the whole of it: the first one if none is.
    pub fn shared(&self) -> usize {
        self.shared
    }

    /// The same, to add up earlier.
    pub fn until(mut self, sum: usize) -> Passes {
        self.sieves.truncate(sum);
        self
    }

    /// Numbers that tell them from others.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        let sieve = |Sieve { slots, passes }: &Sieve| {
            let slots: Vec<u64> = slots.iter().map(|&slot| slot as u64).collect();
            slots.into_iter().chain(passes.clone())
        };
        let counts = [self.count, self.sum(), self.shared].map(|n| n as u64);
        counts.into_iter().chain(self.sieves.iter().flat_map(sieve))
    }

    /// The passes that degrees of a layer are in, as a set.
    #[inline(always)]
    pub fn of(&self, layer: usize, d: Degrees) -> u64 {
        let Sieve { slots, passes } = &self.sieves[layer];
        passes[pattern(slots, d)]
    }

    /// What of the live degrees is in a pass, up to the layer that they add up in, of which all
    /// is; none if it was ended.
    pub fn live(
        &self,
        pass: usize,
        half: &HalfPlan,
        live: &[Packed],
        crew: Crew,
        pause: Pause<'_>,
    ) -> Option<Vec<Packed>> {
        let work = |own: &mut Vec<(usize, Packed)>, layer: usize| {
            let numbers = half.numbers(layer);
            let is_in = |number| {
                layer == self.sum() || self.of(layer, numbers.degrees(number)) >> pass & 1 != 0
            };
            own.push((layer, live[layer].only(is_in)));
            true
        };
        let (own, whole) = crew.spread(Vec::new, 0..=self.sum(), work, pause);
        let mut layers: Vec<_> = own.into_iter().flatten().collect();
        layers.sort_unstable_by_key(|&(layer, _)| layer);
        whole.then(|| layers.into_iter().map(|(_, set)| set).collect())
    }
}

impl Sieve {
    /// A degree grows by one at most whenever a step touches the cell, and never shrinks. So
    /// where a cell of the gate is there, its degree in the gate is known within so much.
    fn new(half: &HalfPlan, gate: &Gate, layer: usize) -> Sieve {
        let cells = gate.slots.iter().map(|&slot| half.cell(gate.layer, slot));
        let cells: Vec<u32> = cells.map(|cell| cell.expect("cells have slots")).collect();
        let between = layer.min(gate.layer)..layer.max(gate.layer);
        let touched = |cell: u32| {
            let touched = |step: &usize| {
                let slot = half.place(*step, cell).expect("it stays in between");
                half.steps[*step].touched() >> slot & 1 != 0
            };
            between.clone().filter(touched).count()
        };
        let mut slots = Vec::new();
        // By late cell that is there: its place among these, and how much is not known.
        let mut known = Vec::new();
        for &cell in &cells {
            let slot = half.place(layer, cell);
            known.push(slot.map(|_| (slots.len(), touched(cell))));
            slots.extend(slot.map(usize::from));
        }
        let digit = |pattern: usize, place: usize| pattern / 3usize.pow(place as u32) % 3;
        let set = |here: usize| {
            let mut there = vec![0];
            for (at, known) in known.iter().enumerate() {
                let may_be = match *known {
                    None => 0..=2,
                    Some((place, unknown)) if layer <= gate.layer => {
                        digit(here, place)..=(digit(here, place) + unknown).min(2)
                    }
                    Some((place, unknown)) => {
                        digit(here, place).saturating_sub(unknown)..=digit(here, place)
                    }
                };
                let with = |digit: usize| digit * 3usize.pow(at as u32);
                let more =
                    there.iter().flat_map(|&there| may_be.clone().map(move |d| there + with(d)));
                there = more.collect();
            }
            there.iter().fold(0, |set, &there| set | 1 << gate.pass[there])
        };
        let passes = (0..3usize.pow(slots.len() as u32)).map(set).collect();
        Sieve { slots, passes }
    }
}
