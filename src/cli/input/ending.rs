//! `--output tour.svg` means `--format svg`: the file ending names the format.

use std::path::Path;

use clap::parser::ValueSource;
use clap::{Arg, Command};

use super::variables::Joined;
use crate::cli::modes;
use crate::cli::session::exit::Usage;
use crate::cli::session::invocation::variable;

/// Endings, and the formats that they name. No command writes the last ones.
const ENDINGS: [(&str, &str); 18] = [
    ("svg", "svg"),
    ("png", "png"),
    ("json", "json"),
    ("jsonl", "jsonl"),
    ("csv", "csv"),
    ("md", "markdown"),
    ("markdown", "markdown"),
    ("html", "html"),
    ("htm", "html"),
    ("bin", "binary"),
    ("pdf", "pdf"),
    ("ps", "ps"),
    ("eps", "eps"),
    ("gif", "gif"),
    ("jpg", "jpeg"),
    ("jpeg", "jpeg"),
    ("webp", "webp"),
    ("xlsx", "xlsx"),
];

/// Adds the format that the output's file ending names. An ending that contradicts `--format`, or
/// whose format the command cannot write, is an error. An ending overrides a variable, as flags do.
pub fn join(command: &mut Command, mut joined: Joined) -> Result<Joined, Usage> {
    // An invalid command line is refused later.
    let Ok(matches) = command.try_get_matches_from_mut(&joined.words) else { return Ok(joined) };
    let Some((name, given)) = matches.subcommand() else { return Ok(joined) };
    let raw = |id| given.try_get_raw(id).ok().flatten().and_then(|mut words| words.next());
    let Some((path, format)) = raw("output").and_then(named) else { return Ok(joined) };
    let refused = |problem: String| Usage(format!("--output {}: {problem}", path.display()));
    let formats = command.find_subcommand(name).and_then(|own| {
        own.get_arguments().find(|arg| arg.get_id() == "format").map(Arg::get_possible_values)
    });
    let Some(formats) = formats else {
        return match format {
            "html" => Ok(joined),
            _ => Err(refused(format!("cavalcade {name} writes html, not {format}"))),
        };
    };
    if !formats.iter().any(|known| known.get_name() == format) {
        let page = if format == "html" { "; cavalcade report makes a page" } else { "" };
        let known: Vec<_> = formats.iter().map(|known| known.get_name()).collect();
        let known = known.join(", ");
        return Err(refused(format!("cavalcade {name} writes no {format}, but {known}{page}")));
    }
    let is_variable = joined.taken.contains(&variable("format"));
    let is_written = given.value_source("format") == Some(ValueSource::CommandLine);
    if is_written && !is_variable {
        return match raw("format").filter(|written| *written != format) {
            None => Ok(joined),
            Some(written) => {
                let written = written.to_string_lossy();
                let problem = format!("the ending says {format}, and --format {written}");
                Err(refused(format!("{problem}; change one")))
            }
        };
    }
    if is_variable {
        joined.words.retain(|word| !word.as_encoded_bytes().starts_with(b"--format="));
    }
    let at = joined.words.iter().position(|word| word == name).unwrap_or_default();
    joined.words.insert(at + 1, format!("--format={format}").into());
    if let Ok(matches) = command.try_get_matches_from_mut(&joined.words) {
        modes::check(command, &matches, &[]).map_err(refused)?;
    }
    Ok(joined)
}

/// The path, and the format that its ending names.
fn named(output: &std::ffi::OsStr) -> Option<(&Path, &'static str)> {
    let path = Path::new(output);
    let ending = path.extension()?.to_str()?.to_lowercase();
    let (_, format) = ENDINGS.iter().find(|(known, _)| *known == ending)?;
    (!path.is_dir()).then_some((path, format))
}

#[cfg(test)]
mod tests {
    use super::{Joined, join};
    use crate::cli::args;

    fn joined(line: &str, taken: &[&str]) -> String {
        let words = std::iter::once("cavalcade").chain(line.split(' ')).map(Into::into).collect();
        let taken = taken.iter().map(ToString::to_string).collect();
        let joined = join(&mut args::command(), Joined { words, taken }).unwrap();
        let words: Vec<_> = joined.words[1..].iter().map(|word| word.to_string_lossy()).collect();
        words.join(" ")
    }

    #[test]
    fn the_ending_of_a_file_names_its_format() {
        for (line, format) in [
            ("tours 5x5 --output a.json", "json"),
            ("tours 5x5 --output=a.CSV", "csv"),
            ("tours 5x5 --first 1 --output a.b/tour.svg", "svg"),
            ("draw tours.txt --output a.png", "png"),
            ("tours 5x5 --all --output a.bin", "binary"),
            ("verify --output a.md", "markdown"),
            ("heuristics --output a.jsonl", "jsonl"),
        ] {
            let (name, rest) = line.split_once(' ').unwrap();
            let whole = format!("{name} --format={format} {rest}");
            assert_eq!(joined(line, &[]), whole);
        }
        for line in [
            "tours 5x5 --output a.txt",
            "tours 5x5 --output a",
            "tours 5x5 --output -",
            "tours 5x5 --output svg",
            "tours 5x5 --format json --output a.json",
            "report --output a.html",
            "toors --output a.svg",
        ] {
            assert_eq!(joined(line, &[]), line);
        }
        for line in ["tours 5x5 --first 1 --output a.pdf", "draw a.txt --output a.JPG"] {
            let words = std::iter::once("cavalcade").chain(line.split(' ')).map(Into::into);
            let words = Joined { words: words.collect(), taken: Vec::new() };
            let told = join(&mut args::command(), words).unwrap_err().0;
            assert!(told.contains(" writes no "), "{line}: {told}");
        }
        let line = "tours --format=json 5x5 --output a.csv";
        let taken = joined(line, &["CAVALCADE_FORMAT"]);
        assert_eq!(taken, "tours --format=csv 5x5 --output a.csv", "a variable gives way");
    }
}
