//! `WholeFile`: a file that gets its name only when it is complete.
//!
//! On Linux it has no name until then, so nothing is left behind however the program ends.
//! Elsewhere, and on file systems without this feature, it has a random temporary name in the same
//! folder, and is removed unless the program is killed.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::lock::lock;
use super::place::{check_ours, folder, sync_folder};
use crate::error::Error;

/// The size of the write buffer.
const BUFFER: usize = 1 << 16;

/// The number of bytes that identify a file's kind.
const HEAD: usize = 1024;

/// Paths under which a shell offers open pipes.
const OPENED: [&str; 4] = ["/dev/fd", "/dev/stdout", "/dev/stderr", "/proc/self/fd"];

/// A file that is being written.
#[derive(Debug)]
pub struct WholeFile {
    /// The final path.
    path: PathBuf,
    /// Prefix and suffix of the temporary name.
    temporary: [OsString; 2],
    /// Its first bytes, if an existing file must begin with the same line to be replaced.
    head: Option<Vec<u8>>,
    out: BufWriter<Place>,
}

/// Where bytes go until the file is complete.
#[derive(Debug)]
enum Place {
    #[cfg(target_os = "linux")]
    Nameless(File),
    Temporary(NamedTempFile),
    /// A device or a pipe, written directly.
    Direct(File),
}

impl Place {
    fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Place::Nameless(file) => file,
            Place::Temporary(file) => file.as_file(),
            Place::Direct(file) => file,
        }
    }
}

impl Write for Place {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl WholeFile {
    /// Starts a file in the folder of the path. An existing file stays until the new one is
    /// complete. If the path is a link, its target is replaced.
    ///
    /// # Errors
    /// [`Error::Io`], also if an existing file is not writable.
    pub fn create(path: &Path) -> Result<WholeFile, Error> {
        let leads_nowhere = path.is_symlink() && fs::metadata(path).is_err();
        if leads_nowhere {
            let nowhere = std::io::Error::new(ErrorKind::InvalidInput, "it is a link to nothing");
            return Err(Error::io("write", path, nowhere));
        }
        // Pipes opened by a shell have no canonical path.
        let to = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        WholeFile::begin(path, to, [".cavalcade-".into(), OsString::new()])
    }

    /// Like [`WholeFile::create`], for a path that the user did not name: an existing file is
    /// replaced only if its first line equals that of the new file. Otherwise [`WholeFile::keep`]
    /// fails with [`Error::NotOurs`].
    pub fn create_like(path: &Path) -> Result<WholeFile, Error> {
        Ok(WholeFile { head: Some(Vec::new()), ..WholeFile::create(path)? })
    }

    /// Like [`WholeFile::create`], but links are not followed, and a temporary name is that of the
    /// file with a random part and `end`, so that files left by killed processes can be recognised.
    pub(crate) fn create_part(path: &Path, end: &str) -> Result<WholeFile, Error> {
        let mut begin = path.file_name().unwrap_or_default().to_os_string();
        begin.push(".");
        WholeFile::begin(path, path.into(), [begin, end.into()])
    }

    fn begin(shown: &Path, path: PathBuf, temporary: [OsString; 2]) -> Result<WholeFile, Error> {
        let place = place(&path, &temporary).map_err(|error| Error::io("write", shown, error))?;
        let out = BufWriter::with_capacity(BUFFER, place);
        Ok(WholeFile { path, temporary, head: None, out })
    }

    /// Locks the file before it has its name: see [`lock`].
    pub(crate) fn lock(&self, lockless: bool) -> Result<bool, Error> {
        lock(self.out.get_ref().file(), &self.path, lockless)
    }

    /// Gives the complete file its name; both are on disk afterwards.
    ///
    /// # Errors
    /// [`Error::Io`]. The path then still leads to the previous file, or to the new one if only the
    /// sync of its name failed.
    pub fn keep(self) -> Result<(), Error> {
        self.named(true).map(drop)
    }

