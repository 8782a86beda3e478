//! The raw flags: their syntax, without their meaning.

mod choices;
mod help;
mod journals;
mod listings;
mod others;
mod queens;
mod table;
mod tours;
mod walks;

use std::path::PathBuf;

use cavalcade::render::Format;
use clap::{Parser, Subcommand, ValueEnum};

pub use choices::time;
use choices::{METHOD, OUTPUT, RUNS};
pub use help::{ALONE, command};
pub use journals::{MergeArgs, RecheckArgs, StatusArgs};
pub use listings::{CheckArgs, DrawArgs, ListedArgs, ReportArgs};
pub use others::{ClassicsArgs, CompletionsArgs, EstimateArgs, HeuristicsArgs, ManArgs};
pub use queens::{QueensArgs, QueensPiece};
pub use table::{Family, TableArgs, VerifyArgs};
pub use tours::{GraphArgs, SweepArgs, ToursArgs};
pub use walks::WalksArgs;

const EXAMPLES: &str = "\
Examples:
  cavalcade table                    the 7×7 table of tours and the queens 0…16, checked
  cavalcade tours 6x6 --closed       closed knight's tours of the 6×6 board
  cavalcade queens 14                placements of 14 queens, all and fundamental
  cavalcade verify --budget 60s      every published count that fits in a minute
  cavalcade queens 18 --journal q18  a run that may be killed at any instant and resumed
  cavalcade merge q18                the total of one journal or of many

Exit codes: 0 done, 1 a count disagrees with a published one, a heuristic found no tour, or a
checked entry is no solution, 2 bad input or a file that cannot be read, 3 units are missing, 4 a
journal is damaged, differs or belongs to another question, 5 the system refused a file, a thread or
memory, 75 another process writes to the same file, 101 the program has a defect, 129, 130 and 143
stopped by SIGHUP, Ctrl-C or SIGTERM.";

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
    /// No progress and no cost line on stderr, e.g. cavalcade tours 6x6 -q
    #[arg(short, long, global = true, help_heading = OUTPUT)]
    pub quiet: bool,

    /// When help and errors are coloured, e.g. --color never
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", global = true, help_heading = OUTPUT)]
    pub color: ColorArg,
}

/// Flags of every command that counts.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Common {
    /// Worker threads, e.g. --threads 4 [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = METHOD)]
    pub threads: Option<u16>,

    /// Memory that the run may take, the program included, e.g. --memory 16G [default: three
    /// quarters of what is free]
    #[arg(long, value_name = "BYTES", value_parser = choices::bytes, help_heading = METHOD)]
    pub memory: Option<u64>,
}

/// Flags of every command that prints a report.
#[derive(Debug, clap::Args)]
pub struct Printed {
    /// How to print, e.g. --format json
    #[arg(long, value_parser = choices::formats(Format::writes_counts), default_value = "text", help_heading = OUTPUT)]
    pub format: Format,

    /// Write to this file instead of stdout (- is stdout); its ending says the format, e.g. --output
    /// answer.json
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
}

/// Flags of every command that keeps its counts.
#[derive(Debug, clap::Args)]
pub struct Keep {
    /// Keep each finished unit in this file, and resume from its units, e.g. --journal q18.journal; a
    /// folder for table, for walks --self-avoiding, with --shard, and for tours
    /// --by-move and --by-end
    #[arg(long, value_name = "FILE|DIR", help_heading = RUNS)]
    pub journal: Option<PathBuf>,

    /// Leave out damaged lines of the journal and recompute them, e.g. --journal q18.journal
    /// --salvage
    #[arg(long, help_heading = RUNS)]
    pub salvage: bool,

    /// Accept a file system without locks, e.g. --journal q18.journal --no-lock: no other
    /// process may write to the same journal, layers or folder of results
    #[arg(long, help_heading = RUNS)]
    pub no_lock: bool,
}

