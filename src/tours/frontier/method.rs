//! `FrontierCount`: the sweep as a method for the engine.
//!
//! One unit is one sweep, and a sweep has threads of its own ([`FrontierCount::threads`]).

use std::cell::Cell;
use std::fmt;
use std::sync::OnceLock;

use super::cost::{LayerEstimate, layer_estimates};
use super::layers::{Ended, Limits};
use super::numbers::bits_bound;
use super::plan::{Goal, SweepPlan};
use super::progress::SweepProgress;
use super::run::{SweepContext, Sweeps};
use super::state::Key;
use super::vertex_order::{EliminationOrder, best_order, quick_order};
use crate::board::{Board, Graph, Symmetries};
use crate::convention::Label;
use crate::engine::{Beat, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor, cores};
use crate::error::Error;
use crate::method::{
    Choice, Cost, DEFAULT_MEMORY, LayerReport, Means, Method, Ready, SweepEstimate,
};
use crate::tours::question::{Ends, Kind, TourQuestion};

/// The widest frontier of the method: the slots of the wider key.
pub const MAX_WIDTH: usize = <u128 as Key>::SLOTS;
/// The most vertices of a board that is not a strip: larger ones are too wide.
pub const MAX_VERTICES: usize = 4096;
/// The most vertices of a strip, or of a graph without a board, which may be narrow.
const MAX_NARROW: usize = 1 << 16;
/// The fraction of the memory for blocks; the rest is for tables and partly filled blocks.
const FOR_BLOCKS: f64 = 0.9;

/// The count of one question's tours by frontier dynamic programming; it shows no tour.
///
/// ```
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::engine::Run;
/// use cavalcade::tours::{FrontierCount, Kind, TourQuestion};
/// let board = Board::rectangle(6, 6)?;
/// let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
/// let outcome = Run::new(&FrontierCount::new(question)?).threads(1).execute()?;
/// assert_eq!(outcome.tally.weighted().to_string(), "9862"); // undirected
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Debug)]
pub struct FrontierCount {
    question: TourQuestion,
    fixed: Vec<u32>,
    threads: usize,
    memory: u64,
    portable: bool,
    watch: Option<Watcher>,
    /// An order that was found without a search.
    quick: EliminationOrder,
    /// The order of the sweep, found when it is first needed.
    order: OnceLock<EliminationOrder>,
}

impl FrontierCount {
    /// The most vertices of the method: 65,536 for a graph without a board and for a strip, which
    /// is a board with slices of at most [`MAX_WIDTH`] cells between two ends; [`MAX_VERTICES`] for
    /// other boards.
    pub fn most_vertices(board: Option<&Board>) -> usize {
        let is_narrow = board.is_none_or(|board| {
            let longest = board.axes().iter().max_by_key(|axis| axis.length);
            longest.is_some_and(|axis| !axis.wraps && board.len() <= MAX_WIDTH * axis.length)
        });
        if is_narrow { MAX_NARROW } else { MAX_VERTICES }
    }

    /// The count for a question.
    ///
    /// # Errors
    /// [`Error::MethodTooSmall`] beyond [`FrontierCount::most_vertices`], or if no order was found
    /// whose frontier is at most [`MAX_WIDTH`] cells wide.
    pub fn new(question: TourQuestion) -> Result<FrontierCount, Error> {
        question.fits("frontier", FrontierCount::most_vertices(question.shape()))?;
        let (graph, symmetries, shape) =
            (question.graph(), question.symmetries(), question.shape());
        let mut quick = quick_order(graph, symmetries, shape);
        if quick.width > MAX_WIDTH {
            quick = best_order(graph, symmetries, shape);
        }
        if quick.width > MAX_WIDTH {
            return Err(Error::MethodTooSmall {
                what: question.label().board,
                size: quick.width,
                unit: "cells in the frontier",
                method: "frontier",
                limit: MAX_WIDTH,
                remedy: "give a narrower board",
            });
        }
        let mut fixed = match question.ends() {
            Ends::Free => Vec::new(),
            Ends::From(end) => vec![end],
            Ends::Between(a, b) => vec![a, b],
        };
        fixed.sort_unstable();
        Ok(FrontierCount {
            question,
            fixed,
            threads: cores(),
            memory: DEFAULT_MEMORY,
            portable: false,
            watch: None,
            quick,
            order: OnceLock::new(),
        })
    }

