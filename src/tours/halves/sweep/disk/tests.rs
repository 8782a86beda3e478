//! Sweeps that are broken off wherever they may be and go on from what is kept.

use super::{Cut, Keeper, Record};
use crate::engine::{Random, Shelf};
use crate::error::Error;
use crate::tours::Kind;
use crate::tours::frontier::Bytes;
use crate::tours::halves::degrees::Packed;
use crate::tours::halves::matching::Maps;
use crate::tours::halves::matching::Turns;
use crate::tours::halves::samples::{Sample, crew, listed};
use crate::tours::halves::sweep::block::Pool;
use crate::tours::halves::sweep::expand::Unfinished;
use crate::tours::halves::sweep::ring::{Modulo, Narrow, Ring, Words};
use crate::tours::halves::sweep::stage::Way;
use crate::tours::halves::sweep::stage::{HalfSweep, PART_STATES};
use crate::tours::halves::sweep::{Rested, Saved};

/// What of a half is swept, and how.
#[derive(Clone, Copy)]
struct Half<'a> {
    sweep: HalfSweep<'a>,
    live: &'a [Packed],
    keep: Option<usize>,
}

/// States by their group.
type States<V> = Vec<(usize, u32, V)>;

/// The last layer, the one that is kept, and the states of each.
type Found<V> = (States<V>, Option<States<V>>, Vec<u64>);

/// One try at a half: it is ended when it has told of so many layers that it has made itself.
fn tried<R: Ring>(
    half: Half<'_>,
    ring: R,
    keeper: Option<Keeper<'_>>,
    most: usize,
) -> Result<Found<R::Value>, Unfinished> {
    let Half { sweep, live, keep } = half;
    let pool = Pool::new(1 << 30);
    let (mut profile, mut made) = (vec![0; sweep.plan.last() + 1], 0);
    let mut watch = |layer: usize, states: Option<u64>| {
        if let Some(states) = states {
            profile[layer + 1] += states;
        }
        // What was told of before comes without a pause.
        made += usize::from(states.is_none());
        made <= most
    };
    let turns = Turns::of(sweep.plan.mirrored(), sweep.plan.slots);
    let rested = Rested::default();
    let way = Way {
        sweep,
        half: 0,
        ring,
        pool: &pool,
        turns: &turns,
        rested: &rested,
        keep,
        joint: None,
    };
    let mut first = way.first(live).map_err(|failed| failed.0)?;
    let mut record = Record::new(keeper, &mut watch);
    let done = way.go_on(live, &mut first, None, None, Some(Saved::Last), &mut record);
    let done = done.map_err(|failed| failed.0)?;
    Ok((listed(&done.last.layer), done.kept.as_ref().map(listed), profile))
}

/// The half, broken off again and again.
fn by_and_by<R: Ring>(
    half: Half<'_>,
    ring: R,
    keeper: Keeper<'_>,
    spills: Option<u64>,
) -> (Found<R::Value>, usize) {
    for tries in 0..60 {
        // With other threads and with memory for all, too: parts stay what they were.
        let sweep = HalfSweep { crew: crew(1 + tries % 3), ..half.sweep };
        let keeper = match spills.filter(|_| tries % 4 != 3) {
            Some(bytes) => keeper.spilling(bytes),
            None => keeper,
        };
        match tried(Half { sweep, ..half }, ring, Some(keeper), 10 << (tries / 2)) {
            Ok(found) => return (found, tries),
            Err(Unfinished::Stopped) => {}
            Err(failed) => panic!("{failed:?}"),
        }
    }
    panic!("it comes to no end")
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
    let joint = plan.joint.layer;
    let keep = (plan.lower.is_none() && joint < plan.upper.last()).then_some(joint);
    let lower = plan.lower.as_ref().zip(sample.live.lower.as_deref());
    let halves =
        [Some((&plan.upper, &sample.live.upper[..], keep)), lower.map(|(p, l)| (p, l, None))];
    for (plan, live, keep) in halves.into_iter().flatten() {
        for part_states in [PART_STATES, 1] {
            let sweep = HalfSweep { plan, maps, crew: crew(1), part_states };
            each(Half { sweep, live, keep });
        }
    }
}

