//! Files that are no journal of the question are refused, and the difference shown.

use cavalcade::Error;
use cavalcade::journal::Header;
use cavalcade::queens::QueensSearch;
use cavalcade::tours::Kind;

use super::{open, put, queens, sealed, tours};

#[test]
fn other_questions_plans_formats_and_files_are_refused_with_the_difference() {
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
    // The first line as format 2 would write it: its checksum is right.
    let line = "cavalcade-journal\t2\tqueens 7\t";
    let line = format!("{line}{:08x}\n", crc32c(line.as_bytes()));
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("j"), &line).unwrap();
    let error = open(&folder.path().join("j"), &queens(7), true).unwrap_err().to_string();
    assert!(error.contains("format"), "{error}");
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
    let header = Header { ask: "a".into(), question: "q".into(), units: 3, plan: 7 };
    let line = header.line();
    let (fields, sum) = line.trim_end().split_at(line.rfind('\t').unwrap() + 1);
    assert_eq!(sum, format!("{:08x}", crc32c(fields.as_bytes())));
}
