//! Numbers for all tours: [`LayerRanking`], and the automaton on which it is based.

mod automaton;
mod layer_ranking;

pub use layer_ranking::{LayerRanking, LayersToRank};
