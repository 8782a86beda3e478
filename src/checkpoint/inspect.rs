//! Inspects a folder of checkpoints without locking it.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use super::dir_store::{LOCK, holder};
use super::frames::{OurName, beginning};
use crate::error::Error;

/// A file in a folder of checkpoints.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckpointFile {
    /// The name that its writer uses: `layer`, `sweep-0`.
    pub name: String,
    /// The fingerprint of its question; `None` if its beginning is damaged.
    pub question: Option<String>,
    /// Its first frame, which describes the others; empty if it cannot be read.
    pub head: Vec<u8>,
    /// Its size.
    pub bytes: u64,
    /// The time of the last modification since 1970, if the system provides it.
    pub modified: Option<Duration>,
    /// True for a file that is being written, or whose writing was interrupted.
    pub is_part: bool,
}

/// A folder of checkpoints.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FolderContents {
    /// The last holder, as `process 4711 on node7`; it may still be running.
    pub holder: Option<String>,
    /// Its files by name. There are none before the first layer is saved, nor after the last one is
    /// done.
    pub files: Vec<CheckpointFile>,
}

/// Inspects a folder; `None` if it is not a folder of checkpoints. Nothing is locked or changed. A
/// file that disappears meanwhile is left out.
///
/// # Errors
/// [`Error::Io`] if the folder cannot be read.
pub fn inspect(folder: &Path) -> Result<Option<FolderContents>, Error> {
    let refused = |error| Error::io("list", folder, error);
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotADirectory => return Ok(None),
        entries => entries.map_err(refused)?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry.map_err(refused)?;
        let Some(OurName { inner, is_part, .. }) = OurName::of(entry.file_name()) else { continue };
        let Ok(about) = entry.metadata() else { continue };
        if !about.is_file() {
            continue;
        }
        let (question, head) = match beginning(&entry.path()) {
            Ok((question, _, head)) => (Some(question), head),
            Err(Error::Io { .. }) => continue,
            Err(_) => (None, Vec::new()),
        };
        files.push(CheckpointFile {
            name: inner,
            question,
            head,
            bytes: about.len(),
            modified: about.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok()),
            is_part,
        });
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let holder = holder(&folder.join(LOCK));
    if files.is_empty() && holder.is_none() {
        return Ok(None);
    }
    Ok(Some(FolderContents { holder: holder.filter(|line| !line.is_empty()), files }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::inspect;
    use crate::checkpoint::DirStore;
    use crate::engine::CheckpointStore;

    #[test]
    fn a_locked_folder_can_be_inspected() {
        let place = tempfile::tempdir().unwrap();
        assert!(inspect(place.path()).unwrap().is_none(), "nothing is there");
        fs::write(place.path().join("cavalcade-notes.txt"), "mine").unwrap();
        fs::write(place.path().join("cavalcade-odd.checkpoint"), "mine").unwrap();
        let store = DirStore::open(place.path(), "a question").unwrap().held_by("process 17 on a");
        store.write("layer", &mut |put| put(b"head").and_then(|()| put(&[7; 5000]))).unwrap();
        let found = inspect(place.path()).unwrap().unwrap();
        assert_eq!(found.holder.as_deref(), Some("process 17 on a"));
        let listed: Vec<_> = found.files.iter().map(|f| (f.name.as_str(), &f.question)).collect();
        assert_eq!(listed, [("layer", &Some("a question".to_string())), ("odd", &None)]);
        let layer = &found.files[0];
        assert_eq!((&layer.head[..], layer.is_part), (&b"head"[..], false));
        let size = fs::metadata(place.path().join("cavalcade-layer.checkpoint")).unwrap().len();
        assert_eq!(layer.bytes, size);
        // A file that is being written is reported, too.
        let part = place.path().join("cavalcade-layer.checkpoint.part");
        fs::copy(place.path().join("cavalcade-layer.checkpoint"), part).unwrap();
        assert!(inspect(place.path()).unwrap().unwrap().files[1].is_part);
        assert!(DirStore::open(place.path(), "a question").is_err(), "it is held all the same");
        assert!(inspect(&place.path().join("none")).is_err());
        assert!(inspect(&place.path().join("cavalcade-notes.txt")).unwrap().is_none(), "a file");
    }
}
