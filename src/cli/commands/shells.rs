//! Files for a shell: completions and manual pages.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use cavalcade::Error;
use cavalcade::files::{WholeFile, check_ours};
use clap::Command;
use clap_complete::generate;
use clap_mangen::Man;

use crate::cli::args::{self, CompletionsArgs, ManArgs};
use crate::cli::session::exit::Verdict;
use crate::cli::session::terminal;
use crate::cli::words::counted;

/// `cavalcade completions SHELL`: prints the completion script.
pub fn completions(args: &CompletionsArgs) -> anyhow::Result<Verdict> {
    // Into memory first: clap's writer panics when a reader has closed the pipe.
    let mut script = Vec::new();
    generate(args.shell, &mut args::command(), "cavalcade", &mut script);
    let mut out = terminal::out();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Verdict::Agrees)
}

/// The first line of each page. Only files that begin with it may be replaced.
const OWN: &str = ".\\\" Written by cavalcade man.\n";

/// `cavalcade man DIR`: writes the manual pages, one for each command, into the folder.
pub fn man(args: &ManArgs) -> anyhow::Result<Verdict> {
    let folder = &args.folder;
    match fs::create_dir(folder) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            return Err(Error::io("make the folder", folder, error).into());
        }
        _ => {}
    }
    let pages = pages()?;
    let pages: Vec<(PathBuf, Vec<u8>)> =
        pages.into_iter().map(|(name, page)| (folder.join(name), page)).collect();
    // Check all paths before writing a page.
    for (path, _) in &pages {
        check_ours(path, "manual page of cavalcade", |head| head.starts_with(OWN.as_bytes()))?;
    }
    for (path, page) in &pages {
        let mut file = WholeFile::create(path)?;
        file.write_all(page).map_err(|error| Error::io("write", path, error))?;
        file.keep()?;
    }
    let (number, shown) = (counted(pages.len() as u64, "page"), folder.display());
    writeln!(terminal::out(), "{number} in {shown}, cavalcade.1 the first of them")?;
    Ok(Verdict::Agrees)
}

/// Every page with its file name.
fn pages() -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let mut whole = args::command();
    whole.build();
    let commands: Vec<Command> =
        whole.get_subcommands().filter(|command| command.get_name() != "help").cloned().collect();
    let page = |name: String, command: Command| -> anyhow::Result<_> {
        let mut page = OWN.as_bytes().to_vec();
        Man::new(command)
            .source(concat!("cavalcade ", env!("CARGO_PKG_VERSION")))
            .render(&mut page)?;
        let page = with_sections(&String::from_utf8_lossy(&page)).into_bytes();
        Ok((format!("{name}.1"), page))
    };
    let mut pages = vec![page("cavalcade".into(), whole)?];
    for command in commands {
        pages.push(page(format!("cavalcade-{}", command.get_name()), command)?);
    }
    Ok(pages)
}

/// Gives the text after the options the headings of manuals, and sets examples in fixed width.
fn with_sections(page: &str) -> String {
    let Some((head, rest)) = page.split_once(".SH EXTRA\n") else { return page.into() };
    let (extra, tail) = rest.split_at(rest.find("\n.SH ").map_or(rest.len(), |at| at + 1));
    let mut sections = String::from(head);
    for part in extra.trim_end().split("\n\n") {
        let part = part.trim_matches('\n');
        sections += &match (part.strip_prefix("Examples:\n"), part.strip_prefix("Exit codes: ")) {
            (Some(lines), _) => format!(".SH EXAMPLES\n.EX\n{lines}\n.EE\n"),
            (_, Some(codes)) => format!(".SH \"EXIT STATUS\"\n{codes}\n"),
            _ => format!(".SH ENVIRONMENT\n{part}\n"),
        };
    }
    sections + tail
}
