//! `CheckpointFiles`: the files of a count, and their keys.
//!
//! A count is a series of sweeps, each modulo 2^64 or a prime. A sweep covers one or two halves,
//! whole or part by part. The file `sweep-N` holds the result of a sweep, and `parts` the result of
//! the finished parts of the current sweep. All other files belong to the current part. A file with
//! the key of another count, sweep, half or part is ignored.

use super::layer_frames::{BlockReader, NO_LAYER, read_frames, read_items, states_of, write_layer};
use crate::engine::{CheckpointStore, Put};
use crate::error::Error;
use crate::tours::digest::digest;
use crate::tours::frontier::Bytes;
use crate::tours::halves::sweep::expand::Interrupted;
use crate::tours::halves::sweep::layer::{Block, BlockPool};
use crate::tours::halves::sweep::layer::{FileKey, Layer};
use crate::tours::halves::sweep::partition::Partition;
use crate::tours::halves::sweep::ring::{MeetingSum, Ring};

/// The words at the start of a layer's first frame. The first ones are those of
/// [`crate::tours::KeptLayer`].
const WORDS: usize = 11;
/// An upper bound of the cuts on a path.
const MOST_CUTS: u64 = 1 << 10;
/// An upper bound of the blocks of a layer: their numbers have 32 bits.
const MOST_BLOCKS: u64 = 1 << 32;

/// An upper bound of the batches of a layer.
const MOST_BATCHES: usize = 1 << 20;

/// Problems of files with correct checksums.
const NO_SWEEP: &str = "it is not the result of a sweep";
const NO_PARTS: &str = "it is not the result of a sweep's parts";
pub const MISSING: &str = "the file is missing";

/// The file of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SavedLayer {
    /// The layer saved last of the current half.
    Current,
    /// The layer that several parts start from.
    Shared,
    /// An earlier layer that the meeting needs.
    Kept,
    /// The last layer of the upper or lower half.
    Last,
}

/// A saved layer, its size, and the position of the sweep.
#[derive(Clone, Debug)]
pub struct Found {
    pub layer: usize,
    /// The approximate number of parts of the next stage.
    pub wanted: u64,
    /// The states of each layer so far.
    pub layer_states: Vec<(usize, u64)>,
    states: u64,
    blocks: u64,
}

/// The result of a sweep, or of its finished parts.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepResult<S> {
    pub sum: MeetingSum<S>,
    /// The states of each layer of all sweeps so far.
    pub profile: Vec<u64>,
}

/// A position on the path of cuts that leads to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The layer that the parts start from.
    pub layer: usize,
    pub parts: usize,
    pub part: usize,
}

/// The result of the finished parts, and the cuts that lead to the next part, the outermost first.
type PartsDone<S> = (SweepResult<S>, Vec<Cut>);

/// The files of a count, of one of its sweeps, or of a half or part of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct CheckpointFiles<'s> {
    pub store: &'s dyn CheckpointStore,
    /// Its words are the keys of the count, the sweep's number, its modulus, the half, and the cuts
    /// that lead to the part.
    pub file_key: FileKey,
    /// The size in bytes above which new layers are spilled.
    pub spills: Option<u64>,
    /// True if other units share the layer that this one starts from. That layer is then kept, and
    /// no other: a stopped unit starts again from it.
    pub shares: bool,
}

impl<'s> CheckpointFiles<'s> {
    /// The files of the count with this key.
    pub fn new(store: &'s dyn CheckpointStore, words: impl IntoIterator<Item = u64>) -> Self {
        let file_key = FileKey { words: [digest(words), 0, 0, 0, 0], depth: 0 };
        CheckpointFiles { store, file_key, spills: None, shares: false }
    }

