//! `Record`: what a sweep of a half has told so far, and when one of its layers is saved.
//!
//! A layer is saved once four states were made for each that it has since the last one: saving
//! takes a small part of the time then, and a kill costs a few layers.

use super::depot::Depot;
use super::keeper::{Found, Keeper, Saved, Spot};
use crate::tours::frontier::Bytes;
use crate::tours::halves::sweep::block::Pool;
use crate::tours::halves::sweep::crew::Crew;
use crate::tours::halves::sweep::expand::Unfinished;
use crate::tours::halves::sweep::layer::Layer;
use crate::tours::halves::sweep::partition::Partition;
use crate::tours::halves::sweep::ring::Ring;

/// Hears of each layer that was made, and now and then within: the layer that is expanded,
/// of several that are expanded part by part the first, and the states of the next one if they
/// are known. False ends the sweep.
pub type Watch<'a> = &'a mut dyn FnMut(usize, Option<u64>) -> bool;

/// States that are made for each that is saved.
const WORTH: u64 = 4;

/// Who hears of a sweep, and where its layers are kept.
pub struct Record<'k, 'w> {
    keeper: Option<Keeper<'k>>,
    watch: Watch<'w>,
    told: Vec<(usize, u64)>,
    /// States that were made, and those when a layer was saved last.
    made: u64,
    saved: u64,
}

impl<'k, 'w> Record<'k, 'w> {
    /// Of a sweep that begins.
    pub fn new(keeper: Option<Keeper<'k>>, watch: Watch<'w>) -> Record<'k, 'w> {
        Record { keeper, watch, told: Vec::new(), made: 0, saved: 0 }
    }

    /// Goes on from where a sweep was; false ends it.
    pub fn resume(&mut self, found: &Found) -> bool {
        let goes_on = found.spot.told.iter().all(|&(at, states)| self.hear(at, Some(states)));
        self.saved = self.made;
        goes_on
    }

    /// The states of each layer that was made.
    pub fn told(self) -> Vec<(usize, u64)> {
        self.told
    }

    /// Tells of a layer, and keeps in mind what was told.
    pub fn hear(&mut self, layer: usize, states: Option<u64>) -> bool {
        self.told.extend(states.map(|states| (layer, states)));
        self.made += states.unwrap_or(0);
        (self.watch)(layer, states)
    }

    /// Where what does not fit in memory is put down, and what an earlier run has put down is,
    /// which may have had less memory than this one.
    pub fn depot(&self, crew: Crew, stays: bool) -> Option<Depot<'k>> {
        let keeper = self.keeper?;
        Some(Depot::new(keeper, keeper.spills().unwrap_or(u64::MAX), stays, crew))
    }

    /// A file of this half, of so many steps, if there is one.
    pub fn find(&self, file: Saved, steps: usize) -> Result<Option<Found>, Unfinished> {
        let Some(keeper) = self.keeper else { return Ok(None) };
        keeper.find(file, steps).map_err(Unfinished::Failed)
    }

    /// Reads what was found.
    pub fn load<'p, R: Ring>(
        &self,
        file: Saved,
        found: &Found,
        with: (R, &Pool<R::Value>),
        layer: Layer<'p, R::Value>,
        partition: Option<&Partition>,
    ) -> Result<Layer<'p, R::Value>, Unfinished> {
        self.keeper.expect("it was found").load(file, found, with, layer, partition)
    }

    /// Saves a layer: one of many if it is worth it, any other in any case. False if it was not.
    pub fn save<V: Bytes + Copy>(
        &mut self,
        file: Saved,
        spot: Spot,
        layer: &Layer<'_, V>,
    ) -> Result<bool, Unfinished> {
        let Some(keeper) = self.keeper else { return Ok(false) };
        let is_dear = self.made - self.saved < WORTH * layer.states;
        if file == Saved::Layer && is_dear && layer.away.is_empty() {
            return Ok(false);
        }
        self.saved = self.made;
        let spot = Spot { told: self.told.clone(), ..spot };
        keeper.save(file, &spot, layer).map_err(Unfinished::Failed).map(|()| true)
    }

    /// What is said where a file should be and is not.
    pub fn missing(&self, file: Saved) -> Unfinished {
        Unfinished::Failed(self.keeper.expect("others are there").missing(file))
    }
}
