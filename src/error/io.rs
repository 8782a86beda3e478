//! What the operating system answered.

use std::io;
use std::path::Path;

use super::Error;

impl Error {
    /// Wraps what the operating system answered to `action` on `path`.
    pub fn io(action: &'static str, path: &Path, source: io::Error) -> Error {
        Error::Io { action, path: path.into(), source }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Error;

    #[test]
    fn only_what_is_written_needs_room() {
        let told =
            |action| Error::io(action, Path::new("p"), std::io::Error::other("no")).to_string();
        for action in ["read", "look at", "find", "list", "read the folder"] {
            assert!(!told(action).contains("space"), "{}", told(action));
        }
        for action in ["write", "make the folder", "rename", "save the folder"] {
            assert!(told(action).contains("free space"), "{}", told(action));
        }
        assert!(told("lock").contains("has locks") && !told("lock").contains("space"));
    }
}
