//! Lists the first three open tours of the 5×5 board from a corner, by the names of their squares.
//!
//! Prints the number of tours from this corner, and a line for each of the three.

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use cavalcade::Error;
use cavalcade::question::{Instance, Question, Tours};
use cavalcade::tours::{Ends, Kind};

fn main() -> Result<(), Error> {
    // The question "tours open knight 5x5 from=a5", built from its parts.
    let board = Instance::knight(5, 5)?;
    let corner = board.square("a5")?;
    let tours = Tours::new(board.clone(), Kind::Open).ending(Ends::From(corner as u32))?;
    let question = Question::from(tours);

    let answer = question.solve().run()?;
    for (convention, count) in &answer.counts {
        println!("{question}: {convention} {count}");
    }
    for tour in question.solutions().first(3)? {
        let names = tour.squares().iter().map(|&square| board.square_name(square as usize));
        println!("{}", names.collect::<Vec<_>>().join(" "));
    }
    Ok(())
}
