//! Pieces that add up to the whole, and what is tried of each.

use super::{
    Choice, Counted, Ended, FOR_STATES, Keeper, Maps, PLANNED, Pieces, Slices, StateEstimate, live,
};
use crate::count::Count;
use crate::engine::Shelf;
use crate::method::LayerReport;
use crate::tours::Kind;
use crate::tours::halves::count::{Counting, Hear};
use crate::tours::halves::samples::{all_live, crew, plan};
use std::cell::{Cell, RefCell};

/// Pieces of at most so many degrees that meet add up to the whole; none are wasted on what
/// cannot be cut.
#[test]
fn pieces_add_up_to_the_whole() {
    for (board, kind, least) in [
        ("6x8", Kind::Closed, 20),
        ("5x8", Kind::Closed, 10),
        ("4x8", Kind::Open, 10),
        ("5x5", Kind::Open, 4),
        ("cylinder:6x6", Kind::Closed, 2),
    ] {
        let plan = plan(board, kind);
        let (all, crew) = (all_live(&plan), crew(2));
        let maps = Maps::new(4);
        let (memory, bits, keeper, spills, larger) = (1 << 32, 200, None, false, 1.0);
        let (plan, maps, planned, expects) = (&plan, &maps, &Cell::new(PLANNED), &|_| {});
        let pieces =
            Pieces { plan, maps, crew, memory, bits, keeper, spills, larger, planned, expects };
        let in_pieces = |most: usize| {
            let (counted, mut heard) = (Cell::new(0), Vec::new());
            let way = |counting: &Counting<'_>, hear: Hear<'_>| -> Counted {
                let found = counting.count(hear)?;
                if counting.live.met.count() > most {
                    return Err(Ended::Memory(LayerReport::default()));
                }
                counted.set(counted.get() + 1);
                Ok(found)
            };
            let mut hear = |report: &LayerReport| {
                heard.push(report.states_so_far);
                true
            };
            let done = pieces.count(&all, None, 0, &way, &mut hear);
            (done.map(|(count, states)| (count.to_string(), states)), counted.get(), heard)
        };
        let met = all.met.count();
        let (whole, one, _) = in_pieces(met);
        let (count, states) = whole.unwrap();
        assert_eq!(one, 1);
        for most in [met - 1, met / 3, met / 20] {
            let (sum, several, heard) = in_pieces(most);
            let (sum, more) = match sum {
                Ok(sum) => sum,
                Err(Ended::Memory(_)) if most < met / 3 => continue,
                Err(ended) => panic!("{board}: {ended:?}"),
            };
            assert_eq!(sum, count, "{board} in {several} pieces");
            assert!(several > 1 && more.iter().sum::<u64>() >= states.iter().sum());
            // What was in vain is told, too; nothing is taken back.
            let told: Vec<_> = heard.into_iter().filter(|&so_far| so_far > 0).collect();
            assert!(told.is_sorted() && told.last() > Some(&more.iter().sum()));
            assert!(most > met / 20 || several >= least, "{board}: {several} pieces");
        }
        assert!(matches!(in_pieces(0).0, Err(Ended::Memory(_))), "{board}");
    }
}

/// What a piece came to is kept, and no other piece comes to it.
#[test]
fn pieces_that_are_kept_add_up_as_well() {
    let plan = plan("5x8", Kind::Closed);
    let (all, maps, shelf) = (all_live(&plan), Maps::new(4), Shelf::default());
    let most = all.met.count() / 3;
    let (vain, counted, made) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let way = |counting: &Counting<'_>, hear: Hear<'_>| -> Counted {
        if counting.live.met.count() > most {
            vain.set(vain.get() + 1);
            return Err(Ended::Memory(LayerReport::default()));
        }
        let found = counting.count(&mut |report| {
            made.set(made.get().max(report.states_so_far));
            hear(report)
        });
        counted.set(counted.get() + usize::from(found.is_ok()));
        found
    };
    let count = |most_pieces: usize| {
        counted.set(0);
        let pieces = Pieces {
            plan: &plan,
            maps: &maps,
            crew: crew(1),
            memory: 1 << 32,
            bits: 200,
            keeper: Some(Keeper::new(&shelf, [])),
            spills: false,
            larger: 1.0,
            planned: &Cell::new(PLANNED),
            expects: &|_| {},
        };
        let done = pieces.count(&all, None, 0, &way, &mut |_| counted.get() < most_pieces);
        done.map(|(count, states)| (count.to_string(), states)).ok()
    };
    assert_eq!(count(3), None);
    assert!(vain.take() > 0 && made.take() > 0 && counted.get() == 3);
    let whole = count(usize::MAX);
    assert_eq!(whole.as_ref().unwrap().0, "44202");
    let pieces = counted.get();
    assert!(pieces > 3, "{pieces}");
    // Who goes on tries nothing in vain again, and counts no piece again.
    vain.set(0);
    made.set(0);
    assert_eq!(count(usize::MAX), whole);
    assert_eq!([vain.get(), counted.get(), made.get() as usize], [0, pieces, 0]);
}

