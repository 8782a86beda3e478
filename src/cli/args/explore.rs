//! The flags of `tours` that look into the tours: ends, classes, starts, cuts and samples.

use std::path::PathBuf;

use cavalcade::tours::Statistic;
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StrategyArg {
    /// Linking where the graph is large enough
    Auto,
    /// Link subpaths anywhere on the board
    Link,
    /// Extend one path square by square
    Extend,
}

/// What is asked of the searched tours beyond their number.
#[derive(Debug, clap::Args)]
pub struct ExploreArgs {
    /// Only tours that start on this square, as on a chessboard or row-column from the top
    /// left, e.g. --from c3, --from 3-3; a list of closed tours numbers them from there, e.g.
    /// --closed --from a1 --first 1
    #[arg(long, value_name = "SQUARE")]
    pub from: Option<String>,

    /// With --from: only tours that end on this square, e.g. --from a1 --to e5
    #[arg(long, value_name = "SQUARE")]
    pub to: Option<String>,

    /// Also count tours up to symmetry, by kind of symmetry, e.g. 6x6 --closed --unique; with
    /// --all or --first, list one tour of each class
    #[arg(long)]
    pub unique: bool,

    /// Also count open tours by their first square, e.g. 5x5 --by-start
    #[arg(long)]
    pub by_start: bool,

    /// Also count open tours by their last square, without visiting them: all tours, or those from
    /// a square, e.g. 5x5 --by-end, 5x5 --from a1 --by-end
    #[arg(long)]
    pub by_end: bool,

    /// Count the tours that use each move, without visiting them, e.g. 6x6 --closed --by-move; with
    /// --format svg draw the moves, the wider the more
    #[arg(long)]
    pub by_move: bool,

    /// Also count tours by a number that each has: crossings of its lines, angles between its
    /// moves, or slopes of these; with a tour of the fewest and one of the most where each is
    /// visited (slopes need not be), e.g. 6x6 --closed --histogram crossings
    #[arg(long, value_name = "STATISTIC", value_parser = statistics())]
    pub histogram: Option<Statistic>,

    /// Cut the search at these squares first: its units are the choices of the tour's edges
    /// there, up to symmetry, e.g. 8x8 --closed --cut-at d4,d5,e4,e5
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub cut_at: Vec<String>,

    /// Run only a share of the units, at random, and extrapolate, e.g. --sample 1%
    #[arg(long, value_name = "PERCENT")]
    pub sample: Option<String>,

    /// Write to this file instead of stdout (- is stdout), e.g. 5x5 --all --output five.txt; put
    /// counts also into tours.csv in a folder, one that is there or ends in a slash, and those by
    /// start or end into a file of the board's own, e.g. --by-start --output counts/
    #[arg(long, value_name = "FILE|DIR/")]
    pub output: Option<PathBuf>,

    /// Use no symmetry, and search even where it is clear that there is no tour: slower, the
    /// same counts, e.g. 6x6 --no-symmetry
    #[arg(long)]
    pub no_symmetry: bool,

    /// Come to each tour and hand over its edges, instead of counting the last ones by the
    /// handful: slower, the same counts, e.g. 7x7 --visit
    #[arg(long)]
    pub visit: bool,

    /// How the search searches, e.g. --strategy extend
    #[arg(long, value_enum, default_value = "auto")]
    pub strategy: StrategyArg,
}

fn statistics() -> impl TypedValueParser<Value = Statistic> {
    let names = Statistic::NAMED.map(|(_, name)| name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Statistic>())
}

impl ExploreArgs {
    /// True if one is given that only the search answers.
    pub fn needs_search(&self) -> bool {
        self.by_start || self.needs_visits()
    }

    /// The same, but for counts by first square, which sweeps find as well.
    pub fn needs_visits(&self) -> bool {
        let cuts = !self.cut_at.is_empty() || self.no_symmetry;
        let searches = self.visit || self.sample.is_some() || self.strategy != StrategyArg::Auto;
        cuts || searches
    }
}
