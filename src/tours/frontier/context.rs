//! What a sweep is given, what it tells while it runs, and how it ends.

use std::ops::ControlFlow;

use super::checkpoints::Checkpoints;
use super::entry::Entry;
use super::layer::SweepState;
use super::plan::SweepPlan;
use super::transfer::Transfer;
use crate::error::Error;

/// What a sweep may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Threads, at least one.
    pub threads: usize,
    /// Bytes for states.
    pub memory: u64,
    /// Layers go to disk from the first one on that is expected to take more bytes than
    /// this with the next; there must be a store.
    pub spill_from: u64,
}

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

/// Hears of every layer and at times within, and may break off.
pub(super) type Watch<'w> = &'w mut dyn FnMut(&LayerReport) -> ControlFlow<()>;

/// What a sweep counted.
#[derive(Clone, Debug)]
pub(super) struct Swept<V> {
    pub total: V,
    /// The states of each layer.
    pub profile: Vec<u64>,
}

impl<V> Swept<V> {
    pub(super) fn of<E: Entry<Value = V>>(reached: SweepState<E>) -> Swept<V> {
        Swept { total: reached.total, profile: reached.profile }
    }
}

/// Why a sweep ended before its time.
#[derive(Debug)]
pub(super) enum Ended {
    /// It was asked to.
    Stopped,
    /// A number did not fit in the arithmetic.
    Overflow,
    /// The layer did not fit in memory.
    Memory(LayerReport),
    /// A layer could not be kept.
    Failed(Error),
}

/// What a sweep is told, besides what it computes.
pub(super) struct SweepContext<'a> {
    pub plan: &'a SweepPlan,
    pub limits: Limits,
    /// Keeps layers, and knows what is kept.
    pub checkpoints: Checkpoints<'a>,
    pub watch: Watch<'a>,
    /// Transfers that were made.
    pub transfers: Vec<Transfer>,
}
