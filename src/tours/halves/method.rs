//! `HalvesCount`: the count of one question by two halves: its predicted cost, and its units. The
//! whole is one unit, or each slice is a unit.

use std::cell::Cell;
use std::fmt;
use std::sync::{Arc, OnceLock};

use super::cache::{Prediction, PredictionKey, ProblemCache, Subproblem};
use super::counting::{Counted, Counting, Interrupted, OnLayer, SharedSlice, out_of_memory};
use super::degrees::MOST_SLOTS;
use super::forecast::{Estimate, FOR_STATES, Forecasts, NumberType};
use super::moduli::Moduli;
use super::plan::{AugmentedGraph, Plan as Halves};
use super::schedule::{Part, Problem};
use super::sweep::{
    By, CheckpointFiles, Cut, Live, PART_STATES, Partition, Pause, ThreadPool, live,
    two_factor_bits,
};
use crate::count::Count;
use crate::engine::{
    Beat, CheckpointStore, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor, cores,
};
use crate::error::Error;
use crate::method::{DEFAULT_MEMORY, LayerReport, Means, Vectors};
use crate::simd::Backend;
use crate::tours::frontier::{bits_bound, bits_expected};
use crate::tours::question::TourQuestion;

/// The smallest graph. On fewer vertices an open tour is no cycle through an apex.
const LEAST_VERTICES: usize = 3;
/// The largest frontier whose live degrees are computed for a rough prediction; 16 slots take a
/// second.
const COUNTED_SLOTS: usize = 16;
/// Sets of degrees that take at most 1 / `SMALL` of the memory are kept.
const SMALL: u64 = 6;
/// The least fraction of the memory for states, even if sets and tables leave less.
const LEAST: f64 = 0.5;
/// The units that are computed to predict the cost of all.
const SAMPLES: usize = 4;
/// The largest progress that is reported before the end.
const ALMOST: f64 = 0.999;
/// The version of the checkpoint format. Other versions' files are ignored.
const FORMAT: u32 = 2;

/// Counts the tours of one question by two halves that meet; it visits no tour.
///
/// ```
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::engine::Run;
/// use cavalcade::tours::{HalvesCount, Kind, TourQuestion};
/// let board = Board::rectangle(6, 6)?;
/// let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
/// let outcome = Run::new(&HalvesCount::new(question)?).threads(1).execute()?;
/// assert_eq!(outcome.tally.weighted().to_string(), "9862"); // undirected
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Debug)]
pub struct HalvesCount {
    pub(super) question: TourQuestion,
    pub(super) cache: Arc<ProblemCache>,
    /// The approximate number of slices; 1 is the whole.
    split: usize,
    slices: OnceLock<Partition>,
    /// The primes, if each unit counts modulo one of them.
    moduli: Option<Moduli>,
    /// Bytes of disk for spilled layers.
    disk: f64,
    threads: usize,
    memory: u64,
    vectors: Vectors,
    observer: Option<LayerObserver>,
    store: Option<Arc<dyn CheckpointStore>>,
    /// The same count by the mirror image of the order, for rechecks.
    mirrored: OnceLock<Option<Box<HalvesCount>>>,
    pub(super) spills: bool,
    /// The number types to choose from.
    pub(super) kinds: &'static [NumberType],
}

/// The function that counts one unit.
pub(super) type UnitCount<'a, T> = &'a dyn Fn(&Counting<'_>, OnLayer<'_>) -> Counted<T>;

impl HalvesCount {
    /// The largest number of vertices.
    pub const MOST_VERTICES: usize = 1024;

