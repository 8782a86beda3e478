//! All user-visible output, byte for byte; `BLESS=1 cargo test --release` rewrites it.

use std::fmt::Write;

use crate::support::{assert_golden, cavalcade, folder};

#[test]
fn help() {
    let directory = tempfile::tempdir().unwrap();
    let commands = [
        "",
        "tours",
        "queens",
        "walks",
        "draw",
        "check",
        "report",
        "classics",
        "heuristics",
        "estimate",
        "table",
        "verify",
        "status",
        "merge",
        "recheck",
        "completions",
        "man",
    ];
    let mut short = String::new();
    for command in commands {
        let words: Vec<_> = command.split(' ').filter(|c| !c.is_empty()).chain(["-h"]).collect();
        let output = cavalcade(&words, directory.path());
        assert!(output.status.success() && output.stderr.is_empty());
        let text = String::from_utf8(output.stdout).unwrap();
        writeln!(short, "$ cavalcade {}\n{text}", words.join(" ")).unwrap();
        let arguments: Vec<_> =
            command.split(' ').filter(|c| !c.is_empty()).chain(["--help"]).collect();
        let output = cavalcade(&arguments, directory.path());
        assert!(output.status.success() && output.stderr.is_empty());
        let name =
            if command.is_empty() { "help.txt".into() } else { format!("help-{command}.txt") };
        assert_golden(&name, &String::from_utf8(output.stdout).unwrap());
    }
    assert_golden("help-short.txt", &short);
}

/// Without a command, the program shows how to begin, with exit code 2.
#[test]
fn no_command() {
    let directory = tempfile::tempdir().unwrap();
    for words in [&[][..], &["-q"], &["--color", "never"]] {
        let output = cavalcade(words, directory.path());
        assert!(output.status.code() == Some(2) && output.stdout.is_empty());
        assert_golden("alone.txt", &String::from_utf8(output.stderr).unwrap());
    }
}

