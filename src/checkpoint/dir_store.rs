//! `DirStore`: a [`CheckpointStore`] on disk, a folder with a file for each name.
//!
//! A file is written without a name, or under a temporary one, and synced; a file under its final
//! name is always whole. A lock on a marker file gives one process the folder.
//!
//! The folder may hold other files, which stay untouched. Our names are distinctive; and whatever
//! its name, a file is replaced or removed only if its first bytes show that it is a checkpoint of
//! this very question.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::frames::{FrameReader, FrameWriter, OurName, Owner, owner};
use crate::engine::{CheckpointStore, Put};
use crate::error::Error;
use crate::files::{open_locked, open_regular};

/// The marker file of a folder of checkpoints. The process that holds the folder locks it and
/// writes its name into it.
pub const LOCK: &str = "cavalcade-checkpoints.lock";
/// The marker's first line.
const MARK: &str = "cavalcade-checkpoints\n";

/// A folder of one question's checkpoints, held by one process.
#[derive(Debug)]
pub struct DirStore {
    path: PathBuf,
    question: String,
    lock: File,
    /// The bytes that its files may have, and have.
    limit: u64,
    used: AtomicU64,
}

impl DirStore {
    /// Opens the folder for the question with this fingerprint. Creates it if necessary, but not
    /// its parents: a typing error in a path must not fill another disk.
    ///
    /// # Errors
    /// [`Error::JournalLocked`] if another process holds it; [`Error::CheckpointForeign`] if it
    /// contains checkpoints of another question; [`Error::Io`].
    pub fn open(path: &Path, question: &str) -> Result<DirStore, Error> {
        DirStore::open_with(path, question, false)
    }

    /// Like [`DirStore::open`]; `lockless` accepts a file system without locks, if no other process
    /// writes there.
    pub fn open_with(path: &Path, question: &str, lockless: bool) -> Result<DirStore, Error> {
        match fs::create_dir(path) {
            Err(_) if path.is_dir() => {}
            made => made.map_err(|error| Error::io("make the folder", path, error))?,
        }
        let lock = lock(path, lockless)?;
        let (limit, used) = (u64::MAX, AtomicU64::new(0));
        let store = DirStore { path: path.into(), question: question.into(), lock, limit, used };
        for OurName { name, is_part, .. } in store.files()? {
            let path = path.join(name);
            match owner(&path, question)? {
                Owner::Another(holds) => return Err(Error::CheckpointForeign { path, holds }),
                // It was interrupted; nothing reads it.
                Owner::Us | Owner::Torn if is_part => remove(&path)?,
                _ => {}
            }
        }
        Ok(store)
    }

    /// Records the holder of the folder, as `process 4711 on node7`.
    pub fn held_by(mut self, holder: &str) -> DirStore {
        tell(&mut self.lock, holder);
        self
    }

    /// The same store with a limit on the bytes of all its files.
    pub fn within(mut self, bytes: u64) -> Result<DirStore, Error> {
        let files = self.files()?.into_iter();
        let used = files.map(|OurName { name, .. }| size(&self.path.join(name))).sum();
        (self.limit, *self.used.get_mut()) = (bytes, used);
        Ok(self)
    }

    /// The path of a file.
    fn place(&self, name: &str) -> PathBuf {
        self.path.join(OurName::whole(name))
    }

    /// The files whose names have our form.
    fn files(&self) -> Result<Vec<OurName>, Error> {
        let refused = |error| Error::io("list", &self.path, error);
        let entries = fs::read_dir(&self.path).map_err(refused)?;
        let files = entries.map(|entry| Ok(OurName::of(entry?.file_name())));
        files.filter_map(Result::transpose).collect::<io::Result<_>>().map_err(refused)
    }

