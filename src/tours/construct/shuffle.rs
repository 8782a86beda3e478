//! `shuffled`: a tour made unlike the one it began as, by random flips.
//!
//! A path whose end moves to a square in its middle is broken behind that square and read on backwards:
//! another path over the same squares (the step is known as backbite; Oberdorf, Ferguson, Jacobsen and
//! Kondev 2006). A closed tour is broken anywhere, flipped a while, and taken again when its ends are a
//! move apart. On the boards that were looked at every tour comes about in time, but not all are equally
//! likely after so many flips: this is for boards that no ranking reaches.

use super::super::kind::Kind;
use crate::board::Graph;
use crate::engine::{Random, Stop};

/// Flips between two looks at the stop and words about how many they are.
const LOOK: u64 = 1 << 6;

/// A tour of the graph that random flips make of one, and how many they were; `None` if it was
/// stopped. `hear` is told from time to time how many were made.
///
/// # Panics
/// If the squares are no tour of that kind.
pub fn shuffled(
    graph: &Graph,
    kind: Kind,
    tour: &[u32],
    flips: u64,
    random: &mut Random,
    stop: &Stop,
    hear: &mut dyn FnMut(u64),
) -> Option<(Vec<u32>, u64)> {
    if tour.len() < 3 {
        return Some((tour.to_vec(), 0));
    }
    let mut path = Path::of(graph, tour.to_vec());
    let (mut done, mut last_closed) = (0, tour.to_vec());
    let most = match kind {
        Kind::Open => flips,
        // If its ends do not meet again in as many flips more, the last time that they met is taken.
        Kind::Closed => 2 * flips,
    };
    while done < most {
        if done.is_multiple_of(LOOK) {
            if stop.is_requested() {
                return None;
            }
            hear(done);
        }
        path.flip(random);
        done += 1;
        if kind == Kind::Closed && path.closes() {
            last_closed = path.squares();
            if done >= flips {
                break;
            }
            // Broken elsewhere: the flips of another end follow.
            let place = random.below(path.squares.len());
            path.rotate(place);
        }
    }
    Some((if kind == Kind::Closed { last_closed } else { path.squares() }, done))
}

/// A path over all squares. A flip turns half of them round at the mean, which would take a million
/// steps on a large board; so the path is kept as runs of a list, and only whole runs are turned. When
/// there are as many as a run has squares, the list is written anew.
struct Path<'g> {
    graph: &'g Graph,
    squares: Vec<u32>,
    /// Where each square stands in the list.
    places: Vec<u32>,
    /// The path, one after the other.
    runs: Vec<Run>,
}

/// A part of the list, read backwards if it is turned.
#[derive(Clone, Copy)]
struct Run {
    from: usize,
    to: usize,
    turned: bool,
}

impl Run {
    fn first(self) -> usize {
        if self.turned { self.to - 1 } else { self.from }
    }

    fn last(self) -> usize {
        if self.turned { self.from } else { self.to - 1 }
    }

    /// The part that is read before `cut` squares of it, and the rest.
    fn cut(self, cut: usize) -> [Run; 2] {
        let middle = if self.turned { self.to - cut } else { self.from + cut };
        let (low, high) = (Run { to: middle, ..self }, Run { from: middle, ..self });
        if self.turned { [high, low] } else { [low, high] }
    }
}