#[test]
fn a_half_that_is_broken_off_comes_to_the_same() {
    let (mut most, mut with_kept, mut spilled) = (0, 0, 0);
    for (board, kind) in BOARDS {
        each_half(board, kind, |half| {
            let words = tried(half, Words, None, usize::MAX).unwrap();
            let shelf = Shelf::default();
            let keeper = Keeper::new(&shelf, [7]).half(0, &[]);
            let (found, tries) = by_and_by(half, Words, keeper.sweep(0, 0), None);
            assert!(found == words, "{board}");
            let prime = Modulo::new(2_147_483_647);
            let residues = tried(half, prime, None, usize::MAX).unwrap();
            let (found, _) = by_and_by(half, prime, keeper.sweep(1, 2_147_483_647), None);
            assert!(found == residues, "{board}");
            let narrow = Narrow::<u8>::new(127);
            let residues = tried(half, narrow, None, usize::MAX).unwrap();
            let (found, _) = by_and_by(half, narrow, keeper.sweep(2, 127), Some(1 << 8));
            assert!(found == residues, "{board}");
            let (found, _) = by_and_by(half, Words, keeper.sweep(3, 0), Some(1 << 8));
            assert!(found == words, "{board}");
            let written = shelf.written.lock().unwrap();
            spilled += written.iter().filter(|name| name.starts_with("batch-")).count();
            most = most.max(tries);
            with_kept += usize::from(half.keep.is_some());
        });
    }
    assert!(most > 4 && with_kept > 1, "{most} {with_kept}");
    assert!(spilled > 99, "{spilled} files of what did not fit");
}

