//! Tests that the checks can fail: an enumeration with one deliberate defect at a time, each caught
//! by its check.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cavalcade::engine::{Beat, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor};
use cavalcade::method::{AnyEnumeration, Means};

use super::checks::{CHECKS, Known, Named, Subject, names_tell_apart};

/// A deliberate defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Defect {
    None,
    /// Every plan begins with another unit.
    PlanChanges,
    /// The plan has more units for more threads.
    PlanHearsOfThreads,
    /// A weight differs from plan to plan.
    WeightChanges,
    /// A unit counts one solution more.
    OneMore,
    /// The trunk is left out of the plan.
    NoTrunk,
    /// A unit does not count what earlier units counted.
    UnitsDepend,
    /// More threads find more.
    CountsThreads,
    /// More threads visit more nodes.
    NodesOfThreads,
    /// Finer units lose a solution.
    SplitLoses,
    /// Finer units forget what was visited above them.
    SplitForgetsNodes,
    /// The recount of one unit differs.
    RecountDiffers,
    /// Solutions are visited twice.
    VisitsTwice,
    /// The fingerprint lacks the board.
    FingerprintForgetsBoard,
    /// The fingerprint changes each time.
    FingerprintChanges,
}

/// The numbers below `size`, grouped by their last digit in base `units`.
struct Numbers {
    size: u64,
    units: usize,
    threads: usize,
    defect: Defect,
    /// A counter of calls that should not matter.
    times: Arc<AtomicUsize>,
}

impl Numbers {
    fn new(size: u64, units: usize, threads: usize, defect: Defect) -> Numbers {
        Numbers { size, units, threads, defect, times: Arc::default() }
    }

    fn is(&self, defect: Defect) -> bool {
        self.defect == defect
    }

    fn time(&self) -> usize {
        self.times.fetch_add(1, Ordering::Relaxed)
    }

    fn solutions(&self, unit: &Unit) -> u64 {
        let (first, units) = (u64::from(unit.path[0]), self.units as u64);
        (self.size + units - 1 - first) / units
    }
}

impl Enumeration for Numbers {
    type Solution = u64;

    fn method(&self) -> &'static str {
        "numbers"
    }

    fn fingerprint(&self) -> String {
        match self.defect {
            Defect::FingerprintForgetsBoard => "numbers".into(),
            Defect::FingerprintChanges => format!("numbers below {}, {}", self.size, self.time()),
            _ => format!("numbers below {}, {} units", self.size, self.units),
        }
    }

    fn plan(&self) -> Plan {
        let time = self.time();
        let more = if self.is(Defect::PlanHearsOfThreads) { self.threads } else { 0 };
        let unit = |id: usize| {
            let turn = if self.is(Defect::PlanChanges) { id + time } else { id };
            let weight = if self.is(Defect::WeightChanges) { 1 + time as u64 } else { 1 };
            let path = vec![(turn % self.units) as u32];
            Unit { id, path, weight, share: 0.5 / self.units as f64 }
        };
        let mut trunk = Tally::default();
        if !self.is(Defect::SplitForgetsNodes) {
            trunk.enter(0, 1000 - self.units as u64);
        }
        if !self.is(Defect::NoTrunk) {
            trunk.find(1, 2u64);
        }
        let units = (0..self.units + more).map(unit).collect();
        Plan { units, trunk }
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<u64>) -> Result<Tally, Halt> {
        fn looks<V: Visitor<u64>>(_: &V) -> bool {
            V::NEEDS_SOLUTIONS
        }
        let mut tally = Tally::default();
        let (mut found, mut nodes) = (self.solutions(unit), 1);
        for solution in 0..found {
            Halt::on_break(visitor.solution(&solution))?;
        }
        Halt::on_break(visitor.beat(Beat::default()))?;
        let last = unit.id + 1 == self.units;
        match self.defect {
            Defect::OneMore if last => found += 1,
            Defect::UnitsDepend if last => found += self.time() as u64,
            Defect::CountsThreads if last && self.threads > 5 => found += 1,
            Defect::NodesOfThreads => nodes += (self.threads as u64) / 4,
            Defect::SplitLoses if last && self.units > 20 => found -= 1,
            Defect::VisitsTwice if looks(visitor) => found *= 2,
            _ => {}
        }
        tally.find(1, found);
        tally.enter(0, nodes);
        Ok(tally)
    }

    fn other_way(&self) -> Option<&'static str> {
        self.is(Defect::RecountDiffers).then_some("backwards")
    }

    fn recount(&self, unit: &Unit, visitor: &mut impl Visitor<u64>) -> Result<Tally, Halt> {
        let mut tally = self.run(unit, visitor)?;
        if self.is(Defect::RecountDiffers) && unit.id == 3 {
            tally.find(1, 1u64);
        }
        Ok(tally)
    }

    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        1000.0
    }
}

