//! `FrontierCount`: the sweep as a method that the engine runs.
//!
//! One unit is one sweep, and a sweep has threads of its own (their number is
//! [`FrontierCount::threads`]); so give [`crate::engine::Run`] one thread, or it runs
//! several sweeps at once where there are several units, each with memory of its own.

use std::ops::ControlFlow;

use super::arithmetic::{Arithmetic, RESIDUES, Word, bits_bound, combined, moduli};
use super::backend::{Backend, Plain};
use super::class::Key;
use super::order::Order;
use super::plan::{SweepPlan, Task};
#[cfg(target_arch = "x86_64")]
use super::simd::{Vector, is_available};
use super::sweep::{Ended, LayerReport, Limits, Swept, sweep};
use crate::answer::Label;
use crate::board::{Graph, Symmetries};
use crate::count::Count;
use crate::engine::{Beat, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor, cores};
use crate::error::Error;
use crate::tours::question::{Kind, TourQuestion};

/// The widest frontier that the method takes: the slots of the wider key.
pub const MAX_WIDTH: usize = <u128 as Key>::SLOTS;

/// The largest graph that the method takes; the order of more vertices takes too long.
pub const MAX_VERTICES: usize = 4096;

/// Memory that a sweep may use if nobody says otherwise: 4 GiB.
const MEMORY: u64 = 4 << 30;

/// A share of the memory is the tables' and the partly filled blocks'.
const FOR_BLOCKS: f64 = 0.9;

/// The share of all classes that are in the largest layer, and the bytes that a sweep
/// takes for each of these, successors included.
const PEAK_SHARE: f64 = 0.12;
const CLASS_BYTES: f64 = 45.0;

/// What a sweep is expected to cost, before it is run: right within a factor of two for
/// closed knight's tours and of four for open ones; other graphs can be far off. (The
/// limit on memory does not depend on it.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The most cells in the frontier at once: exact.
    pub width: usize,
    /// Classes of all layers.
    pub classes: f64,
    /// Bytes at the peak.
    pub bytes: f64,
}

/// The count of one question's tours by frontier dynamic programming; it shows none.
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
    order: Order,
}

impl FrontierCount {
    /// The count for a question.
    ///
    /// # Errors
    /// [`Error::MethodTooSmall`] beyond [`MAX_VERTICES`] vertices, and if no order was found
    /// whose frontier is at most [`MAX_WIDTH`] cells wide.
    pub fn new(question: TourQuestion) -> Result<FrontierCount, Error> {
        if question.graph().len() > MAX_VERTICES {
            return Err(Error::MethodTooSmall {
                what: question.label().board,
                size: question.graph().len(),
                unit: "squares",
                method: "frontier",
                limit: MAX_VERTICES,
                remedy: "give a smaller board",
            });
        }
        let order = Order::choose(question.graph(), question.symmetries(), question.shape());
        if order.width > MAX_WIDTH {
            return Err(Error::MethodTooSmall {
                what: question.label().board,
                size: order.width,
                unit: "cells in the frontier",
                method: "frontier",
                limit: MAX_WIDTH,
                remedy: "give a narrower board",
            });
        }
        Ok(FrontierCount {
            question,
            fixed: Vec::new(),
            threads: cores(),
            memory: MEMORY,
            portable: false,
            order,
        })
    }

    /// Counts only the open tours that have these squares, at most two, as ends. With one
    /// the total is that of the tours that start there; with two, of those that go from
    /// the one to the other.
    pub fn ends(mut self, ends: &[u32]) -> FrontierCount {
        assert!(ends.len() <= 2, "a tour has two ends");
        self.fixed = ends.to_vec();
        self.fixed.sort_unstable();
        self.order =
            Order::choose(self.question.graph(), &self.symmetries(), self.question.shape());
        self
    }

    /// The threads of a sweep, at least one.
    pub fn threads(mut self, threads: usize) -> FrontierCount {
        self.threads = threads.max(1);
        self
    }

    /// The bytes that a sweep may use; it fails before it uses more.
    pub fn memory(mut self, bytes: u64) -> FrontierCount {
        self.memory = bytes;
        self
    }

    /// Uses no special instructions: slower, and a check.
    pub fn portable(mut self) -> FrontierCount {
        self.portable = true;
        self
    }

    /// The question.
    pub fn question(&self) -> &TourQuestion {
        &self.question
    }

