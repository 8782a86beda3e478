//! Reports of methods that work layer by layer.

use std::fmt;
use std::sync::Arc;

/// A layer that is being expanded, or is about to be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayerReport {
    /// Its number, from 0.
    pub layer: usize,
    /// The number of layers.
    pub layers: usize,
    /// The number of its states.
    pub states: u64,
    /// The fraction of its states that is expanded.
    pub done: f64,
    /// States of all layers up to this one.
    pub states_so_far: u64,
    /// Successor states generated so far.
    pub transitions: u64,
    /// The peak of the memory in blocks of states so far, in bytes.
    pub bytes: u64,
    /// A description of the numbers.
    pub numbers: &'static str,
    /// Bytes of a state and its number.
    pub bytes_each: usize,
    /// Cuts learned for its successors.
    pub cuts: usize,
}

/// The predicted cost of a sweep.
///
/// Measured ratio of predicted to actual states: 0.8 to 1.8 on knight's boards of 3, 5, 6, 7 and 8
/// rows from 42 squares on, closed and open, up to 8×8 open with 11,330,386,652 states (0.81; 8×8
/// closed 1.21, 6×20 0.99, 7×12 1.25); only 6×7 closed is 2.1. The ratio for the largest layer is
/// 0.8 to 1.4 from 48 squares on. Boards of fewer than 42 squares have up to 5 times fewer states
/// than predicted. Kings 1.1 to 1.5, cylinders 0.75 to 2.8, large boxes of wazirs 0.8.
///
/// Larger errors: 2.4 for open tours of 4×n, where the outer rows forbid most states; 0.25 to 0.8
/// for tori and boxes of few vertices with a wide frontier, 0.2 for the torus of 5×5; 0.25 to 0.5
/// for rooks and queens on small boards; 3.6 for wazirs on 10×10, and more beyond, because paths
/// cannot cross in a plane graph; a hundred and more for leapers whose boards have hardly any
/// tours. The memory limit does not depend on the prediction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepEstimate {
    /// The most cells in the frontier at a time: exact.
    pub width: usize,
    /// The states of all layers.
    pub states: f64,
    /// The states of the largest layer.
    pub largest: f64,
    /// The peak of memory in bytes: the two largest neighbouring layers, with as many unmerged
    /// successors as memory allows. A sweep with less memory still runs in about two thirds of
    /// this, more slowly.
    pub bytes: f64,
}

/// The progress of sweeps for results other than the number of all solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FurtherSweeps {
    /// The noun for one sweep.
    pub noun: &'static str,
    /// Sweeps that are finished.
    pub done: u64,
    /// All sweeps.
    pub of: u64,
}

/// Receives reports about the layers of a sweep.
pub trait LayerObserver: Send + Sync {
    /// Called with the predicted cost before the sweep begins.
    fn expect(&self, estimate: &SweepEstimate);

    /// Called at the beginning of each layer, and from time to time within it.
    fn observe(&self, report: &LayerReport);

    /// Called before the first further sweep, and after each one.
    fn go_further(&self, _: &FurtherSweeps) {}

    /// False if the predicted cost is not needed; finding it takes a while.
    fn wants_estimate(&self) -> bool {
        true
    }
}

/// A shared [`LayerObserver`].
#[derive(Clone)]
pub struct Layers(pub Arc<dyn LayerObserver>);

impl fmt::Debug for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Layers")
    }
}