    /// The files of a sweep with this modulus.
    pub fn sweep(mut self, number: usize, modulus: u64) -> CheckpointFiles<'s> {
        self.file_key.words[1..3].copy_from_slice(&[number as u64, modulus]);
        self
    }

    /// The files of a half, in the part that these cuts lead to.
    pub fn half(mut self, half: usize, cuts: &[Cut]) -> CheckpointFiles<'s> {
        let words = cuts.iter().flat_map(|cut| [cut.layer, cut.parts, cut.part]);
        let own = digest(words.map(|word| word as u64));
        self.file_key.words[3..].copy_from_slice(&[half as u64, own]);
        self.file_key.depth = cuts.len() as u64;
        self
    }

    fn name(&self, file: SavedLayer) -> String {
        match file {
            SavedLayer::Current => "layer".into(),
            SavedLayer::Shared => format!("shared-{}", self.file_key.depth),
            SavedLayer::Kept => "kept".into(),
            SavedLayer::Last => format!("half-{}", self.file_key.words[3]),
        }
    }

    /// The number of states that earlier runs made, as far as their results are saved.
    pub fn states_made(&self) -> Result<u64, Error> {
        // Of finished sweeps and parts, and of the current part.
        let mut made = [0; 2];
        for name in self.store.names()? {
            let mut head = Vec::new();
            self.store.read(&name, &mut |frame| {
                head = frame.to_vec();
                Ok(false)
            })?;
            let words: Vec<u64> = head.chunks_exact(u64::LEN).map(u64::get).collect();
            let (at, states) = match words[..] {
                [count, ..] if count != self.file_key.words[0] => continue,
                [_, _, _, _, states, ..] if name.starts_with(SWEEP) || name == PARTS => (0, states),
                [_, _, _, _, _, _, made, ..] => (1, made),
                _ => continue,
            };
            made[at] = made[at].max(states);
        }
        Ok(made.iter().sum())
    }

    /// The result of the sweep, if it is finished.
    pub fn finished<S: Bytes>(&self) -> Result<Option<SweepResult<S>>, Error> {
        let found = self.read_result(&self.sweep_file(), NO_SWEEP)?;
        Ok(found.map(|(finished, _)| finished))
    }

    /// The finished parts of the sweep, if it has begun.
    pub fn parts_done<S: Bytes>(&self) -> Result<Option<PartsDone<S>>, Error> {
        self.read_result(PARTS, NO_PARTS)
    }

    fn read_result<S: Bytes>(
        &self,
        name: &str,
        problem: &'static str,
    ) -> Result<Option<PartsDone<S>>, Error> {
        let (mut result, mut is_ours) = (None, true);
        let found = self.store.read(name, &mut |frame| {
            let wrong = || self.store.wrong(name, problem);
            let (head, rest) = frame.split_at_checked(4 * u64::LEN).ok_or_else(wrong)?;
            is_ours = <[u64; 4]>::get(head) == self.of::<S>() && result.is_none();
            if is_ours {
                result = Some(parse_result(rest).ok_or_else(wrong)?);
            }
            Ok(is_ours)
        })?;
        match result {
            None if found && is_ours => Err(self.store.wrong(name, problem)),
            result => Ok(result),
        }
    }

    /// Saves the result of the sweep and deletes its layers.
    pub fn save_sweep<S: Bytes + Copy>(&self, finished: &SweepResult<S>) -> Result<(), Error> {
        self.put(&self.sweep_file(), finished, &[])?;
        self.clear()
    }

    /// Saves the result of the finished parts, and the cuts that lead to the next part.
    pub fn save_parts<S: Bytes + Copy>(
        &self,
        finished: &SweepResult<S>,
        next: &[Cut],
    ) -> Result<(), Error> {
        self.put(PARTS, finished, next)?;
        self.store.remove(&self.name(SavedLayer::Current))
    }

    fn put<S: Bytes + Copy>(
        &self,
        name: &str,
        SweepResult { sum, profile }: &SweepResult<S>,
        cuts: &[Cut],
    ) -> Result<(), Error> {
        let mut frame = Vec::new();
        self.of::<S>().put(&mut frame);
        [profile.iter().sum::<u64>(), cuts.len() as u64].put(&mut frame);
        for cut in cuts {
            [cut.layer, cut.parts, cut.part].map(|word| word as u64).put(&mut frame);
        }
        sum.value.put(&mut frame);
        [sum.bound.to_bits(), sum.largest.to_bits()].put(&mut frame);
        profile.iter().for_each(|states| states.put(&mut frame));
        self.store.write(name, &mut |put| put(&frame))
    }

    /// Deletes all files but the results of sweeps.
    pub fn clear(&self) -> Result<(), Error> {
        self.remove_all(|name| !name.starts_with(SWEEP))
    }

    pub fn forget(&self) -> Result<(), Error> {
        self.remove_all(|_| true)
    }

    fn remove_all(&self, goes: impl Fn(&str) -> bool) -> Result<(), Error> {
        let names = self.store.names()?;
        let goes = |name: &&String| goes(name) && !(self.shares && is_shared(name));
        names.iter().filter(goes).try_for_each(|name| self.store.remove(name))
    }

    /// Deletes the shared start layer, before units share another one.
    pub fn clear_shared(&self) -> Result<(), Error> {
        CheckpointFiles { shares: false, ..*self }.remove_all(is_shared)
    }

    /// Deletes the layer that the parts of a cut start from.
    pub fn forget_start(&self) -> Result<(), Error> {
        let (start, batches) = (self.name(SavedLayer::Shared), self.batches());
        self.store.remove(&start)?;
        self.remove_all(|name| name.starts_with(&batches))
    }

    /// The prefix of the spill files with this key.
    pub fn batches(&self) -> String {
        format!("{BATCH}{}-", self.file_key.depth)
    }

    fn sweep_file(&self) -> String {
        format!("{SWEEP}{}", self.file_key.words[1])
    }

    fn of<S: Bytes>(&self) -> [u64; 4] {
        let [count, sweep, modulus, ..] = self.file_key.words;
        [count, sweep, modulus, S::LEN as u64]
    }

    /// Saves a layer and the states of each layer so far, and replaces the previous layer.
    pub fn save<V: Bytes + Copy>(
        &self,
        file: SavedLayer,
        at: usize,
        wanted: u64,
        layer_states: &[(usize, u64)],
        layer: &Layer<'_, V>,
    ) -> Result<(), Error> {
        let made: u64 = layer_states.iter().map(|&(_, states)| states).sum();
        let [count, sweep, modulus, half, cuts] = self.file_key.words;
        let mut head = Vec::new();
        [count, sweep, at as u64, modulus, half, cuts].put(&mut head);
        let (spans, blocks) = (layer.spans.len() as u64, layer.blocks.len() as u64);
        [made, layer.states, wanted, spans, blocks].put(&mut head);
        layer_states.iter().for_each(|&(layer, states)| [layer as u64, states].put(&mut head));
        let mut spilled = Vec::new();
        (layer.spilled.len() as u64).put(&mut spilled);
        layer.spilled.iter().for_each(|parts| parts.put(&mut spilled));
        let mut fill = |put: Put<'_>| {
            put(&head)?;
            put(&spilled)?;
            write_layer(put, layer)
        };
        self.store.write(&self.name(file), &mut fill)
    }

    /// The saved layer and the position of the sweep; none if there is no file with this key. The
    /// half has `steps` steps.
    pub fn find(&self, file: SavedLayer, steps: usize) -> Result<Option<Found>, Error> {
        let (name, mut found) = (self.name(file), None);
        self.store.read(&name, &mut |frame| {
            found = self.opened(frame, steps).ok_or_else(|| self.store.wrong(&name, NO_LAYER))?;
            Ok(false)
        })?;
        Ok(found)
    }

    /// Parses the first frame of a layer. The inner option is none if the frame has another key,
    /// and the outer one is none if the frame is invalid.
    fn opened(&self, frame: &[u8], steps: usize) -> Option<Option<Found>> {
        let (words, layer_states) = frame.split_at_checked(WORDS * u64::LEN)?;
        let [count, sweep, at, modulus, half, cuts, _, states, wanted, _, blocks] =
            <[u64; WORDS]>::get(words);
        if [count, sweep, modulus, half, cuts] != self.file_key.words {
            return Some(None);
        }
        let mut pairs: Vec<[u64; 2]> = Vec::new();
        read_items(layer_states, usize::MAX, &mut pairs).ok()?;
        let most = steps as u64;
        let is_sound = at <= most && blocks < MOST_BLOCKS && pairs.iter().all(|t| t[0] <= most);
        let layer_states =
            pairs.into_iter().map(|[layer, states]| (layer as usize, states)).collect();
        let found = Found { layer: at as usize, wanted, layer_states, states, blocks };
        is_sound.then_some(Some(found))
    }

    /// Loads the layer that was found. `layer` has no states yet, and its groups are checked
    /// against `partition`. Spilled blocks are checked when they are loaded.
    pub fn load<'p, R: Ring>(
        &self,
        file: SavedLayer,
        found: &Found,
        ring: R,
        pool: &BlockPool<R::Value>,
        mut layer: Layer<'p, R::Value>,
        partition: Option<&Partition>,
    ) -> Result<Layer<'p, R::Value>, Interrupted> {
        let name = self.name(file);
        let (groups, count) = (layer.spans.len(), found.blocks as usize);
        let (mut spans, mut spilled) = (Vec::new(), Vec::new());
        let mut blocks = BlockReader::new(pool);
        let frames = read_frames(self.store, &name, |number, frame| match number {
            0 => Ok(()),
            1 => read_items(frame, MOST_BATCHES, &mut spilled),
            _ if spans.len() < groups => read_items(frame, groups - spans.len(), &mut spans),
            _ => blocks.take(frame),
        })?;
        if frames == 0 {
            return Err(self.missing(file).into());
        }
        let wrong = || Interrupted::Failed(self.store.wrong(&name, NO_LAYER));
        // The number of batches comes first, and every block has at least one group.
        if spilled.first() != Some(&(spilled.len() as u64).wrapping_sub(1))
            || spans.len() != groups
            || count > groups
        {
            return Err(wrong());
        }
        layer.spans.copy_from_slice(&spans);
        layer.blocks.resize_with(count, Block::default);
        blocks.end(&mut layer.blocks).map_err(|_| wrong())?;
        (layer.states, layer.is_loaded) = (found.states, true);
        (layer.spilled, layer.file_key) = (spilled.split_off(1), self.file_key);
        let is_here = |part| !layer.is_spilled(part);
        let states = states_of(ring, &layer, partition, is_here).ok_or_else(wrong)?;
        if states == found.states || !layer.spilled.is_empty() { Ok(layer) } else { Err(wrong()) }
    }

    pub fn missing(&self, file: SavedLayer) -> Error {
        self.store.wrong(&self.name(file), MISSING)
    }
}

