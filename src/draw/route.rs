//! `Route`: the strokes of a path over squares.
//!
//! A move over an edge that wraps leaves the plane there and enters at the opposite edge. A move
//! over the centres of other squares, or a repeated move, is bent, so that it can be distinguished
//! from others along the same line.

use std::collections::HashMap;

use super::layout::{CELL, Layout, Point};
use crate::board::{Board, Piece};
use crate::question::Instance;

/// A stroke between two points; a bent one passes near a third.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stroke {
    pub from: Point,
    pub to: Point,
    /// The control point of a quadratic curve.
    pub by: Option<Point>,
}

/// The drawing of a path.
#[derive(Clone, Debug, Default)]
pub(super) struct Route {
    /// The moves inside planes, in order.
    pub inside: Vec<Stroke>,
    /// The parts of moves that leave and enter planes.
    pub wrapped: Vec<Stroke>,
}

/// The bend of a move as a fraction of its length; its largest distance from the straight line; the
/// additional distance for each repetition; the most repetitions that add distance.
const BEND: f64 = 0.16;
const FARTHEST: f64 = 0.4 * CELL;
const AGAIN: f64 = 0.13 * CELL;
const TIMES: usize = 5;

/// A move as the change of each coordinate.
type Delta = Vec<i64>;

impl Route {
    /// A path from square to square. In a walk, which may repeat squares, moves are bent by
    /// direction and number of repetitions.
    pub fn of(instance: &Instance, layout: &Layout, squares: &[u32], closed: bool) -> Route {
        let mut route = Route::default();
        let back = squares.first().filter(|_| closed).into_iter();
        let next = squares.iter().skip(1).chain(back);
        for (&from, &to) in squares.iter().zip(next) {
            route.add(instance, layout, from as usize, to as usize, None);
        }
        route
    }

    /// A path that may repeat squares.
    pub fn of_walk(instance: &Instance, layout: &Layout, squares: &[u32]) -> Route {
        let mut route = Route::default();
        let mut made: HashMap<(u32, u32), usize> = HashMap::new();
        for pair in squares.windows(2) {
            let times = made.entry((pair[0], pair[1])).or_default();
            *times += 1;
            route.add(instance, layout, pair[0] as usize, pair[1] as usize, Some(*times));
        }
        route
    }

    fn add(
        &mut self,
        instance: &Instance,
        layout: &Layout,
        from: usize,
        to: usize,
        times: Option<usize>,
    ) {
        let ends = [layout.squares[from], layout.squares[to]];
        let delta = match (instance.board(), instance.piece()) {
            (Some(board), Some(piece)) => shift(board, piece, from, to),
            _ => None,
        };
        let Some(delta) = delta else {
            self.inside.push(bent(ends, times.unwrap_or(0)));
            return;
        };
        let here = layout.plane_of[from] as usize;
        let there = layout.plane_of[to] as usize;
        let across = [delta.last(), delta.iter().rev().nth(1)];
        let across = across.map(|d| d.copied().unwrap_or(0) as f64 * CELL);
        let plane = &layout.planes[here];
        let lengths = [plane.columns as f64 * CELL, plane.rows as f64 * CELL];
        let start = [ends[0][0] - plane.at[0], ends[0][1] - plane.at[1]];
        let parts = split(start, across, lengths, plane.wraps);
        if let [_] = parts[..] {
            let straight = match here == there {
                true => delta.iter().fold(0, |a, &b| gcd(a, b.unsigned_abs())) == 1,
                false => ends[0][0] != ends[1][0] && ends[0][1] != ends[1][1],
            };
            let times = times.unwrap_or(usize::from(!straight));
            self.inside.push(bent(ends, times));
            return;
        }
        // If the move changes the plane, its last part is in the other one.
        let last = parts.len() - 1;
        for (i, [a, b]) in parts.into_iter().enumerate() {
            let [x, y] = layout.planes[if i == last { there } else { here }].at;
            let moved = |p: Point| [p[0] + x, p[1] + y];
            self.wrapped.push(Stroke { from: moved(a), to: moved(b), by: None });
        }
    }
}

