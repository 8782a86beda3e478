//! Queens on a torus by lines: in parts, and recounted.

use cavalcade::engine::{Enumeration, Random, Silent, Tally, estimated_nodes};
use cavalcade::queens::TorusCount;

use crate::support::{cavalcade, scratch, tally};

fn torus(side: usize) -> TorusCount {
    TorusCount::new(side).unwrap()
}

/// OEIS A007705, A053994.
#[test]
fn published_totals_of_the_torus() {
    for (side, all, classes) in [(1, 1, 1), (9, 0, 0), (17, 140_692, 97), (19, 820_496, 354)] {
        let tally = tally(&torus(side), 2);
        assert_eq!((tally.weighted(), tally.visited()), (u64::into(all), u64::into(classes)));
    }
    assert!(TorusCount::new(32).is_err());
}

#[test]
fn units_and_threads_change_no_total() {
    let whole = tally(&torus(17), 1);
    assert_eq!(tally(&torus(17), 5), whole);
    let mut before = 0;
    for units in [1, 40, 400] {
        let split = torus(17).split(units);
        let plan = split.plan();
        assert!(plan.units.len() > before && plan.units.len() >= units.min(600), "{units}");
        before = plan.units.len();
        let share: f64 = plan.units.iter().map(|unit| unit.share).sum();
        assert!(share <= 1.0 + 1e-9, "{units}: {share}");
        assert_eq!(tally(&split, 2), whole, "{units}");
    }
}

/// Runs and recounts each unit: the placements by weight agree.
#[test]
fn torus_units_agree_with_their_recount() {
    for side in [5, 13, 17] {
        let method = torus(side).split(100);
        let mut sum = Tally::default();
        for unit in &method.plan().units {
            let run = method.run(unit, &mut Silent).unwrap();
            let again = method.recount(unit, &mut Silent).unwrap();
            assert_eq!(run.found(), again.found(), "{side} queens, {unit}");
            sum.merge(&again);
        }
        sum.merge(&method.plan().trunk);
        assert_eq!(sum.weighted(), tally(&method, 2).weighted(), "{side}");
    }
    let method = torus(23).split(2000);
    let plan = method.plan();
    let mut random = Random::new(23);
    for _ in 0..3 {
        let unit = &plan.units[random.below(plan.units.len())];
        let run = method.run(unit, &mut Silent).unwrap();
        let again = method.recount(unit, &mut Silent).unwrap();
        assert_eq!(run.found(), again.found(), "23 queens, {unit}");
    }
}

#[test]
fn torus_nodes_are_estimated() {
    for side in [13, 17, 19] {
        let (predicted, seen) =
            (estimated_nodes(&torus(side), 200), tally(&torus(side), 2).nodes());
        let ratio = predicted / seen as f64;
        assert!((0.5..2.0).contains(&ratio), "{side}: {predicted} predicted, {seen} seen");
    }
}

#[test]
fn a_torus_journal_is_resumed_and_rechecked() {
    let folder = scratch();
    let run = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let output = cavalcade(&words, folder.path());
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        text
    };
    for shard in ["0/2", "1/2"] {
        run(&format!(
            "queens 17 --torus --split 100 --shard {shard} --journal j{} -q",
            &shard[..1]
        ));
    }
    let all = run("merge j0 j1 -q");
    assert!(all.contains("all 140,692\n  fundamental 97\n"), "{all}");
    run("recheck j0 -q");
}