    /// Counts only the open tours with these squares, at most two, as ends. With one end the total
    /// counts tours that start there; with two, tours from the first to the second.
    pub fn ends(mut self, ends: &[u32]) -> FrontierCount {
        assert!(ends.len() <= 2, "a tour has two ends");
        self.fixed = ends.to_vec();
        self.fixed.sort_unstable();
        self.order = OnceLock::new();
        self
    }

    /// The threads of a sweep, at least one.
    pub fn threads(mut self, threads: usize) -> FrontierCount {
        self.threads = threads.max(1);
        self
    }

    /// The memory limit of a sweep in bytes; the sweep fails rather than exceed it.
    pub fn memory(mut self, bytes: u64) -> FrontierCount {
        self.memory = bytes;
        self
    }

    /// Calls `watch` at the beginning of each layer and from time to time after.
    pub fn watched(mut self, watch: Box<dyn Fn(&LayerReport) + Send + Sync>) -> FrontierCount {
        self.watch = Some(Watcher(watch));
        self
    }

    /// Uses no special instructions: slower, for comparison.
    pub fn portable(mut self) -> FrontierCount {
        self.portable = true;
        self
    }

    /// The question.
    pub fn question(&self) -> &TourQuestion {
        &self.question
    }

    /// The predicted cost of the sweep.
    pub fn estimate(&self) -> SweepEstimate {
        let layers = self.estimates(self.order());
        let bits = bits_bound(self.question.graph(), self.question.kind());
        SweepEstimate::of(&layers, self.order().width, bits, self.for_states())
    }

    /// The predictions for each layer of a sweep in this order.
    fn estimates(&self, order: &EliminationOrder) -> Vec<LayerEstimate> {
        if self.question.graph().len() < 2 || self.is_hopeless() {
            return Vec::new();
        }
        let goal = Goal { kind: self.question.kind(), fixed: self.fixed.clone() };
        layer_estimates(self.question.graph(), order, &goal)
    }

    /// The bytes available for states.
    fn for_states(&self) -> u64 {
        (self.memory as f64 * FOR_BLOCKS) as u64
    }

    /// The most cells in the frontier at a time.
    pub fn width(&self) -> usize {
        self.order().width
    }

    /// The order of the sweep.
    pub(super) fn order(&self) -> &EliminationOrder {
        self.order.get_or_init(|| {
            let (graph, shape) = (self.question.graph(), self.question.shape());
            let order = best_order(graph, &self.symmetries(), shape);
            // Fixed ends can break the mirror for which an order was found.
            if order.width > MAX_WIDTH {
                EliminationOrder { mirror: None, ..self.quick.clone() }
            } else {
                order
            }
        })
    }

    /// The automorphisms that keep the fixed ends.
    fn symmetries(&self) -> Symmetries {
        let symmetries = self.question.symmetries();
        match self.fixed[..] {
            [] => symmetries.clone(),
            [end] => symmetries.stabiliser(end as usize),
            [a, b, ..] => symmetries.stabiliser(a as usize).stabiliser(b as usize),
        }
    }

    /// True if components or colours exclude any tour; false for a single vertex.
    pub(super) fn is_hopeless(&self) -> bool {
        let graph = self.question.graph();
        let most = match self.question.kind() {
            Kind::Open => 1,
            Kind::Closed => 0,
        };
        let unbalanced = |colours: Vec<bool>| {
            let dark = colours.iter().filter(|&&dark| dark).count();
            dark.abs_diff(graph.len() - dark) > most
        };
        graph.components().len() != 1 || graph.colours().is_some_and(unbalanced)
    }

    /// The number of open tours for each counted one: both directions, unless ends are fixed.
    fn weight(&self) -> u64 {
        let both = self.question.kind() == Kind::Open && self.fixed.is_empty();
        if both && self.question.graph().len() > 1 { 2 } else { 1 }
    }

    fn failure(&self, ended: Ended) -> Halt {
        match ended {
            Ended::Memory(report) => Halt::Failed(Error::OutOfMemory {
                what: self.question.label().board,
                layer: report.layer,
                layers: report.layers,
                classes: report.states,
                limit: self.memory,
            }),
            // Residues cannot overflow, and every narrower arithmetic has a wider one.
            Ended::Stopped | Ended::Overflow => Halt::Stopped,
        }
    }
}

/// An observer of layers.
struct Watcher(Box<dyn Fn(&LayerReport) + Send + Sync>);

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}

impl Enumeration for FrontierCount {
    type Solution = [u8];

