//! Files that are not journals of the question are refused, with the difference.

use std::path::Path;
use std::time::{Duration, Instant};

use cavalcade::Count;
use cavalcade::Error;
use cavalcade::engine::Plan;
use cavalcade::journal::{Header, replay, sealed_line};
use cavalcade::queens::QueensSearch;
use cavalcade::tours::Kind;

use super::{open, put, queens, sealed, tours};
use crate::support::{cavalcade, scratch};

#[test]
fn foreign_journals_are_refused_with_the_difference() {
    let (_folder, path, bytes) = sealed(&queens(7));
    let refused = |text: &[u8], search: &QueensSearch| {
        put(&path, text);
        let error = open(&path, search, true).unwrap_err();
        assert!(matches!(error, Error::JournalForeign { .. }), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), text, "it was changed");
        error.to_string()
    };
    let error = refused(&bytes, &queens(8));
    assert!(error.contains("queens 7x7") && error.contains("queens 8x8"), "{error}");
    assert!(refused(b"a letter\n", &queens(7)).contains("not a journal"));
    assert!(refused(b"\x7fELF", &queens(7)).contains("not a journal"));

    let (_folder, path, _) = sealed(&tours("5x5", Kind::Open));
    let error = open(&path, &tours("5x5", Kind::Open).split(100), false).unwrap_err().to_string();
    assert!(error.contains("split 1024") && error.contains("split 100"), "{error}");
}

#[test]
fn another_format_is_refused() {
    let place = scratch();
    // First lines with valid checksums: one of format 3, and one as version 0.1.0 wrote it.
    for fields in [
        &["3", "queens 7"][..],
        &["1", "queens 6 --method search", "queens 6x6, search, classes, split 2", "6", "0000abcd"],
    ] {
        let line = format!("cavalcade-journal\t{}\t", fields.join("\t"));
        let line = format!("{line}{:08x}\n", crc32c(line.as_bytes()));
        for (path, command) in [
            ("j", "status j"),
            ("j", "merge j"),
            ("j", "merge j --salvage"),
            ("j", "recheck j"),
            ("j", "queens 6 --method search --journal j"),
            ("j.part", "queens 6 --method search --journal j --salvage"),
            ("parts/shard-0-of-2.host-1-1.journal", "status parts"),
            ("parts/shard-0-of-2.host-1-1.journal", "merge parts"),
        ] {
            let _ = std::fs::remove_file(place.path().join("j"));
            std::fs::create_dir_all(place.path().join("parts")).unwrap();
            std::fs::write(place.path().join(path), &line).unwrap();
            let output = cavalcade(&command.split(' ').collect::<Vec<_>>(), place.path());
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(4), "{command}: {error}");
            assert!(error.contains("its format is not 2") && error.lines().count() == 1, "{error}");
            assert_eq!(std::fs::read_to_string(place.path().join(path)).unwrap(), line);
        }
    }
}

/// CRC-32C by its definition (Castagnoli's polynomial, reflected), a bit at a time.
fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            (sum >> 1) ^ (0x82F6_3B78 & (sum & 1).wrapping_neg())
        })
    })
}

#[test]
fn the_checksum_is_the_published_one() {
    // RFC 3720, B.4; and a line of a journal.
    assert_eq!(crc32c(&[0; 32]), 0x8A91_36AA);
    let line = Header::of("q", "search", "f", &Plan::default()).line();
    let (fields, sum) = line.trim_end().split_at(line.rfind('\t').unwrap() + 1);
    assert_eq!(sum, format!("{:08x}", crc32c(fields.as_bytes())));
}

#[test]
fn journals_of_one_question_by_different_methods_are_refused_with_both_shown() {
    let place = scratch();
    for method in ["search", "frontier"] {
        let line = format!("tours 5x5 --method {method} --journal {method} -q");
        let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), place.path());
        assert!(output.status.success(), "{output:?}");
    }
    for command in ["merge", "recheck"] {
        let output = cavalcade(&[command, "search", "frontier", "-q"], place.path());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(4), "{error}");
        assert!(error.contains("the method there is"), "{error}");
        assert!(
            error.contains("5x5, search by link") && error.contains("5x5, frontier"),
            "{error}"
        );
    }
    // They are reported one by one.
    let output = cavalcade(&["status", "search", "frontier"], place.path());
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let told = text.lines().filter(|line| line.contains(" done")).count();
    assert_eq!(told, 2, "{text}");
}

#[test]
fn excessive_headers_are_handled_before_planning() {
    let question = "tours open knight 12x12";
    let fingerprint = |split: &str| {
        format!("tours open knight 12x12, search by link, 8 symmetries, split {split}")
    };
    let place = scratch();
    for (method, fingerprint, units) in [
        // Ten million units, of which only a handful are reported.
        ("search split=10000000", fingerprint("10000000"), 5),
        // More units than any search has.
        ("search split=10000001", fingerprint("10000001"), 10_000_001),
        ("search split=99999999999999999999", fingerprint("1"), 5),
        ("search", fingerprint("1024"), usize::MAX),
        // The name and the fingerprint contradict each other.
        ("search split=10000000", fingerprint("1024"), 10_000_000),
        ("search split=10000000 strategy=up", fingerprint("10000000"), 10_000_000),
        ("guess", fingerprint("1024"), 5),
    ] {
        let header = Header::of(question, method, &fingerprint, &Plan::default());
        let line = Header { units, ..header }.line();
        std::fs::write(place.path().join("j"), &line).unwrap();
        for command in ["merge", "status", "recheck"] {
            let began = Instant::now();
            let output = cavalcade(&[command, "j"], place.path());
            let error = String::from_utf8(output.stderr).unwrap();
            // Missing units are reported whatever the method.
            let missing = units <= 10_000_000 && !method.ends_with("1") && !method.ends_with("9");
            let code = if missing && command != "recheck" { 3 } else { 4 };
            assert_eq!(output.status.code(), Some(code), "{command} {method}: {error}");
            assert!(error.lines().count() <= 1, "{error}");
            assert!(began.elapsed() < Duration::from_secs(20), "{command} {line}");
        }
    }
}

