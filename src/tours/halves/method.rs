//! `HalvesCount`: the count of one question by two halves, what it is expected to cost, and what
//! the engine runs of it: the whole as one unit, or a slice of it as one of several.

use std::cell::Cell;
use std::fmt;
use std::sync::{Arc, OnceLock};

use super::counting::{Counted, Counting, Ended, Hear, Only, no_room};
use super::degrees::MOST_SLOTS;
use super::forecast::{Estimate, FOR_STATES, Numbers, Outlook};
use super::grounds::{Grounds, Told};
use super::moduli::Moduli;
use super::plan::{Net, Plan as Halves};
use super::schedule::{Part, Problem};
use super::sweep::{By, Crew, Cut, Keeper, Live, PART_STATES, Pause, Slices, bits_of_ways, live};
use crate::count::Count;
use crate::engine::{
    Beat, CheckpointStore, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor, cores,
};
use crate::error::Error;
use crate::method::{DEFAULT_MEMORY, LayerReport, Means, Vectors};
use crate::simd::Backend;
use crate::tours::frontier::{bits_bound, bits_expected};
use crate::tours::question::TourQuestion;

/// The smallest: on fewer vertices an open tour is no cycle through an apex.
const LEAST_VERTICES: usize = 3;
/// Slots up to which all live degrees are found to tell a cost: a second for 16.
const COUNTED_SLOTS: usize = 16;
/// Sets that take no more than one part of so many of the memory stay.
const SMALL: u64 = 6;
/// Of the memory, what states have if sets and tables leave less.
const LEAST: f64 = 0.5;
/// Units that are looked at to tell what all take.
const LOOKED_AT: usize = 4;
/// More is not done before all is.
const ALMOST: f64 = 0.999;
/// What is kept of a sweep is read by no other version of this format.
const FORMAT: u32 = 2;

/// The count of one question's tours by two halves that meet; it shows none.
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
    pub(super) grounds: Arc<Grounds>,
    /// About how many slices; one is the whole.
    split: usize,
    slices: OnceLock<Slices>,
    /// The primes, if each unit counts modulo one of them.
    moduli: Option<Moduli>,
    /// Bytes of disk.
    disk: f64,
    threads: usize,
    memory: u64,
    vectors: Vectors,
    watch: Option<Watcher>,
    store: Option<Box<dyn CheckpointStore>>,
    pub(super) spills: bool,
    /// What states may be counted in.
    pub(super) kinds: &'static [Numbers],
}

/// How one unit is counted.
pub(super) type Way<'a, T> = &'a dyn Fn(&Counting<'_>, Hear<'_>) -> Counted<T>;

impl HalvesCount {
    /// The most vertices that the method takes.
    pub const MOST_VERTICES: usize = 1024;

