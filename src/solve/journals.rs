//! Journals of one question, read to be added up or checked.
//!
//! A journal says what it belongs to, how many units there are and what each counted: nothing is
//! planned for what stands there, as a plan may take as long as the header of an unknown author
//! wants. No file that it names is opened.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::answer::Answer;
use super::keep::{bounds, choice_of, header};
use super::methods::{cost, ready};
use super::subject::Subject;
use crate::engine::{Plan, Tally};
use crate::error::{Error, Shortage};
use crate::journal::{Header, Merge, Replay, header_of, read_attempts, read_file, replay};
use crate::method::{Choice, MOST_UNITS, Means, Ready};
use crate::question::Question;
use crate::tours::{MAX_VERTICES, Sorted};

/// A journal as it is on disk now.
#[derive(Debug)]
pub struct Found {
    /// The file.
    pub path: PathBuf,
    /// What can be trusted in it.
    pub replay: Replay,
}

/// Reads journals: files (or, while a file is being written, the `.part` that is to take its
/// name) and all those in folders. Those that a run has just begun, without a line yet, are left
/// out.
///
/// A first line that is damaged beyond repair is known by those of the other journals.
///
/// # Errors
/// [`Error::Io`], [`Error::JournalPath`] for what is no regular file, and those of [`replay`].
pub fn find_journals(paths: &[PathBuf]) -> Result<Vec<Found>, Error> {
    let (mut found, mut headless) = (Vec::new(), Vec::new());
    for path in paths {
        let read = match path.is_dir() {
            true => read_attempts(path, None)?,
            false => vec![read_named(path)?],
        };
        for (file, bytes) in read {
            if bytes.is_empty() || path.is_dir() && !bytes.contains(&b'\n') {
                continue;
            }
            match replay(&bytes, &file, bounded(&bytes, &file).as_ref()) {
                Err(error @ Error::JournalDamaged { line: 1, .. }) => {
                    headless.push((file, bytes, error));
                }
                told => found.push(Found { replay: told?, path: file }),
            }
        }
    }
    for (path, bytes, error) in headless {
        let Some(Found { replay: known, .. }) = found.first() else { return Err(error) };
        let replay = replay(&bytes, &path, Some(&known.header))?;
        // Only a header of the same question makes a line readable.
        if replay.authors.is_empty() && replay.records.is_empty() {
            return Err(error);
        }
        found.push(Found { path, replay });
    }
    Ok(found)
}

/// A journal's own header with the bounds of its question, if it can be read.
fn bounded(bytes: &[u8], path: &Path) -> Option<Header> {
    let header = header_of(bytes)?;
    let (question, choice) = asked(&header, path).ok()?;
    Some(Header { bounds: bounds(&question, &choice), ..header })
}

/// A file that is sealed while it is looked for is found on the second or third look.
const LOOKS: usize = 5;

/// The file, or the one that is being written in its place.
fn read_named(path: &Path) -> Result<(PathBuf, Vec<u8>), Error> {
    let mut part = path.as_os_str().to_os_string();
    part.push(".part");
    let names = [path.to_path_buf(), part.into()];
    for name in (0..LOOKS).flat_map(|_| &names) {
        if let Some((_, bytes)) = read_file(name)? {
            return Ok((name.clone(), bytes));
        }
    }
    let refused = std::fs::metadata(path).err();
    Err(Error::io("read", path, refused.unwrap_or_else(|| ErrorKind::NotFound.into())))
}

/// Journals of one question. Its method is made ready and planned only where something is asked
/// that the journals do not say.
#[derive(Debug)]
pub struct Journals {
    pub(super) question: Question,
    pub(super) choice: Choice,
    pub(super) means: Means,
    found: Vec<Found>,
    ready: OnceLock<Ready>,
    plan: OnceLock<Plan>,
}