/// The names of the checks that fail.
fn broken(defect: Defect) -> Vec<&'static str> {
    // Prepared once and shared, as a method may cache results.
    let times = Arc::new(AtomicUsize::new(0));
    let numbers = |units, threads| -> Arc<dyn AnyEnumeration> {
        Arc::new(Numbers { times: times.clone(), ..Numbers::new(48, units, threads, defect) })
    };
    let make = |means: &Means| numbers(10, means.threads);
    let split = |units: usize| Some(numbers(units, 2));
    let subject = Subject { make: &make, split: &split, total: 50 };
    let known = Known::of(&subject).unwrap();
    let fails = |(_, check): &&super::checks::Check| check(&subject, &known).is_err();
    CHECKS.iter().filter(fails).map(|(name, _)| *name).collect()
}

#[test]
fn a_correct_enumeration_passes_all_checks() {
    assert_eq!(broken(Defect::None), [""; 0]);
}

#[test]
fn each_defect_is_caught_by_its_check() {
    for (defect, check) in [
        (Defect::PlanChanges, "the plan is stable"),
        (Defect::PlanHearsOfThreads, "the plan is stable"),
        (Defect::WeightChanges, "the plan is stable"),
        (Defect::OneMore, "the units sum to the oracle's count"),
        (Defect::NoTrunk, "the units sum to the oracle's count"),
        (Defect::UnitsDepend, "a run resumes from any finished units"),
        (Defect::UnitsDepend, "a stop keeps what was finished"),
        (Defect::CountsThreads, "any number of threads counts the same"),
        (Defect::NodesOfThreads, "any number of threads counts the same"),
        (Defect::SplitLoses, "any split counts the same"),
        (Defect::SplitForgetsNodes, "any split counts the same"),
        (Defect::RecountDiffers, "each unit is recounted to the same"),
        (Defect::VisitsTwice, "visiting agrees with counting"),
    ] {
        assert!(broken(defect).contains(&check), "{defect:?} broke {:?}", broken(defect));
    }
    // These defects violate exactly one rule.
    for (defect, only) in [
        (Defect::SplitLoses, "any split counts the same"),
        (Defect::RecountDiffers, "each unit is recounted to the same"),
        (Defect::VisitsTwice, "visiting agrees with counting"),
        (Defect::CountsThreads, "any number of threads counts the same"),
    ] {
        assert_eq!(broken(defect), [only], "{defect:?}");
    }
}

#[test]
fn fingerprints_that_forget_or_change_are_caught() {
    let names = |defect: Defect| -> Vec<Named> {
        let numbers = [8, 9].map(|size| Numbers::new(size, 2, 1, defect));
        let named = |n: &Numbers| Named {
            asked: n.size.to_string(),
            meaning: n.size.to_string(),
            name: Enumeration::fingerprint(n),
        };
        numbers.iter().chain(&numbers).map(named).collect()
    };
    names_tell_apart(&names(Defect::None)).unwrap();
    let forgets = names_tell_apart(&names(Defect::FingerprintForgetsBoard)).unwrap_err();
    assert!(forgets.contains("both called"), "{forgets}");
    let changes = names_tell_apart(&names(Defect::FingerprintChanges)).unwrap_err();
    assert!(changes.contains("is called"), "{changes}");
}