    /// The count for a question.
    ///
    /// # Errors
    /// [`Error::NoMethod`] for fewer than three squares, [`Error::MethodTooSmall`] for more
    /// than 1024, or if no cut was found whose halves have frontiers of at most 20 cells.
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
        let Some(grounds) = grounds_of(&question) else {
            return Err(no(format!(
                "no cut was found with frontiers of {MOST_SLOTS} cells at most"
            )));
        };
        Ok(HalvesCount {
            question,
            grounds,
            split: 1,
            slices: OnceLock::new(),
            moduli: None,
            disk: f64::INFINITY,
            threads: cores(),
            memory: DEFAULT_MEMORY,
            vectors: Vectors::Native,
            watch: None,
            store: None,
            spills: false,
            kinds: &Numbers::COUNTED,
        })
    }

    /// Cut into about so many slices: each a unit of its own, exact, with less memory than the
    /// whole and more work in all. It decides what the units are.
    pub fn split(mut self, slices: usize) -> HalvesCount {
        (self.split, self.slices) = (slices.max(1), OnceLock::new());
        self
    }

    /// Units that count a slice modulo one of these primes each, so that all slices share what a
    /// sweep makes at first. It decides what the units are.
    pub fn modulo(mut self, moduli: Moduli) -> HalvesCount {
        (self.moduli, self.slices) = (Some(moduli), OnceLock::new());
        self
    }

    /// The threads of the count, at least one.
    pub fn threads(mut self, threads: usize) -> HalvesCount {
        self.threads = threads.max(1);
        self
    }

    /// The bytes that it may use; it fails before it uses more.
    pub fn memory(mut self, bytes: u64) -> HalvesCount {
        self.memory = bytes;
        self
    }

    /// The vector instructions that it may use.
    pub fn vectors(mut self, vectors: Vectors) -> HalvesCount {
        self.vectors = vectors;
        self
    }

    /// The count with these threads, memory and vectors.
    pub fn by(self, means: &Means) -> HalvesCount {
        let disk = means.disk.map_or(f64::INFINITY, |bytes| bytes as f64);
        let count = self.threads(means.threads).memory(means.memory).vectors(means.vectors);
        HalvesCount { disk, ..count }
    }

    /// Tells whom these means name of each layer.
    pub fn telling(self, means: &Means) -> HalvesCount {
        match means.layers.clone() {
            Some(layers) => self.watched(Box::new(move |report| layers.0.hear(report))),
            None => self,
        }
    }

    /// Tells this function of each layer.
    pub fn watched(mut self, watch: Box<dyn Fn(&LayerReport) + Send + Sync>) -> HalvesCount {
        self.watch = Some(Watcher(watch));
        self
    }

    /// Keeps layers there, and goes on from what is kept there. The store is this question's own.
    pub fn checkpoint(mut self, store: Box<dyn CheckpointStore>) -> HalvesCount {
        self.store = Some(store);
        self
    }

    /// Puts what does not fit in memory into the store, too.
    pub fn spilling(mut self, store: Box<dyn CheckpointStore>) -> HalvesCount {
        self.spills = true;
        self.checkpoint(store)
    }

    /// What a checkpoint of this count is to be known by: question, slices, version and format.
    pub fn checkpoint_name(&self) -> String {
        format!("{}, {}, layers {FORMAT}", self.fingerprint(), env!("CARGO_PKG_VERSION"))
    }

    /// The question.
    pub fn question(&self) -> &TourQuestion {
        &self.question
    }

    /// The most slots of a half.
    pub fn slots(&self) -> usize {
        self.grounds.halves.slots()
    }

    /// The bytes of sets of degrees that no count is without.
    pub fn sets(&self) -> u64 {
        (self.grounds.halves.most_numbers() / 2) as u64
    }

    /// About how many slices were asked for.
    pub fn splits(&self) -> usize {
        self.split
    }

    /// What one sweep of all is expected to take, and in what: of wide frontiers by a rough rule,
    /// unless it may take as long as it does to find all live degrees; none if it was ended.
    pub fn told(&self, closely: bool, pause: Pause<'_>) -> Option<Told> {
        if !closely && self.slots() > COUNTED_SLOTS && !self.grounds.is_known() {
            let estimate = Estimate::by_price(&self.grounds.halves);
            let numbers = estimate.within(self.kinds, self.memory as f64);
            let numbers = numbers.unwrap_or(self.kinds[self.kinds.len() - 1]);
            return Some(Told { numbers, estimate, parts: 1 });
        }
        let asked = (self.split, self.memory, self.threads, self.spills);
        if let Some(told) = self.grounds.told().get(&asked) {
            return Some(*told);
        }
        let told = if let Some(moduli) = self.moduli {
            self.told_of_units(moduli.numbers, pause)?
        } else if self.split == 1 {
            let whole = self.grounds.whole(self.crew(), pause)?;
            self.told_of(self.kinds, &whole.0, &whole.1, 0, pause)?
        } else {
            let reached = self.grounds.reached(self.crew(), usize::MAX, pause)?;
            let all = self.slices(&reached).shares().len();
            let some = all.min(LOOKED_AT);
            let (mut sum, mut last) = (Estimate::default(), None);
            for at in 0..some {
                // In the middle of as many parts of all slices, which are sorted by their size.
                let live = self.live_of(&reached, (2 * at + 1) * all / (2 * some), pause)?;
                let outlook = Outlook::new(&self.grounds.halves, &live, None);
                let told = self.told_of(self.kinds, &live, &outlook, self.kept(&reached), pause)?;
                sum = sum.then(told.estimate, Default::default());
                last = Some(told);
            }
            let mut estimate = sum.times(all as f64 / some as f64);
            estimate.besides += self.kept(&reached) as f64;
            Told { estimate, ..last? }
        };
        self.grounds.told().insert(asked, told);
        Some(told)
    }

    /// What one sweep by slices is expected to take that share what it makes at first.
    fn told_of_units(&self, numbers: Numbers, pause: Pause<'_>) -> Option<Told> {
        let whole = self.grounds.whole(self.crew(), pause)?;
        let all = self.slices(&whole.0).shares().len();
        let some = all.min(LOOKED_AT);
        let (mut first, mut sum) = (Estimate::default(), Estimate::default());
        for at in 0..some {
            let own = self.own(&whole, (2 * at + 1) * all / (2 * some), numbers, pause)?;
            let problem = self.problem(own.part(), numbers, own.held);
            let mut told = problem.forecast(own.part(), pause)?;
            told.besides += own.held as f64;
            sum = sum.then(told, Default::default());
            first = own.first;
        }
        let sum = sum.times(all as f64 / some as f64);
        Some(Told { numbers, estimate: first.then(sum, Default::default()), parts: all })
    }

    /// A slice, from the layer on that all slices begin from.
    fn own(
        &self,
        (all, outlook): &(Live, Outlook),
        slice: usize,
        numbers: Numbers,
        pause: Pause<'_>,
    ) -> Option<Own> {
        let (plan, slices, whole) =
            (&self.grounds.halves, self.slices(all), Part::whole(all, outlook));
        let room = self.memory as f64 * LEAST;
        let problem = Problem { plan, crew: self.crew(), numbers, room, spills: self.spills };
        let layer = problem.shared(whole, self.disk);
        let first = problem.estimate(whole, Some(layer));
        let live = problem.live(all, slices, slice, layer, pause)?;
        let outlook = Outlook::new(plan, &live, Some((outlook, layer)));
        let cut = Cut { layer, parts: slices.shares().len(), part: slice };
        let held = first.besides(numbers) as usize;
        Some(Own { live, outlook, cut, is_away: self.spills, first, held })
    }

    /// The bits that a count can have, by the ways in which both halves meet; none if it was
    /// ended before its time.
    pub fn bits(&self, pause: Pause<'_>) -> Option<f64> {
        let whole = self.grounds.whole(self.crew(), pause)?;
        bits_of_ways(&self.grounds.halves, &whole.0, self.crew(), pause)
    }

    /// What a sweep of this is expected to take, beside so much that is held: in the numbers with
    /// which all sweeps take the least time.
    fn told_of(
        &self,
        kinds: &[Numbers],
        live: &Live,
        outlook: &Outlook,
        held: usize,
        pause: Pause<'_>,
    ) -> Option<Told> {
        let part = Part::whole(live, outlook);
        let mut best: Option<Told> = None;
        for &numbers in kinds {
            let problem = self.problem(part, numbers, held);
            let cutting = problem.cut(part, 1.0);
            // What fits whole with wider numbers is not cut, and takes fewer sweeps.
            let estimate = match cutting {
                None => problem.estimate(part, None),
                Some(_) if numbers == Numbers::Words && kinds.len() > 1 => continue,
                Some(_) => problem.forecast(part, pause)?,
            };
            let parts = cutting.map_or(1, |cutting| cutting.parts);
            let told = Told { numbers, estimate, parts };
            // What fits comes first, then what takes the least time, or the least memory.
            let bytes = |told: &Told| told.estimate.bytes(told.numbers);
            let fits = |told: &Told| bytes(told) + held as f64 <= self.memory as f64;
            let cost = |told: &Told| if fits(told) { self.seconds(told) } else { bytes(told) };
            let key = |told: &Told| (!fits(told), cost(told));
            if best.is_none_or(|best| key(&told) < key(&best)) {
                best = Some(told);
            }
            if cutting.is_none() && fits(&told) {
                break;
            }
        }
        best
    }

    fn seconds(&self, told: &Told) -> f64 {
        self.forecast(told).seconds()
    }

    /// An estimate of one sweep, times the sweeps that the number takes.
    pub fn forecast(&self, told: &Told) -> Estimate {
        let bits = bits_expected(self.question.graph(), self.question.kind());
        let sweeps = match self.moduli {
            Some(moduli) => moduli.count as f64,
            None => told.numbers.sweeps(bits),
        };
        told.estimate.times(sweeps)
    }

    /// What is swept, in these numbers, with room for states beside so much that is held.
    fn problem(&self, whole: Part<'_>, numbers: Numbers, held: usize) -> Problem<'_> {
        let (plan, crew, memory) = (&self.grounds.halves, self.crew(), self.memory as f64);
        let problem = Problem { plan, crew, numbers, room: 0.0, spills: self.spills };
        let besides = problem.estimate(whole, None).besides(numbers);
        let room = (memory - held as f64 - besides).max(memory * LEAST) * FOR_STATES;
        Problem { room, ..problem }
    }

    fn reached(&self) -> Arc<Live> {
        self.grounds.reached(self.crew(), usize::MAX, &mut || true).expect("nobody ends it")
    }

    fn slices(&self, reached: &Live) -> &Slices {
        let by = if self.moduli.is_some() { By::Ends } else { By::Degrees };
        let new = || Slices::new(by, &self.grounds.halves, &reached.met, self.split);
        self.slices.get_or_init(new)
    }

    /// What lives for one slice.
    fn live_of(&self, reached: &Live, slice: usize, pause: Pause<'_>) -> Option<Live> {
        let slices = self.slices(reached);
        let wants = |d| slices.part_of(d) == slice;
        live(&self.grounds.halves, reached, 0, wants, self.crew(), pause)
    }

    /// The bytes of what is reached while a slice is counted: none where it would take much of
    /// the memory, and is found again for the next slice.
    fn kept(&self, reached: &Live) -> usize {
        let bytes = reached.bytes();
        if bytes as u64 * SMALL <= self.memory { bytes } else { 0 }
    }

    fn crew(&self) -> Crew {
        Crew { threads: self.threads, backend: Backend::new(self.vectors) }
    }

    /// Counts a unit, which takes so many sweeps of each prime besides those of the number.
    pub(super) fn counted<T>(
        &self,
        unit: &Unit,
        visitor: &mut impl Visitor<[u8]>,
        besides: usize,
        way: Way<'_, T>,
    ) -> Result<(T, Vec<u64>), Halt> {
        // Of all sweeps, once it is known; the states that an earlier run has made.
        let (expected, before) = (Cell::new(f64::INFINITY), Cell::new(0));
        let (mut told, mut begun) = (None, 0);
        let mut hear = |report: &LayerReport| {
            let at = (report.layer, report.states, report.numbers);
            if let Some(watch) = self.watch.as_ref().filter(|_| told.replace(at) != Some(at)) {
                watch.0(report);
            }
            let beat = |nodes: u64| {
                let done = (nodes as f64 / expected.get()).min(ALMOST);
                Beat { nodes, solutions: 0, done }
            };
            if before.get() > begun {
                begun = before.get();
                visitor.resume(beat(begun));
            }
            visitor.beat(beat(report.states_so_far.max(begun))).is_continue()
        };
        let mut quiet = || hear(&LayerReport::default());
        let (crew, plan) = (self.crew(), &self.grounds.halves);
        let mut held = self.sets() as usize;
        let slice = unit.path.first().filter(|_| self.moduli.is_none());
        let whole = match slice {
            None => self.grounds.whole(crew, &mut quiet),
            Some(&slice) => {
                let reached =
                    self.grounds.reached(crew, usize::MAX, &mut quiet).ok_or(Halt::Stopped)?;
                let live = self.live_of(&reached, slice as usize, &mut quiet);
                held += self.kept(&reached);
                if self.kept(&reached) == 0 {
                    self.grounds.forget_reached();
                }
                live.map(|live| {
                    let outlook = Outlook::new(plan, &live, None);
                    Arc::new((live, outlook))
                })
            }
        };
        let whole = whole.ok_or(Halt::Stopped)?;
        let (live, outlook) = &*whole;
        let own = match (self.moduli, &unit.path[..]) {
            (Some(moduli), &[slice, _]) => {
                let own = self.own(&whole, slice as usize, moduli.numbers, &mut quiet);
                Some(own.ok_or(Halt::Stopped)?)
            }
            _ => None,
        };
        let slice = unit.path.first().map_or(0, |&slice| 1 + u64::from(slice));
        let keeper = |slice: u64, numbers: Numbers| {
            let words = [slice, numbers as u64].into_iter().chain(plan.words());
            self.store.as_deref().map(|store| Keeper::new(store, words))
        };
        let keeper_of = |numbers: Numbers| {
            let own = own.is_some();
            keeper(slice, numbers).map(|keeper| if own { keeper.sharing() } else { keeper })
        };
        // What an earlier run has begun goes on in its numbers, whatever memory there is now.
        let mut kinds = self.kinds;
        for (at, &numbers) in self.kinds.iter().enumerate() {
            if let Some(keeper) = keeper_of(numbers) {
                let made = keeper.made().map_err(Halt::Failed)?;
                if made > before.get() {
                    before.set(made);
                    kinds = &self.kinds[at..=at];
                }
            }
        }
        let (problem, numbers) = match (&own, self.moduli) {
            (Some(own), Some(Moduli { numbers, .. })) => {
                let problem = self.problem(own.part(), numbers, own.held);
                // How it is cut is not looked at: to find what lives takes long.
                let all = own.first.states + problem.estimate(own.part(), None).states;
                expected.set(all);
                (problem, numbers)
            }
            _ => {
                let told = self.told_of(kinds, live, outlook, held, &mut quiet);
                let told = told.ok_or(Halt::Stopped)?;
                let states = told.estimate.states;
                expected.set(self.forecast(&told).states + besides as f64 * states);
                let part = Part::whole(live, outlook);
                (self.problem(part, told.numbers, held), told.numbers)
            }
        };
        let counting = Counting {
            problem,
            live,
            outlook,
            maps: &self.grounds.maps,
            bits: bits_bound(self.question.graph(), self.question.kind()),
            part_states: PART_STATES,
            keeper: keeper_of(numbers),
            only: own.as_ref().map(|own| Only {
                part: own.part(),
                cut: own.cut,
                keeper: keeper(0, numbers),
            }),
        };
        hear(&LayerReport::default());
        let counted = way(&counting, &mut hear).map_err(|ended| match ended {
            Ended::Stopped => Halt::Stopped,
            Ended::Failed(error) => Halt::Failed(error),
            Ended::Memory(at) => {
                Halt::Failed(no_room(&at, self.question.label().board, self.memory))
            }
        })?;
        // No slice of this prime comes after the last one.
        let last = own.filter(|own| own.cut.part + 1 == own.cut.parts);
        if let Some(keeper) = last.and_then(|_| keeper(0, numbers)) {
            keeper.clear_shared().map_err(Halt::Failed)?;
        }
        Ok(counted)
    }

    fn tally(
        &self,
        unit: &Unit,
        visitor: &mut impl Visitor<[u8]>,
        way: Way<'_, Count>,
    ) -> Result<Tally, Halt> {
        let (count, profile) = self.counted(unit, visitor, 0, way)?;
        let mut tally = Tally::default();
        tally.find(unit.weight, count);
        entered(&mut tally, &profile);
        Ok(tally)
    }
}

