//! `--memory` is a limit that includes the program and its threads; otherwise the run is refused
//! immediately.

use cavalcade::method::Choice;
use cavalcade::question::Question;

use crate::support::{cavalcade, scratch};

/// The exit code, stderr, and the peak memory in MiB, which -v prints.
fn run(line: &str) -> (Option<i32>, String, Option<f64>) {
    let folder = scratch();
    let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), folder.path());
    let text = String::from_utf8(output.stderr).unwrap();
    let peak = text.lines().find_map(|line| line.strip_prefix("peak memory "));
    let peak = peak.and_then(|message| message.strip_suffix(" MiB")?.parse().ok());
    (output.status.code(), text, peak)
}

#[test]
fn runs_obey_the_memory_limit_or_are_refused() {
    // A test build has larger code.
    let more = (run("queens 8 -v --threads 2").2.unwrap() - 11.0).max(0.0);
    for (line, mebibytes, passes) in [
        ("queens 14 --method quadrants", 16, true),
        ("queens 12 --method colours", 24, true),
        ("tours 5x6 --method union", 20, true),
        ("tours 6x7 --closed --method union", 40, true),
        ("tours 8x8 --closed --index 7", 16, false),
        ("tours 6x6 --method union", 45, false),
        ("tours 6x8 --closed --method union", 60, false),
        ("queens 24 --method search --split 400000", 100, false),
        (
            "walks --keypad letters18 --length 2000 --at-most 99:AE --at-most 99:IO --method transfer",
            100,
            false,
        ),
    ] {
        // Walks and single tours do not report their memory.
        let reports = !line.contains("walks") && !line.contains("index");
        let verbose = if reports { " -v" } else { "" };
        let line = format!("{line} --memory {mebibytes}M --threads 2{verbose}");
        let (code, message, peak) = run(&line);
        let most = 1.1 * f64::from(mebibytes) + more;
        assert!(peak.is_none_or(|peak| peak <= most), "{line}: {peak:?}, {most} allowed");
        assert_eq!(code, Some(if passes { 0 } else { 2 }), "{line}: {message}");
        assert!(passes || message.contains("of memory"), "{message}");
    }
    for line in ["tours 1000x1000 --method divide", "queens 400000 --first 1", "tours 6x6"] {
        let (code, message, _) = run(&format!("{line} --memory 13M --threads 2"));
        assert_eq!(code, Some(2), "{message}");
        assert!(message.contains("--memory"), "{message}");
    }
}

/// Fewer threads run if there is not enough memory for all.
#[test]
fn as_many_threads_run_as_there_is_memory_for() {
    let question: Question = "queens queen 24x24".parse().unwrap();
    let threads = |megabytes: u64| {
        let solve = question.solve().method(Choice::of("colours")).threads(4);
        solve.memory(megabytes << 20).prepare().map(|prepared| prepared.threads())
    };
    assert_eq!([600, 300, 137].map(|megabytes| threads(megabytes).unwrap()), [4, 2, 1]);
    assert!(threads(100).unwrap_err().to_string().contains("at least, and may use 100 MiB"));
}