    fn method(&self) -> &'static str {
        "frontier"
    }

    fn fingerprint(&self) -> String {
        let Label { board, piece, kind, .. } = self.question.label();
        let order = self.question.symmetries().order();
        let ends = match self.fixed[..] {
            [] => String::new(),
            [end] => format!(", end {end}"),
            [a, b, ..] => format!(", ends {a} {b}"),
        };
        format!("tours {kind} {piece} {board}{ends}, frontier, {order} symmetries")
    }

    /// The single unit uses all threads itself.
    fn at_once(&self, _: usize) -> usize {
        1
    }

    fn plan(&self) -> Plan {
        let unit = Unit { id: 0, path: self.fixed.clone(), weight: self.weight(), share: 1.0 };
        Plan { units: vec![unit], trunk: Tally::default() }
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let mut tally = Tally::default();
        let kind = self.question.kind();
        let graph: &Graph = self.question.graph();
        if graph.len() == 1 && kind == Kind::Open {
            tally.find(unit.weight, 1u64);
            tally.enter(0, 1);
            return Ok(tally);
        }
        if graph.len() < 2 || self.is_hopeless() {
            return Ok(tally);
        }
        let order = self.order();
        let mut progress = SweepProgress::new(&self.estimates(order));
        let plan = SweepPlan::new(graph, order, &Goal { kind, fixed: self.fixed.clone() });
        let left = Cell::new(1);
        let mut watch = |report: &LayerReport| {
            if let Some(watch) = &self.watch {
                watch.0(report);
            }
            let done = progress.done(report, left.get());
            visitor.beat(Beat { nodes: report.states_so_far, solutions: 0, done })
        };
        let limits = Limits { threads: self.threads, memory: self.for_states() };
        let context =
            SweepContext { plan: &plan, limits, watch: &mut watch, transfers: Vec::new() };
        let (portable, profile) = (self.portable, Vec::new());
        let mut sweeps = Sweeps { context, portable, left: &left, profile };
        let count = sweeps.count(bits_bound(graph, kind)).map_err(|ended| self.failure(ended))?;
        tally.find(unit.weight, count);
        for (depth, &states) in sweeps.profile.iter().enumerate() {
            tally.enter(depth, states);
        }
        Ok(tally)
    }

    /// The predicted states. Uses the sweep's own order if it is known, otherwise one found without
    /// a search, which usually has more states; see [`SweepEstimate`].
    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        let order = self.order.get().unwrap_or(&self.quick);
        self.estimates(order).iter().map(|layer| layer.states).sum()
    }
}

/// One sweep for all tours.
pub const FRONTIER: Method<TourQuestion> = Method {
    limit: FrontierCount::most_vertices,
    ..Method::new(
        "frontier",
        "Counting without visiting, by classes of partial tours on a frontier",
        cost,
        ready,
    )
};

/// States generated per second on one core.
const STATES_A_SECOND: f64 = 5e6;

/// Seconds to prepare a sweep.
const PREPARATION: f64 = 0.02;

/// The usual factor of error: see [`SweepEstimate`].
const WITHIN: f64 = 2.5;

fn cost(question: &TourQuestion, means: &Means) -> Result<Cost, Error> {
    let sweep = FrontierCount::new(question.clone())?.memory(means.memory);
    let estimate = sweep.estimate();
    if estimate.bytes >= means.memory as f64 {
        return Err(Error::TooManyClasses {
            what: question.label().board,
            classes: estimate.states as u64,
            limit: means.memory,
        });
    }
    Ok(Cost::new(estimate.states, estimate.bytes, estimate.seconds(), means.threads, WITHIN))
}

impl SweepEstimate {
    /// The predicted seconds on one thread.
    pub fn seconds(&self) -> f64 {
        PREPARATION + self.states / STATES_A_SECOND
    }
}

/// A sweep with these means, which reports its layers to their observer.
fn ready(question: &TourQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&[])?;
    let sweep = FrontierCount::new(question.clone())?;
    let mut sweep = sweep.threads(means.threads).memory(means.memory);
    if let Some(layers) = means.layers.clone() {
        if layers.0.wants_estimate() {
            layers.0.expect(&sweep.estimate());
        }
        sweep = sweep.watched(Box::new(move |report| layers.0.observe(report)));
    }
    let question = question.clone();
    Ok(Ready::new(sweep, move |tally, _| question.counts_of_any(tally)))
}
