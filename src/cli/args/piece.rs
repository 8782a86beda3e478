//! Which piece moves.

use std::path::PathBuf;

/// Flags that choose the piece; a knight without them.
#[derive(Debug, Default, clap::Args)]
pub struct PieceArgs {
    /// A piece: knight, king, queen, rook, bishop, wazir, ferz, dabbaba, alfil, camel, zebra,
    /// giraffe, antelope, nightrider, e.g. --piece king; several as answers print them, e.g. --piece
    /// camel+wazir, or Betza's letters, e.g. --piece NW; NN or N* rides
    #[arg(long, value_name = "NAME")]
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
    #[arg(long, value_name = "FORMAT")]
    pub graph_format: Option<String>,
}

impl PieceArgs {
    /// True if any of them is given.
    pub fn is_given(&self) -> bool {
        self.piece.is_some() || !self.leaper.is_empty() || self.moves.is_some()
    }
}