    /// The count for a question.
    ///
    /// # Errors
    /// [`Error::NoMethod`] for fewer than three squares, or if no cut was found whose halves have
    /// frontiers of at most 20 cells; [`Error::MethodTooSmall`] for more than 1024 squares.
    pub fn new(question: TourQuestion) -> Result<HalvesCount, Error> {
        question.fits("halves", HalvesCount::MOST_VERTICES)?;
        let no = |reason: String| Error::NoMethod {
            question: question.label().board,
            method: "halves",
            reason,
        };
        if question.graph().len() < LEAST_VERTICES {
            return Err(no("it takes three squares or more".into()));
        }
        let Some(cache) = cached_problem(&question) else {
            return Err(no(format!(
                "no cut was found with frontiers of {MOST_SLOTS} cells at most"
            )));
        };
        Ok(HalvesCount {
            question,
            cache,
            split: 1,
            slices: OnceLock::new(),
            moduli: None,
            disk: f64::INFINITY,
            threads: cores(),
            memory: DEFAULT_MEMORY,
            vectors: Vectors::Native,
            observer: None,
            store: None,
            mirrored: OnceLock::new(),
            spills: false,
            kinds: &NumberType::COUNTED,
        })
    }

    /// Cuts the count into about this many slices. Each slice is a unit with an exact count. A
    /// slice takes less memory than the whole; all slices together take more work. The units depend
    /// on this number.
    pub fn split(mut self, slices: usize) -> HalvesCount {
        (self.split, self.slices) = (slices.max(1), OnceLock::new());
        self
    }

    /// Each unit counts one slice modulo one of these primes. All slices share the first layers of
    /// the sweep for their prime. The units depend on the primes.
    pub fn modulo(mut self, moduli: Moduli) -> HalvesCount {
        (self.moduli, self.slices) = (Some(moduli), OnceLock::new());
        self
    }

    /// The number of threads, at least one.
    pub fn threads(mut self, threads: usize) -> HalvesCount {
        self.threads = threads.max(1);
        self
    }

    /// The memory limit in bytes. A count that needs more fails.
    pub fn memory(mut self, bytes: u64) -> HalvesCount {
        self.memory = bytes;
        self
    }

    /// The vector instructions that the count may use.
    pub fn vectors(mut self, vectors: Vectors) -> HalvesCount {
        self.vectors = vectors;
        self
    }

    /// Sets threads, memory, disk and vector instructions.
    pub fn by(self, means: &Means) -> HalvesCount {
        let disk = means.disk.map_or(f64::INFINITY, |bytes| bytes as f64);
        let count = self.threads(means.threads).memory(means.memory).vectors(means.vectors);
        HalvesCount { disk, ..count }
    }

    /// Reports each layer to the observer of these means, if they have one.
    pub fn telling(self, means: &Means) -> HalvesCount {
        match means.layers.clone() {
            Some(layers) => self.watched(Box::new(move |report| layers.0.hear(report))),
            None => self,
        }
    }

    /// Reports each layer to this function.
    pub fn watched(mut self, observer: Box<dyn Fn(&LayerReport) + Send + Sync>) -> HalvesCount {
        self.observer = Some(LayerObserver(observer));
        self
    }

    /// Saves layers in a store, and resumes from the layers found there. The store must belong to
    /// this question only.
    pub fn checkpoint(mut self, store: Box<dyn CheckpointStore>) -> HalvesCount {
        self.store = Some(store.into());
        self
    }

    /// Also spills layers that do not fit in memory to this store.
    pub fn spilling(mut self, store: Box<dyn CheckpointStore>) -> HalvesCount {
        self.spills = true;
        self.checkpoint(store)
    }

    /// The name of this count's checkpoint: question, slices, version and format.
    pub fn checkpoint_name(&self) -> String {
        format!("{}, {}, layers {FORMAT}", self.fingerprint(), env!("CARGO_PKG_VERSION"))
    }

    /// The question.
    pub fn question(&self) -> &TourQuestion {
        &self.question
    }

    /// The largest number of slots of a half.
    pub fn slots(&self) -> usize {
        self.cache.plan.slots()
    }

    /// The bytes of sets of degrees that every count needs.
    pub fn sets(&self) -> u64 {
        (self.cache.plan.most_numbers() / 2) as u64
    }

