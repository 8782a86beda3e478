//! Computes a layer from the previous one, target by target.
//!
//! The degrees of a group of the next layer determine its sources: groups of this layer, each with
//! a pairing operation. Their numbers are added in an array with one place for each matching,
//! through tables that map each rank to the new one. The nonzero entries of the array are the
//! group. So no state is searched for or written twice, and each thread writes only the groups of
//! its own targets.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::atomic::AtomicU32;

use super::layer::BlockPool;
use super::layer::{Layer, PackedSpan, Ranks, Span};
use super::partition::{Class, Partition};
use super::ring::Ring;
use super::worker::{Source, Summed, Target, Worker, Workers};
use crate::error::Error;
use crate::simd::{Job, Machine};
use crate::tours::halves::degrees::{Degrees, Numbering, Ranked, Stored};
use crate::tours::halves::machine::{Pause, ThreadPool};
use crate::tours::halves::matching::{
    LARGEST, LISTED, Maps, MirrorMaps, PairingOp, all_ranks, matchings,
};
use crate::tours::halves::plan::{Plan, Step};

/// The states of sources are prefetched this many groups ahead.
const AHEAD: usize = 3;
/// An array is used if at least one in this many of its places is given a number.
const SPARSE: usize = 64;
/// The states of a group without a table that are mapped together.
const MAPPED: usize = 1 << 12;
/// The average ratio of capacity to length of a list that grows by doubling.
const GROWN: f64 = 1.5;
/// A group may be given this many times the predicted numbers.
const MORE: f64 = 2.0;

/// The parameters of a step from one layer to the next.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'a, R: Ring> {
    pub ring: R,
    pub step: &'a Step,
    pub maps: &'a Maps,
    /// The permutations by the layer's mirror; none if it reverses the ends, or if there is no
    /// mirror.
    pub mirror_maps: Option<&'a MirrorMaps<'a>>,
    pub pool: &'a BlockPool<R::Value>,
    pub thread_pool: ThreadPool,
    /// The partition of the next stage; new groups are stored by its classes.
    pub next: &'a Partition,
}

/// True if a group of this many pairs, which is given `given` states, is made in an array rather
/// than in a list. `tables` is the largest number of pairs with tables; a number has `bytes`.
fn in_array(tables: usize, pairs: usize, given: usize, bytes: usize) -> bool {
    pairs <= tables || given * SPARSE > matchings(pairs) && length(pairs) * bytes <= LARGEST
}

/// The places of an array for this many pairs: a power of two, so a masked rank is in bounds.
/// Closed cycles are added to the place after the last matching.
fn length(pairs: usize) -> usize {
    (matchings(pairs) + 1).next_power_of_two()
}

/// The working memory of a thread, in bytes, for making a group from `given` numbers of `bytes`
/// each, of which `largest` come from one source. `slots` is the number of slots of the half.
pub fn worker_bytes(slots: usize, pairs: usize, [given, largest]: [f64; 2], bytes: usize) -> f64 {
    const RANK: usize = 4;
    let made = given.min(matchings(pairs) as f64) * (RANK + bytes) as f64;
    let room = match in_array(Maps::tables(slots), pairs, (given * MORE) as usize, bytes) {
        true => (length(pairs) * bytes) as f64,
        false => given * (RANK + bytes).next_multiple_of(RANK.max(bytes)) as f64 * GROWN,
    };
    // The ranks as stored, after the mirror, and after the operation.
    room + made + 3.0 * largest * RANK as f64
}

struct Groups<'a, 'p, R: Ring> {
    expansion: Expansion<'a, R>,
    worker: &'a mut Worker<R::Value>,
    from: &'a Layer<'p, R::Value>,
    index: &'a Ranked,
    numbers: &'a Numbering,
    within: Class<'a>,
    piece: Piece<'a>,
    fresh: &'a AtomicU32,
    pause: Pause<'a>,
}

