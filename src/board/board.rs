//! `Board`: cells in a box of any rank, each axis bounded or wrapped, some cells missing.
//!
//! Cells are numbered from 0 in row-major order (the last coordinate runs fastest),
//! holes left out, so that a board of `n` cells has exactly the cells `0..n`.

use super::arrange::Step;
use crate::error::Error;

/// The largest number of sites (cells and holes) of a board: 2^26.
pub const MAX_CELLS: usize = 1 << 26;

/// The largest number of axes of a board; no more than 26 of them can be longer than 1.
pub const MAX_AXES: usize = 64;

/// One direction of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Axis {
    /// The number of cells along it.
    pub length: usize,
    /// True if its last cell is next to its first.
    pub wraps: bool,
}

impl Axis {
    /// An axis with two ends.
    pub fn bounded(length: usize) -> Axis {
        Axis { length, wraps: false }
    }

    /// An axis that closes to a circle.
    pub fn wrapped(length: usize) -> Axis {
        Axis { length, wraps: true }
    }
}

/// The cells that a piece can stand on.
///
/// ```
/// use cavalcade::board::Board;
/// let board = Board::rectangle(3, 4)?;
/// assert_eq!(board.len(), 12);
/// assert_eq!(board.coordinates(7), [1, 3]);
/// assert_eq!(board.step(7, &[1, -2]), Some(9));
/// assert_eq!(board.step(7, &[1, 2]), None);
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    axes: Vec<Axis>,
    /// `None` when every site is a cell.
    holes: Option<Holes>,
}

/// The numbering of the cells of a board with holes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Holes {
    cell_of_site: Vec<Option<u32>>,
    site_of_cell: Vec<u32>,
}

impl Board {
    /// A board without holes. An axis of length 0 makes a board without cells.
    ///
    /// # Errors
    /// [`Error::BoardTooLarge`] beyond [`MAX_CELLS`] cells or [`MAX_AXES`] axes.
    pub fn new(axes: Vec<Axis>) -> Result<Board, Error> {
        let board = Board { axes, holes: None };
        if board.rank() > MAX_AXES {
            let limit = format!("{MAX_AXES} axes; leave out those of length 1");
            return Err(Error::BoardTooLarge { board: board.to_string(), limit });
        }
        let sites = board.axes.iter().try_fold(1usize, |sites, axis| {
            sites.checked_mul(axis.length).filter(|&sites| sites <= MAX_CELLS)
        });
        match sites {
            Some(_) => Ok(board),
            None => {
                let limit = format!("{MAX_CELLS} cells; give shorter sides");
                Err(Error::BoardTooLarge { board: board.to_string(), limit })
            }
        }
    }

    /// The plane board of `rows` by `columns`.
    pub fn rectangle(rows: usize, columns: usize) -> Result<Board, Error> {
        Board::new(vec![Axis::bounded(rows), Axis::bounded(columns)])
    }

    /// The same board with further holes at the coordinates for which `is_hole` is true.
    pub fn without(&self, is_hole: impl Fn(&[usize]) -> bool) -> Board {
        let mut cell_of_site = vec![None; self.sites()];
        let mut site_of_cell = Vec::new();
        for cell in 0..self.len() {
            if !is_hole(&self.coordinates(cell)) {
                let site = self.site_of(cell);
                cell_of_site[site] = Some(site_of_cell.len() as u32);
                site_of_cell.push(site as u32);
            }
        }
        let holes = (site_of_cell.len() < cell_of_site.len())
            .then_some(Holes { cell_of_site, site_of_cell });
        Board { axes: self.axes.clone(), holes }
    }

