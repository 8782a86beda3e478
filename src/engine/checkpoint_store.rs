//! `CheckpointStore`: where a unit that runs for hours saves its state.
//!
//! A [`super::Run`] records whole units. A method with one large unit saves states of its own, its
//! checkpoints, in a store and resumes from there. A file that is read from a store is whole and
//! belongs to the question; otherwise reading it is an error.

use std::fmt::Debug;

use crate::error::Error;

/// Takes one frame of a file.
pub type Put<'p> = &'p mut dyn FnMut(&[u8]) -> Result<(), Error>;

/// Named files of frames.
pub trait CheckpointStore: Debug + Send + Sync {
    /// Writes a file of the frames that `fill` puts. The new file replaces one of the same name
    /// atomically, once it is safe against a loss of power.
    ///
    /// # Errors
    /// [`Error::Io`], which leaves the previous file in place; and any error of `fill`.
    fn write(
        &self,
        name: &str,
        fill: &mut dyn FnMut(Put<'_>) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// Like [`CheckpointStore::write`], for a file that no later process reads: a loss of power may
    /// undo it.
    ///
    /// # Errors
    /// As [`CheckpointStore::write`].
    fn write_briefly(
        &self,
        name: &str,
        fill: &mut dyn FnMut(Put<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.write(name, fill)
    }

    /// Passes the frames of a file to `take` in order, until `take` returns false. Returns false if
    /// there is no such file.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::CheckpointDamaged`] and [`Error::CheckpointForeign`].
    fn read(
        &self,
        name: &str,
        take: &mut dyn FnMut(&[u8]) -> Result<bool, Error>,
    ) -> Result<bool, Error>;

    /// The names of all files that belong to the question.
    fn names(&self) -> Result<Vec<String>, Error>;

    /// The error for a file that is missing, or whose content is not what a file of that name
    /// holds.
    fn wrong(&self, name: &str, problem: &'static str) -> Error;

    /// Removes a file if it exists and belongs to the question.
    ///
    /// # Errors
    /// [`Error::Io`]; an error if the file exists and belongs to something else.
    fn remove(&self, name: &str) -> Result<(), Error>;
}