impl<R: Ring> Job for Groups<'_, '_, R> {
    /// False if no block was available.
    type Output = bool;

    /// The data of sources are scattered, so they are prefetched in three stages: words of the
    /// index, spans, states.
    #[inline(always)]
    fn run(self, machine: impl Machine) -> bool {
        let Groups { expansion, worker, from, index, numbers, within, piece, fresh, pause } = self;
        let (mut targets, mut sources) =
            (std::mem::take(&mut worker.targets), std::mem::take(&mut worker.sources));
        targets.clear();
        sources.clear();
        let mut at = 0;
        for word in piece.words.clone() {
            let mut left = index.bits(word);
            // A loop instead of a closure, which would be compiled for the generic processor.
            while left != 0 {
                let number = 64 * word + left.trailing_zeros() as usize;
                left &= left - 1;
                let d = numbers.degrees(number);
                at += 1;
                if piece.is_mixed && !within.has(d) {
                    continue;
                }
                expansion.step.weighted_sources(d, |degrees, op, weight| {
                    let Some(Stored { number, degrees, mirrored }) = from.stored(degrees) else {
                        return;
                    };
                    from.index.prefetch(machine, number);
                    let (at, ends) = (number as u32, degrees.ends);
                    sources.push(Source { at, ends, mirrored, op, weight });
                });
                let end = sources.len() as u32;
                targets.push(Target { d, at: at - 1, end });
            }
        }
        let (mut first, mut kept) = (0, 0);
        for Target { end, .. } in &mut targets {
            for at in first..*end as usize {
                if let Some(place) = from.index.place(sources[at].at as usize) {
                    machine.prefetch(&from.spans, place);
                    sources[kept] = Source { at: place as u32, ..sources[at] };
                    kept += 1;
                }
            }
            (first, *end) = (*end as usize, kept as u32);
        }
        first = 0;
        let mut fetched = 0;
        for (at, target) in targets.iter().enumerate() {
            let ahead = targets[(at + AHEAD).min(targets.len() - 1)].end as usize;
            for source in &sources[fetched..ahead] {
                from.prefetch(machine, source.at as usize);
            }
            fetched = ahead;
            let own = &sources[first..target.end as usize];
            first = target.end as usize;
            if target.d.pairs() > expansion.maps.limit() && !pause() {
                break;
            }
            // Without a block the numbers stay in the worker's array, which is then useless.
            let Some(made) = expansion.group(machine, worker, from, target.d, own, fresh) else {
                break;
            };
            piece.spans[target.at as usize] = made.packed();
        }
        (worker.targets, worker.sources) = (targets, sources);
        !worker.full
    }
}

/// Why a sweep or a count has no result.
#[derive(Debug)]
pub enum Interrupted {
    /// The caller stopped it.
    Stopped,
    /// No memory was left for the layer after this one, which has `states` states.
    OutOfMemory { layer: usize, states: u64 },
    /// A layer could not be saved or loaded, or the result contradicts a bound or a symmetry.
    Failed(Error),
}

impl From<Error> for Interrupted {
    fn from(error: Error) -> Interrupted {
        Interrupted::Failed(error)
    }
}

impl Interrupted {
    /// No memory was left outside of any layer.
    pub const FULL: Interrupted = Interrupted::OutOfMemory { layer: 0, states: 0 };

    /// The same reason, with the layer where memory ran out.
    pub fn at(self, layer: usize, states: u64) -> Interrupted {
        match self {
            Interrupted::OutOfMemory { .. } => Interrupted::OutOfMemory { layer, states },
            other => other,
        }
    }

    /// The error for the question `what`; none if the caller stopped the count.
    pub fn error(self, plan: &Plan, what: String, limit: u64) -> Option<Error> {
        match self {
            Interrupted::Stopped => None,
            Interrupted::Failed(error) => Some(error),
            Interrupted::OutOfMemory { layer, states: classes } => {
                Some(Error::OutOfMemory { what, layer, layers: plan.layers(), classes, limit })
            }
        }
    }
}

