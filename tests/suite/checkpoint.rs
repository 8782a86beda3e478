//! Sweeps that are killed and go on from the layer that was kept: the same total, and
//! nothing taken for a checkpoint that is none.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use cavalcade::board::{Board, Piece};
use cavalcade::checkpoint::DirStore;
use cavalcade::engine::CheckpointStore;
use cavalcade::tours::{HalvesCount, Kind, TourQuestion};

use crate::support::{cavalcade, scratch};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cavalcade");
const SWEEP: [&str; 6] = ["tours", "7x7", "--method", "frontier", "--checkpoint", "kept"];
const TOTAL: &str = "directed 165,575,218,320";

/// The files in which it keeps a layer and what it came to.
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

/// Waits until a layer is there that was not there before.
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
fn a_killed_sweep_goes_on_from_its_layer() {
    let halves = "tours 7x8 --method halves --threads 2 --checkpoint kept";
    let nodes = "halves: 155,737,228 nodes";
    for (words, total, told) in [
        (SWEEP.to_vec(), TOTAL, "frontier: "),
        (halves.split(' ').collect(), "directed 41,332,850,120,656", nodes),
    ] {
        let folder = scratch();
        let (mut written, mut layer) = (None, None);
        // Killed at each layer that it keeps, until it is faster than that.
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
        assert!(text(&output).contains(told), "{}", text(&output));
        // What it came to is there, and no layer.
        assert!(!folder.path().join(LAYER).exists());
        // As if it had been killed between the one and the other.
        std::fs::write(folder.path().join(LAYER), layer.unwrap()).unwrap();
        let again = cavalcade(&words, folder.path());
        assert!(again.status.success() && text(&again).contains(total), "{}", text(&again));
        assert!(!folder.path().join(LAYER).exists());
    }
}

#[test]
fn foreign_and_damaged_layers_are_refused() {
    let folder = scratch();
    let mut child = spawn(&SWEEP, folder.path());
    await_layer(folder.path(), None);
    child.kill().unwrap();
    child.wait().unwrap();
    let other = ["tours", "7x7", "--method", "frontier", "--checkpoint", "kept", "--from", "1-1"];
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

const SPILL: &str = "tours 7x8 --closed --method frontier --memory 56M --threads 2 --scratch kept";
const SPILT: &str = "undirected 34,524,432,316";

/// So little memory that the largest layers go to disk; killed there.
#[test]
fn layers_that_do_not_fit_in_memory() {
    let folder = scratch();
    let words: Vec<_> = SPILL.split(' ').collect();
    let refused = cavalcade(&words[..words.len() - 2], folder.path());
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused));
    assert!(text(&refused).contains("--scratch"), "{}", text(&refused));
    let mut command = Command::new(PROGRAM);
    let mut child =
        command.args(&words).current_dir(folder.path()).stderr(Stdio::null()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(100);
    let is_run = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.unwrap().file_name().to_string_lossy().starts_with("cavalcade-run-")
    };
    let runs =
        || std::fs::read_dir(folder.path().join("kept")).is_ok_and(|mut all| all.any(is_run));
    while !runs() {
        assert!(Instant::now() < deadline, "no layer went to disk");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let output = cavalcade(&words, folder.path());
    assert!(output.status.success() && text(&output).contains(SPILT), "{}", text(&output));
    // Runs and layers are gone.
    let left = std::fs::read_dir(folder.path().join("kept")).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

/// The same by halves, whose blocks go to disk part by part.
#[test]
fn halves_that_do_not_fit_in_memory() {
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
    let left = std::fs::read_dir(folder.path().join("kept")).unwrap().count();
    assert!(left < 5, "{left} files");
    let line = line.replace("252M", "120M").replace("kept", "other");
    let refused = cavalcade(&line.split(' ').collect::<Vec<_>>(), folder.path());
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused));
    assert!(text(&refused).contains("of memory at least, and may use 126 MB"));
    assert!(!folder.path().join("other").exists(), "nothing is written");
}

