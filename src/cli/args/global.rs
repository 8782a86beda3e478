//! The flags of the program itself, before or behind the command.

use clap::ValueEnum;

/// When help and errors are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    /// On a terminal, unless NO_COLOR is set or TERM is dumb
    #[default]
    Auto,
    /// Always, in pipes and files too
    Always,
    /// Never
    Never,
}

/// Flags of every command.
#[derive(Debug, clap::Args)]
pub struct Global {
    /// No progress and no cost line on stderr, before or behind the command, e.g. cavalcade -q
    /// tours 6x6
    #[arg(short, long, global = true)]
    pub quiet: bool,

    /// When help and errors are coloured, e.g. --color never
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", global = true)]
    pub color: ColorArg,
}