impl<'a, R: Ring> Expansion<'a, R> {
    /// Makes a part of the next layer from the same part of this one. `outlines` are the pieces of
    /// the next layer. The workers keep the blocks and continue to fill them in the next parts.
    pub fn run(
        self,
        from: &Layer<'_, R::Value>,
        to: &mut Layer<'_, R::Value>,
        within: Class<'_>,
        outlines: &[Outline],
        workers: &mut Workers<'_, R::Value>,
        pause: Pause<'_>,
    ) -> Result<(), Interrupted> {
        let Layer { index, numbers, spans, .. } = to;
        let (index, numbers) = (&*index, *numbers);
        let fresh = &workers.fresh;
        let work = |worker: &mut Worker<R::Value>, piece: Piece<'_>, pause: Pause<'_>| {
            self.thread_pool.backend.enter(Groups {
                expansion: self,
                worker,
                from,
                index,
                numbers,
                within,
                piece,
                fresh,
                pause,
            })
        };
        let (mut used, whole) = self.thread_pool.for_each(
            || workers.acquire(self.next.count()),
            pieces(index, spans, outlines, within.number),
            work,
            pause,
        );
        let full = used.iter().any(|worker| worker.full);
        to.states += used.iter_mut().map(|worker| std::mem::take(&mut worker.states)).sum::<u64>();
        workers.release(used);
        match (whole, full) {
            (_, true) => Err(Interrupted::FULL),
            (false, _) => Err(Interrupted::Stopped),
            (true, _) => Ok(()),
        }
    }

    /// Makes the group of these degrees; none if no block was available.
    #[inline(always)]
    fn group(
        self,
        machine: impl Machine,
        worker: &mut Worker<R::Value>,
        from: &Layer<'_, R::Value>,
        d: Degrees,
        sources: &[Source],
        fresh: &AtomicU32,
    ) -> Option<Span> {
        let (mut given, mut bound) = (0, 0.0);
        for source in sources {
            let span = from.span(source.at as usize);
            given += span.len as usize;
            bound += span.bound;
        }
        let (pairs, size) = (d.pairs(), matchings(d.pairs()));
        let summed = Summed { part: self.next.class(d), pairs, given, bound };
        if !in_array(self.maps.limit(), pairs, given, size_of::<R::Value>()) {
            worker.list.clear();
            for source in sources {
                self.list(machine, worker, from, source, pairs, size);
            }
            return worker.store_list(
                machine,
                self.pool,
                |a, b| self.ring.add(a, b),
                summed,
                fresh,
            );
        }
        let length = length(pairs);
        if worker.array.len() < length {
            worker.array.resize(length, R::Value::default());
        }
        let mut array = std::mem::take(&mut worker.array);
        for source in sources {
            self.add(machine, worker, from, source, pairs, &mut array[..length]);
        }
        array[size] = R::Value::default();
        let span = worker.store(machine, self.pool, &mut array[..size], summed, fresh);
        worker.array = array;
        span
    }

