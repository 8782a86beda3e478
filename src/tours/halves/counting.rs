//! `Counting`: a number by as many sweeps as it takes, each as its schedule cuts it.
//!
//! Sweeps count modulo a word and primes, or modulo primes alone, as many as the bound of the
//! number asks for. What they come to is held against that bound.

use super::forecast::{Numbers, Outlook};
use super::matching::{Maps, Turns};
use super::meeting::{ByDegrees, Met};
use super::plan::Plan;
use super::schedule::{Part, Problem};
use super::sweep::{
    HalfSweep, Keeper, Live, Measure, Measured, Modulo, Narrow, Pool, Rested, Ring, Sums,
    Unfinished, Way, Words, combined, combined_residues, primes,
};
pub use super::tree::{Ended, Only};
use super::tree::{Gather, Products, Tree};
use crate::count::Count;
use crate::error::Error;
use crate::method::LayerReport;

/// What sums of floating-point numbers are off by at most: they are of positive numbers, and
/// fewer than 2^40 of them go into one.
const ROUNDING: f64 = 1.0 + 1e-3;
/// Bits of the bound that is known otherwise from which on sums are measured: where it is lower,
/// a word holds what all ways to meet come to.
const MEASURED: u64 = 100;
/// The largest sum of numbers of a group, four times which a word holds.
const EXACT: f64 = (1u64 << 61) as f64;
/// Primes that are left out where a number is counted once more.
pub const OTHERS: usize = 16;
/// The part of the room that what is made of a layer may take before it is put down.
const PUT_DOWN: f64 = 0.25;

/// What is counted and with what.
pub struct Counting<'a> {
    /// Both halves, the threads, what states are counted in and the room for them.
    pub problem: Problem<'a>,
    /// The degrees that live.
    pub live: &'a Live,
    /// What is expected of these.
    pub outlook: &'a Outlook,
    /// Acts as tables.
    pub maps: &'a Maps,
    /// Bits that the count cannot pass, known otherwise.
    pub bits: u64,
    /// States of a part of a layer for each thread, about.
    pub part_states: u64,
    /// Who keeps layers of it.
    pub keeper: Option<Keeper<'a>>,
    /// The slice that is counted, if it is not the whole.
    pub only: Option<Only<'a>>,
}

/// What is said where there was no memory for the layer after this one.
pub fn no_room(at: &LayerReport, what: String, limit: u64) -> Error {
    let LayerReport { layer, layers, states: classes, .. } = *at;
    Error::OutOfMemory { what, layer, layers, classes, limit }
}

/// Hears how far it is; false ends it.
pub type Hear<'a> = &'a mut dyn FnMut(&LayerReport) -> bool;

/// What cycles come to, their number for example, and the states of each layer that went into it.
pub type Counted<T = Count> = Result<(T, Vec<u64>), Ended>;

