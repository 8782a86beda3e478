//! The advice that the command line adds to an error of the library: the flags to write.

use cavalcade::Error;
use cavalcade::error::{PictureError, Shortage};

use crate::cli::input::memory::own;

/// The advice, including its leading comma or semicolon.
pub fn advice(error: &Error) -> Option<String> {
    let words = match error {
        Error::PieceName { .. } => ", or give --leaper 1,2",
        Error::TieRuleBoard { .. } => ", or --method divide",
        // The user did not name it.
        Error::NoMethod { method: "auto", .. } => return None,
        Error::NoMethod { .. } => "; leave out --method",
        Error::TooManyClasses { .. } => "; allow more with --memory, or give a smaller board",
        Error::OutOfMemory { .. } | Error::Short(Shortage::Least { .. }) => {
            "; allow more with --memory"
        }
        Error::Short(Shortage::OfUnit { .. }) => {
            "; allow more with --memory, or make smaller units with --split"
        }
        Error::TooManySymmetries { purpose: "find the tours that they keep" } => {
            "; leave out --symmetric"
        }
        Error::TooManySymmetries { .. } => "; leave out --unique",
        Error::ResultsRow { .. } => " or give another --output",
        Error::Picture(PictureError { remedy: "ask for fewer", .. }) => " with --first",
        Error::Short(Shortage::Refused { .. }) => "; allow less with --memory",
        Error::Short(Shortage::Threads { .. }) => "; ask for fewer with --threads",
        // A folder means the layers of a sweep.
        Error::JournalLocked { path, .. } if path.is_dir() => ", or give another folder",
        Error::JournalLocked { path, .. } if path.extension().is_some_and(|end| end == "csv") => {
            ", or give another --output"
        }
        Error::JournalLocked { .. } => ", or give another --journal",
        Error::JournalForeign { .. } => "; give another journal, or ask as it was asked",
        Error::JournalDamaged { .. } => {
            "; with --salvage merge leaves it out, and the run that wrote it recomputes it"
        }
        Error::Io { action: "lock", .. } => ", or add --no-lock if no other run writes there",
        Error::CheckpointForeign { .. } => "; give another --checkpoint, or ask as it was asked",
        _ => return None,
    };
    Some(words.into())
}

/// Converts the error's memory limit, the method's, to that of `--memory`, which includes the
/// program's own memory.
fn in_all(error: &Error) -> Option<Error> {
    let own = own();
    Some(match error {
        Error::Short(Shortage::Least { what, needed, free }) => {
            let (what, needed, free) = (what.clone(), needed + own, free + own);
            Shortage::Least { what, needed, free }.into()
        }
        Error::TooManyClasses { what, classes, limit } => {
            Error::TooManyClasses { what: what.clone(), classes: *classes, limit: limit + own }
        }
        &Error::OutOfMemory { ref what, layer, layers, classes, limit } => {
            let (what, limit) = (what.clone(), limit + own);
            Error::OutOfMemory { what, layer, layers, classes, limit }
        }
        _ => return None,
    })
}

/// An error with its causes and advice, on one line.
pub fn in_words(error: &anyhow::Error) -> String {
    let advised = |cause: &(dyn std::error::Error + 'static)| {
        let known = cause.downcast_ref();
        let words = known.and_then(in_all).map_or_else(|| cause.to_string(), |e| e.to_string());
        words + &known.and_then(advice).unwrap_or_default()
    };
    error.chain().map(advised).collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use cavalcade::Error;
    use cavalcade::error::Shortage;

    use super::in_words;

    #[test]
    fn advice_follows_the_error_and_precedes_its_cause() {
        let source = std::io::Error::other("none left").into();
        let error = Error::from(Shortage::Threads { threads: 9, source });
        let words = "cannot start 9 more threads; ask for fewer with --threads: none left";
        assert_eq!(in_words(&error.into()), words);
        let error = Error::JournalLocked { path: "a".into(), holder: "me".into() };
        let words = "a is being written by me; wait for it, or give another --journal";
        assert_eq!(in_words(&error.into()), words);
        let (path, what) = ("a".into(), "unit 7".into());
        let error = Error::JournalDamaged { path, line: 3, what, more: 1 };
        let words = "a: line 3 (unit 7) is damaged, and 1 more; with --salvage merge leaves it \
                     out, and the run that wrote it recomputes it";
        assert_eq!(in_words(&error.into()), words);
    }

    #[test]
    fn the_advice_includes_the_memory_of_the_program() {
        let (what, needed, free) = ("8x8".into(), 40 << 20, 20 << 20);
        let words = in_words(&Error::from(Shortage::Least { what, needed, free }).into());
        let expected = "8x8: needs 40 MiB of memory at least, and may use 20 MiB";
        assert_eq!(words, format!("{expected}; allow more with --memory"));
        let folder = tempfile::tempdir().expect("there is a place for temporary files");
        let locked = Error::JournalLocked { path: folder.path().into(), holder: "me".into() };
        assert!(in_words(&locked.into()).ends_with("wait for it, or give another folder"));
    }
}