/// Flags of every command that can share its units with other processes.
#[derive(Debug, clap::Args)]
pub struct Part {
    #[command(flatten)]
    pub keep: Keep,

    /// Count only the units u with u mod N = I, I from 0, e.g. --shard 3/100 --journal parts;
    /// auto/N takes I from HQ_TASK_ID, SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX; missing/N
    /// runs nothing and prints which of N shards the folder lacks, 3,17,40-44
    #[arg(long, value_name = "I/N", help_heading = RUNS)]
    pub shard: Option<String>,

    /// Cut a search, or queens by colours, into at least about UNITS units, of 10 s to 10 min each if
    /// possible, or tours by halves into slices, e.g. --method search --split 50000, --method halves
    /// --split 66; a journal keeps its split
    #[arg(long, value_name = "UNITS", value_parser = clap::value_parser!(u32).range(1..), help_heading = RUNS)]
    pub split: Option<u32>,
}

/// How progress is shown on stderr.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ProgressArg {
    /// On a terminal a line that is drawn anew; elsewhere as plain, from the first minute on
    #[default]
    Auto,
    /// For logs: a line at the start, one a minute, one at the end
    Plain,
    /// For programs: one JSON object a line, at the same times
    Jsonl,
    /// None
    None,
}

/// Flags of every command that may take long.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Shown {
    /// How progress is shown on stderr, e.g. --progress plain; SIGUSR1 asks for a line at any time
    #[arg(long, value_name = "HOW", value_enum, default_value = "auto", help_heading = RUNS)]
    pub progress: ProgressArg,

    /// Seconds from one line of progress to the next, e.g. --progress plain --progress-interval 10
    /// [default: 60 in a log]
    #[arg(long, value_name = "SECONDS", value_parser = choices::interval, help_heading = RUNS)]
    pub progress_interval: Option<u32>,
}

/// Flags of every command that runs units.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Watched {
    #[command(flatten)]
    pub shown: Shown,

    /// Keep the state of the run in this file for Prometheus, e.g. --metrics q18.prom; it takes the
    /// place of an earlier one of its kind, never of another file
    #[arg(long, value_name = "FILE", help_heading = RUNS)]
    pub metrics: Option<PathBuf>,

    #[command(flatten)]
    pub common: Common,
}

/// Flags that choose the piece; a knight without them.
#[derive(Debug, Default, clap::Args)]
pub struct PieceArgs {
    /// A piece: knight, king, queen, rook, bishop, wazir, ferz, dabbaba, alfil, camel, zebra,
    /// giraffe, antelope, nightrider, e.g. --piece king; several as answers print them, e.g. --piece
    /// camel+wazir, or Betza's letters, e.g. --piece NW; NN or N* rides
    #[arg(long, value_name = "NAME", value_parser = choices::names("piece"), hide_possible_values = true)]
    pub piece: Option<String>,

    /// A leaper by its components, padded with 1 on boards of more axes; several make one
    /// piece, e.g. --leaper 1,2 --leaper 1,1
    #[arg(long, value_name = "A,B,…")]
    pub leaper: Vec<String>,

    /// A file of moves, a line for each: wazir, NW, leaper 1,2, rider 1,1, or signed steps such as
    /// 2 -1 or 2,-1, e.g. --moves moves.txt
    #[arg(long, value_name = "FILE")]
    pub moves: Option<PathBuf>,

    /// The format of graph:FILE, where the text does not say: graph6, sparse6, digraph6, json,
    /// graphml, dot, graphbase, matrix-market, pajek, hcp, dimacs, adjacency-list, table, edge-list,
    /// matrix or metis, e.g. graph:g.txt --graph-format metis
    #[arg(long, value_name = "FORMAT", value_parser = choices::names("graph-format"), hide_possible_values = true)]
    pub graph_format: Option<String>,
}

impl PieceArgs {
    /// True if any of them is given.
    pub fn is_given(&self) -> bool {
        self.piece.is_some() || !self.leaper.is_empty() || self.moves.is_some()
    }
}
