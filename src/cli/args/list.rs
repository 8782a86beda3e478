//! Which tours are listed, in which order and form.

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
    #[arg(long, value_name = "NAME")]
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
