//! `Keeper`: the files of a count, and what each of them says it is of.
//!
//! A count is a series of sweeps, in words or modulo a prime each, and a sweep goes through one
//! half or two, whole or part by part. `sweep-N` is what a sweep came to, and `parts` what those
//! parts of the sweep under way came to that are done. The others belong to the part under way. A
//! file that is of another count, sweep, half or part is as good as none.

use super::depot::Depot;
use super::depot::{Reading, Unread, put_layer};
use crate::engine::{CheckpointStore, Put};
use crate::error::Error;
use crate::tours::digest::digest;
use crate::tours::frontier::Bytes;
use crate::tours::halves::sweep::block::Pool;
use crate::tours::halves::sweep::crew::Crew;
use crate::tours::halves::sweep::expand::Unfinished;
use crate::tours::halves::sweep::layer::{Home, Layer};
use crate::tours::halves::sweep::partition::Partition;
use crate::tours::halves::sweep::ring::Ring;

/// Words that the first frame of a layer begins with, in the order of
/// [`crate::tours::KeptLayer`] as far as that reads.
const WORDS: usize = 11;
/// No part is cut so often.
const MOST_CUTS: u64 = 1 << 10;
/// No layer has more blocks: their numbers have 32 bits.
const MOST_BLOCKS: u64 = 1 << 32;

/// What is wrong with files whose checksums are right.
pub const NO_LAYER: &str = "it is no layer of this sweep";
const NO_SWEEP: &str = "it is not what a sweep came to";
const NO_PARTS: &str = "it is not what parts of a sweep came to";
const MISSING: &str = "the file is missing";

/// A layer that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// The last one that was saved of the half under way.
    Layer,
    /// What several parts begin from.
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

/// Where a sweep was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The layer that the parts begin from.
    pub layer: usize,
    /// About how many parts were wanted.
    pub parts: usize,
    /// The part that is under way.
    pub part: usize,
}

/// What those parts of a sweep came to that are done.
#[derive(Clone, Debug)]
pub struct Done<S> {
    /// The same as of a whole sweep.
    pub known: Known<S>,
    /// The cuts that lead to the part that comes next, the first one first.
    pub cuts: Vec<Cut>,
}

/// The files of one count, or of a sweep of it, or of a half or part of that.
#[derive(Clone, Copy, Debug)]
pub struct Keeper<'s> {
    store: &'s dyn CheckpointStore,
    /// What is counted.
    count: u64,
    /// The number of the sweep, and what it counts modulo.
    sweep: [u64; 2],
    half: u64,
    /// The cuts that lead to the part, and how many there are.
    cuts: [u64; 2],
    spills: Option<u64>,
    /// True if the layer that units begin from is not its own, and stays.
    shares: bool,
}

impl<'s> Keeper<'s> {
    /// Of what these words tell apart from all else in the store.
    pub fn new(store: &'s dyn CheckpointStore, words: impl IntoIterator<Item = u64>) -> Self {
        let (count, shares) = (digest(words), false);
        Keeper { store, count, sweep: [0; 2], half: 0, cuts: [0; 2], spills: None, shares }
    }

