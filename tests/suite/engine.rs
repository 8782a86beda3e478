//! The engine on a toy enumeration: totals, order of events, stops, failures, progress.

use std::collections::HashMap;
use std::time::Duration;

use cavalcade::Error;
use cavalcade::engine::{
    Beat, Enumeration, Event, Halt, Observer, Part, Plan, Progress, Random, Run, Shard, Snapshot,
    Stop, Tally, Unit, Visitor,
};

/// Unit `i` finds `i` solutions of weight 3 in three beats; one may fail or panic.
#[derive(Default)]
struct Toy {
    units: usize,
    panics_at: Option<usize>,
    fails_at: Option<usize>,
    pause: Duration,
    /// Units start threads of their own.
    alone: bool,
}

fn counted(id: usize) -> Tally {
    let mut tally = Tally::default();
    tally.find(3, id as u64);
    tally.enter(1, 10);
    tally
}

impl Enumeration for Toy {
    type Solution = ();

    fn method(&self) -> &'static str {
        "toy"
    }
    fn fingerprint(&self) -> String {
        format!("toy {}", self.units)
    }
    fn plan(&self) -> Plan {
        let share = 1.0 / self.units as f64;
        let unit = |id| Unit { id, path: vec![id as u32], weight: 3, share };
        let mut trunk = Tally::default();
        trunk.enter(0, 1);
        Plan { units: (0..self.units).map(unit).collect(), trunk }
    }
    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<()>) -> Result<Tally, Halt> {
        for beat in 1..=3u64 {
            std::thread::sleep(self.pause);
            let done = beat as f64 / 3.0;
            Halt::on_break(visitor.beat(Beat {
                nodes: 3 * beat,
                solutions: beat * unit.id as u64,
                done,
            }))?;
        }
        assert!(self.panics_at != Some(unit.id), "toy panic");
        if self.fails_at == Some(unit.id) {
            return Err(Halt::Failed(Error::NotACount { text: "toy".into() }));
        }
        Ok(counted(unit.id))
    }
    fn at_once(&self, threads: usize) -> usize {
        if self.alone { 1 } else { threads }
    }
    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        self.units as f64
    }
}

/// Records events; may refuse one unit.
#[derive(Default)]
struct Notes {
    started: usize,
    known: Vec<usize>,
    finished: Vec<usize>,
    complete: Option<bool>,
    refuses: Option<usize>,
    took: Duration,
}

impl Observer for Notes {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Error> {
        match event {
            Event::RunStarted { units } => self.started = units.len(),
            Event::UnitKnown { unit, tally } => {
                assert_eq!(**tally, counted(unit.id));
                self.known.push(unit.id);
            }
            Event::UnitFinished { unit, tally, took } => {
                assert_eq!(**tally, counted(unit.id));
                self.took += *took;
                if self.refuses == Some(unit.id) {
                    return Err(Error::NotACount { text: "refused".into() });
                }
                self.finished.push(unit.id);
            }
            Event::RunFinished { complete } => self.complete = Some(*complete),
            _ => {}
        }
        Ok(())
    }
}

#[test]
fn every_unit_is_run_once_and_observed_before_it_counts() {
    let toy = Toy { units: 100, ..Toy::default() };
    for threads in [1, 2, 8] {
        let mut notes = Notes::default();
        let outcome = Run::new(&toy).threads(threads).observe(&mut notes).execute().unwrap();
        assert!(outcome.complete);
        assert_eq!((outcome.finished, outcome.units), (100, 100));
        assert_eq!(outcome.tally.weighted().to_string(), (3 * 99 * 100 / 2).to_string());
        assert_eq!(outcome.tally.nodes(), 1 + 100 * 10);
        notes.finished.sort_unstable();
        assert_eq!(notes.finished, (0..100).collect::<Vec<_>>());
        assert_eq!((notes.started, notes.complete), (100, Some(true)));
    }
}

/// Sleeping takes no CPU time of a unit's own thread, but counts for threads that the unit starts.
#[test]
fn a_unit_that_starts_threads_is_charged_for_all_of_them() {
    let pause = Duration::from_millis(20);
    for alone in [false, true] {
        let toy = Toy { units: 2, pause, alone, ..Toy::default() };
        let mut notes = Notes::default();
        Run::new(&toy).threads(3).observe(&mut notes).execute().unwrap();
        let held = 3 * 2 * 3 * pause;
        match alone {
            true => assert!(notes.took >= held, "{:?}", notes.took),
            false => assert!(cfg!(not(unix)) || notes.took < held / 3, "{:?}", notes.took),
        }
    }
}