    /// The requested number of slices.
    pub fn splits(&self) -> usize {
        self.split
    }

    /// Predicts the cost of one sweep of the whole question and its number type. For wide frontiers
    /// the prediction is rough, unless `closely` is set: then all live degrees are computed first.
    /// None if `pause` stopped it.
    pub fn predict(&self, closely: bool, pause: Pause<'_>) -> Option<Prediction> {
        if !closely && self.slots() > COUNTED_SLOTS && !self.cache.is_known() {
            let estimate = Estimate::by_cost(&self.cache.plan);
            let numbers = estimate.within(self.kinds, self.memory as f64);
            let numbers = numbers.unwrap_or(self.kinds[self.kinds.len() - 1]);
            return Some(Prediction { numbers, estimate, parts: 1 });
        }
        let Self { split, memory, threads, spills, .. } = *self;
        let asked = PredictionKey { split, memory, threads, spills };
        if let Some(prediction) = self.cache.predictions().get(&asked) {
            return Some(*prediction);
        }
        let prediction = if let Some(moduli) = self.moduli {
            self.predict_units(moduli.numbers, pause)?
        } else if self.split == 1 {
            let whole = self.cache.whole(self.thread_pool(), pause)?;
            self.predict_with(self.kinds, whole.part(), 0, pause)?
        } else {
            let reached = self.cache.reached(self.thread_pool(), usize::MAX, pause)?;
            let all = self.slices(&reached).count();
            let some = all.min(SAMPLES);
            let (mut sum, mut last) = (Estimate::default(), None);
            for at in 0..some {
                // The slices are sorted by size, so equidistant ones represent all.
                let live = self.live_of(&reached, (2 * at + 1) * all / (2 * some), pause)?;
                let forecasts = Forecasts::new(&self.cache.plan, &live, None);
                let (part, held) = (Part::whole(&live, &forecasts), self.kept_bytes(&reached));
                let prediction = self.predict_with(self.kinds, part, held, pause)?;
                sum = sum.then(prediction.estimate, Default::default());
                last = Some(prediction);
            }
            let mut estimate = sum.times(all as f64 / some as f64);
            estimate.overhead += self.kept_bytes(&reached) as f64;
            Prediction { estimate, ..last? }
        };
        self.cache.predictions().insert(asked, prediction);
        Some(prediction)
    }

    /// Predicts the cost of one sweep for each slice, whose first layers are shared.
    fn predict_units(&self, numbers: NumberType, pause: Pause<'_>) -> Option<Prediction> {
        let whole = self.cache.whole(self.thread_pool(), pause)?;
        let all = self.slices(&whole.live).count();
        let some = all.min(SAMPLES);
        let (mut first, mut sum) = (Estimate::default(), Estimate::default());
        for at in 0..some {
            let own =
                self.prepare_slice(&whole, (2 * at + 1) * all / (2 * some), numbers, pause)?;
            let problem = self.problem(own.part(), numbers, own.held);
            let mut prediction = problem.forecast(own.part(), pause)?;
            prediction.overhead += own.held as f64;
            sum = sum.then(prediction, Default::default());
            first = own.first;
        }
        let sum = sum.times(all as f64 / some as f64);
        Some(Prediction { numbers, estimate: first.then(sum, Default::default()), parts: all })
    }

    /// A slice, from the shared layer on.
    fn prepare_slice(
        &self,
        whole: &Subproblem,
        slice: usize,
        numbers: NumberType,
        pause: Pause<'_>,
    ) -> Option<PreparedSlice> {
        let Subproblem { live: all, forecasts } = whole;
        let (plan, slices, whole) = (&self.cache.plan, self.slices(all), whole.part());
        let budget = self.memory as f64 * LEAST;
        let problem =
            Problem { plan, thread_pool: self.thread_pool(), numbers, budget, spills: self.spills };
        let layer = problem.shared_layer(whole, self.disk);
        let first = problem.estimate(whole, Some(layer));
        let live = problem.live(all, slices, slice, layer, pause)?;
        let forecasts = Forecasts::new(plan, &live, Some((forecasts, layer)));
        let cut = Cut { layer, parts: slices.count(), part: slice };
        let held = first.overhead(numbers) as usize;
        Some(PreparedSlice { live, forecasts, cut, on_disk: self.spills, first, held })
    }

