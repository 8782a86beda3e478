//! Counts the closed knight's tours of a board with two holes, compares the count with published
//! values, and lists three tours.
//!
//! Prints one line with the count, its convention and the comparison, and three numbered boards.

use std::{error::Error, io::stdout};

use cavalcade::question::Question;
use cavalcade::render::{Format, Listing, Sheet, WIDTH, answers};

fn main() -> Result<(), Box<dyn Error>> {
    let board = "....../....../....../....../.....#/.....#";
    let question: Question = format!("tours closed knight {board}").parse()?;
    let answer = question.solve().run()?;
    answers(Format::Text, WIDTH, [&answer], &mut stdout())?;
    let mut listing = Listing::new(Format::Text, Sheet::of(&question), stdout());
    for tour in question.solutions().first(3)? {
        listing.put(tour.squares())?;
    }
    listing.end()?;
    Ok(())
}
