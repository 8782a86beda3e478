//! Sweeps that are killed and resume from the saved layer: the total is the same, and no other file
//! passes as a checkpoint.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use cavalcade::Error;
use cavalcade::board::{Board, Piece};
use cavalcade::checkpoint::DirStore;
use cavalcade::engine::{CheckpointStore, Stop};
use cavalcade::method::{Choice, LayerObserver, LayerReport, SweepEstimate};
use cavalcade::question::Question;
use cavalcade::tours::{HalvesCount, Kind, TourQuestion};

use crate::support::{cavalcade, scratch, unlocked};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cavalcade");
const SWEEP: [&str; 6] = ["tours", "7x7", "--method", "halves", "--checkpoint", "kept"];
const TOTAL: &str = "directed 165,575,218,320";

/// The files for a layer and for a finished sweep.
const LAYER: &str = "kept/cavalcade-layer.checkpoint";
const SWEPT: &str = "kept/cavalcade-sweep-0.checkpoint";

fn text(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr].concat();
    String::from_utf8(both).unwrap()
}

fn spawn(words: &[&str], folder: &Path) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(words).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// Waits for a layer that did not exist before.
fn await_layer(
    folder: &Path,
    before: Option<std::time::SystemTime>,
) -> Option<std::time::SystemTime> {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let layer = std::fs::metadata(folder.join(LAYER));
        let written = layer.and_then(|layer| layer.modified()).ok();
        if written.is_some() && written != before {
            return written;
        }
        if folder.join(SWEPT).exists() {
            return None;
        }
        assert!(Instant::now() < deadline, "no layer was kept in a minute");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_killed_sweep_resumes_from_its_layer() {
    let line = "tours 7x8 --method halves --threads 2 --checkpoint kept";
    let (words, folder) = (line.split(' ').collect::<Vec<_>>(), scratch());
    let total = "directed 41,332,850,120,656";
    let (mut written, mut layer) = (None, None);
    // Kills the run at each saved layer, until it finishes first.
    for _ in 0..4 {
        let mut child = spawn(&words, folder.path());
        written = await_layer(folder.path(), written);
        // SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        layer = std::fs::read(folder.path().join(LAYER)).ok().or(layer);
    }
    let output = cavalcade(&words, folder.path());
    assert!(output.status.success() && text(&output).contains(total), "{}", text(&output));
    // Nothing is counted twice.
    assert!(text(&output).contains("halves: 155,737,228 nodes"), "{}", text(&output));
    // The result of the sweep exists, and no layer.
    assert!(!folder.path().join(LAYER).exists());
    // The state after a kill between the two writes.
    std::fs::write(folder.path().join(LAYER), layer.unwrap()).unwrap();
    let again = cavalcade(&words, folder.path());
    assert!(again.status.success() && text(&again).contains(total), "{}", text(&again));
    assert!(!folder.path().join(LAYER).exists());
}

#[test]
fn foreign_and_damaged_layers_are_refused() {
    let folder = scratch();
    let mut child = spawn(&SWEEP, folder.path());
    await_layer(folder.path(), None);
    child.kill().unwrap();
    child.wait().unwrap();
    let other = ["tours", "6x7", "--method", "halves", "--checkpoint", "kept"];
    let output = cavalcade(&other, folder.path());
    assert_eq!(output.status.code(), Some(4), "{}", text(&output));
    assert!(text(&output).contains("ask as it was asked"), "{}", text(&output));
    let path = folder.path().join(LAYER);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let output = cavalcade(&SWEEP, folder.path());
    assert_eq!(output.status.code(), Some(4), "{}", text(&output));
    assert!(text(&output).contains("a checksum differs at byte"), "{}", text(&output));
    std::fs::write(&path, &bytes[..middle]).unwrap();
    let output = cavalcade(&SWEEP, folder.path());
    assert_eq!(output.status.code(), Some(4), "{}", text(&output));
    std::fs::remove_file(&path).unwrap();
    let output = cavalcade(&SWEEP, folder.path());
    assert!(output.status.success() && text(&output).contains(TOTAL), "{}", text(&output));
}

/// Requests a stop when a layer begins.
struct StopAt(usize, Stop);

impl LayerObserver for StopAt {
    fn expect(&self, _: &SweepEstimate) {}

    fn observe(&self, report: &LayerReport) {
        if report.layer >= self.0 {
            self.1.request();
        }
    }

    fn wants_estimate(&self) -> bool {
        false
    }
}

/// Counts from the checkpoints in the folder, up to a layer.
fn counted(folder: &Path, layer: usize) -> Result<String, Error> {
    let (question, stop) = ("tours open knight 5x6".parse::<Question>().unwrap(), Stop::new());
    let run = || {
        let solve = question.solve().method(Choice::of("halves")).threads(1).memory(1 << 28);
        solve.checkpoint(folder).stop(&stop).layers(StopAt(layer, stop.clone())).run()
    };
    unlocked(run).map(|answer| format!("{:?}", answer.counts))
}

/// Counts from these files: either an error reports the damage, or the count is right.
fn counted_from(files: &Files, total: &str, what: &str) -> Result<(), Error> {
    let folder = scratch();
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    match counted(folder.path(), usize::MAX) {
        Ok(counts) => {
            assert_eq!(counts, total, "{what}");
            Ok(())
        }
        Err(error @ (Error::CheckpointDamaged { .. } | Error::CheckpointForeign { .. })) => {
            Err(error)
        }
        Err(other) => panic!("{what}: {other}"),
    }
}

type Files = BTreeMap<String, Vec<u8>>;

/// The checkpoints of a count that was stopped at a layer.
fn kept_at(layer: usize) -> Files {
    let folder = scratch();
    let stopped = counted(folder.path(), layer);
    assert!(matches!(stopped, Err(Error::Stopped { .. })), "{stopped:?}");
    let names = std::fs::read_dir(folder.path()).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names = names.filter(|name| name.ends_with(".checkpoint"));
    names.map(|name| (name.clone(), std::fs::read(folder.path().join(name)).unwrap())).collect()
}

/// Flips bytes, and removes, cuts or renames files.
#[test]
fn damaged_checkpoints_never_change_the_count() {
    let whole = scratch();
    let total = counted(whole.path(), usize::MAX).unwrap();
    let kept = kept_at(12);
    assert!(kept.contains_key("cavalcade-layer.checkpoint"), "{:?}", kept.keys());
    counted_from(&kept, &total, "undamaged").unwrap();
    for (name, bytes) in &kept {
        // The header words, and some of the states.
        let places = (0..200).chain((200..bytes.len()).step_by(bytes.len() / 60 + 1));
        for at in places.filter(|&at| at < bytes.len()) {
            let mut damaged = kept.clone();
            damaged.get_mut(name).unwrap()[at] ^= 1 << (at % 8);
            let error =
                counted_from(&damaged, &total, &format!("byte {at} of {name}")).unwrap_err();
            if let Error::CheckpointDamaged { .. } = error {
                // Without one spill file its layer is useless.
                assert!(error.to_string().ends_with("cavalcade-*.checkpoint to start again"));
            }
        }
        for left in [0, bytes.len() / 2, bytes.len() - 1] {
            let mut cut = kept.clone();
            cut.insert(name.clone(), bytes[..left].to_vec());
            counted_from(&cut, &total, &format!("{left} bytes of {name}")).unwrap_err();
        }
        let mut without = kept.clone();
        without.remove(name);
        let _ = counted_from(&without, &total, &format!("without {name}"));
        let mut moved = without;
        moved.insert("cavalcade-sweep-0.checkpoint".into(), bytes.clone());
        counted_from(&moved, &total, &format!("{name} as sweep-0")).unwrap_err();
    }
    // Mixes files of different times.
    for earlier in [kept_at(8), kept_at(10)] {
        let over: Files = kept.clone().into_iter().chain(earlier.clone()).collect();
        let under: Files = earlier.into_iter().chain(kept.clone()).collect();
        for files in [over, under] {
            let _ = counted_from(&files, &total, "files of two times");
        }
    }
}

/// Layers that version 0.1 saved for another method.
#[test]
fn layers_of_another_method_are_foreign() {
    let folder = scratch();
    let name = "cavalcade-sweep-0.checkpoint";
    let old = std::fs::read(crate::support::folder("examples/journals/layers").join(name));
    let (old, kept) = (old.unwrap(), folder.path().join("kept"));
    std::fs::create_dir(&kept).unwrap();
    std::fs::write(kept.join(name), &old).unwrap();
    for method in [&["--method", "halves"][..], &[]] {
        let line = [&["tours", "5x6", "--closed", "--checkpoint", "kept"], method].concat();
        let output = cavalcade(&line, folder.path());
        assert_eq!(output.status.code(), Some(4), "{}", text(&output));
        assert!(
            text(&output).contains("a checkpoint of \"tours closed knight 5x6, frontier, "),
            "{}",
            text(&output)
        );
        assert_eq!(std::fs::read(kept.join(name)).unwrap(), old);
    }
}

/// So little memory that blocks go to disk in parts; killed in that phase.
#[test]
fn halves_spill_to_disk_and_resume() {
    let folder = scratch();
    let line = "tours 8x8 --closed --method halves --memory 252M --threads 2 --scratch kept";
    let words: Vec<_> = line.split(' ').collect();
    let mut child = spawn(&words, folder.path());
    let is_batch = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.unwrap().file_name().to_string_lossy().starts_with("cavalcade-batch-")
    };
    let deadline = Instant::now() + Duration::from_secs(100);
    let batches =
        || std::fs::read_dir(folder.path().join("kept")).is_ok_and(|mut all| all.any(is_batch));
    while !batches() {
        assert!(Instant::now() < deadline, "nothing went to disk");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let output = cavalcade(&words, folder.path());
    let total = "undirected 13,267,364,410,532";
    assert!(output.status.success() && text(&output).contains(total), "{}", text(&output));
    // Layers are gone; each sweep left its result.
    for entry in std::fs::read_dir(folder.path().join("kept")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            name.starts_with("cavalcade-sweep-") || name == "cavalcade-checkpoints.lock",
            "{name}"
        );
    }
    let line = line.replace("252M", "40M").replace("kept", "other");
    let refused = cavalcade(&line.split(' ').collect::<Vec<_>>(), folder.path());
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused));
    assert!(text(&refused).contains("of memory at least, and may use 40 MiB"));
    assert!(!folder.path().join("other").exists(), "nothing is written");
    let line = format!("{line} --split 4 --moduli 3x31");
    let refused = cavalcade(&line.split(' ').collect::<Vec<_>>(), folder.path());
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused));
    assert!(text(&refused).contains("of memory at least, and may use 40 MiB"));
}

