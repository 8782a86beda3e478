//! What headers of 0.1.0 call otherwise than those of today, though it is the same.
//!
//! A graph or a keypad from a file was called by the name of the file, a graph with a digest of
//! its text behind it, and mixed pieces kept the order in which they were given.

/// True if two fingerprints tell the same question, method and options. `digest` is that of the
/// file that the graph of the new one was read from.
pub(super) fn is_same(old: &str, new: &str, digest: Option<u32>) -> bool {
    let ((old, by), (new, new_by)) = (parted(old), parted(new));
    if by != new_by {
        return false;
    }
    if let Some(at) = old.find(" graph:") {
        let Some(there) = new.find(" graph:") else { return false };
        let is_read = digest.is_some_and(|sum| old[at..].contains(&format!("#{sum:08x}")));
        // The ends of tours stand in front or among the options, as numbers; behind the graph
        // they have the names that its file gives them.
        let behind = |text: &str| text.rfind(" length ").map(|at| text[at..].to_string());
        return is_read && old[..at] == new[..there] && behind(old) == behind(new);
    }
    if let Some(at) = old.find(" @") {
        // Nothing else is known of the file, and 0.1.0 asked no more.
        let (Some(length), Some(new_length)) = (old.rfind(" length "), new.rfind(" length "))
        else {
            return false;
        };
        let place = new[..new_length].rfind(' ').unwrap_or(0);
        return old[..at] == new[..place] && old[length..] == new[new_length..];
    }
    let words = |text: &str| text.split(' ').map(sorted).collect::<Vec<_>>();
    words(old) == words(new)
}

/// The question, and the method with its options.
fn parted(fingerprint: &str) -> (&str, &str) {
    let methods = ["search", "frontier", "end ", "ends ", "kin", "quadrants", "transfer"];
    let at = |method: &&str| fingerprint.rfind(&format!(", {method}"));
    let at = methods.iter().filter_map(at).min().unwrap_or(fingerprint.len());
    fingerprint.split_at(at)
}

/// The parts of a mixed piece in the order of their names.
fn sorted(word: &str) -> String {
    let mut parts: Vec<_> = word.split('+').collect();
    parts.sort_unstable();
    parts.join("+")
}

#[cfg(test)]
mod tests {
    use super::is_same;

    const SEARCH: &str = ", search by link, 8 symmetries, split 1024";

    fn same(old: &str, new: &str) -> bool {
        let with = |text: &str| format!("{text}{SEARCH}");
        is_same(&with(old), &with(new), Some(0x0bad_cafe))
    }

    #[test]
    fn graphs_are_known_by_the_text_of_their_file() {
        let old = "tours open 3 graph graph:a file.txt#0badcafe from 3";
        assert!(same(old, "tours open 3 graph graph:DQc from d"));
        assert!(!same(old, "tours open 2 graph graph:DQc from c"), "another end");
        assert!(!same(old, "tours closed 3 graph graph:DQc from d"), "another kind");
        assert!(!same(old, "tours open 3 knight 5x5 from d4"), "a board");
        assert!(!same("tours open graph graph:a#0badcaff", "tours open graph graph:DQc"));
        assert!(!is_same(&format!("{old}{SEARCH}"), "tours open 3 graph graph:DQc", None));
        let walks = "walks walk graph graph:a#0badcafe length 3";
        assert!(same(walks, "walks walk graph graph:DQc length 3"));
        assert!(!same(walks, "walks walk graph graph:DQc length 4"));
        assert!(!same(walks, "walks walk graph graph:DQc length 3 from 1"));
    }

    #[test]
    fn keypads_are_known_by_all_but_the_name_of_their_file() {
        let old = "walks knight @my pad.txt length 5 at most 1 of A";
        assert!(same(old, "walks knight keypad:AB/CD length 5 at most 1 of A"));
        assert!(!same(old, "walks king keypad:AB/CD length 5 at most 1 of A"));
        assert!(!same(old, "walks knight keypad:AB/CD length 5"));
        assert!(!same(old, "tours open knight 5x5"));
    }

    #[test]
    fn mixed_pieces_may_stand_in_another_order() {
        assert!(same("tours open knight+ferz 3x3", "tours open ferz+knight 3x3"));
        assert!(!same("tours open knight+ferz 3x3", "tours open ferz+camel 3x3"));
        assert!(!same("tours open knight 3x3", "tours open knight 3x4"));
        let knight = "tours open knight 3x3";
        assert!(!is_same(&format!("{knight}{SEARCH}"), &format!("{knight}, frontier"), None));
    }
}
