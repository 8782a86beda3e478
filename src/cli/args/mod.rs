//! The raw flags: what can be written, not yet what it means.

mod choices;
mod construct;
mod draw;
mod explore;
mod find;
mod global;
mod help;
mod list;
mod piece;
mod queens;
mod report;
mod shells;
mod sweep;
mod table;
mod walks;
mod watching;

use std::path::PathBuf;

use cavalcade::render::Format;
use clap::{Parser, Subcommand};

pub use construct::{ConstructArgs, EstimateArgs, HeuristicsArgs};
pub use draw::{CheckArgs, DrawArgs, ListedArgs};
pub use explore::{ExploreArgs, StrategyArg};
pub use find::FindArgs;
pub use global::{ColorArg, Global};
pub use help::{ALONE, command};
pub use list::{ChartArgs, ListArgs};
pub use piece::{GraphArgs, PieceArgs};
pub use queens::{QueensArgs, QueensPiece};
pub use report::ReportArgs;
pub use shells::{CompletionsArgs, ManArgs};
pub use sweep::SweepArgs;
pub use table::{Family, TableArgs, VerifyArgs};
pub use walks::WalksArgs;
pub use watching::{ProgressArg, Shown, Watched};

const EXAMPLES: &str = "\
Examples:
  cavalcade table                    the 7×7 table of tours and the queens 0…16, checked
  cavalcade tours 6x6 --closed       closed knight's tours of the 6×6 board
  cavalcade queens 14                placements of 14 queens, all and fundamental
  cavalcade verify --budget 60s      every published count that fits in a minute
  cavalcade queens 18 --journal q18  a run that may be killed at any instant and goes on
  cavalcade merge q18                the total of one journal or of many

Exit codes: 0 done, 1 a count disagrees with a published one a heuristic found no tour, or
what is checked is none, 2 bad
input or a file that cannot be read, 3 units are missing, 4 a journal is damaged, differs or
belongs to another question, 5 the system refused a file, a thread or memory, 75 another process
writes to the same file, 101 the program has a defect, 129, 130 and 143 stopped by SIGHUP, Ctrl-C
or SIGTERM.";

/// Exhaustive enumeration of knight's tours and non-attacking queens, exact to the last digit
#[derive(Debug, Parser)]
#[command(version, bin_name = "cavalcade", after_help = EXAMPLES, max_term_width = 100)]
pub struct Args {
    #[command(flatten)]
    pub global: Global,

