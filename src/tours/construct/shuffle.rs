//! `shuffled`: a tour made unlike the one it started as, by random flips.
//!
//! When an end of a path moves to an inner square, the path is broken there and the part between is
//! reversed: another path over the same squares (the move is known as backbite; Oberdorf, Ferguson,
//! Jacobsen and Kondev 2006). A closed tour is broken anywhere, flipped for a while, and accepted
//! again when its ends are a move apart. On the boards that were examined every tour is reached
//! eventually, but after a fixed number of flips not all are equally likely: this is for boards
//! that are too large for ranking.

use super::super::question::Kind;
use super::path::Path;
use crate::board::Graph;
use crate::engine::{Random, Stop};

/// Flips between two checks of the stop request, with a progress report.
const LOOK: u64 = 1 << 6;

/// Flips for each square: some times what makes the starts of the tours of 8x8 alike.
const FLIPS: u64 = 200;

/// The limit on the steps of all flips, some seconds. A flip takes about the square root of the number
/// of squares in steps. Beyond the limit there are fewer flips, but at least one for each square.
const STEPS: u64 = 4_000_000_000;

/// The number of flips after which a tour of `squares` squares is independent of its start.
pub fn flips_for(squares: usize) -> u64 {
    let squares = squares as u64;
    (FLIPS * squares).min(STEPS / squares.isqrt().max(1)).max(squares)
}

/// The tour that random flips make of a given one, and the number of flips; `None` if stopped.
/// `report` receives the number of flips from time to time.
///
/// # Panics
/// If the squares are not a tour of that kind.
pub fn shuffled(
    graph: &Graph,
    kind: Kind,
    tour: &[u32],
    flips: u64,
    random: &mut Random,
    stop: &Stop,
    report: &mut dyn FnMut(u64),
) -> Option<(Vec<u32>, u64)> {
    if tour.len() < 3 {
        return Some((tour.to_vec(), 0));
    }
    let mut path = Path::of(tour.to_vec());
    let (mut done, mut last_closed) = (0, tour.to_vec());
    let most = match kind {
        Kind::Open => flips,
        // If its ends are not joined again within as many further flips, the last joined state is
        // used.
        Kind::Closed => 2 * flips,
    };
    while done < most {
        if done.is_multiple_of(LOOK) {
            if stop.is_requested() {
                return None;
            }
            report(done);
        }
        flip(graph, &mut path, random);
        done += 1;
        let [first, last] = path.ends();
        if kind == Kind::Closed && graph.joins(first as usize, last as usize) {
            last_closed = path.squares();
            if done >= flips {
                break;
            }
            // Opened elsewhere, so that the next flips move another end.
            path.begin_at(last_closed[random.below(last_closed.len())]);
        }
    }
    Some((if kind == Kind::Closed { last_closed } else { path.squares() }, done))
}

/// Moves one of the ends to a square that is not its neighbour in the path, and reverses the
/// squares between.
fn flip(graph: &Graph, path: &mut Path, random: &mut Random) {
    let at_front = random.below(2) == 0;
    let end = path.ends()[usize::from(!at_front)];
    let near = graph.neighbours(end as usize);
    path.turn(at_front, near[random.below(near.len())]);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::shuffled;
    use crate::board::{Board, Graph, Piece};
    use crate::engine::{Random, Stop};
    use crate::tours::{Kind, Tour, divide};

    #[test]
    fn shuffled_tours_are_valid_and_different() {
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

    #[test]
    fn every_closed_tour_of_a_small_board_is_reached() {
        // All 8 undirected closed tours of 5x6 are reached (16 directed ones).
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
    fn a_stop_gives_no_tour() {
        let board = Board::rectangle(6, 6).unwrap();
        let graph = Graph::of(&board, &Piece::knight(2));
        let first = divide(6, 6, Kind::Open).unwrap();
        let stop = Stop::new();
        stop.request();
        let random = &mut Random::new(1);
        assert!(shuffled(&graph, Kind::Open, &first, 9, random, &stop, &mut |_| {}).is_none());
    }
}