/// True for the files of the shared start layer.
fn is_shared(name: &str) -> bool {
    name == "shared-0" || name.starts_with("batch-0-")
}

/// The prefix of the files with results of sweeps.
const SWEEP: &str = "sweep-";
/// The prefix of spill files.
pub const BATCH: &str = "batch-";
/// The file with the result of finished parts.
const PARTS: &str = "parts";

/// Parses a result and the cuts with it, without the key before it.
fn parse_result<S: Bytes>(rest: &[u8]) -> Option<(SweepResult<S>, Vec<Cut>)> {
    let (head, rest) = rest.split_at_checked(2 * u64::LEN)?;
    let [states, count] = <[u64; 2]>::get(head);
    let cuts = (count <= MOST_CUTS).then(|| count as usize * 3 * u64::LEN)?;
    let (cuts, rest) = rest.split_at_checked(cuts)?;
    let (value, rest) = rest.split_at_checked(S::LEN)?;
    let (bounds, rest) = rest.split_at_checked(2 * u64::LEN)?;
    let [bound, largest] = <[u64; 2]>::get(bounds).map(f64::from_bits);
    let mut profile: Vec<u64> = Vec::new();
    read_items(rest, usize::MAX, &mut profile).ok()?;
    let cut = |words: &[u8]| {
        let [layer, parts, part] = <[u64; 3]>::get(words).map(|word| word as usize);
        Cut { layer, parts, part }
    };
    let cuts = cuts.chunks_exact(3 * u64::LEN).map(cut).collect();
    let all = profile.iter().try_fold(0u64, |all, &n| all.checked_add(n));
    let is_sound = all == Some(states) && !bound.is_nan() && !largest.is_nan();
    let sum = MeetingSum { value: S::get(value), bound, largest, each: Vec::new() };
    is_sound.then_some((SweepResult { sum, profile }, cuts))
}