    /// An upper bound of the count in bits, by the number of 2-factors; none if `pause` stopped it.
    pub fn bits(&self, pause: Pause<'_>) -> Option<f64> {
        let whole = self.cache.whole(self.thread_pool(), pause)?;
        two_factor_bits(&self.cache.plan, &whole.live, self.thread_pool(), pause)
    }

    /// Predicts the cost of a sweep of these degrees while `held` other bytes are in use, with the
    /// number type for which all sweeps together take the least time.
    fn predict_with(
        &self,
        kinds: &[NumberType],
        part: Part<'_>,
        held: usize,
        pause: Pause<'_>,
    ) -> Option<Prediction> {
        let mut best: Option<Prediction> = None;
        for &numbers in kinds {
            let problem = self.problem(part, numbers, held);
            let planned = problem.cut(part, 1.0);
            // A wider type that fits without cuts needs fewer sweeps.
            let estimate = match planned {
                None => problem.estimate(part, None),
                Some(_) if numbers == NumberType::Words && kinds.len() > 1 => continue,
                Some(_) => problem.forecast(part, pause)?,
            };
            let parts = planned.map_or(1, |planned| planned.parts);
            let prediction = Prediction { numbers, estimate, parts };
            // Types that fit are preferred; among them the fastest, otherwise the one that takes
            // the least memory.
            let bytes = |prediction: &Prediction| prediction.estimate.bytes(prediction.numbers);
            let fits =
                |prediction: &Prediction| bytes(prediction) + held as f64 <= self.memory as f64;
            let cost = |prediction: &Prediction| {
                if fits(prediction) { self.seconds(prediction) } else { bytes(prediction) }
            };
            let key = |prediction: &Prediction| (!fits(prediction), cost(prediction));
            if best.is_none_or(|best| key(&prediction) < key(&best)) {
                best = Some(prediction);
            }
            if planned.is_none() && fits(&prediction) {
                break;
            }
        }
        best
    }

    fn seconds(&self, prediction: &Prediction) -> f64 {
        self.forecast(prediction).seconds()
    }

    /// The predicted cost of all sweeps of the count.
    pub fn forecast(&self, prediction: &Prediction) -> Estimate {
        let bits = bits_expected(self.question.graph(), self.question.kind());
        let sweeps = match self.moduli {
            Some(moduli) => moduli.count as f64,
            None => prediction.numbers.sweeps(bits),
        };
        prediction.estimate.times(sweeps)
    }

