//! `Meeting`: the last layer of the upper half meets that of the lower one.
//!
//! A group of the upper half meets the group of the lower half that has complementary
//! degrees, and no other. Where one half is the image of the other, a group and its partner
//! meet twice, and a mirror doubles that: one meeting of each orbit is worked out.

use super::glue::{Lanes, Room, glue};
use super::lists::glue_lists;
use crate::simd::{Job, Machine};
use crate::tours::halves::degrees::{DegreeSet, Degrees, Packed, SlotMap};
use crate::tours::halves::matching::{Maps, Reorder};
use crate::tours::halves::plan::Plan;
use crate::tours::halves::sweep::{Crew, Layer, Number, Pause, SideBySide, Sums, Within, Words};

/// Pairs that a group has at most, and more.
const MOST_PAIRS: usize = 16;
/// One chunk of groups of two to this power is looked at again, drawn by a number that is mixed by
/// this one.
const ONE_IN: u32 = 10;
const MIXED: u32 = 0x9E37_79B1;
/// Words of a set that a thread takes at a time.
const WORDS: usize = 1 << 12;

/// Two halves that are swept and are to meet.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<'a> {
    /// How they meet.
    pub plan: &'a Plan,
    /// The degrees of the upper half that are to meet.
    pub live: &'a Packed,
    /// Acts as tables.
    pub maps: &'a Maps,
    /// The threads.
    pub crew: Crew,
    /// The part of them that is there, if not all are.
    pub within: Option<Within<'a>>,
}

/// What the meeting came to.
#[derive(Clone, Copy, Debug)]
pub struct Met<V> {
    /// The number of tours, in the ring.
    pub value: V,
    /// At least the number of tours: of all ways to give each vertex two edges, in however
    /// many cycles.
    pub bound: f64,
    /// At least the sum of the numbers of any group.
    pub largest: f64,
    /// False if groups that symmetries take to each other met in different numbers.
    pub agrees: bool,
}

/// The tours by the degrees where the halves meet.
#[derive(Debug)]
pub struct ByDegrees {
    /// The number of the upper half's degrees, ascending, and the tours modulo 2^64.
    pub tours: Vec<(u32, u64)>,
    /// At least the tours of any of them.
    pub largest: f64,
}

/// The groups of an orbit, by one of them.
#[derive(Clone, Copy, Debug)]
struct Pair {
    number: u32,
    /// How many meetings it stands for.
    weight: u32,
}

/// What takes groups that meet to others that do.
#[derive(Clone, Copy)]
struct Symmetry<'a> {
    /// The mirror that both layers keep, if there is one.
    mirror: Option<&'a SlotMap>,
    /// True if a group's partner is one of the same layer.
    has_flip: bool,
}

/// Groups of a thread side by side.
struct Side<R: Sums, const L: usize> {
    room: Room<R::Value, L>,
    scratch: Scratch,
    sum: R::Sum,
    agrees: bool,
    /// The sum of each group, by its number, if they are wanted.
    each: Option<Vec<(u32, R::Sum)>>,
}

/// Ranks of a group, as they come and in another order.
#[derive(Default)]
struct Scratch {
    unfolded: Vec<u32>,
    turned: Vec<u32>,
}

/// One of each orbit of groups that meet.
struct Orbits {
    /// By their pairs.
    pairs: Vec<Vec<Pair>>,
    /// What all meetings come to at most, and any of them.
    bound: f64,
    largest: f64,
    /// What the numbers of a group come to at most.
    group: f64,
}

/// The sum of all meetings.
struct Sum<'a, 'p, R: Sums> {
    meeting: Meeting<'a>,
    ring: R,
    pairs: &'a [Vec<Pair>],
    layers: (&'a Layer<'p, R::Value>, &'a Layer<'p, R::Value>),
    pause: Pause<'a>,
}

impl<R: Sums> SideBySide for Sum<'_, '_, R> {
    type Output = Option<(R::Sum, bool)>;

    fn run<const L: usize>(self) -> Option<(R::Sum, bool)> {
        let Sum { meeting, ring, pairs, layers, pause } = self;
        let sides: Vec<Side<R, L>> = meeting.met(ring, pairs, layers, false, pause)?;
        let sum = sides.iter().fold(R::Sum::default(), |sum, side| ring.plus(sum, side.sum));
        Some((sum, sides.iter().all(|side| side.agrees)))
    }
}

