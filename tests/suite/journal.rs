//! Journals as bytes: cut anywhere, flipped anywhere, merged, refused.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cavalcade::Error;
use cavalcade::engine::{
    Enumeration, Halt, Plan, Random, Run, Shard, Silent, Tally, Unit, Visitor,
};
use cavalcade::journal::{
    Author, Header, Journal, Merge, Opened, attempts, open_shard, ranges, replay,
};
use cavalcade::queens::{QueensQuestion, QueensSearch};
use cavalcade::tours::{Kind, Strategy, TourQuestion, TourSearch};
use proptest::prelude::{any, prop_assert_eq, proptest};

use crate::support::{board, scratch, tally};

fn queens(side: usize) -> QueensSearch {
    QueensSearch::new(QueensQuestion::new(side).unwrap())
}

fn tours(text: &str, kind: Kind) -> TourSearch {
    let knight = cavalcade::board::Piece::knight(2);
    TourSearch::new(TourQuestion::new(&board(text), &knight, kind)).unwrap()
}

/// The strategy whose units have another way of being counted.
fn extended(text: &str, kind: Kind) -> TourSearch {
    let knight = cavalcade::board::Piece::knight(2);
    let question = TourQuestion::new(&board(text), &knight, kind);
    TourSearch::by(question, Strategy::Extend).unwrap()
}

fn author(shard: Shard) -> Author {
    Author { host: "here".into(), process: 1, threads: 1, since: 0, version: "0".into(), shard }
}

fn open(path: &Path, search: &impl Enumeration, salvage: bool) -> Result<Opened, Error> {
    let plan = search.plan();
    let header = Header::of("asked here", search, &plan);
    let author = author(Shard::WHOLE);
    let began = Instant::now();
    loop {
        match Journal::open(path, &header, &plan, search.method(), &author, salvage) {
            // A child that another test has just forked holds our lock until it is itself.
            Err(Error::JournalLocked { .. }) if began.elapsed() < Duration::from_secs(10) => {
                std::thread::sleep(Duration::from_millis(1));
            }
            opened => return opened,
        }
    }
}

/// A run that goes on from the journal; its total and the units that were there.
fn resumed(path: &Path, search: &impl Enumeration, salvage: bool) -> Result<(Tally, usize), Error> {
    let Opened { mut journal, done, .. } = open(path, search, salvage)?;
    let known = done.len();
    let run = Run::new(search).threads(1).done(done);
    let outcome = match &mut journal {
        Some(journal) => run.observe(journal).execute()?,
        None => run.execute()?,
    };
    assert!(outcome.complete);
    Ok((outcome.tally, known))
}

/// A sealed journal of a small search, and where it is.
fn sealed(search: &impl Enumeration) -> (tempfile::TempDir, PathBuf, Vec<u8>) {
    let folder = scratch();
    let path = folder.path().join("j");
    resumed(&path, search, false).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    (folder, path, bytes)
}

fn part(path: &Path) -> PathBuf {
    path.with_extension("part")
}

/// Puts other bytes in place of the journal, sealed or not.
fn put(path: &Path, bytes: &[u8]) {
    let _ = std::fs::remove_file(part(path));
    std::fs::write(path, bytes).unwrap();
}

/// The recorded tallies by unit, from a journal that is read as it is.
fn recorded(
    bytes: &[u8],
    search: &impl Enumeration,
    plan: &Plan,
) -> Result<HashMap<usize, Tally>, Error> {
    let header = Header::of("", search, plan);
    let replay = replay(bytes, Path::new("j"), Some(&header))?;
    let mut merge = Merge::new(plan);
    merge.add(Path::new("j"), &replay)?;
    Ok(merge.tallies())
}

#[test]
fn a_sealed_journal_holds_every_unit_and_answers_alone() {
    let search = tours("5x5", Kind::Open);
    let (_folder, path, bytes) = sealed(&search);
    assert!(!part(&path).exists());
    let plan = search.plan();
    let tallies = recorded(&bytes, &search, &plan).unwrap();
    for unit in &plan.units {
        assert_eq!(tallies[&unit.id], search.run(unit, &mut Silent).unwrap(), "{unit}");
    }
    let whole = tally(&search, 2);
    assert_eq!(resumed(&path, &search, false).unwrap(), (whole, plan.units.len()));
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "it was written again");
}