impl Path<'_> {
    fn of(graph: &Graph, squares: Vec<u32>) -> Path<'_> {
        let mut path = Path { graph, places: vec![0; squares.len()], squares, runs: Vec::new() };
        path.number();
        path
    }

    /// One run, the list as it stands.
    fn number(&mut self) {
        for (place, &square) in self.squares.iter().enumerate() {
            self.places[square as usize] = place as u32;
        }
        self.runs.clear();
        self.runs.push(Run { from: 0, to: self.squares.len(), turned: false });
    }

    /// The squares, one after the other.
    fn squares(&self) -> Vec<u32> {
        let mut squares = Vec::with_capacity(self.squares.len());
        for run in &self.runs {
            let part = &self.squares[run.from..run.to];
            match run.turned {
                true => squares.extend(part.iter().rev()),
                false => squares.extend(part),
            }
        }
        squares
    }

    fn rotate(&mut self, place: usize) {
        self.squares = self.squares();
        self.squares.rotate_left(place);
        self.number();
    }

    fn ends(&self) -> [u32; 2] {
        let last = self.runs.len() - 1;
        [self.runs[0].first(), self.runs[last].last()].map(|place| self.squares[place])
    }

    fn closes(&self) -> bool {
        let [first, last] = self.ends();
        self.graph.joins(first as usize, last as usize)
    }

    /// One of the ends moves to a square that is not beside it, and what lies between is turned round.
    fn flip(&mut self, random: &mut Random) {
        let at_front = random.below(2) == 0;
        let end = self.ends()[usize::from(!at_front)];
        let near = self.graph.neighbours(end as usize);
        let place = self.places[near[random.below(near.len())] as usize] as usize;
        let found = self.runs.iter().position(|run| (run.from..run.to).contains(&place));
        let found = found.expect("every square is in a run");
        let run = self.runs[found];
        // What the path passes before the square; at the back the square itself is left, too.
        let before = place.abs_diff(run.first()) + usize::from(!at_front);
        let parts = run.cut(before);
        self.runs.splice(found..=found, parts.into_iter().filter(|part| part.from < part.to));
        let cut = found + usize::from(before > 0);
        let between = if at_front { &mut self.runs[..cut] } else { &mut self.runs[cut..] };
        between.reverse();
        for run in between {
            run.turned = !run.turned;
        }
        if self.runs.len().pow(2) > self.squares.len() {
            self.squares = self.squares();
            self.number();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Path, shuffled};
    use crate::board::{Board, Graph, Piece};
    use crate::engine::{Random, Stop};
    use crate::tours::{Kind, Tour, divide};

    #[test]
    fn tours_stay_tours_and_do_not_stay_the_same() {
        for (side, kind) in [(6, Kind::Closed), (6, Kind::Open), (12, Kind::Closed)] {
            let board = Board::rectangle(side, side).unwrap();
            let graph = Graph::of(&board, &Piece::knight(2));
            let first = divide(side, side, kind).unwrap();
            let mut seen = HashSet::new();
            for seed in 0..50 {
                let (random, stop) = (&mut Random::new(seed), Stop::new());
                let made = shuffled(&graph, kind, &first, 5000, random, &stop, &mut |_| {});
                let (squares, flips) = made.unwrap();
                assert!(flips >= 5000);
                seen.insert(Tour::on_graph(&graph, kind, &squares).unwrap().undirected());
            }
            assert!(seen.len() > 45, "{side} {kind:?}: {}", seen.len());
        }
    }

    /// The same flips of a list of squares.
    #[test]
    fn runs_that_are_turned_are_the_path_that_is_turned() {
        let board = Board::rectangle(10, 10).unwrap();
        let graph = Graph::of(&board, &Piece::knight(2));
        let mut list = divide(10, 10, Kind::Open).unwrap();
        let mut path = Path::of(&graph, list.clone());
        let (one, other) = (&mut Random::new(3), &mut Random::new(3));
        for step in 0..5000 {
            path.flip(one);
            let at_front = other.below(2) == 0;
            let end = if at_front { list[0] } else { list[99] };
            let near = graph.neighbours(end as usize);
            let near = near[other.below(near.len())];
            let place = list.iter().position(|&square| square == near).unwrap();
            match at_front {
                true => list[..place].reverse(),
                false => list[place + 1..].reverse(),
            }
            assert_eq!(path.squares(), list, "after {step}");
            assert_eq!(path.ends(), [list[0], list[99]]);
        }
    }

    #[test]
    fn every_closed_tour_of_a_small_board_comes_about() {
        // Of the 16 closed tours of 5x6 8, as many as the ranking has, are met.
        let board = Board::rectangle(5, 6).unwrap();
        let graph = Graph::of(&board, &Piece::knight(2));
        let first = divide(5, 6, Kind::Closed).unwrap();
        let made = |seed| {
            let (random, stop) = (&mut Random::new(seed), Stop::new());
            let (squares, _) =
                shuffled(&graph, Kind::Closed, &first, 3000, random, &stop, &mut |_| {}).unwrap();
            Tour::on_graph(&graph, Kind::Closed, &squares).unwrap().undirected()
        };
        let seen: HashSet<_> = (0..400).map(made).collect();
        assert_eq!(seen.len(), 8);
    }

    #[test]
    fn who_stops_it_gets_none() {
        let board = Board::rectangle(6, 6).unwrap();
        let graph = Graph::of(&board, &Piece::knight(2));
        let first = divide(6, 6, Kind::Open).unwrap();
        let stop = Stop::new();
        stop.request();
        let random = &mut Random::new(1);
        assert!(shuffled(&graph, Kind::Open, &first, 9, random, &stop, &mut |_| {}).is_none());
    }
}
