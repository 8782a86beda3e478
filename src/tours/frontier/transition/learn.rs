//! Learns cuts: a maximum flow on a sample of the next layer's states gives sets of cells that
//! prove states dead. The most effective sets become masks for the whole layer.
//!
//! (Learning Hall's cuts layer by layer is our own.)

use std::collections::BTreeMap;

use super::backend::{Backend, Cut, Edges, FreeTerminals, MOST_CELLS, Mate, Residual, Sink};
use crate::tours::frontier::state::FrontierState;

/// A sink that records the cells of each successor and its available terminals, for learning cuts.
#[derive(Default)]
pub struct Samples(pub Vec<(u32, u32, FreeTerminals)>);

impl<B: Backend> Sink<B, ()> for Samples {
    fn successor(
        &mut self,
        _: &B,
        state: &FrontierState<Mate<B>>,
        (): (),
        terminals: FreeTerminals,
        _: Edges,
    ) {
        self.0.push((state.bare, state.ends, terminals));
    }
    fn complete(&mut self, (): (), _: Edges) {}
    fn twice(&mut self, (): ()) {}
}

/// The most cuts of a layer.
const MOST: usize = 64;
/// A cut must kill at least one of this number of sampled states to be worth its time.
const WORTH: usize = 1500;
/// The number of most frequent candidates that are examined.
const CANDIDATES: usize = 400;

/// Learns cuts from states, given by the degrees of their cells and the available terminals.
///
/// Ties are broken by the order of the samples, so the same samples give the same cuts on every
/// machine.
pub fn learn(
    residual: &[Residual],
    coloured: bool,
    samples: &[(u32, u32, FreeTerminals)],
) -> Vec<Cut> {
    // The needs of a leaking cell may be met by cells outside the flow.
    let sealed = residual.iter().enumerate().filter(|(_, cell)| !cell.leaks);
    let sealed = sealed.fold(0, |set: u64, (i, _)| set | 1 << i);
    let mut dead = Vec::new();
    let mut seen: BTreeMap<Cut, usize> = BTreeMap::new();
    for &(bare, ends, terminals) in samples {
        let Some([white, black]) = violated(residual, bare, ends, terminals) else { continue };
        dead.push((bare, ends, terminals));
        for (set, colour) in [(white, true), (black, !coloured)] {
            let cut = Cut::of(residual, set & sealed, colour);
            if cut.kills(bare, ends, terminals) {
                *seen.entry(cut).or_default() += 1;
            }
        }
    }
    let mut candidates: Vec<(Cut, usize)> = seen.into_iter().collect();
    candidates.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
    candidates.truncate(CANDIDATES);
    let mut picked = Vec::new();
    while picked.len() < MOST {
        let killed = |cut: &Cut| dead.iter().filter(|d| cut.kills(d.0, d.1, d.2)).count();
        let best = candidates.iter().map(|&(cut, _)| (killed(&cut), cut)).max_by_key(|&(n, _)| n);
        let Some((kills, cut)) =
            best.filter(|&(kills, _)| kills > 0 && kills * WORTH >= samples.len())
        else {
            break;
        };
        debug_assert!(kills <= dead.len());
        dead.retain(|d| !cut.kills(d.0, d.1, d.2));
        picked.push(cut);
    }
    picked
}

/// The nodes for the terminals of each colour, in addition to the cells.
const WHITE_ENDS: usize = 62;
const BLACK_ENDS: usize = 63;

/// A violated set seen from the white and from the black side, if the cells cannot all get their
/// edges; white cells demand, black ones supply. On a non-bipartite graph every cell is on both
/// sides.
fn violated(
    residual: &[Residual],
    bare: u32,
    ends: u32,
    terminals: FreeTerminals,
) -> Option<[u64; 2]> {
    debug_assert!(residual.len() <= MOST_CELLS);
    let mut flow = Flow { near: [0; 64], used: [0; 64], supply: [0; 64], tried: 0, demanders: 0 };
    let (mut whites, mut blacks) = (0, 0);
    let mut demands = Vec::with_capacity(64);
    for (i, cell) in residual.iter().enumerate() {
        let needs = match cell.slot {
            Some(slot) if bare >> slot & 1 != 0 => 2,
            Some(slot) => (ends >> slot & 1) as i32,
            None => 2,
        } - i32::from(cell.must_end);
        if cell.demands {
            whites |= 1 << i;
            if needs > 0 && !cell.leaks {
                let terminal = u64::from(terminals.white > 0) << WHITE_ENDS;
                flow.near[i] = cell.near | terminal;
                demands.push((i, needs));
            }
        }
        if cell.supplies {
            blacks |= 1 << i;
            flow.supply[i] = needs.max(0);
        }
    }
    flow.supply[WHITE_ENDS] = terminals.white;
    if terminals.black > 0 {
        flow.near[BLACK_ENDS] = blacks;
        demands.push((BLACK_ENDS, terminals.black));
    }
    for (cell, needs) in demands {
        for _ in 0..needs {
            flow.tried = 0;
            flow.demanders = 0;
            if !flow.augment(cell) {
                return Some([flow.demanders & whites, blacks & !flow.tried]);
            }
        }
    }
    None
}

/// A flow of unit edges from demanding to supplying cells (Ford and Fulkerson).
struct Flow {
    near: [u64; 64],
    /// The edges assigned to each demanding cell.
    used: [u64; 64],
    /// The remaining supply of each supplying cell.
    supply: [i32; 64],
    /// Supplying cells visited by this search.
    tried: u64,
    /// Demanding cells visited by this search.
    demanders: u64,
}

impl Flow {
    fn augment(&mut self, cell: usize) -> bool {
        self.demanders |= 1 << cell;
        loop {
            let open = self.near[cell] & !self.used[cell] & !self.tried;
            if open == 0 {
                return false;
            }
            let giver = open.trailing_zeros() as usize;
            self.tried |= 1 << giver;
            if self.supply[giver] > 0 {
                self.supply[giver] -= 1;
                self.used[cell] |= 1 << giver;
                return true;
            }
            for other in 0..64 {
                let holds = self.used[other] >> giver & 1 != 0;
                if holds && self.demanders >> other & 1 == 0 && self.augment(other) {
                    self.used[other] &= !(1 << giver);
                    self.used[cell] |= 1 << giver;
                    return true;
                }
            }
        }
    }
}
