//! `Journal`: the writer, an observer of a run.
//!
//! Invariant: what the run has been told is settled is on disk, and the file is at any
//! instant a journal of some of the units. After an error nothing more is written: what a
//! failed write or sync left on disk is not known, and the next run reads what is there.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::bounds::Bounds;
use super::file::{contents, holder, is_there, part};
use super::header::Header;
use super::merge::Merge;
use super::record::{Author, Entry, Record};
use super::replay::{Damage, Replay, replay};
use crate::engine::{Event, Observer, Plan, Tally};
use crate::error::Error;
use crate::files::{WholeFile, lock, open_locked, rename, sync_folder};

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    part: PathBuf,
    file: File,
    seed: u32,
    method: String,
    /// What is not yet written.
    buffer: String,
    /// True if the file's name is known to be on disk: the first batch sees to it, for before
    /// it nothing can be lost.
    named: bool,
    /// The units that are recorded.
    units: usize,
    /// True after an error: the file is left alone.
    broken: bool,
}

/// On what terms a journal is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Damaged lines are left out; else they are an error.
    pub salvage: bool,
    /// A file system without locks is no error: nobody else writes there.
    pub lockless: bool,
}

/// What was found where a journal is to go on.
#[derive(Debug)]
pub struct Opened {
    /// The writer; `None` if the journal is sealed and nothing is left to write.
    pub journal: Option<Journal>,
    /// The units that are recorded.
    pub done: HashMap<usize, Tally>,
    /// The time that they took on their threads.
    pub took: Duration,
    /// The bytes of a torn end that were cut off.
    pub cut: usize,
    /// The damaged lines that were left out.
    pub salvaged: Vec<Damage>,
}

impl Opened {
    /// Nothing but the writer.
    pub fn new(journal: Option<Journal>) -> Opened {
        let (done, took) = (HashMap::new(), Duration::ZERO);
        Opened { journal, done, took, cut: 0, salvaged: Vec::new() }
    }
}

impl Journal {
    /// Opens the journal at `path`, new or unfinished or sealed, for a run of `plan`.
    ///
    /// # Errors
    /// All that a journal can fail with.
    pub fn open(
        path: &Path,
        header: &Header,
        plan: &Plan,
        method: &str,
        author: &Author,
        terms: Terms,
    ) -> Result<Opened, Error> {
        // A link stays a link: the file that it leads to is sealed.
        let path = if is_there(path)? && path.is_symlink() {
            fs::canonicalize(path).map_err(|error| Error::io("find", path, error))?
        } else {
            path.into()
        };
        let part = part(&path);
        loop {
            let unfinished = is_there(&part)?;
            let bytes = contents(&path)?;
            if !bytes.is_empty() {
                if !is_torn_header(&bytes, header) {
                    let replay = replay(&bytes, &path, Some(header))?;
                    if !terms.salvage {
                        replay.undamaged(&path)?;
                    }
                    if replay.sealed && replay.damage.is_empty() {
                        let (done, took) = known(&path, &replay, plan, &header.bounds)?;
                        return Ok(Opened { done, took, ..Opened::new(None) });
                    }
                }
                if unfinished {
                    return Err(Error::JournalPath {
                        path,
                        problem: "it is unfinished, and so is the .part beside it: merge the two",
                    });
                }
                rename(&path, &part)?;
            }
            let file = open_locked(&part, terms.lockless, holder)?;
            // The writer before may have sealed it in the meantime.
            if !contents(&path)?.is_empty() {
                if contents(&part)?.is_empty() {
                    fs::remove_file(&part).map_err(|e| Error::io("remove", &part, e))?;
                }
                continue;
            }
            let seed = header.seed();
            let journal = Journal {
                path,
                part,
                file,
                seed,
                method: method.into(),
                buffer: String::new(),
                named: false,
                units: 0,
                broken: false,
            };
            return journal.go_on(header, plan, author, terms);
        }
    }

