//! `HalvesCount`: the count of one question by two halves: its predicted cost, and its units. The
//! whole is one unit, or each slice is a unit.

use std::cell::Cell;
use std::sync::{Arc, OnceLock};

use super::counting::{Counted, Counting, OTHERS, OnLayer, SharedSlice};
use super::degrees::MOST_SLOTS;
use super::forecast::{Forecasts, NumberType};
use super::moduli::Moduli;
use super::plan::{AugmentedGraph, Plan as Halves};
use super::schedule::{Estimate, Part, Prediction, Problem, ProblemCache, Subproblem, samples};
use super::sorted::{by_value, sweeps};
use super::sweep::{By, CheckpointFiles, Cut, Live, Partition, Pause, ThreadPool, two_factor_bits};
use crate::board::Permutation;
use crate::count::Count;
use crate::engine::{
    Beat, CheckpointStore, Enumeration, Halt, Histogram, Plan, Random, Tally, Unit, Visitor,
};
use crate::error::{Error, Shortage};
use crate::method::{LayerReport, Means, Vectors};
use crate::simd::Backend;
use crate::tours::frontier::{bits_bound, bits_expected};
use crate::tours::question::{Kind, TourQuestion};
use crate::tours::statistic::Statistic;

/// The smallest graph. On fewer vertices an open tour is no cycle through an apex.
const LEAST_VERTICES: usize = 3;
/// The largest frontier whose live degrees are computed for a rough prediction; 16 slots take a
/// second.
const COUNTED_SLOTS: usize = 16;
/// The least fraction of the memory for states, even if sets and tables leave less.
const LEAST: f64 = 0.4;
/// The time of a sweep in parts relative to its prediction, when number types are compared: a part
/// that does not fit is swept again in smaller ones.
const IN_PARTS: f64 = 2.0;
/// The units that are computed to predict the cost of all.
const SAMPLES: usize = 4;
/// The largest progress that is reported before the end.
const ALMOST: f64 = 0.999;
/// The version of the checkpoint format. Other versions' files are ignored.
const FORMAT: u32 = 3;

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
    question: TourQuestion,
    cache: Arc<ProblemCache>,
    /// The approximate number of slices; 1 is the whole.
    pub(super) split: usize,
    slices: OnceLock<Partition>,
    /// The primes, if each unit counts modulo one of them.
    moduli: Option<Moduli>,
    means: Means,
    store: Option<Arc<dyn CheckpointStore>>,
    /// True if layers that do not fit in memory are spilled to the store.
    spills: bool,
    /// The same count by the mirror image of the order, for rechecks.
    mirrored: OnceLock<Option<Box<HalvesCount>>>,
    /// The number types to choose from.
    kinds: &'static [NumberType],
    sorting: Option<Sorting>,
}

/// How the tours are sorted.
#[derive(Clone, Debug)]
struct Sorting {
    /// The name of the counted moves.
    what: String,
    /// The largest number of such moves in a tour.
    most: usize,
}

