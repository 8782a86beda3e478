//! The rules for every method, each a function that reports a violation.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use cavalcade::Error;
use cavalcade::engine::{Event, Observer, Outcome, Plan, Random, Shard, Stop, Tally, Unit};
use cavalcade::method::{AnyEnumeration, Job, Means, Pass};

use super::questions::MEMORY;

/// A method on a question.
pub struct Subject<'a> {
    /// Prepares the method with these means.
    pub make: &'a dyn Fn(&Means) -> Arc<dyn AnyEnumeration>,
    /// Splits it into about this number of units, if possible.
    pub split: &'a dyn Fn(usize) -> Option<Arc<dyn AnyEnumeration>>,
    /// The brute-force count.
    pub total: u64,
}

/// A violation, in words.
pub type Broken = Result<(), String>;

/// A rule with its name.
pub type Check = (&'static str, fn(&Subject<'_>, &Known) -> Broken);

/// The rules for one method on one question.
pub const CHECKS: [Check; 9] = [
    ("the plan is stable", plan_is_stable),
    ("the units sum to the oracle's count", sum_is_true),
    ("a run resumes from any finished units", resumes),
    ("any split counts the same", splits),
    ("any shards sum up", shards),
    ("a stop keeps what was finished", stops),
    ("any number of threads counts the same", threads),
    ("each unit is recounted to the same", recounts),
    ("visiting agrees with counting", visits),
];

/// Methods whose units share work, though no counts: a split changes their nodes.
const OVERLAPPING: [&str; 2] = ["halves", "colours"];

/// An uninterrupted run on one thread.
pub struct Known {
    pub plan: Plan,
    pub tally: Tally,
    pub units: BTreeMap<usize, Tally>,
}

/// Means with this number of threads.
pub fn means(threads: usize) -> Means {
    Means { threads, memory: MEMORY, ..Means::default() }
}

impl Known {
    pub fn of(subject: &Subject<'_>) -> Result<Known, String> {
        let method = (subject.make)(&means(1));
        let plan = method.plan();
        let (outcome, heard) = run(&*method, |job| job.threads = 1)?;
        check(outcome.complete, || "the run did not finish".into())?;
        Ok(Known { plan, tally: outcome.tally, units: heard.finished })
    }

    fn same(&self, what: &str, tally: &Tally) -> Broken {
        check(*tally == self.tally, || format!("{what}: {tally:?} for {:?}", self.tally))
    }
}

/// Records the units, and requests a stop after a number of them.
#[derive(Default)]
pub struct Heard {
    pub known: BTreeMap<usize, Tally>,
    pub finished: BTreeMap<usize, Tally>,
    pub stop: Option<(usize, Stop)>,
}

impl Observer for Heard {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let (unit, tally, units) = match event {
            Event::UnitKnown { unit, tally } => (unit, *tally, &mut self.known),
            Event::UnitFinished { unit, tally, .. } => (unit, *tally, &mut self.finished),
            _ => return Ok(()),
        };
        assert!(units.insert(unit.id, tally.clone()).is_none(), "{unit} is repeated");
        if let Some((_, stop)) = self.stop.as_ref().filter(|(n, _)| *n <= self.finished.len()) {
            stop.request();
        }
        Ok(())
    }
}

/// Runs a job that differs from the default.
fn run<'a>(
    method: &dyn AnyEnumeration,
    change: impl FnOnce(&mut Job<'a>),
) -> Result<(Outcome, Heard), String> {
    run_with(method, Heard::default(), change)
}

fn run_with<'a>(
    method: &dyn AnyEnumeration,
    mut heard: Heard,
    change: impl FnOnce(&mut Job<'a>),
) -> Result<(Outcome, Heard), String> {
    let mut job = Job { threads: 2, ..Job::of(method.plan()) };
    change(&mut job);
    let Job { threads, stop, plan, shard, done, pass, .. } = job;
    let observers: Vec<&mut dyn Observer> = vec![&mut heard];
    let job = Job { threads, stop, shard, done, pass, observers, ..Job::of(plan) };
    let outcome = method.execute(job).map_err(|error| error.to_string())?;
    Ok((outcome, heard))
}