    #[inline(always)]
    fn add(
        self,
        machine: impl Machine,
        worker: &mut Worker<R::Value>,
        from: &Layer<'_, R::Value>,
        source: &Source,
        pairs: usize,
        array: &mut [R::Value],
    ) {
        let before = source.op.pairs_before(pairs);
        let by = self.ring.factor(source.weight);
        let (ranks, numbers) = from.group(source.at as usize, before);
        let has_table = before <= self.maps.limit();
        if matches!(ranks, Ranks::All) && has_table && !source.needs_mirror(before) {
            match self.maps.table(source.op, before) {
                None => add_all(self.ring, numbers, by, array),
                Some(table) => scatter(self.ring, table.iter().copied(), numbers, by, array),
            }
            return;
        }
        let ranks = ranks.listed(machine, &mut worker.unfolded);
        if !has_table {
            let ranks = ranks.unwrap_or_else(|| all_ranks(numbers.len()));
            for (ranks, numbers) in ranks.chunks(MAPPED).zip(numbers.chunks(MAPPED)) {
                let (some, buffer) = (Some(ranks), &mut worker.reordered);
                let ranks = self.mirrored_ranks(buffer, source, before, some, ranks.len());
                worker.mapped.clear();
                self.maps.apply(source.op, before, ranks, &mut worker.mapped);
                scatter(self.ring, worker.mapped.iter().copied(), numbers, by, array);
            }
            return;
        }
        let ranks =
            self.mirrored_ranks(&mut worker.reordered, source, before, ranks, numbers.len());
        if source.op == PairingOp::Same {
            scatter(self.ring, ranks.iter().copied(), numbers, by, array);
        } else if let Some(table) = self.maps.table(source.op, before) {
            let inside = table.len() - 1;
            let places = ranks.iter().map(|&m| table[m as usize & inside]);
            scatter(self.ring, places, numbers, by, array);
        }
    }

    /// Appends the numbers of a source to the list, except for closed cycles.
    #[inline(never)]
    fn list(
        self,
        machine: impl Machine,
        worker: &mut Worker<R::Value>,
        from: &Layer<'_, R::Value>,
        source: &Source,
        pairs: usize,
        size: usize,
    ) {
        let before = source.op.pairs_before(pairs);
        let by = self.ring.factor(source.weight);
        let (ranks, numbers) = from.group(source.at as usize, before);
        let ranks = ranks.listed(machine, &mut worker.unfolded);
        let ranks =
            self.mirrored_ranks(&mut worker.reordered, source, before, ranks, numbers.len());
        worker.mapped.clear();
        self.maps.apply(source.op, before, ranks, &mut worker.mapped);
        let numbers = numbers.iter().map(|&n| self.ring.weighed(n, by));
        let given = worker.mapped.iter().copied().zip(numbers);
        worker.list.extend(given.filter(|&(m, _)| (m as usize) < size));
    }

    /// The ranks of a source, or of all its matchings if `ranks` is none. They are mirrored if the
    /// stored group is the mirror image.
    #[inline(always)]
    fn mirrored_ranks<'t>(
        self,
        buffer: &'t mut Vec<u32>,
        source: &Source,
        pairs: usize,
        ranks: Option<&'t [u32]>,
        count: usize,
    ) -> &'t [u32]
    where
        'a: 't,
    {
        let listed = || ranks.unwrap_or_else(|| all_ranks(count));
        if !source.needs_mirror(pairs) {
            return listed();
        }
        match self.mirror_maps {
            // Maps the stored image to the source.
            Some(mirror_maps) => {
                let reorder = mirror_maps.from(self.maps, source.ends);
                match reorder.table().filter(|_| ranks.is_none()) {
                    Some(table) => return &table[..count],
                    None => reorder.apply(self.maps, pairs, listed(), buffer),
                }
            }
            None if pairs <= self.maps.limit() => {
                let table = self.maps.reversal(pairs);
                let Some(ranks) = ranks else { return &table[..count] };
                let inside = table.len() - 1;
                buffer.clear();
                buffer.extend(ranks.iter().map(|&m| table[m as usize & inside]));
            }
            None => {
                buffer.clear();
                buffer.extend(listed().iter().map(|&m| self.maps.reversed(pairs, m)));
            }
        }
        buffer
    }
}

/// Adds the numbers of all ranks; inlined into code for the processor.
#[inline(always)]
fn add_all<R: Ring>(ring: R, numbers: &[R::Value], by: R::Factor, array: &mut [R::Value]) {
    for (place, &n) in array.iter_mut().zip(numbers) {
        *place = ring.add(*place, ring.weighed(n, by));
    }
}

