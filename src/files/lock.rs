//! Locks: a file has one writer.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use super::place::is_regular;
use crate::error::Error;

/// Locks an open file; false if another process holds the lock. A file system without locks is an
/// error unless `lockless` is set: the caller then guarantees that nobody else writes.
pub fn lock(file: &File, path: &Path, lockless: bool) -> Result<bool, Error> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(_)) if lockless => Ok(true),
        Err(TryLockError::Error(error)) => Err(Error::io("lock", path, error)),
    }
}

/// Opens the file for reading and writing as its only writer, and creates it if necessary. `holder`
/// describes the current writer for the error message. A link is refused, since it may lead to
/// anybody's file.
///
/// # Errors
/// [`Error::JournalLocked`] if another process is its writer.
pub fn open_locked(
    path: &Path,
    lockless: bool,
    holder: impl Fn(&Path) -> String,
) -> Result<File, Error> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits() as i32);
    }
    loop {
        let file = options.open(path).and_then(is_regular);
        let file = file.map_err(|error| Error::io("open", path, error))?;
        if !lock(&file, path, lockless)? {
            return Err(Error::JournalLocked { path: path.into(), holder: holder(path) });
        }
        // The previous writer may have renamed or removed the file between the two steps.
        if is_at(&file, path)? {
            return Ok(file);
        }
    }
}

/// How often a lock is tried that others hold only while they write a file.
const TRIES: usize = if cfg!(test) { 3 } else { 200 };

/// The time between two tries.
const EVERY: Duration = Duration::from_millis(50);

/// Like [`open_locked`], but retries for ten seconds.
pub fn open_locked_soon(path: &Path, lockless: bool) -> Result<File, Error> {
    let open = || open_locked(path, lockless, |_| "another process".into());
    for _ in 1..TRIES {
        match open() {
            Err(Error::JournalLocked { .. }) => sleep(EVERY),
            opened => return opened,
        }
    }
    open()
}

/// True if the path still leads to the open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> Result<bool, Error> {
    use std::os::unix::fs::MetadataExt;
    let of = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let open = file.metadata().map_err(|error| Error::io("look at", path, error))?;
    match fs::metadata(path) {
        Ok(there) => Ok(of(open) == of(there)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Error::io("look at", path, error)),
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> Result<bool, Error> {
    // On this system an open file cannot be renamed.
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{open_locked, open_locked_soon};

    #[cfg(unix)]
    #[test]
    fn a_file_that_has_moved_is_not_at_its_old_name() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        let open = |path| open_locked(path, false, |_| "me".into());
        let file = open(&old).unwrap();
        assert!(super::is_at(&file, &old).unwrap());
        fs::rename(&old, &new).unwrap();
        assert!(!super::is_at(&file, &old).unwrap());
        let _other = open(&old).unwrap();
        assert!(!super::is_at(&file, &old).unwrap());
        assert!(super::is_at(&file, &new).unwrap());
        let locked = open(&new).unwrap_err().to_string();
        assert!(locked.contains("is being written by me"), "{locked}");
        assert!(open_locked_soon(&new, false).is_err());
        std::os::unix::fs::symlink("nothing", folder.path().join("link")).unwrap();
        assert!(open(&folder.path().join("link")).is_err());
        assert!(!folder.path().join("nothing").exists(), "a link is not followed");
    }
}
