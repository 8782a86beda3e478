//! `CheckpointFiles`: the files of a count, and their keys.
//!
//! A count is a series of sweeps, each modulo 2^64 or a prime. A sweep covers one or two halves,
//! whole or part by part. The file `sweep-N` holds the result of a sweep, and `parts` the result of
//! the finished parts of the current sweep. All other files belong to the current part. A file with
//! the key of another count, sweep, half or part is ignored.

use super::layer_frames::{LayerReader, ReadError, write_layer};
use crate::engine::{CheckpointStore, Put};
use crate::error::Error;
use crate::tours::digest::digest;
use crate::tours::frontier::Bytes;
use crate::tours::halves::sweep::block::BlockPool;
use crate::tours::halves::sweep::expand::Unfinished;
use crate::tours::halves::sweep::layer::{FileKey, Layer};
use crate::tours::halves::sweep::partition::Partition;
use crate::tours::halves::sweep::ring::Ring;

/// The words at the start of a layer's first frame. The first ones are those of
/// [`crate::tours::KeptLayer`].
const WORDS: usize = 11;
/// An upper bound of the cuts on a path.
const MOST_CUTS: u64 = 1 << 10;
/// An upper bound of the blocks of a layer: their numbers have 32 bits.
const MOST_BLOCKS: u64 = 1 << 32;

/// Problems of files with correct checksums.
pub const NO_LAYER: &str = "it is not a layer of this sweep";
const NO_SWEEP: &str = "it is not the result of a sweep";
const NO_PARTS: &str = "it is not the result of a sweep's parts";
const MISSING: &str = "the file is missing";

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

/// The position of a sweep in a half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepPosition {
    pub layer: usize,
    /// The approximate number of parts of the next stage.
    pub wanted: u64,
    /// The states of each layer so far.
    pub layer_states: Vec<(usize, u64)>,
}

impl SweepPosition {
    /// The position at a layer, before its states are added.
    pub fn new(layer: usize, wanted: u64) -> SweepPosition {
        SweepPosition { layer, wanted, layer_states: Vec::new() }
    }
}

/// A saved layer and its size.
#[derive(Clone, Debug)]
pub struct Found {
    pub position: SweepPosition,
    states: u64,
    blocks: u64,
}

/// The result of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepResult<S> {
    /// The sum over all meetings.
    pub sum: S,
    /// An upper bound of the count.
    pub bound: f64,
    /// An upper bound of the sum of any group's numbers.
    pub largest: f64,
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

/// The result of the finished parts of a sweep.
#[derive(Clone, Debug)]
pub struct PartsResult<S> {
    /// The result, as of a whole sweep.
    pub finished: SweepResult<S>,
    /// The cuts that lead to the next part, the outermost first.
    pub cuts: Vec<Cut>,
}

/// The files of a count, of one of its sweeps, or of a half or part of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct CheckpointFiles<'s> {
    store: &'s dyn CheckpointStore,
    count: u64,
    /// The number of the sweep, and its modulus.
    sweep: [u64; 2],
    half: u64,
    /// The key of the cuts that lead to the part, and their number.
    cuts: [u64; 2],
    spills: Option<u64>,
    /// True if other units share the layer that this one starts from. That layer is then kept.
    shares: bool,
}

impl<'s> CheckpointFiles<'s> {
    /// The files of the count with this key.
    pub fn new(store: &'s dyn CheckpointStore, words: impl IntoIterator<Item = u64>) -> Self {
        let (count, shares) = (digest(words), false);
        CheckpointFiles { store, count, sweep: [0; 2], half: 0, cuts: [0; 2], spills: None, shares }
    }

