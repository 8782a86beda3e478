//! No input can control the terminal: whatever arguments, file names, files and journals contain,
//! stdout and stderr hold only printable text and line feeds.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};

use cavalcade::journal::{Header, replay, sealed_line};

use crate::support::{folder, scratch};

/// Escape sequences of one byte and of two, a bell, a carriage return, a line feed, a deletion, a
/// direction override.
const EVIL: &str = "5\u{1b}[2J\u{9b}31m\u{7}\r\n\u{7f}\u{202e}x";

/// [`EVIL`] followed by bytes that are not UTF-8.
fn evil_bytes() -> Vec<u8> {
    [EVIL.as_bytes(), b"\x9b\xff\xc3"].concat()
}

const COMMANDS: [(&str, &[&str]); 13] = [
    ("tours", &["3x3"]),
    ("queens", &["4"]),
    ("walks", &["3x3", "--length", "2"]),
    ("estimate", &["3x3"]),
    ("heuristics", &[]),
    ("classics", &[]),
    ("verify", &["queens", "4"]),
    ("table", &["queens", "0..3"]),
    ("status", &["j"]),
    ("merge", &["j"]),
    ("recheck", &["j"]),
    ("completions", &["bash"]),
    ("man", &["pages"]),
];

fn run(words: &[OsString], place: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cavalcade"));
    command.arg0(EVIL).env("HQ_TASK_ID", EVIL).args(words).current_dir(place).output().unwrap()
}

/// Runs the program and checks every byte of its output.
fn assert_plain(words: &[OsString], place: &Path) {
    let output = run(words, place);
    for (name, bytes) in [("stdout", output.stdout), ("stderr", output.stderr)] {
        let text = String::from_utf8(bytes);
        let text = text.unwrap_or_else(|error| panic!("{words:?}: {name} is no text: {error}"));
        let is_obeyed =
            |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
        assert!(!text.contains(is_obeyed), "{words:?}: {name}: {text:?}");
    }
}

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

/// The flags with a value in the help of a command.
fn flags(command: &str) -> Vec<String> {
    let help = run(&words(&[command, "--help"]), Path::new("/"));
    let help = String::from_utf8(help.stdout).unwrap();
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let flag = |line: &str| {
        let name = line.split([' ', ',']).find(|word| word.starts_with("--"))?;
        line.contains('<').then(|| name.trim_end_matches(['=', '[']).to_string())
    };
    lines.filter_map(flag).collect()
}

/// A folder with files of such names and contents.
fn prepared() -> tempfile::TempDir {
    let place = scratch();
    let name = |bytes: &[u8]| place.path().join(OsStr::from_bytes(bytes));
    for text in [EVIL.as_bytes(), &evil_bytes()] {
        fs::write(name(text), text).unwrap();
    }
    fs::write(name(format!("{EVIL}-map").as_bytes()), "..\n.\u{1b}\n").unwrap();
    fs::write(name(format!("{EVIL}-edges").as_bytes()), "a b\nb \u{9b}c\n").unwrap();
    let output =
        run(&words(&["queens", "6", "--method", "search", "--journal", "j"]), place.path());
    assert!(output.status.success(), "{output:?}");
    place
}

#[test]
fn no_argument_or_file_controls_the_terminal() {
    let place = prepared();
    let mut tried = 0;
    for (command, base) in COMMANDS {
        let base = [&[command], base].concat();
        let flags = flags(command);
        assert!(command == "classics" || command == "status" || !flags.is_empty(), "{command}");
        for flag in flags {
            // These would run for long: a number is a valid value.
            for value in [EVIL.as_bytes(), &evil_bytes(), format!("@{EVIL}").as_bytes()] {
                let mut line = words(&base);
                line.extend([flag.clone().into(), OsString::from_vec(value.to_vec())]);
                if command == "recheck" || command == "merge" || command == "verify" {
                    line.push("-q".into());
                }
                assert_plain(&line, place.path());
                tried += 1;
            }
        }
        for value in ["", "@", "graph:", "torus:@", "keypad:", "-", "--"] {
            for behind in ["", "-map", "-edges"] {
                let value = format!("{value}{EVIL}{behind}");
                assert_plain(&words(&[command, &value]), place.path());
                assert_plain(&words(&[command, &value, "--length", "2"]), place.path());
            }
        }
        assert_plain(&[command.into(), OsString::from_vec(evil_bytes())], place.path());
    }
    for line in [
        &["tours", "5x5", "--shard", "auto/3"][..],
        &["tours", "3x4", "--closed", "--random", "1", "--journal", EVIL],
        &["tours", "3x3", "--all", "--output", EVIL],
        &["--help"],
        &["tours", "--help"],
        &[EVIL],
        &[],
    ] {
        assert_plain(&words(line), place.path());
    }
    assert!(tried > 150, "{tried}");
}

