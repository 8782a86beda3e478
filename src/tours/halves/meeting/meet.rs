//! `Meeting`: combines the last layer of the upper half with the layer of the lower half.
//!
//! A group of the upper half meets only the group of the lower half with complementary degrees. If
//! one half is the image of the other, a group and its partner meet twice, and a mirror doubles
//! that. So one meeting of each orbit is computed.

use super::glue::{Lanes, Workspace, glue, glue_lists};
use crate::simd::{Job, Machine};
use crate::tours::halves::degrees::{DegreeSet, Degrees, Packed, SlotMap};
use crate::tours::halves::matching::{Maps, Reorder};
use crate::tours::halves::plan::Plan;
use crate::tours::halves::sweep::{
    Class, Layer, Number, Pause, SideBySide, Sums, ThreadPool, Words,
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
}

#[derive(Clone, Copy, Debug)]
pub struct MeetingSum<V> {
    pub value: V,
    /// An upper bound of the tours: the number of 2-factors, that is of subgraphs in which every
    /// vertex has two edges.
    pub bound: f64,
    /// An upper bound of the sum of any group's numbers.
    pub largest: f64,
    /// False if groups that are images of each other met in different numbers.
    pub agrees: bool,
}

/// The tours by the degrees where the halves meet.
#[derive(Debug)]
pub struct ByDegrees {
    /// The number of the upper half's degrees, ascending, with the tours modulo 2^64.
    pub tours: Vec<(u32, u64)>,
    /// An upper bound of the tours of any degrees.
    pub largest: f64,
}

/// The representative of an orbit of groups.
#[derive(Clone, Copy, Debug)]
struct Pair {
    number: u32,
    /// The number of meetings in the orbit.
    weight: u32,
}

#[derive(Clone, Copy)]
struct Symmetry<'a> {
    /// The mirror, if both layers have it.
    mirror: Option<&'a SlotMap>,
    /// True if the partner of a group is in the same layer.
    has_flip: bool,
}

/// The buffers and sums of a thread.
struct ThreadSums<R: Sums, const L: usize> {
    workspace: Workspace<R::Value, L>,
    scratch: Scratch,
    sum: R::Sum,
    agrees: bool,
    /// The sum of each group, by its number, if requested.
    each: Option<Vec<(u32, R::Sum)>>,
}

/// The ranks of a group, as listed and reordered.
#[derive(Default)]
struct Scratch {
    unfolded: Vec<u32>,
    reordered: Vec<u32>,
}

/// One representative of each orbit of groups that meet.
struct Orbits {
    pairs: Vec<Vec<Pair>>,
    /// Upper bounds of the sum of all meetings, and of any single one.
    bound: f64,
    largest: f64,
    /// An upper bound of the sum of a group's numbers.
    group: f64,
}

/// The job that sums all meetings.
struct Sum<'a, 'p, R: Sums> {
    meeting: Meeting<'a>,
    ring: R,
    pairs: &'a [Vec<Pair>],
    upper: &'a Layer<'p, R::Value>,
    lower: &'a Layer<'p, R::Value>,
    pause: Pause<'a>,
}

impl<R: Sums> SideBySide for Sum<'_, '_, R> {
    type Output = Option<(R::Sum, bool)>;

    fn run<const L: usize>(self) -> Option<(R::Sum, bool)> {
        let Sum { meeting, ring, pairs, upper, lower, pause } = self;
        let sides: Vec<ThreadSums<R, L>> =
            meeting.sums_of(ring, pairs, upper, lower, false, pause)?;
        let sum = sides.iter().fold(R::Sum::default(), |sum, side| ring.plus(sum, side.sum));
        Some((sum, sides.iter().all(|side| side.agrees)))
    }
}

/// The job for one chunk of groups.
struct Groups<'a, 'p, R: Sums, const L: usize> {
    meeting: Meeting<'a>,
    ring: R,
    side: &'a mut ThreadSums<R, L>,
    k: usize,
    chunk: &'a [Pair],
    upper: &'a Layer<'p, R::Value>,
    lower: &'a Layer<'p, R::Value>,
}