    /// A sweep with this number type, and its memory budget for states while `held` other bytes are
    /// in use.
    fn problem(&self, whole: Part<'_>, numbers: NumberType, held: usize) -> Problem<'_> {
        let (plan, thread_pool, memory) =
            (&self.cache.plan, self.thread_pool(), self.memory as f64);
        let problem = Problem { plan, thread_pool, numbers, budget: 0.0, spills: self.spills };
        let overhead = problem.estimate(whole, None).overhead(numbers);
        let budget = (memory - held as f64 - overhead).max(memory * LEAST) * FOR_STATES;
        Problem { budget, ..problem }
    }

    fn reached(&self) -> Arc<Live> {
        self.cache.reached(self.thread_pool(), usize::MAX, &mut || true).expect("no pause stops it")
    }

    fn slices(&self, reached: &Live) -> &Partition {
        let by = if self.moduli.is_some() { By::Ends } else { By::Degrees };
        let new = || Partition::of_meeting(by, &self.cache.plan, &reached.meeting, self.split);
        self.slices.get_or_init(new)
    }

    /// The live degrees of one slice.
    fn live_of(&self, reached: &Live, slice: usize, pause: Pause<'_>) -> Option<Live> {
        let slices = self.slices(reached);
        let wants = |d| slices.class(d) == slice;
        live(&self.cache.plan, reached, 0, wants, self.thread_pool(), pause)
    }

    /// The bytes of reachable degrees that stay in memory while a slice is counted. If they would
    /// take too much of the memory, they are freed and computed again for the next slice.
    fn kept_bytes(&self, reached: &Live) -> usize {
        let bytes = reached.bytes();
        if bytes as u64 * SMALL <= self.memory { bytes } else { 0 }
    }

    fn thread_pool(&self) -> ThreadPool {
        ThreadPool { threads: self.threads, backend: Backend::new(self.vectors) }
    }

    /// The whole problem or the slice of a unit, and the bytes of sets of degrees that stay in
    /// memory with it; none if `pause` stopped it.
    fn subproblem(&self, unit: &Unit, pause: Pause<'_>) -> Option<(Arc<Subproblem>, usize)> {
        let (thread_pool, sets) = (self.thread_pool(), self.sets() as usize);
        let Some(&slice) = unit.path.first().filter(|_| self.moduli.is_none()) else {
            return Some((self.cache.whole(thread_pool, pause)?, sets));
        };
        let reached = self.cache.reached(thread_pool, usize::MAX, pause)?;
        let live = self.live_of(&reached, slice as usize, pause);
        let kept = self.kept_bytes(&reached);
        if kept == 0 {
            self.cache.forget_reached();
        }
        let live = live?;
        let forecasts = Forecasts::new(&self.cache.plan, &live, None);
        Some((Arc::new(Subproblem { live, forecasts }), sets + kept))
    }

    /// Counts a unit. `extra_sweeps` is the number of sweeps for each prime beyond those of a plain
    /// count.
    pub(super) fn run_unit<T>(
        &self,
        unit: &Unit,
        visitor: &mut impl Visitor<[u8]>,
        extra_sweeps: usize,
        count_unit: UnitCount<'_, T>,
    ) -> Result<(T, Vec<u64>), Halt> {
        // The states of all sweeps, once predicted; the states of an earlier run.
        let (expected, states_before) = (Cell::new(f64::INFINITY), Cell::new(0));
        let (mut last_report, mut resumed_from) = (None, 0);
        let mut on_layer = |report: &LayerReport| {
            let at = (report.layer, report.states, report.numbers);
            if let Some(observer) =
                self.observer.as_ref().filter(|_| last_report.replace(at) != Some(at))
            {
                observer.0(report);
            }
            let beat = |nodes: u64| {
                let done = (nodes as f64 / expected.get()).min(ALMOST);
                Beat { nodes, solutions: 0, done }
            };
            if states_before.get() > resumed_from {
                resumed_from = states_before.get();
                visitor.resume(beat(resumed_from));
            }
            visitor.beat(beat(report.states_so_far.max(resumed_from))).is_continue()
        };
        let mut quiet = || on_layer(&LayerReport::default());
        let (whole, held) = self.subproblem(unit, &mut quiet).ok_or(Halt::Stopped)?;
        let Subproblem { live, forecasts } = &*whole;
        let prepared = match (self.moduli, &unit.path[..]) {
            (Some(moduli), &[slice, _]) => {
                let own = self.prepare_slice(&whole, slice as usize, moduli.numbers, &mut quiet);
                Some(own.ok_or(Halt::Stopped)?)
            }
            _ => None,
        };
        let slice = unit.path.first().map_or(0, |&slice| 1 + u64::from(slice));
        let checkpoint = |slice: u64, numbers: NumberType| {
            let words = [slice, numbers as u64].into_iter().chain(self.cache.plan.words());
            self.store.as_deref().map(|store| CheckpointFiles::new(store, words))
        };
        let checkpoint_of = |numbers: NumberType| {
            let shares = prepared.is_some();
            checkpoint(slice, numbers)
                .map(|checkpoint| if shares { checkpoint.sharing() } else { checkpoint })
        };
        // A count that resumes keeps its number type, whatever the memory is now.
        let mut kinds = self.kinds;
        for (at, &numbers) in self.kinds.iter().enumerate() {
            if let Some(checkpoint) = checkpoint_of(numbers) {
                let made = checkpoint.states_made().map_err(Halt::Failed)?;
                if made > states_before.get() {
                    states_before.set(made);
                    kinds = &self.kinds[at..=at];
                }
            }
        }
        let (problem, numbers) = match (&prepared, self.moduli) {
            (Some(own), Some(Moduli { numbers, .. })) => {
                let problem = self.problem(own.part(), numbers, own.held);
                // The estimate ignores further cuts, because computing their live degrees takes
                // long.
                let all = own.first.states + problem.estimate(own.part(), None).states;
                expected.set(all);
                (problem, numbers)
            }
            _ => {
                let prediction = self.predict_with(kinds, whole.part(), held, &mut quiet);
                let prediction = prediction.ok_or(Halt::Stopped)?;
                let states = prediction.estimate.states;
                expected.set(self.forecast(&prediction).states + extra_sweeps as f64 * states);
                (self.problem(whole.part(), prediction.numbers, held), prediction.numbers)
            }
        };
        let counting = Counting {
            problem,
            live,
            forecasts,
            maps: &self.cache.maps,
            bits: bits_bound(self.question.graph(), self.question.kind()),
            part_states: PART_STATES,
            checkpoint: checkpoint_of(numbers),
            shared_slice: prepared.as_ref().map(|own| SharedSlice {
                part: own.part(),
                cut: own.cut,
                checkpoint: checkpoint(0, numbers),
            }),
        };
        on_layer(&LayerReport::default());
        let counted = count_unit(&counting, &mut on_layer).map_err(|ended| match ended {
            Interrupted::Stopped => Halt::Stopped,
            Interrupted::Failed(error) => Halt::Failed(error),
            Interrupted::OutOfMemory(at) => {
                Halt::Failed(out_of_memory(&at, self.question.label().board, self.memory))
            }
        })?;
        // No later slice of this prime needs the shared layer.
        let last = prepared.filter(|own| own.cut.part + 1 == own.cut.parts);
        if let Some(checkpoint) = last.and_then(|_| checkpoint(0, numbers)) {
            checkpoint.clear_shared().map_err(Halt::Failed)?;
        }
        Ok(counted)
    }

    /// The same units by the mirror image of the order of vertices, if that is another order of the
    /// same cut.
    fn mirrored(&self) -> Option<&HalvesCount> {
        let make = || {
            let (question, graph) = (&self.question, self.question.graph());
            let augmented = AugmentedGraph::new(graph, question.kind(), question.ends());
            let plan = self.cache.plan.mirrored(&augmented, graph)?;
            Some(Box::new(HalvesCount {
                question: question.clone(),
                cache: Arc::new(ProblemCache::new(plan)),
                slices: OnceLock::new(),
                observer: None,
                store: self.store.clone(),
                mirrored: OnceLock::new(),
                ..*self
            }))
        };
        self.mirrored.get_or_init(make).as_deref()
    }

    fn tally(
        &self,
        unit: &Unit,
        visitor: &mut impl Visitor<[u8]>,
        count_unit: UnitCount<'_, Count>,
    ) -> Result<Tally, Halt> {
        let (count, profile) = self.run_unit(unit, visitor, 0, count_unit)?;
        let mut tally = Tally::default();
        tally.find(unit.weight, count);
        record_states(&mut tally, &profile);
        Ok(tally)
    }
}

/// A slice of a count modulo primes.
struct PreparedSlice {
    live: Live,
    forecasts: Forecasts,
    cut: Cut,
    /// True if the shared layer is on disk.
    on_disk: bool,
    /// The cost of the shared layers, and their bytes without states.
    first: Estimate,
    held: usize,
}

impl PreparedSlice {
    fn part(&self) -> Part<'_> {
        let PreparedSlice { live, forecasts, cut, on_disk, .. } = self;
        Part {
            start_layer: cut.layer,
            on_disk: *on_disk && cut.layer > 0,
            ..Part::whole(live, forecasts)
        }
    }
}

