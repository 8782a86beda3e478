//! Sweeps that are stopped anywhere resume from their checkpoints.

use super::checkpoint_files::BATCH;
use super::{CheckpointFiles, Cut, SavePolicy, SweepResult};
use crate::engine::{CheckpointStore, MemoryStore, Random};
use crate::error::Error;
use crate::tours::Kind;
use crate::tours::frontier::Bytes;
use crate::tours::halves::degrees::Packed;
use crate::tours::halves::matching::{Maps, MirrorMaps};
use crate::tours::halves::plan::HalfPlan;
use crate::tours::halves::samples::{Sample, listed, thread_pool};
use crate::tours::halves::sweep::expand::Interrupted;
use crate::tours::halves::sweep::layer::BlockPool;
use crate::tours::halves::sweep::ring::{MeetingSum, Residues, Ring, Words};
use crate::tours::halves::sweep::stage::{HalfExecutor, PART_STATES};
use crate::tours::halves::sweep::{IdleWorkers, SavedLayer};

const MEMORY: u64 = 1 << 30;

/// A half and its sweep.
#[derive(Clone, Copy)]
struct Half<'a> {
    plan: &'a HalfPlan,
    maps: &'a Maps,
    part_states: u64,
    live: &'a [Packed],
    keep: Option<usize>,
    threads: usize,
    memory: u64,
}

/// Calls `run` with the executor of a half.
fn with_executor<R: Ring, T>(
    half: Half<'_>,
    ring: R,
    run: impl FnOnce(HalfExecutor<'_, '_, R>) -> T,
) -> T {
    let Half { plan, maps, part_states, keep, threads, memory, .. } = half;
    run(HalfExecutor {
        plan,
        maps,
        thread_pool: thread_pool(threads),
        part_states,
        half: 0,
        ring,
        pool: &BlockPool::new(memory),
        mirror_maps: &MirrorMaps::of(plan.mirrored(), plan.slots),
        idle: &IdleWorkers::default(),
        keep,
        interface: None,
    })
}

/// Groups, ranks and numbers of states.
type States<V> = Vec<(usize, u32, V)>;

/// The last layer, the kept layer, and the states of each layer.
type Found<V> = (States<V>, Option<States<V>>, Vec<u64>);

/// Sweeps a half, and stops after `most` reports from layers that this run makes.
fn swept_once<R: Ring>(
    half: Half<'_>,
    ring: R,
    checkpoint: Option<CheckpointFiles<'_>>,
    most: usize,
) -> Result<Found<R::Value>, Interrupted> {
    let (mut profile, mut made) = (vec![0; half.plan.last() + 1], 0);
    let mut on_progress = |layer: usize, states: Option<u64>| {
        if let Some(states) = states {
            profile[layer + 1] += states;
        }
        // Reports of loaded layers are not counted.
        made += usize::from(states.is_none());
        made <= most
    };
    let mut save_policy = SavePolicy::new(checkpoint, &mut on_progress);
    let (last, kept) = with_executor(half, ring, |executor| {
        let mut first = executor.first(half.live)?;
        let (file, policy) = (Some(SavedLayer::Last), &mut save_policy);
        let swept = executor.run_or_resume(half.live, &mut first, None, None, file, policy)?;
        Ok::<_, Interrupted>((listed(&swept.last.layer), swept.kept.as_ref().map(listed)))
    })?;
    Ok((last, kept, profile))
}

/// Sweeps a half, with many stops.
fn swept_with_stops<R: Ring>(
    half: Half<'_>,
    ring: R,
    checkpoint: CheckpointFiles<'_>,
    spills: Option<u64>,
) -> (Found<R::Value>, usize) {
    for tries in 0..60 {
        // Threads and memory change between runs; the parts do not.
        let half = Half { threads: 1 + tries % 3, ..half };
        let files = CheckpointFiles { spills: spills.filter(|_| tries % 4 != 3), ..checkpoint };
        match swept_once(half, ring, Some(files), 10 << (tries / 2)) {
            Ok(found) => return (found, tries),
            Err(Interrupted::Stopped) => {}
            Err(failed) => panic!("{failed:?}"),
        }
    }
    panic!("it does not terminate")
}

