//! `cavalcade table`: tables of counts, each cell computed now and compared.

mod compute;
mod family;
mod show;

use std::io::Write;

use cavalcade::render::{Format, Results};

use compute::{Computed, Ready};
use family::{Plan, plans};

use crate::cli::args::{Family, TableArgs};
use crate::cli::output::{Output, Writer};
use crate::cli::session::Session;
use crate::cli::session::exit::{Usage, Verdict};

/// Computes and prints the tables; with a folder, each file is written when its table is done.
pub fn run(args: &TableArgs) -> anyhow::Result<Verdict> {
    let plans = plans(args)?;
    if args.format == Format::Bfile {
        plans.iter().try_for_each(is_sequence)?;
    }
    let output = Output::checked(args.format, args.output.as_deref(), true)?;
    let session = Session::new(&args.watched, output)?.kept_in_folder(&args.keep);
    // All questions are checked before the first is answered.
    let ready =
        plans.into_iter().map(|plan| Ready::new(&session, plan, &args.method, args.confirm));
    let ready: Vec<Ready> = ready.collect::<anyhow::Result<_>>()?;
    let open = |ready: &Ready| {
        let name = match ready.plan.family {
            Family::Tours => "tours.csv",
            Family::Queens => "queens.csv",
        };
        let folder = session.output.folder();
        folder.map(|folder| Results::open(folder, name, session.lockless)).transpose()
    };
    let files = ready.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let mut tables = Vec::new();
    // Text can be printed after each table; other formats need all of them.
    let mut text = (args.format == Format::Text).then(|| session.output.begin()).transpose()?;
    for (ready, file) in ready.into_iter().zip(files) {
        let (table, broken_off) = ready.compute(&session, file);
        if let Some(out) = &mut text {
            // After an error, print the counts that are in no file.
            let is_lost = table.file.is_none() || table.failure.is_some();
            if broken_off.is_none() {
                table.text(out)?;
            } else if is_lost && !table.cells.is_empty() {
                table.part(out)?;
            }
            out.flush()?;
        }
        if let Some(error) = broken_off {
            text.map(Writer::end).transpose()?;
            return Err(error);
        }
        tables.push(table);
    }
    let out = match text {
        Some(out) => out,
        None => {
            let mut out = session.output.begin()?;
            show::write(&tables, args.format, &mut out)?;
            out
        }
    };
    out.end()?;
    match tables.iter_mut().find_map(|table| table.failure.take()) {
        Some(error) => Err(error.into()),
        None => Ok(Verdict::of(tables.iter().all(Computed::agrees))),
    }
}

/// Refuses a table that is not a sequence.
fn is_sequence(plan: &Plan) -> Result<(), Usage> {
    match plan.index() {
        Some(_) => Ok(()),
        None => Err(Usage(
            "--format bfile: a b-file is one sequence; give all sides but one a single size, as \
             table tours 3x4..10, or add --square"
                .into(),
        )),
    }
}
