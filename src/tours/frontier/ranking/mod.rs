//! Every tour has a number: [`LayerRanking`], and the automaton by which it is counted.

mod automaton;
mod layer_ranking;

pub use layer_ranking::{LayerRanking, LayersToRank};
