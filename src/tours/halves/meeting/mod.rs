//! The meeting of both halves: the sum over all pairs of states that form one cycle. `glue` sums over
//! the matchings of two groups, for several pairs of groups together; this file sums over the groups
//! of the last layer of the upper half and the layer of the lower half.
//!
//! A group of the upper half meets only the group of the lower half with complementary degrees. If
//! one half is the image of the other, a group and its partner meet twice, and a mirror doubles
//! that. So one meeting of each orbit is computed.

mod glue;

use self::glue::{Lanes, Workspace, glue, glue_lists};
use crate::error::Error;
use crate::simd::{Job, Machine};
use crate::tours::halves::degrees::{DegreeSet, Degrees, Packed, SlotMap};
use crate::tours::halves::matching::{Maps, Reorder};
use crate::tours::halves::plan::Plan;
use crate::tours::halves::sweep::{
    Class, Interrupted, Layer, MeetingSum, Number, Pause, SideBySide, Sums, ThreadPool,
};

/// An upper bound of the pairs of a group.
const MOST_PAIRS: usize = 16;
/// As a check, one chunk in 2^`ONE_IN` is computed again as its image. The chunks are chosen by a
/// multiplicative hash with the factor `MIXED`.
const ONE_IN: u32 = 10;
const MIXED: u32 = 0x9E37_79B1;
/// The words of a set that a thread takes at a time.
const WORDS: usize = 1 << 12;

#[derive(Clone, Copy, Debug)]
pub struct Meeting<'a> {
    pub plan: &'a Plan,
    /// The degrees of the upper half that meet the lower half.
    pub live: &'a Packed,
    pub maps: &'a Maps,
    pub thread_pool: ThreadPool,
    /// The class of degrees in memory, if not all are.
    pub within: Option<Class<'a>>,
    /// True to give the sum of each of the upper half's degrees as well.
    pub each: bool,
}

/// The representative of an orbit of groups.
#[derive(Clone, Copy, Debug)]
struct Pair {
    number: u32,
    /// The number of meetings in the orbit.
    weight: u32,
}

/// The buffers and sums of a thread.
struct ThreadSums<R: Sums, const L: usize> {
    workspace: Workspace<R::Value, L>,
    unfolded: Vec<u32>,
    reordered: Vec<u32>,
    sum: R::Sum,
    /// False if groups that are images of each other met in different numbers.
    agrees: bool,
    /// The sum of each group, by its number, if requested.
    each: Vec<(u32, R::Sum)>,
}

/// One representative of each orbit of groups that meet.
struct Orbits {
    /// By number of pairs.
    pairs: Vec<Vec<Pair>>,
    /// Upper bounds of the sum of all meetings, and of any single one.
    bound: f64,
    largest: f64,
    /// An upper bound of the sum of a group's numbers.
    group: f64,
}

impl Meeting<'_> {
    /// The sum over all groups, or an error if groups that are images of each other meet in
    /// different numbers.
    pub fn run<R: Sums>(
        self,
        ring: R,
        [upper, lower]: [&Layer<'_, R::Value>; 2],
        pause: Pause<'_>,
    ) -> Result<MeetingSum<R::Sum>, Interrupted> {
        let both = upper.mirror().zip(lower.mirror());
        let both = both.filter(|(a, b)| self.plan.interface.keeps_mirror(a, b));
        let mirror = both.map(|(mirror, _)| mirror);
        R::side_by_side(Run { both: Both { meeting: self, ring, upper, lower, mirror }, pause })
    }
}

/// A meeting of two layers.
#[derive(Clone, Copy)]
struct Both<'a, 'p, R: Sums> {
    meeting: Meeting<'a>,
    ring: R,
    upper: &'a Layer<'p, R::Value>,
    lower: &'a Layer<'p, R::Value>,
    /// The mirror, if both layers have it.
    mirror: Option<&'a SlotMap>,
}

/// The job that sums all groups.
struct Run<'a, 'p, R: Sums> {
    both: Both<'a, 'p, R>,
    pause: Pause<'a>,
}

impl<R: Sums> SideBySide for Run<'_, '_, R> {
    type Output = Result<MeetingSum<R::Sum>, Interrupted>;

