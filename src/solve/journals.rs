//! Journals of one question, read for adding up or checking.
//!
//! A journal contains its question, the number of units and the counts of each. Reading one never
//! plans units, because a header by an unknown author could make that take arbitrarily long. No
//! file that a journal names is opened.

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

/// A journal as found on disk.
#[derive(Debug)]
pub struct Found {
    /// The file.
    pub path: PathBuf,
    /// Its valid records.
    pub replay: Replay,
}

/// Reads the given journals and all journals in the given folders. While a file is being written,
/// its `.part` is read instead. Journals without a line, from runs that have just begun, are
/// skipped.
///
/// A first line that is damaged beyond repair is replaced by that of the other journals.
///
/// # Errors
/// [`Error::Io`], [`Error::JournalPath`] for anything but a regular file, and those of [`replay`].
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
                replay => found.push(Found { replay: replay?, path: file }),
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

/// The header of a journal with the bounds of its question, if it is readable.
fn bounded(bytes: &[u8], path: &Path) -> Option<Header> {
    let header = header_of(bytes)?;
    let (question, choice) = asked(&header, path).ok()?;
    Some(Header { bounds: bounds(&question, &choice), ..header })
}

/// A file that is renamed during the search is found at the second or third attempt.
const ATTEMPTS: usize = 5;

/// Reads the file, or its `.part` if that is still being written.
fn read_named(path: &Path) -> Result<(PathBuf, Vec<u8>), Error> {
    let mut part = path.as_os_str().to_os_string();
    part.push(".part");
    let names = [path.to_path_buf(), part.into()];
    for name in (0..ATTEMPTS).flat_map(|_| &names) {
        if let Some((_, bytes)) = read_file(name)? {
            return Ok((name.clone(), bytes));
        }
    }
    let refused = std::fs::metadata(path).err();
    Err(Error::io("read", path, refused.unwrap_or_else(|| ErrorKind::NotFound.into())))
}

/// Journals of one question. The method is prepared and planned only if a result is needed that the
/// journals do not contain.
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
    /// Combines at least one journal. All must have the same question, method and plan.
    ///
    /// # Errors
    /// [`Error::JournalForeign`] if they differ or contradict themselves.
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

    /// The prepared method.
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

    /// The units with their paths, which must match the journals.
    pub(super) fn plan(&self) -> Result<&Plan, Error> {
        if let Some(plan) = self.plan.get() {
            return Ok(plan);
        }
        let (recorded, enumeration) = (self.header(), &*self.ready()?.enumeration);
        let header = |plan: &Plan| header(&self.question, &self.choice, enumeration, plan);
        let (units, sum) = (recorded.units, recorded.plan);
        // The method is compared first, because planning takes time for each unit.
        let unplanned = Header { units, plan: sum, ..header(&Plan::default()) };
        let differs =
            |header: &Header| header.difference(recorded).map(|problem| self.foreign(problem));
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

    /// The number of units.
    pub fn units(&self) -> usize {
        self.header().units
    }

    /// The line that identifies question, method and plan.
    pub fn fingerprint(&self) -> &str {
        &self.header().fingerprint
    }

    /// The fraction of the whole that each unit is taken for. Fractions are equal except for the
    /// branches of a search on a small board, where planning is fast.
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

    /// Combines the records. A damaged line is an error, unless `salvage` skips it. Nodes and
    /// solutions counted above the units are in no journal; they are added if no unit is missing.
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

    /// Adds the records to an empty merge.
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

    /// The answer, from a merge without missing units. Its seconds are the sum over all threads.
    ///
    /// # Errors
    /// If the records cannot be complete.
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

    /// The counts by convention from a complete tally.
    ///
    /// # Errors
    /// If the tally cannot be complete.
    pub fn counts(&self, tally: &Tally) -> Result<crate::method::Counts, Error> {
        self.ready()?.conclude(tally, &self.means)
    }
}

/// The error for a method that cannot be prepared: lack of memory or threads as it is, else a wrong
/// header.
fn of_no_method(error: Error, path: &Path) -> Error {
    match error {
        Error::Short(Shortage::Least { .. })
        | Error::TooManyClasses { .. }
        | Error::Io { .. }
        | Error::JournalForeign { .. } => error,
        other => {
            let problem = format!("no method counts its question ({other})");
            Error::JournalForeign { path: path.into(), problem }
        }
    }
}

/// A search is cut into the requested number of units within this factor.
pub(super) const TIMES: usize = 64;

/// Plans with up to this number of units are fast to make in any case.
const SOON_MADE: usize = 100_000;

/// Methods whose units are branches of one tree.
const SEARCHES: [&str; 2] = ["search", "variants"];

/// Methods that count only in units, and whose planning is slow.
const ALL_IN_UNITS: [&str; 3] = ["halves", "union", "transfer"];

fn too_many(units: usize) -> String {
    format!("it records {units} units, more than any plan has")
}

/// The reason why no plan of this choice can have `units` units, if that is evident without
/// planning.
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
    // A small tree has fewer units than requested.
    let nodes = cost(subject, choice.name(), means)?.work;
    let many = nodes > split as f64 * TIMES as f64;
    Ok(many.then(|| format!("it records {units} units of a search that is split into {split}")))
}

/// The question and the method in a journal's header.
fn asked(header: &Header, path: &Path) -> Result<(Question, Choice), Error> {
    let unreadable = |error: Error| Error::JournalForeign {
        path: path.into(),
        problem: format!("it belongs to no question that is known here ({error})"),
    };
    let question = header.question.parse().map_err(unreadable)?;
    Ok((question, choice_of(&header.method).map_err(unreadable)?))
}
