//! `cavalcade draw FILE`: pictures of the solutions in a listing.

use cavalcade::question::{Checker, Question};
use cavalcade::render::{Format, Sheet};

use crate::cli::args::DrawArgs;
use crate::cli::input::listed;
use crate::cli::output::Output;
use crate::cli::session::exit::{Usage, Verdict};
use crate::cli::session::terminal;

/// The default format, which depends on the output.
fn format(args: &DrawArgs) -> Format {
    let usual = match args.output {
        None if terminal::is_read() => Format::Framed,
        _ => Format::Svg,
    };
    args.format.unwrap_or(usual)
}

pub fn run(args: &DrawArgs) -> anyhow::Result<Verdict> {
    let (shown, read) = listed::read("draw", &args.listed)?;
    let question = &read.question;
    let checker = Checker::of(question)?;
    let sheet = Sheet::of(question).numbers(args.numbers).by_symmetry(args.by_symmetry);
    for (line, squares) in &read.solutions {
        checker.check(squares).map_err(|error| {
            let of = match question {
                Question::Tours(tours) => format!("{} {}", tours.kind().word(), tours.instance()),
                other => other.to_string(),
            };
            Usage(format!("{shown}, line {line}: {error} ({of})"))
        })?;
    }
    let output = Output::listing(format(args), args.output.as_deref());
    output.show(sheet, read.solutions.iter().map(|(_, squares)| &squares[..]))?;
    Ok(Verdict::Agrees)
}
