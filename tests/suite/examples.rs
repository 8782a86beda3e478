//! The examples: each is run and its output compared; the front page shows the first one.

use std::path::PathBuf;
use std::process::Command;

use crate::support::{assert_golden, folder};

/// Every file in `examples`, in reading order.
const EXAMPLES: [&str; 8] = [
    "holes",
    "three_tours",
    "filter",
    "own_graph",
    "queens_variant",
    "progress",
    "journal",
    "own_method",
];

fn source(name: &str) -> PathBuf {
    folder("examples").join(format!("{name}.rs"))
}

/// The output of an example. `cargo test` builds the examples along with this binary; with `--test`
/// it does not, so an example older than its source is refused.
fn printed(name: &str) -> String {
    let here = std::env::current_exe().unwrap();
    let profile = here.parent().unwrap().parent().unwrap();
    let program = profile.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let changed = |path: PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    let fresh = changed(program.clone()) >= changed(source(name));
    assert!(fresh, "{name} is not built: cargo build --examples, or cargo test as a whole");
    let output = Command::new(program).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{name}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_example_prints_its_golden_output() {
    let shown = EXAMPLES.iter().map(|name| format!("# {name}\n{}\n", printed(name)));
    assert_golden("examples.txt", &shown.collect::<String>());
}

#[test]
fn every_example_is_listed_and_documented() {
    let entries = std::fs::read_dir(folder("examples")).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.is_file()).collect();
    let mut listed = EXAMPLES.map(source);
    files.sort();
    listed.sort();
    assert_eq!(files, listed);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let (head, _) = text.split_once("\n\n").unwrap();
        let message =
            head.lines().all(|line| line.starts_with("//!")) && head.contains("\n//! Prints");
        assert!(message, "{}: it does not say what it prints", file.display());
    }
}

#[test]
fn the_front_page_shows_the_short_first_example() {
    let example = std::fs::read_to_string(source(EXAMPLES[0])).unwrap();
    let (_, code) = example.split_once("\n\n").unwrap();
    let lines = code.lines().filter(|line| !line.is_empty());
    assert!(lines.clone().count() <= 15, "{code}");
    let page = std::fs::read_to_string(folder("src/lib.rs")).unwrap();
    let page: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("//! ")).collect();
    let mut shown = page.iter().skip_while(|line| **line != code.lines().next().unwrap());
    for line in lines {
        assert_eq!(shown.next(), Some(&line), "the front page shows the first example");
    }
}