#[test]
fn a_journal_cut_anywhere_is_taken_up_where_it_ends() {
    let search = queens(7);
    let whole = tally(&search, 1);
    let (_folder, path, bytes) = sealed(&search);
    let units = search.plan().units.len();
    // Every byte of the last lines (the end and three records), and of the first two, which
    // are longer; and every seventh of the rest.
    let starts: Vec<_> = (0..bytes.len()).filter(|&i| i == 0 || bytes[i - 1] == b'\n').collect();
    let (head, tail) = (starts[3], starts[starts.len() - 4]);
    for length in (0..bytes.len()).filter(|&l| l < head || l >= tail || l % 7 == 0) {
        for unsealed in [true, false] {
            put(&path, &bytes[..length]);
            if unsealed {
                std::fs::rename(&path, part(&path)).unwrap();
            }
            let (total, known) = resumed(&path, &search, false).unwrap();
            assert_eq!(total, whole, "cut to {length}");
            let lines = bytes[..length].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(known, lines.saturating_sub(2).min(units), "cut to {length}");
            assert!(!part(&path).exists());
        }
    }
}

#[test]
fn no_flipped_bit_changes_a_total() {
    let search = queens(9);
    let plan = search.plan();
    let (_folder, path, bytes) = sealed(&search);
    let truth = recorded(&bytes, &search, &plan).unwrap();
    assert!((15..25).contains(&truth.len()), "{}", truth.len());
    for bit in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        // Whatever is still taken from it is what was written.
        let Ok(tallies) = recorded(&flipped, &search, &plan) else { continue };
        assert!(tallies.iter().all(|(id, tally)| truth[id] == *tally), "bit {bit}");
        let header = Header::of("", &search, &plan);
        let replay = replay(&flipped, &path, Some(&header)).unwrap();
        let noticed = !replay.damage.is_empty() || replay.torn > 0 || !replay.sealed;
        assert!(noticed, "bit {bit} was not noticed");
    }
    // And through the files, for one bit of each line.
    let whole = tally(&search, 1);
    for bit in (0..8 * bytes.len()).step_by(8 * 31 + 3) {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        put(&path, &flipped);
        match resumed(&path, &search, false) {
            Ok((total, _)) => assert_eq!(total, whole, "bit {bit}"),
            Err(Error::JournalDamaged { .. }) => {
                assert_eq!(resumed(&path, &search, true).unwrap().0, whole, "bit {bit}");
            }
            Err(Error::JournalForeign { .. }) => assert!(bit < 8 * 20, "bit {bit}: not the magic"),
            Err(error) => panic!("bit {bit}: {error}"),
        }
    }
}

#[test]
fn damage_in_the_middle_is_named_and_salvaged() {
    let search = queens(7);
    let (_folder, path, bytes) = sealed(&search);
    let text = String::from_utf8(bytes).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let unit = lines[6].split('\t').nth(1).unwrap();
    let damaged = text.replace(lines[6], &lines[6].replace("search", "s?arch"));
    for unsealed in [false, true] {
        let damaged = if unsealed { &damaged[..damaged.rfind("end\t").unwrap()] } else { &damaged };
        put(&path, damaged.as_bytes());
        let error = resumed(&path, &search, false).unwrap_err().to_string();
        let named = ["line 7", &format!("unit {unit}"), "--salvage"];
        assert!(named.iter().all(|part| error.contains(part)), "{error}");
        let (total, known) = resumed(&path, &search, true).unwrap();
        assert_eq!((total, known), (tally(&search, 1), search.plan().units.len() - 1));
        let bytes = std::fs::read(&path).unwrap();
        assert!(replay(&bytes, &path, None).unwrap().damage.is_empty());
        assert!(resumed(&path, &search, false).is_ok());
    }
}

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

