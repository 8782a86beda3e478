//! Records the units of a run in a journal and resumes from it, with a different number of threads.
//! Recorded units are not counted again. Here the first run counts only every other unit.
//!
//! Prints the counts of both runs and the total.

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;

use cavalcade::convention::Convention;
use cavalcade::method::Choice;
use cavalcade::question::Question;
use cavalcade::solve::Watch;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("tours.journal");
    let question: Question = "tours closed knight 6x6".parse()?;
    // The options of a method decide its units, so both runs need the same options.
    let solve = || question.solve().method(Choice::of("search").with("split", 500)).journal(&file);

    let share = solve().threads(1).shard("1/2".parse()?).prepare()?;
    let first = share.run_shard(Watch::default())?;
    println!("first run: {} units of {}", first.units, share.plan().units.len());
    println!("their nodes, with those above all units: {}", first.tally.nodes());

    let answer = solve().threads(2).run()?;
    let tours = answer.count(Convention::Undirected).expect("tours are counted without direction");
    println!("second run: {} nodes of {}", answer.run_nodes, answer.nodes);
    println!("both runs: {tours} tours");
    Ok(())
}
