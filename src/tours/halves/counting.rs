//! `Counting`: a count by as many sweeps as it needs.
//!
//! A sweep counts modulo 2^64 or modulo a prime. There are as many sweeps as the bound of the count
//! requires, and the result is checked against that bound.

use super::executor::Executor;
pub use super::executor::SharedSlice;
use super::forecast::NumberType;
use super::matching::MirrorMaps;
use super::plan::Plan;
use super::schedule::{Part, Problem};
use super::sweep::{
    BlockPool, CheckpointFiles, HalfExecutor, IdleWorkers, Interrupted, Measure, Measured,
    MeetingSum, Residues, Ring, Sums, SweepResult, Words, primes,
};
use crate::count::Count;
use crate::error::Error;
use crate::method::LayerReport;

/// An upper bound of the rounding error of a sum: all terms are positive, and there are fewer than
/// 2^40 of them.
const ROUNDING: f64 = 1.0 + 1e-3;
/// Sums are measured if the known bound has at least this many bits. Below that, the number of
/// 2-factors fits in a word anyway.
const MEASURED: u64 = 100;
/// Measured sums are exact while no group's numbers exceed this sum: a word also holds four times
/// as much, and the weight of a group is at most four.
const EXACT: f64 = (1u64 << 61) as f64;
/// The primes that a recount skips, so that it uses others than the count.
pub const OTHERS: usize = 16;

#[derive(Clone, Copy)]
pub struct Counting<'a> {
    pub problem: Problem<'a>,
    pub whole: Part<'a>,
    /// An upper bound of the count, in bits, that is known without a sweep.
    pub bits: u64,
    /// The files that layers are saved in.
    pub checkpoint: Option<CheckpointFiles<'a>>,
    /// The slice to count, if it starts from a shared layer.
    pub shared_slice: Option<SharedSlice<'a>>,
    /// True to give the sum of each of the degrees that meet.
    pub each: bool,
}

/// Receives a report of each layer; false stops the sweep.
pub type OnLayer<'a> = &'a mut dyn FnMut(&LayerReport) -> bool;

/// A result, for example the count, and the states of each layer of all sweeps.
pub type Counted<T = Count> = Result<(T, Vec<u64>), Interrupted>;

