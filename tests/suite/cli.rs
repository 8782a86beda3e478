//! The program as a process: formats, files, signals, pipes.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::cavalcade;

fn stdout(arguments: &[&str]) -> String {
    let directory = tempfile::tempdir().unwrap();
    let output = cavalcade(arguments, directory.path());
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn sampling_a_board_without_tours_gives_zero() {
    let text = stdout(&["tours", "4x4", "--closed", "--sample", "10%", "-q"]);
    assert!(text.contains("undirected 0") && text.contains("there can be none"), "{text}");
}

#[test]
fn json_has_the_documented_shape() {
    let value: serde_json::Value =
        serde_json::from_str(&stdout(&["tours", "6x6", "--format", "json", "--threads", "2"]))
            .unwrap();
    assert_eq!(value["question"]["family"], "tours");
    assert_eq!(value["question"]["board"], "6x6");
    assert_eq!(value["question"]["piece"], "knight");
    assert_eq!(value["question"]["kind"], "open");
    assert_eq!(value["counts"]["directed"], "6637920");
    assert_eq!(value["counts"]["undirected"], "3318960");
    assert_eq!(value["method"], "search");
    assert_eq!(value["threads"], 2);
    assert!(value["nodes"].as_u64().unwrap() > 50_000);
    assert!(value["seconds"].as_f64().unwrap() > 0.0);
    let published = value["published"].as_array().unwrap();
    let a165134 = published.iter().find(|p| p["source"] == "OEIS A165134").unwrap();
    assert_eq!(a165134["convention"], "directed");
    assert_eq!(a165134["value"], "6637920");
    assert_eq!(a165134["agrees"], true);

    let queens: serde_json::Value =
        serde_json::from_str(&stdout(&["queens", "8", "--format", "json"])).unwrap();
    let counts = serde_json::json!({
        "all": "92",
        "fundamental": "12",
        "kept_by_half_turn": "4",
        "kept_by_quarter_turn": "0",
        "group_none": "11",
        "group_half_turn": "1",
        "group_quarter_turn": "0",
    });
    assert_eq!(queens["counts"], counts);
    let closed: serde_json::Value =
        serde_json::from_str(&stdout(&["tours", "6x6", "--closed", "--format", "json"])).unwrap();
    assert_eq!(closed["counts"], serde_json::json!({"undirected": "9862", "directed": "19724"}));
}

#[test]
fn counts_and_nodes_do_not_depend_on_threads() {
    for question in [&["tours", "5x6"][..], &["tours", "6x6", "--closed"], &["queens", "11"]] {
        let of = |threads: &str| {
            let more = ["--format", "json", "-q", "--threads", threads];
            let text = stdout(&[question, &more].concat());
            let value: serde_json::Value = serde_json::from_str(&text).unwrap();
            (value["counts"].clone(), value["nodes"].clone())
        };
        assert_eq!(of("1"), of("2"), "{question:?}");
        assert_eq!(of("1"), of("8"), "{question:?}");
    }
}

#[test]
fn visiting_every_tour_counts_the_same() {
    let json = |more: &[&str]| -> String {
        let text =
            stdout(&[&["tours", "5x6", "--method", "search", "--format", "json"], more].concat());
        let mut answer: serde_json::Value = serde_json::from_str(&text).unwrap();
        answer["seconds"] = 0.into();
        answer["threads"] = 0.into();
        answer.to_string()
    };
    let counted = json(&[]);
    assert!(counted.contains("37568") && counted.contains("nodes"), "{counted}");
    for threads in ["1", "3"] {
        assert_eq!(json(&["--visit", "--threads", threads]), counted);
    }
}

#[test]
fn results_files_collect_and_replace_rows() {
    let directory = tempfile::tempdir().unwrap();
    let table = |arguments: &[&str]| {
        let arguments = [&["table"], arguments, &["-q", "--output", "results/"]].concat();
        assert!(cavalcade(&arguments, directory.path()).status.success());
        std::fs::read_to_string(directory.path().join("results/tours.csv")).unwrap()
    };
    let boards = |text: &str| {
        let boards: Vec<_> =
            text.lines().skip(1).map(|line| line.split(',').nth(1).unwrap().to_string()).collect();
        boards
    };
    assert_eq!(boards(&table(&["tours", "4"])), ["4x4", "4x4"]);
    assert_eq!(boards(&table(&["tours", "3"])), ["3x3", "3x3", "4x4", "4x4"]);
    assert_eq!(boards(&table(&["tours", "4"])), ["3x3", "3x3", "4x4", "4x4"]);
    let names: Vec<_> = std::fs::read_dir(directory.path().join("results")).unwrap().collect();
    assert_eq!(names.len(), 1, "a temporary file was left behind");
}

/// Rows of earlier versions have other words for symmetric solutions. A run replaces the words, and
/// the report shows the rows. The classes of a turn have no current name for tours, and keep the
/// old one.
#[test]
fn results_of_earlier_versions_are_read() {
    let directory = tempfile::tempdir().unwrap();
    let run = |line: &str| {
        let output = cavalcade(&line.split_whitespace().collect::<Vec<_>>(), directory.path());
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    };
    let path = |name: &str| directory.path().join("r").join(name);
    run("queens 6 --output r/ -q");
    run("tours 4x2 --piece king --closed --unique --output r/ -q");
    let [queens, tours] =
        ["queens.csv", "tours.csv"].map(|name| std::fs::read_to_string(path(name)).unwrap());
    let old = |text: &str| {
        let text = text.replace("kept_by_half_turn,", "half-turn,");
        text.replace("group_half_turn,", "half-turn classes,")
    };
    std::fs::write(path("queens.csv"), old(&queens)).unwrap();
    std::fs::write(path("tours.csv"), old(&tours)).unwrap();
    run("queens 5 --output r/ -q");
    run("tours 3x4 --output r/ -q");
    let rows = |name: &str, word: &str| -> usize {
        let text = std::fs::read_to_string(path(name)).unwrap();
        text.lines().filter(|line| line.split(',').nth(4) == Some(word)).count()
    };
    assert_eq!((rows("queens.csv", "group_half_turn"), rows("queens.csv", "half-turn")), (2, 0));
    assert_eq!(
        (rows("tours.csv", "half-turn classes"), rows("tours.csv", "group_half_turn")),
        (1, 0)
    );
    assert_eq!(rows("tours.csv", "kept_by_half_turn"), 1);
    run("report r --output report.html -q");
    let page = std::fs::read_to_string(directory.path().join("report.html")).unwrap();
    assert!(page.contains("kept by a half-turn") && page.contains("half-turn classes"));
    // A new answer of the same question and method replaces the rows with old words.
    run("tours 4x2 --piece king --closed --unique --output r/ -q");
    assert_eq!(
        (rows("tours.csv", "half-turn classes"), rows("tours.csv", "group_half_turn")),
        (0, 1)
    );
}

#[test]
fn verify_reports_compared_and_remaining_counts() {
    let text = stdout(&["verify", "--budget", "3s", "-q", "--rows"]);
    assert!(text.contains(" knight open "), "{text}");
    assert!(text.contains("all agree"), "{text}");
    assert!(text.contains("not compared within the budget of 3s"), "{text}");
    assert!(!text.contains(" NO\n"), "{text}");
}

#[test]
fn verify_without_comparisons_does_not_report_agreement() {
    let output = cavalcade(&["verify", "walks", "--budget", "0s", "-q"], std::path::Path::new("."));
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{text}");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(": nothing was compared") && !words.contains("all agree"), "{text}");
}

/// The counts of long strips exceed 2^128.
#[test]
fn numbers_of_any_size_are_read_and_written() {
    let directory = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let line = [&["tours", "2x80", "--piece", "king", "--threads", "1"], arguments].concat();
        let output = cavalcade(&line, directory.path());
        let words = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code(), words)
    };
    let (code, [tour, message]) = run(&["--random", "3", "--format", "lines"]);
    assert_eq!(code, Some(0), "{message}");
    assert!(
        message.split(" undirected").next().unwrap().len() > "drawn from ".len() + 50,
        "{message}"
    );
    std::fs::write(directory.path().join("tour"), &tour).unwrap();
    let (_, [rank, _]) = run(&["--rank", "tour", "-q"]);
    assert!(rank.trim().len() > 38, "{rank}");
    let (_, [again, _]) = run(&["--index", rank.trim(), "--format", "lines", "-q"]);
    assert_eq!(again, tour);
    let nines = "9".repeat(60);
    for (index, message) in [(nines.as_str(), "numbered from 0"), ("1e9", "not a count")] {
        let (code, [_, words]) = run(&["--index", index, "-q"]);
        assert!(code == Some(2) && words.contains(message), "{words}");
    }
    let (code, [first, _]) =
        run(&["--method", "frontier", "--first", "1", "--format", "lines", "-q"]);
    let (_, [zeroth, _]) = run(&["--index", "0", "--format", "lines", "-q"]);
    assert_eq!((code, first), (Some(0), zeroth));
}