#[test]
fn foreign_files_stay_in_the_folder() {
    let folder = scratch();
    std::fs::create_dir(folder.path().join("kept")).unwrap();
    let names = ["run-2024.csv", "layer-1", "layer", "lock", "sweep-0", "notes.txt"];
    for name in names {
        std::fs::write(folder.path().join("kept").join(name), name).unwrap();
    }
    let line = "tours 6x8 --closed --method halves --threads 2 --scratch kept";
    let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), folder.path());
    let total = "undirected 55,488,142";
    assert!(output.status.success() && text(&output).contains(total), "{}", text(&output));
    for name in names {
        let path = folder.path().join("kept").join(name);
        assert_eq!(std::fs::read_to_string(path).unwrap(), name);
    }
    // The next question does not use the results of the last one.
    let other = line.replace("6x8", "5x6");
    let output = cavalcade(&other.split(' ').collect::<Vec<_>>(), folder.path());
    assert_eq!(output.status.code(), Some(4), "{}", text(&output));
    let slip = line.replace("kept", "slip/kept");
    let output = cavalcade(&slip.split(' ').collect::<Vec<_>>(), folder.path());
    assert_eq!(output.status.code(), Some(5), "{}", text(&output));
    assert!(!folder.path().join("slip").exists(), "it is not made");
}

