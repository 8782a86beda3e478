//! `Prepared`: a question with its prepared method, ready to run.

use std::ops::Range;
use std::time::Duration;

use super::answer::Answer;
use super::journals::TIMES;
use super::keep::{Place, author, header, shards_left};
use super::methods::cost;
use super::subject::Subject;
use crate::convention::Convention;
use crate::count::Count;
use crate::engine::{Event, Observer, Outcome, Plan, Progress, Random, Shard, Tally};
use crate::error::{Error, Shortage};
use crate::journal::{Damage, Opened, Terms};
use crate::method::{Choice, Cost, Job, Means, Pass, Ready};
use crate::question::Question;
use crate::tours::{Classes, Kind, Sorted, StartTable, TourQuestion, classes, search_of};
use crate::walks::WalkTransfer;

/// A question with its prepared method.
#[derive(Debug)]
#[must_use = "nothing is counted before run"]
pub struct Prepared {
    pub(super) question: Question,
    pub(super) subject: Subject,
    pub(super) stage: Stage,
    pub(super) choice: Choice,
    pub(super) means: Means,
    pub(super) shard: Shard,
    pub(super) pass: Pass,
    pub(super) by_start: bool,
    pub(super) place: Option<Place>,
    pub(super) salvage: bool,
    pub(super) lockless: bool,
}

/// The prepared method, or the reason why there is nothing to count.
#[derive(Debug)]
pub(super) enum Stage {
    /// There can be no solution, for this reason.
    Obstacle(String),
    Ready(Ready),
}

/// Receives repairs of a journal.
pub type OnRepairs<'a> = Box<dyn FnMut(&Repairs) + 'a>;

/// The observers of a run.
#[derive(Default)]
#[non_exhaustive]
pub struct Watch<'a> {
    /// Counters that other threads read.
    pub progress: Option<&'a Progress>,
    /// Receive each unit.
    pub observers: Vec<&'a mut dyn Observer>,
    /// Receives the repairs of a journal before it is continued.
    pub repairs: Option<OnRepairs<'a>>,
}

/// Repairs of a journal.
#[derive(Debug)]
#[non_exhaustive]
pub struct Repairs {
    /// The bytes of an incomplete last line that were cut off.
    pub cut: usize,
    /// The damaged lines that were skipped.
    pub salvaged: Vec<Damage>,
}

/// The result of a run of units.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Units {
    /// Solutions and nodes of the counted units, including earlier runs.
    pub tally: Tally,
    /// The units of the shard.
    pub units: usize,
    /// The nodes of this run.
    pub run_nodes: u64,
    /// From the first unit's start to the last one's end.
    pub took: Duration,
    /// The time of all threads of all runs.
    pub thread_time: Duration,
}

impl Prepared {
    /// The question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The proof that there is no solution, if one is known. Then nothing runs.
    pub fn obstacle(&self) -> Option<&str> {
        match &self.stage {
            Stage::Obstacle(reason) => Some(reason),
            Stage::Ready(_) => None,
        }
    }

    /// The method and its options.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// The threads that run its units: fewer than allowed if memory is short.
    pub fn threads(&self) -> usize {
        self.means.threads
    }

    /// The units, unless there is too little memory for them.
    pub(super) fn planned(&self, ready: &Ready) -> Result<Plan, Error> {
        let free = self.means.memory;
        let refused = |needed: u64| {
            let what = format!("the units of {}", self.question.label().board);
            Error::from(Shortage::Least { what, needed, free })
        };
        let split = self.choice.units("split")?.unwrap_or(0);
        let least = Plan::least_bytes(split);
        // A small tree has fewer units than requested.
        if least > free && self.cost()?.work > (split * TIMES) as f64 {
            return Err(refused(least));
        }
        let plan = ready.enumeration.plan();
        if plan.bytes() > free { Err(refused(plan.bytes())) } else { Ok(plan) }
    }

    /// The predicted cost of the method.
    ///
    /// # Errors
    /// If the cost cannot be predicted.
    pub fn cost(&self) -> Result<Cost, Error> {
        let of_units = match &self.stage {
            Stage::Ready(ready) => ready.cost(),
            Stage::Obstacle(_) => None,
        };
        of_units.unwrap_or_else(|| cost(&self.subject, self.choice.name(), &self.means))
    }

    /// The units; none if a proof shows that there is no solution.
    pub fn plan(&self) -> Plan {
        match &self.stage {
            Stage::Obstacle(_) => Plan::default(),
            Stage::Ready(ready) => ready.enumeration.plan(),
        }
    }