    /// The axes, slowest first: rows, then columns.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.axes.len()
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.holes.as_ref().map_or_else(|| self.sites(), |holes| holes.site_of_cell.len())
    }

    /// True if some site of the box is not a cell.
    pub fn has_holes(&self) -> bool {
        self.holes.is_some()
    }

    /// True if the board has no cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The coordinates of a cell, one for each axis, counted from 0.
    pub fn coordinates(&self, cell: usize) -> Vec<usize> {
        let mut site = self.site_of(cell);
        let mut coordinates = vec![0; self.rank()];
        for (coordinate, axis) in coordinates.iter_mut().zip(&self.axes).rev() {
            *coordinate = site % axis.length;
            site /= axis.length;
        }
        coordinates
    }

    /// The cell at the coordinates; `None` outside the board and on a hole.
    pub fn cell(&self, coordinates: &[usize]) -> Option<usize> {
        debug_assert_eq!(coordinates.len(), self.rank());
        let mut site = 0;
        for (&coordinate, axis) in coordinates.iter().zip(&self.axes) {
            if coordinate >= axis.length {
                return None;
            }
            site = site * axis.length + coordinate;
        }
        match &self.holes {
            None => Some(site),
            Some(holes) => holes.cell_of_site[site].map(|cell| cell as usize),
        }
    }

    /// The cell at distance `delta`; `None` over an edge and on a hole.
    pub fn step(&self, cell: usize, delta: &[i32]) -> Option<usize> {
        debug_assert_eq!(delta.len(), self.rank());
        let mut coordinates = self.coordinates(cell);
        for ((coordinate, axis), &delta) in coordinates.iter_mut().zip(&self.axes).zip(delta) {
            let moved = *coordinate as i64 + i64::from(delta);
            *coordinate = if axis.wraps {
                moved.rem_euclid(axis.length as i64) as usize
            } else {
                usize::try_from(moved).ok()?
            };
        }
        self.cell(&coordinates)
    }

    /// Every site of the box in order: its cell, or `None` for a hole.
    pub fn sites_in_order(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        (0..self.sites()).map(|site| match &self.holes {
            None => Some(site),
            Some(holes) => holes.cell_of_site[site].map(|cell| cell as usize),
        })
    }

    /// The coordinates of the next site in row-major order; after the last, the first.
    pub(super) fn advance(&self, at: &mut [usize]) {
        for (coordinate, axis) in at.iter_mut().zip(&self.axes).rev() {
            *coordinate += 1;
            if *coordinate < axis.length {
                return;
            }
            *coordinate = 0;
        }
    }

    /// Passes each cell that a step reaches from the coordinates to `reach`; a riding step repeats
    /// until it meets an edge or a hole, or `reach` returns false.
    pub(super) fn ride(&self, from: &[usize], step: &Step, mut reach: impl FnMut(usize) -> bool) {
        for times in 1.. {
            let mut site = 0;
            for ((&coordinate, axis), &delta) in from.iter().zip(&self.axes).zip(&step.delta) {
                let moved = coordinate as i64 + i64::from(delta) * times;
                let inside = (0..axis.length as i64).contains(&moved);
                let landed = match (inside, axis.wraps) {
                    (true, _) => moved as usize,
                    (false, true) => moved.rem_euclid(axis.length as i64) as usize,
                    (false, false) => return,
                };
                site = site * axis.length + landed;
            }
            let cell = match &self.holes {
                None => Some(site),
                Some(holes) => holes.cell_of_site[site].map(|cell| cell as usize),
            };
            if !cell.is_some_and(&mut reach) || !step.rides {
                return;
            }
        }
    }

    pub(super) fn sites(&self) -> usize {
        self.axes.iter().map(|axis| axis.length).product()
    }

    fn site_of(&self, cell: usize) -> usize {
        self.holes.as_ref().map_or(cell, |holes| holes.site_of_cell[cell] as usize)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};

    use super::{Axis, Board, MAX_AXES, MAX_CELLS};

    /// Boards of up to four axes, wrapped or not, with or without holes.
    pub fn boards() -> impl Strategy<Value = Board> {
        let axis = (1usize..6, any::<bool>()).prop_map(|(length, wraps)| Axis { length, wraps });
        (proptest::collection::vec(axis, 1..5), any::<u64>()).prop_map(|(axes, pattern)| {
            let board = Board::new(axes).unwrap();
            if pattern % 2 == 0 {
                return board;
            }
            board.without(|at| pattern >> (1 + at.iter().sum::<usize>()) & 1 != 0)
        })
    }

    proptest! {
        #[test]
        fn coordinates_and_cells_are_inverse(board in boards()) {
            for cell in 0..board.len() {
                prop_assert_eq!(board.cell(&board.coordinates(cell)), Some(cell));
            }
        }

        #[test]
        fn a_step_is_undone_by_its_reverse(board in boards(), deltas in [-7i32..8, -7..8, -7..8, -7..8]) {
            let delta = &deltas[..board.rank()];
            let back: Vec<_> = delta.iter().map(|d| -d).collect();
            for cell in 0..board.len() {
                if let Some(there) = board.step(cell, delta) {
                    prop_assert_eq!(board.step(there, &back), Some(cell));
                }
            }
        }
    }

    #[test]
    fn edges_stop_and_circles_close() {
        let cylinder = Board::new(vec![Axis::bounded(4), Axis::wrapped(8)]).unwrap();
        assert_eq!(cylinder.step(0, &[1, -2]), Some(14));
        assert_eq!(cylinder.step(0, &[-1, 2]), None);
        assert_eq!(cylinder.to_string(), "cylinder:4x8");
    }

    #[test]
    fn holes_are_not_cells() {
        let ring = Board::rectangle(3, 3).unwrap().without(|at| at == [1, 1]);
        assert_eq!(ring.len(), 8);
        assert_eq!(ring.cell(&[1, 1]), None);
        assert_eq!(ring.coordinates(4), [1, 2]);
        assert_eq!(ring.to_string(), ".../.#./...");
    }

    #[test]
    fn the_largest_board_is_refused_before_it_is_built() {
        let side = usize::MAX / 2;
        let error = Board::rectangle(side, side).unwrap_err().to_string();
        assert!(error.contains(&MAX_CELLS.to_string()), "{error}");
        let error = Board::new(vec![Axis::bounded(1); MAX_AXES + 1]).unwrap_err().to_string();
        assert!(error.contains("more than 64 axes"), "{error}");
    }
}
