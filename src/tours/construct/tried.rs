//! How often each tie rule of [`warnsdorff`] finds a tour of a square board.

use super::{TieRule, divide, warnsdorff};
use crate::board::{Board, Graph, Piece};
use crate::engine::{Random, Stop};
use crate::error::Error;
use crate::tours::{Kind, Tour};

/// The rule that is made for one start, the first corner.
const CORNERED: &str = "squirrel";

/// How often one rule succeeded on one board.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tried {
    /// The side of the board.
    pub side: usize,
    /// The rule; "divide" for divide and conquer.
    pub rule: &'static str,
    /// The squares from which it was tried.
    pub starts: usize,
    /// The starts that led to a tour.
    pub tours: usize,
    /// Squares that were not visited, of all starts.
    pub left: usize,
}

impl Tried {
    fn new(side: usize, rule: &'static str) -> Tried {
        Tried { side, rule, starts: 0, tours: 0, left: 0 }
    }

    /// Tries every rule, and divide and conquer, on every board, from at most `most` squares drawn
    /// by the seed. `progress` receives the number of tries.
    ///
    /// # Errors
    /// If a board cannot be made, or [`Error::Stopped`].
    pub fn all(
        sides: &[usize],
        most: u32,
        seed: u64,
        stop: &Stop,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Vec<Tried>, Error> {
        let units = sides.iter().map(|&side| Tried::tries(side, most)).sum::<u64>();
        let (mut found, mut tries) = (Vec::new(), 0);
        for &side in sides {
            let board = Board::rectangle(side, side)?;
            let graph = Graph::of(&board, &Piece::knight(2));
            let all = starts(graph.len(), most as usize, seed);
            for rule in TieRule::NAMES {
                let starts = if rule == CORNERED { &[0][..] } else { &all };
                let mut tried = Tried::new(side, rule);
                for (i, &start) in starts.iter().enumerate() {
                    let tie = TieRule::named(rule, seed.wrapping_add(i as u64));
                    let tie = tie.expect("the names are the rules'");
                    tried.add(&graph, &warnsdorff(&graph, Some(&board), start, tie));
                    tries += 1;
                    progress(tries);
                    if stop.is_requested() {
                        let (what, finished) = ("heuristics".into(), tries as usize);
                        return Err(Error::Stopped { what, finished, units: units as usize });
                    }
                }
                found.push(tried);
            }
            let mut tried = Tried::new(side, "divide");
            tried.add(&graph, &divide(side, side, Kind::Open).unwrap_or_default());
            tries += 1;
            progress(tries);
            found.push(tried);
        }
        Ok(found)
    }

    /// How often something is tried on a board: each rule, and divide and conquer.
    pub fn tries(side: usize, most: u32) -> u64 {
        let starts = ((side * side) as u64).min(most.into());
        let free = TieRule::NAMES.iter().filter(|rule| **rule != CORNERED).count() as u64;
        free * starts + 2
    }

    /// Adds what one start led to. A tour counts when its checker says so.
    fn add(&mut self, graph: &Graph, squares: &[u32]) {
        self.starts += 1;
        self.left += graph.len() - squares.len();
        self.tours += usize::from(Tour::on_graph(graph, Kind::Open, squares).is_ok());
    }

    /// The share of the starts that led to a tour, and the squares left at the mean.
    pub fn means(&self) -> [f64; 2] {
        [self.tours, self.left].map(|sum| sum as f64 / self.starts as f64)
    }
}

/// All squares, or a random sample of them.
fn starts(squares: usize, most: usize, seed: u64) -> Vec<usize> {
    let mut all: Vec<usize> = (0..squares).collect();
    if squares > most {
        let mut random = Random::new(seed);
        for i in 0..most {
            all.swap(i, i + random.below(squares - i));
        }
        all.truncate(most);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Tried, starts};

    #[test]
    fn every_try_is_known_before() {
        assert_eq!((Tried::tries(5, 64), Tried::tries(100, 64)), (5 * 25 + 2, 5 * 64 + 2));
    }

    #[test]
    fn samples_hold_no_square_twice() {
        assert_eq!(starts(9, 64, 1), (0..9).collect::<Vec<_>>());
        let mut sample = starts(1000, 64, 1);
        sample.sort_unstable();
        sample.dedup();
        assert_eq!(sample.len(), 64);
    }
}