impl<R: Sums, const L: usize> Job for Groups<'_, '_, R, L> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let Groups { meeting, ring, side, k, chunk, upper, lower } = self;
        let mut sums_of = |chunk: &[Pair]| {
            if k <= meeting.maps.limit() {
                return meeting.several_groups(machine, ring, side, k, chunk, [upper, lower]);
            }
            let mut sums = Lanes::zero();
            sums.0[0] = meeting.one_group(machine, ring, side, chunk[0], [upper, lower]);
            sums
        };
        let sums = sums_of(chunk);
        if let Some(images) = meeting.images(chunk, meeting.symmetry(upper, lower)) {
            let again = sums_of(&images);
            side.agrees &= sums.0.iter().zip(again.0).all(|(&sum, n)| ring.is_same(sum, n));
        }
        side.sum = sums.0.into_iter().fold(side.sum, |sum, n| ring.plus(sum, n));
        if let Some(each) = &mut side.each {
            each.extend(chunk.iter().map(|pair| pair.number).zip(sums.0));
        }
    }
}

impl Meeting<'_> {
    /// The sum over all groups; none if `pause` stopped it.
    pub fn run<R: Sums>(
        self,
        ring: R,
        upper: &Layer<'_, R::Value>,
        lower: &Layer<'_, R::Value>,
        pause: Pause<'_>,
    ) -> Option<MeetingSum<R::Sum>> {
        let Orbits { pairs, bound, group, .. } = self.orbits(upper, lower, pause)?;
        let sum = Sum { meeting: self, ring, pairs: &pairs, upper, lower, pause };
        let (value, agrees) = R::side_by_side(sum)?;
        Some(MeetingSum { value, bound, largest: group, agrees })
    }

    /// The tours of each group of the upper half; none if `pause` stopped it.
    pub fn by_degrees(
        self,
        upper: &Layer<'_, u64>,
        lower: &Layer<'_, u64>,
        pause: Pause<'_>,
    ) -> Option<ByDegrees> {
        let Orbits { mut pairs, largest, .. } = self.orbits(upper, lower, pause)?;
        pairs.iter_mut().flatten().for_each(|pair| pair.weight = 1);
        let sides: Vec<ThreadSums<_, 8>> =
            self.sums_of(Words, &pairs, upper, lower, true, pause)?;
        let symmetry = self.symmetry(upper, lower);
        let mut tours = Vec::new();
        for (number, own) in sides.into_iter().filter_map(|side| side.each).flatten() {
            if own > 0 {
                let orbit = self.orbit(number as usize, symmetry).expect("the group has a partner");
                let is_new = |&at: &usize| !orbit[..at].contains(&orbit[at]);
                tours.extend((0..4).filter(is_new).map(|at| (orbit[at] as u32, own)));
            }
        }
        tours.sort_unstable_by_key(|&(number, _)| number);
        Some(ByDegrees { tours, largest })
    }

    /// Computes the meetings of these groups; none if `pause` stopped it.
    fn sums_of<R: Sums, const L: usize>(
        self,
        ring: R,
        pairs: &[Vec<Pair>],
        upper: &Layer<'_, R::Value>,
        lower: &Layer<'_, R::Value>,
        each: bool,
        pause: Pause<'_>,
    ) -> Option<Vec<ThreadSums<R, L>>> {
        let most = self.maps.limit();
        let new = || ThreadSums {
            workspace: Workspace::new(MOST_PAIRS),
            scratch: Scratch::default(),
            sum: R::Sum::default(),
            agrees: true,
            each: each.then(Vec::new),
        };
        let chunks = pairs.iter().enumerate().rev().flat_map(|(k, pairs)| {
            pairs.chunks(if k <= most { L } else { 1 }).map(move |chunk| (k, chunk))
        });
        let work = |side: &mut ThreadSums<R, L>, (k, chunk): (usize, &[Pair])| {
            self.thread_pool.backend.enter(Groups {
                meeting: self,
                ring,
                side,
                k,
                chunk,
                upper,
                lower,
            });
            true
        };
        let (sides, whole) = self.thread_pool.for_each(new, chunks, work, pause);
        whole.then_some(sides)
    }

    /// The symmetries of the meeting of these layers.
    fn symmetry<'l, V>(self, upper: &'l Layer<'_, V>, lower: &Layer<'_, V>) -> Symmetry<'l> {
        let both = upper.mirror().zip(lower.mirror());
        let both = both.filter(|(a, b)| self.plan.interface.keeps_mirror(a, b));
        let (mirror, has_flip) = (both.map(|(mirror, _)| mirror), self.plan.meets_itself());
        Symmetry { mirror, has_flip }
    }

    /// The numbers of the groups in the orbit of this one, which comes first; some may occur twice.
    /// None if the group has no partner.
    fn orbit(self, number: usize, symmetry: Symmetry<'_>) -> Option<[usize; 4]> {
        let Symmetry { mirror, has_flip } = symmetry;
        let [numbers, _] = self.plan.numbers();
        let d = numbers.degrees(number);
        let partner = self.plan.interface.partner(d)?;
        let mut orbit = [number; 4];
        if let Some(mirror) = mirror {
            orbit[1] = numbers.number(mirror.degrees(d));
        }
        if has_flip {
            orbit[2] = numbers.number(partner);
            orbit[3] = mirror.map_or(number, |m| numbers.number(m.degrees(partner)));
        }
        Some(orbit)
    }

    /// The images of a chunk's groups, for one chunk in many. Their ends are in another order, and
    /// they must meet in the same numbers.
    fn images(self, chunk: &[Pair], symmetry: Symmetry<'_>) -> Option<Vec<Pair>> {
        let first = chunk.first()?.number.wrapping_mul(MIXED);
        if first >> (u32::BITS - ONE_IN) != 0 {
            return None;
        }
        let image = |pair: &Pair| {
            let orbit = self.orbit(pair.number as usize, symmetry)?;
            let other = orbit.into_iter().rev().find(|&other| other != pair.number as usize)?;
            Some(Pair { number: other as u32, ..*pair })
        };
        chunk.iter().map(image).collect()
    }

    /// One representative of each orbit; none if `pause` stopped it.
    fn orbits<V: Sync>(
        self,
        upper: &Layer<'_, V>,
        lower: &Layer<'_, V>,
        pause: Pause<'_>,
    ) -> Option<Orbits> {
        let plan = self.plan;
        let [numbers, _] = plan.numbers();
        let symmetry = self.symmetry(upper, lower);
        let pair = |number: usize| {
            let d = numbers.degrees(number);
            if self.within.is_some_and(|within| !within.has(d)) {
                return None;
            }
            let orbit = self.orbit(number, symmetry)?;
            if orbit.iter().any(|&other| other < number) {
                return None;
            }
            let partner = plan.interface.partner(d)?;
            let (one, _) = upper.find(d)?;
            let (other, _) = lower.find(partner)?;
            let (one, other) = (upper.span(one), lower.span(other));
            let is_new = |&at: &usize| !orbit[..at].contains(&orbit[at]);
            let weight = (0..4).filter(is_new).count() as u32;
            let bounds = [one.bound, other.bound];
            let found = (d.pairs(), Pair { number: number as u32, weight }, bounds);
            (one.len > 0 && other.len > 0).then_some(found)
        };
        let live = self.live.unpacked();
        let work = |found: &mut Vec<_>, (at, words): (usize, &[u64])| {
            let mut own = Vec::new();
            DegreeSet::each_of(at * WORDS, words, |number| own.extend(pair(number)));
            found.push((at, own));
            true
        };
        let pieces = live.words().chunks(WORDS).enumerate();
        let (found, whole) = self.thread_pool.for_each(Vec::new, pieces, work, pause);
        let mut found = found.concat();
        // Sorted, so that the floating-point bound does not depend on the threads.
        found.sort_unstable_by_key(|&(at, _)| at);
        let mut pairs = vec![Vec::new(); plan.upper.slots / 2 + 1];
        let (mut bound, mut largest, mut group) = (0.0, 0.0_f64, 0.0_f64);
        for (k, pair, [one, other]) in found.into_iter().flat_map(|(_, own)| own) {
            pairs[k].push(pair);
            bound += f64::from(pair.weight) * one * other;
            largest = largest.max(one * other);
            group = group.max(one).max(other);
        }
        whole.then_some(Orbits { pairs, bound, largest, group })
    }

    #[inline(always)]
    fn several_groups<R: Sums, const L: usize>(
        self,
        machine: impl Machine,
        ring: R,
        side: &mut ThreadSums<R, L>,
        k: usize,
        chunk: &[Pair],
        [upper, lower]: [&Layer<'_, R::Value>; 2],
    ) -> Lanes<R::Sum, L> {
        let ThreadSums { workspace, scratch, .. } = side;
        let [x, z] = workspace.cleared(k);
        for (lane, &pair) in chunk.iter().enumerate() {
            let (ranks, numbers) = self.upper(machine, pair, upper, scratch);
            for (&m, &n) in ranks.iter().zip(numbers) {
                x[m as usize].0[lane] = ring.times(n, pair.weight);
            }
            let (ranks, numbers) = self.lower(machine, pair, lower, scratch);
            for (&m, &n) in ranks.iter().zip(numbers) {
                z[m as usize].0[lane] = n;
            }
        }
        glue(ring, self.maps, k, workspace)
    }

    #[inline(always)]
    fn one_group<R: Sums, const L: usize>(
        self,
        machine: impl Machine,
        ring: R,
        side: &mut ThreadSums<R, L>,
        pair: Pair,
        [upper, lower]: [&Layer<'_, R::Value>; 2],
    ) -> R::Sum {
        let scratch = &mut side.scratch;
        let (ranks, numbers) = self.upper(machine, pair, upper, scratch);
        let weighted = numbers.iter().map(|&n| ring.times(n, pair.weight));
        let x = ranks.iter().copied().zip(weighted).collect();
        let (ranks, numbers) = self.lower(machine, pair, lower, scratch);
        let z = ranks.iter().copied().zip(numbers.iter().copied()).collect();
        let pairs = upper.numbers.degrees(pair.number as usize).pairs();
        glue_lists(ring, self.maps, pairs, [x, z], &mut side.workspace)
    }

    /// The ranks and numbers of the upper group.
    #[inline(always)]
    fn upper<'s, V: Number>(
        self,
        machine: impl Machine,
        pair: Pair,
        upper: &'s Layer<'_, V>,
        scratch: &'s mut Scratch,
    ) -> (&'s [u32], &'s [V]) {
        let d = upper.numbers.degrees(pair.number as usize);
        let own = (0..2 * d.pairs() as u8).collect();
        self.ordered(machine, upper, d, own, scratch)
    }

    /// The ranks and numbers of the lower group, with its ends in the order of the upper group.
    #[inline(always)]
    fn lower<'s, V: Number>(
        self,
        machine: impl Machine,
        pair: Pair,
        lower: &'s Layer<'_, V>,
        scratch: &'s mut Scratch,
    ) -> (&'s [u32], &'s [V]) {
        let d = self.plan.numbers()[0].degrees(pair.number as usize);
        let partner = self.plan.interface.partner(d).expect("the group has a partner");
        self.ordered(machine, lower, partner, self.plan.interface.places(d.ends), scratch)
    }

    /// The ranks and numbers of the group of these degrees, with each end moved to its place.
    #[inline(always)]
    fn ordered<'s, V: Number>(
        self,
        machine: impl Machine,
        layer: &'s Layer<'_, V>,
        d: Degrees,
        places: Vec<u8>,
        scratch: &'s mut Scratch,
    ) -> (&'s [u32], &'s [V]) {
        let Scratch { unfolded, reordered } = scratch;
        let (place, mirrored) = layer.find(d).expect("the layer has the group");
        let reorder = Reorder::to(&stored(layer.mirror(), d, mirrored, places));
        let (ranks, numbers) = layer.states(machine, place, d.pairs(), unfolded);
        reorder.apply(self.maps, d.pairs(), ranks, reordered);
        (reordered, numbers)
    }
}

/// The places of the ends of the stored group, which may be the mirror image.
fn stored(mirror: Option<&SlotMap>, d: Degrees, mirrored: bool, places: Vec<u8>) -> Vec<u8> {
    match mirror.filter(|_| mirrored) {
        None => places,
        Some(mirror) => {
            let through = mirror.places(mirror.set(d.ends));
            through.into_iter().map(|at| places[usize::from(at)]).collect()
        }
    }
}
