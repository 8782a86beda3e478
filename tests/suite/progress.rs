//! Running commands: progress lines, metrics, signals, status of folders.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::schema::schema;
use crate::support::{cavalcade, scratch, tool};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cavalcade");

/// A run of many seconds and many small units: even on a busy machine the first one ends soon.
const LONG: &str = "queens 18 --method search --threads 1 --split 2000";

fn start(line: &str, place: &Path) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(line.split_whitespace()).current_dir(place);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn send(name: &str, child: &Child) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

fn until(what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(180), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn ended(child: Child) -> (Output, String) {
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    (output, text)
}

fn stderr(line: &str) -> String {
    let place = scratch();
    let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), place.path());
    assert!(output.status.success(), "{line}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_log_has_a_line_at_the_start_and_at_the_end() {
    for line in [
        "queens 9",
        "tours 5x5 --all",
        "estimate 5x5 --samples 1000",
        "tours 5x6 --sample 50%",
        "tours 5x5 --order kt --first 2",
        "tours 12x12 --random 7",
        "queens 40 --first 1",
        "queens 20 --place a1,c2 --first 1",
    ] {
        let text = stderr(&format!("{line} --progress plain"));
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[0].contains(": begins · "), "{line}: {text}");
        assert!(text.contains(": done · ") && text.contains(" so far"), "{line}: {text}");
        let objects = stderr(&format!("{line} --progress jsonl"));
        let objects: Vec<Value> =
            objects.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let events: Vec<_> = objects.iter().map(|one| one["event"].as_str().unwrap()).collect();
        assert!(
            events.starts_with(&["begun"]) && events.ends_with(&["done"]),
            "{line}: {events:?}"
        );
    }
    let units = stderr("queens 9 --method search --progress jsonl");
    let last =
        units.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).next_back();
    let last = last.unwrap();
    assert!(last["units"] == last["units_done"] && last["units"].as_u64() > Some(5), "{last}");
    assert_eq!((&last["solutions"], &last["share"]), (&"352".into(), &1.0.into()));
    assert!(!stderr("queens 9 --progress none").contains("begins"));
    assert!(!stderr("queens 9").contains("begins"), "a short run writes no log");
}

#[test]
fn constructions_report_every_step() {
    for (line, steps) in [
        ("tours 5x6 --method warnsdorff", 30),
        ("tours 20x30 --method divide", 600),
        ("tours 6x6 --closed --method neural --trials 20", 20),
        ("tours 5x6 --index 3", 1000),
        ("tours 5x6 --closed --random 3", 1000),
        ("tours 12x12 --random 7", 28_800),
        // Five rules from nine squares, one from a corner, and divide and conquer.
        ("heuristics --sizes 5,6 --starts 9", 2 * (5 * 9 + 2)),
    ] {
        let text = stderr(&format!("{line} --progress jsonl"));
        let told: Vec<Value> = text.lines().filter_map(|l| serde_json::from_str(l).ok()).collect();
        let last = told.last().unwrap();
        assert_eq!(last["event"], "done", "{line}");
        assert_eq!((&last["steps_done"], &last["steps"]), (&steps.into(), &steps.into()), "{line}");
    }
}

#[test]
fn long_constructions_can_be_stopped() {
    for line in [
        "tours 1000x1000 --closed --random 7",
        "tours 30x30 --closed --method neural --trials 100000",
        "tours 7x8 --closed --random 7",
        "tours 7x7 --all --order kt --output out",
        "heuristics --sizes 1000 --output out",
    ] {
        let place = scratch();
        let path = place.path().join("log");
        let mut command = Command::new(PROGRAM);
        command.args(line.split(' ')).args(["--progress", "plain"]).current_dir(place.path());
        command.stdout(Stdio::null()).stderr(fs::File::create(&path).unwrap());
        let mut child = command.spawn().unwrap();
        let log = || fs::read_to_string(&path).unwrap();
        until(line, || log().contains(": begins · "));
        send("-INT", &child);
        let began = Instant::now();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{line}: {}", log());
        assert!(began.elapsed() < Duration::from_secs(5), "{line}: {:?}", began.elapsed());
        assert!(log().lines().last().unwrap().starts_with("cavalcade: stopped"), "{}", log());
        assert!(!place.path().join("out").exists(), "{line}: half a file has no name");
    }
}

#[test]
fn a_stopped_sample_reports_its_estimate() {
    let place = scratch();
    // Longer on a busy machine: an estimate needs at least two units.
    let found = [1, 5, 25].into_iter().find_map(|seconds| {
        let child = start(&format!("{LONG} --sample 50% --format json -q"), place.path());
        std::thread::sleep(Duration::from_secs(seconds));
        send("-INT", &child);
        let (output, said) = ended(child);
        assert_eq!(output.status.code(), Some(130), "{said}");
        (!output.stdout.is_empty()).then_some((output.stdout, said))
    });
    let (printed, said) = found.expect("two units are over in 25 s");
    let value: Value = serde_json::from_slice(&printed).unwrap();
    let [drawn, sampled] = ["drawn", "sampled"].map(|field| value[field].as_u64().unwrap());
    assert!((2..drawn).contains(&sampled), "{value}");
    let line = format!("cavalcade: stopped after {sampled} of {drawn} units of the sample (");
    assert!(said.starts_with(&line) && said.lines().count() == 1, "{said}");
}

