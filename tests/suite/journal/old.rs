//! Journals that 0.1.0 wrote: read, checked and gone on with as it did. `tests/golden` keeps one
//! of each kind, and what 0.1.0 said of it.

use std::fs;
use std::path::Path;

use cavalcade::Count;
use cavalcade::convention::Convention;
use serde_json::{Map, Value};

use crate::support::{cavalcade, folder, scratch};

/// Those that know their board by the name of a file: nothing that does not count opens it.
const BY_FILE: [&str; 3] =
    ["tours-graph.journal", "tours-graph6.journal", "walks-keypad-file.journal"];

/// A journal and what was said of it.
struct Kept {
    name: String,
    exit: i32,
    /// The answer, if there was one.
    answer: Option<Value>,
}

/// Every row of `expected.csv`.
fn all() -> Vec<Kept> {
    let path = folder("tests/golden/journals-0.1.0/expected.csv");
    let mut rows = csv::Reader::from_path(path).unwrap();
    let kept = |row: csv::StringRecord| Kept {
        name: row[0].into(),
        exit: row[2].parse().unwrap(),
        answer: serde_json::from_str(&row[3]).ok().map(as_today),
    };
    rows.records().map(|row| kept(row.unwrap())).collect()
}

/// An answer as 0.1.0 gave it, in the names of today.
fn as_today(mut answer: Value) -> Value {
    for field in ["seconds", "type", "version", "host", "merged"] {
        answer.as_object_mut().unwrap().remove(field);
    }
    // Since 0.2.0.
    answer["question"].as_object_mut().unwrap().remove("text");
    answer["question"].as_object_mut().unwrap().remove("merged");
    answer.as_object_mut().unwrap().remove("obstacle");
    // Words for symmetric placements.
    let today = |word: &str| word.parse::<Convention>().unwrap().to_string();
    let counts = answer["counts"].as_object().unwrap();
    answer["counts"] = counts.iter().map(|(word, count)| (today(word), count.clone())).collect();
    for check in answer["published"].as_array_mut().into_iter().flatten() {
        check["convention"] = today(check["convention"].as_str().unwrap()).into();
    }
    // The parts of mixed pieces stand in the order of their names.
    let piece = &mut answer["question"]["piece"];
    let mut parts: Vec<_> = piece.as_str().unwrap().split('+').collect();
    parts.sort_unstable();
    *piece = parts.join("+").into();
    // Published since, or not asked then.
    if let Some(published) = answer["published"].as_array_mut() {
        published.retain(|value| value["source"] != "OEIS A319284");
    }
    if answer["method"] == "kin" {
        answer["method"] = "variants".into();
    }
    answer
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// A copy of the journals, and of the files that they name.
fn copied() -> tempfile::TempDir {
    let place = scratch();
    copy(&folder("tests/golden/journals-0.1.0"), place.path());
    place
}

/// A copy of the journals alone.
fn without_files() -> tempfile::TempDir {
    let place = copied();
    for name in ["hole.map", "small.map", "moves.txt", "pad.txt", "path.g6", "petersen.txt"] {
        fs::remove_file(place.path().join(name)).unwrap();
    }
    place
}

/// Exit code, stdout and stderr of a command as a shell would read it.
fn run(command: &str, place: &Path) -> (i32, String, String) {
    let words = shlex::split(command).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = cavalcade(&words, place);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Refused in one line, because only a file says what it is about.
fn assert_refused((code, out, error): (i32, String, String), name: &str) {
    assert_eq!((code, out.as_str()), (4, ""), "{name}: {error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.contains(name) && error.contains("0.1.0"), "{error}");
}

#[test]
fn they_are_merged_as_they_were() {
    let place = without_files();
    for Kept { name, exit, answer } in all() {
        let merged = run(&format!("merge {name} --format json -q"), place.path());
        if BY_FILE.contains(&name.as_str()) {
            assert_refused(merged, &name);
            continue;
        }
        let (code, out, error) = merged;
        assert_eq!(code, exit, "{name}: {error}");
        let merged: Option<Value> = serde_json::from_str(&out).ok();
        // Without counts it says what is missing.
        let merged = merged.filter(|merged| merged.get("counts").is_some()).map(as_today);
        assert_eq!(merged, answer, "{name}: {error}");
    }
    // What was missing in one of several.
    let (code, out, _) = run("merge parts --missing --of 4 -q", place.path());
    assert_eq!((code, out.as_str()), (3, "2\n"));
}

#[test]
fn their_status_is_told() {
    let place = without_files();
    for Kept { name, answer, .. } in all() {
        let status = run(&format!("status {name}"), place.path());
        if BY_FILE.contains(&name.as_str()) {
            assert_refused(status, &name);
            continue;
        }
        let (code, out, error) = status;
        match answer {
            Some(answer) => {
                assert_eq!(code, 0, "{name}: {error}");
                for (convention, count) in answer["counts"].as_object().unwrap() {
                    let count: Count = count.as_str().unwrap().parse().unwrap();
                    let convention: Convention = convention.parse().unwrap();
                    let line = format!("    {} {}\n", convention.text(), count.grouped());
                    assert!(out.contains(&line), "{name}: {out}");
                }
            }
            // Of several questions, or unfinished.
            None => assert_eq!(code, if name == "walks-self-avoiding" { 0 } else { 3 }, "{error}"),
        }
    }
}

#[test]
fn their_units_are_counted_once_more() {
    let place = without_files();
    for Kept { name, .. } in all() {
        let checked = run(&format!("recheck {name} --sample 100% -q"), place.path());
        if BY_FILE.contains(&name.as_str()) {
            assert_refused(checked, &name);
            continue;
        }
        let (code, out, error) = checked;
        if name == "walks-self-avoiding" {
            assert!(code == 4 && error.contains("length 1, search"), "{error}");
        } else {
            assert!(code == 0 && out.ends_with(": all agree\n"), "{name}: {out}{error}");
        }
    }
}

/// The journals with the commands that wrote them, as the folder's README has them.
fn commands() -> Vec<(String, String)> {
    let readme = folder("tests/golden/journals-0.1.0/README.md");
    let readme = fs::read_to_string(readme).unwrap();
    let rows = readme.lines().filter(|line| line.starts_with("| `"));
    let row = |line: &str| {
        let mut words = line.split('`').skip(1).step_by(2);
        (words.next().unwrap().to_string(), words.next().unwrap_or_default().to_string())
    };
    let of_a_file = |(name, _): &(String, String)| !name.contains('/') && name.ends_with("journal");
    rows.map(row).filter(of_a_file).collect()
}

/// Leaves every second unit in a journal, as if the run had been killed.
fn thin(path: &Path) -> Vec<String> {
    let part = path.with_extension("journal.part");
    if !part.exists() {
        fs::rename(path, &part).unwrap();
    }
    let text = fs::read_to_string(&part).unwrap();
    let stays = |(i, line): &(usize, &str)| {
        !line.starts_with("end\t") && (i % 2 == 0 || !line.starts_with("unit\t"))
    };
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let left: Vec<_> = whole.enumerate().filter(stays).map(|(_, line)| line.to_string()).collect();
    fs::write(part, left.concat()).unwrap();
    left
}

/// True if every count of the one is in the other.
fn has_all(answer: &Map<String, Value>, expected: &Map<String, Value>) -> bool {
    expected.iter().all(|(convention, count)| answer.get(convention) == Some(count))
}

#[test]
fn they_are_gone_on_with_in_their_own_format() {
    let (place, kept) = (copied(), all());
    for (name, command) in commands() {
        let told = kept.iter().find(|kept| kept.name == name).unwrap();
        let path = place.path().join(&name);
        let before = thin(&path);
        let line = format!("{command} --journal {name} --format json -q");
        for again in ["a part of it", "all of it"] {
            let (code, out, error) = run(&line, place.path());
            assert_eq!(code, 0, "{command}: {error}");
            let Some(expected) = &told.answer else { continue };
            // Counts by start are no object.
            let Ok(answer) = serde_json::from_str::<Value>(&out) else { continue };
            let Some(counts) = answer["counts"].as_object() else { continue };
            assert!(has_all(counts, expected["counts"].as_object().unwrap()), "{command}: {out}");
            assert_eq!(answer["nodes"], expected["nodes"], "{command}, {again}");
        }
        let text = fs::read_to_string(&path).unwrap();
        let after: Vec<_> = text.split_inclusive('\n').collect();
        assert_eq!(after[..before.len()], before, "{name}: what was there stays as it is");
        let (code, out, error) = run(&format!("merge {name} --format json -q"), place.path());
        match &told.answer {
            _ if BY_FILE.contains(&name.as_str()) => assert_eq!(code, 4, "{error}"),
            None => assert_eq!(code, 0, "{name}: {error}"),
            Some(expected) => {
                assert_eq!(&as_today(serde_json::from_str(&out).unwrap()), expected, "{name}");
            }
        }
    }
}

#[test]
fn what_is_damaged_in_them_is_salvaged_in_their_own_format() {
    let place = copied();
    let path = place.path().join("tours-split.journal");
    let whole = fs::read_to_string(&path).unwrap();
    let line = "tours 5x5 --method search --split 20 --journal tours-split.journal -q";
    let header = whole.lines().next().unwrap();
    // A unit, and the header: its words are then those that tell the method.
    for (damaged, first) in [
        (whole.replacen("\tsearch\t", "\tsaerch\t", 1), header),
        (whole.replacen("journal\t1\ttours", "journal\t1\tToUrs", 1), "cavalcade-journal\t1\t"),
    ] {
        fs::write(&path, &damaged).unwrap();
        let (code, _, error) = run(line, place.path());
        assert!(code == 4 && error.contains("--salvage"), "{error}");
        let (code, out, error) = run(&format!("{line} --salvage"), place.path());
        assert!(code == 0 && out.contains("directed 1,728"), "{out}{error}");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(first), "{text}");
        assert!(text.lines().filter(|line| line.starts_with("run\t")).count() > 1, "{text}");
        let (code, out, error) = run("merge tours-split.journal -q", place.path());
        assert!(code == 0 && out.contains("directed 1,728"), "{out}{error}");
    }
}

#[test]
fn shards_are_gone_on_with_and_merged_with_new_ones() {
    let place = copied();
    for shard in 0..4 {
        let line = format!("queens 11 --method search --shard {shard}/4 --journal parts -q");
        let (code, _, error) = run(&line, place.path());
        assert_eq!(code, 0, "{error}");
    }
    let (code, out, error) = run("merge parts", place.path());
    assert!(code == 0 && out.contains("all 2,680"), "{out}{error}");
    assert!(error.contains("35 of 35 units"), "{error}");
    let line = "walks 4x4 --length 5 --self-avoiding --journal walks-self-avoiding -q";
    let (code, out, error) = run(line, place.path());
    let last = out.lines().last().unwrap_or_default().split_whitespace();
    assert!(code == 0 && last.take(2).eq(["5", "400"]), "{out}{error}");
}

#[test]
fn a_file_that_says_something_else_by_now_is_noticed() {
    let place = copied();
    let path = place.path().join("petersen.txt");
    let edges = fs::read_to_string(&path).unwrap();
    let less: Vec<_> = edges.lines().take(14).collect();
    fs::write(&path, less.join("\n")).unwrap();
    let journal = place.path().join("tours-graph.journal");
    let before = fs::read(&journal).unwrap();
    let line = "tours graph:petersen.txt --method search --journal tours-graph.journal -q";
    let (code, _, error) = run(line, place.path());
    assert!(code == 4 && error.contains("petersen.txt#"), "{error}");
    assert_eq!(fs::read(&journal).unwrap(), before);
    for line in [
        "tours graph:path.g6 --from 0 --journal tours-graph6.journal -q",
        "walks --keypad @pad.txt --length 6 --journal walks-keypad-file.journal -q",
    ] {
        let (code, _, error) = run(line, place.path());
        assert!(code == 4 && error.contains("the question there is"), "{line}: {error}");
    }
}