#[test]
fn units_done_before_are_counted_and_not_run() {
    let toy = Toy { units: 10, panics_at: Some(4), ..Toy::default() };
    let done: HashMap<usize, Tally> = [(4, counted(4)), (7, counted(7))].into();
    let mut notes = Notes::default();
    let outcome = Run::new(&toy).done(done).observe(&mut notes).execute().unwrap();
    assert!(outcome.complete && !notes.finished.contains(&4));
    notes.known.sort_unstable();
    assert_eq!((notes.known, notes.finished.len()), (vec![4, 7], 8));
    assert_eq!(outcome.tally.weighted().to_string(), "135");
}

#[test]
fn a_stop_before_the_run_leaves_only_the_trunk() {
    let stop = Stop::new();
    stop.request();
    let toy = Toy { units: 10, ..Toy::default() };
    let outcome = Run::new(&toy).stop(&stop).execute().unwrap();
    assert!(!outcome.complete);
    assert_eq!((outcome.finished, outcome.tally.nodes()), (0, 1));
}

#[test]
fn a_stop_in_the_middle_counts_what_was_finished() {
    let stop = Stop::new();
    let toy = Toy { units: 2000, pause: Duration::from_micros(300), ..Toy::default() };
    let mut notes = Notes::default();
    let outcome = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(60));
            stop.request();
        });
        Run::new(&toy).threads(2).stop(&stop).observe(&mut notes).execute().unwrap()
    });
    assert!(!outcome.complete && notes.complete == Some(false));
    assert_eq!(outcome.finished, notes.finished.len());
    let sum: usize = notes.finished.iter().sum();
    assert_eq!(outcome.tally.weighted().to_string(), (3 * sum).to_string());
}

#[test]
fn a_panic_names_its_unit_and_keeps_finished_ones() {
    let toy = Toy { units: 50, panics_at: Some(20), ..Toy::default() };
    let mut notes = Notes::default();
    let error = Run::new(&toy).threads(2).observe(&mut notes).execute().unwrap_err();
    let text = error.to_string();
    assert!(text.contains("#20 [20]") && text.contains("toy panic"), "{text}");
    assert!(!notes.finished.contains(&20));
}

#[test]
fn a_failing_unit_and_a_failing_observer_end_the_run() {
    let toy = Toy { units: 50, fails_at: Some(0), ..Toy::default() };
    assert!(Run::new(&toy).threads(1).execute().unwrap_err().to_string().contains("toy"));
    let toy = Toy { units: 50, ..Toy::default() };
    let mut notes = Notes { refuses: Some(5), ..Notes::default() };
    let error = Run::new(&toy).threads(2).observe(&mut notes).execute().unwrap_err();
    assert!(error.to_string().contains("refused"));
    assert!(!notes.finished.contains(&5));
}

#[test]
fn progress_never_falls_and_ends_whole() {
    let toy = Toy { units: 40, pause: Duration::from_micros(200), ..Toy::default() };
    let progress = Progress::new(2);
    let over = Stop::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut last = progress.snapshot();
            while !over.is_requested() {
                let now = progress.snapshot();
                assert!(now.share >= last.share && now.nodes >= last.nodes);
                assert!(now.solutions >= last.solutions && now.units >= last.units);
                last = now;
            }
        });
        Run::new(&toy).threads(2).progress(&progress).execute().unwrap();
        over.request();
    });
    let end = progress.snapshot();
    assert!((end.share - 1.0).abs() < 1e-9, "{}", end.share);
    assert_eq!((end.units, end.nodes, end.solutions), (40, 400, 3 * 39 * 40 / 2));
    // The progress of a shard ends at 1, too.
    let progress = Progress::new(1);
    let shard = Shard::new(1, 7).unwrap();
    Run::new(&toy).shard(shard).progress(&progress).execute().unwrap();
    let end = progress.snapshot();
    assert!((end.share - 1.0).abs() < 1e-9, "{} of {} units", end.share, end.units);
}

/// One unit of 64 leaves: at each beat, after a leaf, it offers the last half of what is left.
#[derive(Default)]
struct Divisible {
    fails_at: Option<u32>,
}

impl Enumeration for Divisible {
    type Solution = u32;

    fn method(&self) -> &'static str {
        "divisible"
    }
    fn fingerprint(&self) -> String {
        "divisible".into()
    }
    fn plan(&self) -> Plan {
        let unit = Unit { id: 0, path: vec![0, 64], weight: 2, share: 1.0 };
        Plan { units: vec![unit], trunk: Tally::default() }
    }
    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<u32>) -> Result<Tally, Halt> {
        let (mut next, mut end) = (unit.path[0], unit.path[1]);
        let size = f64::from(end - next);
        let mut tally = Tally::default();
        while next < end {
            if self.fails_at == Some(next) {
                return Err(Halt::Failed(Error::NotACount { text: "leaf".into() }));
            }
            tally.find(unit.weight, 1u64);
            tally.enter(0, 1);
            Halt::on_break(visitor.solution(&next))?;
            next += 1;
            // From its own view, everything that it gave away is done.
            let done = 1.0 - f64::from(end - next) / size;
            let nodes = tally.nodes();
            Halt::on_break(visitor.beat(Beat { nodes, solutions: 2 * nodes, done }))?;
            visitor.relieve(&mut std::iter::from_fn(|| {
                let half = (end - next) / 2;
                end -= half;
                let share = f64::from(half) / size;
                (half > 0).then(|| Part { path: vec![end, end + half], share })
            }));
        }
        Ok(tally)
    }
    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        64.0
    }
}

