//! `Means`: the resources that a method may use, and the observers it reports to. They change no
//! count.

use std::fmt;
use std::sync::Arc;

use super::choice::Choice;
use super::layers::Layers;
use crate::engine::{CheckpointStore, Stop, cores};
use crate::error::Error;
use crate::simd::Vectors;

/// The resources of a method.
#[derive(Clone, Debug)]
pub struct Means {
    /// Worker threads, at least one.
    pub threads: usize,
    /// Bytes of memory.
    pub memory: u64,
    /// The vector instructions.
    pub vectors: Vectors,
    /// Requested to end early.
    pub stop: Stop,
    /// Bytes of disk, if limited.
    pub disk: Option<u64>,
    /// Where a long sweep saves its layers.
    pub checkpoints: Option<Checkpoints>,
    /// The observer of a sweep's layers.
    pub layers: Option<Layers>,
    /// True if a cost estimate may take a minute.
    pub looks_closely: bool,
}

/// The default memory limit: 4 GiB.
pub const DEFAULT_MEMORY: u64 = 4 << 30;

impl Means {
    /// The number of threads that fit in memory, if all together take `common` bytes and each of
    /// them `each` more.
    pub fn threads_with(&self, common: u64, each: u64) -> usize {
        let room = self.memory.checked_sub(common).map_or(0, |room| room / each.max(1));
        self.threads.min(usize::try_from(room).unwrap_or(usize::MAX))
    }

    /// True if layers that do not fit in memory may be written to disk.
    pub fn spills(&self) -> bool {
        self.checkpoints.as_ref().is_some_and(|checkpoints| checkpoints.spills)
    }
}

impl Default for Means {
    /// Every core and 4 GiB of memory.
    fn default() -> Means {
        Means {
            threads: cores(),
            memory: DEFAULT_MEMORY,
            vectors: Vectors::Native,
            stop: Stop::new(),
            disk: None,
            checkpoints: None,
            layers: None,
            looks_closely: false,
        }
    }
}

/// Separates the name of a count from the choice of its method.
const BY: &str = ", by ";

/// Opens the store with a given name.
type Open = dyn Fn(&str) -> Result<Box<dyn CheckpointStore>, Error> + Send + Sync;

/// Where layers are saved.
#[derive(Clone)]
pub struct Checkpoints {
    open: Arc<Open>,
    /// True if layers that do not fit in memory are written there, too.
    pub spills: bool,
}

impl Checkpoints {
    /// Stores that `open` opens by name.
    pub fn new(
        spills: bool,
        open: impl Fn(&str) -> Result<Box<dyn CheckpointStore>, Error> + Send + Sync + 'static,
    ) -> Checkpoints {
        Checkpoints { open: Arc::new(open), spills }
    }

    /// The store for the count called `name` with this choice of method.
    pub fn open(&self, name: &str, choice: &Choice) -> Result<Box<dyn CheckpointStore>, Error> {
        (self.open)(&format!("{name}{BY}{choice}"))
    }

    /// The choice in the name of a store.
    pub fn choice_in(name: &str) -> Option<Choice> {
        name.rsplit_once(BY)?.1.parse().ok()
    }
}

impl fmt::Debug for Checkpoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checkpoints").field("spills", &self.spills).finish_non_exhaustive()
    }
}