    /// One sweep, which counts modulo this number.
    pub fn sweep(self, number: usize, modulus: u64) -> Keeper<'s> {
        Keeper { sweep: [number as u64, modulus], ..self }
    }

    /// One half, of the part that some cuts lead to.
    pub fn half(self, half: usize, cuts: &[Cut]) -> Keeper<'s> {
        let words = cuts.iter().flat_map(|cut| [cut.layer, cut.parts, cut.part]);
        let own = digest(words.map(|word| word as u64));
        Keeper { half: half as u64, cuts: [own, cuts.len() as u64], ..self }
    }

    /// The same, which has what is made of a layer put down as well when it takes so many bytes.
    pub fn spilling(self, bytes: u64) -> Keeper<'s> {
        Keeper { spills: Some(bytes), ..self }
    }

    /// The same of a unit that shares the layer it begins from with others.
    pub fn sharing(self) -> Keeper<'s> {
        Keeper { shares: true, ..self }
    }

    /// The bytes from which on something is put down, if anything is.
    pub fn spills(&self) -> Option<u64> {
        self.spills
    }

    pub fn store(&self) -> &'s dyn CheckpointStore {
        self.store
    }

    /// What tells this part of this sweep from all else.
    pub fn words(&self) -> [u64; 5] {
        [self.count, self.sweep[0], self.sweep[1], self.half, self.cuts[0]]
    }

    /// What the files of its layers are known by.
    pub fn home(&self) -> Home {
        Home { words: self.words(), depth: self.cuts[1] }
    }

    fn name(&self, file: Saved) -> String {
        match file {
            Saved::Layer => "layer".into(),
            Saved::Shared => format!("shared-{}", self.cuts[1]),
            Saved::Kept => "kept".into(),
            Saved::Last => format!("half-{}", self.half),
        }
    }

    /// The states that were made before, as far as is kept.
    pub fn made(&self) -> Result<u64, Error> {
        // Those of all sweeps and parts that were finished, and of what is under way.
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

    /// What the sweep came to, if it was finished before.
    pub fn known<S: Bytes>(&self) -> Result<Option<Known<S>>, Error> {
        let found = self.came_to(&self.sweep_file(), NO_SWEEP)?;
        Ok(found.map(|Done { known, .. }| known))
    }

    /// What those parts of the sweep came to that are done, if it was under way.
    pub fn done<S: Bytes>(&self) -> Result<Option<Done<S>>, Error> {
        self.came_to(PARTS, NO_PARTS)
    }

    fn came_to<S: Bytes>(
        &self,
        name: &str,
        problem: &'static str,
    ) -> Result<Option<Done<S>>, Error> {
        let (mut known, mut is_ours) = (None, true);
        let read = self.store.read(name, &mut |frame| {
            let wrong = || self.store.wrong(name, problem);
            let (head, rest) = frame.split_at_checked(4 * u64::LEN).ok_or_else(wrong)?;
            is_ours = <[u64; 4]>::get(head) == self.of::<S>() && known.is_none();
            if is_ours {
                known = Some(done(rest).ok_or_else(wrong)?);
            }
            Ok(is_ours)
        });
        let found = read?;
        match known {
            None if found && is_ours => Err(self.store.wrong(name, problem)),
            known => Ok(known),
        }
    }

    /// Saves what the sweep came to, and no layer of it any more.
    pub fn end<S: Bytes + Copy>(&self, known: &Known<S>) -> Result<(), Error> {
        self.put(&self.sweep_file(), known, &[])?;
        self.clear()
    }

    /// Saves what those parts came to that are done, and which comes next.
    pub fn go_on<S: Bytes + Copy>(&self, known: &Known<S>, next: &[Cut]) -> Result<(), Error> {
        self.put(PARTS, known, next)?;
        self.remove(Saved::Layer)
    }

    fn put<S: Bytes + Copy>(
        &self,
        name: &str,
        (sum, bounds, profile): &Known<S>,
        cuts: &[Cut],
    ) -> Result<(), Error> {
        let mut frame = Vec::new();
        self.of::<S>().put(&mut frame);
        [profile.iter().sum::<u64>(), cuts.len() as u64].put(&mut frame);
        for cut in cuts {
            [cut.layer, cut.parts, cut.part].map(|word| word as u64).put(&mut frame);
        }
        sum.put(&mut frame);
        bounds.iter().for_each(|bound| bound.to_bits().put(&mut frame));
        profile.iter().for_each(|states| states.put(&mut frame));
        self.store.write(name, &mut |put| put(&frame))
    }

    /// Removes all but what sweeps came to.
    pub fn clear(&self) -> Result<(), Error> {
        self.remove_all(|name| !name.starts_with(SWEEP))
    }

    /// Removes all, what sweeps came to as well.
    pub fn forget(&self) -> Result<(), Error> {
        self.remove_all(|_| true)
    }

    fn remove_all(&self, goes: impl Fn(&str) -> bool) -> Result<(), Error> {
        let names = self.store.names()?;
        let goes = |name: &&String| goes(name) && !(self.shares && is_shared(name));
        names.iter().filter(goes).try_for_each(|name| self.store.remove(name))
    }

    /// Removes the layer that units began from, as others will begin from another one.
    pub fn clear_shared(&self) -> Result<(), Error> {
        Keeper { shares: false, ..*self }.remove_all(is_shared)
    }

    fn sweep_file(&self) -> String {
        format!("{SWEEP}{}", self.sweep[0])
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
        let Spot { at, wanted, told } = spot;
        let made: u64 = told.iter().map(|&(_, states)| states).sum();
        let [sweep, modulus] = self.sweep;
        let mut head = Vec::new();
        let step = [self.count, sweep, *at as u64, modulus, self.half, self.cuts[0]];
        step.put(&mut head);
        let (spans, blocks) = (layer.spans.len() as u64, layer.blocks.len() as u64);
        [made, layer.states, *wanted, spans, blocks].put(&mut head);
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
        let [count, sweep, at, modulus, half, cuts, _, states, wanted, _, blocks] =
            <[u64; WORDS]>::get(words);
        if [count, sweep, modulus, half, cuts] != self.words() {
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
        let spot = Spot { at: at as usize, wanted, told };
        Some(Some(Found { spot, states, blocks }))
    }

    /// Reads what was found into its layer, which has no states yet and is swept in these parts.
    pub fn load<'p, R: Ring>(
        &self,
        file: Saved,
        found: &Found,
        (ring, pool): (R, &Pool<R::Value>),
        layer: Layer<'p, R::Value>,
        partition: Option<&Partition>,
    ) -> Result<Layer<'p, R::Value>, Unfinished> {
        let name = self.name(file);
        let wrong = |problem| Unfinished::Failed(self.store.wrong(&name, problem));
        let mut layer = layer;
        layer.home = self.home();
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
            true => reading.end(ring, found.states, partition).map_err(|_| wrong(NO_LAYER)),
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

/// True for the files of the layer that units begin from.
fn is_shared(name: &str) -> bool {
    name == "shared-0" || name.starts_with("batch-0-")
}

/// What the files of sweeps that were finished begin with.
const SWEEP: &str = "sweep-";
/// The name of the file that tells what parts came to.
const PARTS: &str = "parts";

/// What a sweep or parts of it came to, from behind what it is of.
fn done<S: Bytes>(rest: &[u8]) -> Option<Done<S>> {
    let (head, rest) = rest.split_at_checked(2 * u64::LEN)?;
    let [states, count] = <[u64; 2]>::get(head);
    let cuts = (count <= MOST_CUTS).then(|| count as usize * 3 * u64::LEN)?;
    let (cuts, rest) = rest.split_at_checked(cuts)?;
    let (sum, rest) = rest.split_at_checked(S::LEN)?;
    let (bounds, profile) = rest.split_at_checked(2 * u64::LEN)?;
    let bounds = <[u64; 2]>::get(bounds).map(f64::from_bits);
    let profile = profile.chunks_exact(u64::LEN);
    if !profile.remainder().is_empty() || bounds.iter().any(|bound| bound.is_nan()) {
        return None;
    }
    let profile: Vec<u64> = profile.map(u64::get).collect();
    let cut = |words: &[u8]| {
        let [layer, parts, part] = <[u64; 3]>::get(words).map(|word| word as usize);
        Cut { layer, parts, part }
    };
    let cuts = cuts.chunks_exact(3 * u64::LEN).map(cut).collect();
    let is_sum = profile.iter().try_fold(0u64, |all, &n| all.checked_add(n)) == Some(states);
    is_sum.then(|| Done { known: (S::get(sum), bounds, profile), cuts })
}

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
