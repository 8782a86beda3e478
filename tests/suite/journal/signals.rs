//! Ctrl-C and SIGTERM, once and twice, during every kind of work.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use super::faults::{LONG, PROGRAM, finish, grown, signal, spawn, stderr, words};
use crate::support::{scratch, tool};

/// A generous limit for a run that ends immediately, on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(20);

/// Waits for a condition on another process.
fn until(what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A line of the system's status of a process.
fn status_of(child: &Child, what: &str) -> Option<String> {
    let text = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    text.lines().find_map(|line| line.strip_prefix(what)).map(String::from)
}

/// Waits until the process handles signals itself.
fn listening(child: &Child) {
    let caught = || u64::from_str_radix(status_of(child, "SigCgt:")?.trim(), 16).ok();
    // SIGTERM is registered last.
    until("nobody listens", || caught().is_some_and(|mask| mask & (1 << 14) != 0));
}

/// The output of a process after a signal.
fn ended(mut child: Child, line: &str) -> Output {
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > AT_ONCE {
            child.kill().unwrap();
            panic!("{line}: still there after {AT_ONCE:?}");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    // Closed first, because the rest of the pipe is not needed.
    drop(child.stdout.take());
    child.wait_with_output().unwrap()
}

#[test]
fn signals_print_the_resume_command() {
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let folder = scratch();
        let line = "queens 17 --method search --threads 1 --journal j";
        let child = spawn(line, folder.path());
        grown(folder.path(), 1000);
        signal(name, &child);
        let output = ended(child, line);
        assert_eq!(output.status.code(), Some(code));
        let text = stderr(&output);
        let command = text.lines().last().unwrap();
        assert!(command.ends_with(line), "{text}");
        // As a user would: pasted into a shell.
        let mut shell = Command::new("sh");
        let resumed = shell.args(["-c", command]).current_dir(folder.path()).output().unwrap();
        let text = String::from_utf8(resumed.stdout).unwrap();
        assert!(text.contains("all 95,815,104"), "{text}");
    }
}

#[test]
fn a_table_resumes_after_its_finished_counts() {
    let folder = scratch();
    let line = "tours 6x8 --closed --by-move --threads 1 --journal kept";
    let child = spawn(line, folder.path());
    let kept = || std::fs::read_dir(folder.path().join("kept")).map_or(0, |files| files.count());
    until("no journal", || kept() > 3);
    signal("-INT", &child);
    let output = ended(child, line);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(130), "{text}");
    let command = text.lines().last().unwrap();
    assert!(text.contains("this resumes") && command.ends_with(line), "{text}");
    let run = |command: &str| {
        let run = Command::new("sh").args(["-c", command]).current_dir(folder.path()).output();
        String::from_utf8(run.unwrap().stdout).unwrap()
    };
    assert_eq!(run(command), run(&format!("{PROGRAM} tours 6x8 --closed --by-move")));
}

#[test]
fn a_checkpointed_sweep_prints_the_resume_command() {
    let folder = scratch();
    let line = "tours 8x8 --method halves --checkpoint layers --memory 8G";
    let child = spawn(line, folder.path());
    listening(&child);
    std::thread::sleep(Duration::from_millis(500));
    signal("-INT", &child);
    let output = ended(child, line);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("this resumes") && text.trim_end().ends_with(line), "{text}");
}

/// Checks that a run with a pending stop is still running.
fn still_there(name: &str, child: &mut Child) {
    std::thread::sleep(Duration::from_millis(1500));
    let early = child.try_wait().unwrap();
    assert!(
        early.is_none(),
        "{name} alone must save the units and print the resume command: {early:?}"
    );
}

