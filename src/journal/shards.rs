//! Shards in a folder: a journal for each attempt at one, so that no two processes ever
//! write to the same file, on whatever file system.
//!
//! `shard-3-of-100.HOST-PROCESS-1.journal` is an attempt at shard 3. Several attempts at a
//! shard may run at once, on machines that do not know of each other; each begins with what
//! the others have on disk by then, and what they count twice is merged, or named if it
//! differs.

use std::fs;
use std::path::{Path, PathBuf};

use super::file::{contents, is_there};
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
    let mut merge = Merge::new(plan);
    let mut salvaged = Vec::new();
    for path in attempts(folder, Some(shard))? {
        let bytes = contents(&path)?;
        if !bytes.contains(&b'\n') {
            // An attempt that has just begun, or was killed when it did.
            continue;
        }
        let replay = replay(&bytes, &path, Some(header))?;
        if !salvage {
            replay.undamaged(&path)?;
        }
        merge.add(&path, &replay)?;
        salvaged.extend(replay.damage);
    }
    let (done, took) = (merge.tallies(), merge.took());
    let left = |id: &usize| shard.has(*id) && !done.contains_key(id);
    if !(0..plan.units.len()).any(|id| left(&id)) {
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

/// The journals in a folder, sealed or not, in the order of their names: all, or those of
/// one shard.
///
/// # Errors
/// [`Error::Io`], and [`Error::JournalPath`] if one is not a file.
pub fn attempts(folder: &Path, shard: Option<Shard>) -> Result<Vec<PathBuf>, Error> {
    let failed = |error| Error::io("read the folder", folder, error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let journal = name.ends_with(".journal") || name.ends_with(".journal.part");
        let ours = shard.is_none_or(|shard| name.starts_with(&format!("{}.", stem(shard))));
        if !journal || !ours {
            continue;
        }
        // Sealed since its name was read, it stands under the other one.
        let there = is_there(&path)?;
        paths.push(if there { path } else { path.with_extension("") });
    }
    paths.sort();
    paths.dedup();
    Ok(paths)
}

fn stem(shard: Shard) -> String {
    format!("shard-{}-of-{}", shard.index(), shard.of())
}