    fn run<const L: usize>(self) -> Self::Output {
        let Run { both, pause } = self;
        let Both { meeting, ring, .. } = both;
        let orbits = both.orbits(pause).ok_or(Interrupted::Stopped)?;
        let Orbits { pairs, bound, largest, group } = orbits;
        let most = meeting.maps.limit();
        let new = || ThreadSums::<R, L> {
            workspace: Workspace::new(MOST_PAIRS),
            unfolded: Vec::new(),
            reordered: Vec::new(),
            sum: R::Sum::default(),
            agrees: true,
            each: Vec::new(),
        };
        let chunks = pairs.iter().enumerate().rev().flat_map(|(k, pairs)| {
            pairs.chunks(if k <= most { L } else { 1 }).map(move |chunk| (k, chunk))
        });
        let work = |side: &mut ThreadSums<R, L>, (k, chunk): (usize, &[Pair])| {
            meeting.thread_pool.backend.enter(Groups { both, side, k, chunk });
            true
        };
        let (sides, whole) = meeting.thread_pool.for_each(new, chunks, work, pause);
        if !whole {
            return Err(Interrupted::Stopped);
        }
        if !sides.iter().all(|side| side.agrees) {
            let what = "the sums of two groups of states that are images of each other";
            return Err(Error::Contradiction { what: what.into() }.into());
        }
        let value = sides.iter().fold(R::Sum::default(), |sum, side| ring.plus(sum, side.sum));
        let mut sum = MeetingSum { value, bound, largest: group, each: Vec::new() };
        if meeting.each {
            sum.largest = largest;
            for (number, own) in sides.into_iter().flat_map(|side| side.each) {
                if own != R::Sum::default() {
                    let orbit = both.orbit(number as usize).expect("the group has a partner");
                    sum.each.extend(distinct(orbit).map(|number| (number as u32, own)));
                }
            }
        }
        Ok(sum)
    }
}

/// The different groups of an orbit.
fn distinct(orbit: [usize; 4]) -> impl Iterator<Item = usize> {
    (0..4).filter(move |&at| !orbit[..at].contains(&orbit[at])).map(move |at| orbit[at])
}

/// The job for one chunk of groups with `k` pairs.
struct Groups<'a, 'p, R: Sums, const L: usize> {
    both: Both<'a, 'p, R>,
    side: &'a mut ThreadSums<R, L>,
    k: usize,
    chunk: &'a [Pair],
}

impl<R: Sums, const L: usize> Job for Groups<'_, '_, R, L> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let Groups { both, side, k, chunk } = self;
        let Both { meeting, ring, .. } = both;
        let mut sums_of = |chunk: &[Pair]| {
            if k <= meeting.maps.limit() {
                return both.several_groups(machine, side, k, chunk);
            }
            let mut sums = Lanes::zero();
            sums.0[0] = both.one_group(machine, side, k, chunk[0]);
            sums
        };
        let sums = sums_of(chunk);
        if let Some(images) = both.images(chunk) {
            let again = sums_of(&images);
            side.agrees &= sums.0.iter().zip(again.0).all(|(&sum, n)| ring.is_same(sum, n));
        }
        side.sum = sums.0.into_iter().fold(side.sum, |sum, n| ring.plus(sum, n));
        if meeting.each {
            side.each.extend(chunk.iter().map(|pair| pair.number).zip(sums.0));
        }
    }
}

impl<R: Sums> Both<'_, '_, R> {
    /// The numbers of the groups in the orbit of this one, which comes first; some may occur twice.
    /// None if the group has no partner.
    fn orbit(self, number: usize) -> Option<[usize; 4]> {
        let plan = self.meeting.plan;
        let [numbers, _] = plan.numbers();
        let d = numbers.degrees(number);
        let partner = plan.interface.partner(d)?;
        let mut orbit = [number; 4];
        if let Some(mirror) = self.mirror {
            orbit[1] = numbers.number(mirror.degrees(d));
        }
        if plan.meets_itself() {
            orbit[2] = numbers.number(partner);
            orbit[3] = self.mirror.map_or(number, |m| numbers.number(m.degrees(partner)));
        }
        Some(orbit)
    }

    /// The images of a chunk's groups, for one chunk in many. Their ends are in another order, and
    /// they must meet in the same numbers.
    fn images(self, chunk: &[Pair]) -> Option<Vec<Pair>> {
        let first = chunk.first()?.number.wrapping_mul(MIXED);
        if first >> (u32::BITS - ONE_IN) != 0 {
            return None;
        }
        let image = |pair: &Pair| {
            let orbit = self.orbit(pair.number as usize)?;
            let other = orbit.into_iter().rev().find(|&other| other != pair.number as usize)?;
            Some(Pair { number: other as u32, ..*pair })
        };
        chunk.iter().map(image).collect()
    }

    /// One representative of each orbit; none if `pause` stopped it.
    fn orbits(self, pause: Pause<'_>) -> Option<Orbits> {
        let Both { meeting: Meeting { plan, within, each, .. }, upper, lower, .. } = self;
        let [numbers, _] = plan.numbers();
        let pair = |number: usize| {
            let d = numbers.degrees(number);
            if within.is_some_and(|within| !within.has(d)) {
                return None;
            }
            let orbit = self.orbit(number)?;
            if orbit.iter().any(|&other| other < number) {
                return None;
            }
            let (one, _) = upper.find(d)?;
            let (other, _) = lower.find(plan.interface.partner(d)?)?;
            let (one, other) = (upper.span(one), lower.span(other));
            // The sum of each group is its own, not that of its orbit.
            let weight = if each { 1 } else { distinct(orbit).count() as u32 };
            let found =
                (d.pairs(), Pair { number: number as u32, weight }, [one.bound, other.bound]);
            (one.len > 0 && other.len > 0).then_some(found)
        };
        let live = self.meeting.live.unpacked();
        let work = |found: &mut Vec<_>, (at, words): (usize, &[u64])| {
            let mut own = Vec::new();
            DegreeSet::each_of(at * WORDS, words, |number| own.extend(pair(number)));
            found.push((at, own));
            true
        };
        let pieces = live.words().chunks(WORDS).enumerate();
        let (found, whole) = self.meeting.thread_pool.for_each(Vec::new, pieces, work, pause);
        let mut found = found.concat();
        // Sorted, so that the floating-point bound does not depend on the threads.
        found.sort_unstable_by_key(|&(at, _)| at);
        let pairs = vec![Vec::new(); plan.upper.slots / 2 + 1];
        let mut orbits = Orbits { pairs, bound: 0.0, largest: 0.0, group: 0.0 };
        for (k, pair, [one, other]) in found.into_iter().flat_map(|(_, own)| own) {
            orbits.pairs[k].push(pair);
            orbits.bound += f64::from(pair.weight) * one * other;
            orbits.largest = orbits.largest.max(one * other);
            orbits.group = orbits.group.max(one).max(other);
        }
        whole.then_some(orbits)
    }