#[test]
fn records_that_differ_are_named_with_both_places() {
    let search = queens(8);
    let plan = search.plan();
    let (_folder, path, bytes) = sealed(&search);
    let header = Header::of("", &search, &plan);
    let honest = replay(&bytes, &path, Some(&header)).unwrap();
    let mut merge = Merge::new(&plan);
    merge.add(Path::new("a"), &honest).unwrap();
    merge.add(Path::new("b"), &honest).unwrap();
    assert_eq!(merge.confirmed(), plan.units.len());
    assert_eq!(merge.total().unwrap(), tally(&search, 1));
    let mut lying = honest.clone();
    lying.records[3].record.tally.find(8, 1u64);
    let error = merge.add(Path::new("c"), &lying).unwrap_err();
    assert!(matches!(error, Error::JournalConflict { .. }));
    let text = error.to_string();
    assert!(text.contains("a line 6") && text.contains("c line 6"), "{text}");
    assert!(text.contains("process 1 on here"), "{text}");
    // The nodes alone are enough: the same program visits the same tree.
    let mut lying = honest.clone();
    lying.records[3].record.tally.enter(5, 1);
    assert!(matches!(merge.add(Path::new("c"), &lying), Err(Error::JournalConflict { .. })));
    // A record of a unit that the plan does not have, or has with another weight.
    for wrong in [(999, 1), (0, 2)] {
        let mut lying = honest.clone();
        (lying.records[3].record.unit, lying.records[3].record.weight) = wrong;
        let error = Merge::new(&plan).add(Path::new("c"), &lying).unwrap_err().to_string();
        assert!(error.contains("line 6"), "{error}");
    }
}

#[test]
fn missing_units_are_told_and_the_total_is_that_of_the_others() {
    let search = queens(8);
    let plan = search.plan();
    let (_folder, path, bytes) = sealed(&search);
    let mut replay = replay(&bytes, &path, None).unwrap();
    replay.records.retain(|told| ![3, 4, 5, 9].contains(&told.record.unit));
    let mut merge = Merge::new(&plan);
    merge.add(&path, &replay).unwrap();
    assert_eq!(ranges(&merge.missing()), "3-5,9");
    let mut expected = plan.trunk.clone();
    for unit in plan.units.iter().filter(|unit| ![3, 4, 5, 9].contains(&unit.id)) {
        expected.merge(&search.run(unit, &mut Silent).unwrap());
    }
    assert_eq!(merge.total().unwrap(), expected);
}

#[test]
fn shards_threads_and_attempts_change_no_tally() {
    let search = tours("5x6", Kind::Closed);
    let plan = search.plan();
    let header = Header::of("", &search, &plan);
    let whole = tally(&search, 1);
    for of in [1, 2, 7, 100] {
        let folder = tempfile::tempdir().unwrap();
        for index in 0..of {
            let shard = Shard::new(index, of).unwrap();
            // Twice: the second attempt finds everything done and writes nothing.
            for attempt in 0..2 {
                let method = search.method();
                let Opened { mut journal, done, .. } =
                    open_shard(folder.path(), &header, &plan, method, &author(shard), false)
                        .unwrap();
                let run = Run::new(&search).shard(shard).threads(1 + index % 8).done(done);
                let outcome = match &mut journal {
                    Some(journal) => run.observe(journal).execute().unwrap(),
                    None => run.execute().unwrap(),
                };
                assert!(outcome.complete);
                assert!(attempt == 0 || journal.is_none(), "shard {shard} was done twice");
            }
        }
        let mut merge = Merge::new(&plan);
        for path in attempts(folder.path(), None).unwrap() {
            assert_eq!(path.extension().unwrap(), "journal", "all are sealed");
            let bytes = std::fs::read(&path).unwrap();
            merge.add(&path, &replay(&bytes, &path, Some(&header)).unwrap()).unwrap();
        }
        assert_eq!((merge.missing().len(), merge.confirmed()), (0, 0));
        assert_eq!(merge.total().unwrap(), whole, "{of} shards");
        for (record, _) in merge.records() {
            let unit = &plan.units[record.unit];
            assert_eq!(record.tally, search.run(unit, &mut Silent).unwrap(), "{unit}");
        }
    }
}

