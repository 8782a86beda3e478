//! The rules of the house that can be read off the text: which room may use which, who
//! may open files, how long a file may be. See `src/README.md`.

use std::path::{Path, PathBuf};

use crate::support::folder;

/// Each room with the rooms of the library that it may use, itself aside.
const MAY_USE: [(&str, &[&str]); 13] = [
    ("error", &[]),
    ("count", &["error"]),
    ("answer", &["count", "error"]),
    ("board", &["count", "error"]),
    ("engine", &["count", "error"]),
    ("tours", &["answer", "board", "count", "engine", "error"]),
    ("queens", &["answer", "board", "count", "engine", "error"]),
    ("journal", &["count", "engine", "error"]),
    ("checkpoint", &["engine", "error", "journal"]),
    ("walks", &["answer", "board", "count", "engine", "error"]),
    ("published", &["answer", "count", "error"]),
    ("render", &["answer", "count", "error", "published"]),
    ("lib", &[]),
];

/// The crates that a room may use besides the standard library. The program's own rooms
/// (`main`, `cli`) may use all.
const CRATES: [(&str, &[&str]); 13] = [
    ("error", &["thiserror", "rayon"]),
    ("count", &["num_bigint"]),
    ("answer", &[]),
    ("board", &[]),
    ("engine", &["rayon", "crossbeam"]),
    ("tours", &[]),
    ("queens", &[]),
    ("journal", &["crc32c"]),
    ("checkpoint", &["crc32c"]),
    ("walks", &[]),
    ("published", &["csv"]),
    ("render", &["comfy_table", "csv", "serde_json", "tempfile"]),
    ("lib", &[]),
];

/// Every source file with its room and its text, tests at its end left out.
fn sources() -> Vec<(PathBuf, String, String)> {
    let mut open = vec![folder("src")];
    let mut sources = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|e| e == "rs") {
            let inside = path.strip_prefix(folder("src")).unwrap();
            let first = Path::new(inside.components().next().unwrap().as_os_str());
            let room = first.file_stem().unwrap().to_str().unwrap().to_string();
            let text = std::fs::read_to_string(&path).unwrap();
            if path.file_name().is_some_and(|name| name == "tests.rs") {
                continue;
            }
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
            let code: Vec<_> = code.lines().filter(|l| !l.trim_start().starts_with("//")).collect();
            sources.push((path, room, code.join("\n")));
        }
    }
    sources
}

/// The words that follow each `before` in the text.
fn words_after<'t>(text: &'t str, before: &str) -> Vec<&'t str> {
    let word = |rest: &'t str| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next();
    text.split(before).skip(1).filter_map(word).collect()
}

fn allowed<'a>(table: &'a [(&str, &'a [&'a str])], room: &str) -> Option<&'a [&'a str]> {
    table.iter().find(|(name, _)| *name == room).map(|(_, rooms)| *rooms)
}

#[test]
fn rooms_use_only_what_lies_below_them() {
    for (path, room, code) in sources() {
        if ["main", "cli"].contains(&room.as_str()) {
            continue;
        }
        let below = allowed(&MAY_USE, &room).unwrap_or_else(|| panic!("{room} has no layer"));
        for used in words_after(&code, "crate::") {
            let own = used == room || room == "lib";
            assert!(own || below.contains(&used), "{}: uses crate::{used}", path.display());
        }
        let crates = allowed(&CRATES, &room).unwrap();
        for line in code.lines().filter_map(|line| line.strip_prefix("use ")) {
            let used = line.split([':', ';']).next().unwrap();
            let known = ["std", "crate", "super"].contains(&used) || crates.contains(&used);
            assert!(known, "{}: uses the crate {used}", path.display());
        }
    }
}

#[test]
fn only_the_outer_rooms_touch_files_clocks_and_terminals() {
    for (path, room, code) in sources() {
        if ["main", "cli"].contains(&room.as_str()) {
            continue;
        }
        let mut forbidden = vec!["std::env", "std::process", "io::stdout", "io::stderr"];
        if !["journal", "checkpoint", "render"].contains(&room.as_str()) {
            forbidden.extend(["std::fs", "File::"]);
        }
        if room != "engine" {
            forbidden.extend(["Instant", "SystemTime", "std::thread", "rayon::"]);
        }
        if room == "error" {
            forbidden.retain(|word| *word != "rayon::");
        }
        for word in forbidden {
            assert!(!code.contains(word), "{}: {word}", path.display());
        }
    }
}

#[test]
fn no_file_is_longer_than_four_hundred_lines() {
    for (path, _, _) in sources() {
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 400, "{} has {lines} lines: a noun in it wants a room", path.display());
    }
}

#[test]
fn every_room_is_on_the_map() {
    let map = std::fs::read_to_string(folder("src/README.md")).unwrap();
    for (path, room, _) in sources() {
        assert!(map.contains(&format!("`{room}")), "src/README.md does not tell of {room}");
        if let Some(parent) = path.parent().filter(|parent| *parent != folder("src")) {
            let folder = parent.file_name().unwrap().to_str().unwrap();
            assert!(map.contains(folder), "src/README.md does not tell of {folder}");
        }
    }
}

#[test]
fn the_table_of_layers_has_no_circle() {
    let place = |room: &str| MAY_USE.iter().position(|(name, _)| *name == room).unwrap();
    for (room, below) in MAY_USE {
        assert!(below.iter().all(|used| place(used) < place(room)), "{room} looks up");
    }
}
