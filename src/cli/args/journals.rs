//! The flags of `status`, `merge` and `recheck`.

use std::path::PathBuf;

use super::choices::{METHOD, RUNS};
use super::{Common, Printed, Watched, choices};

/// Show the progress of journals and checkpoints, without disturbing the runs that write them
///
/// For each question of a journal: units done and missing, counts so far, whether the sums have the
/// right residues, the rate, the time left, and which runs computed what. For a folder of
/// --checkpoint or --scratch: the kept layer, its size and age, and the process that uses the folder.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade status q18                      a journal, finished or not
  cavalcade status parts                    all journals in a folder
  cavalcade status layers                   a folder of --checkpoint or --scratch
  cavalcade status parts --watch            anew every 5 seconds, until nothing is missing
  cavalcade status parts --watch 60         every minute")]
pub struct StatusArgs {
    /// Journals, folders of them, or folders of checkpoints
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub printed: Printed,

    /// Show the progress again at this interval until nothing is missing; write it after the files,
    /// e.g. parts --watch 60 [default without a number: 5]
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "5",
        value_parser = choices::interval, help_heading = RUNS)]
    pub watch: Option<u32>,
}

/// Add up journals of one question: the exact total, or what is missing
///
/// Records of one unit that agree count once; if they differ, both places are named and the
/// exit code is 4. The exit code is 3 if units are missing.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade merge parts                     the total of the journals in a folder
  sbatch --array=$(cavalcade merge parts --missing --of 100) job.sh
                                            the shards of 100 that lack units, once more")]
pub struct MergeArgs {
    /// Journals, or folders of them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Print the missing units instead of the total, as hq and sbatch --array take them:
    /// 3,17,40-44
    #[arg(long, help_heading = RUNS)]
    pub missing: bool,

    /// With --missing: print the shards of N that hold them instead, e.g. --of 100
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = RUNS)]
    pub of: Option<u32>,

    /// Leave out damaged lines: their units are missing, e.g. cavalcade merge parts --salvage
    #[arg(long, help_heading = RUNS)]
    pub salvage: bool,

    #[command(flatten)]
    pub printed: Printed,

    #[command(flatten)]
    pub common: Common,
}

/// Recompute random units of a journal in another way and compare
///
/// A unit is counted with other pruning where the method has such a way, else by the same
/// method once more. The same seed takes the same units, at least one. The exit code is 4 if any
/// differs, 3 if none is recorded.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade recheck q18 --sample 1%         about one unit of a hundred
  cavalcade recheck q18 --sample 1% --seed 7   others")]
pub struct RecheckArgs {
    /// Journals of one question, or folders of them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// The share of the units to recompute, e.g. --sample 0.5%
    #[arg(long, value_name = "P%", default_value = "1%", value_parser = choices::percent, help_heading = METHOD)]
    pub sample: f64,

    /// Which units are taken, e.g. --seed 7
    #[arg(long, default_value = "1", help_heading = METHOD)]
    pub seed: u64,

    /// Keep layers that do not fit in memory in this folder, for units of --method halves,
    /// e.g. results/10x10 --scratch /big
    #[arg(long, value_name = "DIR", help_heading = RUNS)]
    pub scratch: Option<PathBuf>,

    /// Disk that the files in --scratch may take, e.g. --scratch /big --disk 60G
    #[arg(long, value_name = "AMOUNT", requires = "scratch", value_parser = choices::bytes, help_heading = RUNS)]
    pub disk: Option<u64>,

    #[command(flatten)]
    pub printed: Printed,

    #[command(flatten)]
    pub watched: Watched,
}
