//! Structural rules that can be checked on the source text: which room uses which, which opens
//! files, how long a file may be. See `src/README.md`.

use std::path::{Path, PathBuf};

use crate::imports::{arrows, circles};
use crate::support::folder;
use crate::tokens::{Token, tokens, without_tests};

/// Each room with the other rooms of the library that it may use.
const MAY_USE: [(&str, &[&str]); 21] = [
    ("error", &[]),
    ("files", &["error"]),
    ("machine", &["error"]),
    ("simd", &[]),
    ("count", &["error"]),
    ("convention", &["count", "error"]),
    ("board", &["count", "error"]),
    ("engine", &["count", "error", "machine"]),
    ("method", &["board", "convention", "count", "engine", "error", "simd"]),
    ("tours", &["board", "convention", "count", "engine", "error", "method", "simd"]),
    ("queens", &["board", "convention", "count", "engine", "error", "method", "simd"]),
    ("walks", &["board", "convention", "count", "engine", "error", "method"]),
    ("question", &["board", "convention", "error", "queens", "tours", "walks"]),
    ("published", &["convention", "count", "error", "question"]),
    ("journal", &["count", "engine", "error", "files"]),
    ("checkpoint", &["engine", "error", "files"]),
    (
        "solve",
        &[
            "checkpoint",
            "convention",
            "count",
            "engine",
            "error",
            "journal",
            "method",
            "published",
            "question",
            "queens",
            "tours",
            "walks",
        ],
    ),
    (
        "verify",
        &[
            "board",
            "convention",
            "count",
            "engine",
            "error",
            "method",
            "published",
            "question",
            "solve",
            "tours",
        ],
    ),
    ("draw", &["board", "count", "error", "queens", "question", "tours", "walks"]),
    (
        "render",
        &[
            "board",
            "convention",
            "count",
            "draw",
            "error",
            "files",
            "published",
            "question",
            "solve",
            "tours",
            "walks",
        ],
    ),
    (
        "report",
        &[
            "board",
            "convention",
            "count",
            "draw",
            "engine",
            "error",
            "journal",
            "published",
            "question",
            "solve",
        ],
    ),
];

/// The crates that a room may use besides the standard library. The program's own rooms (`main`,
/// `cli`) may use all.
const CRATES: [(&str, &[&str]); 21] = [
    ("error", &["thiserror"]),
    ("files", &["rustix", "tempfile"]),
    ("machine", &["libc", "rustix"]),
    ("simd", &[]),
    ("count", &["num_bigint"]),
    ("convention", &[]),
    ("board", &["csv", "roxmltree", "serde_json"]),
    ("engine", &["rayon", "crossbeam"]),
    ("method", &[]),
    ("tours", &[]),
    ("queens", &[]),
    ("walks", &[]),
    ("question", &["serde"]),
    ("published", &["csv"]),
    ("journal", &["crc32c"]),
    ("checkpoint", &["crc32c"]),
    ("solve", &["gethostname"]),
    ("verify", &[]),
    ("draw", &["dejavu", "resvg"]),
    ("render", &["comfy_table", "crc32c", "csv", "serde_json"]),
    ("report", &["askama"]),
];

/// Imports that may close a cycle, each with the reason. None is needed.
const ALLOWED: [(&str, &str, &str); 0] = [];

