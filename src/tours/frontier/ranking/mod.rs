//! Every tour has a number: [`TourRanking`], and the automaton by which it is counted.

mod automaton;
mod tour_ranking;

pub use tour_ranking::TourRanking;
