//! `Checkpoints`: saves a sweep's layers in a [`CheckpointStore`], so that a killed
//! sweep goes on.
//!
//! A question is counted by a series of sweeps, most often of one: in words of 64 bits, of
//! 128, then modulo groups of primes. The file `layer` holds the last layer that was saved
//! of the sweep under way, the files `sweep-N` what the sweeps before it came to. A layer
//! is saved when it has at most four bytes for each transition since the last one, so that
//! saving takes a small share of the time, and a kill costs no more than some layers.
//!
//! Each file says what it holds, and how much of it; what is read has to agree with that.

use super::buckets::Buckets;
use super::frames::{put_partition, take_frame};
use super::kept_layer::KeptLayer;
use crate::engine::CheckpointStore;
use crate::tours::frontier::layers::{BlockBudget, Ended, Entry, Layer, Spread, SweepState, Swept};
use crate::tours::frontier::numbers::Bytes;

/// The file of the sweep under way.
const LAYER: &str = KeptLayer::FILE;
/// Added to the number of a layout if the layer is elsewhere.
const SPILLED: u64 = 1 << 32;
/// The most partition bits that a layer has.
const MOST_BITS: u64 = 12;

/// What is wrong with files whose checksums are right.
const NO_SWEEP: &str = "it is not what a sweep came to";
const NO_LAYER: &str = "it is no layer of a sweep";
const MISCOUNTED: &str = "it has not as many states as it says";

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
        let (name, mut ended) = (sweep_file(sweep), None);
        let read = store.read(&name, &mut |frame| {
            let first = ended.is_none().then(|| came_to(frame, sweep)).flatten();
            ended = Some(first.ok_or_else(|| store.wrong(&name, NO_SWEEP))?);
            Ok(true)
        });
        let found = read.map_err(Ended::Failed)?;
        if found && ended.is_none() {
            return Err(Ended::Failed(store.wrong(&name, NO_SWEEP)));
        }
        Ok(ended)
    }

    /// Saves what the sweep came to, and no layer of it any more.
    pub fn end<V: Bytes + Copy>(&self, ended: &Result<Swept<V>, Ended>) -> Result<(), Ended> {
        let Some(store) = self.store else { return Ok(()) };
        let (is_whole, layers) = match ended {
            Ok(swept) => (1, swept.profile.len() as u64),
            Err(Ended::Overflow) => (0, 0),
            Err(_) => return Ok(()),
        };
        let mut frame = Vec::new();
        [self.sweep, V::LEN as u64, is_whole, layers].put(&mut frame);
        if let Ok(swept) = ended {
            swept.total.put(&mut frame);
            swept.profile.iter().for_each(|states| states.put(&mut frame));
        }
        let name = sweep_file(self.sweep);
        store.write(&name, &mut |put| put(&frame)).map_err(Ended::Failed)?;
        self.clear()
    }

    /// Removes all but what sweeps came to.
    pub fn clear(&self) -> Result<(), Ended> {
        let Some(store) = self.store else { return Ok(()) };
        store.remove(LAYER).map_err(Ended::Failed)?;
        Buckets { store, sweep: self.sweep }.remove_layers(None)
    }

    /// The files of the layers of the sweep under way, where there is a store.
    pub fn buckets(&self) -> Option<Buckets<'s>> {
        self.store.map(|store| Buckets { store, sweep: self.sweep })
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
            put(&self.head(E::NUMBER, reached, reached.layer.len() as u64))?;
            let mut lists = reached.layer.partitions.iter().enumerate();
            lists.try_for_each(|(partition, blocks)| put_partition::<E>(put, partition, blocks))
        });
        written.map_err(Ended::Failed)
    }

    /// The layer that was saved of the sweep under way, which takes so many steps, if it was in
    /// such entries.
    pub fn load<E: Entry>(&mut self, steps: usize) -> Result<Option<SweepState<E>>, Ended> {
        let Some(store) = self.store else { return Ok(None) };
        let mut opening: Option<Opening<E>> = None;
        let (budget, sweep, mut taken) = (BlockBudget::new(0), self.sweep, 0);
        let read = store.read(LAYER, &mut |frame| {
            let wrong = || store.wrong(LAYER, NO_LAYER);
            let Some((reached, _)) = &mut opening else {
                opening = opened(frame, (E::NUMBER, sweep), steps).map_err(|()| wrong())?;
                return Ok(opening.is_some());
            };
            let lists = &mut reached.layer.partitions;
            let all = 0..lists.len();
            taken +=
                take_frame::<E>(frame, all, lists, &mut Vec::new(), &budget).ok_or_else(wrong)?;
            Ok(true)
        });
        read.map_err(Ended::Failed)?;
        let Some((reached, states)) = opening else { return Ok(None) };
        if taken != states {
            return Err(Ended::Failed(store.wrong(LAYER, MISCOUNTED)));
        }
        self.saved = reached.transitions;
        Ok(Some(reached))
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

    /// The sweep whose layer is in the store, and the number of its states, if it was saved in
    /// such entries.
    pub fn load_spilled<E: Entry>(&self, steps: usize) -> Result<Option<Opening<E>>, Ended> {
        let Some(store) = self.store else { return Ok(None) };
        let mut spilled = None;
        let read = store.read(LAYER, &mut |frame| {
            let wrong = || store.wrong(LAYER, NO_LAYER);
            if spilled.is_some() {
                return Err(wrong());
            }
            let asked = (E::NUMBER + SPILLED, self.sweep);
            spilled = opened(frame, asked, steps).map_err(|()| wrong())?;
            // To the end, so that a file that was cut is found.
            Ok(spilled.is_some())
        });
        read.map_err(Ended::Failed)?;
        Ok(spilled)
    }

    /// The first frame: what is not in the layer, and how many states are.
    fn head<E: Entry>(&self, layout: u64, reached: &SweepState<E>, states: u64) -> Vec<u8> {
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
            states,
        ] {
            word.put(&mut head);
        }
        (*total).put(&mut head);
        profile.iter().for_each(|states| states.put(&mut head));
        head
    }
}