impl<'a> Counting<'a> {
    /// The count of a problem in words.
    pub fn new(problem: Problem<'a>, whole: Part<'a>) -> Counting<'a> {
        Counting { problem, whole, bits: 64, checkpoint: None, shared_slice: None, each: false }
    }

    /// The number of Hamiltonian cycles, and the states of each layer.
    pub fn count(&self, on_layer: OnLayer<'_>) -> Counted {
        let mut profile = Vec::new();
        let word = match self.problem.numbers {
            NumberType::Words => Some(self.words(&mut profile, on_layer)?),
            _ => None,
        };
        let counted = self.by_residues(word, 0, profile, on_layer)?;
        // A run that is killed at the end of a sweep leaves a layer that no run resumes from.
        if let Some(checkpoint) = self.checkpoint {
            checkpoint.clear()?;
        }
        Ok(counted)
    }

    /// The same number by other moduli: primes only. If [`Counting::count`] takes at most
    /// [`OTHERS`] primes, the recount uses none of them. There are too few primes of 7 bits for
    /// that, so it uses 15 bits instead.
    pub fn recount(&self, on_layer: OnLayer<'_>) -> Counted {
        let numbers = match self.problem.numbers {
            NumberType::Words => NumberType::Residues,
            NumberType::Narrow => NumberType::Short,
            other => other,
        };
        let problem = Problem { numbers, ..self.problem };
        Counting { problem, ..*self }.by_residues(None, OTHERS, Vec::new(), on_layer)
    }

    /// The number by residues that are not those of the primes for which they are taken.
    #[cfg(test)]
    pub fn by_wrong_moduli(&self, on_layer: OnLayer<'_>) -> Counted {
        self.by(|prime| Residues::<u16>::new((prime / 2) | 1), None, 0, Vec::new(), on_layer)
    }

    /// The residue of the number modulo the prime at this place, among the primes of its width.
    pub fn residue(&self, at: usize, on_layer: OnLayer<'_>) -> Counted<u32> {
        let numbers = self.problem.numbers;
        let prime = primes(numbers.width()).nth(at).expect("the primes of the units exist");
        match numbers {
            NumberType::Short => self.modulo(at, prime, Residues::<u16>::new(prime), on_layer),
            NumberType::Narrow => self.modulo(at, prime, Residues::<u8>::new(prime), on_layer),
            _ => self.modulo(at, prime, Residues::<u32>::new(prime), on_layer),
        }
    }

    fn modulo<R: Ring<Sum = u32>>(
        &self,
        at: usize,
        prime: u32,
        ring: R,
        on_layer: OnLayer<'_>,
    ) -> Counted<u32> {
        let mut profile = Vec::new();
        let sum = self.swept(at, ring, ring, &self.pool(), &mut profile, on_layer)?;
        Ok((sum.value % prime, profile))
    }

    fn pool<V>(&self) -> BlockPool<V> {
        BlockPool::new(self.problem.budget as u64)
    }

    /// The number modulo 2^64, and an upper bound of the number.
    fn words(
        &self,
        profile: &mut Vec<u64>,
        on_layer: OnLayer<'_>,
    ) -> Result<(u64, f64), Interrupted> {
        let pool = self.pool();
        if self.bits < MEASURED {
            let sum = self.swept(0, Words, Words, &pool, profile, on_layer)?;
            return Ok((sum.value, sum.bound));
        }
        let MeetingSum { value, bound, largest, .. } =
            self.swept(0, Words, Measured, &pool, profile, on_layer)?;
        let Measure { word, about } = value;
        // The rounding error is a fraction of the number of 2-factors.
        let closer = about + bound * (ROUNDING - 1.0);
        Ok((word, if largest < EXACT { bound.min(closer) } else { bound }))
    }

    fn by_residues(
        &self,
        word: Option<(u64, f64)>,
        skip: usize,
        profile: Vec<u64>,
        on_layer: OnLayer<'_>,
    ) -> Counted {
        match self.problem.numbers {
            NumberType::Short => self.by(Residues::<u16>::new, word, skip, profile, on_layer),
            NumberType::Narrow => self.by(Residues::<u8>::new, word, skip, profile, on_layer),
            _ => self.by(Residues::<u32>::new, word, skip, profile, on_layer),
        }
    }

    /// The number by its residues modulo as many primes as its bound requires. `word` is its
    /// residue modulo 2^64 and its bound, if they are known. The moduli carry redundancy: most
    /// wrong residues give a number above the bound, so the error is detected.
    fn by<R: Ring<Sum = u32>>(
        &self,
        ring: impl Fn(u32) -> R,
        word: Option<(u64, f64)>,
        skip: usize,
        mut profile: Vec<u64>,
        on_layer: OnLayer<'_>,
    ) -> Counted {
        let bits = self.problem.numbers.width().min(31);
        let mut residues = Vec::new();
        let (mut known_bits, first) = word.map_or((0.0, 0), |_| (64.0, 1));
        let mut most = word.map_or(f64::INFINITY, |(_, bound)| self.bits_of(bound));
        // All sweeps share one pool, because blocks that are freed by one sweep can be reused.
        let pool = self.pool();
        let mut primes = primes(bits).skip(skip);
        while known_bits < most {
            let Some(prime) = primes.next() else {
                let what = format!(
                    "a number of {most:.0} bits, for which primes of {bits} bits are too few"
                );
                return Err(Error::Contradiction { what }.into());
            };
            let number = first + residues.len();
            let ring = ring(prime);
            let sum = self.swept(number, ring, ring, &pool, &mut profile, on_layer)?;
            most = most.min(self.bits_of(sum.bound));
            residues.push((sum.value % prime, prime));
            known_bits += f64::from(prime).log2() - 1e-9;
        }
        let number = match word {
            Some((word, _)) => Count::from_word_and_residues(word, &residues),
            None => Count::from_residues(&residues),
        };
        if number.bits() as f64 <= most + 1.0 {
            return Ok((number, profile));
        }
        // One of the saved results is wrong, so no run may resume from them.
        if let Some(checkpoint) = self.checkpoint {
            checkpoint.forget()?;
        }
        let bits = most.ceil();
        let what = format!("{number} by its residues, and at most 2^{bits} by its bound");
        Err(Error::Contradiction { what }.into())
    }

    /// The upper bound of the count in bits, from the bound of a sweep. A bound that overflowed or
    /// is not a number is ignored.
    fn bits_of(&self, bound: f64) -> f64 {
        (bound * ROUNDING).log2().min(self.bits as f64).max(0.0)
    }

    /// The Hamiltonian cycles, modulo 2^64, by the number of the upper half's degrees where the
    /// halves meet, ascending; and an upper bound of those of any degrees.
    pub fn by_degrees(&self, on_layer: OnLayer<'_>) -> Result<(Vec<(u32, u64)>, f64), Interrupted> {
        let done = SweepResult { sum: MeetingSum::default(), profile: Vec::new() };
        let counting = Counting { each: true, ..*self };
        let done = counting.sweep(Words, Words, &self.pool(), [None; 2], done, on_layer)?;
        let MeetingSum { mut each, largest, .. } = done.sum;
        each.sort_unstable_by_key(|&(number, _)| number);
        Ok((each, largest))
    }

    /// Runs the sweep with this number and returns its sum in `meeting_ring`, or loads the result
    /// of an earlier run. The sweep covers both halves, or one half and its image.
    pub(super) fn swept<R: Ring, M: Sums<Value = R::Value>>(
        &self,
        number: usize,
        ring: R,
        meeting_ring: M,
        pool: &BlockPool<R::Value>,
        profile: &mut Vec<u64>,
        on_layer: OnLayer<'_>,
    ) -> Result<MeetingSum<M::Sum>, Interrupted> {
        let shared = self.shared_slice.and_then(|shared_slice| shared_slice.checkpoint);
        let files = [self.checkpoint, shared].map(|checkpoint| {
            checkpoint.map(|checkpoint| checkpoint.sweep(number, ring.modulus()))
        });
        if let Some(checkpoint) = files[0]
            && let Some(found) = checkpoint.finished()?
        {
            *profile = found.profile;
            return Ok(found.sum);
        }
        // What a stopped unit left.
        if let Some(checkpoint) = files[0].filter(|files| files.shares) {
            checkpoint.clear()?;
        }
        let done = SweepResult { sum: MeetingSum::default(), profile: std::mem::take(profile) };
        let done = self.sweep(ring, meeting_ring, pool, files, done, on_layer)?;
        if let Some(checkpoint) = files[0] {
            checkpoint.save_sweep(&done)?;
        }
        *profile = done.profile;
        Ok(done.sum)
    }

    /// Runs a sweep and adds its sum and its states to `done`. The files are those of the sweep and
    /// of its shared layer.
    fn sweep<R: Ring, M: Sums<Value = R::Value>>(
        &self,
        ring: R,
        meeting_ring: M,
        pool: &BlockPool<R::Value>,
        files: [Option<CheckpointFiles<'_>>; 2],
        done: SweepResult<M::Sum>,
        on_layer: OnLayer<'_>,
    ) -> Result<SweepResult<M::Sum>, Interrupted> {
        let Counting { problem, whole, shared_slice, each, .. } = *self;
        let Plan { upper, interface, .. } = problem.plan;
        let spills = problem.spill_limit();
        let [checkpoint, shared] =
            files.map(|checkpoint| checkpoint.map(|files| CheckpointFiles { spills, ..files }));
        let (mut done, mut cuts) = (done, Vec::new());
        if let Some(checkpoint) = checkpoint.filter(|files| !files.shares)
            && let Some((earlier, next)) = checkpoint.parts_done()?
        {
            (done, cuts) = (earlier, next);
            cuts.reverse();
        }
        let half_executor = HalfExecutor {
            plan: upper,
            maps: problem.maps,
            thread_pool: problem.thread_pool,
            part_states: problem.part_states,
            half: 0,
            ring,
            pool,
            mirror_maps: &MirrorMaps::of(upper.mirrored(), upper.slots),
            idle: &IdleWorkers::default(),
            keep: problem.plan.kept_layer(),
            interface: (!each && problem.plan.meets_itself()).then_some(interface),
        };
        let report = LayerReport {
            layers: problem.plan.layers(),
            numbers: R::NAME,
            bytes_each: 4 + size_of::<R::Value>(),
            ..LayerReport::default()
        };
        let mut first = half_executor.first(&whole.live.upper)?;
        let mut executor = Executor {
            problem,
            half_executor,
            checkpoint,
            meeting_ring,
            each,
            done,
            on_layer,
            report,
            budget_fraction: 1.0,
            start_states: 0,
            path: Vec::new(),
            cuts,
        };
        match shared_slice {
            Some(slice) => {
                let slice = SharedSlice { checkpoint: shared, ..slice };
                executor.run_shared_slice(whole, &mut first, slice)?;
            }
            None => executor.run_part(whole, &mut first)?,
        }
        Ok(executor.done)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        BlockPool, Counting, Interrupted, LayerReport, NumberType, OTHERS, Problem, Sums, Words,
        primes,
    };
    use crate::checkpoint::DirStore;
    use crate::engine::MemoryStore;
    use crate::error::Error;
    use crate::tours::Kind;
    use crate::tours::halves::samples::{Sample, counted};
    use crate::tours::halves::sweep::{CheckpointFiles, MeetingSum, PART_STATES, SweepResult};

    /// Boards with flips and mirrors and without, of even and odd size, and with two swept halves.
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
    fn all_number_types_give_the_same_count() {
        for (board, kind) in BOARDS {
            let sample = Sample::new(board, kind);
            let by = |numbers, threads, part_states| {
                let problem = Problem { part_states, ..sample.problem(numbers, threads) };
                counted(&Counting { problem, ..sample.counting() })
            };
            let whole = by(NumberType::Words, 1, PART_STATES);
            for threads in [1, 3] {
                assert_eq!(by(NumberType::Words, threads, 1), whole, "{board}");
            }
            for numbers in [NumberType::Residues, NumberType::Short, NumberType::Narrow] {
                assert_eq!(by(numbers, 2, 1).0, whole.0, "{board}, {numbers:?}");
                assert_eq!(by(numbers, 2, PART_STATES).0, whole.0, "{board}, {numbers:?}");
            }
        }
    }

    /// Parts that are cut again add up to the whole, in memory and spilled to disk.
    #[test]
    fn parts_add_up_to_the_whole() {
        let (mut cut, mut refused, mut full) = (0, 0, 0);
        for (board, kind) in BOARDS {
            let sample = Sample::new(board, kind);
            let whole = counted(&sample.counting());
            let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
            let store = DirStore::open(folder.path(), board).unwrap();
            let problem = sample.problem(NumberType::Residues, 2);
            let needed = problem.estimate(sample.whole(), None).stored;
            for part in [0.9, 0.6, 0.4] {
                let files = CheckpointFiles::new(&store, [(part * 10.0) as u64]);
                let other = tempfile::tempdir_in(folder.path()).unwrap();
                let small = DirStore::open(other.path(), board).unwrap();
                let small = small.within((needed * part / 8.0) as u64).unwrap();
                let on_small = CheckpointFiles::new(&small, [0]);
                // In memory; on disk; on a disk that is too small for whole layers; on one that is
                // smaller than planned.
                let places = [
                    (None, 0.0),
                    (Some(files), f64::INFINITY),
                    (Some(CheckpointFiles { shares: true, ..files }), needed * part),
                    (Some(CheckpointFiles { shares: true, ..on_small }), 2.0 * needed),
                ];
                for (checkpoint, disk) in places.into_iter().take(if part == 0.6 { 4 } else { 3 }) {
                    let frees_disk = checkpoint.is_some_and(|files| files.shares);
                    let problem = Problem { budget: needed * part, disk, frees_disk, ..problem };
                    let counting = Counting { problem, checkpoint, ..sample.counting() };
                    match counting.count(&mut |_| true) {
                        Ok((count, profile)) => {
                            assert_eq!(count.to_string(), whole.0, "{board} in {part}");
                            let states = profile.iter().sum::<u64>();
                            cut += usize::from(states > whole.1.iter().sum::<u64>());
                        }
                        Err(Interrupted::OutOfMemory { .. }) => refused += 1,
                        Err(Interrupted::Failed(error)) if error.is_disk_full() => full += 1,
                        Err(ended) => panic!("{board} in {part}: {ended:?}"),
                    }
                }
            }
        }
        // Most refusals are of boards that need a few blocks.
        assert!(cut > 9 && refused < 65, "{cut} were cut, {refused} refused");
        // Without further cuts the disk is full three times.
        assert!(full < 3, "{full} filled the disk");
    }

    #[test]
    fn finished_parts_are_not_swept_again() {
        for (board, kind, tours) in
            [("6x8", Kind::Closed, "55488142"), ("6x6", Kind::Open, "3318960")]
        {
            let sample = Sample::new(board, kind);
            let store = MemoryStore::default();
            let checkpoint = Some(CheckpointFiles::new(&store, []));
            let budget = if board == "6x8" { 600_000.0 } else { 300_000.0 };
            let problem = Problem { budget, ..sample.problem(NumberType::Residues, 1) };
            let whole = counted(&Counting { problem, ..sample.counting() });
            assert_eq!(whole.0, tours);
            let mut tries = 0;
            let found = loop {
                let mut left = 40 * (1 + tries);
                let mut on_layer = |_: &LayerReport| {
                    left -= 1;
                    left > 0
                };
                tries += 1;
                match (Counting { problem, checkpoint, ..sample.counting() }).count(&mut on_layer) {
                    Ok(found) => break found,
                    Err(Interrupted::Stopped) => assert!(tries < 5000, "it does not terminate"),
                    Err(ended) => panic!("{board}: {ended:?}"),
                }
            };
            assert_eq!((found.0.to_string(), found.1), whole, "{board} in {tries} tries");
            assert!(tries > 2, "{tries}");
        }
    }

    /// A product that depends on the order of its factors.
    #[derive(Clone, Copy)]
    struct Asymmetric;

    impl Sums for Asymmetric {
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

    /// Some groups meet a second time with their ends in another order.
    #[test]
    fn a_wrong_meeting_is_detected() {
        let sample = Sample::new("7x8", Kind::Closed);
        let (counting, pool) = (sample.counting(), BlockPool::new(1 << 32));
        let sum = counting.swept(0, Words, Asymmetric, &pool, &mut Vec::new(), &mut |_| true);
        assert!(matches!(sum, Err(Interrupted::Failed(Error::Contradiction { .. }))), "{sum:?}");
        let right = counting.swept(0, Words, Words, &pool, &mut Vec::new(), &mut |_| true);
        assert_eq!(right.unwrap().value, 34_524_432_316);
    }

    /// The measured bound is closer than the number of 2-factors, and never below the count.
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
        // If a group may exceed a word, the number of 2-factors is the bound.
        let sample = Sample::new("3x120", Kind::Closed);
        let bound = |bits| {
            let counting = Counting { bits, ..sample.counting() };
            counting.words(&mut Vec::new(), &mut |_| true).unwrap().1
        };
        assert_eq!(bound(64), bound(200));
    }

    #[test]
    fn a_recount_uses_other_primes() {
        let sample = Sample::new("5x6", Kind::Closed);
        let taken = |is_again: bool| {
            let store = MemoryStore::default();
            let checkpoint = CheckpointFiles::new(&store, []);
            let problem = sample.problem(NumberType::Residues, 2);
            let counting = Counting { problem, checkpoint: Some(checkpoint), ..sample.counting() };
            let counted = match is_again {
                true => counting.recount(&mut |_| true),
                false => counting.count(&mut |_| true),
            };
            assert_eq!(counted.unwrap().0.to_string(), "8");
            let is_taken =
                |prime: u32| checkpoint.sweep(0, prime.into()).finished::<u32>().unwrap().is_some();
            primes(31).take(2 * OTHERS).position(is_taken).unwrap()
        };
        assert!(taken(false) < OTHERS && taken(true) >= OTHERS);
        // There are too few primes of 7 bits.
        let narrow = sample.problem(NumberType::Narrow, 1);
        let again = Counting { problem: narrow, ..sample.counting() }.recount(&mut |_| true);
        assert_eq!(again.unwrap().0.to_string(), "8");
    }

    /// A saved residue is altered: the number passes its bound.
    #[test]
    fn wrong_residues_are_detected() {
        let sample = Sample::new("6x8", Kind::Closed);
        let store = MemoryStore::default();
        let checkpoint = CheckpointFiles::new(&store, []);
        let by = |numbers| {
            let problem = sample.problem(numbers, 2);
            Counting { problem, checkpoint: Some(checkpoint), ..sample.counting() }
                .count(&mut |_| true)
        };
        let prime = primes(31).next().unwrap();
        let first = checkpoint.sweep(0, prime.into());
        assert_eq!(by(NumberType::Residues).unwrap().0.to_string(), "55488142");
        let right: SweepResult<u32> = first.finished().unwrap().unwrap();
        let save = |value| {
            let sum = MeetingSum { value, ..right.sum.clone() };
            first.save_sweep(&SweepResult { sum, ..right.clone() }).unwrap();
        };
        for wrong in [prime - right.sum.value, right.sum.value ^ 1 << 30] {
            save(wrong);
            let sum = by(NumberType::Residues);
            assert!(
                matches!(sum, Err(Interrupted::Failed(Error::Contradiction { .. }))),
                "{sum:?}"
            );
            // The wrong residue is deleted, so the next run counts it again.
            assert_eq!(by(NumberType::Residues).unwrap().0.to_string(), "55488142");
        }
        save(0);
        assert!(by(NumberType::Residues).unwrap().0.is_zero());
    }
}
