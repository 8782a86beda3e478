//! Failures during long runs: kills, disk errors, two processes. Afterwards the next run always
//! ends with the right total.

use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use cavalcade::engine::Random;

use crate::support::{cavalcade, note, scratch, tool};

pub(super) const PROGRAM: &str = env!("CARGO_BIN_EXE_cavalcade");

/// A command with the journal `j`, and its counts in JSON.
const TOURS: (&str, &str) =
    ("tours 5x5 --method search --journal j", r#""counts":{"directed":"1728","undirected":"864"}"#);
const MORE_TOURS: (&str, &str) = (
    "tours 6x8 --closed --method search --journal j",
    r#""counts":{"undirected":"55488142","directed":"110976284"}"#,
);

/// Takes some seconds, so that a signal arrives during the run.
pub(super) const LONG: (&str, &str) =
    ("queens 17 --method search --journal j", r#""counts":{"all":"95815104","fundamental""#);

pub(super) fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Runs to the end and checks the total.
pub(super) fn finish((line, total): (&str, &str), threads: usize, folder: &Path) {
    let threads = threads.to_string();
    let more = ["--format", "json", "-q", "--threads", &threads];
    let output = cavalcade(&[&words(line)[..], &more].concat(), folder);
    let text = String::from_utf8(output.stdout).unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && text.contains(total), "{line}: {text}{error}");
    assert!(folder.join("j").exists() && !folder.join("j.part").exists());
}

pub(super) fn spawn(line: &str, folder: &Path) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(words(line)).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

pub(super) fn signal(name: &str, child: &Child) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

/// Waits until the journal has at least this number of bytes.
pub(super) fn grown(folder: &Path, bytes: u64) {
    let began = Instant::now();
    while std::fs::metadata(folder.join("j.part")).map_or(0, |found| found.len()) < bytes {
        assert!(began.elapsed() < Duration::from_secs(60), "the journal does not grow");
        std::thread::sleep(Duration::from_millis(2));
    }
}

pub(super) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs of every family with a journal or a folder of layers.
const KEPT: [&str; 9] = [
    MORE_TOURS.0,
    "tours 5x6 --from a1 --method search --journal j",
    "tours 3x12 --unique --method search --journal j",
    "tours 6x8 --closed --method halves --split 20 --journal j",
    "tours 7x7 --method halves --checkpoint layers",
    "queens 14 --method search --journal j",
    "queens 14 --method quadrants --journal j",
    "queens 13 --torus --journal j",
    "walks 6x6 --self-avoiding --length 11 --journal j",
];

/// The counts of a complete run.
fn counts(line: &str, threads: usize, folder: &Path) -> Vec<serde_json::Value> {
    let threads = threads.to_string();
    let more = ["--format", "json", "-q", "--threads", &threads];
    let output = cavalcade(&[&words(line)[..], &more].concat(), folder);
    assert!(output.status.success(), "{line}: {}", stderr(&output));
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let answers = match told {
        serde_json::Value::Array(answers) => answers,
        one => vec![one],
    };
    answers.into_iter().map(|mut answer| answer["counts"].take()).collect()
}

/// Kills each of the runs at random times, resumes it with another number of threads, and compares
/// the counts whenever one ends.
fn kill(times: usize, seed: u64, runs: &[&str]) {
    let mut random = Random::new(seed);
    let whole: Vec<_> = runs.iter().map(|line| counts(line, 2, scratch().path())).collect();
    let mut folders: Vec<_> = runs.iter().map(|_| scratch()).collect();
    let (mut killed, mut ended) = (vec![0; runs.len()], vec![0; runs.len()]);
    for turn in 0.. {
        let run = turn % runs.len();
        let sum: usize = killed.iter().sum();
        if sum >= times {
            break;
        }
        let threads = 1 + (turn / runs.len()) % 8;
        let line = format!("{} -q --threads {threads}", runs[run]);
        let mut child = spawn(&line, folders[run].path());
        let longest = [12, 120][turn % 2];
        std::thread::sleep(Duration::from_millis(1 + random.below(longest) as u64));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        match output.status.signal() {
            Some(_) => killed[run] += 1,
            None => {
                assert!(output.status.success(), "{line}: {}", stderr(&output));
                // The remaining files, or a new run, give the same counts.
                assert_eq!(counts(runs[run], 2, folders[run].path()), whole[run], "{line}");
                ended[run] += 1;
                folders[run] = scratch();
            }
        }
    }
    for ((line, folder), whole) in runs.iter().zip(&folders).zip(whole) {
        assert_eq!(counts(line, 2, folder.path()), whole, "{line}");
    }
    note(&format!("killed {killed:?}, finished {ended:?} and one each"));
}

/// `recheck` finds every unit with a wrong tally at 100 %, and the expected fraction in a sample.
/// The lines have valid checksums, as a machine that computes wrongly would write them.
#[test]
fn planted_wrong_tallies_are_found() {
    use cavalcade::board::Piece;
    use cavalcade::engine::{Enumeration, Shard};
    use cavalcade::journal::{Author, Header, Record};
    use cavalcade::tours::{Kind, TourQuestion, TourSearch};

    let question = TourQuestion::new(&"6x8".parse().unwrap(), &Piece::knight(2), Kind::Closed);
    let search = TourSearch::new(question).unwrap();
    let plan = search.plan();
    let header = Header::of("tours closed knight 6x8", "search", &search.fingerprint(), &plan);
    let (host, version, shard) = ("liar".into(), "0".into(), Shard::WHOLE);
    let author = Author { host, process: 1, threads: 1, since: 0, version, shard };
    let seed = header.seed();
    let mut text = header.line() + &author.line(seed);
    let planted = 1000;
    assert!(plan.units.len() > planted);
    for unit in &plan.units[..planted] {
        let mut tally = search.run(unit, &mut cavalcade::engine::Silent).unwrap();
        tally.find(unit.weight, 1u64);
        text += &Record::of(unit, &tally, "search", Duration::ZERO).line(seed);
    }
    let folder = scratch();
    std::fs::write(folder.path().join("j"), text).unwrap();
    let differing = |sample: &str, seed: &str| {
        let arguments = ["recheck", "j", "--sample", sample, "--seed", seed, "-q"];
        let output = cavalcade(&arguments, folder.path());
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        assert_eq!(output.status.code(), Some(4), "{text}{}", stderr(&output));
        let lines = text.lines().filter(|line| line.contains("process 1 on liar")).count();
        assert!(
            text.contains(&format!("{lines} DIFFER: ")) && text.contains("by a frontier sweep"),
            "{text}"
        );
        lines as f64
    };
    assert_eq!(differing("100%", "1"), planted as f64);
    for (sample, share, seed) in [("5%", 0.05f64, "1"), ("20%", 0.2, "2"), ("50%", 0.5, "3")] {
        let (mean, variance) = (planted as f64 * share, planted as f64 * share * (1.0 - share));
        let found = differing(sample, seed);
        assert!((found - mean).abs() <= 3.0 * variance.sqrt(), "{sample}: {found}");
    }
}

#[test]
fn fifty_kills() {
    kill(50, 50, &KEPT);
}

// cargo test --release --test suite -- --ignored a_thousand_kills --nocapture
#[test]
#[ignore = "minutes"]
fn a_thousand_kills() {
    kill(1000, 1000, &KEPT);
}

/// Runs under strace with a fault at the k-th of some system calls on the journal, its folder or
/// its temporary names, for every k until no call is left.
fn inject((calls, least): (&str, usize), fault: &str, mut check: impl FnMut(&Output)) {
    let mut k = 1;
    loop {
        let folder = scratch();
        let at = folder.path().canonicalize().unwrap();
        let mut command = Command::new("strace");
        command.args(["-f", "-qqq", "-o", "/dev/null", "-P"]).arg(&at);
        for name in ["j", "j.part", "j.part.new"] {
            // The name used by the program, and the name that the kernel reports.
            command.args(["-P", name, "-P"]).arg(at.join(name));
        }
        command.args(["-e", &format!("inject={calls}:{fault}:when={k}"), PROGRAM]);
        command.args(words(TOURS.0)).args(["-q", "--threads", "2"]).current_dir(&at);
        let output = command.output().unwrap();
        let over = output.status.success();
        if !over {
            check(&output);
        }
        finish(TOURS, 1 + k % 3, &at);
        if over {
            break;
        }
        k += 1;
    }
    assert!(k > least, "{calls} failed {} times", k - 1);
}

/// Calls with the least number of times that a run makes each: one write for the first lines, one
/// for the units, one for the end; the last two are synced, and the folder with the first and with
/// the rename.
const CALLS: [(&str, usize); 4] =
    [("write", 3), ("fdatasync", 2), ("fsync", 2), ("?rename,?renameat,?renameat2", 1)];

#[test]
fn killed_at_every_write_sync_and_rename() {
    if !tool("strace", "-V") {
        return;
    }
    for calls in CALLS {
        inject(calls, "signal=SIGKILL", |output| {
            assert_eq!(output.status.signal(), Some(9), "{}: {}", calls.0, stderr(output));
        });
    }
}

#[test]
fn a_disk_that_fails_at_every_write_sync_and_rename() {
    if !tool("strace", "-V") {
        return;
    }
    for (fault, words) in [("error=EIO", "Input/output error"), ("error=ENOSPC", "No space left")] {
        for calls in CALLS {
            inject(calls, fault, |output| {
                let text = stderr(output);
                assert_eq!(output.status.code(), Some(5), "{}: {text}", calls.0);
                assert!(
                    text.contains(words) && text.contains("cavalcade: cannot "),
                    "{}: {text}",
                    calls.0
                );
            });
        }
    }
}

#[test]
fn a_run_resumes_after_a_full_disk() {
    let script = r#"
        mount -t tmpfs -o size=64k tmpfs "$1" || exit 77
        cd "$1"
        "$2" tours 6x6 --method search --journal j -q; first=$?
        mount -o remount,size=1m "$1"
        "$2" tours 6x6 --method search --journal j -q --format json; second=$?
        echo "exits $first $second""#;
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("unshare");
    command.args(["-m", "sh", "-c", script, "sh"]).arg(folder.path()).arg(PROGRAM);
    let Ok(output) = command.output() else { return };
    if !output.status.success() {
        note("skipped: no mount of one's own here");
        return;
    }
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(text.contains("exits 5 0") && text.contains(r#""directed":"6637920""#), "{text}");
    let text = stderr(&output);
    assert!(text.contains("No space left") && text.contains("j.part"), "{text}");
    assert!(text.trim_end().ends_with("tours 6x6 --method search --journal j -q"), "{text}");
}

#[test]
fn a_file_size_limit_is_reported() {
    let folder = scratch();
    let script = r#"ulimit -f 8; exec "$0" tours 6x8 --closed --method search --journal j -q"#;
    let mut command = Command::new("sh");
    let output = command.args(["-c", script, PROGRAM]).current_dir(folder.path()).output().unwrap();
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(5), "{text}");
    assert!(text.contains("File too large"), "{text}");
    finish(MORE_TOURS, 2, folder.path());
}

#[test]
fn a_folder_without_permission_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let outer = tempfile::tempdir().unwrap();
    std::fs::set_permissions(outer.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let folder = outer.path().join("closed");
    std::fs::create_dir(&folder).unwrap();
    std::fs::set_permissions(&folder, PermissionsExt::from_mode(0o555)).unwrap();
    let program = outer.path().join("program");
    std::fs::copy(PROGRAM, &program).unwrap();
    let mut command = Command::new(&program);
    command.args(words(TOURS.0)).current_dir(&folder);
    // Permissions do not stop root.
    let is_root = std::fs::write(folder.join("probe"), "").is_ok();
    if is_root {
        command.uid(65534).gid(65534);
    }
    let output = command.output().unwrap();
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(5), "{text}");
    assert!(text.contains("Permission denied") && text.contains("j.part"), "{text}");
}

#[test]
fn journal_paths_that_are_not_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("folder")).unwrap();
    assert!(Command::new("mkfifo").arg(at("fifo")).status().unwrap().success());
    std::os::unix::fs::symlink("nowhere", at("dangling")).unwrap();
    for (name, word) in
        [("folder", "folder"), ("fifo", "regular"), ("dangling", "link"), ("/dev/null", "regular")]
    {
        for flags in [&["tours", "5x5", "--journal", name][..], &["merge", name]] {
            let output = cavalcade(flags, folder.path());
            let text = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{flags:?}: {text}");
            assert!(text.lines().last().is_some_and(|l| !l.is_empty()), "{flags:?}: {text}");
            assert!(flags[0] == "merge" || text.contains(word), "{flags:?}: {text}");
        }
    }
    // A link to a file is followed, and stays a link.
    std::fs::create_dir(at("other")).unwrap();
    std::fs::write(at("other/target"), "").unwrap();
    std::os::unix::fs::symlink("other/target", at("j")).unwrap();
    finish(TOURS, 2, folder.path());
    assert!(at("j").is_symlink() && std::fs::metadata(at("other/target")).unwrap().len() > 0);
}