/// The function that counts one unit.
type UnitCount<'a, T> = &'a dyn Fn(&Counting<'_>, OnLayer<'_>) -> Counted<T>;

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
            means: Means::default(),
            store: None,
            spills: false,
            mirrored: OnceLock::new(),
            kinds: NumberType::COUNTED,
            sorting: None,
        })
    }

    /// The count that also sorts by a statistic. The histogram shows no tours with extreme values.
    ///
    /// # Errors
    /// [`Error::NoMethod`] for a statistic of pairs of moves; [`Error::ToursAsked`] if the board's
    /// tours do not have the statistic; those of [`HalvesCount::new`].
    pub(super) fn by_statistic(
        question: &TourQuestion,
        statistic: Statistic,
    ) -> Result<HalvesCount, Error> {
        let pairs = statistic.of(question)?;
        if !statistic.is_of_moves() {
            return Err(Error::NoMethod {
                question: question.label().board,
                method: "halves",
                reason: format!("it visits no tour, and {statistic} depend on pairs of moves"),
            });
        }
        let most = question.graph().len() - usize::from(question.kind() == Kind::Open);
        let what = statistic.to_string();
        HalvesCount::by_edges(question, &|edge| pairs.counts_alone(edge), what, most)
    }

    /// The count that also sorts by the number of edges that `counts` selects, at most `most`.
    /// `what` names these edges.
    ///
    /// # Errors
    /// Those of [`HalvesCount::new`].
    pub(super) fn by_edges(
        question: &TourQuestion,
        counts: &dyn Fn([u32; 2]) -> bool,
        what: String,
        most: usize,
    ) -> Result<HalvesCount, Error> {
        let graph = question.graph();
        // Only symmetries that preserve the selection are kept.
        let keeps = |image: &Permutation| {
            graph.edges().all(|(a, b)| counts([a as u32, b as u32]) == counts([image[a], image[b]]))
        };
        let count = HalvesCount::new(question.clone().keeping(keeps))?;
        let (mut halves, squares) = (count.cache.plan.clone(), graph.len() as u32);
        halves.weigh(&|edge| edge.iter().all(|&v| v < squares) && counts(edge));
        let cache = Arc::new(ProblemCache::new(halves));
        let (kinds, sorting) = (&[NumberType::Points], Some(Sorting { what, most }));
        Ok(HalvesCount { cache, kinds, sorting, ..count })
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
        self.means.threads = threads.max(1);
        self
    }

    /// The memory limit in bytes. A count that needs more fails.
    pub fn memory(mut self, bytes: u64) -> HalvesCount {
        self.means.memory = bytes;
        self
    }

    /// The vector instructions that the count may use.
    pub fn vectors(mut self, vectors: Vectors) -> HalvesCount {
        self.means.vectors = vectors;
        self
    }

    /// Sets threads, memory, disk, vector instructions and the observer of layers.
    pub fn by(mut self, means: &Means) -> HalvesCount {
        (self.spills, self.means) = (means.spills(), means.clone());
        self.threads(means.threads)
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

    /// Predicts the cost of one sweep of the whole question and its number type. For wide frontiers
    /// the prediction is rough, unless `closely` is set: then all live degrees are computed first.
    /// None if `pause` stopped it.
    pub fn predict(&self, closely: bool, pause: Pause<'_>) -> Option<Prediction> {
        if !closely && self.slots() > COUNTED_SLOTS && !self.cache.is_known() {
            let by = |&numbers: &NumberType| {
                let estimate = Estimate::by_cost(&self.cache.plan, numbers);
                Prediction { numbers, estimate, parts: 1 }
            };
            // The widest type that fits.
            let fits = |one: &Prediction| one.estimate.bytes() < self.means.memory as f64;
            return self.kinds.iter().map(by).find(fits).or(self.kinds.last().map(by));
        }
        let Means { memory, threads, .. } = self.means;
        let asked = (self.split, self.moduli, memory, threads, self.spills);
        if let Some(prediction) = self.cache.predictions().get(&asked) {
            return Some(*prediction);
        }
        let whole = self.cache.whole(self.thread_pool(), pause)?;
        let prediction = match self.split > 1 || self.moduli.is_some() {
            true => self.predict_slices(&whole, pause)?,
            false => self.predict_with(self.kinds, whole.part(), 0.0, pause)?,
        };
        self.cache.predictions().insert(asked, prediction);
        Some(prediction)
    }

    /// Predicts the cost of one sweep for each slice.
    fn predict_slices(&self, whole: &Subproblem, pause: Pause<'_>) -> Option<Prediction> {
        let all = self.slices(&whole.live).count();
        let some = all.min(SAMPLES);
        let (mut sum, mut last) = (Estimate::default(), None);
        for at in samples(all, some) {
            let slice = self.prepare_slice(whole, at, pause)?;
            let prediction = match self.moduli {
                Some(Moduli { numbers, .. }) => {
                    let problem = self.problem(slice.part(), numbers, slice.held);
                    // Further cuts need live degrees of their own, which take long. With a disk
                    // the prediction ignores them.
                    let estimate = match problem.disk > 0.0 {
                        true => problem.estimate(slice.part(), None),
                        false => problem.forecast(slice.part(), pause)?,
                    };
                    Prediction { numbers, estimate, parts: all }
                }
                None => self.predict_with(self.kinds, slice.part(), slice.held, pause)?,
            };
            sum = sum.then(prediction.estimate);
            last = Some((slice, prediction));
        }
        let (slice, prediction) = last?;
        sum.overhead += slice.held;
        let sum = sum.times(all as f64 / some as f64);
        Some(Prediction { estimate: slice.first.then(sum), ..prediction })
    }

    /// A slice. Units by slice and prime start from a shared layer.
    fn prepare_slice(
        &self,
        whole: &Subproblem,
        slice: usize,
        pause: Pause<'_>,
    ) -> Option<PreparedSlice> {
        let Subproblem { live: all, forecasts } = whole;
        let slices = self.slices(all);
        let (mut layer, mut first) = (0, Estimate::default());
        let mut problem = self.any_problem();
        if let Some(Moduli { numbers, .. }) = self.moduli {
            // The slice has fewer degrees than the whole.
            problem = self.problem(whole.part(), numbers, all.bytes() as f64);
            layer = problem.shared_layer(whole.part(), 1.0);
            first = problem.estimate(whole.part(), Some(layer));
        }
        let live = problem.live(all, slices, slice, layer, pause)?;
        let from = (layer > 0).then_some((forecasts, layer));
        let forecasts = Forecasts::new(problem.plan, &live, from);
        let cut = Cut { layer, parts: slices.count(), part: slice };
        let own = Subproblem { live, forecasts };
        // While the shared layer is made, the slice's sets are in memory; afterwards all sets are.
        let part = Part { start_layer: layer, ..own.part() };
        let before = first.overhead + own.live.bytes() as f64;
        let after = all.bytes() as f64 + problem.estimate(part, None).overhead;
        let held = all.bytes() as f64 + (before - after).max(0.0);
        Some(PreparedSlice { own, cut, first, held })
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
        held: f64,
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
            let bytes = |prediction: &Prediction| prediction.estimate.bytes();
            let fits =
                |prediction: &Prediction| bytes(prediction) + held <= self.means.memory as f64;
            let cost = |prediction: &Prediction| {
                if fits(prediction) {
                    let times = if prediction.parts > 1 { IN_PARTS } else { 1.0 };
                    self.forecast(prediction).seconds() * times
                } else {
                    bytes(prediction)
                }
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

    /// The predicted cost of all sweeps of the count.
    pub fn forecast(&self, prediction: &Prediction) -> Estimate {
        let bits = bits_expected(self.question.graph(), self.question.kind());
        let sweeps = match self.moduli {
            Some(moduli) => moduli.count as f64,
            None => prediction.numbers.sweeps(bits),
        };
        prediction.estimate.times(sweeps)
    }

    /// A sweep with words in unlimited memory.
    fn any_problem(&self) -> Problem<'_> {
        let ProblemCache { plan, maps, .. } = &*self.cache;
        let disk = self.means.disk.map_or(f64::INFINITY, |bytes| bytes as f64);
        let disk = if self.spills { disk } else { 0.0 };
        Problem { disk, ..Problem::new(plan, maps, self.thread_pool()) }
    }

    /// A sweep with this number type, and its memory budget for states while `held` other bytes are
    /// in use.
    fn problem(&self, whole: Part<'_>, numbers: NumberType, held: f64) -> Problem<'_> {
        let memory = self.means.memory as f64;
        let frees_disk = self.moduli.is_some();
        let problem = Problem { numbers, frees_disk, ..self.any_problem() };
        problem.within(whole, memory - held, memory * LEAST)
    }

    /// The sweep of a slice from its shared layer on.
    ///
    /// # Errors
    /// [`Shortage::Least`] if sets and tables leave too little memory.
    fn problem_of_slice(
        &self,
        slice: &PreparedSlice,
        numbers: NumberType,
    ) -> Result<Problem<'_>, Error> {
        let problem = self.problem(slice.part(), numbers, slice.held);
        let overhead = slice.held + problem.estimate(slice.part(), None).overhead;
        let (needed, free) = ((overhead / (1.0 - LEAST)) as u64, self.means.memory);
        if needed > free {
            let what = self.question.label().board;
            return Err(Shortage::Least { what, needed, free }.into());
        }
        Ok(problem)
    }

    fn slices(&self, live: &Live) -> &Partition {
        let by = if self.moduli.is_some() { By::Ends } else { By::Degrees };
        let new =
            || Partition::of_meeting(by, &self.cache.plan, &live.meeting, self.split, usize::MAX);
        self.slices.get_or_init(new)
    }

    fn thread_pool(&self) -> ThreadPool {
        ThreadPool { threads: self.means.threads, backend: Backend::new(self.means.vectors) }
    }

    /// Counts a unit. `extra_sweeps` is the number of sweeps for each prime beyond those of a plain
    /// count.
    fn run_unit<T>(
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
            if let Some(layers) = &self.means.layers
                && last_report.replace(at) != Some(at)
            {
                layers.0.observe(report);
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
        let whole = self.cache.whole(self.thread_pool(), &mut quiet).ok_or(Halt::Stopped)?;
        let slice = match unit.path.first() {
            Some(&slice) => {
                let slice = self.prepare_slice(&whole, slice as usize, &mut quiet);
                Some(slice.ok_or(Halt::Stopped)?)
            }
            None => None,
        };
        // Of the slice, or of the whole.
        let (part, held) = match &slice {
            Some(slice) => (slice.part(), slice.held),
            None => (whole.part(), 0.0),
        };
        let shared = slice.as_ref().filter(|_| self.moduli.is_some());
        let number = unit.path.first().map_or(0, |&slice| 1 + u64::from(slice));
        let checkpoint = |slice: u64, numbers: NumberType| {
            let words = [slice, numbers as u64].into_iter().chain(self.cache.plan.words());
            self.store.as_deref().map(|store| CheckpointFiles::new(store, words))
        };
        let checkpoint_of = |numbers: NumberType| {
            let shares = shared.is_some();
            checkpoint(number, numbers).map(|files| CheckpointFiles { shares, ..files })
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
        let problem = match (shared, self.moduli) {
            (Some(slice), Some(Moduli { numbers, .. })) => {
                let problem = self.problem_of_slice(slice, numbers).map_err(Halt::Failed)?;
                // The estimate ignores further cuts, because computing their live degrees takes
                // long.
                expected.set(slice.first.states + problem.estimate(part, None).states);
                problem
            }
            _ => {
                let held = held + self.sets() as f64;
                let prediction = self.predict_with(kinds, part, held, &mut quiet);
                let prediction = prediction.ok_or(Halt::Stopped)?;
                let states = prediction.estimate.states;
                expected.set(self.forecast(&prediction).states + extra_sweeps as f64 * states);
                self.problem(part, prediction.numbers, held)
            }
        };
        let numbers = problem.numbers;
        let counting = Counting {
            problem,
            whole: if shared.is_some() { whole.part() } else { part },
            bits: bits_bound(self.question.graph(), self.question.kind()),
            checkpoint: checkpoint_of(numbers),
            shared_slice: shared.map(|slice| SharedSlice {
                part,
                cut: slice.cut,
                checkpoint: checkpoint(0, numbers),
            }),
            each: false,
        };
        on_layer(&LayerReport::default());
        let counted = count_unit(&counting, &mut on_layer).map_err(|why| {
            let error = why.error(problem.plan, self.question.label().board, self.means.memory);
            error.map_or(Halt::Stopped, Halt::Failed)
        })?;
        // No later slice of this prime needs the shared layer.
        let last = shared.filter(|slice| slice.cut.part + 1 == slice.cut.parts);
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
                means: Means { layers: None, ..self.means.clone() },
                store: self.store.clone(),
                mirrored: OnceLock::new(),
                sorting: self.sorting.clone(),
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
        Ok(tally_of(unit, count, &profile))
    }

    /// Sorts the tours of a unit. The first `skip` primes are not used.
    fn sorted(
        &self,
        unit: &Unit,
        visitor: &mut impl Visitor<[u8]>,
        most: usize,
        skip: usize,
    ) -> Result<Tally, Halt> {
        let (sorted, profile) =
            self.run_unit(unit, visitor, sweeps(most), &|counting, on_layer| {
                by_value(counting, most, skip, on_layer)
            })?;
        let mut tally = tally_of(unit, sorted.iter().cloned().sum(), &profile);
        let mut histogram = Histogram::default();
        for (value, tours) in (0..).zip(sorted) {
            histogram.count(value, tours * unit.weight);
        }
        tally.sort(&histogram);
        Ok(tally)
    }
}

/// The tally of a unit with this count and these states of each layer.
fn tally_of(unit: &Unit, count: Count, profile: &[u64]) -> Tally {
    let mut tally = Tally::default();
    tally.find(unit.weight, count);
    for (depth, &states) in profile.iter().enumerate() {
        tally.enter(depth, states);
    }
    tally
}

/// A slice of a count.
struct PreparedSlice {
    own: Subproblem,
    /// Its layer is the shared one, or 0.
    cut: Cut,
    /// The cost of the shared layers, and the bytes that stay in memory besides states.
    first: Estimate,
    held: f64,
}

impl PreparedSlice {
    fn part(&self) -> Part<'_> {
        Part { start_layer: self.cut.layer, ..self.own.part() }
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
        let sorted = self.sorting.as_ref();
        let sorted = sorted.map_or(String::new(), |by| format!(", {} of each", by.what));
        let question = self.question.fingerprint();
        format!("{question}, halves, {order} symmetries{split}{moduli}{sorted}")
    }

    /// A unit uses all threads.
    fn at_once(&self, _: usize) -> usize {
        1
    }

    fn plan(&self) -> Plan {
        let (directions, trunk) = (self.question.directions(), Tally::default());
        let unit = |id, path, weight, share| Unit { id, path, weight, share };
        if self.moduli.is_none() && self.split == 1 {
            return Plan { units: vec![unit(0, Vec::new(), directions, 1.0)], trunk };
        }
        let whole = self.cache.whole(self.thread_pool(), &mut || true);
        let shares = self.slices(&whole.expect("no pause stops it").live).fractions();
        let slices = || shares.iter().zip(0..);
        let units: Vec<Unit> = match self.moduli {
            // All slices of a prime come one after the other, and share their first layers.
            Some(moduli) => {
                let all = (0..moduli.count).flat_map(|at| slices().map(move |slice| (at, slice)));
                let unit = |(id, (at, (share, slice)))| {
                    unit(id, vec![slice, at as u32], 0, share / moduli.count as f64)
                };
                all.enumerate().map(unit).collect()
            }
            None => slices()
                .map(|(&share, id)| unit(id as usize, vec![id], directions, share))
                .collect(),
        };
        Plan { units, trunk }
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        if let Some(Sorting { most, .. }) = self.sorting {
            return self.sorted(unit, visitor, most, 0);
        }
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
        match (&self.sorting, self.moduli) {
            (Some(Sorting { most, .. }), _) => self.sorted(unit, visitor, *most, OTHERS),
            (None, Some(_)) => self.mirrored().unwrap_or(self).run(unit, visitor),
            _ => self.tally(unit, visitor, &|counting, on_layer| counting.recount(on_layer)),
        }
    }

    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        let prediction = self.predict(false, &mut || true);
        let states = prediction.map_or(0.0, |prediction| self.forecast(&prediction).states);
        states * self.sorting.as_ref().map_or(1, |by| 1 + 2 * sweeps(by.most)) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::{HalvesCount, Moduli, NumberType};
    use crate::board::{Board, Piece};
    use crate::engine::{Enumeration, MemoryStore, Run, Silent};
    use crate::tours::{Kind, TourQuestion};

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
            for &numbers in NumberType::RESIDUES {
                let count = || HalvesCount::new(question.clone()).unwrap().split(5).threads(2);
                let bits = count().bits(&mut || true).unwrap();
                let moduli = Moduli::new(numbers, bits).unwrap();
                let store = || Box::new(MemoryStore::default());
                let counts = [
                    count(),
                    count().checkpoint(store()),
                    count().spilling(store()),
                    count().spilling(store()).memory(12 << 20),
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
