//! Output for programs: golden, and valid by the committed schema.

use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use crate::schema::schema;
use crate::support::{assert_golden, cavalcade};

/// The stdout of a command line, which must end with exit code `code`.
fn written(line: &str, directory: &Path, code: i32) -> String {
    let words: Vec<_> = line.split(' ').collect();
    let output = cavalcade(&words, directory);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{line}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Command lines with a report or an answer, run in a folder with the journals `whole` and `part`,
/// which lacks units.
const REPORTS: [(&str, i32); 40] = [
    ("tours 5x5", 0),
    ("tours 3x3", 0),
    ("tours 5x5 --by-start", 0),
    ("tours 5x6 --histogram crossings", 0),
    ("tours 5x6 --histogram crossings --method union --shard 0/3", 0),
    ("tours 6x6 --closed --unique", 0),
    ("tours torus:2x4 --piece wazir", 0),
    ("queens 6", 0),
    ("walks 3x3 --length 4", 0),
    ("walks 3x3 --length 4 --self-avoiding", 0),
    ("walks 3x3 --length 3 --by-start", 0),
    ("table tours 3x4..5", 0),
    ("table queens 4..5 --confirm", 0),
    ("table --max 3", 0),
    ("verify queens 4..6 --budget 20s", 0),
    ("verify queens 5 --confirm --budget 20s", 0),
    ("estimate 5x5 --samples 100", 0),
    ("estimate 3x3", 0),
    ("tours 5x6 --closed --by-move", 0),
    ("tours 3x4 --by-move --from a1", 0),
    ("status whole part", 3),
    ("status whole", 0),
    ("merge whole", 0),
    ("merge part", 3),
    ("recheck whole --sample 100%", 0),
    ("recheck part --sample 50% --seed 3", 0),
    ("tours 5x6 --closed --rank ranked", 0),
    ("tours 5x5 --sample 50%", 0),
    ("queens 9 --sample 50%", 0),
    ("tours 5x5 --shard 0/3", 0),
    ("queens 8 --shard 2/3", 0),
    ("walks 3x3 --length 4 --method search --shard 1/3", 0),
    ("tours 5x5 --method search --split 60 --shard missing/2 --journal part", 3),
    ("merge part --missing", 3),
    ("merge part --missing --of 2", 3),
    ("merge whole --missing", 0),
    ("walks 4x4 --length 4 --code a1,b3,a1,b3", 0),
    ("check ranked --closed", 0),
    ("heuristics --sizes 5,6 --starts 3", 0),
    ("classics", 0),
];

/// Silences a line with messages.
fn quiet(line: &str) -> &'static str {
    if line.starts_with("status") || line.starts_with("classics") { "" } else { " -q" }
}

/// A folder with the journals.
fn with_journals() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let units = |split: u32| format!("tours 5x5 --method search --split {split} -q");
    written(&format!("{} --journal whole", units(20)), directory.path(), 0);
    written(&format!("{} --shard 0/2 --journal part", units(60)), directory.path(), 0);
    written("tours 5x6 --closed --first 3 --format lines -q --output ranked", directory.path(), 0);
    directory
}

#[test]
fn every_report_is_valid_in_json_and_by_lines() {
    let (schema, directory) = (schema(), with_journals());
    for (line, code) in REPORTS {
        let quiet = quiet(line);
        let json = written(&format!("{line}{quiet} --format json"), directory.path(), code);
        let value: Value = serde_json::from_str(&json).unwrap();
        let problem = schema.problem(&value);
        assert_eq!(problem, None, "{line}: {json}");
        let jsonl = written(&format!("{line}{quiet} --format jsonl"), directory.path(), code);
        assert!(!jsonl.is_empty(), "{line}");
        for row in jsonl.lines() {
            let value: Value = serde_json::from_str(row).unwrap();
            let problem = schema.problem(&value);
            assert_eq!(problem, None, "{line}: {row}");
            assert!(value["host"].is_string() && value["version"].is_string(), "{row}");
        }
    }
    for listing in
        ["tours 3x4 --all", "tours 4x4 --all", "queens 6 --all", "walks 3x3 --length 3 --list"]
    {
        for format in ["json", "jsonl"] {
            let text = written(&format!("{listing} -q --format {format}"), directory.path(), 0);
            let values: Vec<Value> = match format {
                "json" => vec![serde_json::from_str(&text).unwrap()],
                _ => text.lines().map(|row| serde_json::from_str(row).unwrap()).collect(),
            };
            let problem = values.iter().find_map(|value| schema.problem(value));
            assert_eq!(problem, None, "{listing}: {text}");
        }
    }
}

