//! `WholeFile`: a file that has its name only when it is whole.
//!
//! On Linux it has no name at all until then: whatever ends the program, no part of it is left.
//! Elsewhere, and where the file system knows no such files, it has a temporary one beside
//! its own, removed unless the program is killed.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::Error;

/// Room for what is not yet written.
const BUFFER: usize = 1 << 16;

/// A file that is being written.
#[derive(Debug)]
pub struct WholeFile {
    /// Where it goes.
    path: PathBuf,
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

impl Write for Place {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            #[cfg(target_os = "linux")]
            Place::Nameless(file) => file.write(bytes),
            Place::Temporary(file) => file.write(bytes),
            Place::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl WholeFile {
    /// Begins a file in the folder of the path. One that is there stays until the new one is
    /// whole.
    ///
    /// # Errors
    /// [`Error::Io`], of a file that is there and may not be written, too.
    pub fn create(path: &Path) -> Result<WholeFile, Error> {
        // A link stays one.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let place = place(&path).map_err(|error| Error::io("write", &path, error))?;
        Ok(WholeFile { out: BufWriter::with_capacity(BUFFER, place), path })
    }

    /// Gives the file its name: it is whole, and on disk.
    ///
    /// # Errors
    /// [`Error::Io`]; the file of before is then still there.
    pub fn keep(self) -> Result<(), Error> {
        let WholeFile { path, out } = self;
        let failed = |error| Error::io("write", &path, error);
        match out.into_inner().map_err(|error| failed(error.into_error()))? {
            #[cfg(target_os = "linux")]
            Place::Nameless(file) => {
                file.sync_all().map_err(failed)?;
                name(&file, &path).map_err(failed)
            }
            Place::Temporary(file) => {
                file.as_file().sync_all().map_err(failed)?;
                file.persist(&path).map_err(|error| failed(error.error)).map(drop)
            }
            Place::Direct(mut file) => file.flush().map_err(failed),
        }
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn place(path: &Path) -> std::io::Result<Place> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => return Err(ErrorKind::IsADirectory.into()),
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
    if let Some(file) = nameless(folder(path))? {
        return Ok(Place::Nameless(file));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".cavalcade-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder(path)).map(Place::Temporary)
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
fn name(file: &File, path: &Path) -> std::io::Result<()> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{AtFlags, CWD, linkat};
    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
    let link = |to: &Path| linkat(CWD, &open, CWD, to, AtFlags::SYMLINK_FOLLOW);
    match link(path) {
        Err(rustix::io::Errno::EXIST) => {}
        linked => return Ok(linked?),
    }
    // A link takes no other file's place, a new name does.
    let temporary = tempfile::Builder::new()
        .prefix(".cavalcade-")
        .make_in(folder(path), |new| link(new).map_err(std::io::Error::from))?;
    temporary.into_temp_path().persist(path).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;
    use std::path::Path;

    use super::WholeFile;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_has_its_name_when_it_is_whole_and_not_before() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("list");
        for (text, before) in [("one", None), ("two", Some("one"))] {
            let mut file = WholeFile::create(&path).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            file.flush().unwrap();
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), before);
            file.keep().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(names(place.path()), ["list"]);
        }
        let mut dropped = WholeFile::create(&path).unwrap();
        dropped.write_all(b"three").unwrap();
        drop(dropped);
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(names(place.path()), ["list"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn nothing_of_it_is_left_whatever_ends_the_program() {
        let place = tempfile::tempdir_in("/tmp").unwrap();
        let mut file = WholeFile::create(&place.path().join("list")).unwrap();
        file.write_all(&[7; 1 << 20]).unwrap();
        // The folder is as it would be after a kill.
        assert!(names(place.path()).is_empty(), "{:?}", names(place.path()));
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_devices_devices() {
        let place = tempfile::tempdir().unwrap();
        let (path, link) = (place.path().join("list"), place.path().join("link"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let mut file = WholeFile::create(&link).unwrap();
        file.write_all(b"new").unwrap();
        file.keep().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let mut null = WholeFile::create(Path::new("/dev/null")).unwrap();
        null.write_all(b"new").unwrap();
        null.keep().unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert!(WholeFile::create(place.path()).is_err(), "it is a folder");
        assert!(WholeFile::create(&place.path().join("nowhere/list")).is_err());
    }
}
