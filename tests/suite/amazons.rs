//! Amazons by quadrants: published counts, split runs, and the command line.

use cavalcade::engine::{Enumeration, Silent, Tally};
use cavalcade::queens::QuadrantCount;

use crate::support::{cavalcade, scratch, tally};

fn amazons(side: usize) -> QuadrantCount {
    QuadrantCount::new(side).unwrap().with_amazons()
}

#[test]
fn amazon_counts_agree_with_published_ones() {
    // OEIS A051223.
    for (side, all) in [(12, 156), (13, 1876), (16, 202_900), (17, 1_330_622), (18, 8_924_976)] {
        assert_eq!(tally(&amazons(side), 2).weighted(), u64::into(all), "{side} amazons");
    }
}

#[test]
fn amazon_units_sum_to_the_total() {
    for side in [14, 15] {
        let count = amazons(side);
        let plan = count.plan();
        assert!(plan.units.len() > 20);
        let mut sum = Tally::default();
        plan.units.iter().rev().for_each(|unit| sum.merge(&count.run(unit, &mut Silent).unwrap()));
        assert_eq!(sum, tally(&count, 2), "{side} amazons");
    }
}

#[test]
fn queens_and_amazons_have_different_fingerprints() {
    let queens = QuadrantCount::new(14).unwrap();
    assert_eq!(queens.fingerprint(), "queens 14x14, quadrants, batches of 64");
    assert_eq!(amazons(14).fingerprint(), "amazons 14x14, quadrants, batches of 64");
    assert!(amazons(14).memory(1) < queens.memory(1));
}

#[test]
fn both_methods_print_the_same_line() {
    for side in ["12", "15", "16"] {
        let by = |method| {
            let line = ["queens", side, "--piece", "amazon", "--method", method, "-q"];
            let output = cavalcade(&line, scratch().path());
            assert!(output.status.success(), "{line:?}");
            String::from_utf8(output.stdout).unwrap()
        };
        let quadrants = by("quadrants");
        assert_eq!(quadrants, by("search"));
        assert!(quadrants.contains("agrees with OEIS"), "{quadrants}");
    }
}