    /// The files of a sweep with this modulus.
    pub fn sweep(self, number: usize, modulus: u64) -> CheckpointFiles<'s> {
        CheckpointFiles { sweep: [number as u64, modulus], ..self }
    }

    /// The files of a half, in the part that these cuts lead to.
    pub fn half(self, half: usize, cuts: &[Cut]) -> CheckpointFiles<'s> {
        let words = cuts.iter().flat_map(|cut| [cut.layer, cut.parts, cut.part]);
        let own = digest(words.map(|word| word as u64));
        CheckpointFiles { half: half as u64, cuts: [own, cuts.len() as u64], ..self }
    }

    /// The same files, with spilling of new layers that exceed this many bytes.
    pub fn spilling(self, bytes: u64) -> CheckpointFiles<'s> {
        CheckpointFiles { spills: Some(bytes), ..self }
    }

    /// The same files, for a unit that shares its start layer with others.
    pub fn sharing(self) -> CheckpointFiles<'s> {
        CheckpointFiles { shares: true, ..self }
    }

    /// The size in bytes above which layers are spilled.
    pub fn spills(&self) -> Option<u64> {
        self.spills
    }

    pub fn store(&self) -> &'s dyn CheckpointStore {
        self.store
    }

    /// The key of this part of this sweep.
    pub fn words(&self) -> [u64; 5] {
        [self.count, self.sweep[0], self.sweep[1], self.half, self.cuts[0]]
    }

    /// The key of its layers' files.
    pub fn file_key(&self) -> FileKey {
        FileKey { words: self.words(), depth: self.cuts[1] }
    }

    fn name(&self, file: SavedLayer) -> String {
        match file {
            SavedLayer::Current => "layer".into(),
            SavedLayer::Shared => format!("shared-{}", self.cuts[1]),
            SavedLayer::Kept => "kept".into(),
            SavedLayer::Last => format!("half-{}", self.half),
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
                [count, ..] if count != self.count => continue,
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
        Ok(found.map(|PartsResult { finished, .. }| finished))
    }

    /// The result of the finished parts of the sweep.
    pub fn parts_done<S: Bytes>(&self) -> Result<Option<PartsResult<S>>, Error> {
        self.read_result(PARTS, NO_PARTS)
    }

    fn read_result<S: Bytes>(
        &self,
        name: &str,
        problem: &'static str,
    ) -> Result<Option<PartsResult<S>>, Error> {
        let (mut finished, mut is_ours) = (None, true);
        let read = self.store.read(name, &mut |frame| {
            let wrong = || self.store.wrong(name, problem);
            let (head, rest) = frame.split_at_checked(4 * u64::LEN).ok_or_else(wrong)?;
            is_ours = <[u64; 4]>::get(head) == self.of::<S>() && finished.is_none();
            if is_ours {
                finished = Some(parse_result(rest).ok_or_else(wrong)?);
            }
            Ok(is_ours)
        });
        let found = read?;
        match finished {
            None if found && is_ours => Err(self.store.wrong(name, problem)),
            finished => Ok(finished),
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
        self.remove(SavedLayer::Current)
    }

    fn put<S: Bytes + Copy>(
        &self,
        name: &str,
        SweepResult { sum, bound, largest, profile }: &SweepResult<S>,
        cuts: &[Cut],
    ) -> Result<(), Error> {
        let mut frame = Vec::new();
        self.of::<S>().put(&mut frame);
        [profile.iter().sum::<u64>(), cuts.len() as u64].put(&mut frame);
        for cut in cuts {
            [cut.layer, cut.parts, cut.part].map(|word| word as u64).put(&mut frame);
        }
        sum.put(&mut frame);
        [bound.to_bits(), largest.to_bits()].put(&mut frame);
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

    fn sweep_file(&self) -> String {
        format!("{SWEEP}{}", self.sweep[0])
    }

    fn of<S: Bytes>(&self) -> [u64; 4] {
        [self.count, self.sweep[0], self.sweep[1], S::LEN as u64]
    }

    /// Saves a layer, and replaces the previous one.
    pub fn save<V: Bytes + Copy>(
        &self,
        file: SavedLayer,
        position: &SweepPosition,
        layer: &Layer<'_, V>,
    ) -> Result<(), Error> {
        let SweepPosition { layer: at, wanted, layer_states } = position;
        let made: u64 = layer_states.iter().map(|&(_, states)| states).sum();
        let [sweep, modulus] = self.sweep;
        let mut head = Vec::new();
        let step = [self.count, sweep, *at as u64, modulus, self.half, self.cuts[0]];
        step.put(&mut head);
        let (spans, blocks) = (layer.spans.len() as u64, layer.blocks.len() as u64);
        [made, layer.states, *wanted, spans, blocks].put(&mut head);
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

    /// The position of the sweep when the file was saved; none if there is no file with this key.
    /// The half has `steps` steps.
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
        if [count, sweep, modulus, half, cuts] != self.words() {
            return Some(None);
        }
        let pairs = layer_states.chunks_exact(2 * u64::LEN);
        let is_whole = pairs.remainder().is_empty();
        let layer_states: Vec<_> = pairs.map(<[u64; 2]>::get).collect();
        let most = steps as u64;
        let is_sound =
            at <= most && blocks < MOST_BLOCKS && layer_states.iter().all(|t| t[0] <= most);
        if !is_whole || !is_sound {
            return None;
        }
        let layer_states =
            layer_states.into_iter().map(|[layer, states]| (layer as usize, states)).collect();
        let position = SweepPosition { layer: at as usize, wanted, layer_states };
        Some(Some(Found { position, states, blocks }))
    }

    /// Loads the layer that was found. `layer` has no states yet, and its groups are checked
    /// against `partition`.
    pub fn load<'p, R: Ring>(
        &self,
        file: SavedLayer,
        found: &Found,
        ring: R,
        pool: &BlockPool<R::Value>,
        layer: Layer<'p, R::Value>,
        partition: Option<&Partition>,
    ) -> Result<Layer<'p, R::Value>, Unfinished> {
        let name = self.name(file);
        let wrong = |problem| Unfinished::Failed(self.store.wrong(&name, problem));
        let mut layer = layer;
        layer.file_key = self.file_key();
        let mut reading = LayerReader::new(layer, pool, found.blocks as usize);
        let (mut frames, mut is_full) = (0, false);
        let read = self.store.read(&name, &mut |frame| {
            frames += 1;
            let taken = match frames {
                1 => Ok(()),
                2 => reading.read_spilled(frame),
                _ => reading.take(frame),
            };
            match taken {
                Err(ReadError::Invalid) => Err(self.store.wrong(&name, NO_LAYER)),
                taken => {
                    is_full = taken.is_err();
                    Ok(!is_full)
                }
            }
        });
        match read.map_err(Unfinished::Failed)? {
            true if is_full => Err(Unfinished::OutOfMemory),
            true => reading.end(ring, found.states, partition).map_err(|_| wrong(NO_LAYER)),
            false => Err(wrong(MISSING)),
        }
    }

    pub fn missing(&self, file: SavedLayer) -> Error {
        self.store.wrong(&self.name(file), MISSING)
    }

    pub fn remove(&self, file: SavedLayer) -> Result<(), Error> {
        self.store.remove(&self.name(file))
    }
}