#[test]
fn rank_and_index_are_inverse() {
    for method in ["auto", "frontier", "union"] {
        numbers_and_tours_by(method);
    }
}

fn numbers_and_tours_by(method: &str) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("tours.txt");
    let mut listed = String::new();
    let six = ["tours", "6x6", "--closed", "--method", method, "-q"];
    for arguments in [["--random", "7"], ["--index", "0"], ["--index", "9861"]] {
        listed += &stdout(&[&six[..], &["--format", "lines"], &arguments].concat());
    }
    std::fs::write(&file, &listed).unwrap();
    let rank = ["--rank", file.to_str().unwrap()];
    let ranks = stdout(&[&six[..], &rank].concat());
    let ranks: Vec<u32> = ranks.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!((ranks.len(), ranks[1], ranks[2]), (3, 0, 9861));
    let number = ranks[0].to_string();
    let again = stdout(&[&six[..], &["--format", "lines", "--index", &number]].concat());
    assert_eq!(again.trim_end(), listed.lines().next().unwrap());
    // Square numbers are accepted, too.
    let first: Vec<_> = listed.lines().next().unwrap().split(' ').collect();
    let number = |name: &&str| {
        let (letter, row) = (name.as_bytes()[0], name.as_bytes()[1]);
        (6 * (b'6' - row) + (letter - b'a')).to_string()
    };
    std::fs::write(&file, first.iter().map(number).collect::<Vec<_>>().join(" ")).unwrap();
    assert_eq!(stdout(&[&six[..], &rank].concat()).trim_end(), ranks[0].to_string());
    std::fs::write(&file, "0 1 2").unwrap();
    for (arguments, part) in [
        (["--index", "9862"], "numbered from 0"),
        (["--rank", file.to_str().unwrap()], "line 1: not a tour"),
    ] {
        let output = cavalcade(&[&six[..], &arguments].concat(), directory.path());
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().contains(part));
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cavalcade"))
        .args(["queens", "8", "-q"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_closed_pipe_ends_a_listing_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cavalcade"))
        .args(["queens", "32", "--all", "-q"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 1 << 16];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut first).unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn every_listing_has_as_many_solutions_as_the_count() {
    for arguments in [
        &["queens", "8"][..],
        &["queens", "9", "--torus", "--k", "4"],
        &["queens", "11", "--torus"],
        &["queens", "10", "--piece", "amazon"],
        &["queens", "9", "--place", "e5"],
    ] {
        let lines = stdout(&[arguments, &["--all", "--format", "lines", "-q"]].concat());
        let counted = stdout(&[arguments, &["--format", "json", "-q"]].concat());
        let counted: serde_json::Value = serde_json::from_str(&counted).unwrap();
        let listed: std::collections::BTreeSet<_> = lines.lines().collect();
        assert_eq!(counted["counts"]["all"], listed.len().to_string(), "{arguments:?}");
        assert_eq!(listed.len(), lines.lines().count(), "{arguments:?}: listed twice");
    }
}

#[test]
fn a_count_of_no_placements_is_explained() {
    let directory = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = cavalcade(arguments, directory.path());
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    };
    for piece in ["queen", "amazon"] {
        for side in ["1", "2", "3", "4", "9", "10"] {
            let (counts, counted) = run(&["queens", side, "--piece", piece, "--format", "json"]);
            let (_, listed) = run(&["queens", side, "--piece", piece, "--first", "1"]);
            let counts: serde_json::Value = serde_json::from_str(&counts).unwrap();
            let they = if side == "2" { "they" } else { "two of them" };
            let word = format!(
                "{side} {piece}s: wherever they stand on this board, {they} attack each other"
            );
            let is_none = counts["counts"]["all"] == "0";
            for text in [counted, listed] {
                assert_eq!(text.contains(&word), is_none, "{side} {piece}: {text}");
                assert_eq!(text.contains("wherever"), is_none, "{side} {piece}: {text}");
            }
        }
    }
    // Two queens fit.
    let (_, text) = run(&["queens", "3", "--k", "2", "--all"]);
    assert!(text.contains("8 placements") && !text.contains("wherever"), "{text}");
}

#[test]
fn listings_of_queens_begin_with_the_top_row() {
    let listed = |format| {
        let arguments = ["queens", "5", "--place", "a1", "--first", "1", "-q", "--format", format];
        stdout(&arguments)
    };
    let csv = listed("csv");
    assert!(csv.starts_with("row1,row2,row3,row4,row5\n"), "{csv}");
    let columns: Vec<&str> = csv.lines().nth(1).unwrap().split(',').collect();
    assert_eq!(columns[4], "1", "a1 is in the first column of the last row");
    assert_eq!(listed("lines").trim(), columns.join(" "));
    let drawn = listed("text");
    for (line, column) in drawn.lines().zip(&columns) {
        let at = line.split(' ').position(|sign| sign == "⍟").unwrap();
        assert_eq!((at + 1).to_string(), *column, "{drawn}");
    }
}

#[test]
fn verbose_reports_peak_memory() {
    let directory = tempfile::tempdir().unwrap();
    let output = cavalcade(&["queens", "14", "--verbose"], directory.path());
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("quadrants needs about "), "{text}");
    assert!(!cfg!(target_os = "linux") || text.contains("peak memory "), "{text}");
}