/// Who waits hears of the states of the passes that are made; those that do not fit are
/// followed by others that are expected to take less.
#[test]
fn passes_are_told() {
    let (plan, crew, maps) = (plan("8x10", Kind::Closed), crew(2), Maps::new(4));
    let all = all_live(&plan);
    let slices = Slices::new(&plan, &all.met, 24);
    // Slices that are worth passes in so little memory.
    for slice in [18, 21] {
        let wants = |d| slices.part_of(d) == slice;
        let live = live(&plan, &all, wants, crew, &mut || true).unwrap();
        let known = StateEstimate::of(&plan, &live, 2);
        let whole = Choice::within([f64::INFINITY; 2], &plan, &live).unwrap().costs.bytes;
        let room = (whole * 0.6 + Choice::besides(&plan, &live)) / PLANNED;
        let memory = (known.besides + room / FOR_STATES) as u64;
        let (told, tried) = (RefCell::new(Vec::new()), Cell::new(0));
        let way = |counting: &Counting<'_>, _: Hear<'_>| -> Counted {
            if counting.passes.iter().all(Option::is_none) {
                return Err(Ended::Stopped);
            }
            tried.set(tried.get() + 1);
            match tried.get() {
                1 => Err(Ended::Memory(LayerReport::default())),
                _ => Ok((Count::ZERO, Vec::new())),
            }
        };
        let expects = &|states| told.borrow_mut().push(states);
        let (bits, keeper, spills, larger) = (200, None, false, 1.0);
        let (plan, maps, planned) = (&plan, &maps, &Cell::new(PLANNED));
        let pieces =
            Pieces { plan, maps, crew, memory, bits, keeper, spills, larger, planned, expects };
        pieces.count(&live, Some(known), 0, &way, &mut |_| true).unwrap();
        // What comes next is planned as what fitted.
        pieces.count(&live, Some(known), 0, &way, &mut |_| true).unwrap();
        let told = told.into_inner();
        assert_eq!(told.len(), 3, "{slice}");
        assert!(told[0] > known.states && told[1] > told[0], "{slice}: {told:?}");
        assert!(told[2] == told[1] && planned.get() < PLANNED, "{slice}: {told:?}");
    }
}

/// What fits in no way is not swept in vain: its pieces are, which are cut from what no number
/// of slices would cut.
#[test]
fn what_fits_in_no_way_is_cut_at_once() {
    let (plan, crew, maps) = (plan("8x8", Kind::Closed), crew(2), Maps::new(4));
    let all = all_live(&plan);
    let slices = Slices::new(&plan, &all.met, 1 << 20);
    let live = live(&plan, &all, |d| slices.part_of(d) == 0, crew, &mut || true).unwrap();
    let (largest, swept) = (Cell::new(0), Cell::new(0));
    let way = |counting: &Counting<'_>, hear: Hear<'_>| -> Counted {
        largest.set(largest.get().max(counting.live.met.count()));
        swept.set(swept.get() + 1);
        Counting { memory: 1 << 32, passes: [None, None], ..*counting }.count(hear)
    };
    let told = RefCell::new(Vec::new());
    let (bits, keeper, spills, larger) = (200, None, false, 1.0);
    let (plan, maps, planned) = (&plan, &maps, &Cell::new(PLANNED));
    let expects = &|states| told.borrow_mut().push(states);
    let count = |memory| {
        let pieces =
            Pieces { plan, maps, crew, memory, bits, keeper, spills, larger, planned, expects };
        let (count, _) = pieces.count(&live, None, 0, &way, &mut |_| true).unwrap();
        (count.to_string(), largest.take(), swept.take())
    };
    let (whole, met) = (count(1 << 32), live.met.count());
    assert_eq!((whole.1, whole.2), (met, 1));
    let (sum, largest, swept) = count(1 << 16);
    assert!(largest < met && swept > 1, "{largest} of {met}, {swept}");
    assert_eq!(sum, whole.0);
    // Each is told of with those after it, of which there are none in the end.
    let told = told.into_inner();
    assert!(told.len() >= swept && told[0] > told[told.len() - 1], "{told:?}, {swept}");
}
