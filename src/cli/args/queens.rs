//! The flags of `cavalcade queens`.

use std::path::PathBuf;

use cavalcade::method::Vectors;
use cavalcade::queens::Turn;
use cavalcade::render::Format;
use clap::ValueEnum;

use super::choices::{LISTINGS, METHOD, OUTPUT};
use super::{Part, Watched, choices};

/// The pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum QueensPiece {
    /// Rows, columns and diagonals
    Queen,
    /// Queen and knight in one
    Amazon,
}

const TURNS: choices::Named<Turn> = &[
    ("half-turn", "A half turn: a quarter turn among them", Turn::Half),
    ("quarter-turn", "A quarter turn", Turn::Quarter),
];

const VECTORS: choices::Named<Vectors> = &[
    ("native", "The widest that the processor has", Vectors::Native),
    ("narrow", "AVX2 at most: AVX-512 is switched off", Vectors::Narrow),
    ("none", "Those that every processor of the architecture has", Vectors::None),
];

/// Count or list the placements of N non-attacking queens on the N×N board
///
/// All counts every placement; fundamental counts those that rotations and reflections turn
/// into each other once; half-turn and quarter-turn count those that the turn leaves as they
/// are, and the classes divide the fundamental ones by their symmetry. The board of size 0 has
/// one placement, the empty one, which a listing does not show; 2 and 3 queens have none.
///
/// Squares are named as on a chessboard, the column by letters from the left and the row by a
/// number from the bottom: a1 is the bottom left square. Row-column from the top left is
/// understood, too: 1-1 is the top left square.
///
/// Listings go from the top row of the drawn board to the bottom one, in every format: the
/// first number of a placement, row1 in CSV, is the column of the queen in the top row (the
/// 8th rank of a chessboard), the last one that of the queen in rank 1. Boards of more than 64
/// rows are not drawn.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade queens 8                        all 92 · fundamental 12 · …
  cavalcade queens 8 --unique --ascii       the 12 fundamental ones with Q and .
  cavalcade queens 1000000 --first 1 --format lines --output million.txt
  cavalcade queens 48 --place a1,c2,e3 --first 1   a completion, or that there is none
  cavalcade queens 10 --all --output ten.csv
  cavalcade queens 13 --torus               edges close: 4,524
  cavalcade queens 10 --piece amazon        queen and knight in one: 4
  cavalcade queens 8 --place a1             completions of queens that stand already: 4
  cavalcade queens 5x8                      five queens on five rows of eight squares: 568
  cavalcade queens 8 --regions puzzle.txt --touching   a puzzle, and whether it has one solution
  cavalcade queens 40 --symmetric quarter-turn   77,184,000 that a quarter turn leaves as they are
  cavalcade queens 18 --journal q18         the same command resumes the run
  cavalcade queens 18 --shard auto/60 --journal parts   one of 60 parts; see merge")]
pub struct QueensArgs {
    /// The number of queens, from 0, e.g. 8; or rows and columns, e.g. 5x8, for as many queens as
    /// the shorter side has squares, or --k
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub side: String,

    /// List every placement instead of counting, e.g. queens 8 --all
    #[arg(long, help_heading = LISTINGS)]
    pub all: bool,

    /// List the first K placements, e.g. queens 20 --first 3; beyond 28 rows (16 with --place or
    /// --holes, --torus or amazons) --first 1 finds one without a search row by row, up to a million
    /// rows (64), and --method search (variants) finds the first in order
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), help_heading = LISTINGS)]
    pub first: Option<u64>,

    /// A placement of up to a million queens by a local search from the seed S; not all are equally
    /// likely, e.g. queens 40 --random 7
    #[arg(long, value_name = "S", help_heading = LISTINGS)]
    pub random: Option<u64>,

    /// List fundamental placements only, e.g. queens 8 --unique
    #[arg(long)]
    pub unique: bool,

    /// Draw boards with Q and . instead of ⍟ and ·, e.g. queens 8 --all --ascii
    #[arg(long, help_heading = LISTINGS)]
    pub ascii: bool,

    /// Write to this file instead of stdout (- is stdout), e.g. queens 10 --all --output ten.txt;
    /// put counts also into queens.csv in a folder, one that is there or ends in a slash, e.g.
    /// queens 12 --output counts/
    #[arg(long, value_name = "FILE|DIR/", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,

    /// Queens attack around the edges, e.g. queens 11 --torus
    #[arg(long)]
    pub torus: bool,

    /// The piece, e.g. --piece amazon
    #[arg(long, value_enum, ignore_case = true, default_value = "queen")]
    pub piece: QueensPiece,

    /// Queens that stand already, e.g. --place a1,c2
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub place: Vec<String>,

    /// Squares where no queen may stand (queens attack across them), e.g. --holes d4,e5
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub holes: Vec<String>,

    /// One queen in each region of this file: a line for each row, a sign for each square, e.g. queens 8
    /// --regions puzzle.txt --touching
    #[arg(long, value_name = "FILE")]
    pub regions: Option<PathBuf>,

    /// Queens attack only their neighbours along diagonals, as in the puzzles of newspapers, e.g. queens 8
    /// --touching
    #[arg(long)]
    pub touching: bool,

    /// K queens instead of N, those of --place included, e.g. --k 5
    #[arg(long, value_name = "K")]
    pub k: Option<usize>,

    /// Queens in the first K rows only, one in each: a level of the plain backtrack search, e.g.
    /// --first-rows 5
    #[arg(long, value_name = "K")]
    pub first_rows: Option<usize>,

    /// Placements that a shift around the torus turns into each other are one, too, e.g. --shifts
    #[arg(long)]
    pub shifts: bool,

    /// Only placements that a turn leaves as they are, counted without the others, e.g.
    /// --symmetric quarter-turn
    #[arg(long, visible_alias = "symmetry", value_parser = choices::values(TURNS), value_name = "TURN")]
    pub symmetric: Option<Turn>,

    /// The method that counts, e.g. --method search
    #[arg(long, value_parser = choices::queen_methods(), default_value = "auto", help_heading = METHOD)]
    pub method: String,

    /// The vector instructions that search, quadrants and colours may use, e.g. --vectors narrow
    #[arg(long, value_parser = choices::values(VECTORS), default_value = "native", help_heading = METHOD)]
    pub vectors: Vectors,

    /// Run only a share of the units of a method, at random, and extrapolate, e.g. queens 24
    /// --sample 1%
    #[arg(long, value_name = "PERCENT", value_parser = choices::bare_percent, help_heading = METHOD)]
    pub sample: Option<f64>,

    /// How to print, e.g. --format json; listings count columns from 1 at the left, rows from
    /// the top, and 0 is no queen
    #[arg(long, value_parser = choices::formats(Format::writes_listings), default_value = "text", help_heading = OUTPUT)]
    pub format: Format,

    /// Say what memory is needed and was used, e.g. queens 20 --verbose
    #[arg(short, long, help_heading = OUTPUT)]
    pub verbose: bool,

    #[command(flatten)]
    pub part: Part,

    #[command(flatten)]
    pub watched: Watched,
}
