//! `Turns`: what a mirror makes of matchings, by their ends.

use std::sync::OnceLock;

use crate::tours::halves::degrees::SlotMap;
use crate::tours::halves::matching::{Maps, Reorder};

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
    use super::{OnceLock, Reorder, Turns};
    use crate::tours::Kind;
    use crate::tours::halves::samples::plan;

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
