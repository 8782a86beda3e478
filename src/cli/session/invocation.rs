//! The words of this invocation, as a shell would read them again.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

/// Flags that say how a run is made and not what is asked, true if a value follows: a command
/// for one unit leaves them out.
const HOW: [(&str, bool); 8] = [
    ("--method", true),
    ("--threads", true),
    ("--journal", true),
    ("--checkpoint", true),
    ("--scratch", true),
    ("--shard", true),
    ("--output", true),
    ("--salvage", false),
];

/// The command as it was given, ready to paste.
pub fn command() -> String {
    quoted(&std::env::args_os().collect::<Vec<_>>())
}

/// The same question for one unit alone, by this method.
pub fn command_for_unit(method: &str, id: usize, units: usize) -> String {
    let words: Vec<_> = std::env::args_os().collect();
    let ask = quoted(&without_how(&words));
    format!("{ask} --method {method} --shard {id}/{units} --threads 1")
}

/// Words as a shell reads them.
fn quoted(words: &[OsString]) -> String {
    let quote = |word: &OsString| {
        let quoted = shlex::bytes::try_quote(word.as_bytes());
        let quoted = quoted.expect("an argument holds no NUL");
        String::from_utf8_lossy(&quoted).into_owned()
    };
    words.iter().map(quote).collect::<Vec<_>>().join(" ")
}

/// The words without the flags that say how.
fn without_how(words: &[OsString]) -> Vec<OsString> {
    let mut left = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let text = word.to_string_lossy();
        let is_with_value =
            |flag: &str| text.strip_prefix(flag).is_some_and(|v| v.starts_with('='));
        match HOW.iter().find(|(flag, _)| text == *flag || is_with_value(flag)) {
            Some((flag, true)) if text == *flag => drop(rest.next()),
            Some(_) => {}
            None => left.push(word.clone()),
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::{quoted, without_how};

    fn words(text: &str) -> Vec<OsString> {
        shlex::split(text).unwrap().into_iter().map(OsString::from).collect()
    }

    #[test]
    fn only_the_question_is_left() {
        let full = "bin tours -q 5x5 --threads 2 --closed --journal=a --shard 1/2 --method search";
        assert_eq!(quoted(&without_how(&words(full))), "bin tours -q 5x5 --closed");
    }

    #[test]
    fn words_with_spaces_and_quotes_survive_the_shell() {
        let odd = ["tours", "a b", "it's", "--x=\"y\"", "", "*"].map(OsString::from);
        assert_eq!(words(&quoted(&odd)), odd);
    }
}
