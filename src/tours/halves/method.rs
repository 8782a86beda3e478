//! `HalvesCount`: the count of one question by two halves, and what it is expected to cost.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::cost::StateEstimate;
use super::degrees::MOST_SLOTS;
use super::expected::Numbers;
use super::grounds::Grounds;
use super::machine::Backend;
use super::plan::{Net, Plan as Halves};
use super::sweep::{Crew, Live, Pause, Slices, live};
use crate::engine::{CheckpointStore, Enumeration, cores};
use crate::error::Error;
use crate::method::{LayerReport, Means, Vectors};
use crate::tours::frontier::{bits_bound, bits_expected};
use crate::tours::question::TourQuestion;

/// The smallest: on fewer vertices an open tour is no cycle through an apex.
const LEAST_VERTICES: usize = 3;
/// Slots up to which all live degrees are found to tell a cost: a second for 16.
const COUNTED_SLOTS: usize = 16;
/// Bytes of states if nobody says otherwise: 4 GiB.
const MEMORY: u64 = 4 << 30;
/// Sets that take no more than one part of so many of the memory stay.
const SMALL: u64 = 6;

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
    pub(super) split: usize,
    slices: OnceLock<Slices>,
    threads: usize,
    pub(super) memory: u64,
    vectors: Vectors,
    pub(super) watch: Option<Watcher>,
    pub(super) store: Option<Box<dyn CheckpointStore>>,
    pub(super) spills: bool,
    /// So many times the bytes of residues are a state's, where no numbers are counted; else one.
    pub(super) larger: f64,
}

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
        let (graph, label) = (question.graph(), question.label());
        if graph.len() < LEAST_VERTICES {
            return Err(Error::NoMethod {
                question: label.board,
                method: "halves",
                reason: "it takes three squares or more".into(),
            });
        }
        let Some(grounds) = grounds_of(&question) else {
            return Err(Error::NoMethod {
                question: label.board,
                method: "halves",
                reason: format!("no cut was found with frontiers of {MOST_SLOTS} cells at most"),
            });
        };
        Ok(HalvesCount {
            question,
            grounds,
            split: 1,
            slices: OnceLock::new(),
            threads: cores(),
            memory: MEMORY,
            vectors: Vectors::Native,
            watch: None,
            store: None,
            spills: false,
            larger: 1.0,
        })
    }

    /// Cut into about so many slices: each a unit of its own, exact, with less memory than the
    /// whole and more work in all. It decides what the units are.
    pub fn split(mut self, slices: usize) -> HalvesCount {
        (self.split, self.slices) = (slices.max(1), OnceLock::new());
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
        self.threads(means.threads).memory(means.memory).vectors(means.vectors)
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

    /// What a checkpoint of this count is to be known by: question, slices and version.
    pub fn checkpoint_name(&self) -> String {
        format!("{}, {}", self.fingerprint(), env!("CARGO_PKG_VERSION"))
    }

    /// The question.
    pub fn question(&self) -> &TourQuestion {
        &self.question
    }

    /// The states that are expected: of narrow frontiers after all live degrees were found, and
    /// of slices after some of them were looked at.
    pub fn estimate(&self) -> StateEstimate {
        if self.split > 1 {
            return self.looked(&mut || true).expect("nobody ends it").estimate;
        }
        let grounds = &self.grounds;
        if grounds.halves.slots() <= COUNTED_SLOTS {
            return self.estimate_unless(&mut || true).expect("nobody ends it");
        }
        match grounds.known() {
            Some(_) => self.estimate_unless(&mut || true).expect("nobody ends it"),
            None => StateEstimate::by_price(&grounds.halves).larger(self.larger),
        }
    }

    /// Of the whole, after all live degrees were found, which takes seconds where frontiers are
    /// wide; none if it was ended.
    pub fn estimate_unless(&self, pause: Pause<'_>) -> Option<StateEstimate> {
        let estimate = self.grounds.estimate(self.crew(), pause)?;
        Some(estimate.larger(self.larger))
    }

    /// An estimate of one sweep, times the sweeps that the number takes.
    pub fn forecast(&self, estimate: &StateEstimate) -> StateEstimate {
        let numbers = estimate.within(self.memory as f64).unwrap_or(Numbers::Residues);
        estimate.times(self.sweeps(numbers))
    }

    /// About how many sweeps a count takes.
    pub(super) fn sweeps(&self, numbers: Numbers) -> f64 {
        let bits = bits_expected(self.question.graph(), self.question.kind());
        match numbers {
            Numbers::Words => 1.0 + ((bits - 64.0) / 31.0).ceil().max(0.0),
            Numbers::Residues => (bits / 31.0).ceil().max(1.0),
        }
    }

    /// Bits that the number cannot pass.
    pub(super) fn bits(&self) -> u64 {
        bits_bound(self.question.graph(), self.question.kind())
    }

    /// The bytes of sets of degrees that no slice is without.
    pub fn sets(&self) -> u64 {
        (self.grounds.halves.most_numbers() / 2) as u64
    }

    /// The most slots of a half.
    pub fn slots(&self) -> usize {
        self.grounds.halves.slots()
    }

    /// About how many slices were asked for.
    pub fn splits(&self) -> usize {
        self.split
    }

    pub(super) fn reached(&self) -> Arc<Live> {
        self.grounds.reached(self.crew(), usize::MAX, &mut || true).expect("nobody ends it")
    }

    pub(super) fn slices(&self, reached: &Live) -> &Slices {
        self.slices.get_or_init(|| Slices::new(&self.grounds.halves, &reached.met, self.split))
    }

    /// What lives for one slice.
    pub(super) fn live_of(&self, reached: &Live, slice: usize, pause: Pause<'_>) -> Option<Live> {
        let slices = self.slices(reached);
        let wants = |d| slices.part_of(d) == slice;
        live(&self.grounds.halves, reached, wants, self.crew(), pause)
    }

    /// The bytes of what is reached while a slice is counted: none where it would take much of
    /// the memory, and is found again for the next slice.
    pub(super) fn kept(&self, reached: &Live) -> usize {
        let bytes = reached.bytes();
        if bytes as u64 * SMALL <= self.memory { bytes } else { 0 }
    }

    pub(super) fn crew(&self) -> Crew {
        Crew { threads: self.threads, backend: Backend::new(self.vectors) }
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

/// Who is told of layers.
pub(super) struct Watcher(pub(super) Box<dyn Fn(&LayerReport) + Send + Sync>);

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}
