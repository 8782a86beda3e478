//! Names in folders: what is there, whose it is, and that it is on disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// The folder that holds the file.
pub fn folder(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).into()
}

/// Puts the folder's entry of the file on disk.
pub fn sync_folder(path: &Path) -> Result<(), Error> {
    let folder = folder(path);
    // Only Unix opens folders, and only there a new entry needs it.
    let sync =
        if cfg!(unix) { File::open(&folder).and_then(|file| file.sync_all()) } else { Ok(()) };
    match sync {
        // Some file systems have no such call for folders.
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        synced => synced.map_err(|error| Error::io("save the folder", &folder, error)),
    }
}

/// Renames, and puts the new name on disk.
pub fn rename(from: &Path, to: &Path) -> Result<(), Error> {
    fs::rename(from, to).map_err(|error| Error::io("rename", from, error))?;
    sync_folder(to)
}

/// The file itself, if it is a regular one.
pub(super) fn is_regular(file: File) -> io::Result<File> {
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::new(ErrorKind::InvalidInput, "it is no regular file")),
    }
}

/// Opens a regular file to be read. A pipe is refused, and not waited for.
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

/// What is looked at to tell whose a file is.
const HEAD: u64 = 1024;

/// Makes sure that a name is free, or that of a file that may be replaced: one of `kind`, by its
/// first 1024 bytes.
///
/// # Errors
/// [`Error::NotOurs`] if another file is there; [`Error::Io`].
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
