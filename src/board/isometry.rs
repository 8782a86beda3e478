//! The isometries of a board that keep its cells and its moves.
//!
//! An isometry of a box maps each axis to one of the same length and form, possibly flipped and, on
//! a circle, shifted. There are up to 2^r · r! of them, times the shifts, so they are not tried one
//! by one. Axes are fixed one after the other. For each possible image of the next axis, a search
//! looks for one isometry with this image that keeps the fixed axes. These isometries are
//! representatives of the cosets of each stabiliser in the one before (Sims, 1970), and every
//! isometry is a product of one from each level.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::board::Board;
use super::graph::Graph;
use super::permutation::Permutation;

/// The image of the coordinate along a line: on another line, flipped first if it flips, then
/// shifted round the circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Image {
    line: usize,
    flips: bool,
    shift: usize,
}

/// The image of each line.
pub(super) type Isometry = Box<[Image]>;

/// An axis along which cells differ, from the first coordinate with a cell to the last; circles are
/// taken as a whole.
struct Line {
    axis: usize,
    low: usize,
    length: usize,
    wraps: bool,
}

impl Line {
    fn like(&self, other: &Line) -> bool {
        (self.length, self.wraps) == (other.length, other.wraps)
    }

    /// The image of a coordinate counted along the line.
    fn moved(&self, at: usize, image: Image) -> usize {
        let turned = if image.flips { self.length - 1 - at } else { at };
        if self.wraps { (turned + image.shift) % self.length } else { turned }
    }

    /// The composition: `first`, then `second`.
    fn composed(&self, first: Image, second: Image) -> Image {
        let shift = match (self.wraps, second.flips) {
            (false, _) => 0,
            (true, false) => (second.shift + first.shift) % self.length,
            (true, true) => (second.shift + self.length - first.shift) % self.length,
        };
        Image { line: second.line, flips: first.flips ^ second.flips, shift }
    }
}

/// The search for the isometries of one board and the graph of its moves.
pub(super) struct Isometries<'a> {
    board: &'a Board,
    graph: &'a Graph,
    lines: Vec<Line>,
    /// For each line, the number of moves from one coordinate to another.
    moves: Vec<HashMap<(usize, usize), u64>>,
    /// The coordinates of each cell along the lines.
    at: Vec<usize>,
}

