//! `Solve`: options for answering a question.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::answer::Answer;
use super::journals::implausible;
use super::keep::{Place, method_there, this_process};
use super::methods::{chosen, ready};
use super::prepared::{Prepared, Stage, Watch};
use super::subject::Subject;
use crate::checkpoint::{DirStore, inspect};
use crate::engine::{CheckpointStore, Observer, Progress, Shard, Stop};
use crate::error::Error;
use crate::method::{Checkpoints, Choice, LayerObserver, Layers, Means, Pass, Vectors};
use crate::question::Question;
use crate::tours::Statistic;

/// Options for answering a question. All have defaults, and none changes a count.
///
/// ```
/// use cavalcade::convention::Convention;
/// use cavalcade::question::Question;
/// let question: Question = "tours closed knight 6x6".parse()?;
/// let answer = question.solve().threads(2).memory(4 << 30).run()?;
/// assert_eq!(answer.count(Convention::Undirected).unwrap().to_string(), "9862");
/// assert!(answer.agrees(), "with what is published");
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[must_use = "nothing is counted before run"]
pub struct Solve<'a> {
    question: Question,
    choice: Choice,
    means: Means,
    shard: Option<Shard>,
    pass: Pass,
    by_start: bool,
    anyway: bool,
    place: Option<Place>,
    /// The folder for layers.
    folder: Option<PathBuf>,
    salvage: bool,
    lockless: Arc<AtomicBool>,
    disk: Arc<AtomicU64>,
    progress: Option<&'a Progress>,
    observers: Vec<&'a mut dyn Observer>,
}

/// A folder for layers that do not fit in memory, with an optional limit in bytes.
pub fn scratch_folder(folder: &Path, disk: Option<u64>) -> Checkpoints {
    let disk = Arc::new(AtomicU64::new(disk.unwrap_or(u64::MAX)));
    stores_in(folder, true, disk, Arc::default())
}

fn stores_in(
    folder: &Path,
    spills: bool,
    disk: Arc<AtomicU64>,
    lockless: Arc<AtomicBool>,
) -> Checkpoints {
    let folder = folder.to_path_buf();
    Checkpoints::new(spills, move |name: &str| {
        let lockless = lockless.load(Ordering::Relaxed);
        let store = DirStore::open_with(&folder, name, lockless)?.held_by(&this_process());
        Ok(Box::new(store.within(disk.load(Ordering::Relaxed))?) as Box<dyn CheckpointStore>)
    })
}

impl Question {
    /// Begins to set options; [`Solve::run`] answers.
    pub fn solve<'a>(&self) -> Solve<'a> {
        Solve {
            question: self.clone(),
            choice: Choice::default(),
            means: Means::default(),
            shard: None,
            pass: Pass::Count,
            by_start: false,
            anyway: false,
            place: None,
            folder: None,
            salvage: false,
            lockless: Arc::default(),
            disk: Arc::new(AtomicU64::new(u64::MAX)),
            progress: None,
            observers: Vec::new(),
        }
    }
}

impl<'a> Solve<'a> {
    /// Sets the method and the options that decide its units. Default: the cheapest method.
    pub fn method(mut self, choice: Choice) -> Self {
        self.choice = choice;
        self
    }

    /// Sets the number of worker threads, at least one. Default: one for each core.
    pub fn threads(mut self, threads: usize) -> Self {
        self.means.threads = threads.max(1);
        self
    }

