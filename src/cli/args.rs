//! The raw flags: what can be written, not yet what it means.

use std::path::PathBuf;

use clap::builder::styling::Styles;
use clap::{Parser, Subcommand, ValueEnum};

const EXAMPLES: &str = "\
Examples:
  cavalcade table                    the 7×7 table of tours and the queens 0…16, checked
  cavalcade tours 6x6 --closed       closed knight's tours of the 6×6 board
  cavalcade queens 14                placements of 14 queens, all and fundamental
  cavalcade verify --budget 60s      every published count that fits in a minute

Exit codes: 0 done, 1 a count disagrees with a published one or a worker failed, 2 bad
input, 5 the file system refused, 130 and 143 stopped by Ctrl-C or SIGTERM.";

/// Exhaustive enumeration of knight's tours and non-attacking queens, exact to the last digit
#[derive(Debug, Parser)]
#[command(version, styles = Styles::plain(), after_help = EXAMPLES, max_term_width = 100)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Tours(ToursArgs),
    Queens(QueensArgs),
    Table(TableArgs),
    Verify(VerifyArgs),
}

/// Flags of every command that counts.
#[derive(Debug, clap::Args)]
pub struct Common {
    /// Worker threads, e.g. --threads 4 [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// No progress and no cost line on stderr, e.g. cavalcade tours 6x6 -q
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Format {
    /// One line for people
    Text,
    /// One JSON object, counts as strings
    Json,
    /// A header and one row for each convention
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// The cheapest exact method
    Auto,
    /// Depth-first search that visits every solution, or one of each class
    Search,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Strategy {
    /// Linking where the graph is large enough
    Auto,
    /// Link subpaths anywhere on the board
    Link,
    /// Extend one path square by square
    Extend,
}

/// Count the knight's tours of a board
///
/// An open tour visits every square once; its ends may be a move apart. A closed tour
/// returns to where it began, and has no first square. Directed counts a tour once in each
/// direction, undirected once.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade tours 6x6                       open tours: 6,637,920 directed
  cavalcade tours 6x6 --closed              closed tours: 9,862 undirected
  cavalcade tours 3x10 --format json        for programs
  cavalcade tours torus:4x4 --closed        all edges wrap (cylinder:4x4: the columns' only)
  cavalcade tours 2x3x4 --closed -q         a board of three dimensions, nothing on stderr
  cavalcade tours 6x6 --closed --unique     up to symmetry: 1,245 = 5 + 17 + 1,223
  cavalcade tours 5x5 --by-start            open tours by their first square
  cavalcade tours 5x5 --from 3-3            tours from the centre square
  cavalcade tours 6x6 --closed --first 3    three tours, their squares in order
  cavalcade tours 5x5 --all                 every undirected tour, one on a line")]
pub struct ToursArgs {
    /// The board, rows by columns, e.g. 6x6, 2x3x4, torus:4x4, cylinder:4x8
    pub board: String,

    /// Count closed tours, e.g. cavalcade tours 6x6 --closed
    #[arg(long)]
    pub closed: bool,

    /// Only tours that start on this square, row-column from 1, e.g. --from 3-3
    #[arg(long, value_name = "SQUARE", conflicts_with = "closed")]
    pub from: Option<String>,

    /// With --from: only tours that end on this square, e.g. --from 1-1 --to 5-5
    #[arg(long, value_name = "SQUARE", requires = "from")]
    pub to: Option<String>,

    /// Also count tours up to symmetry, by kind of symmetry, e.g. 6x6 --closed --unique
    #[arg(long, conflicts_with = "from")]
    pub unique: bool,

    /// Also count open tours by their first square, e.g. 5x5 --by-start
    #[arg(long, conflicts_with_all = ["from", "closed"])]
    pub by_start: bool,

    /// List the first K undirected tours found instead of counting, e.g. --first 3
    #[arg(long, value_name = "K", conflicts_with_all = ["unique", "by_start", "all"])]
    pub first: Option<u64>,

    /// List every undirected tour instead of counting, e.g. 5x5 --all
    #[arg(long, conflicts_with_all = ["unique", "by_start"])]
    pub all: bool,

    /// Cut the search at these squares first: its units are the choices of the tour's edges
    /// there, up to symmetry, e.g. 8x8 --closed --cut-at 4-4,4-5,5-4,5-5
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub cut_at: Vec<String>,

    /// Run only a share of the units, at random, and extrapolate, e.g. --sample 1%
    #[arg(long, value_name = "PERCENT", conflicts_with_all = ["unique", "by_start", "all", "first"])]
    pub sample: Option<String>,

    /// Also put the counts into tours.csv in this folder, and those by start into a file of
    /// the board's own, e.g. --output results
    #[arg(long, value_name = "DIR", conflicts_with_all = ["sample", "all", "first"])]
    pub output: Option<PathBuf>,

    /// Use no symmetry: slower, the same counts, e.g. 6x6 --no-symmetry
    #[arg(long)]
    pub no_symmetry: bool,

    /// How the search searches, e.g. --strategy extend
    #[arg(long, value_enum, default_value = "auto")]
    pub strategy: Strategy,

    /// The method that counts, e.g. --method search
    #[arg(long, value_enum, default_value = "auto")]
    pub method: Method,

    /// How to print the counts, e.g. --format json
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,

    #[command(flatten)]
    pub common: Common,
}

/// Count the placements of N non-attacking queens on the N×N board
///
/// All counts every placement; fundamental counts those that rotations and reflections turn
/// into each other once. The board of size 0 has one placement, the empty one.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade queens 8                        all 92 · fundamental 12
  cavalcade queens 14 --threads 2           365,596 and 45,752
  cavalcade queens 12 --format csv -q       a header and two rows, nothing on stderr")]
pub struct QueensArgs {
    /// The number of queens, from 0, e.g. 8
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub side: String,

    /// The method that counts, e.g. --method search
    #[arg(long, value_enum, default_value = "auto")]
    pub method: Method,

    /// How to print the counts, e.g. --format json
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,

    #[command(flatten)]
    pub common: Common,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Family {
    /// Knight's tours by rows and columns
    Tours,
    /// Non-attacking queens by board size
    Queens,
}

/// Compute the tables of counts, compare each with the published value, write them as CSV
///
/// With nothing: the open tours of all boards of 0 to 6 rows and columns, directed, and the
/// queens 0 to 16. Every cell is computed now, none is looked up. The rows go to tours.csv
/// and queens.csv in the output folder, each replacing its own row of an earlier run.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade table                           both tables
  cavalcade table tours --closed            closed tours, undirected, 0 to 6
  cavalcade table tours 3..5                rows and columns 3 to 5
  cavalcade table queens 0..12              queens 0 to 12
  cavalcade table --max 7x7                 tours of 0 to 7 rows and columns, queens as above
  cavalcade table --output /tmp/counts      tours.csv and queens.csv there")]
pub struct TableArgs {
    /// Only this family, e.g. cavalcade table queens [default: both]
    #[arg(value_enum)]
    pub family: Option<Family>,

    /// Sizes from..to, both included, e.g. 0..12, or a single size, e.g. 8 [default: tours
    /// 0..6, queens 0..16]
    pub range: Option<String>,

    /// Closed tours instead of open ones, e.g. cavalcade table tours --closed
    #[arg(long)]
    pub closed: bool,

    /// The largest board (tours, e.g. --max 7x7) or number (queens, e.g. --max 12), from 0 on
    #[arg(long, value_name = "RxC|N", conflicts_with = "range")]
    pub max: Option<String>,

    /// The folder for tours.csv and queens.csv, e.g. --output counts
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub output: PathBuf,

    #[command(flatten)]
    pub common: Common,
}

/// Recompute every published count that fits a time budget and compare
///
/// Counts are taken from the cheapest to the dearest, by an estimate of the size of each
/// search, until the budget is used up. The exit code is 0 only if all of them agree.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade verify                          what fits in a minute
  cavalcade verify --budget 10m             what fits in ten
  cavalcade verify --budget 5s --threads 1  what fits in five seconds on one core")]
pub struct VerifyArgs {
    /// The time to spend, e.g. --budget 90s, --budget 10m, --budget 2h
    #[arg(long, value_name = "TIME", default_value = "60s")]
    pub budget: String,

    #[command(flatten)]
    pub common: Common,
}
