//! The results of command lines: exit code, both streams, and files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use super::lines::Line;
use crate::support::{cavalcade, scratch};

/// The result of one run, without times.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    code: Option<i32>,
    stdout: String,
    pub stderr: String,
    files: BTreeMap<String, String>,
}

impl Run {
    /// True if the input was refused.
    pub fn is_refused(&self) -> bool {
        self.code == Some(2)
    }
}

/// The results of all runs, each run once.
pub struct Runs(BTreeMap<Line, Run>);

impl Runs {
    pub fn of<'l>(lines: impl Iterator<Item = &'l Line>) -> Runs {
        let inputs = scratch();
        let inputs = inputs.path();
        write_inputs(inputs);
        let lines: BTreeSet<&Line> = lines.collect();
        let next = Mutex::new(lines.into_iter());
        let done = Mutex::new(BTreeMap::new());
        let work = || {
            loop {
                let Some(line) = next.lock().unwrap().next() else { return };
                let run = run(line, inputs);
                done.lock().unwrap().insert(line.clone(), run);
            }
        };
        thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
        Runs(done.into_inner().unwrap())
    }

    /// The number of runs.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn get(&self, line: &Line) -> &Run {
        &self.0[line]
    }
}

/// Writes the input files of the lines.
fn write_inputs(inputs: &Path) {
    let make = |words: &[&str]| {
        let made = cavalcade(words, inputs);
        assert!(made.status.success(), "{words:?}");
        made.stdout
    };
    let closed = ["tours", "5x6", "--closed", "--first", "1", "--format", "lines", "-q"];
    std::fs::write(inputs.join("tour.txt"), make(&closed)).unwrap();
    let several = ["tours", "5x6", "--closed", "--all", "--unique", "--format", "lines", "-q"];
    std::fs::write(inputs.join("tours.txt"), make(&several)).unwrap();
    std::fs::write(inputs.join("moves.txt"), "wazir\n").unwrap();
    // One region in each row.
    let regions: String =
        (0..11).map(|row| format!("{}\n", format!("{row} ").repeat(11))).collect();
    std::fs::write(inputs.join("regions.txt"), regions).unwrap();
    std::fs::write(inputs.join("all.g6"), "Cl\nDQc\n").unwrap();
    let shards =
        ["--method", "search", "--split", "50", "--shard", "0/2", "--journal", "part", "-q"];
    make(&[&["tours", "5x6"][..], &shards].concat());
    make(&["tours", "5x6", "--method", "search", "--split", "50", "--journal", "whole", "-q"]);
}

fn run(line: &Line, inputs: &Path) -> Run {
    let folder = scratch();
    let inputs = inputs.to_str().unwrap();
    let words: Vec<String> = line.words.iter().map(|word| word.replace("INPUTS", inputs)).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = cavalcade(&words, folder.path());
    let text = |bytes: &[u8]| timeless(&String::from_utf8_lossy(bytes));
    let mut files = BTreeMap::new();
    let mut open = vec![folder.path().to_path_buf()];
    while let Some(path) = open.pop() {
        let name = path.strip_prefix(folder.path()).unwrap().display().to_string();
        if path.is_dir() {
            open.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            files.insert(name, String::new());
        } else {
            // Journals and checkpoints contain processes and times.
            let shown = ["out", "keys", "results"].iter().any(|shown| name.starts_with(shown));
            let bytes = std::fs::read(&path).unwrap_or_default();
            files.insert(name, if shown { text(&bytes) } else { String::new() });
        }
    }
    Run {
        code: output.status.code(),
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
        files,
    }
}

/// The text without decimal fractions, which are times, and without amounts of memory.
fn timeless(text: &str) -> String {
    let mut kept = String::new();
    for line in text.lines() {
        let line = if line.starts_with("peak memory") { "peak memory" } else { line };
        let parts = line.split_inclusive(|c: char| !c.is_ascii_digit() && c != '.');
        for part in parts {
            let is_fraction = part.contains('.') && part.starts_with(|c: char| c.is_ascii_digit());
            kept.push_str(if is_fraction { "#" } else { part });
        }
        kept.push('\n');
    }
    kept
}
