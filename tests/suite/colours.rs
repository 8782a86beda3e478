//! Queens by colours compared with the quadrants, in parts, and recounted.

use cavalcade::engine::{Enumeration, Random, Silent, Tally};
use cavalcade::queens::{ColourCount, QuadrantCount};

use crate::support::tally;

fn colours(side: usize) -> ColourCount {
    ColourCount::new(side).unwrap()
}

#[test]
fn colours_and_quadrants_count_alike() {
    for side in 6..=13 {
        let quadrants = tally(&QuadrantCount::new(side).unwrap(), 2);
        assert_eq!(tally(&colours(side), 2).weighted(), quadrants.weighted(), "{side} queens");
    }
}

#[test]
fn threads_change_no_tally() {
    let whole = tally(&colours(11), 1);
    for threads in 2..=8 {
        assert_eq!(tally(&colours(11), threads), whole, "{threads} threads");
    }
}

/// Runs and recounts each unit: the placements by weight agree.
fn recounted(side: usize, units: usize) {
    let method = colours(side);
    let plan = method.plan();
    let mut random = Random::new(side as u64);
    for _ in 0..units {
        let unit = &plan.units[random.below(plan.units.len())];
        let run = method.run(unit, &mut Silent).unwrap();
        let again = method.recount(unit, &mut Silent).unwrap();
        assert_eq!(run.found(), again.found(), "{side} queens, {unit}");
    }
}

#[test]
fn colour_units_agree_with_their_recount() {
    recounted(12, 6);
    recounted(13, 6);
}

#[test]
fn colour_plans_are_fast_for_every_side() {
    for side in [6, 7, 24, 25] {
        let plan = colours(side).plan();
        let share: f64 = plan.units.iter().map(|unit| unit.share).sum();
        assert!((share - 1.0).abs() < 1e-6 && plan.trunk == Tally::default(), "{side} queens");
    }
    for side in [5, 33] {
        assert!(ColourCount::new(side).is_err(), "{side} queens");
    }
}

/// `cargo test --release --test suite -- --ignored colours`: a few minutes.
#[test]
#[ignore = "takes minutes: cargo test --release --test suite -- --ignored colours"]
fn colours_agree_with_quadrants_up_to_twenty_and_with_themselves_beyond() {
    for side in 14..=20 {
        let quadrants = tally(&QuadrantCount::new(side).unwrap(), 2);
        assert_eq!(tally(&colours(side), 2).weighted(), quadrants.weighted(), "{side} queens");
    }
    recounted(17, 4);
    recounted(20, 2);
}
