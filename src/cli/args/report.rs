//! The flags of `cavalcade report`.

use std::path::PathBuf;

/// Make one page of HTML of results, or of a batch of journals while it runs
///
/// The page needs no network and nothing beside it. It holds counts with what counts as one,
/// sources and agreement with what is published, growth on a log scale, heat maps, and a player
/// that shows solutions step by step, by keys and by clicks. Of journals it tells the units that
/// are done, the rate, the time left, who computed what, and what is missing.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade report                          the folder results as report.html
  cavalcade report results/queens.csv --output queens.html
  cavalcade report verified.json            a run of cavalcade verify
  cavalcade report parts --watch 30s        a batch that runs: the page follows it
  cavalcade report results --listing tours.txt   with these tours in the player")]
pub struct ReportArgs {
    /// Files of results, runs of verify as JSON, journals, or folders of results and journals
    #[arg(value_name = "PATH", default_value = "results")]
    pub paths: Vec<PathBuf>,

    /// The page (- is stdout), e.g. --output queens.html
    #[arg(long, value_name = "FILE", default_value = "report.html")]
    pub output: PathBuf,

    /// A listing for the player, in any format that cavalcade draw can see by itself; of more than
    /// 24 solutions the first, e.g. --listing tours.txt [default: a solution of each small board]
    #[arg(long, value_name = "FILE")]
    pub listing: Option<PathBuf>,

    /// What stands above the page, e.g. --title "Closed tours of 8×8"
    #[arg(long, value_name = "TEXT", default_value = "Cavalcade report")]
    pub title: String,

    /// Write the page again so often until no unit of its journals is missing, e.g. --watch 30s
    #[arg(long, value_name = "TIME")]
    pub watch: Option<String>,
}
