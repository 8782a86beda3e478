//! METHOD divide: knight's tours of rectangles of any size, in linear time.
//!
//! The board is cut into blocks of 5 to 10 squares a side with closed tours of their own
//! (3×10 to 3×18 in strips of three). Two tours that lie side by side are joined where an
//! edge a–b of the one and c–d of the other are a knight's move apart at both ends: leave
//! both out and put a–c and b–d in. If both sides are odd, one block has an open tour, and
//! the others are joined into it in the same way. Boards of four rows have no closed
//! blocks: there the blocks are chained from corner to corner. (The idea is that of Parberry,
//! "An efficient algorithm for the knight's tour problem", 1997, with the joints found
//! instead of prescribed; which rectangles have open tours: Cull and De Curtins 1978.)

use std::collections::HashMap;

use super::super::question::Kind;
use super::block::{MAX_CELLS, Shape, block};

/// No neighbour on the tour.
const NONE: u32 = u32::MAX;

/// A knight's tour of the board, or `None` if it has none.
///
/// ```
/// use cavalcade::tours::{Kind, divide};
/// assert_eq!(divide(80, 80, Kind::Closed).unwrap().len(), 6400);
/// assert!(divide(4, 10, Kind::Closed).is_none());
/// ```
pub fn divide(rows: usize, columns: usize, kind: Kind) -> Option<Vec<u32>> {
    if rows > columns {
        let turned = divide(columns, rows, kind)?;
        let back = |square: u32| {
            let (row, column) = (square as usize / rows, square as usize % rows);
            (column * columns + row) as u32
        };
        return Some(turned.into_iter().map(back).collect());
    }
    match (rows, columns) {
        (1, 1) if kind == Kind::Open => Some(vec![0]),
        (0..=2, _) => None,
        (4, _) if kind == Kind::Closed => None,
        (4, _) => chain(columns),
        _ => walls(rows, columns, kind),
    }
}

/// Blocks with closed tours, and one with an open tour if both sides are odd.
fn walls(rows: usize, columns: usize, kind: Kind) -> Option<Vec<u32>> {
    let open = rows % 2 == 1 && columns % 2 == 1;
    if open && kind == Kind::Closed {
        return None;
    }
    let across = if rows == 3 { strips(columns) } else { parts(columns) };
    let (Some(down), Some(across)) = (if rows == 3 { Some(vec![3]) } else { parts(rows) }, across)
    else {
        // Too small to be cut: 3×4 to 3×9, 5×5 and the like.
        return whole(rows, columns, kind);
    };
    let mut wall = Wall { columns, links: vec![[NONE; 2]; rows * columns] };
    let mut known = HashMap::new();
    let mut corners = Vec::new();
    let mut top = 0;
    for (i, &height) in down.iter().enumerate() {
        let mut left = 0;
        for (j, &width) in across.iter().enumerate() {
            let odd = height % 2 == 1 && width % 2 == 1;
            let shape = if odd { Shape::Open } else { Shape::Closed };
            let tour = known.entry((height, width)).or_insert_with(|| block(height, width, shape));
            wall.lay(tour.as_ref()?, (top, left), width, !odd);
            corners.push(((i, j), (top, left), (height, width)));
            left += width;
        }
        top += height;
    }
    // Each block is joined to the one at its left, or to the one above.
    for &((i, j), (top, left), (height, width)) in &corners {
        let joined = j > 0 && wall.join_right((top, left), height)
            || i > 0 && wall.join_down((top, left), width);
        if !joined && (i, j) != (0, 0) {
            return None;
        }
    }
    wall.walk()
}

/// Splits a side into lengths of blocks that have closed tours across even ones: at most one
/// odd length, first, and even ones from 6 to 10. `None` if the side is too short.
fn parts(side: usize) -> Option<Vec<usize>> {
    let mut parts = Vec::new();
    let mut left = side;
    if side % 2 == 1 {
        let odd = if side < 11 { side } else { 5 };
        parts.push(odd);
        left -= odd;
    }
    match left {
        0 => {}
        10 => parts.push(10),
        _ => {
            // 8 a + 6 b with the smallest b.
            let sixes = (8 - left % 8) % 8 / 2;
            let eights = left.checked_sub(6 * sixes)? / 8;
            parts.extend(std::iter::repeat_n(6, sixes));
            parts.extend(std::iter::repeat_n(8, eights));
        }
    }
    (side >= 5).then_some(parts)
}

/// Splits a strip of three rows: at most one odd length from 7 to 15, then even ones from
/// 10 to 18.
fn strips(columns: usize) -> Option<Vec<usize>> {
    let mut parts = Vec::new();
    let mut left = columns;
    if columns % 2 == 1 {
        let odd = if columns < 17 { columns } else { 7 };
        parts.push(odd);
        left -= odd;
    }
    while left >= 20 {
        parts.push(10);
        left -= 10;
    }
    parts.extend((left > 0).then_some(left));
    (left == 0 || left >= 10).then_some(parts)
}

