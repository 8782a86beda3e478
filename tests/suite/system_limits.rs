//! System limits: files that may not grow, refused threads and memory. The program reports them in
//! one line, and loses nothing that was counted or saved.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{cavalcade, scratch};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cavalcade");

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs the program under a limit of the shell's `ulimit`.
fn limited(limit: &str, arguments: &str, folder: &Path) -> Output {
    let script = format!(r#"ulimit -c 0; ulimit {limit}; exec "$0" {arguments}"#);
    let mut command = Command::new("sh");
    command.args(["-c", &script, PROGRAM]).env_remove("RUST_BACKTRACE").current_dir(folder);
    command.output().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Expects one line on stderr, and this exit code.
fn assert_refused(output: &Output, code: i32, words: &str) {
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{message}");
    let lines: Vec<_> = message.lines().filter(|line| line.starts_with("cavalcade: ")).collect();
    assert!(lines.len() == 1 && lines[0].contains(words), "{message}");
}

#[test]
fn an_incomplete_listing_has_no_name() {
    let folder = scratch();
    fs::write(folder.path().join("old.txt"), "old").unwrap();
    // Blocks of 512 bytes: a few tours fit.
    for (arguments, name) in [
        ("tours 5x5 --all --format lines --output new.txt", "new.txt"),
        ("tours 5x5 --all --format lines --output old.txt", "old.txt"),
        ("queens 9 --all --output new.txt", "new.txt"),
        ("tours 5x5 --all --order kt --output new.txt", "new.txt"),
        ("walks --keypad phone --length 8 --output new/", "new"),
    ] {
        let output = limited("-f 4", arguments, folder.path());
        assert_refused(&output, 5, name);
        assert_eq!(fs::read_to_string(folder.path().join("old.txt")).unwrap(), "old");
        let _ = fs::remove_dir_all(folder.path().join("new"));
        assert_eq!(names(folder.path()), ["old.txt"], "{arguments}");
    }
    let output = cavalcade(&["tours", "5x5", "--all", "--output", "old.txt"], folder.path());
    assert!(output.status.success() && text(&output.stderr).contains("864 tours listed"));
    let order = ["tours", "5x5", "--first", "3", "--order", "kt", "--output", "old.txt"];
    assert!(text(&cavalcade(&order, folder.path()).stderr).contains("3 tours listed"));
    assert_eq!(names(folder.path()), ["old.txt"]);
}

#[test]
fn an_interrupted_listing_leaves_no_file() {
    for signal in ["INT", "TERM", "KILL"] {
        let folder = scratch();
        let mut command = Command::new(PROGRAM);
        let listing = ["tours", "6x6", "--all", "--format", "lines", "--output", "six.txt"];
        command.args(listing).current_dir(folder.path()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        let fds = format!("/proc/{}/fd", child.id());
        let is_open = |entry: std::io::Result<fs::DirEntry>| {
            let to = entry.ok().and_then(|entry| fs::read_link(entry.path()).ok());
            to.is_some_and(|to| to.starts_with(folder.path().canonicalize().unwrap()))
        };
        let deadline = Instant::now() + Duration::from_secs(60);
        while !fs::read_dir(&fds).is_ok_and(|mut all| all.any(is_open)) {
            assert!(Instant::now() < deadline, "no file was opened");
            std::thread::sleep(Duration::from_millis(1));
        }
        let id = child.id().to_string();
        Command::new("kill").args([&format!("-{signal}"), &id]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(!output.status.success(), "{signal}");
        assert_eq!(names(folder.path()), [""; 0], "{signal}: {}", text(&output.stderr));
    }
}

#[test]
fn a_table_is_printed_if_its_file_cannot_be_written() {
    let folder = scratch();
    let whole = cavalcade(&["table", "queens", "4..8", "--output", "here/"], folder.path());
    let before = fs::read(folder.path().join("here/queens.csv")).unwrap();
    let output = limited("-f 0", "table queens 4..8 --output here/", folder.path());
    assert_refused(&output, 5, "queens.csv");
    let (printed, all) = (text(&output.stdout), text(&whole.stdout));
    assert!(!printed.is_empty() && all.starts_with(&printed), "{printed}");
    assert!(printed.contains("92"), "{printed}");
    assert_eq!(names(&folder.path().join("here")), ["queens.csv"]);
    assert_eq!(fs::read(folder.path().join("here/queens.csv")).unwrap(), before);
    // A count is printed, too, if its file cannot be written.
    let output = limited("-f 0", "tours 5x5 --output there/", folder.path());
    assert_refused(&output, 5, "tours.csv");
    assert!(text(&output.stdout).contains("directed 1,728"), "{}", text(&output.stdout));
    assert_eq!(names(&folder.path().join("there")), [""; 0]);
}

/// A thread's stack takes two megabytes of address space: some hundred threads fit.
#[cfg(target_os = "linux")]
#[test]
fn runs_continue_with_the_threads_available() {
    let folder = scratch();
    for (arguments, total) in [
        ("queens 10 --method search --threads 1000", "all 724"),
        ("tours 5x5 --method search --threads 1000", "directed 1,728"),
        ("tours 6x8 --closed --method frontier --threads 1000", "undirected 55,488,142"),
    ] {
        let output = limited("-v 1500000", arguments, folder.path());
        let message = text(&output.stderr);
        assert!(output.status.success() && text(&output.stdout).contains(total), "{message}");
        assert!(message.contains("cannot start 1,000 threads; using "), "{message}");
    }
}

/// With any address space the result is the total, or a line and exit code 2 or 5.
#[cfg(target_os = "linux")]
#[test]
fn refused_memory_is_reported() {
    let folder = scratch();
    let mut ended = [0, 0];
    for kilobytes in [25_000, 40_000, 100_000, 300_000, 700_000] {
        for (arguments, total) in [
            ("tours 7x7 --method frontier --threads 2 --memory 8G", "directed 165,575,218,320"),
            ("queens 14 --method quadrants --threads 2 --memory 8G", "all 365,596"),
            ("tours 5x5 --method search --threads 4", "directed 1,728"),
        ] {
            let output = limited(&format!("-v {kilobytes}"), arguments, folder.path());
            let (message, code) = (text(&output.stderr), output.status.code());
            let what = format!("{kilobytes}: {arguments}: {code:?}: {message}");
            match code {
                Some(0) => assert!(text(&output.stdout).contains(total), "{what}"),
                Some(2 | 5) => {
                    assert!(!message.is_empty() && !message.contains("panicked"), "{what}")
                }
                _ => panic!("{what}"),
            }
            ended[usize::from(code == Some(0))] += 1;
        }
    }
    assert!(ended[0] > 0 && ended[1] > 0, "{ended:?}");
}
