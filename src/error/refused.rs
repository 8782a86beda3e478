//! Words for errors of the file system.

/// What the user should check. Reading needs no free space.
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

/// The words for the number of further items.
pub(super) fn others(more: usize) -> String {
    if more > 0 { format!(", and {more} more") } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::{others, to_check};

    #[test]
    fn only_what_is_written_needs_room() {
        for action in ["read", "look at", "find", "list", "read the folder"] {
            assert!(!to_check(action).contains("space"), "{action}");
        }
        for action in ["write", "make the folder", "rename", "save the folder"] {
            assert!(to_check(action).contains("free space"), "{action}");
        }
        assert!(to_check("lock").contains("has locks") && !to_check("lock").contains("space"));
        assert_eq!((others(0), others(2)), (String::new(), ", and 2 more".into()));
    }
}
