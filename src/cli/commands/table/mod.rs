//! `cavalcade table`: tables of counts, each cell computed now and compared.

mod compute;
mod family;
mod show;

use std::io::Write;

use std::path::Path;

use cavalcade::render::{Format, Results};

use compute::Ready;
use family::{Plan, plans};

use crate::cli::args::{Family, TableArgs};
use crate::cli::page::Place;
use crate::cli::session::Session;
use crate::cli::session::exit::{Usage, Verdict};

/// Computes and prints the tables; with a folder, each file is written when its table is done.
pub fn run(args: &TableArgs) -> anyhow::Result<Verdict> {
    let place = Place::of(args.output.as_deref());
    let folder = place.folder().map(Path::to_path_buf);
    let plans = plans(args)?;
    if args.format == Format::Bfile {
        plans.iter().try_for_each(is_sequence)?;
    }
    let session = Session::new(&args.common)?.watching(&args.watched)?;
    let session = session.kept_in_folder(&args.keep).writing(place)?;
    // All questions are checked before the first is answered.
    let ready =
        plans.into_iter().map(|plan| Ready::new(&session, plan, &args.method, args.confirm));
    let ready: Vec<Ready> = ready.collect::<anyhow::Result<_>>()?;
    let open = |ready: &Ready| {
        let name = match ready.plan.family {
            Family::Tours => "tours.csv",
            Family::Queens => "queens.csv",
        };
        folder.as_ref().map(|folder| Results::open(folder, name, session.lockless)).transpose()
    };
    let files = ready.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let mut tables = Vec::new();
    // Text can be printed after each table; other formats need all of them.
    let mut page = match args.format {
        Format::Text => Some(session.page()?),
        _ => None,
    };
    let mut failure = None;
    for (ready, file) in ready.into_iter().zip(files) {
        let gathers = file.is_some();
        let mut computed = ready.compute(&session, file);
        let broken_off = computed.broken_off.take();
        let lost = !gathers || matches!(computed.file, Some(Err(_)));
        if let Some(page) = &mut page {
            // After an error, print the counts that are in no file.
            if broken_off.is_none() {
                computed.text(page)?;
            } else if lost && !computed.cells.is_empty() {
                computed.part(page)?;
            }
            page.flush()?;
        }
        if let Some(Err(error)) = computed.file.take_if(|file| file.is_err()) {
            failure.get_or_insert(error);
        }
        tables.push(computed);
        if let Some(error) = broken_off {
            page.map(crate::cli::page::Page::end).transpose()?;
            return Err(error);
        }
    }
    let page = match page {
        Some(page) => page,
        None => {
            let mut page = session.page()?;
            show::write(&tables, args.format, &mut page)?;
            page
        }
    };
    page.end()?;
    if let Some(error) = failure {
        return Err(error.into());
    }
    let agrees = tables.iter().all(compute::Computed::agrees);
    Ok(if agrees { Verdict::Agrees } else { Verdict::Disagrees })
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
