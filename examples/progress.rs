//! Watches a run: an observer receives each finished unit, any thread may read the counters, and
//! any thread may stop the run.
//!
//! Prints the units and nodes that the observer received, then the end of a run that would take
//! years and is stopped after its first solution.

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::thread;
use std::time::Duration;

use cavalcade::Error;
use cavalcade::engine::{Event, Observer, Progress, Stop};
use cavalcade::method::Choice;
use cavalcade::question::Question;

/// Units and nodes received.
#[derive(Default)]
struct Heard {
    units: usize,
    nodes: u64,
}

impl Observer for Heard {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Error> {
        if let Event::UnitFinished { tally, .. } = event {
            self.units += 1;
            self.nodes += tally.nodes();
        }
        Ok(())
    }
}

fn main() -> Result<(), Error> {
    let search = || Choice::of("search");

    let question: Question = "tours closed knight 6x6".parse()?;
    let (mut heard, progress) = (Heard::default(), Progress::new(2));
    let solve = question.solve().method(search()).threads(2);
    let answer = solve.progress(&progress).observe(&mut heard).run()?;
    let done = progress.snapshot();
    println!("{question}: observed {} units, {} nodes", heard.units, heard.nodes);
    println!("counters: {} units, {} tours", done.units, done.solutions);
    println!("answer: {} nodes in all", answer.nodes);

    let years: Question = "tours open knight 8x8".parse()?;
    let (stop, progress) = (Stop::new(), Progress::new(2));
    let solve = years.solve().method(search()).threads(2).stop(&stop).progress(&progress);
    let ended = thread::scope(|scope| {
        scope.spawn(|| {
            while progress.snapshot().solutions == 0 {
                thread::sleep(Duration::from_millis(1));
            }
            stop.request();
        });
        solve.run()
    });
    match ended {
        Err(Error::Stopped { what, .. }) => println!("{what}: stopped on request"),
        other => println!("{other:?}"),
    }
    Ok(())
}