    /// Like [`WholeFile::keep`], without waiting for the disk: a loss of power may undo it.
    pub fn keep_unsynced(self) -> Result<(), Error> {
        self.named(false).map(drop)
    }

    /// Gives the file its name and returns it, open at its end.
    pub(crate) fn named(self, is_synced: bool) -> Result<File, Error> {
        let WholeFile { path, temporary, head, out } = self;
        let failed = |error| Error::io("write", &path, error);
        let place = out.into_inner().map_err(|error| failed(error.into_error()))?;
        if is_synced && !matches!(place, Place::Direct(_)) {
            place.file().sync_all().map_err(failed)?;
        }
        if let Some(head) = head {
            let kind = "table or list that begins as this one does";
            check_ours(&path, kind, |there| first_line(there) == first_line(&head))?;
        }
        let file = match place {
            #[cfg(target_os = "linux")]
            Place::Nameless(file) => {
                name(&file, &path, &temporary).map_err(failed)?;
                file
            }
            Place::Temporary(file) => file.persist(&path).map_err(|error| failed(error.error))?,
            Place::Direct(mut file) => {
                file.flush().map_err(failed)?;
                return Ok(file);
            }
        };
        if is_synced {
            sync_folder(&path)?;
        }
        Ok(file)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.out.write(bytes)?;
        if let Some(head) = self.head.as_mut().filter(|head| head.len() < HEAD) {
            head.extend_from_slice(&bytes[..written.min(HEAD - head.len())]);
        }
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

fn first_line(head: &[u8]) -> Option<&[u8]> {
    head.split(|&byte| byte == b'\n').next()
}

/// A builder of temporary names.
fn builder([begin, end]: &[OsString; 2]) -> Builder<'_, '_> {
    let mut builder = Builder::new();
    builder.prefix::<OsStr>(begin).suffix::<OsStr>(end);
    builder
}

fn place(path: &Path, temporary: &[OsString; 2]) -> std::io::Result<Place> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        Ok(there) if is_pipe(&there) && !OPENED.iter().any(|opened| path.starts_with(opened)) => {
            let problem = "it is a pipe; give the path of a file";
            return Err(std::io::Error::new(ErrorKind::InvalidInput, problem));
        }
        Ok(there) => {
            // A file that is not writable is not replaced, either.
            let file = OpenOptions::new().write(true).open(path)?;
            if !there.is_file() {
                return Ok(Place::Direct(file));
            }
        }
        Err(_) => {}
    }
    #[cfg(target_os = "linux")]
    if let Some(file) = nameless(&folder(path))? {
        return Ok(Place::Nameless(file));
    }
    let mut builder = builder(temporary);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder(path)).map(Place::Temporary)
}

#[cfg(unix)]
fn is_pipe(there: &fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&there.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &fs::Metadata) -> bool {
    false
}

/// A file without a name on the file system of `folder`; `None` if the file system does not support
/// it.
#[cfg(target_os = "linux")]
fn nameless(folder: &Path) -> std::io::Result<Option<File>> {
    use rustix::fs::{Mode, OFlags};
    use rustix::io::Errno;
    // The user's umask applies to the mode.
    let (flags, mode) = (OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC, 0o666);
    match rustix::fs::open(folder, flags, Mode::from_raw_mode(mode)) {
        Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => Ok(None),
        opened => Ok(Some(opened?.into())),
    }
}

/// Gives a nameless file a name, which may replace another file.
#[cfg(target_os = "linux")]
fn name(file: &File, path: &Path, temporary: &[OsString; 2]) -> std::io::Result<()> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{AtFlags, CWD, linkat};
    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
    let link = |to: &Path| linkat(CWD, &open, CWD, to, AtFlags::SYMLINK_FOLLOW);
    match link(path) {
        Err(rustix::io::Errno::EXIST) => {}
        linked => return Ok(linked?),
    }
    // A link cannot replace a file, but renaming can.
    let temporary =
        builder(temporary).make_in(folder(path), |new| link(new).map_err(std::io::Error::from))?;
    temporary.into_temp_path().persist(path).map_err(|error| error.error)
}