/// Adds each number to its place. The length of the array is a power of two.
#[inline(always)]
fn scatter<R: Ring>(
    ring: R,
    places: impl Iterator<Item = u32>,
    numbers: &[R::Value],
    by: R::Factor,
    array: &mut [R::Value],
) {
    match R::WIDE {
        true => scatter_inline(ring, places, numbers, by, array),
        false => scatter_apart(ring, places, numbers, by, array),
    }
}

#[inline(always)]
fn scatter_inline<R: Ring>(
    ring: R,
    places: impl Iterator<Item = u32>,
    numbers: &[R::Value],
    by: R::Factor,
    array: &mut [R::Value],
) {
    let mask = array.len() - 1;
    for (m, &n) in places.zip(numbers) {
        let place = &mut array[m as usize & mask];
        *place = ring.add(*place, ring.weighed(n, by));
    }
}

/// A separate function, so that the loop keeps its variables in registers.
#[inline(never)]
fn scatter_apart<R: Ring>(
    ring: R,
    places: impl Iterator<Item = u32>,
    numbers: &[R::Value],
    by: R::Factor,
    array: &mut [R::Value],
) {
    scatter_inline(ring, places, numbers, by, array);
}

/// The approximate number of groups of a piece.
const GROUPS: usize = 256;

/// A range of words of the index with their spans.
pub struct Piece<'a> {
    pub words: Range<usize>,
    pub spans: &'a mut [PackedSpan],
    /// True if the piece has groups of other parts.
    pub is_mixed: bool,
}

/// A piece without its spans.
#[derive(Debug)]
pub struct Outline {
    words: Range<usize>,
    /// The set of parts of its groups, one bit for each.
    parts: u64,
    /// The most pairs of its groups, if there are several parts.
    pairs: usize,
}

/// The pieces of a layer; none if `pause` stopped it.
pub fn outlines<V>(
    layer: &Layer<'_, V>,
    partition: &Partition,
    thread_pool: ThreadPool,
    pause: Pause<'_>,
) -> Option<Vec<Outline>> {
    let (index, numbers) = (&layer.index, layer.numbers);
    let mut outlines = Vec::new();
    let mut first = 0;
    while first < index.words() {
        let end = index.word_after(index.before(first) + GROUPS).max(first + 1);
        outlines.push(Outline { words: first..end, parts: 1, pairs: 0 });
        first = end;
    }
    if partition.count() == 1 {
        return Some(outlines);
    }
    let fill = |Outline { words, parts, pairs }: &mut Outline| {
        *parts = 0;
        for word in words.clone() {
            let mut left = index.bits(word);
            while left != 0 {
                let d = numbers.degrees(64 * word + left.trailing_zeros() as usize);
                *parts |= 1 << partition.class(d);
                *pairs = d.pairs().max(*pairs);
                left &= left - 1;
            }
        }
    };
    let work = |_: &mut (), some: &mut [Outline], _: Pause<'_>| {
        some.iter_mut().for_each(fill);
        true
    };
    thread_pool.for_each(|| (), outlines.chunks_mut(GROUPS), work, pause).1.then_some(outlines)
}

/// The pieces that have groups of this part. Those with the largest groups come first, so that no
/// thread is left with one at the end.
pub fn pieces<'a>(
    index: &'a Ranked,
    mut spans: &'a mut [PackedSpan],
    outlines: &'a [Outline],
    part: usize,
) -> impl Iterator<Item = Piece<'a>> + Send {
    let own = outlines.iter().filter_map(|outline| {
        let words = outline.words.clone();
        let groups = index.before(words.end) - index.before(words.start);
        let (own, rest) = std::mem::take(&mut spans).split_at_mut(groups);
        spans = rest;
        let is_mixed = outline.parts != 1 << part;
        let has_some = outline.parts >> part & 1 != 0;
        has_some.then_some((outline.pairs, Piece { words, spans: own, is_mixed }))
    });
    let mut own: Vec<_> = own.collect();
    own.sort_by_key(|&(pairs, _)| Reverse(pairs.max(LISTED)));
    own.into_iter().map(|(_, piece)| piece)
}
