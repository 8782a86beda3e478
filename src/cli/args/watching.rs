//! Flags of commands that run for long: how they are watched.

use std::path::PathBuf;

use clap::ValueEnum;

/// How progress is shown on stderr.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ProgressArg {
    /// On a terminal a line that is drawn anew; elsewhere as plain, from the first minute on
    #[default]
    Auto,
    /// For logs: a line at the start, one a minute, one at the end
    Plain,
    /// The same for programs: one JSON object a line
    Jsonl,
    /// None
    None,
}

/// Flags of every command that may take long.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Shown {
    /// How progress is shown on stderr, e.g. --progress plain; SIGUSR1 asks for a line at any time
    #[arg(long, value_name = "HOW", value_enum, default_value = "auto")]
    pub progress: ProgressArg,

    /// Seconds from one line of progress to the next, e.g. --progress plain --progress-interval 10
    /// [default: 60 in a log]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub progress_interval: Option<u32>,
}

/// Flags of every command that runs units.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Watched {
    #[command(flatten)]
    pub shown: Shown,

    /// Keep the state of the run in this file for Prometheus, e.g. --metrics q18.prom; it takes the
    /// place of an earlier one of its kind, never of another file
    #[arg(long, value_name = "FILE")]
    pub metrics: Option<PathBuf>,
}
