//! Paths of one command line that meet: what one flag writes, no other may write or read. Links
//! and other names of a file are found out, too.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command};

use crate::cli::page::Place;

/// What is done with the paths of an argument.
#[derive(Clone, Copy)]
enum Use {
    /// A file is read.
    Read,
    /// A journal is read, or those in a folder.
    Journals,
    /// A journal is written, or some in a folder.
    Journal,
    /// Files are written to a folder.
    Layers,
    /// A file is written, or some in a folder.
    Written,
}

/// The arguments that name files.
const PATHS: [(&str, Use); 13] = [
    ("board", Use::Read),
    ("checkpoint", Use::Layers),
    ("file", Use::Read),
    ("files", Use::Journals),
    ("journal", Use::Journal),
    ("keypad", Use::Read),
    ("listing", Use::Read),
    ("metrics", Use::Written),
    ("moves", Use::Read),
    ("output", Use::Written),
    ("paths", Use::Journals),
    ("rank", Use::Read),
    ("scratch", Use::Layers),
];

/// How names of journals, of layers and of their locks end.
const KEPT: [&str; 4] = [".journal", ".checkpoint", ".part", ".lock"];

/// How names of tables and listings in a folder end.
const LISTED: [&str; 10] =
    [".csv", ".txt", ".md", ".json", ".jsonl", ".lines", ".binary", ".framed", ".svg", ".png"];

/// A file, or the files in a folder whose names end so.
struct Claim {
    shown: String,
    path: PathBuf,
    endings: Option<&'static [&'static str]>,
    is_written: bool,
}

/// Refuses, in words, the first two paths that meet.
pub fn check(command: &Command, matches: &ArgMatches) -> Result<(), String> {
    let Some((name, matches)) = matches.subcommand() else { return Ok(()) };
    let Some(command) = command.find_subcommand(name) else { return Ok(()) };
    let mut claims: Vec<Claim> = Vec::new();
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        let Some((_, of)) = PATHS.iter().find(|(known, _)| *known == id) else { continue };
        let words = matches.get_raw(id).into_iter().flatten();
        claims.extend(words.flat_map(|word| claimed(arg, *of, word)));
    }
    for (i, one) in claims.iter().enumerate() {
        let others = claims[i + 1..].iter().filter(|other| one.shown != other.shown);
        for other in others.filter(|other| one.meets(other)) {
            let (Claim { shown, .. }, Claim { shown: other_shown, .. }) = (one, other);
            return Err(match (one.is_written, other.is_written) {
                (false, false) => continue,
                (true, true) => format!(
                    "{shown} and {other_shown} would write to the same file; give one of them \
                     another path"
                ),
                (true, false) => format!(
                    "{shown} would replace a file of {other_shown}, which is read; give another path"
                ),
                (false, true) => format!(
                    "{other_shown} would replace a file of {shown}, which is read; give another path"
                ),
            });
        }
    }
    Ok(())
}

/// The files that an argument stands for.
fn claimed(arg: &Arg, of: Use, word: &OsStr) -> Vec<Claim> {
    let text = word.to_string_lossy();
    let path = match arg.get_id().as_str() {
        "board" | "keypad" => match text.strip_prefix("graph:") {
            Some(path) => Path::new(path),
            None => match text.split_once('@') {
                Some((_, path)) => Path::new(path),
                None => return Vec::new(),
            },
        },
        _ => Path::new(word),
    };
    if path == Path::new("-") {
        return Vec::new();
    }
    let flag = arg.get_long().map_or(String::new(), |long| format!("--{long} "));
    let path = resolved(path);
    let mut part = path.clone().into_os_string();
    part.push(".part");
    let claim = |path: &Path, endings| Claim {
        shown: format!("{flag}{text}"),
        path: path.into(),
        endings,
        is_written: !matches!(of, Use::Read | Use::Journals),
    };
    let folder = matches!(Place::of(Some(Path::new(word))), Place::Folder(_));
    match of {
        Use::Written if folder => vec![claim(&path, Some(&LISTED))],
        Use::Read | Use::Written => vec![claim(&path, None)],
        Use::Layers => vec![claim(&path, Some(&KEPT))],
        Use::Journal | Use::Journals => {
            vec![claim(&path, None), claim(Path::new(&part), None), claim(&path, Some(&KEPT))]
        }
    }
}

