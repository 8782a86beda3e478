//! The flags of `cavalcade tours`.

use std::path::PathBuf;

use cavalcade::Count;
use cavalcade::render::Format;
use cavalcade::tours::{Kind, Order, Statistic, Symmetric, TieRule};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::choices::{LISTINGS, METHOD, OUTPUT, RUNS};
use super::{Part, PieceArgs, Watched, choices};

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
/// Tours are distinguished by their squares, not by their moves. Around a short axis that wraps, two
/// moves may lead to one square: they count as one. A move that leads back to its own square does
/// not count. The answer reports such moves.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade tours 6x6                       open tours: 6,637,920 directed
  cavalcade tours 6x6 --closed              closed tours: 9,862 undirected
  cavalcade tours torus:4x4 --closed        all edges wrap (cylinder:4x4: the columns' only)
  cavalcade tours 8x8 --closed              13,267,364,410,532, counted in seconds
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
  cavalcade tours 6x6 --journal t66         the same command resumes the run
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

    /// List the first K tours, e.g. cavalcade tours 8x8 --first 1 --order kt; one tour is looked for
    /// in other ways, too, if the search does not find it soon
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), help_heading = LISTINGS)]
    pub first: Option<u64>,

    /// List all tours, e.g. cavalcade tours 3x4 --all --order kt
    #[arg(long, help_heading = LISTINGS)]
    pub all: bool,

    /// List as a classic program does, e.g. --order kt [with neither --first nor --all: the first
    /// tour]
    #[arg(long, value_name = "NAME", value_parser = choices::orders(), help_heading = LISTINGS)]
    pub order: Option<&'static Order>,

    /// Say on stderr how many items the order examined, e.g. --order ktour-j --stats
    #[arg(long, help_heading = LISTINGS)]
    pub stats: bool,

    /// How --method warnsdorff breaks ties; squirrel is the one for large square boards, e.g. --tie
    /// squirrel [default: roth]
    #[arg(long, value_name = "RULE", value_parser = PossibleValuesParser::new(TieRule::NAMES), help_heading = METHOD)]
    pub tie: Option<String>,

    /// The random seed, e.g. --seed 7
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = METHOD)]
    pub seed: u64,

    /// The trials of --method neural, e.g. --trials 1000
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..), help_heading = METHOD)]
    pub trials: u32,

    /// The square where --method warnsdorff starts, e.g. --start a1 [default: the first]
    #[arg(long, value_name = "SQUARE", help_heading = METHOD)]
    pub start: Option<String>,

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
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', help_heading = METHOD)]
    pub cut_at: Vec<String>,

    /// Run only a share of the units, at random, and extrapolate, e.g. --sample 1%
    #[arg(long, value_name = "PERCENT", value_parser = choices::bare_percent, help_heading = METHOD)]
    pub sample: Option<f64>,

    /// Write to this file instead of stdout (- is stdout), e.g. 5x5 --all --output five.txt; put
    /// counts also into tours.csv in a folder, one that is there or ends in a slash, and those by
    /// start or end into a file of the board's own, e.g. --by-start --output counts/
    #[arg(long, value_name = "FILE|DIR/", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,

    /// Use no symmetry, and search even where it is clear that there is no tour: slower, the
    /// same counts, e.g. 6x6 --no-symmetry
    #[arg(long, help_heading = METHOD)]
    pub no_symmetry: bool,

    /// Visit each tour and pass on its edges, instead of counting several tours at a time: slower,
    /// with the same counts, e.g. 7x7 --visit
    #[arg(long, help_heading = METHOD)]
    pub visit: bool,

    /// The strategy of the search, e.g. --strategy extend
    #[arg(long, value_parser = choices::values(STRATEGIES), default_value = "auto", help_heading = METHOD)]
    pub strategy: &'static str,

    /// Only tours that use these moves, in either direction, e.g. 8x8 --closed --through a1-b3,a1-c2
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    pub through: Vec<String>,

    /// Only tours whose moves take turns, those of this part of the piece and its others, e.g.
    /// 6x6 --closed --piece king --alternating ferz
    #[arg(long, value_name = "PIECE", value_parser = choices::names("piece"), hide_possible_values = true)]
    pub alternating: Option<String>,

    /// Only boards with these numbers on these squares, e.g. --at 1=a1 --at 36=c2; of several
    /// numbers each stands on one of the squares, e.g. --at 1,4,9=a1,b3,c5; in their place may stand
    /// squares, cubes, triangular or primes, as many as there are squares, e.g. --at squares=a1,b3,c5
    #[arg(long, value_name = "NUMBERS=SQUARES")]
    pub at: Vec<String>,

    /// Only boards whose rows, columns and two diagonals have the same sum, e.g. 4x4 --piece king
    /// --magic
    #[arg(long)]
    pub magic: bool,

    /// Only boards whose rows have the same sum, and whose columns have, e.g. 4x4 --piece king
    /// --semi-magic
    #[arg(long)]
    pub semi_magic: bool,

    /// Only tours that a turn or a reflection leaves as they are, found without the others, e.g.
    /// 6x6 --closed --symmetric quarter-turn
    #[arg(long, visible_alias = "symmetry", value_parser = choices::values(SYMMETRIES), value_name = "SYMMETRY")]
    pub symmetric: Option<Symmetric>,

    /// A tour drawn by the seed S, with equal chances for all where they can be ranked, else by
    /// random flips of one; stderr says which, e.g. --random 7
    #[arg(long, value_name = "S", help_heading = LISTINGS)]
    pub random: Option<u64>,

    /// The tour of number K, from 0; each of --method frontier and union has an order of its own,
    /// and auto takes union where frontier would keep more than 1 GiB, e.g. --index 4931
    #[arg(long, value_name = "K", help_heading = LISTINGS)]
    pub index: Option<Count>,

    /// The number of each tour in a file, one tour a line, its squares in the order of the
    /// visit by name, as --format lines prints them, or by number, row by row from 0, e.g.
    /// --rank tours.txt
    #[arg(long, value_name = "FILE", help_heading = LISTINGS)]
    pub rank: Option<PathBuf>,

    #[command(flatten)]
    pub sweep: SweepArgs,

    /// Count closed tours, e.g. cavalcade tours 6x6 --closed
    #[arg(long)]
    pub closed: bool,

    /// The method that counts or finds, e.g. --method search
    #[arg(long, value_parser = choices::tour_methods(), default_value = "auto", help_heading = METHOD)]
    pub method: String,

    /// How to print, e.g. --format json
    #[arg(long, value_parser = choices::formats(Format::writes_listings), default_value = "text", help_heading = OUTPUT)]
    pub format: Format,

    #[command(flatten)]
    pub part: Part,

    #[command(flatten)]
    pub watched: Watched,
}