/// The printed tables, and the columns of the files that do not depend on the machine.
#[test]
fn the_table() {
    let directory = tempfile::tempdir().unwrap();
    let output = cavalcade(&["table", "-q", "--output", "results/"], directory.path());
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
            // All fields except seconds and threads.
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
        "tours 4x9 --closed",
        "tours strip:3,22 --closed",
        "tours 4x4 --piece king --closed",
        "tours 4x4 --leaper 1,2 --leaper 0,1 --closed",
        "tours .../.#./... --closed",
        "tours torus:4x4 --piece wazir --closed",
        "walks 8x8 --length 5 --self-avoiding",
        "walks --keypad letters18 --length 32 --at-most 2:AEIO",
        "tours 6x6 --closed --unique",
        "tours 5x5 --unique",
        "tours 5x5 --by-start",
        "tours 5x5 --by-start --method halves",
        "tours 3x4 --by-start --format csv",
        "tours 3x4 --by-start --method frontier --format csv",
        "tours 5x5 --from a1 --by-end",
        "tours 3x4 --by-end --method search --format csv",
        "tours 3x3 --by-end",
        "tours 6x6 --closed --histogram crossings",
        "tours 3x4 --histogram right-angles --format csv",
        "tours 5x5 --from c3",
        "tours 5x5 --from 1-1 --to e1",
        "tours 4x9 --closed --method search",
        "tours 4x9 --closed --unique --no-symmetry",
        "tours 4x4 --piece dabbaba --method frontier",
        "tours torus:2x2 --piece dabbaba --by-start",
        "tours 5x5 --no-symmetry --strategy extend",
        "tours 6x6 --closed --first 2",
        "tours 3x4 --all",
        "tours 3x4 --unique --all --format lines",
        "tours 3x4 --unique --all --format csv",
        "tours 3x4 --unique --all --format json",
        "tours 3x4 --first 3 --method frontier --format lines",
        "tours 5x5 --from 3-3 --to a1 --first 1 --strategy extend",
        "tours 2x3x4 --closed --first 2",
        "tours 2x3x4 --closed --first 1 --format lines",
        "tours .../.#./... --closed --all",
        "tours 4x9 --closed --first 1 --format json",
        "tours 6x6 --closed --index 4931",
        "tours 5x5 --method warnsdorff --format lines",
        "tours 6x6 --closed --cut-at 3-3,3-4,4-3,4-4",
        "tours 6x5 --format csv",
        "tours 5x6 --closed --format csv",
        "queens 0",
        "queens 1",
        "queens 2",
        "queens 8",
        "queens 3",
        "queens 12 --method search",
        "queens 12",
        "queens 15 --vectors narrow",
        "queens 15 --vectors none",
        "queens 8 --format csv",
        "queens 13 --torus",
        "queens 12 --piece amazon",
        "queens 8 --place a1",
        "queens 8 --k 5",
        "queens 8 --k 5 --place c2 --holes a1,d4 --torus --piece amazon",
        "queens 10 --method variants",
        "queens 0 --all",
        "queens 3 --all",
        "queens 4 --all",
        "queens 4 --unique --ascii",
        "queens 5 --all --format lines",
        "queens 5 --all --format json",
        "queens 5 --unique --format csv",
        "queens 20 --first 2 --format lines",
        "queens 5 --torus --unique --format lines",
        "queens 4 --k 2 --place b1 --all --format lines",
        "table tours 3..4 --closed --output out/",
        "table queens 4..6 --output out/",
        "table tours 3..4x3..5 --torus --piece king",
        "table tours 2x2..3x3 --piece wazir",
        "table tours 5..6x5 --holes a1",
        "table queens 4..7 --torus",
        "table tours 1..6 --square --closed --format bfile",
        "tours 6x6 --closed --through a1-b3,c3-d5",
        "tours 5x5 --at 1=a1 --at 25=c3",
        "tours 5x5 --at squares=a1,d3,e3,b5,e5 --first 1",
        "tours 2x4 --piece king --semi-magic --all",
        "tours torus:3x3 --piece king --magic",
        "tours 6x6 --closed --symmetric quarter-turn",
        "tours 6x6 --closed --symmetric quarter-turn --first 1",
        "tours 6x6 --closed --from c3 --first 1",
        "tours 20x20 --closed --random 7 --format lines",
    ] {
        let arguments: Vec<_> = line.split(' ').chain(["-q", "--threads", "2"]).collect();
        let output = cavalcade(&arguments, directory.path());
        assert!(output.status.success() && output.stderr.is_empty(), "{line}");
        let text = String::from_utf8(output.stdout).unwrap();
        writeln!(shown, "$ cavalcade {line}").unwrap();
        for line in text.lines() {
            // CSV rows without the seconds.
            let mut fields: Vec<_> = line.split(',').collect();
            if fields.len() == 15 && fields[8].parse::<f64>().is_ok() {
                fields[8] = "SECONDS";
            }
            writeln!(shown, "{}", fields.join(",")).unwrap();
        }
    }
    assert_golden("answers.txt", &shown);
}

/// The published listing of Dyalog's dfns workspace: fundamental placements in lexicographic order,
/// each the least of its class, drawn.
#[test]
fn listings_equal_the_classics() {
    let directory = tempfile::tempdir().unwrap();
    for side in 1..=8 {
        let name = format!("classics/queens-{side}-unique.txt");
        let classic = std::fs::read(folder("tests/golden").join(name)).unwrap();
        let list = |more: &[&str]| {
            let side = side.to_string();
            let arguments = [&["queens", &side, "--all", "--unique", "-q"], more].concat();
            let output = cavalcade(&arguments, directory.path());
            assert!(output.status.success() && output.stderr.is_empty());
            output.stdout
        };
        assert!(list(&[]) == classic, "{side} queens");
        assert!(list(&["--output", "listing.txt"]).is_empty());
        assert!(std::fs::read(directory.path().join("listing.txt")).unwrap() == classic);
    }
}

