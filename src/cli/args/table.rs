//! The flags of `table` and `verify`: families of boards.

use std::path::PathBuf;

use cavalcade::render::Format;
use clap::ValueEnum;

use super::choices::{METHOD, OUTPUT};
use super::{Keep, PieceArgs, Printed, Watched, choices};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Family {
    /// Knight's tours by rows and columns
    Tours,
    /// Non-attacking queens by board size
    Queens,
}

/// Compute tables of counts, compare each with the published value
///
/// Without arguments: the directed open tours of all boards of 0 to 6 rows and columns, and the
/// queens 0 to 16. Every cell is computed, none is looked up. A table is written to files only
/// with --output: in a folder, the file tours.csv or queens.csv, whose rows replace those that an
/// earlier run wrote for the same questions.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade table                           both tables
  cavalcade table tours --closed            closed tours, undirected, 0 to 6
  cavalcade table tours 3..5                rows and columns 3 to 5
  cavalcade table tours 3x4..10             three rows, four to ten columns
  cavalcade table queens 0..12              queens 0 to 12
  cavalcade table tours 5..6 --confirm      each cell by two independent methods
  cavalcade table tours 1..6 --square --closed --format bfile   a b-file for OEIS
  cavalcade table --output counts/          both tables, and tours.csv and queens.csv in a folder
  cavalcade table --journal kept            a journal for each question in the folder kept")]
pub struct TableArgs {
    /// Only this family, e.g. cavalcade table queens [default: both]
    #[arg(value_enum)]
    pub family: Option<Family>,

    /// Sizes from..to, both included, e.g. 0..12, or a single size, e.g. 8; boards whose sides are
    /// such ranges, e.g. 3..6x4..8, torus:3..4x5, 2x3..4x5 [default: tours 0..6, queens 0..16]
    pub range: Option<String>,

    /// Closed tours instead of open ones, e.g. cavalcade table tours --closed
    #[arg(long)]
    pub closed: bool,

    #[command(flatten)]
    pub piece: PieceArgs,

    /// All edges close, e.g. cavalcade table tours 3..4 --torus, cavalcade table queens --torus
    #[arg(long)]
    pub torus: bool,

    /// The last axis of each board wraps, e.g. cavalcade table tours 3..5 --cylinder
    #[arg(long)]
    pub cylinder: bool,

    /// Squares that are left out of each board that has them, e.g. --holes a1,b2
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub holes: Vec<String>,

    /// Boards of equal sides only, e.g. cavalcade table tours 1..6 --square
    #[arg(long)]
    pub square: bool,

    /// What counts as one: directed, undirected or fundamental tours, all or fundamental
    /// placements, e.g. --convention fundamental [default: directed open tours, undirected closed
    /// ones, all placements]
    #[arg(long, value_name = "WORD", value_parser = choices::names("convention"), hide_possible_values = true)]
    pub convention: Option<String>,

    /// Count each cell by a second, independent method, too, and say so, e.g. table tours 5..6
    /// --confirm
    #[arg(long, help_heading = METHOD)]
    pub confirm: bool,

    /// The method that counts the queens, e.g. cavalcade table queens 0..17 --method search
    #[arg(long, value_parser = choices::queen_methods(), default_value = "auto", help_heading = METHOD)]
    pub method: String,

    /// The largest board (tours, e.g. --max 7x7) or number (queens, e.g. --max 12), from 0 on
    #[arg(long, value_name = "RxC|N")]
    pub max: Option<String>,

    /// How to print, e.g. --format markdown
    #[arg(long, value_parser = choices::formats(Format::writes_tables), default_value = "text", help_heading = OUTPUT)]
    pub format: Format,

    /// Write to this file instead of stdout (- is stdout); gather rows also in tours.csv and
    /// queens.csv in a folder, one that is there or ends in a slash, e.g. --output counts/
    #[arg(long, value_name = "FILE|DIR/", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub keep: Keep,

    #[command(flatten)]
    pub watched: Watched,
}

const VERIFIED: choices::Named<&str> =
    &[("tours", "Tours", "tours"), ("queens", "Placements", "queens"), ("walks", "Walks", "walks")];

/// Recompute every published count that fits a time budget and compare
///
/// Counts are taken from the cheapest to the dearest, by an estimate of the size of each
/// search, until the budget is used up. The exit code is 0 only if all of them agree, and 3 if none
/// fits the budget.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade verify                          what fits in a minute
  cavalcade verify tours --piece king --closed
  cavalcade verify --confirm                what two independent methods count alike
  cavalcade verify --output verified.json")]
pub struct VerifyArgs {
    /// Only this family, e.g. cavalcade verify queens
    #[arg(value_parser = choices::values(VERIFIED))]
    pub family: Option<&'static str>,

    /// Only boards of these sizes, e.g. 5..6x5..8, 3x3..9, 2x3x4; for queens 4..12
    pub range: Option<String>,

    /// Only closed tours, e.g. cavalcade verify tours --closed
    #[arg(long)]
    pub closed: bool,

    /// Only this piece, e.g. --piece king
    #[arg(long, value_name = "NAME", value_parser = choices::names("piece"), hide_possible_values = true)]
    pub piece: Option<String>,

    /// Only boards all of whose axes wrap, e.g. cavalcade verify queens --torus
    #[arg(long)]
    pub torus: bool,

    /// Only boards whose last axis alone wraps, e.g. cavalcade verify tours --cylinder
    #[arg(long)]
    pub cylinder: bool,

    /// Only boards that are drawn, with squares left out, e.g. cavalcade verify tours --holes
    #[arg(long)]
    pub holes: bool,

    /// Count each question by two independent methods at least, and say which have only one,
    /// e.g. --confirm
    #[arg(long, help_heading = METHOD)]
    pub confirm: bool,

    /// Show each comparison, not only the summary, e.g. --rows, -v
    #[arg(short = 'v', long, visible_alias = "verbose", help_heading = OUTPUT)]
    pub rows: bool,

    /// The time to spend, e.g. --budget 90s, --budget 10m, --budget 2h
    #[arg(long, value_name = "TIME", default_value = "60s", help_heading = METHOD)]
    pub budget: String,

    #[command(flatten)]
    pub printed: Printed,

    #[command(flatten)]
    pub watched: Watched,
}