/// A line a second, with the question; a journal whose run was stopped tells since when.
#[test]
fn a_log_has_the_interval_that_is_asked_for() {
    let place = scratch();
    let path = place.path().join("log");
    let mut command = Command::new(PROGRAM);
    command.args(LONG.split(' ')).args(["--progress=jsonl", "--progress-interval=1"]);
    command.args(["--journal", "j"]).current_dir(place.path()).stdout(Stdio::null());
    let mut child = command.stderr(fs::File::create(&path).unwrap()).spawn().unwrap();
    let log = || fs::read_to_string(&path).unwrap();
    until("no second line came", || log().matches("\"event\":\"running\"").count() > 1);
    let about = "\"family\":\"queens\",\"board\":\"";
    assert!(log().contains(about) && log().contains("\"piece\":\"queen\""), "{}", log());
    child.kill().unwrap();
    child.wait().unwrap();
    let told = cavalcade(&["status", "j"], place.path());
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("no run since 2") && !told.contains("time left"), "{told}");
}

#[test]
fn a_signal_prints_progress() {
    let place = scratch();
    for (how, part) in
        [("plain", " left · ends "), ("jsonl", "\"event\":\"running\""), ("none", " % · ")]
    {
        let path = place.path().join("log");
        let mut command = Command::new(PROGRAM);
        command.args(LONG.split(' ')).args(["--progress", how]).stdout(Stdio::null());
        let mut child = command.stderr(fs::File::create(&path).unwrap()).spawn().unwrap();
        let log = || fs::read_to_string(&path).unwrap();
        // Before the program handles the signal, the signal would end it.
        std::thread::sleep(Duration::from_millis(500));
        until("no line came", || {
            assert!(child.try_wait().unwrap().is_none(), "SIGUSR1 ends nothing");
            send("-USR1", &child);
            std::thread::sleep(Duration::from_millis(200));
            log().contains(part)
        });
        send("-INT", &child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let stopped = ["placement: stopped", "\"event\":\"stopped\""];
        assert!(how == "none" || stopped.iter().any(|word| log().contains(word)), "{}", log());
    }
}

#[test]
fn a_lost_terminal_stops_the_run_except_under_nohup() {
    let place = scratch();
    let line = format!("{LONG} --journal j");
    // These tests may themselves be run under nohup.
    let reset = ["env", "--default-signal=HUP"];
    let resets = Command::new(reset[0]).args([reset[1], "true"]).status();
    let resets = resets.is_ok_and(|status| status.success());
    let words: Vec<_> = reset.into_iter().filter(|_| resets).chain([PROGRAM]).collect();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).args(line.split(' ')).current_dir(place.path());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let unit =
        || fs::read_to_string(place.path().join("j.part")).is_ok_and(|t| t.contains("\nunit"));
    until("no unit is written", unit);
    send("-HUP", &child);
    let (output, text) = ended(child);
    assert_eq!(output.status.code(), Some(129), "{text}");
    assert!(text.trim_end().ends_with(&line), "{text}");
    if tool("nohup", "--version") {
        let mut command = Command::new("nohup");
        command.arg(PROGRAM).args(LONG.split(' ')).current_dir(place.path());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(500));
        send("-HUP", &child);
        std::thread::sleep(Duration::from_millis(500));
        assert!(child.try_wait().unwrap().is_none(), "nohup is there to ignore it");
        send("-TERM", &child);
        assert_eq!(ended(child).0.status.code(), Some(143));
    }
}

#[test]
fn metrics_are_available_during_and_after_a_run() {
    let place = scratch();
    let path = place.path().join("run.prom");
    let value = |name: &str| -> Option<f64> {
        let text = fs::read_to_string(&path).ok()?;
        let line = text.lines().find(|line| line.starts_with(&format!("cavalcade_{name}{{")))?;
        line.rsplit_once(' ')?.1.parse().ok()
    };
    let child = start(&format!("{LONG} --metrics run.prom"), place.path());
    until("nothing is measured", || value("units_done").is_some_and(|done| done > 0.0));
    assert!(value("running") == Some(1.0) && value("done") == Some(0.0));
    assert!(value("share").unwrap() > 0.0 && value("nodes_total").unwrap() > 0.0);
    assert!(value("eta_seconds").is_some() && value("units").unwrap() > 1.0);
    send("-TERM", &child);
    ended(child);
    assert!(value("running") == Some(0.0) && value("done") == Some(0.0));
    let done = cavalcade(&["queens", "9", "--metrics", "run.prom", "-q"], place.path());
    assert!(done.status.success() && done.stderr.is_empty());
    assert!(value("done") == Some(1.0) && value("solutions_total") == Some(352.0));
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(concat!("version=\"", env!("CARGO_PKG_VERSION"), "\"")), "{text}");
    fs::write(&path, "mine").unwrap();
    let refused = cavalcade(&["queens", "9", "--metrics", "run.prom"], place.path());
    assert!(refused.status.code() == Some(2) && fs::read_to_string(&path).unwrap() == "mine");
}