/// Records the finished units.
#[derive(Default)]
struct Heard(Vec<(usize, Tally)>);

impl Observer for Heard {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Error> {
        if let Event::UnitFinished { unit, tally, .. } = event {
            self.0.push((unit.id, (*tally).clone()));
        }
        Ok(())
    }
}

#[test]
fn a_shared_unit_counts_as_one() {
    for threads in [1, 2, 8] {
        let seen = std::sync::Mutex::new(Vec::new());
        let workers = std::sync::Mutex::new(std::collections::HashSet::new());
        let progress = Progress::new(threads);
        let mut heard = Heard::default();
        let see = |leaf: &u32| {
            // Long enough for the other threads to start.
            std::thread::sleep(Duration::from_millis(2));
            workers.lock().unwrap().insert(std::thread::current().id());
            seen.lock().unwrap().push(*leaf);
        };
        let whole = Divisible::default();
        let run = Run::new(&whole).observe_solutions(see).threads(threads);
        let outcome = run.progress(&progress).observe(&mut heard).execute().unwrap();
        assert_eq!((outcome.finished, outcome.units, outcome.complete), (1, 1, true));
        assert_eq!(heard.0, [(0, outcome.tally.clone())]);
        assert_eq!(outcome.tally.weighted().to_string(), "128");
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        assert_eq!(seen, (0..64).collect::<Vec<_>>());
        // On a busy machine some of eight threads start too late.
        let came = workers.into_inner().unwrap().len();
        assert!(came <= threads && came >= threads.min(2), "{came} of {threads} threads");
        let end = progress.snapshot();
        assert_eq!((end.units, end.nodes, end.solutions), (1, 64, 128));
        assert!((end.share - 1.0).abs() < 1e-9, "{}", end.share);
    }
}

#[test]
fn a_part_that_fails_or_is_stopped_takes_its_unit_along() {
    let slow = |_: &u32| std::thread::sleep(Duration::from_millis(1));
    let mut heard = Heard::default();
    let failing = Divisible { fails_at: Some(63) };
    let run = Run::new(&failing).observe_solutions(slow).threads(4).observe(&mut heard);
    assert!(run.execute().unwrap_err().to_string().contains("leaf"));
    assert_eq!(heard.0, []);
    let stop = Stop::new();
    let see = |leaf: &u32| {
        slow(leaf);
        if *leaf == 40 {
            stop.request();
        }
    };
    let whole = Divisible::default();
    let run = Run::new(&whole).observe_solutions(see).threads(4).stop(&stop).observe(&mut heard);
    let outcome = run.execute().unwrap();
    assert_eq!((outcome.finished, outcome.complete), (0, false));
    assert_eq!((outcome.tally, heard.0), (Tally::default(), vec![]));
}

/// One unit that resumes in its middle, and reads the progress after a beat.
struct Resumed<'a>(&'a Progress, std::sync::Mutex<Option<Snapshot>>);

impl Enumeration for Resumed<'_> {
    type Solution = ();

    fn method(&self) -> &'static str {
        "resumed"
    }
    fn fingerprint(&self) -> String {
        "resumed".into()
    }
    fn plan(&self) -> Plan {
        let unit = Unit { id: 0, path: Vec::new(), weight: 1, share: 1.0 };
        Plan { units: vec![unit], trunk: Tally::default() }
    }
    fn run(&self, _: &Unit, visitor: &mut impl Visitor<()>) -> Result<Tally, Halt> {
        visitor.resume(Beat { nodes: 50, solutions: 5, done: 0.5 });
        Halt::on_break(visitor.beat(Beat { nodes: 60, solutions: 7, done: 0.75 }))?;
        *self.1.lock().unwrap() = Some(self.0.snapshot());
        Ok(Tally::default())
    }
    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        1.0
    }
}

#[test]
fn resumed_work_does_not_count_as_speed() {
    let progress = Progress::new(1);
    let resumed = Resumed(&progress, std::sync::Mutex::default());
    Run::new(&resumed).threads(1).progress(&progress).execute().unwrap();
    let seen = resumed.1.lock().unwrap().unwrap();
    assert_eq!((seen.nodes, seen.solutions), (10, 7));
    assert_eq!((seen.share, seen.earlier), (0.75, 0.5));
}
