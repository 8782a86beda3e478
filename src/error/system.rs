//! What the operating system answers.

use std::io;
use std::path::Path;

use super::Error;

impl Error {
    /// Wraps what the operating system answered to `action` on `path`.
    pub fn io(action: &'static str, path: &Path, source: io::Error) -> Error {
        Error::Io { action, path: path.into(), source }
    }
}
