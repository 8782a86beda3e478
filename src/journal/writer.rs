//! `Journal`: the writer, an observer of a run.
//!
//! Invariant: everything that was settled is on disk, and at any instant the file is a journal of
//! some of the units. After an error nothing more is written: the state on disk after a failed
//! write or sync is unknown, and the next run reads the file again.

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
    /// Text that is not yet written.
    buffer: String,
    /// True if the folder entry of the file is on disk. The first batch syncs it; before that there
    /// is nothing to lose.
    named: bool,
    /// The number of recorded units.
    units: usize,
    /// True after an error: nothing more is written.
    broken: bool,
}

/// Options for opening a journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Leave out damaged lines instead of reporting an error.
    pub salvage: bool,
    /// Accept a file system without locks: no other process writes there.
    pub lockless: bool,
}

/// The result of opening a journal.
#[derive(Debug)]
pub struct Opened {
    /// The writer; `None` if the journal is sealed and complete.
    pub journal: Option<Journal>,
    /// The recorded units.
    pub done: HashMap<usize, Tally>,
    /// The time that they took on their threads.
    pub took: Duration,
    /// The number of torn bytes that were cut off.
    pub cut: usize,
    /// The damaged lines that were left out.
    pub salvaged: Vec<Damage>,
}

impl Opened {
    /// Only the writer.
    pub fn new(journal: Option<Journal>) -> Opened {
        let (done, took) = (HashMap::new(), Duration::ZERO);
        Opened { journal, done, took, cut: 0, salvaged: Vec::new() }
    }
}

impl Journal {
    /// Opens the journal at `path`, new, unfinished or sealed, for a run of `plan`.
    pub fn open(
        path: &Path,
        header: &Header,
        plan: &Plan,
        method: &str,
        author: &Author,
        terms: Terms,
    ) -> Result<Opened, Error> {
        // A link is followed: the file that it leads to is the journal.
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
                        problem: "both it and its .part are unfinished: merge the two",
                    });
                }
                rename(&path, &part)?;
            }
            let file = open_locked(&part, terms.lockless, holder)?;
            // The previous writer may have sealed it in the meantime.
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

    /// A new journal for the units that are not `known`; `None` if `path` exists.
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
        // No other process writes to this name; the lock shows that this one is alive.
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

    /// Reads the existing file, repairs it, and records the new author.
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
            // Nothing may follow an end line, so the file is rewritten.
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

    /// Replaces the file by its valid lines. They are written to a new file, whole and locked,
    /// which then takes the name.
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

    /// Writes the buffer, visible to other processes but not yet safe against a loss of power.
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

    /// Closes the journal after the last unit.
    fn seal(&mut self) -> Result<(), Error> {
        self.buffer += &Entry::end(self.seed, self.units);
        self.write()?;
        // From here on nothing may be written, even if the rename fails.
        self.broken = true;
        if fs::metadata(&self.path).is_ok_and(|there| there.len() > 0) {
            let problem = "another file got its name in the meantime, so it stays a .part";
            return Err(Error::JournalPath { path: self.path.clone(), problem });
        }
        rename(&self.part, &self.path)
    }
}

impl Observer for Journal {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Error> {
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

/// True if a run was killed while it wrote the header.
fn is_torn_header(bytes: &[u8], header: &Header) -> bool {
    let line = header.line();
    bytes.len() < line.len() && line.as_bytes().starts_with(bytes)
}

/// The recorded units of one journal and their total time.
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
