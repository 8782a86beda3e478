//! Everything that a user sees, byte for byte; `BLESS=1 cargo test --release` rewrites it.

use std::fmt::Write;

use crate::support::{assert_golden, cavalcade, folder};

#[test]
fn help() {
    let directory = tempfile::tempdir().unwrap();
    for command in ["", "tours", "queens", "table", "verify"] {
        let arguments: Vec<_> =
            command.split(' ').filter(|c| !c.is_empty()).chain(["--help"]).collect();
        let output = cavalcade(&arguments, directory.path());
        assert!(output.status.success() && output.stderr.is_empty());
        let name =
            if command.is_empty() { "help.txt".into() } else { format!("help-{command}.txt") };
        assert_golden(&name, &String::from_utf8(output.stdout).unwrap());
    }
}

/// The main job, whole: the printed tables, and the columns of the files that do not
/// depend on the machine.
#[test]
fn the_table() {
    let directory = tempfile::tempdir().unwrap();
    let output = cavalcade(&["table", "-q"], directory.path());
    assert!(output.status.success() && output.stderr.is_empty());
    let table = String::from_utf8(output.stdout).unwrap();
    assert_golden("table.txt", &table);
    for name in ["tours.csv", "queens.csv"] {
        let text = std::fs::read_to_string(directory.path().join("results").join(name)).unwrap();
        let mut stable = String::new();
        for record in
            csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes()).records()
        {
            let record = record.unwrap();
            // All but seconds and threads.
            let fields: Vec<_> = record
                .iter()
                .enumerate()
                .filter(|(i, _)| ![8, 9].contains(i))
                .map(|(_, f)| f)
                .collect();
            writeln!(stable, "{}", fields.join(",")).unwrap();
        }
        assert_golden(name, &stable);
    }
    let readme = std::fs::read_to_string(folder("README.md")).unwrap();
    let matrix: Vec<_> = table.lines().take(9).collect();
    assert!(readme.contains(&matrix.join("\n")), "README.md shows another table");
}

#[test]
fn answers() {
    let directory = tempfile::tempdir().unwrap();
    let mut shown = String::new();
    for line in [
        "tours 6x6",
        "tours 6x6 --closed",
        "tours 5x5",
        "tours 4x4",
        "tours 3x12 --closed",
        "tours 1x1",
        "tours 1x1 --closed",
        "tours torus:4x4 --closed",
        "tours 2x3x4 --closed",
        "tours 6x6 --closed --unique",
        "tours 5x5 --unique",
        "tours 5x5 --by-start",
        "tours 3x4 --by-start --format csv",
        "tours 5x5 --from 3-3",
        "tours 5x5 --from 1-1 --to 5-5",
        "tours 5x5 --no-symmetry --strategy extend",
        "tours 6x6 --closed --first 2",
        "tours 3x4 --all",
        "tours 5x5 --from 3-3 --first 1 --strategy extend",
        "tours 6x6 --closed --cut-at 3-3,3-4,4-3,4-4",
        "tours 6x5 --format csv",
        "tours 5x6 --closed --format csv",
        "queens 0",
        "queens 1",
        "queens 2",
        "queens 8",
        "queens 12 --method search",
        "queens 8 --format csv",
        "table tours 3..4 --closed --output out",
        "table queens 4..6 --output out",
    ] {
        let arguments: Vec<_> = line.split(' ').chain(["-q", "--threads", "2"]).collect();
        let output = cavalcade(&arguments, directory.path());
        assert!(output.status.success() && output.stderr.is_empty(), "{line}");
        let text = String::from_utf8(output.stdout).unwrap();
        writeln!(shown, "$ cavalcade {line}").unwrap();
        for line in text.lines() {
            // Rows of CSV: without the seconds.
            let mut fields: Vec<_> = line.split(',').collect();
            if fields.len() == 14 && fields[8].parse::<f64>().is_ok() {
                fields[8] = "SECONDS";
            }
            writeln!(shown, "{}", fields.join(",")).unwrap();
        }
    }
    assert_golden("answers.txt", &shown);
}

#[test]
fn errors() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("file"), "not a folder").unwrap();
    std::fs::create_dir(directory.path().join("foreign")).unwrap();
    std::fs::write(directory.path().join("foreign/tours.csv"), "a,b\n1,2\n").unwrap();
    let mut shown = String::new();
    for line in [
        "",
        "toors",
        "tours",
        "tours 0x5",
        "tours 5",
        "tours 1e9x1e9",
        "tours 6xx6",
        "tours 6x",
        "tours x6",
        "tours 6,6",
        "tours -6x6",
        "tours sphere:6x6",
        "tours 17x17",
        "tours 1000000000x1000000000",
        "tours 99999999999999999999x6",
        "tours 6x6 7x7",
        "tours 6x6 --threads 0",
        "tours 6x6 --threads many",
        "tours 6x6 --format xml",
        "tours 6x6 --method magic",
        "tours 6x6 --open",
        "tours 5x5 --from 6-1",
        "tours 5x5 --from 1",
        "tours 5x5 --to 1-1",
        "tours 5x5 --from 1-1 --to 1-1",
        "tours 6x6 --closed --from 1-1",
        "tours 6x6 --first few",
        "tours 6x6 --all --unique",
        "tours 6x6 --sample 0",
        "tours 6x6 --closed --cut-at 3-3",
        "queens",
        "queens -1",
        "queens 99999",
        "queens 65",
        "queens eight",
        "queens 8.5",
        "table chess",
        "table tours 5..3",
        "table queens a..b",
        "table tours --max 7",
        "table queens --max 7x7",
        "table tours 3 --max 4x4",
        "table tours 16..17",
        "table queens 64..65",
        "verify --budget soon",
        "verify --budget",
        "table tours 3 --output file",
        "table tours 3 --output file/below",
        "table tours 3 --output foreign",
    ] {
        let arguments: Vec<_> = line.split(' ').filter(|word| !word.is_empty()).collect();
        let output = cavalcade(&arguments, directory.path());
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text.lines().count(), 1, "{line}: {text}");
        assert!(output.stdout.is_empty(), "{line}");
        writeln!(shown, "$ cavalcade {line}\n{text}exit {}\n", output.status.code().unwrap())
            .unwrap();
    }
    assert_golden("errors.txt", &shown);
}
