//! `Reorder`: any permutation of the points of a matching.

use std::sync::{Arc, OnceLock};

use super::maps::Maps;
use super::ranks::{PairingOp, matchings};
use crate::tours::halves::degrees::SlotMap;

/// The largest number of pairs for which a permutation is one table. For more pairs there are
/// thousands of permutations.
const MOST_PAIRS: usize = 6;
/// The number of matchings that are reordered together, move by move.
const SOME: usize = 1 << 12;

/// A permutation of points as an optional reversal and moves of single points.
///
/// A mirror that reverses the slots is a reversal only. A flip that exchanges neighbours is one
/// move for each exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reorder {
    reversed: bool,
    moves: Vec<PairingOp>,
    table: Option<Arc<[u32]>>,
}

impl Reorder {
    /// Moves each point to the given place.
    pub fn to(places: &[u8]) -> Reorder {
        let forward_moves = moves(places);
        let backwards: Vec<u8> = places.iter().rev().copied().collect();
        let backward_moves = moves(&backwards);
        // A reversal counts as one step.
        let reversed = backward_moves.len() + 1 < forward_moves.len();
        Reorder {
            reversed,
            moves: if reversed { backward_moves } else { forward_moves },
            table: None,
        }
    }

    /// The same permutation as one table, if it has more than one step and there are few pairs. For
    /// permutations that are used often.
    pub fn into_table(mut self, maps: &Maps, points: usize) -> Reorder {
        let pairs = points / 2;
        if pairs <= maps.limit().min(MOST_PAIRS)
            && self.moves.len() + usize::from(self.reversed) > 1
        {
            let all: Vec<u32> = (0..matchings(pairs) as u32).collect();
            let make = || {
                let mut table = Vec::new();
                self.apply(maps, pairs, &all, &mut table);
                table
            };
            self.table = Some(maps.order((pairs, self.reversed, self.moves.clone()), make));
        }
        self
    }

    /// The table, if the permutation is one table.
    pub fn table(&self) -> Option<&[u32]> {
        self.table.as_deref()
    }

    /// The ranks of reordered matchings, written to `buffer`.
    #[inline(always)]
    pub fn apply(&self, maps: &Maps, pairs: usize, ranks: &[u32], buffer: &mut Vec<u32>) {
        buffer.clear();
        if pairs > maps.limit() {
            let (mut now, mut then) = (Vec::new(), Vec::new());
            for ranks in ranks.chunks(SOME) {
                now.clear();
                match self.reversed {
                    true => now.extend(ranks.iter().map(|&m| maps.reversed(pairs, m))),
                    false => now.extend_from_slice(ranks),
                }
                for &op in &self.moves {
                    then.clear();
                    maps.apply(op, pairs, &now, &mut then);
                    std::mem::swap(&mut now, &mut then);
                }
                buffer.append(&mut now);
            }
            return;
        }
        buffer.extend_from_slice(ranks);
        if let Some(table) = &self.table {
            look_up(table, buffer);
            return;
        }
        if self.reversed {
            look_up(maps.reversal(pairs), buffer);
        }
        for &op in &self.moves {
            if let Some(table) = maps.table(op, pairs) {
                look_up(table, buffer);
            }
        }
    }
}

/// Replaces ranks by table entries. The length of the table is a power of two.
#[inline(always)]
fn look_up(table: &[u32], ranks: &mut [u32]) {
    let inside = table.len() - 1;
    ranks.iter_mut().for_each(|m| *m = table[*m as usize & inside]);
}

/// The moves that bring each point to its place, the first place first.
fn moves(places: &[u8]) -> Vec<PairingOp> {
    let mut now: Vec<u8> = places.to_vec();
    let mut moves = Vec::new();
    for place in 0..places.len() {
        let at = now.iter().position(|&to| usize::from(to) == place).expect("a permutation");
        if at != place {
            let point = now.remove(at);
            now.insert(place, point);
            moves.push(PairingOp::Move(at as u8, place as u8));
        }
    }
    moves
}