#[cfg(unix)]
#[test]
fn signals_stop_a_long_run_within_a_second() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let child = Command::new(env!("CARGO_BIN_EXE_cavalcade"))
            .args(["tours", "7x7", "--threads", "2"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(300));
        let began = Instant::now();
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let output = child.wait_with_output().unwrap();
        assert!(began.elapsed() < Duration::from_secs(5), "{signal}: {:?}", began.elapsed());
        assert_eq!(output.status.code(), Some(code), "{signal}");
        let text = String::from_utf8(output.stderr).unwrap();
        // On a busy machine the run may not have begun yet.
        assert!(text.starts_with("cavalcade: stopped") && text.lines().count() == 1, "{text}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_listing_file_is_complete_and_equal_for_every_method() {
    let directory = tempfile::tempdir().unwrap();
    let list = |more: &[&str]| {
        let arguments = [&["tours", "5x5", "--all", "--format", "lines", "-q"], more].concat();
        let output = cavalcade(&arguments, directory.path());
        assert!(output.status.success() && output.stderr.is_empty(), "{more:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let tours = |text: &str| -> BTreeSet<Vec<String>> {
        let both = |line: &str| {
            let forward: Vec<String> = line.split(' ').map(String::from).collect();
            let backward = forward.iter().rev().cloned().collect();
            forward.min(backward)
        };
        text.lines().map(both).collect()
    };
    let searched = list(&[]);
    assert_eq!((searched.lines().count(), tours(&searched).len()), (864, 864));
    for more in [&["--strategy", "extend"][..], &["--method", "frontier"]] {
        assert_eq!(tours(&list(more)), tours(&searched), "{more:?}");
    }
    // A classic program lists each tour in both directions.
    let classic = list(&["--order", "kt"]);
    assert_eq!((classic.lines().count(), tours(&classic)), (1728, tours(&searched)));
    assert!(list(&["--output", "five.txt"]).is_empty());
    assert_eq!(std::fs::read_to_string(directory.path().join("five.txt")).unwrap(), searched);
}
