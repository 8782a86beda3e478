//! The flags of `cavalcade walks`.

use std::path::PathBuf;

use cavalcade::render::Format;
use cavalcade::walks::MAX_LENGTH;

use super::choices::{LISTINGS, METHOD, OUTPUT};
use super::{Part, PieceArgs, Watched, choices};

/// Count or list walks: sequences of moves that may visit a square again
///
/// The length is the number of squares or keys, the first one included. Keys are numbered
/// row by row from 0, and a sequence is listed by these numbers in lexicographic order.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade walks --keypad letters18 --length 10 --at-most 2:AEIO             1,013,398
  cavalcade walks --keypad letters18 --length 10 --at-most 2:AEIO --by-start  for each key
  cavalcade walks --keypad letters18 --length 10 --at-most 2:AEIO --output keys/
  cavalcade walks --keypad letters18 --length 10 --code AHAHKBKBKB            its number
  cavalcade walks 8x8 --length 12 --method search --journal w8    resumes the run")]
pub struct WalksArgs {
    /// The board, e.g. 8x8; see cavalcade tours --help
    #[arg(required_unless_present = "keypad", conflicts_with = "keypad")]
    pub board: Option<String>,

    /// A keypad instead: letters18, phone, or a drawn file, e.g. --keypad @pad.txt
    #[arg(long, value_name = "NAME|@FILE", value_parser = choices::names("keypad"), hide_possible_values = true)]
    pub keypad: Option<String>,

    #[command(flatten)]
    pub piece: PieceArgs,

    /// The number of squares, e.g. --length 10
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MAX_LENGTH as i64))]
    pub length: u32,

    /// At most K visits to some keys, several times if need be, e.g. --at-most 2:AEIO
    #[arg(long, value_name = "K:KEYS")]
    pub at_most: Vec<String>,

    /// Only walks that start here, e.g. --from A, --from a1
    #[arg(long, value_name = "SQUARE")]
    pub from: Option<String>,

    /// No square twice; prints the counts of all lengths up to N
    #[arg(long)]
    pub self_avoiding: bool,

    /// The counts for each starting square as a table
    #[arg(long)]
    pub by_start: bool,

    /// List the walks, e.g. --list --first 5
    #[arg(long, help_heading = LISTINGS)]
    pub list: bool,

    /// Only the first K walks of the list, e.g. --list --first 5
    #[arg(long, value_name = "K", help_heading = LISTINGS)]
    pub first: Option<u64>,

    /// List the names of the keys instead of their numbers, e.g. --list --names
    #[arg(long, help_heading = LISTINGS)]
    pub names: bool,

    /// The code of a walk, the sum of key x base^position, e.g. --code AHAHKBKBKB; with
    /// --list and no walk, the code of each
    #[arg(long, value_name = "WALK", num_args = 0..=1, default_missing_value = "", help_heading = LISTINGS)]
    pub code: Option<String>,

    /// Write to this file instead of stdout (- is stdout), e.g. --list --output walks.txt; into a
    /// folder, one that is there or ends in a slash, the walks from each square into a file of
    /// their own, e.g. --output keys/
    #[arg(long, value_name = "FILE|DIR/", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,

    /// The method that counts, e.g. --method search
    #[arg(long, value_parser = choices::walk_methods(), default_value = "auto", help_heading = METHOD)]
    pub method: String,

    /// How to print, e.g. --format json
    #[arg(long, value_parser = choices::formats(Format::writes_listings), default_value = "text", help_heading = OUTPUT)]
    pub format: Format,

    #[command(flatten)]
    pub part: Part,

    #[command(flatten)]
    pub watched: Watched,
}
