//! `SavePolicy`: which layers are saved, and where a sweep resumes.

use super::checkpoint_files::{CheckpointFiles, Found, SavedLayer, SweepPosition};
use super::spill_files::SpillFiles;
use crate::tours::frontier::Bytes;
use crate::tours::halves::sweep::block::BlockPool;
use crate::tours::halves::sweep::expand::Unfinished;
use crate::tours::halves::sweep::layer::Layer;
use crate::tours::halves::sweep::partition::Partition;
use crate::tours::halves::sweep::ring::Ring;
use crate::tours::halves::sweep::thread_pool::ThreadPool;

/// Receives progress: the layer that is being expanded, and the states of the next layer once they
/// are known. If several layers are expanded part by part, it is the first of them. False stops the
/// sweep.
pub type OnProgress<'a> = &'a mut dyn FnMut(usize, Option<u64>) -> bool;

/// A layer is saved once this many times its states were made since the last save.
const WORTH: u64 = 4;

/// Decides which layers are saved, and reports progress.
pub struct SavePolicy<'k, 'w> {
    checkpoint: Option<CheckpointFiles<'k>>,
    on_progress: OnProgress<'w>,
    layer_states: Vec<(usize, u64)>,
    /// The states made so far, and those at the last save.
    made: u64,
    saved: u64,
}

impl<'k, 'w> SavePolicy<'k, 'w> {
    pub fn new(
        checkpoint: Option<CheckpointFiles<'k>>,
        on_progress: OnProgress<'w>,
    ) -> SavePolicy<'k, 'w> {
        SavePolicy { checkpoint, on_progress, layer_states: Vec::new(), made: 0, saved: 0 }
    }

    /// Reports the layers of the run that this one resumes; false stops the sweep.
    pub fn resume(&mut self, found: &Found) -> bool {
        let goes_on =
            found.position.layer_states.iter().all(|&(at, states)| self.report(at, Some(states)));
        self.saved = self.made;
        goes_on
    }

    /// The states of each layer so far.
    pub fn layer_states(self) -> Vec<(usize, u64)> {
        self.layer_states
    }

    /// Reports a layer, and records its states.
    pub fn report(&mut self, layer: usize, states: Option<u64>) -> bool {
        self.layer_states.extend(states.map(|states| (layer, states)));
        self.made += states.unwrap_or(0);
        (self.on_progress)(layer, states)
    }

    /// The files that layers are spilled to. They also exist without a spill limit, because an
    /// earlier run may have had less memory.
    pub fn spill_files(&self, thread_pool: ThreadPool, stays: bool) -> Option<SpillFiles<'k>> {
        let checkpoint = self.checkpoint?;
        let most = checkpoint.spills().unwrap_or(u64::MAX);
        Some(SpillFiles::new(checkpoint, most, stays, thread_pool))
    }

    /// The saved position in a file of this half.
    pub fn find(&self, file: SavedLayer, steps: usize) -> Result<Option<Found>, Unfinished> {
        let Some(checkpoint) = self.checkpoint else { return Ok(None) };
        checkpoint.find(file, steps).map_err(Unfinished::Failed)
    }

    /// Loads the layer that was found.
    pub fn load<'p, R: Ring>(
        &self,
        file: SavedLayer,
        found: &Found,
        ring: R,
        pool: &BlockPool<R::Value>,
        layer: Layer<'p, R::Value>,
        partition: Option<&Partition>,
    ) -> Result<Layer<'p, R::Value>, Unfinished> {
        self.checkpoint.expect("a file was found").load(file, found, ring, pool, layer, partition)
    }

    /// Saves a layer and returns true. An ordinary layer is saved only if enough states were made
    /// since the last save.
    pub fn save<V: Bytes + Copy>(
        &mut self,
        file: SavedLayer,
        position: SweepPosition,
        layer: &Layer<'_, V>,
    ) -> Result<bool, Unfinished> {
        let Some(checkpoint) = self.checkpoint else { return Ok(false) };
        let is_dear = self.made - self.saved < WORTH * layer.states;
        if file == SavedLayer::Current && is_dear && layer.spilled.is_empty() {
            return Ok(false);
        }
        self.saved = self.made;
        let position = SweepPosition { layer_states: self.layer_states.clone(), ..position };
        checkpoint.save(file, &position, layer).map_err(Unfinished::Failed).map(|()| true)
    }

    pub fn missing(&self, file: SavedLayer) -> Unfinished {
        Unfinished::Failed(self.checkpoint.expect("other files were found").missing(file))
    }
}