#[test]
fn two_attempts_at_once_have_a_file_each() {
    let search = queens(8);
    let plan = search.plan();
    let header = Header::of("", &search, &plan);
    let folder = tempfile::tempdir().unwrap();
    let shard = Shard::new(1, 3).unwrap();
    let open =
        || open_shard(folder.path(), &header, &plan, "search", &author(shard), false).unwrap();
    let (mut first, mut second) = (open(), open());
    for opened in [&mut first, &mut second] {
        assert!(opened.done.is_empty());
        let journal = opened.journal.as_mut().unwrap();
        Run::new(&search).shard(shard).observe(journal).execute().unwrap();
    }
    let paths = attempts(folder.path(), Some(shard)).unwrap();
    assert_eq!(paths.len(), 2);
    let mut merge = Merge::new(&plan);
    for path in paths {
        let bytes = std::fs::read(&path).unwrap();
        merge.add(&path, &replay(&bytes, &path, Some(&header)).unwrap()).unwrap();
    }
    let units = plan.units.iter().filter(|unit| shard.has(unit.id)).count();
    assert_eq!((merge.confirmed(), merge.records().count()), (units, units));
}

proptest! {
    /// Anything at all behind a true header is refused or left out.
    #[test]
    fn noise_is_never_counted(noise: Vec<u8>, place in any::<proptest::sample::Index>()) {
        let search = queens(6);
        let plan = search.plan();
        let mut bytes = Header::of("", &search, &plan).line().into_bytes();
        let honest = author(Shard::WHOLE).line(0).into_bytes();
        let at = place.index(honest.len());
        bytes.extend([&honest[..at], &noise, &honest[at..]].concat());
        if let Ok(tallies) = recorded(&bytes, &search, &plan) {
            prop_assert_eq!(tallies.len(), 0);
        }
    }
}

#[test]
fn units_counted_in_the_other_way_are_the_same() {
    fn assert_same<E: Enumeration>(search: &E) {
        assert!(search.other_way().is_some());
        for unit in &search.plan().units {
            let run = search.run(unit, &mut Silent).unwrap();
            let other = search.recount(unit, &mut Silent).unwrap();
            assert_eq!(run.found(), other.found(), "{}, {unit}", search.fingerprint());
        }
    }
    for side in 1..=9 {
        assert_same(&queens(side));
        assert_same(&QueensSearch::new(QueensQuestion::new(side).unwrap().without_symmetry()));
    }
    for text in ["1x1", "3x4", "4x5", "5x5", "3x8", "torus:3x4", "cylinder:3x5"] {
        assert_same(&extended(text, Kind::Open));
        assert_same(&extended(text, Kind::Closed));
    }
    assert_same(&extended("5x6", Kind::Closed));
}

/// Unit 5 panics while it is told to; all others count their number.
struct Fragile(bool);

impl Enumeration for Fragile {
    type Solution = ();

    fn method(&self) -> &'static str {
        "fragile"
    }
    fn fingerprint(&self) -> String {
        "fragile".into()
    }
    fn plan(&self) -> Plan {
        let unit = |id| Unit { id, path: vec![id as u32], weight: 1, share: 0.05 };
        Plan { units: (0..20).map(unit).collect(), trunk: Tally::default() }
    }
    fn run(&self, unit: &Unit, _: &mut impl Visitor<()>) -> Result<Tally, Halt> {
        assert!(!self.0 || unit.id != 5, "as told");
        let mut tally = Tally::default();
        tally.find(1, unit.id as u64);
        Ok(tally)
    }
    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        20.0
    }
}

#[test]
fn a_panic_costs_one_unit_and_names_it() {
    let folder = scratch();
    let path = folder.path().join("j");
    let error = resumed(&path, &Fragile(true), false).unwrap_err();
    assert!(matches!(error, Error::UnitPanicked { id: 5, .. }), "{error}");
    let (total, known) = resumed(&path, &Fragile(false), false).unwrap();
    assert_eq!((total.weighted().to_string(), known), ("190".into(), 19));
}
