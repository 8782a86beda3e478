//! Modified files of every kind but journals: no reader panics, and accepted content is valid. For
//! journals see `journal::mutate`.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cavalcade::board::BoardMap;
use cavalcade::engine::Random;
use cavalcade::question::{Checker, Question};
use cavalcade::render::{Format, Listing, Results, Sheet, SolutionsRead, verified};
use cavalcade::report::{Made, Report};
use cavalcade::walks::Keypad;

use crate::support::{cavalcade, scratch};

/// Replacement bytes.
const PIECES: [&[u8]; 22] = [
    b"",
    b"\0",
    b"\xff",
    b"\n",
    b"\n\n",
    b",",
    b"\"",
    b"/",
    b"%",
    b"[",
    b"{\"",
    b"0",
    b"-1",
    b"256",
    b"4294967296",
    b"18446744073709551616",
    b"99999999999999999999999999999999999999999999",
    b"zzzzzzzz9",
    b"1e9",
    b"Q",
    "\u{2658}".as_bytes(),
    "\u{202e}".as_bytes(),
];

/// The bytes with some of them changed, removed, doubled, reordered or cut off.
fn mutated(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(3) {
        if bytes.is_empty() {
            break;
        }
        let from = random.below(bytes.len());
        let to = from + random.below((bytes.len() - from).min(16) + 1);
        match random.below(7) {
            0 => bytes[from] ^= 1 << random.below(8),
            1 => drop(bytes.drain(from..to)),
            2 => {
                let part = bytes[from..to].to_vec();
                bytes.splice(from..from, part);
            }
            3 => bytes[from..to].reverse(),
            4 if random.below(4) == 0 => bytes.truncate(from),
            _ => drop(bytes.splice(from..to, PIECES[random.below(PIECES.len())].iter().copied())),
        }
    }
    bytes
}

/// Passes each of these files, and many modified copies, to a reader; returns how many it accepted.
fn show(files: &[Vec<u8>], cases: u64, mut read: impl FnMut(&[u8]) -> bool) -> usize {
    let shown = |case: u64, read: &mut dyn FnMut(&[u8]) -> bool| {
        let mut random = Random::new(case);
        let bytes = mutated(&files[case as usize % files.len()], &mut random);
        let read = catch_unwind(AssertUnwindSafe(|| read(&bytes)));
        read.unwrap_or_else(|_| panic!("case {case}: {:?}", String::from_utf8_lossy(&bytes)))
    };
    assert!(files.iter().all(|file| read(file)), "unchanged files are read");
    (0..cases).filter(|&case| shown(case, &mut read)).count()
}

fn tours(board: &str) -> Result<Question, cavalcade::Error> {
    format!("tours open knight {board}").parse()
}

#[test]
fn mutated_listings_do_not_crash_the_reader() {
    for text in [
        "tours open knight 3x4",
        "tours open graph:Bw names=x,y,z",
        "queens queen 6x6",
        "walks any knight letters18 length=4",
    ] {
        let question: Question = text.parse().unwrap();
        let solutions = question.solutions().first(4).unwrap();
        let listed = |format| {
            let mut out = Vec::new();
            let mut listing = Listing::new(format, Sheet::of(&question), &mut out);
            listing.begin().unwrap();
            solutions.iter().for_each(|one| listing.put(one.squares()).unwrap());
            listing.end().unwrap();
            out
        };
        let formats = [Format::Text, Format::Lines, Format::Csv, Format::Json, Format::Jsonl];
        let files: Vec<_> = formats.map(listed).into();
        let read = |bytes: &[u8], asked: Option<Question>| {
            let Ok(read) = SolutionsRead::from(bytes, "f", asked, &tours) else { return false };
            let checker = Checker::of(&read.question).unwrap();
            // Accepted solutions are drawn.
            let is_right = |(_, squares): &(usize, Vec<u32>)| checker.check(squares).is_ok();
            read.solutions.iter().filter(|one| is_right(one)).count() <= read.solutions.len()
        };
        let told = show(&files, 1500, |bytes| read(bytes, Some(question.clone())));
        assert!((50..1500).contains(&told), "{text}: {told} were read");
        (0..500).for_each(|case| {
            let mut random = Random::new(case);
            let bytes = mutated(&files[case as usize % files.len()], &mut random);
            read(&bytes, None);
        });
    }
}

#[test]
fn mutated_results_do_not_crash_the_reader() {
    let place = scratch();
    let line = ["queens", "6", "--method", "search", "--output", "kept/", "-q"];
    assert!(cavalcade(&line, place.path()).status.success());
    let table = fs::read(place.path().join("kept/queens.csv")).unwrap();
    let path = place.path().join("queens.csv");
    let read = show(&[table], 1500, |bytes| {
        fs::write(&path, bytes).unwrap();
        let Ok(results) = Results::read_file(&path) else { return false };
        let mut report = Report::new("t");
        report.results(results.rows());
        let made = Made { when: String::new(), machine: String::new() };
        !report.html(&made).is_empty()
    });
    assert!((50..1500).contains(&read), "{read} were read");
}

#[test]
fn mutated_verify_runs_do_not_crash_the_reader() {
    let line = r#"{"type":"comparison","question":{"text":"queens queen 6x6"},"method":"search","count":"4","published":{"convention":"all"}}"#;
    let whole = format!(r#"{{"type":"verify","rows":[{line},{line}]}}"#);
    let files = [format!("{line}\n{line}\n").into_bytes(), whole.into_bytes()];
    let read = show(&files, 3000, |bytes| {
        let rows = std::str::from_utf8(bytes).ok().and_then(verified);
        let mut report = Report::new("t");
        rows.inspect(|rows| report.results(rows)).is_some()
    });
    assert!((50..3000).contains(&read), "{read} were read");
}

#[test]
fn mutated_keypads_and_maps_do_not_crash_the_reader() {
    let pads = ["ABCDE\nFGHIJ\nKLMNO\n.123.\n", "12\n\u{e9}%\n/.\n"].map(|pad| pad.into());
    let read = show(&pads, 3000, |bytes| {
        let Ok(text) = std::str::from_utf8(bytes) else { return false };
        let Ok(pad) = Keypad::from_drawing(text, "@f", "f") else { return false };
        let named = pad.named_by_content();
        let again = Keypad::from_text(named.name()).unwrap().unwrap();
        assert_eq!((again.keys(), again.board()), (named.keys(), named.board()));
        true
    });
    assert!((50..3000).contains(&read), "{read} pads were read");
    let lines = ["keypad:123/4.6", "keypad:%2f%25/%c3%a9a"].map(|pad| pad.into());
    let read = show(&lines, 3000, |bytes| {
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        matches!(Keypad::from_text(text), Ok(Some(_)))
    });
    assert!((50..3000).contains(&read), "{read} lines were read");
    let maps = ["...\n.#.\n...\n", "..\n..\n\n##\n#.\n"].map(|map| map.into());
    let read = show(&maps, 3000, |bytes| {
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        BoardMap::read(text, "f", |_, _| false).is_ok_and(|map| map.board.len() <= text.len())
    });
    assert!((50..3000).contains(&read), "{read} maps were read");
}