/// Changes one field in the first line of this kind, or in all of them, and seals the journal like
/// its writer.
fn resealed(bytes: &[u8], kind: &str, change: &dyn Fn(&mut [String])) -> Vec<u8> {
    let seed = replay(bytes, Path::new("j"), None).unwrap().header.seed();
    let mut lines = std::str::from_utf8(bytes).unwrap().lines();
    let mut text = format!("{}\n", lines.next().unwrap());
    for line in lines {
        let mut fields: Vec<String> = line.split('\t').map(String::from).collect();
        fields.pop();
        if fields[0] == kind {
            change(&mut fields);
        }
        text += &sealed_line(seed, &fields.iter().map(String::as_str).collect::<Vec<_>>());
    }
    text.into_bytes()
}

/// Sets counts with matching residues.
fn found(fields: &mut [String], weight: u64, count: u64) {
    let sum = Count::from(count).residues().times(weight);
    fields[3] = format!("{weight}:{count}");
    [fields[5], fields[6]] = sum.0.map(|residue| residue.to_string());
}

#[test]
fn impossible_numbers_are_refused_by_every_reader() {
    let place = scratch();
    let ask = "queens 6 --method search --journal j";
    assert!(cavalcade(&ask.split(' ').collect::<Vec<_>>(), place.path()).status.success());
    let bytes = std::fs::read(place.path().join("j")).unwrap();
    type Change = fn(&mut [String]);
    let changes: [(&str, &str, Change); 14] = [
        ("run", "threads", |fields| fields[3] = u64::MAX.to_string()),
        ("run", "threads", |fields| fields[3] = usize::MAX.wrapping_div(2).to_string()),
        ("run", "shards", |fields| fields[6] = "1000000000/1000000000".into()),
        ("unit", "nodes of a unit", |fields| fields[4] = format!("1:{0},2:{0}", u64::MAX)),
        ("unit", "nodes of all", |fields| fields[4] = format!("1:{}", 1u64 << 62)),
        ("unit", "depth", |fields| fields[4] = format!("{}:1", 1 << 20)),
        ("unit", "depth", |fields| fields[4] = "900:1".into()),
        ("unit", "weight", |fields| found(fields, 0, 3)),
        ("unit", "weight", |fields| found(fields, 3, 8)),
        ("unit", "weight", |fields| found(fields, u64::MAX, u64::MAX)),
        ("unit", "the plan's weight", |fields| fields[2] = "1000000007".into()),
        ("unit", "solutions", |fields| {
            let digits = "9".repeat(200);
            let count: Count = digits.parse().unwrap();
            [fields[5], fields[6]] = count.residues().times(8).0.map(|sum| sum.to_string());
            fields[3] = format!("8:{digits}");
        }),
        ("unit", "unit", |fields| fields[1] = usize::MAX.to_string()),
        ("unit", "time", |fields| fields[8] = u64::MAX.to_string()),
    ];
    for (kind, what, change) in &changes {
        let path = place.path().join("j");
        for command in ["merge j", "status j", "recheck j", "merge j --salvage", ask] {
            let _ = std::fs::remove_file(place.path().join("j.part"));
            std::fs::write(&path, resealed(&bytes, kind, change)).unwrap();
            let words: Vec<&str> = command.split(' ').collect();
            let output = cavalcade(&words, place.path());
            let error = String::from_utf8(output.stderr).unwrap();
            let code = output.status.code().unwrap();
            // If left out, the units are missing or reported; otherwise the journal is refused.
            let mut fits = vec![4];
            if command == "status j" || command.ends_with("--salvage") {
                fits.push(3);
            }
            // A run's line holds no unit, so the units remain complete.
            if *kind == "run" && fits.len() > 1 {
                fits.push(0);
            }
            assert!(fits.contains(&code), "{what}: {command} ends with {code}: {error}");
            assert!(code != 4 || error.lines().count() == 1, "{what}: {command}: {error}");
        }
    }
}

/// Planning the slices of a large board takes minutes, so the journal is compared before.
#[test]
fn other_slices_or_primes_are_refused_before_planning() {
    let place = scratch();
    let run = |options: &str| {
        let line = format!("tours 6x6 --closed --method halves {options} --journal j -q");
        let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), place.path());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(run("--split 4 --moduli 2x31"), (Some(0), String::new()));
    assert_eq!(run("--split 4"), (Some(0), String::new()));
    for (options, here) in
        [("--split 4 --moduli 4x15", "halves moduli=4x15 split=4"), ("--split 8", "halves split=8")]
    {
        let (code, error) = run(options);
        let there = "the method there is \"halves moduli=2x31 split=4\"";
        assert_eq!(code, Some(4), "{options}: {error}");
        assert!(error.contains(&format!("{there}, and \"{here}\" here")), "{options}: {error}");
    }
}
