//! `Means`: what a method may use of the machine, and who hears of it. None of it changes a
//! count.

use std::fmt;
use std::sync::Arc;

use super::choice::Choice;
use super::layers::Layers;
use crate::engine::{CheckpointStore, Stop, cores};
use crate::error::Error;
use crate::simd::Vectors;

/// What a method may use.
#[derive(Clone, Debug)]
pub struct Means {
    /// Worker threads, at least one.
    pub threads: usize,
    /// Bytes of memory.
    pub memory: u64,
    /// The vector instructions.
    pub vectors: Vectors,
    /// Requested when it has to end early.
    pub stop: Stop,
    /// Bytes of disk, if they are bounded.
    pub disk: Option<u64>,
    /// Where a long sweep keeps its layers.
    pub checkpoints: Option<Checkpoints>,
    /// Who hears of the layers of a sweep.
    pub layers: Option<Layers>,
    /// True if it may take a minute to find out what a method would take.
    pub looks_closely: bool,
}

/// Memory that a method may use if nobody says otherwise: 4 GiB.
pub const DEFAULT_MEMORY: u64 = 4 << 30;

impl Means {
    /// The threads that there is memory for, if all together take `common` bytes and each of them
    /// `each` more.
    pub fn threads_with(&self, common: u64, each: u64) -> usize {
        let room = self.memory.checked_sub(common).map_or(0, |room| room / each.max(1));
        self.threads.min(usize::try_from(room).unwrap_or(usize::MAX))
    }

    /// True if layers that do not fit in memory have a place elsewhere.
    pub fn spills(&self) -> bool {
        self.checkpoints.as_ref().is_some_and(|checkpoints| checkpoints.spills)
    }
}

impl Default for Means {
    /// Every core and 4 GiB.
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

/// Stands between the name of a count and the choice of its method.
const BY: &str = ", by ";

/// Opens the store of a name.
type Open = dyn Fn(&str) -> Result<Box<dyn CheckpointStore>, Error> + Send + Sync;

/// Where layers are kept.
#[derive(Clone)]
pub struct Checkpoints {
    open: Arc<Open>,
    /// True if layers that do not fit in memory are kept there, too.
    pub spills: bool,
}

impl Checkpoints {
    /// Stores that `open` opens by the name of what they belong to.
    pub fn new(
        spills: bool,
        open: impl Fn(&str) -> Result<Box<dyn CheckpointStore>, Error> + Send + Sync + 'static,
    ) -> Checkpoints {
        Checkpoints { open: Arc::new(open), spills }
    }

    /// The store of what is called so and counted by this choice.
    ///
    /// # Errors
    /// Those of the store.
    pub fn open(&self, name: &str, choice: &Choice) -> Result<Box<dyn CheckpointStore>, Error> {
        (self.open)(&format!("{name}{BY}{choice}"))
    }

    /// The choice in a name with which a store was opened.
    pub fn choice_in(name: &str) -> Option<Choice> {
        name.rsplit_once(BY)?.1.parse().ok()
    }
}

impl fmt::Debug for Checkpoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checkpoints").field("spills", &self.spills).finish_non_exhaustive()
    }
}