fn check(kept: bool, broken: impl FnOnce() -> String) -> Broken {
    if kept { Ok(()) } else { Err(broken()) }
}

fn sum<'t>(trunk: &Tally, units: impl IntoIterator<Item = &'t Tally>) -> Tally {
    units.into_iter().fold(trunk.clone(), |mut sum, tally| {
        sum.merge(tally);
        sum
    })
}

/// The plan has the same units, weights and trunk every time and with any means.
fn plan_is_stable(subject: &Subject<'_>, known: &Known) -> Broken {
    for (place, unit) in known.plan.units.iter().enumerate() {
        check(unit.id == place, || format!("{unit} is at index {place}"))?;
    }
    let share: f64 = known.plan.units.iter().map(|unit| unit.share).sum();
    check(share < 1.0 + 1e-9, || format!("the shares add up to {share}"))?;
    let few = Means { memory: MEMORY / 4, ..means(3) };
    let same = (subject.make)(&means(1));
    for method in [same.clone(), same, (subject.make)(&few), (subject.make)(&means(8))] {
        let plan = method.plan();
        let differs = known.plan.units.iter().zip(&plan.units).find(|(one, other)| one != other);
        check(plan.units.len() == known.plan.units.len() && differs.is_none(), || {
            let count = [&known.plan, &plan].map(|plan| plan.units.len());
            format!("{count:?} units, of which differ {differs:?}")
        })?;
        check(plan.trunk == known.plan.trunk, || format!("{:?} above", plan.trunk))?;
    }
    Ok(())
}

fn sum_is_true(subject: &Subject<'_>, known: &Known) -> Broken {
    let units = sum(&known.plan.trunk, known.units.values());
    known.same("trunk and units", &units)?;
    let counted = known.tally.weighted();
    check(counted == subject.total.into(), || format!("{counted} for {}", subject.total))?;
    check(known.tally.residues() == counted.residues(), || "the residues differ".into())
}

/// A random subset of the units.
fn some(known: &Known, random: &mut Random) -> HashMap<usize, Tally> {
    let share = random.below(4);
    let drawn = known.units.iter().filter(|_| random.below(4) <= share);
    drawn.map(|(&id, tally)| (id, tally.clone())).collect()
}

fn resumes(subject: &Subject<'_>, known: &Known) -> Broken {
    let mut random = Random::new(12);
    for _ in 0..4 {
        let done = some(known, &mut random);
        let method = (subject.make)(&means(2));
        let (outcome, heard) = run(&*method, |job| job.done = done.clone())?;
        known.same("gone on", &outcome.tally)?;
        check(heard.known.len() == done.len(), || "units that were done are run".into())?;
        each_is(known, &heard.finished)?;
        let all = heard.known.len() + heard.finished.len();
        check(outcome.complete && all == known.units.len(), || format!("{all} units in all"))?;
    }
    Ok(())
}

/// Each of these units has its usual tally.
fn each_is(known: &Known, units: &BTreeMap<usize, Tally>) -> Broken {
    let differs = units.iter().find(|(id, tally)| known.units.get(id) != Some(tally));
    check(differs.is_none(), || format!("unit {differs:?}"))
}

fn splits(subject: &Subject<'_>, known: &Known) -> Broken {
    for units in [1, 2, 7, 60] {
        let Some(method) = (subject.split)(units) else { return Ok(()) };
        let (outcome, _) = run(&*method, |_| ())?;
        if OVERLAPPING.contains(&method.method()) {
            let (tally, whole) = (&outcome.tally, &known.tally);
            let same = tally.found() == whole.found();
            check(same, || format!("split into {units}: {tally:?} for {whole:?}"))?;
        } else {
            known.same(&format!("split into {units}"), &outcome.tally)?;
        }
        let again = (subject.split)(units).ok_or("it splits but once")?;
        check(again.plan().units == method.plan().units, || format!("{units}: other units"))?;
    }
    Ok(())
}