/// A full file system: the previous layer survives, and a run with more space resumes from it.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_the_previous_layer() {
    let folder = scratch();
    let mut child = spawn(&SWEEP, folder.path());
    await_layer(folder.path(), None);
    child.kill().unwrap();
    child.wait().unwrap();
    let layer = || std::fs::read(folder.path().join(LAYER)).unwrap();
    let before = layer();
    let script = format!(r#"ulimit -f 0; exec "$0" {}"#, SWEEP.join(" "));
    let mut command = Command::new("sh");
    let output =
        command.args(["-c", &script, PROGRAM]).current_dir(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(5), "{}", text(&output));
    assert!(text(&output).contains("cannot write kept/"), "{}", text(&output));
    assert!(layer() == before);
    let output = cavalcade(&SWEEP, folder.path());
    assert!(output.status.success() && text(&output).contains(TOTAL), "{}", text(&output));
    assert!(!folder.path().join(format!("{LAYER}.part")).exists());
}

#[test]
fn only_halves_saves_layers() {
    let folder = scratch();
    for line in [
        "tours 5x5 --method search --checkpoint kept",
        "tours 5x5 --method union --checkpoint kept",
        "tours 5x5 --method search --scratch kept",
        "tours 5x5 --unique --checkpoint kept",
        // Running out of memory would take an hour.
        "tours 8x9 --closed --method frontier --memory 500M --scratch kept",
        "tours 8x9 --closed --method frontier --checkpoint kept",
    ] {
        let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), folder.path());
        let message = text(&output);
        assert_eq!(output.status.code(), Some(2), "{line}: {message}");
        let flag = if line.contains("--scratch") { "--scratch" } else { "--checkpoint" };
        assert!(
            message.starts_with(&format!("cavalcade: {flag} has no effect ")),
            "{line}: {message}"
        );
        assert!(
            message.contains("write --method halves") && message.lines().count() == 1,
            "{message}"
        );
        assert!(!folder.path().join("kept").exists());
    }
}

