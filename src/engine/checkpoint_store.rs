//! `CheckpointStore`: where a unit that runs for hours keeps how far it is.
//!
//! A [`super::Run`] keeps whole units; a method with one large unit keeps states of its
//! own, its checkpoints, in a store and goes on from there. What is in a store is whole and
//! belongs to the question, or reading it is an error.

use std::fmt::Debug;

use crate::error::Error;

/// Takes one frame of a file.
pub type Put<'p> = &'p mut dyn FnMut(&[u8]) -> Result<(), Error>;

/// Named files of frames.
pub trait CheckpointStore: Debug + Send + Sync {
    /// Writes a file of the frames that `fill` puts. It takes the place of the one of that
    /// name in one instant, when it is safe against a loss of power.
    ///
    /// # Errors
    /// [`Error::Io`], with the file of before still there; and what `fill` fails with.
    fn write(
        &self,
        name: &str,
        fill: &mut dyn FnMut(Put<'_>) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// Hands over the frames of a file in their order, as long as `take` says true; false
    /// if there is no such file.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::CheckpointDamaged`] and [`Error::CheckpointForeign`].
    fn read(
        &self,
        name: &str,
        take: &mut dyn FnMut(&[u8]) -> Result<bool, Error>,
    ) -> Result<bool, Error>;

    /// The names of all files that belong to the question.
    ///
    /// # Errors
    /// [`Error::Io`].
    fn names(&self) -> Result<Vec<String>, Error>;

    /// The error that says what is wrong with a file: that it is not there and should be, or
    /// that it holds something else than a file of that name does.
    fn wrong(&self, name: &str, problem: &'static str) -> Error;

    /// Removes a file if it is there and belongs to the question.
    ///
    /// # Errors
    /// [`Error::Io`]; if it is there and does not.
    fn remove(&self, name: &str) -> Result<(), Error>;
}
