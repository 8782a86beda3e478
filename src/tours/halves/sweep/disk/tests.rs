//! Sweeps that are broken off wherever they may be and go on from what is kept.

use super::Keeper;
use crate::engine::{Random, Shelf};
use crate::error::Error;
use crate::tours::Kind;
use crate::tours::frontier::Bytes;
use crate::tours::halves::count::Counting;
use crate::tours::halves::expected::Numbers;
use crate::tours::halves::matching::Maps;
use crate::tours::halves::plan::{HalfPlan, Plan};
use crate::tours::halves::samples::{all_live, crew, plan};
use crate::tours::halves::sweep::block::Pool;
use crate::tours::halves::sweep::expand::Unfinished;
use crate::tours::halves::sweep::layer::{Layer, Span};
use crate::tours::halves::sweep::live::Live;
use crate::tours::halves::sweep::passes::{Gate, Passes};
use crate::tours::halves::sweep::ring::{Modulo, Ring, Words};
use crate::tours::halves::sweep::stage::{HalfSweep, PART_STATES};

/// The states of a layer by their group, without those that are zero.
fn listed<V: Copy + Default + PartialEq + Into<u64>>(layer: &Layer<'_, V>) -> Vec<[u64; 3]> {
    let of = |place: usize| {
        let (ranks, numbers) = layer.states(place);
        let states = ranks.iter().zip(numbers).filter(|(_, n)| **n != V::default());
        states.map(|(&m, &n)| [place as u64, m.into(), n.into()]).collect::<Vec<_>>()
    };
    (0..layer.spans.len()).flat_map(of).collect()
}

/// The last layer, the one that is kept, and the states of each.
type Found = (Vec<[u64; 3]>, Option<Vec<[u64; 3]>>, Vec<u64>);

/// One try at a half: it is ended when it has told of so many layers that it has made itself.
fn tried<R: Ring>(
    sweep: HalfSweep<'_>,
    ring: R,
    keep: Option<usize>,
    keeper: Option<Keeper<'_>>,
    most: usize,
) -> Result<Found, Unfinished>
where
    R::Value: Into<u64>,
{
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
    let done = sweep.run(ring, &pool, keep, None, keeper, &mut watch).map_err(|failed| failed.0)?;
    Ok((listed(&done.last), done.kept.as_ref().map(listed), profile))
}

