//! The meeting of both halves: the sum over all pairs of states that form one cycle.
//!
//! A group of the upper half meets only the group of the lower half with complementary degrees. If
//! one half is the image of the other, a group and its partner meet twice, and a mirror doubles
//! that. So one meeting of each orbit is computed.
//!
//! Two matchings of the same 2k points, one from each half, form a set of cycles. Let j be the
//! partner of the first point in the lower matching. The two form one cycle if the upper matching
//! does not also pair the first point with j, and if the matchings form one cycle after both points
//! are contracted. So for each j the upper numbers are added by contracted matching, and the same
//! problem remains with one pair less. This takes about k² additions for a matching instead of (2k
//! - 1)!!. Several groups are computed together, see [`Sums::side_by_side`].

use std::cmp::Ordering;

use crate::error::Error;
use crate::simd::{Job, Machine};
use crate::tours::halves::degrees::{DegreeSet, Degrees, Packed, SlotMap};
use crate::tours::halves::matching::{LARGEST, MOST, Maps, PairingOp, Reorder, matchings};
use crate::tours::halves::plan::Plan;
use crate::tours::halves::sweep::{
    Class, Interrupted, Layer, MeetingSum, Number, Pause, SideBySide, Sums, ThreadPool,
};

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
            workspace: Workspace::default(),
            unfolded: Vec::new(),
            reordered: Vec::new(),
            sum: R::Sum::default(),
            agrees: true,
            each: Vec::new(),
        };
        let chunks = pairs.iter().enumerate().rev().flat_map(|(k, pairs)| {
            pairs.chunks(if k <= most { L } else { 1 }).map(move |chunk| (k, chunk))
        });
        let work = |side: &mut ThreadSums<R, L>, (k, chunk): (usize, &[Pair]), pause: Pause<'_>| {
            meeting.thread_pool.backend.enter(Groups { both, side, k, chunk, pause })
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
    pause: Pause<'a>,
}

