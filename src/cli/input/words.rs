//! Preprocesses the command line so that a value may begin with a hyphen and a digit. No flag does,
//! so `--first -1` is an invalid value and not an unknown flag.

use std::ffi::OsString;

use clap::ValueEnum;

use crate::cli::args::ColorArg;

/// The value of `--color`, which help and errors need before anything is parsed. An invalid value
/// is reported later.
pub fn colour(words: &[OsString], variable: Option<OsString>) -> ColorArg {
    let words = words.iter().take_while(|word| *word != "--").filter_map(|word| word.to_str());
    let flags = words.collect::<Vec<_>>();
    let behind = flags.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1]);
    let tied = flags.iter().filter_map(|word| word.strip_prefix("--color="));
    let variable = variable.and_then(|value| value.into_string().ok());
    let said = behind.chain(tied).last().or(variable.as_deref());
    said.and_then(|word| ColorArg::from_str(word, false).ok()).unwrap_or_default()
}

/// The words, with such values attached to the flag before them.
pub fn of_command_line() -> Vec<OsString> {
    tied(std::env::args_os())
}

fn tied(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut all: Vec<OsString> = Vec::new();
    for word in words {
        let bytes = word.as_encoded_bytes();
        let is_value = bytes.starts_with(b"-") && bytes.get(1).is_some_and(u8::is_ascii_digit);
        let is_open = |flag: &&mut OsString| {
            let bytes = flag.as_encoded_bytes();
            bytes.len() > 2 && bytes.starts_with(b"--") && !bytes.contains(&b'=')
        };
        match all.last_mut().filter(|flag| is_value && is_open(flag)) {
            None => all.push(word),
            Some(flag) => {
                flag.push("=");
                flag.push(word);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{colour, tied};
    use crate::cli::args::ColorArg;

    #[test]
    fn the_colour_is_known_before_anything_is_parsed() {
        for (line, variable, when) in [
            ("tours --color never --help", None, ColorArg::Never),
            ("--color=always", Some("never"), ColorArg::Always),
            ("tours", Some("never"), ColorArg::Never),
            ("tours --color sometimes", None, ColorArg::Auto),
            ("tours -- --color never", None, ColorArg::Auto),
        ] {
            let words: Vec<_> = line.split(' ').map(Into::into).collect();
            assert_eq!(colour(&words, variable.map(Into::into)), when, "{line}");
        }
    }

    #[test]
    fn values_below_zero_belong_to_the_flag_before_them() {
        for (given, read) in [
            ("tours 6x6 --first -1", "tours 6x6 --first=-1"),
            ("tours --leaper -1,2 --piece=x -1", "tours --leaper=-1,2 --piece=x -1"),
            ("queens -1", "queens -1"),
            ("tours 6x6 -q --all -- -1", "tours 6x6 -q --all -- -1"),
            ("tours -6x6", "tours -6x6"),
        ] {
            let words = tied(given.split(' ').map(Into::into));
            let words: Vec<_> = words.iter().map(|word| word.to_str().unwrap()).collect();
            assert_eq!(words.join(" "), read);
        }
    }
}