/// A line's output in JSON.
fn value(line: &str, directory: &Path) -> Value {
    serde_json::from_str(&written(&format!("{line} -q --format json"), directory, 0)).unwrap()
}

#[test]
fn structured_outputs_agree_with_the_text() {
    let directory = with_journals();
    let at = directory.path();
    let text = written("tours 5x6 --closed --rank ranked -q", at, 0);
    let ranked = value("tours 5x6 --closed --rank ranked", at);
    let ranks: Vec<_> = ranked["ranks"].as_array().unwrap().iter().collect();
    assert_eq!(ranked["tours"], "8");
    assert_eq!(text.lines().collect::<Vec<_>>().len(), ranks.len());
    for (line, (text, rank)) in (1..).zip(text.lines().zip(ranks)) {
        assert_eq!((&rank["line"], &rank["rank"]), (&line.into(), &text.into()));
    }
    // A sample of all units equals the whole: directed open tours, undirected closed ones.
    for (line, convention, whole) in
        [("tours 5x5", "directed", 1728.0), ("tours 5x6 --closed", "undirected", 8.0)]
    {
        let sample = value(&format!("{line} --sample 100%"), at);
        assert_eq!(sample["convention"], convention);
        assert_eq!(sample["tours"]["estimate"].as_f64(), Some(whole), "{sample}");
        assert_eq!(sample["units"], sample["sampled"]);
    }
    for line in ["12", "12 --method search", "13 --method colours --split 300", "13 --torus"] {
        let sample = value(&format!("queens {line} --sample 100%"), at);
        let whole = if line == "13 --torus" { 4524.0 } else { 14_200.0 };
        let whole = if line.contains("colours") { 73_712.0 } else { whole };
        assert_eq!(sample["placements"]["estimate"].as_f64(), Some(whole), "{sample}");
        assert_eq!(
            (&sample["convention"], &sample["core_seconds_error"]),
            (&"all".into(), &0.0.into())
        );
    }
    let solutions = (0..3).map(|i| value(&format!("queens 8 --shard {i}/3"), at));
    let solutions = solutions.map(|shard| shard["solutions"].as_str().unwrap().parse::<u32>());
    assert_eq!(solutions.sum::<Result<u32, _>>(), Ok(92));
    let text = written("merge part --missing -q", at, 3);
    let missing = written("merge part --missing -q --format json", at, 3);
    let missing: Value = serde_json::from_str(&missing).unwrap();
    assert_eq!((&missing["missing"], &missing["of"]), (&text.trim().into(), &Value::Null));
    let code = value("walks 4x4 --length 4 --code a1,b3,a1,b3", at);
    assert_eq!(written("walks 4x4 --length 4 --code a1,b3,a1,b3", at, 0).trim(), code["code"]);
    // A partial answer does not belong in the results.
    for line in
        ["queens 8 --shard 0/3", "tours 5x5 --sample 50%", "walks 3x3 --length 3 --shard 0/2"]
    {
        let words = format!("{line} --output counts/");
        let refused = cavalcade(&words.split(' ').collect::<Vec<_>>(), at);
        assert_eq!(refused.status.code(), Some(2), "{line}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains("--output counts/ is a folder"));
    }
    assert!(!at.join("counts").exists());
}

#[test]
fn the_schema_refuses_what_is_wrong() {
    let (schema, directory) = (schema(), tempfile::tempdir().unwrap());
    let right = written("tours 5x5 -q --format json", directory.path(), 0);
    let right: Value = serde_json::from_str(&right).unwrap();
    assert_eq!(schema.problem(&right), None);
    let spoilt: [fn(&mut Value); 6] = [
        |value| value["counts"]["directed"] = 1728.into(),
        |value| value["nodes"] = "1".into(),
        |value| value["more"] = 1.into(),
        |value| value["type"] = "question".into(),
        |value| drop(value.as_object_mut().unwrap().remove("host")),
        |value| value["published"][0]["agrees"] = "yes".into(),
    ];
    for (i, spoil) in spoilt.into_iter().enumerate() {
        let mut wrong = right.clone();
        spoil(&mut wrong);
        assert!(schema.problem(&wrong).is_some(), "{i}");
    }
}

/// Keys that change from run to run and from machine to machine.
const VOLATILE: [&str; 10] = [
    "host",
    "seconds",
    "threads",
    "core_seconds",
    "core_seconds_left",
    "no_run_since",
    "process",
    "since",
    "journal",
    "version",
];

fn steadied(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if VOLATILE.contains(&name.as_str()) {
                    *value = name.to_uppercase().into();
                } else {
                    steadied(value);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(steadied),
        // The last digits depend on the machine's logarithms.
        Value::Number(number) if number.is_f64() => *value = "NUMBER".into(),
        _ => {}
    }
}

#[test]
fn structured_outputs_equal_their_golden_files() {
    let directory = with_journals();
    let mut shown = String::new();
    for (line, code) in REPORTS {
        // The fastest method and the questions that fit depend on the machine.
        if line.contains("--confirm") {
            continue;
        }
        let quiet = quiet(line);
        writeln!(shown, "$ cavalcade {line} --format json").unwrap();
        let json = written(&format!("{line}{quiet} --format json"), directory.path(), code);
        let mut value: Value = serde_json::from_str(&json).unwrap();
        steadied(&mut value);
        writeln!(shown, "{value:#}").unwrap();
        let markdown = written(&format!("{line}{quiet} --format markdown"), directory.path(), code);
        writeln!(shown, "$ cavalcade {line} --format markdown\n{markdown}").unwrap();
    }
    assert_golden("documents.txt", &shown);
}

#[test]
fn every_report_is_a_csv_and_markdown_table() {
    let directory = with_journals();
    for (line, code) in REPORTS {
        let quiet = quiet(line);
        let csv = written(&format!("{line}{quiet} --format csv"), directory.path(), code);
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
        let lengths: Vec<usize> = reader.records().map(|row| row.unwrap().len()).collect();
        assert!(!lengths.is_empty() && lengths.iter().all(|n| *n == lengths[0]), "{line}: {csv}");
        let markdown = written(&format!("{line}{quiet} --format markdown"), directory.path(), code);
        let bars = |row: &&str| row.starts_with('|');
        // Without rows, the output explains why in a sentence.
        let tables = if lengths.len() > 1 { 2 } else { 0 };
        assert!(markdown.lines().filter(bars).count() >= tables, "{line}: {markdown}");
        assert!(!markdown.trim().is_empty(), "{line}");
    }
}

#[test]
fn listings_are_markdown_tables() {
    let directory = tempfile::tempdir().unwrap();
    let text = written("queens 4 --all -q --format markdown", directory.path(), 0);
    let rows = [
        "| row1 | row2 | row3 | row4 |",
        "|---|---|---|---|",
        "| 2 | 4 | 1 | 3 |",
        "| 3 | 1 | 4 | 2 |",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), rows);
}

