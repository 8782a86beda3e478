//! Checkpoints with a byte, a file or two that are not what they were: a sweep that goes on from
//! them comes to the same number, or says in a word that it cannot.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use super::{Checkpoints, KeptLayer};
use crate::board::{Board, Piece};
use crate::checkpoint::{DirStore, survey};
use crate::count::Count;
use crate::error::Error;
use crate::method::LayerReport;
use crate::tours::frontier::layers::{Ended, Limits};
use crate::tours::frontier::order::best_order;
use crate::tours::frontier::plan::{Goal, SweepPlan};
use crate::tours::frontier::run::{SweepContext, Sweeps};
use crate::tours::{Kind, TourQuestion};

/// A way to count, that keeps states of one kind.
struct Way {
    about: &'static str,
    plan: SweepPlan,
    /// A bound of the number's bits decides the arithmetic.
    bits: u64,
    spill_from: u64,
    /// It is broken off before it takes this layer, counted through all sweeps.
    stop: usize,
}

type Files = BTreeMap<String, Vec<u8>>;

/// The open tours of the 3x4 board, of which there are eight.
fn plan() -> SweepPlan {
    let board: Board = "3x4".parse().unwrap();
    let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Open);
    let order = best_order(question.graph(), question.symmetries(), question.shape());
    SweepPlan::new(question.graph(), &order, &Goal { kind: Kind::Open, fixed: Vec::new() })
}