fn shards(subject: &Subject<'_>, known: &Known) -> Broken {
    let method = (subject.make)(&means(2));
    for of in [2, 3, 7] {
        let mut all = BTreeMap::new();
        for shard in (0..of).filter_map(|index| Shard::new(index, of)) {
            let (outcome, heard) = run(&*method, |job| job.shard = shard)?;
            let total = sum(&known.plan.trunk, heard.finished.values());
            check(outcome.tally == total, || format!("shard {shard}: {:?}", outcome.tally))?;
            all.extend(heard.finished);
        }
        each_is(known, &all)?;
        check(all.len() == known.units.len(), || format!("{} units in {of} shards", all.len()))?;
    }
    Ok(())
}

/// Stops before the run, and in its middle from an observer.
fn stops(subject: &Subject<'_>, known: &Known) -> Broken {
    for after in [0, 1, known.plan.units.len() / 2] {
        let method = (subject.make)(&means(2));
        let stop = Stop::new();
        if after == 0 {
            stop.request();
        }
        let progress = Heard { stop: Some((after.max(1), stop.clone())), ..Heard::default() };
        let (outcome, heard) = run_with(&*method, progress, |job| job.stop = stop)?;
        let finished = heard.finished.len();
        check(after > 0 || finished == 0, || format!("{finished} units after the stop"))?;
        check(outcome.finished == finished, || format!("{} units kept", outcome.finished))?;
        let complete = finished == known.plan.units.len();
        check(outcome.complete == complete, || format!("complete: {}", outcome.complete))?;
        let total = sum(&known.plan.trunk, heard.finished.values());
        check(outcome.tally == total, || format!("{:?} kept", outcome.tally))?;
        each_is(known, &heard.finished)?;
        let done = heard.finished.into_iter().collect();
        let (outcome, _) = run(&*(subject.make)(&means(2)), |job| job.done = done)?;
        known.same("resumed after a stop", &outcome.tally)?;
    }
    Ok(())
}

fn threads(subject: &Subject<'_>, known: &Known) -> Broken {
    for threads in 2..=8 {
        let method = (subject.make)(&means(threads));
        let (outcome, heard) = run(&*method, |job| job.threads = threads)?;
        known.same(&format!("{threads} threads"), &outcome.tally)?;
        each_is(known, &heard.finished)?;
    }
    Ok(())
}

/// The counts by weight agree; the nodes may differ.
fn recounts(subject: &Subject<'_>, known: &Known) -> Broken {
    let method = (subject.make)(&means(2));
    let (_, heard) = run(&*method, |job| job.pass = Pass::Recount)?;
    by_weight(known, &heard)?;
    let exact = method.other_way().is_some() || heard.finished == known.units;
    check(exact, || "the same way has other nodes".into())
}

fn visits(subject: &Subject<'_>, known: &Known) -> Broken {
    let (_, heard) = run(&*(subject.make)(&means(2)), |job| job.pass = Pass::Visit)?;
    by_weight(known, &heard)
}

fn by_weight(known: &Known, heard: &Heard) -> Broken {
    check(heard.finished.len() == known.units.len(), || "units are missing".into())?;
    for (id, tally) in &heard.finished {
        let unit: &Unit = &known.plan.units[*id];
        let (found, expected) = (tally.found(), known.units[id].found());
        check(found == expected, || format!("unit {unit}: {found:?} for {expected:?}"))?;
    }
    Ok(())
}

/// A question, its meaning, and its name.
pub struct Named {
    pub asked: String,
    /// What may be combined: the question, its units and their counts. Options that change none of
    /// these need not change the name.
    pub meaning: String,
    pub name: String,
}

/// Different meanings have different names, and the same meaning has the same name.
pub fn names_tell_apart(entries: &[Named]) -> Broken {
    let (mut meant, mut named) = (HashMap::<&str, &Named>::new(), HashMap::<&str, &Named>::new());
    for entry in entries {
        let Named { asked, meaning, name } = entry;
        let other = meant.insert(name, entry).filter(|other| other.meaning != *meaning);
        let other = other.map(|other| &other.asked);
        check(other.is_none(), || format!("{asked} and {other:?} are both called {name}"))?;
        let other = named.insert(asked, entry).filter(|other| other.name != *name);
        let other = other.map(|other| &other.name);
        check(other.is_none(), || format!("{asked} is called {name} and {other:?}"))?;
    }
    Ok(())
}