/// n and a(n) of a b-file.
fn terms(text: &str) -> Vec<(u64, String)> {
    let rows = text.lines().filter(|row| !row.starts_with('#'));
    let term = |row: &str| {
        let (n, a) = row.split_once(' ').unwrap();
        assert!(a.bytes().all(|digit| digit.is_ascii_digit()), "{row}");
        (n.parse().unwrap(), a.into())
    };
    rows.map(term).collect()
}

#[test]
fn b_files_hold_the_terms_of_oeis() {
    let directory = tempfile::tempdir().unwrap();
    let is = |line: &str, first: u64, expected: &[&str]| {
        let text = written(&format!("{line} -q --format bfile"), directory.path(), 0);
        let found = terms(&text);
        let expected: Vec<_> = (first..).zip(expected.iter().map(ToString::to_string)).collect();
        assert_eq!(found, expected, "{line}");
        assert!(text.starts_with('#') && text.contains(&format!("offset {first}")), "{text}");
    };
    // A165134, A001230 without the zeros of odd sides, A000170, A002562, A070030.
    is("table tours 1..6 --square", 1, &["1", "0", "0", "0", "1728", "6637920"]);
    is("table tours 5..6 --square --closed", 5, &["0", "9862"]);
    is("table queens 0..8", 0, &["1", "1", "0", "0", "2", "10", "4", "40", "92"]);
    is("table queens 4..8 --convention fundamental", 4, &["1", "2", "1", "6", "12"]);
    is("table tours 3x4..10 --closed", 4, &["0", "0", "0", "0", "0", "0", "16"]);
    is("table tours 6 --square --closed --convention fundamental", 6, &["1245"]);
    let refused = cavalcade(&["table", "tours", "3..5", "--format", "bfile"], directory.path());
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--square"));
}

