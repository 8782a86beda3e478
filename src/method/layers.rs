//! What is told of a method that goes layer by layer.

use std::fmt;
use std::sync::Arc;

/// A layer that is about to be expanded, or is being expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayerReport {
    /// Its number, from 0.
    pub layer: usize,
    /// The number of layers.
    pub layers: usize,
    /// Its states.
    pub states: u64,
    /// The part of them that is expanded.
    pub done: f64,
    /// States of all layers up to this one.
    pub states_so_far: u64,
    /// Successors made so far.
    pub transitions: u64,
    /// Bytes of memory in blocks of states, the most so far.
    pub bytes: u64,
    /// What the numbers are.
    pub numbers: &'static str,
    /// Bytes of a state and its number.
    pub bytes_each: usize,
    /// Cuts that were learned for its successors.
    pub cuts: usize,
}

/// What a sweep is expected to cost, before it is run.
///
/// Measured, states told over states seen: 0.8 to 1.8 on knight's boards of 3, 5, 6, 7 and 8
/// rows from 42 squares on, closed and open, up to 8×8 open with 11,330,386,652 states (0.81;
/// 8×8 closed 1.21, 6×20 0.99, 7×12 1.25), only 6×7 closed 2.1; the largest layer 0.8 to 1.4
/// from 48 squares on. Boards of less than 42 squares have up to 5 times fewer states than
/// told. Kings 1.1 to 1.5, cylinders 0.75 to 2.8, large boxes of wazirs 0.8.
///
/// Further off: 2.4 for open tours of 4×n, where the outer rows forbid most states; 0.25 to
/// 0.8 for tori and boxes of few vertices with a wide frontier, 0.2 for the torus of 5×5; 0.25
/// to 0.5 for rooks and queens on small boards; 3.6 for wazirs on 10×10, and more beyond,
/// because paths cannot cross in a plane graph; a hundred times and more for leapers whose
/// boards have next to no tours. The limit on memory does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepEstimate {
    /// The most cells in the frontier at once: exact.
    pub width: usize,
    /// States of all layers.
    pub states: f64,
    /// States of the largest layer.
    pub largest: f64,
    /// Bytes at the peak: of the largest two neighbouring layers, with successors that are
    /// not merged yet as far as there is memory for them. It is more than a sweep may use only
    /// if these layers are; it can still do with two thirds of them, and take longer.
    pub bytes: f64,
}

/// Sweeps for what is wanted besides the number of all solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FurtherSweeps {
    /// What each is of.
    pub noun: &'static str,
    /// Those that are done.
    pub done: u64,
    /// How many there are.
    pub of: u64,
}

/// Hears of the layers of a sweep.
pub trait LayerObserver: Send + Sync {
    /// What the sweep is expected to cost, before it begins.
    fn expect(&self, estimate: &SweepEstimate);

    /// Called at the beginning of each layer and at times within.
    fn hear(&self, report: &LayerReport);

    /// Called before the first of such sweeps, and after each.
    fn go_further(&self, _: &FurtherSweeps) {}

    /// False if nobody wants to hear of the expected cost, which takes a while to find.
    fn wants_estimate(&self) -> bool {
        true
    }
}

/// A [`LayerObserver`] that several own.
#[derive(Clone)]
pub struct Layers(pub Arc<dyn LayerObserver>);

impl fmt::Debug for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Layers")
    }
}
