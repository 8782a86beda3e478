//! Filters a search while it runs: tours of the 5×8 board that finish its left half before
//! they go on to its right half. A beginning that the filter refuses is cut off with all that
//! could follow, which costs far less than to look at every tour.
//!
//! Prints how many directed tours there are, how many go by halves, and the first of these.

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::ops::ControlFlow;

use cavalcade::Error;
use cavalcade::convention::Convention;
use cavalcade::question::Question;

/// Rows and columns of the board.
const SIDES: [u32; 2] = [5, 8];

fn main() -> Result<(), Error> {
    let [rows, columns] = SIDES;
    let question: Question = format!("tours open knight {rows}x{columns}").parse()?;
    let all = question.solve().run()?;
    let directed = all.count(Convention::Directed).expect("open tours have directions");

    // Asked of every beginning, from one square on: only the last square of it is new.
    let half = (rows * columns / 2) as usize;
    let by_halves = |beginning: &[u32]| {
        let is_left = |square: &u32| square % columns < columns / 2;
        beginning.last().is_none_or(is_left) == (beginning.len() <= half)
    };
    let mut first = None;
    let found = question.solutions().for_each_whose(by_halves, |tour| {
        first.get_or_insert_with(|| tour.to_vec());
        ControlFlow::Continue(())
    })?;
    println!("{question}: {directed} directed tours, {found} of them half by half");
    println!("the first, by numbers of squares: {:?}", first.unwrap_or_default());
    Ok(())
}
