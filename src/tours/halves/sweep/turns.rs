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
        let mut all: Vec<Turns<'a>> = Vec::new();
        for mirror in mirrors.filter(|mirror| !mirror.reverses()) {
            if !all.iter().any(|turns| turns.serves(mirror)) {
                let by_ends = (0..1usize << slots).map(|_| OnceLock::new()).collect();
                all.push(Turns { mirror, by_ends });
            }
        }
        all
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
