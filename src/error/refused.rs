//! What a file system refused, in words.

use std::io;
use std::path::Path;

use super::Error;

impl Error {
    /// Wraps what the operating system answered to `action` on `path`.
    pub fn io(action: &'static str, path: &Path, source: io::Error) -> Error {
        Error::Io { action, path: path.into(), source }
    }
}

/// What to look at: what is only read needs no room.
pub(super) fn to_check(action: &str) -> &'static str {
    let reads = ["read", "look at", "find", "list"];
    match action {
        "lock" => {
            "that its file system has locks, without which two runs could write there at once"
        }
        reading if reads.iter().any(|read| reading.starts_with(read)) => {
            "the path and its permissions"
        }
        _ => "the path, its permissions and the free space",
    }
}

/// How many more there are.
pub(super) fn others(more: usize) -> String {
    if more > 0 { format!(", and {more} more") } else { String::new() }
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
