//! `WholeFile`: a file that has its name only when it is whole.
//!
//! On Linux it has no name at all until then: whatever ends the program, no part of it is left.
//! Elsewhere, and where the file system knows no such files, it has a temporary one beside
//! its own, new and random, removed unless the program is killed.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::lock::lock;
use super::place::{check_ours, folder, sync_folder};
use crate::error::Error;

/// Room for what is not yet written.
const BUFFER: usize = 1 << 16;

/// The bytes by which a file is known as one like another.
const HEAD: usize = 1024;

/// Where a shell leaves pipes that it has opened: somebody is at their other end.
const OPENED: [&str; 4] = ["/dev/fd", "/dev/stdout", "/dev/stderr", "/proc/self/fd"];

/// A file that is being written.
#[derive(Debug)]
pub struct WholeFile {
    /// Where it goes.
    path: PathBuf,
    /// How a temporary name begins and ends.
    temporary: [OsString; 2],
    /// Its first bytes, where a file in its place must begin as it does.
    head: Option<Vec<u8>>,
    out: BufWriter<Place>,
}

/// Where the bytes go until the file is whole.
#[derive(Debug)]
enum Place {
    #[cfg(target_os = "linux")]
    Nameless(File),
    Temporary(NamedTempFile),
    /// A device or a pipe: it is written to as it is.
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
    /// Begins a file in the folder of the path. One that is there stays until the new one is
    /// whole. A link stays one: the file that it leads to is replaced.
    ///
    /// # Errors
    /// [`Error::Io`], of a file that is there and may not be written, too.
    pub fn create(path: &Path) -> Result<WholeFile, Error> {
        let leads_nowhere = path.is_symlink() && fs::metadata(path).is_err();
        if leads_nowhere {
            let nowhere = std::io::Error::new(ErrorKind::InvalidInput, "it is a link to nothing");
            return Err(Error::io("write", path, nowhere));
        }
        // Pipes that a shell has opened have no other path.
        let to = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        WholeFile::begin(path, to, [".cavalcade-".into(), OsString::new()])
    }

    /// The same under a name that nobody gave: a file that is there is replaced only if its first
    /// line is that of the new one, and [`WholeFile::keep`] is [`Error::NotOurs`] otherwise.
    ///
    /// # Errors
    /// As [`WholeFile::create`].
    pub fn create_like(path: &Path) -> Result<WholeFile, Error> {
        Ok(WholeFile { head: Some(Vec::new()), ..WholeFile::create(path)? })
    }

    /// The same, a link no file that may be replaced; a temporary name is that of the file with a
    /// random part and `end`, so that one that a killed process leaves is known.
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

    /// Locks it before it has its name: see [`lock`].
    pub(crate) fn lock(&self, lockless: bool) -> Result<bool, Error> {
        lock(self.out.get_ref().file(), &self.path, lockless)
    }

    /// Gives the file its name: it is whole, and both are on disk.
    ///
    /// # Errors
    /// [`Error::Io`]; the file of before is then still there, or the new one where only the name
    /// is not on disk.
    pub fn keep(self) -> Result<(), Error> {
        self.named(true).map(drop)
    }

    /// The same where a loss of power may take it.
    ///
    /// # Errors
    /// As [`WholeFile::keep`].
    pub fn keep_unsynced(self) -> Result<(), Error> {
        self.named(false).map(drop)
    }

    /// Gives the file its name, and hands it over, open at its end.
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
            // One that may not be written is not replaced, either.
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

/// A file without a name on the file system of a folder; none if it knows no such files.
#[cfg(target_os = "linux")]
fn nameless(folder: &Path) -> std::io::Result<Option<File>> {
    use rustix::fs::{Mode, OFlags};
    use rustix::io::Errno;
    // The user's mask takes its part of the mode away.
    let (flags, mode) = (OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC, 0o666);
    match rustix::fs::open(folder, flags, Mode::from_raw_mode(mode)) {
        Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => Ok(None),
        opened => Ok(Some(opened?.into())),
    }
}

/// Gives a nameless file a name, that of another file perhaps.
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
    // A link takes no other file's place, a new name does.
    let temporary =
        builder(temporary).make_in(folder(path), |new| link(new).map_err(std::io::Error::from))?;
    temporary.into_temp_path().persist(path).map_err(|error| error.error)
}
