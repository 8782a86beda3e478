//! `Keeper`: the files of a count, and what each of them says it is of.
//!
//! A count is a series of sweeps, in words or modulo a prime each, and a sweep goes through one
//! half or two. `sweep-N` is what a sweep came to, and `tried` what of the memory is tried; pieces
//! of a count have their own, `sweep-N-of-…`. The others belong to the sweep under way. A file that is of another count, sweep or half, or of other passes, is as good as none.

use super::layers::{Reading, Unread, put_layer};
use crate::engine::{CheckpointStore, Put};
use crate::error::Error;
use crate::tours::digest::digest;
use crate::tours::frontier::Bytes;
use crate::tours::halves::sweep::block::Pool;
use crate::tours::halves::sweep::expand::Unfinished;
use crate::tours::halves::sweep::layer::Layer;
use crate::tours::halves::sweep::parts::Parts;
use crate::tours::halves::sweep::ring::Ring;

/// Words that the first frame of a layer begins with, in the order of
/// [`crate::tours::KeptLayer`] as far as that reads.
const WORDS: usize = 12;
/// No layer has more blocks: their numbers have 32 bits.
const MOST_BLOCKS: u64 = 1 << 32;

/// What is wrong with files whose checksums are right.
pub const NO_LAYER: &str = "it is no layer of this sweep";
const NO_SWEEP: &str = "it is not what a sweep came to";
const NO_PART: &str = "it is no part of the memory";
const MISSING: &str = "the file is missing";

/// A layer that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// The last one that was saved of the half under way.
    Layer,
    /// What passes have added up.
    Sum,
    /// What they all begin from.
    Shared,
    /// An earlier one, for the meeting.
    Kept,
    /// The last one of the upper half, or of the lower.
    Last,
}

/// Where a sweep of a half is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The layer.
    pub at: usize,
    /// The pass that it is of, or how many are added up in it.
    pub pass: usize,
    /// About how many parts the next stage is to have.
    pub wanted: u64,
    /// The states of each layer that was made so far.
    pub told: Vec<(usize, u64)>,
}

/// A layer that is there, and how much of it.
#[derive(Clone, Debug)]
pub struct Found {
    /// Where the sweep was.
    pub spot: Spot,
    states: u64,
    blocks: u64,
}

/// What a sweep came to: its sum, two bounds, and the states of each layer of all sweeps so far.
pub type Known<S> = (S, [f64; 2], Vec<u64>);

/// The files of one count, or of a sweep of it, or of a half of that.
#[derive(Clone, Copy, Debug)]
pub struct Keeper<'s> {
    store: &'s dyn CheckpointStore,
    /// What is counted, and the piece of it: the same if it is the whole.
    whole: u64,
    count: u64,
    /// The number of the sweep, and what it counts modulo.
    sweep: [u64; 2],
    half: u64,
    /// What the half is swept in.
    passes: u64,
    spills: Option<u64>,
}

impl<'s> Keeper<'s> {
    /// Of what these words tell apart from all else in the store.
    pub fn new(store: &'s dyn CheckpointStore, words: impl IntoIterator<Item = u64>) -> Self {
        let whole = digest(words);
        Keeper { store, whole, count: whole, sweep: [0; 2], half: 0, passes: 0, spills: None }
    }

