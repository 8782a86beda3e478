//! The flags of `draw`, `check` and `report`.

use std::path::PathBuf;

use cavalcade::draw::Numbers;
use cavalcade::render::Format;

use super::choices::{OUTPUT, RUNS};
use super::{PieceArgs, Printed, choices};

const NUMBERS: choices::Named<Numbers> = &[
    ("auto", "One picture of a board of up to 400 squares, yes; else, no", Numbers::Auto),
    ("always", "On sheets and large boards, too", Numbers::Always),
    ("never", "Paths alone", Numbers::Never),
];

/// A listing and its question.
#[derive(Debug, clap::Args)]
pub struct ListedArgs {
    /// The listing; - is stdin
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,

    /// The board of tours, as for cavalcade tours, e.g. --board torus:5x5, --board graph:petersen.g6
    #[arg(long, value_name = "BOARD")]
    pub board: Option<String>,

    #[command(flatten)]
    pub piece: PieceArgs,

    /// The tours are closed, e.g. cavalcade check tours.txt --closed
    #[arg(long)]
    pub closed: bool,

    /// The question of the solutions, as in question.text of JSON answers, e.g. --question "queens
    /// queen torus:13x13"
    #[arg(long, value_name = "TEXT")]
    pub question: Option<String>,
}

/// Draw solutions that were listed: one picture, or a sheet of up to 2,000
///
/// Reads what --first, --all and --list write, in any format: boards, lines, csv, json, jsonl,
/// binary. Each solution is checked before it is drawn. A binary listing contains its question.
/// Drawn boards, rectangles and placements of queens are recognised; other listings need --board
/// or --question.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade draw tours.txt --closed         a listing of tours on a rectangle
  cavalcade queens 8 --unique --format lines | cavalcade draw --by-symmetry
  cavalcade draw torus.txt --board torus:5x5 --closed   moves leave an edge and enter at the other
  cavalcade draw eight.json --output eight.svg          placements of queens
  cavalcade draw walks.txt --question \"walks any knight phone length=10\"")]
pub struct DrawArgs {
    #[command(flatten)]
    pub listed: ListedArgs,

    /// Number the squares in the order of the visit, e.g. --numbers never
    #[arg(long, value_parser = choices::values(NUMBERS), default_value = "auto", help_heading = OUTPUT)]
    pub numbers: Numbers,

    /// Sort a sheet by symmetry, the most symmetric first, e.g. draw six.txt --by-symmetry
    #[arg(long, help_heading = OUTPUT)]
    pub by_symmetry: bool,

    /// How to draw, e.g. --format png --output tour.png; framed for a terminal, else svg
    #[arg(long, value_parser = choices::formats(|f| f.is_picture() || f == Format::Framed), help_heading = OUTPUT)]
    pub format: Option<Format>,

    /// Write the picture to a file (- is stdout), e.g. --output tour.svg
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
}

/// Check solutions that were listed: is each a tour, open or closed, or a placement?
///
/// Reads the listings that draw reads, and grids of numbers in brackets, with commas or blanks, as
/// [[1,4],[2,3]]. Prints a line for each solution: its kind, whether its numbers make a magic or
/// semi-magic board, and which symmetries of the board keep it. If an entry is no solution, the line
/// names the first wrong step, and the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade check tours.txt                 numbered boards, or a tour on each line
  cavalcade check grid.json --piece king    [[1,4],[2,3]]
  cavalcade check torus.txt --board torus:5x5 --closed
  cavalcade check queens.txt --format csv   boards of Q and . or _")]
pub struct CheckArgs {
    #[command(flatten)]
    pub listed: ListedArgs,

    #[command(flatten)]
    pub printed: Printed,
}

/// Make one page of HTML of results, or of a batch of journals while it runs
///
/// The page needs no network and no other file. It shows counts with their conventions and sources,
/// whether they agree with published counts, growth on a log scale, heat maps, and a player that
/// shows solutions step by step, by keys and by clicks. For journals it shows the units done and
/// missing, the rate, the time left, and which run computed which units.
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
    #[arg(long, value_name = "FILE", default_value = "report.html", help_heading = OUTPUT)]
    pub output: PathBuf,

    /// A listing for the player, in any format that cavalcade draw recognises; it shows the first 24
    /// solutions, e.g. --listing tours.txt [default: a solution of each small board]
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub listing: Option<PathBuf>,

    /// The title of the page, e.g. --title "Closed tours of 8×8"
    #[arg(long, value_name = "TEXT", default_value = "Cavalcade report", help_heading = OUTPUT)]
    pub title: String,

    /// Write the page again at this interval until no unit of its journals is missing, e.g. --watch
    /// 30s
    #[arg(long, value_name = "TIME", value_parser = choices::interval, help_heading = RUNS)]
    pub watch: Option<u32>,
}