#[test]
fn a_second_process_is_locked_out_until_the_first_ends() {
    let folder = scratch();
    let mut first = spawn(LONG.0, folder.path());
    grown(folder.path(), 1000);
    signal("-STOP", &first);
    let output = cavalcade(&words(LONG.0), folder.path());
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(75), "{text}");
    assert!(text.contains(&format!("process {} on ", first.id())), "{text}");
    // Readers are not locked out.
    let status = cavalcade(&["status", "j"], folder.path());
    assert_eq!(status.status.code(), Some(3), "{}", stderr(&status));
    first.kill().unwrap();
    first.wait().unwrap();
    finish(LONG, 2, folder.path());
}

#[test]
fn clock_jumps_do_not_matter() {
    if !tool("faketime", "--version") {
        return;
    }
    let folder = scratch();
    let clock = folder.path().join("clock");
    std::fs::write(&clock, "+0d").unwrap();
    // Every thread reads the clock's file; the monotonic clock does not jump.
    let mut command = Command::new("faketime");
    command.args(["-f", "+0d", "env", "-u", "FAKETIME", "FAKETIME_NO_CACHE=1"]);
    command.args(["FAKETIME_DONT_FAKE_MONOTONIC=1", "DONT_FAKE_MONOTONIC=1"]);
    command.arg(format!("FAKETIME_TIMESTAMP_FILE={}", clock.display()));
    command.arg(PROGRAM).args(words("queens 17 --method search --journal j -q --threads 1"));
    command.current_dir(folder.path()).stdout(Stdio::null()).process_group(0);
    let mut child = command.spawn().unwrap();
    for jump in ["+3650d", "-3650d", "+7300d"] {
        std::fs::write(&clock, jump).unwrap();
        std::thread::sleep(Duration::from_millis(60));
    }
    grown(folder.path(), 1000);
    // The program is a child of faketime.
    let group = format!("-{}", child.id());
    assert!(Command::new("kill").args(["-KILL", "--", &group]).status().unwrap().success());
    child.wait().unwrap();
    let before = std::fs::read_to_string(folder.path().join("j.part")).unwrap();
    for jump in ["+10y", "-10y"] {
        let mut command = Command::new("faketime");
        command.args(["-f", jump, PROGRAM]).args(words("tours 5x5 --method search --journal k -q"));
        let output = command.current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{jump}: {}", stderr(&output));
    }
    let mut command = Command::new("faketime");
    command.args(["-f", "-10y", PROGRAM]).args(words("status j")).current_dir(folder.path());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    finish(LONG, 2, folder.path());
    let after = std::fs::read_to_string(folder.path().join("j")).unwrap();
    let whole = &before[..before.rfind('\n').unwrap()];
    assert!(after.starts_with(whole), "what was there was changed");
}
