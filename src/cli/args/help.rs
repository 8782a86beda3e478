//! The layout of help: a short form for `-h`, the whole for `--help`, flags under headings.
//!
//! The documentation of a flag is its text for `--help`: the effect, details after a semicolon, an
//! example. `-h` shows only the effect.

use cavalcade::simd::{Backend, Vectors};
use clap::builder::styling::{AnsiColor, Style, Styles};
use clap::{Arg, ArgAction, Command, CommandFactory};

use super::Args;
use super::choices::{ASKED, HELP};

/// The text if no command is given.
pub const ALONE: &str = "\
Counts knight's tours, queens and walks, exact to the last digit. For example:

  cavalcade queens 12               14,200 placements, 1,787 of them fundamental
  cavalcade tours 6x6 --closed      9,862 closed knight's tours
  cavalcade tours 8x8 --first 1     one tour, drawn

cavalcade --help shows all commands, cavalcade tours --help the flags of one.
";

/// The text after the examples.
const VARIABLES: &str = "\n
A variable can set any option: CAVALCADE_THREADS=4 means --threads 4, CAVALCADE_QUIET=1 means
--quiet. Variables are ignored where the option has no effect. Flags override variables.";

/// The parser of the program, with its help laid out.
pub fn command() -> Command {
    let version = Box::leak(long_version().into_boxed_str());
    let command = laid_out(Args::command()).styles(styles()).long_version(&*version).arg(
        Arg::new("version")
            .short('V')
            .long("version")
            .action(ArgAction::Version)
            .help("Print the version (--version: commit, features and processor, too)")
            .help_heading(HELP),
    );
    // This flag replaces clap's, which has no heading.
    command.disable_version_flag(true).mut_subcommands(laid_out)
}

/// The version, and the properties in which two machines may differ.
fn long_version() -> String {
    format!(
        "{}\ncommit: {}\nfeatures: {}\nprocessor: {}, {} vectors",
        env!("CARGO_PKG_VERSION"),
        env!("BUILD_COMMIT"),
        env!("BUILD_FEATURES"),
        std::env::consts::ARCH,
        Backend::new(Vectors::Native).name(),
    )
}

fn styles() -> Styles {
    let bold = |color: AnsiColor| Style::new().fg_color(Some(color.into())).bold();
    Styles::styled()
        .header(bold(AnsiColor::Green))
        .usage(bold(AnsiColor::Green))
        .literal(bold(AnsiColor::Cyan))
        .placeholder(Style::new().fg_color(Some(AnsiColor::Cyan.into())))
}

/// A command whose flags are under headings, and whose `-h` is short.
fn laid_out(command: Command) -> Command {
    let examples = command.get_after_help().map(ToString::to_string);
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::Help)
        .help("Print help (-h: short)")
        .help_heading(HELP);
    let command = command.disable_help_flag(true).mut_args(|arg| {
        let text = arg.get_long_help().or(arg.get_help()).map(ToString::to_string);
        let arg = match text {
            Some(text) => arg.help(short(&text)).long_help(text),
            None => arg,
        };
        match arg.get_long().is_some() && arg.get_help_heading().is_none() {
            true => arg.help_heading(ASKED),
            false => arg,
        }
    });
    // After all others.
    let command = command.arg(help.display_order(usize::MAX - 1));
    match examples {
        Some(examples) => command.after_help(few(&examples)).after_long_help(examples + VARIABLES),
        None => command,
    }
}

/// The first part of a text, and the default.
fn short(text: &str) -> String {
    let usual = text.rfind(" [default: ").map_or("", |at| &text[at..]);
    let ends = ["; ", ", e.g. ", ".\n", " [default: "].iter().filter_map(|end| text.find(end));
    format!("{}{usual}", &text[..ends.min().unwrap_or(text.len())])
}

/// The first three examples of a list, each with its continuation lines.
fn few(examples: &str) -> String {
    let is_whole = |line: &&str| !line.starts_with("        ");
    let (mut kept, mut whole) = (Vec::new(), 0);
    for line in examples.lines() {
        whole += usize::from(is_whole(&line));
        if whole > 4 || line.is_empty() {
            return kept.join("\n") + "\n\n--help shows more, with more examples.";
        }
        kept.push(line);
    }
    kept.join("\n") + "\n\n--help shows more."
}