/// The half, broken off again and again.
fn by_and_by<R: Ring>(
    sweep: HalfSweep<'_>,
    ring: R,
    keep: Option<usize>,
    (keeper, spills): (Keeper<'_>, Option<u64>),
) -> (Found, usize)
where
    R::Value: Into<u64>,
{
    for tries in 0..60 {
        // With other threads and with memory for all, too: parts stay what they were.
        let sweep = HalfSweep { crew: crew(1 + tries % 3), ..sweep };
        let keeper = match spills.filter(|_| tries % 4 != 3) {
            Some(bytes) => keeper.spilling(bytes),
            None => keeper,
        };
        match tried(sweep, ring, keep, Some(keeper), 10 << (tries / 2)) {
            Ok(found) => return (found, tries),
            Err(Unfinished::Stopped) => {}
            Err(failed) => panic!("{failed:?}"),
        }
    }
    panic!("it comes to no end")
}

/// Passes by the degree of a cell, or of it and its image, through the layer in the middle.
fn passes(half: &HalfPlan, slot: usize) -> Option<Passes> {
    let serves =
        |&layer: &usize| half.mirrors.iter().all(Option::is_none) || half.mirrors[layer].is_some();
    let layer = (half.last() / 2..half.last()).find(serves)?;
    let sum = (layer + 1..half.last()).filter(serves).nth(1)?;
    let cell = |slot: usize| half.cell(layer, slot).is_some();
    let image = half.mirrors[layer].as_ref().map_or(Some(slot), |mirror| mirror.slots.of(slot))?;
    let slots = if image == slot { vec![slot] } else { vec![slot, image] };
    let pass = (0..3usize.pow(slots.len() as u32)).map(|p| u8::from(p % 3 + p / 3 >= 2)).collect();
    let shared = (1..layer).filter(serves).nth(1).unwrap_or(0);
    slots
        .iter()
        .all(|&slot| cell(slot))
        .then(|| Passes::new(half, &Gate { layer, slots, pass, count: 2 }, sum).sharing(shared))
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

/// Each half of a plan, with what is kept of it.
fn each_half(plan: &Plan, live: &Live, mut each: impl FnMut(HalfSweep<'_>, Option<usize>)) {
    let maps = Maps::new(3);
    let (crew, part_states, passes) = (crew(1), PART_STATES, None);
    let joint = plan.joint.layer;
    let keep = (plan.lower.is_none() && joint < plan.upper.last()).then_some(joint);
    let (upper, lower) = (&plan.upper, plan.lower.as_ref().zip(live.lower.as_ref()));
    each(
        HalfSweep { plan: upper, live: &live.upper, maps: &maps, crew, part_states, passes },
        keep,
    );
    if let Some((plan, live)) = lower {
        each(HalfSweep { plan, live, maps: &maps, crew, part_states, passes }, None);
    }
}

#[test]
fn a_half_that_is_broken_off_comes_to_the_same() {
    let (mut most, mut in_passes, mut with_kept, mut spilled) = (0, 0, 0, 0);
    for (board, kind) in BOARDS {
        let plan = plan(board, kind);
        let live = all_live(&plan);
        each_half(&plan, &live, |whole, keep| {
            let words = tried(whole, Words, keep, None, usize::MAX).unwrap();
            let prime = Modulo::new(2_147_483_647);
            let residues = tried(whole, prime, keep, None, usize::MAX).unwrap();
            let all: Vec<Passes> =
                (0..whole.plan.slots).filter_map(|slot| passes(whole.plan, slot)).take(2).collect();
            let ways = [None].into_iter().chain(all.iter().map(Some));
            for (passes, part_states) in ways.flat_map(|way| [(way, PART_STATES), (way, 1)]) {
                let sweep = HalfSweep { passes, part_states, ..whole };
                let shelf = Shelf::default();
                let keeper =
                    Keeper::new(&shelf, [7]).half(0, passes.iter().flat_map(|p| p.words()));
                let keep = keep.filter(|&keep| passes.is_none_or(|passes| passes.sum() <= keep));
                let (found, tries) = by_and_by(sweep, Words, keep, (keeper.sweep(0, 0), None));
                let profile = tried(sweep, Words, keep, None, usize::MAX).unwrap().2;
                assert!(found.0 == words.0 && found.2 == profile, "{board}");
                assert!(keep.is_none() || found.1 == words.1, "{board}");
                let (found, _) =
                    by_and_by(sweep, prime, keep, (keeper.sweep(1, 2_147_483_647), None));
                assert!(found.0 == residues.0, "{board}");
                if passes.is_none() {
                    let (found, _) =
                        by_and_by(sweep, Words, keep, (keeper.sweep(2, 0), Some(1 << 8)));
                    assert!(found.0 == words.0 && found.1 == words.1 && found.2 == profile);
                    let written = shelf.written.lock().unwrap();
                    spilled += written.iter().filter(|name| name.starts_with("batch-")).count();
                }
                most = most.max(tries);
                in_passes += usize::from(passes.is_some());
                with_kept += usize::from(keep.is_some());
            }
        });
    }
    assert!(most > 4 && in_passes > 9 && with_kept > 1, "{most} {in_passes} {with_kept}");
    assert!(spilled > 99, "{spilled} files of what did not fit");
}

/// A bound that is too low would mean too few primes.
#[test]
fn groups_have_the_bounds_in_passes_that_they_have_at_once() {
    let mut compared = 0;
    for (board, kind) in BOARDS {
        let plan = plan(board, kind);
        let live = all_live(&plan);
        each_half(&plan, &live, |whole, _| {
            let bounds = |passes: Option<&Passes>| -> Vec<f64> {
                let (sweep, pool) = (HalfSweep { passes, ..whole }, Pool::new(1 << 30));
                let done = sweep.run(Words, &pool, None, None, None, &mut |_, _| true);
                let spans = done.map_err(|failed| failed.0).unwrap().last.spans;
                spans.into_iter().map(|span| Span::of(span).bound).collect()
            };
            let at_once = bounds(None);
            for passes in (0..whole.plan.slots).filter_map(|slot| passes(whole.plan, slot)).take(2)
            {
                let in_passes = bounds(Some(&passes));
                assert_eq!(in_passes.len(), at_once.len(), "{board}");
                for (bound, expected) in in_passes.into_iter().zip(&at_once) {
                    assert!((bound - expected).abs() <= expected * 1e-4, "{board}: {expected}");
                    compared += 1;
                }
            }
        });
    }
    assert!(compared > 400, "{compared}");
}

/// True if these frames begin with a block of few states.
fn begins_block(frames: &[Vec<u8>]) -> bool {
    let [head, first, ..] = frames else { return false };
    let words: Vec<u64> = head.chunks_exact(8).map(u64::get).collect();
    match words[..] {
        [_, 1, _, states] => first.len() as u64 == 8 * states,
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
        let plan = plan(board, kind);
        let live = all_live(&plan);
        each_half(&plan, &live, |sweep, keep| {
            let sweep = HalfSweep { part_states: 1, ..sweep };
            let shelf = Shelf::default();
            let keeper = Keeper::new(&shelf, [7]);
            let stopped = (10..).find(|&most| {
                let _ = tried(sweep, Words, keep, Some(keeper), most);
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
                let found = tried(sweep, Words, keep, Some(keeper), usize::MAX);
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
                match tried(sweep, Words, keep, Some(keeper), usize::MAX) {
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

/// What a sweep came to is known again, and of no other count, sweep or numbers.
#[test]
fn what_a_sweep_came_to_is_its_own() {
    let shelf = Shelf::default();
    let keeper = Keeper::new(&shelf, [7]);
    let (first, known) = (keeper.sweep(0, 0), (5u64, [1.5, 2.5], vec![1, 2, 3]));
    first.end(&known).unwrap();
    assert_eq!(first.known::<u64>().unwrap(), Some(known));
    assert_eq!(first.made().unwrap(), 6);
    assert_eq!(first.known::<u32>().unwrap(), None);
    for other in [keeper.part(1), Keeper::new(&shelf, [8]), keeper.sweep(0, 5)] {
        assert_eq!(other.sweep(0, 5).known::<u64>().unwrap(), None);
    }
    assert_eq!(keeper.sweep(1, 0).known::<u64>().unwrap(), None);
    // Pieces have files of their own, as long as it is they that are counted.
    let pieces = [keeper.part(0), keeper.part(1), keeper.part(1).part(0)];
    for (at, piece) in pieces.iter().enumerate() {
        piece.sweep(0, 0).end(&(at as u64, [0.0; 2], Vec::new())).unwrap();
    }
    let came_to =
        |piece: &Keeper<'_>| piece.sweep(0, 0).known::<u64>().unwrap().map(|known| known.0);
    keeper.tidy().unwrap();
    assert_eq!(pieces.each_ref().map(came_to), [Some(0), Some(1), Some(2)]);
    assert_eq!(came_to(&keeper), Some(5));
    Keeper::new(&shelf, [8]).tidy().unwrap();
    assert_eq!(pieces.each_ref().map(came_to), [None; 3]);
    assert_eq!(came_to(&keeper), Some(5));
    shelf.files.lock().unwrap().get_mut("sweep-0").unwrap()[0].pop();
    assert!(first.known::<u64>().is_err());
    shelf.files.lock().unwrap().get_mut("sweep-0").unwrap().clear();
    assert!(first.known::<u64>().is_err());
}

/// What was tried is known again, by the piece and with the room that it was tried with.
#[test]
fn what_was_tried_is_noted() {
    let shelf = Shelf::default();
    let keeper = Keeper::new(&shelf, [7]);
    keeper.note(1e9, 0.5).unwrap();
    keeper.part(1).note(1e9, 0.0).unwrap();
    keeper.clear().unwrap();
    assert_eq!(keeper.noted(1e9).unwrap(), Some(0.5));
    assert_eq!(keeper.part(1).noted(1e9).unwrap(), Some(0.0));
    for other in [Keeper::new(&shelf, [8]), keeper.part(0), keeper.part(1).part(1)] {
        assert_eq!(other.noted(1e9).unwrap(), None);
    }
    assert_eq!(keeper.noted(2e9).unwrap(), None);
    keeper.note(1e9, 0.25).unwrap();
    assert_eq!(keeper.noted(1e9).unwrap(), Some(0.25));
    for wrong in [1.5, -0.5, f64::NAN, f64::INFINITY] {
        keeper.note(1e9, wrong).unwrap();
        assert!(matches!(keeper.noted(1e9), Err(Error::CheckpointDamaged { .. })), "{wrong}");
    }
    for frame in [vec![0; 23], vec![0; 25], Vec::new()] {
        shelf.files.lock().unwrap().insert("tried".into(), vec![frame]);
        assert!(matches!(keeper.noted(1e9), Err(Error::CheckpointDamaged { .. })));
    }
    keeper.forget().unwrap();
    assert!(shelf.files.lock().unwrap().is_empty());
}

/// A layer of some passes is not gone on from by others.
#[test]
fn other_passes_begin_anew() {
    let mut kept = 0;
    for (board, kind) in [("6x6", Kind::Closed), ("4x7", Kind::Open)] {
        let plan = plan(board, kind);
        let (live, maps) = (all_live(&plan), Maps::new(3));
        let upper = &plan.upper;
        let mut all = (0..upper.slots).filter_map(|slot| passes(upper, slot));
        let (one, other) = (all.next().unwrap(), all.next().unwrap());
        let counted = |passes: Option<&Passes>, shelf: &Shelf, most: usize| {
            let mut heard = 0;
            let counting = Counting {
                plan: &plan,
                live: &live,
                maps: &maps,
                crew: crew(1),
                memory: 1 << 30,
                bits: 200,
                numbers: Numbers::Words,
                part_states: PART_STATES,
                passes: [passes.cloned(), None],
                keeper: Some(Keeper::new(shelf, [7])),
            };
            let counted = counting.count(&mut |_| {
                heard += 1;
                heard <= most
            });
            counted.map(|(count, _)| count.to_string())
        };
        let whole = counted(None, &Shelf::default(), usize::MAX).unwrap();
        for most in (1..).map(|tries| 16 * tries) {
            let shelf = Shelf::default();
            if counted(Some(&one), &shelf, most).is_ok() {
                break;
            }
            kept += usize::from(!shelf.files.lock().unwrap().is_empty());
            assert_eq!(counted(Some(&other), &shelf, usize::MAX).unwrap(), whole, "{board}");
        }
    }
    assert!(kept > 3, "{kept}");
}
