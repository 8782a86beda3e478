//! Journals of one question, read to be added up or checked.
//!
//! A journal says what it belongs to. That is compared before anything is planned, and no file
//! that it names is opened.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::answer::Answer;
use super::keep::{bounds, choice_of, header};
use super::legacy;
use super::methods::{cost, ready};
use super::subject::Subject;
use crate::engine::{Plan, Tally};
use crate::error::{Error, Shortage};
use crate::journal::{Header, Merge, Replay, read_attempts, read_file, replay};
use crate::method::{Choice, MOST_UNITS, Means, Ready};
use crate::question::Question;
use crate::tours::Sorted;

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
            if path.is_dir() && !bytes.contains(&b'\n') {
                continue;
            }
            match replay(&bytes, &file, None) {
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

/// Journals of one question with its method made ready.
#[derive(Debug)]
pub struct Journals {
    pub(super) question: Question,
    pub(super) ready: Ready,
    choice: Choice,
    pub(super) plan: Plan,
    pub(super) means: Means,
    found: Vec<Found>,
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
        let (question, choice) = asked(&found[0])?;
        // What can be told without a plan is told first: a plan takes as long as it has units,
        // and the header says how many somebody wants.
        let of_no_method = |error| of_no_method(error, &found[0].path);
        let subject = Subject::of(&question, &choice).map_err(of_no_method)?;
        let problem = implausible(first.units, &subject, &choice, means).map_err(of_no_method)?;
        if let Some(problem) = problem {
            return foreign(&found[0], problem);
        }
        let ready = ready(&subject, &choice, means).map_err(of_no_method)?;
        let no_plan = Plan::default();
        let unplanned = header(&question, &choice, &*ready.enumeration, &no_plan);
        let (units, sum) = (first.units, first.plan);
        if let Some(problem) = (Header { units, plan: sum, ..unplanned }).difference(first) {
            return foreign(&found[0], problem);
        }
        let plan = ready.enumeration.plan();
        let header = header(&question, &choice, &*ready.enumeration, &plan);
        if let Some(problem) = header.difference(first) {
            return foreign(&found[0], problem);
        }
        Ok(Journals { question, ready, choice, plan, means: means.clone(), found })
    }

    /// The question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The units.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The line that tells question, method and plan.
    pub fn fingerprint(&self) -> String {
        self.ready.enumeration.fingerprint()
    }

    /// The journals.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// Puts their records together; damaged lines are an error, or left out if they are to be
    /// salvaged.
    ///
    /// # Errors
    /// [`Error::JournalDamaged`], and [`Error::JournalConflict`] if two records of a unit
    /// differ.
    pub fn merge(&self, salvage: bool) -> Result<Merge<'_>, Error> {
        let mut merge = Merge::new(&self.plan).within(bounds(&self.question));
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
        let mut answer = Answer::of(self.question.clone(), counts, self.ready.enumeration.method());
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
        self.ready.conclude(tally, &self.means)
    }
}

/// What keeps a method from being made ready: the means that are lacking, or else the header.
fn of_no_method(error: Error, path: &Path) -> Error {
    match error {
        Error::Short(Shortage::Least { .. }) | Error::TooManyClasses { .. } | Error::Io { .. } => {
            error
        }
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

/// Why no plan of this choice can have so many units, where that is seen without one.
pub(super) fn implausible(
    units: usize,
    subject: &Subject,
    choice: &Choice,
    means: &Means,
) -> Result<Option<String>, Error> {
    let split = choice.units("split")?.unwrap_or(0);
    if units > MOST_UNITS.saturating_mul(TIMES) {
        return Ok(Some(format!("it tells of {units} units, and no plan has so many")));
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
fn asked(found: &Found) -> Result<(Question, Choice), Error> {
    let header: &Header = &found.replay.header;
    let parsed = match legacy::canonical(header) {
        None => (header.question.clone(), header.method.clone()),
        Some(Some((question, method))) => (question, method),
        Some(None) => {
            let problem = format!(
                "version 0.1.0 wrote it and knows its board by the name of a file: \"{}\"; count \
                 it with this journal, and it is gone on with",
                header.question
            );
            return Err(Error::JournalForeign { path: found.path.clone(), problem });
        }
    };
    let (question, method) = parsed;
    let unreadable = |error: Error| Error::JournalForeign {
        path: found.path.clone(),
        problem: format!("it belongs to no question that is known here ({error})"),
    };
    Ok((question.parse().map_err(unreadable)?, choice_of(&method).map_err(unreadable)?))
}
