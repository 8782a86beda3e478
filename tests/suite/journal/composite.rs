//! Counts that consist of several sweeps: each has its own journal in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{cavalcade, scratch};

const ASKED: [&[&str]; 4] = [
    &["tours", "6x6", "--closed", "--by-move"],
    &["tours", "5x5", "--by-end", "--from", "a1"],
    &["tours", "5x5", "--by-end", "--method", "search"],
    &["tours", "5x5", "--by-start", "--method", "halves"],
];

/// The stdout and stderr of a run, and its exit code.
fn run(arguments: &[&str], more: &[&str], folder: &Path) -> (String, String, Option<i32>) {
    let output = cavalcade(&[arguments, more, &["--threads", "2"]].concat(), folder);
    let [out, errors] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (out, errors, output.status.code())
}

fn journals(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> =
        fs::read_dir(folder.join("kept")).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

fn units(journal: &Path) -> Vec<String> {
    let text = fs::read_to_string(journal).unwrap();
    text.lines().filter(|line| line.starts_with("unit")).map(String::from).collect()
}

#[test]
fn finished_counts_are_not_repeated() {
    for asked in ASKED {
        let folder = scratch();
        let plain = run(asked, &["-q"], folder.path());
        let kept = ["-q", "--journal", "kept"];
        assert_eq!(run(asked, &kept, folder.path()), plain, "{asked:?}");
        let all = journals(folder.path());
        assert!(all.len() > 2 && all.iter().all(|path| path.extension().unwrap() == "journal"));
        // A lost journal is counted again; the others keep their times.
        let before: Vec<_> = all.iter().map(|journal| units(journal)).collect();
        fs::remove_file(&all[1]).unwrap();
        assert_eq!(run(asked, &kept, folder.path()), plain, "{asked:?}");
        let after: Vec<_> = all.iter().map(|journal| units(journal)).collect();
        let again = (0..all.len()).filter(|&at| before[at] != after[at]).collect::<Vec<_>>();
        assert!(again.is_empty() || again == [1], "{asked:?}: {again:?}");
        // Each is an ordinary journal.
        let (_, errors, code) = run(&["merge", all[0].to_str().unwrap()], &[], folder.path());
        assert_eq!(code, Some(0), "{errors}");
    }
}

#[test]
fn foreign_and_damaged_journals_of_a_folder_are_refused() {
    let folder = scratch();
    let kept = ["-q", "--journal", "kept"];
    let plain = run(ASKED[0], &kept, folder.path());
    let all = journals(folder.path());
    let [first, second] = [&all[1], &all[2]].map(|path| fs::read(path).unwrap());
    // Two swapped journals.
    fs::write(&all[1], &second).unwrap();
    fs::write(&all[2], &first).unwrap();
    let (out, errors, code) = run(ASKED[0], &kept, folder.path());
    assert_eq!((out.as_str(), code), ("", Some(4)), "{errors}");
    assert!(errors.contains("through="), "{errors}");
    assert_eq!(fs::read(&all[1]).unwrap(), second, "nothing is written to it");
    fs::write(&all[2], &second).unwrap();
    // A journal with a wrong byte in the middle, which `--salvage` leaves out.
    let mut damaged = first.clone();
    let at = damaged.windows(5).position(|five| five == b"\nunit").unwrap() + 8;
    damaged[at] ^= 1;
    fs::write(&all[1], &damaged).unwrap();
    let (out, errors, code) = run(ASKED[0], &kept, folder.path());
    assert_eq!((out.as_str(), code), ("", Some(4)), "{errors}");
    let salvaged = run(ASKED[0], &["-q", "--journal", "kept", "--salvage"], folder.path());
    assert_eq!(salvaged, plain);
}

#[test]
fn resuming_uses_the_method_of_the_journal() {
    let plain = ["tours", "6x6", "--closed", "-q"];
    for method in
        [&["halves"][..], &["halves", "--split", "4"], &["frontier"], &["search", "--split", "9"]]
    {
        let folder = scratch();
        let asked =
            [&["tours", "6x6", "--closed", "-q", "--journal", "j", "--method"], method].concat();
        let (out, errors, code) = run(&asked, &[], folder.path());
        assert_eq!(code, Some(0), "{errors}");
        let kept = fs::read(folder.path().join("j")).unwrap();
        // Without a given method, the journal's method is used.
        assert_eq!(run(&plain, &["--journal", "j"], folder.path()).0, out, "{method:?}");
        // With missing units the journal's method is used, too.
        let unit = kept.windows(5).position(|five| five == b"\nunit").unwrap() + 1;
        fs::remove_file(folder.path().join("j")).unwrap();
        fs::write(folder.path().join("j.part"), &kept[..unit]).unwrap();
        assert_eq!(run(&plain, &["--journal", "j"], folder.path()).0, out, "{method:?}");
        assert!(folder.path().join("j").exists());
        // Another method or another question does not match the journal.
        for other in [&["--method", "union"][..], &["--histogram", "crossings"]] {
            let (out, errors, code) =
                run(&plain, &[other, &["--journal", "j"]].concat(), folder.path());
            assert_eq!((out.as_str(), code), ("", Some(4)), "{errors}");
        }
    }
    let folder = scratch();
    let sorted = [&plain[..], &["--histogram", "crossings", "--journal", "j"]].concat();
    assert_eq!(run(&sorted, &[], folder.path()).2, Some(0));
    let (out, errors, code) = run(&plain, &["--journal", "j"], folder.path());
    assert_eq!((out.as_str(), code), ("", Some(4)), "a histogram was requested: {errors}");
}

#[test]
fn a_whole_count_is_reused_with_less_memory() {
    let folder = scratch();
    let asked = ["tours", "7x8", "--closed", "-q", "--journal", "j"];
    let large = run(&asked, &["--method", "halves", "--memory", "2G"], folder.path());
    assert_eq!(large.2, Some(0), "{large:?}");
    let header = fs::read_to_string(folder.path().join("j")).unwrap();
    assert!(header.lines().next().unwrap().contains("\thalves\t"), "{header}");
    let small = ["--memory", "60M"];
    assert_eq!(run(&asked, &small, folder.path()), large);
    let (out, errors, code) = run(&["merge", "j"], &small, folder.path());
    assert_eq!((out, code), (large.0, Some(0)), "{errors}");
}

#[test]
fn long_journal_names_are_shortened() {
    // A path of 60 vertices as graph6, and a strip in a board of holes.
    let folder = scratch();
    let edges: String = (0..59).map(|at| format!("{at} {}\n", at + 1)).collect();
    fs::write(folder.path().join("path.txt"), edges).unwrap();
    let board = format!("{}/{}", ".".repeat(20), ["####################"; 12].join("/"));
    for asked in [
        &["tours", "graph:path.txt", "--by-end"][..],
        &["tours", &board, "--by-end", "--piece", "wazir"],
    ] {
        let plain = run(asked, &["-q"], folder.path());
        assert_eq!(plain.2, Some(0), "{plain:?}");
        assert_eq!(run(asked, &["-q", "--journal", "kept"], folder.path()), plain);
        assert_eq!(run(asked, &["-q", "--journal", "kept"], folder.path()), plain);
    }
}
