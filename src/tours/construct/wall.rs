//! `Wall`: the edges of one or several tours on a rectangle under construction.

use super::warnsdorff::LOOK;

/// No neighbour on the tour.
const NONE: u32 = u32::MAX;

/// The board with the two neighbours of each square on its tour.
pub(super) struct Wall {
    columns: usize,
    links: Vec<[u32; 2]>,
}

impl Wall {
    /// A board without edges.
    pub(super) fn new(rows: usize, columns: usize) -> Wall {
        Wall { columns, links: vec![[NONE; 2]; rows * columns] }
    }

    /// True if an edge joins the two squares.
    pub(super) fn has(&self, a: u32, b: u32) -> bool {
        self.links[a as usize].contains(&b)
    }

    /// Replaces the edge from `a` to `b` by a path over squares without edges.
    pub(super) fn insert(&mut self, a: u32, path: &[u32], b: u32) {
        let last = path.len() - 1;
        for (i, &square) in path.iter().enumerate() {
            let before = if i > 0 { path[i - 1] } else { a };
            let after = if i < last { path[i + 1] } else { b };
            self.links[square as usize] = [before, after];
        }
        self.relink(a, b, path[0]);
        self.relink(b, a, path[last]);
    }

    fn relink(&mut self, square: u32, old: u32, new: u32) {
        let links = &mut self.links[square as usize];
        let place = links.iter().position(|&link| link == old);
        links[place.expect("an edge is known at both ends")] = new;
    }

    /// Lays a block's tour with its first corner at `(top, left)`.
    pub(super) fn lay(
        &mut self,
        tour: &[u32],
        (top, left): (usize, usize),
        width: usize,
        closed: bool,
    ) {
        let place = |square: u32| {
            (top + square as usize / width) * self.columns + left + square as usize % width
        };
        let squares: Vec<usize> = tour.iter().map(|&square| place(square)).collect();
        let last = squares.len() - 1;
        for (i, &square) in squares.iter().enumerate() {
            let before = if i > 0 { Some(i - 1) } else { closed.then_some(last) };
            let after = if i < last { Some(i + 1) } else { closed.then_some(0) };
            self.links[square] = [before, after].map(|at| at.map_or(NONE, |at| squares[at] as u32));
        }
    }

    /// Joins a block to the one on its left.
    pub(super) fn join_right(&mut self, (top, left): (usize, usize), height: usize) -> bool {
        let inside = (top..top + height).flat_map(|row| (left..left + 2).map(move |c| (row, c)));
        self.join(inside, |(_, column)| column < left)
    }

    /// Joins a block to the one above it.
    pub(super) fn join_down(&mut self, (top, left): (usize, usize), width: usize) -> bool {
        let inside = (left..left + width).flat_map(|c| (top..top + 2).map(move |row| (row, c)));
        self.join(inside, |(row, _)| row < top)
    }

    /// Exchanges an edge at one of `squares` with one outside the block.
    fn join(
        &mut self,
        squares: impl Iterator<Item = (usize, usize)>,
        beyond: impl Fn((usize, usize)) -> bool,
    ) -> bool {
        let rows = self.links.len() / self.columns;
        let at = |square: u32| (square as usize / self.columns, square as usize % self.columns);
        for (row, column) in squares {
            let a = (row * self.columns + column) as u32;
            for (r, c) in moves((row, column), rows, self.columns) {
                if !beyond((r, c)) {
                    continue;
                }
                let c = (r * self.columns + c) as u32;
                for b in self.links[a as usize] {
                    for d in self.links[c as usize] {
                        let apart = b != NONE && d != NONE && !beyond(at(b)) && beyond(at(d));
                        if apart && moves(at(b), rows, self.columns).any(|to| to == at(d)) {
                            self.exchange(a, b, c, d);
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    fn exchange(&mut self, a: u32, b: u32, c: u32, d: u32) {
        for (square, old, new) in [(a, b, c), (b, a, d), (c, d, a), (d, c, b)] {
            self.relink(square, old, new);
        }
    }

    /// The tour from its end, or from square 0 if it is closed; `report` receives the progress.
    pub(super) fn walk(&self, report: &mut dyn FnMut(u64)) -> Option<Vec<u32>> {
        let start = self.links.iter().position(|links| links.contains(&NONE)).unwrap_or(0);
        let mut squares = vec![start as u32];
        let mut before = NONE;
        let mut here = start as u32;
        loop {
            let [a, b] = self.links[here as usize];
            let next = if a == before { b } else { a };
            if next == NONE || next == start as u32 {
                break;
            }
            squares.push(next);
            if squares.len().is_multiple_of(LOOK) {
                report(squares.len() as u64);
            }
            (before, here) = (here, next);
        }
        (squares.len() == self.links.len()).then_some(squares)
    }
}

/// The knight's moves from a square.
fn moves(
    (row, column): (usize, usize),
    rows: usize,
    columns: usize,
) -> impl Iterator<Item = (usize, usize)> {
    const STEPS: [(isize, isize); 8] =
        [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
    STEPS.into_iter().filter_map(move |(down, right)| {
        let to = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
        (to.0 < rows && to.1 < columns).then_some(to)
    })
}