impl<'a> Isometries<'a> {
    pub fn new(board: &'a Board, graph: &'a Graph) -> Isometries<'a> {
        let lines = lines(board);
        let along = |cell| {
            let at = board.coordinates(cell);
            lines.iter().map(move |line| at[line.axis] - line.low).collect::<Vec<_>>()
        };
        let at: Vec<usize> = (0..board.len()).flat_map(along).collect();
        let mut isometries = Isometries { board, graph, lines, moves: Vec::new(), at };
        isometries.moves = (0..isometries.lines.len()).map(|i| isometries.moves_along(i)).collect();
        isometries
    }

    /// The coset representatives of each level, the identity first, from the last level up.
    pub fn levels(&self) -> Vec<Vec<Isometry>> {
        let identity = self.identity();
        let mut generators: Vec<Isometry> = Vec::new();
        let mut levels = Vec::new();
        for (i, line) in self.lines.iter().enumerate().rev() {
            let mut reached = BTreeMap::from([(0, (identity[i], identity.clone()))]);
            let mut seen = HashSet::from([identity[i]]);
            let fixed: HashSet<usize> = (0..i).collect();
            for candidate in self.candidates(i).filter(|image| !fixed.contains(&image.line)) {
                if seen.contains(&candidate) {
                    continue;
                }
                let mut images = identity[..i].to_vec();
                images.push(candidate);
                let found = self.fits(&images).then(|| self.completed(images)).flatten();
                if let Some(isometry) = found {
                    generators.push(isometry);
                    self.spread(i, &generators, &mut reached, &mut seen);
                    continue;
                }
                // Mapping an impossible image by a known isometry gives another impossible image.
                seen.insert(candidate);
                let mut impossible = vec![candidate];
                while let Some(image) = impossible.pop() {
                    let onward = generators.iter().map(|g| line.composed(image, g[image.line]));
                    impossible.extend(onward.filter(|&image| seen.insert(image)));
                }
            }
            levels.push(reached.into_values().map(|(_, isometry)| isometry).collect());
        }
        levels
    }

    /// The permutations of all products of one isometry from each level, the identity first.
    pub fn products(&self, levels: &[Vec<Isometry>]) -> impl Iterator<Item = Permutation> + '_ {
        let mut all = vec![self.identity()];
        for level in levels {
            let after = |second| all.iter().map(move |first| self.composed(first, second));
            all = level.iter().flat_map(after).collect();
        }
        let cells = |g: Isometry| self.permutation(&g).expect("isometries map cells to cells");
        all.into_iter().map(cells)
    }

    /// The isometry that moves nothing.
    fn identity(&self) -> Isometry {
        (0..self.lines.len()).map(|line| Image { line, flips: false, shift: 0 }).collect()
    }

    /// The composition: `first`, then `second`.
    fn composed(&self, first: &Isometry, second: &Isometry) -> Isometry {
        let lines = self.lines.iter().zip(first);
        lines.map(|(line, &image)| line.composed(image, second[image.line])).collect()
    }

    /// The permutation of the cells; `None` if a cell has no image.
    fn permutation(&self, isometry: &[Image]) -> Option<Permutation> {
        let moved = |cell| {
            let mut at = self.board.coordinates(cell);
            let from = &self.at[cell * self.lines.len()..];
            for ((line, &image), &from) in self.lines.iter().zip(isometry).zip(from) {
                let target = &self.lines[image.line];
                at[target.axis] = target.low + line.moved(from, image);
            }
            self.board.cell(&at).map(|cell| cell as u32)
        };
        (0..self.board.len()).map(moved).collect()
    }

    /// The images of the line under products of `generators`, each with the isometry that gives it.
    fn spread(
        &self,
        i: usize,
        generators: &[Isometry],
        reached: &mut BTreeMap<usize, (Image, Isometry)>,
        seen: &mut HashSet<Image>,
    ) {
        let mut next = 0;
        while let Some((image, isometry)) = reached.get(&next).cloned() {
            for generator in generators {
                let onward = self.lines[i].composed(image, generator[image.line]);
                if seen.insert(onward) {
                    let there = self.composed(&isometry, generator);
                    reached.insert(reached.len(), (onward, there));
                }
            }
            next += 1;
        }
    }

    /// Every possible image of a line of this length and form.
    fn candidates(&self, i: usize) -> impl Iterator<Item = Image> + '_ {
        let line = &self.lines[i];
        let shifts = if line.wraps { line.length } else { 1 };
        // Flipping a circle of two is the same as shifting it.
        let flips = if line.wraps && line.length == 2 { 1 } else { 2 };
        let like = (0..self.lines.len()).filter(|&j| self.lines[j].like(line));
        like.flat_map(move |line| {
            let turned = (0..flips).map(|flips| flips > 0);
            turned.flat_map(move |flips| (0..shifts).map(move |shift| Image { line, flips, shift }))
        })
    }

    /// An isometry with the given images. On most boards the first guess succeeds; otherwise a
    /// search with look-ahead finds one.
    fn completed(&self, mut images: Vec<Image>) -> Option<Isometry> {
        let mut guess = images.clone();
        for i in images.len()..self.lines.len() {
            let free = |image: &Image| guess.iter().all(|other| other.line != image.line);
            let first = self.candidates(i).find(free)?;
            guess.push(first);
        }
        if self.is_one(&guess) {
            return Some(guess.into());
        }
        self.completes(&mut images).then(|| images.into())
    }

    fn is_one(&self, images: &[Image]) -> bool {
        self.permutation(images).is_some_and(|p| keeps(&p, self.graph))
    }

    /// Extends the images to all lines, if an isometry with the given images exists.
    fn completes(&self, images: &mut Vec<Image>) -> bool {
        let i = images.len();
        if i == self.lines.len() {
            return self.is_one(images);
        }
        for image in self.candidates(i) {
            if images.iter().any(|other| other.line == image.line) {
                continue;
            }
            images.push(image);
            if self.fits(images) && self.completes(images) {
                return true;
            }
            images.pop();
        }
        false
    }

    /// False if no isometry has the given images, of which the last is new: the moves projected to
    /// these lines differ from the moves projected to their images.
    fn fits(&self, images: &[Image]) -> bool {
        let (Some(&last), i) = (images.last(), images.len() - 1) else { return true };
        let (here, there) = (&self.moves[i], &self.moves[last.line]);
        let moved = |at| self.lines[i].moved(at, last);
        let kept = |(&(from, to), count): (&(usize, usize), &u64)| {
            there.get(&(moved(from), moved(to))) == Some(count)
        };
        // With the last line the moves are compared one by one.
        let whole = images.len() == self.lines.len();
        here.len() == there.len()
            && here.iter().all(kept)
            && (whole || i == 0 || self.projections_agree(images))
    }

    /// True if the moves projected to the lines with images have the same multiplicities as the
    /// moves projected to the images. Compares hashes: it may wrongly return true, never wrongly
    /// false.
    fn projections_agree(&self, images: &[Image]) -> bool {
        let (rank, hasher) = (self.lines.len(), BuildHasherDefault::<DefaultHasher>::new());
        let (mut here, mut there) = (0u64, 0u64);
        for (from, to) in self.moves_and_cells() {
            let (from, to) = (&self.at[from * rank..], &self.at[to * rank..]);
            let moved = |at: &[usize]| -> Vec<usize> {
                let lines = images.iter().zip(&self.lines).zip(at);
                lines.map(|((&image, line), &at)| line.moved(at, image)).collect()
            };
            let seen = |at: &[usize]| -> Vec<usize> { images.iter().map(|i| at[i.line]).collect() };
            here = here.wrapping_add(hasher.hash_one((moved(from), moved(to))));
            there = there.wrapping_add(hasher.hash_one((seen(from), seen(to))));
        }
        here == there
    }

    fn moves_along(&self, i: usize) -> HashMap<(usize, usize), u64> {
        let mut moves = HashMap::new();
        let rank = self.lines.len();
        for (from, to) in self.moves_and_cells() {
            *moves.entry((self.at[from * rank + i], self.at[to * rank + i])).or_insert(0) += 1;
        }
        moves
    }

    /// Every move in both directions. A cell counts as a move to itself; real moves of this kind do
    /// not exist.
    fn moves_and_cells(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.graph.len()).flat_map(|from| {
            let near = self.graph.neighbours(from).iter().map(|&to| to as usize);
            near.chain([from]).map(move |to| (from, to))
        })
    }
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
