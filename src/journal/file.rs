//! The file system as journals need it: regular files only, locked by one writer, and
//! folders whose entries are on disk.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crc32c::crc32c;

use super::replay::replay;
use crate::error::Error;

/// True if a regular file is there, false if nothing is.
///
/// # Errors
/// [`Error::JournalPath`] if something else is there, [`Error::Io`] if it cannot be told.
pub fn is_there(path: &Path) -> Result<bool, Error> {
    let wrong = |problem| Err(Error::JournalPath { path: path.into(), problem });
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => wrong("it is a folder"),
        Ok(found) if !found.is_file() => wrong("it is not a regular file"),
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => match fs::symlink_metadata(path) {
            Ok(link) if link.is_symlink() => wrong("it is a link to nothing"),
            // It took its name between the two looks.
            Ok(_) => is_there(path),
            Err(_) => Ok(false),
        },
        Err(error) => Err(Error::io("look at", path, error)),
    }
}

/// Characters of a journal's name; a longer one ends in a checksum, as no file has a name of any
/// length.
const LONGEST_NAME: usize = 100;

/// What the journal of what is called so is called in a folder.
pub fn named_after(label: &str) -> String {
    let name = match label.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}-{:08x}", &label[..end], crc32c(label.as_bytes())),
        None => label.into(),
    };
    format!("{}.journal", name.replace([':', '/', '@', ' '], "-"))
}

/// No journal is larger: 16 GiB are a thousand bytes for each unit of the largest plan.
const MOST_BYTES: u64 = 16 << 30;

/// Which file it is, whatever it is called; nothing where that cannot be told.
pub type Identity = Option<(u64, u64)>;

/// The contents of a regular file and which one it is; none if nothing is there.
///
/// # Errors
/// [`Error::JournalPath`] if something else is there, or too much; [`Error::Io`].
pub fn read(path: &Path) -> Result<Option<(Identity, Vec<u8>)>, Error> {
    let refused = |error| Error::io("read", path, error);
    // Looked at before it is opened: who opens a pipe waits for its other end.
    match is_there(path) {
        Ok(true) => {}
        Ok(false) => return Ok(None),
        Err(Error::Io { source, .. }) => return Err(refused(source)),
        Err(other) => return Err(other),
    }
    let mut file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(refused)?,
    };
    let metadata = file.metadata().map_err(refused)?;
    let mut bytes = Vec::new();
    if metadata.len() > MOST_BYTES {
        let problem = "it is larger than any journal (16 GiB)";
        return Err(Error::JournalPath { path: path.into(), problem });
    }
    let room = bytes.try_reserve_exact(metadata.len() as usize);
    room.map_err(|_| refused(ErrorKind::OutOfMemory.into()))?;
    file.by_ref().take(MOST_BYTES).read_to_end(&mut bytes).map_err(refused)?;
    Ok(Some((identity(&metadata), bytes)))
}

/// The contents; nothing if there is no such file.
pub fn contents(path: &Path) -> Result<Vec<u8>, Error> {
    Ok(read(path)?.map(|(_, bytes)| bytes).unwrap_or_default())
}

/// The first line without its line feed, if there is a whole one.
pub fn first_line(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    if !is_there(path)? {
        return Ok(None);
    }
    let mut line = Vec::new();
    let read = File::open(path)
        .and_then(|file| BufReader::new(file.take(MOST_BYTES)).read_until(b'\n', &mut line));
    match read {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        read => drop(read.map_err(|error| Error::io("read", path, error))?),
    }
    Ok((line.pop() == Some(b'\n')).then_some(line))
}

#[cfg(unix)]
fn identity(metadata: &fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> Identity {
    None
}

/// Opens the file for reading and writing, made if it is not there, as its only writer.
///
/// # Errors
/// [`Error::JournalLocked`] if another process is its writer.
pub fn open_locked(path: &Path) -> Result<File, Error> {
    loop {
        let open =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = open.map_err(|error| Error::io("open", path, error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::JournalLocked { path: path.into(), holder: holder(path) });
            }
            Err(TryLockError::Error(error)) => return Err(Error::io("lock", path, error)),
        }
        // The writer before may have renamed the file between the two steps.
        if is_at(&file, path)? {
            return Ok(file);
        }
    }
}

/// True if the open file is the one that the path leads to.
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
    // An open file cannot be renamed there.
    Ok(true)
}