    /// None shows three examples.
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Tours(Box<ToursArgs>),
    Queens(QueensArgs),
    Walks(WalksArgs),
    Draw(DrawArgs),
    Check(CheckArgs),
    Report(ReportArgs),
    Table(TableArgs),
    Verify(VerifyArgs),
    Status(StatusArgs),
    Merge(MergeArgs),
    Recheck(RecheckArgs),
    Classics(ClassicsArgs),
    Heuristics(HeuristicsArgs),
    Estimate(EstimateArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Flags of every command that counts.
#[derive(Debug, Default, clap::Args)]
pub struct Common {
    /// Worker threads, e.g. --threads 4 [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// No progress and no cost line on stderr, e.g. cavalcade tours 6x6 -q
    #[arg(short, long)]
    pub quiet: bool,

    /// Memory that the run may take, the program included, e.g. --memory 16G [default: three
    /// quarters of what is free]
    #[arg(long, value_name = "BYTES")]
    pub memory: Option<String>,
}

/// The flag of every command that writes.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Out {
    /// Write to this file instead of stdout (- is stdout); its ending says the format, e.g. --output
    /// answer.json
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Flags of every command that keeps what it counts.
#[derive(Debug, clap::Args)]
pub struct Keep {
    /// Keep each finished unit in this file, and go on with what is there, e.g. --journal
    /// q18.journal; a folder for table, for walks --self-avoiding, with --shard, and for tours
    /// --by-move and --by-end
    #[arg(long, value_name = "FILE|DIR")]
    pub journal: Option<PathBuf>,

    /// Leave out damaged lines of the journal and recompute them, e.g. --journal q18.journal
    /// --salvage
    #[arg(long)]
    pub salvage: bool,

    /// Go on where the file system has no locks, e.g. --journal q18.journal --no-lock: no other
    /// process may write to the same journal, layers or folder of results
    #[arg(long)]
    pub no_lock: bool,
}

/// The flags of every command that can share its units with other processes.
#[derive(Debug, clap::Args)]
pub struct Part {
    /// Count only the units u with u mod N = I, I from 0, e.g. --shard 3/100 --journal parts;
    /// auto/N takes I from HQ_TASK_ID, SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX; missing/N
    /// runs nothing and prints which of N shards the folder lacks, 3,17,40-44
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,

    /// Cut a search, or queens by colours, into so many units or some times more, to take 10 s to 10
    /// min each, or tours by halves into slices, e.g. --method search --split 50000, --method halves
    /// --split 66; a journal keeps to the split that it was begun with
    #[arg(long, value_name = "UNITS", value_parser = clap::value_parser!(u32).range(1..))]
    pub split: Option<u32>,
}

/// Count the knight's tours of a board
///
/// An open tour visits every square once; its ends may be a move apart. A closed tour
/// returns to where it began, and has no first square. Directed counts a tour once in each
/// direction, undirected once. Tours of a directed graph go along its arcs.
///
/// Squares are named as on a chessboard, the column by letters from the left and the row by a
/// number from the bottom: a1 is the bottom left square. Coordinates are understood too, from 1
/// in the order of the axes: 1-1 is the first square of the first row, the top left one. Boards
/// of three or more axes have coordinates only, and vertices of graphs their numbers.
///
/// A tour is told by its squares, not by its moves. Around a short axis that wraps, two moves may
/// lead to one square: they count as one. A move that leads back to its own square does not
/// count. The answer says where that is so.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade tours 6x6                       open tours: 6,637,920 directed
  cavalcade tours 6x6 --closed              closed tours: 9,862 undirected
  cavalcade tours torus:4x4 --closed        all edges wrap (cylinder:4x4: the columns' only)
  cavalcade tours 8x8 --closed              13,267,364,410,532 without visiting one: a minute
  cavalcade tours 4x4 --piece king          kings; also --leaper 1,3 and --moves FILE
  cavalcade tours 8x8 --first 1 --order kt  the first tour of a classic program, numbered
  cavalcade tours 1000x1000 --method divide   a tour of a million squares
  cavalcade tours graph:petersen.g6         Hamiltonian paths of a graph
  geng -c 6 | cavalcade tours graph:- --closed --each   Hamiltonian cycles of every graph
  cavalcade tours 6x6 --closed --random 7   a tour drawn at random; also --index, --rank
  cavalcade tours 6x6 --closed --unique     up to symmetry: 1,245 = 5 + 17 + 1,223
  cavalcade tours 5x5 --by-start            open tours by their first square
  cavalcade tours 6x6 --closed --first 3    three tours, as numbered boards
  cavalcade tours 6x6 --closed --unique --all --output six.csv
  cavalcade tours 6x6 --journal t66         the same command goes on after any end
  cavalcade tours 6x6 --shard 3/8 --journal parts   one of eight parts; see merge")]
pub struct ToursArgs {
    /// The board, rows by columns, e.g. 6x6, 2x3x4, torus:4x4, cylinder:4x8 (the last axis
    /// wraps), 4~x5 (an axis with ~ wraps), strip:3,22 (22 cells of three rows, column by
    /// column), @map.txt (. a cell, # a hole), graph:FILE (edges, graph6, DOT and other formats); @- and
    /// graph:- are read from stdin
    pub board: String,

    #[command(flatten)]
    pub piece: PieceArgs,

    #[command(flatten)]
    pub graph: GraphArgs,

    #[command(flatten)]
    pub list: ListArgs,

    #[command(flatten)]
    pub construct: ConstructArgs,

    #[command(flatten)]
    pub explore: ExploreArgs,

    #[command(flatten)]
    pub find: FindArgs,

    #[command(flatten)]
    pub chart: ChartArgs,

    #[command(flatten)]
    pub sweep: SweepArgs,

    /// Count closed tours, e.g. cavalcade tours 6x6 --closed
    #[arg(long)]
    pub closed: bool,

    /// The method that counts or finds, e.g. --method search
    #[arg(long, value_parser = choices::tour_methods(), default_value = "auto")]
    pub method: String,

    /// How to print, e.g. --format json
    #[arg(long, value_parser = choices::formats(), default_value = "text")]
    pub format: Format,

    #[command(flatten)]
    pub keep: Keep,

    #[command(flatten)]
    pub part: Part,

    #[command(flatten)]
    pub watched: Watched,

    #[command(flatten)]
    pub common: Common,
}

impl ToursArgs {
    /// True if the method finds a tour instead of counting.
    pub fn constructs(&self) -> bool {
        choices::CONSTRUCTING.contains(&self.method.as_str())
    }

    /// True if what is asked for is many counts, and not one.
    pub fn asks_many(&self) -> bool {
        let swept = self.explore.by_start && choices::SWEEPS.contains(&self.method.as_str());
        self.explore.by_move || self.explore.by_end || swept
    }
}

/// Tell how far journals and checkpoints are, without disturbing who writes them
///
/// For each question of a journal: units done and missing, counts so far, whether the sums have the
/// right residues, the rate, the time left, and which runs computed what. For a folder of
/// --checkpoint or --scratch: the layer that is kept, its size and age, and who holds the folder.
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

    /// How to print, e.g. --format json
    #[arg(long, value_parser = choices::report_formats(), default_value = "text")]
    pub format: Format,

    #[command(flatten)]
    pub out: Out,

    /// Tell anew every so many seconds until nothing is missing, behind the files, e.g. parts
    /// --watch 60 [default without a number: 5]
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "5",
        value_parser = clap::value_parser!(u32).range(1..=86_400))]
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
    #[arg(long)]
    pub missing: bool,

    /// With --missing: print the shards of N that hold them instead, e.g. --of 100
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub of: Option<u32>,

    /// Leave out damaged lines: their units are missing, e.g. cavalcade merge parts --salvage
    #[arg(long)]
    pub salvage: bool,

    /// How to print, e.g. --format json
    #[arg(long, value_parser = choices::report_formats(), default_value = "text")]
    pub format: Format,

    #[command(flatten)]
    pub out: Out,

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
    #[arg(long, value_name = "P%", default_value = "1%")]
    pub sample: String,

    /// Which units are taken, e.g. --seed 7
    #[arg(long, default_value = "1")]
    pub seed: u64,

    /// How to print, e.g. --format json
    #[arg(long, value_parser = choices::report_formats(), default_value = "text")]
    pub format: Format,

    #[command(flatten)]
    pub out: Out,

    #[command(flatten)]
    pub watched: Watched,

    #[command(flatten)]
    pub common: Common,
}
/// List the classic programs of the field and check their published listings
///
/// Each listing is made anew by the documented command and compared byte for byte.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade classics                        the orders, and every listing compared
  cavalcade classics --format json          for programs")]
pub struct ClassicsArgs {
    /// How to print, e.g. --format json
    #[arg(long, value_parser = choices::report_formats(), default_value = "text")]
    pub format: Format,

    #[command(flatten)]
    pub out: Out,
}
