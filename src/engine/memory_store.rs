//! `MemoryStore`: a checkpoint store in memory, for tests.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::checkpoint_store::{CheckpointStore, Put};
use crate::error::Error;

/// The frames of each file.
pub type Files = BTreeMap<String, Vec<Vec<u8>>>;

/// Files in memory; tests may change their frames in ways that no disk would.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    /// The files that exist.
    pub files: Arc<Mutex<Files>>,
    /// The names of all files ever written.
    pub written: Arc<Mutex<Vec<String>>>,
}

impl CheckpointStore for MemoryStore {
    fn write(
        &self,
        name: &str,
        fill: &mut dyn FnMut(Put<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut frames = Vec::new();
        fill(&mut |frame| {
            assert!((1..=1 << 26).contains(&frame.len()), "no file takes such a frame");
            frames.push(frame.to_vec());
            Ok(())
        })?;
        self.written.lock().unwrap().push(name.into());
        self.files.lock().unwrap().insert(name.into(), frames);
        Ok(())
    }

    fn read(
        &self,
        name: &str,
        take: &mut dyn FnMut(&[u8]) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        let Some(frames) = self.files.lock().unwrap().get(name).cloned() else { return Ok(false) };
        for frame in frames {
            if !take(&frame)? {
                break;
            }
        }
        Ok(true)
    }

    fn names(&self) -> Result<Vec<String>, Error> {
        Ok(self.files.lock().unwrap().keys().cloned().collect())
    }

    fn wrong(&self, name: &str, problem: &'static str) -> Error {
        Error::CheckpointDamaged { path: name.into(), problem, at: 0 }
    }

    fn remove(&self, name: &str) -> Result<(), Error> {
        self.files.lock().unwrap().remove(name);
        Ok(())
    }
}