impl Way {
    /// Counts, from what is kept in the folder if anything is.
    fn count(&self, folder: &Path, stop: usize) -> Result<Count, Ended> {
        let store = DirStore::open(folder, "a question").map_err(Ended::Failed)?;
        let mut left = stop;
        let mut watch = |report: &LayerReport| {
            left -= usize::from(report.done == 0.0);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let checkpoints = Checkpoints::new(Some(&store));
        let limits = Limits { threads: 1, memory: 1 << 26, spill_from: self.spill_from };
        let (watch, transfers) = (&mut watch as _, Vec::new());
        let context = SweepContext { plan: &self.plan, limits, checkpoints, watch, transfers };
        let left = Cell::new(1);
        Sweeps { context, portable: true, left: &left, profile: Vec::new() }.count(self.bits)
    }

    /// The files of a sweep that was broken off.
    fn kept(&self) -> Files {
        let place = scratch();
        let ended = self.count(place.path(), self.stop);
        assert!(matches!(ended, Err(Ended::Stopped)), "{}: {ended:?}", self.about);
        files(place.path())
    }
}

/// A folder for many small files that are synced: in memory, where there is such a place.
fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

fn files(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let read = |entry: fs::DirEntry| {
        (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
    };
    entries.map(read).filter(|(name, _)| name.ends_with(".checkpoint")).collect()
}

fn ways() -> Vec<Way> {
    let way = |about, bits, stop| Way { about, plan: plan(), bits, spill_from: u64::MAX, stop };
    vec![
        way("words of 64 bits", 20, 9),
        way("words of 128 bits", 100, 9),
        way("the second of a series of residues", 300, 21),
        Way { spill_from: 0, ..way("words on disk", 20, 9) },
    ]
}

/// Goes on from these files: the right number, or a word.
fn goes_on(way: &Way, total: &Count, files: &Files, what: &str) -> Result<(), Error> {
    let place = scratch();
    for (name, bytes) in files {
        fs::write(place.path().join(name), bytes).unwrap();
    }
    match way.count(place.path(), usize::MAX) {
        Ok(count) => {
            assert_eq!(count, *total, "{}, {what}", way.about);
            Ok(())
        }
        Err(Ended::Failed(
            error @ (Error::CheckpointDamaged { .. } | Error::CheckpointForeign { .. }),
        )) => Err(error),
        Err(other) => panic!("{}, {what}: {other:?}", way.about),
    }
}

#[test]
fn a_kept_layer_says_where_the_sweep_is() {
    let mut steps = Vec::new();
    for stop in [7, 9, 11] {
        let way = Way { stop, ..ways().remove(0) };
        let place = scratch();
        let _ = way.count(place.path(), way.stop);
        let found = survey(place.path()).unwrap().unwrap();
        let layer = found.files.iter().find(|file| file.name == KeptLayer::FILE).unwrap();
        let layer = KeptLayer::read(&layer.head).unwrap();
        assert!(layer.sweep == 0 && layer.states > 0 && layer.step < stop as u64, "{layer:?}");
        steps.push((layer.step, layer.transitions));
    }
    assert!(steps.is_sorted() && steps[0] < steps[2], "{steps:?}");
    assert_eq!(KeptLayer::read(b"too short"), None);
}

#[test]
fn no_damage_gives_another_number() {
    for way in ways() {
        let fresh = scratch();
        let total = way.count(fresh.path(), usize::MAX).unwrap();
        assert_eq!(total.to_string(), "8", "{}", way.about);
        let kept = way.kept();
        let told = format!("{}: {:?}", way.about, kept.keys());
        assert!(kept.len() > 1 || kept.contains_key("cavalcade-layer.checkpoint"), "{told}");
        goes_on(&way, &total, &kept, "undamaged").unwrap();
        every_byte(&way, &total, &kept);
        every_pair(&way, &total, &kept);
    }
}

/// Each byte of the files flipped; of the buckets of a layer the first, the last and the
/// fullest are enough.
fn every_byte(way: &Way, total: &Count, kept: &Files) {
    let fullest = kept.iter().filter(|(name, _)| name.contains("layer-"));
    let fullest = fullest.max_by_key(|(_, bytes)| bytes.len()).map(|(name, _)| name.clone());
    for (name, bytes) in kept {
        let ends = ["-0.checkpoint", "-63.checkpoint"];
        let is_bucket = name.contains("layer-");
        if is_bucket
            && !ends.iter().any(|end| name.ends_with(end))
            && fullest.as_ref() != Some(name)
        {
            continue;
        }
        let mut refused = 0;
        for at in 0..bytes.len() {
            let mut damaged = kept.clone();
            damaged.get_mut(name).unwrap()[at] ^= 1 << (at % 8);
            refused += usize::from(
                goes_on(way, total, &damaged, &format!("byte {at} of {name}")).is_err(),
            );
        }
        assert_eq!(refused, bytes.len(), "{}, {name}: every byte is looked at", way.about);
    }
}

/// Each file missing, cut, empty, and in the place of each other one.
fn every_pair(way: &Way, total: &Count, kept: &Files) {
    // Of many buckets some are enough.
    let some: Vec<_> =
        kept.keys().step_by(kept.len().div_ceil(8)).chain(kept.keys().last()).collect();
    for name in some.iter().copied() {
        let mut without = kept.clone();
        let bytes = without.remove(name).unwrap();
        let ended = goes_on(way, total, &without, &format!("without {name}"));
        assert_eq!(ended.is_err(), name.contains("layer-"), "{}, {name}", way.about);
        for left in [0, bytes.len() / 2, bytes.len() - 1] {
            let mut cut = kept.clone();
            cut.insert(name.clone(), bytes[..left].to_vec());
            goes_on(way, total, &cut, &format!("{left} bytes of {name}")).unwrap_err();
        }
        for other in some.iter().copied().filter(|&other| other != name) {
            let mut copied = kept.clone();
            copied.insert(other.clone(), kept[name].clone());
            goes_on(way, total, &copied, &format!("{name} as {other}")).unwrap_err();
            copied.insert(name.clone(), kept[other].clone());
            goes_on(way, total, &copied, &format!("{name} and {other} swapped")).unwrap_err();
        }
    }
}

/// The files of one question, kept at different times and in different ways, in one folder.
#[test]
fn files_of_other_times_and_ways_give_no_other_number() {
    let ways = ways();
    let kept: Vec<Files> = ways.iter().map(Way::kept).collect();
    for (way, own) in ways.iter().zip(&kept) {
        let fresh = scratch();
        let total = way.count(fresh.path(), usize::MAX).unwrap();
        let earlier = Way { stop: way.stop - 1, plan: way.plan.clone(), ..*way }.kept();
        for (others, what) in kept.iter().zip(&ways).map(|(kept, way)| (kept, way.about)) {
            // As they are, over ours and under ours.
            let over: Files = own.clone().into_iter().chain(others.clone()).collect();
            let under: Files = others.clone().into_iter().chain(own.clone()).collect();
            for files in [others, &over, &under] {
                let _ = goes_on(way, &total, files, what);
            }
        }
        for (name, bytes) in earlier.iter().step_by(earlier.len().div_ceil(8)) {
            let mut mixed = own.clone();
            mixed.insert(name.clone(), bytes.clone());
            let _ = goes_on(way, &total, &mixed, &format!("an earlier {name}"));
        }
    }
}
