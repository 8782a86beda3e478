//! Filters a search while it runs: tours of the 5×8 board that finish the left half of the board
//! before they enter the right half. A beginning that the filter rejects is abandoned with all its
//! continuations, which is much faster than testing every tour.
//!
//! Prints the number of directed tours, the number of tours that pass, and the first of them.

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

    // Called for every beginning, from one square on; only its last square is new.
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
