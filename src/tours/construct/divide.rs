//! METHOD divide: knight's tours of rectangles of any size, in linear time.
//!
//! The board is cut into blocks of 5 to 10 squares a side, each with a closed tour. Two
//! neighbouring tours are joined where an edge a–b of one and an edge c–d of the other are a
//! knight's move apart at both ends: remove both edges and add a–c and b–d. If both sides of the
//! board are odd, one block has an open tour, and the others are joined to it in the same way.
//! Boards of four rows have no closed tours (`block.rs`), and blocks of three rows cannot be
//! joined like this. The idea is due to I. Parberry, "An efficient algorithm for
//! the knight's tour problem" (1997); here the joints are found instead of prescribed. Which
//! rectangles have open tours: P. Cull and J. De Curtins (1978).

use std::collections::HashMap;

use super::super::question::Kind;
use super::block::{self, MAX_CELLS, MIN_COLUMNS, Shape, block, four_rows};
use super::wall::Wall;

/// A knight's tour of the board, or `None` if it has none.
///
/// ```
/// use cavalcade::tours::{Kind, divide};
/// assert_eq!(divide(80, 80, Kind::Closed).unwrap().len(), 6400);
/// assert!(divide(4, 10, Kind::Closed).is_none());
/// ```
pub fn divide(rows: usize, columns: usize, kind: Kind) -> Option<Vec<u32>> {
    divide_watched(rows, columns, kind, &mut |_| {})
}

/// Like [`divide`]; `report` receives the number of squares in order from time to time.
pub fn divide_watched(
    rows: usize,
    columns: usize,
    kind: Kind,
    report: &mut dyn FnMut(u64),
) -> Option<Vec<u32>> {
    if rows > columns {
        let turned = divide_watched(columns, rows, kind, report)?;
        let back = |square: u32| {
            let (row, column) = (square as usize / rows, square as usize % rows);
            (column * columns + row) as u32
        };
        return Some(turned.into_iter().map(back).collect());
    }
    match (rows, columns) {
        (1, 1) if kind == Kind::Open => Some(vec![0]),
        (0..=2, _) => None,
        (3, _) if kind == Kind::Closed => block::closed_of_three(columns),
        (3, _) => block::open_of_three(columns),
        (4, _) if kind == Kind::Closed => None,
        (4, _) => four(columns),
        _ => walls(rows, columns, kind, report),
    }
}

/// Blocks with closed tours, and one with an open tour if both sides are odd.
fn walls(rows: usize, columns: usize, kind: Kind, report: &mut dyn FnMut(u64)) -> Option<Vec<u32>> {
    let open = rows % 2 == 1 && columns % 2 == 1;
    if open && kind == Kind::Closed {
        return None;
    }
    let (down, across) = (parts(rows)?, parts(columns)?);
    (0..TRIES).find_map(|seed| build(columns, &down, &across, seed, report))
}

/// Seeds that are tried until all blocks can be joined.
const TRIES: u64 = 100;

fn build(
    columns: usize,
    down: &[usize],
    across: &[usize],
    seed: u64,
    report: &mut dyn FnMut(u64),
) -> Option<Vec<u32>> {
    let rows: usize = down.iter().sum();
    let mut wall = Wall::new(rows, columns);
    let mut known = HashMap::new();
    let mut corners = Vec::new();
    let mut top = 0;
    for (i, &height) in down.iter().enumerate() {
        let mut left = 0;
        for (j, &width) in across.iter().enumerate() {
            let odd = height % 2 == 1 && width % 2 == 1;
            let shape = if odd { Shape::Open } else { Shape::Closed };
            let tour =
                known.entry((height, width)).or_insert_with(|| block(height, width, shape, seed));
            wall.lay(tour.as_ref()?, (top, left), width, !odd);
            corners.push(((i, j), (top, left), (height, width)));
            left += width;
        }
        top += height;
    }
    // Each block is joined to the one on its left, or to the one above.
    for &((i, j), (top, left), (height, width)) in &corners {
        let joined = j > 0 && wall.join_right((top, left), height)
            || i > 0 && wall.join_down((top, left), width);
        if !joined && (i, j) != (0, 0) {
            return None;
        }
    }
    wall.walk(report)
}

/// Splits a side into lengths of blocks that have closed tours together with even lengths: at most
/// one odd length, first, and even ones from 6 to 10. `None` if the side is too short.
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

/// A board of one block.
fn whole(rows: usize, columns: usize, kind: Kind) -> Option<Vec<u32>> {
    let shape = if kind == Kind::Closed { Shape::Closed } else { Shape::Open };
    (rows * columns <= MAX_CELLS).then(|| block(rows, columns, shape, 0)).flatten()
}

/// Four rows.
fn four(columns: usize) -> Option<Vec<u32>> {
    if columns < MIN_COLUMNS { whole(4, columns, Kind::Open) } else { four_rows(columns) }
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

    /// Closed: Schwenk 1991. Open: Cull and De Curtins 1978 (both sides at least 5), and the boards
    /// of three and four rows.
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
    fn large_boards_have_tours() {
        for (rows, columns) in [(300, 400), (3, 1000), (5, 501 * 2)] {
            assert!(has_tour(rows, columns, Kind::Closed), "{rows}x{columns}");
        }
        for (rows, columns) in [(301, 403), (3, 1001), (4, 1003)] {
            assert!(has_tour(rows, columns, Kind::Open), "{rows}x{columns}");
        }
    }
}
