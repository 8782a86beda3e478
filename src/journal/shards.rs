//! Shards in a folder: a journal for each attempt at one, so that no two processes ever
//! write to the same file, on whatever file system.
//!
//! `shard-3-of-100.HOST-PROCESS-1.journal` is an attempt at shard 3. Several attempts at a
//! shard may run at once, on machines that do not know of each other; each begins with what
//! the others have on disk by then, and what they count twice is merged, or named if it
//! differs. All journals of a folder are of one question: a second one is refused.

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

/// Opens a journal of its own for an attempt at `author`'s shard.
///
/// # Errors
/// All that a journal can fail with.
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
            // An attempt that has just begun, or was killed when it did.
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
    // A plan without units is answered by a journal without units.
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

/// The header of the journal at `path`, if there is one that can be read.
pub(crate) fn header_at(path: &Path) -> Option<Header> {
    first_line(path).ok().flatten().and_then(|line| Header::parse(&line).ok())
}

/// So many journals of other shards are looked at before one is added to them: enough to tell
/// of what question they are, and soon done for every task of a large array.
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
        // Sealed since its name was read, it stands under the other one.
        let there = is_there(&path)?;
        paths.insert(if there { path } else { path.with_extension("") });
    }
    Ok(paths.into_iter().collect())
}

/// What a folder is listed for at most: journals that begin after that are not waited for.
const LISTINGS: usize = 100;

/// The same with their contents, each file once.
///
/// While runs seal their journals names change, and a folder may even list neither the name of
/// before nor the one of after. So it is listed until two listings bring nothing new.
///
/// # Errors
/// As [`attempts`].
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
                // Under both names it may be one file, or two.
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

/// The name that the journal has before it is sealed, or after.
fn other_name(path: &Path) -> PathBuf {
    match path.extension().is_some_and(|extension| extension == "part") {
        true => path.with_extension(""),
        false => part(path),
    }
}

/// The names in a folder that journals have.
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
