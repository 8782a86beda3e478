//! Layers saved in a store and put on disk, against layers that stay in memory.

use std::ops::ControlFlow;

use super::disk::Checkpoints;
use super::layers::{Ended, Limits, Swept};
use super::method::FrontierCount;
use super::numbers::Word;
use super::order::best_order;
use super::plan::{Goal, SweepPlan};
use super::run::{SweepContext, sweep};
use super::tests::{ROOMY, question, raw, swept};
use super::transition::Portable;
use crate::engine::{Beat, CheckpointStore, Enumeration, Shelf, Visitor};
use crate::method::LayerReport;
use crate::tours::{Kind, TourQuestion};

/// A sweep in words that is stopped before each layer in turn, and goes on from what is kept.
fn interrupted(question: &TourQuestion, spill_from: u64) -> (u64, Vec<u64>, usize) {
    let graph = question.graph();
    let order = best_order(graph, question.symmetries(), question.shape());
    let plan = SweepPlan::new(graph, &order, &Goal { kind: question.kind(), fixed: Vec::new() });
    let store = Shelf::default();
    let mut first = Vec::new();
    for stop in 1.. {
        let mut started = None;
        let mut watch = |report: &LayerReport| {
            started.get_or_insert(report.layer);
            if report.layer == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut checkpoints = Checkpoints::new(Some(&store));
        assert!(checkpoints.begin::<u64>(0).unwrap().is_none());
        let limits = Limits { spill_from, ..ROOMY };
        let mut context = SweepContext {
            plan: &plan,
            limits,
            checkpoints,
            watch: &mut watch,
            transfers: Vec::new(),
        };
        let swept = sweep::<Portable<u64>, _>(&mut context, Word::<u64>::default());
        first.extend(started);
        match swept {
            Err(Ended::Stopped) => {}
            swept => {
                Checkpoints::new(Some(&store)).end(&swept).unwrap();
                let Swept { total, profile } = swept.unwrap();
                let mut checkpoints = Checkpoints::new(Some(&store));
                let known = checkpoints.begin::<u64>(0).unwrap().unwrap().unwrap();
                assert_eq!((known.total, &known.profile), (total, &profile));
                assert!(!store.files.lock().unwrap().contains_key("layer"));
                first.dedup();
                return (total, profile, first.len());
            }
        }
    }
    unreachable!("the last layer is past");
}

#[test]
fn a_sweep_goes_on_from_every_layer_that_was_kept() {
    let boards = [
        ("6x6", Kind::Open),
        ("6x6", Kind::Closed),
        ("5x6", Kind::Open),
        // A strip, some of whose steps repeat.
        ("3x24", Kind::Closed),
    ];
    for (board, kind) in boards {
        let question = question(board, "knight", kind);
        let graph = question.graph();
        let order = best_order(graph, question.symmetries(), question.shape());
        let plan = SweepPlan::new(graph, &order, &Goal { kind, fixed: Vec::new() });
        assert_eq!(plan.periods.is_empty(), board != "3x24", "{board}");
        let word = Word::<u64>::default();
        let (total, profile) = raw::<Portable<u64>, _>(graph, &order, kind, word, ROOMY).unwrap();
        // In memory, on disk from some layer on, and from the first.
        for spill_from in [u64::MAX, 30_000, 0] {
            let (again, states, starts) = interrupted(&question, spill_from);
            assert_eq!((again, states), (total, profile.clone()), "{board} {spill_from}");
            assert!(starts > 2, "{board} {spill_from}: it went on from {starts} layers");
        }
    }
}

#[test]
fn an_overflow_is_remembered() {
    let store = Shelf::default();
    let mut checkpoints = Checkpoints::new(Some(&store));
    assert!(checkpoints.begin::<u64>(0).unwrap().is_none());
    checkpoints.end::<u64>(&Err(Ended::Overflow)).unwrap();
    assert!(matches!(checkpoints.begin::<u64>(0), Ok(Some(Err(Ended::Overflow)))));
    assert!(checkpoints.begin::<u128>(1).unwrap().is_none());
    // A sweep that was stopped came to nothing.
    checkpoints.end::<u128>(&Err(Ended::Stopped)).unwrap();
    assert!(checkpoints.begin::<u128>(1).unwrap().is_none());
}

#[test]
fn layers_on_disk_have_the_same_states_and_numbers() {
    for (board, piece, kind) in [
        ("6x6", "knight", Kind::Open),
        ("6x7", "knight", Kind::Closed),
        ("3x3x3", "wazir", Kind::Open),
        ("torus:4x4", "knight", Kind::Open),
    ] {
        let question = question(board, piece, kind);
        let graph = question.graph();
        let order = best_order(graph, question.symmetries(), question.shape());
        let word = Word::<u64>::default();
        let wide = raw::<Portable<u64>, _>(graph, &order, kind, word, ROOMY).unwrap();
        let plan = SweepPlan::new(graph, &order, &Goal { kind, fixed: Vec::new() });
        // All layers on disk, each bucket's successors a run, or the larger ones.
        for spill_from in [0, 300_000] {
            let limits = Limits { threads: 2, spill_from, ..ROOMY };
            let store = Shelf::default();
            let mut most_runs = 0;
            let mut watch = |_: &LayerReport| {
                let names = store.names().unwrap();
                most_runs = most_runs.max(names.iter().filter(|n| n.starts_with("run-")).count());
                ControlFlow::Continue(())
            };
            let checkpoints = Checkpoints::new(Some(&store));
            let mut context = SweepContext {
                plan: &plan,
                limits,
                checkpoints,
                watch: &mut watch,
                transfers: Vec::new(),
            };
            let swept = sweep::<Portable<u64>, _>(&mut context, Word::<u64>::default()).unwrap();
            assert_eq!((swept.total, swept.profile), wide, "{board} {spill_from}");
            assert!(spill_from > 0 || most_runs > 64, "{board}: no step took several runs");
        }
    }
}

/// Hears so many beats of a sweep.
struct Hearing {
    left: usize,
    beats: Vec<Beat>,
    resumed: Option<Beat>,
}

impl Visitor<[u8]> for Hearing {
    fn solution(&mut self, _: &[u8]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn beat(&mut self, beat: Beat) -> ControlFlow<()> {
        self.beats.push(beat);
        if self.beats.len() < self.left {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
    fn resume(&mut self, beat: Beat) {
        assert!(self.beats.is_empty() && self.resumed.is_none(), "it is said once, and first");
        self.resumed = Some(beat);
    }
}

#[test]
fn a_sweep_says_from_where_it_goes_on() {
    // In a strip, wherever in its repetitions.
    for (board, kind, stops) in [("6x6", Kind::Open, 40..41), ("3x30", Kind::Closed, 20..60)] {
        for stop in stops {
            let question = question(board, "knight", kind);
            let count = FrontierCount::new(question.clone()).unwrap().threads(1);
            let count = count.checkpoint(Box::new(Shelf::default()));
            let hear = |left| {
                let mut hearing = Hearing { left, beats: Vec::new(), resumed: None };
                let result = count.run(&count.plan().units[0], &mut hearing);
                (result, hearing)
            };
            let (stopped, first) = hear(stop);
            assert!(stopped.is_err() && first.resumed.is_none(), "{board} {stop}");
            let (whole, second) = hear(usize::MAX);
            assert_eq!(whole.unwrap().weighted(), swept(&question));
            let from = second.resumed.unwrap();
            assert_eq!(from, second.beats[0], "{board} {stop}");
            let last = first.beats.last().unwrap();
            let is_within = 0.0 < from.done && from.done < 1.0 && from.nodes <= last.nodes;
            assert!(is_within, "{board} {stop}: {from:?}, {last:?}");
        }
    }
}
