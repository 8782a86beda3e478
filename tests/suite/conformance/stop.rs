//! A stop ends a long run of any method within a beat.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use cavalcade::engine::{Stop, Tally};
use cavalcade::method::{Choice, Job, Means};
use cavalcade::question::Question;

use super::checks::means;
use super::questions::{methods, ready};

/// Questions that take every method longer than the test waits: each method answers one of them.
const LONG: [&str; 8] = [
    "tours open knight 6x6",
    "tours closed knight 7x8",
    "queens queen 18x18",
    "queens queen torus:23x23",
    "queens queen 30x30 turn=half",
    "walks self-avoiding knight 8x8 length=16",
    "walks any knight 8x8 length=14",
    "walks any king torus:12x12 length=3000 limit=6:a1,a2",
];

/// The time after which the stop is requested.
const BEGUN: Duration = Duration::from_millis(30);

/// Much longer than a beat, for a busy machine.
const SOON: Duration = Duration::from_secs(4);

#[test]
fn a_stop_ends_every_method_within_a_beat() {
    let (mut left, mut stopped) = (BTreeSet::new(), BTreeSet::new());
    for text in LONG {
        let question: Question = text.parse().unwrap();
        let family = question.label().family;
        for name in methods(&question) {
            left.insert((family, name));
            let stop = Stop::new();
            let means = Means { stop: stop.clone(), memory: 1 << 30, ..means(2) };
            let Ok(method) = ready(&question, &Choice::of(name), &means) else { continue };
            let plan = method.enumeration.plan();
            let trunk: Tally = plan.trunk.clone();
            let job = Job { threads: 2, stop: stop.clone(), ..Job::of(plan) };
            let (outcome, late) = std::thread::scope(|scope| {
                let asked = scope.spawn(|| {
                    std::thread::sleep(BEGUN);
                    stop.request();
                    Instant::now()
                });
                let outcome = method.enumeration.execute(job).unwrap();
                let ended = Instant::now();
                (outcome, ended.saturating_duration_since(asked.join().unwrap()))
            });
            assert!(late < SOON, "{text}, {name}: {late:?} after the stop");
            if !outcome.complete {
                assert!(outcome.finished < outcome.units, "{text}, {name}");
                assert!(outcome.finished > 0 || outcome.tally == trunk, "{text}, {name}");
                stopped.insert((family, name));
            }
        }
    }
    assert_eq!(left.difference(&stopped).collect::<Vec<_>>(), Vec::<&(_, _)>::new(), "too fast");
}