/// A layer that several parts begin from is partly in files: its blocks in memory stay there.
#[test]
fn a_layer_that_is_partly_in_files_is_swept_from_again() {
    let (mut mixed, mut seen) = (0, 0);
    for (board, kind) in [("5x6", Kind::Closed), ("4x7", Kind::Open)] {
        let sample = Sample::new(board, kind);
        let (plan, live) = (&sample.plan.upper, &sample.live.upper[..]);
        let turns = Turns::of(plan.mirrored(), plan.slots);
        let (pool, rested) = (Pool::new(1 << 30), Rested::default());
        let sweep = HalfSweep { plan, maps: &sample.maps, crew: crew(1), part_states: 1 };
        let (half, ring, keep, joint) = (0, Words, None, None);
        let way =
            Way { sweep, half, ring, pool: &pool, turns: &turns, rested: &rested, keep, joint };
        for middle in [plan.last() / 2, plan.last() - 2] {
            let bytes = 1 << 9;
            let shelf = Shelf::default();
            let keeper = Keeper::new(&shelf, [7]).half(0, &[]).spilling(bytes);
            let mut first = way.first(live).unwrap();
            let mut on = |_: usize, _: Option<u64>| true;
            let mut record = Record::new(Some(keeper), &mut on);
            let made = way.run(live, &mut first, Some(middle), None, &mut record);
            let mut begun = made.unwrap().last;
            let parts = 0..begun.stage.partition.count();
            let layer = &begun.layer;
            mixed += parts
                .filter(|&part| layer.is_away(part) && !layer.in_memory(part).is_empty())
                .count();
            let mut ends = Vec::new();
            for part in 0..2 {
                let cut = Cut { layer: middle, parts: 2, part };
                let mut record = Record::new(Some(keeper.half(0, &[cut])), &mut on);
                let swept = way.run(live, &mut begun, None, None, &mut record).unwrap();
                ends.push(listed(&swept.last.layer));
            }
            assert!(ends[0] == ends[1], "{board}: {middle}");
            seen += usize::from(!ends[0].is_empty());
        }
    }
    assert!(mixed > 0 && seen > 0, "{mixed} parts both in files and in memory, {seen}");
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

/// What no disk would do: frames that are right by their sums and wrong in what they say. Numbers
/// may be others then; nothing worse happens.
#[test]
fn frames_that_say_something_else_are_refused_or_do_no_harm() {
    let mut random = Random::new(7);
    let (mut refused, mut went_on, mut of_parts) = (0, 0, 0);
    for (board, kind) in [("5x6", Kind::Closed), ("4x8", Kind::Open), ("3x8", Kind::Closed)] {
        each_half(board, kind, |half| {
            if half.sweep.part_states > 1 {
                return;
            }
            let shelf = Shelf::default();
            let keeper = Keeper::new(&shelf, [7]);
            let stopped = (10..).find(|&most| {
                let _ = tried(half, Words, Some(keeper), most);
                shelf.files.lock().unwrap().contains_key("layer")
            });
            assert!(stopped.is_some());
            let files = shelf.files.lock().unwrap().clone();
            // A block that says that it is of another part.
            for head in (1..files["layer"].len()).filter(|&at| begins_block(&files["layer"][at..]))
            {
                let mut changed = files.clone();
                changed.get_mut("layer").unwrap()[head][16] ^= 1;
                *shelf.files.lock().unwrap() = changed;
                let found = tried(half, Words, Some(keeper), usize::MAX);
                let is_damaged =
                    |failed| matches!(failed, Unfinished::Failed(Error::CheckpointDamaged { .. }));
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
                *shelf.files.lock().unwrap() = changed;
                match tried(half, Words, Some(keeper), usize::MAX) {
                    Ok(_) => went_on += 1,
                    Err(Unfinished::Failed(Error::CheckpointDamaged { .. })) => refused += 1,
                    // A block may say that it is very large.
                    Err(Unfinished::Full) => refused += 1,
                    Err(failed) => panic!("{board}: {failed:?}"),
                }
            }
        });
    }
    assert!(refused > 300 && went_on > 30, "{refused} refused, {went_on} went on");
    assert!(of_parts > 9, "{of_parts} blocks");
}

/// What a sweep came to is known again, and of no other count, sweep or numbers; what its parts came
/// to goes when it is done.
#[test]
fn what_a_sweep_came_to_is_its_own() {
    let shelf = Shelf::default();
    let keeper = Keeper::new(&shelf, [7]);
    let (first, known) = (keeper.sweep(0, 0), (5u64, [1.5, 2.5], vec![1, 2, 3]));
    let cuts = [Cut { layer: 4, parts: 3, part: 2 }, Cut { layer: 9, parts: 2, part: 1 }];
    first.go_on(&known, &cuts).unwrap();
    let done = first.done::<u64>().unwrap().unwrap();
    assert_eq!((done.known, &done.cuts[..]), (known.clone(), &cuts[..]));
    for other in [Keeper::new(&shelf, [8]).sweep(0, 0), keeper.sweep(0, 5), keeper.sweep(1, 0)] {
        assert!(other.done::<u64>().unwrap().is_none());
    }
    assert!(first.done::<u32>().unwrap().is_none());
    for byte in 40..48 {
        let frame = shelf.files.lock().unwrap()["parts"][0][byte];
        shelf.files.lock().unwrap().get_mut("parts").unwrap()[0][byte] ^= 64;
        assert!(first.done::<u64>().is_err());
        shelf.files.lock().unwrap().get_mut("parts").unwrap()[0][byte] = frame;
    }
    first.end(&known).unwrap();
    assert!(first.done::<u64>().unwrap().is_none());
    assert_eq!(first.known::<u64>().unwrap(), Some(known));
    assert_eq!(first.made().unwrap(), 6);
    assert_eq!(first.known::<u32>().unwrap(), None);
    for other in [Keeper::new(&shelf, [8]), keeper.sweep(0, 5)] {
        assert_eq!(other.sweep(0, 5).known::<u64>().unwrap(), None);
    }
    assert_eq!(keeper.sweep(1, 0).known::<u64>().unwrap(), None);
    shelf.files.lock().unwrap().get_mut("sweep-0").unwrap()[0].pop();
    assert!(first.known::<u64>().is_err());
    shelf.files.lock().unwrap().get_mut("sweep-0").unwrap().clear();
    assert!(first.known::<u64>().is_err());
}

/// A layer of one part is not gone on from by others.
#[test]
fn other_parts_begin_anew() {
    let mut kept = 0;
    each_half("6x6", Kind::Closed, |half| {
        let whole = tried(half, Words, None, usize::MAX).unwrap();
        for most in (10..200).step_by(10) {
            let shelf = Shelf::default();
            let of = |part| Keeper::new(&shelf, [7]).half(0, &[Cut { layer: 0, parts: 2, part }]);
            if tried(half, Words, Some(of(0)), most).is_ok() {
                break;
            }
            kept += usize::from(!shelf.files.lock().unwrap().is_empty());
            assert!(tried(half, Words, Some(of(1)), usize::MAX).unwrap() == whole);
        }
    });
    assert!(kept > 3, "{kept}");
}