/// True for the files of the shared start layer.
fn is_shared(name: &str) -> bool {
    name == "shared-0" || name.starts_with("batch-0-")
}

/// The prefix of the files with results of sweeps.
const SWEEP: &str = "sweep-";
/// The file with the result of finished parts.
const PARTS: &str = "parts";

/// Parses a result, without the key before it.
fn parse_result<S: Bytes>(rest: &[u8]) -> Option<PartsResult<S>> {
    let (head, rest) = rest.split_at_checked(2 * u64::LEN)?;
    let [states, count] = <[u64; 2]>::get(head);
    let cuts = (count <= MOST_CUTS).then(|| count as usize * 3 * u64::LEN)?;
    let (cuts, rest) = rest.split_at_checked(cuts)?;
    let (sum, rest) = rest.split_at_checked(S::LEN)?;
    let (bounds, profile) = rest.split_at_checked(2 * u64::LEN)?;
    let [bound, largest] = <[u64; 2]>::get(bounds).map(f64::from_bits);
    let profile = profile.chunks_exact(u64::LEN);
    if !profile.remainder().is_empty() || bound.is_nan() || largest.is_nan() {
        return None;
    }
    let profile: Vec<u64> = profile.map(u64::get).collect();
    let cut = |words: &[u8]| {
        let [layer, parts, part] = <[u64; 3]>::get(words).map(|word| word as usize);
        Cut { layer, parts, part }
    };
    let cuts = cuts.chunks_exact(3 * u64::LEN).map(cut).collect();
    let is_sum = profile.iter().try_fold(0u64, |all, &n| all.checked_add(n)) == Some(states);
    is_sum.then(|| PartsResult {
        finished: SweepResult { sum: S::get(sum), bound, largest, profile },
        cuts,
    })
}
