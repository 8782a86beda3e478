//! `DirStore`: a [`CheckpointStore`] on disk: a folder with a file for each name.
//!
//! A file is written under another name, synced and renamed; so what stands under a name is
//! whole, whatever happened. One process holds the folder, by a lock on a file in it.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::frames::{FrameReader, FrameWriter};
use crate::engine::{CheckpointStore, Put};
use crate::error::Error;
use crate::journal::{open_locked, sync_folder};

/// A folder of one question's checkpoints, held by one process.
#[derive(Debug)]
pub struct DirStore {
    path: PathBuf,
    question: String,
    lock: File,
}

impl DirStore {
    /// Opens the folder, made if it is not there, for the question of this fingerprint.
    ///
    /// # Errors
    /// [`Error::JournalLocked`] if another process holds it; [`Error::Io`].
    pub fn open(path: &Path, question: &str) -> Result<DirStore, Error> {
        fs::create_dir_all(path).map_err(|error| Error::io("make the folder", path, error))?;
        let lock = open_locked(&path.join("lock")).map_err(|error| match error {
            Error::JournalLocked { holder, .. } => {
                Error::JournalLocked { path: path.into(), holder }
            }
            other => other,
        })?;
        Ok(DirStore { path: path.into(), question: question.into(), lock })
    }

    /// Leaves word of who holds the folder, as `process 4711 on node7`.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn held_by(mut self, holder: &str) -> Result<DirStore, Error> {
        let written = self.lock.set_len(0).and_then(|()| writeln!(self.lock, "{holder}"));
        written.map_err(|error| Error::io("write", &self.path.join("lock"), error))?;
        Ok(self)
    }

    fn fill(
        &self,
        path: &Path,
        fill: &mut dyn FnMut(Put<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut frames = FrameWriter::new(path, &self.question)?;
        fill(&mut |frame| frames.put(frame))?;
        frames.end()
    }
}

impl CheckpointStore for DirStore {
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
        let Some(mut frames) = FrameReader::open(&path, &self.question)? else { return Ok(false) };
        let mut frame = Vec::new();
        while frames.next(&mut frame)? {
            if !take(&frame)? {
                return Ok(true);
            }
        }
        frames.end()?;
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{CheckpointStore, DirStore};
    use crate::error::Error;

    fn filled(store: &DirStore, frames: &[&[u8]]) {
        store.write("layer", &mut |put| frames.iter().try_for_each(|frame| put(frame))).unwrap();
    }

    fn frames(store: &DirStore) -> Result<Vec<Vec<u8>>, Error> {
        let mut frames = Vec::new();
        let found = store.read("layer", &mut |frame| {
            frames.push(frame.to_vec());
            Ok(true)
        })?;
        assert!(found || frames.is_empty());
        Ok(frames)
    }

    #[test]
    fn what_was_put_is_read_and_replaced_and_removed() {
        let place = tempfile::tempdir().unwrap();
        let store = DirStore::open(place.path(), "a question").unwrap();
        assert!(frames(&store).unwrap().is_empty());
        filled(&store, &[b"one", &[7; 3000]]);
        assert_eq!(frames(&store).unwrap(), [b"one".to_vec(), vec![7; 3000]]);
        filled(&store, &[b"two"]);
        assert_eq!(frames(&store).unwrap(), [b"two".to_vec()]);
        // A write that fails leaves the file of before, and no other.
        let failed = store.write("layer", &mut |put| {
            put(b"three")?;
            Err(Error::NotATour { problem: "any", at: 0 })
        });
        assert!(failed.is_err());
        assert_eq!(frames(&store).unwrap(), [b"two".to_vec()]);
        assert!(!place.path().join("layer.part").exists());
        store.remove("layer").unwrap();
        store.remove("layer").unwrap();
        assert!(frames(&store).unwrap().is_empty());
    }

    #[test]
    fn every_flipped_byte_and_every_cut_is_found() {
        let place = tempfile::tempdir().unwrap();
        let store = DirStore::open(place.path(), "a question").unwrap();
        filled(&store, &[b"one", b"another frame"]);
        let path = place.path().join("layer");
        let good = fs::read(&path).unwrap();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x40;
            fs::write(&path, &bad).unwrap();
            assert!(frames(&store).is_err(), "byte {at}");
            fs::write(&path, &good[..at]).unwrap();
            assert!(frames(&store).is_err(), "cut at {at}");
        }
        fs::write(&path, [&good[..], b"x"].concat()).unwrap();
        assert!(frames(&store).is_err());
        fs::write(&path, &good).unwrap();
        assert_eq!(frames(&store).unwrap().len(), 2);
    }

    #[test]
    fn other_questions_and_other_processes_are_refused() {
        let place = tempfile::tempdir().unwrap();
        let store = DirStore::open(place.path(), "a question").unwrap();
        filled(&store, &[b"one"]);
        let locked = DirStore::open(place.path(), "a question").unwrap_err();
        assert!(matches!(locked, Error::JournalLocked { .. }), "{locked}");
        assert!(locked.to_string().contains("by another process"), "{locked}");
        let store = store.held_by("process 17 on a host").unwrap();
        let locked = DirStore::open(place.path(), "a question").unwrap_err();
        assert!(locked.to_string().contains("by process 17 on a host"), "{locked}");
        drop(store);
        let other = DirStore::open(place.path(), "another question").unwrap();
        let error = frames(&other).unwrap_err();
        assert!(error.to_string().contains("\"a question\""), "{error}");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told() {
        let place = tempfile::tempdir().unwrap();
        let store = DirStore::open(place.path(), "a question").unwrap();
        filled(&store, &[b"one", b"three"]);
        let mut names = store.names().unwrap();
        names.retain(|name| name != "lock");
        assert_eq!(names, ["layer"]);
        let told = |store: &DirStore| frames(store).unwrap_err().to_string();
        let path = place.path().join("layer");
        let whole = fs::read(&path).unwrap();
        let write = |bytes: &[u8]| fs::write(&path, bytes).unwrap();
        // The second frame's last byte, and where its bytes begin.
        let three = whole.windows(5).position(|bytes| bytes == b"three").unwrap();
        let mut damaged = whole.clone();
        damaged[three + 4] ^= 1;
        write(&damaged);
        assert!(told(&store).contains(&format!("byte {three}")), "{}", told(&store));
        write(&whole[..three + 2]);
        assert!(told(&store).contains("ends before its end mark"), "{}", told(&store));
        let mut long = whole.clone();
        long[three - 8..three - 4].copy_from_slice(&u32::MAX.to_le_bytes());
        write(&long);
        assert!(told(&store).contains("a frame is too long"), "{}", told(&store));
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(matches!(frames(&store), Err(Error::Io { .. })), "it is a folder");
        assert!(store.remove("layer").is_err());
        fs::write(place.path().join("file"), "").unwrap();
        assert!(store.read("file/below", &mut |_| Ok(true)).is_err());
    }
}
