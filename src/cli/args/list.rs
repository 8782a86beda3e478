//! Which tours are listed, in which order and form.

use std::path::PathBuf;

use cavalcade::Count;

use super::choices;

/// Flags that list tours instead of counting them.
#[derive(Debug, Default, clap::Args)]
pub struct ListArgs {
    /// List the first K tours, e.g. cavalcade tours 8x8 --first 1 --order kt; one tour is looked for
    /// in other ways, too, if the search does not find it soon
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub first: Option<u64>,

    /// List all tours, e.g. cavalcade tours 3x4 --all --order kt
    #[arg(long)]
    pub all: bool,

    /// List as a classic program does: kt, gkt, kt-aw, ktourw-apl, ktourw-j, ktour-j,
    /// ktour-j-plain, e.g. --order kt [with neither --first nor --all: the first tour]
    #[arg(long, value_name = "NAME", value_parser = choices::names("order"), hide_possible_values = true)]
    pub order: Option<String>,

    /// Say on stderr how many items the order examined, e.g. --order ktour-j --stats
    #[arg(long)]
    pub stats: bool,
}

impl ListArgs {
    /// True if tours are listed.
    pub fn is_asked(&self) -> bool {
        self.all || self.first.is_some()
    }

    /// How many tours at most.
    pub fn most(&self) -> u64 {
        self.first.unwrap_or(u64::MAX)
    }
}

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