/// Records the states of each layer.
pub(super) fn record_states(tally: &mut Tally, profile: &[u64]) {
    for (depth, &states) in profile.iter().enumerate() {
        tally.enter(depth, states);
    }
}

/// The prepared problem of the question, from the question's notes if it is there; none if no cut
/// was found.
fn cached_problem(question: &TourQuestion) -> Option<Arc<ProblemCache>> {
    let make = || {
        let graph = question.graph();
        let augmented = AugmentedGraph::new(graph, question.kind(), question.ends());
        let (symmetries, shape) = (question.symmetries(), question.shape());
        let halves = Halves::new(&augmented, graph, symmetries, shape, MOST_SLOTS)?;
        Some(Arc::new(ProblemCache::new(halves)))
    };
    question.notes().get_or(make).as_ref().clone()
}

impl Enumeration for HalvesCount {
    type Solution = [u8];

    fn method(&self) -> &'static str {
        "halves"
    }

    fn fingerprint(&self) -> String {
        let order = self.question.symmetries().order();
        let split = if self.split == 1 { String::new() } else { format!(", split {}", self.split) };
        let moduli = self.moduli.map_or(String::new(), |moduli| format!(", moduli {moduli}"));
        format!("{}, halves, {order} symmetries{split}{moduli}", self.question.fingerprint())
    }

    /// A unit uses all threads.
    fn at_once(&self, _: usize) -> usize {
        1
    }

    fn plan(&self) -> Plan {
        let unit = |id, path, share| Unit { id, path, weight: self.question.directions(), share };
        let trunk = Tally::default();
        if let Some(moduli) = self.moduli {
            let whole =
                self.cache.whole(self.thread_pool(), &mut || true).expect("no pause stops it");
            let shares = self.slices(&whole.live).fractions();
            // All slices of a prime come one after the other, and share their first layers.
            let all = (0..moduli.count).flat_map(|at| (0..shares.len()).map(move |i| (at, i)));
            let unit = |(id, (at, slice)): (usize, (usize, usize))| Unit {
                id,
                path: vec![slice as u32, at as u32],
                weight: 0,
                share: shares[slice] / moduli.count as f64,
            };
            return Plan { units: all.enumerate().map(unit).collect(), trunk };
        }
        if self.split == 1 {
            return Plan { units: vec![unit(0, Vec::new(), 1.0)], trunk };
        }
        let reached = self.reached();
        let slices = self.slices(&reached).fractions().iter().enumerate();
        let units = slices.map(|(id, &share)| unit(id, vec![id as u32], share)).collect();
        Plan { units, trunk }
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        match (self.moduli, &unit.path[..]) {
            (Some(moduli), &[_, at]) => self.tally(unit, visitor, &|counting, on_layer| {
                let (residue, profile) = counting.residue(at as usize, on_layer)?;
                Ok((moduli.contribution(at as usize, residue), profile))
            }),
            _ => self.tally(unit, visitor, &|counting, on_layer| counting.count(on_layer)),
        }
    }

    fn other_way(&self) -> Option<&'static str> {
        match self.moduli {
            None => Some("other moduli"),
            Some(_) => self.mirrored().map(|_| "the mirror image of the order of vertices"),
        }
    }

    fn recount(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        match self.moduli {
            Some(_) => self.mirrored().unwrap_or(self).run(unit, visitor),
            None => self.tally(unit, visitor, &|counting, on_layer| counting.recount(on_layer)),
        }
    }

    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        self.predict(false, &mut || true)
            .map_or(0.0, |prediction| self.forecast(&prediction).states)
    }
}

