//! Flags of `tours` that would have no effect together are refused by name.

use cavalcade::render::Format;

use crate::cli::args::ToursArgs;
use crate::cli::session::exit::Usage;

/// Only counts are kept in journals, and only the search tells more than a number.
pub fn what_would_be_ignored(args: &ToursArgs) -> Result<(), Usage> {
    let lists = args.list.is_asked() || args.list.order.is_some();
    let explores = args.explore.is_asked();
    let asks = |explores| lists || args.constructs() || explores || args.chart.is_asked();
    let frontier = args.method == "frontier";
    let halves = args.method == "halves";
    let swept = (frontier || halves) && !args.explore.needs_search();
    if args.keep.journal.is_some() && asks(false) {
        return Err(Usage("--journal keeps the units of a count; leave it out here".into()));
    }
    if let (true, Some(flag)) = (args.keep.journal.is_some(), args.explore.other_units()) {
        return Err(Usage(format!(
            "{flag} counts other units than those that a journal keeps; leave out {flag} or --journal"
        )));
    }
    if args.part.is_asked() && asks(explores && !swept) {
        return Err(Usage(
            "--shard and --split go with a plain count; leave them out here, or the other flags"
                .into(),
        ));
    }
    let chosen = args.explore.needs_search() || args.list.is_asked() && args.explore.from.is_some();
    if (frontier || halves) && chosen {
        let method = &args.method;
        return Err(Usage(format!("the {method} method visits no tour; write --method search")));
    }
    if args.method == "pairs" && (args.closed || asks(explores)) {
        let remedy = "leave out --closed and the other flags, or write --method frontier";
        return Err(Usage(format!("--method pairs counts open tours with free ends; {remedy}")));
    }
    if args.sweep.keeps() && (!frontier || asks(false)) {
        let remedy = "write --method frontier; the search keeps its units with --journal";
        return Err(Usage(format!(
            "--checkpoint and --scratch keep the layers of a sweep; {remedy}"
        )));
    }
    if args.explore.output.is_some() && args.part.shard.is_some() {
        return Err(Usage("--output goes with a whole count; leave out --shard".into()));
    }
    if args.part.split.is_some() && args.method != "search" {
        return Err(Usage("--split cuts a search; add --method search".into()));
    }
    Ok(())
}

/// The format of an answer that is no listing.
pub fn listings_format(args: &ToursArgs) -> Result<Format, Usage> {
    if args.format.writes_counts() {
        return Ok(args.format);
    }
    let name = args.format.name();
    Err(Usage(format!("--format {name} is for listings; add --all or --first K")))
}