    /// Checks that a file may be replaced or removed: it does not exist, or is ours. A link is
    /// refused.
    fn owns(&self, path: &Path) -> Result<(), Error> {
        match owner(path, &self.question)? {
            Owner::Nobody | Owner::Us => Ok(()),
            Owner::Another(holds) => Err(Error::CheckpointForeign { path: path.into(), holds }),
            Owner::Torn | Owner::Stranger => Err(Error::CheckpointDamaged {
                path: path.into(),
                problem: "it is not a checkpoint of this version",
                at: 0,
            }),
        }
    }

    /// Writes a file, and waits until it is on disk if it is to be synced.
    fn put(
        &self,
        name: &str,
        fill: &mut dyn FnMut(Put<'_>) -> Result<(), Error>,
        is_synced: bool,
    ) -> Result<(), Error> {
        let path = self.place(name);
        self.owns(&path)?;
        // The file that it replaces stays until it is whole.
        let (before, mut written) = (size(&path), 0);
        let mut put = || {
            let mut frames = FrameWriter::new(&path, &self.question, name)?;
            fill(&mut |frame| {
                let bytes = frame.len() as u64;
                written += bytes;
                if self.used.fetch_add(bytes, Relaxed) + bytes > self.limit {
                    let problem = format!("all files there may have {} bytes", self.limit);
                    let error = io::Error::new(ErrorKind::QuotaExceeded, problem);
                    return Err(Error::io("write", &path, error));
                }
                frames.put(frame)
            })?;
            frames.end(is_synced)
        };
        let done = put();
        self.used.fetch_add(size(&path), Relaxed);
        self.used.fetch_sub(before + written, Relaxed);
        done
    }
}

/// The process that the marker of a folder names as its holder.
pub(super) fn holder(marker: &Path) -> Option<String> {
    let mut text = String::new();
    open_regular(marker).ok()?.read_to_string(&mut text).ok()?;
    text.strip_prefix(MARK).map(|line| line.trim_end().to_string())
}

/// Locks the marker of a folder and records the holder, or fails with the current holder.
fn lock(folder: &Path, lockless: bool) -> Result<File, Error> {
    let described = |marker: &Path| holder(marker).unwrap_or_else(|| "another process".into());
    let locked = open_locked(&folder.join(LOCK), lockless, described);
    let mut file = locked.map_err(|error| match error {
        Error::JournalLocked { holder, .. } => Error::JournalLocked { holder, path: folder.into() },
        error => error,
    })?;
    tell(&mut file, &format!("process {}", std::process::id()));
    Ok(file)
}

/// Writes the holder into the marker. The lock does not depend on it.
fn tell(marker: &mut File, holder: &str) {
    let mut begins = Vec::new();
    let read =
        marker.rewind().and_then(|()| marker.take(MARK.len() as u64).read_to_end(&mut begins));
    // A file of other content is not overwritten, whatever its name.
    if read.is_ok() && MARK.as_bytes().starts_with(&begins) {
        let _ = marker
            .set_len(0)
            .and_then(|()| marker.rewind())
            .and_then(|()| writeln!(marker, "{MARK}{holder}"));
    }
}

/// The bytes of a file; 0 if it does not exist.
fn size(path: &Path) -> u64 {
    fs::symlink_metadata(path).map_or(0, |file| file.len())
}

/// Removes a file if it exists.
fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io("remove", path, error)),
        _ => Ok(()),
    }
}

