//! `AnyEnumeration`: an enumeration behind a trait object, for code that solves any question.

use std::collections::HashMap;
use std::hint::black_box;

use crate::engine::{
    Enumeration, Halt, Observer, Outcome, Plan, Progress, Random, Run, Shard, SolutionObserver,
    Stop, Tally, Unit, Unobserved, Visitor,
};
use crate::error::Error;

/// How a unit is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pass {
    /// Count its solutions.
    #[default]
    Count,
    /// Count them and visit every solution.
    Visit,
    /// Count them in the method's second way.
    Recount,
}

/// The parameters of one run of an enumeration, as [`Run`] takes them.
pub struct Job<'a> {
    /// Worker threads.
    pub threads: usize,
    /// Requested to end the run early.
    pub stop: Stop,
    /// Receives the progress.
    pub progress: Option<&'a Progress>,
    /// The plan.
    pub plan: Plan,
    /// The shard of units to run.
    pub shard: Shard,
    /// The tallies of units that earlier runs finished.
    pub done: HashMap<usize, Tally>,
    /// The observers of the run.
    pub observers: Vec<&'a mut dyn Observer>,
    /// How the units are run.
    pub pass: Pass,
}

impl<'a> Job<'a> {
    /// A job that counts all units of a plan on one thread per core.
    pub fn of(plan: Plan) -> Job<'a> {
        Job {
            threads: crate::engine::cores(),
            stop: Stop::new(),
            progress: None,
            plan,
            shard: Shard::WHOLE,
            done: HashMap::new(),
            observers: Vec::new(),
            pass: Pass::Count,
        }
    }
}

/// An [`Enumeration`] of any type.
pub trait AnyEnumeration: Send + Sync {
    /// As [`Enumeration::method`].
    fn method(&self) -> &'static str;

    /// As [`Enumeration::fingerprint`].
    fn fingerprint(&self) -> String;

    /// As [`Enumeration::plan`].
    fn plan(&self) -> Plan;

    /// As [`Enumeration::other_way`].
    fn other_way(&self) -> Option<&'static str>;

    /// As [`Enumeration::probe`].
    fn probe(&self, probes: u32, random: &mut Random) -> f64;

    /// Runs the units of a job.
    fn execute(&self, job: Job<'_>) -> Result<Outcome, Error>;
}

impl<E: Enumeration + Send> AnyEnumeration for E {
    fn method(&self) -> &'static str {
        Enumeration::method(self)
    }

    fn fingerprint(&self) -> String {
        Enumeration::fingerprint(self)
    }

    fn plan(&self) -> Plan {
        Enumeration::plan(self)
    }

    fn other_way(&self) -> Option<&'static str> {
        Enumeration::other_way(self)
    }

    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        Enumeration::probe(self, probes, random)
    }

    fn execute(&self, job: Job<'_>) -> Result<Outcome, Error> {
        match job.pass {
            Pass::Count => execute(self, Unobserved, job),
            Pass::Visit => {
                // The compiler must assume that each solution is used.
                let see = |solution: &E::Solution| {
                    black_box(solution);
                };
                execute(self, see, job)
            }
            Pass::Recount => execute(&Other(self), Unobserved, job),
        }
    }
}

/// Runs an enumeration with the parameters of the job.
fn execute<E: Enumeration>(
    enumeration: &E,
    observer: impl SolutionObserver<E::Solution>,
    job: Job<'_>,
) -> Result<Outcome, Error> {
    let Job { threads, stop, progress, plan, shard, done, mut observers, .. } = job;
    let run = Run::new(enumeration).observe_solutions(observer).threads(threads).stop(&stop);
    let run = run.plan(plan).shard(shard).done(done);
    let run = match progress {
        Some(progress) => run.progress(progress),
        None => run,
    };
    let observers = observers.iter_mut();
    observers.fold(run, |run, observer| run.observe(&mut **observer)).execute()
}

/// An enumeration whose units are counted in the second way.
struct Other<'a, E>(&'a E);

impl<E: Enumeration> Enumeration for Other<'_, E> {
    type Solution = E::Solution;

    fn method(&self) -> &'static str {
        self.0.method()
    }

    fn fingerprint(&self) -> String {
        self.0.fingerprint()
    }

    fn plan(&self) -> Plan {
        self.0.plan()
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<E::Solution>) -> Result<Tally, Halt> {
        self.0.recount(unit, visitor)
    }

    fn at_once(&self, threads: usize) -> usize {
        self.0.at_once(threads)
    }

    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        self.0.probe(probes, random)
    }
}