/// A small memory for many threads: fewer of them, and no advice that was taken already.
#[test]
fn the_least_memory_for_a_sweep_on_disk_is_told_beforehand() {
    let folder = scratch();
    for threads in ["1", "4", "48"] {
        let line = "tours 7x8 --closed --method frontier --memory 20M --scratch kept --threads";
        let words: Vec<_> = line.split(' ').chain([threads]).collect();
        let output = cavalcade(&words, folder.path());
        let told = text(&output);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains("of memory at least, and may use 21 MB"), "{told}");
        assert!(told.ends_with("allow more with --memory\n") && !told.contains("--scratch"));
        assert!(!folder.path().join("kept").exists(), "nothing is written");
    }
    // A sweep that stays in memory needs less.
    let line = "tours 6x6 --method frontier --memory 24M --threads 64 --scratch kept";
    let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), folder.path());
    assert!(output.status.success() && text(&output).contains("6,637,920"), "{}", text(&output));
}

#[test]
fn files_of_others_stay_in_the_folder() {
    let folder = scratch();
    std::fs::create_dir(folder.path().join("kept")).unwrap();
    let names = ["run-2024.csv", "layer-1", "layer", "lock", "sweep-0", "notes.txt"];
    for name in names {
        std::fs::write(folder.path().join("kept").join(name), name).unwrap();
    }
    let words: Vec<_> = SPILL.split(' ').collect();
    let output = cavalcade(&words, folder.path());
    assert!(output.status.success() && text(&output).contains(SPILT), "{}", text(&output));
    for name in names {
        let path = folder.path().join("kept").join(name);
        assert_eq!(std::fs::read_to_string(path).unwrap(), name);
    }
    // The next question is not answered by what the last one came to.
    let other = SPILL.replace("7x8", "6x8");
    let output = cavalcade(&other.split(' ').collect::<Vec<_>>(), folder.path());
    assert_eq!(output.status.code(), Some(4), "{}", text(&output));
    let slip = SPILL.replace("kept", "slip/kept");
    let output = cavalcade(&slip.split(' ').collect::<Vec<_>>(), folder.path());
    assert_eq!(output.status.code(), Some(5), "{}", text(&output));
    assert!(!folder.path().join("slip").exists(), "it is not made");
}

/// A file system that takes nothing more: the layer of before is still there, and a roomier
/// one goes on from it.
#[cfg(target_os = "linux")]
#[test]
fn a_layer_that_does_not_fit_on_disk() {
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
fn only_a_sweep_has_layers_to_keep() {
    let folder = scratch();
    for other in [&["--method", "search"][..], &["--method", "union"], &["--unique"]] {
        let line = [&["tours", "5x5", "--checkpoint", "kept"], other].concat();
        let output = cavalcade(&line, folder.path());
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains("--method halves or frontier"), "{}", text(&output));
        assert!(!folder.path().join("kept").exists());
    }
}

/// Where nobody names a method, one that keeps layers is taken, though another were faster.
#[test]
fn with_a_folder_for_layers_the_method_is_a_sweep() {
    let folder = scratch();
    for (flag, kept) in [("--checkpoint", "kept"), ("--scratch", "scratch")] {
        let output = cavalcade(&["tours", "5x5", flag, kept, "--verbose"], folder.path());
        assert!(output.status.success(), "{}", text(&output));
        assert!(text(&output).contains("directed 1,728") && text(&output).contains("classes"));
        assert!(!text(&output).contains("search:"), "{}", text(&output));
    }
    // No sweep takes it: the first method says so.
    let edges: String = (0..70).flat_map(|i| (0..i).map(move |j| format!("{j} {i}\n"))).collect();
    std::fs::write(folder.path().join("complete.txt"), edges).unwrap();
    let line = ["tours", "graph:complete.txt", "--checkpoint", "no-layers"];
    let output = cavalcade(&line, folder.path());
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(!folder.path().join("no-layers").exists());
}

/// Of a run that was killed while it wrote its first layer, only a file's beginning is there.
#[test]
fn a_command_takes_the_slices_from_what_is_kept() {
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
    for named in [" --method frontier", " --method halves --split 5"] {
        let refused = run(named);
        assert_eq!(refused.status.code(), Some(4), "{named}: {}", text(&refused));
        assert!(text(&refused).contains("halves split=4"), "{}", text(&refused));
    }
    let output = run("");
    assert!(output.status.success(), "{}", text(&output));
    assert!(text(&output).contains("directed 37,568"), "{}", text(&output));
    assert!(text(&output).contains("halves: "), "{}", text(&output));
}