impl Counting<'_> {
    /// The number of cycles through all vertices, and the states of each layer.
    pub fn count(&self, hear: Hear<'_>) -> Counted {
        let mut profile = Vec::new();
        let word = match self.problem.numbers {
            Numbers::Words => Some(self.words(&mut profile, hear)?),
            _ => None,
        };
        let counted = self.by_residues(word, 0, profile, hear)?;
        // Who is killed at the end of a sweep leaves a layer that nobody goes on from.
        self.keeper.map_or(Ok(()), |keeper| keeper.clear()).map_err(Ended::Failed)?;
        Ok(counted)
    }

    /// The same number by other moduli: primes alone, and none that [`Counting::count`] takes
    /// where it takes no more than so many; residues of 7 bits are too few for that.
    pub fn recount(&self, hear: Hear<'_>) -> Counted {
        let numbers = match self.problem.numbers {
            Numbers::Words => Numbers::Residues,
            Numbers::Narrow => Numbers::Short,
            other => other,
        };
        let problem = Problem { numbers, ..self.problem };
        Counting { problem, ..*self }.by_residues(None, OTHERS, Vec::new(), hear)
    }

    /// The number by residues that are not those of the primes for which they are taken.
    #[cfg(test)]
    pub fn by_wrong_moduli(&self, hear: Hear<'_>) -> Counted {
        self.by(15, |prime| Narrow::<u16>::new(prime / 2 | 1), None, 0, Vec::new(), hear)
    }

    /// What is left of the number modulo the prime of this place among those of its bits.
    pub fn residue(&self, at: usize, hear: Hear<'_>) -> Counted<u32> {
        let numbers = self.problem.numbers;
        let prime = primes(numbers.width()).nth(at).expect("it was looked at");
        match numbers {
            Numbers::Short => self.modulo(at, prime, Narrow::<u16>::new(prime), hear),
            Numbers::Narrow => self.modulo(at, prime, Narrow::<u8>::new(prime), hear),
            _ => self.modulo(at, prime, Modulo::new(prime), hear),
        }
    }

    fn modulo<R: Ring<Sum = u32>>(
        &self,
        at: usize,
        prime: u32,
        ring: R,
        hear: Hear<'_>,
    ) -> Counted<u32> {
        let (pool, mut profile) = (Pool::new(self.problem.room as u64), Vec::new());
        let met = self.swept((at, ring, ring), &pool, &mut profile, hear)?;
        Ok((met.value % prime, profile))
    }

    /// The number modulo 2^64, and at least the number.
    fn words(&self, profile: &mut Vec<u64>, hear: Hear<'_>) -> Result<(u64, f64), Ended> {
        let pool = Pool::new(self.problem.room as u64);
        if self.bits < MEASURED {
            let Met { value, bound, .. } = self.swept((0, Words, Words), &pool, profile, hear)?;
            return Ok((value, bound));
        }
        let Met { value, bound, largest, .. } =
            self.swept((0, Words, Measured), &pool, profile, hear)?;
        let Measure { word, about } = value;
        // What was rounded off is a part of all ways to meet.
        let closer = about + bound * (ROUNDING - 1.0);
        Ok((word, if largest < EXACT { bound.min(closer) } else { bound }))
    }

    fn by_residues(
        &self,
        word: Option<(u64, f64)>,
        skip: usize,
        profile: Vec<u64>,
        hear: Hear<'_>,
    ) -> Counted {
        match self.problem.numbers {
            Numbers::Short => self.by(15, Narrow::<u16>::new, word, skip, profile, hear),
            Numbers::Narrow => self.by(7, Narrow::<u8>::new, word, skip, profile, hear),
            _ => self.by(31, Modulo::new, word, skip, profile, hear),
        }
    }

    /// The number modulo as many primes of so many bits as its bound asks for, besides a word of it
    /// and its bound if these are known. Moduli tell more than the number: most of what wrong
    /// residues come to passes the bound.
    fn by<R: Ring<Sum = u32>>(
        &self,
        bits: u32,
        ring: impl Fn(u32) -> R,
        word: Option<(u64, f64)>,
        skip: usize,
        mut profile: Vec<u64>,
        hear: Hear<'_>,
    ) -> Counted {
        let mut residues = Vec::new();
        let (mut told, first) = word.map_or((0.0, 0), |_| (64.0, 1));
        let mut most = word.map_or(f64::INFINITY, |(_, bound)| self.bits_of(bound));
        // One for all: what a sweep leaves behind in pieces would not serve the next.
        let pool = Pool::new(self.problem.room as u64);
        let mut primes = primes(bits).skip(skip);
        while told < most {
            let Some(prime) = primes.next() else {
                let what = format!(
                    "a number of {most:.0} bits, for which primes of {bits} bits are too few"
                );
                return Err(Ended::Failed(Error::Contradiction { what }));
            };
            let number = first + residues.len();
            let ring = ring(prime);
            let met = self.swept((number, ring, ring), &pool, &mut profile, hear)?;
            most = most.min(self.bits_of(met.bound));
            residues.push((met.value % prime, prime));
            told += f64::from(prime).log2() - 1e-9;
        }
        let number = match word {
            Some((word, _)) => combined(word, &residues),
            None => combined_residues(&residues),
        };
        if number.bits() as f64 <= most + 1.0 {
            return Ok((number, profile));
        }
        // Nobody is to go on from what is kept, a part of which is wrong.
        self.keeper.map_or(Ok(()), |keeper| keeper.forget()).map_err(Ended::Failed)?;
        let bits = most.ceil();
        let what = format!("{number} by its residues, and at most 2^{bits} by its bound");
        Err(Ended::Failed(Error::Contradiction { what }))
    }

    /// The bits that a count has at most, by the bound that a sweep found; one that overflowed, no
    /// number perhaps, says nothing.
    fn bits_of(&self, bound: f64) -> f64 {
        (bound * ROUNDING).log2().min(self.bits as f64).max(0.0)
    }

    /// The cycles through all vertices by the degrees where the halves meet.
    pub fn by_degrees(&self, hear: Hear<'_>) -> Result<ByDegrees, Ended> {
        let pool = Pool::new(self.problem.room as u64);
        let mut all = ByDegrees { tours: Vec::new(), largest: 0.0 };
        self.swept_into(Words, &pool, [None; 2], &mut all, &mut Vec::new(), hear)?;
        all.tours.sort_unstable_by_key(|&(number, _)| number);
        Ok(all)
    }

    /// The sweep of this number, of both halves or of one for both, and what they come to, in a
    /// ring of the same numbers; unless it is known what it came to.
    pub(super) fn swept<R: Ring, M: Sums<Value = R::Value>>(
        &self,
        (number, ring, meeting_ring): (usize, R, M),
        pool: &Pool<R::Value>,
        profile: &mut Vec<u64>,
        hear: Hear<'_>,
    ) -> Result<Met<M::Sum>, Ended> {
        let shared = self.only.and_then(|only| only.keeper);
        let [keeper, shared] = [self.keeper, shared]
            .map(|keeper| keeper.map(|keeper| keeper.sweep(number, ring.modulus())));
        let known = keeper.map_or(Ok(None), |keeper| keeper.known::<M::Sum>());
        if let Some((value, [bound, largest], states)) = known.map_err(Ended::Failed)? {
            *profile = states;
            return Ok(Met { value, bound, largest, agrees: true });
        }
        let mut all = Products::of(meeting_ring);
        self.swept_into(ring, pool, [keeper, shared], &mut all, profile, hear)?;
        let met = all.sound().map_err(Ended::Failed)?;
        if let Some(keeper) = keeper {
            let known = (met.value, [met.bound, met.largest], profile.clone());
            keeper.end(&known).map_err(Ended::Failed)?;
        }
        Ok(met)
    }

    fn swept_into<R: Ring>(
        &self,
        ring: R,
        pool: &Pool<R::Value>,
        keepers: [Option<Keeper<'_>>; 2],
        sums: &mut impl Gather<R::Value>,
        profile: &mut Vec<u64>,
        hear: Hear<'_>,
    ) -> Result<(), Ended> {
        let Plan { upper, lower, joint, .. } = self.problem.plan;
        let put_down = (self.problem.room * PUT_DOWN) as u64;
        let [keeper, shared] = keepers.map(|keeper| {
            keeper
                .map(|keeper| if self.problem.spills { keeper.spilling(put_down) } else { keeper })
        });
        let mut cuts = Vec::new();
        if let Some(keeper) = keeper
            && let Some((states, next)) = sums.resume(&keeper).map_err(Ended::Failed)?
        {
            // With less memory or disk a slice may begin from another layer than before.
            let begins = |only: Only<'_>| next.first().is_some_and(|at| at.layer == only.cut.layer);
            if self.only.is_none_or(begins) {
                (*profile, cuts) = (states, next);
                cuts.reverse();
            } else {
                *sums = sums.none();
            }
        }
        let turns = Turns::of(upper.mirrored(), upper.slots);
        let sweep = HalfSweep {
            plan: upper,
            maps: self.maps,
            crew: self.problem.crew,
            part_states: self.part_states,
        };
        let way = Way {
            sweep,
            half: 0,
            ring,
            pool,
            turns: &turns,
            rested: &Rested::default(),
            keep: (lower.is_none() && joint.layer < upper.last()).then_some(joint.layer),
            joint: (sums.in_parts() && self.problem.plan.meets_itself()).then_some(joint),
        };
        let layers = upper.last() + lower.as_ref().map_or(0, |half| half.last()) + 1;
        let report = LayerReport {
            layers,
            numbers: R::NAME,
            bytes_each: 4 + size_of::<R::Value>(),
            ..LayerReport::default()
        };
        let mut first =
            way.first(&self.live.upper).map_err(|(unfinished, ..)| match unfinished {
                Unfinished::Full => Ended::Memory(report),
                Unfinished::Failed(error) => Ended::Failed(error),
                Unfinished::Stopped => Ended::Stopped,
            })?;
        let Counting { problem, maps, part_states, .. } = *self;
        let (trust, under, path) = (1.0, 0, Vec::new());
        let mut tree = Tree {
            problem,
            maps,
            part_states,
            way,
            keeper,
            sums,
            profile,
            hear,
            report,
            trust,
            under,
            path,
            cuts,
        };
        let whole = Part::whole(self.live, self.outlook);
        match self.only {
            Some(only) => tree.only(whole, &mut first, Only { keeper: shared, ..only }),
            None => tree.part(whole, &mut first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Counting, Ended, LayerReport, Numbers, OTHERS, Part, Pool, Problem, Sums, Words, primes,
    };
    use crate::checkpoint::DirStore;
    use crate::engine::Shelf;
    use crate::error::Error;
    use crate::tours::Kind;
    use crate::tours::halves::samples::{Sample, counted};
    use crate::tours::halves::sweep::{Keeper, PART_STATES};

    /// Boards of every kind: with flips and mirrors and without, even and not, and of two halves.
    const BOARDS: [(&str, Kind); 9] = [
        ("6x8", Kind::Closed),
        ("5x8", Kind::Closed),
        ("6x9", Kind::Closed),
        ("4x8", Kind::Open),
        ("5x6", Kind::Open),
        ("6x6", Kind::Open),
        ("5x5", Kind::Open),
        ("cylinder:6x6", Kind::Closed),
        ("torus:4x6", Kind::Closed),
    ];

    #[test]
    fn numbers_of_every_width_come_to_the_same() {
        for (board, kind) in BOARDS {
            let sample = Sample::new(board, kind);
            let by = |numbers, threads, part_states| {
                let problem = sample.problem(numbers, threads);
                counted(&Counting { problem, part_states, ..sample.counting() })
            };
            let whole = by(Numbers::Words, 1, PART_STATES);
            for threads in [1, 3] {
                assert_eq!(by(Numbers::Words, threads, 1), whole, "{board}");
            }
            for numbers in [Numbers::Residues, Numbers::Short, Numbers::Narrow] {
                assert_eq!(by(numbers, 2, 1).0, whole.0, "{board}, {numbers:?}");
                assert_eq!(by(numbers, 2, PART_STATES).0, whole.0, "{board}, {numbers:?}");
            }
        }
    }

    /// Of what does not fit parts are swept, and parts of these, which add up to the whole, in memory
    /// and put down elsewhere.
    #[test]
    fn parts_add_up_to_the_whole() {
        let (mut cut, mut refused) = (0, 0);
        for (board, kind) in BOARDS {
            let sample = Sample::new(board, kind);
            let whole = counted(&sample.counting());
            let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
            let store = DirStore::open(folder.path(), board).unwrap();
            let within = |room: f64, keeper: Option<Keeper<'_>>| {
                let spills = keeper.is_some();
                let problem = Problem { room, spills, ..sample.problem(Numbers::Residues, 2) };
                Counting { problem, keeper, ..sample.counting() }.count(&mut |_| true)
            };
            let problem = sample.problem(Numbers::Residues, 2);
            let (live, outlook) = (&sample.live, &sample.outlook);
            let needed = problem.needed(Part::whole(live, outlook));
            for part in [0.9, 0.6, 0.4] {
                let keeper = Keeper::new(&store, [(part * 10.0) as u64]);
                for keeper in [None, Some(keeper)] {
                    match within(needed * part, keeper) {
                        Ok((count, profile)) => {
                            assert_eq!(count.to_string(), whole.0, "{board} in {part}");
                            let states = profile.iter().sum::<u64>();
                            cut += usize::from(states > whole.1.iter().sum::<u64>());
                        }
                        Err(Ended::Memory(_)) => refused += 1,
                        Err(ended) => panic!("{board} in {part}: {ended:?}"),
                    }
                }
            }
        }
        assert!(cut > 9 && refused < 40, "{cut} were cut, {refused} refused");
    }

    /// Whoever is stopped anywhere goes on from there, and makes the states that the whole makes.
    #[test]
    fn parts_that_are_kept_are_not_swept_again() {
        for (board, kind, tours) in
            [("6x8", Kind::Closed, "55488142"), ("6x6", Kind::Open, "3318960")]
        {
            let sample = Sample::new(board, kind);
            let shelf = Shelf::default();
            let keeper = Some(Keeper::new(&shelf, []));
            let room = if board == "6x8" { 600_000.0 } else { 300_000.0 };
            let problem = Problem { room, ..sample.problem(Numbers::Residues, 1) };
            let whole = counted(&Counting { problem, ..sample.counting() });
            assert_eq!(whole.0, tours);
            let mut tries = 0;
            let found = loop {
                let mut left = 40 * (1 + tries);
                let mut hear = |_: &LayerReport| {
                    left -= 1;
                    left > 0
                };
                tries += 1;
                match (Counting { problem, keeper, ..sample.counting() }).count(&mut hear) {
                    Ok(found) => break found,
                    Err(Ended::Stopped) => assert!(tries < 5000, "it comes to no end"),
                    Err(ended) => panic!("{board}: {ended:?}"),
                }
            };
            assert_eq!((found.0.to_string(), found.1), whole, "{board} in {tries} tries");
            assert!(tries > 2, "{tries}");
        }
    }

    /// Products that depend on which number comes first.
    #[derive(Clone, Copy)]
    struct Crooked;

    impl Sums for Crooked {
        type Value = u64;
        type Sum = u64;
        fn add(self, a: u64, b: u64) -> u64 {
            Words.add(a, b)
        }
        fn mul(self, a: u64, b: u64) -> u64 {
            Words.plus(Words.mul(a, b), a)
        }
        fn plus(self, a: u64, b: u64) -> u64 {
            Words.plus(a, b)
        }
        fn less(self, a: u64, b: u64) -> u64 {
            Words.less(a, b)
        }
    }

    /// Some groups meet once more with their ends in another order.
    #[test]
    fn a_meeting_that_is_wrong_is_told() {
        let sample = Sample::new("7x8", Kind::Closed);
        let (counting, pool) = (sample.counting(), Pool::new(1 << 32));
        let told = counting.swept((0, Words, Crooked), &pool, &mut Vec::new(), &mut |_| true);
        assert!(matches!(told, Err(Ended::Failed(Error::Contradiction { .. }))), "{told:?}");
        let right = counting.swept((0, Words, Words), &pool, &mut Vec::new(), &mut |_| true);
        assert_eq!(right.unwrap().value, 34_524_432_316);
    }

    #[test]
    fn bounds_of_parts_add_up() {
        for (board, kind) in [("6x8", Kind::Closed), ("4x8", Kind::Open), ("5x6", Kind::Open)] {
            let sample = Sample::new(board, kind);
            let met = |part_states| {
                let counting = Counting { part_states, ..sample.counting() };
                let (pool, with) = (Pool::new(1 << 32), (0, Words, Words));
                counting.swept(with, &pool, &mut Vec::new(), &mut |_| true).unwrap()
            };
            let (whole, parts) = (met(PART_STATES), met(1));
            assert!((parts.bound / whole.bound - 1.0).abs() < 1e-9, "{board}");
            assert_eq!(parts.largest, whole.largest, "{board}");
        }
    }

    /// What is measured is closer than all ways to meet, and never below the number.
    #[test]
    fn measured_sums_bound_the_count() {
        for (board, kind, tours) in [
            ("6x8", Kind::Closed, 55_488_142.0),
            ("5x6", Kind::Closed, 8.0),
            ("6x6", Kind::Open, 3_318_960.0),
            ("cylinder:5x6", Kind::Closed, 92_708_416.0),
        ] {
            let sample = Sample::new(board, kind);
            let bound = |bits| {
                let counting = Counting { bits, ..sample.counting() };
                counting.words(&mut Vec::new(), &mut |_| true).unwrap()
            };
            let ((word, all), (same, measured)) = (bound(64), bound(200));
            assert!(word == same && word as f64 == tours, "{board}: {word}");
            let more = (measured - tours) / all;
            assert!(1.0 / 1100.0 < more && more < 1.0 / 900.0, "{board}: {measured}");
            assert!(2.0 * measured < all, "{board}: {measured} of {all}");
        }
        // Where a group may have more than a word holds all ways to meet are what bounds the count.
        let sample = Sample::new("3x120", Kind::Closed);
        let bound = |bits| {
            let counting = Counting { bits, ..sample.counting() };
            counting.words(&mut Vec::new(), &mut |_| true).unwrap().1
        };
        assert_eq!(bound(64), bound(200));
    }

    #[test]
    fn a_recount_is_by_primes_that_no_count_takes() {
        let sample = Sample::new("5x6", Kind::Closed);
        let taken = |is_again: bool| {
            let shelf = Shelf::default();
            let keeper = Keeper::new(&shelf, []);
            let problem = sample.problem(Numbers::Residues, 2);
            let counting = Counting { problem, keeper: Some(keeper), ..sample.counting() };
            let counted = match is_again {
                true => counting.recount(&mut |_| true),
                false => counting.count(&mut |_| true),
            };
            assert_eq!(counted.unwrap().0.to_string(), "8");
            let is_taken =
                |prime: u32| keeper.sweep(0, prime.into()).known::<u32>().unwrap().is_some();
            primes(31).take(2 * OTHERS).position(is_taken).unwrap()
        };
        assert!(taken(false) < OTHERS && taken(true) >= OTHERS);
        // Of 7 bits there are too few others.
        let narrow = sample.problem(Numbers::Narrow, 1);
        let again = Counting { problem: narrow, ..sample.counting() }.recount(&mut |_| true);
        assert_eq!(again.unwrap().0.to_string(), "8");
    }

    /// A residue that is wrong, here one that is kept, makes a number that passes the bound.
    #[test]
    fn wrong_residues_are_told() {
        let sample = Sample::new("6x8", Kind::Closed);
        let shelf = Shelf::default();
        let keeper = Keeper::new(&shelf, []);
        let by = |numbers| {
            let problem = sample.problem(numbers, 2);
            Counting { problem, keeper: Some(keeper), ..sample.counting() }.count(&mut |_| true)
        };
        let prime = primes(31).next().unwrap();
        let first = keeper.sweep(0, prime.into());
        assert_eq!(by(Numbers::Residues).unwrap().0.to_string(), "55488142");
        let (right, bounds, states) = first.known::<u32>().unwrap().unwrap();
        for wrong in [prime - right, right ^ 1 << 30] {
            first.end(&(wrong, bounds, states.clone())).unwrap();
            let told = by(Numbers::Residues);
            assert!(matches!(told, Err(Ended::Failed(Error::Contradiction { .. }))), "{told:?}");
            // It is not kept, so that who tries again counts it.
            assert_eq!(by(Numbers::Residues).unwrap().0.to_string(), "55488142");
        }
        first.end(&(0u32, bounds, states)).unwrap();
        assert!(by(Numbers::Residues).unwrap().0.is_zero());
    }

    /// Nothing to meet is a bound as any other.
    #[test]
    fn none_are_within_no_bound() {
        for (board, kind) in [("4x4", Kind::Closed), ("4x8", Kind::Closed), ("4x4", Kind::Open)] {
            let sample = Sample::new(board, kind);
            for numbers in Numbers::COUNTED {
                let problem = sample.problem(numbers, 2);
                let counting = Counting { problem, ..sample.counting() };
                assert!(counting.count(&mut |_| true).unwrap().0.is_zero(), "{board}");
                assert_eq!(
                    [f64::NAN, f64::INFINITY, 0.0].map(|b| counting.bits_of(b)),
                    [200.0, 200.0, 0.0]
                );
            }
        }
    }
}