/// A function that receives reports of layers.
struct LayerObserver(Box<dyn Fn(&LayerReport) + Send + Sync>);

impl fmt::Debug for LayerObserver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}

#[cfg(test)]
mod tests {
    use super::{HalvesCount, Moduli, NumberType};
    use crate::board::{Board, Piece};
    use crate::engine::{Enumeration, Run, Shelf, Silent};
    use crate::tours::{Kind, TourQuestion};

    /// The result of a slice is saved under that slice only.
    #[test]
    fn saved_slices_add_up() {
        let board = Board::rectangle(6, 6).unwrap();
        let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
        let count = HalvesCount::new(question).unwrap().split(6);
        let count = count.checkpoint(Box::new(Shelf::default()));
        let outcome = Run::new(&count).threads(1).execute().unwrap();
        assert_eq!(outcome.tally.weighted().to_string(), "9862");
    }

    /// A recheck takes the slices and primes of the count, and another order of vertices.
    #[test]
    fn units_have_the_same_residues_in_the_mirrored_order() {
        let mut with_mirror = 0;
        for board in ["6x8", "5x8", "4x10"] {
            let board: Board = board.parse().unwrap();
            let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
            let count = HalvesCount::new(question).unwrap().split(3).threads(2);
            let count = count.modulo(Moduli { numbers: NumberType::Residues, count: 2 });
            let Some(mirrored) = count.mirrored() else { continue };
            with_mirror += 1;
            let [own, other] = [&count, mirrored].map(|count| count.cache.plan.words());
            assert!(own.ne(other), "{board}: the order is another one");
            for unit in &count.plan().units {
                let [once, again] = [
                    count.run(unit, &mut Silent).unwrap(),
                    count.recount(unit, &mut Silent).unwrap(),
                ];
                assert_eq!(once.found(), again.found(), "{board}, {unit}");
            }
        }
        assert!(with_mirror > 0, "no cut has a mirror");
    }

