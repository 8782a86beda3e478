//! `cavalcade classics`: the classic programs, and whether their listings are reproduced.

use std::io::Write;
use std::ops::ControlFlow;

use cavalcade::question::{Queens, Question};
use cavalcade::render::{Grid, Listing, Sheet};
use cavalcade::tours::ORDERS;
use clap::Parser;
use serde_json::json;

use crate::cli::args::{Args, ClassicsArgs, Command};
use crate::cli::classic::ClassicListing;
use crate::cli::output::{Output, Report};
use crate::cli::session::exit::{Usage, Verdict};

/// A published listing, with the command that reproduces it.
struct Published {
    file: &'static str,
    arguments: &'static str,
    text: &'static str,
}

macro_rules! listing {
    ($file:literal, $arguments:literal) => {
        Published {
            file: $file,
            arguments: $arguments,
            text: include_str!(concat!("../../../tests/golden/classics/", $file)),
        }
    };
}

const LISTINGS: [Published; 21] = [
    listing!("kt-3x4-all.txt", "tours 3x4 --all --order kt"),
    listing!("kt-5x5-first3.txt", "tours 5x5 --first 3 --order kt"),
    listing!("kt-8x8-first1.txt", "tours 8x8 --first 1 --order kt"),
    listing!("gkt-3-leaper1-all.txt", "tours 3 --leaper 1 --all --order gkt"),
    listing!("gkt-3x3x4x5-first1.txt", "tours 3x3x4x5 --first 1 --order gkt"),
    listing!("gkt-4x5x5-leaper122-first1.txt", "tours 4x5x5 --leaper 1,2,2 --first 1 --order gkt"),
    listing!("gkt-torus-3x3-first1.txt", "tours torus:3x3 --first 1 --order gkt"),
    listing!("gkt-torus-3x3x3-first1.txt", "tours torus:3x3x3 --first 1 --order gkt"),
    listing!("gkt-torus-4x4-first1.txt", "tours torus:4x4 --first 1 --order gkt"),
    listing!("kt-aw-8x8.txt", "tours 8x8 --first 1 --order kt-aw"),
    listing!("ktourw-apl-8x8.txt", "tours 8x8 --first 1 --order ktourw-apl"),
    listing!("ktourw-j-8x8.txt", "tours 8x8 --first 1 --order ktourw-j"),
    listing!("ktour-j-8x8.txt", "tours 8x8 --first 1 --order ktour-j"),
    listing!("queens-1-unique.txt", "queens 1 --unique"),
    listing!("queens-2-unique.txt", "queens 2 --unique"),
    listing!("queens-3-unique.txt", "queens 3 --unique"),
    listing!("queens-4-unique.txt", "queens 4 --unique"),
    listing!("queens-5-unique.txt", "queens 5 --unique"),
    listing!("queens-6-unique.txt", "queens 6 --unique"),
    listing!("queens-7-unique.txt", "queens 7 --unique"),
    listing!("queens-8-unique.txt", "queens 8 --unique"),
];

/// The order of the queens, which `tours` does not know, with its source.
const QUEENS: [&str; 2] = ["queens --unique", "Dyalog dfns workspace, queens"];

/// Lists the classics and compares each listing with the published one.
pub fn run(args: &ClassicsArgs) -> anyhow::Result<Verdict> {
    let output = Output::of(&args.printed)?;
    let orders = ORDERS.iter().map(|order| [order.name, order.source]);
    let orders: Vec<_> = orders.chain([QUEENS]).collect();
    let same = LISTINGS.iter().map(|published| {
        let same = made(published.arguments)? == published.text.as_bytes();
        Ok((published, same))
    });
    let compared: Vec<_> = same.collect::<anyhow::Result<_>>()?;
    let equal = compared.iter().filter(|(_, same)| *same).count();
    let sentence = format!("{equal} of {} listings are equal byte for byte", compared.len());
    let report = report(&orders, &compared, sentence.clone());
    output.write(&report, |out| {
        let [listings, orders] = &report.grids[..] else { unreachable!("they are two") };
        orders.text(out)?;
        writeln!(out)?;
        listings.text(out)?;
        Ok(writeln!(out, "{sentence}")?)
    })?;
    Ok(Verdict::of(equal == compared.len()))
}

/// The listings and their orders.
fn report(orders: &[[&str; 2]], compared: &[(&Published, bool)], sentence: String) -> Report {
    let command = |published: &Published| format!("cavalcade {}", published.arguments);
    let rows = compared.iter().map(|(published, same)| {
        let verdict = if *same { "equal" } else { "DIFFERS" };
        vec![published.file.into(), verdict.into(), command(published)]
    });
    let listings = Grid::new(&["published listing", "ours is", "by"], &[0, 1, 2]);
    let listings = listings.rows(rows.collect());
    let rows = orders.iter().map(|row| row.map(String::from).to_vec());
    let sources = Grid::new(&["order", "source"], &[0, 1]).rows(rows.collect());
    let values = compared.iter().map(|(published, same)| {
        json!({ "listing": published.file, "command": command(published), "equal": same })
    });
    let values: Vec<_> = values.collect();
    let orders = orders.iter().map(|[name, source]| json!({ "name": name, "source": source }));
    let json = json!({ "orders": orders.collect::<Vec<_>>(), "listings": values });
    let mut report = Report::new("classics", json, listings).by_lines("classic", values);
    report.sentences.push(sentence);
    report.grids.push(sources);
    report
}

/// The output of a documented command.
fn made(arguments: &str) -> anyhow::Result<Vec<u8>> {
    let words = std::iter::once("cavalcade").chain(arguments.split(' '));
    let mut shown = Vec::new();
    match Args::try_parse_from(words)?.command {
        Some(Command::Tours(args)) => {
            let task = ClassicListing::new(&args)?;
            let mut listing = Listing::new(args.format, task.sheet(), &mut shown);
            task.list(&mut listing, &mut |_| ControlFlow::Continue(()))?;
            listing.end()?;
        }
        Some(Command::Queens(args)) => {
            let question = Question::Queens(Queens::new(args.side.parse()?)?);
            let mut listing = Listing::new(args.format, Sheet::of(&question), &mut shown);
            for placement in question.solutions().one_of_each_class().first(usize::MAX)? {
                listing.put(placement.squares())?;
            }
            listing.end()?;
        }
        _ => return Err(Usage(format!("{arguments} is no listing")).into()),
    }
    Ok(shown)
}
