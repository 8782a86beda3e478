//! Which piece moves.

use std::path::PathBuf;

use super::choices;

/// Flags that choose the piece; a knight without them.
#[derive(Debug, Default, clap::Args)]
pub struct PieceArgs {
    /// A piece: knight, king, queen, rook, bishop, wazir, ferz, dabbaba, alfil, camel, zebra,
    /// giraffe, antelope, nightrider, e.g. --piece king; several as answers print them, e.g. --piece
    /// camel+wazir, or Betza's letters, e.g. --piece NW; NN or N* rides
    #[arg(long, value_name = "NAME", value_parser = choices::names("piece"), hide_possible_values = true)]
    pub piece: Option<String>,

    /// A leaper by its components, padded with 1 on boards of more axes; several make one
    /// piece, e.g. --leaper 1,2 --leaper 1,1
    #[arg(long, value_name = "A,B,…")]
    pub leaper: Vec<String>,

    /// A file of moves, a line for each: wazir, NW, leaper 1,2, rider 1,1, or signed steps such as
    /// 2 -1 or 2,-1, e.g. --moves moves.txt
    #[arg(long, value_name = "FILE")]
    pub moves: Option<PathBuf>,

    /// The format of graph:FILE, where the text does not say: graph6, sparse6, digraph6, json,
    /// graphml, dot, graphbase, matrix-market, pajek, hcp, dimacs, adjacency-list, table, edge-list,
    /// matrix or metis, e.g. graph:g.txt --graph-format metis
    #[arg(long, value_name = "FORMAT", value_parser = choices::names("graph-format"), hide_possible_values = true)]
    pub graph_format: Option<String>,
}

impl PieceArgs {
    /// True if any of them is given.
    pub fn is_given(&self) -> bool {
        self.piece.is_some() || !self.leaper.is_empty() || self.moves.is_some()
    }
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
