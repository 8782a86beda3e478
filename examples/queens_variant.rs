//! Variants of the n-queens problem: a torus, fewer queens than rows, amazons, and a given queen.
//!
//! Prints one line for each variant, with its published value if known, and a placement.

use std::error::Error;
use std::io::stdout;

use cavalcade::queens::VariantQuestion;
use cavalcade::question::{Queens, Question};
use cavalcade::render::{Format, Listing, Sheet, WIDTH, answers};

fn main() -> Result<(), Box<dyn Error>> {
    let variants = [
        VariantQuestion::new(11)?.on_torus()?,
        VariantQuestion::new(8)?.with_queens(5)?,
        VariantQuestion::new(10)?.with_amazons(),
        VariantQuestion::new(8)?.with_placed(&[(0, 0)])?,
    ];
    for variant in variants {
        let question = Question::from(Queens::of(variant));
        answers(Format::Text, WIDTH, [&question.solve().run()?], &mut stdout())?;
        let mut listing = Listing::new(Format::Text, Sheet::of(&question).ascii(), stdout());
        for placement in question.solutions().first(1)? {
            listing.put(placement.squares())?;
        }
        listing.end()?;
    }
    Ok(())
}
