//! A journal as bytes: cut, flipped or extended by noise anywhere.

use cavalcade::Error;
use cavalcade::engine::{Enumeration, Shard, Silent};
use cavalcade::journal::replay;
use cavalcade::tours::Kind;
use proptest::prelude::{any, prop_assert_eq, proptest};

use super::{author, header, part, put, queens, recorded, resumed, sealed, tours};
use crate::support::{cavalcade, scratch, tally};

#[test]
fn a_sealed_journal_has_every_unit_and_suffices() {
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
fn a_journal_cut_anywhere_is_resumed() {
    let search = queens(7);
    let whole = tally(&search, 1);
    let (_folder, path, bytes) = sealed(&search);
    let units = search.plan().units.len();
    // Every byte of the last lines (the end and three records), and of the first two, which are
    // longer; and every seventh of the rest.
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
        // Every record that is still accepted is unchanged.
        let Ok(tallies) = recorded(&flipped, &search, &plan) else { continue };
        assert!(tallies.iter().all(|(id, tally)| truth[id] == *tally), "bit {bit}");
        let header = header(&search, &plan);
        let replay = replay(&flipped, &path, Some(&header)).unwrap();
        let noticed = !replay.damage.is_empty() || replay.torn > 0 || !replay.sealed;
        assert!(noticed, "bit {bit} was not noticed");
    }
    // The same through files, for one bit of each line.
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
        let named = ["line 7", &format!("unit {unit}")];
        assert!(named.iter().all(|part| error.contains(part)), "{error}");
        let (total, known) = resumed(&path, &search, true).unwrap();
        assert_eq!((total, known), (tally(&search, 1), search.plan().units.len() - 1));
        let bytes = std::fs::read(&path).unwrap();
        assert!(replay(&bytes, &path, None).unwrap().damage.is_empty());
        assert!(resumed(&path, &search, false).is_ok());
    }
}

#[test]
fn a_flipped_bit_in_the_header_is_reported_and_salvaged() {
    let place = scratch();
    let run = |line: &str| cavalcade(&line.split(' ').collect::<Vec<_>>(), place.path());
    let path = place.path().join("j");
    assert!(run("queens 6 --method search --journal j -q").status.success());
    let good = std::fs::read(&path).unwrap();
    let first = good.iter().position(|&byte| byte == b'\n').unwrap();
    // Every bit of the magic word, and one of each later byte; reading needs no run.
    for bit in (0..8 * 17).chain((8 * 17..8 * first).step_by(9)) {
        let mut flipped = good.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        if flipped[..first].contains(&b'\n') {
            continue;
        }
        let found = replay(&flipped, &path, None).unwrap_or_else(|e| panic!("bit {bit}: {e}"));
        assert_eq!(found.damage[0].what, "the header, one bit of it flipped", "bit {bit}");
        assert_eq!((found.damage.len(), found.sealed), (1, true), "bit {bit}");
    }
    let whole = run("merge j -q").stdout;
    for byte in [0, 3, 16, 40] {
        let mut flipped = good.clone();
        flipped[byte] ^= 4;
        put(&path, &flipped);
        for command in ["merge j", "recheck j", "queens 6 --method search --journal j"] {
            let output = run(command);
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(4), "{command}: {error}");
            let told = ["one bit of it flipped", "--salvage"];
            assert!(told.iter().all(|part| error.contains(part)), "{error}");
        }
        let merged = run("merge j --salvage -q");
        assert_eq!((merged.status.code(), &merged.stdout), (Some(0), &whole));
        let again = run("queens 6 --method search --journal j --salvage -q");
        assert!(again.status.success(), "{again:?}");
        assert!(run("merge j -q").status.success(), "it is written anew");
        // Too many errors to repair: other journals of the question identify it.
        flipped[5] ^= 0x11;
        std::fs::write(place.path().join("k"), &flipped).unwrap();
        assert_eq!(run("merge k --salvage").status.code(), Some(4));
        assert_eq!(run("merge k j").status.code(), Some(4));
        let merged = run("merge k j --salvage -q");
        assert_eq!((merged.status.code(), &merged.stdout), (Some(0), &whole));
    }
}

proptest! {
    /// Any bytes after a valid header are refused or left out.
    #[test]
    fn noise_is_never_counted(noise: Vec<u8>, place in any::<proptest::sample::Index>()) {
        let search = queens(6);
        let plan = search.plan();
        let mut bytes = header(&search, &plan).line().into_bytes();
        let honest = author(Shard::WHOLE).line(0).into_bytes();
        let at = place.index(honest.len());
        bytes.extend([&honest[..at], &noise, &honest[at..]].concat());
        if let Ok(tallies) = recorded(&bytes, &search, &plan) {
            prop_assert_eq!(tallies.len(), 0);
        }
    }
}
