//! `Checkpoints`: saves a sweep's layers in a [`CheckpointStore`], so that a killed
//! sweep goes on.
//!
//! A question is counted by a series of sweeps, most often of one: in words of 64 bits, of
//! 128, then modulo groups of primes. The file `layer` holds the last layer that was saved
//! of the sweep under way, the files `sweep-N` what the sweeps before it came to. A layer
//! is saved when it has at most four bytes for each transition since the last one, so that
//! saving takes a small share of the time, and a kill costs no more than some layers.

use super::buckets::remove_layers;
use super::frames::{put_partition, take_frame};
use crate::engine::CheckpointStore;
use crate::tours::frontier::layers::{BlockBudget, Ended, Entry, Layer, Spread, SweepState, Swept};
use crate::tours::frontier::numbers::Bytes;

/// The file of the sweep under way.
const LAYER: &str = "layer";
/// Added to the number of a layout if the layer is elsewhere.
const SPILLED: u64 = 1 << 32;

/// The checkpoints of one count's sweeps.
#[derive(Debug)]
pub struct Checkpoints<'s> {
    /// Where; nothing is saved without.
    pub store: Option<&'s dyn CheckpointStore>,
    /// The number of the sweep under way.
    sweep: u64,
    /// The transitions when a layer was saved last.
    saved: u64,
}

impl<'s> Checkpoints<'s> {
    pub fn new(store: Option<&'s dyn CheckpointStore>) -> Self {
        Checkpoints { store, sweep: 0, saved: 0 }
    }

    /// Begins a sweep of the series; what it came to, if it was finished before.
    pub fn begin<V: Bytes>(
        &mut self,
        sweep: u64,
    ) -> Result<Option<Result<Swept<V>, Ended>>, Ended> {
        (self.sweep, self.saved) = (sweep, 0);
        let Some(store) = self.store else { return Ok(None) };
        let mut ended = None;
        let read = store.read(&format!("sweep-{sweep}"), &mut |frame| {
            ended = Some(match frame.split_at_checked(V::LEN) {
                Some((total, profile)) => {
                    let profile = profile.chunks_exact(8).map(u64::get).collect();
                    Ok(Swept { total: V::get(total), profile })
                }
                None => Err(Ended::Overflow),
            });
            Ok(true)
        });
        read.map_err(Ended::Failed)?;
        Ok(ended)
    }

    /// Saves what the sweep came to, and no layer of it any more.
    pub fn end<V: Bytes + Copy>(&self, ended: &Result<Swept<V>, Ended>) -> Result<(), Ended> {
        let Some(store) = self.store else { return Ok(()) };
        let mut frame = Vec::new();
        match ended {
            Ok(swept) => {
                swept.total.put(&mut frame);
                swept.profile.iter().for_each(|states| states.put(&mut frame));
            }
            Err(Ended::Overflow) => frame.push(0),
            Err(_) => return Ok(()),
        }
        let name = format!("sweep-{}", self.sweep);
        store.write(&name, &mut |put| put(&frame)).map_err(Ended::Failed)?;
        store.remove(LAYER).map_err(Ended::Failed)?;
        remove_layers(store, None)
    }

    /// Saves the layer if it is time.
    pub fn save<E: Entry>(&mut self, reached: &SweepState<E>) -> Result<(), Ended> {
        let Some(store) = self.store else { return Ok(()) };
        let bytes = (reached.layer.len() * E::LEN) as u64;
        if bytes == 0 || 4 * (reached.transitions - self.saved) < bytes {
            return Ok(());
        }
        self.saved = reached.transitions;
        let written = store.write(LAYER, &mut |put| {
            put(&self.head(E::NUMBER, reached, 0))?;
            let mut lists = reached.layer.partitions.iter().enumerate();
            lists.try_for_each(|(partition, blocks)| put_partition::<E>(put, partition, blocks))
        });
        written.map_err(Ended::Failed)
    }

