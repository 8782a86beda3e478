//! Tours of a graph of one's own, whose vertices have names: the dodecahedron of Hamilton's
//! Icosian Game (1857), its vertices called by twenty consonants in the order of a tour.
//!
//! Prints the number of closed tours, and those that begin with five given letters: Hamilton's
//! puzzle.

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::ops::ControlFlow;

use cavalcade::Error;
use cavalcade::board::NamedGraph;
use cavalcade::question::{Instance, Question, Tours};
use cavalcade::tours::Kind;

/// One edge a line; files with such lists are read in the same way.
const EDGES: &str = "\
B C\nC D\nD F\nF G\nG H\nH J\nJ K\nK L\nL M\nM N\nN P\nP Q\nQ R\nR S\nS T\nT V\nV W\nW X\nX Z\nZ B
B G\nC P\nD M\nF K\nH X\nJ V\nL T\nN S\nQ Z\nR W\n";

/// How Hamilton's puzzle begins.
const BEGINNING: &str = "BCPNM";

fn main() -> Result<(), Error> {
    let graph = Instance::Graph(NamedGraph::from_file(EDGES, "the edges")?);
    let letters = |squares: &[u32]| -> String {
        squares.iter().map(|&vertex| graph.square_name(vertex as usize)).collect()
    };
    let question = Question::from(Tours::new(graph.clone(), Kind::Closed));
    for (convention, count) in question.solve().run()?.counts {
        println!("closed tours, {convention}: {count}");
    }
    question.solutions().for_each(|tour| {
        // A closed tour is told from its first vertex, in one of two directions.
        let back = tour[..1].iter().chain(tour[1..].iter().rev()).copied();
        for tour in [tour.to_vec(), back.collect()] {
            let tour = letters(&tour);
            if tour.starts_with(BEGINNING) {
                println!("{tour}");
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(())
}