/// A board of one block.
fn whole(rows: usize, columns: usize, kind: Kind) -> Option<Vec<u32>> {
    let shape = if kind == Kind::Closed { Shape::Closed } else { Shape::Open };
    (rows * columns <= MAX_CELLS).then(|| block(rows, columns, shape)).flatten()
}

/// Four rows: open tours from the corner of one block to a square next to the corner of the
/// following.
fn chain(columns: usize) -> Option<Vec<u32>> {
    if columns < 12 {
        return whole(4, columns, Kind::Open);
    }
    // From (0, 0) to (1, 4) of a 4×6 block; the next corner is a move away.
    let link = block(4, 6, Shape::Between(0, 10))?;
    let links = (columns - 5) / 6;
    let width = columns - 6 * links;
    let last = block(4, width, Shape::From(0))?;
    let place = |square: u32, left: usize, width: usize| {
        (square as usize / width * columns + left + square as usize % width) as u32
    };
    let mut squares = Vec::with_capacity(4 * columns);
    for i in 0..links {
        squares.extend(link.iter().map(|&square| place(square, 6 * i, 6)));
    }
    squares.extend(last.iter().map(|&square| place(square, 6 * links, width)));
    Some(squares)
}

/// The board with the two neighbours of each square on its tour.
struct Wall {
    columns: usize,
    links: Vec<[u32; 2]>,
}

impl Wall {
    /// Lays a block's tour with its first corner at `(top, left)`.
    fn lay(&mut self, tour: &[u32], (top, left): (usize, usize), width: usize, closed: bool) {
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

    /// Joins a block to that at its left.
    fn join_right(&mut self, (top, left): (usize, usize), height: usize) -> bool {
        let inside = (top..top + height).flat_map(|row| (left..left + 2).map(move |c| (row, c)));
        self.join(inside, |(_, column)| column < left)
    }

    /// Joins a block to that above it.
    fn join_down(&mut self, (top, left): (usize, usize), width: usize) -> bool {
        let inside = (left..left + width).flat_map(|c| (top..top + 2).map(move |row| (row, c)));
        self.join(inside, |(row, _)| row < top)
    }

    /// Exchanges an edge at one of `squares` for one beyond.
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
            let links = &mut self.links[square as usize];
            let place = links.iter().position(|&link| link == old);
            links[place.expect("an edge is known at both ends")] = new;
        }
    }

    /// The tour from its end, or from square 0 if it is closed.
    fn walk(&self) -> Option<Vec<u32>> {
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

#[cfg(test)]
mod tests {
    use super::divide;
    use crate::board::{Board, Graph, Piece};
    use crate::tours::{Kind, Tour};

    fn has_tour(rows: usize, columns: usize, kind: Kind) -> bool {
        let Some(squares) = divide(rows, columns, kind) else { return false };
        let graph = Graph::of(&Board::rectangle(rows, columns).unwrap(), &Piece::knight(2));
        Tour::on_graph(&graph, kind, &squares).unwrap();
        true
    }

    /// Closed: Schwenk 1991. Open: Cull and De Curtins 1978 (both sides from 5 on), and the
    /// boards of three and four rows.
    #[test]
    fn every_rectangle_that_has_a_tour_gets_one() {
        for rows in 1..=26 {
            for columns in rows..=40 {
                let closed = match (rows, columns) {
                    _ if rows * columns % 2 == 1 => false,
                    (1 | 2 | 4, _) => false,
                    (3, _) => columns >= 10,
                    _ => true,
                };
                let open = match (rows, columns) {
                    (1, 1) => true,
                    (1 | 2, _) => false,
                    (3, _) => columns == 4 || columns >= 7,
                    (4, _) => columns >= 5,
                    _ => true,
                };
                assert_eq!(
                    has_tour(rows, columns, Kind::Closed),
                    closed,
                    "{rows}x{columns} closed"
                );
                assert_eq!(has_tour(rows, columns, Kind::Open), open, "{rows}x{columns} open");
            }
        }
        assert!(has_tour(40, 7, Kind::Closed) && has_tour(31, 9, Kind::Open));
    }

    #[test]
    fn large_boards_get_theirs() {
        for (rows, columns) in [(300, 400), (3, 1000), (5, 501 * 2)] {
            assert!(has_tour(rows, columns, Kind::Closed), "{rows}x{columns}");
        }
        for (rows, columns) in [(301, 403), (3, 1001), (4, 1003)] {
            assert!(has_tour(rows, columns, Kind::Open), "{rows}x{columns}");
        }
    }
}