/// Every source file with its room and its text, without the tests at its end.
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
fn rooms_use_only_lower_rooms() {
    for (path, room, code) in sources() {
        if ["main", "cli", "lib"].contains(&room.as_str()) {
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
        if ["main", "cli", "lib"].contains(&room.as_str()) {
            continue;
        }
        let mut forbidden = vec!["std::env", "io::stdout", "io::stderr"];
        // Journals record processes and start times; checkpoints, when they were written.
        if !["solve", "checkpoint"].contains(&room.as_str()) {
            forbidden.push("SystemTime");
        }
        // Folders of checkpoints record processes, too.
        if !["solve", "checkpoint"].contains(&room.as_str()) {
            forbidden.push("std::process");
        }
        if !["files", "journal", "checkpoint", "machine", "solve", "render"]
            .contains(&room.as_str())
        {
            forbidden.extend(["std::fs", "File::"]);
        }
        if room != "engine" {
            forbidden.push("rayon::");
        }
        if !["engine", "machine"].contains(&room.as_str()) {
            forbidden.push("Instant");
        }
        // `machine` only counts cores, and `files` waits for locks.
        if !["engine", "machine", "files"].contains(&room.as_str()) {
            forbidden.push("std::thread");
        }
        for word in forbidden {
            assert!(!code.contains(word), "{}: {word}", path.display());
        }
    }
}

#[test]
fn text_leaves_the_program_through_one_file() {
    for (path, room, code) in sources() {
        let speaks = ["io::stdout", "io::stderr", "println!", "print!(", "stdout()"];
        let there = speaks.iter().find(|word| code.contains(*word));
        // The library writes to what its caller passes.
        if ["main", "cli"].contains(&room.as_str()) && !path.ends_with("session/terminal.rs") {
            assert_eq!(there, None, "{}: take session::terminal", path.display());
        }
    }
}

#[test]
fn processors_are_detected_in_one_room_and_intrinsics_stay_in_simd_files() {
    for (path, room, code) in sources() {
        let detects = code.contains("is_x86_feature_detected");
        assert!(!detects || room == "simd", "{}: take simd::Backend", path.display());
        let may = path.ends_with("simd.rs") || path.ends_with("simd/x86.rs");
        assert!(may || !code.contains("std::arch"), "{}: intrinsics", path.display());
    }
}

#[test]
fn no_file_is_longer_than_eight_hundred_lines() {
    for (path, _, _) in sources() {
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 800, "{} has {lines} lines: is it two subjects?", path.display());
    }
}

#[test]
fn every_room_is_on_the_map() {
    let map = std::fs::read_to_string(folder("src/README.md")).unwrap();
    for (path, room, _) in sources() {
        assert!(map.contains(&format!("`{room}")), "src/README.md does not mention {room}");
        if let Some(parent) = path.parent().filter(|parent| *parent != folder("src")) {
            let folder = parent.file_name().unwrap().to_str().unwrap();
            assert!(map.contains(folder), "src/README.md does not mention {folder}");
        }
    }
}

#[test]
fn the_table_of_layers_has_no_cycle() {
    let place = |room: &str| MAY_USE.iter().position(|(name, _)| *name == room).unwrap();
    for (room, below) in MAY_USE {
        assert!(below.iter().all(|used| place(used) < place(room)), "{room} looks up");
    }
}

/// Every file of `src`, by its path from there on, and its text.
fn files() -> Vec<(String, String)> {
    let mut open = vec![folder("src")];
    let mut files = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|e| e == "rs") {
            let parts = path.strip_prefix(folder("src")).unwrap().components();
            let parts: Vec<_> = parts.map(|part| part.as_os_str().to_str().unwrap()).collect();
            files.push((
                format!("src/{}", parts.join("/")),
                std::fs::read_to_string(&path).unwrap(),
            ));
        }
    }
    files
}

#[test]
fn files_have_no_import_cycles() {
    let mut arrows = arrows(&files());
    for (from, to, reason) in ALLOWED {
        let there = arrows.get_mut(from).is_some_and(|to_all| to_all.remove(to));
        assert!(there && !reason.is_empty(), "{from} -> {to} is allowed and not there");
    }
    let mut shown = String::new();
    for circle in circles(&arrows) {
        shown += &format!("\na circle of {} files:", circle.len());
        for file in &circle {
            for to in arrows[file].iter().filter(|to| circle.contains(to)) {
                shown += &format!("\n  {file} -> {to}");
            }
        }
    }
    assert!(shown.is_empty(), "{shown}");
}

#[test]
fn only_the_command_line_names_flags() {
    let names_a_flag = |text: &str| {
        let after = text.split("--").skip(1);
        after.into_iter().any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    let mut offending = Vec::new();
    for (name, text) in files() {
        let outside = !name.starts_with("src/cli/") && name != "src/main.rs";
        let (code, _) = without_tests(&tokens(&text));
        let says = code.iter().any(|token| matches!(token, Token::Text(t) if names_a_flag(t)));
        if outside && says {
            offending.push(name);
        }
    }
    assert!(offending.is_empty(), "texts that name flags: {offending:?}");
}