/// A slice of what is counted modulo primes.
struct Own {
    live: Live,
    outlook: Outlook,
    cut: Cut,
    /// True if the layer that all slices begin from is on disk.
    is_away: bool,
    /// What it takes to make that layer, and the bytes beside states that it takes.
    first: Estimate,
    held: usize,
}

impl Own {
    fn part(&self) -> Part<'_> {
        let Own { live, outlook, cut, is_away, .. } = self;
        Part { at: cut.layer, is_away: *is_away && cut.layer > 0, ..Part::whole(live, outlook) }
    }
}

/// Tells of the states of each layer.
pub(super) fn entered(tally: &mut Tally, profile: &[u64]) {
    for (depth, &states) in profile.iter().enumerate() {
        tally.enter(depth, states);
    }
}

/// What is worked out for the question, or was before; none if no cut was found.
fn grounds_of(question: &TourQuestion) -> Option<Arc<Grounds>> {
    let make = || {
        let graph = question.graph();
        let net = Net::new(graph, question.kind(), question.ends());
        let (symmetries, shape) = (question.symmetries(), question.shape());
        let halves = Halves::new(&net, graph, symmetries, shape, MOST_SLOTS)?;
        Some(Arc::new(Grounds::new(halves)))
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

    /// The one unit has the threads to itself.
    fn at_once(&self, _: usize) -> usize {
        1
    }

    fn plan(&self) -> Plan {
        let unit = |id, path, share| Unit { id, path, weight: self.question.directions(), share };
        let trunk = Tally::default();
        if let Some(moduli) = self.moduli {
            let whole = self.grounds.whole(self.crew(), &mut || true).expect("nobody ends it");
            let shares = self.slices(&whole.0).shares();
            // All slices of a prime come one after the other, and share what they begin from.
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
        let slices = self.slices(&reached).shares().iter().enumerate();
        let units = slices.map(|(id, &share)| unit(id, vec![id as u32], share)).collect();
        Plan { units, trunk }
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        match (self.moduli, &unit.path[..]) {
            (Some(moduli), &[_, at]) => self.tally(unit, visitor, &|counting, hear| {
                let (residue, profile) = counting.residue(at as usize, hear)?;
                Ok((moduli.told(at as usize, residue), profile))
            }),
            _ => self.tally(unit, visitor, &|counting, hear| counting.count(hear)),
        }
    }

    fn other_way(&self) -> Option<&'static str> {
        self.moduli.is_none().then_some("other moduli")
    }

    fn recount(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        match self.moduli {
            Some(_) => self.run(unit, visitor),
            None => self.tally(unit, visitor, &|counting, hear| counting.recount(hear)),
        }
    }

    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        self.told(false, &mut || true).map_or(0.0, |told| self.forecast(&told).states)
    }
}