    /// A part of what is counted.
    pub fn part(self, part: usize) -> Keeper<'s> {
        Keeper { count: digest([self.count, part as u64]), ..self }
    }

    /// One sweep, which counts modulo this number.
    pub fn sweep(self, number: usize, modulus: u64) -> Keeper<'s> {
        Keeper { sweep: [number as u64, modulus], ..self }
    }

    /// One half, swept in such passes.
    pub fn half(self, half: usize, passes: impl IntoIterator<Item = u64>) -> Keeper<'s> {
        Keeper { half: half as u64, passes: digest(passes), ..self }
    }

    /// The same, which has what is made of a layer put down as well when it takes so many bytes.
    pub fn spilling(self, bytes: u64) -> Keeper<'s> {
        Keeper { spills: Some(bytes), ..self }
    }

    /// The bytes from which on something is put down, if anything is.
    pub fn spills(&self) -> Option<u64> {
        self.spills
    }

    pub fn store(&self) -> &'s dyn CheckpointStore {
        self.store
    }

    /// What tells this half of this sweep from all else.
    pub fn words(&self) -> [u64; 5] {
        [self.count, self.sweep[0], self.sweep[1], self.half, self.passes]
    }

    fn name(&self, file: Saved) -> String {
        match file {
            Saved::Layer => "layer".into(),
            Saved::Sum => "sum".into(),
            Saved::Shared => "shared".into(),
            Saved::Kept => "kept".into(),
            Saved::Last => format!("half-{}", self.half),
        }
    }

    /// The states that were made before, as far as is kept.
    pub fn made(&self) -> Result<u64, Error> {
        // Those of all sweeps that were finished, and of each half of the one after them.
        let mut made = [0; 3];
        for name in self.store.names()? {
            let mut head = Vec::new();
            self.store.read(&name, &mut |frame| {
                head = frame.to_vec();
                Ok(false)
            })?;
            let words: Vec<u64> = head.chunks_exact(u64::LEN).map(u64::get).collect();
            let (at, states) = match words[..] {
                [count, ..] if count != self.count => continue,
                [_, _, _, each, ..] if name.starts_with(SWEEP) => {
                    let profile = head.get(6 * u64::LEN + each as usize..).unwrap_or_default();
                    (0, profile.chunks_exact(u64::LEN).map(u64::get).sum())
                }
                [_, _, _, _, half, _, made, ..] => (1 + (half as usize & 1), made),
                _ => continue,
            };
            made[at] = made[at].max(states);
        }
        Ok(made.iter().sum())
    }

    /// What the sweep came to, if it was finished before.
    pub fn known<S: Bytes>(&self) -> Result<Option<Known<S>>, Error> {
        let (name, mut known, mut is_ours) = (self.sweep_file(), None, true);
        let read = self.store.read(&name, &mut |frame| {
            let wrong = || self.store.wrong(&name, NO_SWEEP);
            let (head, rest) = frame.split_at_checked(4 * u64::LEN).ok_or_else(wrong)?;
            is_ours = <[u64; 4]>::get(head) == self.of::<S>() && known.is_none();
            if is_ours {
                known = Some(came_to(rest).ok_or_else(wrong)?);
            }
            Ok(is_ours)
        });
        let found = read?;
        match known {
            None if found && is_ours => Err(self.store.wrong(&name, NO_SWEEP)),
            known => Ok(known),
        }
    }

    /// Saves what the sweep came to, and no layer of it any more.
    pub fn end<S: Bytes + Copy>(&self, (sum, bounds, profile): &Known<S>) -> Result<(), Error> {
        let mut frame = Vec::new();
        self.of::<S>().put(&mut frame);
        sum.put(&mut frame);
        bounds.iter().for_each(|bound| bound.to_bits().put(&mut frame));
        profile.iter().for_each(|states| states.put(&mut frame));
        self.store.write(&self.sweep_file(), &mut |put| put(&frame))?;
        self.clear()
    }

    /// The part of the room that was tried last, if it had the same room.
    pub fn noted(&self, room: f64) -> Result<Option<f64>, Error> {
        let (name, mut part) = (self.own(TRIED), None);
        self.store.read(&name, &mut |frame| {
            let wrong = || self.store.wrong(&name, NO_PART);
            let is_whole = frame.len() == <[u64; 3]>::LEN;
            let words = is_whole.then(|| <[u64; 3]>::get(frame));
            let [count, of, noted] = words.ok_or_else(wrong)?;
            let noted = f64::from_bits(noted);
            part = (count == self.count && of == room.to_bits()).then_some(noted);
            if (0.0..=1.0).contains(&noted) { Ok(true) } else { Err(wrong()) }
        })?;
        Ok(part)
    }

    /// Saves the part of the room that is tried.
    pub fn note(&self, room: f64, part: f64) -> Result<(), Error> {
        let mut frame = Vec::new();
        [self.count, room.to_bits(), part.to_bits()].put(&mut frame);
        self.store.write(&self.own(TRIED), &mut |put| put(&frame))
    }

    /// Removes all but what sweeps came to and what was tried.
    pub fn clear(&self) -> Result<(), Error> {
        self.remove_all(|name| !name.starts_with(SWEEP) && !name.starts_with(TRIED))
    }

    /// Removes what pieces of other counts came to.
    pub fn tidy(&self) -> Result<(), Error> {
        let ours = self.of_pieces();
        self.remove_all(|name| name.contains(OF) && !name.contains(&ours))
    }

    /// Removes all, what sweeps came to as well.
    pub fn forget(&self) -> Result<(), Error> {
        self.remove_all(|_| true)
    }

    fn remove_all(&self, goes: impl Fn(&str) -> bool) -> Result<(), Error> {
        let names = self.store.names()?;
        names.iter().filter(|name| goes(name)).try_for_each(|name| self.store.remove(name))
    }

    fn sweep_file(&self) -> String {
        self.own(&format!("{SWEEP}{}", self.sweep[0]))
    }

    /// The name of a file that stays when another piece is counted.
    fn own(&self, name: &str) -> String {
        match self.count == self.whole {
            true => name.into(),
            false => format!("{name}{}{:016x}", self.of_pieces(), self.count),
        }
    }

    fn of_pieces(&self) -> String {
        format!("{OF}{:016x}-", self.whole)
    }

    fn of<S: Bytes>(&self) -> [u64; 4] {
        [self.count, self.sweep[0], self.sweep[1], S::LEN as u64]
    }

    /// Saves a layer in the place of the one of before.
    pub fn save<V: Bytes + Copy>(
        &self,
        file: Saved,
        spot: &Spot,
        layer: &Layer<'_, V>,
    ) -> Result<(), Error> {
        let Spot { at, pass, wanted, told } = spot;
        let made: u64 = told.iter().map(|&(_, states)| states).sum();
        let [sweep, modulus] = self.sweep;
        let mut head = Vec::new();
        let step = [self.count, sweep, *at as u64, modulus, self.half, self.passes];
        step.put(&mut head);
        let (spans, blocks) = (layer.spans.len() as u64, layer.blocks.len() as u64);
        [made, *pass as u64, layer.states, *wanted, spans, blocks].put(&mut head);
        told.iter().for_each(|&(layer, states)| [layer as u64, states].put(&mut head));
        let mut away = Vec::new();
        (layer.away.len() as u64).put(&mut away);
        layer.away.iter().for_each(|parts| parts.put(&mut away));
        let mut fill = |put: Put<'_>| {
            put(&head)?;
            put(&away)?;
            put_layer(put, layer)
        };
        self.store.write(&self.name(file), &mut fill)
    }

    /// Where the sweep of this half was when the file was saved, if there is such a file of a
    /// half of so many steps.
    pub fn find(&self, file: Saved, steps: usize) -> Result<Option<Found>, Error> {
        let (name, mut found) = (self.name(file), None);
        self.store.read(&name, &mut |frame| {
            found = self.opened(frame, steps).ok_or_else(|| self.store.wrong(&name, NO_LAYER))?;
            Ok(false)
        })?;
        Ok(found)
    }

    /// Reads a layer's first frame: none in it if it is of something else, none at all if its
    /// numbers are those of no layer.
    fn opened(&self, frame: &[u8], steps: usize) -> Option<Option<Found>> {
        let (words, told) = frame.split_at_checked(WORDS * u64::LEN)?;
        let [count, sweep, at, modulus, half, passes, _, pass, states, wanted, _, blocks] =
            <[u64; WORDS]>::get(words);
        if [count, sweep, modulus, half, passes] != self.words() {
            return Some(None);
        }
        let pairs = told.chunks_exact(2 * u64::LEN);
        let is_whole = pairs.remainder().is_empty();
        let told: Vec<_> = pairs.map(<[u64; 2]>::get).collect();
        let most = steps as u64;
        let is_sound = at <= most && blocks < MOST_BLOCKS && told.iter().all(|t| t[0] <= most);
        if !is_whole || !is_sound {
            return None;
        }
        let told = told.into_iter().map(|[layer, states]| (layer as usize, states)).collect();
        let spot = Spot { at: at as usize, pass: pass as usize, wanted, told };
        Some(Some(Found { spot, states, blocks }))
    }

    /// Reads what was found into its layer, which has no states yet and is swept in these parts.
    pub fn load<'p, R: Ring>(
        &self,
        file: Saved,
        found: &Found,
        (ring, pool): (R, &Pool<R::Value>),
        layer: Layer<'p, R::Value>,
        parts: Option<&Parts>,
    ) -> Result<Layer<'p, R::Value>, Unfinished> {
        let name = self.name(file);
        let wrong = |problem| Unfinished::Failed(self.store.wrong(&name, problem));
        let mut reading = Reading::new(layer, pool, found.blocks as usize);
        let (mut frames, mut is_full) = (0, false);
        let read = self.store.read(&name, &mut |frame| {
            frames += 1;
            let taken = match frames {
                1 => Ok(()),
                2 => reading.take_away(frame),
                _ => reading.take(frame),
            };
            match taken {
                Err(Unread::Wrong) => Err(self.store.wrong(&name, NO_LAYER)),
                taken => {
                    is_full = taken.is_err();
                    Ok(!is_full)
                }
            }
        });
        match read.map_err(Unfinished::Failed)? {
            true if is_full => Err(Unfinished::Full),
            true => reading.end(ring, found.states, parts).map_err(|_| wrong(NO_LAYER)),
            false => Err(wrong(MISSING)),
        }
    }

    /// The error that says that a file is missing.
    pub fn missing(&self, file: Saved) -> Error {
        self.store.wrong(&self.name(file), MISSING)
    }

    /// Removes a file that is not wanted any more.
    pub fn remove(&self, file: Saved) -> Result<(), Error> {
        self.store.remove(&self.name(file))
    }
}

/// What the files of sweeps that were finished begin with.
const SWEEP: &str = "sweep-";
/// The name of the file that tells what is tried.
const TRIED: &str = "tried";
/// What stands before the whole and its piece in a name.
const OF: &str = "-of-";

/// What a sweep came to, from behind what it is of.
fn came_to<S: Bytes>(rest: &[u8]) -> Option<Known<S>> {
    let (sum, rest) = rest.split_at_checked(S::LEN)?;
    let (bounds, profile) = rest.split_at_checked(2 * u64::LEN)?;
    let bounds = <[u64; 2]>::get(bounds).map(f64::from_bits);
    let profile = profile.chunks_exact(u64::LEN);
    if !profile.remainder().is_empty() || bounds.iter().any(|bound| bound.is_nan()) {
        return None;
    }
    Some((S::get(sum), bounds, profile.map(u64::get).collect()))
}
