//! Conflicting paths on one command line: a file that one flag writes must not be read or written
//! by another. Links and other names of the same file are detected.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Command};

use crate::cli::output::Place;

/// Endings of journals, layers and their locks.
const KEPT: &[&str] = &[".journal", ".checkpoint", ".part", ".lock"];

/// Endings of tables and listings in a folder.
const LISTED: &[&str] =
    &[".csv", ".txt", ".md", ".json", ".jsonl", ".lines", ".binary", ".framed", ".svg", ".png"];

/// A file, or the files of a folder with these endings.
struct Claim {
    shown: String,
    path: PathBuf,
    endings: &'static [&'static str],
    is_written: bool,
}

/// Refuses the first two paths that conflict.
pub fn check(command: &Command, matches: &ArgMatches) -> Result<(), String> {
    let Some((name, matches)) = matches.subcommand() else { return Ok(()) };
    let Some(command) = command.find_subcommand(name) else { return Ok(()) };
    let mut claims: Vec<Claim> = Vec::new();
    for arg in command.get_arguments() {
        let flag = arg.get_long().map_or(String::new(), |long| format!("--{long} "));
        for word in matches.get_raw(arg.get_id().as_str()).into_iter().flatten() {
            let shown = format!("{flag}{}", word.to_string_lossy());
            claims.extend(claimed(arg.get_id().as_str(), word, &shown));
        }
    }
    for (i, one) in claims.iter().enumerate() {
        let is_other = |other: &&Claim| {
            other.shown != one.shown && (one.is_written || other.is_written) && one.meets(other)
        };
        if let Some(other) = claims[i + 1..].iter().find(is_other) {
            let (one, other) = (&one.shown, &other.shown);
            let problem = "lead to the same file, which would be overwritten";
            return Err(format!("{one} and {other} {problem}; give one of them another path"));
        }
    }
    Ok(())
}

/// The files that an argument stands for.
fn claimed(id: &str, word: &OsStr, shown: &str) -> Vec<Claim> {
    let text = word.to_string_lossy();
    let path = match id {
        "board" | "keypad" => match text.strip_prefix("graph:") {
            Some(path) => Path::new(path),
            None => Path::new(text.split_once('@').map_or("-", |(_, path)| path)),
        },
        _ => Path::new(word),
    };
    if path == Path::new("-") {
        return Vec::new();
    }
    let is_written = ["checkpoint", "journal", "metrics", "output", "scratch"].contains(&id);
    let path = resolved(path);
    let mut part = path.clone().into_os_string();
    part.push(".part");
    let claim = |path: PathBuf, endings| Claim { shown: shown.into(), path, endings, is_written };
    match id {
        "checkpoint" | "scratch" => vec![claim(path, KEPT)],
        "output" if matches!(Place::of(Some(Path::new(word))), Place::Folder(_)) => {
            vec![claim(path, LISTED)]
        }
        "files" | "journal" | "paths" => {
            vec![claim(path.clone(), &[]), claim(part.into(), &[]), claim(path, KEPT)]
        }
        "board" | "file" | "keypad" | "listing" | "metrics" | "moves" | "output" | "rank"
        | "regions" => {
            vec![claim(path, &[])]
        }
        _ => Vec::new(),
    }
}

/// The path with links resolved, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    match (fs::canonicalize(path), path.parent(), path.file_name()) {
        (Ok(path), ..) => path,
        (_, Some(folder), Some(name)) if folder.as_os_str().is_empty() => {
            resolved(Path::new(".")).join(name)
        }
        (_, Some(folder), Some(name)) => resolved(folder).join(name),
        _ => path.into(),
    }
}

impl Claim {
    fn meets(&self, other: &Claim) -> bool {
        match (self.endings, other.endings) {
            ([], []) => is_same(&self.path, &other.path),
            ([], _) => other.has(&self.path),
            (_, []) => self.has(&other.path),
            // Files of several kinds may share a folder, because their names differ.
            _ => false,
        }
    }

    fn has(&self, file: &Path) -> bool {
        let ends = |path: &Path| {
            self.endings
                .iter()
                .any(|end| path.as_os_str().as_encoded_bytes().ends_with(end.as_bytes()))
        };
        let entries = || fs::read_dir(&self.path).into_iter().flatten().flatten();
        file.parent() == Some(&self.path) && ends(file)
            || file.is_file()
                && entries().any(|entry| ends(&entry.path()) && is_same(&entry.path(), file))
    }
}

/// True if both paths are, or would be, the same file.
fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => {
            one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino())
        }
        _ => one == other,
    }
}