    /// A new journal for the units that `known` others lack; `None` if `path` is taken.
    pub(super) fn create(
        path: &Path,
        header: &Header,
        method: &str,
        author: &Author,
    ) -> Result<Option<Journal>, Error> {
        let part = part(path);
        let file = match OpenOptions::new().write(true).create_new(true).open(&part) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => return Ok(None),
            Err(error) => return Err(Error::io("make", &part, error)),
        };
        if is_there(path)? {
            fs::remove_file(&part).map_err(|e| Error::io("remove", &part, e))?;
            return Ok(None);
        }
        // No one else writes to this name; where locks work, it shows that we live.
        lock(&file, &part, true)?;
        let mut journal = Journal {
            path: path.into(),
            part,
            file,
            seed: header.seed(),
            method: method.into(),
            buffer: header.line() + &author.line(header.seed()),
            named: false,
            units: 0,
            broken: false,
        };
        journal.put()?;
        Ok(Some(journal))
    }

    /// Reads what is there, repairs it, and says who writes from here on.
    fn go_on(
        mut self,
        header: &Header,
        plan: &Plan,
        author: &Author,
        terms: Terms,
    ) -> Result<Opened, Error> {
        let bytes = contents(&self.part)?;
        if is_torn_header(&bytes, header) {
            if !bytes.is_empty() {
                self.cut(0)?;
            }
            self.buffer = header.line() + &author.line(self.seed);
            self.put()?;
            let cut = bytes.len();
            return Ok(Opened { cut, ..Opened::new(Some(self)) });
        }
        let replay = replay(&bytes, &self.part, Some(header))?;
        if !terms.salvage {
            replay.undamaged(&self.part)?;
        }
        let (done, took) = known(&self.part, &replay, plan, &header.bounds)?;
        self.units = done.len();
        if !replay.damage.is_empty() || replay.sealed {
            // Nothing follows a journal's end: it is written anew.
            self.rewrite(&replay, &bytes, terms.lockless)?;
        } else if replay.torn > 0 {
            self.cut(bytes.len() - replay.torn)?;
        } else {
            self.seek(bytes.len())?;
        }
        self.buffer = author.line(self.seed);
        self.put()?;
        Ok(Opened { journal: Some(self), done, took, cut: replay.torn, salvaged: replay.damage })
    }

    /// Replaces the file by its good lines: they stand in another one, whole and locked,
    /// before it takes the name.
    fn rewrite(&mut self, replay: &Replay, bytes: &[u8], lockless: bool) -> Result<(), Error> {
        let mut file = WholeFile::create(&self.part)?;
        let failed = |error| Error::io("write", &self.part, error);
        file.write_all(replay.header.line().as_bytes()).map_err(failed)?;
        for range in &replay.good {
            file.write_all(&bytes[range.clone()]).map_err(failed)?;
            file.write_all(b"\n").map_err(failed)?;
        }
        file.lock(lockless)?;
        self.file = file.named(true)?;
        Ok(())
    }

    fn cut(&mut self, length: usize) -> Result<(), Error> {
        let cut = self.file.set_len(length as u64).and_then(|()| self.file.sync_all());
        cut.map_err(|error| Error::io("cut", &self.part, error))?;
        self.seek(length)
    }

    fn seek(&mut self, place: usize) -> Result<(), Error> {
        let seek = self.file.seek(SeekFrom::Start(place as u64));
        seek.map(drop).map_err(|error| Error::io("read", &self.part, error))
    }

    /// Writes the buffer, for others to read; a power cut may lose it yet.
    fn put(&mut self) -> Result<(), Error> {
        let written = self.file.write_all(self.buffer.as_bytes());
        self.buffer.clear();
        self.unbroken(written)
    }

    /// Writes the buffer and waits until it is on disk.
    fn write(&mut self) -> Result<(), Error> {
        self.put()?;
        let synced = self.file.sync_data();
        self.unbroken(synced)?;
        if !self.named {
            sync_folder(&self.part).inspect_err(|_| self.broken = true)?;
            self.named = true;
        }
        Ok(())
    }

    fn unbroken(&mut self, result: std::io::Result<()>) -> Result<(), Error> {
        result.map_err(|error| {
            self.broken = true;
            Error::io("write", &self.part, error)
        })
    }

    /// Closes the journal: every unit is in.
    fn seal(&mut self) -> Result<(), Error> {
        self.buffer += &Entry::end(self.seed, self.units);
        self.write()?;
        // From here on nothing may be written, whether the rename succeeds or not.
        self.broken = true;
        if fs::metadata(&self.path).is_ok_and(|there| there.len() > 0) {
            let problem = "another file took its name while it was written, and it stays a .part";
            return Err(Error::JournalPath { path: self.path.clone(), problem });
        }
        rename(&self.part, &self.path)
    }
}

impl Observer for Journal {
    fn hear(&mut self, event: &Event<'_>) -> Result<(), Error> {
        match event {
            Event::UnitFinished { unit, tally, took } => {
                self.buffer += &Record::of(unit, tally, &self.method, *took).line(self.seed);
                self.units += 1;
            }
            Event::RunFinished { complete: true } if !self.broken => self.seal()?,
            Event::RunStarted { .. } | Event::UnitKnown { .. } | Event::RunFinished { .. } => {}
        }
        Ok(())
    }

    fn settle(&mut self) -> Result<(), Error> {
        self.write()
    }
}

/// True if a run was killed before the header stood there.
fn is_torn_header(bytes: &[u8], header: &Header) -> bool {
    let line = header.line();
    bytes.len() < line.len() && line.as_bytes().starts_with(bytes)
}

/// The recorded units of one journal, and the time that they took.
fn known(
    path: &Path,
    replay: &Replay,
    plan: &Plan,
    bounds: &Bounds,
) -> Result<(HashMap<usize, Tally>, Duration), Error> {
    let mut merge = Merge::new(plan).within(bounds.clone());
    merge.add(path, replay)?;
    Ok((merge.tallies(), merge.took()))
}
