//! `Folder`: a [`Shelf`] on disk, for the states of long units.
//!
//! A file is a line that names the format, then frames: length, CRC-32C begun with that of
//! the frame before, bytes. The first frame says to which question the file belongs, an
//! empty one ends it; so a file that was cut, turned around or put together from others is
//! found out. A file is written under another name, synced and renamed.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crc32c::crc32c_append;

use super::file::{open_locked, sync_folder};
use crate::engine::{Put, Shelf};
use crate::error::Error;

/// The first line of a file; another format is refused, never guessed.
const FORMAT: &[u8] = b"cavalcade-checkpoint 1\n";

/// Bytes that are read or written at a time.
const BUFFER: usize = 1 << 20;

/// A longer frame than this was never written.
const LONGEST: usize = 1 << 26;

/// A folder of one question's files, held by one process.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    question: String,
    _lock: File,
}

impl Folder {
    /// Opens the folder, made if it is not there, for the question of this fingerprint.
    ///
    /// # Errors
    /// [`Error::JournalLocked`] if another process holds it; [`Error::Io`].
    pub fn open(path: &Path, question: &str) -> Result<Folder, Error> {
        fs::create_dir_all(path).map_err(|error| Error::io("make the folder", path, error))?;
        let lock = open_locked(&path.join("lock"))?;
        Ok(Folder { path: path.into(), question: question.into(), _lock: lock })
    }

    fn fill(
        &self,
        path: &Path,
        fill: &mut dyn FnMut(Put<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let refused = |error| Error::io("write", path, error);
        let file = File::create(path).map_err(refused)?;
        let mut out = BufWriter::with_capacity(BUFFER, file);
        out.write_all(FORMAT).map_err(refused)?;
        let mut sum = 0;
        let mut put = |frame: &[u8]| {
            sum = crc32c_append(sum, frame);
            out.write_all(&(frame.len() as u32).to_le_bytes())?;
            out.write_all(&sum.to_le_bytes())?;
            out.write_all(frame)
        };
        put(self.question.as_bytes()).map_err(refused)?;
        fill(&mut |frame| {
            assert!((1..=LONGEST).contains(&frame.len()), "an empty frame ends a file");
            put(frame).map_err(refused)
        })?;
        put(&[]).map_err(refused)?;
        let file = out.into_inner().map_err(|error| refused(error.into_error()))?;
        file.sync_all().map_err(refused)
    }
}

impl Shelf for Folder {
    fn write(
        &self,
        name: &str,
        fill: &mut dyn FnMut(Put<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (part, path) = (self.path.join(format!("{name}.part")), self.path.join(name));
        if let Err(error) = self.fill(&part, fill) {
            // The room that it took is given back; nobody reads such a file.
            let _ = fs::remove_file(&part);
            return Err(error);
        }
        fs::rename(&part, &path).map_err(|error| Error::io("rename to", &path, error))?;
        sync_folder(&path)
    }

    fn read(
        &self,
        name: &str,
        take: &mut dyn FnMut(&[u8]) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        let path = self.path.join(name);
        let file = match File::open(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            opened => opened.map_err(|error| Error::io("open", &path, error))?,
        };
        let mut frames =
            Frames { path: &path, from: BufReader::with_capacity(BUFFER, file), at: 0, sum: 0 };
        let mut format = [0; FORMAT.len()];
        frames.exactly(&mut format)?;
        if format != FORMAT {
            return Err(frames.damaged("this is no checkpoint of this version"));
        }
        let mut frame = Vec::new();
        frames.next(&mut frame)?;
        if frame != self.question.as_bytes() {
            let holds = String::from_utf8_lossy(&frame).into_owned();
            return Err(Error::CheckpointForeign { path, holds });
        }
        while frames.next(&mut frame)? {
            if !take(&frame)? {
                return Ok(true);
            }
        }
        if frames.exactly(&mut [0]).is_ok() {
            return Err(frames.damaged("the file goes on after its end"));
        }
        Ok(true)
    }

    fn names(&self) -> Result<Vec<String>, Error> {
        let refused = |error| Error::io("list", &self.path, error);
        let entries = fs::read_dir(&self.path).map_err(refused)?;
        let name = |entry: std::io::Result<fs::DirEntry>| {
            entry.map(|entry| entry.file_name().to_string_lossy().into_owned())
        };
        entries.map(name).collect::<Result<_, _>>().map_err(refused)
    }

    fn lacks(&self, name: &str) -> Error {
        let path = self.path.join(name);
        Error::CheckpointDamaged { path, problem: "the file is missing", at: 0 }
    }

    fn remove(&self, name: &str) -> Result<(), Error> {
        let path = self.path.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(Error::io("remove", &path, error))
            }
            _ => Ok(()),
        }
    }
}

/// Reads the frames of one file.
struct Frames<'p> {
    path: &'p Path,
    from: BufReader<File>,
    at: u64,
    sum: u32,
}