/// The bytes sent to a terminal of changing width.
#[test]
fn the_line_fits_the_terminal_however_wide_it_becomes() {
    if !tool("script", "--version") || !tool("stty", "--version") {
        return;
    }
    let place = scratch();
    let widths = [80, 20, 40, 200];
    // Output during the change of width is not checked.
    let resize = |w| format!("printf '<' >&2; stty cols {w}; printf '<{w}>' >&2; sleep 1.5");
    let resize = widths.map(resize);
    // The first second shows nothing.
    let shell = format!(
        "stty cols 80; {PROGRAM} {LONG} & run=$!; sleep 1.2; {}; kill $run; wait $run",
        resize.join("; ")
    );
    let mut script = Command::new("script");
    script.args(["-qec", &shell, "/dev/null"]).env("TERM", "xterm").env("SHELL", "/bin/sh");
    script.env("NO_COLOR", "1");
    script.current_dir(place.path()).stdin(Stdio::null());
    let shown = String::from_utf8(script.output().unwrap().stdout).unwrap();
    let mut seen = 0;
    for width in widths {
        let part = shown.split(&format!("<{width}>")).nth(1).unwrap();
        let part = part.split(['<', '\n']).next().unwrap();
        // The first line may have been measured before the change, and the last is cut by the end.
        for line in part.split('\r').skip(2).filter(|line| line.contains('%')) {
            assert!(line.chars().count() < width, "{width}: {line:?}");
            seen += 1;
        }
        if width == 200 {
            let long = part.split('\r').rfind(|line| line.contains("nodes/s"));
            let long = long.unwrap_or_else(|| panic!("{part:?}"));
            for piece in ["18x18 queen placement", "units", "so far", "left", "ends "] {
                assert!(long.contains(piece), "{long}");
            }
        }
    }
    assert!(seen > 10, "{shown:?}");
    assert!(!shown.contains('\u{1b}'));
}

#[test]
fn status_reports_checkpoint_folders() {
    let place = scratch();
    let line = "tours 8x8 --method halves --checkpoint layers --memory 8G --threads 1";
    let child = start(line, place.path());
    let layer = place.path().join("layers/cavalcade-layer.checkpoint");
    until("no layer is kept", || layer.exists());
    let status = cavalcade(&["status", "layers"], place.path());
    let told = |format| {
        let output = cavalcade(&["status", "layers", "--format", format], place.path());
        assert_eq!(output.status.code(), Some(3), "{format}");
        String::from_utf8(output.stdout).unwrap()
    };
    let (json, csv) = (told("json"), told("csv"));
    send("-KILL", &child);
    let _ = ended(child);
    let text = String::from_utf8(status.stdout).unwrap();
    assert_eq!(status.status.code(), Some(3), "{text}");
    for part in ["layers: ", "of sweep 0: ", " classes, ", " file", " ago", "held by process "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(schema().problem(&serde_json::from_str(&json).unwrap()), None, "{json}");
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let kept = &value["checkpoints"][0];
    assert!(kept["layer"]["states"].as_u64() > Some(0) && kept["ended"] == false, "{json}");
    assert!(
        csv.starts_with("checkpoints,question,ended,sweep,") && csv.contains("\nlayers,"),
        "{csv}"
    );
    let empty = place.path().join("empty");
    fs::create_dir(&empty).unwrap();
    assert_eq!(cavalcade(&["status", "empty"], place.path()).status.code(), Some(2));
}

#[test]
fn status_repeats_until_nothing_is_missing() {
    let place = scratch();
    let line = ["queens", "9", "--method", "search", "--split", "50", "--shard"];
    let shard = |shard| {
        let output =
            cavalcade(&[&line[..], &[shard, "--journal", "parts", "-q"]].concat(), place.path());
        assert!(output.status.success(), "{output:?}");
    };
    shard("0/2");
    let mut child = start("status parts --watch 1", place.path());
    let mut out = child.stdout.take().unwrap();
    let mut text = String::new();
    let mut piece = [0; 4096];
    while text.matches("; Ctrl-C ends").count() < 2 {
        let read = out.read(&mut piece).unwrap();
        assert!(read > 0, "{text}");
        text += &String::from_utf8_lossy(&piece[..read]);
    }
    shard("1/2");
    out.read_to_string(&mut text).unwrap();
    assert_eq!(ended(child).0.status.code(), Some(0));
    assert!(text.contains("missing ") && text.contains("all 352"), "{text}");
}