    /// Sets the memory limit of the method in bytes. Default: 4 GiB.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.means.memory = bytes;
        self
    }

    /// Sets the vector instructions that the method may use.
    pub fn vectors(mut self, vectors: Vectors) -> Self {
        self.means.vectors = vectors;
        self
    }

    /// Stops soon after a request.
    pub fn stop(mut self, stop: &Stop) -> Self {
        self.means.stop = stop.clone();
        self
    }

    /// Keeps each finished unit in this file, and resumes from the units in it.
    pub fn journal(self, file: impl Into<PathBuf>) -> Self {
        self.keep(Place::File(file.into()))
    }

    /// Keeps finished units in this place.
    pub fn keep(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// Skips damaged lines of a journal and recomputes their units.
    pub fn salvage(mut self, salvage: bool) -> Self {
        self.salvage = salvage;
        self
    }

    /// Accepts a file system without locks, which is an error otherwise. Then no other process may
    /// write to the same journal, or to the same folder of layers.
    pub fn lockless(self, lockless: bool) -> Self {
        self.lockless.store(lockless, Ordering::Relaxed);
        self
    }

    /// Runs only the units of this shard: see [`Prepared::run_shard`].
    pub fn shard(mut self, shard: Shard) -> Self {
        self.shard = Some(shard);
        self
    }

    /// Keeps layers of a sweep in this folder, and resumes from the last one there.
    pub fn checkpoint(self, folder: impl AsRef<Path>) -> Self {
        self.checkpoints(folder.as_ref(), false)
    }

    /// Like [`Solve::checkpoint`], and also moves layers that do not fit in memory to the folder.
    pub fn scratch(self, folder: impl AsRef<Path>) -> Self {
        self.checkpoints(folder.as_ref(), true)
    }

    /// Limits the disk space for layers that do not fit in memory, in bytes.
    pub fn disk(mut self, bytes: Option<u64>) -> Self {
        self.means.disk = bytes;
        self.disk.store(bytes.unwrap_or(u64::MAX), Ordering::Relaxed);
        self
    }

    fn checkpoints(mut self, folder: &Path, spills: bool) -> Self {
        self.folder = Some(folder.to_path_buf());
        let (lockless, disk) = (Arc::clone(&self.lockless), Arc::clone(&self.disk));
        self.means.checkpoints = Some(stores_in(folder, spills, disk, lockless));
        self
    }

    /// Sets all means of a method.
    pub(super) fn means(mut self, means: &Means) -> Self {
        self.means = means.clone();
        self
    }

    /// Sets an observer for the layers of a sweep.
    pub fn layers(mut self, observer: impl LayerObserver + 'static) -> Self {
        self.means.layers = Some(Layers(std::sync::Arc::new(observer)));
        self
    }

    /// Sets counters to which the run publishes its progress.
    pub fn progress(mut self, progress: &'a Progress) -> Self {
        self.progress = Some(progress);
        self
    }

    /// Adds an observer of units, after earlier ones.
    pub fn observe(mut self, observer: &'a mut dyn Observer) -> Self {
        self.observers.push(observer);
        self
    }

    /// Visits every solution, even where the last ones could be counted together. This is slower,
    /// and the counts are equal.
    pub fn visit_each(mut self) -> Self {
        self.pass = Pass::Visit;
        self
    }

    /// Counts even if a proof shows that there is no solution: for tables and checks.
    pub fn count_anyway(mut self) -> Self {
        self.anyway = true;
        self
    }

    /// Also counts by first square: open tours by the search, walks by the transfer matrix.
    ///
    /// A named method that counts tours without visiting them counts as [`Question::by_start`]
    /// does: observers receive no units, and none are kept.
    pub fn by_start(mut self) -> Self {
        self.by_start = true;
        self
    }

    /// Also sorts the tours by a statistic, with a method that can: see [`Answer::histogram`].
    ///
    /// ```
    /// use cavalcade::question::Question;
    /// use cavalcade::tours::Statistic;
    /// let question: Question = "tours closed knight 6x6".parse()?;
    /// let answer = question.solve().sorted_by(Statistic::Crossings).run()?;
    /// let tours = answer.histogram.unwrap().tours;
    /// assert_eq!(tours.total().to_string(), "9862"); // undirected
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    pub fn sorted_by(mut self, statistic: Statistic) -> Self {
        self.choice = self.choice.with(Statistic::OPTION, statistic);
        self
    }

    /// Selects the method and prepares it. Counts nothing yet.
    ///
    /// # Errors
    /// If the method cannot answer the question, or no method can; [`Error::JournalForeign`] if the
    /// journal has other slices or primes.
    pub fn prepare(&self) -> Result<Prepared, Error> {
        let subject = Subject::of(&self.question, &self.choice)?;
        self.same_slices()?;
        let wanted = self.resumed(&subject);
        let prepared = self.prepared(subject, wanted.clone())?;
        // Another process may have begun to count the same question during planning. A folder of
        // layers cannot change, because it is locked by now.
        match self.resumed(&prepared.subject) {
            now if self.folder.is_some() || now == wanted => Ok(prepared),
            now => self.prepared(prepared.subject, now),
        }
    }

    fn prepared(&self, subject: Subject, wanted: Choice) -> Result<Prepared, Error> {
        if matches!(&self.question, Question::Tours(asked) if asked.counts_classes()) {
            subject.has_classes()?;
        }
        if let (Subject::Tours(tours), true) = (&subject, self.by_start)
            && !tours.selection().is_all()
        {
            return Err(Error::ToursAsked {
                problem: "tours that are chosen are not counted by their first square",
                remedy: "leave out what chooses them, or the first squares",
            });
        }
        if let (Subject::Tours(tours), Some(_)) = (&subject, self.choice.option(Statistic::OPTION))
            && !tours.selection().is_all()
        {
            return Err(Error::ToursAsked {
                problem: "tours that are chosen are not sorted by a statistic",
                remedy: "leave out what chooses them, or the statistic",
            });
        }
        let searches_anyway = self.anyway
            || self.shard.is_some()
            || ["split", "symmetry"].iter().any(|key| wanted.option(key).is_some());
        let obstacle = match (&self.question, &subject) {
            (Question::Tours(asked), Subject::Tours(tours)) if !searches_anyway => {
                asked.obstacle(tours)
            }
            _ => None,
        };
        let mut means = self.means.clone();
        let (stage, choice) = match obstacle {
            Some(reason) => (Stage::Obstacle(reason), wanted),
            None => {
                let name = chosen(&subject, &wanted, &self.means)?;
                let choice = wanted.named(name);
                let ready = ready(&subject, &choice, &means)?;
                means.threads = ready.threads(&means)?;
                let choice = ready.choice().cloned().unwrap_or(choice);
                (Stage::Ready(ready), choice)
            }
        };
        let prepared = Prepared {
            question: self.question.clone(),
            subject,
            stage,
            choice,
            means,
            shard: self.shard.unwrap_or(Shard::WHOLE),
            pass: self.pass,
            by_start: self.by_start,
            place: self.place.clone(),
            salvage: self.salvage,
            lockless: self.lockless.load(Ordering::Relaxed),
        };
        if let (Some(method), true) = (prepared.sweeps_starts(), self.place.is_some()) {
            return Err(Error::NoMethod {
                question: self.question.label().board,
                method,
                reason: "by first square it has no units to keep, as the search has".into(),
            });
        }
        Ok(prepared)
    }

    /// Compares the given slices and primes with those of the journal. Other differences are found
    /// when the journal is opened, but slices take minutes to plan.
    fn same_slices(&self) -> Result<(), Error> {
        let there = self.place.as_ref().and_then(|place| method_there(place, &self.question));
        let Some((path, there, _)) = there.filter(|(_, there, _)| there.name() == "halves") else {
            return Ok(());
        };
        let own = &self.choice;
        // A number of bits alone, as 15, stands for all primes that are needed, as 8x15.
        let is_same =
            |there: &str, own: &str| there == own || there.rsplit('x').next() == Some(own);
        let differs = |key| {
            let own = own.option(key);
            own.is_some_and(|own| !there.option(key).is_some_and(|there| is_same(there, own)))
        };
        match own.name() == there.name() && ["split", "moduli"].into_iter().any(differs) {
            false => Ok(()),
            true => {
                let problem = format!("the method there is \"{there}\", and \"{own}\" here");
                Err(Error::JournalForeign { path, problem })
            }
        }
    }

    /// The choice, with missing options taken from the journal or the layers being resumed. Options
    /// that decide the units must not depend on the memory that is free now.
    fn resumed(&self, subject: &Subject) -> Choice {
        let wanted = match (self.by_start, self.choice.is_auto()) {
            (true, true) => self.choice.clone().named(subject.method_by_start()),
            _ => self.choice.clone(),
        };
        let is_known = |choice: &Choice| {
            let sorts = |choice: &Choice| choice.option(Statistic::OPTION).map(String::from);
            // A statistic is part of the question.
            sorts(choice) == sorts(&wanted)
                && subject.methods().iter().any(|method| method.name == choice.name())
        };
        let kept = || {
            let (_, choice, units) = method_there(self.place.as_ref()?, &self.question)?;
            let plausible = |choice: &Choice| {
                matches!(implausible(units, subject, choice, &self.means), Ok(None))
            };
            Some(choice).filter(is_known).filter(plausible)
        };
        let layers = || {
            let found = inspect(self.folder.as_ref()?).ok()??;
            let mut names = found.files.iter().filter_map(|file| file.question.as_deref());
            names.find_map(Checkpoints::choice_in).filter(is_known)
        };
        kept().or_else(layers).map_or(wanted.clone(), |kept| wanted.resuming(kept))
    }

    /// Answers the question.
    ///
    /// # Errors
    /// Those of [`Solve::prepare`]; [`Error::Stopped`]; those of the method, of the journal
    /// and of the observers.
    pub fn run(mut self) -> Result<Answer, Error> {
        let prepared = self.prepare()?;
        let observers = std::mem::take(&mut self.observers);
        prepared.run(Watch { progress: self.progress, observers, ..Watch::default() })
    }
}
