//! Learned Hall cuts: sets of cells that need more edges than they can get.
//!
//! A completion gives each cell of the rest of the graph the edges that it still needs.
//! For a set X of cells the edges that X needs end in cells y next to X, each of which
//! has no more than min(what y needs, its neighbours in X) to give to X: a necessary
//! condition whatever X is, with one edge less for each terminal that may lie in X. A
//! maximum flow on a sample of the next layer's states yields sets X that show states
//! dead, and those that show most are made into masks for the whole layer.
//!
//! (Hall's condition for degree-constrained subgraphs; learning them by layer is our own.)

use std::collections::BTreeMap;

use super::expand::Spare;

/// At most so many cuts are kept for a layer.
const MOST: usize = 64;
/// A cut that kills fewer than one of so many sampled states is not worth its time.
const WORTH: usize = 1500;
/// So many of the commonest candidates are looked at.
const CANDIDATES: usize = 400;

/// A cell of the rest of the graph, as cuts are learned from it.
#[derive(Clone, Debug)]
pub(super) struct Residual {
    /// Its slot, if it is in the frontier.
    pub slot: Option<u32>,
    /// Its neighbours among the residual cells.
    pub near: u64,
    /// True if it has neighbours that are left out.
    pub leaks: bool,
    /// The side or sides of the flow on which it is.
    pub demands: bool,
    pub supplies: bool,
    /// True if it is a fixed end.
    pub must_end: bool,
}

/// One necessary condition in masks of slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cut {
    /// The cells of X in the frontier.
    pub demand: u32,
    /// Cells next to one of X or more.
    pub once: u32,
    /// Cells next to two of X or more.
    pub twice: u32,
    /// What X needs outside the frontier, less what is given from there.
    pub constant: i16,
    /// The colour of X.
    pub white: bool,
}

impl Cut {
    /// True if the state cannot be completed.
    #[inline(always)]
    pub(super) fn kills(&self, bare: u32, ends: u32, spare: Spare) -> bool {
        let any = bare | ends;
        let count = |cells: u32| cells.count_ones() as i32;
        let spare = if self.white { spare.white } else { spare.black };
        let needs = count(bare & self.demand) + count(any & self.demand) + i32::from(self.constant);
        needs > count(any & self.once) + count(bare & self.twice) + spare
    }

    /// The cut of a set of residual cells.
    fn of(residual: &[Residual], set: u64, white: bool) -> Cut {
        let mut cut = Cut { demand: 0, once: 0, twice: 0, constant: 0, white };
        for (i, cell) in residual.iter().enumerate() {
            let within = set >> i & 1 != 0;
            if within {
                match cell.slot {
                    Some(slot) => cut.demand |= 1 << slot,
                    None => cut.constant += 2,
                }
                cut.constant -= i16::from(cell.must_end);
            }
            let joined = (cell.near & set).count_ones() as i16;
            match cell.slot {
                Some(slot) => {
                    cut.once |= u32::from(joined >= 1) << slot;
                    cut.twice |= u32::from(joined >= 2) << slot;
                }
                None => cut.constant -= joined.min(2 - i16::from(cell.must_end)),
            }
        }
        cut
    }
}

/// Learns cuts from states: what each cell has, and the terminals left.
///
/// The order of the samples decides between equals, so that the same samples give the
/// same cuts on every machine.
pub(super) fn learn(
    residual: &[Residual],
    coloured: bool,
    samples: &[(u32, u32, Spare)],
) -> Vec<Cut> {
    // What a leaking cell needs may come from cells that are not in the flow.
    let sealed = residual.iter().enumerate().filter(|(_, cell)| !cell.leaks);
    let sealed = sealed.fold(0, |set: u64, (i, _)| set | 1 << i);
    let mut dead = Vec::new();
    let mut seen: BTreeMap<Cut, usize> = BTreeMap::new();
    for &(bare, ends, spare) in samples {
        let Some([white, black]) = violated(residual, bare, ends, spare) else { continue };
        dead.push((bare, ends, spare));
        for (set, colour) in [(white, true), (black, !coloured)] {
            let cut = Cut::of(residual, set & sealed, colour);
            if cut.kills(bare, ends, spare) {
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

/// The nodes that stand for the terminals of each colour, beside the cells.
const WHITE_ENDS: usize = 62;
const BLACK_ENDS: usize = 63;
/// The most cells that a flow can have.
pub(super) const MOST_CELLS: usize = 62;

/// A violated set seen from the white and from the black side, if there is no way to give
/// every cell its edges; white cells demand, black ones supply. On a graph without colours
/// every cell is on both sides.
fn violated(residual: &[Residual], bare: u32, ends: u32, spare: Spare) -> Option<[u64; 2]> {
    debug_assert!(residual.len() <= MOST_CELLS);
    let mut flow = Flow { near: [0; 64], used: [0; 64], room: [0; 64], tried: 0, demanders: 0 };
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
                let terminal = u64::from(spare.white > 0) << WHITE_ENDS;
                flow.near[i] = cell.near | terminal;
                demands.push((i, needs));
            }
        }
        if cell.supplies {
            blacks |= 1 << i;
            flow.room[i] = needs.max(0);
        }
    }
    flow.room[WHITE_ENDS] = spare.white;
    if spare.black > 0 {
        flow.near[BLACK_ENDS] = blacks;
        demands.push((BLACK_ENDS, spare.black));
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
    /// The edges that each demanding cell was given.
    used: [u64; 64],
    /// What each supplying cell has left.
    room: [i32; 64],
    /// Supplying cells that this search has been to.
    tried: u64,
    /// Demanding cells that this search has been to.
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
            if self.room[giver] > 0 {
                self.room[giver] -= 1;
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
