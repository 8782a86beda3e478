//! Files named on the command line are read up to a limit, never waited for, and described in valid
//! text; and folders that another process holds.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{cavalcade, folder, scratch, tool};

/// Exit code and stderr of a command that has some seconds to end.
fn run(line: &[&str], place: &Path) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cavalcade"));
    let command = command.args(line).current_dir(place).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("{line:?} hangs");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn pipes_and_devices_are_refused_without_waiting() {
    if !tool("mkfifo", "--version") {
        return;
    }
    let place = scratch();
    let fifo = Command::new("mkfifo").arg("f").current_dir(place.path()).status().unwrap();
    assert!(fifo.success());
    for path in ["f", "/dev/zero", "/dev/tty", "."] {
        let (map, graph) = (format!("@{path}"), format!("graph:{path}"));
        let cylinder = format!("cylinder:@{path}");
        for line in [
            &["tours", &map][..],
            &["tours", &cylinder],
            &["tours", &graph],
            &["tours", "5x5", "--moves", path],
            &["tours", "5x6", "--closed", "--rank", path],
            &["walks", "--keypad", &map, "--length", "2"],
            &["merge", path],
            &["status", path],
            &["recheck", path],
            &["queens", "6", "--journal", path],
        ] {
            let (code, error) = run(line, place.path());
            assert!((code == 2 || code == 5) && error.lines().count() == 1, "{line:?}: {error}");
            assert!(!error.contains("free space"), "{line:?}: {error}");
        }
    }
    // A pipe made by the shell has a writer.
    let shell = format!(
        "{} tours @<(printf '...\\n...\\n') --piece king -q",
        env!("CARGO_BIN_EXE_cavalcade")
    );
    let output = Command::new("bash").args(["-c", &shell]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn inputs_are_read_up_to_the_stated_limit() {
    let place = scratch();
    let file = fs::File::create(place.path().join("long")).unwrap();
    file.set_len(33 << 20).unwrap();
    for (line, size) in [
        (&["tours", "@long"][..], "32 MiB"),
        (&["tours", "graph:long"], "32 MiB"),
        (&["tours", "5x6", "--closed", "--rank", "long"], "32 MiB"),
        (&["tours", "5x5", "--moves", "long"], "1 MiB"),
        (&["walks", "--keypad", "@long", "--length", "2"], "1 MiB"),
    ] {
        let (code, error) = run(line, place.path());
        assert_eq!(code, 2, "{line:?}: {error}");
        assert!(error.contains(size), "{line:?}: {error}");
    }
    fs::File::create(place.path().join("j")).unwrap().set_len(17 << 30).unwrap();
    let (code, error) = run(&["merge", "j"], place.path());
    assert!(code == 2 && error.contains("16 GiB"), "{error}");
}

#[test]
fn unreadable_input_is_bad_input() {
    let place = scratch();
    fs::write(place.path().join("file"), "text").unwrap();
    for line in [
        &["tours", "@none"][..],
        &["tours", "graph:none"],
        &["tours", "@file/below"],
        &["tours", "5x5", "--moves", "none"],
        &["tours", "5x6", "--closed", "--rank", "none"],
        &["walks", "--keypad", "@none", "--length", "2"],
        &["merge", "none"],
        &["status", "none"],
        &["recheck", "file/below"],
    ] {
        let (code, error) = run(line, place.path());
        assert_eq!(code, 2, "{line:?}: {error}");
        assert!(error.contains("cannot read") && error.contains("permissions"), "{error}");
        assert!(!error.contains("free space"), "{line:?}: {error}");
    }
    // Writing needs free space.
    let (code, error) = run(&["tours", "5x5", "--all", "--output", "file/below"], place.path());
    assert!(code == 5 && error.contains("free space"), "{error}");
}

#[test]
fn non_utf8_paths_are_kept_in_the_resume_command() {
    let place = scratch();
    let name = OsString::from_vec(b"a\xff'b\x1b\\ c".to_vec());
    let mut run = Command::new(env!("CARGO_BIN_EXE_cavalcade"));
    run.args(["tours", "7x7", "--method", "search", "--threads", "1", "-q", "--journal"])
        .arg(&name);
    let mut child = run.current_dir(place.path()).stderr(Stdio::piped()).spawn().unwrap();
    let part = place.path().join(OsString::from_vec([name.as_bytes(), b".part"].concat()));
    let began = Instant::now();
    while !part.exists() && began.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(300));
    let stop = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(stop.success() && child.wait().unwrap().code().is_some());
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    let command = error.lines().last().unwrap();
    // The shell parses the same words from it.
    let echo = format!("set -- {command}; printf %s \"${{@: -1}}\"");
    let again = Command::new("bash").args(["-c", &echo]).output().unwrap();
    assert_eq!(again.stdout, name.as_bytes(), "{error}");
}

#[test]
fn the_holder_of_a_checkpoint_folder_is_named() {
    let place = scratch();
    let mut run = Command::new(env!("CARGO_BIN_EXE_cavalcade"));
    let line = "tours 8x8 --method halves --memory 8G --threads 1 -q --checkpoint c";
    let line: Vec<_> = line.split(' ').collect();
    let mut holder =
        run.args(&line).current_dir(place.path()).stderr(Stdio::null()).spawn().unwrap();
    let lock = place.path().join("c/cavalcade-checkpoints.lock");
    let began = Instant::now();
    while fs::read(&lock).map_or(0, |text| text.len()) == 0 {
        assert!(began.elapsed() < Duration::from_secs(60), "it holds nothing");
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = cavalcade(&line, place.path());
    let (message, process) = (String::from_utf8(output.stderr).unwrap(), holder.id());
    holder.kill().unwrap();
    holder.wait().unwrap();
    assert_eq!(output.status.code(), Some(75), "{message}");
    assert!(message.contains(&format!("by process {process} on ")), "{message}");
    assert!(message.contains("give another folder"), "{message}");
}

#[test]
fn cluster_scripts_refuse_another_question() {
    if !tool("bash", "--version") || !tool("md5sum", "--version") {
        return;
    }
    let script = folder("scripts/distributed/test_folders.sh");
    let output =
        Command::new("bash").arg(script).arg(env!("CARGO_BIN_EXE_cavalcade")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_change_nothing() {
    let place = scratch();
    for (text, line, printed) in [
        ("123\n456\n789\n.0.\n", "walks --keypad @f --length 3 -q", "sequences 46"),
        ("...\n...\n...\n...\n", "tours @f -q", "directed 16"),
        ("knight\n", "tours 3x4 --moves f -q", "directed 16"),
        ("a3 c2 a1 b3 d2 b1 c3 d1 b2 d3 c1 a2\n", "tours 3x4 --rank f -q", "7"),
        ("a3 c2 a1 b3 d2 b1 c3 d1 b2 d3 c1 a2\n", "check f", "open knight tour of 3x4"),
    ] {
        let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        fs::write(place.path().join("f"), text).unwrap();
        let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), place.path());
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(shown.contains(printed), "{line}: {shown}");
    }
}
