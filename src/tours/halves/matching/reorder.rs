//! `Reorder`: the points of a matching in any other order.

use std::sync::{Arc, OnceLock};

use super::maps::Maps;
use super::ranks::{Act, places};
use crate::tours::halves::degrees::SlotMap;

/// Pairs up to which an order is one table: there are thousands of orders of more.
const IN_ONE: usize = 6;
/// Matchings that are ordered anew together, move after move.
const SOME: usize = 1 << 12;

/// An order of points, taken apart into a reversal, or none, and moves of single points.
///
/// A mirror that reverses the slots is a reversal and nothing else, a flip that exchanges
/// neighbours a move for each two of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reorder {
    reversed: bool,
    moves: Vec<Act>,
    /// All of it as one table.
    table: Option<Arc<[u32]>>,
}

impl Reorder {
    /// Each point goes to the place that is named for it.
    pub fn to(places: &[u8]) -> Reorder {
        let straight = moves(places);
        let backwards: Vec<u8> = places.iter().rev().copied().collect();
        let turned = moves(&backwards);
        // A reversal is a step, too.
        let reversed = turned.len() + 1 < straight.len();
        Reorder { reversed, moves: if reversed { turned } else { straight }, table: None }
    }

    /// The same for points of which most orders come again and again: as one table, if there are
    /// few pairs and it is more than one step.
    pub fn in_one(mut self, maps: &Maps, points: usize) -> Reorder {
        let pairs = points / 2;
        if pairs <= maps.limit().min(IN_ONE) && self.moves.len() + usize::from(self.reversed) > 1 {
            let all: Vec<u32> = (0..places(pairs) as u32).collect();
            let make = || {
                let mut table = Vec::new();
                self.all(maps, pairs, &all, &mut table);
                table
            };
            self.table = Some(maps.order((pairs, self.reversed, self.moves.clone()), make));
        }
        self
    }

    /// The new rank of each old one, where that is one table.
    pub fn whole(&self) -> Option<&[u32]> {
        self.table.as_deref()
    }

    /// The ranks of matchings of so many pairs with their points in that order, into `room`.
    #[inline(always)]
    pub fn all(&self, maps: &Maps, pairs: usize, ranks: &[u32], room: &mut Vec<u32>) {
        room.clear();
        if pairs > maps.limit() {
            let (mut now, mut then) = (Vec::new(), Vec::new());
            for ranks in ranks.chunks(SOME) {
                now.clear();
                match self.reversed {
                    true => now.extend(ranks.iter().map(|&m| maps.reversed(pairs, m))),
                    false => now.extend_from_slice(ranks),
                }
                for &act in &self.moves {
                    then.clear();
                    maps.all(act, pairs, &now, &mut then);
                    std::mem::swap(&mut now, &mut then);
                }
                room.append(&mut now);
            }
            return;
        }
        room.extend_from_slice(ranks);
        if let Some(table) = &self.table {
            look_up(table, room);
            return;
        }
        if self.reversed {
            look_up(maps.reversal(pairs), room);
        }
        for &act in &self.moves {
            if let Some(table) = maps.table(act, pairs) {
                look_up(table, room);
            }
        }
    }
}

/// Replaces ranks by what a table says; its length is a power of two.
#[inline(always)]
fn look_up(table: &[u32], ranks: &mut [u32]) {
    let inside = table.len() - 1;
    ranks.iter_mut().for_each(|m| *m = table[*m as usize & inside]);
}

/// Moves that bring each point to its place, the first place first.
fn moves(places: &[u8]) -> Vec<Act> {
    let mut now: Vec<u8> = places.to_vec();
    let mut moves = Vec::new();
    for place in 0..places.len() {
        let at = now.iter().position(|&to| usize::from(to) == place).expect("an order");
        if at != place {
            let point = now.remove(at);
            now.insert(place, point);
            moves.push(Act::Move(at as u8, place as u8));
        }
    }
    moves
}

/// A mirror, and how it orders the ends of a group anew: found once for each set of ends.
#[derive(Debug)]
pub struct Turns<'a> {
    mirror: &'a SlotMap,
    by_ends: Vec<OnceLock<Reorder>>,
}

impl<'a> Turns<'a> {
    /// For each different one of some mirrors of so many slots, unless it but reverses them.
    pub fn of(mirrors: impl Iterator<Item = &'a SlotMap>, slots: usize) -> Vec<Turns<'a>> {
        let by_ends = || (0..1usize << slots).map(|_| OnceLock::new()).collect();
        different(mirrors).into_iter().map(|mirror| Turns { mirror, by_ends: by_ends() }).collect()
    }

    /// The bytes that these take.
    pub fn bytes(mirrors: impl Iterator<Item = &'a SlotMap>, slots: usize) -> usize {
        (different(mirrors).len() * size_of::<OnceLock<Reorder>>()) << slots
    }

    /// True if these are those of that mirror.
    pub fn serves(&self, mirror: &SlotMap) -> bool {
        self.mirror == mirror
    }

    /// Those of a mirror, if they are there.
    pub fn that_serve<'t>(all: &'t [Turns<'a>], mirror: &SlotMap) -> Option<&'t Turns<'a>> {
        all.iter().find(|turns| turns.serves(mirror))
    }

    /// From these ends to their images.
    #[inline(always)]
    pub fn from(&self, maps: &Maps, ends: u32) -> &Reorder {
        let make =
            || Reorder::to(&self.mirror.places(ends)).in_one(maps, ends.count_ones() as usize);
        self.by_ends[ends as usize].get_or_init(make)
    }
}

/// Those that do more than reverse, each once.
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
    use super::super::{Maps, places};
    use super::{OnceLock, Reorder, Turns};
    use crate::tours::Kind;
    use crate::tours::halves::matching::ranks::{Mates, rank, unrank};
    use crate::tours::halves::samples::plan;

    #[test]
    fn every_order_is_reached() {
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
            for m in 0..places(3) as u32 {
                let mates = unrank(3, m);
                let mut after: Mates = [0; 24];
                (0..6).for_each(|p| after[usize::from(order[p])] = order[usize::from(mates[p])]);
                for maps in [&maps, &Maps::new(2)] {
                    let mut room = vec![7];
                    reorder.all(maps, 3, &[m], &mut room);
                    assert_eq!(room, [rank(&after, 0b11_1111)], "{order:?}");
                    reorder.clone().in_one(maps, 6).all(maps, 3, &[m], &mut room);
                    assert_eq!(room, [rank(&after, 0b11_1111)], "{order:?} in one");
                }
            }
        }
        let cheap = |order| {
            let Reorder { reversed, moves, .. } = Reorder::to(order);
            (reversed, moves.len())
        };
        assert_eq!([0, 1, 3].map(|i| cheap(orders[i])), [(false, 0), (true, 0), (false, 3)]);
    }

    #[test]
    fn the_bytes_are_those_of_all_sets_of_ends() {
        let mut seen = 0;
        for board in ["6x8", "5x6", "cylinder:4x6"] {
            let half = &plan(board, Kind::Closed).upper;
            let all = Turns::of(half.mirrored(), half.slots);
            let bytes: usize =
                all.iter().map(|one| one.by_ends.len() * size_of::<OnceLock<Reorder>>()).sum();
            assert_eq!(Turns::bytes(half.mirrored(), half.slots), bytes, "{board}");
            seen += all.len();
        }
        assert!(seen > 1, "{seen}");
    }
}