const BOARDS: [(&str, Kind); 7] = [
    ("6x6", Kind::Closed),
    ("5x6", Kind::Closed),
    ("4x7", Kind::Open),
    ("3x8", Kind::Closed),
    ("5x5", Kind::Open),
    ("cylinder:5x6", Kind::Closed),
    ("#..../...../...../...../....#", Kind::Open),
];

/// Each half of a board's plan, whole and in parts.
fn each_half(board: &str, kind: Kind, mut each: impl FnMut(Half<'_>)) {
    let sample = Sample::new(board, kind);
    let (plan, maps) = (&sample.plan, &Maps::new(3));
    let interface = plan.interface.layer;
    let keep = (plan.lower.is_none() && interface < plan.upper.last()).then_some(interface);
    let lower = plan.lower.as_ref().zip(sample.live.lower.as_deref());
    let halves =
        [Some((&plan.upper, &sample.live.upper[..], keep)), lower.map(|(p, l)| (p, l, None))];
    for (plan, live, keep) in halves.into_iter().flatten() {
        for part_states in [PART_STATES, 1] {
            each(Half { plan, maps, part_states, live, keep, threads: 1, memory: MEMORY });
        }
    }
}

#[test]
fn a_resumed_half_gives_the_same_layers() {
    let (mut most, mut with_kept, mut spilled) = (0, 0, 0);
    for (board, kind) in BOARDS {
        each_half(board, kind, |half| {
            let words = swept_once(half, Words, None, usize::MAX).unwrap();
            let store = MemoryStore::default();
            let checkpoint = CheckpointFiles::new(&store, [7]).half(0, &[]);
            let (found, tries) = swept_with_stops(half, Words, checkpoint.sweep(0, 0), None);
            assert!(found == words, "{board}");
            let prime = Residues::<u32>::new(2_147_483_647);
            let residues = swept_once(half, prime, None, usize::MAX).unwrap();
            let (found, _) =
                swept_with_stops(half, prime, checkpoint.sweep(1, 2_147_483_647), None);
            assert!(found == residues, "{board}");
            let narrow = Residues::<u8>::new(127);
            let residues = swept_once(half, narrow, None, usize::MAX).unwrap();
            let (found, _) = swept_with_stops(half, narrow, checkpoint.sweep(2, 127), Some(1 << 8));
            assert!(found == residues, "{board}");
            let (found, _) = swept_with_stops(half, Words, checkpoint.sweep(3, 0), Some(1 << 8));
            assert!(found == words, "{board}");
            let written = store.written.lock().unwrap();
            spilled += written.iter().filter(|name| name.starts_with("batch-")).count();
            most = most.max(tries);
            with_kept += usize::from(half.keep.is_some());
        });
    }
    assert!(most > 4 && with_kept > 1, "{most} {with_kept}");
    assert!(spilled > 99, "{spilled} spill files");
}

/// A layer that several parts begin from is in files as a whole, and each part reads it.
#[test]
fn a_layer_in_files_is_swept_from_again() {
    let (mut on_disk, mut seen, mut stopped) = (0, 0, 0);
    for (board, kind) in [("5x6", Kind::Closed), ("4x7", Kind::Open)] {
        let sample = Sample::new(board, kind);
        let (plan, live) = (&sample.plan.upper, &sample.live.upper[..]);
        let (maps, keep, threads, memory) = (&sample.maps, None, 1, MEMORY);
        let half = Half { plan, maps, part_states: 1, live, keep, threads, memory };
        for middle in [plan.last() / 2, plan.last() - 2] {
            let store = MemoryStore::default();
            let files = CheckpointFiles::new(&store, [7]).half(0, &[]);
            let files = CheckpointFiles { spills: Some(1 << 9), ..files };
            let mut on = |_: usize, _: Option<u64>| true;
            let ends = with_executor(half, Words, |executor| {
                let mut first = executor.first(live).unwrap();
                let mut save_policy = SavePolicy::new(Some(files), &mut on);
                let made = executor.run(live, &mut first, Some(middle), None, &mut save_policy);
                let mut start = made.unwrap().last;
                let layer = &start.layer;
                let parts = 0..start.stage.partition.count();
                assert!(parts.clone().all(|part| layer.in_memory(part).is_empty()));
                on_disk += parts.filter(|&part| layer.is_spilled(part)).count();
                // An interrupted sweep releases what it loaded.
                for calls in 0..20 {
                    let (mut left, cut) = (calls, Cut { layer: middle, parts: 2, part: 0 });
                    let mut stop = |_: usize, _: Option<u64>| {
                        left -= 1;
                        left >= 0
                    };
                    let files = Some(files.half(0, &[cut]));
                    let mut save_policy = SavePolicy::new(files, &mut stop);
                    let swept = executor.run(live, &mut start, None, None, &mut save_policy);
                    stopped += usize::from(swept.is_err());
                    let mut parts = 0..start.stage.partition.count();
                    assert!(parts.all(|part| start.layer.in_memory(part).is_empty()));
                }
                [0, 1].map(|part| {
                    let cut = Cut { layer: middle, parts: 2, part };
                    let mut save_policy = SavePolicy::new(Some(files.half(0, &[cut])), &mut on);
                    let swept = executor.run(live, &mut start, None, None, &mut save_policy);
                    listed(&swept.unwrap().last.layer)
                })
            });
            assert!(ends[0] == ends[1], "{board}: {middle}");
            seen += usize::from(!ends[0].is_empty());
        }
    }
    assert!(on_disk > 0 && seen > 0 && stopped > 9, "{on_disk} in files, {seen}, {stopped}");
}

/// When memory is full within a part, what is made of the next layer goes to disk, and nothing is lost
/// or counted twice.
#[test]
fn a_full_memory_is_emptied_to_disk() {
    let mut emptied = 0;
    for (board, kind) in [("6x6", Kind::Closed), ("5x6", Kind::Open)] {
        let sample = Sample::new(board, kind);
        let (plan, live) = (&sample.plan.upper, &sample.live.upper[..]);
        let half = Half {
            plan,
            maps: &sample.maps,
            part_states: 1,
            live,
            keep: None,
            threads: 2,
            memory: MEMORY,
        };
        let (whole, _, profile) = swept_once(half, Words, None, usize::MAX).unwrap();
        for memory in (13..23).flat_map(|bits| [4, 5, 6, 7].map(|eighths| eighths << bits)) {
            let half = Half { memory, ..half };
            let in_memory = swept_once(half, Words, None, usize::MAX);
            let store = MemoryStore::default();
            // No part ends with as many bytes.
            let spills = Some(u64::MAX);
            let files =
                CheckpointFiles { spills, ..CheckpointFiles::new(&store, [7]).half(0, &[]) };
            match (in_memory, swept_once(half, Words, Some(files), usize::MAX)) {
                (_, Err(why)) => assert!(matches!(why, Interrupted::OutOfMemory { .. }), "{why:?}"),
                (in_memory, Ok((found, _, states))) => {
                    assert!(found == whole && states == profile, "{board}: {memory}");
                    let no_batch = || store.names().unwrap().iter().all(|n| !n.starts_with(BATCH));
                    assert!(no_batch(), "files of earlier layers");
                    // A run that was killed may leave one.
                    let left = format!("{}1-0-0", files.batches());
                    store.files.lock().unwrap().insert(left, Vec::new());
                    assert!(swept_once(half, Words, Some(files), usize::MAX).unwrap().0 == whole);
                    assert!(no_batch(), "a file of an earlier run");
                    emptied += usize::from(in_memory.is_err());
                }
            }
        }
    }
    assert!(emptied > 0, "no sweep ran out of memory");
}

/// True if these frames begin with a block of few states.
fn begins_block(frames: &[Vec<u8>]) -> bool {
    let [head, first, ..] = frames else { return false };
    let words: Vec<u64> = head.chunks_exact(8).map(u64::get).collect();
    match words[..] {
        [_, 1 | 2, _, states] => first.len() as u64 == 8 * states,
        [_, 0, _, states] => {
            first.len() as u64 == 4 * states && frames[2].len() as u64 == 8 * states
        }
        _ => false,
    }
}

/// Frames with correct checksums and wrong contents, which no disk produces. The count may then be
/// wrong; no panic occurs.
#[test]
fn invalid_frames_are_refused_or_harmless() {
    let mut random = Random::new(7);
    let (mut refused, mut accepted, mut of_parts) = (0, 0, 0);
    for (board, kind) in [("5x6", Kind::Closed), ("4x8", Kind::Open), ("3x8", Kind::Closed)] {
        each_half(board, kind, |half| {
            if half.part_states > 1 {
                return;
            }
            let store = MemoryStore::default();
            let checkpoint = CheckpointFiles::new(&store, [7]);
            let stopped = (10..).find(|&most| {
                let _ = swept_once(half, Words, Some(checkpoint), most);
                store.files.lock().unwrap().contains_key("layer")
            });
            assert!(stopped.is_some());
            let files = store.files.lock().unwrap().clone();
            // A block that claims another part.
            for head in (1..files["layer"].len()).filter(|&at| begins_block(&files["layer"][at..]))
            {
                let mut changed = files.clone();
                changed.get_mut("layer").unwrap()[head][16] ^= 1;
                *store.files.lock().unwrap() = changed;
                let found = swept_once(half, Words, Some(checkpoint), usize::MAX);
                let is_damaged =
                    |failed| matches!(failed, Interrupted::Failed(Error::CheckpointDamaged { .. }));
                assert!(found.is_err_and(is_damaged), "{board}: frame {head}");
                of_parts += 1;
            }
            for _ in 0..300 {
                let mut changed = files.clone();
                let at = random.below(changed.len());
                let frames = changed.values_mut().nth(at).unwrap();
                let frame = random.below(frames.len());
                match random.below(4) {
                    0 => drop(frames.remove(frame)),
                    1 => frames.swap(frame, 0),
                    _ => {
                        let byte = random.below(frames[frame].len());
                        frames[frame][byte] ^= 1 << random.below(8);
                    }
                }
                *store.files.lock().unwrap() = changed;
                match swept_once(half, Words, Some(checkpoint), usize::MAX) {
                    Ok(_) => accepted += 1,
                    Err(Interrupted::Failed(Error::CheckpointDamaged { .. })) => refused += 1,
                    // A block may claim to be very large.
                    Err(Interrupted::OutOfMemory { .. }) => refused += 1,
                    Err(failed) => panic!("{board}: {failed:?}"),
                }
            }
        });
    }
    assert!(refused > 300 && accepted > 30, "{refused} refused, {accepted} accepted");
    assert!(of_parts > 9, "{of_parts} blocks");
}

/// The result of a sweep is found under its own key only. The result of parts is deleted at the end
/// of the sweep.
#[test]
fn results_are_found_under_their_own_key() {
    let store = MemoryStore::default();
    let checkpoint = CheckpointFiles::new(&store, [7]);
    let first = checkpoint.sweep(0, 0);
    let sum = MeetingSum { value: 5u64, bound: 1.5, largest: 2.5, each: Vec::new() };
    let finished = SweepResult { sum, profile: vec![1, 2, 3] };
    let cuts = [Cut { layer: 4, parts: 3, part: 2 }, Cut { layer: 9, parts: 2, part: 1 }];
    first.save_parts(&finished, &cuts).unwrap();
    let parts_done = first.parts_done().unwrap().unwrap();
    assert_eq!(parts_done, (finished.clone(), cuts.to_vec()));
    for other in [
        CheckpointFiles::new(&store, [8]).sweep(0, 0),
        checkpoint.sweep(0, 5),
        checkpoint.sweep(1, 0),
    ] {
        assert!(other.parts_done::<u64>().unwrap().is_none());
    }
    assert!(first.parts_done::<u32>().unwrap().is_none());
    for byte in 40..48 {
        let frame = store.files.lock().unwrap()["parts"][0][byte];
        store.files.lock().unwrap().get_mut("parts").unwrap()[0][byte] ^= 64;
        assert!(first.parts_done::<u64>().is_err());
        store.files.lock().unwrap().get_mut("parts").unwrap()[0][byte] = frame;
    }
    first.save_sweep(&finished).unwrap();
    assert!(first.parts_done::<u64>().unwrap().is_none());
    assert_eq!(first.finished::<u64>().unwrap(), Some(finished));
    assert_eq!(first.states_made().unwrap(), 6);
    assert_eq!(first.finished::<u32>().unwrap(), None);
    for other in [CheckpointFiles::new(&store, [8]), checkpoint.sweep(0, 5)] {
        assert_eq!(other.sweep(0, 5).finished::<u64>().unwrap(), None);
    }
    assert_eq!(checkpoint.sweep(1, 0).finished::<u64>().unwrap(), None);
    store.files.lock().unwrap().get_mut("sweep-0").unwrap()[0].pop();
    assert!(first.finished::<u64>().is_err());
    store.files.lock().unwrap().get_mut("sweep-0").unwrap().clear();
    assert!(first.finished::<u64>().is_err());
}