impl<R: Sums, const L: usize> Job for Groups<'_, '_, R, L> {
    /// False if `pause` stopped it.
    type Output = bool;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> bool {
        let Groups { both, side, k, chunk, pause } = self;
        let Both { meeting, ring, .. } = both;
        let images = both.images(chunk);
        let mut sums = Lanes::zero();
        // A loop, because each call would be compiled into code of its own.
        for (at, chunk) in [Some(chunk), images.as_deref()].into_iter().flatten().enumerate() {
            let own = if k <= meeting.maps.limit() {
                both.several_groups(machine, side, k, chunk)
            } else {
                let Some(sum) = both.one_group(machine, side, k, chunk[0], pause) else {
                    return false;
                };
                let mut one = Lanes::zero();
                one.0[0] = sum;
                one
            };
            match at {
                0 => sums = own,
                _ => side.agrees &= sums.0.iter().zip(own.0).all(|(&sum, n)| ring.is_same(sum, n)),
            }
        }
        side.sum = sums.0.into_iter().fold(side.sum, |sum, n| ring.plus(sum, n));
        if meeting.each {
            side.each.extend(chunk.iter().map(|pair| pair.number).zip(sums.0));
        }
        true
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
        let work = |found: &mut Vec<_>, (at, words): (usize, &[u64]), _: Pause<'_>| {
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

    /// The sum of one group; none if `pause` stopped it.
    #[inline(always)]
    fn one_group<const L: usize>(
        self,
        machine: impl Machine,
        side: &mut ThreadSums<R, L>,
        k: usize,
        pair: Pair,
        pause: Pause<'_>,
    ) -> Option<R::Sum> {
        let ThreadSums { workspace, unfolded, reordered, .. } = side;
        let (ranks, numbers) = self.above(machine, pair, unfolded, reordered);
        let weighted = numbers.iter().map(|&n| self.ring.times(n, pair.weight));
        let x = ranks.iter().copied().zip(weighted).collect();
        let (ranks, numbers) = self.below(machine, pair, unfolded, reordered);
        let z = ranks.iter().copied().zip(numbers.iter().copied()).collect();
        glue_lists(self.ring, self.meeting.maps, k, [x, z], workspace, pause)
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

/// One number of each group; 64 bytes are one cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Lanes<V, const L: usize>(pub [V; L]);

impl<V: Copy + Default, const L: usize> Lanes<V, L> {
    pub fn zero() -> Lanes<V, L> {
        Lanes([V::default(); L])
    }
}

/// The numbers of all matchings of a level.
type Slice<'a, R, const L: usize> = &'a [Lanes<<R as Sums>::Value, L>];

/// The sum of x[m] z[n] over all matchings m and n of this many pairs that form one cycle.
///
/// A stack of levels instead of recursion, so that the compiler inlines this into the processor's
/// code once. The level of k pairs contracts the first point with each other point in turn, and
/// level k - 1 computes the rest.
#[inline(always)]
pub fn glue<R: Sums, const L: usize>(
    ring: R,
    maps: &Maps,
    pairs: usize,
    Workspace { x, z, levels, .. }: &mut Workspace<R::Value, L>,
) -> Lanes<R::Sum, L> {
    match pairs {
        1 => return product(ring, x[0], z[0]),
        2 => return two(ring, x, z),
        3 => return three(ring, maps, x, z),
        _ => {}
    }
    let mut total = Lanes::zero();
    // By pairs: the next partner of the first point, and the first number of z.
    let (mut next, mut first) = ([1; MOST], [0; MOST]);
    let mut k = pairs;
    loop {
        let (j, size) = (next[k], matchings(k - 1));
        if j == 2 * k {
            if k == pairs {
                return total;
            }
            k += 1;
            continue;
        }
        next[k] += 1;
        let start = first[k] + (j - 1) * size;
        let block = &z[start..start + size];
        if is_zero(block) {
            continue;
        }
        let (lower, upper) = levels.split_at_mut(k);
        let (x, mine) = (if k == pairs { &*x } else { &upper[0] }, &mut lower[k - 1]);
        mine.resize(size, Lanes::zero());
        let sources = maps.sources(k, j as u8);
        match k {
            4 => contract::<R, L, 6>(ring, sources, x, mine),
            5 => contract::<R, L, 8>(ring, sources, x, mine),
            6 => contract::<R, L, 10>(ring, sources, x, mine),
            7 => contract::<R, L, 12>(ring, sources, x, mine),
            _ => unreachable!("no table is for more than seven pairs"),
        }
        if k == 4 {
            total = more(ring, total, three(ring, maps, mine, block));
        } else {
            k -= 1;
            (next[k], first[k]) = (1, start);
        }
    }
}

/// Two matchings of four points form one cycle unless they are equal.
#[inline(always)]
fn two<R: Sums, const L: usize>(
    ring: R,
    x: Slice<'_, R, L>,
    z: Slice<'_, R, L>,
) -> Lanes<R::Sum, L> {
    let (mut sums, mut same) = ([x[0], z[0]], product(ring, x[0], z[0]));
    for m in 1..3 {
        sums = [plus(ring, sums[0], x[m]), plus(ring, sums[1], z[m])];
        same = more(ring, same, product(ring, x[m], z[m]));
    }
    less(ring, product(ring, sums[0], sums[1]), same)
}

#[inline(always)]
fn three<R: Sums, const L: usize>(
    ring: R,
    maps: &Maps,
    x: Slice<'_, R, L>,
    z: Slice<'_, R, L>,
) -> Lanes<R::Sum, L> {
    let (mut total, mut mine) = (Lanes::zero(), [Lanes::zero(); 3]);
    for (block, j) in z.chunks_exact(3).zip(1..) {
        if !is_zero(block) {
            contract::<R, L, 4>(ring, maps.sources(3, j), x, &mut mine);
            total = more(ring, total, two(ring, &mine, block));
        }
    }
    total
}

#[inline(always)]
fn is_zero<V: Copy + Default + PartialEq, const L: usize>(lanes: &[Lanes<V, L>]) -> bool {
    for lanes in lanes {
        let mut some = false;
        for &n in &lanes.0 {
            some |= n != V::default();
        }
        if some {
            return false;
        }
    }
    true
}

/// An operation lane by lane, with a loop instead of a closure, which may be compiled for the
/// generic processor.
macro_rules! lanewise {
    ($name:ident, $operation:ident, $input:ident, $output:ident) => {
        #[inline(always)]
        fn $name<R: Sums, const L: usize>(
            ring: R,
            a: Lanes<R::$input, L>,
            b: Lanes<R::$input, L>,
        ) -> Lanes<R::$output, L> {
            let mut result = Lanes::zero();
            for (lane, result) in result.0.iter_mut().enumerate() {
                *result = ring.$operation(a.0[lane], b.0[lane]);
            }
            result
        }
    };
}

lanewise!(product, mul, Value, Sum);
lanewise!(plus, add, Value, Value);
lanewise!(more, plus, Sum, Sum);
lanewise!(less, less, Sum, Sum);

/// Sets each y to the sum of its `COUNT` sources in x.
#[inline(always)]
fn contract<R: Sums, const L: usize, const COUNT: usize>(
    ring: R,
    sources: &[u32],
    x: &[Lanes<R::Value, L>],
    y: &mut [Lanes<R::Value, L>],
) {
    for (y, from) in y.iter_mut().zip(sources.as_chunks::<COUNT>().0) {
        let mut sum = x[from[0] as usize];
        for &m in &from[1..] {
            sum = plus(ring, sum, x[m as usize]);
        }
        *y = sum;
    }
}

#[derive(Debug, Default)]
pub struct Workspace<V, const L: usize> {
    /// The upper and the lower numbers of several groups.
    pub x: Vec<Lanes<V, L>>,
    pub z: Vec<Lanes<V, L>>,
    /// The upper numbers of each lower level, by pairs.
    levels: [Vec<Lanes<V, L>>; MOST],
    /// For lists: the upper numbers of one group, the numbers that are added by rank, and lists
    /// with the first partner split off.
    pub one: Vec<V>,
    added: Vec<V>,
    pub split_first: Vec<(u8, u32, V)>,
}

impl<V: Copy + Default, const L: usize> Workspace<V, L> {
    /// Zeroed arrays for the matchings of this many pairs.
    pub fn cleared(&mut self, pairs: usize) -> [&mut Vec<Lanes<V, L>>; 2] {
        let Workspace { x, z, .. } = self;
        for lanes in [&mut *x, &mut *z] {
            lanes.clear();
            lanes.resize(matchings(pairs), Lanes::zero());
        }
        [x, z]
    }
}

type List<V> = Vec<(u32, V)>;

/// Lists with at most this many pairs of matchings are not converted to arrays.
const FEW: usize = 1 << 14;
/// Equal matchings of a list are united if one in this many matchings is in the list.
const UNITED: usize = 4;

/// Lists to be glued, with z sorted by rank.
struct Lists<V> {
    pairs: usize,
    x: List<V>,
    z: List<V>,
    /// The number of entries of z that are done.
    done: usize,
}

fn is_united<V>(matchings: usize, size: usize) -> bool {
    matchings >= size / UNITED && size * size_of::<V>() <= LARGEST
}

/// The list sorted by rank, with equal matchings united in an array of `size` numbers.
fn united<R: Sums>(
    ring: R,
    list: impl Iterator<Item = (u32, R::Value)>,
    size: usize,
    added: &mut Vec<R::Value>,
) -> List<R::Value> {
    let zero = R::Value::default();
    added.clear();
    added.resize(size, zero);
    list.for_each(|(m, n)| added[m as usize] = ring.add(added[m as usize], n));
    (0..).zip(added.iter().copied()).filter(|&(_, n)| n != zero).collect()
}

/// The partner of the first point, and the rank of the rest.
#[inline(always)]
fn split_first(size: usize, m: u32) -> (u8, u32) {
    ((m / size as u32) as u8 + 1, m % size as u32)
}

impl<V: Number> Lists<V> {
    /// The problem with one pair less, for the next partner j of the first point. Upper matchings
    /// that become equal are united in an array, if they are many.
    #[inline(never)]
    fn next<R: Sums<Value = V>>(
        &mut self,
        ring: R,
        maps: &Maps,
        added: &mut Vec<V>,
    ) -> Option<Lists<V>> {
        let Lists { pairs, ref x, ref z, ref mut done } = *self;
        let size = matchings(pairs - 1);
        let mut blocks =
            z[*done..].chunk_by(|a, b| split_first(size, a.0).0 == split_first(size, b.0).0);
        let block = blocks.next()?;
        *done += block.len();
        let (j, _) = split_first(size, block[0].0);
        let (ranks, mut joined): (Vec<u32>, _) = (x.iter().map(|&(m, _)| m).collect(), Vec::new());
        maps.apply(PairingOp::Contract(0, j), pairs, &ranks, &mut joined);
        let joined = joined.into_iter().zip(x).map(|(m, &(_, n))| (m, n));
        let joined = joined.filter(|&(m, _)| (m as usize) < size);
        let x = match is_united::<V>(x.len(), size) {
            true => united(ring, joined, size, added),
            false => joined.collect(),
        };
        let z = block.iter().map(|&(m, n)| (m % size as u32, n)).collect();
        Some(Lists { pairs: pairs - 1, x, z, done: 0 })
    }
}

/// The sum of [`glue`] for one group of more pairs than there are tables for, given as lists; none
/// if `pause` stopped it.
#[inline(always)]
pub fn glue_lists<R: Sums, const L: usize>(
    ring: R,
    maps: &Maps,
    pairs: usize,
    [x, mut z]: [List<R::Value>; 2],
    workspace: &mut Workspace<R::Value, L>,
    pause: Pause<'_>,
) -> Option<R::Sum> {
    let size = matchings(pairs);
    match is_united::<R::Value>(z.len(), size) {
        true => z = united(ring, z.into_iter(), size, &mut workspace.added),
        false => z.sort_unstable_by_key(|&(m, _)| m),
    }
    let mut total = R::Sum::default();
    let mut left = vec![Lists { pairs, x, z, done: 0 }];
    while let Some(lists) = left.last_mut() {
        if !pause() {
            return None;
        }
        let Lists { pairs, ref x, ref z, .. } = *lists;
        let sum = if pairs == 2 {
            // Two matchings of four points form one cycle unless they are equal.
            let products = x.iter().flat_map(|&(m, a)| {
                z.iter().filter(move |z| z.0 != m).map(move |&(_, b)| ring.mul(a, b))
            });
            products.fold(R::Sum::default(), |sum, product| ring.plus(sum, product))
        } else if pairs == maps.limit() + 1 && x.len() * z.len() > FEW {
            by_partners(ring, maps, pairs, x, z, workspace)
        } else if let Some(less) = lists.next(ring, maps, &mut workspace.added) {
            left.push(less);
            continue;
        } else {
            R::Sum::default()
        };
        left.pop();
        total = ring.plus(total, sum);
    }
    Some(total)
}

/// The sum of [`glue`] for one pair more than there are tables for. The problems of several
/// partners of the first point are computed together.
#[inline(always)]
fn by_partners<R: Sums, const L: usize>(
    ring: R,
    maps: &Maps,
    pairs: usize,
    x: &[(u32, R::Value)],
    z: &[(u32, R::Value)],
    workspace: &mut Workspace<R::Value, L>,
) -> R::Sum {
    let size = matchings(pairs - 1);
    workspace.split_first.clear();
    workspace.split_first.extend(x.iter().map(|&(m, n)| {
        let (a, rest) = split_first(size, m);
        (a, rest, n)
    }));
    let blocks = z.chunk_by(|a, b| split_first(size, a.0).0 == split_first(size, b.0).0);
    let blocks: Vec<_> = blocks.collect();
    let mut total = R::Sum::default();
    for blocks in blocks.chunks(L) {
        workspace.cleared(pairs - 1);
        for (lane, block) in blocks.iter().enumerate() {
            let (j, _) = split_first(size, block[0].0);
            // The partner of j becomes paired with the partner of the first point. If that is j, a
            // cycle closes.
            let table = |a: u8| match a.cmp(&j) {
                Ordering::Less => maps.table(PairingOp::Move(j - 2, a - 1), pairs - 1),
                Ordering::Equal => None,
                Ordering::Greater => maps.table(PairingOp::Move(j - 1, a - 2), pairs - 1),
            };
            let tables: [Option<&[u32]>; 24] = std::array::from_fn(|a| {
                (1..2 * pairs).contains(&a).then(|| table(a as u8)).flatten()
            });
            workspace.one.clear();
            workspace.one.resize(size.next_power_of_two(), R::Value::default());
            let mask = workspace.one.len() - 1;
            for &(a, rest, n) in &workspace.split_first {
                if let Some(table) = tables[usize::from(a)] {
                    let place = &mut workspace.one[table[rest as usize] as usize & mask];
                    *place = ring.add(*place, n);
                }
            }
            workspace.x.iter_mut().zip(&workspace.one).for_each(|(lanes, &n)| lanes.0[lane] = n);
            for &(m, n) in *block {
                workspace.z[split_first(size, m).1 as usize].0[lane] = n;
            }
        }
        let sums = glue(ring, maps, pairs - 1, workspace);
        total = sums.0.into_iter().fold(total, |total, sum| ring.plus(total, sum));
    }
    total
}

#[cfg(test)]
mod tests {
    use super::{Lanes, Maps, PairingOp, Sums, Workspace, glue, glue_lists, matchings};
    use crate::tours::halves::sweep::{Pause, Words};

    /// True if two matchings form one cycle, by contracting the lower pairs in the upper matching.
    fn one_cycle(pairs: usize, m: u32, n: u32) -> bool {
        if pairs == 1 {
            return true;
        }
        let size = matchings(pairs - 1) as u32;
        let joined = PairingOp::Contract(0, (n / size + 1) as u8).apply(pairs, m);
        joined < size && one_cycle(pairs - 1, joined, n % size)
    }

    #[test]
    fn glue_counts_the_pairs_that_form_one_cycle() {
        let maps = Maps::new(5);
        for pairs in 1..=5usize {
            let size = matchings(pairs) as u32;
            let number = |m: u32, salt: u32| u64::from((m * 7 + salt) % 5);
            let mut expected = 0u64;
            let mut cycles = 0;
            for (m, n) in (0..size).flat_map(|m| (0..size).map(move |n| (m, n))) {
                if one_cycle(pairs, m, n) {
                    cycles += 1;
                    expected += number(m, 1) * number(n, 3);
                }
            }
            // There are (2k - 1)!! matchings, and each forms one cycle with 2 · 4 · … · (2k - 2)
            // others.
            let each: u32 = (1..pairs as u32).map(|i| 2 * i).product();
            assert_eq!(cycles, size * each);
            let list = |salt| (0..size).map(|m| (m, number(m, salt))).collect::<Vec<_>>();
            let lanes = |salt| {
                let all = list(salt).into_iter();
                all.map(|(_, n)| Lanes([n; 4])).collect::<Vec<_>>()
            };
            let mut workspace = Workspace::default();
            (workspace.x, workspace.z) = (lanes(1), lanes(3));
            let sums = glue(Words, &maps, pairs, &mut workspace);
            assert_eq!(sums, Lanes([expected; 4]), "{pairs} pairs");
            for few in [2, 3, 4].map(Maps::new).iter().filter(|_| pairs > 1) {
                let mut by_lists = |pause: Pause<'_>| {
                    let lists = [list(1), list(3)];
                    glue_lists(Words, few, pairs, lists, &mut workspace, pause)
                };
                assert_eq!(by_lists(&mut || true), Some(expected), "{pairs} pairs, {few:?}");
                assert_eq!(by_lists(&mut || false), None);
            }
        }
        assert_eq!(Words.mul(3, 5), 15);
    }
}