    #[inline(always)]
    fn several_groups<const L: usize>(
        self,
        machine: impl Machine,
        side: &mut ThreadSums<R, L>,
        k: usize,
        chunk: &[Pair],
    ) -> Lanes<R::Sum, L> {
        let ThreadSums { workspace, unfolded, reordered, .. } = side;
        let [x, z] = workspace.cleared(k);
        for (lane, &pair) in chunk.iter().enumerate() {
            let (ranks, numbers) = self.above(machine, pair, unfolded, reordered);
            for (&m, &n) in ranks.iter().zip(numbers) {
                x[m as usize].0[lane] = self.ring.times(n, pair.weight);
            }
            let (ranks, numbers) = self.below(machine, pair, unfolded, reordered);
            for (&m, &n) in ranks.iter().zip(numbers) {
                z[m as usize].0[lane] = n;
            }
        }
        glue(self.ring, self.meeting.maps, k, workspace)
    }

    #[inline(always)]
    fn one_group<const L: usize>(
        self,
        machine: impl Machine,
        side: &mut ThreadSums<R, L>,
        k: usize,
        pair: Pair,
    ) -> R::Sum {
        let ThreadSums { workspace, unfolded, reordered, .. } = side;
        let (ranks, numbers) = self.above(machine, pair, unfolded, reordered);
        let weighted = numbers.iter().map(|&n| self.ring.times(n, pair.weight));
        let x = ranks.iter().copied().zip(weighted).collect();
        let (ranks, numbers) = self.below(machine, pair, unfolded, reordered);
        let z = ranks.iter().copied().zip(numbers.iter().copied()).collect();
        glue_lists(self.ring, self.meeting.maps, k, [x, z], workspace)
    }

    /// The ranks and numbers of the upper group.
    #[inline(always)]
    fn above<'s>(
        self,
        machine: impl Machine,
        pair: Pair,
        unfolded: &'s mut Vec<u32>,
        reordered: &'s mut Vec<u32>,
    ) -> (&'s [u32], &'s [R::Value])
    where
        Self: 's,
    {
        let d = self.upper.numbers.degrees(pair.number as usize);
        let own = (0..2 * d.pairs() as u8).collect();
        ordered(machine, self.meeting.maps, self.upper, d, own, unfolded, reordered)
    }

    /// The ranks and numbers of the lower group, with its ends in the order of the upper group.
    #[inline(always)]
    fn below<'s>(
        self,
        machine: impl Machine,
        pair: Pair,
        unfolded: &'s mut Vec<u32>,
        reordered: &'s mut Vec<u32>,
    ) -> (&'s [u32], &'s [R::Value])
    where
        Self: 's,
    {
        let interface = &self.meeting.plan.interface;
        let d = self.upper.numbers.degrees(pair.number as usize);
        let partner = interface.partner(d).expect("the group has a partner");
        let places = interface.places(d.ends);
        ordered(machine, self.meeting.maps, self.lower, partner, places, unfolded, reordered)
    }
}

/// The ranks and numbers of the group of these degrees, with each end moved to its place.
#[inline(always)]
fn ordered<'s, V: Number>(
    machine: impl Machine,
    maps: &Maps,
    layer: &'s Layer<'_, V>,
    d: Degrees,
    places: Vec<u8>,
    unfolded: &'s mut Vec<u32>,
    reordered: &'s mut Vec<u32>,
) -> (&'s [u32], &'s [V]) {
    let (place, mirrored) = layer.find(d).expect("the layer has the group");
    // The stored group may be the mirror image.
    let places = match layer.mirror().filter(|_| mirrored) {
        None => places,
        Some(mirror) => {
            let through = mirror.places(mirror.set(d.ends));
            through.into_iter().map(|at| places[usize::from(at)]).collect()
        }
    };
    let (ranks, numbers) = layer.states(machine, place, d.pairs(), unfolded);
    Reorder::to(&places).apply(maps, d.pairs(), ranks, reordered);
    (reordered, numbers)
}
