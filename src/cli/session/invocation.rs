//! The words of this command line, quoted for a shell.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::sync::OnceLock;

use super::terminal::is_obeyed;

/// Flags that affect how a run is made, but not the question; true if a value follows. The command
/// for a single unit omits them.
const HOW: [(&str, bool); 12] = [
    ("--method", true),
    ("--threads", true),
    ("--journal", true),
    ("--checkpoint", true),
    ("--scratch", true),
    ("--disk", true),
    ("--shard", true),
    ("--output", true),
    ("--metrics", true),
    ("--progress", true),
    ("--salvage", false),
    ("--no-lock", false),
];

static WORDS: OnceLock<Vec<OsString>> = OnceLock::new();
static VARIABLES: OnceLock<Vec<String>> = OnceLock::new();

/// Sets, once, the words of the command line extended by flags from variables, and the names of
/// these variables.
pub fn set(words: Vec<OsString>, variables: Vec<String>) {
    let _ = (WORDS.set(words), VARIABLES.set(variables));
}

/// The variables that provide flags of this command line.
pub fn variables() -> &'static [String] {
    VARIABLES.get().map_or(&[], Vec::as_slice)
}

/// True if the flag comes from a variable. Then a flag without effect is not an error.
pub fn is_variable(flag: &str) -> bool {
    variables().iter().any(|name| *name == variable(flag))
}

/// The variable of a flag: `CAVALCADE_CUT_AT` for `cut-at`.
pub fn variable(flag: &str) -> String {
    format!("CAVALCADE_{}", flag.to_uppercase().replace('-', "_"))
}

fn words() -> Vec<OsString> {
    WORDS.get().cloned().unwrap_or_else(|| std::env::args_os().collect())
}

/// The command with the flags of variables, ready to paste.
pub fn command() -> String {
    quoted(&words())
}

/// The command that counts one unit of the same question by this method.
pub fn command_for_unit(method: &str, id: usize, units: usize) -> String {
    let ask = quoted(&without_how(&words()));
    format!("{ask} --method {method} --shard {id}/{units} --threads 1")
}

fn quoted(words: &[OsString]) -> String {
    words.iter().map(|word| quote(word.as_bytes())).collect::<Vec<_>>().join(" ")
}

/// Quotes a word. Bytes that are not text, or that a terminal would interpret, are written in octal
/// inside `$'…'` (POSIX 2024), so that the pasted command is identical byte for byte.
fn quote(word: &[u8]) -> String {
    if std::str::from_utf8(word).is_ok_and(|text| !text.contains(is_obeyed)) {
        let quoted = shlex::bytes::try_quote(word).expect("an argument holds no NUL");
        return String::from_utf8_lossy(&quoted).into_owned();
    }
    let octal = |bytes: &[u8]| bytes.iter().map(|byte| format!("\\{byte:03o}")).collect::<String>();
    let mut quoted = String::from("$'");
    for chunk in word.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\'' | '\\' => quoted.extend(['\\', c]),
                c if is_obeyed(c) => quoted += &octal(c.encode_utf8(&mut [0; 4]).as_bytes()),
                c => quoted.push(c),
            }
        }
        quoted += &octal(chunk.invalid());
    }
    quoted + "'"
}

/// The words without the flags of [`HOW`].
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
    fn flags_that_do_not_change_the_question_are_removed() {
        let full = "bin tours -q 5x5 --threads 2 --closed --journal=a --shard 1/2 --method search";
        assert_eq!(quoted(&without_how(&words(full))), "bin tours -q 5x5 --closed");
    }

    #[test]
    fn words_with_spaces_and_quotes_survive_the_shell() {
        let odd = ["tours", "a b", "it's", "--x=\"y\"", "", "*"].map(OsString::from);
        assert_eq!(words(&quoted(&odd)), odd);
    }

    #[test]
    fn words_that_are_not_utf8_survive_the_shell() {
        use std::os::unix::ffi::OsStringExt;
        for odd in [&b"a\xff'b\\ 1\xc3"[..], b"\x1b[2J7\n\t", "é\u{9b}31m\u{202e}".as_bytes()] {
            let quoted = quoted(&[OsString::from_vec(odd.to_vec())]);
            assert!(!quoted.contains(super::is_obeyed), "{quoted:?}");
            let echo = format!("printf %s {quoted}");
            let output = std::process::Command::new("bash").args(["-c", &echo]).output().unwrap();
            assert_eq!(output.stdout, odd, "{quoted}");
        }
    }
}
