//! `walks --output FOLDER/`: one file of walks for each starting square.

use std::path::Path;

use cavalcade::Error;
use cavalcade::files::WholeFile;
use cavalcade::question::{Question, Walks};
use cavalcade::render::Format;

use crate::cli::args::WalksArgs;
use crate::cli::output::{Output, Writer};
use crate::cli::session::exit::Verdict;
use crate::cli::session::{Session, note};
use crate::cli::words::counted;

pub fn write(
    args: &WalksArgs,
    session: &Session,
    asked: &Walks,
    folder: &Path,
) -> anyhow::Result<Verdict> {
    std::fs::create_dir_all(folder).map_err(|e| Error::io("make the folder", folder, e))?;
    let starts = match asked.start() {
        Some(start) => start..start + 1,
        None => 0..asked.instance().len(),
    };
    let (mut written, mut sequences) = (0, 0);
    for square in starts {
        let name = asked.instance().square_name(square);
        let path = folder.join(file_name(&name, square, args.format));
        let question = Question::Walks(asked.clone().from(square)?);
        let output = Output::listing(args.format, Some(&path));
        let file = Writer::file(WholeFile::create_like(&path)?, &path);
        let listing = output.open_on(file, super::sheet(args, &question))?;
        sequences += output.list(session, question.solutions(), listing, u64::MAX)?;
        written += 1;
    }
    let (sequences, files) = (counted(sequences, "sequence"), counted(written, "file"));
    note(&format!("{sequences} in {files} in {}", folder.display()));
    Ok(Verdict::Agrees)
}

/// The file name of a square. A key may be any character: one that file names cannot contain is
/// written as its number.
fn file_name(name: &str, square: usize, format: Format) -> String {
    let ending = match format {
        Format::Text => "txt",
        Format::Markdown => "md",
        format => format.name(),
    };
    match name.chars().all(|c| c.is_alphanumeric() || c == '-') {
        true => format!("{name}.{ending}"),
        false => format!("key-{square}.{ending}"),
    }
}