fn sweep_file(sweep: u64) -> String {
    format!("sweep-{sweep}")
}

/// What a sweep came to, from its file's frame; none if the frame is of something else.
fn came_to<V: Bytes>(frame: &[u8], sweep: u64) -> Option<Result<Swept<V>, Ended>> {
    let (words, rest) = frame.split_at_checked(4 * u64::LEN)?;
    let [of, each, is_whole, layers] = <[u64; 4]>::get(words);
    if (of, each) != (sweep, V::LEN as u64) {
        return None;
    }
    if (is_whole, layers, rest) == (0, 0, &[][..]) {
        return Some(Err(Ended::Overflow));
    }
    let (total, profile) = rest.split_at_checked(V::LEN)?;
    let profile = words_of(profile, layers).filter(|_| is_whole == 1)?;
    Some(Ok(Swept { total: V::get(total), profile }))
}

/// So many words; none if there are fewer or more.
fn words_of(bytes: &[u8], count: u64) -> Option<Vec<u64>> {
    let words = bytes.chunks_exact(u64::LEN);
    let are_all = words.len() as u64 == count && words.remainder().is_empty();
    are_all.then(|| words.map(u64::get).collect())
}

/// What a layer's first frame says: the sweep without its states, and how many these are.
pub type Opening<E> = (SweepState<E>, u64);

/// Reads a layer's first frame; none if it is of another layout or sweep than those asked for,
/// an error if its numbers are none of a layer's of so many steps.
fn opened<E: Entry>(
    head: &[u8],
    asked: (u64, u64),
    steps: usize,
) -> Result<Option<Opening<E>>, ()> {
    let (words, rest) = head.split_at_checked(9 * u64::LEN).ok_or(())?;
    let [is, of, at, growth, salt, bits, transitions, bytes, states] = <[u64; 9]>::get(words);
    if (is, of) != asked {
        return Ok(None);
    }
    let (total, profile) = rest.split_at_checked(E::Value::LEN).ok_or(())?;
    let (profile, growth) = (words_of(profile, at).ok_or(())?, f64::from_bits(growth));
    if bits > MOST_BITS || !growth.is_finite() || profile.len() > steps {
        return Err(());
    }
    let spread = Spread { salt, bits: bits as u32 };
    let mut partitions = Vec::new();
    partitions.resize_with(spread.partitions(), Vec::new);
    let reached = SweepState {
        at: profile.len(),
        layer: Layer { partitions, spread },
        growth,
        profile,
        total: E::Value::get(total),
        transitions,
        bytes,
    };
    Ok(Some((reached, states)))
}