/// Flags of the tours of a graph.
#[derive(Debug, Default, clap::Args)]
pub struct GraphArgs {
    /// Each edge of graph:FILE leads from its first vertex to its second only, e.g. graph:arcs.txt
    /// --directed; digraph6, "a -> b" and formats that say so are directed without it
    #[arg(long)]
    pub directed: bool,

    /// Count the tours of every graph of a file with one graph6, sparse6 or digraph6 line for each,
    /// as a table with their numbers from 1, e.g. graph:all.g6 --closed --each --format csv
    #[arg(long)]
    pub each: bool,
}

const SYMMETRIES: choices::Named<Symmetric> = &[
    ("half-turn", "A half turn: a quarter turn among them", Symmetric::HalfTurn),
    ("quarter-turn", "A quarter turn", Symmetric::QuarterTurn),
    ("reflection", "A reflection along an axis", Symmetric::Reflection),
    ("diagonal", "A reflection along a diagonal", Symmetric::DiagonalReflection),
    ("any", "Any symmetry of the board, or of a graph", Symmetric::Any),
];

impl ToursArgs {
    pub fn kind(&self) -> Kind {
        if self.closed { Kind::Closed } else { Kind::Open }
    }

    /// True if the flags exclude no tour.
    pub fn is_free(&self) -> bool {
        let is_whole = self.from.is_none() && self.through.is_empty() && self.alternating.is_none();
        is_whole && !self.is_numbered() && self.symmetric.is_none()
    }

    /// True if the flags require numbers on squares.
    pub fn is_numbered(&self) -> bool {
        !self.at.is_empty() || self.magic || self.semi_magic
    }

    /// True if a flag is given that only the search understands.
    pub fn needs_search(&self) -> bool {
        let cuts = !self.cut_at.is_empty() || self.no_symmetry;
        cuts || self.visit || self.strategy != "auto"
    }
}

const STRATEGIES: choices::Named<&str> = &[
    ("auto", "Linking where the graph is large enough", "auto"),
    ("link", "Link subpaths anywhere on the board", "link"),
    ("extend", "Extend one path square by square", "extend"),
];

fn statistics() -> impl TypedValueParser<Value = Statistic> {
    let names = Statistic::NAMED.map(|(_, name)| name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Statistic>())
}

/// How a long sweep is kept and reported.
#[derive(Clone, Debug, clap::Args)]
pub struct SweepArgs {
    /// Keep a layer of a count by halves in this folder from time to time, and resume from the kept
    /// layer, e.g. 8x8 --checkpoint kept; the folder is created, but none above it, and other files
    /// in it stay
    #[arg(long, value_name = "DIR", help_heading = RUNS)]
    pub checkpoint: Option<PathBuf>,

    /// Like --checkpoint, and keep also the layers that do not fit in memory: they may take many
    /// times as much disk as memory is lacking, e.g. 8x10 --closed --memory 1G --scratch /big
    #[arg(long, value_name = "DIR", help_heading = RUNS)]
    pub scratch: Option<PathBuf>,

    /// Most disk space for the files in --scratch; units of --moduli are planned for it, any other
    /// run ends when it is used up, e.g. 10x10 --closed --journal j --scratch /big --disk 60G
    /// [default: all free space]
    #[arg(long, value_name = "AMOUNT", value_parser = choices::bytes, help_heading = RUNS)]
    pub disk: Option<u64>,

    /// With --split: each unit counts a slice modulo one prime of BITS bits, 7, 15 or 31, and all
    /// slices share the first layers of a sweep; the number of primes follows from the bound of the
    /// count, or is given before BITS, e.g. --method halves --split 16 --moduli 31, --moduli 4x31
    #[arg(long, value_name = "BITS", help_heading = RUNS)]
    pub moduli: Option<String>,

    /// A line on stderr for each layer of a sweep, and the peak of memory, e.g. 7x7 --verbose
    #[arg(short, long, help_heading = OUTPUT)]
    pub verbose: bool,
}

impl SweepArgs {
    /// True if layers are kept.
    pub fn keeps(&self) -> bool {
        self.checkpoint.is_some() || self.scratch.is_some()
    }
}