    /// A function for any thread that estimates the nodes by this number of random descents.
    pub fn estimator(&self) -> impl Fn(u32) -> f64 + Send + use<> {
        let enumeration = match &self.stage {
            Stage::Obstacle(_) => None,
            Stage::Ready(ready) => Some(ready.enumeration.clone()),
        };
        // The same descents as in every other estimate.
        move |probes| {
            let probe = |e: &std::sync::Arc<dyn crate::method::AnyEnumeration>| {
                e.probe(probes.max(1), &mut Random::new(1975))
            };
            enumeration.as_ref().map_or(0.0, probe)
        }
    }

    /// Counts every unit. Returns the answer.
    ///
    /// # Errors
    /// As [`Solve::run`](super::Solve::run).
    pub fn run(&self, watch: Watch<'_>) -> Result<Answer, Error> {
        let ready = match &self.stage {
            Stage::Obstacle(reason) => return self.none(reason),
            Stage::Ready(ready) => ready,
        };
        if self.sweeps_starts().is_some() {
            let count =
                |part: &Question| part.solve().method(self.choice.clone()).means(&self.means).run();
            return self.question.by_start(count);
        }
        let mut starts = match &self.subject {
            Subject::Tours(tours) if self.by_start => {
                Some(StartTable::of(&search_of(tours, &self.choice)?))
            }
            _ => None,
        };
        let units = self.count(ready, watch, starts.as_mut())?;
        let counts = ready.conclude(&units.tally, &self.means)?;
        let mut answer = Answer::of(self.question.clone(), counts, ready.enumeration.method());
        answer.nodes = units.tally.nodes();
        answer.run_nodes = units.run_nodes;
        answer.seconds = units.took.as_secs_f64();
        answer.thread_seconds = units.thread_time.as_secs_f64();
        answer.threads = self.means.threads;
        answer.by_start = starts.map(|starts| starts.table());
        answer.histogram = Sorted::of(&self.choice, &answer.counts, &units.tally);
        if let (Subject::Walks(walks), true) = (&self.subject, self.by_start) {
            answer.by_start = Some(WalkTransfer::new(walks.clone())?.by_start());
        }
        self.sort(answer)
    }

    /// Counts the units of the shard, whose sum is not an answer.
    pub fn run_shard(&self, watch: Watch<'_>) -> Result<Units, Error> {
        match &self.stage {
            Stage::Obstacle(_) => unreachable!("a shard is searched whatever is clear"),
            Stage::Ready(ready) => self.count(ready, watch, None),
        }
    }

    /// The shards of `of`, in order, that still have units to run, according to the journals in
    /// their folder. Writes nothing.
    ///
    /// # Errors
    /// [`Error::JournalForeign`] if the journals belong to another question; as
    /// [`Journals::merge`](super::Journals::merge).
    pub fn shards_left(&self) -> Result<Vec<Range<usize>>, Error> {
        let Stage::Ready(ready) = &self.stage else {
            unreachable!("a shard is searched whatever is clear")
        };
        let plan = ready.enumeration.plan();
        let header = header(&self.question, &self.choice, &*ready.enumeration, &plan);
        let Some(Place::Shards(folder)) = &self.place else { return Ok(Vec::new()) };
        shards_left(folder, &header, &plan, self.shard.of(), self.salvage)
    }

    fn count(
        &self,
        ready: &Ready,
        mut watch: Watch<'_>,
        starts: Option<&mut StartTable>,
    ) -> Result<Units, Error> {
        let enumeration = &*ready.enumeration;
        let plan = self.planned(ready)?;
        let mut opened = Opened::new(None);
        if let Some(place) = &self.place {
            let header = header(&self.question, &self.choice, enumeration, &plan);
            let author = author(self.means.threads, self.shard);
            let terms = Terms { salvage: self.salvage, lockless: self.lockless };
            opened = place.open(&self.question, &header, &plan, &author, terms)?;
            if let Some(mut progress) = watch.repairs.take() {
                let (cut, salvaged) = (opened.cut, std::mem::take(&mut opened.salvaged));
                progress(&Repairs { cut, salvaged });
            }
        }
        // Nodes above the units are attributed to the first run.
        let above = if opened.done.is_empty() { plan.trunk.nodes() } else { 0 };
        let mut times = Times { thread_time: opened.took, nodes: above };
        let mut observers: Vec<&mut dyn Observer> = vec![&mut times];
        let Watch { progress, observers: mut others, .. } = watch;
        observers.extend(others.iter_mut().map(|observer| &mut **observer as &mut dyn Observer));
        observers.extend(starts.map(|starts| starts as &mut dyn Observer));
        // The journal is last: a unit on disk has reached every other observer.
        observers.extend(opened.journal.as_mut().map(|journal| journal as &mut dyn Observer));
        let job = Job {
            threads: self.means.threads,
            stop: self.means.stop.clone(),
            progress,
            shard: self.shard,
            done: opened.done,
            observers,
            pass: self.pass,
            ..Job::of(plan)
        };
        let Outcome { tally, complete, finished, units, took, .. } = enumeration.execute(job)?;
        if !complete {
            return Err(self.stopped(finished, units));
        }
        let Times { thread_time, nodes: run_nodes } = times;
        Ok(Units { tally, units, run_nodes, took, thread_time })
    }