    /// The layer that was saved of the sweep under way, if it was in such entries.
    pub fn load<E: Entry>(&mut self) -> Result<Option<SweepState<E>>, Ended> {
        let Some(store) = self.store else { return Ok(None) };
        let mut reached: Option<SweepState<E>> = None;
        let budget = BlockBudget::new(0);
        let sweep = self.sweep;
        let read = store.read(LAYER, &mut |frame| {
            let Some(reached) = &mut reached else {
                reached = opened(frame, E::NUMBER, sweep).map(|(reached, _)| reached);
                return Ok(reached.is_some());
            };
            take_frame::<E>(frame, &mut reached.layer.partitions, &mut Vec::new(), &budget);
            Ok(true)
        });
        read.map_err(Ended::Failed)?;
        self.saved = reached.as_ref().map_or(0, |reached| reached.transitions);
        Ok(reached)
    }

    /// Saves where a sweep is whose layer, of so many states, is in the store already.
    pub fn save_spilled<E: Entry>(
        &mut self,
        reached: &SweepState<E>,
        states: u64,
    ) -> Result<(), Ended> {
        let Some(store) = self.store else { return Ok(()) };
        let head = self.head(E::NUMBER + SPILLED, reached, states);
        store.write(LAYER, &mut |put| put(&head)).map_err(Ended::Failed)
    }

    /// True if what is saved of the sweep under way is in such entries.
    pub fn has<E: Entry>(&self) -> Result<bool, Ended> {
        let Some(store) = self.store else { return Ok(false) };
        let mut has = false;
        let read = store.read(LAYER, &mut |frame| {
            let is = |layout| opened::<E>(frame, layout, self.sweep).is_some();
            has = is(E::NUMBER) || is(E::NUMBER + SPILLED);
            Ok(false)
        });
        read.map_err(Ended::Failed)?;
        Ok(has)
    }

    /// The sweep whose layer is in the store, and the number of its states, if it was saved in
    /// such entries.
    pub fn load_spilled<E: Entry>(&self) -> Result<Option<(SweepState<E>, u64)>, Ended> {
        let Some(store) = self.store else { return Ok(None) };
        let mut spilled = None;
        let read = store.read(LAYER, &mut |frame| {
            spilled = opened(frame, E::NUMBER + SPILLED, self.sweep);
            Ok(false)
        });
        read.map_err(Ended::Failed)?;
        Ok(spilled)
    }

    /// The first frame: what is not in the layer.
    fn head<E: Entry>(&self, layout: u64, reached: &SweepState<E>, spilled: u64) -> Vec<u8> {
        let SweepState { at, layer, growth, profile, total, transitions, bytes } = reached;
        let mut head = Vec::new();
        let spread = layer.spread;
        for word in [
            layout,
            self.sweep,
            *at as u64,
            growth.to_bits(),
            spread.salt,
            u64::from(spread.bits),
            *transitions,
            *bytes,
            spilled,
        ] {
            word.put(&mut head);
        }
        (*total).put(&mut head);
        profile.iter().for_each(|states| states.put(&mut head));
        head
    }
}

/// A sweep without states from a layer's first frame, and how many of them are elsewhere;
/// none of another layout or sweep.
fn opened<E: Entry>(head: &[u8], layout: u64, sweep: u64) -> Option<(SweepState<E>, u64)> {
    let (words, rest) = head.split_at_checked(9 * u64::LEN)?;
    let [is, of, at, growth, salt, bits, transitions, bytes, spilled] = <[u64; 9]>::get(words);
    if (is, of) != (layout, sweep) {
        return None;
    }
    let (total, profile) = rest.split_at_checked(E::Value::LEN)?;
    let spread = Spread { salt, bits: bits as u32 };
    let mut partitions = Vec::new();
    partitions.resize_with(spread.partitions(), Vec::new);
    let reached = SweepState {
        at: at as usize,
        layer: Layer { partitions, spread },
        growth: f64::from_bits(growth),
        profile: profile.chunks_exact(u64::LEN).map(u64::get).collect(),
        total: E::Value::get(total),
        transitions,
        bytes,
    };
    Some((reached, spilled))
}
