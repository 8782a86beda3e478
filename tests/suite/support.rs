//! Shared helpers: running methods, running the program, golden files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use cavalcade::Error;
use cavalcade::board::{Board, Graph, Piece};
use cavalcade::engine::{Enumeration, Run, Tally};

/// A folder of the repository.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The tally of a complete run.
pub fn tally(enumeration: &impl Enumeration, threads: usize) -> Tally {
    let outcome = Run::new(enumeration).threads(threads).execute().unwrap();
    assert!(outcome.complete);
    outcome.tally
}

/// A board from text.
pub fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// The moves of a named piece on a board.
pub fn graph(board: &Board, piece: &str) -> Graph {
    Graph::of(board, &Piece::named(piece, board.rank()).unwrap())
}

/// A folder for many small files that are synced: in memory, if available.
pub fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Opens a journal, and retries while a child that another test has just forked still holds our
/// lock: until its exec.
pub fn unlocked<T>(mut open: impl FnMut() -> Result<T, Error>) -> Result<T, Error> {
    let began = Instant::now();
    loop {
        match open() {
            Err(Error::JournalLocked { .. }) if began.elapsed() < Duration::from_secs(10) => {
                std::thread::sleep(Duration::from_millis(1));
            }
            opened => return opened,
        }
    }
}

/// Runs the program in its own folder.
pub fn cavalcade(arguments: &[&str], directory: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cavalcade"));
    command.args(arguments).current_dir(directory).output().unwrap()
}

/// Compares with `tests/golden/NAME`, or rewrites it when `BLESS=1` is set.
pub fn assert_golden(name: &str, actual: &str) {
    let path = folder("tests/golden").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, actual).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == actual,
        "{name} differs; BLESS=1 cargo test --release rewrites it\n--- expected\n{expected}\n--- actual\n{actual}"
    );
}

/// True if a system program is installed. A test that needs it is skipped without it, except in
/// continuous integration, which installs it.
pub fn tool(name: &str, flag: &str) -> bool {
    let there = Command::new(name).arg(flag).output().is_ok();
    assert!(there || std::env::var_os("CI").is_none(), "{name} is missing");
    if !there {
        note(&format!("skipped: {name} is missing"));
    }
    there
}

/// A message about a test, visible with --nocapture.
pub fn note(line: &str) {
    let mut stderr = std::io::stderr();
    writeln!(stderr, "{line}").unwrap();
}
