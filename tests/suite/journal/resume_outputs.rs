//! Counts with more results than the total, resumed from a journal: the result does not depend on
//! which run counted which unit, nor on its flags.

use std::path::Path;

use crate::support::{cavalcade, scratch};

/// The output without the times of one run or of all, on its threads or on one.
fn printed(line: &str, more: &str, folder: &Path) -> String {
    let arguments: Vec<&str> = line.split(' ').chain(more.split(' ')).collect();
    let output = cavalcade(&arguments, folder);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{line} {more}: {error}");
    let text = String::from_utf8(output.stdout).unwrap();
    let Ok(mut json) = serde_json::from_str::<serde_json::Value>(&text) else { return text };
    (json["seconds"], json["threads"]) = (0.into(), 0.into());
    json.to_string()
}

/// Removes every `n`-th unit and the end from a sealed journal.
fn thinned(folder: &Path, n: usize) {
    let text = std::fs::read_to_string(folder.join("j")).unwrap();
    let left: Vec<&str> = (0..)
        .zip(text.lines())
        .filter(|(i, line)| !line.starts_with("end") && (i % n != 0 || !line.starts_with("unit")))
        .map(|(_, line)| line)
        .collect();
    assert!(left.len() + 1 < text.lines().count(), "nothing was taken");
    std::fs::remove_file(folder.join("j")).unwrap();
    std::fs::write(folder.join("j.part"), left.join("\n") + "\n").unwrap();
}

#[test]
fn outputs_do_not_depend_on_which_run_counted() {
    for (board, flags) in [
        // Path extension, whose units know their start, and linking, whose units know both ends.
        ("tours 3x4", "--by-start --format csv"),
        ("tours 5x6", "--by-start --format csv"),
        ("tours 5x6", "--by-start --unique --visit"),
        ("tours 5x6", "--visit --format json"),
        ("tours 6x6 --closed", "--unique"),
        ("tours 5x5 --from c3", "--format json"),
        ("tours 5x6", "--by-start --output results/"),
    ] {
        let flags = format!("{flags} -q --threads 2");
        let plain = scratch();
        let whole = printed(board, &flags, plain.path());
        let kept = format!("{flags} --journal j");
        let folder = scratch();
        assert_eq!(printed(board, &kept, folder.path()), whole, "{board} {flags}, kept");
        // Sealed: nothing is counted again.
        assert_eq!(printed(board, &kept, folder.path()), whole, "{board} {flags}, from a journal");
        for n in [1, 2, 3] {
            thinned(folder.path(), n);
            assert_eq!(
                printed(board, &kept, folder.path()),
                whole,
                "{board} {flags}, 1 of {n} lost"
            );
        }
        // One journal for all results of a question.
        let folder = scratch();
        printed(board, "--method search -q --journal j", folder.path());
        thinned(folder.path(), 2);
        assert_eq!(printed(board, &kept, folder.path()), whole, "{board} {flags}, begun plainly");
        let merged = cavalcade(&["merge", "j", "-q"], folder.path());
        assert!(merged.status.success(), "{board} {flags}");
    }
}

#[test]
fn flags_that_count_other_units_are_refused() {
    let folder = scratch();
    for flag in ["--no-symmetry", "--strategy extend", "--sample 50%", "--cut-at c3"] {
        let line = format!("tours 5x5 {flag} --journal j");
        let arguments: Vec<&str> = line.split(' ').collect();
        let output = cavalcade(&arguments, folder.path());
        let text = String::from_utf8(output.stderr).unwrap();
        let name = flag.split(' ').next().unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {text}");
        assert!(text.contains(name) && text.contains("leave"), "{line}: {text}");
        assert!(!folder.path().join("j.part").exists());
    }
}
