//! Folders in which runs begin and seal journals while others read them; and which journals a
//! folder accepts.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use cavalcade::engine::Shard;
use cavalcade::journal::{Opened, attempts, open_shard, read_attempts};
use cavalcade::solve::find_journals;

use super::{author, header, queens};
use crate::support::{cavalcade, scratch};

#[test]
fn journals_that_are_sealed_while_a_folder_is_read_are_all_read() {
    let place = scratch();
    let output =
        cavalcade(&["queens", "6", "--method", "search", "--journal", "j", "-q"], place.path());
    assert!(output.status.success(), "{output:?}");
    let journal = fs::read(place.path().join("j")).unwrap();
    for round in 0..40 {
        let folder = place.path().join(format!("parts{round}"));
        fs::create_dir(&folder).unwrap();
        let name = |i: usize| folder.join(format!("shard-{i}-of-60.here-1-1.journal"));
        let part = |i: usize| name(i).with_extension("journal.part");
        (0..60).for_each(|i| fs::write(part(i), &journal).unwrap());
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                (0..60).for_each(|i| fs::rename(part(i), name(i)).unwrap());
                over.store(true, Ordering::Relaxed);
            });
            let mut last = false;
            while !last {
                last = over.load(Ordering::Relaxed);
                let told = find_journals(std::slice::from_ref(&folder));
                let read = told.map(|found| found.len()).map_err(|error| error.to_string());
                assert_eq!(read, Ok(60), "as a folder");
                let named = find_journals(&[name(30), name(59)]).map(|found| found.len());
                assert_eq!(named.map_err(|error| error.to_string()), Ok(2), "by their names");
            }
        });
        let files = read_attempts(&folder, Some(Shard::new(3, 60).unwrap())).unwrap();
        assert_eq!(files.len(), 1);
    }
}

#[test]
fn a_shard_of_another_question_is_not_added_to_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let add = |side: usize, index: usize| {
        let search = queens(side);
        let plan = cavalcade::engine::Enumeration::plan(&search);
        let header = header(&search, &plan);
        let author = author(Shard::new(index, 3).unwrap());
        open_shard(folder.path(), &header, &plan, "search", &author, false)
    };
    let Opened { journal, .. } = add(7, 0).unwrap();
    assert!(journal.is_some());
    let before = attempts(folder.path(), None).unwrap();
    let error = add(8, 1).unwrap_err().to_string();
    assert!(error.contains("queens 7x7") && error.contains("queens 8x8"), "{error}");
    assert_eq!(attempts(folder.path(), None).unwrap(), before, "something was made");
    assert!(add(7, 1).is_ok());
}

/// Exit code, stdout and stderr.
fn run(line: &str, place: &std::path::Path) -> (i32, String, String) {
    let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), place);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn shards_of_a_question_without_units_are_merged_to_nothing() {
    let place = scratch();
    for (name, question, zero) in [
        ("odd", "tours 5x5 --closed", "undirected 0"),
        ("apart", "tours 3x3", "directed 0"),
        ("none", "queens 3", "all 0"),
    ] {
        for shard in 0..2 {
            let line = format!("{question} --method search --shard {shard}/2 --journal {name} -q");
            let (code, _, error) = run(&line, place.path());
            assert_eq!(code, 0, "{line}: {error}");
        }
        for command in ["merge", "status"] {
            let (code, out, error) = run(&format!("{command} {name}"), place.path());
            assert_eq!(code, 0, "{question}: {error}");
            assert!(out.contains(zero), "{command} {question}: {out}");
        }
        let line = format!("{question} --method search --shard missing/2 --journal {name} -q");
        assert_eq!(run(&line, place.path()), (0, "\n".into(), String::new()), "{question}");
    }
}

#[test]
fn missing_shards_are_listed_without_a_run() {
    let place = scratch();
    let left = |question: &str| {
        run(&format!("{question} --shard missing/4 --journal parts"), place.path())
    };
    let asked = "queens 8 --method search";
    assert_eq!(left(asked), (3, "0-3\n".into(), String::new()));
    assert!(!place.path().join("parts").exists());
    assert_eq!(run(&format!("{asked} --shard 2/4 --journal parts -q"), place.path()).0, 0);
    assert_eq!(left(asked), (3, "0-1,3\n".into(), String::new()));
    // A journal that was cut at its start by a full disk is ignored.
    fs::write(place.path().join("parts/shard-1-of-4.there-1-1.journal.part"), "").unwrap();
    assert_eq!(left(asked).1, "0-1,3\n");
    for other in ["queens 7 --method search", "tours 5x5", "queens 8 --piece amazon"] {
        let (code, out, error) = left(other);
        assert_eq!((code, out.as_str()), (4, ""), "{other}: {error}");
        assert!(error.contains("queens") && error.contains("8x8"), "{error}");
    }
    for shard in ["0/4", "1/4", "3/4"] {
        let line = format!("{asked} --shard {shard} --journal parts -q");
        assert_eq!(run(&line, place.path()).0, 0);
    }
    assert_eq!(left(asked), (0, "\n".into(), String::new()));
    let (code, _, error) = run("queens 8 --shard missing/4", place.path());
    assert!(code == 2 && error.contains("--journal"), "{error}");
}
