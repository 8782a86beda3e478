//! Tours of your own graph with named vertices: the dodecahedron of Hamilton's Icosian Game
//! (1857). Twenty consonants name its vertices in the order of a tour.
//!
//! Prints the number of closed tours, and Hamilton's puzzle: the tours that begin with five given
//! letters.

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::ops::ControlFlow;

use cavalcade::Error;
use cavalcade::board::NamedGraph;
use cavalcade::question::{Instance, Question, Tours};
use cavalcade::tours::Kind;

/// One edge on each line, as in a file of edges.
const EDGES: &str = "\
B C\nC D\nD F\nF G\nG H\nH J\nJ K\nK L\nL M\nM N\nN P\nP Q\nQ R\nR S\nS T\nT V\nV W\nW X\nX Z\nZ B
B G\nC P\nD M\nF K\nH X\nJ V\nL T\nN S\nQ Z\nR W\n";

/// The beginning of Hamilton's puzzle.
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
        // A closed tour is given from its first vertex, in one of its two directions.
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
