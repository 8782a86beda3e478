//! The published listings of the classic programs, each by its documented command.

use crate::support::{cavalcade, folder};

/// Each file with the command that reproduces it; the guide documents them.
const COMMANDS: [(&str, &str); 13] = [
    ("kt-3x4-all.txt", "tours 3x4 --all --order kt"),
    ("kt-5x5-first3.txt", "tours 5x5 --first 3 --order kt"),
    ("kt-8x8-first1.txt", "tours 8x8 --first 1 --order kt"),
    ("gkt-3-leaper1-all.txt", "tours 3 --leaper 1 --all --order gkt"),
    ("gkt-3x3x4x5-first1.txt", "tours 3x3x4x5 --first 1 --order gkt"),
    ("gkt-4x5x5-leaper122-first1.txt", "tours 4x5x5 --leaper 1,2,2 --first 1 --order gkt"),
    ("gkt-torus-3x3-first1.txt", "tours torus:3x3 --first 1 --order gkt"),
    ("gkt-torus-3x3x3-first1.txt", "tours torus:3x3x3 --first 1 --order gkt"),
    ("gkt-torus-4x4-first1.txt", "tours torus:4x4 --first 1 --order gkt"),
    ("kt-aw-8x8.txt", "tours 8x8 --first 1 --order kt-aw"),
    ("ktourw-apl-8x8.txt", "tours 8x8 --first 1 --order ktourw-apl"),
    ("ktourw-j-8x8.txt", "tours 8x8 --first 1 --order ktourw-j"),
    ("ktour-j-8x8.txt", "tours 8x8 --first 1 --order ktour-j"),
];

fn run(line: &str) -> std::process::Output {
    let directory = tempfile::tempdir().unwrap();
    cavalcade(&line.split(' ').collect::<Vec<_>>(), directory.path())
}

#[test]
fn every_listing_is_reproduced_byte_for_byte() {
    for (file, command) in COMMANDS {
        let output = run(command);
        assert!(output.status.success() && output.stderr.is_empty(), "{command}");
        let published = std::fs::read(folder("tests/golden/classics").join(file)).unwrap();
        assert!(output.stdout == published, "{command} differs from {file}");
    }
}

#[test]
fn the_classics_command_reports_equality() {
    let output = run("classics");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    for (file, command) in COMMANDS {
        let row = text.lines().find(|line| line.contains(file)).unwrap();
        assert!(row.contains(" equal ") && row.ends_with(command), "{row}");
    }
    assert!(text.ends_with("21 of 21 listings are equal byte for byte\n"), "{text}");
}

#[test]
fn stats_report_the_items_of_the_j_essay() {
    for (order, examined) in [("ktour-j", "302,701"), ("ktour-j-plain", "17,739,768")] {
        let output = run(&format!("tours 8x8 --first 1 --order {order} --stats"));
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text, format!("{order}: {examined} items examined, 1 tour\n"));
    }
}