/// A mirror, and its permutation of the ends of a group, computed once for each set of ends.
#[derive(Debug)]
pub struct MirrorMaps<'a> {
    mirror: &'a SlotMap,
    by_ends: Vec<OnceLock<Reorder>>,
}

impl<'a> MirrorMaps<'a> {
    /// For each distinct mirror that is not a reversal.
    pub fn of(mirrors: impl Iterator<Item = &'a SlotMap>, slots: usize) -> Vec<MirrorMaps<'a>> {
        let by_ends = || (0..1usize << slots).map(|_| OnceLock::new()).collect();
        different(mirrors)
            .into_iter()
            .map(|mirror| MirrorMaps { mirror, by_ends: by_ends() })
            .collect()
    }

    pub fn bytes(mirrors: impl Iterator<Item = &'a SlotMap>, slots: usize) -> usize {
        (different(mirrors).len() * size_of::<OnceLock<Reorder>>()) << slots
    }

    pub fn serves(&self, mirror: &SlotMap) -> bool {
        self.mirror == mirror
    }

    /// The maps of a mirror, if it has any.
    pub fn for_mirror<'t>(
        all: &'t [MirrorMaps<'a>],
        mirror: &SlotMap,
    ) -> Option<&'t MirrorMaps<'a>> {
        all.iter().find(|mirror_maps| mirror_maps.serves(mirror))
    }

    /// The permutation from these ends to their images.
    #[inline(always)]
    pub fn from(&self, maps: &Maps, ends: u32) -> &Reorder {
        let make =
            || Reorder::to(&self.mirror.places(ends)).into_table(maps, ends.count_ones() as usize);
        self.by_ends[ends as usize].get_or_init(make)
    }
}

/// The distinct mirrors that are not reversals.
fn different<'a>(mirrors: impl Iterator<Item = &'a SlotMap>) -> Vec<&'a SlotMap> {
    let mut all: Vec<&SlotMap> = Vec::new();
    for mirror in mirrors.filter(|mirror| !mirror.reverses()) {
        if !all.contains(&mirror) {
            all.push(mirror);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::{Maps, matchings};
    use super::Reorder;
    use crate::tours::halves::matching::ranks::{Mates, rank, unrank};

    #[test]
    fn every_permutation_is_composed_correctly() {
        let maps = Maps::new(3);
        let orders: [&[u8]; 7] = [
            &[0, 1, 2, 3, 4, 5],
            &[5, 4, 3, 2, 1, 0],
            &[5, 4, 2, 3, 1, 0],
            &[1, 0, 3, 2, 5, 4],
            &[2, 0, 1, 5, 3, 4],
            &[3, 5, 1, 0, 4, 2],
            &[4, 5, 2, 3, 0, 1],
        ];
        for order in orders {
            let reorder = Reorder::to(order);
            for m in 0..matchings(3) as u32 {
                let mates = unrank(3, m);
                let mut after: Mates = [0; 24];
                (0..6).for_each(|p| after[usize::from(order[p])] = order[usize::from(mates[p])]);
                for maps in [&maps, &Maps::new(2)] {
                    let mut buffer = vec![7];
                    reorder.apply(maps, 3, &[m], &mut buffer);
                    assert_eq!(buffer, [rank(&after, 0b11_1111)], "{order:?}");
                    reorder.clone().into_table(maps, 6).apply(maps, 3, &[m], &mut buffer);
                    assert_eq!(buffer, [rank(&after, 0b11_1111)], "{order:?} in one");
                }
            }
        }
        let cheap = |order| {
            let Reorder { reversed, moves, .. } = Reorder::to(order);
            (reversed, moves.len())
        };
        assert_eq!([0, 1, 3].map(|i| cheap(orders[i])), [(false, 0), (true, 0), (false, 3)]);
    }
}
