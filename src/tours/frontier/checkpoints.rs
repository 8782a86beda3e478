//! `Checkpoints`: keeps a sweep's layers on a [`CheckpointStore`], so that a killed sweep goes on.
//!
//! A question is counted by a series of sweeps, most often of one: in words of 64 bits, of
//! 128, then modulo groups of primes. The file `layer` holds the last layer that was kept
//! of the sweep under way, the files `sweep-N` what the sweeps before it came to. A layer
//! is kept when it has at most four bytes for each transition since the last one, so that
//! keeping takes a small share of the time, and a kill costs no more than some layers.

use super::context::{Ended, Swept};
use super::entry::{Entry, Spread};
use super::layer::{Layer, SweepState};
use super::spilled::{Spilled, clear};
use super::worker::{Block, BlockBudget, add};
use crate::engine::{CheckpointStore, Put};
use crate::error::Error;

/// The file of the sweep under way.
const LAYER: &str = "layer";
/// Added to the number of a form whose layer is elsewhere.
const SPILLED: u64 = 1 << 32;
/// Bytes of a frame of entries, about.
const FRAME: usize = 1 << 20;

/// Numbers of a fixed size as bytes, the lowest first.
pub(super) trait Bytes: Sized {
    /// How many.
    const LEN: usize;
    fn put(self, out: &mut Vec<u8>);
    /// From exactly so many bytes.
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! bytes_of_integer {
    ($($integer:ty),*) => {$(
        impl Bytes for $integer {
            const LEN: usize = size_of::<$integer>();
            fn put(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            fn get(bytes: &[u8]) -> Self {
                <$integer>::from_le_bytes(bytes.try_into().expect("the caller counts bytes"))
            }
        }
    )*};
}

bytes_of_integer!(u16, u64, u128);

impl<T: Bytes, const N: usize> Bytes for [T; N] {
    const LEN: usize = N * T::LEN;
    fn put(self, out: &mut Vec<u8>) {
        self.into_iter().for_each(|item| item.put(out));
    }
    fn get(bytes: &[u8]) -> Self {
        std::array::from_fn(|i| T::get(&bytes[i * T::LEN..(i + 1) * T::LEN]))
    }
}

/// Keeps the sweeps of one count.
#[derive(Debug)]
pub(super) struct Checkpoints<'s> {
    /// Where; nothing is kept without.
    pub store: Option<&'s dyn CheckpointStore>,
    /// The number of the sweep under way.
    sweep: u64,
    /// The transitions when a layer was kept last.
    kept: u64,
}

impl<'s> Checkpoints<'s> {
    pub(super) fn new(store: Option<&'s dyn CheckpointStore>) -> Self {
        Checkpoints { store, sweep: 0, kept: 0 }
    }

    /// Begins a sweep of the series; what it came to, if it was finished before.
    pub(super) fn begin<V: Bytes>(
        &mut self,
        sweep: u64,
    ) -> Result<Option<Result<Swept<V>, Ended>>, Ended> {
        (self.sweep, self.kept) = (sweep, 0);
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

    /// Keeps what the sweep came to, and no layer of it any more.
    pub(super) fn end<V: Bytes + Copy>(
        &self,
        ended: &Result<Swept<V>, Ended>,
    ) -> Result<(), Ended> {
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
        clear(store, None)
    }

    /// Keeps the layer if it is time.
    pub(super) fn save<E: Entry>(&mut self, reached: &SweepState<E>) -> Result<(), Ended> {
        let Some(store) = self.store else { return Ok(()) };
        let bytes = (reached.layer.len() * E::LEN) as u64;
        if bytes == 0 || 4 * (reached.transitions - self.kept) < bytes {
            return Ok(());
        }
        self.kept = reached.transitions;
        let written = store.write(LAYER, &mut |put| {
            put(&self.head(E::NUMBER, reached, 0))?;
            let mut lists = reached.layer.partitions.iter().enumerate();
            lists.try_for_each(|(partition, blocks)| put_partition::<E>(put, partition, blocks))
        });
        written.map_err(Ended::Failed)
    }

    /// The layer that was kept of the sweep under way, if it was in this form.
    pub(super) fn load<E: Entry>(&mut self) -> Result<Option<SweepState<E>>, Ended> {
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
        self.kept = reached.as_ref().map_or(0, |reached| reached.transitions);
        Ok(reached)
    }

    /// Keeps where a sweep is whose layer is on the store already.
    pub(super) fn save_spilled<E: Entry>(&mut self, spilled: &Spilled<E>) -> Result<(), Ended> {
        let Some(store) = self.store else { return Ok(()) };
        let head = self.head(E::NUMBER + SPILLED, &spilled.reached, spilled.states);
        store.write(LAYER, &mut |put| put(&head)).map_err(Ended::Failed)
    }

    /// True if what is kept of the sweep under way is in this form.
    pub(super) fn has<E: Entry>(&self) -> Result<bool, Ended> {
        let Some(store) = self.store else { return Ok(false) };
        let mut has = false;
        let read = store.read(LAYER, &mut |frame| {
            let is = |form| opened::<E>(frame, form, self.sweep).is_some();
            has = is(E::NUMBER) || is(E::NUMBER + SPILLED);
            Ok(false)
        });
        read.map_err(Ended::Failed)?;
        Ok(has)
    }

    /// The sweep whose layer is on the store, if it was in this form.
    pub(super) fn load_spilled<E: Entry>(&self) -> Result<Option<Spilled<E>>, Ended> {
        let Some(store) = self.store else { return Ok(None) };
        let mut spilled = None;
        let read = store.read(LAYER, &mut |frame| {
            spilled = opened(frame, E::NUMBER + SPILLED, self.sweep);
            Ok(false)
        });
        read.map_err(Ended::Failed)?;
        Ok(spilled.map(|(reached, states)| Spilled { reached, states }))
    }

    /// The first frame: what is not in the layer.
    fn head<E: Entry>(&self, form: u64, reached: &SweepState<E>, spilled: u64) -> Vec<u8> {
        let SweepState { at, layer, growth, profile, total, transitions, bytes } = reached;
        let mut head = Vec::new();
        let spread = layer.spread;
        for word in [
            form,
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
/// none of another form or sweep.
fn opened<E: Entry>(head: &[u8], form: u64, sweep: u64) -> Option<(SweepState<E>, u64)> {
    let (words, rest) = head.split_at_checked(9 * u64::LEN)?;
    let [is, of, at, growth, salt, bits, transitions, bytes, spilled] = <[u64; 9]>::get(words);
    if (is, of) != (form, sweep) {
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

/// Puts the states of one partition, some thousands a frame.
pub(super) fn put_partition<E: Entry>(
    put: Put<'_>,
    partition: usize,
    blocks: &[Block<E>],
) -> Result<(), Error> {
    let mut frame = Vec::new();
    for &packed in blocks.iter().flatten() {
        if frame.is_empty() {
            (partition as u64).put(&mut frame);
        }
        E::put(packed, &mut frame);
        if frame.len() >= FRAME {
            put(&frame)?;
            frame.clear();
        }
    }
    if frame.is_empty() { Ok(()) } else { put(&frame) }
}

/// Adds the states of a frame to the list of their partition.
pub(super) fn take_frame<E: Entry>(
    frame: &[u8],
    lists: &mut [Vec<Block<E>>],
    free: &mut Vec<Block<E>>,
    budget: &BlockBudget,
) {
    let (partition, entries) = frame.split_at(u64::LEN);
    let blocks = &mut lists[u64::get(partition) as usize];
    for entry in entries.chunks_exact(E::LEN) {
        add(blocks, E::get(entry), free, budget);
    }
}