/// Who said last that it writes there: the last author of a journal, or what stands in a file
/// that is there to be locked.
pub fn holder(path: &Path) -> String {
    let unknown = || "another process".to_string();
    let Ok(bytes) = contents(path) else { return unknown() };
    if bytes.len() <= LONGEST_HOLDER
        && let Ok(text) = std::str::from_utf8(&bytes)
        && text.starts_with("process ")
    {
        return text.trim_end().into();
    }
    let author = replay(&bytes, path, None).ok().and_then(|replay| replay.authors.last().cloned());
    author.map_or_else(unknown, |author| format!("process {} on {}", author.process, author.host))
}

/// The bytes of a line that names a process.
const LONGEST_HOLDER: usize = 512;

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
    sync.map_err(|error| Error::io("save the folder", &folder, error))
}

/// Renames, and puts the new name on disk.
pub fn rename(from: &Path, to: &Path) -> Result<(), Error> {
    fs::rename(from, to).map_err(|error| Error::io("rename", from, error))?;
    sync_folder(to)
}

/// The name while it is written.
pub fn part(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".part");
    name.into()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use std::path::Path;

    use super::{contents, folder, is_there, open_locked, part, rename, sync_folder};
    use crate::error::Error;

    #[test]
    fn a_regular_file_nothing_and_anything_else_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        assert!(!is_there(&at("nothing")).unwrap());
        fs::write(at("file"), "text").unwrap();
        assert!(is_there(&at("file")).unwrap());
        let problem = |name: &str| is_there(&at(name)).unwrap_err().to_string();
        fs::create_dir(at("folder")).unwrap();
        assert!(problem("folder").contains("it is a folder"));
        // A file is no folder: what lies below it is no absent file but an error.
        assert!(is_there(&at("file").join("below")).is_err());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at("nothing"), at("link")).unwrap();
            assert!(problem("link").contains("it is a link to nothing"));
            assert!(is_there(std::path::Path::new("/dev/null")).is_err());
        }
    }

    #[test]
    fn only_an_absent_file_reads_as_empty() {
        let folder = tempfile::tempdir().unwrap();
        assert!(contents(&folder.path().join("nothing")).unwrap().is_empty());
        assert!(contents(folder.path()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_has_moved_is_not_at_its_old_name() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        let file = open_locked(&old).unwrap();
        assert!(super::is_at(&file, &old).unwrap());
        fs::rename(&old, &new).unwrap();
        assert!(!super::is_at(&file, &old).unwrap());
        let _other = open_locked(&old).unwrap();
        assert!(!super::is_at(&file, &old).unwrap());
        assert!(super::is_at(&file, &new).unwrap());
        assert!(open_locked(&new).is_err(), "it is locked");
    }

    #[cfg(unix)]
    #[test]
    fn what_cannot_be_looked_at_is_an_error() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("file");
        let file = open_locked(&path).unwrap();
        assert!(super::is_at(&file, &path.join("below")).is_err(), "a file has nothing below");
    }

    #[test]
    fn who_holds_a_file_is_told_by_what_stands_there() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("lock");
        let _held = open_locked(&path).unwrap();
        for (text, told) in [
            ("process 17 on a host\n", "process 17 on a host"),
            ("", "another process"),
            ("anything", "another process"),
        ] {
            fs::write(&path, text).unwrap();
            let error = open_locked(&path).unwrap_err().to_string();
            assert!(error.contains(&format!("written by {told};")), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_not_opened() {
        assert!(matches!(contents(Path::new("/dev/zero")), Err(Error::JournalPath { .. })));
        let place = tempfile::tempdir().unwrap();
        let large = place.path().join("large");
        fs::File::create(&large).unwrap().set_len(super::MOST_BYTES + 1).unwrap();
        let error = contents(&large).unwrap_err().to_string();
        assert!(error.contains("larger than any journal"), "{error}");
    }

    #[test]
    fn names_change_with_their_folder() {
        assert_eq!(folder(Path::new("name")), Path::new("."));
        assert_eq!(folder(Path::new("a/name")), Path::new("a"));
        assert_eq!(part(Path::new("a/name")), Path::new("a/name.part"));
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        assert!(sync_folder(&at("name")).is_ok());
        if cfg!(unix) {
            assert!(sync_folder(&at("nowhere/name")).is_err());
        }
        assert!(rename(&at("old"), &at("new")).is_err());
        fs::write(at("old"), "text").unwrap();
        rename(&at("old"), &at("new")).unwrap();
        assert!(at("new").exists() && !at("old").exists());
    }
}