#[test]
fn unsupported_formats_are_refused_with_the_supported_ones() {
    let directory = with_journals();
    for (line, others) in [
        ("tours 5x5 --format bfile", "text, json, csv"),
        ("tours 5x5 --format lines", "text, json"),
        ("queens 8 --format binary", "text, json"),
        ("walks 3x3 --length 3 --format lines", "--list"),
        ("verify --format lines", "text, json, csv, jsonl, markdown"),
        ("merge whole --format binary", "text, json, csv, jsonl, markdown"),
        ("status whole --format xml", "text, json, csv, jsonl, markdown"),
        ("table --format bfile", "table tours"),
    ] {
        let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), directory.path());
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {text}");
        assert!(text.contains("--format") && text.contains(others), "{line}: {text}");
    }
}

#[test]
fn output_is_a_file_or_a_results_folder() {
    let directory = with_journals();
    let at = |name: &str| directory.path().join(name);
    for (line, code) in REPORTS {
        let quiet = quiet(line);
        let plain = written(&format!("{line}{quiet} --format csv"), directory.path(), code);
        let on_stdout =
            written(&format!("{line}{quiet} --format csv --output -"), directory.path(), code);
        let none = written(
            &format!("{line}{quiet} --format csv --output here.csv"),
            directory.path(),
            code,
        );
        let file = std::fs::read_to_string(at("here.csv")).unwrap();
        let columns =
            |text: &str| text.lines().map(|row| row.split(',').count()).collect::<Vec<_>>();
        assert!(none.is_empty(), "{line}");
        assert_eq!(columns(&file), columns(&plain), "{line}");
        assert_eq!(columns(&on_stdout), columns(&plain), "{line}");
    }
    assert!(!at("results").exists(), "no flag names it");
    written("tours 5x5 -q --output counts/", directory.path(), 0);
    written("table queens 4..5 -q --output counts", directory.path(), 0);
    assert!(at("counts/tours.csv").is_file() && at("counts/queens.csv").is_file());
    written("walks 3x3 --length 3 -q --output walks/", directory.path(), 0);
    assert_eq!(std::fs::read_dir(at("walks")).unwrap().count(), 9);
    // An unwritable output is refused before counting.
    let output = cavalcade(&["queens", "27", "--output", "none/file"], directory.path());
    assert!(!output.status.success() && output.stdout.is_empty());
}

#[test]
fn a_table_marks_counts_by_two_methods() {
    let directory = tempfile::tempdir().unwrap();
    let text = written("table tours 4..5 --confirm -q", directory.path(), 0);
    assert!(text.contains("4 of 4 cells counted by two independent methods"), "{text}");
    assert!(text.contains("all agree"), "{text}");
    // A torus of up to 31 rows has two methods.
    let text = written("table queens 33 --torus --confirm -q", directory.path(), 0);
    assert!(text.contains("by one method only"), "{text}");
}

#[test]
fn the_ending_of_a_file_names_its_format() {
    let directory = tempfile::tempdir().unwrap();
    for (line, begins) in [
        ("tours 5x5 --output a.json", "{\"type\":\"answer\""),
        ("tours 5x5 --output a.CSV", "family,"),
        ("tours 5x5 --first 1 --output a.svg", "<svg"),
        ("queens 6 --output a.md", "| family"),
        ("queens 6 --all --output a.jsonl", "["),
    ] {
        written(&format!("{line} -q"), directory.path(), 0);
        let (_, file) = line.rsplit_once(' ').unwrap();
        let text = std::fs::read_to_string(directory.path().join(file)).unwrap();
        assert!(text.starts_with(begins), "{line}: {text}");
    }
}

#[test]
fn verify_prints_a_summary_and_optionally_rows() {
    let directory = tempfile::tempdir().unwrap();
    let summary = written("verify queens 1..6 --budget 20s -q", directory.path(), 0);
    let rows = written("verify queens 1..6 --budget 20s -q --rows", directory.path(), 0);
    assert!(summary.contains("all agree"), "{summary}");
    assert!(rows.starts_with(summary.lines().next().unwrap().split(" with ").next().unwrap()));
    assert!(rows.lines().count() > summary.lines().count() + 20, "{rows}");
    assert!(summary.lines().all(|line| line.chars().count() <= 80), "{summary}");
    let of_one_question = rows.lines().filter(|row| row.starts_with(" 6x6 queen"));
    assert!(of_one_question.count() > 3, "a line for each row:\n{rows}");
    let confirmed = written("verify queens 5..6 --budget 20s -q --confirm", directory.path(), 0);
    assert!(confirmed.contains("two independent methods"), "{confirmed}");
    let none = cavalcade(&["verify", "tours", "99x99"], directory.path());
    assert_eq!(none.status.code(), Some(2));
}
