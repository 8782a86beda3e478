//! Names in folders: checks what a path leads to, and makes names durable.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// The folder that holds the file.
pub fn folder(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).into()
}

/// Syncs the folder's entry of the file to disk.
pub fn sync_folder(path: &Path) -> Result<(), Error> {
    let folder = folder(path);
    // Only Unix opens folders, and only there does a new entry need it.
    let sync =
        if cfg!(unix) { File::open(&folder).and_then(|file| file.sync_all()) } else { Ok(()) };
    match sync {
        // Some file systems do not support this call for folders.
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        synced => synced.map_err(|error| Error::io("save the folder", &folder, error)),
    }
}

/// Renames a file and syncs the new name to disk.
pub fn rename(from: &Path, to: &Path) -> Result<(), Error> {
    fs::rename(from, to).map_err(|error| Error::io("rename", from, error))?;
    sync_folder(to)
}

/// Returns the file if it is a regular one.
pub(super) fn is_regular(file: File) -> io::Result<File> {
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file")),
    }
}

/// Opens a regular file for reading. A pipe is refused without waiting for its writer.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    }
    options.open(path).and_then(is_regular)
}

/// The number of bytes that identify a file's kind.
const HEAD: u64 = 1024;

/// Checks that a path is free, or leads to a file that may be replaced: one whose first 1024 bytes
/// are of `kind`.
///
/// # Errors
/// [`Error::NotOurs`] if another file exists there; [`Error::Io`].
pub fn check_ours(
    path: &Path,
    kind: &'static str,
    is_ours: impl Fn(&[u8]) -> bool,
) -> Result<(), Error> {
    let read = |error| Error::io("read", path, error);
    let file = match open_regular(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        opened => opened.map_err(read)?,
    };
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head).map_err(read)?;
    match is_ours(&head) {
        true => Ok(()),
        false => Err(Error::NotOurs { path: path.into(), kind }),
    }
}
