//! Hostile files and arguments: whatever size they claim, they are read or refused in one line,
//! before memory is allocated for them. Each command runs with little memory and CPU time, so a
//! command that allocates first fails.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use cavalcade::Count;
use cavalcade::count::Residues;
use cavalcade::engine::Plan;
use cavalcade::journal::{Header, sealed_line};
use crc32c::{crc32c, crc32c_append};

use crate::support::{folder, scratch};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cavalcade");

/// Exit code, stdout and stderr of a command with 1.5 GB of address space and 30 s of CPU time.
fn run(line: &[&str], place: &Path) -> (i32, String, String) {
    let script = "ulimit -c 0; ulimit -t 30; ulimit -v 1500000; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    let command = command.args(["-c", script, PROGRAM]).args(line).current_dir(place);
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Expects one short line with these words, and this exit code.
fn refused(line: &[&str], code: i32, message: &str, place: &Path) {
    let (ended, _, error) = run(line, place);
    let problems = error.lines().filter(|line| line.starts_with("cavalcade: ")).count();
    let shown: Vec<String> = line.iter().map(|word| word.chars().take(40).collect()).collect();
    assert_eq!((ended, problems), (code, 1), "{shown:?}: {:.300}", error);
    assert!(error.contains(message) && error.len() < 3000, "{shown:?}: {:.600}", error);
}

/// A journal with this header and these lines.
fn journal(question: &str, method: &str, units: usize, lines: &[Vec<String>]) -> String {
    let header = Header::of(question, method, "anything", &Plan::default());
    let header = Header { units, ..header };
    let sealed = |fields: &Vec<String>| {
        sealed_line(header.seed(), &fields.iter().map(String::as_str).collect::<Vec<_>>())
    };
    header.line() + &lines.iter().map(sealed).collect::<String>()
}

/// A unit whose count has this number of digits.
fn unit(digits: usize) -> Vec<String> {
    let digits = format!("1{}", "0".repeat(digits - 1));
    let Residues([first, second]) = Count::from_digits(&digits, digits.len()).unwrap().residues();
    let fields = ["unit", "0", "1", &format!("1:{digits}"), "0:5"].map(String::from);
    let sums = [first.to_string(), second.to_string(), "transfer".into(), "9".into()];
    [&fields[..], &sums].concat()
}

#[test]
fn journals_are_reported_without_making_a_plan() {
    let place = scratch();
    let (path, many) = (place.path().join("j"), 600_000_000);
    for (question, method, units, done) in [
        ("tours open knight 8x8", "union", 5, "0 of 5 units"),
        ("tours closed knight 10x10", "halves split=5000", 3075, "0 of 3075 units"),
        ("queens queen 60x60", "colours split=10000000", many, "0 of 600000000 units"),
        ("tours open knight 16x16", "search split=10000000", many, "0 of 600000000 units"),
        ("queens queen 8x8", "guess", 2, "0 of 2 units"),
    ] {
        fs::write(&path, journal(question, method, units, &[])).unwrap();
        let (code, out, error) = run(&["status", "j"], place.path());
        assert_eq!((code, error.as_str()), (3, ""), "{question} {method}: {out}");
        assert!(out.contains(done), "{out}");
        let (code, out, error) = run(&words("merge j --missing --of 7 -q"), place.path());
        let all = if units > 7 { "0-6\n".into() } else { format!("0-{}\n", units - 1) };
        assert_eq!((code, out), (3, all), "{question}: {error}");
        let (code, _, error) = run(&words("report j --output page"), place.path());
        assert_eq!(code, 0, "{question}: {error}");
    }
    fs::write(&path, journal("walks any knight 8000x8000 length=5", "transfer", 1, &[])).unwrap();
    for command in ["status", "merge", "recheck"] {
        refused(&[command, "j"], 4, "no question that is known here", place.path());
    }
}

#[test]
fn committed_journals_are_reported_quickly() {
    let (code, out, error) = run(&["status", "results/queens-28"], &folder(""));
    assert_eq!((code, error.as_str()), (3, ""), "{out}");
    assert!(out.contains("units done; missing 0"), "{out}");
}

#[test]
fn counts_have_the_digits_that_the_question_allows() {
    let place = scratch();
    let path = place.path().join("j");
    let line = |name: &str| vec![name.to_string()];
    let end = || [&line("end")[..], &line("1")].concat();
    // There are few walks over five squares, but walks over a hundred thousand have counts of this
    // length.
    fs::write(
        &path,
        journal("walks any knight 3x3 length=5", "transfer", 1, &[unit(90_000), end()]),
    )
    .unwrap();
    let (code, out, _) = run(&["status", "j"], place.path());
    assert!(code == 3 && out.contains("line 2 (unit 0, it seems) is damaged"), "{code}: {out}");
    let long = "walks any knight 8x8 length=100000";
    fs::write(&path, journal(long, "transfer", 1, &[unit(90_000), end()])).unwrap();
    let (code, out, error) = run(&["merge", "j", "-q"], place.path());
    assert!(code == 0 && out.len() > 90_000, "{code}: {error}");
    // The table's reader does not know the question's bound.
    let row =
        format!("queens,6x6,queen,placement,all,{},search,1,0,1,,,,0.2.0,", "9".repeat(90_000));
    let columns = "family,board,piece,kind,convention,count,method,nodes,seconds,threads,\
                   published,source,agrees,version,question";
    fs::write(place.path().join("queens.csv"), format!("{columns}\n{row}\n")).unwrap();
    refused(&["report", "queens.csv"], 2, "queens.csv: line 2 is not a row", place.path());
}

#[test]
fn runs_that_recorded_nothing_are_listed_up_to_a_number() {
    let run_line = |process: usize| {
        ["run", "here", &process.to_string(), "1", "0", "0.2.0", "0/1"].map(String::from).to_vec()
    };
    let lines: Vec<_> = (0..20_000).map(run_line).collect();
    let text = journal("walks any knight 3x3 length=5", "transfer", 1, &lines);
    let replay = cavalcade::journal::replay(text.as_bytes(), Path::new("j"), None).unwrap();
    let last = replay.authors.last().unwrap();
    assert!(replay.authors.len() < 2000 && replay.damage.is_empty() && last.process == 19_999);
}

/// A binary listing with this header, followed by these bytes.
fn packed(question: &str, solutions: u32, bytes: &[u8]) -> Vec<u8> {
    let length = (question.len() as u32).to_le_bytes();
    let sum = crc32c_append(crc32c(&length), question.as_bytes());
    let held = solutions.to_le_bytes();
    let next = crc32c_append(crc32c_append(sum, &held), bytes);
    let head = [b"cavalcade-solutions 1\n", &length[..], &sum.to_le_bytes()].concat();
    [&head, question.as_bytes(), &held, &next.to_le_bytes(), bytes].concat()
}

#[test]
fn binary_listings_are_refused_by_name_and_place_before_moves_are_worked_out() {
    let place = scratch();
    let write = |bytes: Vec<u8>| fs::write(place.path().join("l"), bytes).unwrap();
    write(packed("tours open knight 8000x8000", 0, &[0; 8]));
    let (code, _, error) = run(&words("draw l --output p.svg"), place.path());
    assert_eq!(code, 0, "{error}");
    for (bytes, message) in [
        (packed("tours open knight 8000x8000", 1, &[1; 99]), "l: the listing ends too soon"),
        (packed("walks any knight 8000x8000 length=3", 0, &[0; 8]), "more than 134217728 moves"),
        (packed("tours open knight 3x4", 9999, &[0; 99]), "l: the listing ends too soon"),
        (packed("tours open knight 3x4", 1, &[255; 4]), "none of the question, behind 0 solutions"),
        (packed("queens queen 0x", 0, &[0; 8]), "l: "),
    ] {
        write(bytes);
        for line in ["draw l --output p.svg", "report --listing l l --output page"] {
            refused(&words(line), 2, message, place.path());
        }
    }
}

#[test]
fn graphs_with_too_many_edges_are_refused_before_they_are_built() {
    let place = scratch();
    // The complete graph on 4,200 vertices.
    let text = format!("~@@g{}\n", "~".repeat((4200 * 4199 / 2_usize).div_ceil(6)));
    fs::write(place.path().join("g"), text).unwrap();
    refused(&words("tours graph:g --method warnsdorff"), 2, "edges, more than", place.path());
}

#[test]
fn boards_are_refused_by_their_size_before_moves_are_worked_out() {
    let place = scratch();
    for (line, message) in [
        ("tours 8192x8192 --first 1 --method search --piece king", "--method warnsdorff looks for"),
        ("tours 8192x8192 --first 1", "--method divide looks for one tour"),
        ("tours torus:8192x8192 --all", "lists are searched for on up to 256"),
        ("tours 8192x8192 --first 1 --method frontier", "on up to 4096"),
        ("tours 8192x8192 --first 1 --method union", "on up to 256"),
        ("tours 8192x8192 --through a1-b3", "67108864 squares"),
        ("tours 8192x8192 --index 0", "67108864 squares"),
        ("tours 8192x8192 --by-move", "67108864 squares"),
        ("tours 8192x8192 --first 1 --order kt", "--order lists on up to 1048576"),
        ("tours 1000x1000 --piece queen --method warnsdorff", "more than 1073741824 moves"),
        ("walks 8000x8000 --length 3", "more than 134217728 moves"),
        ("walks 1000x1000 --piece queen --length 3", "moves"),
        ("table tours 1..40", "40x40"),
        ("table tours 1..256x1..256x1..256", "up to 131072 boards"),
    ] {
        refused(&words(line), 2, message, place.path());
    }
}

#[test]
fn long_texts_are_shortened_in_errors() {
    let place = scratch();
    let (word, million) = ("x".repeat(100_000), "x".repeat(1 << 20));
    for name in ["moves", "graph", "pad", "map", "list"] {
        fs::write(place.path().join(name), &million).unwrap();
    }
    // A list of this length is hostile, too.
    fs::write(place.path().join("steps"), "1 ".repeat(1 << 19)).unwrap();
    for line in [
        &["tours", "5x5", "--moves", "moves"][..],
        &["tours", "5x5", "--moves", "steps"],
        &["tours", "graph:graph"],
        &["tours", "@map"],
        &["walks", "--keypad", "@pad", "--length", "2"],
        &["draw", "list", "--output", "p.svg"],
        &["tours", &word],
        &["tours", "5x5", "--piece", &word],
        &["tours", "5x5", "--first", &word],
        &["tours", "5x5", "--shard", &word],
        &["tours", "5x5", "--from", &word],
        &["walks", "--keypad", &word, "--length", "2"],
        &["table", "tours", &word],
        &["draw", &word],
        &[&word],
    ] {
        refused(line, 2, "", place.path());
    }
    let question = format!("queens {word} 8x8");
    fs::write(place.path().join("j"), journal(&question, "search", 1, &[])).unwrap();
    refused(&["status", "j"], 4, "…", place.path());
}

#[test]
fn folders_and_empty_files_are_refused_as_input() {
    let place = scratch();
    fs::create_dir(place.path().join("d")).unwrap();
    fs::write(place.path().join("empty"), "").unwrap();
    (0..100).for_each(|i| fs::write(place.path().join(format!("d/{i}.txt")), "mine").unwrap());
    for (line, message) in [
        ("queens 6 --journal d", "d: it is a folder"),
        ("draw d", "d is a folder"),
        ("draw empty", "there is no solution"),
        ("tours @empty", "empty"),
        ("status d", "no journal is in d"),
        ("merge d", "no journal is in d"),
        ("report d", "neither results nor journals are in d"),
    ] {
        refused(&words(line), 2, message, place.path());
    }
}

#[test]
fn long_runs_first_report_their_predicted_time() {
    let mut command = Command::new(PROGRAM);
    command.args(words("walks 8x8 --length 100000")).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut first).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(first.contains("8x8 length 100000 walk would take about") && first.contains(" MiB "));
}
