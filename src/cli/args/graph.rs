//! What a graph's file means.

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
