//! The isometries of a board that keep its cells and its moves.
//!
//! An isometry of a box maps each axis to one of the same length and form, possibly reversed and, on
//! a circle, shifted. All are tried, one after the other.

use super::board::Board;
use super::graph::Graph;
use super::permutation::Permutation;

/// An axis along which cells differ, from the first coordinate with a cell to the last; circles are
/// taken as a whole.
struct Line {
    axis: usize,
    low: usize,
    length: usize,
    wraps: bool,
}

/// The image of a line: another line, reversed first if it is reversed, then shifted along the circle.
#[derive(Clone, Copy, Debug)]
struct Image {
    line: usize,
    reversed: bool,
    shift: usize,
}

impl Line {
    /// Every possible image, that of the identity first. `at` is the place of the line in `lines`.
    fn images(&self, at: usize, lines: &[Line]) -> Vec<Image> {
        let like = |&i: &usize| (lines[i].length, lines[i].wraps) == (self.length, self.wraps);
        let others = (0..lines.len()).filter(|&i| i != at).filter(like);
        let shifts = if self.wraps { self.length } else { 1 };
        // A circle of two is reversed by a shift.
        let reversals = if self.wraps && self.length == 2 { 1 } else { 2 };
        let mut images = Vec::new();
        for line in [at].into_iter().chain(others) {
            for reversed in (0..reversals).map(|reversed| reversed > 0) {
                images.extend((0..shifts).map(|shift| Image { line, reversed, shift }));
            }
        }
        images
    }

    /// The image of a coordinate of the axis on the axis of `to`.
    fn moved(&self, at: usize, image: Image, to: &Line) -> usize {
        let at = at - self.low;
        let turned = if image.reversed { self.length - 1 - at } else { at };
        to.low + if self.wraps { (turned + image.shift) % self.length } else { turned }
    }
}

/// The permutations of the isometries that keep the moves, the identity first; `None` if the box
/// has more than `most` isometries.
pub(super) fn isometries(board: &Board, graph: &Graph, most: usize) -> Option<Vec<Permutation>> {
    let lines = lines(board);
    let mut all: Vec<Vec<Image>> = vec![Vec::new()];
    for (at, line) in lines.iter().enumerate() {
        let images = line.images(at, &lines);
        let mut longer = Vec::new();
        for start in &all {
            let is_free = |image: &&Image| start.iter().all(|other| other.line != image.line);
            let with = |&image: &Image| start.iter().copied().chain([image]).collect();
            longer.extend(images.iter().filter(is_free).map(with));
            if longer.len() > most {
                return None;
            }
        }
        all = longer;
    }
    let moved = |isometry: &[Image], cell: usize| {
        let mut at = board.coordinates(cell);
        let from = at.clone();
        for (line, &image) in lines.iter().zip(isometry) {
            let to = &lines[image.line];
            at[to.axis] = line.moved(from[line.axis], image, to);
        }
        board.cell(&at).map(|cell| cell as u32)
    };
    let permutation = |isometry: &Vec<Image>| -> Option<Permutation> {
        (0..board.len()).map(|cell| moved(isometry, cell)).collect()
    };
    Some(all.iter().filter_map(permutation).filter(|p| keeps(p, graph)).collect())
}

fn lines(board: &Board) -> Vec<Line> {
    let mut spans = vec![(usize::MAX, 0); board.rank()];
    for cell in 0..board.len() {
        for (span, at) in spans.iter_mut().zip(board.coordinates(cell)) {
            *span = (span.0.min(at), span.1.max(at));
        }
    }
    let differ =
        spans.iter().zip(board.axes()).enumerate().filter(|(_, (span, _))| span.0 < span.1);
    let line =
        |(axis, (&(low, high), side)): (usize, (&(usize, usize), &super::Axis))| match side.wraps {
            true => Line { axis, low: 0, length: side.length, wraps: true },
            false => Line { axis, low, length: high + 1 - low, wraps: false },
        };
    differ.map(line).collect()
}

pub(super) fn keeps(permutation: &Permutation, graph: &Graph) -> bool {
    (0..graph.len()).all(|v| {
        let image = permutation[v] as usize;
        let mut near = graph.neighbours(v).iter();
        graph.degree(image) == graph.degree(v)
            && near.all(|&w| graph.joins(image, permutation[w as usize] as usize))
    })
}