impl Journals {
    /// Of journals that were found, at least one: they must all be of one question, method and
    /// plan.
    ///
    /// # Errors
    /// [`Error::JournalForeign`] if they differ, or are not what they say.
    pub fn of(found: Vec<Found>, means: &Means) -> Result<Journals, Error> {
        let first = &found.first().expect("there is a journal").replay.header;
        let foreign = |found: &Found, problem| {
            Err(Error::JournalForeign { path: found.path.clone(), problem })
        };
        for other in &found[1..] {
            if let Some(problem) = first.difference(&other.replay.header) {
                return foreign(other, problem);
            }
        }
        let (question, choice) = asked(first, &found[0].path)?;
        if first.units > MOST_UNITS.saturating_mul(TIMES) {
            return foreign(&found[0], too_many(first.units));
        }
        choice.units("split").map_err(|error| of_no_method(error, &found[0].path))?;
        let (ready, plan) = (OnceLock::new(), OnceLock::new());
        Ok(Journals { question, choice, means: means.clone(), found, ready, plan })
    }

    fn header(&self) -> &Header {
        &self.found[0].replay.header
    }

    /// The method.
    pub(super) fn ready(&self) -> Result<&Ready, Error> {
        if let Some(ready) = self.ready.get() {
            return Ok(ready);
        }
        let ready = || {
            let subject = Subject::of(&self.question, &self.choice)?;
            match implausible(self.units(), &subject, &self.choice, &self.means)? {
                Some(problem) => Err(self.foreign(problem)),
                None => ready(&subject, &self.choice, &self.means),
            }
        };
        let ready = ready().map_err(|error| of_no_method(error, &self.found[0].path))?;
        Ok(self.ready.get_or_init(|| ready))
    }

    /// The units with their paths, which must be those that the journals tell of.
    pub(super) fn plan(&self) -> Result<&Plan, Error> {
        if let Some(plan) = self.plan.get() {
            return Ok(plan);
        }
        let (told, enumeration) = (self.header(), &*self.ready()?.enumeration);
        let header = |plan: &Plan| header(&self.question, &self.choice, enumeration, plan);
        let (units, sum) = (told.units, told.plan);
        // The method is compared first: a plan takes as long as it has units.
        let unplanned = Header { units, plan: sum, ..header(&Plan::default()) };
        let differs =
            |header: &Header| header.difference(told).map(|problem| self.foreign(problem));
        differs(&unplanned).map_or(Ok(()), Err)?;
        let plan = enumeration.plan();
        differs(&header(&plan)).map_or(Ok(()), Err)?;
        Ok(self.plan.get_or_init(|| plan))
    }

    fn foreign(&self, problem: String) -> Error {
        Error::JournalForeign { path: self.found[0].path.clone(), problem }
    }

    /// The question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The method, with the options that decide the units.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// How many units there are.
    pub fn units(&self) -> usize {
        self.header().units
    }

    /// The line that tells question, method and plan.
    pub fn fingerprint(&self) -> &str {
        &self.header().fingerprint
    }

