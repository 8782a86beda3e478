//! What the command line adds to an error of the library: the flags to write instead.

use cavalcade::Error;

/// The words that follow the error's own, their comma or semicolon included.
pub fn advice(error: &Error) -> Option<String> {
    let words = match error {
        Error::PieceName { .. } => ", or give --leaper 1,2",
        Error::TieRuleBoard { .. } => ", or --method divide",
        Error::NoMethod { .. } => "; leave out --method",
        Error::TooManyClasses { .. } => "; allow more with --memory, or give a smaller board",
        Error::OutOfMemory { .. } => {
            "; allow more with --memory, or give --scratch a folder on a large disk"
        }
        Error::Memory { .. } => "; give fewer --threads or more --memory, or take --method search",
        Error::TooManySymmetries { .. } => "; leave out --unique",
        Error::ResultsRow { .. } => " or give another --output",
        // A folder holds checkpoints.
        Error::JournalLocked { path, .. } if path.is_dir() => ", or give another --checkpoint",
        Error::JournalLocked { .. } => ", or give another --journal",
        Error::JournalForeign { .. } => "; give another --journal, or ask as it was asked",
        Error::JournalDamaged { .. } => {
            "; with --salvage merge leaves it out, and the run that wrote it recomputes it"
        }
        Error::Io { action: "lock", .. } => {
            ", or give --shard 0/1 and a folder, where each run has a file of its own"
        }
        Error::CheckpointForeign { .. } => "; give another --checkpoint, or ask as it was asked",
        Error::Threads { .. } => "; ask for fewer with --threads",
        _ => return None,
    };
    Some(words.into())
}

/// An error with its causes, on one line, each with what is advised.
pub fn in_words(error: &anyhow::Error) -> String {
    let advised = |cause: &(dyn std::error::Error + 'static)| {
        let advice = cause.downcast_ref().and_then(advice);
        format!("{cause}{}", advice.unwrap_or_default())
    };
    error.chain().map(advised).collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use cavalcade::Error;

    use super::in_words;

    #[test]
    fn advice_stands_behind_the_error_and_before_its_cause() {
        let source = std::io::Error::other("none left").into();
        let error = Error::Threads { threads: 9, source };
        let words = "cannot start 9 threads; ask for fewer with --threads: none left";
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
    fn what_needs_no_flag_is_said_as_the_library_says_it() {
        let error = Error::NotACount { text: "x".into() };
        assert_eq!(in_words(&anyhow::anyhow!("other")), "other");
        assert_eq!(in_words(&error.into()), "\"x\" is not a count; write decimal digits only");
    }
}
