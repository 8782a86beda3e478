//! File system operations of journals: regular files only, and who writes them.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crc32c::crc32c;

use super::replay::replay;
use crate::error::Error;

/// True if a regular file exists, false if nothing does.
///
/// # Errors
/// [`Error::JournalPath`] if something else exists there, [`Error::Io`] if the check fails.
pub fn is_there(path: &Path) -> Result<bool, Error> {
    let wrong = |problem| Err(Error::JournalPath { path: path.into(), problem });
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => wrong("it is a folder"),
        Ok(found) if !found.is_file() => wrong("it is not a regular file"),
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => match fs::symlink_metadata(path) {
            Ok(link) if link.is_symlink() => wrong("it is a link to nothing"),
            // It took its name between the two checks.
            Ok(_) => is_there(path),
            Err(_) => Ok(false),
        },
        Err(error) => Err(Error::io("look at", path, error)),
    }
}

/// The most characters of a journal's name; a longer one ends in a checksum, since file systems
/// limit the length of names.
const LONGEST_NAME: usize = 100;

/// The file name of the journal for this label.
pub fn named_after(label: &str) -> String {
    let name = match label.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}-{:08x}", &label[..end], crc32c(label.as_bytes())),
        None => label.into(),
    };
    format!("{}.journal", name.replace([':', '/', '@', ' '], "-"))
}

/// The largest size of a journal that is read: 16 GiB are a thousand bytes for each unit of the
/// largest plan.
const MOST_BYTES: u64 = 16 << 30;

/// The identity of a file under any name; `None` where the system does not provide one.
pub type Identity = Option<(u64, u64)>;

/// The contents of a regular file and its identity; `None` if it does not exist.
///
/// # Errors
/// [`Error::JournalPath`] if it is not a regular file, or too large; [`Error::Io`].
pub fn read(path: &Path) -> Result<Option<(Identity, Vec<u8>)>, Error> {
    let refused = |error| Error::io("read", path, error);
    // Checked before opening, because opening a pipe waits for its other end.
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

/// The contents; empty if there is no such file.
pub fn contents(path: &Path) -> Result<Vec<u8>, Error> {
    Ok(read(path)?.map(|(_, bytes)| bytes).unwrap_or_default())
}

/// The first line without its line feed, if it is complete.
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

/// The last process that declared itself the writer: the last author of a journal, or the text of a
/// lock file.
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

/// The most bytes of a line that names a process.
const LONGEST_HOLDER: usize = 512;

/// The name of a journal while it is being written.
pub fn part(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".part");
    name.into()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use std::path::Path;

    use super::{contents, holder, is_there, part};
    use crate::error::Error;
    use crate::files::open_locked;

    #[test]
    fn regular_absent_and_other_files_are_distinguished() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        assert!(!is_there(&at("nothing")).unwrap());
        fs::write(at("file"), "text").unwrap();
        assert!(is_there(&at("file")).unwrap());
        let problem = |name: &str| is_there(&at(name)).unwrap_err().to_string();
        fs::create_dir(at("folder")).unwrap();
        assert!(problem("folder").contains("it is a folder"));
        // A path below a file is an error, not an absent file.
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

    #[test]
    fn the_holder_is_read_from_the_file() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("lock");
        let _held = open_locked(&path, false, holder).unwrap();
        for (text, author) in [
            ("process 17 on a host\n", "process 17 on a host"),
            ("", "another process"),
            ("anything", "another process"),
        ] {
            fs::write(&path, text).unwrap();
            let error = open_locked(&path, false, holder).unwrap_err().to_string();
            assert!(error.contains(&format!("written by {author};")), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn irregular_files_are_not_opened() {
        assert!(matches!(contents(Path::new("/dev/zero")), Err(Error::JournalPath { .. })));
        let place = tempfile::tempdir().unwrap();
        let large = place.path().join("large");
        fs::File::create(&large).unwrap().set_len(super::MOST_BYTES + 1).unwrap();
        let error = contents(&large).unwrap_err().to_string();
        assert!(error.contains("larger than any journal"), "{error}");
    }

    #[test]
    fn a_part_is_in_the_folder_of_its_file() {
        assert_eq!(part(Path::new("a/name")), Path::new("a/name.part"));
    }
}
