//! Messages and keys: misspellings, stdin and stdout, warnings, merged moves.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::support::cavalcade;

fn run(line: &str) -> Output {
    let directory = tempfile::tempdir().unwrap();
    cavalcade(&line.split(' ').collect::<Vec<_>>(), directory.path())
}

fn stdout(line: &str) -> String {
    let output = run(line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refusal(line: &str) -> String {
    let output = run(line);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{line}: {text}");
    text
}

fn json(line: &str) -> Value {
    serde_json::from_str(&stdout(&format!("{line} --format json -q"))).unwrap()
}

/// Runs the program with `text` on stdin.
fn fed(line: &str, text: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cavalcade"))
        .args(line.split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn values_may_begin_with_a_hyphen_and_a_digit() {
    for (line, part) in [
        ("tours 6x6 --first -1", "invalid value '-1' for '--first <K>'"),
        ("tours 6x6 --threads -1", "invalid value '-1' for '--threads <N>'"),
        ("tours 6x6 --leaper -1,2", "leaper \"-1,2\", character 1"),
        ("queens 8 --k -1", "invalid value '-1' for '--k <K>'"),
        ("queens 8 --place -1", "square \"-1\", character 1"),
        ("walks 8x8 --length -3", "invalid value '-3' for '--length <N>'"),
    ] {
        let text = refusal(line);
        assert!(text.contains(part), "{line}: {text}");
    }
}

#[test]
fn value_lists_have_one_pair_of_brackets() {
    for line in ["tours 6x6 --method magic", "queens 8 --format", "table chess"] {
        let text = refusal(line);
        assert!(text.contains("(possible values: ") && !text.contains("(["), "{text}");
    }
}

#[test]
fn a_hyphen_is_stdin_where_a_file_is_read() {
    for (line, text, same) in [
        ("tours @- -q", "...\n.#.\n...\n", "tours .../.#./... -q"),
        ("tours torus:@- --piece king -q", "..\n..\n", "tours torus:../.. --piece king -q"),
        ("tours 3x4 --moves - -q", "knight\n", "tours 3x4 -q"),
        ("walks @- --length 5 -q", "...\n...\n...\n", "walks .../.../... --length 5 -q"),
    ] {
        let output = fed(line, text);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), stdout(same), "{line}");
    }
    let ranked = fed("tours 5x5 --rank - -q", &stdout("tours 5x5 --index 77 --format lines -q"));
    assert_eq!(ranked.stdout, b"77\n");
    let graph = fed("tours graph:- -q", "0 1\n1 2\n");
    assert!(String::from_utf8(graph.stdout).unwrap().contains("undirected 1\n"));
    let twice = fed("tours @- --moves -", "...\n...\n");
    assert_eq!(twice.status.code(), Some(2));
    assert!(String::from_utf8(twice.stderr).unwrap().contains("stdin can be read once"));
}

#[test]
fn a_hyphen_is_stdout_wherever_something_is_written() {
    for line in [
        "tours 3x4 --all -q",
        "tours 3x4 --index 3 -q",
        "queens 6 --all -q",
        "tours 5x5 -q",
        "walks 4x4 --length 2 -q",
        "table queens 3 -q",
        "verify queens 4 --rows -q",
        "estimate 5x5 --samples 50 -q",
    ] {
        assert_eq!(stdout(&format!("{line} --output -")), stdout(line));
    }
}

#[test]
fn piece_names_ignore_case() {
    assert_eq!(stdout("tours 4x4 --piece King -q"), stdout("tours 4x4 --piece king -q"));
    assert_eq!(stdout("queens 10 --piece AMAZON -q"), stdout("queens 10 --piece amazon -q"));
    assert!(refusal("tours 6x6 --piece knigth").contains("did you mean knight?"));
}

#[test]
fn squares_that_a_refusal_names_are_squares() {
    for (board, name) in [("2x2", "z"), ("4", "a1"), ("2x2x2", "a1"), ("1x7", "9-9")] {
        let text = refusal(&format!("tours {board} --piece king --from {name}"));
        for named in ["c3", "6-3", "1-3-2"] {
            assert!(!text.contains(named), "{text}");
        }
    }
    let text = refusal("queens 8 --place a1,a1");
    assert!(text.contains("a1 has two queens"), "{text}");
    let text = refusal("queens 8 --holes a1 --place a1");
    assert!(text.contains("a1 has a queen and is a hole"), "{text}");
}

#[test]
fn long_boards_are_not_echoed_whole() {
    let row = format!("{}x", "./".repeat(200));
    let text = refusal(&format!("tours {row}"));
    assert!(text.contains("character 401: 'x'") && text.len() < 300, "{text}");
    let large = vec![".".repeat(40); 40].join("/");
    let text = refusal(&format!("tours {large} --piece king"));
    assert!(text.len() < 450, "{text}");
}

#[test]
fn one_tour_of_a_large_board_is_found() {
    for method in ["", " --method divide"] {
        let found = stdout(&format!("tours 16x17 --closed --first 1{method} --format lines -q"));
        assert_eq!(found.split(' ').count(), 272);
    }
}

/// The first line on stderr of a run that is then killed.
fn first_line(line: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cavalcade"))
        .args(line.split(' '))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut text = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut text).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    text
}

#[test]
fn counts_of_queens_that_take_years_are_announced() {
    let text = first_line("queens 28");
    assert!(text.contains(" would take about ") && text.contains("--shard"), "{text}");
    let short = run("queens 12");
    assert!(!String::from_utf8(short.stderr).unwrap().contains("would take"));
}

#[test]
fn searching_a_large_board_suggests_a_faster_method() {
    let text = first_line("tours 9x10 --closed --method search --memory 6G");
    assert!(text.contains("--method halves may count them sooner, in slices"), "{text}");
    let text = first_line("tours 8x10 --closed --method search --memory 3G");
    assert!(text.contains("--method halves counts them sooner, in "), "{text}");
}

#[test]
fn a_count_that_takes_years_is_announced_before_slices_are_looked_at() {
    let text = first_line("tours 10x10 --closed");
    assert!(text.contains("10x10 would take about ") && text.contains(" years"), "{text}");
    assert!(text.contains("undirected tours are expected; looking for a shorter way"), "{text}");
}

#[test]
fn a_memory_limit_that_makes_a_count_slow_is_announced_before_slices_are_looked_at() {
    let text = first_line("tours 8x8 --closed --memory 16M");
    assert!(text.contains("8x8 would take about ") && text.contains("; with --memory "), "{text}");
}

#[test]
fn a_knight_on_one_axis_is_refused_by_every_command() {
    for line in ["tours 8", "tours 8 --method divide", "estimate 8", "walks cylinder:8 --length 3"]
    {
        assert!(refusal(line).contains("a second side is missing; write rows x columns"), "{line}");
    }
}

/// The keys of an object and of nested objects, except those named after squares or sources.
fn keys(value: &Value) -> BTreeSet<String> {
    let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let inside = ["question", "counts"].map(|key| names(&value[key]));
    names(value).into_iter().chain(inside.into_iter().flatten()).collect()
}

#[test]
fn keys_do_not_depend_on_how_the_answer_was_found() {
    for (obstacle, counted) in [
        ("tours 4x4 --closed --unique", "tours 6x6 --closed --unique"),
        ("tours 3x3 --unique --by-start", "tours 5x5 --unique --by-start"),
        ("tours 3x4 --closed", "tours 5x6 --closed --method frontier"),
        // Rotations and reflections of one tour, and no symmetric tours.
        ("tours 4x4 --closed --unique", "tours 4x4 --piece king --closed --unique"),
    ] {
        let (none, some) = (json(obstacle), json(counted));
        assert_eq!(none["method"], "obstacle", "{obstacle}");
        assert_eq!(keys(&none), keys(&some), "{obstacle} and {counted}");
    }
    let both = json("tours 5x5 --unique --by-start");
    assert_eq!(both["by_start"]["c3"], "64");
    assert_eq!(both["counts"]["fundamental"], "112");
    assert!(both["symmetries"].is_array() && both["obstacle"].is_null());
}

#[test]
fn each_kind_of_symmetry_has_a_name_of_its_own() {
    let of = |line: &str| -> Vec<String> {
        let value = json(line);
        let name = |kind: &Value| kind["group"].as_str().unwrap().to_string();
        value["symmetries"].as_array().unwrap().iter().map(name).collect()
    };
    let torus = of("tours torus:4x4 --closed --unique");
    assert!(torus.len() > 2 && torus.iter().any(|name| name.contains("order 2 (")), "{torus:?}");
    for names in [
        torus,
        of("tours 4x4 --piece king --closed --unique"),
        of("tours torus:3x3 --piece rook --unique"),
    ] {
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    }
    // Kings have tours with two reflections, whose half-turn keeps or reverses their direction.
    let kings = json("tours 4x4 --piece king --closed --unique");
    let number = |key: &str| -> u64 { kings["counts"][key].as_str().unwrap().parse().unwrap() };
    let by_direction =
        ["eulerian", "bergholtian"].map(|which| number(&format!("kept_by_half_turn_{which}")));
    assert_eq!(number("kept_by_half_turn"), by_direction.iter().sum::<u64>());
}

#[test]
fn merged_moves_are_reported() {
    let text = stdout("tours torus:4x4 -q");
    assert!(text.contains("32 pairs of squares are joined by several moves"), "{text}");
    let text = stdout("walks cylinder:3x2 --piece dabbaba --length 3 -q");
    assert!(text.contains("a move from 6 squares leads back"), "{text}");
    assert!(!stdout("tours torus:5x5 --closed --sample 1% -q").contains("several moves"));
    assert_eq!(json("tours torus:4x4")["question"]["merged"]["pairs"], 32);
    assert_eq!(json("tours 5x5")["question"]["merged"]["loops"], 0);
}

#[test]
fn walks_are_listed_in_every_format() {
    let list = |format| stdout(&format!("walks 3x3 --length 3 --list --first 2 --format {format}"));
    assert_eq!(list("csv"), "square1,square2,square3\n0,5,0\n0,5,6\n");
    assert_eq!(list("json"), "[\n[0,5,0],\n[0,5,6]\n]\n");
}
