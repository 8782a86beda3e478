//! Shards in a folder. Each attempt at a shard has its own journal, so no two processes ever write
//! to the same file, on any file system.
//!
//! `shard-3-of-100.HOST-PROCESS-1.journal` is an attempt at shard 3. Several attempts at a shard
//! may run concurrently, on machines that do not know of each other. Each begins with the units
//! that the others have on disk by then. Units that are counted twice are merged, or reported if
//! they differ. All journals of a folder belong to one question: a second question is refused.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::file::{first_line, is_there, part, read};
use super::header::Header;
use super::merge::Merge;
use super::record::Author;
use super::replay::replay;
use super::writer::{Journal, Opened};
use crate::engine::{Plan, Shard};
use crate::error::Error;

/// Opens a new journal for an attempt at `author`'s shard.
pub fn open_shard(
    folder: &Path,
    header: &Header,
    plan: &Plan,
    method: &str,
    author: &Author,
    salvage: bool,
) -> Result<Opened, Error> {
    let shard = author.shard;
    fs::create_dir_all(folder).map_err(|error| Error::io("make the folder", folder, error))?;
    let mut merge = Merge::new(plan).within(header.bounds.clone());
    let mut salvaged = Vec::new();
    refuse_another(folder, header)?;
    let mut begun = false;
    for (path, bytes) in read_attempts(folder, Some(shard))? {
        if !bytes.contains(&b'\n') {
            // An attempt that has just begun, or was killed while it began.
            continue;
        }
        begun = true;
        let replay = replay(&bytes, &path, Some(header))?;
        if !salvage {
            replay.undamaged(&path)?;
        }
        merge.add(&path, &replay)?;
        salvaged.extend(replay.damage);
    }
    let (done, took) = (merge.tallies(), merge.took());
    let left = |id: &usize| shard.has(*id) && !done.contains_key(id);
    // A plan without units still needs a journal: one without units.
    let is_told = begun || !plan.units.is_empty();
    if is_told && !(0..plan.units.len()).any(|id| left(&id)) {
        return Ok(Opened { done, took, salvaged, ..Opened::new(None) });
    }
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let host: String = author.host.chars().map(plain).collect();
    for attempt in 1.. {
        let name = format!("{}.{host}-{}-{attempt}.journal", stem(shard), author.process);
        if let Some(journal) = Journal::create(&folder.join(name), header, method, author)? {
            return Ok(Opened { done, took, salvaged, ..Opened::new(Some(journal)) });
        }
    }
    unreachable!("some number is free")
}

/// The header of the journal at `path`, if it can be read.
pub(crate) fn header_at(path: &Path) -> Option<Header> {
    first_line(path).ok().flatten().and_then(|line| Header::parse(&line).ok())
}

/// The number of other shards' journals that are checked before a new one is added: enough to
/// detect another question, and fast for every task of a large array.
const LOOKED_AT: usize = 16;

/// # Errors
/// [`Error::JournalForeign`] if a journal in the folder belongs to another question or plan.
fn refuse_another(folder: &Path, header: &Header) -> Result<(), Error> {
    for path in attempts(folder, None)?.into_iter().take(LOOKED_AT) {
        let there = first_line(&path)?.and_then(|line| Header::parse(&line).ok());
        if let Some(problem) = there.and_then(|there| header.difference(&there)) {
            return Err(Error::JournalForeign { path, problem });
        }
    }
    Ok(())
}

/// The journals in a folder, sealed or not, in the order of their names: all, or those of
/// one shard.
///
/// # Errors
/// [`Error::Io`], and [`Error::JournalPath`] if one is not a file.
pub fn attempts(folder: &Path, shard: Option<Shard>) -> Result<Vec<PathBuf>, Error> {
    let mut paths = BTreeSet::new();
    for path in names(folder, shard)? {
        // If it was sealed since its name was read, it has the other name.
        let there = is_there(&path)?;
        paths.insert(if there { path } else { path.with_extension("") });
    }
    Ok(paths.into_iter().collect())
}

/// The most listings of a folder: journals that begin later are not waited for.
const LISTINGS: usize = 100;

/// Like [`attempts`], with the contents, each file once.
///
/// Journals are renamed when they are sealed, and one listing of a folder may contain neither the
/// old nor the new name. The folder is therefore listed until two listings bring nothing new.
pub fn read_attempts(
    folder: &Path,
    shard: Option<Shard>,
) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
    let (mut seen, mut files, mut journals) = (HashSet::new(), HashSet::new(), Vec::new());
    let mut quiet = 0;
    for _ in 0..LISTINGS {
        let new: Vec<_> =
            names(folder, shard)?.into_iter().filter(|name| !seen.contains(name)).collect();
        quiet = if new.is_empty() { quiet + 1 } else { 0 };
        if quiet == 2 {
            break;
        }
        for name in new {
            seen.insert(name.clone());
            for path in [name.clone(), other_name(&name)] {
                let Some((file, bytes)) = read(&path)? else { continue };
                // The two names may lead to one file or to two.
                if file.is_none_or(|file| files.insert(file)) {
                    seen.insert(path.clone());
                    journals.push((path, bytes));
                }
                break;
            }
        }
    }
    journals.sort();
    Ok(journals)
}

/// The other name of the journal: before or after it is sealed.
fn other_name(path: &Path) -> PathBuf {
    match path.extension().is_some_and(|extension| extension == "part") {
        true => path.with_extension(""),
        false => part(path),
    }
}

/// The names of journals in a folder.
fn names(folder: &Path, shard: Option<Shard>) -> Result<Vec<PathBuf>, Error> {
    let failed = |error| Error::io("read the folder", folder, error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let journal = name.ends_with(".journal") || name.ends_with(".journal.part");
        let ours = shard.is_none_or(|shard| name.starts_with(&format!("{}.", stem(shard))));
        if journal && ours {
            paths.push(path);
        }
    }
    Ok(paths)
}

fn stem(shard: Shard) -> String {
    format!("shard-{}-of-{}", shard.index(), shard.of())
}