impl Frames<'_> {
    fn damaged(&self, problem: &'static str) -> Error {
        Error::CheckpointDamaged { path: self.path.into(), problem, at: self.at }
    }

    fn exactly(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        match self.from.read_exact(bytes) {
            Ok(()) => {
                self.at += bytes.len() as u64;
                Ok(())
            }
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                Err(self.damaged("the file ends before its end mark"))
            }
            Err(error) => Err(Error::io("read", self.path, error)),
        }
    }

    /// The next frame; false at the end mark.
    fn next(&mut self, frame: &mut Vec<u8>) -> Result<bool, Error> {
        let (mut len, mut sum) = ([0; 4], [0; 4]);
        self.exactly(&mut len)?;
        self.exactly(&mut sum)?;
        let len = u32::from_le_bytes(len) as usize;
        if len > LONGEST {
            return Err(self.damaged("a frame is too long"));
        }
        frame.resize(len, 0);
        let start = self.at;
        self.exactly(frame)?;
        self.sum = crc32c_append(self.sum, frame);
        if self.sum != u32::from_le_bytes(sum) {
            self.at = start;
            return Err(self.damaged("a checksum differs"));
        }
        Ok(len > 0)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Folder, Shelf};
    use crate::error::Error;

    fn filled(folder: &Folder, frames: &[&[u8]]) {
        folder.write("layer", &mut |put| frames.iter().try_for_each(|frame| put(frame))).unwrap();
    }

    fn frames(folder: &Folder) -> Result<Vec<Vec<u8>>, Error> {
        let mut frames = Vec::new();
        let found = folder.read("layer", &mut |frame| {
            frames.push(frame.to_vec());
            Ok(true)
        })?;
        assert!(found || frames.is_empty());
        Ok(frames)
    }

    #[test]
    fn what_was_put_is_read_and_replaced_and_removed() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path(), "a question").unwrap();
        assert!(frames(&folder).unwrap().is_empty());
        filled(&folder, &[b"one", &[7; 3000]]);
        assert_eq!(frames(&folder).unwrap(), [b"one".to_vec(), vec![7; 3000]]);
        filled(&folder, &[b"two"]);
        assert_eq!(frames(&folder).unwrap(), [b"two".to_vec()]);
        // A write that fails leaves the file of before, and no other.
        let failed = folder.write("layer", &mut |put| {
            put(b"three")?;
            Err(Error::NotATour { problem: "any", at: 0 })
        });
        assert!(failed.is_err());
        assert_eq!(frames(&folder).unwrap(), [b"two".to_vec()]);
        assert!(!place.path().join("layer.part").exists());
        folder.remove("layer").unwrap();
        folder.remove("layer").unwrap();
        assert!(frames(&folder).unwrap().is_empty());
    }

    #[test]
    fn every_flipped_byte_and_every_cut_is_found() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path(), "a question").unwrap();
        filled(&folder, &[b"one", b"another frame"]);
        let path = place.path().join("layer");
        let good = fs::read(&path).unwrap();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x40;
            fs::write(&path, &bad).unwrap();
            assert!(frames(&folder).is_err(), "byte {at}");
            fs::write(&path, &good[..at]).unwrap();
            assert!(frames(&folder).is_err(), "cut at {at}");
        }
        fs::write(&path, [&good[..], b"x"].concat()).unwrap();
        assert!(frames(&folder).is_err());
        fs::write(&path, &good).unwrap();
        assert_eq!(frames(&folder).unwrap().len(), 2);
    }

    #[test]
    fn other_questions_and_other_processes_are_refused() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path(), "a question").unwrap();
        filled(&folder, &[b"one"]);
        let locked = Folder::open(place.path(), "a question").unwrap_err();
        assert!(matches!(locked, Error::JournalLocked { .. }), "{locked}");
        drop(folder);
        let other = Folder::open(place.path(), "another question").unwrap();
        let error = frames(&other).unwrap_err();
        assert!(error.to_string().contains("\"a question\""), "{error}");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path(), "a question").unwrap();
        filled(&folder, &[b"one", b"three"]);
        let mut names = folder.names().unwrap();
        names.retain(|name| name != "lock");
        assert_eq!(names, ["layer"]);
        let told = |folder: &Folder| frames(folder).unwrap_err().to_string();
        let path = place.path().join("layer");
        let whole = fs::read(&path).unwrap();
        let write = |bytes: &[u8]| fs::write(&path, bytes).unwrap();
        // The second frame's last byte, and where its bytes begin.
        let three = whole.windows(5).position(|bytes| bytes == b"three").unwrap();
        let mut damaged = whole.clone();
        damaged[three + 4] ^= 1;
        write(&damaged);
        assert!(told(&folder).contains(&format!("byte {three}")), "{}", told(&folder));
        write(&whole[..three + 2]);
        assert!(told(&folder).contains("ends before its end mark"), "{}", told(&folder));
        let mut long = whole.clone();
        long[three - 8..three - 4].copy_from_slice(&u32::MAX.to_le_bytes());
        write(&long);
        assert!(told(&folder).contains("a frame is too long"), "{}", told(&folder));
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(matches!(frames(&folder), Err(Error::Io { .. })), "it is a folder");
        assert!(folder.remove("layer").is_err());
        fs::write(place.path().join("file"), "").unwrap();
        assert!(folder.read("file/below", &mut |_| Ok(true)).is_err());
    }
}
