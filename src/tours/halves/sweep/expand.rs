//! A layer from the one before, target by target.
//!
//! What a group of the next layer is made of follows from its degrees alone: some groups of
//! this layer, each with an act on matchings. Their numbers are added up in one array with a
//! place for each matching, by tables that tell the new rank of each old one, and what is not
//! zero in the array then is the group. No state is looked for, none is written twice, and a
//! thread writes what belongs to its own targets only.

use std::sync::atomic::AtomicU32;

use super::block::Pool;
use super::crew::{Crew, Pause};
use super::layer::{Layer, Span};
use super::parts::{Parts, Within};
use super::pieces::{Outline, Piece, pieces};
use super::ring::Ring;
use super::turns::Turns;
use super::worker::{Source, Summed, Target, Worker, Workers};
use crate::error::Error;
use crate::simd::{Job, Machine};
use crate::tours::halves::degrees::{Degrees, Numbering, Ranked, Stored};
use crate::tours::halves::matching::{Maps, places};
use crate::tours::halves::plan::Step;

/// Groups before its turn when the states that a group is made of are fetched.
const AHEAD: usize = 3;
/// An array is worth its sweep if so many of its places, one in so many, get something.
const SPARSE: usize = 16;
/// No array has more places: those of eight pairs are 2 million.
const LARGEST: usize = 1 << 22;
/// Lists get longer by doubling: they have so much more room than they need.
const GROWN: f64 = 1.5;

/// What a layer is expanded with.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'a, R: Ring> {
    /// What numbers are counted in.
    pub ring: R,
    /// The step.
    pub step: &'a Step,
    /// Acts as tables.
    pub maps: &'a Maps,
    /// What the layer's mirror makes of matchings, unless it reverses them or there is none.
    pub turns: Option<&'a Turns<'a>>,
    /// Who has blocks.
    pub pool: &'a Pool<R::Value>,
    /// The parts that what is made will be swept in.
    pub parts: &'a Parts,
}

/// True if a group of so many pairs that is given so many states is made in an array, and else in a
/// list, where there are tables for so many pairs.
fn in_array(tables: usize, pairs: usize, given: usize) -> bool {
    let size = places(pairs);
    pairs <= tables || given * SPARSE > size && size <= LARGEST
}

/// The bytes that a thread has for itself to make a group of so many pairs, which is given about so
/// many words, the largest source so many of them; of a half with so many slots.
pub fn own_bytes(slots: usize, pairs: usize, [given, largest]: [f64; 2]) -> f64 {
    const WORD: f64 = 8.0;
    const RANK: f64 = 4.0;
    let size = places(pairs);
    let made = given.min(size as f64) * (RANK + WORD);
    // One that is given more than expected is made in an array, if it may be.
    let room = match in_array(Maps::tables(slots), pairs, size) {
        true => (size + 1).next_power_of_two() as f64 * WORD,
        false => given * 2.0 * WORD * GROWN,
    };
    // As they are stored, as the mirror has them, and afterwards.
    room + made + 3.0 * largest * RANK
}

/// A piece of work.
struct Groups<'a, 'p, R: Ring> {
    expansion: Expansion<'a, R>,
    worker: &'a mut Worker<R::Value>,
    from: &'a Layer<'p, R::Value>,
    index: &'a Ranked,
    numbers: &'a Numbering,
    within: Within<'a>,
    piece: Piece<'a>,
    fresh: &'a AtomicU32,
}

impl<R: Ring> Job for Groups<'_, '_, R> {
    /// False without a block for what was made.
    type Output = bool;

    /// What is stored lies far apart, so that all of it is fetched before it is wanted: the
    /// words of the index, then the spans that they lead to, then the states.
    #[inline(always)]
    fn run(self, machine: impl Machine) -> bool {
        let Groups { expansion, worker, from, index, numbers, within, piece, fresh } = self;
        let (mut targets, mut sources) =
            (std::mem::take(&mut worker.targets), std::mem::take(&mut worker.sources));
        targets.clear();
        sources.clear();
        let mut at = 0;
        for word in piece.words.clone() {
            let mut left = index.bits(word);
            // No closure for the groups: it would be compiled for any processor.
            while left != 0 {
                let number = 64 * word + left.trailing_zeros() as usize;
                left &= left - 1;
                let d = numbers.degrees(number);
                at += 1;
                if piece.is_mixed && !within.has(d) {
                    continue;
                }
                expansion.step.weighed_sources(d, |degrees, act, weight| {
                    let Some(Stored { number, degrees, mirrored }) = from.stored(degrees) else {
                        return;
                    };
                    from.index.prefetch(machine, number);
                    let (at, ends) = (number as u32, degrees.ends);
                    sources.push(Source { at, ends, mirrored, act, weight });
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
            if let Some(made) = expansion.group(machine, worker, from, target.d, own, fresh) {
                piece.spans[target.at as usize] = made.kept();
            }
        }
        (worker.targets, worker.sources) = (targets, sources);
        !worker.full
    }
}

/// What is made at a time.
#[derive(Clone, Copy, Debug)]
pub struct Portion<'a> {
    /// The part of the layers.
    pub within: Within<'a>,
    /// The pieces of the next layer.
    pub outlines: &'a [Outline],
}

/// Why a layer was not finished.
#[derive(Debug)]
pub enum Unfinished {
    /// Somebody asked for the end.
    Stopped,
    /// There was no memory.
    Full,
    /// A layer could not be kept, or read.
    Failed(Error),
}

impl<'a, R: Ring> Expansion<'a, R> {
    /// Makes a part of the next layer from that part of this one. The blocks stay with the
    /// workers, who go on with them in other parts.
    pub fn run(
        self,
        from: &Layer<'_, R::Value>,
        to: &mut Layer<'_, R::Value>,
        Portion { within, outlines }: Portion<'_>,
        workers: &mut Workers<'_, R::Value>,
        crew: Crew,
        pause: Pause<'_>,
    ) -> Result<(), Unfinished> {
        let Layer { index, numbers, spans, .. } = to;
        let (index, numbers) = (&*index, *numbers);
        let fresh = &workers.fresh;
        let work = |worker: &mut Worker<R::Value>, piece: Piece<'_>| {
            crew.backend.enter(Groups {
                expansion: self,
                worker,
                from,
                index,
                numbers,
                within,
                piece,
                fresh,
            })
        };
        let (mut used, whole) = crew.spread(
            || workers.one(self.parts.count()),
            pieces(index, spans, outlines, within.part),
            work,
            pause,
        );
        let full = used.iter().any(|worker| worker.full);
        to.states += used.iter_mut().map(|worker| std::mem::take(&mut worker.states)).sum::<u64>();
        workers.leave(used);
        match (whole, full) {
            (_, true) => Err(Unfinished::Full),
            (false, _) => Err(Unfinished::Stopped),
            (true, _) => Ok(()),
        }
    }

    /// Makes the group of these degrees; none without a block for it.
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
        let (pairs, size) = (d.pairs(), places(d.pairs()));
        let summed = Summed { part: self.parts.part(d), pairs, given, bound };
        if !in_array(self.maps.limit(), pairs, given) {
            worker.few.clear();
            for source in sources {
                self.list(machine, worker, from, source, pairs, size);
            }
            worker.few.sort_unstable_by_key(|&(m, _)| m);
            return worker.store_list(self.pool, |a, b| self.ring.add(a, b), summed, fresh);
        }
        // Cut to so many bits, a rank is always inside; cycles get the place behind.
        let length = (size + 1).next_power_of_two();
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
}