    /// With the shared layer in memory, in a checkpoint, and spilled to disk.
    #[test]
    fn units_by_slice_and_prime_give_the_number() {
        for (board, kind, tours) in [
            ("6x6", Kind::Closed, "9862"),
            ("6x8", Kind::Closed, "55488142"),
            ("5x8", Kind::Closed, "44202"),
            ("5x6", Kind::Open, "18784"),
        ] {
            let board: Board = board.parse().unwrap();
            let question = TourQuestion::new(&board, &Piece::knight(2), kind);
            for numbers in NumberType::RESIDUES {
                let count = || HalvesCount::new(question.clone()).unwrap().split(5).threads(2);
                let bits = count().bits(&mut || true).unwrap();
                let moduli = Moduli::new(numbers, bits).unwrap();
                let shelf = || Box::new(Shelf::default());
                let counts = [
                    count(),
                    count().checkpoint(shelf()),
                    count().spilling(shelf()),
                    count().spilling(shelf()).memory(1 << 20),
                ];
                let mut profile = Vec::new();
                for (storage, count) in counts.into_iter().enumerate() {
                    let outcome = Run::new(&count.modulo(moduli)).threads(1).execute();
                    let tally = outcome.unwrap().tally;
                    assert!(tally.weighted().is_zero());
                    let counted = moduli.counted(&tally).unwrap();
                    assert_eq!(counted.to_string(), tours, "{board}, {numbers:?}, {storage}");
                    // A unit that loads the shared layer also reports its states.
                    if storage == 1 {
                        profile = tally.profile().to_vec();
                    } else if storage == 2 {
                        assert_eq!(tally.profile(), profile);
                    }
                }
            }
        }
    }
}