#[test]
fn no_journal_controls_the_terminal() {
    let place = prepared();
    let good = fs::read(place.path().join("j")).unwrap();
    let header = replay(&good, Path::new("j"), None).unwrap().header;
    let text = String::from_utf8(good.clone()).unwrap();
    let fields = |line: &str| {
        let mut fields: Vec<String> = line.split('\t').map(String::from).collect();
        fields.pop();
        fields
    };
    let lines: Vec<Vec<String>> = text.lines().map(fields).collect();
    let sealed = |header: &Header, change: &dyn Fn(usize, &mut Vec<String>)| {
        let mut text = header.line();
        for (place, line) in lines.iter().enumerate().skip(1) {
            let mut fields = line.clone();
            change(place, &mut fields);
            let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
            text += &sealed_line(header.seed(), &fields);
        }
        text.into_bytes()
    };
    let same = |_: usize, _: &mut Vec<String>| {};
    let mut journals = vec![evil_bytes(), format!("cavalcade-journal\t2\t{EVIL}\n").into_bytes()];
    for field in 1..7 {
        // The run's host, process, threads, start time, version, shard.
        journals.push(sealed(&header, &|place, fields| {
            if place == 1 {
                fields[field] = EVIL.into();
            }
        }));
    }
    for field in 1..9 {
        journals.push(sealed(&header, &|place, fields| {
            if place == 3 {
                fields[field] = EVIL.into();
            }
        }));
    }
    // Another count: both records are reported, each with its host.
    let differing = |place: usize, fields: &mut Vec<String>| match place {
        1 => fields[1] = EVIL.into(),
        3 => fields[4] = "3:77".into(),
        _ => {}
    };
    journals.push(sealed(&header, &differing));
    let question = || format!("tours open knight {EVIL}");
    for (question, method, fingerprint) in [
        (question(), header.method.clone(), header.fingerprint.clone()),
        (header.question.clone(), EVIL.into(), header.fingerprint.clone()),
        (header.question.clone(), header.method.clone(), EVIL.into()),
        (format!("walks any knight keypad:%1b%9b{EVIL} length=2"), "search".into(), EVIL.into()),
        (format!("tours open graph:3;0-1;1-2 names={EVIL},b,c"), "search".into(), EVIL.into()),
    ] {
        let other = Header { question, method, fingerprint, ..header.clone() };
        journals.push(sealed(&other, &same));
    }
    for format in ["1", "3", EVIL] {
        journals.push(sealed_line(0, &["cavalcade-journal", format, EVIL, EVIL]).into_bytes());
    }
    let torn = folder("tests/golden/journals/tours-unfinished.journal.part");
    journals.push([&fs::read(torn).unwrap()[..], &evil_bytes(), b"\n"].concat());
    for (i, bytes) in journals.iter().enumerate() {
        let name =
            OsString::from_vec([&evil_bytes()[..], format!("{i}.journal").as_bytes()].concat());
        fs::write(place.path().join(&name), bytes).unwrap();
        for (command, more) in [
            ("status", &[][..]),
            ("status", &["j"]),
            ("merge", &[]),
            ("merge", &["j"]),
            ("merge", &["--salvage", "j"]),
            ("recheck", &["--sample", "100%"]),
            ("queens", &["6", "--method", "search", "--journal"]),
            ("queens", &["7", "--method", "search", "--salvage", "--journal"]),
        ] {
            let mut line = vec![command.into()];
            line.extend(words(more));
            line.push(name.clone());
            assert_plain(&line, place.path());
        }
    }
    assert_plain(&words(&["status", "."]), place.path());
    assert_plain(&words(&["merge", "."]), place.path());
}