/// A piece of work.
struct Groups<'a, 'p, R: Sums, const L: usize> {
    meeting: Meeting<'a>,
    ring: R,
    side: &'a mut Side<R, L>,
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
        let mut met = |chunk: &[Pair]| {
            if k <= meeting.maps.limit() {
                return meeting.side_by_side(machine, ring, side, k, chunk, [upper, lower]);
            }
            let mut sums = Lanes::zero();
            sums.0[0] = meeting.alone(machine, ring, side, chunk[0], [upper, lower]);
            sums
        };
        let sums = met(chunk);
        if let Some(images) = meeting.images(chunk, meeting.symmetry(upper, lower)) {
            let again = met(&images);
            side.agrees &= sums.0.iter().zip(again.0).all(|(&sum, n)| ring.is_same(sum, n));
        }
        side.sum = sums.0.into_iter().fold(side.sum, |sum, n| ring.plus(sum, n));
        if let Some(each) = &mut side.each {
            each.extend(chunk.iter().map(|pair| pair.number).zip(sums.0));
        }
    }
}

impl Meeting<'_> {
    /// Counts; none if it was ended before its time.
    pub fn run<R: Sums>(
        self,
        ring: R,
        upper: &Layer<'_, R::Value>,
        lower: &Layer<'_, R::Value>,
        pause: Pause<'_>,
    ) -> Option<Met<R::Sum>> {
        let Orbits { pairs, bound, group, .. } = self.orbits(upper, lower, pause)?;
        let layers = (upper, lower);
        let sum = Sum { meeting: self, ring, pairs: &pairs, layers, pause };
        let (value, agrees) = R::side_by_side(sum)?;
        Some(Met { value, bound, largest: group, agrees })
    }

    /// Counts the tours of each group of the upper half; none if it was ended before its time.
    pub fn by_degrees(
        self,
        upper: &Layer<'_, u64>,
        lower: &Layer<'_, u64>,
        pause: Pause<'_>,
    ) -> Option<ByDegrees> {
        let Orbits { mut pairs, largest, .. } = self.orbits(upper, lower, pause)?;
        pairs.iter_mut().flatten().for_each(|pair| pair.weight = 1);
        let sides: Vec<Side<_, 8>> = self.met(Words, &pairs, (upper, lower), true, pause)?;
        let symmetry = self.symmetry(upper, lower);
        let mut tours = Vec::new();
        for (number, own) in sides.into_iter().filter_map(|side| side.each).flatten() {
            if own > 0 {
                let orbit = self.orbit(number as usize, symmetry).expect("it is one of a pair");
                let is_new = |&at: &usize| !orbit[..at].contains(&orbit[at]);
                tours.extend((0..4).filter(is_new).map(|at| (orbit[at] as u32, own)));
            }
        }
        tours.sort_unstable_by_key(|&(number, _)| number);
        Some(ByDegrees { tours, largest })
    }

    /// Works out the meetings of these groups.
    fn met<R: Sums, const L: usize>(
        self,
        ring: R,
        pairs: &[Vec<Pair>],
        (upper, lower): (&Layer<'_, R::Value>, &Layer<'_, R::Value>),
        each: bool,
        pause: Pause<'_>,
    ) -> Option<Vec<Side<R, L>>> {
        let most = self.maps.limit();
        let new = || Side {
            room: Room::new(MOST_PAIRS),
            scratch: Scratch::default(),
            sum: R::Sum::default(),
            agrees: true,
            each: each.then(Vec::new),
        };
        let chunks = pairs.iter().enumerate().rev().flat_map(|(k, pairs)| {
            pairs.chunks(if k <= most { L } else { 1 }).map(move |chunk| (k, chunk))
        });
        let work = |side: &mut Side<R, L>, (k, chunk): (usize, &[Pair])| {
            self.crew.backend.enter(Groups { meeting: self, ring, side, k, chunk, upper, lower });
            true
        };
        let (sides, whole) = self.crew.spread(new, chunks, work, pause);
        whole.then_some(sides)
    }

    /// What takes groups that meet to others that do.
    fn symmetry<'l, V>(self, upper: &'l Layer<'_, V>, lower: &Layer<'_, V>) -> Symmetry<'l> {
        let both = upper.mirror().zip(lower.mirror());
        let both = both.filter(|(a, b)| self.plan.joint.keeps_mirror(a, b));
        let (mirror, has_flip) = (both.map(|(mirror, _)| mirror), self.plan.meets_itself());
        Symmetry { mirror, has_flip }
    }

    /// The numbers of the groups that meet as this one does, some of them twice, this one first;
    /// none if nothing meets it.
    fn orbit(self, number: usize, symmetry: Symmetry<'_>) -> Option<[usize; 4]> {
        let Symmetry { mirror, has_flip } = symmetry;
        let [numbers, _] = self.plan.numbers();
        let d = numbers.degrees(number);
        let partner = self.plan.joint.partner(d)?;
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

    /// Of a chunk in many what symmetries take its groups to: these have their ends in another
    /// order, and must meet in the same numbers.
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

    /// One of each orbit of groups that meet; none if it was ended before its time.
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
            let partner = plan.joint.partner(d)?;
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
        let (found, whole) = self.crew.spread(Vec::new, pieces, work, pause);
        let mut found = found.concat();
        // In order, so that any number of threads finds the same bound to the last digit.
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
    fn side_by_side<R: Sums, const L: usize>(
        self,
        machine: impl Machine,
        ring: R,
        side: &mut Side<R, L>,
        k: usize,
        chunk: &[Pair],
        [upper, lower]: [&Layer<'_, R::Value>; 2],
    ) -> Lanes<R::Sum, L> {
        let Side { room, scratch, .. } = side;
        let [x, z] = room.cleared(k);
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
        glue(ring, self.maps, k, room)
    }

    #[inline(always)]
    fn alone<R: Sums, const L: usize>(
        self,
        machine: impl Machine,
        ring: R,
        side: &mut Side<R, L>,
        pair: Pair,
        [upper, lower]: [&Layer<'_, R::Value>; 2],
    ) -> R::Sum {
        let scratch = &mut side.scratch;
        let (ranks, numbers) = self.upper(machine, pair, upper, scratch);
        let weighed = numbers.iter().map(|&n| ring.times(n, pair.weight));
        let x = ranks.iter().copied().zip(weighed).collect();
        let (ranks, numbers) = self.lower(machine, pair, lower, scratch);
        let z = ranks.iter().copied().zip(numbers.iter().copied()).collect();
        let pairs = upper.numbers.degrees(pair.number as usize).pairs();
        glue_lists(ring, self.maps, pairs, [x, z], &mut side.room)
    }

    /// The states of the upper group: ranks and numbers.
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

    /// The states of the lower group, their ends in the order of the upper one's.
    #[inline(always)]
    fn lower<'s, V: Number>(
        self,
        machine: impl Machine,
        pair: Pair,
        lower: &'s Layer<'_, V>,
        scratch: &'s mut Scratch,
    ) -> (&'s [u32], &'s [V]) {
        let d = self.plan.numbers()[0].degrees(pair.number as usize);
        let partner = self.plan.joint.partner(d).expect("it has one");
        self.ordered(machine, lower, partner, self.plan.joint.places(d.ends), scratch)
    }

    /// The states of the group of these degrees, each end at the place that is named for it.
    #[inline(always)]
    fn ordered<'s, V: Number>(
        self,
        machine: impl Machine,
        layer: &'s Layer<'_, V>,
        d: Degrees,
        places: Vec<u8>,
        scratch: &'s mut Scratch,
    ) -> (&'s [u32], &'s [V]) {
        let Scratch { unfolded, turned } = scratch;
        let (place, mirrored) = layer.find(d).expect("it was found before");
        let reorder = Reorder::to(&stored(layer.mirror(), d, mirrored, places));
        let (ranks, numbers) = layer.states(machine, place, d.pairs(), unfolded);
        reorder.all(self.maps, d.pairs(), ranks, turned);
        (turned, numbers)
    }
}

/// Where the ends of a group go as it is stored: through the mirror first, if its image is
/// what is there.
fn stored(mirror: Option<&SlotMap>, d: Degrees, mirrored: bool, places: Vec<u8>) -> Vec<u8> {
    match mirror.filter(|_| mirrored) {
        None => places,
        Some(mirror) => {
            let through = mirror.places(mirror.set(d.ends));
            through.into_iter().map(|at| places[usize::from(at)]).collect()
        }
    }
}
