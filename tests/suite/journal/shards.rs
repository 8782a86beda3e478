//! One search divided over threads, shards and attempts, and around a unit that panics.

use cavalcade::Error;
use cavalcade::engine::{
    Enumeration, Halt, Plan, Random, Run, Shard, Silent, Tally, Unit, Visitor,
};
use cavalcade::journal::{Merge, Opened, attempts, open_shard, replay};
use cavalcade::method::Vectors;
use cavalcade::queens::QuadrantCount;
use cavalcade::tours::{FrontierCount, Kind};

use super::{author, header, open, queens, resumed, tours};
use crate::support::{scratch, tally};

#[test]
fn shards_threads_and_attempts_change_no_tally() {
    let search = tours("5x6", Kind::Closed);
    let plan = search.plan();
    let header = header(&search, &plan);
    let whole = tally(&search, 1);
    for of in [1, 2, 7, 100] {
        let folder = tempfile::tempdir().unwrap();
        for index in 0..of {
            let shard = Shard::new(index, of).unwrap();
            // Twice: the second attempt finds everything done and writes nothing.
            for attempt in 0..2 {
                let method = search.method();
                let Opened { mut journal, done, .. } =
                    open_shard(folder.path(), &header, &plan, method, &author(shard), false)
                        .unwrap();
                let run = Run::new(&search).shard(shard).threads(1 + index % 8).done(done);
                let outcome = match &mut journal {
                    Some(journal) => run.observe(journal).execute().unwrap(),
                    None => run.execute().unwrap(),
                };
                assert!(outcome.complete);
                assert!(attempt == 0 || journal.is_none(), "shard {shard} was done twice");
            }
        }
        let mut merge = Merge::new(&plan);
        for path in attempts(folder.path(), None).unwrap() {
            assert_eq!(path.extension().unwrap(), "journal", "all are sealed");
            let bytes = std::fs::read(&path).unwrap();
            merge.add(&path, &replay(&bytes, &path, Some(&header)).unwrap()).unwrap();
        }
        assert_eq!((merge.missing().len(), merge.confirmed()), (0, 0));
        assert_eq!(merge.total().unwrap(), whole, "{of} shards");
        for (record, _) in merge.records() {
            let unit = &plan.units[record.unit];
            assert_eq!(record.tally, search.run(unit, &mut Silent).unwrap(), "{unit}");
        }
    }
}

/// The unit lines of a journal, without author and times.
fn units(path: &std::path::Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let units = text.lines().filter(|line| line.starts_with("unit\t"));
    let mut units: Vec<_> =
        units.map(|line| line.split('\t').take(8).collect::<Vec<_>>().join(" ")).collect();
    units.sort();
    units
}

/// The journal of a run, record by record.
fn journal(search: &impl Enumeration, threads: usize) -> Vec<String> {
    let folder = scratch();
    let path = folder.path().join("j");
    let Opened { mut journal, done, .. } = open(&path, search, false).unwrap();
    let run = Run::new(search).threads(threads).done(done).observe(journal.as_mut().unwrap());
    assert!(run.execute().unwrap().complete);
    units(&path)
}

#[test]
fn journals_are_equal_for_every_number_of_threads() {
    fn assert_alike(search: &impl Enumeration) {
        let alone = journal(search, 1);
        assert_eq!(alone.len(), search.plan().units.len());
        for threads in 2..=8 {
            assert_eq!(journal(search, threads), alone, "{threads} threads");
        }
    }
    assert_alike(&queens(10));
    assert_alike(&queens(10).split(1000));
    assert_alike(&tours("5x6", Kind::Closed));
    assert_alike(&tours("5x5", Kind::Open));
    assert_alike(&QuadrantCount::new(13).unwrap());
}

#[test]
fn journals_are_equal_with_and_without_vectors() {
    for side in [12, 13] {
        let of = |vectors| journal(&QuadrantCount::new(side).unwrap().vectors(vectors), 2);
        let native = of(Vectors::Native);
        assert!(native.len() > 1, "{} units", native.len());
        assert_eq!(of(Vectors::Narrow), native);
        assert_eq!(of(Vectors::None), native);
    }
    // A sweep has one unit, and its states do not depend on the instructions.
    let sweep = || FrontierCount::new(tours("6x6", Kind::Closed).question().clone()).unwrap();
    assert_eq!(journal(&sweep().portable(), 1), journal(&sweep(), 1));
}

#[test]
fn concurrent_attempts_have_separate_files() {
    let search = queens(8);
    let plan = search.plan();
    let header = header(&search, &plan);
    let folder = tempfile::tempdir().unwrap();
    let shard = Shard::new(1, 3).unwrap();
    let open =
        || open_shard(folder.path(), &header, &plan, "search", &author(shard), false).unwrap();
    let (mut first, mut second) = (open(), open());
    for opened in [&mut first, &mut second] {
        assert!(opened.done.is_empty());
        let journal = opened.journal.as_mut().unwrap();
        Run::new(&search).shard(shard).observe(journal).execute().unwrap();
    }
    let paths = attempts(folder.path(), Some(shard)).unwrap();
    assert_eq!(paths.len(), 2);
    let mut merge = Merge::new(&plan);
    for path in paths {
        let bytes = std::fs::read(&path).unwrap();
        merge.add(&path, &replay(&bytes, &path, Some(&header)).unwrap()).unwrap();
    }
    let units = plan.units.iter().filter(|unit| shard.has(unit.id)).count();
    assert_eq!((merge.confirmed(), merge.records().count()), (units, units));
}

/// Unit 5 panics on request; every other unit counts its number.
struct Fragile(bool);

impl Enumeration for Fragile {
    type Solution = ();

    fn method(&self) -> &'static str {
        "fragile"
    }
    fn fingerprint(&self) -> String {
        "fragile".into()
    }
    fn plan(&self) -> Plan {
        let unit = |id| Unit { id, path: vec![id as u32], weight: 1, share: 0.05 };
        Plan { units: (0..20).map(unit).collect(), trunk: Tally::default() }
    }
    fn run(&self, unit: &Unit, _: &mut impl Visitor<()>) -> Result<Tally, Halt> {
        assert!(!self.0 || unit.id != 5, "as told");
        let mut tally = Tally::default();
        tally.find(1, unit.id as u64);
        Ok(tally)
    }
    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        20.0
    }
}

#[test]
fn a_panic_loses_one_unit_and_names_it() {
    let folder = scratch();
    let path = folder.path().join("j");
    let error = resumed(&path, &Fragile(true), false).unwrap_err();
    assert!(matches!(error, Error::UnitPanicked { id: 5, .. }), "{error}");
    let (total, known) = resumed(&path, &Fragile(false), false).unwrap();
    assert_eq!((total.weighted().to_string(), known), ("190".into(), 19));
}