    /// The part of the whole that units are taken for: the same each, unless they are the branches
    /// of a search of a small board, whose plan is made in a moment.
    pub(super) fn shares(&self) -> impl Fn(usize) -> f64 + use<'_> {
        let split = self.choice.units("split").ok().flatten().unwrap_or(0);
        let is_soon = split.max(self.units()) <= SOON_MADE
            && self.question.size() <= MAX_VERTICES
            && SEARCHES.contains(&self.choice.name());
        let plan = if is_soon { self.plan().ok() } else { None };
        let each = 1.0 / self.units().max(1) as f64;
        move |unit| plan.map_or(each, |plan| plan.units[unit].share)
    }

    /// The journals.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// Puts their records together; damaged lines are an error, or left out if they are to be
    /// salvaged. What was counted above the units, which is in no journal, is part of the total
    /// where no unit is missing.
    ///
    /// # Errors
    /// [`Error::JournalDamaged`], and [`Error::JournalConflict`] if two records of a unit
    /// differ.
    pub fn merge(&self, salvage: bool) -> Result<Merge<'_>, Error> {
        let merge = self.put_together(Merge::of_units(self.units()), salvage)?;
        match !merge.is_complete() || ALL_IN_UNITS.contains(&self.choice.name()) {
            true => Ok(merge),
            false => self.put_together(Merge::new(self.plan()?), salvage),
        }
    }

    /// The records in a merge that has none.
    pub(super) fn put_together<'p>(
        &'p self,
        merge: Merge<'p>,
        salvage: bool,
    ) -> Result<Merge<'p>, Error> {
        let mut merge = merge.within(bounds(&self.question, &self.choice));
        for Found { path, replay } in &self.found {
            if !salvage {
                replay.undamaged(path)?;
            }
            merge.add(path, replay)?;
        }
        Ok(merge)
    }

    /// The answer, from a merge that lacks no unit. Its seconds are those of all threads.
    ///
    /// # Errors
    /// If the records cannot be the whole.
    pub fn answer(&self, merge: &Merge<'_>) -> Result<Answer, Error> {
        let tally = merge.total()?;
        let counts = self.counts(&tally)?;
        let mut answer =
            Answer::of(self.question.clone(), counts, self.ready()?.enumeration.method());
        answer.nodes = tally.nodes();
        answer.run_nodes = answer.nodes;
        answer.histogram = Sorted::of(&self.choice, &answer.counts, &tally);
        answer.seconds = merge.took().as_secs_f64();
        answer.thread_seconds = answer.seconds;
        Ok(answer)
    }

    /// The counts by convention of a whole tally.
    ///
    /// # Errors
    /// If it cannot be the whole.
    pub fn counts(&self, tally: &Tally) -> Result<crate::method::Counts, Error> {
        self.ready()?.conclude(tally, &self.means)
    }
}

/// What keeps a method from being made ready: the means that are lacking, or else the header.
fn of_no_method(error: Error, path: &Path) -> Error {
    match error {
        Error::Short(Shortage::Least { .. })
        | Error::TooManyClasses { .. }
        | Error::Io { .. }
        | Error::JournalForeign { .. } => error,
        other => {
            let problem = format!("no method counts what it tells of ({other})");
            Error::JournalForeign { path: path.into(), problem }
        }
    }
}

/// A search is cut into as many units as it is asked for, or some times more or fewer.
pub(super) const TIMES: usize = 64;

/// Plans of as many units are made soon, whether they are wanted or not.
const SOON_MADE: usize = 100_000;

/// Methods whose units are branches of one tree.
const SEARCHES: [&str; 2] = ["search", "variants"];

/// Methods that count nothing while they plan, which takes long.
const ALL_IN_UNITS: [&str; 3] = ["halves", "union", "transfer"];

fn too_many(units: usize) -> String {
    format!("it tells of {units} units, and no plan has so many")
}

/// Why no plan of this choice can have so many units, where that is seen without one.
pub(super) fn implausible(
    units: usize,
    subject: &Subject,
    choice: &Choice,
    means: &Means,
) -> Result<Option<String>, Error> {
    let split = choice.units("split")?.unwrap_or(0);
    if units > MOST_UNITS.saturating_mul(TIMES) {
        return Ok(Some(too_many(units)));
    }
    if split <= SOON_MADE || split / TIMES <= units {
        return Ok(None);
    }
    // A small tree has fewer units than it was to be cut into.
    let nodes = cost(subject, choice.name(), means)?.work;
    let many = nodes > split as f64 * TIMES as f64;
    Ok(many.then(|| format!("it tells of {units} units of a search that is cut into {split}")))
}

/// The question and the method of a journal, by its header alone.
fn asked(header: &Header, path: &Path) -> Result<(Question, Choice), Error> {
    let unreadable = |error: Error| Error::JournalForeign {
        path: path.into(),
        problem: format!("it belongs to no question that is known here ({error})"),
    };
    let question = header.question.parse().map_err(unreadable)?;
    Ok((question, choice_of(&header.method).map_err(unreadable)?))
}