/// Who is told of layers.
struct Watcher(Box<dyn Fn(&LayerReport) + Send + Sync>);

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}

#[cfg(test)]
mod tests {
    use super::{HalvesCount, Moduli, Numbers};
    use crate::board::{Board, Piece};
    use crate::engine::{Run, Shelf};
    use crate::tours::{Kind, TourQuestion};

    /// What a slice came to is kept, and no other slice comes to it.
    #[test]
    fn slices_that_are_kept_add_up() {
        let board = Board::rectangle(6, 6).unwrap();
        let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
        let count = HalvesCount::new(question).unwrap().split(6);
        let count = count.checkpoint(Box::new(Shelf::default()));
        let outcome = Run::new(&count).threads(1).execute().unwrap();
        assert_eq!(outcome.tally.weighted().to_string(), "9862");
    }

    /// Whatever is kept of the layer that all slices begin from, in memory or elsewhere.
    #[test]
    fn units_by_slice_and_prime_tell_the_number() {
        for (board, kind, tours) in [
            ("6x6", Kind::Closed, "9862"),
            ("6x8", Kind::Closed, "55488142"),
            ("5x8", Kind::Closed, "44202"),
            ("5x6", Kind::Open, "18784"),
        ] {
            let board: Board = board.parse().unwrap();
            let question = TourQuestion::new(&board, &Piece::knight(2), kind);
            for numbers in Numbers::RESIDUES {
                let count = || HalvesCount::new(question.clone()).unwrap().split(5).threads(2);
                let bits = count().bits(&mut || true).unwrap();
                let moduli = Moduli::new(numbers, bits).unwrap();
                let shelf = || Box::new(Shelf::default());
                let kept = [
                    count(),
                    count().checkpoint(shelf()),
                    count().spilling(shelf()),
                    count().spilling(shelf()).memory(1 << 20),
                ];
                let mut profile = Vec::new();
                for (way, count) in kept.into_iter().enumerate() {
                    let outcome = Run::new(&count.modulo(moduli)).threads(1).execute();
                    let tally = outcome.unwrap().tally;
                    assert!(tally.weighted().is_zero());
                    let counted = moduli.counted(&tally).unwrap();
                    assert_eq!(counted.to_string(), tours, "{board}, {numbers:?}, {way}");
                    // Whoever finds the layer that all begin from tells of its states as well.
                    if way == 1 {
                        profile = tally.profile().to_vec();
                    } else if way == 2 {
                        assert_eq!(tally.profile(), profile);
                    }
                }
            }
        }
    }
}