/// A path without links, as far as it is there.
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
            (None, None) => is_same(&self.path, &other.path),
            (None, Some(endings)) => is_among(&self.path, &other.path, endings),
            (Some(endings), None) => is_among(&other.path, &self.path, endings),
            // A folder is for files of several kinds, whose names differ.
            (Some(_), Some(_)) => false,
        }
    }
}

/// True if both are one file, or would be.
fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => {
            one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino())
        }
        _ => one == other,
    }
}

/// True if the file is one of those in a folder whose names end so.
fn is_among(file: &Path, folder: &Path, endings: &[&str]) -> bool {
    let ends = |path: &Path| endings.iter().any(|end| path.to_string_lossy().ends_with(end));
    if file.parent() == Some(folder) && ends(file) {
        return true;
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    file.is_file() && entries.into_iter().any(|path| ends(&path) && is_same(&path, file))
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::PathBuf;

    use super::{PATHS, check};
    use crate::cli::args;

    #[test]
    fn every_path_of_the_parser_is_compared() {
        let mut command = args::command();
        command.build();
        for arg in command.get_subcommands().flat_map(clap::Command::get_arguments) {
            let is_path = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
            let is_known = PATHS.iter().any(|(id, _)| *id == arg.get_id().as_str());
            // The manual pages have their folder for themselves.
            assert!(!is_path || is_known || arg.get_id() == "folder", "{arg}");
        }
    }

    #[test]
    fn paths_that_meet_are_refused_by_the_names_of_both() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        fs::create_dir(at("d")).unwrap();
        for name in ["there", "d/a.journal", "map"] {
            fs::write(at(name), "").unwrap();
        }
        symlink("there", at("link")).unwrap();
        symlink(at("d"), at("folder")).unwrap();
        fs::hard_link(at("there"), at("hard")).unwrap();
        fs::hard_link(at("d/a.journal"), at("out")).unwrap();
        let told = |line: &str| {
            let line = line.replace('%', &format!("{}/", place.path().display()));
            let mut command = args::command();
            let words = ["cavalcade"].into_iter().chain(line.split(' '));
            let matches = command.try_get_matches_from_mut(words).unwrap();
            check(&command, &matches).err()
        };
        for (line, one, other) in [
            ("queens 8 --journal %j --metrics %j", "--journal ", "--metrics "),
            ("queens 8 --journal %j --output %j", "--journal ", "--output "),
            ("queens 8 --journal %j --output %j.part", "--journal ", "--output "),
            ("queens 8 --journal %j --metrics %d/../j.part", "--journal ", "--metrics "),
            ("queens 8 --journal %link --metrics %hard", "--journal ", "--metrics "),
            ("queens 8 --journal %d --output %folder/x.journal.part", "--journal ", "--output "),
            ("queens 8 --journal %d --output %out", "--journal ", "--output "),
            ("queens 8 --output %d/ --metrics %folder/queens.csv", "--output ", "--metrics "),
            (
                "tours 6x6 --scratch %d --output %d/cavalcade-a.checkpoint",
                "--scratch ",
                "--output ",
            ),
            ("tours @%map --output %map", "--output ", "@/"),
            ("tours torus:@%map --output %map", "--output ", "torus:@/"),
            ("tours graph:%map --journal %map", "--journal ", "graph:/"),
            ("walks --keypad @%map --length 3 --output %map", "--output ", "--keypad @"),
            ("tours 6x6 --moves %map --metrics %map", "--metrics ", "--moves "),
            ("merge %j --output %j.part", "--output ", "/j, which is read"),
            ("status %d --output %out", "--output ", "/d, which is read"),
            ("draw %map --output %d/../map", "--output ", "/map, which is read"),
            ("report %d --listing %map --output %map", "--output ", "--listing "),
        ] {
            let told = told(line).unwrap_or_else(|| panic!("{line}"));
            assert!(told.contains(one) && told.contains(other), "{line}: {told}");
        }
        for line in [
            "queens 8 --journal %j --metrics %k --output %l",
            "queens 8 --journal %d/q --output %d/",
            "queens 8 --journal %d --output %d/x.csv",
            "tours 6x6 --scratch %d --output %d/ --metrics %d/run.prom",
            "draw - --output -",
            "merge %d %d/a.journal --output %d/sum",
        ] {
            assert_eq!(told(line), None, "{line}");
        }
    }
}
