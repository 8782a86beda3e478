//! Flags that number tours.

use std::path::PathBuf;

use cavalcade::Count;

/// Tours by their numbers.
#[derive(Debug, clap::Args)]
pub struct ChartArgs {
    /// A tour drawn by the seed S, with equal chances for all where they can be ranked, else by
    /// random flips of one; stderr says which, e.g. --random 7
    #[arg(long, value_name = "S")]
    pub random: Option<u64>,

    /// The tour of number K, from 0; each of --method frontier and union has an order of its own,
    /// and auto takes union where frontier would keep more than 1 GiB, e.g. --index 4931
    #[arg(long, value_name = "K")]
    pub index: Option<Count>,

    /// The number of each tour in a file, one tour a line, its squares in the order of the
    /// visit by name, as --format lines prints them, or by number, row by row from 0, e.g.
    /// --rank tours.txt
    #[arg(long, value_name = "FILE")]
    pub rank: Option<PathBuf>,
}

impl ChartArgs {
    /// True if one of the flags is given.
    pub fn is_asked(&self) -> bool {
        self.random.is_some() || self.index.is_some() || self.rank.is_some()
    }
}