    /// The error for a stopped run.
    fn stopped(&self, finished: usize, units: usize) -> Error {
        let label = self.question.label();
        Error::Stopped { what: format!("{} {}", label.board, label.kind), finished, units }
    }

    /// The answer if a proof shows that there is no solution.
    fn none(&self, reason: &str) -> Result<Answer, Error> {
        let Subject::Tours(tours) = &self.subject else {
            unreachable!("only tours have obstacles")
        };
        let counts = tours.counts(&Tally::default());
        let mut answer = Answer::of(self.question.clone(), counts, "obstacle");
        answer.obstacle = Some(reason.into());
        answer.threads = self.means.threads;
        answer.histogram = Sorted::of(&self.choice, &answer.counts, &Tally::default());
        answer.by_start = self.by_start.then(|| vec![Count::ZERO; tours.graph().len()]);
        if self.counts_classes() {
            Self::add_classes(tours, &mut answer, Classes::default());
        }
        Ok(answer)
    }

    /// The method that counts tours by first square without visiting them, if it can.
    pub(super) fn sweeps_starts(&self) -> Option<&'static str> {
        let (Subject::Tours(_), Stage::Ready(ready)) = (&self.subject, &self.stage) else {
            return None;
        };
        let method = ready.enumeration.method();
        (self.by_start && method != "search").then_some(method)
    }

    fn counts_classes(&self) -> bool {
        matches!(&self.question, Question::Tours(asked) if asked.counts_classes())
    }

    /// Adds the counts up to symmetry, if requested.
    fn sort(&self, mut answer: Answer) -> Result<Answer, Error> {
        let Subject::Tours(tours) = &self.subject else { return Ok(answer) };
        if !self.counts_classes() {
            return Ok(answer);
        }
        let undirected = answer.count(Convention::Undirected).cloned().unwrap_or_default();
        let Some(found) = classes(tours, &undirected, &self.means)? else {
            let what = format!("sorting the tours of {}", self.question.label().board);
            return Err(Error::Stopped { what, finished: 0, units: 1 });
        };
        Self::add_classes(tours, &mut answer, found);
        Ok(answer)
    }

    /// Adds the counts up to symmetry. The conventions do not depend on the method.
    fn add_classes(tours: &TourQuestion, answer: &mut Answer, found: Classes) {
        let mut counts = found.counts(tours);
        counts.extend(fundamental_directed(tours, answer));
        answer.add(counts);
        answer.classes = Some(found);
    }
}

/// Only the identity fixes a path with its direction.
fn fundamental_directed(tours: &TourQuestion, answer: &Answer) -> Option<(Convention, Count)> {
    let directed = answer.count(Convention::Directed).filter(|_| tours.kind() == Kind::Open)?;
    let order = tours.group().order() as u64;
    let count = directed.divided_exactly_by(order).filter(|_| tours.graph().len() > 1)?;
    Some((Convention::FundamentalDirected, count))
}

/// The cost of this run's units.
struct Times {
    thread_time: Duration,
    nodes: u64,
}

impl Observer for Times {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Error> {
        if let Event::UnitFinished { tally, took, .. } = event {
            self.thread_time += *took;
            self.nodes += tally.nodes();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::question::Question;

    #[test]
    fn the_first_run_visits_every_node_and_the_next_one_none() {
        let folder = tempfile::tempdir().unwrap();
        let question: Question = "queens queen 9x9".parse().unwrap();
        let run = || question.solve().journal(folder.path().join("j")).run().unwrap();
        let first = run();
        assert_eq!((first.run_nodes, first.nodes), (753, 753));
        let next = run();
        assert_eq!((next.run_nodes, next.nodes), (0, 753));
    }
}
