//! The flags of `classics`, `heuristics`, `estimate`, `completions` and `man`.

use std::path::PathBuf;

use clap_complete::Shell;

use super::choices::METHOD;
use super::{Common, PieceArgs, Printed, Shown};

/// List the classic programs of the field and check their published listings
///
/// Each listing is made anew by the documented command and compared byte for byte.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade classics                        the orders, and every listing compared
  cavalcade classics --format json          for programs")]
pub struct ClassicsArgs {
    #[command(flatten)]
    pub printed: Printed,
}

/// How often Warnsdorff's rule finds a tour, by tie rule and board size
///
/// Each rule is tried from every square of a board, or from a sample of squares on larger
/// boards; squirrel only from the first corner, for which it is made. The last rows are those of
/// divide and conquer, which succeeds wherever there is a tour. scripts/plot_heuristics.py draws
/// the table; the default format is CSV.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade heuristics > heuristics.csv                 square boards of 5 to 40 a side
  cavalcade heuristics --sizes 8,50,100,200,500,1000 --starts 20
  cavalcade heuristics --sizes 5..12 --format text      a table for people",
    mut_arg("format", |arg| arg.default_value("csv")))]
pub struct HeuristicsArgs {
    /// Sides of square boards, from..to or a list, e.g. --sizes 5..40, --sizes 8,100,1000
    #[arg(long, value_name = "SIDES", default_value = "5..40")]
    pub sizes: String,

    /// Starting squares on each board, all of them where there are not more, e.g. --starts 20
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..), help_heading = METHOD)]
    pub starts: u32,

    /// The seed of random ties and samples, e.g. --seed 7
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = METHOD)]
    pub seed: u64,

    #[command(flatten)]
    pub printed: Printed,

    #[command(flatten)]
    pub shown: Shown,
}

/// Predict the time of a count, and the number of tours
///
/// The number comes from random descents along Warnsdorff's rule, weighted by one over
/// their probability (Cancela and Mordecki 2006); the size of the search from Knuth's random
/// probes (1975). Both are unbiased. The standard error comes from the spread of 20 independent
/// clouds of paths, and from it, by Student's t, the interval that holds the true number in
/// about 95 of 100 cases.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade estimate 8x8 --samples 100000   about 1.96e16 directed open tours
  cavalcade estimate 10x10 --closed         a number that nobody has counted
  cavalcade estimate 8x8 --seed 7           other samples")]
pub struct EstimateArgs {
    /// The board, e.g. 8x8; see cavalcade tours --help
    pub board: String,

    #[command(flatten)]
    pub piece: PieceArgs,

    /// Closed tours, e.g. cavalcade estimate 8x8 --closed
    #[arg(long)]
    pub closed: bool,

    /// Random descents, e.g. --samples 100000
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(2..), help_heading = METHOD)]
    pub samples: u32,

    /// The seed, e.g. --seed 7
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = METHOD)]
    pub seed: u64,

    #[command(flatten)]
    pub printed: Printed,

    #[command(flatten)]
    pub shown: Shown,

    #[command(flatten)]
    pub common: Common,
}

/// Print what a shell needs to complete commands, flags and their values
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade completions bash         into ~/.local/share/bash-completion/completions/cavalcade
  cavalcade completions zsh          into _cavalcade in a folder of $fpath, before compinit
  cavalcade completions fish         into ~/.config/fish/completions/cavalcade.fish
  cavalcade completions elvish       into ~/.config/elvish/lib/cavalcade.elv, then: use cavalcade
  cavalcade completions powershell   at the end of the file that $PROFILE names")]
pub struct CompletionsArgs {
    /// The shell, e.g. cavalcade completions bash
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Write the manual pages, one for each command, into a folder
///
/// The folder is made; none above it is. Pages that an earlier version wrote are replaced; if a file of
/// another origin has the name of one, nothing is written.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade man man1     cavalcade.1, cavalcade-tours.1, … in man1; man1 below a folder of
                         MANPATH, as ~/.local/share/man, is found by man cavalcade-tours")]
pub struct ManArgs {
    /// The folder, e.g. cavalcade man man1
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