impl CheckpointStore for DirStore {
    fn write(
        &self,
        name: &str,
        fill: &mut dyn FnMut(Put<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.put(name, fill, true)
    }

    fn write_briefly(
        &self,
        name: &str,
        fill: &mut dyn FnMut(Put<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.put(name, fill, false)
    }

    fn read(
        &self,
        name: &str,
        take: &mut dyn FnMut(&[u8]) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        let path = self.place(name);
        let opened = FrameReader::open(&path, &self.question, name)?;
        let Some(mut frames) = opened else { return Ok(false) };
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
        let mut names = Vec::new();
        for OurName { name, inner, is_part } in self.files()? {
            if !is_part && owner(&self.path.join(name), &self.question)? == Owner::Us {
                names.push(inner);
            }
        }
        Ok(names)
    }

    fn wrong(&self, name: &str, problem: &'static str) -> Error {
        Error::CheckpointDamaged { path: self.place(name), problem, at: 0 }
    }

    fn remove(&self, name: &str) -> Result<(), Error> {
        let path = self.place(name);
        self.owns(&path)?;
        let bytes = size(&path);
        remove(&path)?;
        self.used.fetch_sub(bytes, Relaxed);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{CheckpointStore, DirStore, LOCK};
    use crate::error::Error;

    /// The file name for `layer`.
    const LAYER: &str = "cavalcade-layer.checkpoint";

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

    /// A file is written beside the one that it replaces, so both count until it is whole.
    #[test]
    fn files_take_no_more_bytes_than_allowed() {
        let place = tempfile::tempdir().unwrap();
        filled(&DirStore::open(place.path(), "a question").unwrap(), &[b"old"]);
        let old = fs::metadata(place.path().join(LAYER)).unwrap().len();
        let store = DirStore::open(place.path(), "a question").unwrap();
        let store = store.within(old + 100).unwrap();
        let put = |name: &str, bytes: usize| store.write(name, &mut |put| put(&vec![1; bytes]));
        for _ in 0..3 {
            assert!(matches!(put("layer", 101), Err(Error::Io { action: "write", .. })));
            assert_eq!(frames(&store).unwrap(), [b"old".to_vec()]);
            assert!(put("other", 30).is_ok() && put("third", 90).is_err());
            store.remove("other").unwrap();
        }
        assert!(put("layer", 100).is_ok() && put("other", 4).is_err());
        store.remove("layer").unwrap();
        assert!(put("other", 100).is_ok());
    }

    #[test]
    fn files_are_written_read_replaced_and_removed() {
        let place = tempfile::tempdir().unwrap();
        let store = DirStore::open(place.path(), "a question").unwrap();
        assert!(frames(&store).unwrap().is_empty());
        filled(&store, &[b"one", &[7; 3000]]);
        assert_eq!(frames(&store).unwrap(), [b"one".to_vec(), vec![7; 3000]]);
        filled(&store, &[b"two"]);
        assert_eq!(frames(&store).unwrap(), [b"two".to_vec()]);
        // A failed write leaves the previous file, and no other.
        let failed = store.write("layer", &mut |put| {
            put(b"three")?;
            Err(Error::NotATour { problem: "any", at: 0 })
        });
        assert!(failed.is_err());
        assert_eq!(frames(&store).unwrap(), [b"two".to_vec()]);
        assert!(!place.path().join(format!("{LAYER}.part")).exists());
        store.remove("layer").unwrap();
        store.remove("layer").unwrap();
        assert!(frames(&store).unwrap().is_empty());
    }

    #[test]
    fn other_questions_and_other_processes_are_refused() {
        let place = tempfile::tempdir().unwrap();
        let store = DirStore::open(place.path(), "a question").unwrap();
        filled(&store, &[b"one"]);
        let locked = DirStore::open(place.path(), "a question").unwrap_err();
        let us = format!("process {}", std::process::id());
        assert!(matches!(&locked, Error::JournalLocked { holder, .. } if *holder == us));
        let store = store.held_by("process 17 on a host");
        let locked = DirStore::open(place.path(), "a question").unwrap_err();
        assert!(locked.to_string().contains("by process 17 on a host"), "{locked}");
        drop(store);
        let error = DirStore::open(place.path(), "another question").unwrap_err();
        assert!(error.to_string().contains("\"a question\""), "{error}");
        // A partly written file identifies its question as well.
        for part in ["part", "a7Bc9d.part"].map(|end| place.path().join(format!("{LAYER}.{end}"))) {
            fs::copy(place.path().join(LAYER), &part).unwrap();
            let error = DirStore::open(place.path(), "another question").unwrap_err();
            assert!(matches!(error, Error::CheckpointForeign { .. }), "{error}");
            let store = DirStore::open(place.path(), "a question").unwrap();
            assert!(!part.exists() && store.names().unwrap() == ["layer"], "it is ours");
        }
    }

    #[test]
    fn only_the_folder_itself_is_made() {
        let place = tempfile::tempdir().unwrap();
        assert!(DirStore::open(&place.path().join("new"), "a question").is_ok());
        let error = DirStore::open(&place.path().join("slip/new"), "a question").unwrap_err();
        assert!(matches!(error, Error::Io { .. }) && !place.path().join("slip").exists());
        fs::write(place.path().join("file"), "").unwrap();
        assert!(DirStore::open(&place.path().join("file"), "a question").is_err());
    }

    #[test]
    fn foreign_files_stay_whatever_their_names() {
        let place = tempfile::tempdir().unwrap();
        let names = [
            "run-2024.csv",
            "layer-1-2",
            "layer",
            "lock",
            "sweep-0",
            LOCK,
            "cavalcade-run-0-1-2-3.checkpoint",
            "cavalcade-sweep-7.checkpoint",
            "cavalcade-sweep-7.checkpoint.part",
        ];
        for name in names {
            fs::write(place.path().join(name), name).unwrap();
        }
        let store = DirStore::open(place.path(), "a question").unwrap();
        filled(&store, &[b"one"]);
        assert_eq!(store.names().unwrap(), ["layer"]);
        for name in ["sweep-7", "run-0-1-2-3"] {
            let refused = [store.remove(name), store.write(name, &mut |put| put(b"two"))];
            assert!(refused.iter().all(Result::is_err), "{name}");
        }
        drop(store);
        drop(DirStore::open(place.path(), "a question").unwrap());
        for name in names {
            assert_eq!(fs::read_to_string(place.path().join(name)).unwrap(), name);
        }
    }

    #[test]
    fn an_exchanged_file_is_detected() {
        let place = tempfile::tempdir().unwrap();
        let store = DirStore::open(place.path(), "a question").unwrap();
        filled(&store, &[b"one"]);
        let other = place.path().join("cavalcade-sweep-0.checkpoint");
        fs::copy(place.path().join(LAYER), other).unwrap();
        let error = store.read("sweep-0", &mut |_| Ok(true)).unwrap_err();
        assert!(error.to_string().contains("it was written under another name"), "{error}");
    }

    #[test]
    fn errors_describe_the_defect_of_a_file() {
        let place = tempfile::tempdir().unwrap();
        let store = DirStore::open(place.path(), "a question").unwrap();
        filled(&store, &[b"one", b"three"]);
        assert_eq!(store.names().unwrap(), ["layer"]);
        let described = |store: &DirStore| frames(store).unwrap_err().to_string();
        let path = place.path().join(LAYER);
        let whole = fs::read(&path).unwrap();
        let write = |bytes: &[u8]| fs::write(&path, bytes).unwrap();
        // The last byte of the second frame, and the offset where its bytes begin.
        let three = whole.windows(5).position(|bytes| bytes == b"three").unwrap();
        let mut damaged = whole.clone();
        damaged[three + 4] ^= 1;
        write(&damaged);
        assert!(described(&store).contains(&format!("byte {three}")), "{}", described(&store));
        write(&whole[..three + 2]);
        assert!(described(&store).contains("ends before its end mark"), "{}", described(&store));
        let mut long = whole.clone();
        long[three - 8..three - 4].copy_from_slice(&u32::MAX.to_le_bytes());
        write(&long);
        assert!(described(&store).contains("a frame is too long"), "{}", described(&store));
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(matches!(frames(&store), Err(Error::Io { .. })), "it is a folder");
        assert!(store.remove("layer").is_err());
    }
}