    /// What the sweep is expected to cost.
    pub fn forecast(&self) -> Forecast {
        // Read off sweeps of knights' boards of 36 to 64 cells.
        let classes = match self.question.kind() {
            Kind::Closed => self.order.price / 20.0,
            Kind::Open => self.order.price / 3.0,
        };
        Forecast { width: self.order.width, classes, bytes: classes * PEAK_SHARE * CLASS_BYTES }
    }

    /// The most cells in the frontier at once.
    pub fn width(&self) -> usize {
        self.order.width
    }

    pub(super) fn order(&self) -> &Order {
        &self.order
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

    /// True if parts or colours leave no tour; a graph of one vertex is none of these.
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

    /// How many open tours one that is counted stands for: both its directions, unless
    /// its ends are given.
    fn weight(&self) -> u64 {
        let both = self.question.kind() == Kind::Open && self.fixed.is_empty();
        if both && self.question.graph().len() > 1 { 2 } else { 1 }
    }

    /// Sweeps in the narrowest arithmetic that holds the numbers: 64 bits if they may
    /// suffice, then 128, then residues, of which the bound tells how many suffice.
    fn count(&self, sweeps: &mut Sweeps<'_>) -> Result<Count, Ended> {
        let bits = bits_bound(self.question.graph(), self.question.kind());
        // The numbers have about half as many bits as the bound, those of strips 0.6 times.
        if bits <= 115 {
            match sweeps.sweep(Word::<u64>::default()) {
                Ok(swept) => return Ok(Count::from(swept.total)),
                Err(Ended::Overflow) => {}
                Err(ended) => return Err(ended),
            }
        }
        if bits <= 210 {
            match sweeps.sweep(Word::<u128>::default()) {
                Ok(swept) => return Ok(Count::from(swept.total)),
                Err(Ended::Overflow) => {}
                Err(ended) => return Err(ended),
            }
        }
        let mut residues = Vec::new();
        for group in moduli(bits) {
            let swept: Swept<[u64; RESIDUES]> = sweeps.sweep(group)?;
            residues.push((group, swept.total));
        }
        Ok(combined(&residues))
    }

    fn failure(&self, ended: Ended) -> Halt {
        match ended {
            Ended::Memory(report) => Halt::Failed(Error::OutOfMemory {
                what: self.question.label().board,
                layer: report.layer,
                layers: report.layers,
                classes: report.classes,
                limit: self.memory,
            }),
            // Residues cannot overflow, and every narrower arithmetic has a wider one.
            Ended::Stopped | Ended::Overflow => Halt::Stopped,
        }
    }
}

/// Sweeps of one plan in any arithmetic.
struct Sweeps<'a> {
    plan: &'a SweepPlan,
    limits: Limits,
    portable: bool,
    profile: Vec<u64>,
    watch: &'a mut dyn FnMut(&LayerReport) -> ControlFlow<()>,
}

impl Sweeps<'_> {
    /// One sweep with the narrowest key and the best backend.
    fn sweep<A: Arithmetic>(&mut self, arithmetic: A) -> Result<Swept<A::Value>, Ended> {
        if self.plan.width > <u64 as Key>::SLOTS {
            return self.with::<Plain<u128>, A>(arithmetic);
        }
        #[cfg(target_arch = "x86_64")]
        if !self.portable && is_available() {
            return self.with::<Vector, A>(arithmetic);
        }
        self.with::<Plain<u64>, A>(arithmetic)
    }

    fn with<B: Backend, A: Arithmetic>(&mut self, a: A) -> Result<Swept<A::Value>, Ended> {
        let swept = sweep::<B, A>(self.plan, a, self.limits, self.watch)?;
        self.profile.clone_from(&swept.profile);
        Ok(swept)
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

    /// The one unit has the threads to itself.
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
        let plan = SweepPlan::new(graph, &self.order, &Task { kind, fixed: self.fixed.clone() });
        let mut watch = |report: &LayerReport| {
            let share = (report.layer as f64 + report.done) / report.layers as f64;
            visitor.beat(Beat { nodes: report.classes_so_far, solutions: 0, done: share })
        };
        let mut sweeps = Sweeps {
            plan: &plan,
            limits: Limits {
                threads: self.threads,
                memory: (self.memory as f64 * FOR_BLOCKS) as u64,
            },
            portable: self.portable,
            profile: Vec::new(),
            watch: &mut watch,
        };
        let count = self.count(&mut sweeps).map_err(|ended| self.failure(ended))?;
        tally.find(unit.weight, count);
        for (depth, &classes) in sweeps.profile.iter().enumerate() {
            tally.enter(depth, classes);
        }
        Ok(tally)
    }

    /// The classes that are expected, see [`Forecast`].
    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        self.forecast().classes
    }
}
