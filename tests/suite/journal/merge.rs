//! Merging records: equal, different, missing.

use std::path::Path;

use cavalcade::Error;
use cavalcade::engine::{Enumeration, Silent};
use cavalcade::journal::{Merge, ranges, replay};

use super::{header, queens, sealed};
use crate::support::tally;

#[test]
fn records_that_differ_are_named_with_both_places() {
    let search = queens(8);
    let plan = search.plan();
    let (_folder, path, bytes) = sealed(&search);
    let header = header(&search, &plan);
    let honest = replay(&bytes, &path, Some(&header)).unwrap();
    let mut merge = Merge::new(&plan);
    merge.add(Path::new("a"), &honest).unwrap();
    merge.add(Path::new("b"), &honest).unwrap();
    assert_eq!(merge.confirmed(), plan.units.len());
    assert_eq!(merge.total().unwrap(), tally(&search, 1));
    let mut lying = honest.clone();
    lying.records[3].record.tally.find(8, 1u64);
    let error = merge.add(Path::new("c"), &lying).unwrap_err();
    assert!(matches!(error, Error::JournalConflict { .. }));
    let text = error.to_string();
    assert!(text.contains("a line 6") && text.contains("c line 6"), "{text}");
    assert!(text.contains("process 1 on here"), "{text}");
    // Different nodes suffice: the same program visits the same tree.
    let mut lying = honest.clone();
    lying.records[3].record.tally.enter(5, 1);
    assert!(matches!(merge.add(Path::new("c"), &lying), Err(Error::JournalConflict { .. })));
    // A record of a unit that is not in the plan, or has another weight there.
    for wrong in [(999, 1), (0, 2)] {
        let mut lying = honest.clone();
        (lying.records[3].record.unit, lying.records[3].record.weight) = wrong;
        let error = Merge::new(&plan).add(Path::new("c"), &lying).unwrap_err().to_string();
        assert!(error.contains("line 6"), "{error}");
    }
}

#[test]
fn missing_units_are_listed_and_the_others_summed() {
    let search = queens(8);
    let plan = search.plan();
    let (_folder, path, bytes) = sealed(&search);
    let mut replay = replay(&bytes, &path, None).unwrap();
    replay.records.retain(|told| ![3, 4, 5, 9].contains(&told.record.unit));
    let mut merge = Merge::new(&plan);
    merge.add(&path, &replay).unwrap();
    assert_eq!(ranges(&merge.missing()), "3-5,9");
    let mut expected = plan.trunk.clone();
    for unit in plan.units.iter().filter(|unit| ![3, 4, 5, 9].contains(&unit.id)) {
        expected.merge(&search.run(unit, &mut Silent).unwrap());
    }
    assert_eq!(merge.total().unwrap(), expected);
}