#[test]
fn the_second_signal_does_not_wait_for_output() {
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let folder = scratch();
        // Like a terminal that was halted by Ctrl-S.
        let (reader, mut writer) = std::io::pipe().unwrap();
        writer.write_all(&[b'.'; 1 << 16]).unwrap();
        let mut command = Command::new(PROGRAM);
        command.args(words(LONG.0)).current_dir(folder.path());
        let mut child = command.stdout(Stdio::null()).stderr(writer).spawn().unwrap();
        grown(folder.path(), 1000);
        signal(name, &child);
        still_there(name, &mut child);
        signal(name, &child);
        assert_eq!(ended(child, name).status.code(), Some(code));
        drop(reader);
        finish(LONG, 2, folder.path());
    }
}

#[test]
fn the_second_signal_does_not_wait_for_the_disk() {
    if !tool("strace", "-V") {
        return;
    }
    let folder = scratch();
    let at = folder.path().canonicalize().unwrap();
    let mut command = Command::new("strace");
    // A disk that takes minutes for each sync. With -D the child is the program itself.
    command.args(["-D", "-f", "-qqq", "-o", "/dev/null", "-P", "j.part", "-P"]);
    command.arg(at.join("j.part"));
    command.args(["-e", "inject=fdatasync:delay_enter=300000000", PROGRAM]).args(words(LONG.0));
    command.current_dir(&at).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let unit = |path: &Path| std::fs::read_to_string(path).is_ok_and(|t| t.contains("\nunit"));
    until("no unit is written", || unit(&at.join("j.part")));
    let path = format!("/proc/{}/task", child.id());
    // The thread held by strace ends last; all others end with the program.
    let gone = || std::fs::read_dir(&path).map_or(0, Iterator::count) <= 1;
    signal("-INT", &child);
    still_there("-INT", &mut child);
    assert!(!gone(), "the first ended it before its units were on disk");
    signal("-INT", &child);
    until("threads are left", gone);
    let tracer = status_of(&child, "TracerPid:").unwrap();
    assert!(Command::new("kill").args(["-KILL", tracer.trim()]).status().unwrap().success());
    assert_eq!(ended(child, "-INT").status.code(), Some(130));
    finish(LONG, 2, &at);
}

#[test]
fn runs_without_a_journal_stop_quickly() {
    // A plan of many seconds, an evaluation of slices, and the layers of a chart.
    for (name, code, line) in [
        ("-INT", 130, "tours 8x8 --method search --split 1000000 --journal j --memory 64G"),
        ("-TERM", 143, "tours 10x10 --closed --journal j"),
        ("-HUP", 129, "tours 10x10 --closed --method halves --checkpoint kept --memory 17G"),
        ("-TERM", 143, "tours 7x8 --random 7 --memory 64G"),
    ] {
        let folder = scratch();
        let child = spawn(line, folder.path());
        listening(&child);
        std::thread::sleep(Duration::from_millis(200));
        signal(name, &child);
        let output = ended(child, line);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{line}: {text}");
        assert!(text.contains("cavalcade: stopped"), "{line}: {text}");
        let pasted = text.trim_end().ends_with(line);
        assert_eq!(pasted, !line.contains("--random"), "{line}: {text}");
        assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none(), "{line}");
    }
}

/// `timeout` of GNU signals the run, and then its process group.
#[test]
fn simultaneous_signals_count_as_one() {
    let folder = scratch();
    let line = "queens 17 --method search --threads 1 --journal j";
    let child = spawn(line, folder.path());
    grown(folder.path(), 1000);
    signal("-TERM", &child);
    signal("-TERM", &child);
    let output = ended(child, line);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(143), "{text}");
    assert!(text.trim_end().ends_with(line), "{text}");
}

#[test]
fn a_blocked_reader_does_not_block_signals() {
    for line in ["queens 14 --all -q", "tours 6x6 --all -q"] {
        let mut command = Command::new(PROGRAM);
        command.args(words(line)).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // The pipe is full soon after the first tour, and stays full.
        child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        signal("-INT", &child);
        let output = ended(child, line);
        assert_eq!(output.status.code(), Some(130), "{line}: {}", stderr(&output));
    }
}