/// A stroke that is straight for 0 repetitions, and bent more for each.
fn bent([from, to]: [Point; 2], times: usize) -> Stroke {
    if times == 0 {
        return Stroke { from, to, by: None };
    }
    let [x, y] = [to[0] - from[0], to[1] - from[1]];
    let length = x.hypot(y).max(1.0);
    // The control point of a quadratic curve is twice as far out as the curve.
    let out = (BEND * length).min(FARTHEST) + AGAIN * (times.min(TIMES) - 1) as f64;
    let far = 2.0 * out / length;
    let by = [(from[0] + to[0]) / 2.0 + y * far, (from[1] + to[1]) / 2.0 - x * far];
    Stroke { from, to, by: Some(by) }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The move of a piece between two cells, over as few wrapping edges as possible, and then the
/// shortest. `None` if the piece has no such move.
fn shift(board: &Board, piece: &Piece, from: usize, to: usize) -> Option<Delta> {
    let (from, target) = (board.coordinates(from), board.coordinates(to));
    if board.axes().iter().all(|axis| !axis.wraps) {
        let along = target.iter().zip(&from).map(|(&to, &from)| to as i64 - from as i64);
        return Some(along.collect());
    }
    let mut best: Option<(usize, u64, Delta)> = None;
    for step in piece.steps() {
        for times in 1..=board.len() as i64 {
            let delta: Delta = step.delta.iter().map(|&d| i64::from(d) * times).collect();
            let mut landed = Vec::with_capacity(delta.len());
            let mut edges = 0;
            for ((axis, &at), &d) in board.axes().iter().zip(&from).zip(&delta) {
                let moved = at as i64 + d;
                let inside = (0..axis.length as i64).contains(&moved);
                edges += usize::from(!inside);
                if inside || axis.wraps {
                    landed.push(moved.rem_euclid(axis.length as i64) as usize);
                }
            }
            let over_an_edge = landed.len() < delta.len();
            if over_an_edge || board.cell(&landed).is_none() {
                break;
            }
            if landed == target {
                let length = delta.iter().map(|d| d.unsigned_abs()).sum();
                if best.as_ref().is_none_or(|b| (edges, length) < (b.0, b.1)) {
                    best = Some((edges, length, delta));
                }
                break;
            }
            if !step.rides {
                break;
            }
        }
    }
    best.map(|(_, _, delta)| delta)
}

/// The parts of a move from a point of a plane, one for each copy of the plane on its way.
fn split(from: Point, by: Point, lengths: Point, wraps: [bool; 2]) -> Vec<[Point; 2]> {
    let mut crossings = vec![0.0, 1.0];
    for axis in 0..2 {
        if wraps[axis] && by[axis] != 0.0 {
            let [low, high] = match by[axis] > 0.0 {
                true => [from[axis], from[axis] + by[axis]],
                false => [from[axis] + by[axis], from[axis]],
            };
            let mut edge = (low / lengths[axis]).ceil() * lengths[axis];
            while edge < high {
                crossings.push((edge - from[axis]) / by[axis]);
                edge += lengths[axis];
            }
        }
    }
    crossings.sort_by(f64::total_cmp);
    crossings.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
    let at = |t: f64| [from[0] + by[0] * t, from[1] + by[1] * t];
    let part = |pair: &[f64]| {
        let (a, b) = (at(pair[0]), at(pair[1]));
        // The middle of a part determines its copy, because it is on no edge.
        let copy = |axis: usize| match wraps[axis] {
            true => ((a[axis] + b[axis]) / 2.0 / lengths[axis]).floor() * lengths[axis],
            false => 0.0,
        };
        let back = [copy(0), copy(1)];
        [a, b].map(|p| [p[0] - back[0], p[1] - back[1]])
    };
    crossings.windows(2).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::{Route, shift, split};
    use crate::draw::layout::Layout;
    use crate::question::Question;

    fn route(text: &str, squares: &[u32]) -> Route {
        let question: Question = text.parse().unwrap();
        let instance = question.instance().unwrap();
        Route::of(instance, &Layout::of(instance), squares, false)
    }

    #[test]
    fn moves_over_an_edge_leave_it_and_enter_at_the_other() {
        let parts = split([20.0, 20.0], [-80.0, 40.0], [160.0, 160.0], [true, false]);
        assert_eq!(parts, [[[20.0, 20.0], [0.0, 30.0]], [[160.0, 30.0], [100.0, 60.0]]]);
        let corner = split([20.0, 20.0], [-40.0, -40.0], [160.0, 160.0], [true, true]);
        assert_eq!(corner, [[[20.0, 20.0], [0.0, 0.0]], [[160.0, 160.0], [140.0, 140.0]]]);
        let plane = split([20.0, 20.0], [80.0, 40.0], [160.0, 160.0], [false, false]);
        assert_eq!(plane, [[[20.0, 20.0], [100.0, 60.0]]]);
    }

    #[test]
    fn the_move_that_stays_inside_is_taken() {
        let question: Question = "tours open knight torus:4x4".parse().unwrap();
        let instance = question.instance().unwrap();
        let (board, piece) = (instance.board().unwrap(), instance.piece().unwrap());
        assert_eq!(shift(board, piece, 0, 6), Some(vec![1, 2]));
        assert_eq!(shift(board, piece, 0, 14), Some(vec![-1, 2]));
        assert_eq!(shift(board, piece, 0, 1), None);
    }

    #[test]
    fn moves_over_other_squares_are_bent() {
        let line = route("tours open leaper(2) 5", &[0, 2, 4]);
        assert!(line.inside.iter().all(|stroke| stroke.by.is_some()));
        let king = route("tours open king 2x2", &[0, 1, 3, 2]);
        assert!(king.inside.iter().all(|stroke| stroke.by.is_none()));
    }

    #[test]
    fn a_walk_that_goes_back_and_forth_shows_each_move() {
        let question: Question = "walks any knight 3x3 length=5".parse().unwrap();
        let instance = question.instance().unwrap();
        let walk = Route::of_walk(instance, &Layout::of(instance), &[0, 5, 0, 5, 0]);
        let mut bends: Vec<_> = walk.inside.iter().map(|stroke| stroke.by.unwrap()).collect();
        bends.dedup();
        bends.sort_by(|a, b| a[0].total_cmp(&b[0]));
        bends.dedup();
        assert_eq!(bends.len(), 4);
    }
}
