//! `HalvesCount`: the two halves as a method that the engine runs.
//!
//! One unit is the whole count, and it has threads of its own (see [`HalvesCount::threads`]).

use std::fmt;

use super::cost::StateEstimate;
use super::count::{Counting, Ended};
use super::degrees::MOST_SLOTS;
use super::machine::Backend;
use super::plan::{Net, Plan as Halves};
use super::sweep::{Crew, live};
use crate::convention::Label;
use crate::engine::{Beat, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor, cores};
use crate::error::Error;
use crate::method::{LayerReport, Vectors};
use crate::tours::frontier::bits_bound;
use crate::tours::question::{Ends, Kind, TourQuestion};

/// The largest graph that the method takes.
const MOST_VERTICES: usize = 1024;
/// The smallest: on fewer vertices an open tour is no cycle through an apex.
const LEAST_VERTICES: usize = 3;
/// Slots up to which all live degrees are found to tell a cost.
const COUNTED_SLOTS: usize = 16;
/// Places where they are not: of so many states that layers could have one has a place.
const PLACES: f64 = 0.1;
/// Groups in as many places.
const GROUPS: f64 = 0.004;
/// Bytes of states if nobody says otherwise: 4 GiB.
const MEMORY: u64 = 4 << 30;
/// A share of the memory is the sets' of degrees and the tables'.
const FOR_STATES: f64 = 0.8;

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
    question: TourQuestion,
    halves: Halves,
    threads: usize,
    memory: u64,
    vectors: Vectors,
    watch: Option<Watcher>,
}

impl HalvesCount {
    /// The count for a question.
    ///
    /// # Errors
    /// [`Error::NoMethod`] for fewer than three squares, [`Error::MethodTooSmall`] for more
    /// than 1024, or if no cut was found whose halves have frontiers of at most 18 cells.
    pub fn new(question: TourQuestion) -> Result<HalvesCount, Error> {
        question.fits("halves", MOST_VERTICES)?;
        let (graph, label) = (question.graph(), question.label());
        if graph.len() < LEAST_VERTICES {
            return Err(Error::NoMethod {
                question: label.board,
                method: "halves",
                reason: "it takes three squares or more".into(),
            });
        }
        let net = Net::new(graph, question.kind(), question.ends());
        let (symmetries, shape) = (question.symmetries(), question.shape());
        let Some(halves) = Halves::new(&net, graph, symmetries, shape, MOST_SLOTS) else {
            return Err(Error::NoMethod {
                question: label.board,
                method: "halves",
                reason: format!("no cut was found with frontiers of {MOST_SLOTS} cells at most"),
            });
        };
        Ok(HalvesCount {
            question,
            halves,
            threads: cores(),
            memory: MEMORY,
            vectors: Vectors::Native,
            watch: None,
        })
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

    /// Tells this function of each layer.
    pub fn watched(mut self, watch: Box<dyn Fn(&LayerReport) + Send + Sync>) -> HalvesCount {
        self.watch = Some(Watcher(watch));
        self
    }

    /// The question.
    pub fn question(&self) -> &TourQuestion {
        &self.question
    }

    /// The states that are expected: of narrow frontiers after all live degrees were found.
    pub fn estimate(&self) -> StateEstimate {
        let most = self.halves.lower.as_ref().map_or(0, |half| half.slots);
        let crew = self.crew();
        let found = (most.max(self.halves.upper.slots) <= COUNTED_SLOTS)
            .then(|| live(&self.halves, crew, &mut || true))
            .flatten();
        match found {
            Some(live) => StateEstimate::of(&self.halves, &live),
            None => {
                let places = self.halves.price * PLACES;
                StateEstimate { groups: places * GROUPS, places, largest: places / 6.0 }
            }
        }
    }

    fn crew(&self) -> Crew {
        Crew { threads: self.threads, backend: Backend::new(self.vectors) }
    }

    /// How many open tours one that is counted stands for: both its directions, unless its
    /// ends are given.
    fn weight(&self) -> u64 {
        let both = self.question.kind() == Kind::Open && !self.question.has_ends();
        if both { 2 } else { 1 }
    }
}

/// Who is told of layers.
struct Watcher(Box<dyn Fn(&LayerReport) + Send + Sync>);

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}

impl Enumeration for HalvesCount {
    type Solution = [u8];

    fn method(&self) -> &'static str {
        "halves"
    }

    fn fingerprint(&self) -> String {
        let Label { board, piece, kind, .. } = self.question.label();
        let order = self.question.symmetries().order();
        let ends = match self.question.ends() {
            Ends::Free => String::new(),
            Ends::From(end) => format!(", end {end}"),
            Ends::Between(a, b) => format!(", ends {a} {b}"),
        };
        format!("tours {kind} {piece} {board}{ends}, halves, {order} symmetries")
    }

    /// The one unit has the threads to itself.
    fn at_once(&self, _: usize) -> usize {
        1
    }

    fn plan(&self) -> Plan {
        let unit = Unit { id: 0, path: Vec::new(), weight: self.weight(), share: 1.0 };
        Plan { units: vec![unit], trunk: Tally::default() }
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let counting = Counting {
            plan: &self.halves,
            crew: self.crew(),
            memory: (self.memory as f64 * FOR_STATES) as u64,
            bits: bits_bound(self.question.graph(), self.question.kind()),
        };
        let mut told = None;
        let mut hear = |report: &LayerReport| {
            let at = (report.layer, report.states, report.numbers);
            if let Some(watch) = self.watch.as_ref().filter(|_| told.replace(at) != Some(at)) {
                watch.0(report);
            }
            let beat = Beat { nodes: report.states_so_far, solutions: 0, done: report.done };
            visitor.beat(beat).is_continue()
        };
        let (count, profile) = counting.count(&mut hear).map_err(|ended| match ended {
            Ended::Stopped => Halt::Stopped,
            Ended::Memory(report) => Halt::Failed(Error::OutOfMemory {
                what: self.question.label().board,
                layer: report.layer,
                layers: report.layers,
                classes: report.states,
                limit: self.memory,
                may_spill: false,
            }),
        })?;
        let mut tally = Tally::default();
        tally.find(unit.weight, count);
        for (depth, &states) in profile.iter().enumerate() {
            tally.enter(depth, states);
        }
        Ok(tally)
    }

    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        self.estimate().states()
    }
}