/// Without a given method, one that saves layers is chosen, even if another is faster.
#[test]
fn a_checkpoint_folder_selects_a_sweep() {
    let folder = scratch();
    for (flag, kept) in [("--checkpoint", "kept"), ("--scratch", "scratch")] {
        let output = cavalcade(&["tours", "5x5", flag, kept, "--verbose"], folder.path());
        assert!(output.status.success(), "{}", text(&output));
        assert!(text(&output).contains("directed 1,728") && text(&output).contains("classes"));
        assert!(!text(&output).contains("search:"), "{}", text(&output));
    }
    // Halves supports neither.
    let edges: String = (0..70).flat_map(|i| (0..i).map(move |j| format!("{j} {i}\n"))).collect();
    std::fs::write(folder.path().join("complete.txt"), edges).unwrap();
    for line in [&["tours", "graph:complete.txt"][..], &["tours", "3x400", "--closed"]] {
        let output = cavalcade(&[line, &["--checkpoint", "no-layers"]].concat(), folder.path());
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        let message = "no method that keeps layers takes it; leave their folder out\n";
        assert!(text(&output).ends_with(message), "{}", text(&output));
        assert!(!folder.path().join("no-layers").exists());
    }
}

/// A run that was killed while it wrote its first layer leaves only the beginning of a file.
#[test]
fn resume_uses_the_slices_of_the_checkpoints() {
    let folder = scratch();
    let kept = folder.path().join("kept");
    let board = Board::rectangle(5, 6).unwrap();
    let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Open);
    let name = HalvesCount::new(question).unwrap().split(4).checkpoint_name();
    let store = DirStore::open(&kept, &format!("{name}, by halves split=4")).unwrap();
    store.write("layer", &mut |put| put(b"of no use")).unwrap();
    let layer = kept.join("cavalcade-layer.checkpoint");
    std::fs::rename(&layer, layer.with_extension("checkpoint.part")).unwrap();
    drop(store);
    let run = |more: &str| {
        let line = format!("tours 5x6 --checkpoint kept{more}");
        cavalcade(&line.split(' ').collect::<Vec<_>>(), folder.path())
    };
    let refused = run(" --method halves --split 5");
    assert_eq!(refused.status.code(), Some(4), "{}", text(&refused));
    assert!(text(&refused).contains("halves split=4"), "{}", text(&refused));
    let output = run("");
    assert!(output.status.success(), "{}", text(&output));
    assert!(text(&output).contains("directed 37,568"), "{}", text(&output));
    assert!(text(&output).contains("halves: "), "{}", text(&output));
}