#[test]
fn errors() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("file"), "not a folder").unwrap();
    std::fs::create_dir(directory.path().join("foreign")).unwrap();
    std::fs::write(directory.path().join("foreign/tours.csv"), "a,b\n1,2\n").unwrap();
    let mut shown = String::new();
    for line in [
        "toors",
        "tours",
        "tours 0x5",
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
        "queens 8 --closed",
        "table tours torus:1..5",
        "table cylinder:3",
        "tours 6x6 --closed --by-start",
        "tours 5x5 --from 6-1",
        "tours 5x5 --from 1",
        "tours 5x5 --from f1",
        "tours 5x5 --from 1,1",
        "tours 2x3x4 --from a1",
        "tours 5x5 --to 1-1",
        "tours 5x5 --from 1-1 --to 1-1",
        "tours 6x6 --closed --from 1-1",
        "tours 6x6 --first few",
        "tours 6x6 --first 0",
        "tours 6x6 --format lines",
        "tours 4x4 --random 1",
        "tours 5x5 --order kt --unique",
        "tours 5x5 --all --output file/below",
        "tours 6x6 --sample 0",
        "tours 6x6 --first -1",
        "tours 6x6 --leaper -1,2",
        "tours 6x6 --piece knigth",
        "tours 6x6 --order kt-aww",
        "tours tours:6x6",
        "tours graph:foreign/tours",
        "walks --keypad fone --length 2",
        "tours 6x6 --first 1 -q --progress plain",
        "tours 6x6 --progress none --progress-interval 5",
        "tours 6x6 --output tour.svg",
        "tours 6x6 --output tour.html",
        "tours 6x6 --first 1 --format csv --output tour.svg",
        "table tours 3 --output a.svg",
        "report --output a.svg",
        "queens 8 --random 1 --verbose",
        "queens 8 --metrics foreign/tours.csv",
        "status file --watch 0",
        "completions tcsh",
        "man file",
        "man file/below",
        "tours 5x5 --start a1",
        "tours 5x5 --random 1 --from a1",
        "tours 5x5 --order ktourw-j --start a1",
        "tours 5x5 --method warnsdorff --from a1",
        "tours 5x5 --through a1-b2",
        "tours 5x5 --through a1",
        "tours 5x5 --at 1",
        "tours 5x5 --at 26=a1",
        "tours 5x5 --at cubes=a1,a2,a3",
        "tours 5x6 --magic",
        "tours 5x5 --symmetric turn",
        "tours torus:4x4 --symmetric half-turn",
        "tours 5x5 --symmetric any --magic",
        "tours 5x5 --magic --method search",
        "tours 5x5 --unique --through a1-b3",
        "tours 5x5 --by-start --through a1-b3",
        "tours 5x5 --by-start --method halves --shard 0/2 --journal j",
        "tours 5x5 --by-end --shard 0/2 --journal j",
        "tours 5x5 --by-end --by-start",
        "tours 5x5 --by-end --from a1 --to b3",
        "tours 6x6 --by-end --closed",
        "tours 5x5 --format bfile",
        "table tours 3..5 --format bfile",
        "table --format bfile",
        "table --torus",
        "table tours sphere:3x3",
        "table tours 3..4 --torus --cylinder",
        "table queens 4..5x4",
        "table queens 4 --piece king",
        "table queens 4 --convention directed",
        "verify tours 99x99",
        "verify chess",
        "walks 3x3 --length 3 --names",
        "walks 3x3 --length 3 --list --output file/",
        "tours 16x17 --closed --first 2",
        "tours 6x6 --closed --cut-at 3-3",
        "queens",
        "queens -1",
        "queens 99999",
        "queens 65",
        "queens eight",
        "queens 8.5",
        "queens 5 --method quadrants",
        "queens 27 --method quadrants",
        "queens 5 --method colours",
        "queens 33 --method colours",
        "queens 12 --method turns --split 4",
        "queens 12 --method colours --piece amazon",
        "queens 27 --method quadrants --piece amazon",
        "queens 8 --all --method quadrants",
        "queens 8 --torus --method search",
        "queens 8 --place a9",
        "queens 8 --place a1,b2",
        "queens 8 --place here",
        "queens 8 --place a1,a1",
        "queens 8 --place a1 --holes a1",
        "queens 8 --all --first 1",
        "queens 8 --vectors none",
        "queens 8 --k 9",
        "queens 8 --k 1 --place a1,c2",
        "queens 8 --k 5 --unique",
        "queens 8 --ascii",
        "queens 8 --format lines",
        "queens 8 --first 0",
        "queens 8 --all --output file/below",
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
        "table tours 3 --output file/",
        "table tours 3 --output file/below",
        "table tours 3 --output foreign",
        "tours 5x5 --salvage",
        "tours 5x5 --shard 3/3",
        "tours 5x5 --shard three",
        "tours 5x5 --shard auto/3",
        "tours 5x5 --journal foreign",
        "tours 5x5 --journal file",
        "tours 5x5 --journal file/below",
        "merge",
        "merge nowhere",
        "merge foreign",
        "merge file",
        "merge foreign --of 3",
        "status file",
        "recheck file --sample 0%",
        "recheck file --sample 1",
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
